/* usi_inner.c: see usi_inner.h. */
#include "engine/usi/usi_inner.h"

#include "base/alloc.h"
#include "base/io/child.h"
#include "engine/eval/weights.h"
#include "engine/search/engine_search.h"

/* --- A move of our own where another engine has none that can be played ----------------------- */

enum {
    TABLE_BYTES = 8 << 20,
    MOST_NODES = 100000,
    MOST_MS = 200,
    LEAST_LEFT_MS = 30, /* a search may notice some milliseconds late that its time is over */
};

struct usi_fallback {
    struct weights *weights;
    struct thinker *thinker;
};

struct usi_fallback *usi_fallback_open(void)
{
    struct usi_fallback *f = mem_calloc(1, sizeof *f);
    struct err err;
    if (!f)
        return NULL;
    enum status status = weights_open(&f->weights, NULL, &err);
    if (status == STATUS_OK) {
        const struct think_options options = {
            .tt_bytes = TABLE_BYTES, .threads = 1, .eval = weights_eval(f->weights)};
        status = thinker_open(&f->thinker, &options, &err);
    }
    if (status == STATUS_OK)
        return f;
    usi_fallback_close(f);
    return NULL;
}

void usi_fallback_close(struct usi_fallback *f)
{
    if (!f)
        return;
    thinker_close(f->thinker);
    weights_close(f->weights);
    mem_free(f);
}

static shogi_move search(struct usi_fallback *f, const struct usi_game *game, uint64_t left)
{
    const struct think_request request = {
        .pos = &game->pos,
        .history = game->history,
        .history_count = (unsigned)game->count,
        .limits = {.nodes = MOST_NODES,
                   .hard_ms = left / 2 < MOST_MS ? (uint32_t)left / 2 : MOST_MS}};
    struct think_result answer = {0};
    struct err err;
    return think(f->thinker, &request, &answer, &err) == STATUS_OK ? answer.best : 0;
}

shogi_move usi_fallback_move(struct usi_fallback *f, const struct usi_game *game, uint64_t until)
{
    shogi_move moves[SHOGI_MAX_MOVES], best = 0;
    uint64_t now = steady_ms(), left = until > now ? until - now : 0;
    if (f && left >= LEAST_LEFT_MS)
        best = search(f, game, left);
    if (!best && shogi_legal_moves(&game->pos, moves) > 0)
        best = moves[0];
    return best;
}

enum {
    SEND_MS = 5000,
    QUIT_MS = 1000,
    MOST_TEXT = 1 << 20,
    LOOK_MS = 50,
    /* A script sends "quit" together with all that comes before it: an engine that is well has
     * answered that by then. */
    AFTER_QUIT_MS = 5000,
};

struct span usi_next_line(struct span *text)
{
    const char *end = text->n ? memchr(text->p, '\n', text->n) : NULL;
    size_t n = end ? (size_t)(end - text->p) : text->n;
    struct span line = span_make(text->p, n);
    *text = span_skip(*text, end ? n + 1 : n);
    return line;
}

struct span usi_option_name(struct span line, struct span before, struct span *rest)
{
    *rest = (struct span){0};
    if (!span_eq(span_eat_word(&line), SPAN("name")))
        return (struct span){0};
    ptrdiff_t end = span_find(line, before);
    if (end < 0)
        return span_trim(line);
    *rest = span_trim(span_skip(line, (size_t)end));
    return span_trim(span_make(line.p, (size_t)end));
}

bool usi_inner_lives(const struct usi_inner *i)
{
    return i->child.pid != 0;
}

bool usi_inner_send(struct usi_inner *i, struct span line)
{
    uint64_t until = steady_ms() + SEND_MS;
    return usi_inner_lives(i) && child_send(&i->child, line, until) &&
           child_send(&i->child, SPAN("\n"), until);
}

bool usi_inner_set(struct usi_inner *i, struct span name, struct span value)
{
    size_t before = i->sent_options.n;
    buf_add_str(&i->sent_options, "setoption name ");
    buf_add_span(&i->sent_options, name);
    if (value.p) {
        buf_add_str(&i->sent_options, " value ");
        buf_add_span(&i->sent_options, value);
    }
    if (buf_status(&i->sent_options) != STATUS_OK)
        return false;
    struct span line = span_skip(buf_span(&i->sent_options), before);
    bool sent = usi_inner_send(i, line);
    buf_add_char(&i->sent_options, '\n');
    return sent;
}

bool usi_inner_has(const struct usi_inner *i, struct span name)
{
    struct span rest = buf_span(&i->options), line, after;
    while (rest.n) {
        line = usi_next_line(&rest);
        span_eat_word(&line);
        if (span_eq_nocase(usi_option_name(line, SPAN(" type "), &after), name))
            return true;
    }
    return false;
}

/* --- Starting --------------------------------------------------------------------------------- */

static void note_line(struct usi_inner *i, struct span line)
{
    struct span rest = line, word = span_eat_word(&rest);
    if (span_eq(word, SPAN("option")) && !memchr(line.p, 0, line.n)) {
        buf_add_span(&i->options, line);
        buf_add_char(&i->options, '\n');
    }
    if (span_eq(word, SPAN("id")) && span_eq(span_eat_word(&rest), SPAN("name"))) {
        buf_clear(&i->name);
        buf_add_span(&i->name, span_trim(rest));
    }
}

static bool await(struct usi_inner *i, struct span word)
{
    uint64_t now = steady_ms(), until = now + i->ready_ms;
    struct span line;
    bool quits = false;
    for (; now < until; now = steady_ms()) {
        uint64_t look = i->quits && !quits && now + LOOK_MS < until ? now + LOOK_MS : until;
        enum child_event event = child_line(&i->child, look, &line);
        if (event == CHILD_LINE && span_eq(span_trim(line), word))
            return true;
        if (event == CHILD_LINE)
            note_line(i, line);
        else if (event != CHILD_LATE)
            return false;
        if (!quits && i->quits && i->quits(i->ctx)) {
            quits = true;
            until = now + AFTER_QUIT_MS < until ? now + AFTER_QUIT_MS : until;
        }
    }
    return false;
}

static enum status start(struct usi_inner *i, struct err *err)
{
    static const struct msg NOT_READY = {"%1 is not a USI engine, or does not answer",
                                         "%1 は USI エンジンではないか、応答しません"};
    const struct child_options opt = {.log = i->log, .cancel = i->cancel};
    enum status status = child_start(&i->child, i->command, i->path, &opt, err);
    if (status != STATUS_OK)
        return status;
    buf_clear(&i->options);
    if (usi_inner_send(i, SPAN("usi")) && await(i, SPAN("usiok")))
        return STATUS_OK;
    child_stop(&i->child, 0);
    if (i->cancel && atomic_load(i->cancel))
        return STATUS_CANCELLED;
    return err_set(err, STATUS_IO, &NOT_READY, i->command, (struct span){0});
}

enum status usi_inner_open(struct usi_inner *i, struct err *err)
{
    i->child = (struct child){.in = -1, .out = -1};
    buf_init(&i->name, MOST_TEXT);
    buf_init(&i->options, MOST_TEXT);
    buf_init(&i->sent_options, MOST_TEXT);
    return start(i, err);
}

enum status usi_inner_restart(struct usi_inner *i, struct err *err)
{
    static const struct msg NOT_AGAIN = {"cannot restart %1", "%1 を再起動できません"};
    child_stop(&i->child, 0);
    enum status status = start(i, err);
    if (status != STATUS_OK)
        return status;
    if ((!i->sent_options.n ||
         child_send(&i->child, buf_span(&i->sent_options), steady_ms() + SEND_MS)) &&
        usi_inner_send(i, SPAN("isready")) && await(i, SPAN("readyok")) &&
        usi_inner_send(i, SPAN("usinewgame")))
        return STATUS_OK;
    child_stop(&i->child, 0);
    return err_set(err, STATUS_IO, &NOT_AGAIN, i->command, (struct span){0});
}

void usi_inner_close(struct usi_inner *i)
{
    if (usi_inner_lives(i)) {
        usi_inner_send(i, SPAN("quit"));
        child_stop(&i->child, QUIT_MS);
    }
    buf_release(&i->name);
    buf_release(&i->options);
    buf_release(&i->sent_options);
}

/* usi_client.c: see usi_client.h. */
#include "engine/usi/usi_client.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/io/child.h"
#include "engine/usi/usi_info.h"

enum {
    SEND_MS = 5000,
    QUIT_MS = 1000,
    MOST_TEXT = 1 << 20,
};

struct usi_client {
    struct child child;
    struct buf name;
    struct buf options; /* names of its options, each ended by a line end */
    struct buf text, line;
    uint32_t ready_ms;
};

static bool send_text(struct usi_client *c)
{
    return buf_status(&c->text) == STATUS_OK &&
           child_send(&c->child, buf_span(&c->text), steady_ms() + SEND_MS);
}

static bool send_line(struct usi_client *c, const char *line)
{
    buf_clear(&c->text);
    buf_add_str(&c->text, line);
    buf_add_char(&c->text, '\n');
    return send_text(c);
}

/* --- Getting ready ---------------------------------------------------------------------------- */

/* "option name Skill Level type spin …": names have blanks. */
static void note_option(struct usi_client *c, struct span rest)
{
    if (!span_eq(span_eat_word(&rest), SPAN("name")))
        return;
    ptrdiff_t end = span_find(rest, SPAN(" type "));
    buf_add_span(&c->options, span_trim(span_make(rest.p, end < 0 ? rest.n : (size_t)end)));
    buf_add_char(&c->options, '\n');
}

static void note_line(struct usi_client *c, struct span line)
{
    struct span rest = line, word = span_eat_word(&rest);
    if (span_eq(word, SPAN("option")))
        note_option(c, rest);
    if (span_eq(word, SPAN("id")) && span_eq(span_eat_word(&rest), SPAN("name"))) {
        buf_clear(&c->name);
        buf_add_span(&c->name, span_trim(rest));
    }
}

/* Reads until a line is the word; *event says why, if none comes. */
static bool await(struct usi_client *c, struct span word, uint32_t ms, enum child_event *event)
{
    uint64_t deadline = steady_ms() + ms;
    struct span line;
    while ((*event = child_line(&c->child, deadline, &line)) == CHILD_LINE) {
        if (span_eq(span_trim(line), word))
            return true;
        note_line(c, line);
    }
    return false;
}

static bool lists_option(const struct usi_client *c, struct span name, bool any_case)
{
    struct span rest = buf_span(&c->options);
    while (rest.n) {
        const char *end = memchr(rest.p, '\n', rest.n);
        size_t n = end ? (size_t)(end - rest.p) : rest.n;
        struct span listed = span_make(rest.p, n);
        if (any_case ? span_eq_nocase(listed, name) : span_eq(listed, name))
            return true;
        rest = span_skip(rest, n + 1);
    }
    return false;
}

bool usi_client_has_option(const struct usi_client *c, struct span name)
{
    return lists_option(c, name, false);
}

bool usi_client_set_option(struct usi_client *c, const struct usi_setting *s)
{
    buf_clear(&c->text);
    buf_add_str(&c->text, "setoption name ");
    buf_add_span(&c->text, s->name);
    if (s->value.p) {
        buf_add_str(&c->text, " value ");
        buf_add_span(&c->text, s->value);
    }
    buf_add_char(&c->text, '\n');
    return send_text(c);
}

/* The first that the program does not list, NULL: it lists them all.  By the protocol two need not be
 * listed. */
static const struct usi_setting *find_unknown(const struct usi_client *c,
                                              const struct usi_client_options *opt)
{
    for (size_t i = opt->own_count; i < opt->setting_count; i++) {
        const struct usi_setting *s = &opt->settings[i];
        if (!lists_option(c, s->name, true) && !span_eq(s->name, SPAN("USI_Hash")) &&
            !span_eq(s->name, SPAN("USI_Ponder")))
            return s;
    }
    return NULL;
}

static bool set_options(struct usi_client *c, const struct usi_client_options *opt)
{
    bool ok = true;
    for (size_t i = 0; i < opt->usual_count && ok; i++)
        if (usi_client_has_option(c, opt->usual[i].name))
            ok = usi_client_set_option(c, &opt->usual[i]);
    for (size_t i = 0; i < opt->setting_count && ok; i++)
        ok = usi_client_set_option(c, &opt->settings[i]);
    return ok;
}

/* Why there is no answer to a word: `late` and `ended` say it. */
static enum status no_answer(struct span command, enum child_event event, uint32_t ms,
                             const struct msg *late, const struct msg *ended, struct err *err)
{
    char time[24];
    if (event == CHILD_CANCELLED)
        return err_cancelled(err);
    if (event != CHILD_LATE)
        return err_set(err, STATUS_IO, ended, command, (struct span){0});
    snprintf(time, sizeof time, "%.3g s", ms / 1e3);
    return err_set(err, STATUS_IO, late, command, span_of(time));
}

static enum status greet(struct usi_client *c, struct span command, struct err *err)
{
    static const struct msg LATE = {
        "%1 does not answer \"usi\" within %2; it is not a USI engine, or it hangs",
        "%1 は %2 以内に usi に応答しません。USI エンジンではないか、停止しています"};
    static const struct msg ENDED = {
        "%1 exited without answering \"usi\"; it is not a USI engine",
        "%1 は usi に応答せずに終了しました。USI エンジンではありません"};
    uint32_t ms = c->ready_ms < USI_HELLO_MS ? c->ready_ms : USI_HELLO_MS;
    enum child_event event = CHILD_CLOSED;
    if (send_line(c, "usi") && await(c, SPAN("usiok"), ms, &event))
        return STATUS_OK;
    return no_answer(command, event, ms, &LATE, &ENDED, err);
}

static enum status make_ready(struct usi_client *c, struct span command,
                              const struct usi_client_options *opt, struct err *err)
{
    static const struct msg LATE = {"%1 does not answer \"isready\" within %2",
                                    "%1 は %2 以内に isready に応答しません"};
    static const struct msg ENDED = {"%1 exited without answering \"isready\"",
                                     "%1 は isready に応答せずに終了しました"};
    static const struct msg UNKNOWN = {"%1 has no option %2",
                                       "%1 に %2 というオプションはありません"};
    enum child_event event = CHILD_CLOSED;
    const struct usi_setting *unknown = find_unknown(c, opt);
    if (unknown)
        return err_set(err, STATUS_RANGE, &UNKNOWN, command, unknown->name);
    if (set_options(c, opt) && send_line(c, "isready") &&
        await(c, SPAN("readyok"), c->ready_ms, &event))
        return STATUS_OK;
    return no_answer(command, event, c->ready_ms, &LATE, &ENDED, err);
}

enum status usi_client_open(struct usi_client **out, struct span command,
                            const struct usi_client_options *opt, struct err *err)
{
    *out = NULL;
    struct usi_client *c = mem_calloc(1, sizeof *c);
    if (!c)
        return err_nomem(err);
    c->ready_ms = opt->ready_ms ? opt->ready_ms : USI_READY_MS;
    buf_init(&c->name, MOST_TEXT);
    buf_init(&c->options, MOST_TEXT);
    buf_init(&c->text, MOST_TEXT);
    buf_init(&c->line, MOST_TEXT);
    enum status status =
        child_start(&c->child, command, opt->path,
                    &(struct child_options){.log = opt->log, .cancel = opt->cancel}, err);
    if (status == STATUS_OK)
        status = greet(c, command, err);
    if (status == STATUS_OK)
        status = make_ready(c, command, opt, err);
    if (status == STATUS_OK)
        *out = c;
    else
        usi_client_close(c);
    return status;
}

void usi_client_close(struct usi_client *c)
{
    if (!c)
        return;
    if (c->child.pid) {
        send_line(c, "quit");
        child_stop(&c->child, QUIT_MS);
    }
    buf_release(&c->name);
    buf_release(&c->options);
    buf_release(&c->text);
    buf_release(&c->line);
    mem_free(c);
}

struct span usi_client_name(const struct usi_client *c)
{
    return buf_span(&c->name);
}

bool usi_client_new_game(struct usi_client *c)
{
    enum child_event event;
    return send_line(c, "isready") && await(c, SPAN("readyok"), c->ready_ms, &event) &&
           send_line(c, "usinewgame");
}

/* --- A move ----------------------------------------------------------------------------------- */

/* Takes out of an info line what is known of; other lines than the first of several do not count.
 */
static void note_info(struct span rest, struct usi_answer *out, struct buf *moves)
{
    struct usi_info info;
    usi_info_parse(rest, &info);
    if (info.number > 1)
        return;
    if (info.has_moves) {
        buf_clear(moves);
        buf_add_span(moves, info.moves);
    }
    if (info.depth >= 0)
        out->depth = info.depth;
    if (info.nodes != UINT64_MAX)
        out->nodes = info.nodes;
    if (info.value != THINK_NO_VALUE && !info.is_bound)
        out->value = info.value;
}

static void note_word(struct usi_answer *out, struct span word)
{
    size_t n = word.n < sizeof out->bad_word - 1 ? word.n : sizeof out->bad_word - 1;
    memcpy(out->bad_word, word.p ? word.p : "", n);
    out->bad_word[n] = '\0';
}

static void note_bestmove(struct span rest, struct usi_answer *out)
{
    struct span word = span_eat_word(&rest);
    out->reply = USI_MOVE;
    if (span_eq(word, SPAN("resign"))) {
        out->reply = USI_RESIGN;
    } else if (span_eq(word, SPAN("win"))) {
        out->reply = USI_WIN;
    } else if (!shogi_usi_parse(word, &out->best)) {
        out->reply = USI_NO_MOVE;
        out->best = 0;
        note_word(out, word);
    }
    if (span_eq(span_eat_word(&rest), SPAN("ponder")) &&
        !shogi_usi_parse(span_eat_word(&rest), &out->ponder))
        out->ponder = 0;
}

bool usi_answer_read(struct usi_answer *out, struct span line, struct buf *moves)
{
    struct span rest = line, word = span_eat_word(&rest);
    if (span_eq(word, SPAN("info")))
        note_info(rest, out, moves);
    if (!span_eq(word, SPAN("bestmove")))
        return false;
    note_bestmove(rest, out);
    out->line = buf_span(moves);
    return true;
}

static enum usi_reply failure(enum child_event event)
{
    switch (event) {
    case CHILD_LATE:
        return USI_HANGS;
    case CHILD_GARBAGE:
        return USI_GARBAGE;
    case CHILD_CANCELLED:
        return USI_CANCELLED;
    case CHILD_CLOSED:
    case CHILD_LINE:
        break;
    }
    return USI_DIED;
}

static bool send_go(struct usi_client *c, struct span position, const struct usi_request *go)
{
    buf_clear(&c->text);
    buf_add_str(&c->text, "position ");
    buf_add_span(&c->text, position);
    buf_add_str(&c->text, "\ngo ");
    buf_add_span(&c->text, go->limits);
    buf_add_char(&c->text, '\n');
    return send_text(c);
}

/* The next line; a program that has had its time is told to stop on the way. */
static enum child_event next_line(struct usi_client *c, uint64_t *stop_at, uint64_t deadline,
                                  struct span *line, bool *stopped)
{
    if (*stop_at) {
        enum child_event event = child_line(&c->child, *stop_at, line);
        if (event != CHILD_LATE)
            return event;
        *stop_at = 0;
        *stopped = true;
        if (!send_line(c, "stop"))
            return CHILD_CLOSED;
    }
    return child_line(&c->child, deadline, line);
}

void usi_client_set_cancel(struct usi_client *c, const atomic_bool *cancel)
{
    c->child.cancel = cancel;
}

static void pass_on_info(const struct usi_request *go, struct span line)
{
    struct usi_info info;
    if (!go->info || !span_eq(span_eat_word(&line), SPAN("info")))
        return;
    usi_info_parse(line, &info);
    go->info(go->ctx, &info);
}

/* True if it answered. */
static bool wait_for_answer(struct usi_client *c, const struct usi_request *go, uint64_t began,
                            struct usi_answer *out)
{
    uint64_t stop_at = go->stop_ms ? began + go->stop_ms : 0;
    enum child_event event;
    struct span line;
    while ((event = next_line(c, &stop_at, began + go->patience_ms, &line, &out->stopped)) ==
           CHILD_LINE) {
        if (usi_answer_read(out, line, &c->line))
            return true;
        pass_on_info(go, line);
    }
    out->reply = failure(event);
    return false;
}

/* Whoever cancelled does not want the answer, but the next question must not get it. */
static void stop_thinking(struct usi_client *c, struct usi_answer *out)
{
    uint64_t deadline = steady_ms() + USI_STOP_MS;
    struct span line;
    bool answered = false;
    if (send_line(c, "stop"))
        while (!answered && child_line(&c->child, deadline, &line) == CHILD_LINE)
            answered = usi_answer_read(out, line, &c->line);
    out->reply = USI_CANCELLED;
    out->stopped = answered;
}

void usi_client_go(struct usi_client *c, struct span position, const struct usi_request *go,
                   struct usi_answer *out)
{
    const atomic_bool *usual = c->child.cancel;
    uint64_t began = steady_ms();
    *out = (struct usi_answer){.reply = USI_DIED, .value = THINK_NO_VALUE};
    buf_clear(&c->line);
    if (!send_go(c, position, go))
        return;
    c->child.cancel = go->cancel ? go->cancel : usual;
    bool answered = wait_for_answer(c, go, began, out);
    c->child.cancel = usual;
    if (!answered && out->reply == USI_CANCELLED && go->cancel)
        stop_thinking(c, out);
}

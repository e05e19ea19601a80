/* player_gnushogi.c: GNU Shogi as a player.
 *
 * It speaks a protocol of its own, that of xshogi:
 *
 *     us: new force 7g7f 3c3d black go          it:  1. 7g7f 300000      each move, repeated
 *                                                    1. ... 8h2b+ 298690  its own has three dots
 *     us: force 8b2b black go                   …
 *
 * "force" keeps it from answering, and from thinking, until it is asked to.  Its time is whole
 * seconds a move and stands in the command; depth is an order of two lines.  It can't begin but at
 * the even start. */
#include "base/alloc.h"
#include "base/io/child.h"
#include "base/text/num.h"
#include "engine/search/engine_search.h"
#include "sim/match/player.h"

enum { SEND_MS = 5000, QUIT_MS = 1000, MOST_TEXT = 1 << 20, MOST_DEPTH = 29, CEILING_S = 3600 };

static const struct msg WHOLE_SECONDS = {
    "%1 takes whole seconds only; use --movetime 1000, 2000, …, or --depth",
    "%1 の時間は秒単位です。--movetime 1000, 2000, … または --depth を指定してください"};

struct gnushogi {
    struct child child;
    struct buf text;
    unsigned sent_plies; /* plies of this game that it knows of */
};

static void gnu_close(void *state)
{
    struct gnushogi *g = state;
    if (g->child.pid) {
        child_send(&g->child, SPAN("quit\n"), steady_ms() + QUIT_MS);
        child_stop(&g->child, QUIT_MS);
    }
    buf_release(&g->text);
    mem_free(g);
}

static bool send_text(struct gnushogi *g)
{
    return buf_status(&g->text) == STATUS_OK &&
           child_send(&g->child, buf_span(&g->text), steady_ms() + SEND_MS);
}

static enum status start(struct gnushogi *g, const struct player_spec *spec, struct err *err)
{
    const struct usi_limits *l = &spec->limits;
    const struct child_options opt = {.log = spec->log, .cancel = spec->cancel};
    if (l->by_clock || l->nodes || l->movetime_ms % 1000 || l->depth > MOST_DEPTH ||
        spec->option_count)
        return err_set(err, STATUS_UNSUPPORTED, &WHOLE_SECONDS, span_of(spec->name),
                       (struct span){0});
    buf_add_str(&g->text, spec->name);
    buf_add_char(&g->text, ' ');
    buf_add_u64(&g->text, l->movetime_ms ? l->movetime_ms / 1000 : CEILING_S);
    return buf_status(&g->text) == STATUS_OK
               ? child_start(&g->child, buf_span(&g->text), spec->path, &opt, err)
               : err_nomem(err);
}

static enum status gnu_open(void **state, const struct player_spec *spec, struct err *err)
{
    static const struct msg NO_START = {"%1 does not answer", "%1 が応答しません"};
    struct gnushogi *g = mem_calloc(1, sizeof *g);
    if (!g)
        return err_nomem(err);
    buf_init(&g->text, MOST_TEXT);
    enum status status = start(g, spec, err);
    buf_clear(&g->text);
    buf_add_str(&g->text, "book\n");
    if (spec->limits.depth)
        buf_printf(&g->text, "depth\n%d\n", spec->limits.depth);
    if (status == STATUS_OK && !send_text(g))
        status = err_set(err, STATUS_IO, &NO_START, span_of(spec->name), (struct span){0});
    if (status == STATUS_OK)
        *state = g;
    else
        gnu_close(g);
    return status;
}

/* Each game has a process of its own: what it says after a move that mates ("White mates!") is
 * still to be read when the next game begins, and would be taken for giving that up. */
static bool gnu_new_game(void *state, uint64_t number)
{
    struct gnushogi *g = state;
    (void)number;
    if (g->sent_plies)
        return false;
    buf_clear(&g->text);
    buf_add_str(&g->text, "new\nforce\n");
    return send_text(g);
}

static void note_word(struct player_answer *out, struct span word)
{
    size_t n = word.n < sizeof out->bad_word - 1 ? word.n : sizeof out->bad_word - 1;
    memcpy(out->bad_word, word.p, n);
    out->bad_word[n] = '\0';
}

/* Its own move: "12. ... 8b4b 299050".  False for all other lines. */
static bool is_its_move(struct span line, struct player_answer *out)
{
    uint64_t n;
    if (!num_eat_u64(&line, UINT32_MAX, &n) || !span_eat(&line, SPAN(". ... ")))
        return false;
    ptrdiff_t end = span_find(line, SPAN(" "));
    struct span word = span_make(line.p, end < 0 ? line.n : (size_t)end);
    note_word(out, word);
    out->reply = shogi_usi_parse(word, &out->move) ? PLAYER_MOVES : PLAYER_NO_MOVE;
    return true;
}

static bool resigns_text(struct span line)
{
    return span_find(line, SPAN("resign")) >= 0 || span_find(line, SPAN("mates!")) >= 0;
}

static bool request_move(struct gnushogi *g, const struct referee *r)
{
    buf_clear(&g->text);
    buf_add_str(&g->text, "force\n");
    for (; g->sent_plies < r->plies; g->sent_plies++) {
        shogi_usi_print(r->moves[g->sent_plies], &g->text);
        buf_add_char(&g->text, '\n');
    }
    buf_add_str(&g->text, r->pos.turn == SHOGI_BLACK ? "black\ngo\n" : "white\ngo\n");
    return send_text(g);
}

static void gnu_move(void *state, const struct player_spec *spec, const struct referee *r,
                     const struct usi_clocks *clocks, struct player_answer *out)
{
    struct gnushogi *g = state;
    uint64_t deadline = steady_ms() + player_wait_ms(spec, clocks, r->pos.turn);
    struct span line;
    enum child_event event;
    if (shogi_pos_which_handicap(&r->start) != SHOGI_EVEN || !request_move(g, r))
        return;
    while ((event = child_line(&g->child, deadline, &line)) == CHILD_LINE) {
        if (is_its_move(line, out)) {
            g->sent_plies++;
            return;
        }
        if (resigns_text(line) || span_starts(line, SPAN("Illegal move"))) {
            out->reply = resigns_text(line) ? PLAYER_RESIGNS : PLAYER_NO_MOVE;
            note_word(out, line);
            return;
        }
    }
    out->reply = event == CHILD_LATE        ? PLAYER_HANGS
                 : event == CHILD_CANCELLED ? PLAYER_CANCELLED
                                            : PLAYER_DIED;
}

const struct player_kind player_gnushogi = {
    .name = "gnushogi",
    .open = gnu_open,
    .new_game = gnu_new_game,
    .move = gnu_move,
    .close = gnu_close,
};

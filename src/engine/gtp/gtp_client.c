/* gtp_client.c: see gtp_client.h. */
#include "engine/gtp/gtp_client.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/io/child.h"
#include "engine/gtp/gtp_parse.h"

enum {
    SEND_MS = 5000,
    REPLY_MS = 10000, /* to a command that needs no thought */
    QUIT_MS = 500,
    MOST_REPLY = 1 << 16,
};

static const struct msg NO_GTP = {"%1 does not speak GTP", "%1 は GTP に応答しません"};

struct gtp_client {
    struct child child;
    struct buf name, text, reply;
    /* What is on its board: the start that was set up, and the moves sent or received since. */
    struct go_pos start;
    double komi;
    go_move *moves;
    size_t count, cap;
    bool has_board;
    bool ended; /* of no more use */
};

/* --- Commands --------------------------------------------------------------------------------- */

/* Reads a reply: lines up to an empty one.  *good: it began with "=".  Lines before the reply are
 * passed over, as some programs greet. */
static enum child_event read_reply(struct gtp_client *c, uint64_t deadline, bool *good)
{
    struct span line;
    enum child_event event;
    bool begun = false;
    buf_clear(&c->reply);
    while ((event = child_line(&c->child, deadline, &line)) == CHILD_LINE) {
        line = span_trim(line);
        if (!begun && line.n && (line.p[0] == '=' || line.p[0] == '?')) {
            begun = true;
            *good = line.p[0] == '=';
            buf_add_span(&c->reply, span_trim(span_skip(line, 1)));
        } else if (begun && line.n == 0) {
            return CHILD_LINE;
        } else if (begun) {
            buf_add_char(&c->reply, '\n');
            buf_add_span(&c->reply, line);
        }
    }
    return event;
}

/* Sends what is in c->text. */
static enum child_event ask(struct gtp_client *c, uint32_t ms, bool *good)
{
    *good = false;
    buf_add_char(&c->text, '\n');
    if (buf_status(&c->text) != STATUS_OK)
        return CHILD_GARBAGE;
    if (!child_send(&c->child, buf_span(&c->text), steady_ms() + SEND_MS))
        return c->child.cancel && atomic_load(c->child.cancel) ? CHILD_CANCELLED : CHILD_CLOSED;
    return read_reply(c, steady_ms() + ms, good);
}

static void begin_command(struct gtp_client *c, const char *words)
{
    buf_clear(&c->text);
    buf_add_str(&c->text, words);
}

static enum gtp_reply failure_of(enum child_event event)
{
    if (event == CHILD_CANCELLED)
        return GTP_CANCELLED;
    return event == CHILD_LATE ? GTP_HANGS : GTP_DIED;
}

static void note_word(const struct gtp_client *c, struct gtp_answer *out)
{
    struct span word = buf_span(&c->reply);
    snprintf(out->word, sizeof out->word, "%.*s",
             (int)(word.n < sizeof out->word ? word.n : sizeof out->word - 1),
             word.p ? word.p : "");
    for (char *p = out->word; *p; p++)
        if ((unsigned char)*p < ' ')
            *p = ' ';
}

/* A command that must succeed.  False: *out says why not. */
static bool command(struct gtp_client *c, struct gtp_answer *out)
{
    bool good;
    enum child_event event = ask(c, REPLY_MS, &good);
    if (event == CHILD_LINE && good)
        return true;
    out->reply = event == CHILD_LINE ? GTP_REFUSED : failure_of(event);
    if (event == CHILD_LINE)
        note_word(c, out);
    return false;
}

/* --- Its board -------------------------------------------------------------------------------- */

/* Only the stones matter: what was captured before a start is nothing that GTP could say. */
static bool same_start(const struct gtp_client *c, const struct gtp_game *g)
{
    for (int i = 0; i < GTP_POINTS; i++)
        if (go_stone_at(&c->start, gtp_point(i)) != go_stone_at(&g->start, gtp_point(i)))
            return false;
    return c->has_board && c->komi == g->komi;
}

long gtp_client_has(const struct gtp_client *c, const struct gtp_game *g)
{
    if (c->ended || !same_start(c, g) || c->count > g->count)
        return -1;
    for (size_t i = 0; i < c->count; i++)
        if (c->moves[i] != g->moves[i])
            return -1;
    return (long)c->count;
}

static bool note_move(struct gtp_client *c, go_move m)
{
    go_move *grown = mem_grow(c->moves, c->count, &c->cap, GTP_MOST_MOVES + 1, sizeof *grown);
    if (!grown)
        return false;
    c->moves = grown;
    c->moves[c->count++] = m;
    return true;
}

static const char *color_word(int color)
{
    return color == GO_BLACK ? "black" : "white";
}

static void add_vertex_of(struct gtp_client *c, int point)
{
    buf_add_char(&c->text, ' ');
    go_point_print(point, &c->text);
}

/* The stones of a handicap; one by one for programs that do not know the command. */
static bool put_stones(struct gtp_client *c, const struct go_pos *start, struct gtp_answer *out)
{
    bool good, any = false;
    begin_command(c, "set_free_handicap");
    for (int i = 0; i < GTP_POINTS; i++)
        if (go_stone_at(start, gtp_point(i))) {
            add_vertex_of(c, gtp_point(i));
            any = true;
        }
    if (!any)
        return true;
    enum child_event event = ask(c, REPLY_MS, &good);
    if (event != CHILD_LINE)
        out->reply = failure_of(event);
    for (int i = 0; i < GTP_POINTS && event == CHILD_LINE && !good; i++)
        if (go_stone_at(start, gtp_point(i))) {
            begin_command(c, "play black");
            add_vertex_of(c, gtp_point(i));
            if (!command(c, out))
                return false;
        }
    return event == CHILD_LINE;
}

static bool set_up(struct gtp_client *c, const struct gtp_game *g, struct gtp_answer *out)
{
    c->has_board = false;
    c->count = 0;
    begin_command(c, "boardsize 19");
    if (!command(c, out))
        return false;
    begin_command(c, "clear_board");
    if (!command(c, out))
        return false;
    begin_command(c, "");
    buf_printf(&c->text, "komi %g", g->komi);
    if (!command(c, out) || !put_stones(c, &g->start, out))
        return false;
    c->start = g->start;
    c->komi = g->komi;
    c->has_board = true;
    return true;
}

static bool send_move(struct gtp_client *c, go_move m, struct gtp_answer *out)
{
    begin_command(c, "play ");
    buf_add_str(&c->text, color_word(go_move_color(m)));
    buf_add_char(&c->text, ' ');
    gtp_vertex_print(m, &c->text);
    if (!command(c, out))
        return false;
    if (note_move(c, m))
        return true;
    out->reply = GTP_DIED;
    return false;
}

/* --- A move ----------------------------------------------------------------------------------- */

static void read_move(struct gtp_client *c, const struct gtp_game *g, struct gtp_answer *out)
{
    struct span word = span_trim(buf_span(&c->reply));
    int point;
    out->reply = GTP_BAD_MOVE;
    note_word(c, out);
    if (span_eq_nocase(word, SPAN("resign"))) {
        out->reply = GTP_RESIGN;
        c->has_board = false; /* what it does after that is its own affair */
        return;
    }
    if (!gtp_vertex_parse(word, &point))
        return;
    out->move = point < 0 ? go_pass_make(g->pos.turn) : go_move_make(GO_PLAY, g->pos.turn, point);
    if ((point < 0 || gtp_game_may_play(g, out->move)) && note_move(c, out->move))
        out->reply = GTP_MOVE;
}

static void think(struct gtp_client *c, const struct gtp_game *g, uint32_t patience_ms,
                  struct gtp_answer *out)
{
    bool good;
    begin_command(c, "genmove ");
    buf_add_str(&c->text, color_word(g->pos.turn));
    enum child_event event = ask(c, patience_ms, &good);
    if (event != CHILD_LINE)
        out->reply = failure_of(event);
    else if (good)
        read_move(c, g, out);
    else
        note_word(c, out);
}

void gtp_client_move(struct gtp_client *c, const struct gtp_game *g, uint32_t patience_ms,
                     const atomic_bool *cancel, struct gtp_answer *out)
{
    const atomic_bool *before = c->child.cancel;
    bool good = true;
    *out = (struct gtp_answer){.reply = GTP_REFUSED};
    c->child.cancel = cancel;
    long has = gtp_client_has(c, g);
    if (has < 0) {
        good = set_up(c, g, out);
        has = 0;
    }
    for (size_t i = (size_t)has; i < g->count && good; i++)
        good = send_move(c, g->moves[i], out);
    if (good)
        think(c, g, patience_ms, out);
    c->child.cancel = before;
    c->ended = out->reply != GTP_MOVE && out->reply != GTP_RESIGN;
}

/* --- Opening and closing ---------------------------------------------------------------------- */

/* "GNU Go 3.8" */
static enum status say_hello(struct gtp_client *c, struct span words, uint32_t ms, struct err *err)
{
    bool good;
    begin_command(c, "name");
    enum child_event event = ask(c, ms, &good);
    if (event == CHILD_LINE && good) {
        buf_add_span(&c->name, buf_span(&c->reply));
        begin_command(c, "version");
        event = ask(c, REPLY_MS, &good);
    }
    if (event == CHILD_CANCELLED)
        return err_plain(err, STATUS_CANCELLED, NULL);
    if (event != CHILD_LINE)
        return err_set(err, STATUS_IO, &NO_GTP, words, SPAN(""));
    if (good && c->reply.n) {
        buf_add_char(&c->name, ' ');
        buf_add_span(&c->name, buf_span(&c->reply));
    }
    return buf_status(&c->name) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status gtp_client_open(struct gtp_client **out, struct span words,
                            const struct gtp_client_options *opt, struct err *err)
{
    const struct child_options child = {.cancel = opt->cancel};
    struct gtp_client *c = mem_calloc(1, sizeof *c);
    *out = NULL;
    if (!c)
        return err_nomem(err);
    buf_init(&c->name, GTP_WORD_BYTES * 4);
    buf_init(&c->text, MOST_REPLY);
    buf_init(&c->reply, MOST_REPLY);
    enum status st = child_start(&c->child, words, opt->path, &child, err);
    if (st == STATUS_OK) {
        st = say_hello(c, words, opt->hello_ms ? opt->hello_ms : GTP_HELLO_MS, err);
        c->child.cancel = NULL;
    }
    if (st != STATUS_OK) {
        gtp_client_close(c);
        return st;
    }
    *out = c;
    return STATUS_OK;
}

void gtp_client_close(struct gtp_client *c)
{
    if (!c)
        return;
    c->child.cancel = NULL;
    if (c->child.pid && !c->ended)
        (void)child_send(&c->child, SPAN("quit\n"), steady_ms() + QUIT_MS);
    child_stop(&c->child, c->ended ? 0 : QUIT_MS);
    buf_release(&c->name);
    buf_release(&c->text);
    buf_release(&c->reply);
    mem_free(c->moves);
    mem_free(c);
}

struct span gtp_client_name(const struct gtp_client *c)
{
    return buf_span(&c->name);
}

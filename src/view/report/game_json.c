/* game_json.c: see game_json.h. */
#include "view/report/game_json.h"

#include "base/alloc.h"
#include "formats/shogi/ki2_notation.h"
#include "games/shogi/shogi.h"
#include "view/board/chaturanga_picture.h"
#include "view/board/game_view.h"
#include "view/board/go_board.h"
#include "view/board/shogi_move_text.h"
#include "view/report/record_json.h"
#include "view/report/result_json.h"

/* Where we are on a line of play, of any game. */
struct json_walk {
    const struct record *rec;
    void *pos; /* owned */
    uint32_t node, ply;
    int last_to;     /* where the last move of shogi went; -1: nowhere */
    struct buf text; /* room for what is being written */
};

/* Variations that a page can show; beyond this they are left out, which "nodes" tells. */
enum { MAX_VARIATIONS = 2000, MAX_VARIATION_MOVES = 20000 };

static void add_text(struct json *j, const char *key, struct buf *text)
{
    json_key_str(j, key, buf_span(text));
    buf_clear(text);
}

static void add_headers(struct json *j, const struct record *rec)
{
    record_headers_to_json(j, rec);
    json_key(j, "headers");
    json_open_array(j);
    for (uint32_t i = 0; i < rec->header_count; i++) {
        json_open_object(j);
        json_key_str(j, "key", rec->headers[i].key);
        json_key_str(j, "value", rec->headers[i].value);
        json_end(j);
    }
    json_end(j);
}

static void add_end(struct json *j, const struct record *rec, struct buf *text)
{
    char result[2] = {record_result_letter(rec), '\0'};
    const struct game_view *view = view_of_game(rec->game);
    uint32_t plies;
    record_last_move(rec, &plies);
    json_key_str(j, "start", rec->start);
    json_key_u64(j, "startPly", rec->start_ply);
    json_key_u64(j, "plies", plies);
    json_key_u64(j, "nodes", rec->node_count - 1);
    json_key_cstr(j, "result", result);
    points_to_json(j, rec->game, rec->points);
    json_key_cstr(j, "end", record_end_name(rec->end));
    json_key(j, "summary");
    json_open_object(j);
    for (int lang = LANG_EN; lang <= LANG_JA; lang++) {
        if (view)
            view->result(rec, (enum lang)lang, text);
        add_text(j, lang == LANG_JA ? "ja" : "en", text);
    }
    json_end(j);
}

static void add_note(struct json *j, const struct record *rec, uint32_t node)
{
    const struct record_note *note = record_note_at(rec, node);
    if (note->comment.n)
        json_key_str(j, "comment", note->comment);
    if (note->value.kind == VALUE_NONE)
        return;
    json_key(j, "value");
    json_open_object(j);
    json_key_i64(j, note->value.kind == VALUE_MATE ? "mate" : "centipawns", note->value.number);
    json_end(j);
}

/* --- How people write a move, which is legal in w->pos ----------------------------------------- */

static void shogi_words(const struct json_walk *w, game_move m, enum lang lang, struct buf *out)
{
    if (lang == LANG_JA)
        buf_add_str(out, ki2_mark(shogi_turn(w->pos)));
    shogi_move_text(w->pos, (shogi_move)m, w->last_to, lang, out);
}

static void go_words_of(const struct json_walk *w, game_move m, enum lang lang, struct buf *out)
{
    (void)w;
    go_move_text((go_move)m, lang, out);
}

static void chaturanga_words_of(const struct json_walk *w, game_move m, enum lang lang,
                                struct buf *out)
{
    chaturanga_turn_text(w->pos, m, lang, out);
}

static const struct {
    const struct game *game;
    void (*add)(const struct json_walk *w, game_move m, enum lang lang, struct buf *out);
} MOVE_WORDS[] = {
    {&shogi_game, shogi_words},
    {&go_game, go_words_of},
    {&chaturanga_game, chaturanga_words_of},
};

static void add_move(struct json *j, struct json_walk *w, game_move m)
{
    w->rec->game->text.move_print(w->pos, m, &w->text);
    add_text(j, "move", &w->text);
    for (size_t i = 0; i < sizeof MOVE_WORDS / sizeof *MOVE_WORDS; i++) {
        if (MOVE_WORDS[i].game != w->rec->game)
            continue;
        MOVE_WORDS[i].add(w, m, LANG_JA, &w->text);
        add_text(j, "ja", &w->text);
        MOVE_WORDS[i].add(w, m, LANG_EN, &w->text);
        add_text(j, "en", &w->text);
    }
}

/* --- Walking ---------------------------------------------------------------------------------- */

static enum status walk_start(struct json_walk *w, struct err *err)
{
    w->node = w->ply = 0;
    w->last_to = -1;
    return w->rec->game->text.pos_parse(w->pos, w->rec->start, err);
}

/* The move must be legal. */
static void walk_to(struct json_walk *w, uint32_t node)
{
    game_move m = w->rec->nodes[node].move;
    w->rec->game->rules.play(w->pos, m);
    w->last_to = shogi_move_to((shogi_move)m);
    w->node = node;
    w->ply++;
}

/* Makes the node's move (0: none, this is the start) and adds the position that it led to. */
static void add_position(struct json *j, struct json_walk *w, uint32_t node)
{
    json_open_object(j);
    json_key_u64(j, "ply", node ? w->ply + 1 : 0);
    if (node) {
        add_move(j, w, w->rec->nodes[node].move);
        if (w->rec->nodes[node].time_ms != RECORD_NO_TIME)
            json_key_u64(j, "ms", w->rec->nodes[node].time_ms);
        walk_to(w, node);
    }
    w->rec->game->text.pos_print(w->pos, w->rec->start_ply + w->ply + 1, &w->text);
    add_text(j, "sfen", &w->text);
    json_key_i64(j, "turn", w->rec->game->rules.seat_to_move(w->pos));
    add_note(j, w->rec, w->node);
    json_end(j);
}

static bool is_move(const struct json_walk *w, uint32_t node)
{
    /* a stored game that was damaged: what is right is shown */
    return node && w->rec->nodes[node].move &&
           w->rec->game->rules.move_is_legal(w->pos, w->rec->nodes[node].move);
}

/* From node on by first children; returns how many. */
static uint32_t add_line(struct json *j, struct json_walk *w, uint32_t node)
{
    uint32_t count = 0;
    for (; is_move(w, node); node = w->rec->nodes[node].child, count++)
        add_position(j, w, node);
    return count;
}

/* --- Variations ------------------------------------------------------------------------------- */

/* Goes to the position that the node's move is made in; false if the way there is damaged. */
static bool walk_before(struct json_walk *w, uint32_t node, uint32_t *path, struct err *err)
{
    uint32_t n = 0;
    for (uint32_t at = w->rec->nodes[node].parent; at && n < RECORD_MAX_PLIES;
         at = w->rec->nodes[at].parent)
        path[n++] = at;
    if (walk_start(w, err) != STATUS_OK)
        return false;
    while (n > 0 && is_move(w, path[n - 1]))
        walk_to(w, path[--n]);
    return n == 0 && is_move(w, node);
}

/* line_of: which line each node is on, 0 being the game itself. */
static void add_variations(struct json *j, struct json_walk *w, uint32_t *line_of, uint32_t *path)
{
    const struct record_node *nodes = w->rec->nodes;
    uint32_t lines = 0, moves = 0;
    for (uint32_t node = record_next(w->rec, 0); node; node = record_next(w->rec, node)) {
        uint32_t parent = nodes[node].parent;
        struct err err;
        line_of[node] = line_of[parent];
        if (nodes[parent].child == node || lines == MAX_VARIATIONS || moves > MAX_VARIATION_MOVES ||
            !walk_before(w, node, path, &err))
            continue;
        line_of[node] = ++lines;
        json_open_object(j);
        json_key_u64(j, "line", line_of[parent]);
        json_key_u64(j, "ply", w->ply);
        json_key(j, "positions");
        json_open_array(j);
        moves += add_line(j, w, node);
        json_end(j);
        json_end(j);
    }
}

static enum status add_tree(struct json *j, struct json_walk *w, struct err *err)
{
    uint32_t *line_of = mem_calloc(w->rec->node_count, sizeof *line_of);
    uint32_t *path = mem_calloc(RECORD_MAX_PLIES, sizeof *path);
    enum status s = line_of && path ? walk_start(w, err) : err_nomem(err);
    if (s == STATUS_OK) {
        json_key(j, "positions");
        json_open_array(j);
        add_position(j, w, 0);
        add_line(j, w, w->rec->nodes[0].child);
        json_end(j);
        json_key(j, "variations");
        json_open_array(j);
        add_variations(j, w, line_of, path);
        json_end(j);
        s = buf_status(&w->text);
    }
    mem_free(line_of);
    mem_free(path);
    return s;
}

enum status game_to_json(struct json *j, const struct record *rec, struct err *err)
{
    struct json_walk w = {.rec = rec};
    enum status s = STATUS_OK;
    w.pos = mem_calloc_aligned(64, 1, (rec->game->pos_bytes + 63) / 64 * 64);
    if (!w.pos)
        return err_nomem(err);
    buf_init(&w.text, BUF_DEFAULT_MAX);
    add_headers(j, rec);
    add_end(j, rec, &w.text);
    s = add_tree(j, &w, err);
    buf_release(&w.text);
    mem_free(w.pos);
    if (s == STATUS_OK)
        s = buf_status(j->out);
    return s == STATUS_NOMEM ? err_nomem(err) : s;
}

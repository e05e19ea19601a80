/* game_json.c: see game_json.h. */
#include "view/report/game_json.h"

#include "base/alloc.h"
#include "formats/shogi/ki2_notation.h"
#include "games/shogi/shogi.h"
#include "view/board/chaturanga_picture.h"
#include "view/board/go_board.h"
#include "view/board/shogi_move_text.h"
#include "view/report/record_json.h"
#include "view/report/result_json.h"

/* Where we are on a line of play, of any game. */
struct json_walk {
    const struct record *rec;
    struct shogi_pos pos;
    struct go_pos *go; /* NULL: another game */
    bool four;         /* chaturanga, */
    struct chaturanga_pos chaturanga;
    uint32_t node, ply;
    int last_to;
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
    shogi_result_text(rec, LANG_EN, text);
    add_text(j, "en", text);
    shogi_result_text(rec, LANG_JA, text);
    add_text(j, "ja", text);
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

/* How people write the move, which is legal in w->pos. */
static void add_shogi_move(struct json *j, struct json_walk *w, shogi_move m)
{
    shogi_usi_print(m, &w->text);
    add_text(j, "move", &w->text);
    buf_add_str(&w->text, ki2_mark(shogi_turn(&w->pos)));
    shogi_move_text(&w->pos, m, w->last_to, LANG_JA, &w->text);
    add_text(j, "ja", &w->text);
    shogi_move_text(&w->pos, m, w->last_to, LANG_EN, &w->text);
    add_text(j, "en", &w->text);
}

static void add_go_move(struct json *j, struct json_walk *w, go_move m)
{
    go_move_print(m, &w->text);
    add_text(j, "move", &w->text);
    go_move_text(m, LANG_JA, &w->text);
    add_text(j, "ja", &w->text);
    go_move_text(m, LANG_EN, &w->text);
    add_text(j, "en", &w->text);
}

static void add_chaturanga_turn(struct json *j, struct json_walk *w, game_move turn)
{
    chaturanga_turn_print(&w->chaturanga, turn, &w->text);
    add_text(j, "move", &w->text);
    chaturanga_turn_text(&w->chaturanga, turn, LANG_JA, &w->text);
    add_text(j, "ja", &w->text);
    chaturanga_turn_text(&w->chaturanga, turn, LANG_EN, &w->text);
    add_text(j, "en", &w->text);
}

/* --- Walking, whatever the game --------------------------------------------------------------- */

static enum status walk_start(struct json_walk *w, struct err *err)
{
    w->node = w->ply = 0;
    w->last_to = -1;
    if (w->go)
        return go_pos_parse(w->go, w->rec->start, err);
    if (w->four)
        return chaturanga_parse(&w->chaturanga, w->rec->start, err);
    return shogi_sfen_parse(&w->pos, w->rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
}

static bool walk_may(const struct json_walk *w, game_move m)
{
    if (w->four)
        return chaturanga_is_legal(&w->chaturanga, m);
    return w->go ? go_game.rules.move_is_legal(w->go, m)
                 : shogi_move_is_legal(&w->pos, (shogi_move)m);
}

/* The move must be one that it may. */
static void walk_to(struct json_walk *w, uint32_t node)
{
    game_move m = w->rec->nodes[node].move;
    struct shogi_undo undo;
    if (w->go) {
        go_play(w->go, (go_move)m, NULL);
    } else if (w->four) {
        chaturanga_play_turn(&w->chaturanga, m);
    } else {
        shogi_play(&w->pos, (shogi_move)m, &undo);
        w->last_to = shogi_move_to((shogi_move)m);
    }
    w->node = node;
    w->ply++;
}

/* Makes the node's move (0: none, this is the start) and adds the position that it led to. */
static void add_position(struct json *j, struct json_walk *w, uint32_t node)
{
    json_open_object(j);
    json_key_u64(j, "ply", node ? w->ply + 1 : 0);
    if (node) {
        if (w->go)
            add_go_move(j, w, (go_move)w->rec->nodes[node].move);
        else if (w->four)
            add_chaturanga_turn(j, w, w->rec->nodes[node].move);
        else
            add_shogi_move(j, w, (shogi_move)w->rec->nodes[node].move);
        if (w->rec->nodes[node].time_ms != RECORD_NO_TIME)
            json_key_u64(j, "ms", w->rec->nodes[node].time_ms);
        walk_to(w, node);
    }
    if (w->go)
        go_pos_print(w->go, &w->text);
    else if (w->four)
        chaturanga_print(&w->chaturanga, &w->text);
    else
        shogi_sfen_print(&w->pos, w->rec->start_ply + w->ply + 1, &w->text);
    add_text(j, "sfen", &w->text);
    json_key_i64(j, "turn",
                 w->go     ? w->go->turn
                 : w->four ? w->chaturanga.turn
                           : shogi_turn(&w->pos));
    add_note(j, w->rec, w->node);
    json_end(j);
}

static bool is_move(const struct json_walk *w, uint32_t node)
{
    /* a stored game that was damaged: what is right is shown */
    return node && w->rec->nodes[node].move && walk_may(w, w->rec->nodes[node].move);
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
    struct json_walk w = {.rec = rec, .four = rec->game == &chaturanga_game};
    enum status s = STATUS_OK;
    if (rec->game == &go_game && !(w.go = mem_calloc_aligned(64, 1, (sizeof *w.go + 63) / 64 * 64)))
        return err_nomem(err);
    buf_init(&w.text, BUF_DEFAULT_MAX);
    add_headers(j, rec);
    add_end(j, rec, &w.text);
    s = add_tree(j, &w, err);
    buf_release(&w.text);
    mem_free(w.go);
    if (s == STATUS_OK)
        s = buf_status(j->out);
    return s == STATUS_NOMEM ? err_nomem(err) : s;
}

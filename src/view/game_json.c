/* game_json.c: see game_json.h. */
#include "view/game_json.h"

#include "formats/ki2_notation.h"
#include "games/shogi/shogi.h"
#include "view/go_board.h"
#include "view/move_text.h"

/* Where we are on the main line. */
struct walk {
    const struct record *rec;
    struct shogi_pos pos;
    uint32_t node, ply;
    int last_to;
    struct buf text; /* room for what is being written */
};

static void add_text(struct json *j, const char *key, struct buf *text)
{
    json_key_str(j, key, buf_span(text));
    buf_clear(text);
}

static void add_header(struct json *j, const struct record *rec, const char *key, int id)
{
    struct span value = record_header(rec, id);
    if (value.n)
        json_key_str(j, key, value);
}

static void add_headers(struct json *j, const struct record *rec)
{
    for (int seat = 0; seat < rec->game->seats; seat++)
        add_header(j, rec, rec->game->seat_names[seat], HEADER_PLAYER + seat);
    add_header(j, rec, "event", HEADER_EVENT);
    add_header(j, rec, "site", HEADER_SITE);
    add_header(j, rec, "date", HEADER_START_TIME);
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
    json_key_cstr(j, "end", record_end_name(rec->end));
    json_key(j, "summary");
    json_open_object(j);
    result_text(rec, LANG_EN, text);
    add_text(j, "en", text);
    result_text(rec, LANG_JA, text);
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

/* The move, legal in w->pos, and how people write it. */
static void add_move(struct json *j, struct walk *w, shogi_move m)
{
    shogi_usi_print(m, &w->text);
    add_text(j, "move", &w->text);
    buf_add_str(&w->text, ki2_mark(shogi_turn(&w->pos)));
    move_text(&w->pos, m, w->last_to, LANG_JA, &w->text);
    add_text(j, "ja", &w->text);
    move_text(&w->pos, m, w->last_to, LANG_EN, &w->text);
    add_text(j, "en", &w->text);
    if (w->rec->nodes[w->node].time_ms != RECORD_NO_TIME)
        json_key_u64(j, "ms", w->rec->nodes[w->node].time_ms);
}

static void add_position(struct json *j, struct walk *w, shogi_move m)
{
    json_open_object(j);
    json_key_u64(j, "ply", w->ply);
    if (m) {
        struct shogi_undo undo;
        add_move(j, w, m);
        shogi_play(&w->pos, m, &undo);
        w->last_to = shogi_move_to(m);
    }
    shogi_sfen_print(&w->pos, w->rec->start_ply + w->ply + 1, &w->text);
    add_text(j, "sfen", &w->text);
    json_key_i64(j, "turn", shogi_turn(&w->pos));
    add_note(j, w->rec, w->node);
    json_end(j);
}

static enum status add_positions(struct json *j, struct walk *w, struct err *err)
{
    const struct record *rec = w->rec;
    enum status s = shogi_sfen_parse(&w->pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (s)
        return s;
    json_key(j, "positions");
    json_open_array(j);
    add_position(j, w, 0);
    while ((w->node = rec->nodes[w->node].child) && rec->nodes[w->node].move) {
        shogi_move m = (shogi_move)rec->nodes[w->node].move;
        if (!shogi_move_is_legal(&w->pos, m))
            break; /* a stored game that was damaged: what is right is shown */
        w->ply++;
        add_position(j, w, m);
    }
    json_end(j);
    return buf_status(&w->text);
}

/* --- Go ----------------------------------------------------------------------------------------
 */

static void add_go_position(struct json *j, struct walk *w, struct go_pos *pos, go_move m)
{
    json_open_object(j);
    json_key_u64(j, "ply", w->ply);
    if (m) {
        go_move_print(m, &w->text);
        add_text(j, "move", &w->text);
        go_move_text(m, LANG_JA, &w->text);
        add_text(j, "ja", &w->text);
        go_move_text(m, LANG_EN, &w->text);
        add_text(j, "en", &w->text);
        if (w->rec->nodes[w->node].time_ms != RECORD_NO_TIME)
            json_key_u64(j, "ms", w->rec->nodes[w->node].time_ms);
    }
    go_pos_print(pos, &w->text);
    add_text(j, "sfen", &w->text);
    json_key_i64(j, "turn", pos->turn);
    add_note(j, w->rec, w->node);
    json_end(j);
}

static enum status add_go_positions(struct json *j, struct walk *w, struct err *err)
{
    const struct record *rec = w->rec;
    struct go_pos pos;
    enum status s = go_pos_parse(&pos, rec->start, err);
    if (s)
        return s;
    json_key(j, "positions");
    json_open_array(j);
    add_go_position(j, w, &pos, 0);
    while ((w->node = rec->nodes[w->node].child) && rec->nodes[w->node].move) {
        go_move m = (go_move)rec->nodes[w->node].move;
        if (!go_play(&pos, m, NULL))
            break; /* as above */
        w->ply++;
        add_go_position(j, w, &pos, m);
    }
    json_end(j);
    return buf_status(&w->text);
}

enum status game_to_json(struct json *j, const struct record *rec, struct err *err)
{
    struct walk w = {.rec = rec, .last_to = -1};
    buf_init(&w.text, BUF_DEFAULT_MAX);
    add_headers(j, rec);
    add_end(j, rec, &w.text);
    enum status s =
        rec->game == &go_game ? add_go_positions(j, &w, err) : add_positions(j, &w, err);
    buf_release(&w.text);
    if (s == STATUS_OK)
        s = buf_status(j->out);
    return s == STATUS_NOMEM ? err_nomem(err) : s;
}

/* api_game.c: /api/game/ID and /api/board. */

#include "base/alloc.h"
#include "base/text/num.h"
#include "db/db_edits.h"
#include "query/run/tags.h"
#include "view/board/game_view.h"
#include "view/board/shogi_board.h"
#include "view/report/game_json.h"
#include "web/api.h"

static const struct msg NO_GAME = {"there is no game %1", "対局 %1 はありません"};
static const struct msg WHICH_DB = {"missing database of the game; use db=NAME",
                                    "対局のデータベースを db=NAME で指定してください"};
static const struct msg NO_PLY = {"the game has only %1 moves", "この対局は %1 手までです"};
static const struct msg NO_POSITION = {"missing position; use sfen, or game and ply",
                                       "局面を sfen か、game と ply で指定してください"};
static const struct msg BAD_THEME = {
    "unknown theme %1; use auto, wood, dark or paper",
    "配色 %1 はありません。auto, wood, dark, paper のいずれかを指定してください"};

/* Reads the game of that id in the database asked for into rec, the caller's. */
static enum status fetch(struct api_call *call, struct span id_text, struct record *rec,
                         struct api_databases *in, uint64_t *id, struct err *err)
{
    enum status st = api_databases(call, in, err);
    if (st != STATUS_OK)
        return st;
    if (in->count != 1)
        return err_plain(err, STATUS_RANGE, &WHICH_DB);
    if (!num_parse_u64(id_text, UINT32_MAX, id))
        return err_set(err, STATUS_NOT_FOUND, &NO_GAME, id_text, SPAN(""));
    st = db_record(in->dbs[0], (uint32_t)*id, rec, err);
    if (st == STATUS_NOT_FOUND) /* its own message has the database's path */
        return err_set(err, STATUS_NOT_FOUND, &NO_GAME, id_text, SPAN(""));
    return api_stored(st, err);
}

static void add_tag(struct json *j, const struct named_tag *tag)
{
    json_open_object(j);
    json_key_str(j, "group", tag->named->group);
    json_key_str(j, "name", tag->named->name);
    json_key(j, "labels");
    json_open_array(j);
    for (uint32_t i = 0; i < tag->named->label_count; i++)
        json_str(j, tag->named->labels[i]);
    json_end(j);
    json_key_i64(j, "seat", tag->seat);
    json_key_u64(j, "from", tag->from);
    json_key_u64(j, "to", tag->to);
    json_key_u64(j, "spans", tag->spans);
    json_key_u64(j, "plies", tag->plies);
    json_end(j);
}

/* Castles and openings of the game, and when they held. */
static enum status add_tags(struct api_call *call, const struct record *rec, struct err *err)
{
    struct named_tags *tags = NULL;
    struct tag_list found = {0};
    enum status st = named_tags_open(&tags, call->named, call->site->game, err);
    if (st == STATUS_OK)
        st = named_tags_of_record(tags, rec, &found, err);
    json_key(&call->json, "tags");
    json_open_array(&call->json);
    for (size_t i = 0; i < found.count && st == STATUS_OK; i++)
        add_tag(&call->json, &found.at[i]);
    json_end(&call->json);
    tag_list_release(&found);
    named_tags_close(tags);
    return st;
}

static bool add_label(void *ctx, struct span name)
{
    json_str(ctx, name);
    return true;
}

/* Tags of the game in the database, and the headers that people changed. */
static enum status add_labels(struct api_call *call, const struct db *db, uint32_t id,
                              struct err *err)
{
    const struct db_segment *s;
    uint32_t number;
    size_t edited = 0;
    enum status st = db_find(db, id, &s, &number, err);
    if (st != STATUS_OK)
        return st;
    json_key(&call->json, "labels");
    json_open_array(&call->json);
    st = metadata_tags(s->metadata, number, add_label, &call->json, err);
    json_end(&call->json);
    const struct edited_field *rows = edits_of_game(&db->edits, id, &edited);
    json_key(&call->json, "edited");
    json_open_array(&call->json);
    for (size_t i = 0; i < edited; i++)
        json_cstr(&call->json, edit_field_name(db->game, rows[i].field));
    json_end(&call->json);
    return api_stored(st, err);
}

enum status api_game(struct api_call *call, struct err *err)
{
    struct json *j = &call->json;
    struct api_databases in;
    struct record rec;
    uint64_t id = 0;
    record_init(&rec);
    enum status st = fetch(call, call->rest, &rec, &in, &id, err);
    if (st == STATUS_OK) {
        json_open_object(j);
        json_key_str(j, "db", call->site->names[in.first]);
        json_key_u64(j, "game", id);
        st = game_to_json(j, &rec, err);
    }
    if (st == STATUS_OK)
        st = add_tags(call, &rec, err);
    if (st == STATUS_OK)
        st = add_labels(call, in.dbs[0], (uint32_t)id, err);
    if (st == STATUS_OK) {
        json_end(j);
        json_line(j);
    }
    record_release(&rec);
    return st;
}

/* --- Boards ---------------------------------------------------------------------------------- */

static enum status board_options(const struct api_call *call, struct board_options *opt,
                                 struct err *err)
{
    static const char *const themes[BOARD_THEMES] = {"auto", "wood", "dark", "paper"};
    struct span theme = api_text(call, "theme");
    uint64_t width;
    *opt = (struct board_options){.lang = call->lang};
    opt->letters = span_eq(api_text(call, "pieces"), SPAN("letters"));
    while (theme.n && !span_eq(theme, span_of(themes[opt->theme])))
        if (++opt->theme == BOARD_THEMES)
            return err_set(err, STATUS_RANGE, &BAD_THEME, theme, SPAN(""));
    enum status st = api_number(call, "size", 4000, 0, &width, err);
    opt->width_px = (double)width;
    return st == STATUS_OK ? api_flag(call, "flip", &opt->flip, err) : st;
}

static enum status draw(struct api_call *call, const struct record *rec, uint32_t ply,
                        struct err *err)
{
    static const struct msg NO_VIEW = {"cannot draw games of %1", "%1 の盤は描けません"};
    const struct game_view *view = view_of_game(rec->game);
    struct board_options opt;
    unsigned notes = 0;
    enum status st = board_options(call, &opt, err);
    if (st != STATUS_OK)
        return st;
    if (!view)
        return err_set(err, STATUS_UNSUPPORTED, &NO_VIEW, span_of(rec->game->name), SPAN(""));
    struct view_board what = {.rec = rec, .ply = ply, .form = VIEW_SVG, .opt = &opt};
    call->reply->type = "image/svg+xml";
    return view->board(&what, &call->reply->body, &notes, err);
}

static enum status draw_ply(struct api_call *call, const struct record *rec, struct err *err)
{
    uint64_t ply;
    uint32_t plies;
    record_last_move(rec, &plies);
    enum status st = api_number(call, "ply", rec->game->max_plies, plies, &ply, err);
    if (st == STATUS_OK && ply > plies) {
        st = err_set(err, STATUS_RANGE, &NO_PLY, SPAN_U64(plies), SPAN(""));
    }
    return st == STATUS_OK ? draw(call, rec, (uint32_t)ply, err) : st;
}

static enum status draw_game(struct api_call *call, struct span id_text, struct err *err)
{
    struct api_databases in;
    struct record rec;
    uint64_t id = 0;
    record_init(&rec);
    enum status st = fetch(call, id_text, &rec, &in, &id, err);
    if (st == STATUS_OK)
        st = draw_ply(call, &rec, err);
    record_release(&rec);
    return st;
}

/* A position by itself has neither names nor a title; of a game whose view draws none it is the
 * start of a game without moves. */
static enum status draw_position(struct api_call *call, struct span text, struct err *err)
{
    const struct game *game = call->site->game;
    const struct game_view *view = view_of_game(game);
    struct board_options opt;
    struct record rec;
    void *pos = api_position_room(call);
    enum status st = pos ? game->text.pos_parse(pos, text, err) : err_nomem(err);
    if (st == STATUS_OK && view && view->bare) {
        st = board_options(call, &opt, err);
        call->reply->type = "image/svg+xml";
        if (st == STATUS_OK)
            st = view->bare(pos, &opt, &call->reply->body, err);
        mem_free(pos);
        return st;
    }
    mem_free(pos);
    if (st != STATUS_OK)
        return st;
    record_init(&rec);
    st = record_clear(&rec, game) == STATUS_OK ? STATUS_OK : err_nomem(err);
    rec.start = text;
    if (st == STATUS_OK)
        st = draw(call, &rec, 0, err);
    record_release(&rec);
    return st;
}

enum status api_board(struct api_call *call, struct err *err)
{
    struct span sfen = api_text(call, "sfen"), game = api_text(call, "game");
    if (game.n)
        return draw_game(call, game, err);
    if (sfen.n == 0)
        return err_plain(err, STATUS_RANGE, &NO_POSITION);
    return draw_position(call, sfen, err);
}

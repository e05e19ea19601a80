/* kifu.c: see kifu.h.  A thin coat over reader, source and formats: nothing is decided here. */
#include "kifu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/io/source.h"
#include "formats/format.h"
#include "games/shogi/shogi.h"
#include "kifu_game.h"
#include "view/board/game_view.h"
#include "view/report/game_json.h"

static void copy_text(char *out, size_t cap, const char *text)
{
    int n = snprintf(out, cap, "%s", text);
    if (n >= 0 && (size_t)n >= cap) { /* cut at a character */
        size_t end = cap - 1;
        while (end && ((unsigned char)text[end] & 0xC0) == 0x80)
            end--;
        out[end] = '\0';
    }
}

void kifu_error_from(struct kifu_error *out, const struct err *err)
{
    struct buf message;
    if (!out)
        return;
    *out = (struct kifu_error){.line = err->line, .byte = err->byte};
    copy_text(out->code, sizeof out->code, status_name(err->code));
    copy_text(out->file, sizeof out->file, err->file);
    buf_init(&message, BUF_DEFAULT_MAX);
    err_format(err, LANG_EN, &message);
    copy_text(out->message, sizeof out->message, buf_cstr(&message));
    buf_release(&message);
}

char *kifu_text_from(struct buf *out, enum status st, struct err *err, size_t *n,
                     struct kifu_error *error)
{
    buf_cstr(out);
    if (st == STATUS_OK && buf_status(out) != STATUS_OK)
        st = err_nomem(err);
    if (st != STATUS_OK) {
        buf_release(out);
        kifu_error_from(error, err);
        return NULL;
    }
    if (n)
        *n = out->n;
    return out->p; /* the caller's now */
}

/* --- A game --------------------------------------------------------------------------------- */

static size_t add_text(struct buf *texts, struct span s)
{
    size_t at = texts->n;
    buf_add_span(texts, s);
    buf_add_char(texts, '\0');
    return at;
}

static void add_moves(struct kifu_game *game, void *pos)
{
    const struct record *rec = game->rec;
    for (uint32_t node = rec->nodes[0].child; node && rec->nodes[node].move;
         node = rec->nodes[node].child) {
        if (game->plies++)
            buf_add_char(&game->texts, ' ');
        rec->game->text.move_print(pos, rec->nodes[node].move, &game->texts);
        const uint32_t end = (uint32_t)(game->texts.n - game->moves);
        buf_add(&game->ends, (const char *)&end, sizeof end);
        rec->game->rules.play(pos, rec->nodes[node].move);
    }
}

enum status kifu_game_describe(struct kifu_game *game)
{
    const struct record *rec = game->rec;
    struct buf *texts = &game->texts;
    struct err err;
    buf_clear(texts);
    buf_clear(&game->ends);
    game->plies = 0;
    game->source = add_text(texts, rec->label);
    game->start = add_text(texts, rec->start);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        game->player[seat] = add_text(texts, record_header(rec, HEADER_PLAYER + seat));
    game->moves = texts->n;
    void *pos = mem_alloc(rec->game->pos_bytes);
    if (!pos)
        return STATUS_NOMEM;
    enum status st = rec->game->text.pos_parse(pos, rec->start, &err);
    if (st == STATUS_OK)
        add_moves(game, pos);
    mem_free(pos);
    buf_add_char(texts, '\0');
    if (st == STATUS_OK && buf_status(&game->ends) != STATUS_OK)
        st = buf_status(&game->ends);
    return st == STATUS_OK ? buf_status(texts) : st;
}

KIFU_API struct kifu_game *kifu_game_take(struct kifu_game *game, struct kifu_error *error)
{
    struct err err;
    struct kifu_game *own = mem_calloc(1, sizeof *own);
    struct span label;
    if (!own || !arena_copy(&game->rec->arena, game->rec->label, &label)) { /* it is the reader's */
        mem_free(own);
        (void)err_nomem(&err);
        kifu_error_from(error, &err);
        return NULL;
    }
    *own = *game;
    own->kept = *game->rec;
    own->kept.label = label;
    own->rec = &own->kept;
    record_init(game->rec);
    buf_init(&game->texts, BUF_DEFAULT_MAX);
    buf_init(&game->ends, BUF_DEFAULT_MAX);
    return own;
}

KIFU_API void kifu_game_close(struct kifu_game *game)
{
    if (!game)
        return;
    record_release(&game->kept);
    buf_release(&game->texts);
    buf_release(&game->ends);
    mem_free(game);
}

KIFU_API size_t kifu_game_plies(const struct kifu_game *game)
{
    return game->plies;
}

KIFU_API const char *kifu_game_kind(const struct kifu_game *game)
{
    return game->rec->game->name;
}

KIFU_API int kifu_game_seats(const struct kifu_game *game)
{
    return game->rec->game->seats;
}

KIFU_API const char *kifu_game_source(const struct kifu_game *game)
{
    return game->texts.p + game->source;
}

KIFU_API const char *kifu_game_format(const struct kifu_game *game)
{
    return game->rec->format ? game->rec->format : "";
}

KIFU_API const char *kifu_game_charset(const struct kifu_game *game)
{
    return game->rec->charset ? game->rec->charset : ""; /* generated */
}

KIFU_API const char *kifu_game_player(const struct kifu_game *game, int seat)
{
    return seat >= 0 && seat < GAME_MAX_SEATS ? game->texts.p + game->player[seat] : "";
}

KIFU_API char kifu_game_result(const struct kifu_game *game)
{
    return record_result_letter(game->rec);
}

KIFU_API const char *kifu_game_end(const struct kifu_game *game)
{
    return record_end_name(game->rec->end);
}

KIFU_API const char *kifu_game_start(const struct kifu_game *game)
{
    return game->texts.p + game->start;
}

KIFU_API const char *kifu_game_moves(const struct kifu_game *game)
{
    return game->texts.p + game->moves;
}

static uint32_t move_end(const struct kifu_game *game, size_t i)
{
    uint32_t end;
    memcpy(&end, game->ends.p + i * sizeof end, sizeof end);
    return end;
}

KIFU_API const char *kifu_game_move(const struct kifu_game *game, size_t i, size_t *n)
{
    *n = 0;
    if (i >= game->plies)
        return "";
    const size_t from = i ? move_end(game, i - 1) + 1u : 0;
    *n = move_end(game, i) - from;
    return kifu_game_moves(game) + from;
}

KIFU_API size_t kifu_game_problems(const struct kifu_game *game)
{
    return game->rec->problem_count;
}

KIFU_API void kifu_game_problem(const struct kifu_game *game, size_t i, struct kifu_error *error)
{
    if (i < game->rec->problem_count)
        kifu_error_from(error, &game->rec->problems[i].err);
}

static const struct msg UNKNOWN_FORMAT = {"unknown output format \"%1\"",
                                          "出力形式「%1」はありません"};

KIFU_API char *kifu_game_write(const struct kifu_game *game, const char *format, size_t *n,
                               struct kifu_error *error)
{
    const struct format *f = format_by_name(span_of(format));
    struct err err;
    struct buf out;
    unsigned losses = 0;
    buf_init(&out, BUF_DEFAULT_MAX);
    enum status st = f && f->write ? format_check_game(f, game->rec, &err)
                                   : err_set(&err, STATUS_NOT_FOUND, &UNKNOWN_FORMAT,
                                             span_of(format), (struct span){0});
    if (st == STATUS_OK)
        st = f->write(game->rec, &out, &losses, &err);
    return kifu_text_from(&out, st, &err, n, error);
}

KIFU_API void kifu_free(void *p)
{
    mem_free(p);
}

static enum status position_at(const struct record *rec, size_t ply, struct buf *out,
                               struct err *err)
{
    void *pos = mem_alloc(rec->game->pos_bytes);
    if (!pos)
        return err_nomem(err);
    enum status st = rec->game->text.pos_parse(pos, rec->start, err);
    uint32_t played = 0;
    for (uint32_t node = rec->nodes[0].child;
         st == STATUS_OK && played < ply && node && rec->nodes[node].move;
         node = rec->nodes[node].child) {
        rec->game->rules.play(pos, rec->nodes[node].move);
        played++;
    }
    if (st == STATUS_OK)
        rec->game->text.pos_print(pos, rec->start_ply + played + 1, out);
    mem_free(pos);
    return st;
}

KIFU_API char *kifu_game_position(const struct kifu_game *game, size_t ply,
                                  struct kifu_error *error)
{
    struct err err;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    enum status st = position_at(game->rec, ply, &out, &err);
    return kifu_text_from(&out, st, &err, NULL, error);
}

static enum status game_json(const struct kifu_game *game, struct buf *out, struct err *err)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "game", game->rec->game->name);
    enum status st = game_to_json(&j, game->rec, err);
    json_end(&j);
    return st;
}

KIFU_API char *kifu_game_json(const struct kifu_game *game, size_t *n, struct kifu_error *error)
{
    struct err err;
    struct buf out;
    buf_init(&out, SIZE_MAX / 2);
    enum status st = game_json(game, &out, &err);
    return kifu_text_from(&out, st, &err, n, error);
}

static const struct msg NO_PICTURE = {"games of %1 have no board to draw", "%1 の盤面は描けません"};
static const struct msg NO_SUCH_PLY = {"the game has no ply %1; its last is %2",
                                       "%1 手目はありません（最終手は %2 手目です）"};

static enum status game_svg(const struct kifu_game *game, size_t ply, struct buf *out,
                            struct err *err)
{
    const struct game_view *view = view_of_game(game->rec->game);
    const struct board_options opt = {0};
    const struct view_board what = {
        .rec = game->rec, .ply = (uint32_t)ply, .form = VIEW_SVG, .opt = &opt};
    unsigned notes = 0;
    if (!view)
        return err_set(err, STATUS_UNSUPPORTED, &NO_PICTURE, span_of(game->rec->game->name),
                       (struct span){0});
    if (ply > game->plies)
        return err_set(err, STATUS_RANGE, &NO_SUCH_PLY, SPAN_U64(ply), SPAN_U64(game->plies));
    return view->board(&what, out, &notes, err);
}

KIFU_API char *kifu_game_svg(const struct kifu_game *game, size_t ply, size_t *n,
                             struct kifu_error *error)
{
    struct err err;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    enum status st = game_svg(game, ply, &out, &err);
    return kifu_text_from(&out, st, &err, n, error);
}

/* --- Reading -------------------------------------------------------------------------------- */

struct kifu_reader {
    struct reader reader;
    struct kifu_game game;
    kifu_game_callback *each;
    kifu_error_callback *bad;
    void *ctx;
};

static void kifu_reader_init(struct kifu_reader *r, kifu_game_callback *each,
                             kifu_error_callback *bad, void *ctx)
{
    *r = (struct kifu_reader){.each = each, .bad = bad, .ctx = ctx};
    reader_init(&r->reader);
    buf_init(&r->game.texts, BUF_DEFAULT_MAX);
    buf_init(&r->game.ends, BUF_DEFAULT_MAX);
}

static void kifu_reader_release(struct kifu_reader *r)
{
    reader_release(&r->reader);
    buf_release(&r->game.texts);
    buf_release(&r->game.ends);
}

static enum status report_error(void *ctx, struct span label, const struct err *err)
{
    struct kifu_reader *r = ctx;
    struct kifu_error error;
    (void)label; /* in err->file */
    if (r->bad) {
        kifu_error_from(&error, err);
        r->bad(r->ctx, &error);
    }
    return STATUS_OK;
}

static enum status give(void *ctx, struct record *rec)
{
    struct kifu_reader *r = ctx;
    r->game.rec = rec;
    if (record_worst(rec) == PROBLEM_REJECTED) {
        for (uint32_t i = 0; i < rec->problem_count; i++)
            (void)report_error(r, rec->label, &rec->problems[i].err);
        return STATUS_OK;
    }
    enum status st = kifu_game_describe(&r->game);
    if (st != STATUS_OK)
        return st;
    return r->each(r->ctx, &r->game) == 0 ? STATUS_OK : STATUS_CANCELLED;
}

KIFU_API int kifu_read_memory(const void *bytes, size_t n, const char *label,
                              kifu_game_callback *each, void *ctx, struct kifu_error *error)
{
    struct kifu_reader r;
    struct err err;
    kifu_reader_init(&r, each, NULL, ctx);
    enum status st =
        reader_read(&r.reader, span_make(bytes, n), span_of(label), NULL, give, &r, &err);
    kifu_reader_release(&r);
    if (st != STATUS_OK)
        kifu_error_from(error, &err);
    return st == STATUS_OK ? 0 : -1;
}

static enum status read_item(void *ctx, const struct source_item *item)
{
    struct kifu_reader *r = ctx;
    struct err err;
    enum status st = reader_read(&r->reader, item->bytes, item->label, NULL, give, r, &err);
    if (st == STATUS_OK || st == STATUS_NOMEM || st == STATUS_CANCELLED)
        return st;
    return report_error(r, item->label, &err);
}

KIFU_API int kifu_read_paths(const char *const *paths, size_t n, kifu_game_callback *each,
                             kifu_error_callback *bad, void *ctx, struct kifu_error *error)
{
    struct kifu_reader r;
    struct err err = {0};
    kifu_reader_init(&r, each, bad, ctx);
    const struct source_handler handler = {.ctx = &r, .item = read_item, .problem = report_error};
    enum status st = source_walk(paths, n, NULL, &handler, &err);
    kifu_reader_release(&r);
    if (st != STATUS_OK && err.code != st) /* it came through a callback, which has no err */
        err_plain(&err, st, NULL);
    if (st != STATUS_OK)
        kifu_error_from(error, &err);
    return st == STATUS_OK ? 0 : -1;
}

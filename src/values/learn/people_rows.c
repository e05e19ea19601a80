/* people_rows.c: see people_rows.h.  A game has a row of KINDS. */
#include "values/learn/people_rows.h"

#include <string.h>

#include "base/le.h"
#include "engine/natural/people_input.h"
#include "values/learn/go_samples.h"
#include "values/learn/natural_samples.h"

enum { FLUSH_BYTES = 1 << 20 };

static const char MAGIC[8] = "KIFUROWS";

struct people_rows_kind {
    const struct game *game;
    uint16_t number; /* in the head */
    uint32_t row_bytes;
    natural_game_taker *take; /* ctx is a struct people_rows */
};

static enum status flush(struct people_rows *r, struct err *err)
{
    if (buf_status(&r->pending) != STATUS_OK)
        return err_nomem(err);
    enum status status = file_writer_add(&r->file, buf_span(&r->pending), err);
    buf_clear(&r->pending);
    return status;
}

static enum status add_row(struct people_rows *r, const unsigned char *row, struct err *err)
{
    buf_add(&r->pending, row, r->kind->row_bytes);
    r->count++;
    return r->pending.n < FLUSH_BYTES ? STATUS_OK : flush(r, err);
}

/* What every row has behind its position. */
struct row_label {
    uint16_t move, ply, split;
    uint8_t class;
    int8_t points;
    uint32_t game;
};

static void put_label(unsigned char *at, const struct row_label *l)
{
    le_put16(at, l->move);
    le_put16(at + 2, l->ply);
    le_put16(at + 4, l->split);
    at[6] = l->class;
    at[7] = (unsigned char)l->points;
    le_put32(at + 8, l->game);
}

/* --- Shogi ------------------------------------------------------------------------------------ */

enum { SHOGI_LABEL_AT = 184, SHOGI_LEGAL_AT = 196 };
_Static_assert(sizeof(struct people_input) == SHOGI_LABEL_AT,
               "its fields stand in a row as they are");
_Static_assert(SHOGI_LEGAL_AT + (PEOPLE_MOVES + 7) / 8 + 2 == SHOGI_ROW_BYTES, "as in rows.md");

static void mark_legal(unsigned char *bits, const struct shogi_pos *pos)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int count = shogi_legal_moves(pos, moves);
    for (int i = 0; i < count; i++) {
        int output = people_output_of(pos, moves[i]);
        bits[output / 8] = (unsigned char)(bits[output / 8] | 1U << output % 8);
    }
}

static enum status add_shogi_row(void *ctx, const struct natural_sample *sample, int part,
                                 struct err *err)
{
    const struct row_label label = {.move =
                                        (uint16_t)people_output_of(&sample->pos, sample->played),
                                    .ply = sample->ply,
                                    .split = sample->split,
                                    .class = sample->class,
                                    .points = sample->points,
                                    .game = sample->game};
    unsigned char row[SHOGI_ROW_BYTES] = {0};
    struct people_input in;
    (void)part;
    people_input_make(&in, &sample->pos, &sample->past);
    memcpy(row, &in, sizeof in);
    put_label(row + SHOGI_LABEL_AT, &label);
    mark_legal(row + SHOGI_LEGAL_AT, &sample->pos);
    return add_row(ctx, row, err);
}

static enum status take_shogi(void *ctx, const struct natural_game *game, bool *left_out,
                              struct err *err)
{
    (void)left_out;
    return natural_samples_of_game(game, add_shogi_row, ctx, err);
}

/* --- Go --------------------------------------------------------------------------------------- */

enum { GO_KO_AT = 362, GO_LABEL_AT = 364, GO_LEGAL_AT = 376 };
_Static_assert((int)GO_KO_AT == (int)GO_PEOPLE_POINTS + 1, "as in rows.md");
_Static_assert(GO_LEGAL_AT + (GO_PEOPLE_MOVES + 7) / 8 + 2 == GO_ROW_BYTES, "as in rows.md");

static enum status add_go_row(void *ctx, const struct go_sample *sample, struct err *err)
{
    const struct row_label label = {.move = sample->played,
                                    .ply = sample->ply,
                                    .split = sample->split,
                                    .class = sample->class,
                                    .points = sample->points,
                                    .game = sample->game};
    unsigned char row[GO_ROW_BYTES] = {0};
    memcpy(row, sample->in.points, sizeof sample->in.points);
    le_put16(row + GO_KO_AT, sample->in.ko);
    put_label(row + GO_LABEL_AT, &label);
    memcpy(row + GO_LEGAL_AT, sample->in.legal, sizeof sample->in.legal);
    return add_row(ctx, row, err);
}

static enum status take_go(void *ctx, const struct natural_game *game, bool *left_out,
                           struct err *err)
{
    const struct go_sample_taker taker = {.take = add_go_row, .ctx = ctx};
    return go_samples_of_game(game, left_out, &taker, err);
}

/* --- Files ------------------------------------------------------------------------------------ */

static const struct people_rows_kind KINDS[] = {
    {&shogi_game, 0, SHOGI_ROW_BYTES, take_shogi},
    {&go_game, 1, GO_ROW_BYTES, take_go},
};

enum status people_rows_open(struct people_rows *r, const char *path, struct err *err)
{
    *r = (struct people_rows){.file.fd = -1};
    buf_init(&r->pending, BUF_DEFAULT_MAX);
    return file_writer_open(&r->file, path, err);
}

static const struct people_rows_kind *kind_of(const struct game *game)
{
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (KINDS[i].game == game)
            return &KINDS[i];
    return NULL;
}

static void begin(struct people_rows *r, const struct people_rows_kind *kind)
{
    unsigned char head[PEOPLE_HEAD_BYTES];
    r->kind = kind;
    memcpy(head, MAGIC, sizeof MAGIC);
    le_put16(head + 8, PEOPLE_ROWS_VERSION);
    le_put16(head + 10, kind->number);
    le_put32(head + 12, kind->row_bytes);
    buf_add(&r->pending, head, sizeof head);
}

enum status people_rows_add(void *ctx, const struct db *db, const struct natural_game_options *o,
                            struct err *err)
{
    static const struct msg NO_ROWS = {"not a database of shogi or Go",
                                       "将棋か囲碁のデータベースではありません"};
    static const struct msg OTHER = {"all databases must be of the same game",
                                     "データベースはすべて同じゲームのものにしてください"};
    const struct people_rows_kind *kind = kind_of(db->game);
    struct people_rows *r = ctx;
    if (!kind || (r->kind && r->kind != kind)) {
        err_plain(err, STATUS_UNSUPPORTED, kind ? &OTHER : &NO_ROWS);
        err_in_file(err, span_of(db->path));
        return STATUS_UNSUPPORTED;
    }
    if (!r->kind)
        begin(r, kind);
    return natural_games_each(&r->chosen, db, o, kind->take, r, err);
}

enum status people_rows_commit(struct people_rows *r, struct err *err)
{
    enum status status = flush(r, err);
    return status == STATUS_OK ? file_writer_commit(&r->file, err) : status;
}

void people_rows_close(struct people_rows *r)
{
    file_writer_abort(&r->file);
    buf_release(&r->pending);
    natural_games_release(&r->chosen);
}

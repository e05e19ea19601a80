/* samples.c: see samples.h.
 *
 * Games are cut into blocks in the order of their ids; threads walk through blocks, and what they
 * found is joined in order, so that the samples do not depend on the number of threads. */
#include "values/samples.h"

#include <math.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/hash_index.h"
#include "base/io/file.h"
#include "base/work/pool.h"
#include "engine/eval/eval.h"
#include "formats/shogi/games_file.h"
#include "values/held_out.h"
#include "values/regression/regression.h"

/* --- The units in which engines wrote their values -------------------------------------------- */

/* One feature, the value; all in one piece. */
struct scale_rows {
    double *value;
    float *result;
    size_t count;
};

static enum status give_rows(void *ctx, enum regression_part part, size_t piece, unsigned worker,
                             struct regression_piece *out, struct err *err)
{
    const struct scale_rows *r = ctx;
    (void)piece;
    (void)worker;
    (void)err;
    *out = (struct regression_piece){.x = r->value, .y = r->result};
    if (part == REGRESSION_TRAINING)
        out->count = r->count;
    return STATUS_OK;
}

static void choose_rows(struct scale_rows *r, const struct sample *rows, size_t n)
{
    const size_t stride = n / VALUE_SCALE_SAMPLES + 1;
    for (size_t i = 0; i < n; i += stride) {
        if (rows[i].value == SAMPLE_NO_VALUE)
            continue;
        r->value[r->count] = (double)sample_value(&rows[i]) / NET_SCALE;
        r->result[r->count++] = (float)sample_result(&rows[i]);
    }
}

static enum status fit_rows(struct scale_rows *r, double *scale, struct err *err)
{
    const struct regression_source source = {
        .ctx = r, .features = 1, .pieces = 1, .piece = give_rows};
    const struct regression_options o = {.model = REGRESSION_ML, .threads = 1};
    struct regression fit;
    enum status status = regression_fit(&fit, &source, &o, err);
    if (status == STATUS_RANGE) /* values that tell all or nothing have no scale */
        return STATUS_OK;
    if (status != STATUS_OK)
        return status;
    /* beyond a factor of ten it is no scale but noise */
    if (fit.weights[0].weight > 0.1 && fit.weights[0].weight < 10)
        *scale = NET_SCALE / fit.weights[0].weight;
    regression_release(&fit);
    return STATUS_OK;
}

enum status value_scale_fit(const struct sample *rows, size_t n, double *scale, struct err *err)
{
    const size_t most = n < VALUE_SCALE_SAMPLES ? n : VALUE_SCALE_SAMPLES;
    struct scale_rows r = {.value = mem_calloc(most + 1, sizeof *r.value),
                           .result = mem_calloc(most + 1, sizeof *r.result)};
    enum status status = STATUS_OK;
    *scale = NET_SCALE;
    if (r.value && r.result) {
        choose_rows(&r, rows, n);
        if (r.count >= VALUE_SCALE_LEAST)
            status = fit_rows(&r, scale, err);
    } else {
        status = err_nomem(err);
    }
    mem_free(r.value);
    mem_free(r.result);
    return status;
}

void value_scale_apply(struct sample *rows, size_t n, double scale)
{
    for (size_t i = 0; i < n; i++) {
        if (rows[i].value == SAMPLE_NO_VALUE)
            continue;
        double value = rint(rows[i].value * NET_SCALE / scale);
        rows[i].value = (int16_t)(value > INT16_MAX    ? INT16_MAX
                                  : value < -INT16_MAX ? -INT16_MAX
                                                       : value);
    }
}

enum { BLOCK_GAMES = 256, MOST_SAMPLES = UINT32_MAX / 2 };

static const struct msg NOT_SHOGI = {"not a shogi database", "将棋のデータベースではありません"};
static const struct msg BAD_MOVE = {"game %1 contains an illegal move",
                                    "%1 番の棋譜に反則手があります"};

void samples_init(struct samples *s)
{
    *s = (struct samples){0};
}

void samples_release(struct samples *s)
{
    for (int i = 0; i < SAMPLES_PARTS; i++)
        mem_free(s->part[i].rows);
    samples_init(s);
}

static struct sample *set_add(struct sample_set *set)
{
    struct sample *rows = mem_grow(set->rows, set->count, &set->cap, MOST_SAMPLES, sizeof *rows);
    if (!rows)
        return NULL;
    set->rows = rows;
    return &rows[set->count++];
}

/* --- One position ----------------------------------------------------------------------------- */

bool sample_of(struct sample *out, const struct shogi_pos *pos)
{
    *out = (struct sample){.value = SAMPLE_NO_VALUE, .turn = pos->turn};
    for (int side = 0; side < 2; side++) {
        bool mirrored;
        int king = shogi_king_square(pos, side);
        if (king < 0)
            return false;
        net_place_king(side, king, &mirrored, &out->eyes[side]);
        out->eyes[side] |= mirrored ? SAMPLE_MIRRORED : 0;
    }
    out->count = (uint8_t)net_items(pos, out->item);
    out->phase = (uint8_t)net_phase(pos);
    return true;
}

enum status sample_position(const struct sample *s, struct shogi_pos *pos, struct err *err)
{
    shogi_pos_clear(pos);
    for (int i = 0; i < s->count; i++) {
        int item = s->item[i];
        if (item & NET_HAND_ITEM) /* they come in order: the last one is how many */
            shogi_pos_set_hand(pos, item >> 8 & 1, item >> 5 & 7, item & 31);
        else
            shogi_pos_put(pos, item & 127, item >> 7);
    }
    shogi_pos_set_turn(pos, s->turn);
    return shogi_pos_finish(pos, err);
}

/* --- One game --------------------------------------------------------------------------------- */

struct block {
    bool ready;
    const struct db_segment *segment;
    uint32_t first, count; /* ranks in the order of ids */
    struct record rec;
    struct entry_cursor cursor;
    struct games_block coded; /* of a games file, in place of all the above */
    struct games_block_reader reader;
    struct sample_set part[SAMPLES_PARTS];
    uint64_t games, valued;
    bool damaged;
};

bool sample_is_quiet(const struct shogi_pos *pos, shogi_move m)
{
    return pos->board[shogi_move_to(m)] == 0 &&
           (shogi_move_is_drop(m) || !shogi_move_promotes(m)) && !shogi_in_check(pos);
}

/* Is the value, if there is one, of a kind to learn from? */
static bool value_fits(struct record_value v, int max_value)
{
    return v.kind == VALUE_NONE || (v.kind == VALUE_CENTIPAWNS && v.number >= -max_value &&
                                    v.number <= max_value && v.number != SAMPLE_NO_VALUE);
}

/* What is known of a position of a game: the move that was played, its value, the result. */
struct walked_ply {
    const struct shogi_pos *pos;
    shogi_move move;
    struct record_value value;
    int8_t points; /* Black's */
    uint32_t ply;
};

static enum status add_position(struct block *b, const struct sample_options *o,
                                struct sample_set *set, const struct walked_ply *at)
{
    struct record_value v = at->value;
    struct sample made;
    if (at->ply < o->skip_plies || !value_fits(v, o->max_value) ||
        !sample_is_quiet(at->pos, at->move) || !sample_of(&made, at->pos))
        return STATUS_OK;
    made.points = (uint8_t)at->points;
    made.ply = (uint16_t)(at->ply < UINT16_MAX ? at->ply : UINT16_MAX);
    if (v.kind == VALUE_CENTIPAWNS) {
        made.value = (int16_t)v.number;
        b->valued++;
    }
    struct sample *row = set_add(set);
    if (!row)
        return STATUS_NOMEM;
    *row = made;
    return STATUS_OK;
}

static enum status bad_move(const struct block *b, uint32_t number, struct err *err)
{
    err_set(err, STATUS_SYNTAX, &BAD_MOVE, SPAN_U64(game_id(&b->segment->lines, number)),
            (struct span){0});
    err_in_file(err, span_of(b->segment->file.path));
    return STATUS_SYNTAX;
}

static enum status walk_game(struct block *b, uint32_t number, const struct sample_options *o,
                             struct err *err)
{
    const struct record *rec = &b->rec;
    struct sample_set *set =
        &b->part[game_is_held_out(&b->segment->lines, number, o->held_out) ? SAMPLES_HELD_OUT
                                                                           : SAMPLES_TRAINING];
    struct shogi_pos pos;
    struct shogi_undo undo;
    uint32_t ply = 0;
    if (rec->points[0] < POINTS_LOSS || rec->points[0] > POINTS_WIN)
        return STATUS_OK;
    shogi_pos_start(&pos);
    if (rec->start.n && shogi_game.text.pos_parse(&pos, rec->start, err) != STATUS_OK)
        return bad_move(b, number, err);
    b->games++;
    for (uint32_t node = rec->nodes[0].child; node && !record_is_end(rec, node);
         node = rec->nodes[node].child, ply++) {
        game_move m = rec->nodes[node].move;
        if (m > UINT16_MAX || !shogi_move_is_legal(&pos, (shogi_move)m))
            return bad_move(b, number, err);
        const struct walked_ply at = {.pos = &pos,
                                      .move = (shogi_move)m,
                                      .value = record_note_at(rec, node)->value,
                                      .points = rec->points[0],
                                      .ply = ply};
        if (add_position(b, o, set, &at) != STATUS_OK)
            return err_nomem(err);
        shogi_play(&pos, (shogi_move)m, &undo);
    }
    return STATUS_OK;
}

/* --- All games of a database ------------------------------------------------------------------ */

struct sample_walk {
    struct samples *samples;
    const struct sample_options *options;
};

static void clear_block(struct block *b)
{
    b->games = b->valued = b->part[0].count = b->part[1].count = 0;
    b->damaged = false;
}

static enum status walk_block(void *ctx, void *item, unsigned worker, struct err *err)
{
    const struct sample_walk *w = ctx;
    struct block *b = item;
    enum status status = STATUS_OK;
    (void)worker;
    clear_block(b);
    entry_cursor_init(&b->cursor, &b->segment->entries);
    for (uint32_t nth = b->first; nth < b->first + b->count && status == STATUS_OK; nth++) {
        uint32_t number = lines_u32(b->segment->lines.by_id, nth);
        struct span bytes;
        if (db_is_removed(b->segment, number) ||
            !game_is_in_part(&b->segment->lines, number, w->options->part))
            continue;
        status = entry_cursor_get(&b->cursor, nth, &bytes, err);
        if (status == STATUS_OK)
            status = db_decode(b->segment, number, bytes, &b->rec, err);
        if (status == STATUS_OK)
            status = walk_game(b, number, w->options, err);
    }
    entry_cursor_release(&b->cursor);
    return status;
}

static enum status join_block(void *ctx, void *item, struct err *err)
{
    struct sample_walk *w = ctx;
    const struct block *b = item;
    for (int p = 0; p < SAMPLES_PARTS; p++)
        for (size_t i = 0; i < b->part[p].count; i++) {
            struct sample *row = set_add(&w->samples->part[p]);
            if (!row)
                return err_nomem(err);
            *row = b->part[p].rows[i];
        }
    w->samples->games += b->games;
    w->samples->valued += b->valued;
    w->samples->damaged += b->damaged;
    if (w->options->progress)
        w->options->progress(w->options->progress_ctx, b->count);
    if (w->options->cancelled && atomic_load(w->options->cancelled))
        return err_cancelled(err);
    return STATUS_OK;
}

static void block_release(void *ctx, void *item)
{
    struct block *b = item;
    (void)ctx;
    if (!b->ready)
        return;
    record_release(&b->rec);
    games_block_reader_close(&b->reader);
    for (int p = 0; p < SAMPLES_PARTS; p++)
        mem_free(b->part[p].rows);
}

static enum status submit_segment(struct pool *pool, const struct db_segment *s, struct err *err)
{
    for (uint32_t first = 0; first < s->lines.games; first += BLOCK_GAMES) {
        void *slot;
        enum status status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            return status;
        struct block *b = slot;
        if (!b->ready)
            record_init(&b->rec);
        b->ready = true;
        b->segment = s;
        b->first = first;
        b->count = s->lines.games - first < BLOCK_GAMES ? s->lines.games - first : BLOCK_GAMES;
        status = pool_submit(pool, err);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

enum status samples_add(struct samples *s, const struct db *db, const struct sample_options *o,
                        struct err *err)
{
    struct sample_walk w = {.samples = s, .options = o};
    const struct pool_ops ops = {.ctx = &w,
                                 .item_bytes = sizeof(struct block),
                                 .work = walk_block,
                                 .consume = join_block,
                                 .release = block_release};
    struct pool *pool = NULL;
    if (!engine_has_game(db->game)) {
        err_plain(err, STATUS_UNSUPPORTED, &NOT_SHOGI);
        err_in_file(err, span_of(db->path));
        return STATUS_UNSUPPORTED;
    }
    enum status status = pool_open(&pool, o->threads, &ops, err);
    for (uint32_t i = 0; i < db->segment_count && status == STATUS_OK; i++)
        status = submit_segment(pool, &db->segments[i], err);
    if (status == STATUS_OK)
        status = pool_finish(pool, err);
    pool_close(pool);
    return status;
}

/* --- All games of a games file ---------------------------------------------------------------- */

struct coded_walk {
    struct block *block;
    const struct sample_options *options;
};

/* As game_is_held_out(). */
static bool coded_is_held_out(const struct coded_game *g, unsigned in_a_thousand)
{
    uint64_t hash = XXH3_64bits(g->moves, g->plies * sizeof *g->moves);
    return hash % 1000 < in_a_thousand;
}

static enum status walk_coded_game(void *ctx, const struct coded_game *g, struct err *err)
{
    const struct coded_walk *w = ctx;
    struct block *b = w->block;
    struct sample_set *set =
        &b->part[coded_is_held_out(g, w->options->held_out) ? SAMPLES_HELD_OUT : SAMPLES_TRAINING];
    struct shogi_pos pos = g->start;
    struct shogi_undo undo;
    if (g->points[0] < POINTS_LOSS || g->points[0] > POINTS_WIN)
        return STATUS_OK;
    b->games++;
    for (uint32_t ply = 0; ply < g->plies; ply++) {
        const struct walked_ply at = {.pos = &pos,
                                      .move = g->moves[ply],
                                      .value = g->values[ply],
                                      .points = g->points[0],
                                      .ply = ply};
        if (add_position(b, w->options, set, &at) != STATUS_OK)
            return err_nomem(err);
        shogi_play(&pos, g->moves[ply], &undo);
    }
    return STATUS_OK;
}

static enum status walk_coded_block(void *ctx, void *item, unsigned worker, struct err *err)
{
    const struct sample_walk *w = ctx;
    struct block *b = item;
    struct coded_walk coded = {b, w->options};
    (void)worker;
    clear_block(b);
    enum status status =
        games_block_reader_read(&b->reader, &b->coded, walk_coded_game, &coded, err);
    b->damaged = status == STATUS_SYNTAX || status == STATUS_ILLEGAL;
    return b->damaged ? STATUS_OK : status;
}

static enum status submit_coded(struct pool *pool, const struct games_block *coded, struct err *err)
{
    void *slot;
    enum status status = pool_slot(pool, &slot, err);
    if (status != STATUS_OK)
        return status;
    struct block *b = slot;
    if (!b->ready) {
        record_init(&b->rec);
        b->ready = true;
        status = games_block_reader_open(&b->reader, err);
    }
    b->coded = *coded;
    b->count = coded->games;
    return status == STATUS_OK ? pool_submit(pool, err) : status;
}

static enum status submit_file(struct pool *pool, struct samples *s, struct span rest,
                               struct err *err)
{
    struct games_head head;
    enum status status = games_head_get(&rest, &head, err);
    while (rest.n && status == STATUS_OK) {
        struct games_block coded;
        struct err damage;
        if (games_block_get(&rest, &coded, &damage) == STATUS_OK)
            status = submit_coded(pool, &coded, err);
        else
            s->damaged++;
    }
    return status;
}

enum status samples_add_games(struct samples *s, const char *path, const struct sample_options *o,
                              struct err *err)
{
    struct sample_walk w = {.samples = s, .options = o};
    const struct pool_ops ops = {.ctx = &w,
                                 .item_bytes = sizeof(struct block),
                                 .work = walk_coded_block,
                                 .consume = join_block,
                                 .release = block_release};
    struct pool *pool = NULL;
    struct buf bytes;
    buf_init(&bytes, GAMES_FILE_MOST_BYTES);
    enum status status = file_read(path, GAMES_FILE_MOST_BYTES, &bytes, err);
    if (status == STATUS_OK)
        status = pool_open(&pool, o->threads, &ops, err);
    if (status == STATUS_OK)
        status = submit_file(pool, s, buf_span(&bytes), err);
    if (status == STATUS_OK)
        status = pool_finish(pool, err);
    pool_close(pool);
    buf_release(&bytes);
    if (status != STATUS_OK && err && !err->file[0])
        err_in_file(err, span_of(path));
    return status;
}

/* --- What is superfluous ---------------------------------------------------------------------- */

static uint64_t hash_of(const struct sample *s)
{
    return XXH3_64bits_withSeed(s->item, s->count * sizeof s->item[0], s->turn);
}

static void drop_value_less(struct samples *s)
{
    for (int p = 0; p < SAMPLES_PARTS; p++) {
        struct sample_set *set = &s->part[p];
        size_t kept = 0;
        for (size_t i = 0; i < set->count; i++)
            if (set->rows[i].value != SAMPLE_NO_VALUE)
                set->rows[kept++] = set->rows[i];
        s->value_less += set->count - kept;
        set->count = kept;
    }
}

enum status samples_finish(struct samples *s, const struct sample_options *o, struct err *err)
{
    struct sample_set *training = &s->part[SAMPLES_TRAINING], *held = &s->part[SAMPLES_HELD_OUT];
    struct hash_set seen = {0};
    size_t kept = 0;
    bool is_new = false;
    if (s->valued && !o->keep_value_less)
        drop_value_less(s);
    bool room = hash_set_reserve(&seen, training->count + held->count);
    for (size_t i = 0; i < training->count && room; i++)
        room = hash_set_add(&seen, hash_of(&training->rows[i]), NULL);
    for (size_t i = 0; i < held->count && room; i++) {
        room = hash_set_add(&seen, hash_of(&held->rows[i]), &is_new);
        if (is_new)
            held->rows[kept++] = held->rows[i];
    }
    hash_set_release(&seen);
    if (!room)
        return err_nomem(err);
    s->repeated += held->count - kept;
    held->count = kept;
    return STATUS_OK;
}

/* natural_samples.c: see natural_samples.h. */
#include "values/learn/natural_samples.h"

#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "engine/eval/eval.h"

enum { MOST_SAMPLES = UINT32_MAX / 2 };

static const struct msg NOT_SHOGI = {"not a shogi database", "将棋のデータベースではありません"};
static const struct msg BAD_MOVE = {"game %1 contains an illegal move",
                                    "%1 番の棋譜に反則手があります"};

void natural_samples_init(struct natural_samples *s)
{
    *s = (struct natural_samples){0};
}

void natural_samples_release(struct natural_samples *s)
{
    for (int i = 0; i < NATURAL_PARTS; i++)
        mem_free(s->part[i].rows);
    hash_set_release(&s->seen);
    natural_samples_init(s);
}

/* --- Games that were there before ------------------------------------------------------------- */

static uint64_t hash_of(const struct lines *l, uint32_t number)
{
    struct span start = lines_start_text(l, line_start(l, number));
    size_t plies = line_plies(l, number);
    uint64_t hash = XXH3_64bits_withSeed(line_stored(l, number), plies * l->move_bytes,
                                         XXH3_64bits(start.p, start.n));
    return hash ? hash : 1;
}

/* --- Parts ------------------------------------------------------------------------------------ */

/* -1: none. */
static int part_of(const struct lines *l, uint32_t number, uint64_t hash,
                   const struct natural_sample_options *o)
{
    bool skipped = o->share > 1 && (hash >> 32) % o->share != 0;
    if (o->before)
        return skipped ? -1 : NATURAL_BEFORE;
    enum game_part part = game_part_of(game_split(l, number), o->held_out, o->reserve);
    if (o->only != GAME_PART_ALL)
        return part == o->only ? NATURAL_HELD_OUT : -1;
    if (part == GAME_PART_RESERVED)
        return -1;
    if (part == GAME_PART_HELD_OUT)
        return NATURAL_HELD_OUT;
    return skipped ? -1 : NATURAL_TRAINING;
}

/* --- One game --------------------------------------------------------------------------------- */

static enum status bad_move(const struct db_segment *segment, uint32_t number, struct err *err)
{
    err_set(err, STATUS_SYNTAX, &BAD_MOVE, SPAN_U64(game_id(&segment->lines, number)),
            (struct span){0});
    err_in_file(err, span_of(segment->file.path));
    return STATUS_SYNTAX;
}

static enum status keep_sample(struct natural_samples *s, int part,
                               const struct natural_sample *sample, struct err *err)
{
    struct natural_sample_set *set = &s->part[part];
    if (s->take)
        return s->take(s->ctx, sample, part, err);
    struct natural_sample *rows =
        mem_grow(set->rows, set->count, &set->cap, MOST_SAMPLES, sizeof *rows);
    if (!rows)
        return err_nomem(err);
    set->rows = rows;
    rows[set->count++] = *sample;
    return STATUS_OK;
}

static enum status walk_game(struct natural_samples *s, const struct db_segment *segment,
                             uint32_t number, int class, int part, struct err *err)
{
    const struct lines *l = &segment->lines;
    struct span start = lines_start_text(l, line_start(l, number));
    struct natural_sample now = {
        .class = (uint8_t) class, .game = s->games, .split = (uint16_t)game_split(l, number)};
    enum status status = STATUS_OK;
    struct shogi_undo undo;
    shogi_pos_start(&now.pos);
    if (start.n && shogi_game.text.pos_parse(&now.pos, start, err) != STATUS_OK)
        return bad_move(segment, number, err);
    natural_past_clear(&now.past);
    for (uint32_t ply = 0; ply < line_plies(l, number) && status == STATUS_OK; ply++) {
        game_move m = line_move(l, number, ply);
        if (m > UINT16_MAX || !shogi_move_is_legal(&now.pos, (shogi_move)m))
            return bad_move(segment, number, err);
        now.played = (shogi_move)m;
        now.ply = (uint16_t)(ply < UINT16_MAX ? ply : UINT16_MAX);
        now.points = (int8_t)column_points(&segment->columns, number, now.pos.turn);
        status = keep_sample(s, part, &now, err);
        natural_past_add(&now.past, &now.pos, (shogi_move)m);
        shogi_play(&now.pos, (shogi_move)m, &undo);
    }
    return status;
}

static enum status add_game(struct natural_samples *s, const struct db_segment *segment,
                            uint32_t number, const struct natural_sample_options *o,
                            struct err *err)
{
    int class = o->before ? NATURAL_CLASSES : o->class_of(o->ctx, segment, number);
    if (class < 0 || db_is_removed(segment, number))
        return STATUS_OK;
    uint64_t hash = hash_of(&segment->lines, number);
    bool is_new;
    if (!hash_set_add(&s->seen, hash, &is_new))
        return err_nomem(err);
    if (!is_new) {
        s->repeated++;
        return STATUS_OK;
    }
    int part = part_of(&segment->lines, number, hash, o);
    if (part < 0)
        return STATUS_OK;
    enum status status = walk_game(s, segment, number, class, part, err);
    s->games++;
    return status;
}

enum status natural_samples_add(struct natural_samples *s, const struct db *db,
                                const struct natural_sample_options *o, struct err *err)
{
    if (!engine_has_game(db->game)) {
        err_plain(err, STATUS_UNSUPPORTED, &NOT_SHOGI);
        err_in_file(err, span_of(db->path));
        return STATUS_UNSUPPORTED;
    }
    for (uint32_t i = 0; i < db->segment_count; i++) {
        const struct db_segment *segment = &db->segments[i];
        for (uint32_t nth = 0; nth < segment->lines.games; nth++) {
            enum status status = add_game(s, segment, lines_u32(segment->lines.by_id, nth), o, err);
            if (status != STATUS_OK)
                return status;
        }
    }
    return STATUS_OK;
}

enum status natural_samples_add_database(struct natural_samples *s, const char *path,
                                         const struct natural_sample_options *o, struct err *err)
{
    struct db *db = NULL;
    enum status status = db_open_parts(&db, path, DB_WRITING, err);
    if (status == STATUS_OK)
        status = natural_samples_add(s, db, o, err);
    if (status == STATUS_OK)
        status = db_status(db, err);
    db_close(db);
    return status;
}

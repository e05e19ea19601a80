/* person_samples.c: see person_samples.h. */
#include "values/natural/person_samples.h"

#include "base/alloc.h"
#include "games/record.h"

enum { MOST_SAMPLES = UINT32_MAX / 2 };

void person_samples_init(struct person_samples *s)
{
    *s = (struct person_samples){0};
}

void person_samples_release(struct person_samples *s)
{
    mem_free(s->rows);
    natural_games_release(&s->games);
    person_samples_init(s);
}

static enum status keep(struct person_samples *s, const struct person_sample *row, struct err *err)
{
    struct person_sample *rows = mem_grow(s->rows, s->count, &s->cap, MOST_SAMPLES, sizeof *rows);
    if (!rows)
        return err_nomem(err);
    s->rows = rows;
    rows[s->count++] = *row;
    return STATUS_OK;
}

static enum record_end end_of(const struct record *rec, uint32_t last)
{
    uint32_t end = rec->nodes[last].child;
    bool ends = end && rec->nodes[end].move == 0 && rec->nodes[end].note;
    return ends ? rec->notes[rec->nodes[end].note].end : END_NONE;
}

/* Moves of a stored record are legal: db_record() has seen to it. */
static enum status walk_record(struct person_samples *s, const struct record *rec,
                               struct person_sample *now, struct err *err)
{
    uint32_t plies = 0, node = 0;
    enum record_end end = end_of(rec, record_last_move(rec, &plies));
    enum status status = STATUS_OK;
    struct shogi_undo undo;
    now->to_the_end = end == END_RESIGN;
    for (uint32_t ply = 0; ply < plies && status == STATUS_OK; ply++) {
        node = rec->nodes[node].child;
        shogi_move m = (shogi_move)rec->nodes[node].move;
        now->at.played = m;
        now->at.ply = (uint16_t)(ply < UINT16_MAX ? ply : UINT16_MAX);
        now->ms = rec->nodes[node].time_ms;
        status = keep(s, now, err);
        natural_past_add(&now->at.past, &now->at.pos, m);
        shogi_play(&now->at.pos, m, &undo);
    }
    if (status != STATUS_OK || end != END_RESIGN || shogi_has_no_move(&now->at.pos))
        return status;
    now->at.played = 0;
    now->at.ply = (uint16_t)(plies < UINT16_MAX ? plies : UINT16_MAX);
    now->ms = RECORD_NO_TIME;
    return keep(s, now, err);
}

struct game_reader {
    struct person_samples *samples;
    const struct db *db;
};

/* A natural_game_taker. */
static enum status add_game(void *ctx, const struct natural_game *game, bool *left_out,
                            struct err *err)
{
    const struct game_reader *r = ctx;
    const struct lines *l = &game->segment->lines;
    struct span start = lines_start_text(l, line_start(l, game->number));
    struct person_sample now = {
        .at = {.class = (uint8_t)game->class, .game = game->nth, .split = (uint16_t)game->split}};
    struct record rec;
    (void)left_out;
    shogi_pos_start(&now.at.pos);
    if (start.n && shogi_game.text.pos_parse(&now.at.pos, start, err) != STATUS_OK)
        return natural_game_bad_move(game, err);
    natural_past_clear(&now.at.past);
    record_init(&rec);
    enum status status = db_record(r->db, game_id(l, game->number), &rec, err);
    if (status == STATUS_OK)
        status = walk_record(r->samples, &rec, &now, err);
    record_release(&rec);
    return status;
}

enum status person_samples_add(struct person_samples *s, const struct db *db,
                               const struct natural_game_options *o, struct err *err)
{
    static const struct msg NOT_SHOGI = {"not a shogi database",
                                         "将棋のデータベースではありません"};
    struct game_reader reader = {s, db};
    if (db->game == &shogi_game)
        return natural_games_each(&s->games, db, o, add_game, &reader, err);
    err_plain(err, STATUS_UNSUPPORTED, &NOT_SHOGI);
    err_in_file(err, span_of(db->path));
    return STATUS_UNSUPPORTED;
}

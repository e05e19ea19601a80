/* position_choices.c: see position_choices.h. */
#include "text/compare/position_choices.h"

#include "base/alloc.h"
#include "query/stop.h"

enum { SKETCH_BITS = 22, SKETCH_MOST = UINT16_MAX };

struct choice_counter {
    struct position_choices *out;
    const struct side_games *sets;
    const struct choice_options *opt;
    struct replay *replay;
    uint16_t *sketch[COMPARED_SETS]; /* owned; by the key's hash, each at most SKETCH_MOST */
    struct position_key *seen;       /* owned; of the game at hand */
    bool counting;                   /* the second time */
    /* the game at hand */
    const struct db_segment *segment;
    const struct side_part *parts[COMPARED_SETS];
    uint32_t db, segment_number, number;
};

static uint16_t *sketch_of(const struct choice_counter *c, int set, struct position_key key)
{
    return &c->sketch[set][key.a & (((uint64_t)1 << SKETCH_BITS) - 1)];
}

static bool may_be_frequent(const struct choice_counter *c, struct position_key key)
{
    uint32_t least = c->opt->least < SKETCH_MOST ? c->opt->least : SKETCH_MOST;
    return *sketch_of(c, 0, key) >= least && *sketch_of(c, 1, key) >= least;
}

/* --- The tables ------------------------------------------------------------------------------- */

/* The row of a position, made if it is new; UINT32_MAX without memory. */
static uint32_t position_row(struct choice_counter *c, struct position_key key)
{
    struct position_choices *out = c->out;
    uint32_t row;
    for (size_t at = hash_index_first(&out->by_key, key.b);
         hash_index_next(&out->by_key, key.b, &at, &row);)
        if (position_key_equal(out->positions[row].key, key))
            return row;
    struct choice_position *grown = mem_grow(out->positions, out->position_count,
                                             &out->position_cap, UINT32_MAX - 1, sizeof *grown);
    if (!grown)
        return UINT32_MAX;
    out->positions = grown;
    if (!hash_index_add(&out->by_key, key.b, (uint32_t)out->position_count))
        return UINT32_MAX;
    grown[out->position_count] =
        (struct choice_position){.key = key,
                                 .db = c->db,
                                 .segment = c->segment_number,
                                 .number = c->number,
                                 .id = game_id(&c->segment->lines, c->number),
                                 .ply = c->replay->ply,
                                 .seat = c->replay->seat};
    return (uint32_t)out->position_count++;
}

/* As position_row(), of a move there. */
static uint32_t choice_row(struct position_choices *out, uint32_t position, game_move move)
{
    uint64_t hash = out->positions[position].key.b ^ (move * UINT64_C(0x9E3779B97F4A7C15) >> 29);
    uint32_t row;
    for (size_t at = hash_index_first(&out->by_move, hash);
         hash_index_next(&out->by_move, hash, &at, &row);)
        if (out->at[row].position == position && out->at[row].move == move)
            return row;
    struct position_choice *grown =
        mem_grow(out->at, out->count, &out->cap, UINT32_MAX - 1, sizeof *grown);
    if (!grown)
        return UINT32_MAX;
    out->at = grown;
    if (!hash_index_add(&out->by_move, hash, (uint32_t)out->count))
        return UINT32_MAX;
    grown[out->count] = (struct position_choice){.position = position, .move = move};
    return (uint32_t)out->count++;
}

/* --- Games ------------------------------------------------------------------------------------ */

static enum status add_choice(struct choice_counter *c, const bool in[COMPARED_SETS],
                              game_move move, struct err *err)
{
    struct position_key key = c->replay->key;
    if (!c->counting) {
        for (int set = 0; set < COMPARED_SETS; set++)
            if (in[set] && *sketch_of(c, set, key) < SKETCH_MOST)
                ++*sketch_of(c, set, key);
        return STATUS_OK;
    }
    if (!may_be_frequent(c, key))
        return STATUS_OK;
    uint32_t position = position_row(c, key);
    uint32_t choice = position == UINT32_MAX ? position : choice_row(c->out, position, move);
    if (choice == UINT32_MAX)
        return err_nomem(err);
    for (int set = 0; set < COMPARED_SETS; set++) {
        c->out->positions[position].games[set] += in[set];
        c->out->at[choice].games[set] += in[set];
    }
    return STATUS_OK;
}

static bool was_seen(const struct choice_counter *c)
{
    for (uint32_t i = 0; i < c->replay->ply; i++)
        if (position_key_equal(c->seen[i], c->replay->key))
            return true;
    return false;
}

static enum status count_game(struct choice_counter *c, struct err *err)
{
    const struct lines *l = &c->segment->lines;
    const char *stored = line_stored(l, c->number);
    uint32_t plies = line_plies(l, c->number);
    enum status status = STATUS_OK;
    for (uint32_t ply = 0; ply < plies && ply < c->opt->plies && status == STATUS_OK; ply++) {
        game_move move = stored_move(l, stored, ply);
        bool in[COMPARED_SETS];
        for (int set = 0; set < COMPARED_SETS; set++)
            in[set] = side_has(c->parts[set]->seats[c->replay->seat], c->number);
        if ((in[0] || in[1]) && !was_seen(c))
            status = add_choice(c, in, move, err);
        c->seen[ply] = c->replay->key;
        if (!replay_step(c->replay, move))
            break; /* damaged; `check` says more */
    }
    return status;
}

static enum status count_segment(struct choice_counter *c, struct err *err)
{
    const struct lines *l = &c->segment->lines;
    enum status status = STATUS_OK;
    uint32_t last = UINT32_MAX;
    for (c->number = 0; c->number < l->games && status == STATUS_OK; c->number++) {
        if (!side_has(c->parts[0]->games, c->number) && !side_has(c->parts[1]->games, c->number))
            continue;
        uint32_t start = line_start(l, c->number);
        status = query_stopped(c->opt->cancelled, err);
        if (status == STATUS_OK && start != last)
            status = replay_start_text(c->replay, lines_start_text(l, start), err);
        else
            replay_restart(c->replay);
        last = start;
        if (status == STATUS_OK)
            status = count_game(c, err);
    }
    return status;
}

static enum status count_all(struct choice_counter *c, const struct side_range *range,
                             struct err *err)
{
    enum status status = STATUS_OK;
    uint32_t part = 0;
    for (c->db = 0; c->db < range->count; c->db++)
        for (c->segment_number = 0;
             c->segment_number < range->dbs[c->db]->segment_count && status == STATUS_OK;
             c->segment_number++, part++) {
            c->segment = &range->dbs[c->db]->segments[c->segment_number];
            for (int set = 0; set < COMPARED_SETS; set++)
                c->parts[set] = &c->sets[set].parts[part];
            status = count_segment(c, err);
        }
    return status;
}

enum status position_choices_count(struct position_choices *c,
                                   const struct side_games sets[COMPARED_SETS],
                                   const struct side_range *range, const struct choice_options *opt,
                                   struct err *err)
{
    struct choice_counter counter = {.out = c, .sets = sets, .opt = opt};
    *c = (struct position_choices){0};
    enum status status = replay_open(&counter.replay, range->dbs[0]->game, err);
    counter.seen = mem_alloc(((size_t)opt->plies + 1) * sizeof *counter.seen);
    for (int set = 0; set < COMPARED_SETS; set++)
        counter.sketch[set] =
            mem_calloc_table((size_t)1 << SKETCH_BITS, sizeof *counter.sketch[set]);
    if (status == STATUS_OK && (!counter.seen || !counter.sketch[0] || !counter.sketch[1]))
        status = err_nomem(err);
    if (status == STATUS_OK)
        status = count_all(&counter, range, err);
    counter.counting = true;
    if (status == STATUS_OK)
        status = count_all(&counter, range, err);
    replay_close(counter.replay);
    mem_free(counter.seen);
    mem_free(counter.sketch[0]);
    mem_free(counter.sketch[1]);
    return status;
}

enum status choice_position_print(const struct choice_position *p, struct db *const *dbs,
                                  struct choice_text *out, struct err *err)
{
    const struct lines *l = &dbs[p->db]->segments[p->segment].lines;
    const struct game *game = l->game;
    struct span start = lines_start_text(l, line_start(l, p->number));
    void *pos = mem_calloc_aligned(64, 1, (game->pos_bytes + 63) / 64 * 64);
    if (!pos)
        return err_nomem(err);
    game->rules.pos_start(pos);
    enum status status = start.n ? game->text.pos_parse(pos, start, err) : STATUS_OK;
    for (uint32_t ply = 0; ply < p->ply && status == STATUS_OK; ply++) {
        game_move move = line_move(l, p->number, ply);
        if (!game->rules.move_is_legal(pos, move))
            break; /* damaged; db_status() says so */
        buf_add_str(&out->moves, ply ? " " : "");
        game->text.move_print(pos, move, &out->moves);
        game->rules.play(pos, move);
    }
    game->text.pos_print(pos, 1, &out->position);
    mem_free(pos);
    if (status == STATUS_OK &&
        (buf_status(&out->moves) != STATUS_OK || buf_status(&out->position) != STATUS_OK))
        return err_nomem(err);
    return status;
}

void position_choices_release(struct position_choices *c)
{
    mem_free(c->positions);
    mem_free(c->at);
    hash_index_release(&c->by_key);
    hash_index_release(&c->by_move);
    *c = (struct position_choices){0};
}

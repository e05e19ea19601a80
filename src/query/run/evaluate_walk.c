/* evaluate_walk.c: what holds where in a line, found by walking through it; see
 * evaluate_internal.h.
 *
 * Most lines of a database begin at the same position, so what holds there is worked out once and
 * copied.  Keys of positions are only kept where the question has whole positions in it, and where
 * it has nothing but facts most moves need not even be made. */
#include "query/language/tree.h"
#include "query/run/evaluate_internal.h"

/* --- Counters -------------------------------------------------------------------------------- */

static inline void add_fact(struct evaluator *e, uint32_t fact, int sign)
{
    for (uint32_t i = e->first_effect[fact]; i < e->first_effect[fact + 1]; i++) {
        struct counter *c = &e->counters[e->effects[i].counter];
        c->sum += (int64_t)sign * e->effects[i].weight;
        if (!c->touched) {
            c->touched = true;
            e->touched[e->touched_count++] = e->effects[i].counter;
        }
    }
}

/* Writes down the sum of the plies before this one, and takes the present one. */
static void keep_sums(struct evaluator *e, uint32_t ply)
{
    int64_t sum = e->counters[e->ranked].sum;
    for (; e->summed < ply; e->summed++)
        e->sums[e->summed] = e->sum;
    e->sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
}

/* Writes down what became true or false with this ply. */
static void settle_counters(struct evaluator *e, uint32_t ply)
{
    for (uint32_t i = 0; i < e->touched_count; i++) {
        struct counter *c = &e->counters[e->touched[i]];
        bool now = query_compare(c->sum, c->compare, c->bound);
        c->touched = false;
        if (e->touched[i] == e->ranked)
            keep_sums(e, ply);
        if (now == c->is)
            continue;
        if (c->is)
            plies_add_range(evaluator_register(e, c->reg), c->since, ply);
        c->is = now;
        c->since = ply;
    }
    e->touched_count = 0;
}

static void end_counters(struct evaluator *e, uint32_t count)
{
    for (uint32_t i = 0; i < e->counter_count; i++)
        if (e->counters[i].is)
            plies_add_range(evaluator_register(e, e->counters[i].reg), e->counters[i].since, count);
}

/* --- Start positions -------------------------------------------------------------------------- */

/* Goes to the start position; all its facts begin. */
static enum status go_to_start(struct evaluator *e, struct span start, struct err *err)
{
    const struct game *game = e->game;
    enum status status = STATUS_OK;
    if (e->replay) {
        status = replay_start_text(e->replay, start, err);
        e->seat = e->replay->seat;
        e->start_key = e->replay->key;
        return status;
    }
    if (start.n == 0)
        game->rules.pos_start(e->parsed);
    else
        status = game->text.pos_parse(e->parsed, start, err);
    if (status != STATUS_OK)
        return status;
    game->rules.lite_begin(e->lite, e->parsed);
    e->seat = game->rules.seat_to_move(e->parsed);
    e->changes->n_ends = 0;
    e->changes->n_begins = game->rules.facts(e->parsed, e->changes->begins);
    return STATUS_OK;
}

/* Sets the counters to what the facts in changes->begins make them, from this ply on. */
static void set_counters(struct evaluator *e, uint32_t ply)
{
    for (uint32_t i = 0; i < e->counter_count; i++)
        e->counters[i].sum = 0;
    for (uint32_t i = 0; i < e->changes->n_begins; i++)
        add_fact(e, e->changes->begins[i], 1);
    e->touched_count = 0;
    for (uint32_t i = 0; i < e->counter_count; i++) {
        struct counter *c = &e->counters[i];
        c->touched = false;
        c->since = ply;
        c->is = query_compare(c->sum, c->compare, c->bound);
    }
}

/* Works out the counters at the start position, to be copied for every line that begins there. */
static enum status learn_start(struct evaluator *e, struct span start, struct err *err)
{
    e->start_known = false;
    buf_clear(&e->start_text);
    buf_add_span(&e->start_text, start);
    if (buf_status(&e->start_text) != STATUS_OK)
        return err_nomem(err);
    enum status status = go_to_start(e, start, err);
    if (status != STATUS_OK)
        return status;
    set_counters(e, 0);
    if (e->counter_count)
        memcpy(e->fresh, e->counters, e->counter_count * sizeof *e->counters);
    game_lite_copy(e->game, e->start_lite, e->lite);
    e->start_seat = e->seat;
    e->start = buf_span(&e->start_text);
    e->start_known = true;
    return STATUS_OK;
}

/* What is counted, as it is before the first move of a line from the start that is known. */
static void restore_counters(struct evaluator *e)
{
    e->summed = 0;
    if (e->counter_count)
        memcpy(e->counters, e->fresh, e->counter_count * sizeof *e->counters);
    if (e->ranked != UINT32_MAX)
        keep_sums(e, 0);
}

/* Everything. */
static void restore_start(struct evaluator *e)
{
    game_lite_copy(e->game, e->lite, e->start_lite);
    e->seat = e->start_seat;
    if (e->replay) {
        e->replay->seat = e->start_seat;
        e->replay->key = e->start_key;
        e->replay->ply = 0;
    }
    restore_counters(e);
    for (uint32_t i = 0; i < e->move_count; i++)
        memset(e->moves[i].progress, 0, e->moves[i].words * sizeof *e->moves[i].progress);
}

enum status evaluator_know_start(struct evaluator *e, struct span start, struct err *err)
{
    if (e->start_known && span_eq(start, e->start))
        return STATUS_OK;
    return learn_start(e, start, err);
}

/* --- Whole positions, moves, turns ------------------------------------------------------------ */

static void look_at_position(struct evaluator *e, uint32_t ply)
{
    int seat = e->seat;
    for (uint32_t i = 0; i < e->exact_count; i++) {
        const struct exact_leaf *leaf = &e->exacts[i];
        if (!position_key_equal(leaf->node->keys[seat], e->replay->key))
            continue;
        plies_add(evaluator_register(e, leaf->out.holds), ply);
        if (leaf->node->seat < 0 || leaf->node->seat == seat)
            plies_add(evaluator_register(e, leaf->out.matches), ply);
    }
    if (e->turns[seat])
        plies_add(evaluator_register(e, e->turns[seat]), ply);
    if (e->want_seats)
        e->seats[ply] = (uint8_t)seat;
}

static bool is_among(const uint32_t *sorted, uint32_t count, uint32_t fact)
{
    while (count > 1) {
        uint32_t half = count / 2;
        sorted += sorted[half] <= fact ? half : 0;
        count -= half;
    }
    return *sorted == fact;
}

/* A pattern such as move:?? wants one of two thousand. */
static bool has_one(const uint32_t *wanted, uint32_t wanted_count, const uint32_t *facts,
                    uint32_t count)
{
    if (wanted_count == 0)
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (is_among(wanted, wanted_count, facts[i]))
            return true;
    return false;
}

static bool is_move(const struct query_move *wanted, game_move move, int seat,
                    const struct fact_changes *c)
{
    return (wanted->seat < 0 || wanted->seat == seat) &&
           (wanted->move == 0 || wanted->move == (wanted->mask ? move & wanted->mask : move)) &&
           has_one(wanted->begins, wanted->begins_count, c->begins, c->n_begins) &&
           has_one(wanted->ends, wanted->ends_count, c->ends, c->n_ends);
}

/* Moves progress on by one: what was reached before the move, if the move is the next one. */
static void look_at_move(struct evaluator *e, struct move_leaf *leaf, uint32_t ply, game_move move,
                         int seat)
{
    uint64_t carry = 1;
    for (uint32_t word = 0; word < leaf->words; word++) {
        uint64_t possible = leaf->progress[word] << 1 | carry, made = 0;
        carry = leaf->progress[word] >> 63;
        while (possible) {
            uint32_t bit = (uint32_t)__builtin_ctzll(possible);
            possible &= possible - 1;
            if (word * 64 + bit < leaf->node->move_count &&
                is_move(&leaf->node->moves[word * 64 + bit], move, seat, e->changes))
                made |= (uint64_t)1 << bit;
        }
        leaf->progress[word] = made;
    }
    uint32_t last = leaf->node->move_count - 1;
    if (leaf->words && plies_has(leaf->progress, last))
        plies_add(evaluator_register(e, leaf->reg), ply);
}

/* --- Walking through -------------------------------------------------------------------------- */

static inline void add_changes(struct evaluator *e, uint32_t ply)
{
    const struct fact_changes *c = e->changes;
    for (uint32_t i = 0; i < c->n_ends; i++)
        add_fact(e, c->ends[i], -1);
    for (uint32_t i = 0; i < c->n_begins; i++)
        add_fact(e, c->begins[i], 1);
    if (e->touched_count)
        settle_counters(e, ply);
}

/* Spans of places_wanted in a stored line, and what is to be summed.  False: it is damaged. */
static bool scan_spans(struct evaluator *e, const char *stored, uint32_t moves)
{
    for (uint32_t i = 0; i < e->counter_count && !evaluator_is_cancelled(e); i++) {
        if (e->summing.tables && e->summing.tables[i]) {
            if (!evaluator_follow_sum(e, i, stored, moves))
                return false;
            continue;
        }
        uint64_t *to = evaluator_register(e, e->counters[i].reg);
        struct fact_scan scan = evaluator_scan(e, stored, moves, &e->places_wanted[i]);
        enum scan_end end;
        while ((end = e->game->scan->next_span(&scan)) == SCAN_FOUND)
            plies_add_range(to, scan.from, scan.to);
        if (end == SCAN_DAMAGED)
            return false;
    }
    return true;
}

/* The counters of a stored line, with a look at nothing but the moves that change what they depend
 * on: a third of the time.  False: it is damaged. */
static bool scan_changes(struct evaluator *e, const char *stored, uint32_t moves)
{
    struct fact_scan scan = evaluator_scan(e, stored, moves, &e->watched);
    enum scan_end end;
    while ((end = e->game->scan->next_change(&scan, e->lite, e->changes)) == SCAN_FOUND)
        add_changes(e, scan.ply);
    return end == SCAN_END;
}

/* Who is to move, where players take turns. */
static void mark_turns(struct evaluator *e, uint32_t moves)
{
    const uint64_t even = UINT64_C(0x5555555555555555);
    for (int seat = 0; seat < 2; seat++) {
        uint64_t *to = evaluator_register(e, e->turns[seat]);
        if (!e->turns[seat])
            continue;
        for (uint32_t w = 0; w < e->words; w++)
            to[w] = seat == e->start_seat ? even : ~even;
        to[moves / 64] &= ~(uint64_t)0 >> (63 - moves % 64);
    }
}

static bool needs_turns(const struct evaluator *e)
{
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        if (e->turns[seat])
            return true;
    return false;
}

static bool facts_only(const struct evaluator *e)
{
    return !needs_turns(e) && e->exact_count == 0 && e->move_count == 0 && !e->want_seats;
}

/* Move by move; says how many could be made. */
static uint32_t walk(struct evaluator *e, const struct moves_source *s, uint32_t from,
                     uint32_t moves)
{
    uint32_t ply = from;
    if (facts_only(e)) {
        for (; ply < moves; ply++) {
            if (e->game->rules.lite_play(e->lite, moves_source_at(s, ply), e->changes) < 0)
                return ply;
            add_changes(e, ply + 1);
        }
        return moves;
    }
    look_at_position(e, ply);
    for (; ply < moves && !evaluator_is_cancelled(e); ply++) {
        int mover = e->seat;
        game_move move = moves_source_at(s, ply);
        if (e->replay)
            e->seat = replay_step(e->replay, move) ? e->replay->seat : -1;
        else
            e->seat = e->game->rules.lite_play(e->lite, move, e->changes);
        if (e->seat < 0)
            return ply;
        add_changes(e, ply + 1);
        for (uint32_t i = 0; i < e->move_count; i++)
            look_at_move(e, &e->moves[i], ply + 1, move, mover);
        look_at_position(e, ply + 1);
    }
    return moves;
}

/* Goes on to a ply that matters without a look at those before, if the game and the query allow
 * it: keys and moves in a row need what came before.  Returns from where to walk. */
static uint32_t skip_to(struct evaluator *e, const struct moves_source *s, uint32_t from)
{
    if (from == 0 || !s->lines || !e->game->scan || !e->game->by_turns || e->exact_count ||
        e->move_count)
        return 0;
    if (!e->game->scan->skip_moves(e->lite, s->stored, from, e->changes)) {
        game_lite_copy(e->game, e->lite, e->start_lite);
        return 0; /* damaged: the walk will find where */
    }
    e->seat = e->start_seat ^ (int)(from & 1);
    set_counters(e, from);
    return from;
}

/* Facts, and perhaps turns, that can be seen without playing all of it. */
static bool can_scan(const struct evaluator *e, const struct moves_source *s)
{
    return (e->scanning || e->summing.tables) && s->lines && e->exact_count == 0 &&
           (e->move_count == 0 || e->moves_given) && !e->want_seats &&
           (e->game->by_turns || !needs_turns(e));
}

/* Fills the leaves by the fast scan.  False, with all as it was: it found damage. */
static bool scan_line(struct evaluator *e, const struct moves_source *s, uint32_t moves)
{
    const char *stored = s->stored;
    bool good = true;
    if (e->places_wanted) {
        good = scan_spans(e, stored, moves);
    } else if (e->counter_count) {
        if (!e->game->scan->needs_taken)
            game_lite_copy(e->game, e->lite, e->start_lite);
        restore_counters(e);
        good = scan_changes(e, stored, moves);
        if (good)
            end_counters(e, moves + 1);
        if (good && e->ranked != UINT32_MAX)
            keep_sums(e, moves + 1);
    }
    if (good)
        mark_turns(e, moves);
    if (good && e->move_count)
        evaluator_scan_moves(e, s->lines, stored, moves);
    if (!good)
        memset(e->bits, 0, (size_t)e->leaf_registers * e->words * sizeof *e->bits);
    return good;
}

enum status evaluator_walk(struct evaluator *e, struct span start,
                           const struct moves_source *source, uint32_t *from, uint32_t moves,
                           uint32_t *bad_ply, struct err *err)
{
    bool scanned = can_scan(e, source);
    *bad_ply = 0;
    enum status status = evaluator_know_start(e, start, err);
    if (status == STATUS_OK && scanned)
        status = evaluator_know_taken(e, source->lines, source->line, &scanned, err);
    if (status != STATUS_OK)
        return status;
    /* scanning from the beginning costs no more than getting to a later ply and finding out what
     * holds there, and where it can't hold it won't */
    if (scanned) {
        *from = 0;
        if (scan_line(e, source, moves))
            return STATUS_OK;
    }
    restore_start(e);
    *from = skip_to(e, source, *from);
    e->summed = *from;
    if (e->ranked != UINT32_MAX)
        keep_sums(e, *from);
    uint32_t walked = walk(e, source, *from, moves);
    if (walked < moves) {
        *bad_ply = walked + 1;
        return STATUS_OK;
    }
    end_counters(e, moves + 1);
    if (e->ranked != UINT32_MAX)
        keep_sums(e, moves + 1);
    return STATUS_OK;
}

bool evaluator_needs_walk(const struct evaluator *e)
{
    return (e->drawn_count == 0 && e->measuring.count == 0) || e->counter_count || !facts_only(e);
}

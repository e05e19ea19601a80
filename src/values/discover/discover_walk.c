/* discover_walk.c: one game: running sums, and when each candidate held.
 *
 * sums[p] is of the plies before p, so that what a candidate gathers in a span is the difference of
 * two.  White's view turns the sign of residuals and of how far one is ahead, not of their product.
 *
 * Facts come and go with moves (replay.h); a span is closed when its fact ends, or the game. */
#include <string.h>

#include "base/alloc.h"
#include "values/discover/discover_internal.h"

static const struct msg BAD_MOVE = {"a game contains an illegal move",
                                    "指せない手のある棋譜があります"};

enum status discover_cancelled(const struct discover_options *o, struct err *err)
{
    if (o->cancelled && atomic_load_explicit(o->cancelled, memory_order_relaxed))
        return err_cancelled(err);
    return STATUS_OK;
}

bool discover_is_in_part(const struct discover_options *o, const struct sheet *s, uint32_t number,
                         enum discover_part part)
{
    if (s->points[number] == SHEET_NO_POINTS)
        return false;
    if (part == DISCOVER_ALL || !o->held_out_per_mille)
        return true;
    return sheet_is_held_out(s, number, o->held_out_per_mille) == (part == DISCOVER_HELD_OUT);
}

size_t discover_all_games(const struct sheets *s)
{
    size_t games = 0;
    for (uint32_t i = 0; i < s->count; i++)
        games += s->at[i].games;
    return games;
}

void discover_find_game(const struct sheets *s, size_t at, uint32_t *sheet, uint32_t *number)
{
    for (*sheet = 0; *sheet + 1 < s->count && at >= s->at[*sheet].games; ++*sheet)
        at -= s->at[*sheet].games;
    *number = (uint32_t)at;
}

enum status discover_walk_open(struct discover_walk *w, const struct discover_job *job,
                               struct err *err)
{
    uint32_t singles = job->candidates->singles;
    *w = (struct discover_walk){.job = job};
    w->begun = mem_calloc(SHOGI_FACT_COUNT, sizeof *w->begun);
    w->game = mem_calloc((size_t)singles + 1, sizeof *w->game);
    w->touched = mem_calloc((size_t)singles + 1, sizeof *w->touched);
    w->is_touched = mem_calloc((size_t)singles + 1, sizeof *w->is_touched);
    if (!w->begun || !w->game || !w->touched || !w->is_touched)
        return err_nomem(err);
    return replay_open(&w->replay, &shogi_game, err);
}

void discover_walk_close(struct discover_walk *w)
{
    mem_free(w->begun);
    mem_free(w->game);
    mem_free(w->touched);
    mem_free(w->is_touched);
    mem_free(w->sums);
    mem_free(w->field);
    mem_free(w->holds);
    mem_free(w->bits);
    replay_close(w->replay);
    *w = (struct discover_walk){0};
}

/* --- Sums along the game ---------------------------------------------------------------------- */

static bool room_for_plies(struct discover_walk *w)
{
    size_t n = (size_t)w->plies + 1;
    if (n <= w->plies_cap)
        return true;
    struct run_sum *sums = mem_realloc_array(w->sums, n, sizeof *sums);
    w->sums = sums ? sums : w->sums;
    int *field = mem_realloc_array(w->field, n, sizeof *field);
    w->field = field ? field : w->field;
    bool *holds = mem_realloc_array(w->holds, n, sizeof *holds);
    w->holds = holds ? holds : w->holds;
    if (!sums || !field || !holds)
        return false;
    w->plies_cap = n;
    return true;
}

static bool make_room(struct discover_walk *w)
{
    size_t words = 2 * (size_t)w->job->items * w->words;
    if (!room_for_plies(w))
        return false;
    if (words > w->bits_cap) {
        uint64_t *more = mem_realloc_array(w->bits, words, sizeof *more);
        if (!more)
            return false;
        w->bits = more;
        w->bits_cap = words;
    }
    if (words)
        memset(w->bits, 0, words * sizeof *w->bits);
    return true;
}

/* What the chosen say of a row is taken out of its residual. */
static double freed(const struct discover_walk *w, uint64_t row, double residual, double ahead,
                    bool had[2])
{
    for (uint32_t i = 0; i < w->job->chosen_count; i++) {
        const struct chosen *k = &w->job->chosen[i];
        for (int side = 0; side < 2; side++) {
            had[side] = sheet_has(k->bits[2 * (size_t)w->sheet_number + (size_t)side], row);
            if (had[side])
                residual -= (side ? -k->shift : k->shift) + ahead * k->tilt;
        }
    }
    return residual;
}

static bool sum_rows(struct discover_walk *w, int points)
{
    const struct sheet *s = w->sheet;
    bool any = false;
    w->sums[0] = (struct run_sum){0};
    for (uint32_t p = 0; p < w->plies; p++) {
        struct run_sum *next = &w->sums[p + 1];
        *next = w->sums[p];
        if (!sheet_has(s->chosen, w->row + p))
            continue;
        bool had[2] = {false, false};
        double rate = scale_rate(w->job->scale, s->values[w->row + p]), ahead = 2 * rate - 1;
        double r = freed(w, w->row + p, 0.5 * points - rate, ahead, had);
        next->r += r;
        next->rt += r * ahead;
        next->t += ahead;
        next->tt += ahead * ahead;
        next->n += 1;
        next->had[0] += had[0];
        next->had[1] += had[1];
        any = true;
    }
    return any;
}

enum status discover_walk_begin(struct discover_walk *w, uint32_t sheet, uint32_t number,
                                bool *is_in, struct err *err)
{
    const struct sheet *s = &w->job->sheets->at[sheet];
    *is_in = false;
    if (!discover_is_in_part(w->job->o, s, number, w->job->part))
        return STATUS_OK;
    w->sheet = s;
    w->sheet_number = sheet;
    w->row = sheet_row(s, number);
    w->plies = line_plies(&s->segment->lines, number) + 1;
    w->words = (w->plies + 63) / 64;
    if (!make_room(w))
        return err_nomem(err);
    *is_in = sum_rows(w, s->points[number]);
    return STATUS_OK;
}

/* --- Candidates that hold --------------------------------------------------------------------- */

static void add_span(const struct run_sum *from, const struct run_sum *to, int side,
                     struct game_sum *sum)
{
    double sign = side ? -1 : 1;
    sum->r += sign * (to->r - from->r);
    sum->rt += to->rt - from->rt;
    sum->t += sign * (to->t - from->t);
    sum->tt += to->tt - from->tt;
    sum->n += to->n - from->n;
    sum->had += to->had[side] - from->had[side];
    sum->plain_t += to->t - from->t;
    sum->net += sign * (to->n - from->n);
}

static void set_bits(uint64_t *bits, uint32_t from, uint32_t to)
{
    for (uint32_t p = from; p < to;) {
        uint32_t end = (p | 63) + 1 < to ? (p | 63) + 1 : to;
        uint64_t ones = end - p == 64 ? UINT64_MAX : ((uint64_t)1 << (end - p)) - 1;
        bits[p / 64] |= ones << p % 64;
        p = end;
    }
}

static uint64_t *item_bits(const struct discover_walk *w, uint32_t item, int side)
{
    return w->bits + (2 * (size_t)item + (size_t)side) * w->words;
}

/* A single held for a side at plies from … to - 1. */
static void add_held(struct discover_walk *w, uint32_t single, int side, uint32_t from, uint32_t to)
{
    if (w->sums[to].n - w->sums[from].n < 0.5)
        return; /* no row of it counts */
    if (!w->is_touched[single]) {
        w->is_touched[single] = 1;
        w->touched[w->touched_count++] = single;
        w->game[single] = (struct game_sum){0};
    }
    if (!w->job->bits_only)
        add_span(&w->sums[from], &w->sums[to], side, &w->game[single]);
    if (w->job->items && w->job->item_of[single] != UINT32_MAX)
        set_bits(item_bits(w, w->job->item_of[single], side), from, to);
}

static void end_fact(struct discover_walk *w, uint32_t fact, uint32_t ply)
{
    uint32_t single = w->job->candidates->of_fact[fact];
    if (w->job->wanted && !w->job->wanted[single])
        return;
    int side = w->job->candidates->at[single].number != fact;
    add_held(w, single, side, w->begun[fact], ply);
}

static enum status walk_facts(struct discover_walk *w, uint32_t number, struct err *err)
{
    const struct lines *l = &w->sheet->segment->lines;
    struct replay *r = w->replay;
    uint32_t held[SHOGI_MAX_FACTS];
    enum status status = replay_start_text(r, lines_start_text(l, line_start(l, number)), err);
    if (status != STATUS_OK)
        return status;
    for (uint32_t i = 0; i < r->changes.n_begins; i++)
        w->begun[r->changes.begins[i]] = 0;
    for (uint32_t p = 1; p < w->plies; p++) {
        if (!replay_step(r, line_move(l, number, p - 1)))
            return err_plain(err, STATUS_SYNTAX, &BAD_MOVE);
        for (uint32_t i = 0; i < r->changes.n_ends; i++)
            end_fact(w, r->changes.ends[i], p);
        for (uint32_t i = 0; i < r->changes.n_begins; i++)
            w->begun[r->changes.begins[i]] = p;
    }
    uint32_t n = shogi_lite_facts(r->lite, held);
    for (uint32_t i = 0; i < n; i++)
        end_fact(w, held[i], w->plies);
    return STATUS_OK;
}

static void walk_step(struct discover_walk *w, uint32_t single, int side)
{
    uint32_t step = w->job->candidates->at[single].number, from = UINT32_MAX;
    discover_step_plies(step, w->sheet->marks + w->row, w->plies, side, w->field, w->holds);
    for (uint32_t p = 0; p < w->plies; p++) {
        bool holds = w->holds[p];
        if (holds == (from != UINT32_MAX))
            continue;
        if (!holds)
            add_held(w, single, side, from, p);
        from = holds ? p : UINT32_MAX;
    }
    if (from != UINT32_MAX)
        add_held(w, single, side, from, w->plies);
}

/* The first run that ends after the row. */
static size_t find_run(const struct row_runs *r, uint64_t row)
{
    size_t low = 0, high = r->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->at[middle].to <= row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void walk_runs(struct discover_walk *w, uint32_t single, int side)
{
    const struct discover_candidate *c = &w->job->candidates->at[single];
    const struct row_runs *r = &c->runs[2 * (size_t)w->sheet_number + (size_t)side];
    uint64_t end = w->row + w->plies;
    for (size_t i = find_run(r, w->row); i < r->count && r->at[i].from < end; i++) {
        uint64_t from = r->at[i].from > w->row ? r->at[i].from : w->row;
        uint64_t to = r->at[i].to < end ? r->at[i].to : end;
        add_held(w, single, side, (uint32_t)(from - w->row), (uint32_t)(to - w->row));
    }
}

enum status discover_walk_singles(struct discover_walk *w, uint32_t number, struct err *err)
{
    const struct discover_candidates *c = w->job->candidates;
    for (uint32_t i = 0; i < w->touched_count; i++)
        w->is_touched[w->touched[i]] = 0;
    w->touched_count = 0;
    enum status status = w->job->no_facts ? STATUS_OK : walk_facts(w, number, err);
    for (uint32_t i = c->first_step; i < c->singles; i++) {
        if (w->job->wanted && !w->job->wanted[i])
            continue;
        for (int side = 0; side < (c->at[i].symmetric ? 1 : 2); side++)
            if (c->at[i].kind == CANDIDATE_STEP)
                walk_step(w, i, side);
            else
                walk_runs(w, i, side);
    }
    return status;
}

/* --- Pairs ------------------------------------------------------------------------------------ */

/* Of what looks the same to both there is one row, for either side. */
static const uint64_t *seen_by(const struct discover_walk *w, uint32_t single, int side)
{
    bool same = w->job->candidates->at[single].symmetric;
    return item_bits(w, w->job->item_of[single], same ? 0 : side);
}

void discover_walk_bits(const struct discover_walk *w, uint32_t candidate, int side, uint64_t *out)
{
    const struct discover_candidate *c = &w->job->candidates->at[candidate];
    if (c->kind != CANDIDATE_PAIR) {
        memcpy(out, seen_by(w, candidate, side), w->words * sizeof *out);
        return;
    }
    const uint64_t *a = seen_by(w, c->a, side), *b = seen_by(w, c->b, c->other ? !side : side);
    for (size_t i = 0; i < w->words; i++)
        out[i] = a[i] & b[i];
}

void discover_walk_add_bits(const struct discover_walk *w, const uint64_t *bits, int side,
                            struct game_sum *sum)
{
    for (uint32_t p = 0; p < w->plies;) {
        uint64_t ahead = bits[p / 64] >> p % 64;
        if (!ahead) {
            p = (p | 63) + 1;
            continue;
        }
        p += (uint32_t)__builtin_ctzll(ahead);
        uint32_t from = p;
        while (p < w->plies) {
            uint64_t gap = ~bits[p / 64] >> p % 64;
            if (gap) {
                p += (uint32_t)__builtin_ctzll(gap);
                break;
            }
            p = (p | 63) + 1;
        }
        p = p < w->plies ? p : w->plies;
        add_span(&w->sums[from], &w->sums[p], side, sum);
    }
}

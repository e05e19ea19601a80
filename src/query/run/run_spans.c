/* run_spans.c: spans of a running query: found in the lines of a piece, and kept as wanted; see
 * runner.h. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/steady.h"
#include "query/run/runner.h"

/* More than this, 32 bytes each, is not kept: conditions that change with every ply. */
enum { MOST_SPANS = 4 << 20 };

/* What is done with a span after the walk: put in order, counted, looked at for the first hits.  A
 * deadline is for all of it.  About 10 ns by a profile of common pieces in 240,000 generated games,
 * and more for what is not in it. */
static const double SECONDS_TO_FINISH = 25e-9;

/* --- Who plays, and with what result ----------------------------------------------------------- */

/* Counts a game by who plays in its first hit. */
void runner_count_game(const struct query_runner *r, struct game_scores *scores, uint32_t number,
                       uint8_t plays)
{
    if (!r->opt.scores)
        return;
    scores->games[plays][game_player(&r->sides, number)][game_result(&r->sides, number)]++;
}

/* Counts a line with hits; where games may come in several lines mark_games() does it. */
void runner_count_line(const struct query_runner *r, struct query_piece *piece, uint32_t line,
                       uint8_t plays)
{
    piece->games++;
    if (!r->games)
        runner_count_game(r, &piece->scores, line_game(&r->segment->lines, line), plays);
}

/* --- Finding spans, in any thread ------------------------------------------------------------- */

/* Room for n more words. */
static bool reserve_words(struct result_part *p, size_t n)
{
    if (p->word_count + n <= p->word_cap)
        return true;
    size_t cap = 2 * p->word_cap + n + 64;
    uint64_t *grown = mem_realloc_array(p->words, cap, sizeof *grown);
    if (!grown)
        return false;
    p->words = grown;
    p->word_cap = cap;
    return true;
}

/* Room for n more spans. */
static bool reserve_spans(struct result_part *p, size_t n)
{
    if (p->count + n <= p->cap)
        return true;
    size_t cap = 2 * p->cap + n + 64;
    struct result_span *grown = mem_realloc_array(p->at, cap, sizeof *grown);
    if (!grown)
        return false;
    p->at = grown;
    p->cap = cap;
    return true;
}

/* Keeps a span; its set of plies, all zero, is *set, NULL if all match or nobody wants to know. */
bool runner_add_span(const struct query_runner *r, struct result_part *p, struct result_span *span,
                     uint64_t **set)
{
    uint32_t words = plies_words(span->to - span->from);
    bool all = span->plies == span->to - span->from || r->out->keep == KEEP_HITS ||
               r->out->keep == KEEP_GAMES;
    *set = NULL;
    span->bits = RESULT_ALL_MATCH;
    if (!reserve_spans(p, 1) ||
        (!all && (p->word_count + words >= RESULT_ALL_MATCH || !reserve_words(p, words))))
        return false;
    if (!all) {
        span->bits = (uint32_t)p->word_count;
        *set = p->words + p->word_count;
        memset(*set, 0, words * sizeof **set);
        p->word_count += words;
    }
    p->at[p->count++] = *span;
    return true;
}

/* The best ply of a ranked span: the first among those that match and have the largest sum. */
static void rank_span(struct result_span *s, const struct evaluation *v)
{
    s->score = v->sums[s->first];
    for (uint32_t p = s->first; p < s->to; p++)
        if (plies_has(v->matches, p) && v->sums[p] > s->score) {
            s->score = v->sums[p];
            s->first = p;
        }
}

/* Of the diagrams that are there at the first ply that matches the first one, and of its places the
 * lowest.  None if the ply matches for other reasons. */
static void place_span(struct result_span *s, const struct evaluation *v)
{
    const struct pattern_place *best = NULL;
    for (size_t i = 0; i < v->place_count; i++) {
        const struct pattern_place *p = &v->places[i];
        if (p->from > s->first || s->first >= p->to)
            continue;
        if (!best || p->pattern < best->pattern ||
            (p->pattern == best->pattern &&
             (p->row != best->row ? p->row < best->row : p->column < best->column)))
            best = p;
    }
    s->placed = best != NULL;
    if (!best)
        return;
    s->column = (int8_t)best->column;
    s->row = (int8_t)best->row;
    s->symmetry = (uint8_t)v->patterns[best->pattern]->symmetry;
}

/* How many places of diagrams have a ply from `fresh` on that matches. */
static uint64_t places_matching(const struct evaluation *v, uint32_t fresh)
{
    uint64_t n = 0;
    for (size_t i = 0; i < v->place_count; i++) {
        const struct pattern_place *p = &v->places[i];
        uint32_t from = p->from > fresh ? p->from : fresh, to = p->to < v->count ? p->to : v->count;
        n += plies_next(v->matches, to, from) < to;
    }
    return n;
}

/* Spans of a variation need a match that is its own. */
enum status runner_spans_of_line(void *ctx, void *sum, const struct plan *p,
                                 const struct planned_line *at, const struct evaluation *v,
                                 struct err *err)
{
    const struct query_runner *r = ctx;
    struct query_piece *piece = sum;
    struct plies_span span;
    uint32_t fresh = line_fresh(&p->segment->lines, at->line);
    uint64_t before = piece->spans, *set;
    uint8_t first_plays = 0;
    if (r->by_line)
        return moves_of_line(r->moves, &piece->made, p, at->line, v, err);
    for (uint32_t from = 0; evaluation_next(v, from, &span); from = span.to) {
        if (fresh > span.first && plies_next(v->matches, v->count, fresh) >= span.to)
            continue;
        uint32_t plies = plies_count(v->matches, span.from, span.to);
        uint8_t plays = game_plays(&r->sides, evaluation_plays(v, &span));
        first_plays = piece->spans == before ? plays : first_plays;
        piece->spans++;
        piece->positions += plies;
        if (!r->keep_spans)
            continue;
        struct result_span found = {.line = at->line,
                                    .from = span.from,
                                    .to = span.to,
                                    .first = span.first,
                                    .plies = plies,
                                    .plays = plays};
        if (v->sums)
            rank_span(&found, v);
        if (v->place_count)
            place_span(&found, v);
        if (!runner_add_span(r, &piece->part, &found, &set))
            return err_nomem(err);
        for (uint32_t ply = span.first; set && ply < span.to;
             ply = plies_next(v->matches, v->count, ply + 1))
            plies_add(set, ply - span.from);
    }
    if (piece->spans > before)
        runner_count_line(r, piece, at->line, first_plays);
    if (v->place_count && piece->spans > before)
        piece->places += places_matching(v, fresh);
    return STATUS_OK;
}

enum status runner_spans_alone(void *ctx, void *sum, const struct planned_line *at,
                               const struct plies_span *spans, uint32_t count, struct err *err)
{
    const struct query_runner *r = ctx;
    struct query_piece *piece = sum;
    uint32_t fresh = line_fresh(&r->segment->lines, at->line);
    uint64_t before = piece->spans;
    uint8_t first_plays = 0;
    if (!reserve_spans(&piece->part, r->keep_spans ? count : 0))
        return err_nomem(err);
    for (uint32_t i = 0; i < count; i++) {
        if (fresh >= spans[i].to)
            continue;
        uint8_t plays = game_plays(&r->sides, spans[i].plays);
        first_plays = piece->spans == before ? plays : first_plays;
        piece->spans++;
        piece->positions += spans[i].to - spans[i].from;
        if (r->keep_spans)
            piece->part.at[piece->part.count++] =
                (struct result_span){.line = at->line,
                                     .from = spans[i].from,
                                     .to = spans[i].to,
                                     .first = spans[i].first,
                                     .plies = spans[i].to - spans[i].from,
                                     .bits = RESULT_ALL_MATCH,
                                     .plays = plays};
    }
    if (piece->spans > before)
        runner_count_line(r, piece, at->line, first_plays);
    return STATUS_OK;
}

/* --- Keeping, in the caller's thread ---------------------------------------------------------- */

static enum status append_spans(struct query_runner *r, const struct result_part *piece,
                                struct err *err)
{
    struct result_part *part = r->part;
    if ((piece->word_count && !reserve_words(part, piece->word_count)) ||
        (piece->count && !reserve_spans(part, piece->count)))
        return err_nomem(err);
    if (piece->count)
        memcpy(part->at + part->count, piece->at, piece->count * sizeof *piece->at);
    for (size_t i = part->count; i < part->count + piece->count && piece->word_count; i++)
        if (part->at[i].bits != RESULT_ALL_MATCH)
            part->at[i].bits += (uint32_t)part->word_count;
    part->count += piece->count;
    if (piece->word_count)
        memcpy(part->words + part->word_count, piece->words,
               piece->word_count * sizeof *piece->words);
    part->word_count += piece->word_count;
    if (r->ends)
        r->ends[r->pieces] = part->count;
    r->out->too_much = part->count > MOST_SPANS || part->word_count > 4 * MOST_SPANS;
    return STATUS_OK;
}

static enum status add_hits(struct query_runner *r, const struct result_part *piece,
                            struct err *err)
{
    const struct lines *l = &r->segment->lines;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < piece->count && status == STATUS_OK; i++)
        if (top_hits_wants(&r->top, r->db, game_id(l, line_game(l, piece->at[i].line)))) {
            struct hit h = hit_of_span(&piece->at[i], l, r->db, r->number);
            status = top_hits_add(&r->top, r->segment, &h, err);
        }
    return status;
}

/* Games that were not counted before. */
static uint64_t mark_games(const struct query_runner *r, const struct result_part *piece)
{
    uint64_t fresh = 0;
    for (size_t i = 0; i < piece->count; i++) {
        uint32_t number = line_game(&r->segment->lines, piece->at[i].line);
        uint64_t bit = (uint64_t)1 << number % 64;
        if (r->games[number / 64] & bit)
            continue;
        fresh++;
        r->games[number / 64] |= bit;
        for (int side = 0; side < 2 && r->part && r->part->sides[0]; side++)
            r->part->sides[side][number / 64] |= piece->at[i].plays >> side & 1 ? bit : 0;
        runner_count_game(r, &r->out->scores, number, piece->at[i].plays);
    }
    return fresh;
}

/* Sets n bits from `row` on, those of a set or all, 64 at a time. */
static void set_bits(uint64_t *bits, uint64_t row, const uint64_t *set, uint32_t n)
{
    for (uint32_t i = 0; i < n; i += 64, row += 64) {
        uint64_t word = set ? set[i / 64] : ~(uint64_t)0;
        unsigned shift = row % 64;
        if (n - i < 64)
            word &= ((uint64_t)1 << (n - i)) - 1;
        bits[row / 64] |= word << shift;
        if (shift && word >> (64 - shift))
            bits[row / 64 + 1] |= word >> (64 - shift);
    }
}

static void mark_plies(const struct query_runner *r, const struct result_part *piece)
{
    for (size_t i = 0; i < piece->count; i++) {
        const struct result_span *s = &piece->at[i];
        uint64_t row = (uint64_t)lines_u32(r->segment->lines.first, s->line) + s->line + s->from;
        set_bits(r->bits, row, s->bits == RESULT_ALL_MATCH ? NULL : piece->words + s->bits,
                 s->to - s->from);
    }
}

enum status runner_take_piece(void *ctx, void *sum, bool *enough, struct err *err)
{
    struct query_runner *r = ctx;
    struct query_result *out = r->out;
    struct query_piece *piece = sum;
    enum status status = STATUS_OK;
    out->spans += piece->spans;
    out->positions += piece->positions;
    out->places += piece->places;
    out->games += r->games ? mark_games(r, &piece->part) : piece->games;
    if (r->opt.scores && !r->games)
        scores_add(&out->scores, &piece->scores);
    if (r->bits)
        mark_plies(r, &piece->part);
    else if (out->keep == KEEP_SPANS)
        status = append_spans(r, &piece->part, err);
    else if (out->keep == KEEP_HITS)
        status = add_hits(r, &piece->part, err);
    else if (r->by_line)
        moves_take(r->moves, &piece->made);
    else if (out->keep == KEEP_MOVES)
        status = moves_take_spans(r->moves, &piece->part, err);
    r->pieces++;
    piece->part.count = piece->part.word_count = piece->made.count = 0;
    piece->games = piece->spans = piece->positions = piece->places = 0;
    if (r->opt.scores)
        piece->scores = (struct game_scores){0};
    double to_finish = r->ends ? (double)r->part->count * SECONDS_TO_FINISH : 0;
    *enough = out->spans >= r->wanted || out->too_much ||
              (r->spread && steady_seconds() + to_finish > r->opt.deadline);
    return status;
}

void result_part_release(struct result_part *p)
{
    mem_free(p->at);
    mem_free(p->words);
    mem_free(p->games);
    mem_free(p->sides[0]);
    mem_free(p->sides[1]);
    *p = (struct result_part){0};
}

void runner_release_piece(void *ctx, void *sum)
{
    (void)ctx;
    struct query_piece *piece = sum;
    result_part_release(&piece->part);
    made_moves_release(&piece->made);
}

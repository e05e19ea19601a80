/* match.c: see match.h. */
#include "sim/match/match.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "base/varint.h"
#include "engine/eval/eval.h"
#include "engine/search/engine_search.h"
#include "engine/usi/usi_program.h"
#include "games/record.h"
#include "sim/generate/opening_book.h"

/* --- The sequential probability ratio test, and Elo with its confidence interval -------------- */

#define Z95 1.959963984540054

enum { ROOT_STEPS = 100, PRIOR_PAIRS = 2 };

void match_score_game(struct match_score *s, int points)
{
    s->wins += points == POINTS_WIN;
    s->draws += points == POINTS_DRAW;
    s->losses += points == POINTS_LOSS;
}

void match_score_pair(struct match_score *s, int points)
{
    s->pairs[points]++;
}

/* --- Elo -------------------------------------------------------------------------------------- */

double elo_of_score(double score)
{
    return 400 * log10(score / (1 - score));
}

double score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Variance of the mean score of a pair. */
static double pair_variance(const uint64_t *pairs, double *count)
{
    double n = 0, sum = 0, squares = 0;
    for (int i = 0; i < SPRT_PAIR_RESULTS; i++) {
        double x = (double)i / (SPRT_PAIR_RESULTS - 1);
        n += (double)pairs[i];
        sum += (double)pairs[i] * x;
        squares += (double)pairs[i] * x * x;
    }
    *count = n;
    return n > 0 ? squares / n - sum / n * (sum / n) : 0;
}

/* How many wins and losses would tell the score as exactly as these games do.  Where all were won,
 * or all lost, that none differs says nothing about how much they vary. */
static double effective_games(const struct match_score *s, double score)
{
    double pairs, games = (double)match_score_games(s);
    double plain = score * (1 - score); /* of one game that is won or lost */
    double seen = pair_variance(s->pairs, &pairs);
    if (s->wins + s->draws == 0 || s->losses + s->draws == 0)
        return games;
    double variance = (seen * pairs + plain / 2 * PRIOR_PAIRS) / (pairs + PRIOR_PAIRS);
    return games * (plain / 2) / variance;
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

void elo_of(const struct match_score *s, struct elo *out)
{
    double games = (double)match_score_games(s);
    *out = (struct elo){.score = 0.5, .low = -INFINITY, .high = INFINITY};
    if (games == 0)
        return;
    double edge = 0.5 / games;
    out->score = ((double)s->wins + (double)s->draws / 2) / games;
    double clamped = clamp(out->score, edge, 1 - edge);
    if (games == 1)
        clamped = clamp(out->score, 0.25, 0.75); /* half a point from either end is the middle */
    double n = effective_games(s, clamped);
    double middle = (clamped + Z95 * Z95 / (2 * n)) / (1 + Z95 * Z95 / n);
    double reach =
        Z95 / (1 + Z95 * Z95 / n) * sqrt(clamped * (1 - clamped) / n + Z95 * Z95 / (4 * n * n));
    out->elo = elo_of_score(clamped);
    out->low = elo_of_score(fmax(middle - reach, 1e-9));
    out->high = elo_of_score(fmin(middle + reach, 1 - 1e-9));
}

/* --- SPRT ------------------------------------------------------------------------------------- */

/* Results never seen are not impossible. */
#define NEVER_SEEN 1e-3

/* The most likely distribution with mean s has p_i = f_i / (1 + x (a_i - s)), f_i being the
 * frequencies seen and a_i what a result is worth; x is the root of the sum of p_i (a_i - s), which
 * falls as x grows, between the poles of the worst and the best result. */
static double tilt_of(const double *f, int n, double s)
{
    double low = -1 / (1 - s), high = 1 / s;
    for (int step = 0; step < ROOT_STEPS; step++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < n; i++) {
            double a = (double)i / (n - 1) - s;
            sum += f[i] * a / (1 + x * a);
        }
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double sprt_llr(const struct sprt *t, const uint64_t *counts, int n)
{
    double f[SPRT_MOST_RESULTS], total = 0, llr = 0;
    bool any = false;
    for (int i = 0; i < n; i++) {
        any = any || counts[i];
        f[i] = counts[i] ? (double)counts[i] : NEVER_SEEN;
        total += f[i];
    }
    if (!any)
        return 0;
    for (int i = 0; i < n; i++)
        f[i] /= total;
    double s0 = score_of_elo(t->elo0), s1 = score_of_elo(t->elo1);
    double x0 = tilt_of(f, n, s0), x1 = tilt_of(f, n, s1);
    for (int i = 0; i < n; i++) {
        double a = (double)i / (n - 1);
        llr += f[i] * log((1 + x0 * (a - s0)) / (1 + x1 * (a - s1)));
    }
    return llr * total;
}

void sprt_bounds(const struct sprt *t, double *lower, double *upper)
{
    *lower = log(t->beta / (1 - t->alpha));
    *upper = log((1 - t->beta) / t->alpha);
}

enum sprt_verdict sprt_verdict(const struct sprt *t, double llr)
{
    double lower, upper;
    sprt_bounds(t, &lower, &upper);
    return llr >= upper ? SPRT_H1 : llr <= lower ? SPRT_H0 : SPRT_GOES_ON;
}

/* --- The openings from which the games of a match begin --------------------------------------- */

enum { MOST_OPENINGS = 10000000 };

static const struct msg NONE = {"no opening to start from", "対局を始める序盤がありません"};

void openings_init(struct openings *o, unsigned most_plies)
{
    *o = (struct openings){.most_plies =
                               most_plies < OPENING_MOST_PLIES ? most_plies : OPENING_MOST_PLIES};
}

void openings_release(struct openings *o)
{
    mem_free(o->list);
    mem_free(o->moves);
    mem_free(o->order);
    openings_init(o, o->most_plies);
}

/* --- Adding ----------------------------------------------------------------------------------- */

/* Plays moves from pos on until one is illegal or there are enough; says where they led. */
struct opening_walk {
    struct shogi_pos pos;
    shogi_move moves[OPENING_MOST_PLIES];
    unsigned plies;
};

static bool walk_move(struct opening_walk *w, shogi_move m, unsigned most)
{
    struct shogi_undo undo;
    if (w->plies >= most || !shogi_move_is_legal(&w->pos, m))
        return false;
    shogi_play(&w->pos, m, &undo);
    w->moves[w->plies++] = m;
    return true;
}

static enum status keep(struct openings *o, const struct shogi_pos *start,
                        const struct opening_walk *w, struct err *err)
{
    if (shogi_has_no_move(&w->pos))
        return STATUS_OK;
    struct opening *list = mem_grow(o->list, o->count, &o->cap, MOST_OPENINGS, sizeof *list);
    if (!list)
        return err_nomem(err);
    o->list = list;
    size_t first = o->move_count;
    for (unsigned i = 0; i < w->plies; i++) {
        shogi_move *moves = mem_grow(o->moves, o->move_count, &o->move_cap,
                                     (size_t)MOST_OPENINGS * OPENING_MOST_PLIES, sizeof *moves);
        if (!moves)
            return err_nomem(err);
        o->moves = moves;
        moves[o->move_count++] = w->moves[i];
    }
    o->list[o->count++] = (struct opening){
        .start = *start, .first = first, .plies = w->plies, .reached = shogi_hash(&w->pos)};
    return STATUS_OK;
}

enum status openings_add_record(struct openings *o, const struct record *rec, struct err *err)
{
    struct opening_walk w = {.plies = 0};
    if (!engine_has_game(rec->game))
        return STATUS_OK;
    enum status status = shogi_sfen_parse(&w.pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, err);
    if (status != STATUS_OK)
        return status;
    struct shogi_pos start = w.pos;
    uint32_t node = 0;
    while ((node = rec->nodes[node].child) && rec->nodes[node].move)
        if (!walk_move(&w, (shogi_move)rec->nodes[node].move, o->most_plies))
            break;
    return keep(o, &start, &w, err);
}

enum status openings_add_book(struct openings *o, struct err *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; opening_book[i] && status == STATUS_OK; i++) {
        struct opening_walk w = {.plies = 0};
        struct span rest = span_of(opening_book[i]);
        shogi_move m;
        shogi_pos_start(&w.pos);
        struct shogi_pos start = w.pos;
        while (shogi_usi_parse(span_eat_word(&rest), &m) && walk_move(&w, m, o->most_plies))
            continue;
        status = keep(o, &start, &w, err);
    }
    return status;
}

/* --- Order ------------------------------------------------------------------------------------ */

struct opening_order {
    uint64_t reached;
    size_t number;
};

static int by_position(const void *a, const void *b)
{
    const struct opening_order *x = a, *y = b;
    if (x->reached != y->reached)
        return x->reached < y->reached ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static int by_number(const void *a, const void *b)
{
    const size_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

enum status openings_settle(struct openings *o, uint64_t seed, struct err *err)
{
    size_t kept = 0;
    struct rng rng;
    if (o->count == 0)
        return err_plain(err, STATUS_NOT_FOUND, &NONE);
    struct opening_order *ordered = mem_calloc(o->count, sizeof *ordered);
    o->order = mem_calloc(o->count, sizeof *o->order);
    if (!ordered || !o->order) {
        mem_free(ordered);
        return err_nomem(err);
    }
    for (size_t i = 0; i < o->count; i++)
        ordered[i] = (struct opening_order){o->list[i].reached, i};
    qsort(ordered, o->count, sizeof *ordered, by_position);
    for (size_t i = 0; i < o->count; i++)
        if (i == 0 || ordered[i].reached != ordered[i - 1].reached)
            o->order[kept++] = ordered[i].number;
    mem_free(ordered);
    o->count = kept;
    /* the order of input first: what a hash is must not decide what is played */
    qsort(o->order, kept, sizeof *o->order, by_number);
    rng_seed(&rng, seed);
    rng_shuffle(&rng, o->order, kept, sizeof *o->order);
    return STATUS_OK;
}

const struct opening *openings_get(const struct openings *o, uint64_t k)
{
    return &o->list[o->order[k % o->count]];
}

uint64_t openings_fingerprint(const struct openings *o)
{
    uint64_t fingerprint = o->count;
    for (size_t i = 0; i < o->count; i++)
        fingerprint = fingerprint * 0x9E3779B97F4A7C15u + openings_get(o, i)->reached;
    return fingerprint;
}

enum { DEFAULT_MAX_PLIES = 320, RESIGN_TIMES = 3 };

/* --- One game --------------------------------------------------------------------------------- */

static void begin(struct match_game *g, const struct match_rules *rules,
                  const struct openings *openings)
{
    const struct opening *o = openings_get(openings, g->number / 2);
    g->finished = false;
    g->trouble = TROUBLE_NONE;
    g->culprit = 0;
    g->bad_word[0] = '\0';
    memset(g->clock, 0, sizeof g->clock);
    uint32_t first_ms = rules->time.main_ms + rules->time.increment_ms;
    g->left = (struct usi_clocks){.left_ms = {first_ms, first_ms},
                                  .byoyomi_ms = rules->time.byoyomi_ms,
                                  .increment_ms = rules->time.increment_ms,
                                  .margin_ms = rules->margin_ms};
    referee_begin(&g->referee, &o->start, rules->max_plies ? rules->max_plies : DEFAULT_MAX_PLIES);
    for (unsigned i = 0; i < o->plies; i++) {
        g->sheet[i] = (struct scoresheet_entry){0};
        g->values[i] = THINK_NO_VALUE;
        referee_play(&g->referee, openings->moves[o->first + i]);
    }
}

static void note_clock(struct match_clock *c, const struct player_answer *a,
                       const struct usi_limits *limits, uint32_t margin_ms)
{
    c->moves++;
    c->ms += a->ms;
    c->nodes += a->nodes;
    c->changed += a->changed;
    c->worst_ms = a->ms > c->worst_ms ? a->ms : c->worst_ms;
    c->late += limits->movetime_ms && a->ms > (uint64_t)limits->movetime_ms + margin_ms;
}

static void blame(struct match_game *g, enum match_trouble trouble, int player,
                  const char *bad_word)
{
    g->trouble = trouble;
    g->culprit = player;
    snprintf(g->bad_word, sizeof g->bad_word, "%s", bad_word);
}

/* Has the side `behind` been so far behind in the last plies, as both say? */
static bool is_hopeless(const struct match_game *g, int resign, int behind)
{
    const struct referee *r = &g->referee;
    if (r->plies < 2 * RESIGN_TIMES)
        return false;
    for (unsigned i = 1; i <= 2 * RESIGN_TIMES; i++) {
        int value = g->values[r->plies - i];
        int mover = i % 2 ? r->pos.turn ^ 1 : r->pos.turn;
        if (value == THINK_NO_VALUE || (mover == behind ? value > -resign : value < resign))
            return false;
    }
    return true;
}

static void play_answer(struct match_game *g, const struct player_answer *a, int player)
{
    struct referee *r = &g->referee;
    unsigned ply = r->plies;
    struct buf word;
    g->sheet[ply] = (struct scoresheet_entry){
        .value = scoresheet_value(a->value, r->pos.turn), .timed = true, .time_ms = a->ms};
    g->values[ply] = a->value;
    referee_play(r, a->move);
    if (r->end != END_ILLEGAL_MOVE)
        return;
    buf_init(&word, sizeof g->bad_word - 1);
    shogi_usi_print(a->move, &word);
    blame(g, TROUBLE_ILLEGAL, player, buf_cstr(&word));
    buf_release(&word);
}

/* false: the game was cancelled. */
static bool take_answer(struct match_game *g, const struct player_answer *a, int player)
{
    switch (a->reply) {
    case PLAYER_MOVES:
        play_answer(g, a, player);
        return true;
    case PLAYER_RESIGNS:
        referee_stop(&g->referee, END_RESIGN);
        return true;
    case PLAYER_DECLARES:
        referee_stop(&g->referee, END_DECLARATION);
        if (g->referee.end == END_ILLEGAL_MOVE)
            blame(g, TROUBLE_ILLEGAL, player, "win");
        return true;
    case PLAYER_NO_MOVE:
        blame(g, TROUBLE_NO_MOVE, player, a->bad_word);
        referee_stop(&g->referee, END_ILLEGAL_MOVE);
        return true;
    case PLAYER_HANGS:
        blame(g, TROUBLE_HANGS, player, "");
        referee_stop(&g->referee, END_TIME_UP);
        return true;
    case PLAYER_DIED:
        blame(g, TROUBLE_DIED, player, "");
        referee_stop(&g->referee, END_ERROR);
        return true;
    case PLAYER_CANCELLED:
        break;
    }
    return false;
}

/* The clock of the side to move after an answer that took so long; false: it has run out. */
static bool stop_clock(struct match_game *g, uint32_t ms)
{
    uint32_t *left = &g->left.left_ms[g->referee.pos.turn];
    uint64_t all = (uint64_t)*left + g->left.byoyomi_ms + g->left.margin_ms;
    if (ms > all)
        return false;
    *left = (ms < *left ? *left - ms : 0) + g->left.increment_ms;
    return true;
}

/* Who says anything too late has lost, and so has who says nothing. */
static bool is_too_late(const struct match_rules *rules, const struct usi_limits *limits,
                        struct match_game *g, const struct player_answer *a)
{
    bool late = limits->movetime_ms && a->ms > (uint64_t)limits->movetime_ms + rules->margin_ms;
    if (!match_is_timed(&rules->time))
        return rules->time_loss && late && a->reply == PLAYER_MOVES;
    return a->reply != PLAYER_DIED && (a->reply == PLAYER_HANGS || !stop_clock(g, a->ms));
}

/* One turn; false: the game was cancelled. */
static bool play_turn(const struct match_rules *rules, struct player *const players[2],
                      const struct player_spec *const specs[2], struct match_game *g)
{
    struct player_answer a;
    int player = match_player_at(g->number, g->referee.pos.turn);
    const struct usi_limits *limits = &specs[player]->limits;
    player_move(players[player], &g->referee, match_is_timed(&rules->time) ? &g->left : NULL, &a);
    if (a.reply == PLAYER_CANCELLED)
        return false;
    note_clock(&g->clock[player], &a, limits, rules->margin_ms);
    if (is_too_late(rules, limits, g, &a)) {
        blame(g, TROUBLE_TIME, player, "");
        referee_stop(&g->referee, END_TIME_UP);
        return true;
    }
    bool goes_on = take_answer(g, &a, player);
    if (rules->resign && referee_goes_on(&g->referee) &&
        is_hopeless(g, rules->resign, g->referee.pos.turn))
        referee_stop(&g->referee, END_RESIGN);
    return goes_on;
}

enum status match_play(const struct match_rules *rules, const struct openings *openings,
                       struct player *const players[2], const struct player_spec *const specs[2],
                       struct match_game *g, struct err *err)
{
    begin(g, rules, openings);
    for (int i = 0; i < 2; i++) {
        enum status status = player_new_game(players[i], g->number, err);
        if (status != STATUS_OK)
            return status;
    }
    while (referee_goes_on(&g->referee))
        if ((rules->stop && atomic_load(rules->stop)) || !play_turn(rules, players, specs, g))
            return STATUS_OK;
    g->finished = true;
    g->end = g->referee.end;
    g->plies = g->referee.plies;
    int seat = match_player_at(g->number, SHOGI_BLACK) == 0 ? SHOGI_BLACK : SHOGI_WHITE;
    g->points = (int)g->referee.points[seat];
    return STATUS_OK;
}

enum status match_write(const struct match_game *g, const char *const names[2], struct record *rec)
{
    enum status status = scoresheet_write(&g->referee, g->sheet, rec);
    for (int seat = 0; seat < 2 && status == STATUS_OK; seat++)
        status =
            record_add_header(rec, (enum record_header_id)(HEADER_PLAYER + seat), (struct span){0},
                              span_of(names[match_player_at(g->number, seat)]));
    return status;
}

/* --- Many games ------------------------------------------------------------------------------- */

enum status match_tally_open(struct match_tally *t, uint64_t games, struct err *err)
{
    *t = (struct match_tally){.size = games};
    t->points = mem_calloc(games ? games : 1, sizeof *t->points);
    if (!t->points)
        return err_nomem(err);
    for (uint64_t i = 0; i < games; i++)
        t->points[i] = MATCH_UNPLAYED;
    return STATUS_OK;
}

void match_tally_close(struct match_tally *t)
{
    mem_free(t->points);
    *t = (struct match_tally){0};
}

void match_tally_count(struct match_tally *t, int points)
{
    uint64_t number = t->counted++;
    t->points[number] = (int8_t)points;
    match_score_game(&t->score, points);
    if (number % 2)
        match_score_pair(&t->score, points + t->points[number - 1]);
}

/* --- A finished game as bytes ------------------------------------------------------------------ */

static void put_text(struct buf *out, struct span text)
{
    varint_put(out, text.n);
    buf_add_span(out, text);
}

void match_report_put(struct buf *out, const struct match_game *g)
{
    struct buf position;
    varint_put(out, (uint64_t)g->points);
    varint_put(out, (uint64_t)g->end);
    varint_put(out, g->plies);
    varint_put(out, (uint64_t)g->trouble);
    varint_put(out, (uint64_t)g->culprit);
    put_text(out, span_of(g->bad_word));
    for (int i = 0; i < 2; i++) {
        const struct match_clock *c = &g->clock[i];
        varint_put(out, c->moves);
        varint_put(out, c->ms);
        varint_put(out, c->nodes);
        varint_put(out, c->late);
        varint_put(out, c->changed);
        varint_put(out, c->worst_ms);
    }
    buf_init(&position, BUF_DEFAULT_MAX);
    if (g->trouble != TROUBLE_NONE)
        usi_print_position(
            &(struct usi_position){&g->referee.start, g->referee.moves, g->referee.plies},
            &position);
    put_text(out, buf_span(&position));
    if (buf_status(&position) != STATUS_OK)
        out->bad = STATUS_NOMEM;
    buf_release(&position);
}

/* A number of at most max. */
static bool get_number(struct span *bytes, uint64_t max, uint64_t *out)
{
    return varint_get(bytes, out) && *out <= max;
}

static bool get_text(struct span *bytes, size_t max, struct span *out)
{
    uint64_t n;
    if (!get_number(bytes, max, &n) || n > bytes->n)
        return false;
    *out = span_make(bytes->p, (size_t)n);
    *bytes = span_skip(*bytes, (size_t)n);
    return true;
}

static bool get_clock(struct span *bytes, struct match_clock *c)
{
    uint64_t worst;
    if (!get_number(bytes, REFEREE_MOST_PLIES, &c->moves) ||
        !get_number(bytes, UINT64_MAX / 2, &c->ms) || !get_number(bytes, UINT64_MAX, &c->nodes) ||
        !get_number(bytes, REFEREE_MOST_PLIES, &c->late) ||
        !get_number(bytes, REFEREE_MOST_PLIES, &c->changed) ||
        !get_number(bytes, UINT32_MAX, &worst))
        return false;
    c->worst_ms = (uint32_t)worst;
    return true;
}

bool match_report_get(struct span *bytes, struct match_report *r)
{
    uint64_t points, end, plies, trouble, culprit;
    struct span bad_word;
    if (!get_number(bytes, POINTS_WIN, &points) || !get_number(bytes, END_COUNT - 1, &end) ||
        !get_number(bytes, REFEREE_MOST_PLIES, &plies) ||
        !get_number(bytes, TROUBLE_TIME, &trouble) || !get_number(bytes, 1, &culprit) ||
        !get_text(bytes, sizeof r->bad_word - 1, &bad_word))
        return false;
    *r = (struct match_report){.points = (int)points,
                               .end = (enum record_end)end,
                               .plies = (unsigned)plies,
                               .trouble = (enum match_trouble)trouble,
                               .culprit = (int)culprit};
    if (bad_word.n)
        memcpy(r->bad_word, bad_word.p, bad_word.n);
    return get_clock(bytes, &r->clock[0]) && get_clock(bytes, &r->clock[1]) &&
           get_text(bytes, bytes->n, &r->position);
}

/* game_analysis.c: see game_analysis.h.
 *
 * A position as bytes: u32 value + THINK_INFINITE (varint), varint length, u16 each move. */
#include "values/analysis/game_analysis.h"

#include <math.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/varint.h"

static const double CLASS_FROM[MOVE_CLASSES] = {0, 0.05, 0.1, 0.15};
static const double FAVOURITE = 0.55; /* who has so much is it */
enum { LEAST_WINDOW = 2, MOST_WINDOW = 8, WINDOWS = 10 };
/* in per cent: how much a move counts at least and at most */
static const double LEAST_SWING = 0.5, MOST_SWING = 12;

const char *const move_class_names[MOVE_CLASSES] = {"good", "inaccuracy", "mistake", "blunder"};

static bool is_mate_for(int value)
{
    return value >= THINK_MATE_BOUND && value != THINK_NO_VALUE;
}

static bool is_mate_against(int value)
{
    return value <= -THINK_MATE_BOUND;
}

static bool has_value(const struct analysed_position *p)
{
    return p->value != THINK_NO_VALUE;
}

static int side_at(const struct game_analysis *a, uint32_t p)
{
    return shogi_turn(a->start) ^ (int)(p & 1);
}

double game_analysis_win(const struct game_analysis *a, uint32_t p)
{
    if (!has_value(&a->positions[p]))
        return -1;
    double win = win_rate(a->positions[p].value, a->scale);
    return side_at(a, p) == SHOGI_BLACK ? win : 1 - win;
}

/* --- Moves ------------------------------------------------------------------------------------ */

static enum move_class class_of(double loss)
{
    int class = MOVE_BLUNDER;
    while (class > MOVE_GOOD && loss < CLASS_FROM[class] - 1e-9)
        class --;
    return (enum move_class) class;
}

static double accuracy_of(double loss)
{
    double accuracy = 103.1668 * exp(-4.354 * loss) - 3.1669; /* 99.9999 of 0 */
    return loss <= 0 ? 100 : accuracy < 0 ? 0 : accuracy;
}

static void judge_move(const struct game_analysis *a, uint32_t p, struct analysed_move *m)
{
    const struct analysed_position *here = &a->positions[p], *next = here + 1;
    *m = (struct analysed_move){.move = a->moves[p],
                                .best = here->length ? here->line[0] : 0,
                                .side = (uint8_t)side_at(a, p),
                                .known = has_value(here) && has_value(next)};
    if (!m->known)
        return;
    m->before = here->value;
    m->after = -next->value;
    m->win_before = win_rate(m->before, a->scale);
    m->win_after = win_rate(m->after, a->scale);
    const bool is_best = m->best == m->move;
    if (!is_best && m->win_before > m->win_after)
        m->loss = m->win_before - m->win_after;
    m->class = class_of(m->loss);
    m->accuracy = accuracy_of(m->loss);
    m->misses_mate = !is_best && is_mate_for(m->before) && !is_mate_for(m->after);
    m->allows_mate = !is_best && !is_mate_against(m->before) && is_mate_against(m->after);
}

/* --- Players ---------------------------------------------------------------------------------- */

/* Standard deviation of Black's win probability, in per cent, in the window that ends behind move
 * p. */
static double swing_around(const struct game_analysis *a, uint32_t p)
{
    const uint32_t count = a->plies + 1, tenth = count / WINDOWS;
    uint32_t size = tenth < LEAST_WINDOW ? LEAST_WINDOW : tenth > MOST_WINDOW ? MOST_WINDOW : tenth;
    size = size > count ? count : size;
    const uint32_t end = p + 2 < size ? size : p + 2;
    double sum = 0, squares = 0;
    uint32_t n = 0;
    for (uint32_t i = end - size; i < end; i++) {
        double win = 100 * game_analysis_win(a, i);
        if (win < 0)
            continue;
        sum += win;
        squares += win * win;
        n++;
    }
    double variance = n ? squares / n - sum / n * (sum / n) : 0;
    double swing = variance > 0 ? sqrt(variance) : 0;
    return swing < LEAST_SWING ? LEAST_SWING : swing > MOST_SWING ? MOST_SWING : swing;
}

static void judge_player(const struct game_analysis *a, int side, struct analysed_player *player)
{
    double weights = 0, weighted = 0, inverse = 0;
    for (uint32_t p = 0; p < a->plies; p++) {
        const struct analysed_move *m = &a->at[p];
        if (m->side != side || !m->known)
            continue;
        const double swing = swing_around(a, p);
        player->moves++;
        player->classes[m->class]++;
        player->mates_missed += m->misses_mate;
        player->loss += m->loss;
        weights += swing;
        weighted += swing * m->accuracy;
        inverse += 1 / fmax(m->accuracy, 1);
    }
    if (!player->moves)
        return;
    player->loss /= player->moves;
    player->accuracy = (weighted / weights + player->moves / inverse) / 2;
}

/* Who could force mate at the end, and had it on the move. */
static void find_last_mate(struct game_analysis *a)
{
    for (int side = 0; side < 2; side++) {
        for (uint32_t p = a->plies; p-- > 0;) {
            const struct analysed_move *m = &a->at[p];
            if (m->side != side)
                continue;
            bool kept = p + 1 == a->plies || a->at[p + 1].known;
            a->players[side].mates_found =
                kept && m->known && is_mate_for(m->before) && is_mate_for(m->after);
            break;
        }
    }
}

/* --- Turning points --------------------------------------------------------------------------- */

/* Of the moves from … to-1 the one of the side that loses most; to: none loses anything. */
static uint32_t worst_move(const struct game_analysis *a, uint32_t from, uint32_t to, int side)
{
    uint32_t worst = to;
    for (uint32_t p = from; p < to; p++)
        if (a->at[p].side == side && a->at[p].loss > (worst < to ? a->at[worst].loss : 0))
            worst = p;
    return worst;
}

/* Marks the move of a change; if none of the loser's loses anything (the searches saw later what
 * was so before) it is the one that the new favourite is seen behind. */
static void mark_change(const struct game_analysis *a, struct turning_point *marks, uint32_t from,
                        uint32_t to, int favourite)
{
    uint32_t move = worst_move(a, from, to, !favourite);
    struct turning_point *t = &marks[move < to ? move : to - 1];
    t->changes = true;
    t->favourite = favourite;
}

static void mark_changes(const struct game_analysis *a, struct turning_point *marks)
{
    int favourite = -1;
    uint32_t since = 0; /* the last position where it was */
    for (uint32_t p = 0; p <= a->plies; p++) {
        double win = game_analysis_win(a, p);
        int now = win < 0                ? -1
                  : win >= FAVOURITE     ? SHOGI_BLACK
                  : win <= 1 - FAVOURITE ? SHOGI_WHITE
                                         : -1;
        if (now < 0)
            continue;
        if (favourite >= 0 && now != favourite)
            mark_change(a, marks, since, p, now);
        favourite = now;
        since = p;
    }
}

static void mark_largest(const struct game_analysis *a, struct turning_point *marks)
{
    for (int i = 0; i < ANALYSIS_LARGEST; i++) {
        uint32_t worst = a->plies;
        for (uint32_t p = 0; p < a->plies; p++)
            if (!marks[p].large && a->at[p].class >= MOVE_MISTAKE &&
                (worst == a->plies || a->at[p].loss > a->at[worst].loss))
                worst = p;
        if (worst == a->plies)
            return;
        marks[worst].large = true;
    }
}

static void find_turning_points(struct game_analysis *a)
{
    struct turning_point *marks = a->turning_points;
    mark_changes(a, marks);
    mark_largest(a, marks);
    for (uint32_t p = 0; p < a->plies; p++) {
        struct turning_point t = marks[p];
        t.move = p;
        if (t.changes || t.large)
            marks[a->turning_point_count++] = t;
    }
}

/* --- All of it -------------------------------------------------------------------------------- */

enum status game_analysis_compute(struct game_analysis *a, struct err *err)
{
    a->at = mem_calloc((size_t)a->plies + 1, sizeof *a->at);
    a->turning_points = mem_calloc((size_t)a->plies + 1, sizeof *a->turning_points);
    a->turning_point_count = 0;
    if (!a->at || !a->turning_points) {
        game_analysis_release(a);
        return err_nomem(err);
    }
    for (uint32_t p = 0; p < a->plies; p++)
        judge_move(a, p, &a->at[p]);
    for (int side = 0; side < 2; side++) {
        a->players[side] = (struct analysed_player){0};
        judge_player(a, side, &a->players[side]);
    }
    find_last_mate(a);
    find_turning_points(a);
    return STATUS_OK;
}

void game_analysis_release(struct game_analysis *a)
{
    mem_free(a->at);
    mem_free(a->turning_points);
    a->at = NULL;
    a->turning_points = NULL;
}

void analysis_carry_mates(struct analysed_position *positions, const shogi_move *moves,
                          uint32_t plies)
{
    for (uint32_t p = 0; p < plies; p++) {
        const struct analysed_position *here = &positions[p];
        struct analysed_position *next = &positions[p + 1];
        if (!here->length || here->line[0] != moves[p])
            continue;
        int follows;
        if (is_mate_for(here->value))
            follows = -(here->value + 1);
        else if (is_mate_against(here->value))
            follows = -(here->value - 1);
        else
            continue;
        /* a mate seen here is nearer than nothing, or than a longer one */
        bool less = next->value == THINK_NO_VALUE ||
                    (follows < 0 ? next->value > follows : next->value < follows);
        if (!less || follows > THINK_MATE || follows < -THINK_MATE)
            continue;
        next->value = follows;
        next->length = (uint8_t)(here->length - 1);
        for (int i = 0; i < next->length; i++)
            next->line[i] = here->line[i + 1];
    }
}

/* --- As bytes --------------------------------------------------------------------------------- */

void analysis_encode(const struct analysed_position *positions, uint32_t plies, struct buf *out)
{
    for (uint32_t p = 0; p <= plies; p++) {
        varint_put(out, (unsigned)(positions[p].value + THINK_INFINITE));
        varint_put(out, positions[p].length);
        for (int i = 0; i < positions[p].length; i++)
            varint_put(out, positions[p].line[i]);
    }
}

static bool is_value(uint64_t stored)
{
    return (stored >= THINK_INFINITE - THINK_MATE && stored <= THINK_INFINITE + THINK_MATE) ||
           stored == THINK_INFINITE + THINK_NO_VALUE;
}

static bool read_position(struct span *bytes, struct shogi_pos pos, struct analysed_position *out)
{
    uint64_t value, length, move;
    struct shogi_undo undo;
    if (!varint_get(bytes, &value) || !is_value(value) || !varint_get(bytes, &length) ||
        length > ANALYSIS_LINE_MOST)
        return false;
    *out =
        (struct analysed_position){.value = (int)value - THINK_INFINITE, .length = (uint8_t)length};
    for (uint64_t i = 0; i < length; i++) {
        if (!varint_get(bytes, &move) || move > UINT16_MAX ||
            !shogi_move_is_legal(&pos, (shogi_move)move))
            return false;
        out->line[i] = (shogi_move)move;
        shogi_play(&pos, (shogi_move)move, &undo);
    }
    return true;
}

enum status analysis_decode(struct span bytes, const struct shogi_pos *start,
                            const shogi_move *moves, uint32_t plies, struct analysed_position *out,
                            struct err *err)
{
    static const struct msg DAMAGED = {"the stored analysis is damaged",
                                       "保存された解析が壊れています"};
    struct shogi_pos pos = *start;
    for (uint32_t p = 0; p <= plies; p++) {
        struct shogi_undo undo;
        if (!read_position(&bytes, pos, &out[p]))
            return err_plain(err, STATUS_SYNTAX, &DAMAGED);
        if (p < plies)
            shogi_play(&pos, moves[p], &undo);
    }
    return bytes.n ? err_plain(err, STATUS_SYNTAX, &DAMAGED) : STATUS_OK;
}

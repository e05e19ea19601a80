/* go_times.c: see go_times.h. */
#include "games/go/go_times.h"

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/le.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static const struct msg NO_SUCH_MOVE = {"move %1 is illegal", "%1 手目は打てません"};
static const struct msg NO_SUCH_POINT = {"a capture of move %1 is outside the board",
                                         "%1 手目で取られた石が盤の外です"};

/* No stone, or not on the board: a place behind the board where there always is one. */
enum { NOWHERE = 2 * GO_POINTS };

static go_move stone_code(int color, int point)
{
    return go_move_make(GO_PLAY, color, point);
}

void go_times_release(struct go_times *t)
{
    mem_free(t->again);
    mem_free(t->replayed);
    mem_free(t->board);
    mem_free(t->events);
    memset(t, 0, sizeof *t);
}

static enum status fail(const struct msg *what, uint32_t ply, struct err *err)
{
    return err_set(err, STATUS_SYNTAX, what, SPAN_U64(ply), (struct span){0});
}

/* --- The board -------------------------------------------------------------------------------- */

static void set_size(struct go_times *t, int width, int height)
{
    t->width = width;
    t->height = height;
    for (size_t i = 0; i < sizeof t->places / sizeof t->places[0]; i++)
        t->places[i] = NOWHERE;
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            uint16_t place = (uint16_t)(2 * (row * width + column));
            int point = go_point(column, row);
            t->places[stone_code(GO_BLACK, point)] = place;
            t->places[stone_code(GO_WHITE, point)] = (uint16_t)(place + 1);
        }
}

/* Lines with the same start come one after another: comparing a kilobyte is quicker than looking
 * for stones in it. */
static void know_start(struct go_times *t, const struct go_pos *pos)
{
    size_t bytes = (size_t)pos->height * GO_STRIDE;
    const uint8_t *rows = pos->cell + GO_STRIDE;
    bool same_size = pos->width == t->width && pos->height == t->height;
    if (same_size && memcmp(rows, t->start_cells, bytes) == 0)
        return;
    if (!same_size)
        set_size(t, pos->width, pos->height);
    memcpy(t->start_cells, rows, bytes);
    t->start_count = 0;
    for (int row = 0; row < pos->height; row++)
        for (int column = 0; column < pos->width; column++) {
            int stone = go_stone_at(pos, go_point(column, row));
            if (stone != GO_EMPTY)
                t->start_stones[t->start_count++] =
                    t->places[stone_code(stone - 1, go_point(column, row))];
        }
}

static void clear(struct go_times *t, uint32_t plies)
{
    memset(t->came, 0xFF, 2 * (size_t)t->width * (size_t)t->height * sizeof t->came[0]);
    t->came[NOWHERE] = 0;
    memset(t->restless, 0, sizeof t->restless);
    t->plies = plies;
    t->again_count = 0;
    t->restless_count = 0;
    t->has_stories = false;
    for (uint32_t i = 0; i < t->start_count; i++)
        t->came[t->start_stones[i]] = 0;
}

/* --- Moves ------------------------------------------------------------------------------------ */

static uint32_t slot_of(const struct go_times *t, int point)
{
    return t->places[stone_code(GO_BLACK, point)] / 2U;
}

static inline void mark_restless(struct go_times *t, int point)
{
    uint64_t bit = UINT64_C(1) << go_column(point), *row = &t->restless[go_row(point)];
    if (*row & bit)
        return;
    *row |= bit;
    t->restless_points[t->restless_count++] = (uint16_t)point;
}

/* A move that is no stone played on the board: passes, and changes that somebody made.  A stone put
 * down comes like one that is played, and what is taken away is among the stones taken.  The place
 * of the stone, NOWHERE if there is none. */
static uint16_t other_move(const struct go_times *t, go_move m, bool *possible)
{
    enum go_kind kind = go_move_kind(m);
    *possible = kind == GO_TURN || (kind == GO_PLAY && go_move_is_pass(m));
    if (*possible || go_move_point(m) < 0 || go_move_point(m) >= GO_POINTS)
        return NOWHERE;
    uint16_t place = t->places[stone_code(go_move_color(m), go_move_point(m))];
    *possible = kind != GO_PLAY && place != NOWHERE;
    return kind == GO_PUT ? place : NOWHERE;
}

static enum status come_again(struct go_times *t, go_move m, uint32_t ply, struct err *err)
{
    void *grown = mem_grow(t->again, t->again_count, &t->again_cap, SIZE_MAX, sizeof *t->again);
    if (!grown)
        return err_nomem(err);
    t->again = grown;
    t->again[t->again_count++] =
        (struct go_replaced){ply, stone_code(go_move_color(m), go_move_point(m))};
    mark_restless(t, go_move_point(m));
    return STATUS_OK;
}

/* The stone of a move, if it has one, comes to its place. */
static enum status come(struct go_times *t, go_move m, uint16_t place, uint32_t ply,
                        struct err *err)
{
    if (place == NOWHERE) {
        bool possible;
        place = other_move(t, m, &possible);
        if (!possible)
            return fail(&NO_SUCH_MOVE, ply, err);
        if (place == NOWHERE)
            return STATUS_OK;
    }
    if ((t->came[place] & t->came[place ^ 1]) != GO_NEVER) /* no ply has all bits set */
        return come_again(t, m, ply, err);
    t->came[place] = ply;
    return STATUS_OK;
}

static enum status read_moves(struct go_times *t, const struct go_match_line *line, struct err *err)
{
    const char *moves = line->moves;
    for (uint32_t i = 0, count = line->count; i < count; i++) {
        go_move m = le_get16(moves + 2 * (size_t)i);
        uint16_t place = t->places[m];
        uint64_t pair; /* both colours at once: 13 instructions a move */
        memcpy(&pair, &t->came[place & ~1U], sizeof pair);
        if (pair == UINT64_MAX) { /* the first stone on a point: nearly always */
            t->came[place] = i + 1;
            continue;
        }
        enum status st = come(t, m, place, i + 1, err);
        if (st != STATUS_OK)
            return st;
    }
    return STATUS_OK;
}

/* --- Where stones ever stood ------------------------------------------------------------------ */

static void find_ever_base(struct go_times *t)
{
    const uint32_t *came = t->came;
    for (int row = 0; row < t->height; row++) {
        uint64_t black = 0, white = 0;
        for (int column = 0; column < t->width; column++, came += 2) {
            black |= (uint64_t)(came[GO_BLACK] != GO_NEVER) << column;
            white |= (uint64_t)(came[GO_WHITE] != GO_NEVER) << column;
        }
        t->ever[GO_BLACK][row] = black;
        t->ever[GO_WHITE][row] = white;
    }
}

#if defined(__x86_64__)
/* Eight times give eight bits, black and white in turn, which are then parted.  What is read behind
 * a row is the next one, or the end of the array, and cut off. */
__attribute__((target("avx2,bmi2"))) static void find_ever_avx2(struct go_times *t)
{
    const __m256i never = _mm256_set1_epi32(-1);
    const uint64_t odd = UINT64_C(0x5555555555555555);
    for (int row = 0; row < t->height; row++) {
        const uint32_t *came = t->came + 2 * (size_t)(row * t->width);
        uint64_t black = 0, white = 0;
        for (int column = 0; column < t->width; column += 32) {
            uint64_t bits = 0;
            int left = t->width - column < 32 ? t->width - column : 32;
            for (int i = 0; i < left; i += 4) {
                __m256i times = _mm256_loadu_si256((const __m256i_u *)(came + 2 * (column + i)));
                int none =
                    _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(times, never)));
                bits |= (uint64_t)(~none & 0xFF) << 2 * i;
            }
            uint64_t these = left < 32 ? (UINT64_C(1) << left) - 1 : UINT32_MAX;
            black |= (_pext_u64(bits, odd) & these) << column;
            white |= (_pext_u64(bits, ~odd) & these) << column;
        }
        t->ever[GO_BLACK][row] = black;
        t->ever[GO_WHITE][row] = white;
    }
}
#endif

void go_times_ever(struct go_times *t)
{
#if defined(__x86_64__)
    if (cpu_level() >= CPU_V3)
        find_ever_avx2(t);
    else
#endif
        find_ever_base(t);
    for (uint32_t i = 0; i < t->restless_count; i++) {
        int point = t->restless_points[i];
        const struct go_first_event *first = &t->firsts[slot_of(t, point)];
        if (first->ply != GO_NEVER)
            t->ever[first->content - 1][go_row(point)] |= UINT64_C(1) << go_column(point);
    }
    for (size_t i = 0; i < t->again_count; i++) {
        go_move m = t->again[i].code;
        int point = go_move_point(m);
        t->ever[go_move_color(m)][go_row(point)] |= UINT64_C(1) << go_column(point);
    }
}

/* --- Stones taken ----------------------------------------------------------------------------- */

static enum status note_taken(struct go_times *t, const struct go_change *c, uint32_t ply,
                              struct err *err)
{
    for (uint32_t i = 0; i < c->taken; i++) {
        void *grown = mem_grow(t->replayed, t->replayed_count, &t->replayed_cap, SIZE_MAX,
                               sizeof *t->replayed);
        if (!grown)
            return err_nomem(err);
        t->replayed = grown;
        t->replayed[t->replayed_count++] = (struct go_taken){ply, c->points[i]};
    }
    return STATUS_OK;
}

static enum status play(struct go_times *t, const struct go_match_line *line, struct err *err)
{
    struct go_change change;
    if (!t->board && !(t->board = mem_alloc(sizeof *t->board)))
        return err_nomem(err);
    *t->board = *line->start;
    t->replayed_count = 0;
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < line->count && st == STATUS_OK; i++) {
        go_move m = le_get16(line->moves + 2 * (size_t)i);
        if (!go_play(t->board, m, &change))
            return fail(&NO_SUCH_MOVE, i + 1, err);
        st = note_taken(t, &change, i + 1, err);
    }
    t->taken = t->replayed;
    t->taken_count = (uint32_t)t->replayed_count;
    return st;
}

static enum status read_taken(struct go_times *t, struct err *err)
{
    uint32_t ply = 1;
    for (uint32_t i = 0; i < t->taken_count; i++) {
        const struct go_taken *taken = &t->taken[i];
        if (taken->point >= GO_POINTS || t->places[stone_code(GO_BLACK, taken->point)] == NOWHERE ||
            taken->ply < ply || taken->ply > t->plies)
            return fail(&NO_SUCH_POINT, taken->ply, err);
        ply = taken->ply;
        mark_restless(t, taken->point);
    }
    return STATUS_OK;
}

/* What `came` has of restless points goes to their stories. */
static void set_restless_apart(struct go_times *t)
{
    for (uint32_t i = 0; i < t->restless_count; i++) {
        uint32_t slot = slot_of(t, t->restless_points[i]);
        uint32_t *came = &t->came[2 * slot];
        uint8_t stone = came[GO_WHITE] == GO_NEVER ? 1 : 2;
        t->firsts[slot] = (struct go_first_event){came[stone - 1], GO_NEVER, stone};
        came[0] = came[1] = GO_NEVER;
    }
}

enum status go_times_fill(struct go_times *t, const struct go_match_line *line, struct err *err)
{
    know_start(t, line->start);
    clear(t, line->count);
    enum status st = read_moves(t, line, err);
    t->taken = line->taken;
    t->taken_count = line->taken_count;
    if (st == STATUS_OK && !line->taken_known)
        st = play(t, line, err);
    if (st == STATUS_OK)
        st = read_taken(t, err);
    if (st == STATUS_OK)
        set_restless_apart(t);
    return st;
}

/* --- Stories ---------------------------------------------------------------------------------- */

static void prepend(struct go_times *t, uint32_t event, uint32_t slot, uint32_t ply,
                    uint8_t content)
{
    t->events[event] = (struct go_event){ply, t->firsts[slot].next, content};
    t->firsts[slot].next = event;
}

/* Both lists are gone through from their ends.  Within a ply stones come before they are taken. */
enum status go_times_stories(struct go_times *t, size_t *most, struct err *err)
{
    size_t again = t->again_count, taken = t->taken_count;
    *most = 2 * (again + taken) + 2;
    if (t->has_stories)
        return STATUS_OK;
    if (again + taken > t->events_cap) {
        void *grown = mem_realloc_array(t->events, 2 * (again + taken), sizeof *t->events);
        if (!grown)
            return err_nomem(err);
        t->events = grown;
        t->events_cap = 2 * (again + taken);
    }
    for (uint32_t event = 0; again + taken > 0; event++) {
        if (taken && (again == 0 || t->taken[taken - 1].ply >= t->again[again - 1].ply)) {
            const struct go_taken *x = &t->taken[--taken];
            prepend(t, event, slot_of(t, x->point), x->ply, GO_EMPTY);
        } else {
            const struct go_replaced *x = &t->again[--again];
            prepend(t, event, t->places[x->code] / 2U, x->ply,
                    (uint8_t)(1 + go_move_color(x->code)));
        }
    }
    t->has_stories = true;
    return STATUS_OK;
}

struct go_walk go_walk_begin(const struct go_times *t, int slot, bool restless)
{
    const uint32_t *came = &t->came[2 * slot];
    uint8_t stone = came[GO_WHITE] == GO_NEVER ? 1 : 2;
    struct go_first_event first = {came[stone - 1], GO_NEVER, stone};
    if (restless)
        first = t->firsts[slot];
    return (struct go_walk){.first = first.ply == 0 ? first.content : GO_EMPTY,
                            .came = first.ply == 0 ? GO_NEVER : first.ply,
                            .stone = first.content,
                            .next = first.next};
}

bool go_walk_next(const struct go_times *t, struct go_walk *w, uint32_t *ply, uint8_t *content)
{
    if (w->came != GO_NEVER) {
        *ply = w->came;
        *content = w->stone;
        w->came = GO_NEVER;
    } else if (w->next != GO_NEVER) {
        *ply = t->events[w->next].ply;
    } else {
        return false;
    }
    for (; w->next != GO_NEVER && t->events[w->next].ply == *ply; w->next = t->events[w->next].next)
        *content = t->events[w->next].content;
    return true;
}

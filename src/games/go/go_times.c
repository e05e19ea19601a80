/* go_times.c: see go_times.h. */
#include "games/go/go_times.h"

#include "base/alloc.h"
#include "base/le.h"

static const struct msg NO_SUCH_MOVE = {"move %1 can't be made", "%1 手目は打てません"};
static const struct msg NO_SUCH_POINT = {"what was taken at move %1 is not on the board",
                                         "%1 手目で取られた石が盤の外です"};

/* Entries of `places`: slot << 12 | row << 6 | column. */
#define NOWHERE UINT32_MAX
enum { PASS_BIT = 1 << 13 };

static inline uint32_t place_slot(uint32_t place)
{
    return place >> 12;
}
static inline uint32_t place_row(uint32_t place)
{
    return place >> 6 & 63;
}
static inline uint32_t place_column(uint32_t place)
{
    return place & 63;
}

void go_times_release(struct go_times *t)
{
    mem_free(t->again);
    mem_free(t->found);
    mem_free(t->board);
    mem_free(t->events);
    memset(t, 0, sizeof *t);
}

static enum status fail(const struct msg *what, uint32_t ply, struct err *err)
{
    struct buf number;
    buf_init(&number, 32);
    buf_add_u64(&number, ply);
    err_set(err, STATUS_SYNTAX, what, buf_span(&number), (struct span){0});
    buf_release(&number);
    return STATUS_SYNTAX;
}

/* --- The board -------------------------------------------------------------------------------- */

static void set_size(struct go_times *t, int width, int height)
{
    t->width = width;
    t->height = height;
    memset(t->places, 0xFF, sizeof t->places);
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            uint32_t slot = (uint32_t)(row * width + column);
            uint32_t place = slot << 12 | (uint32_t)row << 6 | (uint32_t)column;
            int point = go_point(column, row);
            t->places[go_move_make(GO_PLAY, GO_BLACK, point)] = place;
            t->places[go_move_make(GO_PLAY, GO_WHITE, point)] = place;
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
                    go_move_make(GO_PLAY, stone - 1, go_point(column, row));
        }
}

static void clear(struct go_times *t, uint32_t plies)
{
    memset(t->came, 0xFF, 2 * (size_t)t->width * (size_t)t->height * sizeof t->came[0]);
    memset(t->ever, 0, sizeof t->ever);
    memset(t->restless, 0, sizeof t->restless);
    t->plies = plies;
    t->again_count = 0;
    t->any_restless = false;
    t->has_stories = false;
    for (uint32_t i = 0; i < t->start_count; i++) {
        uint32_t code = t->start_stones[i], place = t->places[code];
        t->came[2 * place_slot(place) + (code >> 12)] = 0;
        t->ever[code >> 12][place_row(place)] |= UINT64_C(1) << place_column(place);
    }
}

/* --- Moves ------------------------------------------------------------------------------------ */

static inline void mark_restless(struct go_times *t, uint32_t place)
{
    uint64_t bit = UINT64_C(1) << place_column(place), *row = &t->restless[place_row(place)];
    if (*row & bit)
        return;
    *row |= bit;
    t->any_restless = true;
    t->story[place_slot(place)] = GO_NEVER;
}

/* Passes, and changes that somebody made to the board: a stone put down comes like one that is
 * played, and what is taken away is among the stones taken.  0: no stone. */
static uint32_t other_kind(const struct go_times *t, go_move m, bool *possible)
{
    uint32_t code = m & (GO_STONE_CODES - 1);
    enum go_kind kind = go_move_kind(m);
    if (kind == GO_TURN || (kind == GO_PLAY && m & PASS_BIT))
        return 0;
    *possible = t->places[code] != NOWHERE;
    return kind == GO_REMOVE ? 0 : code;
}

static enum status come_again(struct go_times *t, uint32_t place, uint32_t color, uint32_t ply,
                              struct err *err)
{
    void *grown = mem_grow(t->again, t->again_count, &t->again_cap, SIZE_MAX, sizeof *t->again);
    if (!grown)
        return err_nomem(err);
    t->again = grown;
    t->again[t->again_count++] =
        (struct go_again){ply, (uint16_t)place_slot(place), (uint8_t)(1 + color)};
    mark_restless(t, place);
    return STATUS_OK;
}

static enum status read_moves(struct go_times *t, const struct go_match_line *line, struct err *err)
{
    for (uint32_t i = 0; i < line->count; i++) {
        uint32_t code = le_get16(line->moves + 2 * (size_t)i);
        if (code >= PASS_BIT) {
            bool possible = true;
            code = other_kind(t, (go_move)code, &possible);
            if (!possible)
                return fail(&NO_SUCH_MOVE, i + 1, err);
            if (code == 0)
                continue;
        }
        uint32_t place = t->places[code], color = code >> 12;
        if (place == NOWHERE)
            return fail(&NO_SUCH_MOVE, i + 1, err);
        t->ever[color][place_row(place)] |= UINT64_C(1) << place_column(place);
        uint32_t *came = &t->came[2 * place_slot(place)];
        if ((came[0] & came[1]) == GO_NEVER) { /* no ply has all bits set */
            came[color] = i + 1;
            continue;
        }
        enum status st = come_again(t, place, color, i + 1, err);
        if (st != STATUS_OK)
            return st;
    }
    return STATUS_OK;
}

/* --- Stones taken ----------------------------------------------------------------------------- */

static enum status note_taken(struct go_times *t, const struct go_change *c, uint32_t ply,
                              struct err *err)
{
    for (uint32_t i = 0; i < c->taken; i++) {
        void *grown = mem_grow(t->found, t->found_count, &t->found_cap, SIZE_MAX, sizeof *t->found);
        if (!grown)
            return err_nomem(err);
        t->found = grown;
        t->found[t->found_count++] = (struct go_taken){ply, c->points[i]};
    }
    return STATUS_OK;
}

static enum status play(struct go_times *t, const struct go_match_line *line, struct err *err)
{
    struct go_change change;
    if (!t->board && !(t->board = mem_alloc(sizeof *t->board)))
        return err_nomem(err);
    *t->board = *line->start;
    t->found_count = 0;
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < line->count && st == STATUS_OK; i++) {
        go_move m = le_get16(line->moves + 2 * (size_t)i);
        if (!go_play(t->board, m, &change))
            return fail(&NO_SUCH_MOVE, i + 1, err);
        st = note_taken(t, &change, i + 1, err);
    }
    t->taken = t->found;
    t->taken_count = (uint32_t)t->found_count;
    return st;
}

static enum status read_taken(struct go_times *t, struct err *err)
{
    uint32_t ply = 1;
    for (uint32_t i = 0; i < t->taken_count; i++) {
        const struct go_taken *taken = &t->taken[i];
        uint32_t place = taken->point < GO_POINTS ? t->places[taken->point + 1] : NOWHERE;
        if (place == NOWHERE || taken->ply < ply || taken->ply > t->plies)
            return fail(&NO_SUCH_POINT, taken->ply, err);
        ply = taken->ply;
        mark_restless(t, place);
    }
    return STATUS_OK;
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
    return st == STATUS_OK ? read_taken(t, err) : st;
}

/* --- Stories ---------------------------------------------------------------------------------- */

static void prepend(struct go_times *t, uint32_t event, uint32_t slot, uint32_t ply,
                    uint8_t content)
{
    t->events[event] = (struct go_event){ply, t->story[slot], content};
    t->story[slot] = event;
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
            prepend(t, event, place_slot(t->places[x->point + 1]), x->ply, GO_EMPTY);
        } else {
            const struct go_again *x = &t->again[--again];
            prepend(t, event, x->slot, x->ply, x->content);
        }
    }
    t->has_stories = true;
    return STATUS_OK;
}

struct go_walk go_walk_begin(const struct go_times *t, int slot, bool restless)
{
    const uint32_t *came = &t->came[2 * slot];
    uint8_t stone = came[GO_WHITE] == GO_NEVER ? 1 : 2;
    uint32_t first = came[stone - 1];
    return (struct go_walk){.first = first == 0 ? stone : GO_EMPTY,
                            .came = first == 0 ? GO_NEVER : first,
                            .stone = stone,
                            .next = restless ? t->story[slot] : GO_NEVER};
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

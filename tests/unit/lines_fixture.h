/* lines_fixture.h: the lines and columns of a segment without a database, for tests of indexes.
 *
 *     struct lines_fixture f;
 *     fixture_init(&f);
 *     fixture_add_usi(&f, "", "7g7f 3c3d", 2);       start ("": the usual), moves, result of seat 0
 *     fixture_add_generated(&f, seed, 100, 0);       games of src/sim/generate/generate.h
 *     fixture_add_odd(&f, seed, 20);                 random play from unusual starts
 *     fixture_add_variations(&f, seed, 30);          variations of games already in
 *     fixture_finish(&f);
 *     … f.lines, f.columns …                         sorted as store/lines.h says
 *     fixture_release(&f);
 *
 * Ids follow the order of adding.  Whatever goes wrong here is a fault of the test: it aborts. */
#ifndef KIFU_TESTS_UNIT_LINES_FIXTURE_H
#define KIFU_TESTS_UNIT_LINES_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "games/record.h"
#include "games/shogi/shogi.h"
#include "sim/generate/generate.h"
#include "store/lines.h"
#include "store/metadata/columns.h"

struct fixture_game {
    char *start;
    shogi_move *moves;
    uint32_t plies, id;
    uint32_t number; /* place in the order, once finished */
    uint8_t result, end;
    uint32_t date;
};

struct fixture_variation {
    uint32_t game; /* by id */
    shogi_move *moves;
    uint32_t plies, fresh;
    size_t order; /* of adding */
};

struct lines_fixture {
    struct lines lines;
    struct columns columns;
    struct fixture_game *games;
    struct fixture_variation *variations;
    size_t game_count, variation_count, game_cap, variation_cap;
    struct buf bytes[9]; /* what lines and columns point to */
    char *column_bytes;
};

static inline void fixture_require(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "lines_fixture: %s\n", what);
    abort();
}

static inline void *fixture_more(void *array, size_t count, size_t *cap, size_t size)
{
    if (count < *cap)
        return array;
    *cap = *cap ? 2 * *cap : 64;
    array = realloc(array, *cap * size);
    fixture_require(array != NULL, "no memory");
    return array;
}

static inline void *fixture_copy(const void *p, size_t n)
{
    void *copy = malloc(n ? n : 1);
    fixture_require(copy != NULL, "no memory");
    if (n)
        memcpy(copy, p, n);
    return copy;
}

static inline void fixture_init(struct lines_fixture *f)
{
    memset(f, 0, sizeof *f);
    for (int i = 0; i < 9; i++)
        buf_init(&f->bytes[i], SIZE_MAX / 2);
}

static inline void fixture_release(struct lines_fixture *f)
{
    for (size_t i = 0; i < f->game_count; i++) {
        free(f->games[i].start);
        free(f->games[i].moves);
    }
    for (size_t i = 0; i < f->variation_count; i++)
        free(f->variations[i].moves);
    for (int i = 0; i < 9; i++)
        buf_release(&f->bytes[i]);
    free(f->games);
    free(f->variations);
    free(f->column_bytes);
}

/* --- Adding games ---------------------------------------------------------------------------- */

/* points: half points of seat 0, or POINTS_UNKNOWN.  Returns the game, valid until the next. */
static inline struct fixture_game *fixture_add(struct lines_fixture *f, const char *start,
                                               const shogi_move *moves, uint32_t plies, int points)
{
    f->games = fixture_more(f->games, f->game_count, &f->game_cap, sizeof *f->games);
    struct fixture_game *g = &f->games[f->game_count];
    *g = (struct fixture_game){
        .start = fixture_copy(start, strlen(start) + 1),
        .moves = fixture_copy(moves, plies * sizeof *moves),
        .plies = plies,
        .id = (uint32_t)f->game_count,
        .result = (uint8_t)(points < 0 ? 15 : points | (2 - points) << 2),
        .end = END_RESIGN,
    };
    f->game_count++;
    return g;
}

/* Moves in USI, divided by blanks; they need not be legal. */
static inline struct fixture_game *fixture_add_usi(struct lines_fixture *f, const char *start,
                                                   const char *usi, int points)
{
    shogi_move moves[1000];
    uint32_t n = 0;
    for (const char *p = usi; *p && n < 1000;) {
        size_t length = strcspn(p, " ");
        fixture_require(shogi_usi_parse(span_make(p, length), &moves[n++]), "not a USI move");
        p += length + strspn(p + length, " ");
    }
    return fixture_add(f, start, moves, n, points);
}

/* A date between 1990 and 2019, sometimes without its day, its month, or at all. */
static inline uint32_t fixture_date(struct rng *rng)
{
    unsigned known = (unsigned)rng_below(rng, 8);
    unsigned year = 1990 + (unsigned)rng_below(rng, 30), month = 1 + (unsigned)rng_below(rng, 12);
    if (known == 0)
        return 0;
    return date_make(year, known == 1 ? 0 : month,
                     known <= 2 ? 0 : 1 + (unsigned)rng_below(rng, 28));
}

static inline void fixture_add_record(struct lines_fixture *f, const struct record *rec,
                                      struct rng *rng)
{
    shogi_move moves[RECORD_MAX_PLIES];
    uint32_t n = 0;
    for (uint32_t node = rec->nodes[0].child; node; node = rec->nodes[node].child)
        if (!record_is_end(rec, node) && n < RECORD_MAX_PLIES)
            moves[n++] = (shogi_move)rec->nodes[node].move;
    struct fixture_game *g = fixture_add(f, "", moves, n, rec->points[0]);
    g->end = (uint8_t)rec->end;
    g->date = fixture_date(rng);
}

/* Games first … first + count - 1 of a generator. */
static inline void fixture_add_from(struct lines_fixture *f, const struct generator *g,
                                    uint64_t first, uint64_t count)
{
    struct record rec;
    struct rng rng;
    record_init(&rec);
    rng_seed_stream(&rng, g->seed, first);
    for (uint64_t i = 0; i < count; i++) {
        fixture_require(generator_game(g, first + i, &rec) == STATUS_OK, "no game");
        fixture_add_record(f, &rec, &rng);
    }
    record_release(&rec);
}

/* The same with the built-in book. */
static inline void fixture_add_generated(struct lines_fixture *f, uint64_t seed, uint64_t count,
                                         uint64_t first)
{
    struct generator g;
    struct err err;
    generator_init(&g, seed);
    fixture_require(generator_add_book(&g, &err) == STATUS_OK, "no book");
    fixture_add_from(f, &g, first, count);
    generator_release(&g);
}

/* Appends up to n random legal moves; returns how many moves there are then. */
static inline uint32_t fixture_wander(struct shogi_pos *pos, shogi_move *moves, uint32_t at,
                                      uint32_t n, struct rng *rng)
{
    shogi_move legal[SHOGI_MAX_MOVES];
    struct shogi_undo undo;
    for (; n; n--) {
        int count = shogi_legal_moves(pos, legal);
        if (count == 0)
            break;
        moves[at] = legal[rng_below(rng, (uint64_t)count)];
        shogi_play(pos, moves[at++], &undo);
    }
    return at;
}

static inline void fixture_go_to(struct shogi_pos *pos, const char *start)
{
    struct err err;
    if (*start)
        fixture_require(shogi_sfen_parse(pos, span_of(start), SHOGI_SFEN_TOLERANT, NULL, &err) ==
                            STATUS_OK,
                        "not a position");
    else
        shogi_pos_start(pos);
}

/* Random play from handicaps, a middle game, a problem and a board with a king alone. */
static inline void fixture_add_odd(struct lines_fixture *f, uint64_t seed, uint64_t count)
{
    static const char *const STARTS[] = {
        "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "ln1g3nl/1r1s1kg2/p2p1pppp/1pps5/7P1/2P1PP3/PPSP2P1P/2GS1K1R1/LN3G1NL b Bb 1",
        "8k/8p/9/9/9/9/9/9/4K4 b RG2Prb3g4s4n4l15p 1",
        "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
    };
    struct rng rng;
    rng_seed(&rng, seed);
    for (uint64_t i = 0; i < count; i++) {
        shogi_move moves[300];
        struct shogi_pos pos;
        const char *start = STARTS[rng_below(&rng, sizeof STARTS / sizeof *STARTS)];
        fixture_go_to(&pos, start);
        uint32_t n = fixture_wander(&pos, moves, 0, (uint32_t)rng_below(&rng, 200), &rng);
        struct fixture_game *g = fixture_add(f, start, moves, n, (int)rng_below(&rng, 4) - 1);
        g->date = fixture_date(&rng);
    }
}

/* --- Variations ------------------------------------------------------------------------------ */

static inline uint32_t fixture_shared(const shogi_move *a, uint32_t na, const shogi_move *b,
                                      uint32_t nb)
{
    uint32_t n = 0;
    while (n < na && n < nb && a[n] == b[n])
        n++;
    return n;
}

/* All moves from the start of game `id`; says false, and adds nothing, if an earlier line of that
 * game has all of them. */
static inline bool fixture_add_variation(struct lines_fixture *f, uint32_t id,
                                         const shogi_move *moves, uint32_t plies)
{
    const struct fixture_game *g = &f->games[id];
    uint32_t shared = fixture_shared(g->moves, g->plies, moves, plies);
    for (size_t i = 0; i < f->variation_count; i++) {
        const struct fixture_variation *v = &f->variations[i];
        uint32_t n = v->game == id ? fixture_shared(v->moves, v->plies, moves, plies) : 0;
        shared = n > shared ? n : shared;
    }
    if (shared == plies)
        return false;
    f->variations =
        fixture_more(f->variations, f->variation_count, &f->variation_cap, sizeof *f->variations);
    size_t order = f->variation_count++;
    f->variations[order] = (struct fixture_variation){
        .game = id,
        .order = order,
        .moves = fixture_copy(moves, plies * sizeof *moves),
        .plies = plies,
        .fresh = shared + 1, /* positions after 0 … shared moves are known */
    };
    return true;
}

/* Leaves random games at random plies for up to 40 moves. */
static inline void fixture_add_variations(struct lines_fixture *f, uint64_t seed, uint64_t count)
{
    static shogi_move moves[RECORD_MAX_PLIES + 64];
    struct rng rng;
    struct shogi_undo undo;
    rng_seed(&rng, seed);
    for (uint64_t i = 0; i < count && f->game_count; i++) {
        const struct fixture_game *g = &f->games[rng_below(&rng, f->game_count)];
        struct shogi_pos pos;
        uint32_t at = (uint32_t)rng_below(&rng, g->plies + 1);
        fixture_go_to(&pos, g->start);
        for (uint32_t k = 0; k < at; k++)
            shogi_play(&pos, moves[k] = g->moves[k], &undo);
        uint32_t n = fixture_wander(&pos, moves, at, 1 + (uint32_t)rng_below(&rng, 40), &rng);
        (void)fixture_add_variation(f, g->id, moves, n);
    }
}

/* --- Putting them in order ------------------------------------------------------------------- */

static inline int fixture_compare(const void *x, const void *y)
{
    const struct fixture_game *a = x, *b = y;
    int order = strcmp(a->start, b->start);
    if (order)
        return order;
    uint32_t n = fixture_shared(a->moves, a->plies, b->moves, b->plies);
    if (n < a->plies && n < b->plies)
        return a->moves[n] < b->moves[n] ? -1 : 1;
    if (a->plies != b->plies)
        return a->plies < b->plies ? -1 : 1;
    return a->id < b->id ? -1 : a->id > b->id;
}

static inline int fixture_compare_id(const void *x, const void *y)
{
    const struct fixture_game *a = x, *b = y;
    return a->id < b->id ? -1 : a->id > b->id;
}

static inline int fixture_compare_variation(const void *x, const void *y)
{
    const struct fixture_variation *a = x, *b = y;
    if (a->game != b->game)
        return a->game < b->game ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static inline void fixture_u32(struct buf *b, size_t v)
{
    char bytes[4];
    le_put32(bytes, (uint32_t)v);
    buf_add(b, bytes, 4);
}

enum {
    FIXTURE_FIRST,
    FIXTURE_ID,
    FIXTURE_BY_ID,
    FIXTURE_START_LINE,
    FIXTURE_START_TEXT,
    FIXTURE_VARIATION,
    FIXTURE_TEXTS,
    FIXTURE_MOVES
};

static inline void fixture_put_moves(struct lines_fixture *f, const shogi_move *moves, uint32_t n)
{
    struct buf *b = f->bytes;
    fixture_u32(&b[FIXTURE_FIRST], b[FIXTURE_MOVES].n / 2);
    for (uint32_t i = 0; i < n; i++) {
        char two[2];
        le_put16(two, moves[i]);
        buf_add(&b[FIXTURE_MOVES], two, 2);
    }
}

static inline uint32_t fixture_put_games(struct lines_fixture *f)
{
    struct buf *b = f->bytes;
    uint32_t starts = 0;
    for (size_t i = 0; i < f->game_count; i++) {
        struct fixture_game *g = &f->games[i];
        g->number = (uint32_t)i;
        if (i == 0 || strcmp(g->start, f->games[i - 1].start) != 0) {
            starts++;
            fixture_u32(&b[FIXTURE_START_LINE], i);
            fixture_u32(&b[FIXTURE_START_TEXT], b[FIXTURE_TEXTS].n);
            buf_add_str(&b[FIXTURE_TEXTS], g->start);
        }
        fixture_u32(&b[FIXTURE_ID], g->id);
        fixture_put_moves(f, g->moves, g->plies);
    }
    fixture_u32(&b[FIXTURE_START_LINE], f->game_count);
    fixture_u32(&b[FIXTURE_START_TEXT], b[FIXTURE_TEXTS].n);
    return starts;
}

static inline void fixture_put_columns(struct lines_fixture *f)
{
    size_t n = f->game_count;
    uint32_t *values = calloc(n + 1, COLUMN_COUNT * sizeof *values);
    struct buf bytes;
    const char *at;
    fixture_require(values != NULL, "no memory");
    for (size_t i = 0; i < n; i++) {
        const struct fixture_game *g = &f->games[i];
        uint32_t *v = values + i * COLUMN_COUNT;
        v[COLUMN_RESULT] = (unsigned char)g->result;
        v[COLUMN_END] = (unsigned char)g->end;
        v[COLUMN_DATE] = g->date;
        for (unsigned seat = 0; seat < 2; seat++) {
            v[COLUMN_RATING + seat] = 1500 + g->id % 1000;
            v[COLUMN_PLAYER + seat] = 1 + (g->id + seat) % 50;
        }
    }
    buf_init(&bytes, SIZE_MAX / 2);
    columns_encode(values, NULL, (uint32_t)n, 2, &bytes);
    free(values);
    fixture_require(!columns_from_bytes(&f->columns, buf_span(&bytes), (uint32_t)n, &at),
                    "bad columns");
    f->column_bytes = bytes.p;
}

static inline void fixture_finish(struct lines_fixture *f)
{
    struct buf *b = f->bytes;
    if (f->game_count)
        qsort(f->games, f->game_count, sizeof *f->games, fixture_compare);
    uint32_t starts = fixture_put_games(f);
    fixture_put_columns(f);
    if (f->game_count)
        qsort(f->games, f->game_count, sizeof *f->games, fixture_compare_id);
    for (size_t i = 0; i < f->game_count; i++)
        fixture_u32(&b[FIXTURE_BY_ID], f->games[i].number);
    for (size_t i = 0; i < f->variation_count; i++)
        f->variations[i].game = f->games[f->variations[i].game].number;
    if (f->variation_count)
        qsort(f->variations, f->variation_count, sizeof *f->variations, fixture_compare_variation);
    for (size_t i = 0; i < f->variation_count; i++) {
        const struct fixture_variation *v = &f->variations[i];
        fixture_u32(&b[FIXTURE_VARIATION], v->game);
        fixture_u32(&b[FIXTURE_VARIATION], v->fresh);
        fixture_put_moves(f, v->moves, v->plies);
    }
    fixture_u32(&b[FIXTURE_FIRST], b[FIXTURE_MOVES].n / 2);
    for (int i = 0; i < 9; i++) {
        buf_add_char(&b[i], 0); /* no array is NULL */
        fixture_require(buf_status(&b[i]) == STATUS_OK, "no memory");
    }
    f->lines = (struct lines){
        .game = &shogi_game,
        .games = (uint32_t)f->game_count,
        .count = (uint32_t)(f->game_count + f->variation_count),
        .starts = starts,
        .move_bytes = 2,
        .first = b[FIXTURE_FIRST].p,
        .id = b[FIXTURE_ID].p,
        .by_id = b[FIXTURE_BY_ID].p,
        .start_line = b[FIXTURE_START_LINE].p,
        .start_text = b[FIXTURE_START_TEXT].p,
        .variation = b[FIXTURE_VARIATION].p,
        .texts = b[FIXTURE_TEXTS].p,
        .moves = b[FIXTURE_MOVES].p,
    };
}

#endif

/* go_sieve.h: a filter of the locations where patterns can occur on a board of one size.
 *
 * A pattern can only have been where each of its stones once stood.  With a bit for each point on
 * which a colour ever stood, shifted by each column that some pattern has a stone in, one "and" for
 * each stone tests this for all locations of four rows at once. */
#ifndef KIFU_GAMES_GO_GO_SIEVE_H
#define KIFU_GAMES_GO_GO_SIEVE_H

#include "games/go/go_times.h"

/* A cell that is not "?". */
struct go_shape_cell {
    uint8_t column, row, want;
    uint8_t move; /* its number, from 1; 0: none */
};
/* A stone that must once have stood there. */
struct go_shape_stone {
    uint8_t column, row, color; /* 2: either */
    uint32_t came[2];           /* indices into go_times.came, equal for one colour, see below */
};

/* A pattern on a board.  The arrays are the sieve's. */
struct go_shape {
    bool fits, alone;                /* alone: there is just one location for it */
    int columns[2], rows[2];         /* first and last of its lower left cell */
    const struct go_pattern *source; /* borrowed */
    const struct go_shape_cell *cells;
    const struct go_shape_stone *stones;
    const uint32_t *planes; /* by stone: where its row begins in the sieve's planes */
    /* Indices into go_times.came, to be added to twice the slot of the lower left cell: stones,
     * stones of either colour, points that must be empty (of both, two consecutive indices), and
     * single colours that must not have come. */
    const uint32_t *needs, *eithers, *empties, *limits;
    const uint64_t *filled; /* by row: cells that are not "?" */
    uint16_t cell_count, stone_count, need_count, either_count, empty_count, limit_count;
};

struct go_sieve {
    const struct go_pattern *patterns; /* borrowed */
    uint32_t count;
    int width, height; /* of the board it is made for; 0: none yet */
    struct go_shape *shapes;
    void *arrays[5]; /* owned: what shapes point into */
    /* Bits of a colour moved to the left by a column, in rows of GO_TIMES_ROWS. */
    uint64_t *planes;
    struct {
        uint8_t color, column;
    } plane_of[3 * GO_MAX_SIZE];
    uint32_t plane_count;
};

/* s begins as zeros. */
enum status go_sieve_open(struct go_sieve *s, const struct go_pattern *patterns, uint32_t count,
                          struct err *err) CHECK_RESULT;
void go_sieve_release(struct go_sieve *s);
/* Makes everything ready for the board of a line that is in t. */
enum status go_sieve_line(struct go_sieve *s, struct go_times *t, struct err *err) CHECK_RESULT;
/* Where the shape may have been: a bit for each column at rows[y], for the rows whose bits are set
 * in the result. */
uint64_t go_sieve_places(const struct go_sieve *s, const struct go_times *t,
                         const struct go_shape *shape, uint64_t rows[GO_TIMES_ROWS]);

#endif

/* castles.h: the formations that generated players head for.
 *
 * Squares are those of Black; for White they are turned round. */
#ifndef KIFU_SIM_GENERATE_CASTLES_H
#define KIFU_SIM_GENERATE_CASTLES_H

#include <stdint.h>

enum { CASTLE_MEN = 6 };

struct castle_man {
    uint8_t kind; /* SHOGI_NONE after the last man */
    uint8_t file, rank;
};

struct castle {
    const char *name;
    uint8_t weight;                    /* how often it is chosen, against the others of its list; 0:
                                          only by those who choose among all alike */
    struct castle_man men[CASTLE_MEN]; /* the king first */
};

/* Castles on Black's left (rook at home), on the right (rook moved to the left or to the centre);
 * a row without a name ends each list. */
extern const struct castle castles_left[];
extern const struct castle castles_right[];

#endif

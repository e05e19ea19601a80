/* shogi_handicap.c: the start positions, even and with odds.
 *
 * A handicap is the even position less some of White's pieces, with White to move.  Left and
 * right are White's: White's left lance stands on 1-1. */
#include "games/shogi/shogi.h"

/* Pieces that can be missing, one bit each. */
enum {
    NO_ROOK = 1 << 0,
    NO_BISHOP = 1 << 1,
    NO_LEFT_LANCE = 1 << 2,
    NO_RIGHT_LANCE = 1 << 3,
    NO_LEFT_KNIGHT = 1 << 4,
    NO_RIGHT_KNIGHT = 1 << 5,
    NO_LEFT_SILVER = 1 << 6,
    NO_RIGHT_SILVER = 1 << 7,
    NO_GOLDS = 1 << 8,
    NO_BIG = NO_ROOK | NO_BISHOP,
    NO_LANCES = NO_LEFT_LANCE | NO_RIGHT_LANCE,
    NO_KNIGHTS = NO_LEFT_KNIGHT | NO_RIGHT_KNIGHT,
    NO_SILVERS = NO_LEFT_SILVER | NO_RIGHT_SILVER,
    NO_SIX = NO_BIG | NO_LANCES | NO_KNIGHTS,
};

static const int MISSING[SHOGI_HANDICAPS] = {
    [SHOGI_EVEN] = 0,
    [SHOGI_HANDICAP_LANCE] = NO_LEFT_LANCE,
    [SHOGI_HANDICAP_RIGHT_LANCE] = NO_RIGHT_LANCE,
    [SHOGI_HANDICAP_BISHOP] = NO_BISHOP,
    [SHOGI_HANDICAP_ROOK] = NO_ROOK,
    [SHOGI_HANDICAP_ROOK_LANCE] = NO_ROOK | NO_LEFT_LANCE,
    [SHOGI_HANDICAP_2] = NO_BIG,
    [SHOGI_HANDICAP_3] = NO_BIG | NO_LEFT_LANCE,
    [SHOGI_HANDICAP_4] = NO_BIG | NO_LANCES,
    [SHOGI_HANDICAP_5] = NO_BIG | NO_LANCES | NO_RIGHT_KNIGHT,
    [SHOGI_HANDICAP_LEFT_5] = NO_BIG | NO_LANCES | NO_LEFT_KNIGHT,
    [SHOGI_HANDICAP_6] = NO_SIX,
    [SHOGI_HANDICAP_LEFT_7] = NO_SIX | NO_LEFT_SILVER,
    [SHOGI_HANDICAP_RIGHT_7] = NO_SIX | NO_RIGHT_SILVER,
    [SHOGI_HANDICAP_8] = NO_SIX | NO_SILVERS,
    [SHOGI_HANDICAP_10] = NO_SIX | NO_SILVERS | NO_GOLDS,
};

/* Where White's pieces of those bits stand; two squares for the golds. */
static const struct {
    int bit, file, rank;
} WHITE_PIECES[] = {
    {NO_ROOK, 8, 2},        {NO_BISHOP, 2, 2},       {NO_LEFT_LANCE, 1, 1},
    {NO_RIGHT_LANCE, 9, 1}, {NO_LEFT_KNIGHT, 2, 1},  {NO_RIGHT_KNIGHT, 8, 1},
    {NO_LEFT_SILVER, 3, 1}, {NO_RIGHT_SILVER, 7, 1}, {NO_GOLDS, 4, 1},
    {NO_GOLDS, 6, 1},
};

static void place(struct shogi_pos *pos, int missing)
{
    static const uint8_t BACK_RANK[9] = {SHOGI_LANCE,  SHOGI_KNIGHT, SHOGI_SILVER,
                                         SHOGI_GOLD,   SHOGI_KING,   SHOGI_GOLD,
                                         SHOGI_SILVER, SHOGI_KNIGHT, SHOGI_LANCE};
    shogi_pos_clear(pos);
    for (int file = 1; file <= 9; file++)
        for (int color = 0; color < 2; color++) {
            int kind = BACK_RANK[file - 1];
            shogi_pos_put(pos, shogi_square(file, color ? 1 : 9), shogi_piece(color, kind));
            shogi_pos_put(pos, shogi_square(file, color ? 3 : 7), shogi_piece(color, SHOGI_PAWN));
        }
    shogi_pos_put(pos, shogi_square(2, 8), shogi_piece(SHOGI_BLACK, SHOGI_ROOK));
    shogi_pos_put(pos, shogi_square(8, 8), shogi_piece(SHOGI_BLACK, SHOGI_BISHOP));
    shogi_pos_put(pos, shogi_square(8, 2), shogi_piece(SHOGI_WHITE, SHOGI_ROOK));
    shogi_pos_put(pos, shogi_square(2, 2), shogi_piece(SHOGI_WHITE, SHOGI_BISHOP));
    for (size_t i = 0; i < sizeof WHITE_PIECES / sizeof WHITE_PIECES[0]; i++)
        if (missing & WHITE_PIECES[i].bit)
            shogi_pos_put(pos, shogi_square(WHITE_PIECES[i].file, WHITE_PIECES[i].rank), 0);
}

void shogi_pos_handicap(struct shogi_pos *pos, enum shogi_handicap handicap)
{
    unsigned which = (unsigned)handicap < SHOGI_HANDICAPS ? (unsigned)handicap : SHOGI_EVEN;
    place(pos, MISSING[which]);
    shogi_pos_set_turn(pos, which == SHOGI_EVEN ? SHOGI_BLACK : SHOGI_WHITE);
    enum status status = shogi_pos_finish(pos, NULL);
    (void)status; /* these positions are all good; the tests say so */
}

void shogi_pos_start(struct shogi_pos *pos)
{
    shogi_pos_handicap(pos, SHOGI_EVEN);
}

enum shogi_handicap shogi_pos_which_handicap(const struct shogi_pos *pos)
{
    for (int which = SHOGI_EVEN; which < SHOGI_HANDICAPS; which++) {
        struct shogi_pos start;
        shogi_pos_handicap(&start, (enum shogi_handicap)which);
        if (shogi_pos_equal(pos, &start))
            return (enum shogi_handicap)which;
    }
    return SHOGI_HANDICAP_OTHER;
}

/* chaturanga_picture.h: pictures of a chaturanga board, as text, a list of shapes, SVG and PNG.
 */
#ifndef KIFU_VIEW_BOARD_CHATURANGA_PICTURE_H
#define KIFU_VIEW_BOARD_CHATURANGA_PICTURE_H

#include "games/chaturanga/chaturanga.h"
#include "games/record.h"
#include "view/board/shogi_board.h"
#include "view/draw/drawing.h"

enum { CHATURANGA_SQUARES = 64, CHATURANGA_MAX_ARROWS = 66 };

struct chaturanga_arrow {
    int from, to;
};

struct chaturanga_picture {
    struct chaturanga_pos pos, before;    /* before the last turn */
    game_move last;                       /* the turn that led here, 0: none */
    uint32_t ply;                         /* turns made so far */
    struct span name[CHATURANGA_COLOURS]; /* borrowed; may be empty */
    struct buf title, caption;
    uint64_t rings; /* squares */
    struct chaturanga_arrow arrows[CHATURANGA_MAX_ARROWS];
    size_t n_arrows;
};

void chaturanga_picture_init(struct chaturanga_picture *p);
void chaturanga_picture_release(struct chaturanga_picture *p);
/* Fills it from the record after so many turns of its main line. */
enum status chaturanga_picture_fill(struct chaturanga_picture *p, const struct record *rec,
                                    uint32_t ply, enum lang lang, struct err *err) CHECK_RESULT;

/* "d1"; false if it is no square. */
bool chaturanga_square_parse(struct span text, int *square);
/* Who has a piece of which kind there; false: nobody. */
bool chaturanga_piece_at(const struct chaturanga_pos *pos, int square, unsigned *colour,
                         unsigned *kind);
const char *chaturanga_colour_word(unsigned colour, enum lang lang);
const char *chaturanga_kind_word(unsigned kind, enum lang lang);
/* "frozen", "waiting", "to move", …; "" for a player of whom nothing is to be said. */
const char *chaturanga_state_word(const struct chaturanga_pos *pos, unsigned colour,
                                  enum lang lang);

/* "3·5: horse b1-c3, pawn d2xe3"; of a turn that is legal there. */
void chaturanga_turn_text(const struct chaturanga_pos *pos, game_move turn, enum lang lang,
                          struct buf *out);
/* "Red wins after 84 turns (rajas taken)"; nothing if it just stops. */
void chaturanga_result_text(const struct record *rec, enum lang lang, struct buf *out);

/* Appends the board in characters: a letter for the colour and one for the piece, * where the last
 * turn went, and the players below. */
void chaturanga_board_text(const struct chaturanga_picture *p, const struct board_options *opt,
                           struct buf *out);

/* Makes a drawing of it; *d must be released, also after a failure. */
enum status chaturanga_board_draw(struct drawing *d, const struct chaturanga_picture *p,
                                  const struct board_options *opt, struct err *err) CHECK_RESULT;

/* The drawn piece about the origin, as high and wide as twice the size; colours of the palette. */
void chaturanga_glyph(struct drawing *d, unsigned kind, double size, int ink, int ground);

/* Turns to choose from, numbered, those that begin alike together; wanted: for each whether it is
 * to be there, NULL: all are. */
void chaturanga_turn_list_text(const struct chaturanga_pos *pos, const game_move *turns,
                               uint32_t count, const bool *wanted, enum lang lang, struct buf *out);

#endif

/* go_ownership.h: whose each point of a Go board will be, by playing random games to their end.
 *
 * Random moves that fill no eyes, put no large chain in atari, and take or save stones in atari
 * beside the last move, are bad play by both sides; but a point that belongs to one colour at the
 * end of most such games belongs to it in the present one.  That holds for positions that are about
 * finished, and is what the end of a game needs: which stones are dead, what is left to play, and
 * the score. */
#ifndef KIFU_ENGINE_GTP_GO_OWNERSHIP_H
#define KIFU_ENGINE_GTP_GO_OWNERSHIP_H

#include "engine/gtp/gtp_game.h"

enum go_counting {
    GO_BY_AREA,      /* stones and what they surround */
    GO_BY_TERRITORY, /* what they surround and prisoners */
    GO_COUNTINGS
};
/* "area", "territory", NULL: for tables of options. */
extern const char *const go_counting_names[];

struct go_ownership {
    float black[GTP_POINTS]; /* share of games at whose end the point is Black's; 0.5: neither's */
};

/* About a tenth of a second.  The same position gives the same shares. */
void go_ownership_estimate(struct go_ownership *o, const struct go_pos *pos);

/* A chain whose points end as the opponent's in more than half of the games. */
bool go_is_dead(const struct go_ownership *o, const struct go_pos *pos, int point);
/* Nothing is left to play for: every point is clearly somebody's, or dame. */
bool go_is_settled(const struct go_ownership *o, const struct go_pos *pos);

/* Whose the points are once dead stones are off: GO_EMPTY for neither, else 1 + colour. */
void go_area(const struct go_ownership *o, const struct go_pos *pos, uint8_t owner[GTP_POINTS]);
/* Black's points less White's, komi included. */
double go_score(const struct go_ownership *o, const struct gtp_game *g, enum go_counting counting);

/* A point that is surrounded by a colour and cannot be taken from it: all sides are its stones, and
 * so are enough of the corners. */
bool go_is_eye(const struct go_pos *pos, int point, int color);

#endif

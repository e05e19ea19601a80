/* go_people_network.h: how likely people are to play each move in Go, by a network of their moves.
 *
 *     p(move) = exp(t * logit(move)) / Σ exp(t * logit(other))          over all legal moves
 *
 * where t belongs to the class of player, and the pass is a legal move.  What is known of a position
 * is in go_people_input.h; network.h reckons.  Planes of the network:
 *
 *     0, 1       own stones, the opponent's
 *     2 … 5      own stones whose chain has 1, 2, 3, 4 or more liberties
 *     6 … 9      the opponent's likewise
 *     10 … 14    the last five moves, 10 the latest
 *     15         the point forbidden by ko
 *     16, 17     own stones and the opponent's with the ladder bit
 *     18         every point
 *
 * Globals: the class.  Policy plane 0 has the points; plane 1, in the centre, which every symmetry
 * keeps, the pass, and nothing elsewhere.
 *
 * A network has no preference for a side of the board by construction.  Several images of a position
 * may be judged, and the mean of their probabilities is the answer: 2 (as it is and turned by 180
 * degrees), 4 (mirrored, too) or 8 (all).  Each takes as long as the position alone. */
#ifndef KIFU_ENGINE_NATURAL_GO_PEOPLE_NETWORK_H
#define KIFU_ENGINE_NATURAL_GO_PEOPLE_NETWORK_H

#include "engine/natural/go_people_input.h"

/* "pro", "strong", "amateur", "program", NULL. */
extern const char *const go_people_class_names[];

struct go_people_network; /* shared by threads */
/* NULL: the one that is installed; STATUS_NOT_FOUND if there is none.  STATUS_UNSUPPORTED if it is a
 * network of something else. */
enum status go_people_network_open(struct go_people_network **out, const char *path,
                                   struct err *err) CHECK_RESULT;
enum status go_people_network_read(struct go_people_network **out, struct span bytes,
                                   struct err *err) CHECK_RESULT;
void go_people_network_close(struct go_people_network *n); /* NULL is fine */
/* How it was made; borrowed from the network. */
struct span go_people_network_text(const struct go_people_network *n);

/* What a network is shown of a position: numbers of struct network_input. */
enum {
    GO_PEOPLE_PLANES = 19,
    GO_PEOPLE_POLICY = 2,
    /* a stone, its liberties, the ladder and the board on every point; the last moves and the ko */
    GO_PEOPLE_MOST_ONES = 4 * GO_PEOPLE_POINTS + GO_PEOPLE_LAST + 1,
    GO_PEOPLE_MOST_IMAGES = 8,
};
struct go_people_seen {
    uint16_t ones[GO_PEOPLE_MOST_ONES], class;
    size_t ones_count;
};
/* image: 0 … 7, the position itself being 0; any four of a square by the first 2 or 4. */
void go_people_see(struct go_people_seen *out, const struct go_people_input *in, int class,
                   int image);
/* Where a point goes in an image. */
int go_people_image(int point, int image);

struct go_people_question {
    const struct go_people_input *in;
    int class; /* enum go_people_class */
};

struct go_people_answer {
    float p[GO_PEOPLE_MOVES]; /* by point, the pass last; 0 for moves that are not legal */
    float win;                /* probability, for the side to move */
};

/* Memory to work in: each thread has its own. */
struct go_people_scratch;
/* images: 1, 2, 4 or 8. */
enum status go_people_scratch_open(struct go_people_scratch **out,
                                   const struct go_people_network *n, int images,
                                   struct err *err) CHECK_RESULT;
void go_people_scratch_close(struct go_people_scratch *s); /* NULL is fine */

/* Any number of positions; from 8 images on more at a time are not faster.  The answer to each is
 * the same in any company. */
void go_people_infer(const struct go_people_network *n, struct go_people_scratch *s,
                     const struct go_people_question *questions, struct go_people_answer *answers,
                     size_t count);
/* One position, go_people_takes(pos). */
void go_people_judge(const struct go_people_network *n, struct go_people_scratch *s,
                     const struct go_pos *pos, const struct go_last_moves *last, int class,
                     struct go_people_answer *answer);

#endif

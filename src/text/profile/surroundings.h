/* surroundings.h: the stones that stood around a sequence.
 *
 * For each occurrence, the stones within the rectangle of the sequence's own stones grown by
 * SURROUNDINGS_MARGIN on each side, in the sequence's normal form (placement.h): those that stood
 * there before its first move, and others that were there by its last, while play went elsewhere
 * and came back.  Where several symmetries lead to the normal form, the smallest of the images is
 * taken, so that surroundings that are mirror images of each other count as one. */
#ifndef KIFU_TEXT_PROFILE_SURROUNDINGS_H
#define KIFU_TEXT_PROFILE_SURROUNDINGS_H

#include "text/mine/tally.h"
#include "text/profile/placement.h"

enum { SURROUNDINGS_MARGIN = 2 };

/* How one occurrence is turned into the normal form. */
struct turned_sequence {
    unsigned symmetries; /* as placement_normalise() returns them */
    bool colors;         /* exchanged */
};

struct surroundings {
    struct placement_rect rect; /* grown */
    int width, height;          /* of the board */
    bool own[GO_POINTS];        /* points of the sequence */
    struct tally shapes;        /* after surroundings_finish(): keys are lists of stones */
    uint32_t stood[2][GO_POINTS];
    struct buf best, next; /* working memory */
};

void surroundings_init(struct surroundings *s);
void surroundings_release(struct surroundings *s);
/* Begins with a sequence in its normal form. */
void surroundings_begin(struct surroundings *s, const go_move *moves, uint32_t n, int width,
                        int height);
/* The boards before and after an occurrence; after may be NULL. */
enum status surroundings_add(struct surroundings *s, const struct go_pos *before,
                             const struct go_pos *after, struct turned_sequence how,
                             struct err *err) CHECK_RESULT;
void surroundings_finish(struct surroundings *s);

/* The stones of a shape: how many, and each as a move of its colour. */
static inline uint32_t surroundings_stones(const struct tally_entry *shape)
{
    return shape->n / 2;
}
go_move surroundings_stone(const struct tally_entry *shape, uint32_t i);
/* Did a stone of the colour stand here in more than half of the occurrences? */
bool surroundings_usual(const struct surroundings *s, int color, int point);

#endif

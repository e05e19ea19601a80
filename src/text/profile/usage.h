/* usage.h: who played a sequence, when, and with which results.
 *
 * Each game counts once, however often it happens there; for results each game and side that began
 * it.  Years come from the columns, names from the metadata, so that games of several segments and
 * databases may be added. */
#ifndef KIFU_TEXT_PROFILE_USAGE_H
#define KIFU_TEXT_PROFILE_USAGE_H

#include "base/wilson.h"
#include "store/metadata/columns.h"
#include "store/metadata/metadata.h"
#include "text/mine/tally.h"

enum { USAGE_DECADES = 1000 }; /* a year beyond is nobody's */

struct usage {
    uint32_t games, dated;
    uint32_t first_year, last_year;  /* 0: none is known */
    uint32_t decades[USAGE_DECADES]; /* games of the years 10 i … 10 i + 9 */
    uint32_t sides;                  /* games and sides that began */
    uint32_t wins, losses, draws;    /* of these, as far as known */
    struct tally players;            /* by name, of either side; one count a game */
};

struct usage_game {
    const struct columns *columns;
    struct metadata *metadata; /* NULL: no names */
    uint32_t number;
};

void usage_init(struct usage *u);
void usage_release(struct usage *u);
void usage_clear(struct usage *u);
/* A game that was not added yet. */
enum status usage_add_game(struct usage *u, const struct usage_game *g,
                           struct err *err) CHECK_RESULT;
/* In which this seat began it. */
void usage_add_side(struct usage *u, const struct usage_game *g, int seat);
void usage_finish(struct usage *u);
/* Of the side that began. */
struct wilson usage_score(const struct usage *u);

#endif

/* figures.h: what a record says about its game, found wherever formats put it. */
#ifndef KIFU_STORE_METADATA_FIGURES_H
#define KIFU_STORE_METADATA_FIGURES_H

#include <stdint.h>

#include "games/record.h"

/* Texts longer than this are cut at a character: they go into tables to look things up in; the
 * record itself keeps them whole. */
enum { FIGURE_MAX_BYTES = 1000 };

/* Spans borrow the record; an empty one or 0 is unknown. */
struct figures {
    struct span player[GAME_MAX_SEATS], event, place, timing;
    /* a fuller form that some formats add (先手詳細, 棋戦詳細) */
    struct span player_also[GAME_MAX_SEATS], event_also;
    uint32_t date; /* dates.h */
    uint32_t rating[GAME_MAX_SEATS];
};

void record_figures(const struct record *rec, struct figures *out);

/* Komi in hundredths of a point: what White gets.  False if the record does not say. */
enum { KOMI_MOST = 1000000 };
bool record_komi(const struct record *rec, int32_t *komi);
/* "6.5", "-5,50", "3.75"; at most two digits count behind the point. */
bool komi_parse(struct span text, int32_t *komi);

#endif

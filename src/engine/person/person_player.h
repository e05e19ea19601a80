/* person_player.h: who plays in the engine's place, as the settings have it: a person (person.h),
 * somebody's openings (repertoire.h), or both.
 *
 *     person_player_open(&p, &settings, network, err);
 *     person_player_begin(p, number);              a game
 *     person_play(p, thinker, &question, lang, &reply, why, err);
 */
#ifndef KIFU_ENGINE_PERSON_PERSON_PLAYER_H
#define KIFU_ENGINE_PERSON_PERSON_PLAYER_H

#include <stdatomic.h>

#include "engine/person/person.h"
#include "engine/person/person_options.h"

struct person_player; /* belongs to one thread */

/* *out is NULL if the settings want the engine.  network: borrowed; NULL: the installed one, whose
 * absence is told with what to do.  Also what is wrong with a database or a query is told here.
 * cancelled: borrowed; ends searches for openings; may be NULL. */
enum status person_player_open(struct person_player **out, const struct person_settings *settings,
                               const struct people_network *network, const atomic_bool *cancelled,
                               struct err *err) CHECK_RESULT;
void person_player_close(struct person_player *p); /* NULL is fine */
/* A game that begins; the same settings and number, the same choices. */
void person_player_begin(struct person_player *p, uint64_t number);
/* NULL: openings alone. */
const struct person_kind *person_player_who(const struct person_player *p);

struct person_reply {
    bool plays; /* otherwise: what the engine would play */
    bool resigns;
    shogi_move move;
    uint32_t ms;             /* to think; 0: as long as it takes */
    struct person_view view; /* of a person; count 0: it was an opening */
    int place;               /* of the move in the view */
};
/* There is a legal move.  The seed is the player's; time counts from here if the search has no
 * control.  why: gets one sentence; may be NULL. */
enum status person_play(struct person_player *p, struct thinker *t,
                        const struct person_question *question, enum lang lang,
                        struct person_reply *out, struct buf *why, struct err *err) CHECK_RESULT;
/* person_draft() of a player with these settings in the game of this number: also of one that is not
 * open yet, for a network takes some hundredths of a second to read.  0 if they name no person.
 * There is a legal move. */
shogi_move person_player_draft(const struct person_settings *settings, uint64_t number,
                               const struct natural *model, const struct person_question *question);

#endif

/* profile_report.h: a player's profile as text and as JSON. */
#ifndef KIFU_VIEW_REPORT_PROFILE_REPORT_H
#define KIFU_VIEW_REPORT_PROFILE_REPORT_H

#include "base/text/json.h"
#include "text/compare/player_profile.h"
#include "text/profile/sequence_profiles.h"

struct profile_report {
    const struct player_profile *p;
    const struct profile_input *in;
    const char *const *paths; /* of the databases */
    struct span name;         /* as people call the player */
    uint32_t top;             /* rows of each list */
    enum lang lang;
    const atomic_bool *cancelled;
    struct sequence_profile *sequence; /* working memory */
};

/* The kinds of names that have a list of their own; everything else is a shape. */
enum profile_list { PROFILE_OPENINGS, PROFILE_CASTLES, PROFILE_SHAPES, PROFILE_LISTS };
extern const struct msg profile_list_titles[PROFILE_LISTS];
enum profile_list profile_list_of(const struct named_query *n);
/* The nth name of a list, 0 the one with most games; NULL if there are no more. */
const struct profile_name *profile_list_nth(const struct player_profile *p, enum profile_list list,
                                            size_t nth);
/* First and last year; 0: not known. */
void profile_years(const struct player_profile *p, uint32_t *first, uint32_t *last);
/* Makes the profile of a sequence in the working memory; *entry borrows it and *source. */
enum status profile_sequence_entry(const struct profile_report *r, const struct profile_sequence *s,
                                   struct sequence_source *source, struct sequence_entry *entry,
                                   struct err *err) CHECK_RESULT;
/* Appends "mino 美濃囲い", in Japanese "美濃囲い". */
void profile_name_text(const struct named_query *n, enum lang lang, struct buf *out);

enum status profile_to_text(const struct profile_report *r, struct buf *out,
                            struct err *err) CHECK_RESULT;

/* Appends one object:
 *
 *     name, query, games, from, to                   years, left out if not known
 *     player, black, white                           scores as kifu search has them: wins, losses,
 *                                                    draws, unknown, both, score, low, high
 *     spellings [{name, plain, games} …]             plain: without rank and title, where it has some
 *     persons [{name, games} …]                      whose games these are; several: not one player
 *     openings, castles, shapes [{name, group, titles, query, games, player, black, white, db, game,
 *                                 ply} …]            where to see it: of the first ones only
 *     opponents [{name, games, player} …]
 *     years [{year, games, player} …]                year null: no date
 *     lengths {games, least, most, median, mean, won {…}, lost {…}, bins [[plies, games] …]}
 *     beginnings [{seat, moves […], query, games, player} …]   the first six moves, of each seat
 *     sequences [{moves […], query, games, player} …] */
enum status profile_to_json(const struct profile_report *r, struct json *j,
                            struct err *err) CHECK_RESULT;

#endif

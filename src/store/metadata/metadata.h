/* metadata.h: metadata of games: players, dates, events, results.
 *
 * Derived from the stored records, so it can always be made again.  What is asked of hundreds of
 * thousands of games at a time is in the columns (columns.h), a number for each game; what these
 * numbers mean, and what only some games have, is in an SQLite image, section "metadata" of a games
 * segment, opened in place and read-only:
 *
 *     player (id, name, key)      name as written, key folded: see name_fold.h
 *     event, place, timing        the same
 *     kind   (id, format, charset)              of the files that games came from
 *     tag    (id, name, key, games)             games: orders (lines.h) as runs: varint games left
 *                                               out since the run before, varint games in it
 *     problem (game, source, severity, code, line, byte, message)   game: its id; source 0: the
 *                                               first; severity: enum problem_severity
 *
 * and in two sections beside it: "paths" (paths.h) and "also", names and files that a game has
 * beside those in the columns, from further sources or fuller headers:
 *
 *     u32  count
 *     { u32 game number, u32 kind, u32 row }[count]    ascending; kind: 0 … 3 player of a seat,
 *                                                      4 event, 5 place, 6 path (number + 1)
 *
 * A game that has several sources has the first one's figures, completed from the others where it
 * has none; names of all sources are found.  metadata_export() makes one ordinary SQLite file of
 * columns and image for people who like to ask in SQL. */
#ifndef KIFU_STORE_METADATA_METADATA_H
#define KIFU_STORE_METADATA_METADATA_H

#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "games/record.h"
#include "store/lines.h"
#include "store/metadata/columns.h"
#include "store/segment.h"

/* A question about games that the columns can't answer alone. */
enum meta_field {
    META_PLAYER, /* any seat */
    META_SEAT,   /* one seat's player */
    META_EVENT,
    META_PLACE,
    META_TAG,
    META_SOURCE,  /* part of the path */
    META_TIME,    /* the time limit */
    META_COMMENT, /* not here: db/record_index.h */
    META_FIELDS
};

struct metadata;

/* Borrows all three.  STATUS_SYNTAX, naming the file, if the image is not what Kifu writes. */
enum status metadata_open(struct metadata **out, const struct segment *s, const struct lines *l,
                          const struct columns *c, struct err *err) CHECK_RESULT;
void metadata_close(struct metadata *m); /* NULL is fine */

/* Makes the names, the file and the tags of a further source of game `number` known, which came
 * after the segment was written.  Only before others use m. */
enum status metadata_add_source(struct metadata *m, uint32_t number, const struct record *rec,
                                const struct span *tags, size_t tag_count,
                                struct err *err) CHECK_RESULT;

/* Names, as written, that count besides those that contain the text: of people who are known by
 * several. */
struct name_widening {
    bool (*is_wanted)(const void *ctx, struct span name);
    const void *ctx;
};

/* --- What people changed (store/edits.h); only before others use m ----------------------------- */

/* The row of a name in the list of a field (META_SEAT, META_EVENT, META_PLACE, META_TIME), for
 * columns_set(): a new one if need be, 0 for an empty name.  From then on names of further sources
 * are not found for that field of the game. */
enum status metadata_edit_name(struct metadata *m, uint32_t number, enum meta_field field, int seat,
                               struct span name, uint32_t *row, struct err *err) CHECK_RESULT;
/* Gives a tag to a game, or takes it away; case and width do not matter. */
enum status metadata_edit_tag(struct metadata *m, uint32_t number, struct span name, bool add,
                              struct err *err) CHECK_RESULT;

/* Takes a tag; false ends the calls. */
typedef bool meta_tag_sink(void *ctx, struct span name);
/* Calls back for each tag that some game has or had, each once in a spelling that is kept as long as
 * m: of which games metadata_match() knows. */
enum status metadata_all_tags(struct metadata *m, meta_tag_sink *each, void *ctx,
                              struct err *err) CHECK_RESULT;
/* Whether a game has a tag, case and width apart.  Safe to call from several threads. */
enum status metadata_has_tag(struct metadata *m, uint32_t number, struct span name, bool *has,
                             struct err *err) CHECK_RESULT;
/* Calls back for each tag of a game, each once. */
enum status metadata_tags(struct metadata *m, uint32_t number, meta_tag_sink *each, void *ctx,
                          struct err *err) CHECK_RESULT;

/* Sets the bit of every game (by number) whose field contains text, or is it if it is to be whole,
 * both folded; with an empty part of a text every game that has the field.  bits has room for lines->games bits in 64-bit words.  Safe to
 * call from several threads. */
enum status metadata_match(struct metadata *m, enum meta_field field, int seat, struct span text,
                           bool whole, uint64_t *bits, struct err *err) CHECK_RESULT;
/* The same for players (seat -1: any), with more names. */
enum status metadata_match_people(struct metadata *m, int seat, struct span text,
                                  const struct name_widening *more, uint64_t *bits,
                                  struct err *err) CHECK_RESULT;

/* The same with those names alone. */
enum status metadata_match_names(struct metadata *m, int seat, const struct name_widening *names,
                                 uint64_t *bits, struct err *err) CHECK_RESULT;

/* What lists of games show. */
struct game_summary {
    struct span players[GAME_MAX_SEATS], event, place, timing, tags, source;
    struct span format, charset; /* of the source */
    uint32_t date;
    uint16_t rating[GAME_MAX_SEATS];
    int8_t points[GAME_MAX_SEATS];
    enum record_end end;
    int handicap;
    uint32_t plies;
};
/* Texts are copied to the arena; tags have commas between.  Safe to call from several threads. */
enum status metadata_summary(struct metadata *m, uint32_t number, struct arena *arena,
                             struct game_summary *out, struct err *err) CHECK_RESULT;

/* Appends what games are sorted by: the folded names of all seats (META_PLAYER) or the event
 * (META_EVENT), each behind a zero byte; `unknown` for one that is not known.  Safe to call from
 * several threads. */
enum status metadata_order_text(struct metadata *m, uint32_t number, enum meta_field field,
                                struct span unknown, struct buf *out, struct err *err) CHECK_RESULT;

/* The name in a row of the table of players (columns.h); empty for row 0.  Borrowed from m.  Safe
 * to call from several threads. */
enum status metadata_player_name(struct metadata *m, uint32_t row, struct span *name,
                                 struct err *err) CHECK_RESULT;

/* As metadata_player_name(), of the table of events. */
enum status metadata_event_name(struct metadata *m, uint32_t row, struct span *name,
                                struct err *err) CHECK_RESULT;

/* How many rows the table of players has; they count from 1. */
enum status metadata_player_rows(struct metadata *m, uint32_t *count, struct err *err) CHECK_RESULT;
/* Sets bit row - 1 for each of them that contains the text, both folded. */
enum status metadata_match_rows(struct metadata *m, struct span text, uint64_t *rows,
                                struct err *err) CHECK_RESULT;
/* Calls back for every further name of a game's players, which other sources of the game have
 * and nobody edited. */
typedef enum status metadata_each_name(void *ctx, uint32_t number, uint32_t seat, struct span name,
                                       struct err *err);
enum status metadata_further_players(struct metadata *m, metadata_each_name *each, void *ctx,
                                     struct err *err) CHECK_RESULT;

/* Calls back for every problem of reading that was stored, in the order of games. */
struct meta_problem {
    uint32_t game; /* id */
    enum problem_severity severity;
    uint32_t line;
    uint64_t byte;
    struct span code, message;
};
enum status metadata_problems(struct metadata *m,
                              enum status (*each)(void *ctx, const struct meta_problem *problem,
                                                  struct err *err),
                              void *ctx, struct err *err) CHECK_RESULT;

/* Verifies that image, paths and columns are whole and agree with each other. */
enum status metadata_check(struct metadata *m, struct err *err) CHECK_RESULT;

/* Adds to the SQLite file `path`, made if it is not there, all that is known of the games of a
 * segment: table game with a row a game (names as written, black, black_rating, black_points and so
 * on for each seat), tag and problem. */
enum status metadata_export(struct metadata *m, const char *path, struct err *err) CHECK_RESULT;

#endif

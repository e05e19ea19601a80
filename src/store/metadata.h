/* metadata.h: who played, when, where, and how it ended.
 *
 * Derived from the stored records, so it can always be made again.  An SQLite image in the section
 * "metadata" of a games segment, opened in place and read-only, with these tables (people may open
 * it with `kifu info DB --sqlite FILE`):
 *
 *     player (id, name, key)     name as written, key folded: see names.h
 *     event  (id, name, key)      place (id, name, key)
 *     source (id, path, charset, format)
 *     game   (id, black…, event, place, date, rating…, handicap, time_control, end, result, plies,
 *             source, …)
 *     tag    (name, game)         problem (game, severity, line, byte, message)
 *
 * and beside it the columns (columns.h).  A game that has several sources has the first one's
 * figures, completed from the others where it has none; names of all sources are found. */
#ifndef KIFU_STORE_METADATA_H
#define KIFU_STORE_METADATA_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "games/record.h"
#include "store/columns.h"
#include "store/lines.h"
#include "store/segment.h"

/* A question about games that the columns can't answer alone. */
enum meta_field {
    META_PLAYER, /* any seat */
    META_SEAT,   /* one seat's player */
    META_EVENT,
    META_PLACE,
    META_TAG,
    META_SOURCE, /* part of the path */
    META_FIELDS
};

struct metadata;

enum status metadata_open(struct metadata **out, const struct segment *s, const struct lines *l,
                          const struct columns *c, struct err *err) CHECK_RESULT;
void metadata_close(struct metadata *m);

/* Sets the bit of every game (by number) whose field contains text, both folded.  bits has room for
 * lines->games bits in 64-bit words and is zero at first.  Safe to call from several threads. */
enum status metadata_match(struct metadata *m, enum meta_field field, int seat, struct span text,
                           uint64_t *bits, struct err *err) CHECK_RESULT;

/* What lists of games show. */
struct game_summary {
    struct span players[GAME_MAX_SEATS], event, place, tags, source;
    uint32_t date;
    uint16_t rating[GAME_MAX_SEATS];
    int8_t points[GAME_MAX_SEATS];
    enum record_end end;
    int handicap;
    uint32_t plies;
};
/* Texts are copied to the arena. */
enum status metadata_summary(struct metadata *m, uint32_t number, struct arena *arena,
                             struct game_summary *out, struct err *err) CHECK_RESULT;

#endif

/* name_table.h: all names that a search may begin with, to be found by what somebody has typed so
 * far: castles, openings, joseki, shapes, players, events, tags and saved searches.
 *
 * A name is found by its beginning in kanji, kana or Latin letters, by the beginning of a further
 * word in it ("kata-mino" by "mi"), and by any part of it of two characters, one of them a kanji
 * (王将 of 第60期王将戦).  Kana also find what is written in Latin letters, whether long vowels
 * are written or not. */
#ifndef KIFU_QUERY_GROUPS_NAME_TABLE_H
#define KIFU_QUERY_GROUPS_NAME_TABLE_H

#include "db/db.h"
#include "query/language/named.h"

/* In the order in which they are listed.  NAME_OTHER: groups that users defined. */
enum name_kind {
    NAME_CASTLE,
    NAME_OPENING,
    NAME_JOSEKI,
    NAME_SHAPE,
    NAME_OTHER,
    NAME_PLAYER,
    NAME_EVENT,
    NAME_TAG,
    NAME_SEARCH,
    NAME_KINDS
};

/* Texts are the table's. */
struct name_row {
    enum name_kind kind;
    struct span group;  /* "castle", "player", …; "search" for @name */
    struct span name;   /* "mino"; of a person the usual spelling */
    struct span en, ja; /* titles: in Latin letters and not; the name if there is none */
    struct span word; /* what finds its games in a query: castle:mino, player:"羽生善治", @mine */
    uint32_t definition; /* its place in the named queries; UINT32_MAX: it has none */
    uint64_t games;      /* of players, events and tags */
};

struct name_table;

/* Of definitions and of the games of these databases.  named may be changed or freed later.  Some
 * milliseconds, and what db_people_all() takes the first time. */
enum status name_table_open(struct name_table **out, const struct named_queries *named,
                            struct db *const *dbs, uint32_t count, struct err *err) CHECK_RESULT;
void name_table_close(struct name_table *t); /* NULL is fine */
/* Bytes in memory, about. */
size_t name_table_bytes(const struct name_table *t);

/* At most `room` names that fit, listed by kind and the best of each kind first: those that are the
 * text, then those that begin so, then the rest; among these the most frequent.  If there are more,
 * kinds take turns, but what only has the text inside comes last.  With an empty text all names
 * fit.  *total is how many there are.  Safe to call from several threads. */
enum status name_table_find(const struct name_table *t, struct span typed,
                            const struct name_row **rows, uint32_t room, uint32_t *count,
                            uint32_t *total, struct err *err) CHECK_RESULT;
/* All names of a kind, the most frequent first: as name_table_find() for an empty text. */
enum status name_table_list(const struct name_table *t, enum name_kind kind,
                            const struct name_row **rows, uint32_t room, uint32_t *count,
                            uint32_t *total, struct err *err) CHECK_RESULT;

#endif

/* edit_games.h: changing tags and headers of games in a database on disk.
 *
 * Everything of one call is published at once, by a writer that holds the lock: STATUS_IO with
 * MANIFEST_LOCKED if another has it. */
#ifndef KIFU_DB_EDIT_GAMES_H
#define KIFU_DB_EDIT_GAMES_H

#include <stdatomic.h>

#include "db/db.h"

/* A tag, and the games that it is given to or taken from. */
struct tag_games {
    struct span name; /* borrowed */
    bool add;
    uint32_t *ids; /* owned */
    uint32_t count;
    size_t cap;
};
void tag_games_release(struct tag_games *tags, size_t count);
/* STATUS_RANGE for a tag that cannot be one: empty, too long, with a comma or control characters. */
enum status tag_games_check(const struct tag_games *tags, size_t count,
                            struct err *err) CHECK_RESULT;
/* Adds those games of a segment whose bit is set (NULL: none) and whose tags would change. */
enum status tag_games_find(struct tag_games *tags, size_t count, const struct db_segment *s,
                           const uint64_t *games, struct err *err) CHECK_RESULT;
/* Changes them in the database; one that was removed meanwhile does not matter. */
enum status tag_games_write(struct tag_games *tags, size_t count, const char *path,
                            const atomic_bool *cancelled, struct err *err) CHECK_RESULT;

/* Headers of a game that are to be set: "event=Oi". */
struct header_edit {
    enum edit_field field;
    struct span value; /* borrowed; empty: the game has none */
};
/* Reads one.  STATUS_SYNTAX without an equals sign; STATUS_RANGE, with the list of all, for a header
 * that cannot be set, and for a value that cannot be one. */
enum status header_edit_parse(struct header_edit *out, const struct game *game, struct span text,
                              struct err *err) CHECK_RESULT;
/* As header_edit_parse(), of a name and a value. */
enum status header_edit_make(struct header_edit *out, const struct game *game, struct span name,
                             struct span value, struct err *err) CHECK_RESULT;
/* Sets the headers of game `id`, after dropping all that were set before if `original`.  *changed:
 * headers that are set now, or were dropped.  STATUS_NOT_FOUND if there is no such game. */
enum status header_edits_write(const struct header_edit *edits, size_t count, bool original,
                               const char *path, uint32_t id, size_t *changed,
                               struct err *err) CHECK_RESULT;

#endif

/* edits.h: what people changed about games after import: tags, and headers.
 *
 * Records stay as they were read.  A database has at most one segment of edits, which holds all of
 * them; each change writes a new one and names it in the manifest instead of the old one, so a
 * change is there as a whole or not at all.  The section "edits", numbers being varints:
 *
 *     tags
 *     { bytes of the name, name, added, ids, removed, ids } [tags]     in the order of names
 *     rows
 *     { id, field, bytes of the value, value } [rows]                  in the order of id and field
 *
 * where ids ascend, each but the first being told as how much it is behind the one before, less 1.
 * A value of no bytes: the game has no such header. */
#ifndef KIFU_STORE_EDITS_H
#define KIFU_STORE_EDITS_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "games/game.h"

/* EDIT_PLAYER + seat. */
enum edit_field {
    EDIT_PLAYER,
    EDIT_EVENT = GAME_MAX_SEATS,
    EDIT_PLACE,
    EDIT_DATE,
    EDIT_TIME,
    EDIT_FIELDS
};

/* Ascending, each once. */
struct id_set {
    uint32_t *at; /* owned */
    uint32_t count;
};

struct edited_tag {
    struct span name;
    struct id_set added, removed; /* no game is in both */
};

struct edited_field {
    uint32_t id;
    unsigned field; /* enum edit_field */
    struct span value;
};

struct edits {
    struct edited_tag *tags; /* owned */
    size_t tag_count, tag_cap;
    struct edited_field *rows; /* owned */
    size_t row_count, row_cap;
    struct arena texts;
};

void edits_init(struct edits *e);
void edits_release(struct edits *e); /* a zeroed one is fine */

/* Into e, which was initialised.  STATUS_SYNTAX if the bytes are not what edits_encode() writes. */
enum status edits_parse(struct edits *e, struct span bytes, struct err *err) CHECK_RESULT;
void edits_encode(const struct edits *e, struct buf *out);
/* Changes that it holds: games that have or lack a tag, and headers. */
uint32_t edits_count(const struct edits *e);

/* Gives a tag to games, or takes it from them; ids ascend, each once. */
enum status edits_change_tag(struct edits *e, struct span name, const uint32_t *ids, uint32_t count,
                             bool add, struct err *err) CHECK_RESULT;
/* Sets a header of a game. */
enum status edits_set_field(struct edits *e, uint32_t id, enum edit_field field, struct span value,
                            struct err *err) CHECK_RESULT;
/* Drops all headers of a game that were set; how many. */
size_t edits_clear_game(struct edits *e, uint32_t id);
/* Its headers: rows from the one returned on, *count of them. */
const struct edited_field *edits_of_game(const struct edits *e, uint32_t id, size_t *count);

#endif

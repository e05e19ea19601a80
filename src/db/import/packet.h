/* packet.h: the encoding of a whole game, for another process or for a journal.
 *
 *     varint  moves of the main line; varint each
 *     varint  bytes of the entry (store/entry.h), which has all the rest; the entry
 *
 * Packets follow one another.  What comes back may be hostile unless the caller knows better. */
#ifndef KIFU_DB_IMPORT_PACKET_H
#define KIFU_DB_IMPORT_PACKET_H

#include "base/arena.h"
#include "base/buf.h"
#include "db/record_check.h"
#include "games/record.h"

/* entry: what entry_encode() made of rec. */
void packet_put(struct buf *out, const struct record *rec, struct span entry);

/* What reading packets needs, kept from one to the next. */
struct packet_reader {
    struct arena arena;
    struct record_check check;
    game_move *moves;
    size_t move_cap;
    struct record rec; /* the game */
    struct span entry; /* its entry, borrowed from the packet */
};
void packet_reader_init(struct packet_reader *r);
void packet_reader_release(struct packet_reader *r);

/* Removes a packet from the front of *bytes.  checked: it was made by this process and needs no
 * check of its moves.  STATUS_SYNTAX, STATUS_ILLEGAL or STATUS_LIMIT if it is none. */
enum status packet_get(struct packet_reader *r, struct span *bytes, const struct game *game,
                       bool checked, struct err *err) CHECK_RESULT;

#endif

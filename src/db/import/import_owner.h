/* import_owner.h: the same game in many files: what the process that owns its hash finds out.
 *
 * Processes hold games (import_duplicates.c); a hash of a game's moves is owned by one process, to which every
 * holder sends a line about the game.  The owner sees all games of the same moves, in the order of
 * input, wherever they were read:
 *
 *     holder → owner   owner_collect()   key, place, hash of the source, result
 *     owner → holder   owner_first()     which come first, and so are new
 *     holder → owner   owner_number()    the ids that these got
 *     owner → holder   owner_reply()      for all others: whose source they are, and what that means
 */
#ifndef KIFU_DB_IMPORT_IMPORT_OWNER_H
#define KIFU_DB_IMPORT_IMPORT_OWNER_H

#include "base/work/exchange.h"
#include "db/import/import_cluster_internal.h"

/* A game as it is sent: key, place, source's hash, points, 1 if it is in the database. */
enum { OWNED_BYTES = 16 + 8 + 8 + GAME_MAX_SEATS + 1 };
void owned_put(char out[OWNED_BYTES], const struct part_game *g, uint64_t place);

struct owned {
    uint64_t key[2], place, source;
    uint64_t earliest; /* place of the first with the same source */
    uint32_t id;       /* of the game that it is the same as, or that it is */
    int8_t points[GAME_MAX_SEATS];
    bool existing; /* the game is in the database */
    bool is_new;
    bool stored;   /* its source is on disk when its turn comes */
    bool conflict; /* and the result is another */
};

struct owner {
    struct owned *games;  /* in the order in which they came */
    uint64_t *first;      /* of each process: number of its first; one more at the end */
    struct owned **order; /* by key and place */
    uint64_t count;
    uint32_t size;
};

enum status owner_collect(struct owner *o, struct exchange *from, struct err *err) CHECK_RESULT;
void owner_release(struct owner *o);
/* Puts a byte for each game into the boxes: 1 if it is new. */
void owner_first(struct owner *o, struct exchange *to);
/* Takes the ids of those, in the same order. */
enum status owner_number(struct owner *o, struct exchange *from, struct err *err) CHECK_RESULT;
/* Puts five bytes for each game into the boxes: the id, 1 if its source is stored already + 2 if
 * the results conflict. */
void owner_reply(struct owner *o, const struct import_job *t, struct exchange *to);
enum { REPLY_BYTES = 5 };

#endif

/* salvage.h: recovery of the games that can still be read from a damaged segment.
 *
 * What a game needs of its segment is its line (its id and number, where its moves begin and end,
 * the moves) and its record (the frame of its pack).  Everything else is made anew from these two.
 * The rule by which a game is kept:
 *
 *   whole      every byte of its line and its record is covered by a checksum that is right: that
 *              of the section, of the block, or of the zstd frame (salvage_file.h), and the record
 *              can be read with these moves, all of which are by the rules;
 *   plausible  some byte of them has lost its checksum (a block that is damaged elsewhere, an older
 *              segment without sums, a table that was cut off), but the pack unpacks, the record
 *              can be read to its last byte with exactly so many moves, all are by the rules, and
 *              if the line has lost its checksum, its fingerprint is in section `prints`;
 *   moves      the line is whole or has its fingerprint and is by the rules, but the record is
 *              lost: the game keeps its moves, and result, names, day, tags and source as columns
 *              and metadata have them, if those are whole.  If a further source of the game can be
 *              read, it takes the place of the first one instead;
 *   lost       anything else.
 *
 * Ids that were lost are known again if they lie between two that leave only one possibility.  A
 * directory of packs that was lost is made again from the packs themselves. */
#ifndef KIFU_DB_REPAIR_SALVAGE_H
#define KIFU_DB_REPAIR_SALVAGE_H

#include "db/repair/salvage_file.h"
#include "games/record.h"

enum salvage_state { SALVAGE_WHOLE, SALVAGE_PLAUSIBLE, SALVAGE_MOVES, SALVAGE_LOST };

/* A game, or a further source of the game before. */
struct salvage_game {
    bool id_known;
    uint32_t id;
    enum salvage_state state;
    bool promoted;            /* the record is that of a further source */
    const struct record *rec; /* NULL if it is lost, and of sources in a segment of their own */
    struct span entry;        /* see store/entry.h; empty if it is lost */
    /* Where the damage is, unless it is whole; byte of the file. */
    const char *section;
    uint64_t byte;
};

/* What is passed is borrowed for the call.  Anything but STATUS_OK ends it and is returned. */
typedef enum status salvage_each(void *ctx, const struct salvage_game *g, struct err *err);

struct salvage_sink {
    void *ctx;
    salvage_each *game;   /* ids that are known ascend */
    salvage_each *source; /* follows its game; also for sources whose game is not there: lost */
};

/* How many games a games segment has, by what is left of it; 0: unknown. */
uint32_t salvage_count(const struct salvage_file *f, const struct game *game);

/* What is known of a segment from elsewhere. */
struct salvage_hint {
    const struct manifest_entry *listed; /* its line in a manifest that is whole, or NULL */
    uint32_t below;                      /* its ids are below this; UINT32_MAX: unknown */
};

/* All games of a games segment. */
enum status salvage_games(const struct salvage_file *f, const struct game *game,
                          const struct salvage_hint *hint, const struct salvage_sink *sink,
                          struct err *err) CHECK_RESULT;

/* All sources of a segment of sources, by sink->source. */
enum status salvage_sources(const struct salvage_file *f, const struct salvage_sink *sink,
                            struct err *err) CHECK_RESULT;

/* The ids of a removals segment. */
struct salvage_removed {
    uint32_t *ids; /* owned; ascending */
    bool *whole;   /* owned; of each: a checksum covers it */
    uint32_t count;
    uint32_t unknown;    /* ids that could not be read */
    uint64_t unknown_at; /* byte of the first */
    uint32_t above;      /* they are larger than this */
    uint32_t below;      /* and smaller than this; UINT32_MAX: no limit */
};
/* Ids without a checksum are those that stand in order.  listed as in struct salvage_hint. */
enum status salvage_removed(const struct salvage_file *f, const struct manifest_entry *listed,
                            struct salvage_removed *out, struct err *err) CHECK_RESULT;
void salvage_removed_free(struct salvage_removed *removed);

#endif

/* part.h: a part of what several processes import together, read but not yet numbered.
 *
 * Which id a game gets depends on all games before it, and whether it gets one at all depends on
 * whether one of those is the same.  So files are read first, into parts: the games of some files
 * (or of some members of an archive), in their order, with what is needed to compare them.  A part
 * is a checkpoint: it takes its name when it is complete and on disk, and who begins again after a
 * crash goes on from the parts that are there.
 *
 * A part is a file in the frame of a segment (store/segment.h) with these sections:
 *
 *     ident     text: the input and its state, and the state of the database it was made for
 *     last      u32: 1 if nothing of the same file comes after it
 *     files     64 bytes a file, in the order of input:
 *                  0  16  hash (file_table.h)
 *                 16   8  bytes
 *                 24   4  number of its games: the next ones of `games`
 *                 28   4  bytes of remarks
 *                 32   4  enum part_file_flag
 *                 36   4  if it was known before: games,
 *                 40   4    of these partial
 *                 44   4  zero
 *                 48   8    plies
 *                 56   8  zero
 *     games     64 bytes a game:
 *                  0   8  where its body begins
 *                  8   4  bytes of the body
 *                 12   4  bytes of remarks
 *                 16  16  key: the same for the same start and moves
 *                 32   8  hash of the source's bytes
 *                 40   4  half points of each seat (i8), -1: unknown
 *                 44   4  plies
 *                 48   4  id of the same game in the database as it was, or 2^32 - 1
 *                 52   1  number of its game (games/games.c)
 *                 53   1  enum part_game_flag
 *                 54  10  zero
 *     remarks   texts about games and files, opaque here: of each file's games, then of itself
 *     bodies    varint length and bytes of the source (entry.h), varint plies, the moves as varints
 */
#ifndef KIFU_DB_IMPORT_PART_H
#define KIFU_DB_IMPORT_PART_H

#include "db/file_table.h"
#include "games/record.h"
#include "store/segment.h"

enum part_file_flag {
    PART_FILE_UNREADABLE = 1, /* it, or something in it, was rejected when it was read */
    PART_FILE_KNOWN = 2,      /* it was imported before, and not read again */
    PART_FILE_PROBLEM = 4,    /* no file at all: a folder or an archive that could not be read */
};

struct part_file {
    struct file_hash hash;
    uint64_t bytes;
    uint32_t games, remark_bytes, flags;
    struct file_row known;
    uint32_t first_game; /* when read: number of its first game */
    struct span remark;  /* when read */
};

enum part_game_flag {
    PART_GAME_REJECTED = 1,
    PART_GAME_PARTIAL = 2,
    PART_GAME_LOST = 4,
    PART_GAME_STORED = 8,    /* this very source is in the database */
    PART_GAME_CONFLICT = 16, /* the same game in the database has another winner */
};

#define PART_NO_ID UINT32_MAX

struct part_game {
    uint64_t body_at;
    uint32_t body_bytes, remark_bytes;
    uint64_t key[2], source_hash;
    int8_t points[GAME_MAX_SEATS];
    uint32_t plies, existing;
    uint8_t game, flags;
};

/* --- Writing --------------------------------------------------------------------------------- */

struct part_writer {
    struct segment_writer file;
    struct buf games, files, remarks, body;
    uint64_t body_bytes;
    uint32_t file_games; /* of the file being added */
};

/* Begins a part that will be called path. */
enum status part_writer_open(struct part_writer *w, const char *path, struct err *err) CHECK_RESULT;
/* A game of the file that is added next.  rec and entry are NULL and empty if it was rejected. */
enum status part_writer_game(struct part_writer *w, const struct part_game *game,
                             const struct record *rec, struct span entry, struct span remark,
                             struct err *err) CHECK_RESULT;
enum status part_writer_file(struct part_writer *w, const struct part_file *file,
                             struct span remark, struct err *err) CHECK_RESULT;
/* Completes it; closes w in any case. */
enum status part_writer_commit(struct part_writer *w, struct span ident, bool last,
                               struct err *err) CHECK_RESULT;
/* Throws it away; nothing happens if w is closed. */
void part_writer_abort(struct part_writer *w);

/* --- Reading --------------------------------------------------------------------------------- */

struct part {
    struct segment segment;
    struct span games, bodies;
    uint32_t game_count, file_count;
    struct part_file *files; /* owned */
    uint64_t *remark_at;     /* owned: of each game, where its remark begins */
    struct span remarks;
    bool last;
};

/* STATUS_NOT_FOUND if there is none; STATUS_SYNTAX if it is damaged (all checksums are verified) or
 * made of something else than ident says. */
enum status part_open(struct part *p, const char *path, struct span ident,
                      struct err *err) CHECK_RESULT;
void part_close(struct part *p); /* a closed or zero one is fine */

void part_game_at(const struct part *p, uint32_t number, struct part_game *out);
struct span part_game_remark(const struct part *p, uint32_t number);

/* Memory to read records with, kept from game to game; zero bytes at first. */
struct part_reader {
    struct record rec;
    struct arena arena;
    game_move *moves;
    size_t move_cap;
    bool ready;
};
void part_reader_release(struct part_reader *r);
/* The record of a game, in r->rec, and its source's bytes.  Not for a rejected one. */
enum status part_record(const struct part *p, uint32_t number, const struct game *game,
                        struct part_reader *r, struct span *entry, struct err *err) CHECK_RESULT;

/* The number of a game's rules, as it stands in parts, and back; NULL if there are no such. */
uint8_t part_game_number(const struct game *game);
const struct game *part_game_of(uint8_t number);
/* A key that is equal for games of the same rules, start and moves. */
void part_key(const struct record *rec, uint64_t key[2]);

#endif

/* batch.h: a batch of files on their way into a database.
 *
 * A batch is filled by the thread that finds files, read by a worker, which turns bytes into
 * records and their encoded entries, and emptied by the thread that adds games.  It keeps its
 * memory from one use to the next: records change hands with the reader's by being exchanged, not
 * copied. */
#ifndef KIFU_DB_IMPORT_BATCH_H
#define KIFU_DB_IMPORT_BATCH_H

#include "db/file_table.h"
#include "formats/format.h"
#include "games/record.h"

struct batch_game {
    struct record rec;
    size_t entry_at, entry_n; /* in entries */
};

struct batch_file {
    size_t label_at, label_n, bytes_at, bytes_n;
    struct file_hash hash;
    uint64_t disk_bytes; /* where the import stands with it */
    size_t games;        /* it has the next so many */
    enum status status;  /* of reading it */
    struct err why;
};

struct batch {
    struct buf labels, bytes, entries;
    struct batch_file *files;
    size_t file_count, file_cap;
    struct batch_game *games; /* game_room of them are initialised */
    size_t game_count, game_cap, game_room;

    /* If set, called when many games have come together in the middle of a file; it takes them out
     * and the reading goes on. */
    enum status (*spill)(void *ctx, struct batch *b);
    void *spill_ctx;
    /* If set, the one file is a piece of a larger one: see reader_read_piece(). */
    struct reader_stream *stream;
    struct reader_piece piece;
};

/* Games of one spill: enough that handing them over costs nothing, few enough to stay in a cache.
 */
enum { BATCH_SPILL_GAMES = 128 };
/* Limits of a batch that small files share, in bytes and files; larger ones are read in a thread of
 * their own. */
enum { BATCH_BYTES = 64 << 10, BATCH_FILES = 64, BATCH_BIG_FILE_BYTES = 1 << 20 };

/* A batch of zero bytes is empty, too. */
void batch_release(struct batch *b);
void batch_clear(struct batch *b);
/* Forgets the games, not the files. */
void batch_clear_games(struct batch *b);
enum status batch_add_file(struct batch *b, struct span label, struct span bytes,
                           struct file_hash hash, uint64_t disk_bytes,
                           struct err *err) CHECK_RESULT;
/* Reads all files.  Fails only for want of memory, or with what spill returned; what is wrong with
 * a file is in its `status` and `why`. */
enum status batch_read(struct batch *b, struct reader *reader, const struct span *tags,
                       size_t tag_count, struct err *err) CHECK_RESULT;

static inline struct span batch_label(const struct batch *b, const struct batch_file *f)
{
    return span_make(b->labels.p + f->label_at, f->label_n);
}

/* --- A file of very many games, read in one thread while another adds them --------------------
 * A batch holds whole files; one of a hundred thousand games would not fit in memory that way. Here
 * games are handed over some at a time, and the reader waits when it is too far ahead. */

/* Gets games [0, b->game_count) of b; in the caller's thread, in order. */
typedef enum status big_file_take(void *ctx, struct batch *b, struct err *err);

/* Reads the one file of b.  With one thread (threads < 2) everything happens in the caller's.
 * Returns what take returned, or STATUS_NOMEM; how reading went is in the file itself. */
enum status big_file_read(struct batch *b, struct reader *reader, const struct span *tags,
                          size_t tag_count, unsigned threads, big_file_take *take, void *ctx,
                          struct err *err) CHECK_RESULT;

#endif

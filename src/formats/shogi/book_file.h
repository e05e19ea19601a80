/* book_file.h: opening books to play from, a position at a time.
 *
 *     book_file_open(&f, path, err);
 *     book_file_find(&f, &pos, &moves, err);
 *     book_file_close(&f);
 *
 * Read are YaneuraOu's text and Apery's entries (move_book.h), as any program writes them.  A large
 * file is mapped and searched where it is.  A text whose positions are not sorted gets an index of
 * 16 bytes for each. */
#ifndef KIFU_FORMATS_SHOGI_BOOK_FILE_H
#define KIFU_FORMATS_SHOGI_BOOK_FILE_H

#include "base/io/file.h"
#include "formats/shogi/move_book.h"

struct book_file_move {
    shogi_move move;  /* legal */
    shogi_move reply; /* that the book expects, written as a move, legal or not; 0: none */
    uint32_t games;   /* 1 at least: what has no number was played once */
    int32_t value, depth;
};

/* In the order of the book.  A position that it has at several plies is one. */
struct book_file_moves {
    struct book_file_move at[SHOGI_MAX_MOVES];
    uint32_t count;
    uint32_t refused; /* moves that are not legal, or none */
};

struct book_file {
    struct file_view view;
    struct span bytes;       /* borrowed from the view, or the caller's */
    struct span *index;      /* owned; of a text that is not sorted: what positions are found by */
    size_t index_count;      /* 0: there is none */
    struct apery_keys *keys; /* owned; NULL: a text */
};

/* Fails if it is no book. */
enum status book_file_open(struct book_file *f, const char *path, struct err *err) CHECK_RESULT;
/* As book_file_open(), of bytes that the caller has, for as long as it is open. */
enum status book_file_open_bytes(struct book_file *f, struct span bytes,
                                 struct err *err) CHECK_RESULT;
void book_file_close(struct book_file *f); /* also of one that failed to open, or is all zero */

/* No moves: the book does not have the position.  STATUS_IO: the file was cut short since it was
 * opened. */
enum status book_file_find(const struct book_file *f, const struct shogi_pos *pos,
                           struct book_file_moves *out, struct err *err) CHECK_RESULT;

#endif

/* position_file.h: files of positions with a move, a value and a result, for training engines.
 *
 * Such a file has nothing but entries of one size, in any order.  A format is how an entry is coded
 * (struct position_codec); what is common is here.
 *
 * Reading makes games of entries again: an entry continues the record before it if it is the
 * position that the entry before leads to by its move, one ply later, and has the same result.  The
 * value of an entry becomes the value of its move, and a comment in the words of CSA ("* 94").  An
 * entry whose move is not the next one's, as of shuffled positions, is a record of one move.
 *
 * Writing takes the positions of the main line that a move follows, each with the value that the
 * record has beside that move. */
#ifndef KIFU_FORMATS_SHOGI_POSITION_FILE_H
#define KIFU_FORMATS_SHOGI_POSITION_FILE_H

#include "formats/format.h"

/* Values of entries: hundredths of a pawn up to POSITION_VALUE_MOST, mates in n plies as
 * POSITION_MATE - n, of unknown length as POSITION_MATE. */
enum { POSITION_VALUE_MOST = 31000, POSITION_MATE = 32000, POSITION_NO_VALUE = INT16_MIN };

struct position_entry {
    struct shogi_pos pos;
    shogi_move move; /* 0: none is given */
    int16_t value;   /* for the side to move; POSITION_NO_VALUE: none, written as 0 */
    uint32_t ply;    /* moves made before; 0 where the format has no room for it */
    int8_t points;   /* of the side to move; POINTS_UNKNOWN is written as a draw */
};

enum { POSITION_MAX_BYTES = 40 };

struct position_codec {
    size_t bytes;     /* of an entry: at most POSITION_MAX_BYTES, all of which encode() writes */
    bool has_plies;   /* entries have their ply */
    uint32_t max_ply; /* start plies up to this are kept */
    /* False if the code has no room for the position. */
    bool (*encode)(const struct position_entry *entry, uint8_t *out);
    /* *move_ok: false if there is a move and it is not allowed; entry->move is then 0. */
    enum status (*decode)(const uint8_t *in, struct position_entry *entry, bool *move_ok,
                          struct err *err);
};

/* The value in a record that stands for an entry's, and back (of any size; both for the side to
 * move). */
struct record_value position_value_to_record(int16_t value, int turn);
int16_t position_value_of_record(struct record_value value, int turn);

/* For rows of the table of formats.  Certain if all of the first entries are positions; less if only
 * most of them are, which is enough where the name says the same. */
int position_file_probe(const struct position_codec *codec, struct span head);
enum status position_file_read(struct reader *r, const struct position_codec *codec,
                               struct err *err) CHECK_RESULT;

/* What is written of a game.  Bits and values are by the moves made since the record's start. */
struct position_selection {
    const uint64_t *plies; /* bits of those that are written; NULL: all */
    const int16_t *values; /* Black's, instead of the record's; NULL: the record's */
};
struct position_counts {
    uint64_t written;
    uint64_t without_value; /* of these; they are written with 0 */
};
/* selection NULL: all with the record's values; counts may be NULL, and are added to. */
enum status position_file_write(const struct position_codec *codec, const struct record *rec,
                                const struct position_selection *selection,
                                struct position_counts *counts, struct buf *out, unsigned *losses,
                                struct err *err) CHECK_RESULT;

#endif

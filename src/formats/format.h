/* format.h: the table of file formats, and the reader that picks a format and reads with it.
 *
 * A format is one file and one row: what it is called, a probe that scores how much a text looks
 * like it, a reader, a writer.  Content decides; the extension only breaks ties.  To add a format,
 * write its file, add its row to formats.c, a test and a manual page.
 *
 * Reading: bytes → character set guessed and decoded (base/text/charset.h) → best-scoring format →
 * its read function, which fills the reader's record and hands each finished game to the sink.
 * A bad move costs the rest of that line of play, a bad file costs that file; what could be read
 * is delivered with its problems.
 */
#ifndef KIFU_FORMATS_FORMAT_H
#define KIFU_FORMATS_FORMAT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/text/charset.h"
#include "formats/chaturanga/chaturanga_line.h"
#include "formats/go/go_line.h"
#include "formats/shogi/shogi_line.h"
#include "games/record.h"

struct reader;
struct position_codec;

/* Gets each game.  The record is borrowed: it is cleared for the next one.  A record whose worst
 * problem is PROBLEM_REJECTED (an impossible start position, say) has nothing of use but its
 * problems and headers.  Anything but STATUS_OK stops the reading and is returned by it. */
typedef enum status record_sink(void *ctx, struct record *rec);

/* What a writer could not put into its format, as bits. */
enum record_loss {
    LOSS_VARIATIONS = 1 << 0,
    LOSS_COMMENTS = 1 << 1,
    LOSS_TIMES = 1 << 2,
    LOSS_TIME_FRACTIONS = 1 << 3, /* less than a second */
    LOSS_HEADERS = 1 << 4,
    LOSS_BOOKMARKS = 1 << 5,
    LOSS_REMARKS = 1 << 6,
    LOSS_END = 1 << 7,        /* how it ended */
    LOSS_MOVES = 1 << 8,      /* a diagram holds none */
    LOSS_CHARACTERS = 1 << 9, /* not in the character set written */
    LOSS_START_PLY = 1 << 10,
    LOSS_RESULT = 1 << 11, /* who won, where the record does not state how it ended */
    LOSS_BITS = 12
};
/* "variations", "comments", …: the name of one bit. */
const struct msg *record_loss_name(int bit);
/* Appends the names of all bits set, with commas between. */
void record_loss_names(unsigned losses, enum lang lang, struct buf *out);

enum { FORMAT_MAX_EXTENSIONS = 4 };

struct format {
    const char *name; /* as in --to NAME */
    struct msg title;
    const char
        *extensions[FORMAT_MAX_EXTENSIONS]; /* without the dot, lower case; first: for writing */
    const struct game *game;
    enum charset charset;       /* what files of this format are written in */
    enum charset_family family; /* what they may be in if they declare none */
    const char *separator;      /* between games in one file; NULL: a file holds one game */
    /* A file of bytes, not text: nothing is decoded or encoded, reader.text is the file's bytes. */
    bool bytes;
    /* Of such a file that holds positions (formats/shogi/position_file.h): how an entry is coded. */
    const struct position_codec *positions;

    /* How much the text looks like this format: 0 not at all … 100 certainly.  head is the first
     * few kilobytes, decoded. */
    int (*probe)(struct span head);
    /* Reads every game of r->text.  Failing means that nothing more can be got out of the file;
     * *err has the line, the byte and the reason. */
    enum status (*read)(struct reader *r, struct err *err);
    /* Appends the record as UTF-8, or as bytes if its file is one of bytes; NULL if the format is only read.  *losses collects bits. */
    enum status (*write)(const struct record *rec, struct buf *out, unsigned *losses,
                         struct err *err);
    /* Where in a text that begins in the middle of a record the next record begins; NULL if there
     * is none.  May itself be NULL: what is read of the middle counts as one record. */
    const char *(*resume)(struct span text);
};

/* All formats, NULL at the end. */
extern const struct format *const all_formats[];
/* Their names, and the names of those that can be written: for tables of options. */
extern const char *const format_names[];
extern const char *const format_names_written[];
const struct format *format_by_name(struct span name);
/* By the extension of a path; NULL if none claims it. */
const struct format *format_by_path(struct span path);

/* STATUS_UNSUPPORTED if the format is one for another game. */
enum status format_check_game(const struct format *f, const struct record *rec,
                              struct err *err) CHECK_RESULT;
/* Writes the record as the bytes of a file in charset cs, which the text's first line then names if
 * it names any.  utf8 is cleared and keeps the text before it was encoded; out is appended to. */
enum status format_write(const struct format *f, const struct record *rec, enum charset cs,
                         struct buf *utf8, struct buf *out, unsigned *losses,
                         struct err *err) CHECK_RESULT;
/* The charset that the first line, or SGF's CA, declares, as written there; empty if none. */
struct span format_declared_charset(struct span text);

/* --- Reading -------------------------------------------------------------------------------- */

/* Everything reading needs, kept between files so that memory is reused: one per thread. */
struct reader {
    /* what a format's read function works on */
    struct span text;       /* the whole file, decoded, without BOM */
    struct record *rec;     /* the game being read */
    struct shogi_line line; /* the line of play being read, for shogi formats */
    struct go_line go_line; /* for formats of Go */
    struct chaturanga_line chaturanga_line;
    /* the rest belongs to format_read.c */
    const struct format *format;
    struct text source;
    struct text_map map;
    struct span label;
    uint32_t count; /* games of this file, so far */
    record_sink *sink;
    void *ctx;
    struct record record;
    struct buf decoded;
    /* of a piece */
    const char *begins;        /* where the present record does */
    struct record held;        /* read, but its end may be missing: given when another follows */
    const char *held_begins;   /* NULL: none is held */
    bool holds_back, dropping; /* the last record is held; the next is not given */
    bool sink_failed;
    uint32_t emitted, lines_before;
    uint64_t bytes_before;
};

void reader_init(struct reader *r);
void reader_release(struct reader *r);

/* Reads all games in raw.  label names the source in messages.  format NULL: by content.
 * A file in which there is no game at all fails with STATUS_UNSUPPORTED or the reader's reason. */
enum status reader_read(struct reader *r, struct span raw, struct span label,
                        const struct format *format, record_sink *sink, void *ctx,
                        struct err *err) CHECK_RESULT;

/* A file that comes in pieces: what is known of it from those before.  Zero before the first.  The
 * charset is that of the first piece with anything but ASCII in it. */
struct reader_stream {
    bool decided, guessed; /* charset */
    enum charset charset;
    const struct format *format;
    uint64_t bytes; /* used so far */
    uint32_t lines, count;
    bool skipping; /* in the middle of a record that is too large */
};
struct reader_piece {
    struct span raw; /* from stream->bytes on */
    bool last;       /* the file ends here */
    bool full;       /* there can be no more bytes before some are used */
    size_t used;     /* out: the next piece begins after this many bytes */
};
/* Reads the records of a piece, as reader_read() would if it had the whole file; all but the last,
 * whose end may be missing, and which the next piece begins with.  If none is whole, used is 0 and
 * a larger piece is wanted; if there can be no larger one, the record is given as rejected and the
 * rest of it is passed over. */
enum status reader_read_piece(struct reader *r, struct reader_stream *stream,
                              struct reader_piece *piece, struct span label,
                              const struct format *format, record_sink *sink, void *ctx,
                              struct err *err) CHECK_RESULT;

/* For read functions: a new empty record in r->rec (and the line of its game emptied).  It begins
 * at `at` in r->text: reading from there on gives the same record. */
enum status reader_begin(struct reader *r, const char *at, struct err *err) CHECK_RESULT;
/* For read functions: the record is complete; hands it to the sink. */
enum status reader_emit(struct reader *r, struct err *err) CHECK_RESULT;
/* For read functions: a problem in the present record.  at points into r->text, on that line. */
void reader_problem(struct reader *r, enum problem_severity severity, enum status code,
                    const struct msg *what, struct span arg, const char *at, uint32_t line);
/* As reader_problem(), with two arguments. */
void reader_problem2(struct reader *r, enum problem_severity severity, enum status code,
                     const struct msg *what, struct span arg1, struct span arg2, const char *at,
                     uint32_t line);
/* As reader_problem(), for a problem that another function described; adds the line and byte. */
void reader_problem_at(struct reader *r, enum problem_severity severity, const struct err *why,
                       const char *at, uint32_t line);
/* For read functions: a comment that shogi_line_comment() and the like had no room for. */
void reader_no_room(struct reader *r, const char *at, uint32_t line);
/* For read functions: the file can't be read; fills *err with the line and byte and returns
 * code. */
enum status reader_fail(struct reader *r, enum status code, const struct msg *what, struct span arg,
                        const char *at, uint32_t line, struct err *err);

#endif

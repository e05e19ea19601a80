/* err.h: errors: a status, and what failed, where and why.
 *
 * A function that can fail returns a status; zero is success.  The detail goes into a struct err
 * that the caller owns: where (file, line, byte) and what, as a pointer to a constant message in
 * two languages plus up to two bounded arguments.  The text is put together only when somebody
 * wants to read it, in that reader's language: library code never prints.
 *
 *     static const struct msg BAD_MOVE = {"illegal move %1", "反則手 %1"};
 *     return err_set(err, STATUS_ILLEGAL, &BAD_MOVE, text, (struct span){0});
 *
 * Numbers are arguments as SPAN_U64(n) (span.h).
 */
#ifndef KIFU_BASE_ERR_H
#define KIFU_BASE_ERR_H

#include <stdint.h>

#include "base/span.h"

struct buf;

enum status {
    STATUS_OK = 0,
    STATUS_NOMEM,       /* no memory */
    STATUS_IO,          /* the operating system said no */
    STATUS_SYNTAX,      /* the bytes are not what the format allows */
    STATUS_ILLEGAL,     /* well written, but against the rules of the game */
    STATUS_CHARSET,     /* the bytes are in no character set that fits */
    STATUS_LIMIT,       /* larger than a stated limit */
    STATUS_UNSUPPORTED, /* understood, but nothing we handle */
    STATUS_RANGE,       /* a number or argument outside its range */
    STATUS_NOT_FOUND,   /* what was asked for does not exist */
    STATUS_CANCELLED,   /* the caller asked to stop */
};

#define CHECK_RESULT __attribute__((warn_unused_result))

enum lang { LANG_EN, LANG_JA };

/* A text in both languages.  %1 and %2 stand for the arguments, %% for a percent sign. */
struct msg {
    const char *en;
    const char *ja;
};

static inline const char *msg_in(const struct msg *m, enum lang lang)
{
    return lang == LANG_JA && m->ja ? m->ja : m->en;
}

/* Appends the text with its arguments in place. */
void msg_format(const struct msg *m, enum lang lang, struct span arg1, struct span arg2,
                struct buf *out);

enum { ERR_ARG_BYTES = 64, ERR_LIST_BYTES = 256, ERR_FILE_BYTES = 256 };

struct err {
    enum status code;
    uint32_t line;               /* 1-based; 0: unknown */
    uint64_t byte;               /* 0-based offset in the file as stored; valid if line != 0 */
    const struct msg *what;      /* static */
    char arg[2][ERR_LIST_BYTES]; /* NUL-terminated, cut at a character, with … if cut (to
                                    ERR_ARG_BYTES, but for a list); control characters as ? */
    char file[ERR_FILE_BYTES];   /* label of the source, "" if unknown; cut at the front */
};

/* Makes the second argument of a message a longer one: what a user may choose from. */
void err_list(struct err *err, struct span list);
/* Fills *err (which may be NULL) with code, message and arguments, clearing the place. */
void err_fill(struct err *err, enum status code, const struct msg *what, struct span arg1,
              struct span arg2);
/* The same, and returns code, so that a failing function can end in `return err_set(…)`.  Here, so
 * that compiler and analyser see which status comes back. */
static inline enum status err_set(struct err *err, enum status code, const struct msg *what,
                                  struct span arg1, struct span arg2)
{
    err_fill(err, code, what, arg1, arg2);
    return code;
}
/* The same without arguments. */
static inline enum status err_plain(struct err *err, enum status code, const struct msg *what)
{
    err_fill(err, code, what, span_make(NULL, 0), span_make(NULL, 0));
    return code;
}
/* The same with errno's text as the second argument; code STATUS_IO. */
enum status err_errno(struct err *err, int errnum, const struct msg *what, struct span arg1);
/* STATUS_NOMEM with its usual message. */
void err_fill_nomem(struct err *err);
static inline enum status err_nomem(struct err *err)
{
    err_fill_nomem(err);
    return STATUS_NOMEM;
}

/* STATUS_CANCELLED with its usual message. */
void err_fill_cancelled(struct err *err);
static inline enum status err_cancelled(struct err *err)
{
    err_fill_cancelled(err);
    return STATUS_CANCELLED;
}

/* Adds the place to an error already set. */
void err_at(struct err *err, uint32_t line, uint64_t byte);
void err_in_file(struct err *err, struct span file);

/* Short stable name of a status, for machines: "syntax", "illegal", … */
const char *status_name(enum status code);

/* Appends "file:line: byte N: message" (the parts that are known) in the given language. */
void err_format(const struct err *err, enum lang lang, struct buf *out);
/* Appends the message alone. */
void err_message(const struct err *err, enum lang lang, struct buf *out);

#endif

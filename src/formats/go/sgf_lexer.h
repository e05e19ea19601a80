/* sgf_lexer.h: the lexer of SGF: brackets, semicolons, properties and their values.
 *
 *     (;FF[4]C[a \] b];B[pd] (;W[dp]) (;W[dd]N[other]))
 *
 * Lexing never fails: bytes that are not SGF are skipped, and `junk` points to the first of
 * them. */
#ifndef KIFU_FORMATS_GO_SGF_LEXER_H
#define KIFU_FORMATS_GO_SGF_LEXER_H

#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

struct sgf_lexer {
    const char *p, *end;
    const char *junk; /* first byte that was not SGF since this was last set to NULL */
    bool cut;         /* the text ended inside a value */
};

enum sgf_kind { SGF_END, SGF_OPEN, SGF_CLOSE, SGF_NODE, SGF_PROPERTY };

/* A name is known by its capital letters (FF[3] and older mix small ones in; a name without
 * capitals counts as if it had them), the first four of them packed into one number. */
#define SGF_ID1(a) ((uint32_t)(a))
#define SGF_ID(a, b) ((uint32_t)(a) << 8 | (uint32_t)(b))
enum { SGF_NAME_BYTES = 4 };

struct sgf_property {
    uint32_t id;      /* 0: more than four letters */
    uint32_t count;   /* values, at least 1 */
    bool cut;         /* the last value was never closed */
    struct span name; /* as written */
    struct span first;
    struct span values; /* from the first [ to behind the last ]; raw */
};

static inline struct sgf_lexer sgf_lexer_over(struct span text)
{
    const char *p = text.p ? text.p : "";
    return (struct sgf_lexer){p, p + text.n, NULL, false};
}
/* *prop is filled for SGF_PROPERTY. */
enum sgf_kind sgf_next(struct sgf_lexer *lexer, struct sgf_property *prop);

/* Where the next game tree starts: a "(" with a node or a property behind it; NULL if there is
 * none. */
const char *sgf_find_tree(const char *p, const char *end);

/* The values one after the other: start with the values of a property, false when none is left.
 * A last value that was never closed counts. */
bool sgf_next_value(struct span *values, struct span *out);

/* Appends the property as SGF has it today: its capitals, then its values as they stood,
 * closed if they were not. */
void sgf_put_property(const struct sgf_property *prop, struct buf *out);

/* Texts.  Reading removes escapes and soft line breaks; line ends become LF, or blanks where the
 * text is to be one line, and other white space blanks.  Writing escapes again. */
void sgf_unescape(struct span raw, bool one_line, struct buf *out);
void sgf_escape(struct span text, struct buf *out);

/* A point of a board: two letters, a-z then A-Z.  False if the text is none. */
bool sgf_point(struct span text, int *column, int *row_from_top);
char sgf_letter(int n);
/* PL's colour in the many ways it is written: 0 black, 1 white; -1: not one. */
int sgf_color(struct span value);

#endif

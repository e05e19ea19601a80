/* json_doc.h: a reader of JSON that builds no tree.
 *
 * A text becomes one flat array of tokens in the order of the text.  Each token knows where it
 * begins and ends, so that every complaint can say its line and byte, and which token comes after
 * all that is inside it, so that walking over a value costs one step however large it is.
 *
 *     {"a": [1, 2], "b": 3}        0 object ─────────────────────▶ 7
 *                                  1 key a   2 array ──▶ 5   3 number   4 number
 *                                  5 key b   6 number
 *
 * Nesting costs neither recursion nor memory beyond the tokens.  A damaged text keeps the tokens
 * before the damage, with everything open closed there: a file that was cut off is read up to the
 * cut. */
#ifndef KIFU_BASE_TEXT_JSON_DOC_H
#define KIFU_BASE_TEXT_JSON_DOC_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/span.h"

enum json_kind {
    JSON_DOC_OBJECT, /* members: a string token for the key, then the value */
    JSON_DOC_ARRAY,
    JSON_DOC_STRING,
    JSON_DOC_NUMBER,
    JSON_DOC_TRUE,
    JSON_DOC_FALSE,
    JSON_DOC_NULL,
};

struct json_token {
    enum json_kind kind;
    uint32_t next;  /* the token after this one and all within it */
    struct span at; /* in the text; of a string, what stands between the quotes */
};

struct json_doc {
    struct json_token *tokens; /* tokens[0] is the value itself */
    uint32_t count;
    size_t cap;
    const char *end; /* after the value, or where it could not be read */
};

enum { JSON_DOC_MAX_TOKENS = 1 << 28 };

void json_doc_init(struct json_doc *doc);
void json_doc_release(struct json_doc *doc);

/* Reads the one value at the front of text, which must be valid UTF-8; blanks before it are
 * skipped, what follows is left alone (see end).  Tokens borrow text.  STATUS_SYNTAX: damaged, the
 * tokens before the damage are there (count may be 0).  STATUS_LIMIT or STATUS_NOMEM likewise. */
enum status json_doc_read(struct json_doc *doc, struct span text) CHECK_RESULT;

/* The value of a member; 0 (never a member) if there is none or token is no object. */
uint32_t json_doc_member(const struct json_doc *doc, uint32_t token, struct span key);
static inline bool json_doc_is(const struct json_doc *doc, uint32_t token, enum json_kind kind)
{
    return doc->tokens[token].kind == kind;
}
/* A whole number; false if it is none or out of range. */
bool json_doc_integer(const struct json_doc *doc, uint32_t token, int64_t min, int64_t max,
                      int64_t *out);
/* Appends a string's value with its escapes resolved (what has no meaning becomes U+FFFD). */
void json_doc_string(const struct json_doc *doc, uint32_t token, struct buf *out);

/* Walks over the elements of an array:
 *     for (uint32_t e = json_doc_begin(t); e < json_doc_end(doc, t); e = json_doc_next(doc, e)) */
static inline uint32_t json_doc_begin(uint32_t token)
{
    return token + 1;
}
static inline uint32_t json_doc_end(const struct json_doc *doc, uint32_t token)
{
    return doc->tokens[token].next;
}
static inline uint32_t json_doc_next(const struct json_doc *doc, uint32_t token)
{
    return doc->tokens[token].next;
}

#endif

/* json.h: a writer of JSON.
 *
 * Append-only, over a struct buf, which remembers failure: ask buf_status() once at the end.
 * Commas and colons look after themselves:
 *
 *     json_open_object(&j);
 *     json_key(&j, "games");
 *     json_u64(&j, 12);
 *     json_key(&j, "names");
 *     json_open_array(&j);
 *     json_str(&j, name);
 *     json_end(&j);
 *     json_end(&j);
 *     json_line(&j);              {"games":12,"names":["…"]}\n
 *
 * Reading is in json_doc.h. */
#ifndef KIFU_BASE_TEXT_JSON_H
#define KIFU_BASE_TEXT_JSON_H

#include "base/buf.h"

enum { JSON_MAX_DEPTH = 64 };

struct json {
    struct buf *out;
    unsigned depth;     /* open objects and arrays */
    uint64_t is_object; /* bit d: the d-th of them is an object */
    uint64_t has_items; /* bit d: it has something in it */
    bool after_key;     /* a value is due */
};

/* Writes to out, borrowed. */
void json_init(struct json *j, struct buf *out);

/* Opens an object or array; nesting beyond JSON_MAX_DEPTH makes out fail with STATUS_LIMIT. */
void json_open_object(struct json *j);
void json_open_array(struct json *j);
/* Closes the innermost open one. */
void json_end(struct json *j);
/* In an object, before each value. */
void json_key(struct json *j, const char *key);

/* Values.  Bytes that are not UTF-8 become U+FFFD; a number that is not finite becomes null; a
 * double has as many digits as it takes to read back the same, and no more. */
void json_str(struct json *j, struct span s);
void json_cstr(struct json *j, const char *s);
void json_i64(struct json *j, int64_t v);
void json_u64(struct json *j, uint64_t v);
void json_double(struct json *j, double v);
void json_bool(struct json *j, bool v);
void json_null_value(struct json *j);

/* Ends the line after a whole value, for one value a line. */
void json_line(struct json *j);

/* Key and value together. */
void json_key_str(struct json *j, const char *key, struct span s);
void json_key_cstr(struct json *j, const char *key, const char *s);
void json_key_i64(struct json *j, const char *key, int64_t v);
void json_key_u64(struct json *j, const char *key, uint64_t v);
void json_key_double(struct json *j, const char *key, double v);
void json_key_bool(struct json *j, const char *key, bool v);

/* Appends finished JSON as it may stand in a script element of a page: a string may hold
 * "</script>" or "<!--", and nothing ends the element if no "<" is left. */
void json_within_script(struct span json, struct buf *out);

#endif

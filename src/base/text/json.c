/* json.c: see json.h. */
#include "base/text/json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/utf8.h"

void json_init(struct json *j, struct buf *out)
{
    *j = (struct json){.out = out};
}

static uint64_t innermost(const struct json *j)
{
    return (uint64_t)1 << (j->depth - 1);
}

/* What stands between the last thing and the next one. */
static void separate(struct json *j)
{
    if (j->after_key) {
        j->after_key = false;
        return;
    }
    if (j->depth == 0)
        return;
    if (j->has_items & innermost(j))
        buf_add_char(j->out, ',');
    j->has_items |= innermost(j);
}

static void open_nested(struct json *j, bool object)
{
    separate(j);
    if (j->depth == JSON_MAX_DEPTH) {
        j->out->bad = STATUS_LIMIT;
        return;
    }
    j->depth++;
    j->has_items &= ~innermost(j);
    if (object)
        j->is_object |= innermost(j);
    else
        j->is_object &= ~innermost(j);
    buf_add_char(j->out, object ? '{' : '[');
}

void json_open_object(struct json *j)
{
    open_nested(j, true);
}

void json_open_array(struct json *j)
{
    open_nested(j, false);
}

void json_end(struct json *j)
{
    if (buf_status(j->out) != STATUS_OK)
        return; /* what was opened may not have been counted */
    assert(j->depth > 0 && !j->after_key);
    buf_add_char(j->out, j->is_object & innermost(j) ? '}' : ']');
    j->depth--;
}

static void add_escaped(struct buf *out, unsigned char c)
{
    static const char LETTERS[] = {
        ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r', ['"'] = '"'};
    if (c == '\\')
        buf_add_str(out, "\\\\");
    else if (c < sizeof LETTERS && LETTERS[c])
        buf_add(out, (const char[]){'\\', LETTERS[c]}, 2);
    else
        buf_printf(out, "\\u%04x", c);
}

static bool needs_escape(unsigned char c)
{
    return c < 0x20 || c == '"' || c == '\\' || c == 0x7F;
}

static void add_valid(struct buf *out, struct span s)
{
    while (s.n) {
        size_t plain = 0;
        while (plain < s.n && !needs_escape((unsigned char)s.p[plain]))
            plain++;
        buf_add(out, s.p, plain);
        if (plain < s.n)
            add_escaped(out, (unsigned char)s.p[plain]);
        s = span_skip(s, plain + 1);
    }
}

static void add_string(struct buf *out, struct span s)
{
    buf_add_char(out, '"');
    while (s.n) {
        size_t valid = utf8_valid_prefix(s);
        add_valid(out, span_make(s.p, valid));
        if (valid < s.n)
            buf_add_str(out, UTF8_REPLACEMENT_TEXT);
        s = span_skip(s, valid + 1);
    }
    buf_add_char(out, '"');
}

void json_key(struct json *j, const char *key)
{
    assert(buf_status(j->out) != STATUS_OK || (j->depth && (j->is_object & innermost(j))));
    separate(j);
    add_string(j->out, span_of(key));
    buf_add_char(j->out, ':');
    j->after_key = true;
}

void json_str(struct json *j, struct span s)
{
    separate(j);
    add_string(j->out, s);
}

void json_cstr(struct json *j, const char *s)
{
    json_str(j, span_of(s));
}

void json_i64(struct json *j, int64_t v)
{
    separate(j);
    buf_add_i64(j->out, v);
}

void json_u64(struct json *j, uint64_t v)
{
    separate(j);
    buf_add_u64(j->out, v);
}

void json_double(struct json *j, double v)
{
    if (!isfinite(v)) {
        json_null_value(j);
        return;
    }
    separate(j);
    char text[40];
    int n = 0;
    for (int digits = 15; digits <= 17; digits++) {
        n = snprintf(text, sizeof text, "%.*g", digits, v);
        if (strtod(text, NULL) == v)
            break;
    }
    /* printf writes the locale's decimal point, strtod reads it; JSON wants a dot. */
    for (int i = 0; i < n; i++)
        if (!strchr("0123456789+-e", text[i]))
            text[i] = '.';
    buf_add(j->out, text, (size_t)n);
}

void json_bool(struct json *j, bool v)
{
    separate(j);
    buf_add_str(j->out, v ? "true" : "false");
}

void json_null_value(struct json *j)
{
    separate(j);
    buf_add_str(j->out, "null");
}

void json_line(struct json *j)
{
    assert(buf_status(j->out) != STATUS_OK || j->depth == 0);
    buf_add_char(j->out, '\n');
}

void json_key_str(struct json *j, const char *key, struct span s)
{
    json_key(j, key);
    json_str(j, s);
}

void json_key_cstr(struct json *j, const char *key, const char *s)
{
    json_key(j, key);
    json_cstr(j, s);
}

void json_key_i64(struct json *j, const char *key, int64_t v)
{
    json_key(j, key);
    json_i64(j, v);
}

void json_key_u64(struct json *j, const char *key, uint64_t v)
{
    json_key(j, key);
    json_u64(j, v);
}

void json_key_double(struct json *j, const char *key, double v)
{
    json_key(j, key);
    json_double(j, v);
}

void json_key_bool(struct json *j, const char *key, bool v)
{
    json_key(j, key);
    json_bool(j, v);
}

void json_within_script(struct span json, struct buf *out)
{
    while (json.n) {
        const char *less = memchr(json.p, '<', json.n);
        size_t n = less ? (size_t)(less - json.p) : json.n;
        buf_add(out, json.p, n);
        if (less)
            buf_add_str(out, "\\u003c");
        json = span_skip(json, n + (less ? 1 : 0));
    }
}

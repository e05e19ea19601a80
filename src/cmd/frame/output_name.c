/* output_name.c: see output_name.h. */
#include "cmd/frame/output_name.h"

#include "base/alloc.h"

/* File systems allow 255 bytes; leave room for a number and an extension. */
enum { MAX_COMPONENT = 200 };

static bool is_separator(char c)
{
    /* archives' members are set off by a colon */
    return c == '/' || c == '\\' || c == ':';
}

static bool is_safe(char c)
{
    unsigned char u = (unsigned char)c;
    return u > 0x20 && u != 0x7F && !strchr("\"*<>?|'`$&;", c);
}

/* One component, made harmless; nothing for "", "." and "..". */
static void add_component(struct span s, struct buf *out)
{
    size_t dots = 0;
    while (dots < s.n && s.p[dots] == '.')
        dots++;
    if (dots == s.n)
        return;
    s = span_skip(s, dots);
    if (s.n > MAX_COMPONENT) {
        s.n = MAX_COMPONENT;
        while (s.n && ((unsigned char)s.p[s.n] & 0xC0) == 0x80)
            s.n--;
    }
    for (size_t i = 0; i < s.n; i++)
        buf_add_char(out, is_safe(s.p[i]) ? s.p[i] : '_');
}

static struct span without_extension(struct span name)
{
    for (size_t i = name.n; i-- > 1;)
        if (name.p[i] == '.')
            return span_make(name.p, i);
    return name;
}

void output_name_make(struct span label, const char *extension, uint32_t number, struct buf *out)
{
    size_t begin = out->n, from = 0;
    for (size_t i = 0; i < label.n; i++) {
        if (!is_separator(label.p[i]))
            continue;
        size_t before = out->n;
        add_component(span_make(label.p + from, i - from), out);
        if (out->n > before)
            buf_add_char(out, '/');
        from = i + 1;
    }
    size_t before = out->n;
    add_component(without_extension(span_skip(label, from)), out);
    if (out->n == before)
        buf_add_str(out, out->n == begin ? "stdin" : "game");
    if (number)
        buf_printf(out, "-%04u", number);
    buf_add_char(out, '.');
    buf_add_str(out, extension);
}

/* --- Names given out ------------------------------------------------------------------------- */

void output_names_init(struct output_names *names)
{
    *names = (struct output_names){0};
}

void output_names_release(struct output_names *names)
{
    hash_set_release(&names->hashes);
    output_names_init(names);
}

/* FNV-1a. */
static uint64_t hash_name(struct span s)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * 0x100000001b3u;
    return h;
}

enum status output_names_make(struct output_names *names, struct span label, const char *extension,
                              uint32_t number, struct buf *out)
{
    size_t begin = out->n;
    bool is_new = false;
    for (uint32_t tries = 0; !is_new; tries++) {
        /* 2, 3, 4 for people; far ahead when a hostile archive holds one name a million times */
        if (tries)
            number = tries < 16 ? (number ? number + 1 : 2) : (uint32_t)names->hashes.count + tries;
        out->n = begin;
        output_name_make(label, extension, number, out);
        if (buf_status(out) != STATUS_OK)
            return buf_status(out);
        if (!hash_set_add(&names->hashes, hash_name(span_skip(buf_span(out), begin)), &is_new))
            return STATUS_NOMEM;
    }
    return STATUS_OK;
}

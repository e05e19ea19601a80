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
    mem_free(names->slots);
    output_names_init(names);
}

/* FNV-1a; never 0, which marks a free slot. */
static uint64_t hash_name(struct span s)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * 0x100000001b3u;
    return h ? h : 1;
}

static bool insert(uint64_t *slots, size_t cap, uint64_t h)
{
    size_t i = h & (cap - 1);
    while (slots[i] && slots[i] != h)
        i = (i + 1) & (cap - 1);
    bool is_new = !slots[i];
    slots[i] = h;
    return is_new;
}

static bool grow(struct output_names *names)
{
    size_t cap = names->cap ? names->cap * 2 : 256;
    uint64_t *slots = mem_calloc(cap, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < names->cap; i++)
        if (names->slots[i])
            insert(slots, cap, names->slots[i]);
    mem_free(names->slots);
    names->slots = slots;
    names->cap = cap;
    return true;
}

enum status output_names_make(struct output_names *names, struct span label, const char *extension,
                              uint32_t number, struct buf *out)
{
    size_t begin = out->n;
    if (names->count * 2 >= names->cap && !grow(names))
        return STATUS_NOMEM;
    for (uint32_t tries = 0;; tries++) {
        /* 2, 3, 4 for people; far ahead when a hostile archive holds one name a million times */
        if (tries)
            number = tries < 16 ? (number ? number + 1 : 2) : (uint32_t)names->count + tries;
        out->n = begin;
        output_name_make(label, extension, number, out);
        if (buf_status(out) != STATUS_OK)
            return buf_status(out);
        if (insert(names->slots, names->cap, hash_name(span_skip(buf_span(out), begin))))
            break;
    }
    names->count++;
    return STATUS_OK;
}

/* entry.c: see entry.h. */
#include "store/entry.h"

#include "base/varint.h"
#include "store/record_codec.h"

enum { ENTRY_VERSION = 1 };

static const struct msg DAMAGED = {"a stored game is damaged", "保存された対局が壊れています"};

/* --- Encoding -------------------------------------------------------------------------------- */

static void put_text(struct buf *out, struct span s)
{
    varint_put(out, s.n);
    buf_add_span(out, s);
}

static void put_problem(const struct record_problem *p, struct buf *out)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    err_message(&p->err, LANG_EN, &text);
    varint_put(out, p->severity);
    varint_put(out, p->err.line);
    varint_put(out, p->err.byte);
    varint_put(out, p->err.code);
    put_text(out, buf_span(&text));
    if (buf_status(&text) != STATUS_OK)
        out->bad = buf_status(&text);
    buf_release(&text);
}

void entry_encode(const struct record *rec, const struct span *tags, size_t tag_count,
                  struct buf *out)
{
    varint_put(out, ENTRY_VERSION);
    varint_put(out, tag_count);
    for (size_t i = 0; i < tag_count; i++)
        put_text(out, tags[i]);
    varint_put(out, rec->problem_count);
    for (uint32_t i = 0; i < rec->problem_count; i++)
        put_problem(&rec->problems[i], out);
    varint_put(out, rec->problems_dropped);
    record_encode(rec, out);
}

/* --- Parsing --------------------------------------------------------------------------------- */

/* What is left of the bytes; once something does not fit, nothing more is read. */
struct entry_parser {
    struct span rest;
    bool bad;
};

static uint64_t get(struct entry_parser *p, uint64_t max)
{
    uint64_t v = 0;
    if (p->bad || !varint_get(&p->rest, &v) || v > max) {
        p->bad = true;
        return 0;
    }
    return v;
}

static struct span get_text(struct entry_parser *p)
{
    uint64_t n = get(p, p->rest.n);
    if (p->bad || n > p->rest.n) {
        p->bad = true;
        return (struct span){0};
    }
    struct span s = span_make(p->rest.p, (size_t)n);
    p->rest = span_skip(p->rest, s.n);
    return s;
}

static bool get_tags(struct entry_parser *p, struct arena *arena, struct entry_view *out)
{
    size_t n = (size_t)get(p, ENTRY_MAX_TAGS);
    out->tags = arena_alloc_array(arena, n + 1, sizeof *out->tags);
    for (size_t i = 0; i < n && out->tags; i++)
        out->tags[i] = get_text(p);
    out->tag_count = n;
    return out->tags != NULL;
}

static struct entry_problem get_problem(struct entry_parser *p)
{
    struct entry_problem problem;
    problem.severity = (enum problem_severity)get(p, PROBLEM_REJECTED);
    problem.line = (uint32_t)get(p, UINT32_MAX);
    problem.byte = get(p, UINT64_MAX);
    problem.code = (enum status)get(p, STATUS_CANCELLED);
    problem.message = get_text(p);
    return problem;
}

static bool get_problems(struct entry_parser *p, struct arena *arena, struct entry_view *out)
{
    size_t n = (size_t)get(p, RECORD_MAX_PROBLEMS);
    out->problems = arena_alloc_array(arena, n + 1, sizeof *out->problems);
    for (size_t i = 0; i < n && out->problems; i++)
        out->problems[i] = get_problem(p);
    out->problem_count = n;
    out->problems_dropped = (size_t)get(p, UINT32_MAX);
    return out->problems != NULL;
}

enum status entry_parse(struct span bytes, struct arena *arena, struct entry_view *out,
                        struct err *err)
{
    struct entry_parser p = {.rest = bytes};
    *out = (struct entry_view){0};
    p.bad = get(&p, ENTRY_VERSION) != ENTRY_VERSION;
    if (!get_tags(&p, arena, out) || !get_problems(&p, arena, out))
        return err_nomem(err);
    if (p.bad)
        return err_plain(err, STATUS_SYNTAX, &DAMAGED);
    out->record = p.rest;
    return STATUS_OK;
}

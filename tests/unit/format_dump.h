/* format_dump.h: what a reader must find and a writer must write, said in a few lines of text. */
#ifndef KIFU_TESTS_UNIT_FORMAT_DUMP_H
#define KIFU_TESTS_UNIT_FORMAT_DUMP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record_dump.h"

/* Reading raw must give exactly this. */
static inline void expect_dump(const char *format, struct span raw, const char *expected)
{
    struct dump_sink sink;
    dump_read(raw, format, 0, &sink);
    assert_string_equal(buf_cstr(&sink.text), expected);
    buf_release(&sink.text);
}
/* The same for a text and what it gives, each in two parts. */
static inline void expect_dump_of_line(const char *format, const char *before, const char *line,
                                       const char *dump_before, const char *dump)
{
    struct buf raw, expected;
    buf_init(&raw, 1000);
    buf_init(&expected, 1000);
    buf_printf(&raw, "%s%s\n", before, line);
    buf_printf(&expected, "%s%s", dump_before, dump);
    expect_dump(format, buf_span(&raw), buf_cstr(&expected));
    buf_release(&raw);
    buf_release(&expected);
}
#define EXPECT_DUMP(format, raw, expected) expect_dump(format, SPAN(raw), expected)

/* --- Writing and reading again -------------------------------------------------------------- */

struct rewrite {
    const struct format *format;
    struct buf written;
    unsigned losses;
};

static inline enum status rewrite_sink(void *ctx, struct record *rec)
{
    struct rewrite *w = ctx;
    struct err err;
    if (rec->number_in_file && w->format->separator)
        buf_add_str(&w->written, w->format->separator);
    assert_int_equal(w->format->write(rec, &w->written, &w->losses, &err), STATUS_OK);
    return STATUS_OK;
}

/* Reads raw and writes it in a format; the caller releases w->written. */
static inline void rewrite_as(struct span raw, const char *from, const char *to, struct rewrite *w)
{
    struct reader reader;
    struct err err;
    *w = (struct rewrite){.format = format_by_name(span_of(to))};
    buf_init(&w->written, BUF_DEFAULT_MAX);
    reader_init(&reader);
    assert_int_equal(reader_read(&reader, raw, SPAN("test"),
                                 from ? format_by_name(span_of(from)) : NULL, rewrite_sink, w,
                                 &err),
                     STATUS_OK);
    reader_release(&reader);
}

static inline void expect_written(const char *from, struct span raw, const char *to,
                                  const char *expected, unsigned losses)
{
    struct rewrite w;
    rewrite_as(raw, from, to, &w);
    assert_string_equal(buf_cstr(&w.written), expected);
    assert_int_equal(w.losses, losses);
    buf_release(&w.written);
}
#define EXPECT_WRITTEN(from, raw, to, expected, losses)                                            \
    expect_written(from, SPAN(raw), to, expected, losses)

#endif

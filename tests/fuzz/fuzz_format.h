/* fuzz_format.h: any bytes as a file of one format.
 *
 * Whatever comes out must be a sound tree of legal moves, must be writable in every format, and,
 * written in the format under test and read again, must be the same game: unless the writer says
 * what it could not hold, or the reader met a problem that is not written (a foul's note).  A
 * target is
 *
 *     #define FUZZ_FORMAT "csa"
 *     #include "fuzz_format.h"
 */
#ifndef KIFU_TESTS_FUZZ_FORMAT_H
#define KIFU_TESTS_FUZZ_FORMAT_H

#include <stdio.h>
#include <stdlib.h>

#include "formats/format.h"

/* The format that is written and read again; a target may name another than it reads. */
#ifndef FUZZ_REWRITE
#define FUZZ_REWRITE FUZZ_FORMAT
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

/* Every move is legal where it stands, every link points to a node that points back. */
static void check_tree(const struct record *rec)
{
    struct shogi_pos *stack = NULL;
    struct shogi_pos pos;
    struct err err;
    require(rec->node_count >= 1, "no root");
    if (shogi_sfen_parse(&pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, &err) != STATUS_OK) {
        require(rec->nodes[0].child == 0, "moves from an impossible position");
        return;
    }
    stack = malloc(((size_t)rec->node_count) * sizeof *stack);
    require(stack != NULL, "no memory");
    stack[0] = pos;
    for (uint32_t node = 1; node < rec->node_count; node++) {
        const struct record_node *n = &rec->nodes[node];
        struct shogi_undo undo;
        require(n->parent < node, "a child before its parent");
        require(!record_is_end(rec, n->parent), "a move after an end");
        stack[node] = stack[n->parent];
        if (!n->move)
            continue;
        require(shogi_move_is_legal(&stack[node], (shogi_move)n->move), "an illegal move");
        shogi_play(&stack[node], (shogi_move)n->move, &undo);
    }
    free(stack);
}

static void add_text(struct buf *out, char key, struct span text)
{
    if (text.p)
        buf_printf(out, " %c<", key);
    buf_add_span(out, text);
}

/* Moves, ends, comments, times: what a format that reports no loss has to keep. */
static void describe(const struct record *rec, struct buf *out)
{
    buf_add_span(out, rec->start);
    buf_printf(out, " %u %u\n", rec->start_ply, rec->header_count);
    for (uint32_t i = 0; i < rec->header_count; i++) {
        buf_printf(out, "%d ", (int)rec->headers[i].id);
        buf_add_span(out, rec->headers[i].value);
        buf_add_char(out, '\n');
    }
    for (uint32_t node = 0;;) {
        const struct record_note *note = record_note_at(rec, node);
        buf_printf(out, "%llx %d %d %u", (unsigned long long)rec->nodes[node].move, (int)note->end,
                   note->end_seat, rec->nodes[node].time_ms);
        add_text(out, 't', note->end == END_OTHER ? note->end_text : (struct span){0});
        add_text(out, 'c', note->comment);
        add_text(out, 'r', note->remark);
        add_text(out, 'b', note->bookmark);
        buf_add_char(out, '\n');
        node = record_next(rec, node);
        if (!node)
            break;
    }
    buf_printf(out, "%d %d %d\n", (int)rec->end, rec->points[0], rec->points[1]);
}

static enum status describe_sink(void *ctx, struct record *rec)
{
    struct buf *out = ctx;
    describe(rec, out);
    return STATUS_OK;
}

/* Nothing is wrong with it that a rewritten file would not show again. */
static bool is_whole(const struct record *rec)
{
    return record_worst(rec) < PROBLEM_LOST && !rec->problem_count;
}

static void check_rewrite(const struct record *rec, const struct format *format)
{
    struct buf written, before, after;
    struct reader reader;
    struct err err;
    unsigned losses = 0;
    buf_init(&written, BUF_DEFAULT_MAX);
    buf_init(&before, BUF_DEFAULT_MAX);
    buf_init(&after, BUF_DEFAULT_MAX);
    reader_init(&reader);
    require(format->write(rec, &written, &losses, &err) == STATUS_OK, "not writable");
    describe(rec, &before);
    enum status st = reader_read(&reader, buf_span(&written), SPAN("again"), format, describe_sink,
                                 &after, &err);
    if (!losses && is_whole(rec)) {
        require(st == STATUS_OK, "what was written can't be read");
        if (!span_eq(buf_span(&before), buf_span(&after)))
            fprintf(stderr, "before:\n%s\nwritten:\n%s\nafter:\n%s\n", buf_cstr(&before),
                    buf_cstr(&written), buf_cstr(&after));
        require(span_eq(buf_span(&before), buf_span(&after)), "not the same when read again");
    }
    reader_release(&reader);
    buf_release(&written);
    buf_release(&before);
    buf_release(&after);
}

static void check_writers(const struct record *rec)
{
    for (const struct format *const *f = all_formats; *f; f++) {
        struct buf out;
        struct err err;
        unsigned losses = 0;
        if (!(*f)->write || (*f)->game != rec->game)
            continue;
        buf_init(&out, BUF_DEFAULT_MAX);
        require((*f)->write(rec, &out, &losses, &err) == STATUS_OK, "not writable");
        buf_release(&out);
    }
}

static enum status check_sink(void *ctx, struct record *rec)
{
    const struct format *rewrite = format_by_name(span_of(FUZZ_REWRITE));
    struct shogi_pos pos;
    struct err err;
    (void)ctx;
    check_tree(rec);
    /* a diagram that can't be a position is kept for people, not for playing on */
    if (shogi_sfen_parse(&pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, &err) != STATUS_OK)
        return STATUS_OK;
    check_writers(rec);
    if (rewrite->write)
        check_rewrite(rec, rewrite);
    return STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct reader reader;
    struct err err;
    reader_init(&reader);
    enum status st = reader_read(&reader, span_make((const char *)data, size), SPAN("fuzz"),
                                 format_by_name(span_of(FUZZ_FORMAT)), check_sink, NULL, &err);
    (void)st; /* refusing a file is an answer too */
    reader_release(&reader);
    return 0;
}

#endif

/* record_dump.h: records as text, so that tests can say in a few lines what a reader must find, and
 * whether two records are the same.
 *
 *     game 0
 *     header player0 key=N+ value=Sente
 *     start even +0
 *     1 7g7f t=12000 c=text|of two lines
 *     2 3c3d
 *     3 end resign
 *     result w resign
 *     problem partial illegal 5:40
 *
 * Moves come with their number from the start; variations follow the line that they leave. */
#ifndef KIFU_TESTS_UNIT_RECORD_DUMP_H
#define KIFU_TESTS_UNIT_RECORD_DUMP_H

#include "formats/format.h"

/* Besides the bits of enum record_loss: neither problems nor the number in the file. */
#define DUMP_NO_PROBLEMS (1U << 30)

static inline void dump_text(struct buf *out, const char *key, struct span text)
{
    if (!text.p)
        return;
    buf_printf(out, " %s=", key);
    for (size_t i = 0; i < text.n; i++)
        buf_add_char(out, text.p[i] == '\n' ? '|' : text.p[i]);
}

static inline uint32_t dump_depth(const struct record *rec, uint32_t node)
{
    uint32_t depth = 0;
    for (; node; node = rec->nodes[node].parent)
        depth++;
    return depth;
}

/* Moves of shogi and Go say all by themselves; the position is for other games. */
static inline void dump_move(const struct record *rec, game_move move, struct buf *out)
{
    rec->game->text.move_print(NULL, move, out);
}

/* ignore: bits of enum record_loss that are left out. */
static inline void dump_node(const struct record *rec, uint32_t node, unsigned ignore,
                             struct buf *out)
{
    const struct record_node *n = &rec->nodes[node];
    const struct record_note *note = record_note_at(rec, node);
    bool end = record_is_end(rec, node);
    if (end && ignore & LOSS_END)
        return;
    size_t began = out->n;
    buf_printf(out, "%u ", dump_depth(rec, node));
    if (end) {
        buf_printf(out, "end %s", record_end_name(note->end));
        if (note->end_seat >= 0)
            buf_printf(out, " by %d", note->end_seat);
        if (note->shogi_end_text.n)
            dump_text(out, "text", note->shogi_end_text);
    } else if (node) {
        dump_move(rec, n->move, out);
    } else {
        buf_add_str(out, "start");
    }
    if (n->time_ms != RECORD_NO_TIME && !(ignore & LOSS_TIMES))
        buf_printf(out, " t=%u",
                   ignore & LOSS_TIME_FRACTIONS ? n->time_ms / 1000 * 1000 : n->time_ms);
    if (!(ignore & LOSS_COMMENTS))
        dump_text(out, "c", note->comment);
    if (!(ignore & LOSS_REMARKS))
        dump_text(out, "r", note->remark);
    if (!(ignore & LOSS_BOOKMARKS))
        dump_text(out, "b", note->bookmark);
    dump_text(out, "x", note->extra);
    if (note->value.kind != VALUE_NONE && !(ignore & LOSS_COMMENTS))
        buf_printf(out, " v=%s%d", note->value.kind == VALUE_MATE ? "m" : "", note->value.number);
    /* a start without anything to say about it is left out */
    if (!node && out->n - began == sizeof "0 start" - 1)
        out->n = began;
    else
        buf_add_char(out, '\n');
}

static inline void dump_header(const struct record_header *h, struct buf *out)
{
    static const char *const names[] = {"other",   "player0", "player1",    "player2",  "player3",
                                        "event",   "site",    "start-time", "end-time", "limit",
                                        "opening", "title",   "note"};
    buf_printf(out, "header %s", names[h->id]);
    dump_text(out, "key", h->key);
    dump_text(out, "value", h->value);
    buf_add_char(out, '\n');
}

static inline void dump_record(const struct record *rec, unsigned ignore, struct buf *out)
{
    static const char *const severities[] = {"note", "lost", "partial", "rejected"};
    if (!(ignore & DUMP_NO_PROBLEMS))
        buf_printf(out, "game %u\n", rec->number_in_file);
    for (uint32_t i = 0; i < rec->header_count && !(ignore & LOSS_HEADERS); i++)
        dump_header(&rec->headers[i], out);
    buf_add_str(out, "start ");
    buf_add_span(out, rec->handicap == 0 ? SPAN("even") : rec->start);
    if (rec->start_ply && !(ignore & LOSS_START_PLY))
        buf_printf(out, " +%u", rec->start_ply);
    buf_add_char(out, '\n');
    uint32_t node = 0;
    do {
        dump_node(rec, node, ignore, out);
        node = ignore & LOSS_VARIATIONS ? rec->nodes[node].child : record_next(rec, node);
    } while (node);
    if (!(ignore & (LOSS_END | LOSS_RESULT)))
        buf_printf(out, "result %c %s\n", record_result_letter(rec), record_end_name(rec->end));
    for (uint32_t i = 0; i < rec->problem_count && !(ignore & DUMP_NO_PROBLEMS); i++)
        buf_printf(out, "problem %s %s %u:%llu\n", severities[rec->problems[i].severity],
                   status_name(rec->problems[i].err.code), rec->problems[i].err.line,
                   (unsigned long long)rec->problems[i].err.byte);
}

struct dump_sink {
    struct buf text;
    unsigned ignore;
    uint32_t games;
};

static inline enum status dump_to_sink(void *ctx, struct record *rec)
{
    struct dump_sink *sink = ctx;
    sink->games++;
    dump_record(rec, sink->ignore, &sink->text);
    return STATUS_OK;
}

/* All games of a text; after them "failed STATUS line:byte" if the reader gave up.  The caller
 * releases sink->text.  name NULL: by content. */
static inline void dump_read(struct span raw, const char *name, unsigned ignore,
                             struct dump_sink *sink)
{
    struct reader reader;
    struct err err = {0};
    *sink = (struct dump_sink){.ignore = ignore};
    buf_init(&sink->text, BUF_DEFAULT_MAX);
    reader_init(&reader);
    enum status st =
        reader_read(&reader, raw, SPAN("test"), name ? format_by_name(span_of(name)) : NULL,
                    dump_to_sink, sink, &err);
    if (st != STATUS_OK)
        buf_printf(&sink->text, "failed %s %u:%llu\n", status_name(st), err.line,
                   (unsigned long long)err.byte);
    reader_release(&reader);
}

#endif

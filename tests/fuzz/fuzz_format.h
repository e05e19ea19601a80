/* fuzz_format.h: any bytes as a file of one format, written in its own and another format.
 *
 * Besides not crashing, hanging or leaking: every record delivered has a sound tree of legal moves,
 * and written in any format it reads back as the same record, but for what the writer said that it
 * lost.  A target is a call of fuzz_format(). */
#ifndef KIFU_TESTS_FUZZ_FUZZ_FORMAT_H
#define KIFU_TESTS_FUZZ_FUZZ_FORMAT_H

#include <stdio.h>
#include <stdlib.h>

#include "../unit/record_dump.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

/* Every move is legal where it stands, in variations too. */
static inline void check_moves(const struct record *rec, const struct shogi_pos *start)
{
    struct shogi_pos *after = malloc(rec->node_count * sizeof *after); /* each node */
    require(after != NULL, "no memory");
    after[0] = *start;
    for (uint32_t node = 1; node < rec->node_count; node++) {
        const struct record_node *n = &rec->nodes[node];
        struct shogi_undo undo;
        require(n->parent < node, "a child before its parent");
        require(!record_is_end(rec, n->parent), "something after an end");
        after[node] = after[n->parent];
        if (record_is_end(rec, node))
            continue;
        require(shogi_move_is_legal(&after[node], (shogi_move)n->move), "an illegal move");
        shogi_play(&after[node], (shogi_move)n->move, &undo);
    }
    free(after);
}

static inline void check_shogi(const struct record *rec)
{
    struct shogi_pos start;
    require(shogi_sfen_parse(&start, rec->start, SHOGI_SFEN_TOLERANT, NULL, NULL) == STATUS_OK,
            "a start that can't be read");
    require((int)shogi_pos_which_handicap(&start) == rec->handicap, "the wrong handicap");
    check_moves(rec, &start);
}

/* Whether a record may hold a move depends on the size of the board alone. */
static inline void check_go(const struct record *rec)
{
    struct go_pos start;
    require(go_pos_parse(&start, rec->start, NULL) == STATUS_OK, "a start that can't be read");
    require(go_pos_consistent(&start), "an inconsistent start");
    require(go_handicap(&start) == rec->handicap, "the wrong handicap");
    for (uint32_t node = 1; node < rec->node_count; node++) {
        require(rec->nodes[node].parent < node, "a child before its parent");
        require(go_game.rules.move_is_legal(&start, rec->nodes[node].move), "a move off the board");
    }
}

/* Every turn is legal where it stands. */
static inline void check_chaturanga(const struct record *rec)
{
    struct chaturanga_pos *after = malloc(rec->node_count * sizeof *after); /* each node */
    require(after != NULL, "no memory");
    require(chaturanga_parse(&after[0], rec->start, NULL) == STATUS_OK,
            "a start that can't be read");
    require(chaturanga_game.rules.handicap(&after[0]) == rec->handicap, "the wrong handicap");
    for (uint32_t node = 1; node < rec->node_count; node++) {
        const struct record_node *n = &rec->nodes[node];
        require(n->parent < node, "a child before its parent");
        require(!record_is_end(rec, n->parent), "something after an end");
        after[node] = after[n->parent];
        if (record_is_end(rec, node))
            continue;
        require(chaturanga_is_legal(&after[node], n->move), "an illegal turn");
        chaturanga_play_turn(&after[node], n->move);
    }
    free(after);
}

/* Every node is reached once. */
static inline void check_tree(const struct record *rec)
{
    uint32_t count = 0;
    uint32_t node = 0;
    do {
        count++;
        require(count <= rec->node_count, "a tree that goes round");
        require(rec->nodes[node].note < rec->note_count, "a note that is not there");
        node = record_next(rec, node);
    } while (node);
    require(count == rec->node_count, "nodes that can't be reached");
    if (rec->game == &go_game)
        check_go(rec);
    else if (rec->game == &chaturanga_game)
        check_chaturanga(rec);
    else
        check_shogi(rec);
}

/* KIF and KI2 have a format for each encoding, and BOD is read as KIF is. */
static inline bool is_own_format(const struct record *rec, const struct format *format)
{
    return format_by_name(span_of(rec->format))->read == format->read;
}

/* Writes it in a format and reads that again. */
static inline void check_writing(const struct record *rec, const struct format *format)
{
    struct buf utf8, raw, before;
    struct dump_sink after;
    struct charset_loss loss = {0};
    struct err err;
    unsigned ignore = DUMP_NO_PROBLEMS, losses = 0;
    buf_init(&utf8, BUF_DEFAULT_MAX);
    buf_init(&raw, BUF_DEFAULT_MAX);
    buf_init(&before, BUF_DEFAULT_MAX);
    require(format->write(rec, &utf8, &losses, &err) == STATUS_OK, "could not be written");
    if (format->positions)
        buf_add_span(&raw, buf_span(&utf8));
    else
        require(charset_encode(format->charset, buf_span(&utf8), &raw, &loss, &err) == STATUS_OK,
                "could not be encoded");
    if (losses & LOSS_TIME_FRACTIONS)
        losses |= LOSS_TIMES;
    /* what was said about an end that is gone stands somewhere else */
    if (losses & LOSS_END)
        ignore |= LOSS_COMMENTS | LOSS_REMARKS | LOSS_BOOKMARKS | LOSS_TIMES;
    /* a header that would not be read as one is left to people, as a remark */
    if (losses & LOSS_HEADERS)
        ignore |= LOSS_REMARKS;
    /* every position has a value, and 0 stands for none */
    if (format->positions)
        ignore |= LOSS_COMMENTS;
    ignore |= losses;
    /* other formats have other keys */
    if (!is_own_format(rec, format))
        ignore |= LOSS_HEADERS | LOSS_REMARKS;
    dump_record(rec, ignore, &before);
    dump_read(buf_span(&raw), format->name, ignore, &after);
    /* a file with zero bytes is taken for UTF-16, or for no text at all; one with escapes may be
     * taken for ISO-2022-JP */
    bool odd = raw.n && (memchr(raw.p, '\0', raw.n) || memchr(raw.p, '\x1B', raw.n));
    bool kept = loss.count == 0 && loss.folded == 0 && !(losses & LOSS_MOVES) &&
                (format->positions || !odd);
    if (kept && strcmp(buf_cstr(&before), buf_cstr(&after.text)) != 0) {
        fprintf(stderr, "--- read:\n%s--- written as %s (losses %x):\n%s\n--- read again:\n%s",
                buf_cstr(&before), format->name, losses, buf_cstr(&utf8), buf_cstr(&after.text));
        require(false, "not the same when read again");
    }
    buf_release(&utf8);
    buf_release(&raw);
    buf_release(&before);
    buf_release(&after.text);
}

/* Its own format, and one of the others by turns. */
static inline enum status check_record(void *ctx, struct record *rec)
{
    enum { MAX_NODES = 2000 }; /* larger ones take too long to check in all ways */
    unsigned turn = *(const unsigned *)ctx + rec->number_in_file, count = 0;
    require(rec->node_count > 0 && rec->start.n > 0, "a record without a start");
    if (record_worst(rec) == PROBLEM_REJECTED)
        return STATUS_OK;
    check_tree(rec);
    while (all_formats[count])
        count++;
    for (unsigned i = 0; i < count && rec->node_count <= MAX_NODES; i++) {
        const struct format *f = all_formats[i];
        if (f->write && f->game == rec->game && (i == turn % count || is_own_format(rec, f)))
            check_writing(rec, f);
    }
    return STATUS_OK;
}

static inline enum status count_record(void *ctx, struct record *rec)
{
    ++*(unsigned *)ctx;
    require(rec->node_count > 0, "a record without a root");
    return STATUS_OK;
}

/* By small pieces: every one that cannot grow is used up, whatever it holds. */
static inline void read_in_pieces(struct reader *reader, struct span raw,
                                  const struct format *format, size_t window)
{
    enum { MOST = 600 };
    struct reader_stream stream = {0};
    struct err err;
    size_t want = window;
    unsigned count = 0;
    enum status st = STATUS_OK;
    for (bool last = false; !last && st == STATUS_OK;) {
        last = raw.n <= want;
        struct reader_piece piece = {
            .raw = span_make(raw.p, last ? raw.n : want), .last = last, .full = want >= MOST};
        st = reader_read_piece(reader, &stream, &piece, SPAN("fuzz"), format, count_record, &count,
                               &err);
        require(piece.used <= piece.raw.n, "more is used than there is");
        require(st != STATUS_OK || last || !piece.full || piece.used, "a piece is not used");
        raw = span_skip(raw, piece.used);
        want = piece.used ? window : want * 2 < MOST ? want * 2 : MOST;
    }
    require(st != STATUS_NOMEM, "no memory");
}

/* name NULL: by content. */
static inline int fuzz_format(const char *name, const uint8_t *data, size_t size)
{
    struct reader reader;
    struct err err;
    unsigned turn = (unsigned)size;
    for (size_t i = 0; i < size; i++)
        turn = turn * 31 + data[i];
    reader_init(&reader);
    const struct format *format = name ? format_by_name(span_of(name)) : NULL;
    enum status st = reader_read(&reader, span_make((const char *)data, size), SPAN("fuzz"), format,
                                 check_record, &turn, &err);
    require(st != STATUS_NOMEM, "no memory");
    read_in_pieces(&reader, span_make((const char *)data, size), format, 1 + turn % 300);
    reader_release(&reader);
    return 0;
}

#endif

/* book_yaneuraou.c: YaneuraOu's opening book in text, which ShogiHome reads and writes as well.
 *
 *     #YANEURAOU-DB2016 1.00
 *     sfen lnsgkgsnl/… b - 1
 *     2g2f 8c8d 35 32 1234
 *
 * Positions are sorted by their line, so that the file can be searched without being loaded.  A
 * move has the reply that the book expects ("none"), the value, a depth and a count.  Nothing was
 * searched: the depth is the one that YaneuraOu gives to moves of records, since it leaves out
 * those below its option BookDepthLimit. */
#include <stdlib.h>

#include "base/alloc.h"
#include "formats/shogi/move_book.h"

enum { DEPTH = 32 };

struct book_line {
    struct span text; /* the position */
    const struct book_position *position;
};

static int compare_lines(const void *a, const void *b)
{
    struct span x = ((const struct book_line *)a)->text, y = ((const struct book_line *)b)->text;
    int order = memcmp(x.p, y.p, x.n < y.n ? x.n : y.n);
    return order ? order : (x.n > y.n) - (x.n < y.n);
}

static void write_move(const struct book_move *m, struct buf *out)
{
    shogi_usi_print(m->move, out);
    buf_add_char(out, ' ');
    if (m->reply)
        shogi_usi_print(m->reply, out);
    else
        buf_add_str(out, "none");
    buf_printf(out, " %d %d %u\n", m->value, DEPTH, m->games);
}

/* Texts of all positions in `text`; the lines point into it. */
static enum status list_lines(const struct move_book *book, struct book_line *lines,
                              struct buf *text, struct err *err)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < book->position_count; i++) {
        const struct book_position *p = &book->positions[i];
        struct shogi_pos pos;
        if (!p->chosen_count)
            continue;
        enum status st = packed_position_read(&packed_sfen, p->packed, &pos, err);
        if (st != STATUS_OK)
            return st;
        size_t begin = text->n;
        shogi_sfen_print(&pos, p->ply + 1, text);
        lines[n++] = (struct book_line){{NULL, text->n - begin}, p};
    }
    const char *at = text->p; /* it moved while it grew */
    for (uint32_t i = 0; i < n && buf_status(text) == STATUS_OK; i++) {
        lines[i].text.p = at;
        at += lines[i].text.n;
    }
    return buf_status(text) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static enum status yaneuraou_write(const struct move_book *book, struct buf *out, struct err *err)
{
    struct buf text;
    struct book_line *lines = mem_calloc((size_t)book->chosen_positions + 1, sizeof *lines);
    if (!lines)
        return err_nomem(err);
    buf_init(&text, SIZE_MAX / 2); /* as large as the book, which has no limit */
    enum status st = list_lines(book, lines, &text, err);
    if (st == STATUS_OK) {
        qsort(lines, book->chosen_positions, sizeof *lines, compare_lines);
        buf_add_str(out, BOOK_YANEURAOU_HEAD "\n");
        for (uint32_t i = 0; i < book->chosen_positions; i++) {
            const struct book_position *p = lines[i].position;
            buf_add_str(out, BOOK_YANEURAOU_POSITION);
            buf_add_span(out, lines[i].text);
            buf_add_char(out, '\n');
            for (uint32_t k = 0; k < p->chosen_count; k++)
                write_move(book_chosen(book, p, k), out);
        }
        st = buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
    }
    buf_release(&text);
    mem_free(lines);
    return st;
}

const struct book_format book_yaneuraou = {"yaneuraou", "db", yaneuraou_write};

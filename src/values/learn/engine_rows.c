/* engine_rows.c: see engine_rows.h. */
#include "values/learn/engine_rows.h"

#include <string.h>

#include "base/io/file.h"
#include "base/le.h"

enum { PENDING_BYTES = 1 << 20 };

static int king_square(const struct sample *s, int side)
{
    int king = shogi_piece(side, SHOGI_KING);
    for (int i = 0; i < s->count; i++)
        if (s->item[i] >> 7 == king)
            return s->item[i] & 127;
    return 0; /* samples have both kings */
}

static void put_row(const struct sample *s, bool held_out, struct buf *out)
{
    unsigned char row[ENGINE_ROW_BYTES] = {0};
    for (int i = 0; i < NET_MOST_ACTIVE; i++)
        le_put16(row + (size_t)i * 2, i < s->count ? s->item[i] : UINT16_MAX);
    le_put16(row + 80, (uint16_t)(s->value == SAMPLE_NO_VALUE ? s->value : sample_value(s)));
    le_put16(row + 82, s->ply);
    row[84] = s->count;
    row[85] = s->phase;
    row[86] = s->turn;
    row[87] = (unsigned char)(2 * sample_result(s));
    row[88] = (unsigned char)king_square(s, SHOGI_BLACK);
    row[89] = (unsigned char)king_square(s, SHOGI_WHITE);
    row[90] = held_out;
    buf_add(out, row, sizeof row);
}

static enum status flush(struct file_writer *file, struct buf *pending, struct err *err)
{
    if (buf_status(pending) != STATUS_OK)
        return err_nomem(err);
    enum status status = file_writer_add(file, buf_span(pending), err);
    buf_clear(pending);
    return status;
}

static enum status write_set(const struct sample_set *set, bool held_out, struct file_writer *file,
                             struct buf *pending, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < set->count && status == STATUS_OK; i++) {
        put_row(&set->rows[i], held_out, pending);
        if (pending->n >= PENDING_BYTES || buf_status(pending) != STATUS_OK)
            status = flush(file, pending, err);
    }
    return status;
}

enum status engine_rows_write(const struct samples *samples, const char *path, struct err *err)
{
    unsigned char head[ENGINE_ROWS_HEAD_BYTES];
    struct file_writer file;
    struct buf pending;
    enum status status = file_writer_open(&file, path, err);
    if (status != STATUS_OK)
        return status;
    memcpy(head, "KIFUEROW", 8);
    le_put32(head + 8, ENGINE_ROWS_VERSION);
    le_put32(head + 12, ENGINE_ROW_BYTES);
    buf_init(&pending, 2 * PENDING_BYTES);
    buf_add(&pending, head, sizeof head);
    for (int part = 0; part < SAMPLES_PARTS && status == STATUS_OK; part++)
        status = write_set(&samples->part[part], part == SAMPLES_HELD_OUT, &file, &pending, err);
    if (status == STATUS_OK)
        status = flush(&file, &pending, err);
    if (status == STATUS_OK)
        status = file_writer_commit(&file, err);
    file_writer_abort(&file);
    buf_release(&pending);
    return status;
}

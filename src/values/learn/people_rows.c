/* people_rows.c: see people_rows.h. */
#include "values/learn/people_rows.h"

#include <string.h>

#include "base/le.h"

enum { LABEL_AT = 184, LEGAL_AT = 196, FLUSH_BYTES = 1 << 20 };

static const char MAGIC[8] = "KIFUROWS";

_Static_assert(sizeof(struct people_input) == LABEL_AT, "its fields stand in a row as they are");
_Static_assert(LEGAL_AT + (PEOPLE_MOVES + 7) / 8 + 2 == PEOPLE_ROW_BYTES, "as drawn");

static enum status flush(struct people_rows *r, struct err *err)
{
    if (buf_status(&r->pending) != STATUS_OK)
        return err_nomem(err);
    enum status status = file_writer_add(&r->file, buf_span(&r->pending), err);
    buf_clear(&r->pending);
    return status;
}

enum status people_rows_open(struct people_rows *r, const char *path, struct err *err)
{
    unsigned char head[PEOPLE_HEAD_BYTES];
    *r = (struct people_rows){.file.fd = -1};
    buf_init(&r->pending, BUF_DEFAULT_MAX);
    memcpy(head, MAGIC, sizeof MAGIC);
    le_put32(head + 8, PEOPLE_ROWS_VERSION);
    le_put32(head + 12, PEOPLE_ROW_BYTES);
    buf_add(&r->pending, head, sizeof head);
    return file_writer_open(&r->file, path, err);
}

static void mark_legal(unsigned char *bits, const struct shogi_pos *pos)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    int count = shogi_legal_moves(pos, moves);
    for (int i = 0; i < count; i++) {
        int output = people_output_of(pos, moves[i]);
        bits[output / 8] = (unsigned char)(bits[output / 8] | 1U << output % 8);
    }
}

enum status people_rows_add(void *ctx, const struct natural_sample *sample, int part,
                            struct err *err)
{
    struct people_rows *r = ctx;
    struct people_input in;
    unsigned char row[PEOPLE_ROW_BYTES] = {0};
    (void)part;
    people_input_make(&in, &sample->pos, &sample->past);
    memcpy(row, &in, sizeof in);
    le_put16(row + LABEL_AT, (uint16_t)people_output_of(&sample->pos, sample->played));
    le_put16(row + 186, sample->ply);
    le_put16(row + 188, sample->split);
    row[190] = sample->class;
    row[191] = (unsigned char)sample->points;
    le_put32(row + 192, sample->game);
    mark_legal(row + LEGAL_AT, &sample->pos);
    buf_add(&r->pending, row, sizeof row);
    r->count++;
    return r->pending.n < FLUSH_BYTES ? STATUS_OK : flush(r, err);
}

enum status people_rows_commit(struct people_rows *r, struct err *err)
{
    enum status status = flush(r, err);
    return status == STATUS_OK ? file_writer_commit(&r->file, err) : status;
}

void people_rows_close(struct people_rows *r)
{
    file_writer_abort(&r->file);
    buf_release(&r->pending);
}

/* column_part.c: see column_part.h. */
#include "values/sheet/column_part.h"

#include <fcntl.h>
#include <string.h>
#include <xxhash.h>

static const char MAGIC[8] = "KIFUPRT\n";
enum {
    HEAD_BYTES = 12,
    GAME_HEAD_BYTES = 8,
    SUM_BYTES = 8,
    /* A run adds each game once at most, and only runs that were broken off leave a part: a file
     * with more than so many of them begins anew. */
    MOST_RUNS = 16,
};

/* --- Reading ---------------------------------------------------------------------------------- */

size_t column_part_read(struct span file, struct span about, column_part_game *each, void *ctx)
{
    size_t at = HEAD_BYTES + about.n;
    if (file.n < at || memcmp(file.p, MAGIC, sizeof MAGIC) != 0 ||
        le_get32(file.p + sizeof MAGIC) != about.n ||
        !span_eq(span_make(file.p + HEAD_BYTES, about.n), about))
        return 0;
    while (file.n - at >= GAME_HEAD_BYTES + SUM_BYTES) {
        const char *game = file.p + at;
        size_t n = le_get32(game + 4);
        if (n > file.n - at - GAME_HEAD_BYTES - SUM_BYTES ||
            XXH3_64bits(game, GAME_HEAD_BYTES + n) != le_get64(game + GAME_HEAD_BYTES + n) ||
            !each(ctx, le_get32(game), span_make(game + GAME_HEAD_BYTES, n)))
            break;
        at += GAME_HEAD_BYTES + n + SUM_BYTES;
    }
    return at;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static enum status begin(struct column_part *p, struct span about, struct err *err)
{
    char number[4];
    buf_clear(&p->row);
    buf_add(&p->row, MAGIC, sizeof MAGIC);
    le_put32(number, (uint32_t)about.n);
    buf_add(&p->row, number, sizeof number);
    buf_add_span(&p->row, about);
    if (buf_status(&p->row) != STATUS_OK)
        return err_nomem(err);
    enum status status = append_log_cut(&p->log, 0, err);
    return status == STATUS_OK ? append_log_add(&p->log, buf_span(&p->row), err) : status;
}

static enum status go_on(struct column_part *p, struct span about, uint64_t most,
                         column_part_game *each, void *ctx, struct err *err)
{
    struct buf file;
    buf_init(&file, (size_t)most);
    enum status status = append_log_load(&p->log, (size_t)most, &file, err);
    size_t end = status == STATUS_OK ? column_part_read(buf_span(&file), about, each, ctx) : 0;
    buf_release(&file);
    if (status != STATUS_OK && status != STATUS_LIMIT)
        return status;
    return end ? append_log_cut(&p->log, end, err) : begin(p, about, err);
}

enum status column_part_open(struct column_part *p, const struct column_key *k,
                             column_part_game *each, void *ctx, struct err *err)
{
    struct buf about;
    struct buf name;
    *p = (struct column_part){.log.fd = -1};
    buf_init(&p->row, BUF_DEFAULT_MAX);
    buf_init(&about, BUF_DEFAULT_MAX);
    column_about(k, &about);
    const char *path = column_path(k, COLUMN_PART_ENDING, &name);
    enum status status = path && buf_status(&about) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = column_folder(k->database, err);
    /* The file is written to where it lies: a link that a database from elsewhere has in its place
     * may lead to somebody's file. */
    if (path && status == STATUS_OK)
        status = append_log_open(&p->log, path, O_NOFOLLOW, err);
    uint64_t games = k->bytes + (uint64_t)k->segment->lines.games * (GAME_HEAD_BYTES + SUM_BYTES);
    uint64_t most = HEAD_BYTES + about.n + MOST_RUNS * games;
    if (status == STATUS_OK)
        status = go_on(p, buf_span(&about), most, each, ctx, err);
    buf_release(&name);
    buf_release(&about);
    if (status != STATUS_OK)
        column_part_close(p);
    return status;
}

enum status column_part_add(struct column_part *p, uint32_t number, struct span elements,
                            struct err *err)
{
    char head[GAME_HEAD_BYTES], sum[SUM_BYTES];
    le_put32(head, number);
    le_put32(head + 4, (uint32_t)elements.n);
    buf_clear(&p->row);
    buf_add(&p->row, head, sizeof head);
    buf_add_span(&p->row, elements);
    if (buf_status(&p->row) == STATUS_OK)
        le_put64(sum, XXH3_64bits(p->row.p, p->row.n));
    buf_add(&p->row, sum, sizeof sum);
    return buf_status(&p->row) == STATUS_OK ? append_log_add(&p->log, buf_span(&p->row), err)
                                            : err_nomem(err);
}

void column_part_finish(struct column_part *p)
{
    append_log_remove(&p->log); /* what stays is swept away with its segment */
    column_part_close(p);
}

void column_part_close(struct column_part *p)
{
    append_log_close(&p->log);
    buf_release(&p->row);
}

/* games_output.c: see games_output.h. */
#include "cmd/parts/games_output.h"

#include <string.h>

#include "base/le.h"

static const struct msg OTHER_FILE = {
    "not the games file of this run; delete the checkpoint file to start again",
    "この実行の対局ファイルではありません。やり直すには途中経過のファイルを削除してください"};

enum status games_output_open(struct games_output *o, const char *path, uint64_t most_bytes,
                              uint64_t fingerprint, struct span name, struct err *err)
{
    *o = (struct games_output){.path = path,
                               .most_bytes = most_bytes,
                               .head = {.fingerprint = fingerprint, .name = name},
                               .log = {.fd = -1}};
    buf_init(&o->log.path, BUF_DEFAULT_MAX);
    buf_init(&o->name, BUF_DEFAULT_MAX);
    buf_init(&o->bytes, BUF_DEFAULT_MAX);
    return games_block_writer_open(&o->blocks, err);
}

void games_output_close(struct games_output *o)
{
    if (!o->path)
        return;
    append_log_close(&o->log);
    games_block_writer_close(&o->blocks);
    buf_release(&o->name);
    buf_release(&o->bytes);
    *o = (struct games_output){0};
}

const char *games_output_path(struct games_output *o, uint32_t part)
{
    struct span path = span_of(o->path), ending = SPAN(".games");
    bool ends = path.n >= ending.n && span_eq_nocase(span_skip(path, path.n - ending.n), ending);
    struct span stem = span_make(path.p, ends ? path.n - ending.n : path.n);
    buf_clear(&o->name);
    buf_add_span(&o->name, stem);
    if (part > 1)
        buf_printf(&o->name, "-%lu", (unsigned long)part);
    buf_add_span(&o->name, span_skip(path, stem.n));
    const char *name = buf_cstr(&o->name);
    return buf_status(&o->name) == STATUS_OK ? name : NULL;
}

static enum status open_part(struct games_output *o, uint32_t part, struct err *err)
{
    append_log_close(&o->log);
    o->head.part = part;
    const char *path = games_output_path(o, part);
    return path ? append_log_open(&o->log, path, 0, err) : err_nomem(err);
}

enum status games_output_resume(struct games_output *o, struct games_place from, struct err *err)
{
    enum { FINGERPRINT_AT = 16 };
    unsigned char fingerprint[8];
    if (from.part == 0)
        return STATUS_OK;
    enum status status = open_part(o, (uint32_t)from.part, err);
    if (status != STATUS_OK)
        return status;
    if (o->log.size < from.size ||
        !append_log_read_at(&o->log, FINGERPRINT_AT, fingerprint, sizeof fingerprint) ||
        le_get64(fingerprint) != o->head.fingerprint) {
        err_plain(err, STATUS_RANGE, &OTHER_FILE);
        err_in_file(err, buf_span(&o->log.path));
        return STATUS_RANGE;
    }
    return append_log_cut(&o->log, from.size, err);
}

enum status games_output_add(struct games_output *o, const struct record *rec, uint64_t number,
                             struct err *err)
{
    return games_block_writer_add(&o->blocks, rec, number, err);
}

bool games_output_is_due(const struct games_output *o)
{
    return o->blocks.games >= GAMES_BLOCK_GAMES;
}

static enum status begin_part(struct games_output *o, struct err *err)
{
    struct buf head;
    enum status status = open_part(o, o->head.part + 1, err);
    if (status == STATUS_OK) /* not before it is locked: it may be what another run writes */
        status = append_log_cut(&o->log, 0, err);
    if (status != STATUS_OK)
        return status;
    buf_init(&head, BUF_DEFAULT_MAX);
    games_head_put(&o->head, &head);
    status = buf_status(&head) == STATUS_OK ? append_log_add(&o->log, buf_span(&head), err)
                                            : err_nomem(err);
    buf_release(&head);
    return status;
}

enum status games_output_flush(struct games_output *o, struct err *err)
{
    if (!o->blocks.games)
        return STATUS_OK;
    buf_clear(&o->bytes);
    enum status status = games_block_writer_end(&o->blocks, &o->bytes, err);
    if (status == STATUS_OK && (o->log.fd < 0 || o->log.size + o->bytes.n > o->most_bytes))
        status = begin_part(o, err);
    return status == STATUS_OK ? append_log_add(&o->log, buf_span(&o->bytes), err) : status;
}

struct games_place games_output_place(const struct games_output *o)
{
    return (struct games_place){o->log.fd < 0 ? 0 : o->head.part, o->log.size};
}

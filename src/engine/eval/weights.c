/* weights.c: see weights.h. */
#include "engine/eval/weights.h"

#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "calibrated_tables.h"
#include "engine/eval/halfka.h"
#include "engine/eval/net.h"
#include "engine/eval/paper.h"
#include "net_tables.h"

bool engine_has_game(const struct game *game)
{
    static const struct game *const GAMES[] = {&shogi_game};
    return game == GAMES[0];
}

struct weights {
    struct eval eval;
    void *numbers; /* owned; NULL: none are needed */
    size_t bytes;  /* of them */
};

/* One evaluation.  read fills `bytes` numbers of its own from a file's bytes. */
struct weights_row {
    const char *name; /* NULL: its type's */
    const struct eval_type *type;
    struct span begins; /* of its files; empty: it has none, or another row reads them */
    struct span built_in;
    size_t bytes;
    enum status (*read)(struct span file, void *numbers, struct err *err);
    /* In place of bytes and read, where the file says how many there are. */
    enum status (*open)(struct span file, void **numbers, size_t *bytes, struct err *err);
};

static enum status open_halfka(struct span file, void **numbers, size_t *bytes, struct err *err)
{
    struct halfka *h;
    enum status status = halfka_read(file, &h, bytes, err);
    *numbers = h;
    return status;
}

static enum status read_net(struct span file, void *numbers, struct err *err)
{
    return net_read(file, numbers, err);
}

/* A file says what differs from what is built in. */
static enum status read_paper(struct span file, void *numbers, struct err *err)
{
    enum status status = paper_default(numbers, err);
    return status == STATUS_OK && file.n ? paper_read(file, numbers, err) : status;
}

/* The first is the default. */
static const struct weights_row ROWS[] = {
    {.type = &eval_net,
     .begins = {NET_MAGIC, sizeof NET_MAGIC - 1},
     .built_in = {NET_BYTES, sizeof NET_BYTES},
     .bytes = sizeof(struct net),
     .read = read_net},
    {.type = &eval_halfka, .begins = {HALFKA_MAGIC, sizeof HALFKA_MAGIC - 1}, .open = open_halfka},
    {.type = &eval_paper,
     .begins = {PAPER_HEADING, sizeof PAPER_HEADING - 1},
     .bytes = sizeof(struct paper),
     .read = read_paper},
    {.name = "calibrated",
     .type = &eval_paper,
     .built_in = {CALIBRATED_BYTES, sizeof CALIBRATED_BYTES},
     .bytes = sizeof(struct paper),
     .read = read_paper},
    {.type = &eval_material},
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS, MOST_BYTES = 64 << 20 };

static enum status open_row(struct weights *w, const struct weights_row *row, struct span file,
                            struct err *err)
{
    w->eval.type = row->type;
    if (row->open) {
        enum status status = row->open(file, &w->numbers, &w->bytes, err);
        w->eval.weights = w->numbers;
        return status;
    }
    if (!row->bytes)
        return STATUS_OK;
    w->bytes = row->bytes;
    w->eval.weights = w->numbers = mem_calloc_aligned(64, 1, (row->bytes + 63) / 64 * 64);
    return w->numbers ? row->read(file, w->numbers, err) : err_nomem(err);
}

static enum status open_file(struct weights *w, const char *path, struct err *err)
{
    static const struct msg UNKNOWN = {"not a weights file", "評価関数ファイルではありません"};
    struct buf file;
    buf_init(&file, MOST_BYTES);
    enum status status = file_read(path, MOST_BYTES, &file, err);
    const struct weights_row *row = NULL;
    for (int i = 0; i < ROW_COUNT && status == STATUS_OK; i++)
        if (ROWS[i].begins.n && span_starts(span_make(file.p, file.n), ROWS[i].begins))
            row = &ROWS[i];
    if (status == STATUS_OK)
        status = row ? open_row(w, row, span_make(file.p, file.n), err)
                     : err_plain(err, STATUS_UNSUPPORTED, &UNKNOWN);
    if (status != STATUS_OK && err && !err->file[0])
        err_in_file(err, span_of(path));
    buf_release(&file);
    return status;
}

enum status weights_open(struct weights **out, const char *name_or_path, struct err *err)
{
    const struct weights_row *row = name_or_path ? NULL : &ROWS[0];
    *out = NULL;
    struct weights *w = mem_calloc(1, sizeof *w);
    if (!w)
        return err_nomem(err);
    for (int i = 0; i < ROW_COUNT && !row; i++)
        if (!(ROWS[i].open && !ROWS[i].built_in.n) && /* only files have such */
            strcmp(ROWS[i].name ? ROWS[i].name : ROWS[i].type->name, name_or_path) == 0)
            row = &ROWS[i];
    enum status status =
        row ? open_row(w, row, row->built_in, err) : open_file(w, name_or_path, err);
    if (status == STATUS_OK)
        *out = w;
    else
        weights_close(w);
    return status;
}

struct eval weights_eval(const struct weights *w)
{
    return w->eval;
}

uint64_t weights_hash(const struct weights *w)
{
    return XXH3_64bits(w->numbers, w->bytes); /* what is between the numbers is 0 */
}

void weights_close(struct weights *w)
{
    if (w)
        mem_free(w->numbers);
    mem_free(w);
}

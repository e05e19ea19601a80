/* weights.c: see weights.h. */
#include "engine/eval/weights.h"

#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "calibrated_tables.h"
#include "engine/eval/halfka.h"
#include "engine/eval/large_net.h"
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
    const struct weights_row *row;
    void *numbers; /* owned; NULL: none are needed */
};

/* One evaluation.  read fills `bytes` numbers of its own from a file's bytes. */
struct weights_row {
    const char *name; /* NULL: its type's */
    const struct eval_type *type;
    struct span begins; /* of its files; empty: it has none, or another row reads them */
    struct span built_in;
    size_t bytes;
    enum status (*read)(struct span file, void *numbers, struct err *err);
    /* In place of these three, where the file says how many there are; without a file: what is built
     * in, if anything is. */
    enum status (*open)(struct span file, void **numbers, struct err *err);
    uint64_t (*hash)(const void *numbers);
};

static enum status open_halfka(struct span file, void **numbers, struct err *err)
{
    struct halfka *h;
    enum status status =
        file.n ? halfka_read(file, &h, err) : halfka_read_built_in(large_net(), &h, err);
    *numbers = h;
    return status;
}

static uint64_t hash_halfka(const void *numbers)
{
    return halfka_hash(numbers);
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

/* The first that is built in is the default. */
static const struct weights_row ROWS[] = {
    {.type = &eval_halfka,
     .begins = {HALFKA_MAGIC, sizeof HALFKA_MAGIC - 1},
     .open = open_halfka,
     .hash = hash_halfka},
    {.type = &eval_net,
     .begins = {NET_MAGIC, sizeof NET_MAGIC - 1},
     .built_in = {NET_BYTES, sizeof NET_BYTES},
     .bytes = sizeof(struct net),
     .read = read_net},
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
    w->row = row;
    if (row->open) {
        enum status status = row->open(file, &w->numbers, err);
        w->eval.weights = w->numbers;
        return status;
    }
    if (!row->bytes)
        return STATUS_OK;
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

static bool is_built_in(const struct weights_row *row)
{
    return !row->open || large_net().n;
}

/* NULL: the default. */
static const struct weights_row *row_named(const char *name)
{
    for (int i = 0; i < ROW_COUNT; i++)
        if (is_built_in(&ROWS[i]) &&
            (!name || strcmp(ROWS[i].name ? ROWS[i].name : ROWS[i].type->name, name) == 0))
            return &ROWS[i];
    return NULL;
}

enum status weights_open(struct weights **out, const char *name_or_path, struct err *err)
{
    const struct weights_row *row = row_named(name_or_path);
    *out = NULL;
    struct weights *w = mem_calloc(1, sizeof *w);
    if (!w)
        return err_nomem(err);
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
    if (w->row->hash)
        return w->row->hash(w->numbers);
    return XXH3_64bits(w->numbers, w->row->bytes); /* what is between the numbers is 0 */
}

void weights_close(struct weights *w)
{
    if (w)
        mem_free(w->numbers);
    mem_free(w);
}

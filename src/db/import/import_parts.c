/* import_parts.c: the first step of import_cluster.h: files become parts. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/import/import_cluster_internal.h"
#include "db/import/import_internal.h"

static const struct msg CHANGED = {"%1 changed during the import; run the command again",
                                   "%1 が取り込み中に変わりました。もう一度実行してください"};

/* A unit being read. */
struct unit_reader {
    struct import_job *t;
    struct importer *importer;
    struct part_writer writer;
    bool writing, reusing; /* the present window: into writer; it was there before */
    uint32_t unit;
    uint64_t window;   /* the present one, of a large file */
    bool begun;        /* there is a present one */
    uint64_t unpacked; /* bytes of its items */
    const char *path;  /* of the file being read */
    struct buf remark;
    uint64_t done, all; /* bytes on disk, of this process */
    struct err err;     /* of what stopped a walk */
};

/* --- What a part is made of ------------------------------------------------------------------- */

void part_ident(const struct import_job *t, uint32_t unit, uint32_t window, struct buf *out)
{
    const struct input_unit *u = &t->inputs.units[unit];
    buf_clear(out);
    buf_printf(out, "kifu-part 1\nstate %016" PRIx64 "\nbytes %" PRIu64 "\nko %d\nkeep %d\n",
               t->state, t->opt.checkpoint_bytes, (int)t->opt.go_ko, t->opt.duplicates == DUP_KEEP);
    for (size_t i = 0; i < t->opt.tag_count; i++) {
        buf_printf(out, "tag %zu ", t->opt.tags[i].n);
        buf_add_span(out, t->opt.tags[i]);
        buf_add_char(out, '\n');
    }
    for (size_t i = u->from; i < u->to; i++) {
        const struct input *in = &t->inputs.at[i];
        if (in->path) {
            buf_printf(out, "file %" PRIu64 " %" PRId64 ".%09u ", in->bytes, in->changed_s,
                       (unsigned)in->changed_ns);
            buf_add_str(out, in->path);
        } else {
            buf_printf(out, "problem %zu ", in->remark.n);
            buf_add_span(out, in->remark);
        }
        buf_add_char(out, '\n');
    }
    buf_printf(out, "window %u of %s\nrepeat %u\n", (unsigned)window,
               u->large ? "a large file" : "these", (unsigned)u->repeat);
}

const char *part_path(const struct import_job *t, const uint64_t ident[2], const char *ending,
                      struct buf *path)
{
    buf_init(path, 1 << 16);
    buf_printf(path, "%s/import/%016" PRIx64 "-%016" PRIx64 "%016" PRIx64 "%s", t->path, t->state,
               ident[0], ident[1], ending);
    const char *text = buf_cstr(path);
    return buf_status(path) == STATUS_OK ? text : NULL;
}

static void hash_ident(const struct buf *ident, uint64_t out[2])
{
    XXH128_hash_t h = XXH3_128bits(ident->p, ident->n);
    out[0] = h.high64;
    out[1] = h.low64;
}

/* --- Parts that this process answers for --------------------------------------------------------- */

static struct held_part *new_held(struct import_job *t)
{
    void *grown = mem_grow(t->held, t->held_count, &t->held_cap, UINT32_MAX, sizeof *t->held);
    if (!grown)
        return NULL;
    t->held = grown;
    t->held[t->held_count] = (struct held_part){0};
    return &t->held[t->held_count];
}

/* Takes a part that is there.  STATUS_NOT_FOUND if there is none that is sound: what is not goes.
 */
static enum status hold(struct import_job *t, uint32_t unit, uint32_t window, struct err *err)
{
    struct buf ident, path;
    struct held_part *h = new_held(t);
    if (!h)
        return err_nomem(err);
    buf_init(&ident, SIZE_MAX / 2);
    part_ident(t, unit, window, &ident);
    hash_ident(&ident, h->ident);
    const char *text = part_path(t, h->ident, ".part", &path);
    enum status st = text && buf_status(&ident) == STATUS_OK
                         ? part_open(&h->part, text, buf_span(&ident), err)
                         : err_nomem(err);
    if (text && (st == STATUS_SYNTAX || st == STATUS_UNSUPPORTED)) {
        (void)unlink(text);
        st = STATUS_NOT_FOUND;
    }
    if (st == STATUS_OK) {
        h->unit = unit;
        h->window = window;
        t->held_count++;
    }
    buf_release(&path);
    buf_release(&ident);
    return st;
}

static void let_go(struct import_job *t)
{
    part_close(&t->held[--t->held_count].part);
}

/* --- From what is read to a part -------------------------------------------------------------- */

static enum status open_part(struct unit_reader *r, uint32_t window, struct err *err)
{
    struct buf ident, path;
    uint64_t hash[2];
    buf_init(&ident, SIZE_MAX / 2);
    part_ident(r->t, r->unit, window, &ident);
    hash_ident(&ident, hash);
    const char *text = part_path(r->t, hash, ".part", &path);
    enum status st = text && buf_status(&ident) == STATUS_OK
                         ? part_writer_open(&r->writer, text, err)
                         : err_nomem(err);
    r->writing = st == STATUS_OK;
    buf_release(&path);
    buf_release(&ident);
    return st;
}

static enum status finish_part(struct unit_reader *r, uint32_t window, bool last, struct err *err)
{
    struct buf ident;
    enum status st = importer_drain(r->importer, err);
    if (st != STATUS_OK)
        return st;
    buf_init(&ident, SIZE_MAX / 2);
    part_ident(r->t, r->unit, window, &ident);
    st = buf_status(&ident) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK)
        st = part_writer_commit(&r->writer, buf_span(&ident), last, err);
    else
        part_writer_abort(&r->writer);
    r->writing = false;
    buf_release(&ident);
    return st == STATUS_OK ? hold(r->t, r->unit, window, err) : st;
}

static void render(struct unit_reader *r, enum problem_severity severity, const struct err *err)
{
    r->t->events->render(r->t->events->ctx, severity, err, &r->remark);
}

static bool knows_file(void *ctx, struct file_hash hash, struct file_row *row)
{
    const struct unit_reader *r = ctx;
    return r->t->db && file_table_on_disk(r->t->db, hash, row);
}

static enum status take_known_file(void *ctx, const struct file_row *row, uint64_t bytes,
                                   struct err *err)
{
    struct unit_reader *r = ctx;
    const struct part_file f = {
        .hash = row->hash, .bytes = bytes, .flags = PART_FILE_KNOWN, .known = *row};
    enum status st = importer_drain(r->importer, err); /* what came before it */
    return st == STATUS_OK ? part_writer_file(&r->writer, &f, (struct span){0}, err) : st;
}

static enum status compare_with_database(const struct import_job *t, const struct record *rec,
                                         struct span entry, struct part_game *g, struct err *err)
{
    struct db_same_game same;
    bool has;
    if (!t->db || t->db->game != rec->game || t->opt.duplicates == DUP_KEEP ||
        !db_find_same(t->db, rec, &same))
        return STATUS_OK;
    g->existing = same.id;
    if (results_conflict(rec->game->seats, rec->points, same.points))
        g->flags |= PART_GAME_CONFLICT;
    enum status st = db_has_source(t->db, same.id, entry, &has, err);
    if (st == STATUS_OK && has)
        g->flags |= PART_GAME_STORED;
    return st;
}

static enum status take_game(void *ctx, const struct record *rec, struct span entry,
                             struct err *err)
{
    struct unit_reader *r = ctx;
    struct part_game g = {.existing = PART_NO_ID, .game = part_game_number(rec->game)};
    enum problem_severity worst = record_worst(rec);
    buf_clear(&r->remark);
    for (uint32_t i = 0; i < rec->problem_count; i++)
        render(r, rec->problems[i].severity, &rec->problems[i].err);
    if (buf_status(&r->remark) != STATUS_OK)
        return err_nomem(err);
    if (worst == PROBLEM_REJECTED) {
        g.flags = PART_GAME_REJECTED;
        return part_writer_game(&r->writer, &g, NULL, (struct span){0}, buf_span(&r->remark), err);
    }
    g.flags = worst == PROBLEM_PARTIAL ? PART_GAME_PARTIAL : 0;
    g.flags |= worst == PROBLEM_LOST ? PART_GAME_LOST : 0;
    record_last_move(rec, &g.plies);
    part_key(rec, g.key);
    g.source_hash = XXH3_64bits(entry.p, entry.n);
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        g.points[seat] = seat < rec->game->seats ? rec->points[seat] : POINTS_UNKNOWN;
    enum status st = compare_with_database(r->t, rec, entry, &g, err);
    if (st == STATUS_OK)
        st = part_writer_game(&r->writer, &g, rec, entry, buf_span(&r->remark), err);
    return st;
}

static enum status take_file(void *ctx, const struct batch_file *file, struct err *err)
{
    struct unit_reader *r = ctx;
    struct part_file f = {.hash = file->hash, .bytes = file->bytes_n};
    buf_clear(&r->remark);
    if (file->status != STATUS_OK) {
        f.flags = PART_FILE_UNREADABLE;
        render(r, PROBLEM_REJECTED, &file->why);
    }
    if (buf_status(&r->remark) != STATUS_OK)
        return err_nomem(err);
    return part_writer_file(&r->writer, &f, buf_span(&r->remark), err);
}

/* --- Windows of a large file ------------------------------------------------------------------ */

static bool is_mine(const struct unit_reader *r, uint64_t window)
{
    const struct input_unit *u = &r->t->inputs.units[r->unit];
    uint32_t process = reduction_part(r->t->reduction);
    return u->process == UNIT_OF_ALL ? window % reduction_parts(r->t->reduction) == process
                                     : u->process == process;
}

static enum status end_window(struct unit_reader *r, bool last, struct err *err)
{
    if (r->writing)
        return finish_part(r, (uint32_t)r->window, last, err);
    if (r->reusing && r->t->held[r->t->held_count - 1].part.last != last)
        return err_set(err, STATUS_IO, &CHANGED, span_of(r->path), (struct span){0});
    return STATUS_OK;
}

/* What comes next belongs to this window. */
static enum status turn_to(struct unit_reader *r, uint64_t window, struct err *err)
{
    enum status st = STATUS_OK;
    if (r->begun && r->window == window)
        return STATUS_OK;
    if (r->begun)
        st = end_window(r, false, err);
    r->begun = true;
    r->window = window;
    r->unpacked = 0;
    r->reusing = false;
    if (st != STATUS_OK || !is_mine(r, window))
        return st;
    st = hold(r->t, r->unit, (uint32_t)window, err);
    r->reusing = st == STATUS_OK;
    r->t->reused->parts += r->reusing;
    return st == STATUS_NOT_FOUND ? open_part(r, (uint32_t)window, err) : st;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* A window is full when it has so many bytes, the last of which belong to a whole item. */
static uint64_t present_window(const struct unit_reader *r)
{
    bool large = r->t->inputs.units[r->unit].large;
    return r->window + (large && r->begun && r->unpacked >= r->t->opt.checkpoint_bytes);
}

static enum status read_item(void *ctx, const struct source_item *item)
{
    struct unit_reader *r = ctx;
    if (import_cancelled(r->t))
        return import_interrupted(&r->err);
    enum status st = turn_to(r, present_window(r), &r->err);
    r->unpacked += item->bytes.n;
    if (st == STATUS_OK && r->writing)
        st = importer_take(r->importer, item, &r->err);
    return st;
}

/* All pieces of a file belong to one window. */
static enum status read_piece(void *ctx, struct source_piece *piece)
{
    struct unit_reader *r = ctx;
    enum status st = STATUS_OK;
    if (import_cancelled(r->t))
        return import_interrupted(&r->err);
    if (piece->offset == 0)
        st = turn_to(r, present_window(r), &r->err);
    piece->used = piece->item.bytes.n;
    if (st == STATUS_OK && r->writing)
        st = importer_take_piece(r->importer, piece, &r->err);
    r->unpacked += piece->used;
    return st;
}

static bool is_stopped(void *ctx)
{
    const struct unit_reader *r = ctx;
    return import_cancelled(r->t);
}

static enum status add_problem(struct unit_reader *r, struct span remark, struct err *err)
{
    const struct part_file f = {.flags = PART_FILE_PROBLEM};
    if (!r->writing)
        return STATUS_OK;
    enum status st = importer_drain(r->importer, err);
    return st == STATUS_OK ? part_writer_file(&r->writer, &f, remark, err) : st;
}

static enum status read_problem(void *ctx, struct span label, const struct err *problem)
{
    struct unit_reader *r = ctx;
    struct buf remark;
    (void)label;
    enum status st = turn_to(r, present_window(r), &r->err);
    buf_init(&remark, BUF_DEFAULT_MAX);
    r->t->events->render(r->t->events->ctx, PROBLEM_REJECTED, problem, &remark);
    if (st == STATUS_OK)
        st = buf_status(&remark) == STATUS_OK ? add_problem(r, buf_span(&remark), &r->err)
                                              : err_nomem(&r->err);
    buf_release(&remark);
    return st;
}

static void advance(struct unit_reader *r, uint64_t bytes)
{
    r->done += bytes;
    if (r->t->events->advance)
        r->t->events->advance(r->t->events->ctx, r->done, r->all);
}

static enum status read_input(struct unit_reader *r, const struct input *in, struct err *err)
{
    const struct source_handler handler = {.ctx = r,
                                           .item = read_item,
                                           .piece = read_piece,
                                           .stopped = is_stopped,
                                           .problem = read_problem};
    if (!in->path)
        return add_problem(r, in->remark, err);
    enum status st = input_is_here(in, err);
    if (st != STATUS_OK)
        return st;
    r->err = (struct err){0};
    r->path = in->path;
    st = source_walk(&in->path, 1, r->t->opt.limits, &handler, &r->err);
    if (st != STATUS_OK)
        *err = r->err;
    else /* what was read is what was listed */
        st = input_is_here(in, err);
    advance(r, in->bytes);
    return st;
}

static enum status read_unit(struct unit_reader *r, struct err *err)
{
    const struct input_unit *u = &r->t->inputs.units[r->unit];
    r->begun = r->reusing = false;
    r->window = 0;
    enum status st = u->large ? STATUS_OK : turn_to(r, 0, err);
    for (size_t i = u->from; i < u->to && st == STATUS_OK; i++)
        st = read_input(r, &r->t->inputs.at[i], err);
    if (st == STATUS_OK && !r->begun)
        st = turn_to(r, 0, err); /* an archive without members */
    return st == STATUS_OK ? end_window(r, true, err) : st;
}

/* Is everything of the unit there already?  Then what is this process's is held. */
static enum status find_unit(struct unit_reader *r, bool *complete, struct err *err)
{
    struct import_job *t = r->t;
    size_t before = t->held_count;
    enum status st = STATUS_OK;
    *complete = false;
    for (uint32_t w = 0; st == STATUS_OK && !*complete; w++) {
        st = hold(t, r->unit, w, err);
        if (st != STATUS_OK)
            break;
        *complete = t->held[t->held_count - 1].part.last;
        if (!is_mine(r, w))
            let_go(t);
    }
    if (*complete)
        t->reused->parts += t->held_count - before;
    while (!*complete && t->held_count > before)
        let_go(t);
    return st == STATUS_NOT_FOUND ? STATUS_OK : st;
}

static bool reads(const struct import_job *t, const struct input_unit *u)
{
    return u->process == UNIT_OF_ALL || u->process == reduction_part(t->reduction);
}

static enum status read_units(struct unit_reader *r, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < r->t->inputs.unit_count && st == STATUS_OK; i++) {
        const struct input_unit *u = &r->t->inputs.units[i];
        bool complete;
        if (!reads(r->t, u))
            continue;
        r->unit = i;
        st = find_unit(r, &complete, err);
        if (st == STATUS_OK && complete)
            advance(r, u->bytes);
        else if (st == STATUS_OK)
            st = read_unit(r, err);
        if (st == STATUS_OK && import_cancelled(r->t))
            st = import_interrupted(err);
    }
    return st;
}

/* --- All parts ------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const struct part_row *x = a, *y = b;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return x->window < y->window ? -1 : x->window > y->window;
}

/* Every unit is there, and its windows from 0 on without a gap. */
static bool rows_fit(const struct import_job *t)
{
    uint32_t unit = 0, window = 0;
    for (uint32_t i = 0; i < t->part_count; i++) {
        const struct part_row *row = &t->parts[i];
        if (window && row->unit == unit + 1) {
            unit++;
            window = 0;
        }
        if (row->unit != unit || row->window != window++)
            return false;
    }
    return t->inputs.unit_count == (t->part_count ? (size_t)unit + 1 : 0);
}

static enum status number_held(struct import_job *t, struct err *err)
{
    for (size_t i = 0; i < t->held_count; i++) {
        struct held_part *h = &t->held[i];
        const struct part_row wanted = {.unit = h->unit, .window = h->window};
        const struct part_row *row =
            bsearch(&wanted, t->parts, t->part_count, sizeof *t->parts, by_place);
        h->number = row ? (uint32_t)(row - t->parts) : 0;
        h->verdicts = mem_calloc((size_t)h->part.game_count + 1, sizeof *h->verdicts);
        h->copies = mem_calloc((size_t)h->part.file_count + 1, sizeof *h->copies);
        if (!row || !h->verdicts || !h->copies)
            return err_nomem(err);
    }
    return STATUS_OK;
}

enum status import_read_parts(struct import_job *t, struct err *err)
{
    struct unit_reader r = {.t = t};
    const struct import_sink sink = {.ctx = &r,
                                     .knows = knows_file,
                                     .known_file = take_known_file,
                                     .game = take_game,
                                     .file = take_file};
    buf_init(&r.remark, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < t->inputs.unit_count; i++)
        r.all += reads(t, &t->inputs.units[i]) ? t->inputs.units[i].bytes : 0;
    enum status st = importer_open_sink(&r.importer, &t->opt, &sink, err);
    if (st == STATUS_OK)
        st = read_units(&r, err);
    if (r.writing)
        part_writer_abort(&r.writer);
    importer_close(r.importer);
    buf_release(&r.remark);
    size_t n = t->held_count;
    t->parts = mem_calloc(n + 1, sizeof *t->parts);
    if (st == STATUS_OK && !t->parts)
        st = err_nomem(err);
    for (size_t i = 0; i < n && st == STATUS_OK; i++) {
        const struct held_part *h = &t->held[i];
        t->parts[i] = (struct part_row){.unit = h->unit,
                                        .window = h->window,
                                        .games = h->part.game_count,
                                        .ident = {h->ident[0], h->ident[1]}};
    }
    t->parts = reduction_join(t->reduction, &st, t->parts, &n, sizeof *t->parts, err);
    if (st == STATUS_OK && n)
        qsort(t->parts, n, sizeof *t->parts, by_place);
    t->part_count = (uint32_t)n;
    if (st == STATUS_OK && (n >= UINT32_MAX || !rows_fit(t)))
        st = reduction_damaged(err);
    return st == STATUS_OK ? number_held(t, err) : st;
}

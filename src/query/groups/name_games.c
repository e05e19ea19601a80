/* name_games.c: see name_games.h. */
#include "query/groups/name_games.h"

#include <xxhash.h>

#include "base/alloc.h"
#include "base/varint.h"
#include "db/segment_cache.h"
#include "query/language/tree.h"
#include "query/run/plies.h"
#include "query/run/query_result.h"

enum { KEY_BYTES = 16, ROW_BYTES = KEY_BYTES + 8, MOST_LISTS = 4096 };

void name_games_release(struct name_games *g)
{
    for (uint32_t i = 0; g->parts && i < g->part_count; i++)
        mem_free(g->parts[i].at);
    mem_free(g->parts);
    *g = (struct name_games){0};
}

/* --- Lists as bytes --------------------------------------------------------------------------- */

static void list_write(const struct game_list *l, struct buf *out)
{
    uint32_t before = 0;
    varint_put(out, l->count);
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t number = l->at[i] / 4;
        varint_put(out, (uint64_t)(number - before) * 4 + l->at[i] % 4);
        before = number;
    }
}

bool game_list_read(struct game_list *l, struct span bytes, uint32_t games)
{
    uint64_t count, number = 0, gap;
    *l = (struct game_list){0};
    if (!varint_get(&bytes, &count) || count > games)
        return false;
    l->at = mem_alloc(((size_t)count + 1) * sizeof *l->at);
    bool good = l->at != NULL;
    for (uint64_t i = 0; good && i < count; i++) {
        good = varint_get(&bytes, &gap) && gap / 4 < games && (i == 0 || gap >= 4);
        number += good ? gap / 4 : 0;
        good = good && number < games;
        if (good)
            l->at[l->count++] = (uint32_t)(number * 4 + gap % 4);
    }
    if (good && bytes.n == 0)
        return true;
    mem_free(l->at);
    *l = (struct game_list){0};
    return false;
}

/* --- The file ---------------------------------------------------------------------------------- */

/* What a segment's file has. */
struct kept_lists {
    struct segment file;
    bool open;
    struct span keys, lists;
    uint32_t count;
};

static bool rows_fit(const struct kept_lists *k)
{
    uint64_t before = 0;
    for (uint32_t i = 0; i < k->count; i++) {
        uint64_t end = le_get64(k->keys.p + (size_t)i * ROW_BYTES + KEY_BYTES);
        if (end < before || end > k->lists.n)
            return false;
        before = end;
    }
    return before == k->lists.n;
}

static void kept_open(struct kept_lists *k, const struct db_segment *s)
{
    *k = (struct kept_lists){0};
    k->open = segment_cache_open(&k->file, s, "names");
    bool good = k->open && segment_find(&k->file, "keys", &k->keys) &&
                segment_find(&k->file, "lists", &k->lists) && k->keys.n % ROW_BYTES == 0 &&
                k->keys.n / ROW_BYTES <= MOST_LISTS;
    k->count = good ? (uint32_t)(k->keys.n / ROW_BYTES) : 0;
    if (!good || !rows_fit(k))
        k->count = 0;
}

static void kept_close(struct kept_lists *k)
{
    if (k->open)
        segment_close(&k->file);
    *k = (struct kept_lists){0};
}

static struct span kept_list(const struct kept_lists *k, uint32_t i)
{
    const char *row = k->keys.p + (size_t)i * ROW_BYTES;
    uint64_t from = i ? le_get64(row - ROW_BYTES + KEY_BYTES) : 0;
    return span_make(k->lists.p + from, (size_t)(le_get64(row + KEY_BYTES) - from));
}

/* The number of the list with this key; UINT32_MAX if there is none. */
static uint32_t kept_find(const struct kept_lists *k, const unsigned char key[KEY_BYTES])
{
    for (uint32_t i = 0; i < k->count; i++)
        if (memcmp(k->keys.p + (size_t)i * ROW_BYTES, key, KEY_BYTES) == 0)
            return i;
    return UINT32_MAX;
}

/* If it cannot be written, the lists are found again next time. */
static void write_file(const struct db_segment *s, struct span keys, struct span lists)
{
    struct segment_writer w;
    struct err ignored;
    if (!segment_cache_create(&w, s, "names"))
        return;
    if (segment_writer_section(&w, "keys", keys, &ignored) != STATUS_OK ||
        segment_writer_section(&w, "lists", lists, &ignored) != STATUS_OK ||
        segment_writer_commit(&w, &ignored) != STATUS_OK)
        segment_writer_abort(&w);
}

/* --- Finding ----------------------------------------------------------------------------------- */

struct wanted_list {
    unsigned char key[KEY_BYTES];
    bool keeps; /* it may be kept: nothing but the moves matters */
    bool found; /* now, and not in the files */
};

struct names_finder {
    struct name_games *out;
    const struct query *queries;
    size_t count;
    struct wanted_list *wanted; /* by query */
    const struct db_segment **segments;
    struct kept_lists *kept; /* by segment */
    uint32_t segment_count;
    bool own; /* only segments that no other process has */
};

static bool is_others(const struct names_finder *f, uint32_t segment)
{
    return f->own && f->segments[segment]->elsewhere;
}

/* Conditions on the game may become true of others when further sources come. */
static bool is_about_moves(const struct query *q)
{
    for (uint32_t i = 1; i < q->count; i++)
        if (q->nodes[i].op == Q_META)
            return false;
    return !query_needs_others(q);
}

static enum status make_key(struct wanted_list *w, const struct query *q, struct err *err)
{
    struct buf text;
    buf_init(&text, SIZE_MAX / 2);
    buf_add_span(&text, q->text); /* whether the player is open is not in the printed tree */
    buf_add_char(&text, '\n');
    query_print(q, &text);
    XXH128_hash_t hash = XXH3_128bits(buf_cstr(&text), text.n);
    le_put64(w->key, hash.low64);
    le_put64(w->key + 8, hash.high64);
    w->keeps = is_about_moves(q);
    enum status status = buf_status(&text) == STATUS_OK ? STATUS_OK : err_nomem(err);
    buf_release(&text);
    return status;
}

static void leave_out_removed(struct game_list *l, const struct db_segment *s)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->count; i++)
        if (!db_is_removed(s, l->at[i] / 4))
            l->at[kept++] = l->at[i];
    l->count = kept;
}

/* From the files, if all of them have it. */
static bool take_kept(struct names_finder *f, size_t i)
{
    struct name_games *out = &f->out[i];
    bool good = f->wanted[i].keeps;
    for (uint32_t s = 0; s < f->segment_count && good; s++) {
        if (is_others(f, s))
            continue;
        uint32_t at = kept_find(&f->kept[s], f->wanted[i].key);
        good = at != UINT32_MAX && game_list_read(&out->parts[s], kept_list(&f->kept[s], at),
                                                  f->segments[s]->lines.games);
        if (good)
            leave_out_removed(&out->parts[s], f->segments[s]);
    }
    for (uint32_t s = 0; s < f->segment_count && !good; s++) {
        mem_free(out->parts[s].at);
        out->parts[s] = (struct game_list){0};
    }
    return good;
}

static enum status list_of_part(struct game_list *l, const struct result_part *p, uint32_t games,
                                struct err *err)
{
    uint32_t count = p->games ? plies_count(p->games, 0, games) : 0, number;
    l->at = mem_alloc(((size_t)count + 1) * sizeof *l->at);
    if (!l->at)
        return err_nomem(err);
    for (size_t at = 0; count && result_part_next_game(p, &at, games, &number);) {
        uint32_t plays = 0;
        for (uint32_t side = 0; side < 2 && p->sides[0]; side++)
            plays |= (uint32_t)plies_has(p->sides[side], number) << side;
        l->at[l->count++] = number * 4 + plays;
    }
    return STATUS_OK;
}

static enum status find_now(struct names_finder *f, size_t i, struct db *const *dbs,
                            uint32_t db_count, const struct search_options *opt, struct err *err)
{
    const struct search_options how = {
        .threads = opt->threads, .cancelled = opt->cancelled, .values = opt->values, .own = f->own};
    struct query_result r = {0};
    enum status status = query_run(&r, &f->queries[i], dbs, db_count, &how, KEEP_GAMES, err);
    for (uint32_t s = 0; s < f->segment_count && status == STATUS_OK; s++)
        status = list_of_part(&f->out[i].parts[s], &r.parts[s], f->segments[s]->lines.games, err);
    query_result_release(&r);
    f->wanted[i].found = status == STATUS_OK && f->wanted[i].keeps;
    return status;
}

/* --- Keeping ----------------------------------------------------------------------------------- */

static void add_row(struct buf *keys, const void *key, const struct buf *lists)
{
    char end[8];
    buf_add(keys, key, KEY_BYTES);
    le_put64(end, lists->n);
    buf_add(keys, end, sizeof end);
}

static bool is_found(const struct names_finder *f, const char *key)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->wanted[i].found && memcmp(f->wanted[i].key, key, KEY_BYTES) == 0)
            return true;
    return false;
}

/* What was found now, and what was there before. */
static void keep_lists(const struct names_finder *f, uint32_t segment)
{
    const struct kept_lists *k = &f->kept[segment];
    struct buf keys, lists;
    uint32_t count = 0;
    buf_init(&keys, SIZE_MAX / 2);
    buf_init(&lists, SIZE_MAX / 2);
    for (size_t i = 0; i < f->count && count < MOST_LISTS; i++)
        if (f->wanted[i].found) {
            list_write(&f->out[i].parts[segment], &lists);
            add_row(&keys, f->wanted[i].key, &lists);
            count++;
        }
    bool any = count > 0;
    for (uint32_t i = 0; i < k->count && count < MOST_LISTS && any; i++) {
        const char *key = k->keys.p + (size_t)i * ROW_BYTES;
        if (is_found(f, key))
            continue;
        buf_add_span(&lists, kept_list(k, i));
        add_row(&keys, key, &lists);
        count++;
    }
    if (any && buf_status(&keys) == STATUS_OK && buf_status(&lists) == STATUS_OK)
        write_file(f->segments[segment], buf_span(&keys), buf_span(&lists));
    buf_release(&keys);
    buf_release(&lists);
}

/* --- All of it --------------------------------------------------------------------------------- */

static enum status finder_open(struct names_finder *f, struct db *const *dbs, uint32_t db_count,
                               struct err *err)
{
    uint32_t at = 0;
    for (uint32_t d = 0; d < db_count; d++)
        f->segment_count += dbs[d]->segment_count;
    f->wanted = mem_calloc(f->count + 1, sizeof *f->wanted);
    f->segments = mem_calloc((size_t)f->segment_count + 1, sizeof(struct db_segment *));
    f->kept = mem_calloc((size_t)f->segment_count + 1, sizeof *f->kept);
    if (!f->wanted || !f->segments || !f->kept)
        return err_nomem(err);
    for (uint32_t d = 0; d < db_count; d++)
        for (uint32_t s = 0; s < dbs[d]->segment_count; s++, at++) {
            f->segments[at] = &dbs[d]->segments[s];
            if (!is_others(f, at))
                kept_open(&f->kept[at], f->segments[at]);
        }
    return STATUS_OK;
}

static void finder_close(struct names_finder *f)
{
    for (uint32_t s = 0; f->kept && s < f->segment_count; s++)
        kept_close(&f->kept[s]);
    mem_free(f->kept);
    mem_free(f->segments);
    mem_free(f->wanted);
}

enum status name_games_find(struct name_games *out, const struct query *queries, size_t count,
                            struct db *const *dbs, uint32_t db_count,
                            const struct search_options *opt, struct err *err)
{
    struct names_finder f = {.out = out, .queries = queries, .count = count, .own = opt->own};
    bool any = false;
    memset(out, 0, count * sizeof *out);
    enum status status = finder_open(&f, dbs, db_count, err);
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        out[i].parts = mem_calloc((size_t)f.segment_count + 1, sizeof *out[i].parts);
        out[i].part_count = f.segment_count;
        status = out[i].parts ? make_key(&f.wanted[i], &queries[i], err) : err_nomem(err);
        if (status == STATUS_OK && !take_kept(&f, i)) {
            status = find_now(&f, i, dbs, db_count, opt, err);
            any |= f.wanted[i].found;
        }
    }
    if (status == STATUS_OK)
        status = db_status_all(dbs, db_count, err);
    for (uint32_t s = 0; s < f.segment_count && status == STATUS_OK && any; s++)
        if (!is_others(&f, s))
            keep_lists(&f, s);
    finder_close(&f);
    return status;
}

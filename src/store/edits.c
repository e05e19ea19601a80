/* edits.c: see edits.h. */
#include "store/edits.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/text/utf8.h"
#include "base/varint.h"
#include "store/metadata/figures.h"
#include "store/metadata/name_fold.h"

enum { MOST = 1 << 28 };

void edits_init(struct edits *e)
{
    *e = (struct edits){0};
    arena_init(&e->texts, SIZE_MAX / 2);
}

void edits_release(struct edits *e)
{
    for (size_t i = 0; i < e->tag_count; i++) {
        mem_free(e->tags[i].added.at);
        mem_free(e->tags[i].removed.at);
    }
    mem_free(e->tags);
    mem_free(e->rows);
    arena_release(&e->texts);
    *e = (struct edits){0};
}

uint32_t edits_count(const struct edits *e)
{
    uint64_t n = e->row_count;
    for (size_t i = 0; i < e->tag_count; i++)
        n += (uint64_t)e->tags[i].added.count + e->tags[i].removed.count;
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

static int compare_spans(struct span a, struct span b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n ? memcmp(a.p, b.p, n) : 0;
    return order ? order : (a.n > b.n) - (a.n < b.n);
}

/* --- As bytes --------------------------------------------------------------------------------- */

static void put_text(struct buf *out, struct span text)
{
    varint_put(out, text.n);
    buf_add_span(out, text);
}

static void put_ids(struct buf *out, const struct id_set *ids)
{
    varint_put(out, ids->count);
    for (uint32_t i = 0; i < ids->count; i++)
        varint_put(out, i ? ids->at[i] - ids->at[i - 1] - 1 : ids->at[i]);
}

void edits_encode(const struct edits *e, struct buf *out)
{
    varint_put(out, e->tag_count);
    for (size_t i = 0; i < e->tag_count; i++) {
        put_text(out, e->tags[i].name);
        put_ids(out, &e->tags[i].added);
        put_ids(out, &e->tags[i].removed);
    }
    varint_put(out, e->row_count);
    for (size_t i = 0; i < e->row_count; i++) {
        varint_put(out, e->rows[i].id);
        varint_put(out, e->rows[i].field);
        put_text(out, e->rows[i].value);
    }
}

/* What is read from: bad once something did not fit. */
struct edits_reader {
    struct span rest;
    bool bad, no_memory;
};

static uint64_t take(struct edits_reader *r, uint64_t most)
{
    uint64_t v = 0;
    if (!varint_get(&r->rest, &v) || v > most)
        r->bad = true;
    return r->bad ? 0 : v;
}

static struct span take_text(struct edits_reader *r, struct arena *texts)
{
    uint64_t n = take(r, FIGURE_MAX_BYTES);
    struct span text = {0};
    if (n > r->rest.n)
        r->bad = true;
    if (r->bad)
        return text;
    r->bad = !utf8_is_valid(span_make(r->rest.p, (size_t)n));
    r->no_memory |= !arena_copy(texts, span_make(r->rest.p, (size_t)n), &text);
    r->rest = span_skip(r->rest, (size_t)n);
    return text;
}

/* An id takes a byte at least. */
static void take_ids(struct edits_reader *r, struct id_set *ids)
{
    uint64_t n = take(r, r->rest.n), at = 0;
    if (n == 0 || r->bad)
        return;
    ids->at = mem_alloc((size_t)n * sizeof *ids->at);
    r->no_memory |= !ids->at;
    for (uint64_t i = 0; i < n && ids->at && !r->bad; i++) {
        at += take(r, UINT32_MAX) + (i > 0);
        r->bad |= at >= UINT32_MAX;
        ids->at[ids->count++] = (uint32_t)at;
    }
}

static struct edited_tag *new_tag(struct edits *e)
{
    struct edited_tag *tags = mem_grow(e->tags, e->tag_count, &e->tag_cap, MOST, sizeof *tags);
    if (!tags)
        return NULL;
    e->tags = tags;
    tags[e->tag_count] = (struct edited_tag){0};
    return &tags[e->tag_count++];
}

static struct edited_field *new_row(struct edits *e)
{
    struct edited_field *rows = mem_grow(e->rows, e->row_count, &e->row_cap, MOST, sizeof *rows);
    if (!rows)
        return NULL;
    e->rows = rows;
    return &rows[e->row_count++];
}

static void take_tags(struct edits_reader *r, struct edits *e)
{
    for (uint64_t n = take(r, r->rest.n); n && !r->bad && !r->no_memory; n--) {
        struct edited_tag *tag = new_tag(e);
        r->no_memory = !tag;
        if (!tag)
            return;
        tag->name = take_text(r, &e->texts);
        r->bad |=
            tag->name.n == 0 || (e->tag_count > 1 && compare_spans(tag[-1].name, tag->name) >= 0);
        take_ids(r, &tag->added);
        take_ids(r, &tag->removed);
    }
}

static bool is_before(const struct edited_field *a, const struct edited_field *b)
{
    return a->id != b->id ? a->id < b->id : a->field < b->field;
}

static void take_rows(struct edits_reader *r, struct edits *e)
{
    for (uint64_t n = take(r, r->rest.n); n && !r->bad && !r->no_memory; n--) {
        struct edited_field *row = new_row(e);
        r->no_memory = !row;
        if (!row)
            return;
        *row = (struct edited_field){.id = (uint32_t)take(r, UINT32_MAX - 1)};
        row->field = (unsigned)take(r, EDIT_FIELDS - 1);
        row->value = take_text(r, &e->texts);
        r->bad |= e->row_count > 1 && !is_before(&row[-1], row);
    }
}

enum status edits_parse(struct edits *e, struct span bytes, struct err *err)
{
    static const struct msg DAMAGED = {"the edits are damaged", "編集の内容が壊れています"};
    struct edits_reader r = {.rest = bytes};
    take_tags(&r, e);
    if (!r.bad && !r.no_memory)
        take_rows(&r, e);
    if (r.no_memory)
        return err_nomem(err);
    return r.bad || r.rest.n ? err_plain(err, STATUS_SYNTAX, &DAMAGED) : STATUS_OK;
}

/* --- Tags ------------------------------------------------------------------------------------- */

/* The ids of one or, if `minus`, of `a` that are not in b. */
static bool combine(const struct id_set *a, const uint32_t *b, uint32_t count, bool minus,
                    struct id_set *out)
{
    uint32_t i = 0, k = 0;
    *out = (struct id_set){.at = mem_alloc(((size_t)a->count + count + 1) * sizeof *out->at)};
    if (!out->at)
        return false;
    while (i < a->count || (!minus && k < count)) {
        bool both = i < a->count && k < count && a->at[i] == b[k];
        if (i < a->count && (both || k >= count || a->at[i] < b[k])) {
            if (!minus || !both)
                out->at[out->count++] = a->at[i];
            i++;
            k += both;
        } else {
            if (!minus)
                out->at[out->count++] = b[k];
            k++;
        }
    }
    return true;
}

static int compare_tags(const void *a, const void *b)
{
    const struct edited_tag *x = a, *y = b;
    return compare_spans(x->name, y->name);
}

/* Tags that only case and width set apart are the same. */
static bool is_same_tag(struct span a, struct span b)
{
    struct buf x, y;
    buf_init(&x, BUF_DEFAULT_MAX);
    buf_init(&y, BUF_DEFAULT_MAX);
    name_fold(a, &x);
    name_fold(b, &y);
    bool same = span_eq(a, b) || (x.n && span_eq(buf_span(&x), buf_span(&y)));
    buf_release(&x);
    buf_release(&y);
    return same;
}

static struct edited_tag *find_tag(struct edits *e, struct span name)
{
    for (size_t i = 0; i < e->tag_count; i++)
        if (is_same_tag(e->tags[i].name, name))
            return &e->tags[i];
    return NULL;
}

enum status edits_change_tag(struct edits *e, struct span name, const uint32_t *ids, uint32_t count,
                             bool add, struct err *err)
{
    struct id_set more, less;
    struct edited_tag *tag = find_tag(e, name);
    if (count == 0)
        return STATUS_OK;
    if (!tag) {
        struct span copy;
        if (!arena_copy(&e->texts, name, &copy) || !(tag = new_tag(e)))
            return err_nomem(err);
        tag->name = copy;
        qsort(e->tags, e->tag_count, sizeof *e->tags, compare_tags);
        tag = find_tag(e, name);
    }
    if (!tag || !combine(add ? &tag->added : &tag->removed, ids, count, false, &more))
        return err_nomem(err);
    if (!combine(add ? &tag->removed : &tag->added, ids, count, true, &less)) {
        mem_free(more.at);
        return err_nomem(err);
    }
    mem_free(tag->added.at);
    mem_free(tag->removed.at);
    tag->added = add ? more : less;
    tag->removed = add ? less : more;
    return STATUS_OK;
}

/* --- Headers ---------------------------------------------------------------------------------- */

/* The first row that is not before this one. */
static size_t row_place(const struct edits *e, uint32_t id, unsigned field)
{
    const struct edited_field wanted = {.id = id, .field = field};
    size_t low = 0, high = e->row_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(&e->rows[middle], &wanted))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

enum status edits_set_field(struct edits *e, uint32_t id, enum edit_field field, struct span value,
                            struct err *err)
{
    size_t at = row_place(e, id, field);
    struct span copy;
    if (!arena_copy(&e->texts, value, &copy))
        return err_nomem(err);
    if (at == e->row_count || e->rows[at].id != id || e->rows[at].field != field) {
        if (!new_row(e))
            return err_nomem(err);
        memmove(e->rows + at + 1, e->rows + at, (e->row_count - 1 - at) * sizeof *e->rows);
    }
    e->rows[at] = (struct edited_field){id, field, copy};
    return STATUS_OK;
}

const struct edited_field *edits_of_game(const struct edits *e, uint32_t id, size_t *count)
{
    size_t from = row_place(e, id, 0), to = row_place(e, id, EDIT_FIELDS);
    *count = to - from;
    return e->rows ? e->rows + from : NULL;
}

size_t edits_clear_game(struct edits *e, uint32_t id)
{
    size_t from = row_place(e, id, 0), to = row_place(e, id, EDIT_FIELDS);
    if (to > from)
        memmove(e->rows + from, e->rows + to, (e->row_count - to) * sizeof *e->rows);
    e->row_count -= to - from;
    return to - from;
}

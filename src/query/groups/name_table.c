/* name_table.c: see name_table.h. */
#include "query/groups/name_table.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/text/kana.h"
#include "base/text/utf8.h"
#include "query/groups/name_table_internal.h"
#include "store/metadata/name_fold.h"
#include "store/people/romaji.h"

/* --- Filling ---------------------------------------------------------------------------------- */

enum status name_table_open(struct name_table **out, const struct named_queries *named,
                            struct db *const *dbs, uint32_t count, struct err *err)
{
    struct name_table *t = mem_calloc(1, sizeof *t);
    *out = t;
    if (!t)
        return err_nomem(err);
    text_table_init(&t->known);
    buf_init(&t->bytes, SIZE_MAX / 2);
    arena_init(&t->arena, SIZE_MAX / 2);
    enum status status = name_table_fill(t, named, dbs, count, err);
    if (status != STATUS_OK) {
        name_table_close(t);
        *out = NULL;
    }
    return status;
}

void name_table_close(struct name_table *t)
{
    if (!t)
        return;
    text_table_release(&t->known);
    buf_release(&t->bytes);
    arena_release(&t->arena);
    mem_free(t->rows);
    mem_free(t->texts);
    mem_free(t);
}

size_t name_table_bytes(const struct name_table *t)
{
    enum { TEXTS = 128 }; /* of a row in the arena, about */
    return sizeof *t + t->row_cap * sizeof *t->rows + t->text_cap * sizeof *t->texts + t->bytes.n +
           text_table_bytes(&t->known) + (size_t)t->count * TEXTS;
}

static bool copy_row(struct name_table *t, const struct name_row *from, struct name_row *to)
{
    *to = *from;
    return arena_copy(&t->arena, from->group, &to->group) &&
           arena_copy(&t->arena, from->name, &to->name) &&
           arena_copy(&t->arena, from->en, &to->en) && arena_copy(&t->arena, from->ja, &to->ja) &&
           arena_copy(&t->arena, from->word, &to->word);
}

enum status name_table_add(struct name_table *t, const struct name_row *row, uint32_t *number,
                           bool *is_new, struct err *err)
{
    struct buf key;
    buf_init(&key, BUF_DEFAULT_MAX);
    buf_add_span(&key, row->group);
    buf_add_char(&key, '\0');
    buf_add_span(&key, row->name);
    struct name_row *grown =
        mem_grow(t->rows, t->count, &t->row_cap, UINT32_MAX - 1, sizeof *grown);
    bool good = grown && buf_status(&key) == STATUS_OK;
    if (grown)
        t->rows = grown;
    good = good && text_table_add(&t->known, buf_span(&key), number);
    *is_new = good && *number == t->count;
    if (*is_new) {
        good = copy_row(t, row, &t->rows[t->count]);
        t->count++;
    }
    buf_release(&key);
    return good ? STATUS_OK : err_nomem(err);
}

enum status name_table_add_text(struct name_table *t, uint32_t row, struct span text, bool within,
                                struct err *err)
{
    if (text.n == 0)
        return STATUS_OK;
    struct name_text *grown =
        mem_grow(t->texts, t->text_count, &t->text_cap, SIZE_MAX / sizeof *grown, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    t->texts = grown;
    buf_add_span(&t->bytes, text);
    buf_add_char(&t->bytes, '\0');
    if (buf_status(&t->bytes) != STATUS_OK)
        return err_nomem(err);
    t->texts[t->text_count++] = (struct name_text){t->bytes.n, row, within};
    return STATUS_OK;
}

enum status name_table_add_name(struct name_table *t, uint32_t row, struct span name, bool within,
                                struct err *err)
{
    struct buf key;
    buf_init(&key, BUF_DEFAULT_MAX);
    name_fold_typed(name, &key);
    enum status status = buf_status(&key) == STATUS_OK
                             ? name_table_add_text(t, row, buf_span(&key), within, err)
                             : err_nomem(err);
    buf_release(&key);
    return status;
}

/* --- Finding ---------------------------------------------------------------------------------- */

/* How well a row fits, the best first. */
enum name_fit { FIT_WHOLE, FIT_BEGIN, FIT_WORD, FIT_INSIDE, FIT_NONE };

static bool is_ascii(struct span s)
{
    return utf8_ascii_prefix(s) == s.n;
}

static enum name_fit fit_of(const struct name_table *t, size_t nth, size_t at, struct span text,
                            bool inside)
{
    const struct name_text *x = &t->texts[nth];
    size_t from = nth ? t->texts[nth - 1].end : 0;
    if (at != from)
        return inside ? FIT_INSIDE : FIT_NONE;
    if (x->within)
        return FIT_WORD;
    return at + text.n + 1 == x->end ? FIT_WHOLE : FIT_BEGIN;
}

/* All texts are searched as one string. */
static void match_text(const struct name_table *t, struct span text, bool inside, uint8_t *fits)
{
    struct span all = buf_span(&t->bytes);
    size_t nth = 0;
    for (size_t at = 0; text.n && at < all.n; at++) {
        const char *hit = memmem(all.p + at, all.n - at, text.p, text.n);
        if (!hit)
            return;
        at = (size_t)(hit - all.p);
        while (t->texts[nth].end <= at)
            nth++;
        enum name_fit fit = fit_of(t, nth, at, text, inside);
        uint8_t *best = &fits[t->texts[nth].row];
        *best = fit < *best ? (uint8_t)fit : *best;
    }
}

/* Kana, behind which there may be the first letters of the next syllable, in Latin letters. */
static bool add_romaji(struct span key, struct buf *out)
{
    size_t n = key.n;
    while (n && (unsigned char)key.p[n - 1] < 0x80)
        n--;
    bool good = n > 0 && kana_romaji(span_make(key.p, n), out);
    buf_add_span(out, span_skip(key, n));
    return good;
}

enum { TWO_CHARACTERS = 6 }; /* bytes of kanji */

static enum status match(const struct name_table *t, struct span typed, uint8_t *fits,
                         struct err *err)
{
    struct buf key, romaji, plain;
    buf_init(&key, BUF_DEFAULT_MAX);
    buf_init(&romaji, BUF_DEFAULT_MAX);
    buf_init(&plain, BUF_DEFAULT_MAX);
    name_fold_typed(typed, &key);
    memset(fits, key.n ? FIT_NONE : FIT_BEGIN, t->count);
    if (!add_romaji(buf_span(&key), &romaji))
        buf_clear(&romaji);
    romaji_plain(romaji.n ? buf_span(&romaji) : buf_span(&key), &plain);
    bool good = buf_status(&key) == STATUS_OK && buf_status(&romaji) == STATUS_OK &&
                buf_status(&plain) == STATUS_OK;
    if (good) {
        /* kana inside of a name are parts of other words: いとう in さいとう */
        bool inside = key.n >= TWO_CHARACTERS && !is_ascii(buf_span(&key)) && !romaji.n;
        match_text(t, buf_span(&key), inside, fits);
        match_text(t, buf_span(&romaji), false, fits);
        if (!span_eq(buf_span(&plain), buf_span(&romaji)) && is_ascii(buf_span(&plain)))
            match_text(t, buf_span(&plain), false, fits);
    }
    buf_release(&key);
    buf_release(&romaji);
    buf_release(&plain);
    return good ? STATUS_OK : err_nomem(err);
}

struct fitting_row {
    const struct name_row *row;
    uint32_t number, turn;
    uint8_t fit;
};

static int by_fit(const void *a, const void *b)
{
    const struct fitting_row *x = a, *y = b;
    if (x->row->kind != y->row->kind)
        return x->row->kind < y->row->kind ? -1 : 1;
    if (x->fit != y->fit)
        return x->fit < y->fit ? -1 : 1;
    if (x->row->games != y->row->games)
        return x->row->games > y->row->games ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static int by_turn(const void *a, const void *b)
{
    const struct fitting_row *x = a, *y = b;
    bool p = x->fit == FIT_INSIDE, q = y->fit == FIT_INSIDE;
    if (p != q)
        return p ? 1 : -1;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    return x->row->kind < y->row->kind ? -1 : x->row->kind > y->row->kind;
}

static void sort_rows(struct fitting_row *f, uint32_t count,
                      int (*order)(const void *, const void *))
{
    if (count > 1)
        qsort(f, count, sizeof *f, order);
}

/* Leaves the first `room` of those that take turns, by kind. */
static uint32_t choose(struct fitting_row *f, uint32_t count, uint32_t room)
{
    sort_rows(f, count, by_fit);
    if (count <= room)
        return count;
    for (uint32_t i = 1; i < count; i++)
        f[i].turn = f[i].row->kind == f[i - 1].row->kind ? f[i - 1].turn + 1 : 0;
    sort_rows(f, count, by_turn);
    sort_rows(f, room, by_fit);
    return room;
}

/* kinds: a bit for each kind that counts. */
static enum status find(const struct name_table *t, struct span typed, unsigned kinds,
                        const struct name_row **rows, uint32_t room, uint32_t *count,
                        uint32_t *total, struct err *err)
{
    uint8_t *fits = mem_alloc((size_t)t->count + 1);
    struct fitting_row *f = mem_alloc(((size_t)t->count + 1) * sizeof *f);
    *count = *total = 0;
    enum status status = fits && f ? match(t, typed, fits, err) : err_nomem(err);
    if (status == STATUS_OK) {
        for (uint32_t i = 0; i < t->count; i++)
            if (fits[i] != FIT_NONE && kinds >> t->rows[i].kind & 1)
                f[(*total)++] = (struct fitting_row){&t->rows[i], i, 0, fits[i]};
        *count = choose(f, *total, room);
        for (uint32_t i = 0; i < *count; i++)
            rows[i] = f[i].row;
    }
    mem_free(fits);
    mem_free(f);
    return status;
}

enum status name_table_find(const struct name_table *t, struct span typed,
                            const struct name_row **rows, uint32_t room, uint32_t *count,
                            uint32_t *total, struct err *err)
{
    return find(t, typed, ~0U, rows, room, count, total, err);
}

enum status name_table_list(const struct name_table *t, enum name_kind kind,
                            const struct name_row **rows, uint32_t room, uint32_t *count,
                            uint32_t *total, struct err *err)
{
    return find(t, SPAN(""), 1U << kind, rows, room, count, total, err);
}

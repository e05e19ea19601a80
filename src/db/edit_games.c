/* edit_games.c: see edit_games.h. */
#include "db/edit_games.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/text/utf8.h"
#include "db/db_edits.h"
#include "db/db_writer.h"
#include "store/metadata/dates.h"
#include "store/metadata/figures.h"

/* One line of UTF-8. */
static bool is_plain(struct span text)
{
    for (size_t i = 0; i < text.n; i++)
        if ((unsigned char)text.p[i] < ' ' || text.p[i] == 0x7F)
            return false;
    return text.n <= FIGURE_MAX_BYTES && utf8_is_valid(text);
}

/* --- Tags ------------------------------------------------------------------------------------- */

void tag_games_release(struct tag_games *tags, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mem_free(tags[i].ids);
        tags[i].ids = NULL;
    }
}

enum status tag_games_check(const struct tag_games *tags, size_t count, struct err *err)
{
    static const struct msg bad = {
        "'%1' cannot be a tag: one line without commas, at most 1000 bytes",
        "'%1' はタグにできません（コンマのない1行、1000 バイト以内）"};
    for (size_t i = 0; i < count; i++) {
        struct span name = tags[i].name;
        if (name.n == 0 || !is_plain(name) || memchr(name.p, ',', name.n))
            return err_set(err, STATUS_RANGE, &bad, name, (struct span){0});
    }
    return STATUS_OK;
}

static bool add_id(struct tag_games *t, uint32_t id)
{
    uint32_t *grown = mem_grow(t->ids, t->count, &t->cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return false;
    t->ids = grown;
    grown[t->count++] = id;
    return true;
}

enum status tag_games_find(struct tag_games *tags, size_t count, const struct db_segment *s,
                           const uint64_t *games, struct err *err)
{
    for (uint32_t number = 0; games && number < s->lines.games; number++) {
        if (!(games[number / 64] >> number % 64 & 1))
            continue;
        for (size_t i = 0; i < count; i++) {
            bool has;
            enum status status = metadata_has_tag(s->metadata, number, tags[i].name, &has, err);
            if (status != STATUS_OK)
                return status;
            if (has != tags[i].add && !add_id(&tags[i], game_id(&s->lines, number)))
                return err_nomem(err);
        }
    }
    return STATUS_OK;
}

static int compare_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

struct tag_changes {
    struct tag_games *tags;
    size_t count;
};

static enum status change_tags(void *ctx, struct edits *edits, bool *changed, struct err *err)
{
    const struct tag_changes *c = ctx;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < c->count && status == STATUS_OK; i++) {
        const struct tag_games *t = &c->tags[i];
        *changed |= t->count > 0;
        status = edits_change_tag(edits, t->name, t->ids, t->count, t->add, err);
    }
    return status;
}

enum status tag_games_write(struct tag_games *tags, size_t count, const char *path,
                            const atomic_bool *cancelled, struct err *err)
{
    const struct db_writer_options opt = {.cancelled = cancelled};
    struct tag_changes changes = {tags, count};
    struct db_writer *w = NULL;
    uint64_t all = 0;
    bool changed;
    for (size_t i = 0; i < count; i++) {
        all += tags[i].count;
        if (tags[i].count)
            qsort(tags[i].ids, tags[i].count, sizeof *tags[i].ids, compare_ids);
    }
    if (all == 0)
        return STATUS_OK;
    enum status status = db_writer_open(&w, path, NULL, &opt, err);
    if (status == STATUS_OK)
        status = db_writer_edit(w, change_tags, &changes, &changed, err);
    db_writer_close(w);
    return status;
}

/* --- Headers ---------------------------------------------------------------------------------- */

/* A day that search can compare. */
static enum status check_date(struct span value, struct err *err)
{
    static const struct msg bad = {"'%1' is not a date such as 2004-07-12, 2004-07 or 2004",
                                   "'%1' は 2004-07-12、2004-07、2004 のような日付ではありません"};
    uint32_t date = 0;
    if (value.n == 0 || (date_parse(value, &date) && date))
        return STATUS_OK;
    return err_set(err, STATUS_RANGE, &bad, value, (struct span){0});
}

enum status header_edit_make(struct header_edit *out, const struct game *game, struct span name,
                             struct span value, struct err *err)
{
    static const struct msg unknown = {
        "cannot set '%1'; use %2, event, place, date or time",
        "'%1' は変えられません。使えるもの: %2, event, place, date, time"};
    static const struct msg bad = {"the value of %1 must be one line of at most 1000 bytes",
                                   "%1 の値は 1000 バイト以内の1行にしてください"};
    int field = edit_field_by_name(game, name);
    if (field < 0) {
        struct buf seats;
        buf_init(&seats, BUF_DEFAULT_MAX);
        for (int seat = 0; seat < game->seats; seat++)
            buf_printf(&seats, "%s%s", seat ? ", " : "", game->seat_names[seat]);
        enum status status = err_set(err, STATUS_RANGE, &unknown, name, buf_span(&seats));
        buf_release(&seats);
        return status;
    }
    *out = (struct header_edit){(enum edit_field)field, span_trim(value)};
    if (!is_plain(out->value))
        return err_set(err, STATUS_RANGE, &bad, name, (struct span){0});
    return field == EDIT_DATE ? check_date(out->value, err) : STATUS_OK;
}

enum status header_edit_parse(struct header_edit *out, const struct game *game, struct span text,
                              struct err *err)
{
    static const struct msg no_value = {"expected HEADER=VALUE, found '%1'",
                                        "HEADER=VALUE の形で書いてください: '%1'"};
    const char *equals = memchr(text.p, '=', text.n);
    if (!equals)
        return err_set(err, STATUS_SYNTAX, &no_value, text, (struct span){0});
    size_t n = (size_t)(equals - text.p);
    return header_edit_make(out, game, span_trim(span_make(text.p, n)), span_skip(text, n + 1),
                            err);
}

struct header_changes {
    const struct header_edit *edits;
    size_t count, changed;
    bool original;
    uint32_t id;
};

static enum status change_headers(void *ctx, struct edits *edits, bool *changed, struct err *err)
{
    struct header_changes *c = ctx;
    enum status status = STATUS_OK;
    if (c->original)
        c->changed += edits_clear_game(edits, c->id);
    for (size_t i = 0; i < c->count && status == STATUS_OK; i++, c->changed++)
        status = edits_set_field(edits, c->id, c->edits[i].field, c->edits[i].value, err);
    *changed = c->changed > 0;
    return status;
}

enum status header_edits_write(const struct header_edit *edits, size_t count, bool original,
                               const char *path, uint32_t id, size_t *changed, struct err *err)
{
    const struct db_writer_options opt = {0};
    struct header_changes changes = {
        .edits = edits, .count = count, .original = original, .id = id};
    const struct db_segment *s;
    struct db_writer *w = NULL;
    uint32_t number;
    bool any;
    enum status status = db_writer_open(&w, path, NULL, &opt, err);
    if (status == STATUS_OK)
        status = db_find(db_writer_db(w), id, &s, &number, err);
    if (status == STATUS_OK)
        status = db_writer_edit(w, change_headers, &changes, &any, err);
    db_writer_close(w);
    *changed = changes.changed;
    return status;
}

/* metadata_writer.c: see metadata_writer.h. */
#include "store/metadata/metadata_writer.h"

#include <sqlite3.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/varint.h"
#include "store/metadata/columns.h"
#include "store/metadata/figures.h"
#include "store/metadata/name_fold.h"
#include "store/metadata/paths.h"

enum { MAX_ROWS = 1 << 28 };

static const struct msg BAD_ENTRY = {"cannot read the stored data of a game",
                                     "保存する内容が読めません"};

void metadata_writer_init(struct metadata_writer *w, const struct game *game)
{
    *w = (struct metadata_writer){.game = game};
    for (int i = 0; i < NAME_LISTS; i++)
        text_table_init(&w->names[i]);
    text_table_init(&w->paths);
    text_table_init(&w->kinds);
    text_table_init(&w->tags);
    buf_init(&w->problems, SIZE_MAX / 2);
    buf_init(&w->scratch, BUF_DEFAULT_MAX);
    arena_init(&w->arena, (size_t)64 << 20);
}

void metadata_writer_release(struct metadata_writer *w)
{
    for (int i = 0; i < NAME_LISTS; i++)
        text_table_release(&w->names[i]);
    for (uint32_t i = 0; i < w->tags.count; i++)
        mem_free(w->tagged[i].orders);
    text_table_release(&w->paths);
    text_table_release(&w->kinds);
    text_table_release(&w->tags);
    mem_free(w->path_kind);
    mem_free(w->tagged);
    mem_free(w->also);
    buf_release(&w->problems);
    buf_release(&w->scratch);
    arena_release(&w->arena);
}

size_t metadata_writer_bytes(const struct metadata_writer *w)
{
    size_t n = text_table_bytes(&w->paths) + text_table_bytes(&w->tags) + w->problems.cap +
               w->also_cap * sizeof *w->also + w->path_kind_cap * sizeof *w->path_kind;
    for (int i = 0; i < NAME_LISTS; i++)
        n += text_table_bytes(&w->names[i]);
    return n;
}

/* --- Names ----------------------------------------------------------------------------------- */

/* A further name, or a further file. */
static bool add_also(struct metadata_writer *w, uint32_t nth, uint32_t kind, uint32_t row)
{
    struct also_row *also = mem_grow(w->also, w->also_count, &w->also_cap, MAX_ROWS, sizeof *also);
    if (!also)
        return false;
    w->also = also;
    also[w->also_count++] = (struct also_row){nth, kind, row};
    return true;
}

/* The value becomes the row of the name; if it has one already, and another, that is added to what
 * else the game is found by. */
static bool add_row(struct metadata_writer *w, uint32_t nth, uint32_t row, int kind,
                    uint32_t *value)
{
    if (*value == 0)
        *value = row;
    return *value == row || kind < 0 || add_also(w, nth, (uint32_t)kind, row);
}

static bool add_name(struct metadata_writer *w, uint32_t nth, enum name_list_id list,
                     struct span name, int kind, uint32_t *value)
{
    uint32_t number;
    if (name.n == 0)
        return true;
    return text_table_add(&w->names[list], name, &number) &&
           add_row(w, nth, number + 1, kind, value);
}

static bool add_names(struct metadata_writer *w, uint32_t nth, const struct figures *f,
                      uint32_t *values)
{
    bool good = true;
    for (int seat = 0; seat < w->game->seats; seat++) {
        uint32_t *value = &values[COLUMN_PLAYER + seat];
        int kind = ALSO_PLAYER + seat;
        good = good && add_name(w, nth, NAMES_PLAYER, f->player[seat], kind, value) &&
               add_name(w, nth, NAMES_PLAYER, f->player_also[seat], kind, value);
    }
    return good && add_name(w, nth, NAMES_EVENT, f->event, ALSO_EVENT, &values[COLUMN_EVENT]) &&
           add_name(w, nth, NAMES_EVENT, f->event_also, ALSO_EVENT, &values[COLUMN_EVENT]) &&
           add_name(w, nth, NAMES_PLACE, f->place, ALSO_PLACE, &values[COLUMN_PLACE]) &&
           add_name(w, nth, NAMES_TIMING, f->timing, -1, &values[COLUMN_TIMING]);
}

/* --- Figures --------------------------------------------------------------------------------- */

/* The same day told more exactly, or a day where there was none. */
static uint32_t better_date(uint32_t old, uint32_t date)
{
    if (old == 0)
        return date;
    if (date_day(old) || date_year(old) != date_year(date))
        return old;
    return date_month(old) == 0 || (date_month(old) == date_month(date)) ? date : old;
}

static uint32_t result_of(const struct record *rec)
{
    uint32_t byte = 0;
    for (int seat = 0; seat < rec->game->seats; seat++)
        byte |= (uint32_t)(rec->points[seat] < 0 ? 3 : rec->points[seat]) << 2 * seat;
    return byte;
}

static uint32_t result_unknown(const struct game *game)
{
    return (1U << 2 * game->seats) - 1;
}

void metadata_complete_result(const struct game *game, const struct record *rec, uint32_t *values)
{
    if (values[COLUMN_RESULT] == result_unknown(game))
        values[COLUMN_RESULT] = result_of(rec);
}

void metadata_complete_figures(const struct record *rec, const struct figures *f, uint32_t *values)
{
    metadata_complete_result(rec->game, rec, values);
    if (values[COLUMN_END] == END_NONE)
        values[COLUMN_END] = rec->end;
    values[COLUMN_DATE] = better_date(values[COLUMN_DATE], f->date);
    for (int seat = 0; seat < rec->game->seats; seat++)
        if (values[COLUMN_RATING + seat] == 0)
            values[COLUMN_RATING + seat] = f->rating[seat];
}

/* --- Where it came from ---------------------------------------------------------------------- */

static bool kind_of(struct metadata_writer *w, const struct record *rec, uint32_t *kind)
{
    buf_clear(&w->scratch);
    buf_add_str(&w->scratch, rec->format ? rec->format : "");
    buf_add_char(&w->scratch, '\n');
    buf_add_str(&w->scratch, rec->charset ? rec->charset : "");
    return buf_status(&w->scratch) == STATUS_OK &&
           text_table_add(&w->kinds, buf_span(&w->scratch), kind);
}

static bool add_path(struct metadata_writer *w, uint32_t nth, const struct record *rec,
                     uint32_t *values)
{
    uint32_t kind, number, before = w->paths.count;
    if (rec->label.n == 0)
        return true;
    uint32_t *kinds = mem_grow(w->path_kind, before, &w->path_kind_cap, MAX_ROWS, sizeof *kinds);
    if (!kinds)
        return false;
    w->path_kind = kinds;
    if (!kind_of(w, rec, &kind) || !text_table_add(&w->paths, rec->label, &number))
        return false;
    if (number == before)
        kinds[number] = kind + 1;
    return add_row(w, nth, number + 1, ALSO_SOURCE, &values[COLUMN_SOURCE]);
}

/* --- Tags and problems ----------------------------------------------------------------------- */

static bool add_tag(struct metadata_writer *w, struct span tag, uint32_t nth)
{
    uint32_t number, before = w->tags.count;
    struct tag_games *tagged =
        mem_grow(w->tagged, before, &w->tagged_cap, MAX_ROWS, sizeof *tagged);
    if (!tagged)
        return false;
    w->tagged = tagged;
    if (tag.n > FIGURE_MAX_BYTES)
        tag.n = FIGURE_MAX_BYTES;
    if (!text_table_add(&w->tags, tag, &number))
        return false;
    if (number == before)
        tagged[number] = (struct tag_games){0};
    struct tag_games *t = &tagged[number];
    uint32_t *orders = mem_grow(t->orders, t->count, &t->cap, MAX_ROWS, sizeof *orders);
    if (!orders)
        return false;
    t->orders = orders;
    if (t->count == 0 || orders[t->count - 1] != nth)
        orders[t->count++] = nth;
    return true;
}

static void add_problem(struct metadata_writer *w, uint32_t id, bool first,
                        const struct entry_problem *p)
{
    varint_put(&w->problems, id);
    varint_put(&w->problems, !first);
    varint_put(&w->problems, p->severity);
    varint_put(&w->problems, p->code);
    varint_put(&w->problems, p->line);
    varint_put(&w->problems, p->byte);
    varint_put(&w->problems, p->message.n);
    buf_add_span(&w->problems, p->message);
}

static enum status add_entry(struct metadata_writer *w, uint32_t nth, uint32_t id, bool first,
                             struct span entry, struct err *err)
{
    struct entry_view view;
    arena_reset(&w->arena);
    enum status status = entry_parse(entry, &w->arena, &view, err);
    if (status != STATUS_OK)
        return status == STATUS_SYNTAX ? err_plain(err, STATUS_SYNTAX, &BAD_ENTRY) : status;
    for (size_t i = 0; i < view.tag_count; i++)
        if (!add_tag(w, view.tags[i], nth))
            return err_nomem(err);
    for (size_t i = 0; i < view.problem_count; i++)
        add_problem(w, id, first, &view.problems[i]);
    return buf_status(&w->problems) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status metadata_writer_add(struct metadata_writer *w, uint32_t nth, uint32_t id, bool first,
                                const struct record *rec, struct span entry, uint32_t *values,
                                struct err *err)
{
    struct figures f;
    if (first) {
        memset(values, 0, COLUMN_COUNT * sizeof *values);
        values[COLUMN_RESULT] = result_unknown(w->game);
        values[COLUMN_HANDICAP] = (uint32_t)rec->handicap;
    }
    record_figures(rec, &f);
    metadata_complete_figures(rec, &f, values);
    if (!add_names(w, nth, &f, values) || !add_path(w, nth, rec, values))
        return err_nomem(err);
    return add_entry(w, nth, id, first, entry, err);
}

/* --- Writing --------------------------------------------------------------------------------- */

static int compare_also(const void *a, const void *b)
{
    const struct also_row *x = a, *y = b;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Ranks become numbers; the same thing told twice is written once. */
static void encode_also(struct metadata_writer *w, const struct lines *l, struct buf *out)
{
    char row[ALSO_ROW] = {0};
    uint32_t count = 0;
    size_t head = out->n;
    for (uint32_t i = 0; i < w->also_count; i++)
        w->also[i].game = lines_u32(l->by_id, w->also[i].game);
    if (w->also_count)
        qsort(w->also, w->also_count, sizeof *w->also, compare_also);
    buf_add(out, row, ALSO_HEAD);
    for (uint32_t i = 0; i < w->also_count; i++) {
        if (i && compare_also(&w->also[i - 1], &w->also[i]) == 0)
            continue;
        le_put32(row, w->also[i].game);
        le_put32(row + 4, w->also[i].kind);
        le_put32(row + 8, w->also[i].row);
        buf_add(out, row, sizeof row);
        count++;
    }
    if (buf_status(out) == STATUS_OK)
        le_put32(out->p + head, count);
}

static enum status write_buf(struct segment_writer *s, const char *name, struct buf *out,
                             struct err *err)
{
    enum status status = buf_status(out) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = segment_writer_section(s, name, buf_span(out), err);
    buf_clear(out);
    return status;
}

/* --- The SQLite image (metadata_schema.h), made in memory ------------------------------------- */

static const struct msg SQLITE_SAYS = {"cannot write the metadata: SQLite: %1",
                                       "メタデータを書けません: SQLite: %1"};

/* Everything an image is made with; `status` stays at the first failure. */
struct image_writer {
    const struct metadata_writer *w;
    sqlite3 *db;
    struct buf scratch;
    struct err *err;
    enum status status;
};

static void check(struct image_writer *m, int code)
{
    if (m->status != STATUS_OK || code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW)
        return;
    m->status = code == SQLITE_NOMEM
                    ? err_nomem(m->err)
                    : err_set(m->err, STATUS_IO, &SQLITE_SAYS,
                              span_of(m->db ? sqlite3_errmsg(m->db) : "?"), (struct span){0});
}

static void run(struct image_writer *m, const char *sql)
{
    if (m->status == STATUS_OK)
        check(m, sqlite3_exec(m->db, sql, NULL, NULL, NULL));
}

static sqlite3_stmt *prepare(struct image_writer *m, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    if (m->status == STATUS_OK)
        check(m, sqlite3_prepare_v2(m->db, sql, -1, &stmt, NULL));
    return stmt;
}

static void bind_text(struct image_writer *m, sqlite3_stmt *stmt, int at, struct span text)
{
    check(m,
          sqlite3_bind_text64(stmt, at, text.n ? text.p : "", text.n, SQLITE_STATIC, SQLITE_UTF8));
}

static void bind_number(struct image_writer *m, sqlite3_stmt *stmt, int at, uint64_t v)
{
    check(m, sqlite3_bind_int64(stmt, at, (sqlite3_int64)v));
}

static void step(struct image_writer *m, sqlite3_stmt *stmt)
{
    if (m->status == STATUS_OK)
        check(m, sqlite3_step(stmt));
    (void)sqlite3_reset(stmt);
}

/* The key of a name, in scratch. */
static struct span key_of(struct image_writer *m, void (*fold)(struct span, struct buf *),
                          struct span name)
{
    buf_clear(&m->scratch);
    fold(name, &m->scratch);
    if (m->status == STATUS_OK && buf_status(&m->scratch) != STATUS_OK)
        m->status = err_nomem(m->err);
    return buf_span(&m->scratch);
}

static void put_names(struct image_writer *m, enum name_list_id list)
{
    static const char *const INSERT[NAME_LISTS] = {
        "INSERT INTO player VALUES(?,?,?)",
        "INSERT INTO event VALUES(?,?,?)",
        "INSERT INTO place VALUES(?,?,?)",
        "INSERT INTO timing VALUES(?,?,?)",
    };
    const struct text_table *names = &m->w->names[list];
    sqlite3_stmt *stmt = prepare(m, INSERT[list]);
    for (uint32_t i = 0; i < names->count && m->status == STATUS_OK; i++) {
        struct span name = text_table_get(names, i);
        bind_number(m, stmt, 1, (uint64_t)i + 1);
        bind_text(m, stmt, 2, name);
        bind_text(m, stmt, 3, key_of(m, list == NAMES_PLAYER ? player_fold : name_fold, name));
        step(m, stmt);
    }
    (void)sqlite3_finalize(stmt);
}

static void put_kinds(struct image_writer *m)
{
    sqlite3_stmt *stmt = prepare(m, "INSERT INTO kind VALUES(?,?,?)");
    for (uint32_t i = 0; i < m->w->kinds.count && m->status == STATUS_OK; i++) {
        struct span kind = text_table_get(&m->w->kinds, i);
        size_t at = (size_t)span_find(kind, SPAN("\n"));
        bind_number(m, stmt, 1, (uint64_t)i + 1);
        bind_text(m, stmt, 2, span_make(kind.p, at));
        bind_text(m, stmt, 3, span_skip(kind, at + 1));
        step(m, stmt);
    }
    (void)sqlite3_finalize(stmt);
}

static int compare_orders(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Ranks as runs: varint games left out since the run before, varint games in the run. */
static void encode_runs(const struct tag_games *t, struct buf *out)
{
    uint32_t end = 0;
    if (t->count)
        qsort(t->orders, t->count, sizeof *t->orders, compare_orders);
    for (uint32_t i = 0; i < t->count;) {
        uint32_t from = t->orders[i], to = from;
        for (; i < t->count && t->orders[i] <= to; i++)
            to += t->orders[i] == to;
        varint_put(out, from - end);
        varint_put(out, to - from);
        end = to;
    }
}

static void put_tags(struct image_writer *m)
{
    sqlite3_stmt *stmt = prepare(m, "INSERT INTO tag VALUES(?,?,?,?)");
    struct buf runs;
    buf_init(&runs, SIZE_MAX / 2);
    for (uint32_t i = 0; i < m->w->tags.count && m->status == STATUS_OK; i++) {
        struct span name = text_table_get(&m->w->tags, i);
        buf_clear(&runs);
        encode_runs(&m->w->tagged[i], &runs);
        if (buf_status(&runs) != STATUS_OK) {
            m->status = err_nomem(m->err);
            break;
        }
        bind_number(m, stmt, 1, (uint64_t)i + 1);
        bind_text(m, stmt, 2, name);
        bind_text(m, stmt, 3, key_of(m, name_fold, name));
        check(m, sqlite3_bind_blob64(stmt, 4, runs.n ? runs.p : "", runs.n, SQLITE_STATIC));
        step(m, stmt);
    }
    buf_release(&runs);
    (void)sqlite3_finalize(stmt);
}

static void put_problems(struct image_writer *m)
{
    sqlite3_stmt *stmt = prepare(m, "INSERT INTO problem VALUES(?,?,?,?,?,?,?)");
    struct span rest = buf_span(&m->w->problems);
    while (rest.n && m->status == STATUS_OK) {
        uint64_t v[7] = {0}; /* id, source, severity, code, line, byte, length of the message */
        for (int i = 0; i < 7; i++)
            (void)varint_get(&rest, &v[i]);
        bind_number(m, stmt, 1, v[0]);
        bind_number(m, stmt, 2, v[1]);
        bind_number(m, stmt, 3, v[2]);
        bind_text(m, stmt, 4, span_of(status_name((enum status)v[3])));
        bind_number(m, stmt, 5, v[4]);
        bind_number(m, stmt, 6, v[5] > INT64_MAX ? INT64_MAX : v[5]);
        bind_text(m, stmt, 7, span_make(rest.p, (size_t)v[6]));
        step(m, stmt);
        rest = span_skip(rest, (size_t)v[6]);
    }
    (void)sqlite3_finalize(stmt);
}

static void make(struct image_writer *m)
{
    static const char *const SCHEMA[METADATA_TABLES] = METADATA_SCHEMA;
    check(m, sqlite3_open_v2(":memory:", &m->db,
                             SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY |
                                 SQLITE_OPEN_NOMUTEX,
                             NULL));
    /* small pages: small imports make small segments, and a page a table is the least there is */
    run(m, "PRAGMA page_size=1024;PRAGMA secure_delete=ON;PRAGMA temp_store=MEMORY;BEGIN");
    for (int i = 0; i < METADATA_TABLES; i++)
        run(m, SCHEMA[i]);
    for (int i = 0; i < NAME_LISTS; i++)
        put_names(m, (enum name_list_id)i);
    put_kinds(m);
    put_tags(m);
    put_problems(m);
    run(m, "COMMIT");
}

/* Appends the image.  The same input gives the same bytes. */
static enum status metadata_image(const struct metadata_writer *w, struct buf *out, struct err *err)
{
    struct image_writer m = {.w = w, .err = err};
    buf_init(&m.scratch, BUF_DEFAULT_MAX);
    make(&m);
    if (m.status == STATUS_OK) {
        sqlite3_int64 bytes = 0;
        unsigned char *image = sqlite3_serialize(m.db, "main", &bytes, 0);
        if (image)
            buf_add(out, image, (size_t)bytes);
        if (!image || buf_status(out) != STATUS_OK)
            m.status = err_nomem(err);
        sqlite3_free(image);
    }
    (void)sqlite3_close(m.db);
    buf_release(&m.scratch);
    return m.status;
}

enum status metadata_writer_write(struct metadata_writer *w, const struct lines *l,
                                  struct segment_writer *s, struct err *err)
{
    struct buf out;
    buf_init(&out, SIZE_MAX / 2);
    enum status status = metadata_image(w, &out, err);
    if (status == STATUS_OK)
        status = write_buf(s, "metadata", &out, err);
    if (status == STATUS_OK) {
        paths_encode(&w->paths, w->path_kind, &out);
        status = write_buf(s, "paths", &out, err);
    }
    if (status == STATUS_OK) {
        encode_also(w, l, &out);
        status = write_buf(s, "also", &out, err);
    }
    buf_release(&out);
    return status;
}

/* metadata_image.c: see metadata_image.h. */
#include "store/metadata/metadata_image.h"

#include <sqlite3.h>
#include <stdlib.h>

#include "base/varint.h"
#include "store/metadata/name_fold.h"

static const struct msg SQLITE_SAYS = {"the metadata cannot be written: SQLite says %1",
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

enum status metadata_image(const struct metadata_writer *w, struct buf *out, struct err *err)
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

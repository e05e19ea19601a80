/* metadata_load.c: the SQLite image, opened and read; see metadata_internal.h.
 *
 * The image is as hostile as any other bytes.  It is opened read-only from memory, so there is no
 * file that SQLite could write; its tables must be, letter for letter, those that Kifu writes, so
 * there are no views, triggers, virtual tables or indexes; statements other than reading are
 * refused; ids must count from 1; trees that lead to the same pages again and again do not go on
 * for ever, for a statement is ended when it takes more steps than there can be rows for; a text is
 * no longer than MAX_VALUE_BYTES. */
#include "base/alloc.h"
#include "base/varint.h"
#include "store/metadata/metadata_internal.h"

enum { MAX_VALUE_BYTES = 1 << 24 };

static const struct msg BAD_IMAGE = {"the metadata is damaged", "メタデータが壊れています"};
static const struct msg SQLITE_SAYS = {"the metadata is damaged: %1",
                                       "メタデータが壊れています: %1"};

enum status metadata_damaged(const struct metadata *m, struct err *err)
{
    return segment_damaged(m->segment, m->image.p, &BAD_IMAGE, err);
}

enum status metadata_sqlite_error(const struct metadata *m, struct err *err)
{
    if (!m->db || sqlite3_errcode(m->db) == SQLITE_NOMEM)
        return err_nomem(err);
    (void)segment_damaged(m->segment, m->image.p, &SQLITE_SAYS, err);
    struct err place = err ? *err : (struct err){0};
    (void)err_set(err, STATUS_SYNTAX, &SQLITE_SAYS, span_of(sqlite3_errmsg(m->db)),
                  (struct span){0});
    err_in_file(err, span_of(m->segment->path));
    err_at(err, 1, place.byte);
    return STATUS_SYNTAX;
}

/* --- Opening --------------------------------------------------------------------------------- */

static int only_reading(void *ctx, int action, const char *a, const char *b, const char *c,
                        const char *d)
{
    (void)ctx, (void)a, (void)b, (void)c, (void)d;
    return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
}

enum { STEPS_AT_A_TIME = 1000, STEPS_A_BYTE = 50 };

/* A row takes a dozen steps of SQLite's machine and several bytes of the image. */
static int is_too_long(void *ctx)
{
    struct metadata *m = ctx;
    return ++m->steps > m->image.n * STEPS_A_BYTE / STEPS_AT_A_TIME + STEPS_AT_A_TIME;
}

int metadata_prepare(struct metadata *m, const char *sql, sqlite3_stmt **stmt)
{
    m->steps = 0;
    return sqlite3_prepare_v2(m->db, sql, -1, stmt, NULL);
}

static void restrict_connection(sqlite3 *db)
{
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    (void)sqlite3_exec(db, "PRAGMA cell_size_check=ON;PRAGMA temp_store=MEMORY", NULL, NULL, NULL);
    (void)sqlite3_limit(db, SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
    (void)sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    (void)sqlite3_set_authorizer(db, only_reading, NULL);
}

/* Are the tables exactly those of the schema? */
static enum status check_schema(struct metadata *m, struct err *err)
{
    static const char *const SCHEMA[METADATA_TABLES] = METADATA_SCHEMA;
    sqlite3_stmt *stmt;
    int i = 0, code;
    if (metadata_prepare(m, "SELECT sql FROM sqlite_schema", &stmt) != SQLITE_OK)
        return metadata_sqlite_error(m, err);
    for (; (code = sqlite3_step(stmt)) == SQLITE_ROW; i++) {
        const char *sql = (const char *)sqlite3_column_text(stmt, 0);
        if (i >= METADATA_TABLES || !sql || strcmp(sql, SCHEMA[i]) != 0)
            break;
    }
    enum status status = STATUS_OK;
    if (code != SQLITE_DONE && code != SQLITE_ROW)
        status = metadata_sqlite_error(m, err);
    else if (code != SQLITE_DONE || i != METADATA_TABLES)
        status = metadata_damaged(m, err);
    (void)sqlite3_finalize(stmt);
    return status;
}

enum status metadata_open_image(struct metadata *m, struct err *err)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    if (m->image.n < 512)
        return metadata_damaged(m, err);
    if (sqlite3_open_v2(":memory:", &m->db, flags, NULL) != SQLITE_OK)
        return metadata_sqlite_error(m, err);
    /* read-only, so nothing is written through the pointer */
    unsigned char *bytes = (unsigned char *)(uintptr_t)m->image.p;
    sqlite3_int64 n = (sqlite3_int64)m->image.n;
    if (sqlite3_deserialize(m->db, "main", bytes, n, n, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
        return metadata_sqlite_error(m, err);
    restrict_connection(m->db);
    sqlite3_progress_handler(m->db, STEPS_AT_A_TIME, is_too_long, m);
    return check_schema(m, err);
}

/* --- Loading --------------------------------------------------------------------------------- */

static struct span column_span(sqlite3_stmt *stmt, int column)
{
    const char *p = sqlite3_column_blob(stmt, column);
    return span_make(p, p ? (size_t)sqlite3_column_bytes(stmt, column) : 0);
}

static bool add_text(struct buf *texts, size_t **ends, uint32_t count, size_t *cap,
                     struct span text)
{
    size_t *grown = mem_grow(*ends, count, cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return false;
    *ends = grown;
    buf_add_span(texts, text);
    buf_add_char(texts, 0);
    grown[count] = texts->n;
    return buf_status(texts) == STATUS_OK;
}

struct span name_list_get(const struct name_list *l, uint32_t id)
{
    if (id == 0 || id > l->count)
        return SPAN("");
    size_t from = id > 1 ? l->name_ends[id - 2] : 0;
    return span_make(l->names.p + from, l->name_ends[id - 1] - 1 - from);
}

struct span name_list_key(const struct name_list *l, uint32_t id)
{
    if (id == 0 || id > l->count)
        return SPAN("");
    size_t from = id > 1 ? l->key_ends[id - 2] : 0;
    return span_make(l->keys.p + from, l->key_ends[id - 1] - 1 - from);
}

/* A row of a list of names, of tags, of kinds: id was checked. */
static bool add_name(struct metadata *m, int part, sqlite3_stmt *stmt)
{
    struct name_list *l = &m->names[part];
    if (!add_text(&l->names, &l->name_ends, l->count, &l->name_cap, column_span(stmt, 1)) ||
        !add_text(&l->keys, &l->key_ends, l->count, &l->key_cap, column_span(stmt, 2)))
        return false;
    l->count++;
    return true;
}

static bool add_kind(struct metadata *m, sqlite3_stmt *stmt)
{
    struct source_kind *kinds =
        mem_grow(m->kinds, m->kind_count, &m->kind_cap, UINT32_MAX, sizeof *kinds);
    if (!kinds)
        return false;
    m->kinds = kinds;
    struct source_kind *kind = &kinds[m->kind_count++];
    return arena_copy(&m->arena, column_span(stmt, 1), &kind->format) &&
           arena_copy(&m->arena, column_span(stmt, 2), &kind->charset);
}

/* Runs in bytes become first and end of each; false for want of memory, *bad if they are wrong. */
static bool read_runs(struct metadata *m, struct span bytes, struct tag *tag, bool *bad)
{
    uint64_t at = 0, gap, length;
    tag->runs = arena_alloc_array(&m->arena, bytes.n + 1, sizeof *tag->runs);
    if (!tag->runs)
        return false;
    while (bytes.n && !*bad) {
        *bad = !varint_get(&bytes, &gap) || !varint_get(&bytes, &length) || gap > m->lines->games ||
               length == 0 || length > m->lines->games || at + gap + length > m->lines->games;
        if (*bad)
            break;
        tag->runs[2 * (size_t)tag->run_count] = (uint32_t)(at + gap);
        at += gap + length;
        tag->runs[2 * (size_t)tag->run_count++ + 1] = (uint32_t)at;
    }
    return true;
}

static bool add_tag(struct metadata *m, sqlite3_stmt *stmt, bool *bad)
{
    struct tag *tags = mem_grow(m->tags, m->tag_count, &m->tag_cap, UINT32_MAX, sizeof *tags);
    if (!tags)
        return false;
    m->tags = tags;
    struct tag *tag = &tags[m->tag_count];
    *tag = (struct tag){0};
    if (!arena_copy(&m->arena, column_span(stmt, 1), &tag->name) ||
        !arena_copy(&m->arena, column_span(stmt, 2), &tag->key) ||
        !read_runs(m, column_span(stmt, 3), tag, bad))
        return false;
    m->tag_count++;
    return true;
}

static bool add_part(struct metadata *m, int part, sqlite3_stmt *stmt, bool *bad)
{
    if (part == PART_TAGS)
        return add_tag(m, stmt, bad);
    return part == PART_KINDS ? add_kind(m, stmt) : add_name(m, part, stmt);
}

static enum status load(struct metadata *m, int part, struct err *err)
{
    static const char *const SELECT[PARTS] = {
        "SELECT * FROM player", "SELECT * FROM event", "SELECT * FROM place",
        "SELECT * FROM timing", "SELECT * FROM tag",   "SELECT * FROM kind",
    };
    sqlite3_stmt *stmt;
    bool bad = false;
    int code;
    sqlite3_int64 id = 0;
    if (metadata_prepare(m, SELECT[part], &stmt) != SQLITE_OK)
        return metadata_sqlite_error(m, err);
    enum status status = STATUS_OK;
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW && status == STATUS_OK && !bad) {
        bad = sqlite3_column_int64(stmt, 0) != ++id;
        if (!bad && !add_part(m, part, stmt, &bad))
            status = err_nomem(err);
    }
    if (status == STATUS_OK && bad)
        status = metadata_damaged(m, err);
    else if (status == STATUS_OK && code != SQLITE_DONE)
        status = metadata_sqlite_error(m, err);
    (void)sqlite3_finalize(stmt);
    return status;
}

/* After a failure the part is empty again. */
static void forget(struct metadata *m, int part)
{
    if (part == PART_TAGS) {
        m->tag_count = 0;
    } else if (part == PART_KINDS) {
        m->kind_count = 0;
    } else {
        buf_clear(&m->names[part].names);
        buf_clear(&m->names[part].keys);
        m->names[part].count = 0;
    }
}

enum status metadata_need(struct metadata *m, int part, struct err *err)
{
    if (atomic_load_explicit(&m->loaded[part], memory_order_acquire))
        return STATUS_OK;
    enum status status = STATUS_OK;
    pthread_mutex_lock(&m->mutex);
    if (!atomic_load_explicit(&m->loaded[part], memory_order_relaxed)) {
        status = segment_verify_span(m->segment, m->image, err);
        if (status == STATUS_OK)
            status = load(m, part, err);
        if (status == STATUS_OK)
            atomic_store_explicit(&m->loaded[part], true, memory_order_release);
        else
            forget(m, part);
    }
    pthread_mutex_unlock(&m->mutex);
    return status;
}

/* metadata_load.c: the SQLite image, opened and read; see metadata_internal.h.
 *
 * sqlite_image.h says what is done about hostile images; besides, ids must count from 1. */
#include "base/alloc.h"
#include "base/varint.h"
#include "store/metadata/metadata_internal.h"

static const struct msg BAD_IMAGE = {"the metadata is damaged", "メタデータが壊れています"};
static const struct msg SQLITE_SAYS = {"the metadata is damaged: %1",
                                       "メタデータが壊れています: %1"};

enum status metadata_damaged(const struct metadata *m, struct err *err)
{
    return segment_damaged(m->segment, m->image.p, &BAD_IMAGE, err);
}

enum status metadata_sqlite_error(const struct metadata *m, struct err *err)
{
    if (!m->sqlite.db || sqlite3_errcode(m->sqlite.db) == SQLITE_NOMEM)
        return err_nomem(err);
    (void)segment_damaged(m->segment, m->image.p, &SQLITE_SAYS, err);
    struct err place = err ? *err : (struct err){0};
    (void)err_set(err, STATUS_SYNTAX, &SQLITE_SAYS, span_of(sqlite3_errmsg(m->sqlite.db)),
                  (struct span){0});
    err_in_file(err, span_of(m->segment->path));
    err_at(err, 1, place.byte);
    return STATUS_SYNTAX;
}

/* --- Opening --------------------------------------------------------------------------------- */

int metadata_prepare(struct metadata *m, const char *sql, sqlite3_stmt **stmt)
{
    return sqlite_image_prepare(&m->sqlite, sql, stmt);
}

enum status metadata_open_image(struct metadata *m, struct err *err)
{
    static const char *const SCHEMA[METADATA_TABLES] = METADATA_SCHEMA;
    int code = sqlite_image_open(&m->sqlite, m->image);
    if (code != SQLITE_OK)
        return code == SQLITE_CORRUPT && !m->sqlite.db ? metadata_damaged(m, err)
                                                       : metadata_sqlite_error(m, err);
    code = sqlite_image_check_schema(&m->sqlite, SCHEMA, METADATA_TABLES);
    if (code == SQLITE_CORRUPT && sqlite3_errcode(m->sqlite.db) != SQLITE_CORRUPT)
        return metadata_damaged(m, err); /* other tables than these */
    return code == SQLITE_OK ? STATUS_OK : metadata_sqlite_error(m, err);
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
bool name_list_add(struct name_list *l, struct span name, struct span key)
{
    if (!add_text(&l->names, &l->name_ends, l->count, &l->name_cap, name) ||
        !add_text(&l->keys, &l->key_ends, l->count, &l->key_cap, key))
        return false;
    l->count++;
    return true;
}

static bool add_name(struct metadata *m, int part, sqlite3_stmt *stmt)
{
    return name_list_add(&m->names[part], column_span(stmt, 1), column_span(stmt, 2));
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

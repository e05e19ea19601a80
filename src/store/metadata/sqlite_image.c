/* sqlite_image.c: see sqlite_image.h. */
#include "store/metadata/sqlite_image.h"

#include <string.h>

enum { STEPS_AT_A_TIME = 1000, STEPS_A_BYTE = 50 };

/* FTS5 looks at the version of the data before it reads, and matches by a function; to declare its
 * columns it prepares, and never runs, a change of the schema. */
static int only_reading(void *ctx, int action, const char *a, const char *b, const char *c,
                        const char *d)
{
    (void)ctx, (void)c, (void)d;
    bool good = action == SQLITE_SELECT || action == SQLITE_READ ||
                (action == SQLITE_PRAGMA && a && strcmp(a, "data_version") == 0) ||
                (action == SQLITE_FUNCTION && b && strcmp(b, "match") == 0) ||
                (action == SQLITE_UPDATE && a && strcmp(a, "sqlite_master") == 0);
    return good ? SQLITE_OK : SQLITE_DENY;
}

/* A row takes a dozen steps of SQLite's machine and several bytes of the image. */
static int is_too_long(void *ctx)
{
    struct sqlite_image *image = ctx;
    return ++image->steps > image->bytes.n * STEPS_A_BYTE / STEPS_AT_A_TIME + STEPS_AT_A_TIME;
}

static void restrict_connection(sqlite3 *db)
{
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    (void)sqlite3_exec(db, "PRAGMA cell_size_check=ON;PRAGMA temp_store=MEMORY", NULL, NULL, NULL);
    (void)sqlite3_limit(db, SQLITE_LIMIT_LENGTH, SQLITE_IMAGE_MAX_VALUE);
    (void)sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    (void)sqlite3_set_authorizer(db, only_reading, NULL);
}

int sqlite_image_open(struct sqlite_image *image, struct span bytes)
{
    enum { LEAST_BYTES = 512 }; /* a page */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    *image = (struct sqlite_image){.bytes = bytes};
    if (bytes.n < LEAST_BYTES)
        return SQLITE_CORRUPT;
    int code = sqlite3_open_v2(":memory:", &image->db, flags, NULL);
    if (code != SQLITE_OK)
        return code;
    /* read-only, so nothing is written through the pointer */
    unsigned char *p = (unsigned char *)(uintptr_t)bytes.p;
    sqlite3_int64 n = (sqlite3_int64)bytes.n;
    code = sqlite3_deserialize(image->db, "main", p, n, n, SQLITE_DESERIALIZE_READONLY);
    if (code != SQLITE_OK)
        return code;
    restrict_connection(image->db);
    sqlite3_progress_handler(image->db, STEPS_AT_A_TIME, is_too_long, image);
    return SQLITE_OK;
}

void sqlite_image_close(struct sqlite_image *image)
{
    (void)sqlite3_close(image->db);
    *image = (struct sqlite_image){0};
}

int sqlite_image_prepare(struct sqlite_image *image, const char *sql, sqlite3_stmt **stmt)
{
    image->steps = 0;
    return sqlite3_prepare_v2(image->db, sql, -1, stmt, NULL);
}

int sqlite_image_check_schema(struct sqlite_image *image, const char *const *tables, int count)
{
    sqlite3_stmt *stmt = NULL;
    int i = 0, code = sqlite_image_prepare(image, "SELECT sql FROM sqlite_schema", &stmt);
    if (code != SQLITE_OK)
        return code;
    for (; (code = sqlite3_step(stmt)) == SQLITE_ROW; i++) {
        const char *sql = (const char *)sqlite3_column_text(stmt, 0);
        if (i >= count || !sql || strcmp(sql, tables[i]) != 0)
            break;
    }
    (void)sqlite3_finalize(stmt);
    if (code != SQLITE_DONE && code != SQLITE_ROW)
        return code;
    return code == SQLITE_DONE && i == count ? SQLITE_OK : SQLITE_CORRUPT;
}

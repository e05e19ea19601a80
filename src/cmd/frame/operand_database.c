/* operand_database.c: operands that stand for games of a database; see operand.h. */
#include <unistd.h>

#include "base/alloc.h"
#include "base/text/num.h"
#include "cmd/frame/operand_internal.h"
#include "db/db.h"

/* Is there a database at this path? */
static bool is_database_at(const char *path)
{
    struct err err;
    bool there;
    return db_exists(path, &there, &err) == STATUS_OK && there;
}

/* Splits "DB:ID".  *path is the caller's; false if the operand is something else. */
static bool split_id(const char *operand, char **path, uint32_t *id)
{
    const char *colon = strrchr(operand, ':');
    uint64_t number;
    if (!colon || access(operand, F_OK) == 0 ||
        !num_parse_u64(span_of(colon + 1), UINT32_MAX, &number))
        return false;
    size_t n = (size_t)(colon - operand);
    *path = mem_calloc(n + 1, 1);
    if (!*path)
        return false;
    memcpy(*path, operand, n);
    *id = (uint32_t)number;
    if (is_database_at(*path))
        return true;
    mem_free(*path);
    return false;
}

bool operand_game_id(const char *operand, uint32_t *id)
{
    char *path;
    bool is = split_id(operand, &path, id);
    if (is)
        mem_free(path);
    return is;
}

static enum status give_game(struct operand_walk *w, const struct db *db, uint32_t id,
                             struct err *err)
{
    struct record rec;
    record_init(&rec);
    enum status st = db_record(db, id, &rec, err);
    if (st == STATUS_OK)
        st = w->sink(w->ctx, &rec);
    record_release(&rec);
    return st;
}

static enum status give_all(struct operand_walk *w, const struct db *db, struct err *err)
{
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < db->segment_count; i++) {
        const struct lines *l = &db->segments[i].lines;
        for (uint32_t nth = 0; nth < l->games && st == STATUS_OK; nth++) {
            uint32_t number = lines_u32(l->by_id, nth);
            if (!db_is_removed(&db->segments[i], number))
                st = give_game(w, db, game_id(l, number), err);
        }
    }
    return st;
}

/* id NULL: all games. */
static enum status read_database(struct operand_walk *w, const char *path, const uint32_t *id,
                                 struct err *err)
{
    struct db *db;
    enum status st = db_open(&db, path, err);
    if (st == STATUS_OK) {
        st = id ? give_game(w, db, *id, err) : give_all(w, db, err);
        db_close(db);
    }
    return st == STATUS_OK || st == STATUS_CANCELLED || st == STATUS_NOMEM
               ? st
               : w->problem(w->ctx, err);
}

enum status operand_read_database(struct operand_walk *w, const char *operand, bool *is_database,
                                  struct err *err)
{
    char *path;
    uint32_t id;
    *is_database = is_database_at(operand);
    if (*is_database)
        return read_database(w, operand, NULL, err);
    *is_database = split_id(operand, &path, &id);
    if (!*is_database)
        return STATUS_OK;
    enum status st = read_database(w, path, &id, err);
    mem_free(path);
    return st;
}

/* operand.c: see operand.h. */
#include "cmd/frame/operand.h"

#include <unistd.h>

#include "base/alloc.h"
#include "base/io/source.h"
#include "base/text/num.h"
#include "db/db.h"

struct operand_walk {
    struct reader *r;
    record_sink *sink;
    operand_problem *problem;
    void *ctx;
};

static enum status read_item(void *ctx, const struct source_item *item)
{
    struct operand_walk *w = ctx;
    struct err err;
    enum status s = reader_read(w->r, item->bytes, item->label, NULL, w->sink, w->ctx, &err);
    if (s == STATUS_OK || s == STATUS_CANCELLED || s == STATUS_NOMEM)
        return s;
    return w->problem(w->ctx, &err);
}

static enum status report_problem(void *ctx, struct span label, const struct err *err)
{
    struct operand_walk *w = ctx;
    (void)label;
    return w->problem(w->ctx, err);
}

/* Nine ranks between slashes, all in letters that SFEN has, and no such file. */
static bool looks_like_sfen(const char *word)
{
    size_t n = strspn(word, "0123456789+plnsgbrkPLNSGBRK/");
    int slashes = 0;
    for (size_t i = 0; i < n; i++)
        slashes += word[i] == '/';
    return slashes == 8 && (word[n] == ' ' || word[n] == '\0') && access(word, F_OK) != 0;
}

bool operand_is_position(const char *operand)
{
    static const struct span words[] = {SPAN_INIT("startpos"), SPAN_INIT("sfen"),
                                        SPAN_INIT("position")};
    struct span first = span_make(operand, strcspn(operand, " "));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span_eq(first, words[i]))
            return true;
    return looks_like_sfen(operand);
}

static enum status read_position(struct operand_walk *w, const char *const *operands, size_t n,
                                 struct err *err)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < n; i++) {
        buf_add_str(&text, i > 0 ? " " : "");
        buf_add_str(&text, operands[i]);
    }
    buf_add_char(&text, '\n');
    enum status s = buf_status(&text) ? err_nomem(err) : STATUS_OK;
    if (s == STATUS_OK)
        s = reader_read(w->r, buf_span(&text), span_of(operands[0]), format_by_name(SPAN("usi")),
                        w->sink, w->ctx, err);
    if (s != STATUS_OK && s != STATUS_CANCELLED && s != STATUS_NOMEM)
        s = w->problem(w->ctx, err);
    buf_release(&text);
    return s;
}

/* --- Databases ------------------------------------------------------------------------------- */

/* Is there a database at this path? */
static bool operand_is_database(const char *path)
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
    if (operand_is_database(*path))
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

static enum status read_operand(struct operand_walk *w, const char *operand, struct err *err)
{
    const struct source_handler handler = {.ctx = w, .item = read_item, .problem = report_problem};
    char *path;
    uint32_t id;
    if (operand_is_database(operand))
        return read_database(w, operand, NULL, err);
    if (!split_id(operand, &path, &id))
        return source_walk(&operand, 1, NULL, &handler, err);
    enum status st = read_database(w, path, &id, err);
    mem_free(path);
    return st;
}

enum status operand_read_games(const char *const *operands, size_t n, struct reader *r,
                               record_sink *sink, operand_problem *problem, void *ctx,
                               struct err *err)
{
    struct operand_walk w = {r, sink, problem, ctx};
    if (operand_is_position(operands[0]))
        return read_position(&w, operands, n, err);
    enum status st = STATUS_OK;
    for (size_t i = 0; i < n && st == STATUS_OK; i++)
        st = read_operand(&w, operands[i], err);
    return st;
}

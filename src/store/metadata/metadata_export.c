/* metadata_export.c: metadata as an ordinary SQLite file, a row a game; see metadata.h. */
#include <sqlite3.h>

#include "store/metadata/dates.h"
#include "store/metadata/metadata.h"
#include "store/metadata/metadata_internal.h"

static const struct msg SQLITE_SAYS = {"cannot write %1: SQLite: %2",
                                       "%1 に書けません: SQLite: %2"};

/* Everything an export works with; `status` stays at the first failure. */
struct metadata_exporter {
    struct metadata *m;
    const char *path;
    sqlite3 *db;
    sqlite3_stmt *game, *tag, *problem;
    struct arena arena;
    struct buf scratch;
    struct err *err;
    enum status status;
    int at;      /* the parameter that is bound next */
    uint32_t id; /* of the game whose tags are written */
};

static void check(struct metadata_exporter *x, int code)
{
    if (x->status != STATUS_OK || code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW)
        return;
    x->status = code == SQLITE_NOMEM || !x->db
                    ? err_nomem(x->err)
                    : err_set(x->err, STATUS_IO, &SQLITE_SAYS, span_of(x->path),
                              span_of(sqlite3_errmsg(x->db)));
}

static void run(struct metadata_exporter *x, const char *sql)
{
    if (x->status == STATUS_OK)
        check(x, sqlite3_exec(x->db, sql, NULL, NULL, NULL));
}

static sqlite3_stmt *prepare(struct metadata_exporter *x, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    if (x->status == STATUS_OK)
        check(x, sqlite3_prepare_v2(x->db, sql, -1, &stmt, NULL));
    return stmt;
}

/* Texts live until the row is written; an empty one is NULL. */
static void text(struct metadata_exporter *x, sqlite3_stmt *stmt, struct span s)
{
    int at = ++x->at;
    if (x->status == STATUS_OK)
        check(x, s.n ? sqlite3_bind_text64(stmt, at, s.p, s.n, SQLITE_STATIC, SQLITE_UTF8)
                     : sqlite3_bind_null(stmt, at));
}

static void number(struct metadata_exporter *x, sqlite3_stmt *stmt, uint64_t v)
{
    int at = ++x->at;
    if (x->status == STATUS_OK)
        check(x, sqlite3_bind_int64(stmt, at, (sqlite3_int64)v));
}

/* 0 is unknown. */
static void number_or_null(struct metadata_exporter *x, sqlite3_stmt *stmt, uint64_t v)
{
    int at = ++x->at;
    if (x->status == STATUS_OK)
        check(x, v ? sqlite3_bind_int64(stmt, at, (sqlite3_int64)v) : sqlite3_bind_null(stmt, at));
}

static void write_row(struct metadata_exporter *x, sqlite3_stmt *stmt)
{
    if (x->status == STATUS_OK)
        check(x, sqlite3_step(stmt));
    (void)sqlite3_reset(stmt);
    x->at = 0;
}

/* --- Tables ---------------------------------------------------------------------------------- */

/* Columns that each seat has: black, black_rating, black_points. */
static void make_tables(struct metadata_exporter *x)
{
    const struct game *game = x->m->lines->game;
    struct buf *sql = &x->scratch;
    buf_clear(sql);
    buf_add_str(sql, "CREATE TABLE IF NOT EXISTS game(id INTEGER PRIMARY KEY");
    for (int seat = 0; seat < game->seats; seat++) {
        const char *name = game->seat_names[seat];
        buf_printf(sql, ",%s TEXT,%s_rating INTEGER,%s_points REAL", name, name, name);
    }
    buf_add_str(sql, ",event TEXT,place TEXT,date TEXT,time_control TEXT,handicap INTEGER,"
                     "end TEXT,plies INTEGER,source TEXT,format TEXT,charset TEXT,result TEXT);"
                     "CREATE TABLE IF NOT EXISTS tag(game INTEGER,name TEXT);"
                     "CREATE TABLE IF NOT EXISTS problem(game INTEGER,severity INTEGER,code TEXT,"
                     "line INTEGER,byte INTEGER,message TEXT);BEGIN");
    if (buf_status(sql) != STATUS_OK)
        x->status = err_nomem(x->err);
    else
        run(x, buf_cstr(sql));
}

static void prepare_all(struct metadata_exporter *x)
{
    struct buf *sql = &x->scratch;
    buf_clear(sql);
    buf_add_str(sql, "INSERT OR REPLACE INTO game VALUES(?,?,?,?,?,?,?,?,?,?,?,?");
    for (int seat = 0; seat < x->m->lines->game->seats; seat++)
        buf_add_str(sql, ",?,?,?");
    buf_add_char(sql, ')');
    if (buf_status(sql) != STATUS_OK) {
        x->status = err_nomem(x->err);
        return;
    }
    x->game = prepare(x, buf_cstr(sql));
    x->tag = prepare(x, "INSERT INTO tag VALUES(?,?)");
    x->problem = prepare(x, "INSERT INTO problem VALUES(?,?,?,?,?,?)");
}

/* --- Rows ------------------------------------------------------------------------------------ */

static void put_seat(struct metadata_exporter *x, const struct game_summary *g, int seat)
{
    text(x, x->game, g->players[seat]);
    number_or_null(x, x->game, g->rating[seat]);
    int at = ++x->at;
    if (x->status == STATUS_OK)
        check(x, g->points[seat] < 0 ? sqlite3_bind_null(x->game, at)
                                     : sqlite3_bind_double(x->game, at, g->points[seat] / 2.0));
}

static void put_game(struct metadata_exporter *x, uint32_t line)
{
    struct game_summary g;
    arena_reset(&x->arena);
    x->status = metadata_summary(x->m, line, &x->arena, &g, x->err);
    buf_clear(&x->scratch);
    date_print(g.date, &x->scratch);
    if (x->status == STATUS_OK && buf_status(&x->scratch) != STATUS_OK)
        x->status = err_nomem(x->err);
    number(x, x->game, game_id(x->m->lines, line));
    for (int seat = 0; seat < x->m->lines->game->seats; seat++)
        put_seat(x, &g, seat);
    text(x, x->game, g.event);
    text(x, x->game, g.place);
    text(x, x->game, buf_span(&x->scratch));
    text(x, x->game, g.timing);
    number(x, x->game, (uint64_t)g.handicap);
    text(x, x->game, g.end == END_NONE ? (struct span){0} : span_of(record_end_name(g.end)));
    number(x, x->game, g.plies);
    text(x, x->game, g.source);
    text(x, x->game, g.format);
    text(x, x->game, g.charset);
    /* as `kifu search` has it: b, w, d; NULL: not known */
    char result[1] = {points_letter(x->m->lines->game, g.points)};
    text(x, x->game, span_make(result, result[0] != '?'));
    write_row(x, x->game);
}

/* Of the game at x->id. */
static bool put_tag(void *ctx, struct span name)
{
    struct metadata_exporter *x = ctx;
    number(x, x->tag, x->id);
    text(x, x->tag, name);
    write_row(x, x->tag);
    return x->status == STATUS_OK;
}

static void put_tags(struct metadata_exporter *x, uint32_t game)
{
    x->id = game_id(x->m->lines, game);
    enum status status = metadata_tags(x->m, game, put_tag, x, x->err);
    x->status = x->status == STATUS_OK ? status : x->status;
}

static enum status put_problem(void *ctx, const struct meta_problem *p, struct err *err)
{
    struct metadata_exporter *x = ctx;
    (void)err; /* x has it */
    number(x, x->problem, p->game);
    number(x, x->problem, p->severity);
    text(x, x->problem, p->code);
    number(x, x->problem, p->line);
    number(x, x->problem, p->byte);
    text(x, x->problem, p->message);
    write_row(x, x->problem);
    return x->status;
}

static void put_all(struct metadata_exporter *x)
{
    const struct lines *l = x->m->lines;
    for (uint32_t nth = 0; nth < l->games && x->status == STATUS_OK; nth++)
        put_game(x, lines_u32(l->by_id, nth));
    for (uint32_t nth = 0; nth < l->games && x->status == STATUS_OK; nth++)
        put_tags(x, lines_u32(l->by_id, nth));
    if (x->status == STATUS_OK)
        x->status = metadata_problems(x->m, put_problem, x, x->err);
}

enum status metadata_export(struct metadata *m, const char *path, struct err *err)
{
    struct metadata_exporter x = {.m = m, .path = path, .err = err};
    arena_init(&x.arena, 1 << 24);
    buf_init(&x.scratch, 1 << 16);
    check(&x,
          sqlite3_open_v2(path, &x.db,
                          SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL));
    if (x.status == STATUS_OK)
        make_tables(&x);
    if (x.status == STATUS_OK)
        prepare_all(&x);
    if (x.status == STATUS_OK)
        put_all(&x);
    run(&x, "COMMIT");
    (void)sqlite3_finalize(x.game);
    (void)sqlite3_finalize(x.tag);
    (void)sqlite3_finalize(x.problem);
    (void)sqlite3_close(x.db); /* what is not committed is rolled back */
    arena_release(&x.arena);
    buf_release(&x.scratch);
    return x.status;
}

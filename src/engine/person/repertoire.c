/* repertoire.c: see repertoire.h. */
#include "engine/person/repertoire.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "query/language/tree.h"
#include "query/plan/db_lookup.h"
#include "query/search.h"

struct repertoire {
    struct db *db;
    struct named_queries named;
    struct buf query; /* as written; empty: all games */
    const atomic_bool *cancelled;
    bool seats[2]; /* whose moves count, where the query names Black or White; or neither */
};

static enum status parse(const struct repertoire *r, struct span text, struct query *out,
                         struct err *err)
{
    return db_lookup_parse(out, &shogi_game, &r->named, text, &r->db, 1, err);
}

static bool names_seat(const struct query *q, int seat)
{
    for (uint32_t i = 1; i < q->count; i++) {
        const struct query_node *n = &q->nodes[i];
        if (n->op == Q_META && n->ask == META_TEXT && n->field == META_SEAT && n->seat == seat)
            return true;
    }
    return false;
}

/* A query that finds nothing is a mistake that its author wants to hear of now. */
static enum status check_query(struct repertoire *r, struct err *err)
{
    static const struct msg NO_GAMES = {"no game of %1 matches the query",
                                        "%1 に検索式に合う棋譜がありません"};
    static const struct msg IN_QUERY = {"query", NULL};
    const struct search_options o = {
        .limit = 1, .threads = 1, .no_totals = true, .cancelled = r->cancelled};
    struct hits hits = {0};
    struct query q;
    enum status status = parse(r, buf_span(&r->query), &q, err);
    if (status != STATUS_OK && err && !err->file[0])
        err_in_file(err, span_of(IN_QUERY.en));
    if (status == STATUS_OK) {
        r->seats[0] = names_seat(&q, 0);
        r->seats[1] = names_seat(&q, 1);
        status = search_run(&q, &r->db, 1, &o, &hits, err);
    }
    if (status == STATUS_OK && !hits.count)
        status = err_set(err, STATUS_NOT_FOUND, &NO_GAMES, span_of(r->db->path), (struct span){0});
    hits_release(&hits);
    query_release(&q);
    return status;
}

enum status repertoire_open(struct repertoire **out, const char *database, const char *query,
                            const atomic_bool *cancelled, struct err *err)
{
    static const struct msg NOT_SHOGI = {"%1: not a shogi database",
                                         "%1: 将棋のデータベースではありません"};
    struct repertoire *r = mem_calloc(1, sizeof *r);
    *out = NULL;
    if (!r)
        return err_nomem(err);
    r->cancelled = cancelled;
    named_init(&r->named);
    buf_init(&r->query, QUERY_MAX_BYTES);
    buf_add_str(&r->query, query ? query : "");
    enum status status = buf_status(&r->query) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = db_open(&r->db, database, err);
    if (status == STATUS_OK && r->db->game != &shogi_game)
        status = err_set(err, STATUS_UNSUPPORTED, &NOT_SHOGI, span_of(database), (struct span){0});
    if (status == STATUS_OK)
        status = named_add_builtin(&r->named, &shogi_game, err);
    if (status == STATUS_OK)
        status = named_add_database(&r->named, r->db->path, err);
    if (status == STATUS_OK)
        status = check_query(r, err);
    if (status == STATUS_OK)
        *out = r;
    else
        repertoire_close(r);
    return status;
}

void repertoire_close(struct repertoire *r)
{
    if (!r)
        return;
    db_close(r->db);
    named_release(&r->named);
    buf_release(&r->query);
    mem_free(r);
}

/* "sfen "POSITION" ever (QUERY)", with the player that it names as the side to move: a castle that a
 * query asks for is not there yet in the opening of its games. */
static enum status ask(const struct repertoire *r, const struct shogi_pos *pos, struct query *q,
                       struct err *err)
{
    struct buf text;
    buf_init(&text, QUERY_MAX_BYTES);
    buf_add_str(&text, "sfen \"");
    shogi_game.text.pos_print(pos, 1, &text);
    buf_add_char(&text, '"');
    if (r->query.n) {
        buf_add_str(&text, " ever (");
        buf_add_span(&text, buf_span(&r->query));
        buf_add_char(&text, ')');
    }
    enum status status =
        buf_status(&text) == STATUS_OK ? parse(r, buf_span(&text), q, err) : err_nomem(err);
    if (status == STATUS_OK) {
        uint32_t player = query_player(q);
        if (player) {
            q->nodes[player].field = META_SEAT;
            q->nodes[player].seat = shogi_turn(pos);
        }
    }
    buf_release(&text);
    return status;
}

static void add_row(const struct moves_row *row, const struct shogi_pos *pos,
                    struct repertoire_rows *out)
{
    const struct next_move *next = &row->next;
    int turn = shogi_turn(pos);
    if (next->move > UINT16_MAX || !shogi_move_is_legal(pos, (shogi_move)next->move) ||
        out->count == SHOGI_MAX_MOVES)
        return;
    out->at[out->count++] = (struct repertoire_row){.move = (shogi_move)next->move,
                                                    .games = next->games,
                                                    .wins = next->wins[turn],
                                                    .draws = next->draws,
                                                    .losses = next->wins[turn ^ 1]};
    out->games += next->games;
}

enum status repertoire_list(struct repertoire *r, const struct shogi_pos *pos,
                            struct repertoire_rows *out, struct err *err)
{
    const struct search_options o = {.limit = UINT64_MAX, .threads = 1, .cancelled = r->cancelled};
    struct moves_table table = {0};
    struct query q;
    out->count = out->games = 0;
    if ((r->seats[0] || r->seats[1]) && !r->seats[shogi_turn(pos)])
        return STATUS_OK;
    query_init(&q, &shogi_game);
    enum status status = ask(r, pos, &q, err);
    if (status == STATUS_OK)
        status = moves_run(&q, &r->db, 1, &o, &table, err);
    for (size_t i = 0; status == STATUS_OK && i < table.count; i++)
        add_row(&table.rows[i], pos, out);
    moves_release(&table);
    query_release(&q);
    return status;
}

enum status repertoire_draw(struct repertoire *r, const struct shogi_pos *pos, struct rng *rng,
                            struct repertoire_move *out, struct err *err)
{
    struct repertoire_rows rows;
    *out = (struct repertoire_move){0};
    enum status status = repertoire_list(r, pos, &rows, err);
    if (status != STATUS_OK || !rows.games)
        return status;
    uint64_t left = rng_below(rng, rows.games);
    uint32_t i = 0;
    for (; left >= rows.at[i].games; i++)
        left -= rows.at[i].games;
    *out = (struct repertoire_move){rows.at[i].move, rows.at[i].games, rows.games};
    return STATUS_OK;
}

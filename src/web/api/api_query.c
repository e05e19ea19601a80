/* api_query.c: /api/info, /api/parse and /api/position. */
#include "base/alloc.h"
#include "query/plan/db_lookup.h"
#include "sim/generate/sample_games.h"
#include "web/api.h"
#include "web/shards/shards.h"
#include "web/site/sites.h"

static void add_bytes(struct json *j, const struct db *db)
{
    struct db_bytes bytes;
    db_bytes(db, &bytes);
    json_key(j, "bytes");
    json_open_object(j);
    json_key_u64(j, "games", bytes.games);
    json_key_u64(j, "facts", bytes.facts);
    json_key_u64(j, "hashes", bytes.hashes);
    json_key_u64(j, "metadata", bytes.metadata);
    json_end(j);
}

/* What may be added: null, or how much at once. */
static void add_import(struct json *j, const struct api_call *call)
{
    json_key(j, "import");
    if (!intake_of(call)->allowed || call->request->untrusted) {
        json_null_value(j);
        return;
    }
    json_open_object(j);
    json_key_u64(j, "file", INTAKE_FILE_BYTES);
    json_key_u64(j, "total", INTAKE_TOTAL_BYTES);
    json_key_u64(j, "samples", sample_games_count(call->site->game));
    json_key(j, "samples_of");
    json_open_object(j);
    for (size_t g = 0; all_games[g]; g++)
        json_key_u64(j, all_games[g]->name, sample_games_count(all_games[g]));
    json_end(j);
    json_key_bool(j, "make", call->sites && call->sites->folder);
    json_end(j);
}

/* null, or what is wrong with a database. */
static void add_fault(struct json *j, const struct api_call *call, struct site *site,
                      const struct snapshot *snapshot, uint32_t i)
{
    struct err fault;
    struct buf text;
    json_key(j, "fault");
    if (served_fault(&site->served, snapshot, i, &fault) == STATUS_OK) {
        json_null_value(j);
        return;
    }
    buf_init(&text, BUF_DEFAULT_MAX);
    err_message(&fault, call->lang, &text);
    json_str(j, buf_span(&text));
    buf_release(&text);
}

static void add_databases(struct json *j, const struct api_call *call, struct site *site,
                          const struct snapshot *snapshot)
{
    for (uint32_t i = 0; snapshot && i < snapshot->count; i++) {
        const struct db *db = snapshot->dbs[i];
        json_open_object(j);
        json_key_str(j, "name", site->names[i]);
        json_key_cstr(j, "game", site->game->name);
        json_key_u64(j, "games", db->games);
        json_key_u64(j, "plies", db->plies);
        json_key_u64(j, "segments", db->segment_count);
        add_bytes(j, db);
        add_fault(j, call, site, snapshot, i);
        json_end(j);
    }
}

/* Of the call's own site as the call sees it, of others as they are now. */
static void add_site(struct json *j, const struct api_call *call, struct site *site)
{
    if (site == call->site) {
        add_databases(j, call, site, call->snapshot);
        return;
    }
    struct snapshot *snapshot = served_take(&site->served);
    add_databases(j, call, site, snapshot);
    served_give_back(&site->served, snapshot);
}

static void add_all_databases(struct json *j, const struct api_call *call)
{
    json_key(j, "databases");
    json_open_array(j);
    if (!call->sites)
        add_site(j, call, call->site);
    for (uint32_t g = 0; call->sites && g < call->sites->count; g++)
        add_site(j, call, &call->sites->at[(call->sites->first + g) % call->sites->count]);
    json_end(j);
}

static void add_missing_name(void *ctx, struct span name)
{
    json_str(ctx, name);
}

static void add_totals(struct json *j, const struct snapshot *snapshot)
{
    uint64_t games = 0, plies = 0;
    for (uint32_t i = 0; snapshot && i < snapshot->count; i++) {
        games += snapshot->dbs[i]->games;
        plies += snapshot->dbs[i]->plies;
    }
    json_key_u64(j, "games", games);
    json_key_u64(j, "plies", plies);
}

enum status api_info(struct api_call *call, struct err *err)
{
    const struct site *site = call->site;
    struct json *j = &call->json;
    struct shards_seen seen = {0};
    enum status st = site->shards && site->count
                         ? shards_present(site->shards, call->request->cancelled, &seen, err)
                         : STATUS_OK;
    if (st != STATUS_OK)
        return api_stored(st, err);
    json_open_object(j);
    json_key_cstr(j, "version", site->version);
    json_key_cstr(j, "game", site->game->name);
    add_import(j, call);
    add_all_databases(j, call);
    json_key(j, "missing");
    json_open_array(j);
    if (call->sites)
        sites_each_missing(call->sites, add_missing_name, j);
    json_end(j);
    add_totals(j, call->snapshot);
    json_key_bool(j, "whole", seen.answered == seen.of);
    shards_seen_to_json(&seen, j);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}

/* A mistake is what this is asked for, so it is no error of the request. */
enum status api_parse(struct api_call *call, struct err *err)
{
    struct json *j = &call->json;
    struct query q;
    const struct snapshot *snapshot = call->snapshot;
    struct span text = api_text(call, "query");
    enum status st =
        db_lookup_parse(&q, call->site->game, call->named, text, snapshot ? snapshot->dbs : NULL,
                        snapshot ? snapshot->count : 0, err);
    if (st == STATUS_NOMEM) {
        query_release(&q);
        return st;
    }
    json_open_object(j);
    json_key_bool(j, "ok", st == STATUS_OK);
    if (st == STATUS_OK) {
        struct buf printed;
        buf_init(&printed, BUF_DEFAULT_MAX);
        query_print(&q, &printed);
        json_key_str(j, "query", buf_span(&printed));
        buf_release(&printed);
    } else {
        http_error_member(j, err, call->lang);
    }
    query_release(&q);
    json_end(j);
    json_line(j);
    return STATUS_OK;
}

/* All facts of the position, as words of the query language, and the words that ask for it. */
static enum status add_facts(struct api_call *call, const void *pos, struct err *err)
{
    const struct game *game = call->site->game;
    uint32_t *facts = arena_alloc_array(&call->arena, game->max_facts, sizeof *facts);
    if (!facts)
        return err_nomem(err);
    struct buf word;
    uint32_t count = game->rules.facts(pos, facts);
    buf_init(&word, BUF_DEFAULT_MAX);
    json_key(&call->json, "facts");
    json_open_array(&call->json);
    for (uint32_t i = 0; i < count; i++) {
        buf_clear(&word);
        game->text.fact_print(facts[i], &word);
        json_str(&call->json, buf_span(&word));
    }
    json_end(&call->json);
    buf_release(&word);
    return STATUS_OK;
}

/* Makes the moves of "moves", with blanks between. */
static enum status play_moves(struct api_call *call, void *pos, struct err *err)
{
    static const struct msg no_move = {"%1 is not a legal move there",
                                       "%1 はその局面では指せません"};
    const struct game *game = call->site->game;
    struct span rest = span_trim(api_text(call, "moves"));
    while (rest.n) {
        ptrdiff_t end = span_find(rest, SPAN(" "));
        struct span word = end < 0 ? rest : span_make(rest.p, (size_t)end);
        game_move move;
        if (!game->text.move_parse(pos, word, &move) || !game->rules.move_is_legal(pos, move))
            return err_set(err, STATUS_RANGE, &no_move, word, SPAN(""));
        game->rules.play(pos, move);
        rest = span_trim(span_skip(rest, word.n));
    }
    return STATUS_OK;
}

static enum status add_position(struct api_call *call, void *pos, struct err *err)
{
    const struct game *game = call->site->game;
    struct json *j = &call->json;
    struct buf text, query;
    struct span from = api_text(call, "sfen");
    enum status st = STATUS_OK;
    if (span_eq(from, SPAN("startpos")))
        game->rules.pos_start(pos);
    else
        st = game->text.pos_parse(pos, from, err);
    if (st == STATUS_OK)
        st = play_moves(call, pos, err);
    if (st != STATUS_OK)
        return st;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_init(&query, BUF_DEFAULT_MAX);
    game->text.pos_print(pos, 1, &text);
    buf_printf(&query, "sfen \"%s\"", buf_cstr(&text));
    json_open_object(j);
    json_key_str(j, "sfen", buf_span(&text));
    json_key_i64(j, "turn", game->rules.seat_to_move(pos));
    json_key_str(j, "query", buf_span(&query));
    st = add_facts(call, pos, err);
    json_end(j);
    json_line(j);
    buf_release(&text);
    buf_release(&query);
    return st;
}

void *api_position_room(const struct api_call *call)
{
    return mem_calloc_aligned(64, 1, (call->site->game->pos_bytes + 63) / 64 * 64);
}

enum status api_position(struct api_call *call, struct err *err)
{
    void *pos = api_position_room(call);
    if (!pos)
        return err_nomem(err);
    enum status st = add_position(call, pos, err);
    mem_free(pos);
    return st;
}

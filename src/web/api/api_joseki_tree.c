/* api_joseki_tree.c: /api/joseki/tree, what is played in a corner of Go, move by move.
 *
 * Each request reads the corners of all games anew: 0.3 s of processor time for 33,000 games. */
#include <math.h>

#include "base/alloc.h"
#include "base/work/pool.h"
#include "text/profile/joseki_tree.h"
#include "view/report/result_json.h"
#include "web/api/search_request.h"

enum { USUAL_SIZE = 19, MOST_GAMES = 1000000, USUAL_AHEAD = 2, MOST_AHEAD = 10, SHOWN_MOVES = 12 };

struct tree_request {
    struct search_request request;
    uint64_t size, ahead;
    uint32_t path[JOSEKI_TREE_DEPTH], length;
    struct mine_result corners;
};

static enum status read_request(struct tree_request *k, struct api_call *call, struct err *err)
{
    static const struct msg ONLY_GO = {"only Go has corners", "隅の手順があるのは囲碁だけです"};
    if (call->site->game != &go_game)
        return err_plain(err, STATUS_UNSUPPORTED, &ONLY_GO);
    enum status st = api_count(call, "size", 5, GO_MAX_SIZE, USUAL_SIZE, &k->size, err);
    if (st == STATUS_OK)
        st = api_number(call, "ahead", MOST_AHEAD, USUAL_AHEAD, &k->ahead, err);
    if (st == STATUS_OK)
        st = joseki_path_parse(api_text(call, "path"), (int)k->size, k->path, &k->length, err);
    return st == STATUS_OK ? search_request_read(&k->request, call, err) : st;
}

static void add_point(struct json *j, uint32_t symbol, int size)
{
    struct buf word;
    buf_init(&word, BUF_DEFAULT_MAX);
    go_point_print(joseki_point(symbol, size), &word);
    json_str(j, buf_span(&word));
    buf_release(&word);
}

static void add_count(struct json *j, const struct joseki_count *c)
{
    uint32_t known = c->wins + c->losses + c->draws;
    struct wilson w = wilson_interval(c->wins + c->draws / 2.0, known);
    json_key_u64(j, "wins", c->wins);
    json_key_u64(j, "losses", c->losses);
    json_key_u64(j, "draws", c->draws);
    json_key_u64(j, "unknown", c->times - known);
    json_key_double(j, "score", known ? (c->wins + c->draws / 2.0) / known : NAN);
    json_key_double(j, "low", known ? w.low : NAN);
    json_key_double(j, "high", known ? w.high : NAN);
}

static void add_move(struct json *j, const struct joseki_step *step, const struct joseki_move *m,
                     int size)
{
    json_open_object(j);
    json_key(j, "move");
    add_point(j, m->symbol, size);
    json_key_u64(j, "times", m->count.times);
    json_key_double(j, "share", (double)m->count.times / step->moved);
    add_count(j, &m->count);
    json_key(j, "decades");
    json_open_array(j);
    for (uint32_t d = 0; d < JOSEKI_TREE_DECADES; d++) {
        if (!m->decades[d])
            continue;
        json_open_array(j);
        json_u64(j, 10 * d);
        json_u64(j, m->decades[d]);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

/* The commonest moves, and the one that the path goes on with. */
static void add_step(struct json *j, const struct joseki_tree *t, uint32_t nth, int size)
{
    const struct joseki_step *step = &t->steps[nth];
    json_open_object(j);
    json_key_u64(j, "times", step->times);
    json_key_u64(j, "moved", step->moved);
    json_key_u64(j, "again", step->again);
    json_key_u64(j, "total", step->count);
    json_key(j, "moves");
    json_open_array(j);
    for (uint32_t i = 0; i < step->count; i++)
        if (i < SHOWN_MOVES || (nth < t->depth && step->moves[i].symbol == t->path[nth]))
            add_move(j, step, &step->moves[i], size);
    json_end(j);
    json_end(j);
}

static enum status add_example(struct api_call *call, const struct tree_request *k,
                               const struct joseki_example *e, struct err *err)
{
    const struct mined_line *at = &k->corners.lines[e->line];
    const struct hit hit = {.db = at->db,
                            .segment = at->segment,
                            .id = at->id,
                            .number = at->number,
                            .from = e->ply,
                            .to = e->ply + 1,
                            .plies = 1,
                            .first = e->ply};
    struct game_summary summary;
    enum status st = metadata_summary(search_hit_segment(&k->request, &hit)->metadata, at->number,
                                      &call->arena, &summary, err);
    if (st != STATUS_OK)
        return api_stored(st, err);
    json_open_object(&call->json);
    hit_fields_to_json(&call->json, call->site->game, search_hit_db_name(&k->request, call, &hit),
                       &hit, &summary);
    json_end(&call->json);
    return STATUS_OK;
}

static enum status add_tree(struct api_call *call, const struct tree_request *k,
                            const struct joseki_tree *t, struct err *err)
{
    struct json *j = &call->json;
    int size = (int)k->size;
    enum status st = STATUS_OK;
    json_open_object(j);
    json_key_u64(j, "read", k->corners.line_count);
    json_key_u64(j, "size", k->size);
    json_key_u64(j, "times", t->began.times);
    json_key_u64(j, "games", t->games);
    add_count(j, &t->began);
    json_key_u64(j, "from", t->first_year);
    json_key_u64(j, "to", t->last_year);
    json_key(j, "path");
    json_open_array(j);
    for (uint32_t i = 0; i < t->length; i++)
        add_point(j, t->path[i], size);
    json_end(j);
    json_key(j, "steps");
    json_open_array(j);
    for (uint32_t i = 0; i <= t->depth; i++)
        add_step(j, t, i, size);
    json_end(j);
    json_key(j, "examples");
    json_open_array(j);
    for (uint32_t i = 0; i < t->example_count && st == STATUS_OK; i++)
        st = add_example(call, k, &t->examples[i], err);
    json_end(j);
    json_key_double(j, "seconds", search_request_seconds(&k->request));
    json_end(j);
    json_line(j);
    return st;
}

static enum status read_corners(struct tree_request *k, struct api_call *call, struct err *err)
{
    const struct mine_options options = {
        .encoding = &go_corner_encoding,
        .width = (int)k->size,
        .height = (int)k->size,
        .most_games = MOST_GAMES,
        .threads = pool_cpu_count() / 2 ? pool_cpu_count() / 2 : 1,
        .cancelled = call->request->cancelled,
        .values = k->request.options.values,
    };
    bool all = span_trim(api_text(call, "query")).n == 0;
    return api_stored(mine_read(&k->corners, k->request.in.dbs, k->request.in.count,
                                all ? NULL : &k->request.query, &options, err),
                      err);
}

enum status api_joseki_tree(struct api_call *call, struct err *err)
{
    struct tree_request *k = mem_calloc(1, sizeof *k);
    struct joseki_tree *t = mem_calloc(1, sizeof *t);
    bool open = false;
    enum status st = k && t ? read_request(k, call, err) : err_nomem(err);
    bool is_read = st == STATUS_OK;
    if (st == STATUS_OK)
        st = api_needs_one_process(call, &k->request.in, err);
    if (st == STATUS_OK)
        st = read_corners(k, call, err);
    open = st == STATUS_OK;
    if (open)
        st = joseki_tree_read(t, &k->corners, k->request.in.dbs, k->path, k->length,
                              (uint32_t)k->ahead, err);
    if (st == STATUS_OK)
        st = add_tree(call, k, t, err);
    if (t)
        joseki_tree_release(t);
    if (open)
        mine_result_release(&k->corners);
    if (is_read)
        search_request_release(&k->request);
    mem_free(t);
    mem_free(k);
    return st;
}

/* api_search.c: /api/search, /api/moves and /api/orders. */
#include "base/alloc.h"
#include "query/groups/move_orders.h"
#include "view/report/result_json.h"
#include "web/api/search_request.h"

/* The position at the hit's first matching ply; as far as the moves are right. */
static enum status add_board(struct api_call *call, const struct db_segment *s,
                             const struct hit *hit, void *pos, struct err *err)
{
    const struct game *game = call->site->game;
    struct span start = lines_start_text(&s->lines, line_start(&s->lines, hit->stored_line));
    uint32_t plies = line_plies(&s->lines, hit->stored_line);
    if (start.n == 0)
        game->rules.pos_start(pos);
    else if (game->text.pos_parse(pos, start, err) != STATUS_OK)
        return STATUS_IO;
    for (uint32_t ply = 0; ply < plies && ply < hit->first; ply++) {
        game_move move = line_move(&s->lines, hit->stored_line, ply);
        if (!game->rules.move_is_legal(pos, move))
            break;
        game->rules.play(pos, move);
    }
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    game->text.pos_print(pos, 1, &text);
    json_key_str(&call->json, "sfen", buf_span(&text));
    buf_release(&text);
    return STATUS_OK;
}

static enum status add_hit(struct api_call *call, const struct search_request *q,
                           const struct hit *hit, void *pos, struct err *err)
{
    struct game_summary summary;
    enum status st = metadata_summary(search_hit_segment(q, hit)->metadata, hit->number,
                                      &call->arena, &summary, err);
    if (st != STATUS_OK)
        return api_stored(st, err);
    json_open_object(&call->json);
    hit_fields_to_json(&call->json, call->site->game, search_hit_db_name(q, call, hit), hit,
                       &summary);
    if (pos)
        st = add_board(call, search_hit_segment(q, hit), hit, pos, err);
    json_end(&call->json);
    return api_stored(st, err);
}

/* Whom bare names stand for that others have, too. */
static void add_readings(struct json *j, const struct query *q)
{
    if (!q->readings)
        return;
    json_key(j, "readings");
    json_open_array(j);
    for (const struct name_reading *r = q->readings; r; r = r->next) {
        json_open_object(j);
        json_key_str(j, "word", r->word);
        json_key_str(j, "name", r->name);
        json_key_u64(j, "games", r->games);
        json_key_u64(j, "of", r->of);
        json_end(j);
    }
    json_end(j);
}

static enum status add_hits(struct api_call *call, const struct search_request *q,
                            const struct hits *hits, void *pos, struct err *err)
{
    struct json *j = &call->json;
    enum status st = STATUS_OK;
    json_open_object(j);
    json_key_u64(j, "games", hits->games);
    json_key_u64(j, "spans", hits->spans);
    json_key_u64(j, "positions", hits->positions);
    scores_to_json(j, &q->query, &hits->scores);
    add_readings(j, &q->query);
    search_add_share(q, j);
    json_key_u64(j, "offset", q->options.offset);
    json_key_bool(j, "more", q->options.offset + hits->count < hits->spans);
    json_key(j, "hits");
    json_open_array(j);
    for (size_t i = 0; i < hits->count && st == STATUS_OK; i++)
        st = add_hit(call, q, &hits->at[i], pos, err);
    json_end(j);
    search_add_shards(q, j);
    json_key_double(j, "seconds", search_request_seconds(q));
    json_end(j);
    json_line(j);
    return st;
}

enum status api_search(struct api_call *call, struct err *err)
{
    struct search_request q;
    bool boards;
    enum status st = api_flag(call, "boards", &boards, err);
    if (st == STATUS_OK)
        st = search_request_read(&q, call, err);
    if (st != STATUS_OK)
        return st;
    struct hits hits = {0};
    void *pos = boards ? api_position_room(call) : NULL;
    st = boards && !pos ? err_nomem(err) : search_execute_hits(&q, &hits, err);
    if (st == STATUS_OK)
        st = add_hits(call, &q, &hits, pos, err);
    mem_free(pos);
    hits_release(&hits);
    search_request_release(&q);
    return st;
}

static void add_periods(struct json *j, const struct moves_table *table)
{
    json_key(j, "periods");
    json_open_array(j);
    for (size_t i = 0; i < table->period_count; i++) {
        json_open_object(j);
        json_key_u64(j, "year", table->periods[i].period);
        json_key_u64(j, "games", table->periods[i].games);
        json_key_u64(j, "moved", table->periods[i].moved);
        json_end(j);
    }
    json_end(j);
}

static void add_moves(struct api_call *call, const struct search_request *q,
                      const struct moves_table *table)
{
    struct json *j = &call->json;
    json_open_object(j);
    json_key_u64(j, "games", table->games);
    json_key_u64(j, "moved", table->moved);
    search_add_share(q, j);
    json_key(j, "moves");
    json_open_array(j);
    for (size_t i = 0; i < table->count; i++) {
        if (i >= q->options.limit && (table->rows[i].near != NEAR_ELSEWHERE || !q->options.limit))
            continue; /* tenuki ends the list of a shape */
        json_open_object(j);
        moves_row_fields_to_json(j, &q->query, &table->rows[i]);
        moves_tenuki_to_json(j, call->site->game, table, &table->rows[i], q->options.limit);
        if (q->options.by_years)
            json_key_u64(j, "year", table->rows[i].next.period);
        json_end(j);
    }
    json_end(j);
    if (q->options.by_years)
        add_periods(j, table);
    json_key_u64(j, "total", table->count);
    search_add_shards(q, j);
    json_key_double(j, "seconds", search_request_seconds(q));
    json_end(j);
    json_line(j);
}

/* "first", "every", "last"; nothing: what is usual. */
static enum status read_at(const struct api_call *call, enum moves_at *at, struct err *err)
{
    static const struct msg UNKNOWN = {"at must be first, every or last: %1",
                                       "at は first、every、last のいずれかです: %1"};
    static const struct {
        struct span name;
        enum moves_at at;
    } names[] = {{SPAN_INIT(""), MOVES_AT_USUAL},
                 {SPAN_INIT("first"), MOVES_AT_FIRST},
                 {SPAN_INIT("every"), MOVES_AT_EVERY},
                 {SPAN_INIT("last"), MOVES_AT_LAST}};
    struct span text = api_text(call, "at");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (span_eq(text, names[i].name)) {
            *at = names[i].at;
            return STATUS_OK;
        }
    return err_set(err, STATUS_RANGE, &UNKNOWN, text, SPAN(""));
}

enum status api_moves(struct api_call *call, struct err *err)
{
    struct search_request q;
    uint64_t years;
    enum moves_at at = MOVES_AT_USUAL;
    enum status st = api_number(call, "years", 100, 0, &years, err);
    if (st == STATUS_OK)
        st = read_at(call, &at, err);
    if (st == STATUS_OK)
        st = search_request_read(&q, call, err);
    if (st != STATUS_OK)
        return st;
    q.options.by_years = (uint32_t)years;
    q.options.at = at;
    struct moves_table table = {0};
    st = search_execute_moves(&q, &table, err);
    if (st == STATUS_OK)
        add_moves(call, &q, &table);
    moves_release(&table);
    search_request_release(&q);
    return st;
}

/* --- Orders of moves -------------------------------------------------------------------------- */

enum { USUAL_ORDERS = 8, MOST_ORDERS = 200 };

/* Moves in the notation of the game; as far as they can be made. */
static void add_order(struct api_call *call, const struct move_order *order, void *pos)
{
    const struct game *game = call->site->game;
    struct json *j = &call->json;
    struct buf word;
    buf_init(&word, BUF_DEFAULT_MAX);
    json_open_object(j);
    json_key(j, "moves");
    json_open_array(j);
    game->rules.pos_start(pos);
    for (uint32_t i = 0; i < order->length; i++) {
        buf_clear(&word);
        game->text.move_print(pos, order->moves[i], &word);
        json_str(j, buf_span(&word));
        if (!game->rules.move_is_legal(pos, order->moves[i]))
            break;
        game->rules.play(pos, order->moves[i]);
    }
    json_end(j);
    json_key_u64(j, "games", order->games);
    json_end(j);
    buf_release(&word);
}

static enum status add_orders(struct api_call *call, const struct search_request *q,
                              const struct move_orders *orders, struct err *err)
{
    struct json *j = &call->json;
    void *pos = api_position_room(call);
    if (!pos)
        return err_nomem(err);
    json_open_object(j);
    json_key_u64(j, "games", orders->games);
    json_key_u64(j, "counted", orders->counted);
    json_key_u64(j, "total", orders->distinct);
    json_key(j, "orders");
    json_open_array(j);
    for (uint32_t i = 0; i < orders->count; i++)
        add_order(call, &orders->at[i], pos);
    json_end(j);
    json_key_double(j, "seconds", search_request_seconds(q));
    json_end(j);
    json_line(j);
    mem_free(pos);
    return STATUS_OK;
}

enum status api_orders(struct api_call *call, struct err *err)
{
    struct search_request q;
    struct move_orders orders = {0};
    struct hits hits = {0};
    uint64_t limit;
    enum status st = api_number(call, "limit", MOST_ORDERS, USUAL_ORDERS, &limit, err);
    if (st == STATUS_OK)
        st = search_request_read(&q, call, err);
    if (st != STATUS_OK)
        return st;
    st = api_needs_one_process(call, &q.in, err);
    q.options.limit = UINT64_MAX;
    q.options.offset = 0;
    q.options.lines = false;
    if (st == STATUS_OK)
        st = search_execute_hits(&q, &hits, err);
    if (st == STATUS_OK)
        st = api_stored(move_orders_count(&orders, q.in.dbs, &hits, (uint32_t)limit, err), err);
    if (st == STATUS_OK)
        st = add_orders(call, &q, &orders, err);
    move_orders_release(&orders);
    hits_release(&hits);
    search_request_release(&q);
    return st;
}

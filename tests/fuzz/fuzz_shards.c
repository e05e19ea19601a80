/* fuzz_shards.c: any bytes as a letter between processes of a served cluster, and as whatever can be
 * in one: questions, and parts of all kinds of answers.  What is accepted is within its limits, and
 * what is written of it again reads the same. */
#include <stdlib.h>

#include "base/alloc.h"
#include "cluster/query_parts.h"
#include "games/game.h"
#include "view/report/result_json.h"
#include "web/shards/shard_wire.h"
#include "web/site/facet_count.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void check_request(struct span bytes)
{
    struct shard_request q, again;
    struct buf text;
    enum status status = shard_request_read(&q, bytes, 3, NULL);
    require(status == STATUS_OK || status == STATUS_SYNTAX);
    if (status == STATUS_OK) {
        require(q.kind > 0 && q.kind < SHARD_GET_KINDS && q.count > 0 && q.first + q.count <= 3);
        require(q.query.n <= bytes.n && q.rows.count <= bytes.n);
        buf_init(&text, BUF_DEFAULT_MAX);
        shard_request_write(&text, &q);
        require(shard_request_read(&again, buf_span(&text), 3, NULL) == STATUS_OK);
        require(again.limit == q.limit && again.rows.count == q.rows.count);
        require(span_eq(again.query, q.query));
        shard_request_release(&again);
        buf_release(&text);
    }
    shard_request_release(&q);
}

/* Of no databases: no hit can be theirs. */
static void check_hits(struct span part)
{
    const struct search_options options = {.limit = 100};
    struct query q;
    struct hits hits;
    require(query_parse(&q, &shogi_game, NULL, SPAN("s76fu"), NULL) == STATUS_OK);
    enum status status = search_merge(&q, NULL, 0, &options, &part, 1, &hits, NULL);
    require(status == STATUS_OK || status == STATUS_SYNTAX);
    require(hits.count == 0);
    hits_release(&hits);
    query_release(&q);
}

static void check_moves(struct span part)
{
    const struct span twice[2] = {part, part};
    struct moves_table table;
    struct query q;
    struct buf text;
    struct json j;
    require(query_parse(&q, &shogi_game, NULL, SPAN("s76fu player:a"), NULL) == STATUS_OK);
    enum status status = moves_merge(twice, 2, &table, NULL);
    require(status == STATUS_OK || status == STATUS_SYNTAX);
    buf_init(&text, BUF_DEFAULT_MAX);
    json_init(&j, &text);
    for (size_t i = 0; i < table.count && i < 100; i++) {
        json_open_object(&j);
        moves_row_fields_to_json(&j, &q, &table.rows[i]);
        moves_tenuki_to_json(&j, &go_game, &table, &table.rows[i], 100);
        json_end(&j);
        buf_clear(&text);
    }
    buf_release(&text);
    moves_release(&table);
    query_release(&q);
}

static void check_facets(struct span part)
{
    struct facets *f = mem_calloc(1, sizeof *f);
    require(f != NULL);
    enum status status = facets_from_bytes(f, part, NULL);
    require(status == STATUS_OK || status == STATUS_SYNTAX);
    for (size_t i = 0; i < f->player_count; i++)
        require(f->players[i].name.n <= part.n);
    facets_finish(f);
    facets_free(f);
}

static void check_numbers(struct span part)
{
    uint64_t numbers[64];
    size_t count = 0;
    enum status status = numbers_read(part, numbers, 64, &count, NULL);
    require((status == STATUS_OK || status == STATUS_SYNTAX) && count <= 64);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span bytes = span_make((const char *)data, size), body;
    struct shard_head head;
    if (shard_message_read(bytes, &head, &body)) {
        require(head.kind > 0 && head.kind < SHARD_MESSAGE_KINDS &&
                body.n + SHARD_HEAD_BYTES == size);
        bytes = body;
    }
    check_request(bytes);
    check_hits(bytes);
    check_moves(bytes);
    check_facets(bytes);
    check_numbers(bytes);
    return 0;
}

/* side_games.c: see side_games.h. */
#include "text/compare/side_games.h"

#include "base/alloc.h"
#include "query/language/lexer.h"
#include "query/language/words.h"
#include "query/plan/meta_games.h"

/* --- The player that a query is about --------------------------------------------------------- */

static bool is_player(const struct query_node *n)
{
    return n->op == Q_META && n->ask == META_TEXT &&
           (n->field == META_PLAYER || n->field == META_SEAT);
}

/* Names of one person may be several, joined by "or". */
static bool is_player_part(const struct query *q, uint32_t node)
{
    const struct query_node *n = &q->nodes[node];
    if (n->op != Q_OR)
        return is_player(n);
    for (uint32_t c = n->child; c; c = q->nodes[c].next)
        if (!is_player(&q->nodes[c]) || q->nodes[c].field != META_PLAYER)
            return false;
    return true;
}

/* Whether what holds of the first child holds wherever the node does. */
static bool leads(enum query_op op)
{
    return op == Q_EVER || op == Q_NEVER || op == Q_THEN || op == Q_FOR;
}

/* Counts the parts that name a player who must play; *player is the last one.  As deep as the tree:
 * QUERY_MAX_DEPTH. */
// NOLINTNEXTLINE(misc-no-recursion)
static uint32_t count_players(const struct query *q, uint32_t node, uint32_t *player)
{
    const struct query_node *n = &q->nodes[node];
    uint32_t players = 0;
    if (is_player_part(q, node)) {
        *player = node;
        return 1;
    }
    if (leads(n->op) && n->child)
        return count_players(q, n->child, player);
    for (uint32_t c = n->op == Q_AND ? n->child : 0; c; c = q->nodes[c].next)
        players += count_players(q, c, player);
    return players;
}

bool side_query_has_player(const struct query *q)
{
    uint32_t player;
    return count_players(q, q->root, &player) == 1;
}

/* The query that the player sits there, of nodes that the caller frees and texts that q owns; none
 * if the query says who sits elsewhere. */
static enum status seat_query(const struct query *q, int seat, struct query *out, struct err *err)
{
    uint32_t player = 0;
    (void)count_players(q, q->root, &player);
    *out = *q;
    out->nodes = mem_alloc(((size_t)q->count + 1) * sizeof *out->nodes);
    if (!out->nodes)
        return err_nomem(err);
    memcpy(out->nodes, q->nodes, q->count * sizeof *out->nodes);
    out->root = player;
    out->nodes[player].next = 0;
    uint32_t from = out->nodes[player].op == Q_OR ? out->nodes[player].child : player;
    for (uint32_t i = from; i; i = out->nodes[i].next) {
        struct query_node *n = &out->nodes[i];
        if (n->field == META_SEAT && n->seat != seat)
            out->root = 0;
        n->field = META_SEAT;
        n->seat = seat;
    }
    return STATUS_OK;
}

/* --- Sets ------------------------------------------------------------------------------------- */

/* Takes over the games of a result, segment `first` of all being its first. */
static void take_games(struct query_result *r, struct side_games *s, uint32_t first,
                       uint64_t **(*of)(struct side_part *part, int seat), int seat)
{
    for (uint32_t i = 0; i < r->part_count; i++) {
        uint64_t **bits = of(&s->parts[first + i], seat);
        mem_free(*bits);
        *bits = r->parts[i].games;
        r->parts[i].games = NULL;
    }
}

static uint64_t **all_games_of(struct side_part *part, int seat)
{
    (void)seat;
    return &part->games;
}

static uint64_t **seat_games_of(struct side_part *part, int seat)
{
    return &part->seats[seat];
}

/* Every segment has all its sets, empty ones too. */
static enum status make_sets(struct side_games *s, const struct side_range *range, struct err *err)
{
    uint32_t part = 0;
    for (uint32_t d = 0; d < range->count; d++)
        for (uint32_t i = 0; i < range->dbs[d]->segment_count; i++, part++) {
            size_t words = game_words(&range->dbs[d]->segments[i].lines);
            struct side_part *p = &s->parts[part];
            bool good = p->games || (p->games = mem_calloc(words, sizeof *p->games)) != NULL;
            for (int seat = 0; seat < s->seats; seat++)
                good = good && (p->seats[seat] ||
                                (p->seats[seat] = mem_calloc(words, sizeof **p->seats)) != NULL);
            if (!good)
                return err_nomem(err);
        }
    return STATUS_OK;
}

/* By id and not by number, which compaction changes. */
static int drawn_seat(uint32_t id, int seats)
{
    return (int)((id * UINT64_C(0x9E3779B97F4A7C15) >> 33) % (uint64_t)seats);
}

static void set_seats(const struct side_games *s, struct side_part *p, const struct lines *l)
{
    for (size_t w = 0; w < game_words(l); w++)
        for (int seat = 0; seat < s->seats; seat++) {
            if (s->rule == SIDE_PLAYER)
                p->seats[seat][w] &= p->games[w];
            else if (s->rule == SIDE_EITHER)
                p->seats[seat][w] = p->games[w];
        }
    for (uint32_t number = 0; s->rule == SIDE_DRAWN && number < l->games; number++)
        if (side_has(p->games, number))
            p->seats[drawn_seat(game_id(l, number), s->seats)][number / 64] |= (uint64_t)1
                                                                               << number % 64;
}

static void count_sets(struct side_games *s, const struct side_range *range)
{
    uint32_t part = 0;
    for (uint32_t d = 0; d < range->count; d++)
        for (uint32_t i = 0; i < range->dbs[d]->segment_count; i++, part++) {
            const struct lines *l = &range->dbs[d]->segments[i].lines;
            set_seats(s, &s->parts[part], l);
            for (size_t w = 0; w < game_words(l); w++)
                s->games += (uint64_t)__builtin_popcountll(s->parts[part].games[w]);
        }
}

static enum status find_seats(struct side_games *s, const struct query *q, uint32_t first,
                              const struct side_range *range, const struct search_options *opt,
                              struct err *err)
{
    enum status status = STATUS_OK;
    for (int seat = 0; seat < s->seats && status == STATUS_OK; seat++) {
        struct query at_seat;
        struct query_result r = {0};
        status = seat_query(q, seat, &at_seat, err);
        if (status == STATUS_OK && at_seat.root) {
            status = query_run(&r, &at_seat, range->dbs + range->from, range->to - range->from, opt,
                               KEEP_GAMES, err);
            if (status == STATUS_OK)
                take_games(&r, s, first, seat_games_of, seat);
            query_result_release(&r);
        }
        mem_free(at_seat.nodes);
    }
    return status;
}

enum status side_games_find(struct side_games *s, const struct query *q, enum side_rule rule,
                            const struct side_range *range, const struct search_options *opt,
                            struct err *err)
{
    struct query_result r = {0};
    uint32_t first = 0;
    *s = (struct side_games){.rule = rule, .seats = range->dbs[0]->game->seats};
    for (uint32_t d = 0; d < range->count; d++) {
        s->part_count += range->dbs[d]->segment_count;
        first += d < range->from ? range->dbs[d]->segment_count : 0;
    }
    s->parts = mem_calloc((size_t)s->part_count + 1, sizeof *s->parts);
    if (!s->parts)
        return err_nomem(err);
    enum status status =
        query_run(&r, q, range->dbs + range->from, range->to - range->from, opt, KEEP_GAMES, err);
    if (status == STATUS_OK)
        take_games(&r, s, first, all_games_of, 0);
    query_result_release(&r);
    if (status == STATUS_OK && rule == SIDE_PLAYER)
        status = find_seats(s, q, first, range, opt, err);
    if (status == STATUS_OK)
        status = make_sets(s, range, err);
    if (status == STATUS_OK)
        count_sets(s, range);
    return status;
}

enum status side_games_limit(struct side_games *s, const struct query *q,
                             const struct side_range *range, const struct search_options *opt,
                             struct err *err)
{
    struct query_result r = {0};
    uint32_t part = 0;
    enum status status = query_run(&r, q, range->dbs, range->count, opt, KEEP_GAMES, err);
    s->games = 0;
    for (uint32_t d = 0; d < range->count && status == STATUS_OK; d++)
        for (uint32_t i = 0; i < range->dbs[d]->segment_count; i++, part++)
            for (size_t w = 0; w < game_words(&range->dbs[d]->segments[i].lines); w++) {
                uint64_t left = r.parts[part].games ? r.parts[part].games[w] : 0;
                s->parts[part].games[w] &= left;
                for (int seat = 0; seat < s->seats; seat++)
                    s->parts[part].seats[seat][w] &= left;
                s->games += (uint64_t)__builtin_popcountll(s->parts[part].games[w]);
            }
    query_result_release(&r);
    return status;
}

void side_games_release(struct side_games *s)
{
    for (uint32_t i = 0; s->parts && i < s->part_count; i++) {
        mem_free(s->parts[i].games);
        for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
            mem_free(s->parts[i].seats[seat]);
    }
    mem_free(s->parts);
    *s = (struct side_games){0};
}

void side_word(const struct named_query *n, const struct game *game, int seat, struct buf *out)
{
    buf_printf(out, "%s.", words_of_game(game)->seats[seat]);
    buf_add_span(out, n->group);
    buf_add_char(out, ':');
    lexer_quote(n->name, out);
}

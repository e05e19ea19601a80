/* plan_patterns.c: where drawn diagrams may be; see plan.h.
 *
 * A diagram that says what is on every point is a whole position and is found by its key.  One in
 * a corner is a set of stones on known points: lines that never had them all are left out.  One at
 * a side or anywhere can be at so many places that nearly every line has the stones of some of
 * them: then all lines are looked at, which needs no walk. */
#include "base/alloc.h"
#include "query/language/patterns.h"
#include "query/plan/plan_internal.h"

/* Places at which the lists of facts are asked. */
enum { MOST_PLACES = 2 };

void plan_find_boards(struct plan_work *w)
{
    const struct pattern_game *game = patterns_of_game(w->with->q->game);
    const struct lines *l = &w->with->segment->lines;
    w->boards_known = true;
    for (uint32_t start = 0; start < l->starts && !w->boards_many; start++) {
        uint32_t board = game->board(lines_start_text(l, start)), i = 0;
        while (i < w->board_count && w->boards[i] != board)
            i++;
        if (i < w->board_count)
            continue;
        w->boards_many = board == 0 || w->board_count == PLAN_MAX_BOARDS;
        if (!w->boards_many)
            w->boards[w->board_count++] = board;
    }
}

static uint32_t shortest(const struct plan_work *w, const uint32_t *facts, uint32_t count)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = fact_list_length(&w->with->segment->facts, facts[i]);
        least = length < least ? length : least;
    }
    return least;
}

/* At most so many windows on the boards of one size. */
static uint64_t estimate_on(const struct plan_work *w, const struct query_node *n, uint32_t board)
{
    const struct pattern_game *game = patterns_of_game(w->with->q->game);
    struct position_key keys[GAME_MAX_SEATS];
    uint32_t facts[GAME_MAX_FACTS], places = game->place_count(n->pattern, board);
    uint64_t sum = 0;
    bool lasting;
    if (game->whole(n->pattern, board, keys))
        return 1;
    if (places > MOST_PLACES)
        return UINT64_MAX;
    for (uint32_t i = 0; i < places; i++) {
        uint32_t count = game->place_facts(n->pattern, board, i, facts, &lasting);
        bool variations =
            w->with->opt->lines && w->with->segment->lines.count > w->with->segment->lines.games;
        if (count == 0 || (!lasting && variations)) /* stones may have come before the variation */
            return UINT64_MAX;
        sum += shortest(w, facts, count);
    }
    return sum;
}

uint64_t plan_estimate_pattern(struct plan_work *w, const struct query_node *n)
{
    uint64_t sum = 0;
    if (!w->boards_known)
        plan_find_boards(w);
    for (uint32_t i = 0; i < w->board_count; i++) {
        uint64_t size = estimate_on(w, n, w->boards[i]);
        sum = size > UINT64_MAX - sum ? UINT64_MAX : sum + size;
    }
    return w->boards_many ? UINT64_MAX : sum;
}

/* As many windows as there would be if stones came to points independently of each other. */
static double expect_on(const struct plan_work *w, const struct query_node *n, uint32_t board)
{
    const struct pattern_game *game = patterns_of_game(w->with->q->game);
    struct position_key keys[GAME_MAX_SEATS];
    uint32_t facts[GAME_MAX_FACTS], places = game->place_count(n->pattern, board);
    double sum = 0, lines = w->with->segment->lines.count;
    bool lasting;
    for (uint32_t i = 0; i < places && i < MOST_PLACES; i++) {
        double share = game->whole(n->pattern, board, keys) ? 0 : 1;
        uint32_t count = share > 0 ? game->place_facts(n->pattern, board, i, facts, &lasting) : 0;
        for (uint32_t f = 0; f < count; f++)
            share *= fact_list_length(&w->with->segment->facts, facts[f]) / lines;
        sum += share * lines;
    }
    return sum;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static double expect(struct plan_work *w, uint32_t node)
{
    const struct query_node *n = &w->with->q->nodes[node];
    double sum = 0;
    if (n->op == Q_PATTERN && !w->boards_known)
        plan_find_boards(w);
    for (uint32_t i = 0; n->op == Q_PATTERN && i < w->board_count; i++)
        sum += expect_on(w, n, w->boards[i]);
    for (uint32_t c = n->op == Q_OR ? n->child : 0; c; c = w->with->q->nodes[c].next)
        sum += expect(w, c);
    return sum;
}

bool plan_patterns_common(struct plan_work *w, uint32_t node)
{
    /* of 33,226 games one in seven is left out then: less than going through lists costs */
    const double COMMON = 2;
    return expect(w, node) > COMMON * w->with->segment->lines.count;
}

/* From where the stones were first there to the end: moves that are drawn come after them. */
static void make_lasting(struct fact_candidates *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++)
        if (kept == 0 || c->at[kept - 1].line != c->at[i].line) {
            c->at[kept] = c->at[i];
            c->at[kept++].to = UINT32_MAX;
        }
    c->count = kept;
}

static enum status windows_of_key(struct plan_work *w, const struct position_key *keys,
                                  struct windows *out, struct err *err)
{
    enum status status = STATUS_OK;
    if (!*w->with->replay)
        status = replay_open(w->with->replay, w->with->q->game, err);
    for (int seat = 0; seat < w->with->q->game->seats && status == STATUS_OK; seat++) {
        struct occurrences found = {0};
        struct windows here = {0};
        status =
            position_find(&w->with->segment->positions, keys[seat], *w->with->replay, &found, err);
        if (status == STATUS_OK)
            status = windows_of_occurrences(&found, &here, err);
        if (status == STATUS_OK)
            status = windows_join(out, &here, err);
        else
            windows_release(&here);
        occurrences_release(&found);
    }
    return status;
}

static enum status windows_at(struct plan_work *w, const struct query_node *n, uint32_t board,
                              uint32_t place, struct windows *out, struct err *err)
{
    const struct pattern_game *game = patterns_of_game(w->with->q->game);
    uint32_t facts[GAME_MAX_FACTS];
    bool lasting;
    struct windows here = {0};
    uint32_t count = game->place_facts(n->pattern, board, place, facts, &lasting);
    plan_note_facts(w, NULL, facts, count);
    enum status status = fact_intersect(&w->with->segment->facts, facts, count, w->allowed,
                                        &w->with->segment->lines, &here.c, err);
    if (status == STATUS_OK && !lasting)
        make_lasting(&here.c);
    if (status == STATUS_OK)
        return windows_join(out, &here, err);
    windows_release(&here);
    return status;
}

enum status plan_windows_of_pattern(struct plan_work *w, const struct query_node *n,
                                    struct windows *out, struct err *err)
{
    static const struct msg stones = {"diagram at a fixed place, by its stones: %1",
                                      "位置の決まった図（石で）: %1"};
    static const struct msg key = {"whole-board diagram, by its key: %1", "盤全体の図（鍵で）: %1"};
    const struct pattern_game *game = patterns_of_game(w->with->q->game);
    struct position_key keys[GAME_MAX_SEATS];
    enum status status = STATUS_OK;
    uint64_t estimate = plan_estimate_pattern(w, n);
    if (estimate == UINT64_MAX)
        return STATUS_OK; /* anywhere */
    *out = (struct windows){0};
    for (uint32_t i = 0; i < w->board_count && status == STATUS_OK; i++) {
        uint32_t board = w->boards[i], places = game->place_count(n->pattern, board);
        bool whole = game->whole(n->pattern, board, keys);
        if (places)
            plan_note(w, whole ? &key : &stones, n->position, whole ? UINT64_MAX : estimate);
        if (whole)
            status = windows_of_key(w, keys, out, err);
        for (uint32_t p = 0; p < places && !whole && status == STATUS_OK; p++)
            status = windows_at(w, n, board, p, out, err);
    }
    if (status == STATUS_OK)
        plan_note_windows(w, out);
    return status;
}

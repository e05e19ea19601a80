/* meta_games.c: the games of a segment of which something is true; see meta_games.h. */
#include "query/plan/meta_games.h"

#include "base/alloc.h"
#include "db/db_people.h"
#include "db/record_index.h"
#include "query/language/tree.h"
#include "query/stop.h"

/* The last day that a date with missing parts may stand for. */
static uint32_t latest(uint32_t date)
{
    if (date_month(date) == 0)
        return date | 511;
    return date_day(date) == 0 ? date | 31 : date;
}

/* Is a date between two others, all as columns.h packs them?  Parts that are missing stand for all
 * that they could be; an unknown date is not. */
static bool date_within(uint32_t date, uint32_t low, uint32_t high)
{
    return date != 0 && date <= latest(high) && latest(date) >= low;
}

static bool rating_fits(const struct query_node *n, const struct columns *c, uint32_t number)
{
    bool known = false;
    for (int seat = 0; seat < (int)c->seats; seat++) {
        unsigned rating = column_value(&c->column[COLUMN_RATING + seat], number);
        if (rating == 0 || (n->seat >= 0 && n->seat != seat))
            continue;
        known = true;
        if (!query_compare(rating, n->compare, n->number))
            return false;
    }
    return known;
}

static bool result_fits(const struct query_node *n, const struct columns *c, uint32_t number)
{
    if (n->seat >= (int)c->seats)
        return false;
    uint32_t result = column_value(&c->column[COLUMN_RESULT], number);
    if (n->seat >= 0)
        return column_points_of(result, n->seat) == POINTS_WIN;
    int wanted = n->seat == -1 ? POINTS_DRAW : POINTS_UNKNOWN;
    bool some = column_points_of(result, 0) == wanted; /* in a game of two: of both */
    for (int seat = 1; seat < (int)c->seats && c->seats > 2; seat++)
        some |= column_points_of(result, seat) == wanted;
    return some;
}

/* Both sides must fit; a board is of another size if one of them is. */
static bool size_fits(const struct query_node *n, struct board_shape board)
{
    if (n->low)
        return board.width == n->number && board.height == n->low;
    bool wide = query_compare(board.width, n->compare, n->number);
    bool high = query_compare(board.height, n->compare, n->number);
    return n->compare == COMPARE_NE ? wide || high : wide && high;
}

/* The columns that game_fits() reads, verified. */
static struct columns columns_of(const struct query_node *n, const struct columns *c)
{
    switch (n->ask) {
    case META_RATING:
        return columns_verify(c, COLUMN_RATING, COLUMN_PLAYER);
    case META_DATE:
        return columns_verify(c, COLUMN_DATE, COLUMN_DATE + 1);
    case META_RESULT:
        return columns_verify(c, COLUMN_RESULT, COLUMN_RESULT + 1);
    case META_END:
        return columns_verify(c, COLUMN_END, COLUMN_END + 1);
    case META_HANDICAP:
        return columns_verify(c, COLUMN_HANDICAP, COLUMN_HANDICAP + 1);
    default:
        return *c;
    }
}

static bool game_fits(const struct query_node *n, const struct db_segment *s,
                      const struct columns *c, uint32_t number)
{
    switch (n->ask) {
    case META_RATING:
        return rating_fits(n, c, number);
    case META_PLIES:
        return query_compare(line_plies(&s->lines, number), n->compare, n->number);
    case META_DATE:
        return date_within(column_value(&c->column[COLUMN_DATE], number), n->low, n->high);
    case META_RESULT:
        return result_fits(n, c, number);
    case META_END:
        return column_value(&c->column[COLUMN_END], number) == n->number;
    case META_HANDICAP:
        return column_value(&c->column[COLUMN_HANDICAP], number) == n->number;
    case META_ID: {
        uint32_t id = game_id(&s->lines, number);
        return id >= n->low && id <= n->high;
    }
    case META_SIZE:
    case META_TEXT:
    case META_KOMI:
        break;
    }
    return false;
}

static enum status board_of_start(const struct lines *l, uint32_t start, void *pos,
                                  struct board_shape *board, struct err *err)
{
    struct span text = lines_start_text(l, start);
    *board = l->game->board;
    if (text.n == 0 || !l->game->rules.pos_board)
        return STATUS_OK;
    enum status status = l->game->text.pos_parse(pos, text, err);
    if (status == STATUS_OK)
        *board = l->game->rules.pos_board(pos);
    return status;
}

/* The board is that of the start position, which many games share. */
static enum status match_size(const struct query_node *n, const struct lines *l, uint64_t *bits,
                              struct err *err)
{
    enum status status = STATUS_OK;
    bool fits = false;
    void *pos = mem_alloc(l->game->pos_bytes);
    if (!pos)
        return err_nomem(err);
    for (uint32_t number = 0, last = UINT32_MAX; number < l->games; number++) {
        uint32_t start = line_start(l, number);
        if (start != last) {
            struct board_shape board;
            status = board_of_start(l, start, pos, &board, err);
            if (status != STATUS_OK)
                break;
            fits = size_fits(n, board);
            last = start;
        }
        if (fits)
            bits[number / 64] |= (uint64_t)1 << number % 64;
    }
    mem_free(pos);
    return status;
}

static enum status match_komi(const struct query_node *n, const struct db_segment *s,
                              const atomic_bool *cancelled, uint64_t *bits, struct err *err)
{
    const int32_t *komi;
    enum status status = record_index_komi(s->records, s, cancelled, &komi, err);
    for (uint32_t number = 0; status == STATUS_OK && komi && number < s->lines.games; number++)
        if (komi[number] != INT32_MIN && query_compare(komi[number], n->compare, n->value))
            bits[number / 64] |= (uint64_t)1 << number % 64;
    return status;
}

struct wanted_people {
    const struct people_index *index;
    bool *wanted; /* by person */
};

static bool is_wanted_name(const void *ctx, struct span name)
{
    const struct wanted_people *w = ctx;
    uint32_t person = people_index_person(w->index, name);
    return person != PEOPLE_NOBODY && w->wanted[person];
}

static enum status match_text(const struct query_node *n, const struct db_segment *s,
                              uint64_t *bits, struct err *err)
{
    return metadata_match(s->metadata, n->field, n->seat, n->text, n->compare == COMPARE_EQ, bits,
                          err);
}

/* A name stands for the person: all spellings of whoever has the text in one, or with == of whoever
 * has that name. */
static enum status match_people(const struct query_node *n, const struct db_segment *s,
                                uint64_t *bits, struct err *err)
{
    struct wanted_people w = {0};
    bool any = false;
    enum status status = s->db ? db_people_index(s->db, &w.index, err) : STATUS_OK;
    if (status == STATUS_OK && w.index) {
        w.wanted = mem_calloc((size_t)w.index->count + 1, sizeof *w.wanted);
        if (!w.wanted)
            status = err_nomem(err);
        else
            status = (n->person ? people_index_find : people_index_match)(w.index, n->text,
                                                                          w.wanted, &any, err);
    }
    const struct name_widening more = {is_wanted_name, &w};
    const int seat = n->field == META_SEAT ? n->seat : -1;
    if (status == STATUS_OK && n->person)
        status = any ? metadata_match_names(s->metadata, seat, &more, bits, err)
                     : match_text(n, s, bits, err);
    else if (status == STATUS_OK)
        status = metadata_match_people(s->metadata, seat, n->text, any ? &more : NULL, bits, err);
    mem_free(w.wanted);
    return status;
}

static enum status match_leaf(const struct query_node *n, const struct db_segment *s,
                              const atomic_bool *cancelled, uint64_t *bits, struct err *err)
{
    memset(bits, 0, game_words(&s->lines) * sizeof *bits);
    if (n->ask == META_KOMI)
        return match_komi(n, s, cancelled, bits, err);
    if (n->ask == META_TEXT && n->field == META_COMMENT)
        return record_index_match(s->records, s, n->text, cancelled, bits, err);
    if (n->ask == META_TEXT && (n->person || n->compare != COMPARE_EQ) &&
        (n->field == META_PLAYER || n->field == META_SEAT))
        return match_people(n, s, bits, err);
    if (n->ask == META_TEXT)
        return match_text(n, s, bits, err);
    if (n->ask == META_SIZE)
        return match_size(n, &s->lines, bits, err);
    const struct columns columns = columns_of(n, &s->columns);
    for (uint32_t number = 0; number < s->lines.games; number++)
        if (game_fits(n, s, &columns, number))
            bits[number / 64] |= (uint64_t)1 << number % 64;
    return STATUS_OK;
}

static void set_all(const struct lines *l, uint64_t *bits)
{
    size_t words = game_words(l);
    memset(bits, 0xFF, words * sizeof *bits);
    if (l->games % 64)
        bits[words - 1] = ~(uint64_t)0 >> (64 - l->games % 64);
    if (l->games == 0)
        bits[0] = 0;
}

/* As deep as the tree: QUERY_MAX_DEPTH. */
// NOLINTNEXTLINE(misc-no-recursion)
static enum status join(const struct query *q, uint32_t node, const struct db_segment *s,
                        const atomic_bool *cancelled, uint64_t *bits, struct err *err)
{
    const struct query_node *n = &q->nodes[node];
    size_t words = game_words(&s->lines);
    uint64_t *child_bits = mem_alloc(words * sizeof *child_bits);
    if (!child_bits)
        return err_nomem(err);
    enum status status = STATUS_OK;
    if (n->op == Q_AND)
        set_all(&s->lines, bits);
    else
        memset(bits, 0, words * sizeof *bits);
    for (uint32_t c = n->child; c && status == STATUS_OK; c = q->nodes[c].next) {
        status = meta_games(q, c, s, cancelled, child_bits, err);
        for (size_t w = 0; status == STATUS_OK && w < words; w++)
            bits[w] = n->op == Q_AND ? bits[w] & child_bits[w] : bits[w] | child_bits[w];
    }
    mem_free(child_bits);
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion)
enum status meta_games(const struct query *q, uint32_t node, const struct db_segment *s,
                       const atomic_bool *cancelled, uint64_t *bits, struct err *err)
{
    const struct query_node *n = &q->nodes[node];
    enum status status = query_stopped(cancelled, err);
    if (status != STATUS_OK)
        return status;
    if (n->op == Q_META)
        return match_leaf(n, s, cancelled, bits, err);
    if (n->op != Q_NOT)
        return join(q, node, s, cancelled, bits, err);
    status = meta_games(q, n->child, s, cancelled, bits, err);
    for (size_t w = 0; status == STATUS_OK && w < game_words(&s->lines); w++)
        bits[w] = ~bits[w];
    if (status == STATUS_OK && s->lines.games % 64)
        bits[game_words(&s->lines) - 1] &= ~(uint64_t)0 >> (64 - s->lines.games % 64);
    return status;
}

static void join_words(uint64_t *to, const uint64_t *from, size_t words, enum query_op op)
{
    for (size_t w = 0; w < words; w++)
        to[w] = op == Q_AND ? to[w] & from[w] : to[w] | from[w];
}

/* The games of each player's images, or of each alternative: those that leave no player open are
 * played as they are written. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static enum status side_alternatives(const struct query *q, uint32_t node,
                                     const struct db_segment *s, const atomic_bool *cancelled,
                                     uint64_t *const bits[2], uint64_t *const of_child[2],
                                     struct err *err)
{
    const struct query_node *n = &q->nodes[node];
    const size_t words = game_words(&s->lines);
    enum status status = STATUS_OK;
    for (int side = 0; side < 2; side++)
        memset(bits[side], 0, words * sizeof **bits);
    for (uint32_t c = n->child; c && status == STATUS_OK; c = q->nodes[c].next) {
        bool open = n->sides == SIDES_FIXED && query_has_sides(q, c);
        uint8_t plays = open                       ? PLAYS_BOTH
                        : n->sides == SIDES_IMAGES ? q->nodes[c].plays
                                                   : PLAYS_WRITTEN;
        status = open ? meta_side_games(q, c, s, cancelled, of_child, err)
                      : meta_games(q, c, s, cancelled, of_child[0], err);
        for (int side = 0; side < 2 && status == STATUS_OK; side++)
            if (plays >> side & 1)
                join_words(bits[side], of_child[open ? side : 0], words, Q_OR);
    }
    return status;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
enum status meta_side_games(const struct query *q, uint32_t node, const struct db_segment *s,
                            const atomic_bool *cancelled, uint64_t *const bits[2], struct err *err)
{
    const struct query_node *n = &q->nodes[node];
    const size_t words = game_words(&s->lines);
    uint64_t *room = mem_alloc(2 * words * sizeof *room);
    if (!room)
        return err_nomem(err);
    uint64_t *const more[2] = {room, room + words};
    enum status status;
    if (n->op == Q_OR && n->sides != SIDES_SAME) {
        status = side_alternatives(q, node, s, cancelled, bits, more, err);
    } else {
        status = meta_games(q, node, s, cancelled, bits[0], err);
        if (status == STATUS_OK)
            memcpy(bits[1], bits[0], words * sizeof **bits);
        if (status == STATUS_OK && n->sides != SIDES_SAME)
            status = meta_side_games(q, query_sided_child(q, node), s, cancelled, more, err);
        for (int side = 0; side < 2 && status == STATUS_OK && n->sides != SIDES_SAME; side++)
            join_words(bits[side], more[side], words, Q_AND);
    }
    mem_free(room);
    return status;
}

enum status meta_player_games(const struct query *q, uint32_t node, int seat,
                              const struct db_segment *s, uint64_t *bits, struct err *err)
{
    struct query_node n = q->nodes[node];
    n.field = META_SEAT;
    n.seat = seat;
    return match_leaf(&n, s, NULL, bits, err);
}

/* games_writer.c: see games_writer.h.
 *
 *     add    moves of a game and its variations → one long array, in the order of input
 *            record → pack; figures and names → values, metadata
 *     sort   an order of games by start and moves; lines and moves laid out in it
 *     write  section by section
 *
 * Memory: the moves are there twice while they are put in order, everything else once.  240,000
 * generated games of 108.7 plies, each from a file of its own, took 96 MB when all were added and
 * 154 MB at the most, while they were put in order; their sections take 67 MB on disk. */
#include "store/games_writer.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash_index.h"
#include "store/metadata/metadata_writer.h"
#include "store/metadata/text_table.h"
#include "store/record_codec.h"

/* A line as it was added; `game` is its place in the order of input. */
struct stored_line {
    uint32_t game, first, plies, fresh;
};

struct games_writer {
    const struct game *game;
    uint32_t *ids;             /* of games, ascending */
    struct stored_line *games; /* fresh: number of the start text */
    struct stored_line *variations;
    uint64_t *fingerprints; /* of games */
    uint32_t *values;       /* COLUMN_COUNT of each game */
    size_t id_cap, game_cap, fingerprint_cap, value_cap, variation_cap;
    uint32_t game_count, variation_count;
    uint64_t left_out;
    struct hash_index by_fingerprint;
    struct text_table starts;
    struct buf moves;
    game_move *path; /* of the walk through a tree */
    uint32_t *path_node;
    size_t path_cap;
    struct entry_packer packer;
    struct source_list more;
    struct metadata_writer metadata;
    /* after sorting */
    uint32_t *order; /* numbers to places in the order of input */
    struct buf lines_bytes, sorted_moves, columns_bytes;
    struct lines lines;
    struct columns columns;
};

static const struct msg TOO_MUCH = {"the segment is full", "セグメントの上限を超えました"};
static const struct msg LONG_LINE = {"record %1: a line of more than %2 moves cannot be stored",
                                     "%1 局目: %2 手を超える手順は保存できません"};
static const struct msg LARGE_ENTRY = {"record %1: more than %2 bytes cannot be stored",
                                       "%1 局目: %2 バイトを超える棋譜は保存できません"};
static const struct msg WIDE_MOVE = {"record %1: a move of more than %2 bits cannot be stored",
                                     "%1 局目: %2 ビットを超える指し手は保存できません"};
static const struct msg BAD_ID = {"ids must be in ascending order",
                                  "番号は昇順でなければなりません"};
static const struct msg NO_GAME = {"no such game", "その棋譜はありません"};
static const struct msg NOT_SOUND = {"the lines are inconsistent", "手順表が矛盾しています"};

enum { MAX_GAMES = 1 << 28 };

enum status games_writer_open(struct games_writer **out, const struct game *game, struct err *err)
{
    struct games_writer *w = *out = mem_calloc(1, sizeof *w);
    if (!w)
        return err_nomem(err);
    w->game = game;
    text_table_init(&w->starts);
    buf_init(&w->moves, SIZE_MAX / 2);
    entry_packer_init(&w->packer);
    source_list_init(&w->more);
    metadata_writer_init(&w->metadata, game);
    buf_init(&w->lines_bytes, SIZE_MAX / 2);
    buf_init(&w->sorted_moves, SIZE_MAX / 2);
    buf_init(&w->columns_bytes, SIZE_MAX / 2);
    return STATUS_OK;
}

void games_writer_close(struct games_writer *w)
{
    if (!w)
        return;
    mem_free(w->ids);
    mem_free(w->games);
    mem_free(w->variations);
    mem_free(w->fingerprints);
    mem_free(w->values);
    hash_index_release(&w->by_fingerprint);
    mem_free(w->path);
    mem_free(w->path_node);
    mem_free(w->order);
    text_table_release(&w->starts);
    buf_release(&w->moves);
    entry_packer_release(&w->packer);
    source_list_release(&w->more);
    metadata_writer_release(&w->metadata);
    buf_release(&w->lines_bytes);
    buf_release(&w->sorted_moves);
    buf_release(&w->columns_bytes);
    mem_free(w);
}

/* --- Moves ----------------------------------------------------------------------------------- */

static void put_move(char *p, unsigned bytes, game_move move)
{
    char eight[8];
    le_put64(eight, move);
    memcpy(p, eight, bytes);
}

static game_move get_move(const char *p, unsigned bytes)
{
    if (bytes == 2)
        return le_get16(p);
    return bytes == 4 ? le_get32(p) : le_get64(p);
}

static enum status add_move(struct games_writer *w, game_move move, struct err *err)
{
    unsigned bytes = w->game->move_bytes;
    if (w->moves.n / bytes == UINT32_MAX)
        return err_plain(err, STATUS_LIMIT, &TOO_MUCH);
    if (!buf_reserve(&w->moves, bytes))
        return err_nomem(err);
    put_move(w->moves.p + w->moves.n, bytes, move);
    w->moves.n += bytes;
    return STATUS_OK;
}

static uint32_t moves_so_far(const struct games_writer *w)
{
    return (uint32_t)(w->moves.n / w->game->move_bytes);
}

static enum status add_main_line(struct games_writer *w, const struct record *rec,
                                 struct stored_line *line, struct err *err)
{
    enum status status = STATUS_OK;
    line->first = moves_so_far(w);
    for (uint32_t node = rec->nodes[0].child; node && rec->nodes[node].move && status == STATUS_OK;
         node = rec->nodes[node].child)
        status = add_move(w, rec->nodes[node].move, err);
    line->plies = moves_so_far(w) - line->first;
    return status;
}

/* --- Variations ------------------------------------------------------------------------------ */

/* Where the walk through a record's tree is: the moves that lead there, how many of them belong to
 * a line that was seen before, and what this game has added. */
struct tree_walk {
    uint32_t depth, shared;
    uint32_t lines, moves;
};

static bool has_next_move(const struct record *rec, uint32_t node)
{
    for (uint32_t child = rec->nodes[node].child; child; child = rec->nodes[child].sibling)
        if (rec->nodes[child].move)
            return true;
    return false;
}

static bool path_room(struct games_writer *w, uint32_t depth)
{
    if (depth < w->path_cap)
        return true;
    size_t cap = 2 * (size_t)depth + 256;
    game_move *path = mem_realloc_array(w->path, cap, sizeof *path);
    if (path)
        w->path = path;
    uint32_t *nodes = mem_realloc_array(w->path_node, cap, sizeof *nodes);
    if (nodes)
        w->path_node = nodes;
    if (path && nodes)
        w->path_cap = cap;
    return path && nodes;
}

/* Goes from where the walk is to a node whose parent is on the path. */
static bool step_to(struct games_writer *w, const struct record *rec, struct tree_walk *walk,
                    uint32_t node)
{
    while (walk->depth && w->path_node[walk->depth - 1] != rec->nodes[node].parent)
        walk->depth--;
    if (walk->shared > walk->depth)
        walk->shared = walk->depth;
    if (!path_room(w, walk->depth))
        return false;
    w->path[walk->depth] = rec->nodes[node].move;
    w->path_node[walk->depth++] = node;
    return true;
}

static enum status add_variation(struct games_writer *w, struct tree_walk *walk, struct err *err)
{
    if (walk->lines == VARIATION_MAX_LINES || walk->depth > VARIATION_MAX_MOVES - walk->moves) {
        w->left_out++;
        return STATUS_OK;
    }
    struct stored_line *more =
        mem_grow(w->variations, w->variation_count, &w->variation_cap, MAX_GAMES, sizeof *more);
    if (!more)
        return err_nomem(err);
    w->variations = more;
    more += w->variation_count++;
    *more = (struct stored_line){w->game_count, moves_so_far(w), walk->depth, walk->shared + 1};
    walk->lines++;
    walk->moves += walk->depth;
    walk->shared = walk->depth;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < walk->depth && status == STATUS_OK; i++)
        status = add_move(w, w->path[i], err);
    return status;
}

/* Every leaf but the main line's is a line of its own.  The order is that of reading, in which the
 * line stored last shares more with a line than any earlier one does.  A game may go on, as a
 * variation, behind the end of its main line. */
static enum status add_variations(struct games_writer *w, const struct record *rec, uint32_t plies,
                                  struct err *err)
{
    if (rec->node_count <= plies + 2)
        return STATUS_OK; /* the main line and its end */
    struct tree_walk walk = {0};
    uint32_t last = record_last_move(rec, &plies);
    enum status status = STATUS_OK;
    for (uint32_t node = record_next(rec, 0); node && status == STATUS_OK;
         node = record_next(rec, node)) {
        if (!rec->nodes[node].move)
            continue;
        if (!step_to(w, rec, &walk, node))
            return err_nomem(err);
        if (node == last)
            walk.shared = walk.depth;
        else if (!has_next_move(rec, node))
            status = add_variation(w, &walk, err);
    }
    return status;
}

/* --- Finding among those added --------------------------------------------------------------- */

static bool equal_game(const struct games_writer *w, uint32_t number, const struct record *rec)
{
    const struct stored_line *g = &w->games[number];
    unsigned bytes = w->game->move_bytes;
    const char *p = w->moves.p + (size_t)g->first * bytes;
    if (!span_eq(text_table_get(&w->starts, g->fresh), record_start_text(rec)))
        return false;
    uint32_t node = rec->nodes[0].child, i = 0;
    for (; i < g->plies && node && rec->nodes[node].move; i++, node = rec->nodes[node].child)
        if (get_move(p + (size_t)i * bytes, bytes) != rec->nodes[node].move)
            return false;
    return i == g->plies && !(node && rec->nodes[node].move);
}

bool games_writer_find(const struct games_writer *w, const struct record *rec, uint32_t *id)
{
    uint64_t fingerprint = game_fingerprint(rec);
    uint32_t number;
    for (size_t at = hash_index_first(&w->by_fingerprint, fingerprint);
         hash_index_next(&w->by_fingerprint, fingerprint, &at, &number);)
        if (w->fingerprints[number] == fingerprint && equal_game(w, number, rec)) {
            *id = w->ids[number];
            return true;
        }
    return false;
}

static bool place_of_id(const struct games_writer *w, uint32_t id, uint32_t *place)
{
    uint32_t low = 0, high = w->game_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (w->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    *place = low;
    return low < w->game_count && w->ids[low] == id;
}

bool games_writer_points(const struct games_writer *w, uint32_t id, int8_t points[GAME_MAX_SEATS])
{
    uint32_t place;
    if (!w->values || !place_of_id(w, id, &place))
        return false;
    uint32_t result = w->values[(size_t)place * COLUMN_COUNT + COLUMN_RESULT];
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++) {
        uint32_t two = result >> 2 * seat & 3;
        points[seat] = two == 3 ? POINTS_UNKNOWN : (int8_t)two;
    }
    return true;
}

/* --- What can be added ------------------------------------------------------------------------ */

static enum status refuse(const struct record *rec, const struct msg *what, uint64_t limit,
                          struct err *err)
{
    return err_set(err, STATUS_LIMIT, what, SPAN_U64((uint64_t)rec->number_in_file + 1),
                   SPAN_U64(limit));
}

/* More plies than nodes there cannot be, so only huge records are walked through. */
static bool lines_are_short(const struct record *rec)
{
    if (rec->node_count <= GAME_MAX_PLIES)
        return true;
    uint32_t depth = 0;
    for (uint32_t node = record_next(rec, 0), before = 0; node; node = record_next(rec, node)) {
        for (; before != rec->nodes[node].parent; before = rec->nodes[before].parent)
            depth--;
        before = node;
        if (++depth > GAME_MAX_PLIES && rec->nodes[node].move)
            return false;
    }
    return true;
}

static bool moves_fit(const struct record *rec)
{
    unsigned bits = 8 * rec->game->move_bytes;
    for (uint32_t i = 0; bits < 64 && i < rec->node_count; i++)
        if (rec->nodes[i].move >> bits)
            return false;
    return true;
}

enum status games_writer_check(const struct record *rec, struct span entry, struct err *err)
{
    if (entry.n > ENTRY_MAX_BYTES)
        return refuse(rec, &LARGE_ENTRY, ENTRY_MAX_BYTES, err);
    if (!lines_are_short(rec))
        return refuse(rec, &LONG_LINE, GAME_MAX_PLIES, err);
    return moves_fit(rec) ? STATUS_OK : refuse(rec, &WIDE_MOVE, 8 * rec->game->move_bytes, err);
}

/* --- Adding ---------------------------------------------------------------------------------- */

static bool grow_all(struct games_writer *w)
{
    uint32_t *ids = mem_grow(w->ids, w->game_count, &w->id_cap, MAX_GAMES, sizeof *ids);
    if (ids)
        w->ids = ids;
    struct stored_line *games =
        mem_grow(w->games, w->game_count, &w->game_cap, MAX_GAMES, sizeof *games);
    if (games)
        w->games = games;
    uint64_t *fingerprints = mem_grow(w->fingerprints, w->game_count, &w->fingerprint_cap,
                                      MAX_GAMES, sizeof *fingerprints);
    if (fingerprints)
        w->fingerprints = fingerprints;
    uint32_t *values =
        mem_grow(w->values, w->game_count, &w->value_cap, MAX_GAMES, COLUMN_COUNT * sizeof *values);
    if (values)
        w->values = values;
    return ids && games && fingerprints && values;
}

static enum status add_lines(struct games_writer *w, const struct record *rec, struct err *err)
{
    struct stored_line *game = &w->games[w->game_count];
    *game = (struct stored_line){.game = w->game_count};
    if (!text_table_add(&w->starts, record_start_text(rec), &game->fresh))
        return err_nomem(err);
    enum status status = add_main_line(w, rec, game, err);
    return status == STATUS_OK ? add_variations(w, rec, game->plies, err) : status;
}

enum status games_writer_add(struct games_writer *w, uint32_t id, const struct record *rec,
                             struct span entry, struct err *err)
{
    if (w->game_count && id <= w->ids[w->game_count - 1])
        return err_plain(err, STATUS_RANGE, &BAD_ID);
    if (w->game_count == MAX_GAMES)
        return err_plain(err, STATUS_LIMIT, &TOO_MUCH);
    enum status status = games_writer_check(rec, entry, err);
    if (status != STATUS_OK)
        return status;
    if (!grow_all(w))
        return err_nomem(err);
    status = add_lines(w, rec, err);
    if (status == STATUS_OK)
        status = entry_packer_add(&w->packer, entry, err);
    if (status != STATUS_OK)
        return status;
    w->ids[w->game_count] = id;
    w->fingerprints[w->game_count] = game_fingerprint(rec);
    status = metadata_writer_add(&w->metadata, w->game_count, id, true, rec, entry,
                                 w->values + (size_t)w->game_count * COLUMN_COUNT, err);
    if (status != STATUS_OK)
        return status;
    uint32_t number = w->game_count++;
    return hash_index_add(&w->by_fingerprint, w->fingerprints[number], number) ? STATUS_OK
                                                                               : err_nomem(err);
}

enum status games_writer_add_source(struct games_writer *w, uint32_t id, const struct record *rec,
                                    struct span entry, struct err *err)
{
    uint32_t place;
    if (!place_of_id(w, id, &place))
        return err_plain(err, STATUS_NOT_FOUND, &NO_GAME);
    metadata_complete_result(w->game, rec, w->values + (size_t)place * COLUMN_COUNT);
    return source_list_add(&w->more, id, entry, err);
}

/* --- Metadata of further sources -------------------------------------------------------------- */

/* They are told to the metadata at the end, in the order of ids: so the rows of names, and with
 * them the bytes of the segment, do not depend on when the sources came, and a segment that is
 * built again from what it holds is the same. */
struct metadata_feed {
    struct games_writer *w;
    struct record rec;
    struct arena arena;
    struct buf bytes;
    game_move *moves;
    size_t move_cap;
};

static enum status moves_of(struct metadata_feed *t, const struct stored_line *game,
                            struct err *err)
{
    unsigned bytes = t->w->game->move_bytes;
    if (game->plies >= t->move_cap) {
        game_move *moves = mem_realloc_array(t->moves, (size_t)game->plies + 1, sizeof *moves);
        if (!moves)
            return err_nomem(err);
        t->moves = moves;
        t->move_cap = (size_t)game->plies + 1;
    }
    for (uint32_t i = 0; i < game->plies; i++)
        t->moves[i] = get_move(t->w->moves.p + ((size_t)game->first + i) * bytes, bytes);
    return STATUS_OK;
}

static enum status feed_source(struct metadata_feed *t, size_t number, struct err *err)
{
    struct games_writer *w = t->w;
    uint32_t id = w->more.rows[number].id, place;
    struct entry_view view;
    if (!place_of_id(w, id, &place))
        return err_plain(err, STATUS_NOT_FOUND, &NO_GAME);
    buf_clear(&t->bytes);
    arena_reset(&t->arena);
    enum status status = source_list_get(&w->more, number, &t->bytes, err);
    if (status == STATUS_OK)
        status = entry_parse(buf_span(&t->bytes), &t->arena, &view, err);
    if (status == STATUS_OK)
        status = moves_of(t, &w->games[place], err);
    if (status == STATUS_OK)
        status = record_decode(&t->rec, w->game, view.record, t->moves, w->games[place].plies, err);
    if (status != STATUS_OK)
        return status;
    return metadata_writer_add(&w->metadata, place, id, false, &t->rec, buf_span(&t->bytes),
                               w->values + (size_t)place * COLUMN_COUNT, err);
}

static enum status feed_sources(struct games_writer *w, struct err *err)
{
    struct metadata_feed t = {.w = w};
    enum status status = STATUS_OK;
    record_init(&t.rec);
    arena_init(&t.arena, SIZE_MAX / 2);
    buf_init(&t.bytes, BUF_DEFAULT_MAX);
    source_list_sort(&w->more);
    for (size_t i = 0; i < w->more.count && status == STATUS_OK; i++)
        status = feed_source(&t, i, err);
    record_release(&t.rec);
    arena_release(&t.arena);
    buf_release(&t.bytes);
    mem_free(t.moves);
    return status;
}

struct games_writer_size games_writer_size(const struct games_writer *w)
{
    size_t game_bytes = sizeof *w->ids + sizeof *w->games + sizeof *w->fingerprints +
                        COLUMN_COUNT * sizeof *w->values;
    return (struct games_writer_size){
        .games = w->game_count,
        .lines = w->game_count + w->variation_count,
        .moves = w->moves.n / w->game->move_bytes,
        .bytes =
            w->moves.cap + w->game_cap * game_bytes + w->variation_cap * sizeof *w->variations +
            w->by_fingerprint.room * sizeof *w->by_fingerprint.slots +
            entry_packer_bytes(&w->packer) + w->more.data.cap + metadata_writer_bytes(&w->metadata),
        .lines_left_out = w->left_out,
    };
}

/* --- Sorting --------------------------------------------------------------------------------- */

/* What the comparison needs: places of starts in the order of their texts. */
struct game_order {
    const struct games_writer *w;
    const uint32_t *start_order;
};

static int compare_games(const void *a, const void *b, void *ctx)
{
    const struct game_order *s = ctx;
    const struct games_writer *w = s->w;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const struct stored_line *g = &w->games[x], *h = &w->games[y];
    if (g->fresh != h->fresh)
        return s->start_order[g->fresh] < s->start_order[h->fresh] ? -1 : 1;
    unsigned bytes = w->game->move_bytes;
    const char *p = w->moves.p + (size_t)g->first * bytes;
    const char *q = w->moves.p + (size_t)h->first * bytes;
    uint32_t n = g->plies < h->plies ? g->plies : h->plies;
    for (uint32_t i = 0; i < n; i++, p += bytes, q += bytes) {
        game_move move = get_move(p, bytes), other = get_move(q, bytes);
        if (move != other)
            return move < other ? -1 : 1;
    }
    if (g->plies != h->plies)
        return g->plies < h->plies ? -1 : 1;
    return (x > y) - (x < y);
}

static void put32(struct buf *out, uint32_t v)
{
    char bytes[4];
    le_put32(bytes, v);
    buf_add(out, bytes, sizeof bytes);
}

/* Lays out one line: its place in the table, its moves. */
static void put_line(struct games_writer *w, const struct stored_line *line)
{
    unsigned bytes = w->game->move_bytes;
    put32(&w->lines_bytes, (uint32_t)(w->sorted_moves.n / bytes));
    if (line->plies)
        buf_add(&w->sorted_moves, w->moves.p + (size_t)line->first * bytes,
                (size_t)line->plies * bytes);
}

/* Variations as the table has them: by their game's number, then as they were added.  They came in
 * the order of their games. */
static int compare_variations(const void *a, const void *b)
{
    const struct stored_line *x = a, *y = b;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

/* The first game of each start, where its text begins. */
static void put_starts(struct games_writer *w, const uint32_t *sorted_starts)
{
    uint32_t starts = w->starts.count, at = 0;
    for (uint32_t i = 0; i < starts; i++) {
        put32(&w->lines_bytes, at);
        while (at < w->game_count && w->games[w->order[at]].fresh == sorted_starts[i])
            at++;
    }
    put32(&w->lines_bytes, w->game_count);
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < starts; i++) {
        put32(&w->lines_bytes, bytes);
        bytes += (uint32_t)text_table_get(&w->starts, sorted_starts[i]).n;
    }
    put32(&w->lines_bytes, bytes);
}

static void put_lines(struct games_writer *w, const uint32_t *sorted_starts,
                      const uint32_t *number_of)
{
    struct buf *out = &w->lines_bytes;
    put32(out, w->game_count);
    put32(out, w->game_count + w->variation_count);
    put32(out, w->game->move_bytes);
    put32(out, w->starts.count);
    if (w->moves.n)
        (void)buf_reserve(&w->sorted_moves, w->moves.n);
    for (uint32_t i = 0; i < w->game_count; i++)
        put_line(w, &w->games[w->order[i]]);
    for (uint32_t i = 0; i < w->variation_count; i++)
        put_line(w, &w->variations[i]);
    put32(out, moves_so_far(w));
    for (uint32_t i = 0; i < w->game_count; i++)
        put32(&w->lines_bytes, w->ids[w->order[i]]);
    for (uint32_t i = 0; i < w->game_count; i++)
        put32(&w->lines_bytes, number_of[i]);
    put_starts(w, sorted_starts);
    for (uint32_t i = 0; i < w->variation_count; i++) {
        put32(out, w->variations[i].game);
        put32(out, w->variations[i].fresh);
    }
    for (uint32_t i = 0; i < w->starts.count; i++)
        buf_add_span(out, text_table_get(&w->starts, sorted_starts[i]));
}

static enum status lay_out(struct games_writer *w, const uint32_t *sorted_starts,
                           uint32_t *number_of, struct err *err)
{
    for (uint32_t i = 0; i < w->game_count; i++)
        number_of[w->order[i]] = i;
    for (uint32_t i = 0; i < w->variation_count; i++)
        w->variations[i].game = number_of[w->variations[i].game];
    if (w->variation_count)
        qsort(w->variations, w->variation_count, sizeof *w->variations, compare_variations);
    put_lines(w, sorted_starts, number_of);
    columns_encode(w->values, w->order, w->game_count, (uint32_t)w->game->seats, &w->columns_bytes);
    if (buf_status(&w->lines_bytes) != STATUS_OK || buf_status(&w->sorted_moves) != STATUS_OK ||
        buf_status(&w->columns_bytes) != STATUS_OK)
        return err_nomem(err);
    /* What only adding and sorting need; indexes are made with what is left. */
    buf_release(&w->moves);
    mem_free(w->values);
    hash_index_release(&w->by_fingerprint);
    mem_free(w->games);
    mem_free(w->variations);
    w->values = NULL;
    w->games = w->variations = NULL;
    const char *at;
    if (lines_from_bytes(&w->lines, w->game, buf_span(&w->lines_bytes), buf_span(&w->sorted_moves),
                         &at) ||
        columns_from_bytes(&w->columns, buf_span(&w->columns_bytes), w->game_count, &at))
        return err_plain(err, STATUS_SYNTAX, &NOT_SOUND);
    return STATUS_OK;
}

enum status games_writer_sort(struct games_writer *w, struct err *err)
{
    uint32_t n = w->game_count;
    uint32_t *number_of = mem_alloc((size_t)n * sizeof *number_of);
    uint32_t *sorted_starts = text_table_sorted(&w->starts);
    uint32_t *start_order = mem_calloc(w->starts.count, sizeof *start_order);
    w->order = mem_alloc((size_t)n * sizeof *w->order);
    enum status status = feed_sources(w, err);
    if (!number_of || !sorted_starts || !start_order || !w->order) {
        status = err_nomem(err);
    } else if (status == STATUS_OK) {
        for (uint32_t i = 0; i < w->starts.count; i++)
            start_order[sorted_starts[i]] = i;
        for (uint32_t i = 0; i < n; i++)
            w->order[i] = i;
        struct game_order sorting = {w, start_order};
        qsort_r(w->order, n, sizeof *w->order, compare_games, &sorting);
        status = lay_out(w, sorted_starts, number_of, err);
    }
    mem_free(number_of);
    mem_free(sorted_starts);
    mem_free(start_order);
    return status;
}

const struct lines *games_writer_lines(const struct games_writer *w)
{
    return &w->lines;
}

const struct columns *games_writer_columns(const struct games_writer *w)
{
    return &w->columns;
}

/* --- Writing --------------------------------------------------------------------------------- */

static enum status write_fingerprints(struct games_writer *w, struct segment_writer *s,
                                      struct err *err)
{
    struct buf out;
    buf_init(&out, SIZE_MAX / 2);
    fingerprints_encode(w->fingerprints, w->game_count, &out);
    enum status status = buf_status(&out) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = segment_writer_section(s, "prints", buf_span(&out), err);
    buf_release(&out);
    return status;
}

enum status games_writer_write(struct games_writer *w, struct segment_writer *s, struct err *err)
{
    enum status status = segment_writer_section(s, "lines", buf_span(&w->lines_bytes), err);
    if (status == STATUS_OK)
        status = segment_writer_section(s, "moves", buf_span(&w->sorted_moves), err);
    if (status == STATUS_OK)
        status = segment_writer_section(s, "columns", buf_span(&w->columns_bytes), err);
    if (status == STATUS_OK)
        status = write_fingerprints(w, s, err);
    if (status == STATUS_OK)
        status = entry_packer_write(&w->packer, s, err);
    if (status == STATUS_OK)
        status = source_list_write(&w->more, s, err);
    return status == STATUS_OK ? metadata_writer_write(&w->metadata, &w->lines, s, err) : status;
}

/* test_go_moves.c: what was played next at shapes of Go and at whole boards, counted anew in another
 * way: by looking at every board of every game, in every orientation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/steady.h"
#include "cluster/query_parts.h"
#include "db/db_writer.h"
#include "formats/format.h"
#include "games/go/go.h"
#include "query/language/patterns.h"
#include "query/run/query_result.h"
#include "query/search.h"
#include "scratch.h"
#include "store/entry.h"

enum { NOTHING = 2 }; /* beside GO_BLACK and GO_WHITE */
enum { SIZE = 19, GAMES = 240, MOST_MOVES = 90, MOST_CELLS = 49, MAPS = 16 };

/* --- Games ------------------------------------------------------------------------------------ */

struct stone {
    int column, row, color; /* column -1: a pass; color NOTHING: a cell that is empty */
};

/* The boards of a game: stones by ply, column and row. */
struct boards {
    uint8_t at[MOST_MOVES + 1][SIZE][SIZE];
};

struct played_game {
    struct stone moves[MOST_MOVES];
    int count, winner;
    struct boards *boards;
};

struct place {
    int column, row;
};

/* The eight orientations, written out: mirrored, and turned by quarters. */
static struct place turned_place(struct place p, int map)
{
    if (map & 4)
        p.column = SIZE - 1 - p.column;
    for (int quarter = 0; quarter < (map & 3); quarter++)
        p = (struct place){SIZE - 1 - p.row, p.column};
    return p;
}

/* Of every place of the board: to turn them is most of what the slow tables take. */
static struct place turned_places[8][SIZE][SIZE];

static int set_up(void **state)
{
    for (int map = 0; map < 8; map++)
        for (int column = 0; column < SIZE; column++)
            for (int row = 0; row < SIZE; row++)
                turned_places[map][column][row] = turned_place((struct place){column, row}, map);
    return scratch_set_up(state);
}

static struct stone turned(struct stone s, int map)
{
    if (s.column >= 0) {
        struct place p = turned_places[map & 7][s.column][s.row];
        s.column = p.column;
        s.row = p.row;
    }
    if (map & 8 && s.color != NOTHING)
        s.color = s.color == GO_BLACK ? GO_WHITE : GO_BLACK;
    return s;
}

static bool same_stone(struct stone a, struct stone b)
{
    return a.column == b.column && a.row == b.row && a.color == b.color;
}

/* Sequences that begin in the upper right corner; "--" is a move elsewhere. */
static const char *const OPENINGS[] = {
    "QPPPQNNPRQ", "QPOP--NPPQ",   "PPQNRNRM", "QPOPOQNQPQ",
    "PPPQ--QPRP", "PP--QQQP--PQ", "JJPPDD",   "PP--PD--PJ",
};

static struct stone random_point(struct rng *rng)
{
    return (struct stone){.column = (int)rng_below(rng, SIZE), .row = (int)rng_below(rng, SIZE)};
}

static void random_game(struct rng *rng, struct played_game *g)
{
    const char *opening = OPENINGS[rng_below(rng, sizeof OPENINGS / sizeof *OPENINGS)];
    int map = (int)rng_below(rng, 8), wanted = 1 + (int)rng_below(rng, MOST_MOVES);
    g->count = 0;
    g->winner = (int)rng_below(rng, 3); /* 2: nobody */
    for (int i = 0; i < wanted; i++) {
        struct stone s = random_point(rng);
        if (*opening && *opening != '-' && rng_below(rng, 12)) {
            s = turned((struct stone){opening[0] - 'A', opening[1] - 'A', 0}, map);
            opening += 2;
        } else if (*opening == '-') {
            opening += 2;
        } else if (rng_below(rng, 25) == 0) {
            s.column = -1;
        }
        s.color = i % 2;
        g->moves[g->count++] = s;
    }
}

static void write_game(const struct played_game *g, struct buf *out)
{
    static const char *const RESULTS[] = {"B+R", "W+R", "0"};
    buf_printf(out, "(;SZ[19]RE[%s]", RESULTS[g->winner]);
    for (int i = 0; i < g->count; i++) {
        const struct stone *s = &g->moves[i];
        buf_printf(out, ";%c[", s->color == GO_BLACK ? 'B' : 'W');
        if (s->column >= 0)
            buf_printf(out, "%c%c", 'a' + s->column, 'a' + SIZE - 1 - s->row);
        buf_add_char(out, ']');
    }
    buf_add_str(out, ")\n");
}

static enum status add_game(void *ctx, struct record *rec)
{
    struct buf entry;
    struct err err;
    struct db_add_result result;
    buf_init(&entry, BUF_DEFAULT_MAX);
    entry_encode(rec, NULL, 0, &entry);
    enum status status = db_writer_add(ctx, rec, buf_span(&entry), &result, &err);
    buf_release(&entry);
    return status;
}

static struct db *games_db(const char *path, const struct played_game *games)
{
    const struct db_writer_options opt = {
        .threads = 1, .segment_games = GAMES / 3, .duplicates = DUP_KEEP};
    struct db_writer *w;
    struct reader reader;
    struct buf text;
    struct db *db;
    struct err err = {0};
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int i = 0; i < GAMES; i++)
        write_game(&games[i], &text);
    assert_int_equal(db_writer_open(&w, path, &go_game, &opt, &err), STATUS_OK);
    reader_init(&reader);
    assert_int_equal(reader_read(&reader, buf_span(&text), SPAN("games"), NULL, add_game, w, &err),
                     STATUS_OK);
    assert_int_equal(db_writer_commit(w, &err), STATUS_OK);
    db_writer_close(w);
    reader_release(&reader);
    buf_release(&text);
    assert_int_equal(db_open(&db, path, &err), STATUS_OK);
    return db;
}

static void play_game(const struct played_game *g, struct boards *b)
{
    struct go_pos pos;
    go_pos_empty(&pos, SIZE, SIZE);
    for (int ply = 0; ply <= g->count; ply++) {
        for (int column = 0; column < SIZE; column++)
            for (int row = 0; row < SIZE; row++) {
                uint8_t cell = pos.cell[go_cell(go_point(column, row))];
                b->at[ply][column][row] = cell ? (uint8_t)(cell - 1) : NOTHING;
            }
        if (ply == g->count)
            break;
        const struct stone *s = &g->moves[ply];
        go_move m = s->column < 0 ? go_pass_make(s->color)
                                  : go_move_make(GO_PLAY, s->color, go_point(s->column, s->row));
        go_play(&pos, m, NULL);
    }
}

/* --- Shapes ----------------------------------------------------------------------------------- */

struct shape {
    struct stone cells[MOST_CELLS];
    int count;
    bool region; /* drawn: what is within is near, and the line around it */
    int maps;    /* 1: as it is; 8: in all orientations; 16: by either player */
};

static bool is_there(const struct shape *s, int map, uint8_t board[SIZE][SIZE])
{
    for (int i = 0; i < s->count; i++) {
        struct stone c = turned(s->cells[i], map);
        if (board[c.column][c.row] != c.color)
            return false;
    }
    return true;
}

static bool same_image(const struct shape *s, int a, int b)
{
    for (int i = 0; i < s->count; i++) {
        bool found = false;
        for (int k = 0; k < s->count && !found; k++)
            found = same_stone(turned(s->cells[i], a), turned(s->cells[k], b));
        if (!found)
            return false;
    }
    return true;
}

static bool is_near(const struct shape *s, int map, struct stone m)
{
    for (int i = 0; i < s->count && m.column >= 0; i++) {
        struct stone c = turned(s->cells[i], map);
        int columns = abs(c.column - m.column), rows = abs(c.row - m.row);
        if (s->region ? columns <= 1 && rows <= 1 : columns <= 3 && rows <= 3)
            return true;
    }
    return false;
}

static go_move move_of(struct stone s)
{
    return s.column < 0 ? go_pass_make(s.color)
                        : go_move_make(GO_PLAY, s.color, go_point(s.column, s.row));
}

static struct stone unturned(struct stone m, int map)
{
    struct stone s = {.color = map & 8 ? !m.color : m.color};
    if (m.column < 0)
        return (struct stone){.column = -1, .color = s.color};
    for (s.column = 0; s.column < SIZE; s.column++)
        for (s.row = 0; s.row < SIZE; s.row++)
            if (same_stone(turned(s, map), m))
                return s;
    fail();
    return s;
}

/* The move on the shape as written: by all maps that make this image of it, colours as they are if
 * there is a choice, the highest. */
static go_move written(const struct shape *s, int map, struct stone m, bool *swapped)
{
    go_move best = 0;
    *swapped = true;
    for (int other = 0; other < s->maps; other++) {
        if (!same_image(s, other, map) || (other & 8 && !*swapped))
            continue;
        go_move back = move_of(unturned(m, other));
        if (best == 0 || (*swapped && !(other & 8)) || back > best)
            best = back;
        *swapped = other & 8;
    }
    return best;
}

/* --- Counting --------------------------------------------------------------------------------- */

struct slow_row {
    uint64_t move;
    int seat;
    bool later, list; /* of moves elsewhere: struct tenuki_move */
    uint32_t games, wins[2], draws;
    uint64_t plies;
};

struct slow_table {
    struct slow_row rows[4 * SIZE * SIZE];
    int count;
    uint32_t games, moved;
};

static struct slow_row *row_of(struct slow_table *t, struct slow_row wanted)
{
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].move == wanted.move && t->rows[i].seat == wanted.seat &&
            t->rows[i].later == wanted.later && t->rows[i].list == wanted.list)
            return &t->rows[i];
    t->rows[t->count] = wanted;
    return &t->rows[t->count++];
}

static void count_row(struct slow_table *t, const struct played_game *g, uint64_t move, int seat,
                      bool swapped)
{
    struct slow_row *row = row_of(t, (struct slow_row){.move = move, .seat = seat});
    row->games++;
    if (g->winner < 2)
        row->wins[g->winner ^ swapped]++;
    row->draws += g->winner == 2;
}

/* The image that shows the move best, as maps in their order; -1: none is there. */
static int best_map(const struct shape *s, const struct played_game *g, uint8_t board[SIZE][SIZE],
                    int ply)
{
    int best = -1;
    bool best_near = false, swapped;
    go_move best_move = 0;
    for (int map = 0; map < s->maps; map++) {
        bool known = !is_there(s, map, board);
        for (int before = 0; before < map && !known; before++)
            known = same_image(s, before, map);
        if (known)
            continue;
        bool near = ply < g->count && is_near(s, map, g->moves[ply]);
        go_move move = ply < g->count ? written(s, map, g->moves[ply], &swapped) : 0;
        if (best < 0 || near > best_near || (near == best_near && move > best_move)) {
            best = map;
            best_near = near;
            best_move = move;
        }
    }
    return best;
}

static void count_shape(struct slow_table *t, const struct shape *s, const struct played_game *g,
                        bool last)
{
    struct boards *b = g->boards;
    int found = -1;
    bool swapped;
    for (int ply = 0; ply <= g->count && (found < 0 || last); ply++)
        for (int map = 0; map < s->maps; map++)
            found = is_there(s, map, b->at[ply]) ? ply : found;
    t->games += found >= 0;
    if (found < 0 || found == g->count)
        return;
    t->moved++;
    int map = best_map(s, g, b->at[found], found);
    go_move move = written(s, map, g->moves[found], &swapped);
    int seat = g->moves[found].color ^ swapped;
    if (is_near(s, map, g->moves[found])) {
        count_row(t, g, move, seat, swapped);
        return;
    }
    count_row(t, g, MOVE_ELSEWHERE, seat, swapped);
    row_of(t, (struct slow_row){.move = move, .seat = seat, .list = true})->games++;
    for (int ply = found + 1; ply < g->count; ply++) {
        move = 0;
        for (int other = 0; other < s->maps; other++) {
            if (!is_there(s, other, b->at[found]) || !is_near(s, other, g->moves[ply]))
                continue;
            go_move here = written(s, other, g->moves[ply], &swapped);
            move = here > move ? here : move;
        }
        if (!move)
            continue;
        struct slow_row *row =
            row_of(t, (struct slow_row){.move = move, .seat = seat, .list = true, .later = true});
        row->games++;
        row->plies += (uint64_t)(ply - found);
        break;
    }
}

static void compare_table(const char *query_text, const struct moves_table *t,
                          struct slow_table *slow)
{
    if (t->games != slow->games || t->moved != slow->moved ||
        t->count + t->tenuki_count != (size_t)slow->count)
        fail_msg("%s: %u games, %u went on, %u rows; counted %u, %u, %u", query_text, t->games,
                 t->moved, (unsigned)(t->count + t->tenuki_count), slow->games, slow->moved,
                 (unsigned)slow->count);
    bool elsewhere = false;
    for (size_t i = 0; i < t->count; i++) {
        const struct moves_row *row = &t->rows[i];
        const struct slow_row *same =
            row_of(slow, (struct slow_row){.move = row->next.move, .seat = row->seat});
        if (same->games != row->next.games || same->wins[0] != row->next.wins[0] ||
            same->wins[1] != row->next.wins[1] || same->draws != row->next.draws)
            fail_msg("%s: move %llx of %d in %u games, counted %u", query_text,
                     (unsigned long long)row->next.move, row->seat, row->next.games, same->games);
        if (!t->shape) {
            assert_int_equal(row->near, NEAR_NOT_KNOWN);
            continue;
        }
        assert_int_equal(row->near, row->next.move == MOVE_ELSEWHERE ? NEAR_ELSEWHERE : NEAR_SHAPE);
        assert_false(elsewhere && row->near == NEAR_SHAPE); /* these come first */
        elsewhere = row->near == NEAR_ELSEWHERE;
    }
    for (size_t i = 0; i < t->tenuki_count; i++) {
        const struct tenuki_move *at = &t->tenuki[i];
        const struct slow_row *same =
            row_of(slow, (struct slow_row){
                             .move = at->move, .seat = at->seat, .list = true, .later = at->later});
        if (same->games != at->games || same->plies != at->plies)
            fail_msg("%s: elsewhere %llx in %u games, counted %u", query_text,
                     (unsigned long long)at->move, at->games, same->games);
    }
}

/* The parts of several processes, as bytes, come to the same. */
static void compare_parts(const struct query *q, struct db *db, const struct search_options *opt,
                          const char *query_text, struct slow_table *slow)
{
    struct moves_table part, all;
    struct err err = {0};
    struct buf bytes;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    assert_int_equal(moves_part(q, &db, 1, opt, &part, &err), STATUS_OK);
    moves_to_bytes(&part, &bytes);
    const struct span one = buf_span(&bytes);
    assert_int_equal(moves_merge(&one, 1, &all, &err), STATUS_OK);
    compare_table(query_text, &all, slow);
    moves_release(&part);
    moves_release(&all);
    buf_release(&bytes);
}

/* Read off what the query found; with time enough, in another order. */
static void compare_result(const struct query *q, struct db *db, const struct search_options *opt,
                           const char *query_text, struct slow_table *slow)
{
    for (int in_time = 0; in_time < 2; in_time++) {
        struct search_options how = *opt;
        struct query_result f;
        struct moves_table t;
        how.deadline = in_time ? steady_seconds() + 1000 : 0;
        how.grain = in_time ? 5 : 0;
        assert_int_equal(query_run(&f, q, &db, 1, &how, KEEP_SPANS, NULL), STATUS_OK);
        assert_int_equal(query_result_moves(&f, q, &db, 1, &how, &t, NULL), STATUS_OK);
        assert_true(t.looked_at == 1);
        compare_table(query_text, &t, slow);
        moves_release(&t);
        query_result_release(&f);
        assert_int_equal(moves_run(q, &db, 1, &how, &t, NULL), STATUS_OK);
        assert_true(t.looked_at == 1);
        compare_table(query_text, &t, slow);
        moves_release(&t);
    }
}

static uint32_t check_query(struct db *db, const char *query_text, enum moves_at at,
                            struct slow_table *slow)
{
    struct query q;
    struct err err = {0};
    assert_int_equal(query_parse(&q, &go_game, NULL, span_of(query_text), &err), STATUS_OK);
    for (int scan = 0; scan < 2; scan++) {
        const struct search_options opt = {
            .limit = UINT64_MAX, .threads = 1 + (unsigned)scan, .scan = scan, .at = at};
        struct moves_table t;
        assert_int_equal(moves_run(&q, &db, 1, &opt, &t, &err), STATUS_OK);
        compare_table(query_text, &t, slow);
        moves_release(&t);
        compare_parts(&q, db, &opt, query_text, slow);
        if (query_tells_moves(&q))
            compare_result(&q, db, &opt, query_text, slow);
    }
    query_release(&q);
    return slow->moved;
}

/* --- Tests ------------------------------------------------------------------------------------ */

static struct played_game *some_games(void)
{
    struct played_game *games = calloc(GAMES, sizeof *games);
    struct boards *boards = calloc(GAMES, sizeof *boards);
    struct rng rng;
    rng_seed(&rng, 2121);
    for (int i = 0; i < GAMES; i++) {
        random_game(&rng, &games[i]);
        games[i].boards = &boards[i];
        play_game(&games[i], &boards[i]);
    }
    return games;
}

static void free_games(struct played_game *games)
{
    free(games->boards);
    free(games);
}

static void add_words(const struct shape *s, struct buf *out)
{
    for (int i = 0; i < s->count; i++) {
        buf_add_str(out, s->cells[i].color == GO_BLACK ? " b" : " w");
        go_point_print(go_point(s->cells[i].column, s->cells[i].row), out);
    }
}

/* Some stones of a corner, or all of it as it is. */
static bool take_shape(struct rng *rng, const struct played_game *g, bool region, struct shape *s)
{
    enum { CORNER = 12, ALL = SIZE - CORNER };
    struct boards *b = g->boards;
    uint64_t early = (uint64_t)(g->count < 10 ? g->count + 1 : 10);
    int ply = (int)rng_below(rng, early), map = (int)rng_below(rng, 8), stones = 0;
    *s = (struct shape){.region = region, .maps = 1};
    for (int column = CORNER; column < SIZE; column++)
        for (int row = CORNER; row < SIZE; row++) {
            struct stone c = {.column = column, .row = row}, from = turned(c, map);
            c.color = b->at[ply][from.column][from.row];
            stones += c.color != NOTHING;
            if (region || (c.color != NOTHING && s->count < 4))
                s->cells[s->count++] = c;
        }
    return stones > 0 || (region && rng_below(rng, 8) == 0);
}

static void add_diagram(const struct shape *s, struct buf *out)
{
    enum { WIDE = 7 };
    buf_add_str(out, "pattern \"---+");
    for (int row = WIDE - 1; row >= 0; row--) {
        buf_add_char(out, '/');
        for (int column = 0; column < WIDE; column++) {
            int color = s->cells[column * WIDE + row].color;
            buf_add_char(out, color == NOTHING ? '.' : color == GO_BLACK ? 'X' : 'O');
        }
        buf_add_char(out, '|');
    }
    buf_add_char(out, '"');
}

static void shapes_agree(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after;
        int maps;
    } AROUND[] = {{"", "", 1}, {"sym(", ")", 8}, {"either(sym(", "))", 16}};
    enum { QUERIES = 240 };
    struct played_game *games = some_games();
    struct db *db = games_db("shapes.kifu", games);
    struct slow_table *slow = malloc(sizeof *slow);
    struct rng rng;
    unsigned with_moves = 0;
    rng_seed(&rng, 7);
    for (int i = 0; i < QUERIES; i++) {
        struct shape s;
        struct buf text;
        size_t around = rng_below(&rng, 3);
        bool last = rng_below(&rng, 4) == 0;
        while (!take_shape(&rng, &games[rng_below(&rng, GAMES)], i % 2, &s))
            ;
        s.maps = AROUND[around].maps;
        buf_init(&text, BUF_DEFAULT_MAX);
        buf_add_str(&text, AROUND[around].before);
        (i % 2 ? add_diagram : add_words)(&s, &text);
        buf_add_str(&text, AROUND[around].after);
        memset(slow, 0, sizeof *slow);
        for (int g = 0; g < GAMES; g++)
            count_shape(slow, &s, &games[g], last);
        with_moves +=
            check_query(db, buf_cstr(&text), last ? MOVES_AT_LAST : MOVES_AT_USUAL, slow) > 0;
        buf_release(&text);
    }
    assert_true(with_moves > QUERIES / 2);
    free(slow);
    free_games(games);
    db_close(db);
}

/* --- Whole boards ----------------------------------------------------------------------------- */

typedef uint8_t board_cells[SIZE][SIZE];

/* Whether a board is the image of another. */
static bool is_image(board_cells whole, board_cells of, int map)
{
    for (int column = 0; column < SIZE; column++)
        for (int row = 0; row < SIZE; row++) {
            struct stone to = turned((struct stone){column, row, of[column][row]}, map);
            if (whole[to.column][to.row] != to.color)
                return false;
        }
    return true;
}

/* The move on the board as written, the highest of those that mean the same; 0: it is another
 * board. */
static go_move move_on(board_cells of, int maps, board_cells now, struct stone m)
{
    go_move best = 0;
    if (maps == 1 && !is_image(now, of, 0))
        return 0;
    for (int map = 0; map < 8; map++) {
        go_move back = is_image(now, of, map) ? move_of(unturned(m, map)) : 0;
        best = back > best ? back : best;
    }
    return best;
}

/* turn: of the query; -1: anybody's. */
static void count_whole(struct slow_table *t, board_cells of, int turn, int maps, enum moves_at at,
                        const struct played_game *g)
{
    struct boards *b = g->boards;
    uint64_t seen[MOST_MOVES + 1];
    int count = 0;
    bool there = false;
    for (int ply = 0; ply <= g->count; ply++) {
        struct stone m = ply < g->count ? g->moves[ply] : (struct stone){.column = -1};
        go_move move = move_on(of, maps, b->at[ply], m);
        if (!move || (turn >= 0 && turn != ply % 2) || (there && at == MOVES_AT_FIRST))
            continue;
        there = true;
        count = at == MOVES_AT_LAST ? 0 : count;
        if (ply < g->count)
            seen[count++] = move;
    }
    t->games += there;
    t->moved += count > 0;
    for (int i = 0; i < count; i++) {
        bool again = false;
        for (int k = 0; k < i; k++)
            again = again || seen[k] == seen[i];
        if (!again)
            count_row(t, g, seen[i], go_move_color((go_move)seen[i]), false);
    }
}

/* Games that have the board after a move, or one that means the same. */
static uint32_t games_after(board_cells of, go_move move, const struct played_game *games)
{
    bool same[8]; /* means the same before the move, too */
    uint32_t found = 0;
    int point = go_move_point(move);
    board_cells after;
    memcpy(after, of, sizeof after);
    if (point >= 0)
        after[go_column(point)][go_row(point)] = (uint8_t)go_move_color(move);
    for (int map = 0; map < 8; map++)
        same[map] = is_image(of, of, map);
    for (int i = 0; i < GAMES; i++) {
        bool there = false;
        for (int ply = 0; ply <= games[i].count && !there; ply++)
            for (int map = 0; map < 8; map++)
                there = there || (ply % 2 != go_move_color(move) && same[map] &&
                                  is_image(games[i].boards->at[ply], after, map));
        found += there;
    }
    return found;
}

static void add_board(board_cells of, int turn, struct buf *out)
{
    buf_printf(out, "%s \"19x19%s", turn < 0 ? "board" : "sfen",
               turn < 0    ? " ?"
               : turn == 0 ? " b"
                           : " w");
    for (int color = 0; color < 2; color++)
        for (int point = 0, n = 0; point < GO_POINTS; point++) {
            if (go_column(point) >= SIZE || go_row(point) >= SIZE ||
                of[go_column(point)][go_row(point)] != color)
                continue;
            buf_add_str(out, n++ ? "," : color ? " w:" : " b:");
            go_point_print(point, out);
        }
    buf_add_char(out, '"');
}

static void check_transposed(struct db *db, const char *query_text, board_cells of,
                             const struct played_game *games)
{
    const struct search_options opt = {.limit = UINT64_MAX, .threads = 1};
    struct query q;
    struct moves_table t;
    assert_int_equal(query_parse(&q, &go_game, NULL, span_of(query_text), NULL), STATUS_OK);
    assert_int_equal(moves_run(&q, &db, 1, &opt, &t, NULL), STATUS_OK);
    for (size_t i = 0; i < t.count; i++)
        assert_int_equal(t.rows[i].next.games + t.rows[i].transposed,
                         games_after(of, (go_move)t.rows[i].next.move, games));
    moves_release(&t);
    query_release(&q);
}

static void whole_boards_agree(void **state)
{
    (void)state;
    enum { QUERIES = 60 };
    struct played_game *games = some_games();
    struct db *db = games_db("boards.kifu", games);
    struct slow_table *slow = malloc(sizeof *slow);
    struct rng rng;
    rng_seed(&rng, 8);
    for (int i = 0; i < QUERIES; i++) {
        const struct played_game *from = &games[rng_below(&rng, GAMES)];
        int maps = i % 3 == 0 ? 8 : 1, ply = (int)rng_below(&rng, 4);
        ply = ply < from->count ? ply : 0;
        int turn = rng_below(&rng, 3) ? ply % 2 : -1;
        enum moves_at at = (enum moves_at)rng_below(&rng, MOVES_AT_LAST + 1);
        struct buf text;
        struct boards *b = from->boards;
        buf_init(&text, BUF_DEFAULT_MAX);
        if (maps > 1)
            buf_add_str(&text, "sym(");
        add_board(b->at[ply], turn, &text);
        if (maps > 1)
            buf_add_char(&text, ')');
        memset(slow, 0, sizeof *slow);
        board_cells of;
        memcpy(of, b->at[ply], sizeof of);
        for (int g = 0; g < GAMES; g++)
            count_whole(slow, of, turn, maps, at ? at : MOVES_AT_EVERY, &games[g]);
        check_query(db, buf_cstr(&text), at, slow);
        if (maps == 1 && turn >= 0 && i < 12)
            check_transposed(db, buf_cstr(&text), of, games);
        buf_release(&text);
    }
    free(slow);
    free_games(games);
    db_close(db);
}

/* --- With too little time ---------------------------------------------------------------------- */

static void is_a_part(const struct moves_table *part, const struct moves_table *all)
{
    assert_true(part->looked_at > 0 && part->looked_at < 1);
    assert_true(part->games > 0 && part->games < all->games);
    for (size_t i = 0; i < part->count; i++) {
        size_t k = 0;
        while (k < all->count && (all->rows[k].next.move != part->rows[i].next.move ||
                                  all->rows[k].seat != part->rows[i].seat))
            k++;
        assert_true(k < all->count);
        assert_true(part->rows[i].next.games <= all->rows[k].next.games);
    }
}

/* What was counted until the time was up is right, as far as it goes, and says so. */
static void stopped_moves_are_partial(void **state)
{
    (void)state;
    static const char *const QUERIES[] = {"not bT19", "sym(not bT19)", "either(not bT19 wS18)",
                                          "pattern \"---+/...|/...|\"",
                                          "bS16 or wS16 or bR17 or wR17"};
    struct played_game *games = some_games();
    struct db *db = games_db("time.kifu", games);
    for (size_t i = 0; i < sizeof QUERIES / sizeof *QUERIES; i++) {
        struct query q;
        struct query_result f;
        struct moves_table all, part;
        struct search_options opt = {.limit = UINT64_MAX, .threads = 1, .grain = 5};
        assert_int_equal(query_parse(&q, &go_game, NULL, span_of(QUERIES[i]), NULL), STATUS_OK);
        assert_int_equal(query_run(&f, &q, &db, 1, &opt, KEEP_SPANS, NULL), STATUS_OK);
        assert_int_equal(moves_run(&q, &db, 1, &opt, &all, NULL), STATUS_OK);
        opt.deadline = 1e-9;
        assert_int_equal(moves_run(&q, &db, 1, &opt, &part, NULL), STATUS_OK);
        is_a_part(&part, &all);
        moves_release(&part);
        assert_int_equal(query_result_moves(&f, &q, &db, 1, &opt, &part, NULL), STATUS_OK);
        is_a_part(&part, &all);
        moves_release(&part);
        moves_release(&all);
        query_result_release(&f);
        query_release(&q);
    }
    free_games(games);
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_agree),
        cmocka_unit_test(whole_boards_agree),
        cmocka_unit_test(stopped_moves_are_partial),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_tear_down);
}

/* test_gtp.c: the game of a GTP session, what a player does with what people would play, the end of
 * a game, and the protocol.  The network is in test_people_network.c; here is a double. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "engine/gtp/gtp_session.h"
#include "go_double.h"

/* --- Positions -------------------------------------------------------------------------------- */

static int point_of(const char *name)
{
    struct span text = span_of(name);
    int point = -1;
    assert_true(go_point_parse(&text, &point));
    return point;
}

static go_move stone(int color, const char *name)
{
    return go_move_make(GO_PLAY, color, point_of(name));
}

static void set_up(struct gtp_game *g, const char *position)
{
    struct go_pos pos;
    struct err err;
    assert_int_equal(go_pos_parse(&pos, span_of(position), &err), STATUS_OK);
    assert_int_equal(gtp_game_init(g), STATUS_OK);
    assert_int_equal(gtp_game_begin(g, &pos), STATUS_OK);
}

static void add_wall(struct buf *b, char color, int column, bool *first)
{
    for (int row = 0; row < 19; row++) {
        buf_add_str(b, *first ? " " : ",");
        if (*first)
            buf_printf(b, "%c:", color);
        *first = false;
        go_point_print(go_point(column, row), b);
    }
}

/* Black has the left nine columns, White the right nine, in strips that are too narrow to live in,
 * and the column between them is dame.  White has a dead stone on B3. */
static const char *finished(struct buf *b, int turn)
{
    bool first = true;
    buf_init(b, BUF_DEFAULT_MAX);
    buf_printf(b, "19x19 %c", turn == GO_BLACK ? 'b' : 'w');
    for (int column = 2; column <= 8; column += 3)
        add_wall(b, 'b', column, &first);
    first = true;
    for (int column = 10; column <= 16; column += 3)
        add_wall(b, 'w', column, &first);
    buf_add_str(b, ",B3");
    return buf_cstr(b);
}

static void moves_and_undo(void **state)
{
    struct gtp_game g;
    (void)state;
    assert_int_equal(gtp_game_init(&g), STATUS_OK);
    assert_false(gtp_game_undo(&g));
    assert_int_equal(gtp_game_play(&g, stone(GO_BLACK, "D4")), STATUS_OK);
    assert_int_equal(gtp_game_play(&g, stone(GO_WHITE, "D4")), STATUS_ILLEGAL);
    assert_int_equal(gtp_game_play(&g, stone(GO_BLACK, "Q16")), STATUS_OK);
    assert_int_equal(g.pos.turn, GO_WHITE);
    assert_true(go_move_point(gtp_game_last(&g, 1)) == point_of("D4"));
    assert_true(gtp_game_undo(&g));
    assert_int_equal(go_stone_at(&g.pos, point_of("Q16")), GO_EMPTY);
    assert_int_equal(go_stone_at(&g.pos, point_of("D4")), 1 + GO_BLACK);
    assert_int_equal(g.history.count, 2);
    for (size_t i = g.count; i < GTP_MOST_MOVES; i++)
        assert_int_equal(gtp_game_play(&g, go_pass_make(g.pos.turn)), STATUS_OK);
    assert_int_equal(gtp_game_play(&g, go_pass_make(g.pos.turn)), STATUS_LIMIT);
    gtp_game_release(&g);
}

/* Simple ko is over after two passes; superko is not. */
static void superko(void **state)
{
    struct gtp_game g;
    (void)state;
    set_up(&g, "19x19 b b:J2,K1,K3 w:K2,L1,L3,M2");
    assert_true(gtp_game_may_choose(&g, stone(GO_BLACK, "L2")));
    assert_int_equal(gtp_game_play(&g, stone(GO_BLACK, "L2")), STATUS_OK);
    assert_int_equal(go_stone_at(&g.pos, point_of("K2")), GO_EMPTY);
    assert_false(gtp_game_may_play(&g, stone(GO_WHITE, "K2")));
    assert_int_equal(gtp_game_play(&g, go_pass_make(GO_WHITE)), STATUS_OK);
    assert_int_equal(gtp_game_play(&g, go_pass_make(GO_BLACK)), STATUS_OK);
    assert_true(gtp_game_may_play(&g, stone(GO_WHITE, "K2")));
    assert_false(gtp_game_may_choose(&g, stone(GO_WHITE, "K2")));
    gtp_game_release(&g);
}

static void handicaps(void **state)
{
    static const char *const POINTS[] = {"D4 Q16",
                                         "D4 Q16 D16",
                                         "D4 Q16 D16 Q4",
                                         "D4 Q16 D16 Q4 K10",
                                         "D4 Q16 D16 Q4 D10 Q10",
                                         "D4 Q16 D16 Q4 D10 Q10 K10",
                                         "D4 Q16 D16 Q4 D10 Q10 K4 K16",
                                         "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"};
    struct gtp_game g;
    (void)state;
    assert_int_equal(gtp_game_init(&g), STATUS_OK);
    for (int stones = 2; stones <= GTP_MOST_FIXED_HANDICAP; stones++) {
        struct buf text;
        int points[GTP_MOST_FIXED_HANDICAP];
        buf_init(&text, BUF_DEFAULT_MAX);
        gtp_handicap_points(stones, points);
        for (int i = 0; i < stones; i++) {
            buf_add_str(&text, i ? " " : "");
            go_point_print(points[i], &text);
        }
        assert_string_equal(buf_cstr(&text), POINTS[stones - 2]);
        buf_release(&text);
        assert_int_equal(gtp_game_handicap(&g, points, (size_t)stones), STATUS_OK);
        assert_int_equal(go_handicap(&g.pos), stones);
    }
    assert_false(gtp_game_undo(&g));
    const int twice[] = {point_of("D4"), point_of("D4")};
    assert_int_equal(gtp_game_handicap(&g, twice, 2), STATUS_RANGE);
    gtp_game_release(&g);
}

/* --- The end of a game ------------------------------------------------------------------------ */

static void eyes(void **state)
{
    struct gtp_game g;
    (void)state;
    set_up(&g, "19x19 b b:A2,B1,B2,J9,J11,H10,K10,H9,K9,H11 w:K11,E1,D2 b:F1");
    assert_true(go_is_eye(&g.pos, point_of("A1"), GO_BLACK));
    assert_false(go_is_eye(&g.pos, point_of("A1"), GO_WHITE));
    assert_true(go_is_eye(&g.pos, point_of("J10"), GO_BLACK)); /* one corner may be lost */
    (void)go_play(&g.pos, go_move_make(GO_PUT, GO_WHITE, point_of("K9")), NULL);
    assert_false(go_is_eye(&g.pos, point_of("J10"), GO_BLACK));
    (void)go_play(&g.pos, go_move_make(GO_PUT, GO_WHITE, point_of("B2")), NULL);
    assert_false(go_is_eye(&g.pos, point_of("A1"), GO_BLACK)); /* none at the edge */
    gtp_game_release(&g);
}

static void finished_board(void **state)
{
    struct gtp_game g;
    struct go_ownership o;
    struct buf text;
    uint8_t owner[GTP_POINTS];
    (void)state;
    set_up(&g, finished(&text, GO_BLACK));
    go_ownership_estimate(&o, &g.pos);
    assert_true(go_is_dead(&o, &g.pos, point_of("B3")));
    assert_false(go_is_dead(&o, &g.pos, point_of("J1")));
    assert_false(go_is_dead(&o, &g.pos, point_of("L1")));
    assert_false(go_is_dead(&o, &g.pos, point_of("B9"))); /* no stone */
    go_area(&o, &g.pos, owner);
    assert_int_equal(owner[gtp_index(point_of("B3"))], 1 + GO_BLACK);
    assert_int_equal(owner[gtp_index(point_of("T19"))], 1 + GO_WHITE);
    assert_int_equal(owner[gtp_index(point_of("K5"))], GO_EMPTY);
    g.komi = 6.5;
    assert_true(fabs(go_score(&o, &g, GO_BY_AREA) + 6.5) < 1e-9);
    /* a dead stone is a point and a prisoner */
    assert_true(fabs(go_score(&o, &g, GO_BY_TERRITORY) + 5.5) < 1e-9);
    buf_release(&text);
    gtp_game_release(&g);
}

/* The column of dame in the middle is too large a region to be nothing; filled, all is settled. */
static void settled(void **state)
{
    struct gtp_game g;
    struct go_ownership o;
    struct buf text;
    (void)state;
    set_up(&g, finished(&text, GO_BLACK));
    go_ownership_estimate(&o, &g.pos);
    assert_false(go_is_settled(&o, &g.pos));
    for (int row = 0; row < 18; row++)
        (void)go_play(&g.pos, go_move_make(GO_PUT, row % 2, go_point(9, row)), NULL);
    go_ownership_estimate(&o, &g.pos);
    assert_true(go_is_settled(&o, &g.pos));
    buf_release(&text);
    gtp_game_release(&g);
    set_up(&g, "19x19 b b:D4,Q16 w:D16,Q4");
    go_ownership_estimate(&o, &g.pos);
    assert_false(go_is_settled(&o, &g.pos));
    gtp_game_release(&g);
}

/* --- The player ------------------------------------------------------------------------------- */

static go_move decide(const struct go_player *player, const struct gtp_game *g)
{
    struct go_decision d;
    assert_int_equal(go_player_decide(player, g, &d), STATUS_OK);
    assert_false(d.resigns);
    return d.move;
}

static void likeliest_and_varied(void **state)
{
    struct go_double d = {.liked = "D4 Q16 D16 Q4", .win = 0.5F};
    struct go_chooser chooser = go_double_chooser(&d);
    struct go_player player = {.chooser = &chooser, .temperature = 0};
    struct gtp_game g;
    unsigned counts[3] = {0};
    (void)state;
    set_up(&g, "19x19 b");
    assert_int_equal(decide(&player, &g), stone(GO_BLACK, "D4"));
    /* in the opening: D4 with 4 in 7, Q16 with 2, D16 with 1; Q4 is too far behind */
    player.temperature = -1;
    for (player.seed = 0; player.seed < 700; player.seed++) {
        go_move m = decide(&player, &g);
        counts[0] += m == stone(GO_BLACK, "D4");
        counts[1] += m == stone(GO_BLACK, "Q16");
        counts[2] += m == stone(GO_BLACK, "D16");
    }
    assert_int_equal(counts[0] + counts[1] + counts[2], 700);
    assert_in_range(counts[0], 350, 450);
    assert_in_range(counts[1], 150, 250);
    /* not after it */
    for (int i = 0; i < GO_OPENING_MOVES; i++)
        assert_int_equal(gtp_game_play(&g, go_pass_make(g.pos.turn)), STATUS_OK);
    for (player.seed = 0; player.seed < 20; player.seed++)
        assert_int_equal(decide(&player, &g), stone(GO_BLACK, "D4"));
    gtp_game_release(&g);
}

static void temperature(void **state)
{
    struct go_double d = {.liked = "D4 Q16", .win = 0.5F};
    struct go_chooser chooser = go_double_chooser(&d);
    struct go_player player = {.chooser = &chooser, .temperature = 1};
    struct gtp_game g;
    unsigned warm = 0, cold = 0;
    (void)state;
    set_up(&g, "19x19 w");
    for (player.seed = 0; player.seed < 600; player.seed++) {
        player.temperature = 1;
        warm += decide(&player, &g) == stone(GO_WHITE, "Q16");
        player.temperature = 0.25; /* 1 in 17 */
        cold += decide(&player, &g) == stone(GO_WHITE, "Q16");
    }
    assert_in_range(warm, 150, 250);
    assert_in_range(cold, 15, 60);
    gtp_game_release(&g);
}

/* A pass is no move to vary with. */
static void draws_no_pass(void **state)
{
    struct go_double d = {.liked = "D4 Q16", .win = 0.5F, .pass = 0.3F};
    struct go_chooser chooser = go_double_chooser(&d);
    struct go_player player = {.chooser = &chooser, .temperature = 1};
    struct gtp_game g;
    (void)state;
    set_up(&g, "19x19 w");
    for (player.seed = 0; player.seed < 50; player.seed++)
        assert_false(go_move_is_pass(decide(&player, &g)));
    d.pass = 0.41F;
    for (player.seed = 0; player.seed < 50; player.seed++)
        assert_true(go_move_is_pass(decide(&player, &g)));
    gtp_game_release(&g);
}

static void fills_no_eye(void **state)
{
    struct go_double d = {.liked = "A1 C3", .win = 0.5F};
    struct go_chooser chooser = go_double_chooser(&d);
    struct go_player player = {.chooser = &chooser};
    struct gtp_game g;
    (void)state;
    set_up(&g, "19x19 b b:A2,B1,B2");
    assert_int_equal(decide(&player, &g), stone(GO_BLACK, "C3"));
    gtp_game_release(&g);
    set_up(&g, "19x19 w b:A2,B1,B2"); /* suicide */
    assert_int_equal(decide(&player, &g), stone(GO_WHITE, "C3"));
    gtp_game_release(&g);
}

static void passes(void **state)
{
    struct go_double d = {.liked = "D4 Q10", .win = 0.5F};
    struct go_chooser chooser = go_double_chooser(&d);
    struct go_player player = {.chooser = &chooser};
    struct gtp_game g;
    struct buf text;
    (void)state;
    set_up(&g, finished(&text, GO_BLACK));
    for (int row = 0; row < 18; row++)
        (void)go_play(&g.pos, go_move_make(GO_PUT, row % 2, go_point(9, row)), NULL);
    struct go_pos start;
    go_pos_copy(&start, &g.pos);
    assert_int_equal(gtp_game_begin(&g, &start), STATUS_OK);
    /* nobody has passed: it plays on as people would; then its opponent has */
    assert_int_equal(decide(&player, &g), stone(GO_BLACK, "D4"));
    assert_int_equal(gtp_game_play(&g, go_pass_make(GO_BLACK)), STATUS_OK);
    assert_true(go_move_is_pass(decide(&player, &g)));
    /* or people would pass */
    assert_true(gtp_game_undo(&g));
    d.pass = 0.6F;
    assert_true(go_move_is_pass(decide(&player, &g)));
    gtp_game_release(&g);
    buf_release(&text);
    /* an opponent's pass in the middle of a game ends nothing */
    d.pass = 0;
    set_up(&g, "19x19 b b:D4,Q16 w:D16,Q4");
    d.liked = "C6";
    assert_int_equal(gtp_game_play(&g, go_pass_make(GO_BLACK)), STATUS_OK);
    assert_int_equal(decide(&player, &g), stone(GO_WHITE, "C6"));
    gtp_game_release(&g);
}

static void resigns(void **state)
{
    struct go_double d = {.win = 0.02F};
    struct go_chooser chooser = go_double_chooser(&d);
    struct go_player player = {.chooser = &chooser, .resign = 0.03};
    struct gtp_game g;
    struct go_decision decision;
    (void)state;
    set_up(&g, "19x19 b");
    for (int i = 0; i < GO_RESIGN_FROM; i++) {
        assert_int_equal(go_player_decide(&player, &g, &decision), STATUS_OK);
        assert_false(decision.resigns);
        assert_int_equal(gtp_game_play(&g, decision.move), STATUS_OK);
    }
    d.looks = 0;
    assert_int_equal(go_player_decide(&player, &g, &decision), STATUS_OK);
    assert_true(decision.resigns);
    assert_int_equal(d.looks, GO_RESIGN_MOVES);
    d.win = 0.04F;
    assert_int_equal(go_player_decide(&player, &g, &decision), STATUS_OK);
    assert_false(decision.resigns);
    d.win = 0.02F;
    player.resign = 0;
    assert_int_equal(go_player_decide(&player, &g, &decision), STATUS_OK);
    assert_false(decision.resigns);
    gtp_game_release(&g);
}

static void cleans_up(void **state)
{
    struct go_double d = {.liked = "T19 Q10", .win = 0.5F, .pass = 0.9F};
    struct go_chooser chooser = go_double_chooser(&d);
    struct go_player player = {.chooser = &chooser};
    struct gtp_game g;
    struct go_decision decision;
    struct buf text;
    (void)state;
    set_up(&g, finished(&text, GO_BLACK));
    for (int i = 0; i < 3; i++) { /* A3, B2 and B4 */
        assert_int_equal(go_player_clean_up(&player, &g, &decision), STATUS_OK);
        assert_false(go_move_is_pass(decision.move));
        assert_int_equal(gtp_game_play(&g, decision.move), STATUS_OK);
        gtp_game_set_turn(&g, GO_BLACK);
    }
    assert_int_equal(go_stone_at(&g.pos, point_of("B3")), GO_EMPTY);
    assert_int_equal(go_player_clean_up(&player, &g, &decision), STATUS_OK);
    assert_true(go_move_is_pass(decision.move));
    buf_release(&text);
    gtp_game_release(&g);
}

/* --- The protocol ----------------------------------------------------------------------------- */

static void keep(void *ctx, struct span answer)
{
    buf_add_span(ctx, answer);
}

static enum status give_sgf(void *ctx, const char *path, struct buf *out)
{
    (void)ctx;
    if (strcmp(path, "a game.sgf") != 0)
        return STATUS_NOT_FOUND;
    buf_add_str(out, "(;GM[1]SZ[19]KM[5.5]HA[2]AB[pd][dp];W[dd];B[pp];W[])");
    return STATUS_OK;
}

struct talk {
    struct go_double d;
    struct go_chooser chooser;
    struct buf out; /* answers and, in brackets, remarks */
    struct gtp *g;
};

static void remark(void *ctx, const struct msg *what, const char *a, const char *b)
{
    buf_add_char(ctx, '[');
    msg_format(what, LANG_EN, span_of(a), span_of(b), ctx);
    buf_add_str(ctx, "]");
}

static struct gtp_config config_of(struct talk *t)
{
    t->chooser = go_double_chooser(&t->d);
    return (struct gtp_config){.ctx = &t->out,
                               .write = keep,
                               .note = remark,
                               .name = SPAN("Test"),
                               .version = SPAN("1"),
                               .player = {.chooser = &t->chooser, .resign = 0.03},
                               .read_file = give_sgf};
}

static void begin_talk(struct talk *t)
{
    *t = (struct talk){.d = {.liked = "D4 Q16 D16 Q4 C6", .win = 0.5F}};
    buf_init(&t->out, BUF_DEFAULT_MAX);
    struct gtp_config config = config_of(t);
    assert_int_equal(gtp_open(&t->g, &config, NULL), STATUS_OK);
}

static void end_talk(struct talk *t)
{
    gtp_close(t->g);
    buf_release(&t->out);
}

static void expect(struct talk *t, const char *line, const char *answer)
{
    buf_clear(&t->out);
    assert_true(gtp_feed(t->g, span_of(line)));
    assert_true(gtp_feed(t->g, SPAN("\n")));
    assert_string_equal(buf_cstr(&t->out), answer);
}

static void lines(void **state)
{
    struct talk t;
    (void)state;
    begin_talk(&t);
    const char *text = "\n  \r\n# nothing\n7\tname # who\r\n08 version\n";
    for (const char *p = text; *p; p++)
        assert_true(gtp_feed(t.g, span_make(p, 1)));
    assert_string_equal(buf_cstr(&t.out), "=7 Test\n\n=08 1\n\n");
    expect(&t, "na\001me", "= Test\n\n");
    expect(&t, "12", "?12 unknown command\n\n");
    expect(&t, "99999999999 name", "? unknown command\n\n");
    expect(&t, "-1 name", "? unknown command\n\n");
    buf_clear(&t.out);
    for (int i = 0; i < GTP_MAX_LINE / 4 + 2; i++)
        assert_true(gtp_feed(t.g, SPAN("name")));
    assert_true(gtp_feed(t.g, SPAN("\n1 name\n")));
    assert_string_equal(buf_cstr(&t.out), "? line too long\n\n=1 Test\n\n");
    buf_clear(&t.out);
    assert_false(gtp_feed(t.g, SPAN("2 quit\n3 name\n")));
    assert_string_equal(buf_cstr(&t.out), "=2 \n\n");
    end_talk(&t);
}

static void conversation(void **state)
{
    static const char *const LINES[][2] = {
        {"protocol_version", "= 2\n\n"},
        {"known_command genmove", "= true\n\n"},
        {"known_command fly", "= false\n\n"},
        {"boardsize 19", "= \n\n"},
        {"boardsize 9", "? unacceptable size: the network knows 19 only\n\n"},
        {"boardsize x", "? syntax error\n\n"},
        {"komi 0.5", "= \n\n"},
        {"komi nan", "? syntax error\n\n"},
        {"komi 1e9", "? syntax error\n\n"},
        {"play b d4", "= \n\n"},
        {"play W D4", "? illegal move\n\n"},
        {"play white i5", "? syntax error\n\n"},
        {"play white U5", "? syntax error\n\n"},
        {"play white A20", "? syntax error\n\n"},
        {"play white A1 B2", "? syntax error\n\n"},
        {"play red A1", "? syntax error\n\n"},
        {"play", "? syntax error\n\n"},
        {"reg_genmove w", "= Q16\n\n"},
        {"genmove w", "= Q16\n\n"},
        {"genmove w", "= D16\n\n"}, /* twice */
        {"genmove", "? syntax error\n\n"},
        {"undo", "= \n\n"},
        {"play black PASS", "= \n\n"},
        {"genmove w", "= D16\n\n"},
        {"fixed_handicap 2", "? board not empty\n\n"},
        {"place_free_handicap 2", "? board not empty\n\n"},
        {"set_free_handicap A1 B2", "? board not empty\n\n"},
        {"clear_board", "= \n\n"},
        {"undo", "? cannot undo\n\n"},
        {"fixed_handicap 10", "? invalid number of stones\n\n"},
        {"fixed_handicap 1", "? invalid number of stones\n\n"},
        {"fixed_handicap 3", "= D4 Q16 D16\n\n"},
        {"genmove w", "= Q4\n\n"},
        {"clear_board", "= \n\n"},
        {"place_free_handicap 12", "= D4 Q16 D16 Q4 D10 Q10 K4 K16 K10\n\n"},
        {"clear_board", "= \n\n"},
        {"set_free_handicap A1", "? bad vertex list\n\n"},
        {"set_free_handicap A1 A1", "? bad vertex list\n\n"},
        {"set_free_handicap A1 pass", "? bad vertex list\n\n"},
        {"set_free_handicap A1 K10 T19", "= \n\n"},
        {"time_settings 60 30 5", "= \n\n"},
        {"time_settings 60 30", "? syntax error\n\n"},
        {"time_left b 60 0", "= \n\n"},
        {"time_left b", "? syntax error\n\n"},
        {"final_status_list mauve", "? syntax error\n\n"},
        {"final_status_list seki", "= \n\n"},
        {"loadsgf nowhere.sgf", "? cannot load file\n\n"},
        {"loadsgf", "? syntax error\n\n"},
        {"loadsgf a game.sgf", "= \n\n"},
        {"undo", "= \n\n"},
        {"undo", "= \n\n"},
        {"undo", "= \n\n"},
        {"undo", "? cannot undo\n\n"},
        {"loadsgf a game.sgf 2", "= \n\n"},
        {"kifu-people 2", "= win 0.5000\nQ4 0.0500\nC6 0.0250\n\n"},
        {"kifu-people w 1", "= win 0.5000\nQ4 0.0500\n\n"},
        {"kifu-people green", "? syntax error\n\n"},
    };
    struct talk t;
    (void)state;
    begin_talk(&t);
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        expect(&t, LINES[i][0], LINES[i][1]);
    end_talk(&t);
}

static void resigning_is_said(void **state)
{
    struct talk t;
    (void)state;
    begin_talk(&t);
    t.d.win = 0;
    for (int i = 0; i < GO_RESIGN_FROM; i++) {
        buf_clear(&t.out);
        assert_true(gtp_feed(t.g, i % 2 ? SPAN("genmove w\n") : SPAN("genmove b\n")));
    }
    expect(&t, "genmove b", "= resign\n\n");
    expect(&t, "undo", "= \n\n"); /* the last move, not the resignation */
    end_talk(&t);
}

/* Nobody owns an empty board, so komi wins it for White; the network is asked for the side to move. */
static void doubts_are_said(void **state)
{
    struct talk t;
    (void)state;
    begin_talk(&t);
    expect(&t, "komi 6.5", "= \n\n");
    t.d.win = 0.2F;
    expect(&t, "kifu-score", "= W+6.5 win 0.8000\n\n");
    expect(&t, "final_score", "= W+6.5\n\n");
    t.d.win = 0.9F;
    expect(&t, "kifu-score", "= W+6.5 win 0.1000 doubtful\n\n");
    expect(&t, "final_score",
           "[the score W+6.5 is doubtful: the network gives its winner 10 %]= W+6.5\n\n");
    expect(&t, "play b pass", "= \n\n");
    expect(&t, "kifu-score", "= W+6.5 win 0.9000\n\n");
    expect(&t, "komi -6.5", "= \n\n");
    expect(&t, "kifu-score", "= B+6.5 win 0.1000 doubtful\n\n");
    expect(&t, "komi 0", "= \n\n");
    expect(&t, "kifu-score", "= 0 win 0.5000\n\n");
    end_talk(&t);
}

/* Who is asked, or refused, has not moved: the ko that White may not take back is as it was. */
static void ko_outlasts_questions(void **state)
{
    static const char *const KO[] = {"play b J2", "play w K2", "play b K1",
                                     "play w L1", "play b K3", "play w L3",
                                     "play b T1", "play w M2", "play b L2"};
    struct talk t;
    (void)state;
    begin_talk(&t);
    for (size_t i = 0; i < sizeof KO / sizeof *KO; i++)
        expect(&t, KO[i], "= \n\n");
    expect(&t, "play w K2", "? illegal move\n\n");
    expect(&t, "play b L2", "? illegal move\n\n");
    expect(&t, "play w K2", "? illegal move\n\n");
    expect(&t, "kifu-people b 1", "= win 0.5000\nD4 0.4000\n\n");
    expect(&t, "play w K2", "? illegal move\n\n");
    expect(&t, "reg_genmove b", "= D4\n\n");
    expect(&t, "play w K2", "? illegal move\n\n");
    expect(&t, "play w T19", "= \n\n");
    expect(&t, "play b T18", "= \n\n");
    expect(&t, "play w K2", "= \n\n");
    end_talk(&t);
}

/* Whatever allocation fails, every command is answered. */
static void no_memory(void **state)
{
    static const struct span TALK =
        SPAN_INIT("boardsize 19\nplay b D4\ngenmove w\nloadsgf a game.sgf\nshowboard\nundo\n");
    (void)state;
    for (long n = 0; n < 60; n++) {
        struct talk t = {.d = {.liked = "Q16", .win = 0}};
        struct err err;
        buf_init(&t.out, BUF_DEFAULT_MAX);
        assert_true(buf_reserve(&t.out, 1 << 16));
        struct gtp_config config = config_of(&t);
        mem_fail_after(n);
        if (gtp_open(&t.g, &config, &err) == STATUS_OK)
            gtp_feed(t.g, TALK);
        mem_fail_never();
        size_t answers = 0;
        for (size_t i = 0; i + 1 < t.out.n; i++)
            answers += t.out.p[i] == '\n' && t.out.p[i + 1] == '\n';
        assert_int_equal(answers, t.g ? 6 : 0);
        end_talk(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_undo),
        cmocka_unit_test(superko),
        cmocka_unit_test(handicaps),
        cmocka_unit_test(eyes),
        cmocka_unit_test(finished_board),
        cmocka_unit_test(settled),
        cmocka_unit_test(likeliest_and_varied),
        cmocka_unit_test(temperature),
        cmocka_unit_test(draws_no_pass),
        cmocka_unit_test(fills_no_eye),
        cmocka_unit_test(passes),
        cmocka_unit_test(resigns),
        cmocka_unit_test(cleans_up),
        cmocka_unit_test(lines),
        cmocka_unit_test(conversation),
        cmocka_unit_test(resigning_is_said),
        cmocka_unit_test(doubts_are_said),
        cmocka_unit_test(ko_outlasts_questions),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

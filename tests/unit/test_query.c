/* test_query.c: what queries mean, as trees and as text, and how mistakes are reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/rng.h"
#include "games/shogi/shogi.h"
#include "games/shogi/shogi_facts.h"
#include "query/language/lexer.h"
#include "query/language/named.h"
#include "query/language/query.h"

static struct query parsed(const char *text, const struct named_queries *named)
{
    struct query q;
    struct err err = {0};
    struct buf why;
    buf_init(&why, 10000);
    if (query_parse(&q, &shogi_game, named, span_of(text), &err) != STATUS_OK) {
        err_format(&err, LANG_EN, &why);
        fail_msg("%s: %s", text, buf_cstr(&why));
    }
    buf_release(&why);
    return q;
}

static void assert_prints(const char *text, const char *expected, const struct named_queries *named)
{
    struct query q = parsed(text, named), again;
    struct buf out;
    buf_init(&out, BUF_DEFAULT_MAX);
    query_print(&q, &out);
    if (expected)
        assert_string_equal(buf_cstr(&out), expected);
    again = parsed(buf_cstr(&out), named);
    if (!query_equal(&q, &again))
        fail_msg("%s: printed as %s, which is another query", text, buf_cstr(&out));
    query_release(&q);
    query_release(&again);
    buf_release(&out);
}

/* --- What is read ---------------------------------------------------------------------------- */

static const struct {
    const char *text, *printed; /* NULL: only that it survives */
} READ[] = {
    {"s99ou g91ou", "s99ou g91ou"},
    {"sgi2 gfu01", "sgi2 gfu01"},
    {"gfu1", "gfu01"},
    {"s.hand.gi>=2", "sgi2"},
    {"s.hand.gi=2", "sgi2 not sgi3"},
    {"s.hand.gi=4", "sgi4"},
    {"s.hand.gi=0", "not sgi1"},
    {"g.hand.fu<=1", "not gfu02"},
    {"g.hand.fu<1", "not gfu01"},
    {"s.hand.hi>1", "shi2"},
    {"s.hand.hi!=1", "not (shi1 not shi2)"},
    {"s.hand.gi", "sgi1"},
    {"s.hand.gi<=4", "not not all"},
    {"先手.hand.銀>=2", "sgi2"},
    {"s.hand>=3", NULL},
    {"sfen \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\"",
     "sfen \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\""},
    {"startpos", "sfen \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\""},
    {"either(s76fu turn:s)", "s76fu turn:s or g34fu turn:g"},
    {"sfen startpos", "sfen \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\""},
    {"sfen \"sfen 4k4/9/9/9/9/9/9/9/4K4 w P2g 17\"", "sfen \"4k4/9/9/9/9/9/9/9/4K4 w P2g 1\""},
    {"board \"4k4/9/9/9/9/9/9/9/4K4 w - 17\"", "board \"4k4/9/9/9/9/9/9/9/4K4 b - 1\""},
    {"sfen "
     "\"\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/"
     "\?\?\?\?P\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/"
     "\?\?\?\?K\?\?\?\? w\"",
     "s55fu s59ou turn:g"},
    {"board "
     "\"\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/"
     "\?\?\?\?P\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/"
     "\?\?\?\?\?\?\?\?\? w\"",
     "s55fu"},
    {"sfen "
     "\"\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/"
     "\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/"
     "\?\?\?\?\?\?\?\?\? ? 2P 1\"",
     "sfu02 sum(sfu03,sky1,ske1,sgi1,ska1,shi1,ski1,gfu01,gky1,gke1,ggi1,gka1,ghi1,gki1)=0"},
    {"sfen "
     "\"\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/"
     "\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/\?\?\?\?\?\?\?\?\?/"
     "\?\?\?\?\?\?\?\?\?\"",
     "all"},
    {"sfen \"4k4/9/9/9/9/9/9/9/4K4\"", NULL},
    {"like \"4k4/9/9/9/9/9/9/9/4K4 b 2P\"", "best(s59ou,g51ou,sfu01,sfu02)>=3"},
    {"like \"4k4/9/9/9/9/9/9/9/4K4 b 2P\" >=2", "best(s59ou,g51ou,sfu01,sfu02)>=2"},
    {"like \"4k4/9/9/9/9/9/9/9/4K4 b 2P\">2", "best(s59ou,g51ou,sfu01,sfu02)>=3"},
    {"empty:55", NULL},
    {"any:s55",
     "{s55fu,s55ky,s55ke,s55gi,s55ka,s55hi,s55ki,s55ou,s55to,s55ny,s55nk,s55ng,s55um,s55ry}"},
    {"any:55", NULL},
    {"55:{sfu,sgi}", "{s55fu,s55gi}"},
    {"55:gi", "{s55gi,g55gi}"},
    {"５五:{先手歩}", "s55fu"},
    {"{s76fu,s55fu,s76fu}", "{s55fu,s76fu}"},
    {"count(sfu,rank:5)>=2", "sum(s15fu,s25fu,s35fu,s45fu,s55fu,s65fu,s75fu,s85fu,s95fu)>=2"},
    {"count(sfu,{55,54..53})>1", "sum(s53fu,s54fu,s55fu)>1"},
    {"count({sfu,gfu},55)=1", "sum(s55fu,g55fu)=1"},
    {"count(sou,file:5,rank:8..9)", NULL},
    {"count(s,zone:s)>=2", NULL},
    {"count(ski,hand,board)>=4", NULL},
    {"count(sou,hand)>=1", "sum()>=1"},
    {"material>=500", "material>=500"},
    {"material<-500", "material<-500"},
    {"sum(2*s76fu,-1*g34fu,s55fu)<=1", "sum(s55fu,2*s76fu,-1*g34fu)<=1"},
    {"not s76fu", "not s76fu"},
    {"not not s76fu", "not not s76fu"},
    {"not (s76fu g34fu)", "not (s76fu g34fu)"},
    {"not s76fu g34fu", "not s76fu g34fu"},
    {"s76fu or g34fu s55fu or all", "s76fu or g34fu s55fu or all"},
    {"s76fu (g34fu or s55fu)", "s76fu (g34fu or s55fu)"},
    {"s76fu then g34fu", "s76fu then g34fu"},
    {"s76fu then<20 g34fu", "s76fu then<=20 g34fu"},
    {"s76fu then<=20 g34fu never s55fu", "s76fu then<=20 g34fu never s55fu"},
    {"s76fu then (g34fu then s55fu)", "s76fu then (g34fu then s55fu)"},
    {"s76fu or s26fu then g34fu or g84fu", "s76fu or s26fu then g34fu or g84fu"},
    {"s76fu g34fu for>=10", "s76fu g34fu for>=10"},
    {"s76fu or g34fu for>=10", "s76fu or g34fu for>=10"},
    {"(s76fu or g34fu) for<10", "(s76fu or g34fu) for<10"},
    {"s76fu for=3 g34fu for!=4", "s76fu for=3 g34fu for!=4"},
    {"s76fu (g34fu for>=3)", "s76fu (g34fu for>=3)"},
    {"ply:20..40 turn:s", "ply:20..40 turn:s"},
    {"ply:20", "ply:20"},
    {"ply:0", "ply:0"},
    {"ply:..40", "ply:..40"},
    {"ply:20..", "ply:20.."},
    {"turn:後手", "turn:g"},
    {"turn:w result:b w.hand.ka>=1", "turn:g result:s gka1"},
    {"move:s7776fu", "moves(s to:{s76fu} from:{s77fu})"},
    {"move:s8822um", "moves(s to:{s22um} from:{s88ka,s88um})"},
    {"move:s8822um+", "moves(s to:{s22um} from:{s88ka})"},
    {"move:s8822um=", "moves(s to:{s22um} from:{s88um})"},
    {"move:s\?\?76fu", "moves(s to:{s76fu})"},
    {"move:76fu", "moves(to:{s76fu,g76fu})"},
    {"move:g0055ka", "moves(g to:{g55ka} from:{gka1,gka2})"},
    {"move:s\?\?22+", NULL},
    {"move:s7?76\?\?", NULL},
    {"seq:\"▲7六歩△3四歩\"", "moves(s to:{s76fu}, g to:{g34fu})"},
    {"seq:\"☗７六歩(77) ☖３四歩(33)\"",
     "moves(s to:{s76fu} from:{s77fu}, g to:{g34fu} from:{g33fu})"},
    {"seq:\"▲５五角打\"", "moves(s to:{s55ka} from:{ska1,ska2})"},
    {"seq:\"△２二角成▲同銀\"", NULL},
    {"seq:\"▲５八金右\"", NULL},
    {"seq:\"7g7f 3c3d P*5e 8h2b+\"", "moves(as:7g7f, as:3c3d, as:P*5e, as:8h2b+)"},
    {"seq:\"+7776FU,-3334FU\"", "moves(s to:{s76fu} from:{s77fu}, g to:{g34fu} from:{g33fu})"},
    {"moves(s as:7g7f, g)", "moves(s as:7g7f, g)"},
    {"moves()", "moves()"},
    {"player:羽生", "player:\"羽生\""},
    {"player:=羽生 tag:=pro", "player:=\"羽生\" tag:=\"pro\""},
    {"black:=\"a b\" source:\"=x\"", "s.player:=\"a b\" source:\"=x\""},
    {"winner:=羽生", "s.player:=\"羽生\" result:s or g.player:=\"羽生\" result:g"},
    {"flip(black:=A event:=B)", "g.player:=\"A\" event:=\"B\""},
    {"player:羽生 player:谷川", "player:\"羽生\" player:\"谷川\""},
    {"player:\"a \\\"b\\\" \\\\ \\c\"", "player:\"a \\\"b\\\" \\\\ \\\\c\""},
    {"black:羽生 white:谷川", "s.player:\"羽生\" g.player:\"谷川\""},
    {"sente:羽生 後手:谷川 s.player:x", "s.player:\"羽生\" g.player:\"谷川\" s.player:\"x\""},
    {"players:羽生,谷川",
     "s.player:\"羽生\" g.player:\"谷川\" or s.player:\"谷川\" g.player:\"羽生\""},
    {"winner:羽生", "s.player:\"羽生\" result:s or g.player:\"羽生\" result:g"},
    {"loser:羽生", "s.player:\"羽生\" result:g or g.player:\"羽生\" result:s"},
    {"event:名人戦 place:東京 tag:x source:a/b.kif",
     "event:\"名人戦\" place:\"東京\" tag:\"x\" source:\"a/b.kif\""},
    {"date:1990..2000", "date:1990-01-01..2000-12-31"},
    {"date:2004-07-12", "date:2004-07-12..2004-07-12"},
    {"date:2004/07..", "date:2004-07-01..9999-12-31"},
    {"date:..2004-02", "date:0001-01-01..2004-02-31"},
    {"date>2003", "date:2004-01-01..9999-12-31"},
    {"date<2003-05", "date:0001-01-01..2003-04-31"},
    {"date!=2003", "not date:2003-01-01..2003-12-31"},
    {"rating>=2000 black.rating<1500", "rating>=2000 s.rating<1500"},
    {"rating:1800..2200", "rating>=1800 rating<=2200"},
    {"result:s result:g result:d result:?", "result:s result:g result:d result:?"},
    {"result:black", "result:s"},
    {"end:resign", "end:resign"},
    {"moves>=100 moves:50", "moves>=100 moves=50"},
    {"handicap:2 handicap:角落ち handicap:even", "handicap:2 handicap:bishop handicap:even"},
    {"handicap:any", "not handicap:even"},
    {"size:19", "size=19"},
    {"id:10..20", "id:10..20"},
    {"id:7", "id:7"},
    {"flip(s76fu turn:s result:s black:A rating>1)",
     "g34fu turn:g result:g g.player:\"A\" rating>1"},
    {"flip(ply:3 black.rating>1 move:s7776fu seq:\"7g7f P*5b\")",
     "ply:3 g.rating>1 moves(g to:{g34fu} from:{g33fu}) moves(as:3c3d, as:P*5h)"},
    {"flip(sfu02 sfen \"4k4/9/9/9/9/9/9/P8/4K4 b P 1\")",
     "gfu02 sfen \"4k4/8p/9/9/9/9/9/9/4K4 w p 1\""},
    {"mirror(s76fu black:A)", "s36fu s.player:\"A\""},
    {"mirror(board \"4k4/9/9/9/9/9/9/P8/4K4\")", NULL},
    {"mirror(board \"4k4/9/9/9/9/9/9/P8/4K4 b -\")", "board \"4k4/9/9/9/9/9/9/8P/4K4 b - 1\""},
    {"sym(s76fu)", "s76fu or g34fu or s36fu or g74fu"},
    {"sym(s55fu)", "s55fu or g55fu"},
    {"sym(player:A)", "player:\"A\""},
    {"sym(turn:s)", "turn:s or turn:g"},
    {"flip(flip(material>3))", "material>3"},
    {"progress>=0.5 progress.diff<=-0.250 attack.s>1 defence.g!=+0.000001",
     "progress>=0.5 progress.diff<=-0.25 attack.s>1 defence.g!=0.000001"},
    {"s.attack<0.1 後手.defence=000.015625", "attack.s<0.1 defence.g=0.015625"},
    {"value>=500 value<-300.25 value=-0 defence.diff>=-1000000000",
     "value>=500 value<-300.25 value=0 defence.diff>=-1000000000"},
    {"flip(progress>0.5 attack.s>0.25 defence.g<=1)", "progress>0.5 attack.g>0.25 defence.s<=1"},
    {"flip(progress.diff>=0.25 defence.diff<0.1 value>-30 value!=5)",
     "progress.diff<=-0.25 defence.diff>-0.1 value<30 value!=-5"},
    {"flip(flip(progress.diff>0.25 attack.s=0))", "progress.diff>0.25 attack.s=0"},
    {"mirror(progress.diff>0.25 attack.s<1 value>7)", "progress.diff>0.25 attack.s<1 value>7"},
    {"sym(progress.diff>0.25)", "progress.diff>0.25 or progress.diff<-0.25"},
    {"sym(progress>0.25)", "progress>0.25"},
    {"found.pro>=0.5 found.amateur<=0.10 found.online!=0.25 surprise>4",
     "found.pro>=0.5 found.amateur<=0.1 found.online!=0.25 surprise>4"},
    {"flip(found.pro>=0.5 surprise<4)", "found.pro>=0.5 surprise<4"},
    {"sym(surprise>4)", "surprise>4"},
    {"either(attack.s>=0.5)", "attack.s>=0.5 or attack.g>=0.5"},
    {"先手76歩 ▲７六歩 ☖３四歩", "s76fu s76fu g34fu"},
    {"s76fu　g34fu\t\n s55fu", "s76fu g34fu s55fu"},
    {"((s76fu))", "s76fu"},
    {"s76fu ever g34fu never s55fu", "s76fu ever g34fu never s55fu"},
    {"s76fu ever (g34fu then s55fu) or all", "s76fu ever (g34fu then s55fu) or all"},
    {"all", "all"},
    {"", "all"},
    {"  ", "all"},
};

static void test_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++)
        assert_prints(READ[i].text, READ[i].printed, NULL);
}

static void test_exact_keys(void **state)
{
    (void)state;
    struct query q = parsed("sfen \"4k4/9/9/9/9/9/9/9/4K4 w P 1\"", NULL);
    struct shogi_pos pos;
    assert_int_equal(q.nodes[q.root].op, Q_EXACT);
    assert_int_equal(q.nodes[q.root].seat, 1);
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(shogi_sfen_parse(&pos,
                                          seat ? SPAN("4k4/9/9/9/9/9/9/9/4K4 w P 1")
                                               : SPAN("4k4/9/9/9/9/9/9/9/4K4 b P 1"),
                                          SHOGI_SFEN_STRICT, NULL, NULL),
                         STATUS_OK);
        assert_true(
            position_key_equal(q.nodes[q.root].keys[seat], position_key(&shogi_game, &pos)));
    }
    query_release(&q);
}

static void test_partial_forbids(void **state)
{
    (void)state;
    struct query q = parsed("sfen \"4k4/9/9/9/9/9/9/9/4K4\"", NULL);
    uint32_t last = q.nodes[q.root].last;
    assert_int_equal(q.nodes[q.root].op, Q_AND);
    assert_int_equal(q.nodes[last].op, Q_SUM);
    assert_int_equal(q.nodes[last].term_count, 79 * 28);
    assert_int_equal(q.nodes[last].compare, COMPARE_EQ);
    assert_int_equal(q.nodes[last].value, 0);
    query_release(&q);
}

static void test_sources(void **state)
{
    (void)state;
    struct query q = parsed("s76fu then (g34fu or s55fu)", NULL);
    uint32_t first = q.nodes[q.root].child, second = q.nodes[first].next;
    assert_true(span_eq(q.nodes[q.root].source, SPAN("s76fu then (g34fu or s55fu)")));
    assert_true(span_eq(q.nodes[first].source, SPAN("s76fu")));
    assert_true(span_eq(q.nodes[second].source, SPAN("(g34fu or s55fu)")));
    query_release(&q);
}

/* --- Mistakes -------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    unsigned byte;
    const char *message;
} WRONG[] = {
    {"plyer:x", 0, "unknown word \"plyer\"; did you mean \"player\"?"},
    {"s76fu  xyzzy", 7,
     "unknown word \"xyzzy\"; write player:xyzzy for a player, event:xyzzy for an event"},
    {"s76fx", 0, "unknown word \"s76fx\"; did you mean \"s76fu\"?"},
    {"(s76fu", 6, "expected \")\""},
    {"s76fu)", 5, "unexpected \")\""},
    {"()", 1, "expected a condition"},
    {"s76fu or", 8, "expected a condition"},
    {"then s76fu", 0, "expected a condition"},
    {"s76fu or or g34fu", 9, "expected a condition"},
    {"not", 3, "expected a condition"},
    {"s76fu then>5 g34fu", 10, "then takes < or <= and a number of plies"},
    {"s76fu then<x g34fu", 11, "expected a number"},
    {"s76fu for", 9, "expected >=, <=, =, < or >"},
    {"s76fu for 10", 10, "expected >=, <=, =, < or >"},
    {"s76fu for>=-1", 9, "the length of a span must be 0 or more"},
    {"ply:40..20", 4, "expected a number or a range such as 20..40"},
    {"ply:..", 4, "expected a number or a range such as 20..40"},
    {"ply 20", 4, "expected a range of plies, as in ply:20..40"},
    {"turn:x", 5, "expected a player after turn:, such as s or g"},
    {"player:", 7, "expected a text, in quotes if it contains blanks"},
    {"player:\"abc", 7, "unclosed quote"},
    {"players:a", 9, "expected two names, as in players:A,B"},
    {"date:1990-13", 5, "expected a date or a range of dates such as 1990..2004-07-12"},
    {"date:2000..1990", 5, "expected a date or a range of dates such as 1990..2004-07-12"},
    {"b55fu", 0, "unknown word \"b55fu\"; did you mean \"s55fu\"?"},
    {"result:x", 7, "expected s, g, d (draw) or ? (unknown)"},
    {"bQ16", 0, "\"bQ16\" is Go notation, but this database holds another game"},
    {"end:resgin", 4, "unknown ending \"resgin\"; did you mean \"resign\"?"},
    {"handicap:99", 9, "unknown handicap \"99\""},
    {"rating", 6, "expected >=, <=, =, < or >"},
    {"s.hand.ou>=1", 7, "expected a piece that can be in hand"},
    {"s.hand.gi>=5", 7, "a set has only 4 of them"},
    {"empty:5", 6, "expected a square such as 55"},
    {"any:x55", 4, "expected a square such as 55"},
    {"55:{sfu,xx}", 8, "expected a piece such as sfu"},
    {"55:{sfu", 7, "expected \",\" or \"}\""},
    {"55", 2, "expected \":\" and pieces after a square"},
    {"count(sfu,rank:0)", 15, "expected a number or a range such as 20..40"},
    {"count(sfu,here)", 10, "expected rank:, file:, zone: or squares such as 55"},
    {"count(empty,rank:5)", 6, "cannot count empty squares"},
    {"count(sfu,zone:x)", 15, "unknown zone \"x\""},
    {"material", 8, "expected >=, <=, =, < or >"},
    {"progress", 8, "expected >=, <=, =, < or >"},
    {"progress>=", 10, "expected a number such as 0.25"},
    {"surprise", 8, "expected >=, <=, =, < or >"},
    {"found>0.5", 0, "unknown word \"found\"; did you mean \"found.pro\"?"},
    {"found.pro>=30", 11, "expected a number from 0 to 1, such as 0.25"},
    {"found.online<-0.1", 13, "expected a number from 0 to 1, such as 0.25"},
    {"progress>=.5", 10, "expected a number such as 0.25"},
    {"progress>=0.", 10, "expected a number such as 0.25"},
    {"progress>=0.5x", 10, "expected a number such as 0.25"},
    {"progress>=--1", 10, "expected a number such as 0.25"},
    {"progress>=0.1x34567", 10, "expected a number such as 0.25"},
    {"value>=\"5\"", 7, "expected a number such as 0.25"},
    {"progress>=0.0000001", 10, "at most six digits after the decimal point"},
    {"progress>=0.99999999999999999999999", 10, "at most six digits after the decimal point"},
    {"value<1000000001", 6, "the number must be at most 1000000000"},
    {"value<99999999999999999999999", 6, "the number must be at most 1000000000"},
    {"progress.dif>0", 0, "unknown word \"progress.dif\"; did you mean \"progress.diff\"?"},
    {"s.progress>0", 0, "unknown word \"s.progress\"; did you mean \"progress\"?"},
    {"sfen", 4, "expected a position in quotes"},
    {"sfen \"9/9\"", 9, "expected \"/\" after nine squares"},
    {"sfen \"9/9/9/9/9/9/9/9/8 b\"", 23, "expected nine squares in a rank"},
    {"board \"x\"", 7, "expected nine squares in a rank"},
    {"sfen \"9/9/9/9/9/9/9/9/9 b 3K 1\"", 27, "expected pieces in hand, - or ?"},
    {"like \"9/9/9/9/9/9/9/9/9 b -\"", 6, "like needs a position with pieces"},
    {"like startpos >=50", 14, "like takes >= and a number from 1 to 40"},
    {"move:7776xx", 5, "expected a move such as s7776fu, s0055fu, s\?\?76fu or s76"},
    {"move:s0055to", 5, "no piece moves like that: \"s0055to\""},
    {"seq:\"▲7六歩 hello\"", 16, "expected a move"},
    {"seq:\"▲7六歩▲3四歩\"", 15, "the same player moves twice in a row at \"▲3四歩\""},
    {"seq:\"同銀\"", 5, "expected a move"},
    {"castle:mino", 7, "no query named \"mino\""},
    {"@x", 0, "no query named \"x\""},
    {"flip s76fu", 5, "expected \"(\""},
    {"flip(s76fu", 10, "expected \")\""},
    {"pattern \"x\"", 0, "pattern is for Go; for shogi use board \"…\" with ?"},
    {"s76fu \"x\"", 6, "no name, player, event or tag has \"x\""},
    {"{s76fu,}", 7, "expected a piece on a square or in hand"},
    {"sum(x*s76fu)", 4, "expected a piece, or a number times a piece"},
    {"moves(x)", 6, "expected a player, as:, to: or from:"},
    {"moves(as:9z9z)", 9, "not a move: \"9z9z\""},
};

static void test_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct query q;
        struct err err = {0};
        struct buf why;
        buf_init(&why, 10000);
        assert_int_equal(query_parse(&q, &shogi_game, NULL, span_of(WRONG[i].text), &err),
                         STATUS_SYNTAX);
        err_message(&err, LANG_EN, &why);
        if (err.byte != WRONG[i].byte || err.line != 1)
            fail_msg("%s: byte %u expected, not %u (%s)", WRONG[i].text, WRONG[i].byte,
                     (unsigned)err.byte, buf_cstr(&why));
        assert_string_equal(buf_cstr(&why), WRONG[i].message);
        buf_clear(&why);
        err_message(&err, LANG_JA, &why); /* has one */
        assert_true(why.n > 0);
        buf_release(&why);
        query_release(&q);
    }
}

/* Text `before` n times, `middle`, `after` n times. */
static struct buf repeated(size_t n, const char *before, const char *middle, const char *after)
{
    struct buf b;
    buf_init(&b, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < n; i++)
        buf_add_str(&b, before);
    buf_add_str(&b, middle);
    for (size_t i = 0; i < n; i++)
        buf_add_str(&b, after);
    return b;
}

/* The list of ends is part of the message. */
static void test_ends_are_listed(void **state)
{
    (void)state;
    struct query q;
    struct err err;
    assert_int_equal(query_parse(&q, &shogi_game, NULL, SPAN("end:foo"), &err), STATUS_SYNTAX);
    query_release(&q);
    for (int end = 0; end < END_COUNT; end++) {
        char name[64];
        snprintf(name, sizeof name, " %s", record_end_name((enum record_end)end));
        assert_non_null(strstr(err.what->en, name));
        assert_non_null(strstr(err.what->ja, name));
    }
}

static void test_comments(void **state)
{
    (void)state;
    static const struct {
        const char *text, *without;
    } cases[] = {
        {"# all\ns76fu # and \"\n#\ng34fu", "     \ns76fu        \n \ng34fu"},
        {"player:#1 s76fu#2", "player:#1 s76fu#2"},
        {"event:\"a # \\\" # b\" # c", "event:\"a # \\\" # b\"    "},
        {"s76fu\xE3\x80\x80# x", "s76fu\xE3\x80\x80   "},
        {"pattern \"X\n # .\"", "pattern \"X\n # .\""},
        {"#", " "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        size_t n = strlen(cases[i].text);
        memcpy(text, cases[i].text, n + 1);
        lexer_blank_comments(text, n);
        assert_string_equal(text, cases[i].without);
    }
}

static void test_limits(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        const char *before, *middle, *after;
        enum status status;
    } cases[] = {
        {QUERY_MAX_DEPTH - 1, "(", "s76fu", ")", STATUS_OK},
        {QUERY_MAX_DEPTH, "(", "s76fu", ")", STATUS_SYNTAX},
        {100000, "(", "", "", STATUS_SYNTAX},
        {100000, "not ", "s76fu", "", STATUS_SYNTAX},
        {QUERY_MAX_DEPTH - 1, "s76fu then ", "s76fu", "", STATUS_OK},
        {QUERY_MAX_DEPTH, "s76fu then ", "s76fu", "", STATUS_SYNTAX},
        {QUERY_MAX_DEPTH - 1, "", "s76fu", " for>=1", STATUS_OK},
        {QUERY_MAX_DEPTH, "", "s76fu", " for>=1", STATUS_SYNTAX},
        {99997, "s76fu ", "s76fu", "", STATUS_OK},
        {99999, "s76fu ", "s76fu", "", STATUS_LIMIT},
        {QUERY_MAX_BYTES, "x", "", "", STATUS_SYNTAX},
        {QUERY_MAX_BYTES + 1, "x", "", "", STATUS_LIMIT},
        {30, "flip(", "material>1", ")", STATUS_OK},
        {7, "sym(", "s76fu g34fu", ")", STATUS_OK},
        {199, "flip(", "material>1 material>1 material>1 material>1 material>1", ")", STATUS_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf text = repeated(cases[i].n, cases[i].before, cases[i].middle, cases[i].after);
        struct query q;
        enum status got = query_parse(&q, &shogi_game, NULL, buf_span(&text), NULL);
        if (got != cases[i].status)
            fail_msg("%zu times %s%s%s: %s", cases[i].n, cases[i].before, cases[i].middle,
                     cases[i].after, status_name(got));
        query_release(&q);
        buf_release(&text);
    }
}

/* --- Round trips of random trees ------------------------------------------------------------- */

struct forest {
    struct query q;
    struct rng rng;
    uint32_t leaves[300], leaf_count;
};

static uint32_t below(struct forest *f, uint32_t n)
{
    return (uint32_t)rng_below(&f->rng, n);
}

static uint32_t copy_leaf(struct forest *f)
{
    uint32_t leaf = f->leaves[below(f, f->leaf_count)], node = query_add(&f->q, Q_TRUE);
    f->q.nodes[node] = f->q.nodes[leaf];
    f->q.nodes[node].next = 0;
    return node;
}

// NOLINTNEXTLINE(misc-no-recursion): depth counts down
static uint32_t random_tree(struct forest *f, unsigned depth)
{
    static const enum query_op OPS[] = {Q_AND,   Q_OR,   Q_NOT,   Q_THEN,
                                        Q_NEVER, Q_EVER, Q_SINCE, Q_FOR};
    if (depth == 0 || below(f, 4) == 0)
        return copy_leaf(f);
    enum query_op op = OPS[below(f, sizeof OPS / sizeof *OPS)];
    uint32_t node = query_add(&f->q, op), children = 1;
    if (op == Q_AND || op == Q_OR)
        children = 2 + below(f, 3);
    else if (op == Q_THEN || op == Q_NEVER || op == Q_EVER)
        children = 2;
    for (uint32_t i = 0; i < children; i++)
        assert_true(query_adopt(&f->q, node, random_tree(f, depth - 1)));
    struct query_node *n = &f->q.nodes[node];
    if (op == Q_THEN)
        n->number = below(f, 2) ? UINT32_MAX : below(f, 100);
    if (op == Q_FOR) {
        n->number = below(f, 100);
        n->compare = (enum query_compare)below(f, 6);
    }
    return node;
}

/* Every leaf that the table of examples has. */
static void plant(struct forest *f, const char *text)
{
    struct buf all;
    buf_init(&all, BUF_DEFAULT_MAX);
    buf_add_str(&all, text);
    assert_int_equal(query_parse(&f->q, &shogi_game, NULL, buf_span(&all), NULL), STATUS_OK);
    for (uint32_t i = 1; i < f->q.count; i++)
        if (!f->q.nodes[i].child && f->leaf_count < 300)
            f->leaves[f->leaf_count++] = i;
    buf_release(&all);
}

static void test_random_trees(void **state)
{
    (void)state;
    struct buf text, leaves;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_init(&leaves, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++)
        if (READ[i].printed) {
            buf_add_str(&leaves, i ? " or (" : "(");
            buf_add_str(&leaves, READ[i].printed);
            buf_add_str(&leaves, ")");
        }
    struct forest f = {.leaf_count = 0};
    plant(&f, buf_cstr(&leaves));
    uint32_t planted = f.q.count;
    for (uint64_t seed = 0; seed < 5000; seed++) {
        struct query again;
        rng_seed(&f.rng, seed);
        f.q.count = planted;
        f.q.root = random_tree(&f, 1 + below(&f, 6));
        buf_clear(&text);
        query_print(&f.q, &text);
        if (query_parse(&again, &shogi_game, NULL, buf_span(&text), NULL) != STATUS_OK ||
            !query_equal(&f.q, &again))
            fail_msg("seed %u: %s", (unsigned)seed, buf_cstr(&text));
        query_release(&again);
    }
    query_release(&f.q);
    buf_release(&leaves);
    buf_release(&text);
}

static void test_no_memory(void **state)
{
    (void)state;
    static const char TEXT[] =
        "sym(s76fu g34fu) then (sfen startpos or like startpos never count(sfu,rank:5)>=2) "
        "or player:\"a\" not (55:{sfu,sgi} seq:\"▲7六歩△3四歩\" flip(move:s7776fu material>3)) "
        "or board \"\?\?\?\?k\?\?\?\?/9/9/9/9/9/9/9/4K4\" players:a,b";
    for (long n = 0;; n++) {
        struct query q;
        struct err err = {0};
        mem_fail_after(n);
        enum status status = query_parse(&q, &shogi_game, NULL, span_of(TEXT), &err);
        mem_fail_never();
        query_release(&q);
        if (status == STATUS_OK) {
            assert_true(n > 5);
            break;
        }
        assert_int_equal(status, STATUS_NOMEM);
        assert_int_equal(err.code, STATUS_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_exact_keys),
        cmocka_unit_test(test_partial_forbids),
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_ends_are_listed),
        cmocka_unit_test(test_comments),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_random_trees),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Records at and beyond every limit, each between two good ones: whatever is refused costs that
 * record, and what is stored passes the check of the whole database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <sys/stat.h>

#include "base/rng.h"
#include "db/import/import.h"
#include "db/repair/check.h"
#include "db_sample.h"
#include "games/go/go.h"
#include "scratch.h"
#include "store/games_writer.h"

struct limits_log {
    unsigned rejected, partial;
    char file[ERR_FILE_BYTES]; /* of the worst that was told last */
    uint32_t line;
};

static void on_problem(void *ctx, enum problem_severity severity, const struct err *err)
{
    struct limits_log *t = ctx;
    t->rejected += severity == PROBLEM_REJECTED;
    t->partial += severity == PROBLEM_PARTIAL;
    if (severity < PROBLEM_PARTIAL)
        return;
    memcpy(t->file, err->file, sizeof t->file);
    t->line = err->line;
}

static struct import_counts import_folder(const char *db, struct limits_log *seen)
{
    const struct import_options opt = {.threads = 2};
    const struct import_events events = {.ctx = seen, .problem = on_problem};
    const char *path = "in";
    struct importer *im;
    struct err err = {0};
    assert_int_equal(importer_open(&im, db, &opt, &events, &err), STATUS_OK);
    assert_int_equal(importer_run(im, &path, 1, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    struct import_counts counts = *importer_counts(im);
    importer_close(im);
    return counts;
}

/* The folder in an archive of bytes, as it comes over HTTP or from a pipe. */
static struct import_counts import_archive(const char *db, struct limits_log *seen)
{
    const struct import_options opt = {.threads = 2};
    const struct import_events events = {.ctx = seen, .problem = on_problem};
    struct importer *im;
    struct buf archive;
    struct err err = {0};
    buf_init(&archive, BUF_DEFAULT_MAX);
    assert_int_equal(system("tar cf in.tar in"), 0);
    assert_int_equal(file_read("in.tar", BUF_DEFAULT_MAX, &archive, &err), STATUS_OK);
    assert_int_equal(importer_open(&im, db, &opt, &events, &err), STATUS_OK);
    assert_int_equal(importer_run_bytes(im, SPAN("in.tar"), buf_span(&archive), true, &err),
                     STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    struct import_counts counts = *importer_counts(im);
    importer_close(im);
    buf_release(&archive);
    return counts;
}

static void on_fault(void *ctx, const struct err *err, const struct msg *remedy)
{
    (void)ctx, (void)err, (void)remedy;
}

static void assert_whole(const char *path, uint64_t games)
{
    const struct check_options opt = {.threads = 1, .temporary = ".", .fault = on_fault};
    struct check_result result;
    struct err err;
    assert_int_equal(db_check(path, &opt, &result, &err), STATUS_OK);
    assert_int_equal(result.faults, 0);
    assert_int_equal(result.games, games);
}

static void put(const char *name, const struct buf *text)
{
    struct err err;
    assert_int_equal(buf_status(text), STATUS_OK);
    assert_int_equal(file_replace(name, buf_span(text), &err), STATUS_OK);
}

static void repeat(struct buf *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_add_str(out, text);
}

/* --- Go --------------------------------------------------------------------------------------- */

/* A tree of SGF: what goes before, a text so many times, and what closes it. */
static const struct import_limits_shape {
    const char *before, *text, *after;
    size_t times;
    unsigned rejected, partial;
} SHAPES[] = {
    {";B[];W[]", ";B[];W[]", ")", 32766, 0, 0},        /* 65,534 plies: the longest there is */
    {";B[]", ";W[];B[]", ")", 32767, 0, 1},            /* 65,535 */
    {";W[]", ";B[];W[]", ")", 50000, 0, 1},            /* 100,001 */
    {"SZ[52];AB[aa:ZZ]", ";AE[aa:ZZ]", ")", 30, 0, 1}, /* setup makes plies, too */
    {";B[aa]", "(;B[ab]", "", 66000, 0, 1},            /* nested so deep */
    {";B[ba]", "(", "", (1 << 20) + 10, 0, 1},         /* brackets alone */
    {";B[ca]", "A[]", ")", (1 << 20) + 10, 0, 0},      /* properties of one node */
    {";B[da]", "(;W[aa])", ")", 3000, 0, 0},           /* more variations than are indexed */
    {"SZ[53];B[aa]", "", ")", 0, 1, 0},                /* no such board */
    {"SZ[0];B[aa]", "", ")", 0, 1, 0},
    {"SZ[1:52];B[aZ]", ";W[aa]", ")", 5, 0, 0},
    {"PB[", "x", "];B[ea])", 100000, 0, 0}, /* a name */
    {"C[", "y", "];B[fa])", 2000000, 0, 0}, /* a comment */
};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof *SHAPES };

static void test_limits_of_go(void **state)
{
    (void)state;
    struct buf text;
    struct limits_log seen;
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(mkdir("in", 0777), 0);
    for (size_t i = 0; i < SHAPE_COUNT; i++) {
        const struct import_limits_shape *s = &SHAPES[i];
        char db[32];
        buf_clear(&text);
        buf_add_str(&text, "(;GM[1];B[dd];W[pp])\n(;GM[1]");
        buf_add_str(&text, s->before);
        repeat(&text, s->text, s->times);
        buf_add_str(&text, s->after);
        put("in/b.sgf", &text);
        buf_clear(&text);
        buf_add_str(&text, "(;GM[1];B[pd];W[dp])\n");
        put("in/c.sgf", &text);
        snprintf(db, sizeof db, "go-%zu.kifu", i);
        seen = (struct limits_log){0};
        struct import_counts counts = import_folder(db, &seen);
        print_message("shape %zu: rejected %u, in part %u\n", i, seen.rejected, seen.partial);
        assert_int_equal(counts.games, s->rejected ? 2 : 3);
        assert_int_equal(counts.rejected, s->rejected);
        assert_int_equal(counts.partial, s->partial);
        if (s->rejected || s->partial) { /* by file and place */
            assert_string_equal(seen.file, "in/b.sgf");
            assert_int_equal(seen.line, 2);
        }
        assert_whole(db, counts.games);
    }
    buf_release(&text);
}

/* --- Shogi ------------------------------------------------------------------------------------ */

#define SHUFFLE "+4948KI\n-6162KI\n+4849KI\n-6261KI\n"
#define MOVE                                                                                       \
    "{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\",\"color\":0}"
#define HEAD "手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n"

static const struct file_limits_shape {
    const char *file;
    const char *before, *text, *after;
    size_t times;
    unsigned rejected, partial;
} SHOGI_SHAPES[] = {
    {"b.csa", "V2.2\nPI\n+\n", SHUFFLE, "%CHUDAN\n", 2500, 0,
     0}, /* 10,000 plies: RECORD_MAX_PLIES */
    {"b.csa", "V2.2\nPI\n+\n", SHUFFLE, "%CHUDAN\n", 2501, 0, 1},
    {"b.csa", "V2.2\nPI\n+\n", SHUFFLE, "+2726FU\n-8384FU\n+7776FU\n", 16383, 0, 1},
    {"b.csa", "V2.2\nPI\n+\n+7776FU\n", "'*comment\n", "%TORYO\n", 300000, 0, 0},
    {"b.csa", "V2.2\nPI\n+\n+7776FU\n'*", "x", "\n%TORYO\n", 5000000, 0, 0},
    {"b.csa", "V2.2\nN+", "x", "\nPI\n+\n+7776FU\n", 300000, 0, 0},
    {"b.csa", "V2.2\n", "$X:y\n", "PI\n+\n+7776FU\n", 200000, 0, 0},
    {"b.csa", "V2.2\n", "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY-FU\n", "+\n+7776FU\n", 1, 0, 1},
    {"b.kif", HEAD, "*comment\n", "   4 ８四歩(83)\n", 300000, 0, 0},
    {"b.kif", HEAD, "変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n", "", 3000, 0, 0},
    {"b.kif", HEAD, "変化：2手\n", "   2 ８四歩(83)\n", 100000, 0, 0},
    {"b.kif", "", "見出し：値\n", HEAD, 200000, 1, 0},
    {"b.kif", "先手：", "名", "\n" HEAD, 100000, 0, 0},
    {"b.usi", "startpos moves 9g9f", " 9c9d", "\n", 100000, 0, 1},
    {"b.usi", "startpos moves", " 4i4h 6a6b 4h4i 6b6a", "\n", 20000, 0, 1},
    {"b.usi", "position sfen ", "9/", " b - 1 moves 7g7f\n", 100000, 1, 0},
    {"b.jkf", "{\"header\":{},\"moves\":[{}," MOVE, ",\"forks\":[[" MOVE, "}]}", 2000, 0, 1},
    {"b.jkf", "{\"header\":{},\"moves\":", "[", "", 300000, 0, 1},
    {"b.jkf", "{\"header\":{\"a\":\"", "x", "\"},\"moves\":[{}," MOVE "}]}", 1000000, 0, 0},
    {"b.ki2", "", "▲４八金 △６二金 ▲４九金 △６一金\n", "", 16400, 0, 1},
};
enum { SHOGI_SHAPE_COUNT = sizeof SHOGI_SHAPES / sizeof *SHOGI_SHAPES };

#define GOOD_A "V2.2\nPI\n+\n+2726FU\n-8384FU\n%TORYO\n"
#define GOOD_C "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"

/* Two good files, which are before and behind a shape. */
struct limits_setting {
    const char *name, *first, *last;
    struct span good_a, good_c;
    const struct file_limits_shape *shapes;
    size_t count;
};

/* As a file among others; and all of them in an archive that comes as bytes, as over HTTP. */
static void test_shapes(const struct limits_setting *in)
{
    struct buf text;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(system("rm -rf in") | mkdir("in", 0777), 0);
    assert_int_equal(file_replace(in->first, in->good_a, &err), STATUS_OK);
    assert_int_equal(file_replace(in->last, in->good_c, &err), STATUS_OK);
    for (size_t i = 0; i < in->count; i++) {
        const struct file_limits_shape *s = &in->shapes[i];
        char db[48], name[32];
        snprintf(name, sizeof name, "in/%s", s->file);
        buf_clear(&text);
        buf_add_str(&text, s->before);
        repeat(&text, s->text, s->times);
        buf_add_str(&text, s->after);
        put(name, &text);
        snprintf(db, sizeof db, "%s-%zu.kifu", in->name, i);
        struct limits_log seen = {0}, same = {0};
        struct import_counts counts = import_folder(db, &seen);
        print_message("shape %zu: %s: rejected %u, in part %u\n", i, s->file, seen.rejected,
                      seen.partial);
        assert_int_equal(counts.added, s->rejected ? 2 : 3);
        assert_int_equal(counts.rejected, s->rejected);
        assert_int_equal(counts.partial, s->partial);
        if (s->rejected || s->partial)
            assert_string_equal(seen.file, name);
        assert_whole(db, counts.added);
        snprintf(db, sizeof db, "%s-sent-%zu.kifu", in->name, i);
        struct import_counts sent = import_archive(db, &same);
        assert_int_equal(sent.added, counts.added);
        assert_int_equal(sent.rejected, counts.rejected);
        assert_int_equal(sent.partial, counts.partial);
        if (s->rejected || s->partial)
            assert_non_null(strstr(same.file, name));
        assert_whole(db, counts.added);
        unlink(name);
    }
    buf_release(&text);
}

static void test_limits_of_shogi(void **state)
{
    (void)state;
    test_shapes(&(const struct limits_setting){"shogi", "in/a.csa", "in/c.csa", SPAN(GOOD_A),
                                               SPAN(GOOD_C), SHOGI_SHAPES, SHOGI_SHAPE_COUNT});
}

/* --- Go from servers, and chaturanga ---------------------------------------------------------- */

#define GIB "\\HS\n\\[GAMEBLACKNAME=a\\]\n\\HE\n\\GS\n2 1 0\n5 0 &4\nINI 0 1 0 &4 \n"
#define NGF                                                                                        \
    "Rated game\n19\nwhite 7D\nblack 5D\nwww.example.com\n0\n0\n6\n20170316 [09:51]\n5\nWhite "    \
    "wins by  resign!\n"
#define UGF "[Header]\nVer=UGF3,200\nLang=SJIS\nSize=19\n"
static const struct file_limits_shape SERVER_SHAPES[] = {
    {"b.gib", GIB "STO 0 2 1 15 3 \n", "SKI 0 3\n", "\\GE\n", 65533, 0, 0},
    {"b.gib", GIB "STO 0 2 1 15 3 \n", "SKI 0 3\n", "\\GE\n", 65534, 0, 1},
    {"b.gib", GIB "STO 0 2 1 15 3 \n", "SKI 0 3\n", "\\GE\n", 200000, 0, 1},
    {"b.gib", "\\HS\n\\[GAMEWHITENAME=", "x", "\\]\n\\HE\n\\GS\n2 1 0\nSTO 0 2 1 15 3 \n\\GE\n",
     1000000, 0, 0},
    {"b.gib", "\\HS\n", "\\[A=b\\]\n", "\\HE\n\\GS\n2 1 0\nSTO 0 2 1 15 3 \n\\GE\n", 200000, 0, 0},
    {"b.ngf", "", "", NGF "3\nPMABBQRRQ\nPMACWEEEE\n", 0, 0, 0},
    {"b.ngf", NGF "100000\n", "PMABBQRRQ\n", "", 100000, 0, 1},
    {"b.ngf", "Rated ", "game", "\n19\nw\nb\nx\n0\n0\n6\n2017\n5\nx\n1\nPMABBQRRQ\n", 300000, 1,
     0}, /* no first line */
    {"b.ugf", UGF "PlayerB=", "x", ",7d,,\n[Data]\nQP,B1,1,0\n", 1000000, 0, 0},
    {"b.ugf", UGF "[Data]\nQP,B1,1,0\n", "YA,W1,2,0\nYA,B1,3,0\n", "", 32766, 0, 0},
    {"b.ugf", UGF "[Data]\nQP,B1,1,0\n", "YA,W1,2,0\nYA,B1,3,0\n", "", 40000, 0, 1},
    {"b.ugf", UGF "[Data]\nQP,B1,1,0\n[Figure]\n.Text,1\n", "words\n", ".EndText\n", 300000, 0, 0},
};

#define CHATUR "chaturanga 1\nRed: a\n\n1 red 35 b1c3 d2d3\n"
static const struct file_limits_shape CHATURANGA_SHAPES[] = {
    {"b.chatur", CHATUR, "* comment\n", "Result: unfinished\n", 300000, 0, 0},
    {"b.chatur", CHATUR "* ", "x", "\nResult: unfinished\n", 3000000, 0, 0},
    {"b.chatur", "chaturanga 1\nRed: ", "x", "\n\n1 red 35 b1c3 d2d3\n", 1000000, 0, 0},
    {"b.chatur", "chaturanga 1\n", "Key: value\n", "1 red 35 b1c3 d2d3\n", 200000, 0, 0},
    {"b.chatur", CHATUR, "2 green 44 -\n", "", 100000, 0, 1},
    {"b.chatur", CHATUR, "variation 1\n1 red 35 b1c3 d2d3\n", "", 3000, 0, 0},
    {"b.chatur", CHATUR, "variation 1\n", "", 300000, 0, 0},
    {"b.chatur", "chaturanga 1\nStart: ", "8/", " r oooo 0,0,0,0 0\n1 red 35 -\n", 300000, 1, 0},
    {"b.chatur", "chaturanga 1\nRules: ", "order=any ", "\n1 red 35 b1c3 d2d3\n", 100000, 0, 0},
    {"b.chatur", "chaturanga 1\n1 red 35 ", "b1c3 ", "\n", 200000, 0, 1},
    {"b.chatur", "chaturanga ", "1", "\n1 red 35 b1c3 d2d3\n", 100000, 1, 0},
};

static void test_limits_of_servers(void **state)
{
    (void)state;
    test_shapes(&(const struct limits_setting){"servers", "in/a.sgf", "in/c.sgf",
                                               SPAN("(;GM[1];B[dd];W[pp])\n"),
                                               SPAN("(;GM[1];B[pd];W[dp])\n"), SERVER_SHAPES,
                                               sizeof SERVER_SHAPES / sizeof *SERVER_SHAPES});
}

#define TURNS "chaturanga 1\nRed: b\n\n1 red 35 b1c3 d2d3\n2 green 44 -\n3 yellow 22 h8f6 f6h4\n"

static void test_limits_of_chaturanga(void **state)
{
    (void)state;
    test_shapes(&(const struct limits_setting){
        "chatur", "in/a.chatur", "in/c.chatur", SPAN(TURNS), SPAN(TURNS "4 red 23 c3b5\n"),
        CHATURANGA_SHAPES, sizeof CHATURANGA_SHAPES / sizeof *CHATURANGA_SHAPES});
}

/* --- What no format lets through -------------------------------------------------------------- */

static void make_long(struct record *rec, uint32_t plies)
{
    record_init(rec);
    assert_int_equal(record_clear(rec, &go_game), STATUS_OK);
    assert_true(arena_copy(&rec->arena, SPAN("19"), &rec->start));
    for (uint32_t i = 0, node = 0; i < plies; i++)
        assert_int_not_equal(node = record_add_node(rec, node, go_pass_make((int)(i & 1))), 0);
}

static void test_writer_refuses_and_goes_on(void **state)
{
    (void)state;
    static const uint32_t plies[] = {3, GAME_MAX_PLIES + 1, 4};
    struct games_writer *w;
    struct err err = {0};
    assert_int_equal(games_writer_open(&w, &go_game, &err), STATUS_OK);
    for (uint32_t i = 0; i < 3; i++) {
        struct record rec;
        struct buf entry;
        make_long(&rec, plies[i]);
        buf_init(&entry, BUF_DEFAULT_MAX);
        entry_encode(&rec, NULL, 0, &entry);
        assert_int_equal(games_writer_add(w, i, &rec, buf_span(&entry), &err),
                         i == 1 ? STATUS_LIMIT : STATUS_OK);
        buf_release(&entry);
        record_release(&rec);
    }
    assert_int_equal(games_writer_size(w).games, 2);
    assert_int_equal(games_writer_sort(w, &err), STATUS_OK);
    games_writer_close(w);
}

static void test_deep_variation_is_refused(void **state)
{
    (void)state;
    struct record rec;
    struct err err;
    make_long(&rec, GAME_MAX_PLIES);
    assert_int_equal(games_writer_check(&rec, SPAN(""), &err), STATUS_OK);
    uint32_t node = record_node_at_ply(&rec, GAME_MAX_PLIES - 1);
    node = record_add_node(&rec, node, go_turn_make(0));
    assert_int_equal(games_writer_check(&rec, SPAN(""), &err), STATUS_OK);
    node = record_add_node(&rec, node, 0); /* how it ended is no ply */
    assert_int_equal(games_writer_check(&rec, SPAN(""), &err), STATUS_OK);
    node = record_add_node(&rec, rec.nodes[node].parent, go_pass_make(1));
    assert_int_equal(games_writer_check(&rec, SPAN(""), &err), STATUS_LIMIT);
    record_release(&rec);
}

/* --- Anything --------------------------------------------------------------------------------- */

static const char *const PIECES[] = {"(;GM[1]",
                                     "(",
                                     ")",
                                     ";",
                                     ";B[aa]",
                                     ";W[bb]",
                                     ";B[]",
                                     ";W[tt]",
                                     "SZ[19]",
                                     "SZ[52]",
                                     "SZ[2:7]",
                                     "AB[aa][bb:cc]",
                                     "AE[aa:ss]",
                                     "PL[W]",
                                     "C[\xe3\x81\x82\\]]",
                                     "HA[9]",
                                     "KM[6.5]",
                                     "RE[B+R]",
                                     "PB[",
                                     "PW[x]",
                                     "DT[2001-02-03]",
                                     "]",
                                     "BL[1e9]",
                                     "MN[4294967296]",
                                     "N[name]",
                                     "X[",
                                     "\n",
                                     "FF[3]",
                                     ";AB[ab]B[cc]C[d]",
                                     "(;W[cd])(;B[dc])",
                                     "GM[11]",
                                     "SZ[99]"};

/* Trees of odd pieces: each costs itself at the most. */
static void test_odd_trees(void **state)
{
    (void)state;
    struct rng rng;
    struct buf text;
    const char *scope = getenv("KIFU_TEST_SCOPE");
    unsigned rounds = scope && strcmp(scope, "quick") ? 400 : 40;
    buf_init(&text, BUF_DEFAULT_MAX);
    rng_seed(&rng, 11);
    buf_add_str(&text, "(;GM[1];B[dd];W[pp])\n");
    put("in/a.sgf", &text);
    for (unsigned i = 0; i < rounds; i++) {
        char name[32];
        buf_clear(&text);
        buf_add_str(&text, "(;GM[1]");
        for (unsigned n = (unsigned)rng_below(&rng, 60); n; n--)
            repeat(&text, PIECES[rng_below(&rng, sizeof PIECES / sizeof *PIECES)],
                   1 + (rng_below(&rng, 20) == 0 ? rng_below(&rng, 300) : 0));
        snprintf(name, sizeof name, "in/odd-%u.sgf", i);
        put(name, &text);
    }
    struct limits_log seen = {0};
    struct import_counts counts = import_folder("odd.kifu", &seen);
    assert_int_equal(counts.files, rounds + 3);
    assert_whole("odd.kifu", counts.added);
    buf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits_of_go),
        cmocka_unit_test(test_writer_refuses_and_goes_on),
        cmocka_unit_test(test_deep_variation_is_refused),
        cmocka_unit_test(test_odd_trees),
        cmocka_unit_test(test_limits_of_shogi),
        cmocka_unit_test(test_limits_of_servers),
        cmocka_unit_test(test_limits_of_chaturanga),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}

/* test_pieces.c: files read piece by piece give what they give when they are read whole: the same
 * records in the same order, problems at the same lines and bytes; and what is passed over in
 * archives counts, and can be stopped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "db/import/import.h"
#include "db_sample.h"
#include "record_dump.h"
#include "scratch.h"

/* --- Files of many records ---------------------------------------------------------------------
 */

/* A game of each format, as a pattern: see add_game(). */
static const struct pieces_sample {
    const char *format, *first, *game;
    unsigned bad_every; /* each so many-th game is followed by rubbish */
} SAMPLES[] = {
    {"csa", "V2.2\n",
     "N+Player @\nN-White\n$EVENT:x\nPI\n+\n+7776FU\nT@\n'*c\n-3334FU\n%TORYO\n/\n", 3},
    {"csa", "'first\n", "V2.2\r\nN+P@\r\nPI\r\n+\r\n+7776FU,T@\r\n-3334FU\r\n", 0},
    {"usi", "# list\n", "startpos moves 7g7f 3c3d\n# after @ @\n", 4},
    {"kifu", "# KIF\n",
     "棋戦：@\n先手：あ\n後手：い\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( "
     "0:@/00:00:02)\n"
     "*コメント\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n\n",
     3},
    {"ki2u", "", "棋戦：@\n先手：あ@\n\n▲７六歩 △３四歩\nまで2手で後手の勝ち\n\n", 0},
    {"jkf", "",
     "{\"header\":{\"x\":\"@\"},\"moves\":[{\"comments\":[\"@\"]},{\"move\":{\"from\":{\"x\":7,"
     "\"y\":7},"
     "\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}]}\n",
     0},
    {"jkf", "[\n",
     "{\"header\":{\"x\":\"@\"},\n \"moves\":[{},{\"comments\":[\"@\"],\n  "
     "\"move\":{\"from\":{\"x\":7,\"y\":7},"
     "\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}]\n},\n",
     0},
    {"sgf", "a letter\n",
     "(;GM[1]SZ[19]PB[b @]C[(;not\\]a game];B[dd]C[@];W[pp](;B[cc])(;B[qq]))\n", 3},
    {"sgf", "", "(;GM[1]SZ[9]PB[b @];B[dd]C[@];W[ee])", 0},
    {"psn", "", "[Event \"e @\"]\n[Sente \"s\"]\n1.P7g-7f 2.P3c-3d {note @}\n\n", 0},
    {"chaturanga", "", "chaturanga 1\n# @\nevent: @\n", 0},
};
enum { SAMPLE_COUNT = sizeof SAMPLES / sizeof *SAMPLES };

/* The pattern with the number, and then a smaller one, in place of each @. */
static void add_game(struct buf *out, const char *pattern, unsigned number)
{
    for (unsigned n = number; *pattern; pattern++)
        if (*pattern == '@') {
            buf_add_u64(out, n);
            n = 10 + number % 50;
        } else {
            buf_add_char(out, *pattern);
        }
}

static void make_file(const struct pieces_sample *s, unsigned games, struct buf *out)
{
    buf_clear(out);
    buf_add_str(out, s->first);
    for (unsigned i = 0; i < games; i++) {
        add_game(out, s->game, i);
        if (s->bad_every && i % s->bad_every == 1)
            buf_add_str(out, "?? rubbish\n");
    }
    assert_int_equal(buf_status(out), STATUS_OK);
}

struct piece_dump {
    struct buf text;
    unsigned records, rejected;
};

static enum status dump_one(void *ctx, struct record *rec)
{
    struct piece_dump *d = ctx;
    d->records++;
    d->rejected += record_worst(rec) == PROBLEM_REJECTED;
    if (record_worst(rec) == PROBLEM_REJECTED && !rec->start.n)
        buf_printf(&d->text, "game %u: too large\n", rec->number_in_file);
    else
        dump_record(rec, 0, &d->text);
    for (uint32_t i = 0; i < rec->problem_count; i++)
        err_format(&rec->problems[i].err, LANG_EN, &d->text);
    buf_add_char(&d->text, '\n');
    return STATUS_OK;
}

/* Reads by pieces of `window` bytes, at most `most`, as source.c hands them out. */
static enum status read_cut(struct span raw, const char *format, size_t window, size_t most,
                            struct piece_dump *d)
{
    struct reader r;
    struct reader_stream stream = {0};
    struct err err = {0};
    size_t at = 0, want = window;
    enum status st = STATUS_OK;
    reader_init(&r);
    for (bool last = false; !last && st == STATUS_OK;) {
        last = raw.n - at <= want;
        struct reader_piece piece = {.raw = span_make(raw.p + at, last ? raw.n - at : want),
                                     .last = last,
                                     .full = want >= most};
        st = reader_read_piece(&r, &stream, &piece, SPAN("f"), format_by_name(span_of(format)),
                               dump_one, d, &err);
        assert_true(piece.used <= piece.raw.n);
        assert_true(last || !piece.full || piece.used || st != STATUS_OK);
        at += piece.used;
        want = piece.used ? window : want * 2 < most ? want * 2 : most;
    }
    reader_release(&r);
    if (st != STATUS_OK)
        print_message("%s: %s\n", format, err.what ? err.what->en : "?");
    return st;
}

static void compare(const struct pieces_sample *s, struct span raw)
{
    struct piece_dump whole = {0}, cut = {0};
    buf_init(&whole.text, BUF_DEFAULT_MAX);
    buf_init(&cut.text, BUF_DEFAULT_MAX);
    enum status st = read_cut(raw, s->format, raw.n, raw.n, &whole);
    assert_int_equal(st, STATUS_OK);
    assert_true(whole.records >= 20);
    static const size_t WINDOWS[] = {1, 7, 64, 101, 333, 1000, 5000};
    for (size_t i = 0; i < sizeof WINDOWS / sizeof *WINDOWS; i++) {
        buf_clear(&cut.text);
        cut.records = 0;
        assert_int_equal(read_cut(raw, s->format, WINDOWS[i], 1 << 16, &cut), STATUS_OK);
        assert_int_equal(cut.records, whole.records);
        assert_string_equal(buf_cstr(&cut.text), buf_cstr(&whole.text));
    }
    buf_release(&whole.text);
    buf_release(&cut.text);
}

static void test_cut_is_whole(void **state)
{
    (void)state;
    struct buf raw;
    buf_init(&raw, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        print_message("%s %zu\n", SAMPLES[i].format, i);
        make_file(&SAMPLES[i], 20, &raw);
        compare(&SAMPLES[i], buf_span(&raw));
    }
    buf_release(&raw);
}

/* The charset is decided where the first characters are that tell, and kept. */
static void test_charsets(void **state)
{
    (void)state;
    static const enum charset SETS[] = {CHARSET_CP932, CHARSET_EUC_JP, CHARSET_UTF16LE};
    struct buf utf8, raw;
    buf_init(&utf8, BUF_DEFAULT_MAX);
    buf_init(&raw, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < sizeof SETS / sizeof *SETS; i++) {
        make_file(&SAMPLES[3], 30, &utf8);
        buf_clear(&raw);
        if (SETS[i] == CHARSET_UTF16LE)
            buf_add_str(&raw, "\xFF\xFE");
        assert_int_equal(charset_encode(SETS[i], buf_span(&utf8), &raw, NULL, NULL), STATUS_OK);
        struct piece_dump whole = {0}, cut = {0};
        buf_init(&whole.text, BUF_DEFAULT_MAX);
        buf_init(&cut.text, BUF_DEFAULT_MAX);
        assert_int_equal(read_cut(buf_span(&raw), "kif", raw.n, raw.n, &whole), STATUS_OK);
        assert_int_equal(read_cut(buf_span(&raw), "kif", 1000, 1 << 16, &cut), STATUS_OK);
        assert_int_equal(whole.records, 30);
        assert_string_equal(buf_cstr(&cut.text), buf_cstr(&whole.text));
        buf_release(&whole.text);
        buf_release(&cut.text);
    }
    buf_release(&utf8);
    buf_release(&raw);
}

/* A record that no piece has room for costs itself, and is named. */
static void test_large_record(void **state)
{
    (void)state;
    struct buf raw, games;
    buf_init(&raw, BUF_DEFAULT_MAX);
    buf_init(&games, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        const struct pieces_sample *s = &SAMPLES[i];
        if (strcmp(s->format, "chaturanga") == 0 || (strcmp(s->format, "jkf") == 0 && s->first[0]))
            continue;
        struct pieces_sample plain = *s;
        plain.bad_every = 0;
        struct piece_dump d = {0};
        buf_init(&d.text, BUF_DEFAULT_MAX);
        make_file(&plain, 5, &raw);
        if (strcmp(s->format, "sgf") == 0)
            buf_add_str(&raw, "(;GM[1]");
        for (int n = 0; n < 3000; n++) /* within one record */
            buf_add_str(&raw, strcmp(s->format, "sgf") == 0   ? ";B[aa](;W[bb])"
                              : strcmp(s->format, "csa") == 0 ? "'*a long comment\n"
                              : strcmp(s->format, "jkf") == 0 ? "  {\"header\":{}, "
                              : strcmp(s->format, "psn") == 0 ? "{a long comment}\n"
                              : strcmp(s->format, "usi") == 0 ? "# a remark\n"
                                                              : "*a long comment\n");
        if (strcmp(s->format, "sgf") == 0)
            buf_add_str(&raw, ")");
        buf_add_str(&raw, "\n");
        make_file(&plain, 6, &games);
        buf_add_span(&raw, buf_span(&games));
        enum status st = read_cut(buf_span(&raw), s->format, 2000, 8000, &d);
        print_message("%s: %u records, %u rejected\n", s->format, d.records, d.rejected);
        assert_int_equal(st, STATUS_OK);
        assert_int_equal(d.rejected, 1);
        assert_true(d.records - d.rejected >= 10); /* one may be what is too large */
        assert_true(d.records - d.rejected <= 11);
        buf_release(&d.text);
    }
    buf_release(&raw);
    buf_release(&games);
}

/* --- Importing ----------------------------------------------------------------------------------
 */

static const struct source_limits *with_window(size_t bytes)
{
    static struct source_limits limits;
    limits = source_limits_default();
    limits.piece_bytes = bytes;
    limits.record_bytes = 1 << 16;
    return &limits;
}

static struct import_counts import(const char *db, const char *path,
                                   const struct source_limits *limits, unsigned threads)
{
    const struct import_options opt = {.threads = threads, .limits = limits};
    const struct import_events events = {0};
    struct importer *im;
    struct err err = {0};
    assert_int_equal(importer_open(&im, db, &opt, &events, &err), STATUS_OK);
    assert_int_equal(importer_run(im, &path, 1, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    struct import_counts counts = *importer_counts(im);
    importer_close(im);
    return counts;
}

/* What a stream had given before its archive turned out to be refused is not the next file's. */
static struct import_counts import_after_broken_stream(const char *db)
{
    static const char *const PATHS[] = {"m.csa.zst", "small.csa"};
    struct source_limits limits = *with_window(5000);
    const struct import_options opt = {.threads = 2, .limits = &limits};
    const struct import_events events = {0};
    struct importer *im;
    struct err err = {0};
    limits.ratio = 1;
    limits.ratio_free_bytes = 40000;
    assert_int_equal(importer_open(&im, db, &opt, &events, &err), STATUS_OK);
    assert_int_equal(importer_run(im, PATHS, 2, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    struct import_counts counts = *importer_counts(im);
    importer_close(im);
    return counts;
}

static void pack(const char *path, const char *name, struct span bytes, int format, int filter)
{
    struct archive *a = archive_write_new();
    struct archive_entry *e = archive_entry_new();
    assert_int_equal(archive_write_set_format(a, format), ARCHIVE_OK);
    assert_true(archive_write_add_filter(a, filter) >= ARCHIVE_WARN);
    assert_int_equal(archive_write_open_filename(a, path), ARCHIVE_OK);
    archive_entry_set_pathname(e, name);
    archive_entry_set_filetype(e, AE_IFREG);
    archive_entry_set_perm(e, 0644);
    archive_entry_set_size(e, (la_int64_t)bytes.n);
    assert_int_equal(archive_write_header(a, e), ARCHIVE_OK);
    assert_int_equal(archive_write_data(a, bytes.p, bytes.n), bytes.n);
    archive_entry_free(e);
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
}

static void test_import_in_pieces(void **state)
{
    (void)state;
    sample_file("big.csa", 0, 300);
    struct import_counts whole = import("whole.kifu", "big.csa", NULL, 2);
    struct import_counts cut = import("cut.kifu", "big.csa", with_window(5000), 2);
    struct import_counts alone = import("alone.kifu", "big.csa", with_window(5000), 1);
    assert_int_equal(whole.added, 300);
    assert_int_equal(cut.files, 1);
    assert_int_equal(cut.bytes, whole.bytes);
    assert_int_equal(cut.plies, whole.plies);
    assert_int_equal(alone.added, whole.added);
    assert_true(sample_same_bytes("whole.kifu", "cut.kifu"));
    assert_true(sample_same_bytes("whole.kifu", "alone.kifu"));
    struct import_counts again = import("cut.kifu", "big.csa", with_window(5000), 2);
    assert_int_equal(again.known_files, 1);
    assert_int_equal(again.added, 0);
    again = import("cut.kifu", "big.csa", NULL, 2); /* whole, it is the same file */
    assert_int_equal(again.known_files, 1);
}

static void test_members_in_pieces(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int format, filter;
    } KINDS[] = {{"m.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE},
                 {"m.7z", ARCHIVE_FORMAT_7ZIP, ARCHIVE_FILTER_NONE},
                 {"m.tar", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE},
                 {"m.tar.gz", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP},
                 {"m.csa.zst", ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_ZSTD}};
    struct buf bytes;
    struct import_counts whole = import("members.kifu", "big.csa", NULL, 2);
    sample_read("big.csa", &bytes);
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        char db[32];
        snprintf(db, sizeof db, "member-%zu.kifu", i);
        pack(KINDS[i].name, "big.csa", buf_span(&bytes), KINDS[i].format, KINDS[i].filter);
        struct import_counts c = import(db, KINDS[i].name, with_window(5000), 2);
        assert_int_equal(c.added, whole.added);
        assert_int_equal(c.rejected, 0);
        assert_int_equal(c.bytes, whole.bytes);
    }
    buf_release(&bytes);
}

static void test_broken_stream(void **state)
{
    (void)state;
    sample_file("small.csa", 1000, 1003);
    struct import_counts first = import_after_broken_stream("broken.kifu");
    assert_true(first.added > 3 && first.added < 303); /* it broke off in between */
    struct import_counts again = import("broken.kifu", "small.csa", NULL, 2);
    import("sound.kifu", "small.csa", NULL, 2);
    struct import_counts sound = import("sound.kifu", "small.csa", NULL, 2);
    assert_int_equal(again.known_files, 1);
    assert_int_equal(again.games, sound.games);
    assert_int_equal(again.plies, sound.plies);
}

static void test_stdin_in_pieces(void **state)
{
    (void)state;
    static const char *const FILES[] = {"big.csa", "m.csa.zst", "m.tar.gz", "m.zip"};
    int saved = dup(0);
    assert_true(saved >= 0);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        char command[64], db[32];
        snprintf(command, sizeof command, "cat %s", FILES[i]);
        snprintf(db, sizeof db, "stdin-%zu.kifu", i);
        FILE *pipe = popen(command, "r");
        assert_non_null(pipe);
        assert_int_equal(dup2(fileno(pipe), 0), 0);
        struct import_counts c = import(db, "-", with_window(5000), 2);
        pclose(pipe);
        assert_int_equal(c.added, 300);
        assert_int_equal(c.rejected, 0);
    }
    assert_int_equal(dup2(saved, 0), 0);
    close(saved);
}

/* --- What is passed over ------------------------------------------------------------------------
 */

/* A tar.zst whose member `.x` is of zeros, so many bytes, and another behind it. */
static void make_dotted(const char *path, uint64_t bytes)
{
    static char zeros[1 << 20];
    struct archive *a = archive_write_new();
    assert_int_equal(archive_write_set_format_pax_restricted(a), ARCHIVE_OK);
    assert_true(archive_write_add_filter_zstd(a) >= ARCHIVE_WARN);
    assert_int_equal(archive_write_open_filename(a, path), ARCHIVE_OK);
    static const char GAME[] = "PI\n+\n+7776FU\n";
    for (int i = 0; i < 2; i++) {
        struct archive_entry *e = archive_entry_new();
        archive_entry_set_pathname(e, i ? "b.csa" : ".x");
        archive_entry_set_filetype(e, AE_IFREG);
        archive_entry_set_perm(e, 0644);
        archive_entry_set_size(e, i ? (la_int64_t)sizeof GAME - 1 : (la_int64_t)bytes);
        assert_int_equal(archive_write_header(a, e), ARCHIVE_OK);
        for (uint64_t n = 0; !i && n < bytes; n += sizeof zeros)
            assert_int_equal(archive_write_data(a, zeros, sizeof zeros), sizeof zeros);
        if (i)
            assert_int_equal(archive_write_data(a, GAME, sizeof GAME - 1), sizeof GAME - 1);
        archive_entry_free(e);
    }
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
}

struct piece_watch {
    unsigned items, problems, calls, stop_at;
    enum status code;
};

static enum status count_item(void *ctx, const struct source_item *item)
{
    (void)item;
    ((struct piece_watch *)ctx)->items++;
    return STATUS_OK;
}

static enum status count_problem(void *ctx, struct span label, const struct err *err)
{
    struct piece_watch *w = ctx;
    (void)label;
    w->problems++;
    w->code = err->code;
    return STATUS_OK;
}

static bool wants_to_stop(void *ctx)
{
    struct piece_watch *w = ctx;
    return ++w->calls == w->stop_at;
}

static enum status walk_dotted(struct piece_watch *w, const struct source_limits *limits)
{
    const struct source_handler handler = {
        .ctx = w, .item = count_item, .problem = count_problem, .stopped = wants_to_stop};
    const char *path = "dotted.tar.zst";
    struct err err;
    return source_walk(&path, 1, limits, &handler, &err);
}

static void test_what_is_passed_over_counts(void **state)
{
    (void)state;
    enum { MEGABYTES = 192 };
    struct source_limits limits = source_limits_default();
    make_dotted("dotted.tar.zst", (uint64_t)MEGABYTES << 20);
    struct piece_watch w = {0};
    assert_int_equal(walk_dotted(&w, &limits), STATUS_OK);
    assert_int_equal(w.items, 0); /* 192 MB from some kilobytes is no record */
    assert_int_equal(w.problems, 1);
    assert_int_equal(w.code, STATUS_LIMIT);
    limits.ratio = UINT64_MAX;
    limits.total_bytes = (uint64_t)MEGABYTES << 19;
    w = (struct piece_watch){0};
    assert_int_equal(walk_dotted(&w, &limits), STATUS_OK);
    assert_int_equal(w.items, 0);
    assert_int_equal(w.code, STATUS_LIMIT);
    limits.total_bytes = UINT64_MAX;
    w = (struct piece_watch){0};
    assert_int_equal(walk_dotted(&w, &limits), STATUS_OK);
    assert_int_equal(w.items, 1);
    assert_int_equal(w.problems, 0);
    /* the tail of a member that is too large is passed over, too */
    limits.item_bytes = 5;
    limits.total_bytes = (uint64_t)MEGABYTES << 19;
    w = (struct piece_watch){0};
    assert_int_equal(walk_dotted(&w, &limits), STATUS_OK);
    assert_int_equal(w.code, STATUS_LIMIT);
}

static void test_passing_over_can_be_stopped(void **state)
{
    (void)state;
    struct source_limits limits = source_limits_default();
    limits.ratio = UINT64_MAX;
    struct piece_watch w = {.stop_at = 10};
    assert_int_equal(walk_dotted(&w, &limits), STATUS_CANCELLED);
    assert_int_equal(w.calls, 10); /* asked while it passes over, and not again */
    assert_int_equal(w.items, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_is_whole),
        cmocka_unit_test(test_charsets),
        cmocka_unit_test(test_large_record),
        cmocka_unit_test(test_import_in_pieces),
        cmocka_unit_test(test_members_in_pieces),
        cmocka_unit_test(test_broken_stream),
        cmocka_unit_test(test_stdin_in_pieces),
        cmocka_unit_test(test_what_is_passed_over_counts),
        cmocka_unit_test(test_passing_over_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}

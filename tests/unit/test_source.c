/* test_source.c: files, folders and archives of our own making, whole, odd and hostile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/io/source.h"
#include "scratch.h"

/* What a walk gave, as lines: "label=bytes" and "!label status". */
struct log {
    struct buf text;
    size_t items, problems;
    size_t stop_after; /* 0: never */
};

static enum status log_item(void *ctx, const struct source_item *item)
{
    struct log *log = ctx;
    log->items++;
    buf_add_span(&log->text, item->label);
    buf_add_char(&log->text, '=');
    if (item->bytes.n <= 40)
        buf_add_span(&log->text, item->bytes);
    else
        buf_printf(&log->text, "%zu bytes", item->bytes.n);
    buf_add_char(&log->text, '\n');
    return log->items == log->stop_after ? STATUS_CANCELLED : STATUS_OK;
}

static enum status log_problem(void *ctx, struct span label, const struct err *err)
{
    struct log *log = ctx;
    log->problems++;
    assert_int_not_equal(err->code, STATUS_OK);
    assert_non_null(err->what);
    buf_add_char(&log->text, '!');
    buf_add_span(&log->text, label);
    buf_printf(&log->text, " %s\n", status_name(err->code));
    return STATUS_OK;
}

static void log_init(struct log *log)
{
    *log = (struct log){0};
    buf_init(&log->text, 1 << 20);
}

static const struct source_limits *limits; /* of the test; NULL: default */

static enum status walk_bytes(struct log *log, const char *label, struct span bytes)
{
    struct source_handler handler = {.ctx = log, .item = log_item, .problem = log_problem};
    return source_walk_bytes(span_of(label), bytes, limits, &handler, NULL);
}

static void expect_walk(const char *label, struct span bytes, const char *want)
{
    struct log log;
    log_init(&log);
    assert_int_equal(walk_bytes(&log, label, bytes), STATUS_OK);
    assert_string_equal(buf_cstr(&log.text), want);
    buf_release(&log.text);
}

/* Making archives */

struct member {
    const char *name;
    struct span bytes;
};

static la_ssize_t append(struct archive *a, void *ctx, const void *p, size_t n)
{
    (void)a;
    buf_add(ctx, p, n);
    return (la_ssize_t)n;
}

static void put_member(struct archive *a, const struct member *m)
{
    struct archive_entry *e = archive_entry_new();
    archive_entry_set_pathname(e, m->name);
    archive_entry_set_size(e, (la_int64_t)m->bytes.n);
    bool folder = m->name[strlen(m->name) - 1] == '/';
    archive_entry_set_filetype(e, folder ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(e, 0644);
    assert_int_equal(archive_write_header(a, e), ARCHIVE_OK);
    if (m->bytes.n)
        assert_int_equal(archive_write_data(a, m->bytes.p, m->bytes.n), (la_ssize_t)m->bytes.n);
    archive_entry_free(e);
}

/* format: "zip", "7zip", "ustar", "raw"; filter: "none", "gzip", … */
static void pack(struct buf *out, const char *format, const char *filter,
                 const struct member *members, size_t n)
{
    buf_init(out, 1 << 28);
    struct archive *a = archive_write_new();
    assert_int_equal(archive_write_set_format_by_name(a, format), ARCHIVE_OK);
    if (strcmp(filter, "none") != 0)
        assert_int_equal(archive_write_add_filter_by_name(a, filter), ARCHIVE_OK);
    archive_write_set_bytes_per_block(a, 0);
    assert_int_equal(archive_write_open(a, out, NULL, append, NULL), ARCHIVE_OK);
    for (size_t i = 0; i < n; i++)
        put_member(a, &members[i]);
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
    assert_int_equal(buf_status(out), STATUS_OK);
}

static const struct member TWO[] = {{"a.kif", {"one", 3}}, {"dir/b.kif", {"two", 3}}};

/* What was only packed for the way has no name of its own; labels are fit to be shown. */
static void test_without_a_name(void **state)
{
    (void)state;
    static const struct member MEMBERS[] = {
        {".hidden", {"x", 1}}, {"a.kif", {"one", 3}}, {"d/.h", {"x", 1}}, {"d/b.kif", {"two", 3}}};
    struct buf tar;
    pack(&tar, "ustar", "none", MEMBERS, 4);
    expect_walk("", buf_span(&tar), "a.kif=one\nd/b.kif=two\n");
    expect_walk("bad\x1b\n", SPAN("one"), "bad\xef\xbf\xbd\xef\xbf\xbd=one\n");
    buf_release(&tar);
}

static void test_formats(void **state)
{
    (void)state;
    static const struct {
        const char *format, *filter;
    } cases[] = {{"zip", "none"},   {"7zip", "none"},   {"ustar", "none"}, {"v7tar", "none"},
                 {"pax", "none"},   {"gnutar", "none"}, {"ustar", "gzip"}, {"ustar", "xz"},
                 {"ustar", "zstd"}, {"ustar", "bzip2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf archive;
        pack(&archive, cases[i].format, cases[i].filter, TWO, 2);
        assert_true(source_is_archive(buf_span(&archive)));
        expect_walk("x", buf_span(&archive), "x:a.kif=one\nx:dir/b.kif=two\n");
        buf_release(&archive);
    }
}

static void test_single_files(void **state)
{
    (void)state;
    static const char *const FILTERS[] = {"gzip", "bzip2", "xz", "zstd"};
    const struct member one = {"x", {"one", 3}}, none = {"x", {"", 0}};
    for (size_t i = 0; i < sizeof FILTERS / sizeof *FILTERS; i++) {
        struct buf archive;
        pack(&archive, "raw", FILTERS[i], &one, 1);
        expect_walk("d.e/game.kif.gz", buf_span(&archive), "d.e/game.kif.gz:game.kif=one\n");
        expect_walk("game", buf_span(&archive), "game:game=one\n");
        buf_release(&archive);
        pack(&archive, "raw", FILTERS[i], &none, 1);
        struct log log;
        log_init(&log);
        assert_int_equal(walk_bytes(&log, "x", buf_span(&archive)), STATUS_OK);
        assert_int_equal(log.problems, 0);
        buf_release(&log.text);
        buf_release(&archive);
    }
    expect_walk("plain", SPAN("not packed"), "plain=not packed\n");
    expect_walk("empty", span_make(NULL, 0), "empty=\n");
}

/* Stored, not compressed, with any bytes as name: level-0 lzh. */
static void add_lzh_member(struct buf *out, struct span name, struct span bytes)
{
    unsigned char h[256] = {0};
    size_t n = 22 + name.n + 2;
    memcpy(h + 2, "-lh0-", 5);
    h[7] = h[11] = (unsigned char)bytes.n;
    h[17] = 0x21; /* a date: 1980-01-01 */
    h[19] = 0x20;
    h[21] = (unsigned char)name.n;
    memcpy(h + 22, name.p, name.n);
    unsigned crc = 0; /* CRC-16 as ARC has it */
    for (size_t i = 0; i < bytes.n; i++) {
        crc ^= (unsigned char)bytes.p[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? crc >> 1 ^ 0xA001 : crc >> 1;
    }
    h[22 + name.n] = (unsigned char)crc;
    h[23 + name.n] = (unsigned char)(crc >> 8);
    h[0] = (unsigned char)(n - 2);
    for (size_t i = 2; i < n; i++)
        h[1] = (unsigned char)(h[1] + h[i]);
    buf_add(out, h, n);
    buf_add_span(out, bytes);
}

#define GAME_CP932 "\x8A\xFB\x95\x88" /* 棋譜 */

static void test_lzh(void **state)
{
    (void)state;
    struct buf archive;
    buf_init(&archive, 10000);
    add_lzh_member(&archive, SPAN("plain.kif"), SPAN("one"));
    add_lzh_member(&archive, SPAN(GAME_CP932 "\\\x95\x5C.kif"), SPAN("two"));
    buf_add_char(&archive, 0);
    expect_walk("x.lzh", buf_span(&archive), "x.lzh:plain.kif=one\nx.lzh:棋譜/表.kif=two\n");
    buf_clear(&archive);
    add_lzh_member(&archive, SPAN("plain.kif"), SPAN("one"));
    add_lzh_member(&archive, SPAN("棋譜.kif"), SPAN("two")); /* UTF-8 */
    buf_add_char(&archive, 0);
    expect_walk("x.lzh", buf_span(&archive), "x.lzh:plain.kif=one\nx.lzh:棋譜.kif=two\n");
    buf_clear(&archive);
    add_lzh_member(&archive, SPAN("\xB4\xFD\xC9\xE8\xFD.kif"), SPAN("one")); /* nobody's */
    buf_add_char(&archive, 0);
    struct log log;
    log_init(&log);
    assert_int_equal(walk_bytes(&log, "x", buf_span(&archive)), STATUS_OK);
    assert_int_equal(log.items, 1);
    buf_release(&log.text);
    buf_release(&archive);
}

static void put16(struct buf *out, unsigned v)
{
    buf_add_char(out, (char)v);
    buf_add_char(out, (char)(v >> 8));
}

static void put32(struct buf *out, uint32_t v)
{
    put16(out, v & 0xFFFF);
    put16(out, v >> 16);
}

static uint32_t crc32_of(struct span bytes)
{
    uint32_t crc = ~0U;
    for (size_t i = 0; i < bytes.n; i++) {
        crc ^= (unsigned char)bytes.p[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320U : crc >> 1;
    }
    return ~crc;
}

/* A zip of one stored member, by hand: name in any bytes, any flags. */
static void make_zip(struct buf *out, struct span name, unsigned flags, struct span bytes)
{
    for (int central = 0; central < 2; central++) {
        if (central)
            put32(out, 0x02014B50), put16(out, 20);
        else
            put32(out, 0x04034B50);
        put16(out, 20);
        put16(out, flags);
        put16(out, 0); /* stored */
        put32(out, 0); /* time and date */
        put32(out, crc32_of(bytes));
        put32(out, (uint32_t)bytes.n);
        put32(out, (uint32_t)bytes.n);
        put16(out, (unsigned)name.n);
        put16(out, 0);
        if (central) {
            put16(out, 0), put16(out, 0), put16(out, 0);
            put32(out, 0), put32(out, 0);
        }
        buf_add_span(out, name);
        if (!central)
            buf_add_span(out, bytes);
    }
    uint32_t body = (uint32_t)(30 + name.n + bytes.n);
    put32(out, 0x06054B50), put32(out, 0), put16(out, 1), put16(out, 1);
    put32(out, (uint32_t)(46 + name.n)), put32(out, body), put16(out, 0);
}

static void test_zip_names(void **state)
{
    (void)state;
    static const struct {
        struct span name;
        unsigned flags;
        const char *want;
    } cases[] = {
        {{GAME_CP932 "/\x95\x5C.kif", 11}, 0, "x:棋譜/表.kif=one\n"},
        {{"棋譜.kif", 10}, 0, "x:棋譜.kif=one\n"},     /* UTF-8 that does not say so */
        {{"棋譜.kif", 10}, 0x800, "x:棋譜.kif=one\n"}, /* and that does */
        {{"\xB4\xFD\xC9\xE8\xA4\xCE\xC8\xA2.kif", 12}, 0, "x:棋譜の箱.kif=one\n"}, /* EUC-JP */
        {{"../../etc/x", 11}, 0, "x:../../etc/x=one\n"},      /* only a label */
        {{"a\x1B[2J\nb", 7}, 0, "x:a\uFFFD[2J\uFFFDb=one\n"}, /* no games with the terminal */
        {{"._a.kif", 7}, 0, ""},
        {{"d/.hidden", 9}, 0, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf zip;
        buf_init(&zip, 1000);
        make_zip(&zip, cases[i].name, cases[i].flags, SPAN("one"));
        expect_walk("x", buf_span(&zip), cases[i].want);
        buf_release(&zip);
    }
}

static void test_encrypted(void **state)
{
    (void)state;
    struct buf zip;
    buf_init(&zip, 1000);
    make_zip(&zip, SPAN("a.kif"), 1, SPAN("twelve bytes and more"));
    expect_walk("x", buf_span(&zip), "!x:a.kif unsupported\n");
    buf_release(&zip);
}

static void test_nesting(void **state)
{
    (void)state;
    struct buf levels[5];
    const struct member leaf = {"a.kif", {"one", 3}};
    pack(&levels[0], "zip", "none", &leaf, 1);
    for (int i = 1; i < 5; i++) {
        const struct member inner[] = {{"z.zip", buf_span(&levels[i - 1])}, {"b", {"two", 3}}};
        pack(&levels[i], i % 2 ? "ustar" : "7zip", i % 2 ? "gzip" : "none", inner, 2);
    }
    expect_walk("x", buf_span(&levels[2]), "x:z.zip:z.zip:a.kif=one\nx:z.zip:b=two\nx:b=two\n");
    expect_walk("x", buf_span(&levels[3]),
                "!x:z.zip:z.zip:z.zip limit\nx:z.zip:z.zip:b=two\nx:z.zip:b=two\nx:b=two\n");
    for (int i = 0; i < 5; i++)
        buf_release(&levels[i]);
}

static void test_limits(void **state)
{
    (void)state;
    struct source_limits mine = source_limits_default();
    limits = &mine;
    static char zeros[4 << 20];
    const struct member big[] = {
        {"small", {"one", 3}}, {"big", {zeros, sizeof zeros}}, {"after", {"two", 3}}};
    struct buf archive;
    pack(&archive, "ustar", "xz", big, 3);
    expect_walk("x", buf_span(&archive), "x:small=one\nx:big=4194304 bytes\nx:after=two\n");
    mine.item_bytes = 1 << 20;
    expect_walk("x", buf_span(&archive), "x:small=one\n!x:big limit\nx:after=two\n");
    mine = source_limits_default();
    mine.total_bytes = 1 << 20;
    expect_walk("x", buf_span(&archive), "x:small=one\n!x limit\n");
    mine = source_limits_default();
    mine.ratio_free_bytes = 1 << 20; /* 4 MiB of zeros pack a thousandfold */
    expect_walk("x", buf_span(&archive), "x:small=one\n!x limit\n");
    mine = source_limits_default();
    mine.members = 2;
    expect_walk("x", buf_span(&archive), "x:small=one\nx:big=4194304 bytes\n!x limit\n");
    /* what is nested counts too, and the walk goes on after the archive */
    const struct member nest[] = {{"in", buf_span(&archive)}, {"last", {"end", 3}}};
    struct buf outer;
    pack(&outer, "zip", "none", nest, 2);
    expect_walk("x", buf_span(&outer), "x:in:small=one\n!x:in limit\n");
    mine = source_limits_default();
    mine.depth = 1;
    expect_walk("x", buf_span(&outer), "!x:in limit\nx:last=end\n");
    buf_release(&outer);
    buf_release(&archive);
    limits = NULL;
}

/* Cut at every length: never a crash, never a member made up, and never silence. */
static void test_truncated(void **state)
{
    (void)state;
    static const struct {
        const char *format, *filter;
    } cases[] = {{"zip", "none"}, {"7zip", "none"}, {"ustar", "gzip"}, {"ustar", "none"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf archive;
        pack(&archive, cases[i].format, cases[i].filter, TWO, 2);
        for (size_t n = 0; n < archive.n; n++) {
            struct span head = span_make(archive.p, n);
            if (!source_is_archive(head))
                continue;
            struct log log;
            log_init(&log);
            assert_int_equal(walk_bytes(&log, "x", head), STATUS_OK);
            assert_true(log.items <= 2);
            bool tar = strcmp(cases[i].filter, "none") == 0 && cases[i].format[0] == 'u';
            if (!tar && log.items < 2) /* a tar may end anywhere between members */
                assert_true(log.problems > 0);
            buf_release(&log.text);
        }
        buf_release(&archive);
    }
}

struct prefix {
    struct span whole;
    size_t given, problems;
};

static enum status take_prefix(void *ctx, const struct source_item *item)
{
    struct prefix *p = ctx;
    assert_int_equal(p->problems, 1); /* said before it is given */
    assert_true(item->bytes.n < p->whole.n);
    assert_memory_equal(item->bytes.p, p->whole.p, item->bytes.n);
    p->given += item->bytes.n;
    return STATUS_OK;
}

static enum status count_problem(void *ctx, struct span label, const struct err *err)
{
    struct prefix *p = ctx;
    (void)label;
    assert_int_equal(err->code, STATUS_SYNTAX);
    p->problems++;
    return STATUS_OK;
}

/* A packed file of many games that breaks off: most of what came before is given. */
static void test_broken_off(void **state)
{
    (void)state;
    enum { BYTES = 1 << 20 };
    static char digits[BYTES];
    uint64_t seed = 7;
    for (size_t i = 0; i < BYTES; i++) {
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
        digits[i] = (char)('0' + (seed >> 33) % 10);
    }
    const struct member one = {"games.csa", {digits, BYTES}};
    static const char *const FILTERS[] = {"gzip", "xz", "zstd"};
    for (size_t i = 0; i < sizeof FILTERS / sizeof *FILTERS; i++) {
        struct buf archive;
        pack(&archive, "raw", FILTERS[i], &one, 1);
        struct prefix p = {.whole = one.bytes};
        struct source_handler handler = {.ctx = &p, .item = take_prefix, .problem = count_problem};
        struct span half = span_make(archive.p, archive.n / 2);
        assert_int_equal(source_walk_bytes(SPAN("games.csa.x"), half, NULL, &handler, NULL),
                         STATUS_OK);
        assert_int_equal(p.problems, 1);
        assert_true(p.given > BYTES / 4);
        buf_release(&archive);
    }
}

/* Bytes changed at random. */
static void test_damaged(void **state)
{
    (void)state;
    static const char *const FORMATS[] = {"zip", "7zip", "ustar"};
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        struct buf archive, copy;
        pack(&archive, FORMATS[i], "none", TWO, 2);
        buf_init(&copy, archive.n);
        for (int round = 0; round < 500; round++) {
            buf_clear(&copy);
            buf_add_span(&copy, buf_span(&archive));
            for (int k = 0; k < 3; k++) {
                seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
                copy.p[(seed >> 33) % copy.n] = (char)(seed >> 24);
            }
            struct log log;
            log_init(&log);
            assert_int_equal(walk_bytes(&log, "x", buf_span(&copy)), STATUS_OK);
            buf_release(&log.text);
        }
        buf_release(&archive);
        buf_release(&copy);
    }
}

/* Files and folders */

static void put_file(const char *name, struct span bytes)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", scratch_root, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fwrite(bytes.p, 1, bytes.n, f);
    fclose(f);
}

static void put_folder(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", scratch_root, name);
    assert_int_equal(mkdir(path, 0755), 0);
}

static enum status walk_paths(struct log *log, const char *const *paths, size_t n)
{
    struct source_handler handler = {.ctx = log, .item = log_item, .problem = log_problem};
    return source_walk(paths, n, limits, &handler, NULL);
}

static void test_folders(void **state)
{
    (void)state;
    struct buf zip;
    pack(&zip, "zip", "none", TWO, 2);
    assert_int_equal(chdir(scratch_root), 0);
    put_folder("f");
    put_folder("f/b");
    put_folder("f/.git");
    put_folder("f/a-");
    put_file("f/c.kif", SPAN("c"));
    put_file("f/B.kif", SPAN("B"));
    put_file("f/b/2", SPAN("b2"));
    put_file("f/b/10", SPAN("b10"));
    put_file("f/a-/x", SPAN("ax"));
    put_file("f/a", SPAN("a"));
    put_file("f/.hidden", SPAN("no"));
    put_file("f/.git/x", SPAN("no"));
    put_file("f/is-a-zip.kif", buf_span(&zip)); /* contents decide */
    put_file("f/\x8A\xFB.kif", SPAN("sjis name"));
    assert_int_equal(symlink("..", "f/b/loop"), 0);
    assert_int_equal(symlink("../c.kif", "f/b/link"), 0);
    assert_int_equal(symlink("nowhere", "f/b/stale"), 0);
    assert_int_equal(mkfifo("f/pipe", 0644), 0); /* would block for ever */
    const char *const paths[] = {"f", "missing", "f/c.kif", "f/"};
    struct log log;
    log_init(&log);
    assert_int_equal(walk_paths(&log, paths, 3), STATUS_OK);
    assert_string_equal(buf_cstr(&log.text), "f/B.kif=B\nf/a=a\nf/a-/x=ax\nf/b/10=b10\nf/b/2=b2\n"
                                             "f/b/link=c\n!f/b/stale not-found\nf/c.kif=c\n"
                                             "f/is-a-zip.kif:a.kif=one\n"
                                             "f/is-a-zip.kif:dir/b.kif=two\nf/棋.kif=sjis name\n"
                                             "!missing not-found\nf/c.kif=c\n");
    buf_clear(&log.text);
    log.items = 0;
    log.stop_after = 2;
    assert_int_equal(walk_paths(&log, paths + 3, 1), STATUS_CANCELLED);
    assert_string_equal(buf_cstr(&log.text), "f/B.kif=B\nf/a=a\n");
    struct source_limits small = source_limits_default();
    small.item_bytes = 2;
    limits = &small;
    log.stop_after = 0;
    buf_clear(&log.text);
    const char *const two[] = {"f/b/2", "f/b/10"};
    assert_int_equal(walk_paths(&log, two, 2), STATUS_OK);
    assert_string_equal(buf_cstr(&log.text), "f/b/2=b2\n!f/b/10 limit\n");
    limits = NULL;
    buf_release(&log.text);
    buf_release(&zip);
}

static void test_stdin(void **state)
{
    (void)state;
    struct buf gz;
    const struct member one = {"x", {"one", 3}};
    pack(&gz, "raw", "gzip", &one, 1);
    int saved = dup(STDIN_FILENO), ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], gz.p, gz.n), (ssize_t)gz.n);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    const char *const paths[] = {"-"};
    struct log log;
    log_init(&log);
    assert_int_equal(walk_paths(&log, paths, 1), STATUS_OK);
    assert_string_equal(buf_cstr(&log.text), "stdin:stdin=one\n");
    dup2(saved, STDIN_FILENO);
    close(saved);
    buf_release(&log.text);
    buf_release(&gz);
}

/* A deep tree: no recursion, no limit of ours. */
static void test_deep_folders(void **state)
{
    (void)state;
    enum { DEEP = 300 };
    assert_int_equal(chdir(scratch_root), 0);
    put_folder("deep");
    assert_int_equal(chdir("deep"), 0);
    for (int i = 0; i < DEEP; i++) {
        assert_int_equal(mkdir("d", 0755), 0);
        assert_int_equal(chdir("d"), 0);
    }
    int fd = open("x", O_WRONLY | O_CREAT, 0644);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(chdir(scratch_root), 0);
    const char *const paths[] = {"deep"};
    struct log log;
    log_init(&log);
    assert_int_equal(walk_paths(&log, paths, 1), STATUS_OK);
    assert_int_equal(log.items, 1);
    assert_int_equal(log.problems, 0);
    buf_release(&log.text);
}

static void test_allocation_failures(void **state)
{
    (void)state;
    struct buf zip, lzh;
    pack(&zip, "zip", "none", TWO, 2);
    buf_init(&lzh, 1000);
    add_lzh_member(&lzh, SPAN(GAME_CP932 ".kif"), SPAN("one"));
    buf_add_char(&lzh, 0);
    const struct member inner[] = {{"z.zip", buf_span(&zip)}, {"l.lzh", buf_span(&lzh)}};
    struct buf outer;
    pack(&outer, "ustar", "gzip", inner, 2);
    assert_int_equal(chdir(scratch_root), 0);
    put_folder("nomem");
    put_file("nomem/a.tgz", buf_span(&outer));
    put_file("nomem/b", SPAN("two"));
    const char *const paths[] = {"nomem"};
    enum status status = STATUS_NOMEM;
    for (long n = 0; status == STATUS_NOMEM; n++) {
        struct log log;
        log_init(&log);
        assert_true(buf_reserve(&log.text, 10000)); /* the test's own memory does not fail */
        mem_fail_after(n);
        status = walk_paths(&log, paths, 1);
        mem_fail_never();
        if (status == STATUS_OK)
            assert_int_equal(log.items, 4);
        assert_int_equal(log.problems, 0);
        buf_release(&log.text);
        assert_true(n < 1000);
    }
    assert_int_equal(status, STATUS_OK);
    buf_release(&zip);
    buf_release(&lzh);
    buf_release(&outer);
}

/* File names are bytes: UTF-8, or a guess, part by part; what is nothing of that is escaped. */
static void test_names_of_bytes(void **state)
{
    (void)state;
    expect_walk("\xFF\xFE\x80.csa", SPAN("x"), "%FF%FE%80.csa=x\n");
    expect_walk("\xFE\xFF"
                "ab.csa",
                SPAN("x"),
                "%FE%FF"
                "ab.csa=x\n");
    expect_walk("d/\xFF\xFE\x80.csa", SPAN("x"), "d/%FF%FE%80.csa=x\n");
    expect_walk("\xE3\x81\x82/\x8A\xFB\x95\x88.kif", SPAN("x"), "あ/棋譜.kif=x\n");
    expect_walk("\xE3\x81\x82/100%.kif", SPAN("x"), "あ/100%.kif=x\n");
}

int main(void)
{
    /* In the "C" locale on purpose: names must come out right in any. */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_without_a_name),
        cmocka_unit_test(test_single_files),
        cmocka_unit_test(test_lzh),
        cmocka_unit_test(test_zip_names),
        cmocka_unit_test(test_encrypted),
        cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_broken_off),
        cmocka_unit_test(test_folders),
        cmocka_unit_test(test_stdin),
        cmocka_unit_test(test_deep_folders),
        cmocka_unit_test(test_allocation_failures),
        cmocka_unit_test(test_names_of_bytes),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}

/* Files that once were read wrongly, or might be:
 *
 *     tests/golden/valid/       read whole: nothing worse than a note
 *     tests/golden/invalid/     refused, or read in part with the reason
 *     tests/golden/roundtrip/   read and written again in the format of the extension: same bytes
 */
#include <dirent.h>
#include <stdio.h>

#include "format_dump.h"

struct golden {
    const struct format *format; /* NULL: not to be written */
    struct buf written;
    enum problem_severity worst;
    uint32_t games;
};

static enum status golden_sink(void *ctx, struct record *rec)
{
    struct golden *g = ctx;
    struct err err;
    unsigned losses = 0;
    g->games++;
    if (record_worst(rec) > g->worst)
        g->worst = record_worst(rec);
    if (g->format) {
        if (rec->number_in_file && g->format->separator)
            buf_add_str(&g->written, g->format->separator);
        assert_int_equal(g->format->write(rec, &g->written, &losses, &err), STATUS_OK);
        assert_int_equal(losses, 0);
    }
    return STATUS_OK;
}

static void slurp(const char *path, struct buf *raw)
{
    FILE *f = fopen(path, "rb");
    char block[4096];
    size_t n;
    assert_non_null(f);
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        buf_add(raw, block, n);
    fclose(f);
}

typedef void check(const char *path, struct span raw, struct golden *g, enum status st);

static void check_file(const char *path, bool rewrite, check *test)
{
    struct golden g = {0};
    struct reader reader;
    struct buf raw;
    struct err err;
    buf_init(&raw, BUF_DEFAULT_MAX);
    buf_init(&g.written, BUF_DEFAULT_MAX);
    slurp(path, &raw);
    if (rewrite)
        g.format = format_by_path(span_of(path));
    reader_init(&reader);
    enum status st =
        reader_read(&reader, buf_span(&raw), span_of(path), NULL, golden_sink, &g, &err);
    reader_release(&reader);
    print_message("%s\n", path);
    test(path, buf_span(&raw), &g, st);
    buf_release(&raw);
    buf_release(&g.written);
}

static void check_directory(const char *name, bool rewrite, check *test)
{
    char path[600];
    snprintf(path, sizeof path, "tests/golden/%s", name);
    DIR *dir = opendir(path);
    if (!dir) {
        print_message("no %s here: run from the root of the tree\n", path);
        skip();
    }
    for (struct dirent *e; (e = readdir(dir));) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "tests/golden/%s/%s", name, e->d_name);
        check_file(path, rewrite, test);
    }
    closedir(dir);
}

static void is_valid(const char *path, struct span raw, struct golden *g, enum status st)
{
    (void)path;
    (void)raw;
    assert_int_equal(st, STATUS_OK);
    assert_true(g->games > 0);
    assert_int_equal(g->worst, PROBLEM_NOTE);
}

static void is_invalid(const char *path, struct span raw, struct golden *g, enum status st)
{
    (void)path;
    (void)raw;
    assert_true(st != STATUS_OK || g->worst >= PROBLEM_PARTIAL);
}

static void is_same(const char *path, struct span raw, struct golden *g, enum status st)
{
    (void)path;
    struct buf bytes;
    struct charset_loss loss;
    struct err err;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    assert_int_equal(st, STATUS_OK);
    assert_int_equal(charset_encode(g->format->charset, buf_span(&g->written), &bytes, &loss, &err),
                     STATUS_OK);
    assert_int_equal(bytes.n, raw.n);
    assert_memory_equal(bytes.p, raw.p, raw.n);
    buf_release(&bytes);
}

static void test_valid(void **state)
{
    (void)state;
    check_directory("valid", false, is_valid);
}

static void test_invalid(void **state)
{
    (void)state;
    check_directory("invalid", false, is_invalid);
}

static void test_roundtrip(void **state)
{
    (void)state;
    check_directory("roundtrip", true, is_same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid),
        cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_roundtrip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

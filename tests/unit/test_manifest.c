/* Manifests: what was written is read back; damage is found and placed; one writer at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "store/manifest.h"

static char folder[] = "/tmp/kifu-manifest-XXXXXX";
static char path[64];

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/MANIFEST", folder);
    return 0;
}

static int tear_down(void **state)
{
    char lock[64];
    (void)state;
    snprintf(lock, sizeof lock, "%s/lock", folder);
    unlink(lock);
    unlink(path);
    return rmdir(folder);
}

static void write_sample(void)
{
    struct manifest m;
    struct err err;
    manifest_init(&m, "shogi");
    m.next_id = 300;
    m.next_segment = 3;
    const struct manifest_entry a = {"s000001", SEGMENT_GAMES, 0, 100, 12345};
    const struct manifest_entry b = {"s000002", SEGMENT_REMOVALS, 0, 7, 0};
    assert_int_equal(manifest_add(&m, &a, &err), STATUS_OK);
    assert_int_equal(manifest_add(&m, &b, &err), STATUS_OK);
    assert_int_equal(manifest_write(&m, folder, &err), STATUS_OK);
    manifest_release(&m);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct manifest m;
    struct err err;
    assert_int_equal(manifest_read(&m, folder, &err), STATUS_NOT_FOUND);
    write_sample();
    assert_int_equal(manifest_read(&m, folder, &err), STATUS_OK);
    assert_string_equal(m.game, "shogi");
    assert_int_equal(m.next_id, 300);
    assert_int_equal(m.count, 2);
    assert_string_equal(m.entries[1].name, "s000002");
    assert_int_equal(m.entries[1].kind, SEGMENT_REMOVALS);
    assert_int_equal(m.entries[0].plies, 12345);
    manifest_release(&m);
}

static void test_every_change_is_noticed(void **state)
{
    (void)state;
    struct buf text;
    struct manifest m;
    struct err err;
    write_sample();
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(file_read(path, 1 << 20, &text, &err), STATUS_OK);
    for (size_t i = 0; i < text.n; i++) {
        text.p[i] = (char)(text.p[i] ^ 1);
        enum status st = manifest_parse(&m, buf_span(&text), SPAN("M"), &err);
        text.p[i] = (char)(text.p[i] ^ 1);
        assert_int_not_equal(st, STATUS_OK);
        assert_string_equal(err.file, "M");
    }
    for (size_t n = 0; n + 1 < text.n; n++)
        assert_int_not_equal(manifest_parse(&m, span_make(text.p, n), SPAN("M"), &err), STATUS_OK);
    buf_release(&text);
}

static void test_names_stay_in_the_directory(void **state)
{
    (void)state;
    struct manifest m;
    struct err err;
    /* refused before the checksum is looked at */
    const struct span text = SPAN("kifu-manifest 1\nsegment ../evil games 0 1 1\nchecksum 0\n");
    assert_int_equal(manifest_parse(&m, text, SPAN("M"), &err), STATUS_SYNTAX);
    assert_int_equal(err.line, 2);
    assert_int_equal(err.byte, 16);
}

static void test_one_writer(void **state)
{
    (void)state;
    int a, b;
    struct err err;
    assert_int_equal(manifest_lock(folder, &a, &err), STATUS_OK);
    assert_int_equal(manifest_lock(folder, &b, &err), STATUS_IO);
    assert_int_equal(b, -1);
    manifest_unlock(&a);
    assert_int_equal(manifest_lock(folder, &b, &err), STATUS_OK);
    manifest_unlock(&b);
    manifest_unlock(&b);
}

static void test_no_memory(void **state)
{
    (void)state;
    write_sample();
    enum status st = STATUS_NOMEM;
    for (long n = 0; st != STATUS_OK; n++) {
        struct manifest m;
        struct err err;
        mem_fail_after(n);
        st = manifest_read(&m, folder, &err);
        mem_fail_never();
        assert_true(st == STATUS_OK || st == STATUS_NOMEM);
        manifest_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_every_change_is_noticed),
        cmocka_unit_test(test_names_stay_in_the_directory),
        cmocka_unit_test(test_one_writer),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

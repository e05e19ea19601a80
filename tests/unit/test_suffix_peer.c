/* test_suffix_peer.c: the order of suffixes agrees with that of libdivsufsort, where it is
 * installed, on texts that are random, periodic, or games of Go.
 *
 * That library sorts bytes.  A symbol below 65,536 is two of them, the larger first; suffixes that
 * begin at even bytes then come in the order of ours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef KIFU_HAVE_DIVSUFSORT
int main(void)
{
    puts("libdivsufsort is not installed");
    return 77;
}
#else
#include <divsufsort.h>

#include "base/rng.h"
#include "db/import/import.h"
#include "scratch.h"
#include "text/mine/mine.h"
#include "text/mine/suffix_array.h"

enum { MOST = 200000 };

static void compare(const uint32_t *text, uint32_t n, uint32_t alphabet)
{
    uint32_t *order = calloc(n + 1, sizeof *order);
    unsigned char *bytes = calloc(2 * (size_t)n + 1, 1);
    saidx_t *peer = calloc(2 * (size_t)n + 1, sizeof *peer);
    struct err err;
    assert_non_null(order);
    assert_non_null(bytes);
    assert_non_null(peer);
    for (uint32_t i = 0; i < n; i++) {
        bytes[2 * (size_t)i] = (unsigned char)(text[i] >> 8);
        bytes[2 * (size_t)i + 1] = (unsigned char)text[i];
    }
    assert_int_equal(suffix_array(text, n, alphabet, order, NULL, &err), STATUS_OK);
    assert_int_equal(n ? divsufsort(bytes, peer, (saidx_t)(2 * n)) : 0, 0);
    uint32_t at = 0;
    for (uint32_t i = 0; i < 2 * n; i++)
        if (peer[i] % 2 == 0)
            assert_int_equal(order[at++], peer[i] / 2);
    assert_int_equal(at, n);
    free(order);
    free(bytes);
    free(peer);
}

static uint32_t text[MOST];

static void test_random(void **state)
{
    (void)state;
    static const uint32_t alphabets[] = {1, 2, 3, 256, 300, 11000, 65535};
    struct rng rng;
    rng_seed(&rng, 5);
    for (int round = 0; round < 70; round++) {
        uint32_t alphabet = alphabets[round % 7];
        uint32_t n = (uint32_t)rng_below(&rng, round < 63 ? 5000 : MOST);
        for (uint32_t i = 0; i < n; i++)
            text[i] = (uint32_t)rng_below(&rng, alphabet);
        compare(text, n, alphabet);
    }
}

/* Periods, with a slip here and there. */
static void test_periodic(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 6);
    for (uint32_t period = 1; period < 600; period = period * 3 / 2 + 1)
        for (uint32_t slips = 0; slips < 3; slips++) {
            uint32_t n = MOST / 10;
            for (uint32_t i = 0; i < n; i++)
                text[i] = 1 + i % period * 37 % period;
            for (uint32_t i = 0; i < slips; i++)
                text[rng_below(&rng, n)] = 0;
            compare(text, n, period + 1);
        }
}

/* --- Games ------------------------------------------------------------------------------------ */

static void import(const char *db, const char *path)
{
    const struct import_options opt = {.game = &go_game};
    const struct import_events events = {0};
    struct importer *im;
    struct err err;
    assert_int_equal(importer_open(&im, db, &opt, &events, &err), STATUS_OK);
    assert_int_equal(importer_run(im, &path, 1, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    importer_close(im);
}

static void test_games(void **state)
{
    (void)state;
    const char *data = getenv("KIFU_DATA"), *scope = getenv("KIFU_TEST_SCOPE");
    char path[4096];
    struct db *db;
    struct err err;
    snprintf(path, sizeof path, "%s/go/amateur-kgs-2015.tar.gz", data ? data : "");
    if (!scope || strcmp(scope, "quick") == 0 || access(path, R_OK) != 0) {
        print_message("quick tests, or no go/amateur-kgs-2015.tar.gz under KIFU_DATA\n");
        skip();
    }
    import("games.kifu", path);
    assert_int_equal(db_open(&db, "games.kifu", &err), STATUS_OK);
    for (const struct encoding *const *e = all_encodings; *e; e++) {
        const struct mine_options opt = {.encoding = *e};
        struct mine_result m;
        if ((*e)->game != &go_game || (*e)->alphabet > 1 << 16)
            continue;
        assert_int_equal(mine_read(&m, &db, 1, NULL, &opt, &err), STATUS_OK);
        assert_true(m.corpus.n > 100000);
        compare(m.corpus.text, m.corpus.n, m.corpus.alphabet);
        mine_result_release(&m);
    }
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_periodic),
        cmocka_unit_test(test_games),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}
#endif

/* Slots of sorted keys against plain counting, and with bytes that are no slots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "facts/key_slots.h"

static void write_slots(const uint32_t *counts, uint64_t slots, struct buf *out, uint64_t *entries)
{
    struct key_slots_writer w;
    key_slots_begin(&w, slots);
    for (uint64_t slot = 0; slot < slots; slot++)
        for (uint32_t i = 0; i < counts[slot]; i++)
            key_slots_add(&w, slot);
    key_slots_finish(&w);
    *entries = w.entries;
    buf_add_span(out, buf_span(&w.ranks));
    buf_add_span(out, buf_span(&w.bits.bytes));
    assert_int_equal(buf_status(out), STATUS_OK);
    key_slots_release(&w);
}

enum { MOST_SLOTS = 1000 };

static void test_against_counting(void **state)
{
    (void)state;
    static const uint64_t SLOTS[] = {1, 2, 55, 56, 57, 127, 128, 129, 256, 1000};
    struct rng rng;
    rng_seed(&rng, 1);
    for (int round = 0; round < 200; round++) {
        uint32_t counts[MOST_SLOTS];
        uint64_t slots = SLOTS[round % 10], entries, before = 0;
        uint64_t empty = rng_below(&rng, 100), most = 1 + rng_below(&rng, round % 3 ? 4 : 150);
        struct key_slots s;
        struct buf bytes;
        for (uint64_t i = 0; i < slots; i++)
            counts[i] = rng_below(&rng, 100) < empty ? 0 : (uint32_t)rng_below(&rng, most + 1);
        buf_init(&bytes, BUF_DEFAULT_MAX);
        write_slots(counts, slots, &bytes, &entries);
        assert_true(key_slots_open(&s, buf_span(&bytes), slots, entries));
        assert_false(key_slots_open(&s, span_make(bytes.p, bytes.n - 1), slots, entries));
        assert_true(key_slots_open(&s, buf_span(&bytes), slots, entries));
        for (uint64_t i = 0; i < slots; i++) {
            uint64_t first, count;
            assert_true(key_slots_find(&s, i, &first, &count));
            assert_int_equal(first, before);
            assert_int_equal(count, counts[i]);
            before += counts[i];
        }
        buf_release(&bytes);
    }
}

static void test_any_bytes(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2);
    for (int round = 0; round < 2000; round++) {
        uint64_t slots = 1 + rng_below(&rng, 300), entries = rng_below(&rng, 300);
        size_t n = (size_t)(4 * ((slots - 1) / KEY_SLOT_BLOCK + 1) + bits_bytes(slots + entries));
        struct buf bytes;
        struct key_slots s;
        buf_init(&bytes, BUF_DEFAULT_MAX);
        for (size_t i = 0; i < n; i++)
            buf_add_char(&bytes, (char)(round % 3 == 0   ? rng_next(&rng)
                                        : round % 3 == 1 ? 0xff
                                        : i < 12         ? 0
                                                         : rng_next(&rng)));
        assert_true(key_slots_open(&s, buf_span(&bytes), slots, entries));
        for (uint64_t slot = 0; slot < slots; slot++) {
            uint64_t first, count;
            if (key_slots_find(&s, slot, &first, &count))
                assert_true(first + count <= entries);
        }
        buf_release(&bytes);
    }
}

static void test_keys_spread_over_slots(void **state)
{
    (void)state;
    uint64_t below;
    assert_int_equal(key_slot(0, 10, &below), 0);
    assert_int_equal(key_slot(UINT64_MAX, 10, &below), 9);
    assert_int_equal(key_slot(UINT64_C(1) << 63, 10, &below), 5);
    assert_int_equal(below, 0);
    assert_int_equal(key_slot(UINT64_MAX, 1, &below), 0);
    assert_int_equal(below, UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_counting),
        cmocka_unit_test(test_any_bytes),
        cmocka_unit_test(test_keys_spread_over_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

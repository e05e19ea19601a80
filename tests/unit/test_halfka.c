/* test_halfka.c: a larger network of the engine: files of several sizes are read or refused; move by
 * move, on every processor, values are those of a computation from scratch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>
#include <xxhash.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/le.h"
#include "engine/eval/halfka.h"
#include "engine/eval/large_net.h"
#include "shogi_random.h"

struct sizes {
    uint32_t regions, units, first, second;
};

static void put_u32(struct buf *out, uint32_t n)
{
    unsigned char word[4];
    le_put32(word, n);
    buf_add(out, word, sizeof word);
}

/* n numbers of `bytes` bytes within ±most, then zeros. */
static void put_random(struct buf *out, uint64_t *seed, size_t n, size_t bytes, unsigned most)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char word[4];
        le_put32(word, random_below(seed, 2 * most + 1) - most);
        buf_add(out, word, bytes);
    }
    for (size_t i = n * bytes; i % 16; i++)
        buf_add_char(out, 0);
}

/* A file with random numbers, from docs/formats/halfka.md. */
static void make_file(struct buf *out, struct sizes s, uint64_t seed)
{
    unsigned char sum[8];
    buf_init(out, BUF_DEFAULT_MAX);
    buf_add_str(out, HALFKA_MAGIC);
    const uint32_t head[8] = {s.regions, NET_FEATURES, s.units, s.first,
                              s.second,  NET_PHASES,   600,     0};
    for (int i = 0; i < 8; i++)
        put_u32(out, head[i]);
    for (unsigned i = 0; i < 48; i++)
        buf_add_char(out, (char)(i < HALFKA_KING_SQUARES ? i % s.regions : 0));
    put_random(out, &seed, s.units, 2, 100);
    put_random(out, &seed, (size_t)s.regions * NET_FEATURES * s.units, 1, 40);
    for (int p = 0; p < NET_PHASES; p++) {
        put_random(out, &seed, s.first, 4, 3000);
        put_random(out, &seed, (size_t)s.first * s.units, 1, 127);
        put_random(out, &seed, s.second, 4, 3000);
        put_random(out, &seed, (size_t)s.second * 2 * s.first, 1, 127);
        put_random(out, &seed, 1, 4, 30000);
        put_random(out, &seed, s.second, 2, 3000);
    }
    put_u32(out, 4);
    buf_add_str(out, "test");
    le_put64(sum, XXH3_64bits(out->p, out->n));
    buf_add(out, sum, sizeof sum);
    assert_int_equal(buf_status(out), STATUS_OK);
}

static struct halfka *make_net(struct sizes s, uint64_t seed)
{
    struct buf file;
    struct halfka *h;
    struct err err;
    make_file(&file, s, seed);
    assert_int_equal(halfka_read(buf_span(&file), &h, &err), STATUS_OK);
    assert_true(h->units == s.units && h->regions == s.regions);
    buf_release(&file);
    return h;
}

/* Plays at random, takes back at random, and looks at every position, or only at some. */
static void walk(const struct halfka *h, void *state, uint64_t seed)
{
    enum { STEPS = 150, MOST = 100 };
    struct shogi_pos pos;
    struct shogi_undo undo[MOST];
    shogi_move moves[SHOGI_MAX_MOVES], played[MOST];
    int depth = 0, different = 0, first = 0;
    shogi_pos_start(&pos);
    eval_halfka.begin(h, state, &pos);
    for (int step = 0; step < STEPS; step++) {
        int n = shogi_legal_moves(&pos, moves);
        if (depth == MOST || n == 0 || (depth && random_below(&seed, 4) == 0)) {
            depth--;
            eval_halfka.unplay(state);
            shogi_unplay(&pos, played[depth], &undo[depth]);
        } else {
            played[depth] = moves[random_below(&seed, (unsigned)n)];
            eval_halfka.play(h, state, &pos, played[depth]);
            shogi_play(&pos, played[depth], &undo[depth]);
            depth++;
        }
        if (random_below(&seed, 3) == 0)
            continue;
        int value = eval_halfka.value(h, state, &pos);
        assert_int_equal(value, halfka_value_plain(h, &pos));
        first = step ? first : value;
        different += value != first && value > -HALFKA_VALUE_MOST && value < HALFKA_VALUE_MOST;
    }
    assert_true(different > STEPS / 4); /* it is no constant */
}

static void values_are_plain_values(void **state)
{
    static const struct sizes SIZES[] = {{1, 32, 16, 8}, {12, 96, 16, 32}, {45, 256, 32, 32}};
    (void)state;
    void *memory = mem_calloc_aligned(64, 1, (eval_halfka.state_bytes + 63) / 64 * 64);
    assert_non_null(memory);
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        struct halfka *h = make_net(SIZES[i], i);
        for (int level = CPU_V4; level >= CPU_BASE; level--) {
            cpu_level_limit((enum cpu_level)level);
            for (uint64_t seed = 0; seed < 4; seed++)
                walk(h, memory, seed);
        }
        cpu_level_limit(CPU_V4);
        mem_free(h);
    }
    mem_free(memory);
}

/* A file that is part of the program is used where it is, wherever that is. */
static void built_in_is_the_same(void **state)
{
    enum { ALIGN = 64, MOST = 1 << 20 };
    struct buf file;
    struct err err;
    struct halfka *copied, *h;
    (void)state;
    make_file(&file, (struct sizes){3, 64, 16, 8}, 9);
    assert_int_equal(halfka_read(buf_span(&file), &copied, &err), STATUS_OK);
    char *memory = mem_calloc_aligned(ALIGN, 1, MOST);
    void *judge = mem_calloc_aligned(ALIGN, 1, (eval_halfka.state_bytes + 63) / 64 * 64);
    assert_true(memory && judge && file.n + ALIGN < MOST);
    for (size_t at = HALFKA_BUILT_IN_AT - 1; at <= HALFKA_BUILT_IN_AT; at++) {
        memcpy(memory + at, file.p, file.n);
        memory[at + file.n - 1] ^= 1; /* the checksum is the business of whoever builds it in */
        assert_int_equal(halfka_read_built_in(span_make(memory + at, file.n), &h, &err), STATUS_OK);
        assert_true(((const char *)h->rows < memory + MOST && (const char *)h->rows > memory) ==
                    (at == HALFKA_BUILT_IN_AT));
        assert_true(halfka_hash(h) == halfka_hash(copied));
        walk(h, judge, at);
        mem_free(h);
    }
    copied->tail[2].bias3++;
    assert_int_equal(halfka_read_built_in(span_make(memory + HALFKA_BUILT_IN_AT, file.n), &h, &err),
                     STATUS_OK);
    assert_true(halfka_hash(h) != halfka_hash(copied));
    assert_false(halfka_is_whole(span_make(memory + HALFKA_BUILT_IN_AT, file.n)));
    assert_true(!large_net().n || halfka_is_whole(large_net()));
    assert_true(!large_net().n || (uintptr_t)large_net().p % ALIGN == HALFKA_BUILT_IN_AT);
    mem_free(h);
    mem_free(copied);
    mem_free(memory);
    mem_free(judge);
    buf_release(&file);
}

static enum status read_bytes(struct span file)
{
    struct halfka *h;
    struct err err;
    enum status status = halfka_read(file, &h, &err);
    mem_free(h);
    return status;
}

static void sum_again(struct buf *file)
{
    le_put64(file->p + file->n - 8, XXH3_64bits(file->p, file->n - 8));
}

static void damage_is_refused(void **state)
{
    struct buf file;
    (void)state;
    make_file(&file, (struct sizes){2, 32, 16, 8}, 7);
    assert_int_equal(read_bytes(buf_span(&file)), STATUS_OK);
    for (size_t n = 0; n < file.n; n += file.n / 50)
        assert_int_equal(read_bytes(span_make(file.p, n)), STATUS_SYNTAX);
    for (size_t i = 0; i < file.n; i += file.n / 50) {
        file.p[i] ^= 1;
        assert_int_equal(read_bytes(buf_span(&file)), STATUS_SYNTAX);
        file.p[i] ^= 1;
    }
    /* sizes that do not fit the bytes, or the program */
    static const struct {
        size_t at;
        uint32_t number;
        enum status status;
    } WRONG[] = {
        {8, 3, STATUS_SYNTAX},         {8, 0, STATUS_UNSUPPORTED},  {8, 46, STATUS_UNSUPPORTED},
        {12, 7, STATUS_UNSUPPORTED},   {16, 0, STATUS_UNSUPPORTED}, {16, 33, STATUS_UNSUPPORTED},
        {16, 544, STATUS_UNSUPPORTED}, {20, 8, STATUS_UNSUPPORTED}, {24, 12, STATUS_UNSUPPORTED},
        {28, 5, STATUS_UNSUPPORTED},   {32, 0, STATUS_UNSUPPORTED}, {40, 2, STATUS_UNSUPPORTED}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        uint32_t was = le_get32(file.p + WRONG[i].at);
        le_put32(file.p + WRONG[i].at, WRONG[i].number);
        sum_again(&file);
        assert_int_equal(read_bytes(buf_span(&file)), WRONG[i].status);
        le_put32(file.p + WRONG[i].at, was);
    }
    buf_release(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_plain_values),
        cmocka_unit_test(built_in_is_the_same),
        cmocka_unit_test(damage_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

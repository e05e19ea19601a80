/* test_games_file.c: games with values written in a few bits and read again; blocks that are cut or
 * damaged; the arithmetic code by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/range_coder.h"
#include "formats/shogi/games_file.h"
#include "record_dump.h"
#include "shogi_random.h"

/* --- The arithmetic code ---------------------------------------------------------------------- */

static void bits_come_back(void **state)
{
    enum { BITS = 20000 };
    struct buf out;
    struct range_coder c;
    struct bit_model models[2] = {bit_model_make(1 << 15), bit_model_make(1 << 15)};
    struct bit_model tree[16];
    uint64_t seed = 1;
    (void)state;
    buf_init(&out, BUF_DEFAULT_MAX);
    for (int pass = 0; pass < 2; pass++) {
        seed = 1;
        models[0] = models[1] = bit_model_make(1 << 15);
        for (int i = 0; i < 16; i++)
            tree[i] = bit_model_make(1 << 15);
        if (pass == 0)
            range_coder_write(&c, &out);
        else
            range_coder_read(&c, buf_span(&out));
        for (int i = 0; i < BITS; i++) {
            unsigned n = random_below(&seed, 16);
            bool rare = random_below(&seed, 50) == 0;
            assert_int_equal(range_code(&c, &models[0], pass == 0 && rare), rare);
            assert_int_equal(range_code_tree(&c, tree, 4, pass == 0 ? n : 0), n);
            assert_int_equal(range_code_plain(&c, 3, pass == 0 ? n % 8 : 0), n % 8);
        }
        if (pass == 0)
            range_coder_flush(&c);
        assert_false(c.failed);
    }
    /* 4 + 3 bits, and 0.14 for what happens every fiftieth time */
    assert_in_range(out.n, BITS * 7 / 8, BITS * 7 / 8 + BITS * 2 / 80);
    for (int i = 0; i < 100; i++)
        (void)range_code_plain(&c, 8, 0);
    assert_true(c.failed);
    buf_release(&out);
}

/* --- Games ------------------------------------------------------------------------------------ */

static struct record_value random_value(uint64_t *seed, int32_t *level)
{
    unsigned kind = random_below(seed, 20);
    *level += (int32_t)random_below(seed, 201) - 100;
    if (kind == 0)
        return (struct record_value){VALUE_NONE, 0};
    if (kind == 1)
        return (struct record_value){VALUE_MATE, 1 + (int32_t)random_below(seed, 20)};
    if (kind == 3)
        return (struct record_value){VALUE_MATE, -1 - (int32_t)random_below(seed, 20)};
    return (struct record_value){VALUE_CENTIPAWNS, kind == 2 ? -30000 : *level};
}

/* A game of random moves, from the even start or from anywhere. */
static void make_game(struct record *rec, uint64_t seed)
{
    struct shogi_pos pos;
    struct buf text;
    shogi_move moves[SHOGI_MAX_MOVES];
    uint32_t node = 0;
    int32_t level = 0;
    buf_init(&text, BUF_DEFAULT_MAX);
    assert_int_equal(record_clear(rec, &shogi_game), STATUS_OK);
    shogi_pos_start(&pos);
    if (seed % 3 == 0)
        random_throw(&pos, &seed, WITH_BOTH_KINGS);
    rec->start_ply = (uint32_t)(seed % 3 == 0 ? seed % 100 : 0);
    rec->handicap = (int)shogi_pos_which_handicap(&pos);
    shogi_sfen_print(&pos, 1, &text);
    assert_true(arena_copy(&rec->arena, buf_span(&text), &rec->start));
    for (unsigned left = random_below(&seed, 120); left; left--) {
        struct shogi_undo undo;
        int n = shogi_legal_moves(&pos, moves);
        if (n == 0)
            break;
        shogi_move m = moves[random_below(&seed, (unsigned)n)];
        node = record_add_node(rec, node, m);
        shogi_play(&pos, m, &undo);
        struct record_value value = random_value(&seed, &level);
        if (value.kind == VALUE_NONE)
            continue;
        struct record_note *note = record_note(rec, node);
        buf_clear(&text);
        record_value_print(value, &text);
        assert_true(arena_copy(&rec->arena, buf_span(&text), &note->comment));
        note->value = value;
    }
    node = record_add_node(rec, node, 0);
    struct record_note *end = record_note(rec, node);
    end->end = rec->end = seed % 2 ? END_RESIGN : END_ILLEGAL_ACTION;
    end->end_seat = (int8_t)(seed % 2 ? -1 : 1);
    record_points_of_end(rec->end, end->end_seat, shogi_turn(&pos), rec->points);
    for (int seat = 0; seat < 2; seat++)
        assert_int_equal(record_add_header(rec, (enum record_header_id)(HEADER_PLAYER + seat),
                                           SPAN(""), SPAN("Kifu (test)")),
                         STATUS_OK);
    buf_release(&text);
}

enum { GAMES = 40, BLOCK = 16 };

/* A file of GAMES games; what they are goes to text. */
static void make_file(struct buf *file, struct buf *text)
{
    struct games_block_writer w = {0};
    const struct games_head head = {.part = 3, .fingerprint = 77, .name = SPAN("Kifu (test)")};
    struct record rec;
    struct err err;
    record_init(&rec);
    buf_init(file, BUF_DEFAULT_MAX);
    buf_init(text, BUF_DEFAULT_MAX);
    games_head_put(&head, file);
    assert_int_equal(games_block_writer_open(&w, &err), STATUS_OK);
    for (uint64_t i = 0; i < GAMES; i++) {
        make_game(&rec, i);
        dump_record(&rec, DUMP_NO_PROBLEMS, text);
        assert_int_equal(games_block_writer_add(&w, &rec, i, &err), STATUS_OK);
        if ((i + 1) % BLOCK == 0 || i + 1 == GAMES)
            assert_int_equal(games_block_writer_end(&w, file, &err), STATUS_OK);
    }
    games_block_writer_close(&w);
    record_release(&rec);
}

static void games_come_back(void **state)
{
    struct buf file, text;
    struct dump_sink after;
    (void)state;
    make_file(&file, &text);
    dump_read(buf_span(&file), "games", DUMP_NO_PROBLEMS, &after);
    assert_string_equal(buf_cstr(&after.text), buf_cstr(&text));
    buf_release(&after.text);
    buf_release(&text);
    buf_release(&file);
}

static enum status count_games(void *ctx, const struct coded_game *g, struct err *err)
{
    (void)g;
    (void)err;
    ++*(unsigned *)ctx;
    return STATUS_OK;
}

/* How many games can be read; *damaged: blocks that cannot. */
static unsigned read_file(struct span rest, unsigned *damaged)
{
    struct games_head head;
    struct games_block_reader r = {0};
    struct err err;
    unsigned games = 0;
    *damaged = 0;
    if (games_head_get(&rest, &head, &err) != STATUS_OK)
        return 0;
    assert_int_equal(games_block_reader_open(&r, &err), STATUS_OK);
    while (rest.n) {
        struct games_block block;
        if (games_block_get(&rest, &block, &err) != STATUS_OK)
            ++*damaged;
        else
            assert_int_equal(games_block_reader_read(&r, &block, count_games, &games, &err),
                             STATUS_OK);
    }
    games_block_reader_close(&r);
    return games;
}

static void head_and_blocks_are_known(void **state)
{
    struct buf file, text;
    struct games_head head;
    struct games_block block;
    struct err err;
    (void)state;
    make_file(&file, &text);
    struct span rest = buf_span(&file);
    assert_true(games_file_probe(rest));
    assert_int_equal(games_head_get(&rest, &head, &err), STATUS_OK);
    assert_int_equal(head.part, 3);
    assert_int_equal(head.fingerprint, 77);
    assert_true(span_eq(head.name, SPAN("Kifu (test)")));
    for (unsigned first = 0; first < GAMES; first += BLOCK) {
        assert_int_equal(games_block_get(&rest, &block, &err), STATUS_OK);
        assert_int_equal(block.first, first);
        assert_int_equal(block.games, first + BLOCK <= GAMES ? BLOCK : GAMES % BLOCK);
    }
    assert_int_equal(rest.n, 0);
    buf_release(&text);
    buf_release(&file);
}

/* A byte costs its block, or the file if it is in the head; a cut costs what is behind it. */
static void damage_is_found(void **state)
{
    struct buf file, text;
    unsigned damaged;
    (void)state;
    make_file(&file, &text);
    assert_int_equal(read_file(buf_span(&file), &damaged), GAMES);
    assert_int_equal(damaged, 0);
    for (size_t i = 0; i < file.n; i += 7) {
        file.p[i] ^= 0x10;
        assert_true(read_file(buf_span(&file), &damaged) < GAMES);
        file.p[i] ^= 0x10;
    }
    for (size_t n = 0; n < file.n; n += 31) {
        unsigned games = read_file(span_make(file.p, n), &damaged);
        assert_true(games < GAMES && games % BLOCK == 0 && damaged <= 1);
    }
    buf_release(&text);
    buf_release(&file);
}

static void too_much_is_refused(void **state)
{
    static struct coded_game g;
    struct buf out;
    struct err err;
    (void)state;
    struct games_coder *c = games_coder_make();
    assert_non_null(c);
    buf_init(&out, BUF_DEFAULT_MAX);
    shogi_pos_start(&g.start);
    g.plies = 1;
    games_coder_write(c, &out);
    assert_int_equal(games_coder_code(c, &g, &err), STATUS_ILLEGAL);
    g.moves[0] = shogi_move_make(shogi_square(7, 7), shogi_square(7, 6), false);
    g.values[0] = (struct record_value){VALUE_CENTIPAWNS, CODED_GAME_MOST_VALUE + 1};
    games_coder_write(c, &out);
    assert_int_equal(games_coder_code(c, &g, &err), STATUS_LIMIT);
    g.values[0].number = -CODED_GAME_MOST_VALUE;
    games_coder_write(c, &out);
    assert_int_equal(games_coder_code(c, &g, &err), STATUS_OK);
    shogi_pos_clear(&g.start);
    games_coder_write(c, &out);
    assert_int_equal(games_coder_code(c, &g, &err), STATUS_UNSUPPORTED);
    buf_release(&out);
    games_coder_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_come_back),
        cmocka_unit_test(games_come_back),
        cmocka_unit_test(head_and_blocks_are_known),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(too_much_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

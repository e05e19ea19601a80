/* test_thread.c: corners read by themselves: what is played elsewhere does not matter, images of a
 * game are the same sentences, readings are those of a naive twin; and pauses are counted as a
 * naive twin counts them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "text/mine/go_steps.h"
#include "text/mine/go_thread.h"
#include "text/mine/notes.h"
#include "text/mine/scorers.h"

enum { SIZE = 19, MOST = 300 };

static struct go_pos board;

static enum status encode(const game_move *moves, uint32_t count, struct corpus *out)
{
    const struct encoding_input in = {.start = &board, .moves = moves, .count = count};
    struct encoder *e;
    struct err err;
    corpus_init(out, go_thread_encoding.alphabet);
    enum status s = go_thread_encoding.open(&e, &err);
    if (s != STATUS_OK)
        return s;
    s = go_thread_encoding.encode(e, &in, out, &err);
    if (s == STATUS_OK)
        s = corpus_end(out, &err);
    go_thread_encoding.close(e);
    return s;
}

/* Colours in turn; "--" passes. */
static uint32_t moves_of(const char *text, game_move *out)
{
    uint32_t n = 0;
    for (; *text; text += text[2] ? 3 : 2, n++)
        out[n] = text[0] == '-'
                     ? go_pass_make(n & 1)
                     : go_move_make(GO_PLAY, n & 1, go_point(text[0] - 'a', 's' - text[1]));
    return n;
}

/* The last sentence of so many stones, as points from the corner: "4-4 6-3 …", then its trust and
 * pause; "" if there is none. */
static void last_of(const char *game, uint32_t stones, struct buf *out)
{
    game_move moves[MOST];
    struct corpus c;
    assert_int_equal(encode(moves, moves_of(game, moves), &c), STATUS_OK);
    buf_clear(out);
    for (uint32_t i = 0; i < c.sentence_count; i++) {
        const struct sentence *s = &c.sentences[i];
        if (s->count != stones)
            continue;
        buf_clear(out);
        for (uint32_t k = 0; k < s->count; k++) {
            go_thread_encoding.print(c.text[s->first + k], out);
            buf_add_char(out, ' ');
        }
        uint32_t note = c.note[s->first + s->count - 1];
        buf_printf(out, "%.3f %.2f", note_trust(note), note_pause(note));
    }
    corpus_release(&c);
}

static void expect(const char *game, uint32_t stones, const char *expected)
{
    struct buf text;
    buf_init(&text, 10000);
    last_of(game, stones, &text);
    assert_string_equal(buf_cstr(&text), expected);
    buf_release(&text);
}

static void test_corner(void **state)
{
    (void)state;
    go_pos_empty(&board, SIZE, SIZE);
    /* at once; the next move is far away, near, or in between */
    expect("pd qf nc rd qc dd", 5, "4-4 3-6 6-3 2-4 3-3 0.998 1.00");
    expect("pd qf nc rd qc qi", 5, "4-4 3-6 6-3 2-4 3-3 0.998 0.00");
    expect("pd qf nc rd qc qj", 5, "4-4 3-6 6-3 2-4 3-3 0.998 0.75");
    expect("pd qf nc rd qc", 5, "4-4 3-6 6-3 2-4 3-3 0.998 1.00");
    expect("pd qf nc rd qc --", 5, "4-4 3-6 6-3 2-4 3-3 0.998 1.00");
    /* play leaves after three stones, and comes back */
    expect("pd qf nc dd dp rd qc dc", 5, "4-4 3-6 6-3 2-4 3-3 0.249 1.00");
    /* the same after one stone costs nothing, but for the time */
    expect("pd dd dp qf nc rd qc dc", 5, "4-4 3-6 6-3 2-4 3-3 0.996 1.00");
    /* a colour plays twice: no reading */
    expect("pd qf nc dd rd dc qc", 5, "");
}

static void test_outside(void **state)
{
    (void)state;
    go_pos_empty(&board, SIZE, SIZE);
    /* a stone four lines from the window, which one line less would touch */
    expect("jc dd pd qf nc rd qc dc", 5, "4-4 3-6 6-3 2-4 3-3 0.249 1.00");
    expect("mc dd pd qf nc rd qc dc", 5, "");
    /* a handicap stone there */
    go_pos_empty(&board, SIZE, SIZE);
    board.cell[go_cell(go_point(15, 15))] = 1 + GO_BLACK;
    expect("pe qf nc rd qc dc", 5, "");
}

/* Two corners by turns are two readings, equal as the corners are images of each other. */
static void test_interleaved(void **state)
{
    (void)state;
    game_move moves[MOST];
    struct corpus c;
    uint32_t found = 0;
    go_pos_empty(&board, SIZE, SIZE);
    uint32_t n = moves_of("pd dp qf cn nc fq rd bp qc cq", moves);
    for (uint32_t i = 0; i < n; i++) /* first one side, then the other, so that each alternates */
        moves[i] = go_move_make(GO_PLAY, i / 2 & 1, go_move_point((go_move)moves[i]));
    assert_int_equal(encode(moves, n, &c), STATUS_OK);
    for (uint32_t i = 0; i < c.sentence_count; i++)
        if (c.sentences[i].count == 5) {
            const uint32_t *here = &c.text[c.sentences[i].first];
            for (uint32_t k = 0; k < i; k++)
                if (c.sentences[k].count == 5)
                    found += memcmp(here, &c.text[c.sentences[k].first], 5 * sizeof *here) == 0;
        }
    assert_int_equal(found, 1);
    corpus_release(&c);
}

/* --- Sentences in order, to compare ----------------------------------------------------------- */

struct thread_item {
    uint32_t count, note;
    uint32_t text[40];
};
static struct thread_item lists[2][200000];

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct thread_item));
}

static size_t list(const struct corpus *c, struct thread_item *out)
{
    for (uint32_t i = 0; i < c->sentence_count; i++) {
        const struct sentence *s = &c->sentences[i];
        memset(&out[i], 0, sizeof out[i]);
        out[i].count = s->count;
        out[i].note = c->note[s->first + s->count - 1];
        memcpy(out[i].text, c->text + s->first, s->count * sizeof *c->text);
    }
    qsort(out, c->sentence_count, sizeof *out, compare);
    return c->sentence_count;
}

/* Moves crowd in corners, so that there is something to read; now and then a pass. */
static uint32_t random_game(struct rng *rng, game_move *out)
{
    uint32_t n = 20 + (uint32_t)rng_below(rng, 60);
    for (uint32_t i = 0; i < n; i++) {
        int x = (int)rng_below(rng, rng_below(rng, 3) ? 6 : SIZE);
        int y = (int)rng_below(rng, rng_below(rng, 3) ? 6 : SIZE);
        int corner = rng_below(rng, 4) ? 0 : (int)rng_below(rng, 4);
        x = corner & 1 ? SIZE - 1 - x : x;
        y = corner & 2 ? SIZE - 1 - y : y;
        out[i] =
            rng_below(rng, 40) ? go_move_make(GO_PLAY, i & 1, go_point(x, y)) : go_pass_make(i & 1);
    }
    return n;
}

static void test_images(void **state)
{
    (void)state;
    game_move moves[MOST], image[MOST];
    struct rng rng;
    struct corpus c;
    rng_seed(&rng, 1);
    go_pos_empty(&board, SIZE, SIZE);
    for (int round = 0; round < 10; round++) {
        uint32_t n = random_game(&rng, moves);
        assert_int_equal(encode(moves, n, &c), STATUS_OK);
        size_t count = list(&c, lists[0]);
        corpus_release(&c);
        for (unsigned k = 1; k < 16; k++) {
            for (uint32_t i = 0; i < n; i++) {
                int p = go_move_point((go_move)moves[i]), x = go_column(p), y = go_row(p);
                x = k & 1 ? SIZE - 1 - x : x;
                y = k & 2 ? SIZE - 1 - y : y;
                int color = go_move_color((go_move)moves[i]) ^ (int)(k >> 3);
                image[i] =
                    go_move_is_pass((go_move)moves[i])
                        ? go_pass_make(color)
                        : go_move_make(GO_PLAY, color, k & 4 ? go_point(y, x) : go_point(x, y));
            }
            assert_int_equal(encode(image, n, &c), STATUS_OK);
            assert_int_equal(list(&c, lists[1]), count);
            assert_memory_equal(lists[0], lists[1], count * sizeof **lists);
            corpus_release(&c);
        }
    }
}

/* --- A naive twin of the encoding ------------------------------------------------------------- */

struct stone {
    int x, y, color;
    uint32_t ply;
};

static int lines_between(const struct stone *a, const struct stone *b)
{
    int x = abs(a->x - b->x), y = abs(a->y - b->y);
    return x > y ? x : y;
}

/* The reading of a window when the last of the stones was played; false: none. */
static bool read_window(const struct stone *stones, uint32_t n, int x, int y,
                        const struct stone *next, struct thread_item *out)
{
    struct stone in[MOST];
    uint32_t count = 0, returns = 0;
    int margin = 6, far_x = 0, far_y = 0, side = 0, apart = 6;
    for (uint32_t i = 0; i < n; i++) {
        int beyond_x = stones[i].x - x, beyond_y = stones[i].y - y;
        int beyond = beyond_x > beyond_y ? beyond_x : beyond_y;
        if (beyond > 0)
            margin = beyond < margin ? beyond : margin;
        else
            in[count++] = stones[i];
    }
    if (count < 3 || count > 36 || margin < 2 || in[count - 1].ply != stones[n - 1].ply)
        return false;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < count; i++) {
        if (i && in[i].color == in[i - 1].color)
            return false;
        returns += i >= 3 && in[i].ply != in[i - 1].ply + 1 && returns < 2;
        far_x = in[i].x > far_x ? in[i].x : far_x;
        far_y = in[i].y > far_y ? in[i].y : far_y;
        side = side ? side : in[i].y - in[i].x;
        if (next)
            apart = lines_between(&in[i], next) < apart ? lines_between(&in[i], next) : apart;
    }
    for (uint32_t i = 0; i < count; i++)
        out->text[i] = (uint32_t)((i ? 1 + 52 * 52 : 1) +
                                  (side < 0 ? in[i].x * 52 + in[i].y : in[i].y * 52 + in[i].x));
    uint64_t ply = in[count - 1].ply, trust = ((uint64_t)10000 << 20) / (10000 + ply * ply);
    out->count = count;
    out->note = (uint32_t)(trust >> (6 - margin) >> 2 * returns) << 3 | (apart >= 6  ? 4
                                                                         : apart > 3 ? 3
                                                                                     : 0);
    return far_x == x && far_y == y && out->note >> 3;
}

static size_t read_naively(const game_move *moves, uint32_t n, struct thread_item *out)
{
    size_t count = 0;
    for (int corner = 0; corner < 4; corner++) {
        struct stone stones[MOST];
        uint32_t stone_count = 0;
        for (uint32_t i = 0; i < n; i++) {
            struct stone s[2];
            for (uint32_t k = 0; k < 2; k++) {
                int p = i + k < n ? go_move_point((go_move)moves[i + k]) : -1;
                s[k] = (struct stone){go_column(p), go_row(p), 0, i + k};
                s[k].x = corner & 1 ? SIZE - 1 - s[k].x : s[k].x;
                s[k].y = corner & 2 ? SIZE - 1 - s[k].y : s[k].y;
            }
            if (go_move_is_pass((go_move)moves[i]))
                continue;
            s[0].color = go_move_color((go_move)moves[i]);
            stones[stone_count++] = s[0];
            bool elsewhere = i + 1 == n || go_move_is_pass((go_move)moves[i + 1]);
            for (int x = s[0].x; x < 13; x++)
                for (int y = s[0].y; y < 13; y++)
                    count += read_window(stones, stone_count, x, y, elsewhere ? NULL : &s[1],
                                         &out[count]);
        }
    }
    qsort(out, count, sizeof *out, compare);
    return count;
}

static void test_naive_readings(void **state)
{
    (void)state;
    game_move moves[MOST];
    struct rng rng;
    struct corpus c;
    size_t all = 0;
    rng_seed(&rng, 2);
    go_pos_empty(&board, SIZE, SIZE);
    for (int round = 0; round < 60; round++) {
        uint32_t n = random_game(&rng, moves);
        assert_int_equal(encode(moves, n, &c), STATUS_OK);
        size_t count = list(&c, lists[0]);
        assert_int_equal(read_naively(moves, n, lists[1]), count);
        assert_memory_equal(lists[0], lists[1], count * sizeof **lists);
        all += count;
        corpus_release(&c);
    }
    assert_true(all > 500);
}

/* --- A naive twin of the scorer --------------------------------------------------------------- */

static bool begins(const struct thread_item *longer, const struct thread_item *shorter)
{
    return longer->count >= shorter->count &&
           memcmp(longer->text, shorter->text, shorter->count * sizeof *shorter->text) == 0;
}

static double naive_all(const struct thread_item *s, size_t n, const struct thread_item *x,
                        double *paused, uint32_t *count)
{
    double all = 0;
    for (size_t i = 0; i < n; i++)
        if (s[i].count == x->count && begins(&s[i], x)) {
            all += note_trust(s[i].note);
            *paused += note_trust(s[i].note) * note_pause(s[i].note);
            ++*count;
        }
    return all;
}

static double naive_score(const struct thread_item *s, size_t n, const struct thread_item *x,
                          uint32_t *count)
{
    double paused = 0, most = 0, ignored = 0;
    uint32_t others = 0;
    double all = naive_all(s, n, x, &paused, count);
    for (size_t i = 0; i < n; i++)
        if (s[i].count == x->count + 1 && begins(&s[i], x))
            most = fmax(most, naive_all(s, n, &s[i], &ignored, &others));
    return paused * (1 - 0.5 / *count) + 0.15 * log1p(sqrt(*count * fmax(all - most, 0)));
}

/* Sentences whose first symbol stands nowhere else. */
static void random_corpus(struct rng *rng, struct corpus *c)
{
    struct err err;
    corpus_init(c, 8);
    for (int i = 0; i < 150; i++) {
        uint32_t length = 1 + (uint32_t)rng_below(rng, 7);
        assert_int_equal(corpus_begin(c, 0, 0, &err), STATUS_OK);
        for (uint32_t k = 0; k < length; k++)
            assert_int_equal(corpus_add(c, (k ? 3 : 1) + (uint32_t)rng_below(rng, 2), k, &err),
                             STATUS_OK);
        corpus_note(c, note_make(NOTE_TRUST >> rng_below(rng, 5), (uint32_t)rng_below(rng, 5)));
    }
    assert_int_equal(corpus_end(c, &err), STATUS_OK);
}

static void test_naive_scores(void **state)
{
    (void)state;
    const struct scorer_options opt = {.min_length = 3, .top = 1000};
    struct rng rng;
    rng_seed(&rng, 3);
    for (int round = 0; round < 10; round++) {
        struct corpus c;
        struct substring_index x;
        struct sequences out = {0};
        struct err err;
        size_t different = 0;
        random_corpus(&rng, &c);
        size_t n = list(&c, lists[0]);
        for (size_t i = 0; i < n; i++)
            different +=
                lists[0][i].count >= 3 &&
                (i == 0 || lists[0][i].count != lists[0][i - 1].count ||
                 memcmp(lists[0][i].text, lists[0][i - 1].text, sizeof lists[0][i].text) != 0);
        assert_int_equal(substring_index_build(&x, &c, NULL, &err), STATUS_OK);
        assert_int_equal(pause_scorer.run(&x, &opt, &out, &err), STATUS_OK);
        assert_true(out.count > 20 && out.count <= different);
        for (size_t i = 0; i < out.count; i++) {
            struct thread_item one = {.count = out.at[i].length};
            uint32_t count = 0;
            memcpy(one.text, c.text + x.order[out.at[i].from], one.count * sizeof *one.text);
            double score = naive_score(lists[0], n, &one, &count);
            assert_true(fabs(score - out.at[i].score) < 1e-9);
            assert_int_equal(count, out.at[i].to - out.at[i].from);
            assert_true(i == 0 || out.at[i].score <= out.at[i - 1].score);
        }
        sequences_release(&out);
        substring_index_release(&x);
        corpus_release(&c);
    }
}

static void test_bad_moves(void **state)
{
    (void)state;
    struct corpus c;
    game_move off = go_move_make(GO_PLAY, 0, go_point(19, 3));
    go_pos_empty(&board, SIZE, SIZE);
    assert_int_equal(encode(&off, 1, &c), STATUS_SYNTAX);
    corpus_release(&c);
}

static void test_no_memory(void **state)
{
    (void)state;
    game_move moves[MOST];
    uint32_t n = moves_of("pd qf nc rd qc dd", moves);
    enum status s = STATUS_NOMEM;
    go_pos_empty(&board, SIZE, SIZE);
    for (long k = 0; s != STATUS_OK; k++) {
        struct corpus c;
        assert_true(k < 100);
        mem_fail_after(k);
        s = encode(moves, n, &c);
        mem_fail_never();
        assert_true(s == STATUS_OK || s == STATUS_NOMEM);
        corpus_release(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corner),         cmocka_unit_test(test_outside),
        cmocka_unit_test(test_interleaved),    cmocka_unit_test(test_images),
        cmocka_unit_test(test_naive_readings), cmocka_unit_test(test_naive_scores),
        cmocka_unit_test(test_bad_moves),      cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

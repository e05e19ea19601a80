/* fuzz_chaturanga_position.c: any bytes as a position of chaturanga, with turns on the lines after
 * it. What is accepted must print and read back as the same; lists must keep to their limit, their
 * turns be legal, and whatever can be played must leave a position behind. */
#include <stdlib.h>
#include <string.h>

#include "games/chaturanga/chaturanga.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void check_text(const struct chaturanga_pos *pos)
{
    struct buf out, out_again;
    struct chaturanga_pos again;
    buf_init(&out, 4000);
    buf_init(&out_again, 4000);
    chaturanga_print(pos, &out);
    require(chaturanga_parse(&again, buf_span(&out), NULL) == STATUS_OK);
    chaturanga_print(&again, &out_again);
    require(span_eq(buf_span(&out), buf_span(&out_again)));
    buf_release(&out);
    buf_release(&out_again);
}

static void check_lists(const struct chaturanga_pos *pos, game_move *turns)
{
    for (unsigned roll = 0; roll < CHATURANGA_ROLLS; roll++) {
        uint32_t n = chaturanga_turns(pos, roll, NULL);
        require(n <= CHATURANGA_MAX_TURNS && (n > 0) == !chaturanga_over(pos));
        require(chaturanga_turns(pos, roll, turns) == n);
        for (uint32_t i = 0; i < n; i += 1 + n / 16) {
            require(chaturanga_is_legal(pos, turns[i]) && chaturanga_can_play(pos, turns[i]));
            require(chaturanga_turn_at(pos, roll, i) == turns[i]);
        }
    }
}

static void play_on(struct chaturanga_pos pos)
{
    struct rng rng;
    rng_seed(&rng, 1);
    for (int ply = 0; ply < 30 && !chaturanga_over(&pos); ply++) {
        uint32_t n;
        chaturanga_play_turn(
            &pos, chaturanga_random_turn(&pos, (unsigned)(rng_next(&rng) >> 60), &rng, &n));
        check_text(&pos);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static game_move turns[CHATURANGA_MAX_TURNS];
    struct span text = span_make((const char *)data, size);
    struct chaturanga_pos pos;
    const char *end = size ? memchr(data, '\n', size) : NULL;
    struct span first = end ? span_make(text.p, (size_t)(end - text.p)) : text;
    struct span rest = span_skip(text, first.n + 1);
    if (chaturanga_parse(&pos, first, NULL) != STATUS_OK)
        return 0;
    check_text(&pos);
    check_lists(&pos, turns);
    play_on(pos);
    while (rest.n) {
        end = memchr(rest.p, '\n', rest.n);
        struct span line = end ? span_make(rest.p, (size_t)(end - rest.p)) : rest;
        game_move turn;
        if (chaturanga_turn_parse(&pos, line, &turn) && chaturanga_can_play(&pos, turn))
            chaturanga_play_turn(&pos, turn); /* legal or not, as stored bytes may be */
        rest = span_skip(rest, line.n + 1);
    }
    uint32_t facts[64 + CHATURANGA_COLOURS];
    require(chaturanga_game.rules.facts(&pos, facts) <= chaturanga_game.max_facts);
    return 0;
}

/* fuzz_games.c: any bytes as a games file, and as the coded games of a block, where no checksum stands
 * in the way.  What is read of a block can be written, and is then read as the same games. */
#include "formats/shogi/games_file.h"
#include "fuzz_format.h"

enum { MOST_GAMES = 8 };

static void check_game(struct games_coder *c, struct coded_game *g)
{
    static struct coded_game again;
    struct buf bytes;
    struct err err;
    buf_init(&bytes, BUF_DEFAULT_MAX);
    games_coder_write(c, &bytes);
    require(games_coder_code(c, g, &err) == STATUS_OK, "what was read cannot be written");
    games_coder_flush(c);
    games_coder_read(c, buf_span(&bytes));
    require(games_coder_code(c, &again, &err) == STATUS_OK, "what was written cannot be read");
    require(again.plies == g->plies && again.end == g->end && again.end_seat == g->end_seat &&
                again.start_ply == g->start_ply && again.points[0] == g->points[0] &&
                memcmp(again.moves, g->moves, g->plies * sizeof *g->moves) == 0,
            "another game");
    for (uint32_t i = 0; i < g->plies; i++)
        require(again.values[i].kind == g->values[i].kind &&
                    again.values[i].number == g->values[i].number,
                "another value");
    buf_release(&bytes);
}

static void read_block(struct span bytes)
{
    static struct coded_game games[MOST_GAMES];
    struct games_coder *c = games_coder_make();
    struct err err;
    int n = 0;
    require(c != NULL, "no memory");
    games_coder_read(c, bytes);
    while (n < MOST_GAMES && games_coder_code(c, &games[n], &err) == STATUS_OK)
        n++;
    for (int i = 0; i < n; i++)
        check_game(c, &games[i]);
    games_coder_free(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_block(span_make((const char *)data, size));
    return fuzz_format("games", data, size);
}

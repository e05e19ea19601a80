/* search.c: the first hits of a query, the positions there, and what was played next.
 *
 *     cc search.c $(pkg-config --cflags --libs kifu) -o search
 *     ./search games.kifu "s99ou g91ou"
 */
#include <kifu.h>
#include <stdio.h>

static int print_position(void *ctx, struct kifu_game *game)
{
    const struct kifu_hit *hit = ctx;
    struct kifu_error error;
    char *sfen = kifu_game_position(game, hit->first, &error);
    printf("%u\t%u-%u\t%s\t%s\t%s\n", hit->game, hit->from, hit->to, kifu_game_player(game, 0),
           kifu_game_player(game, 1), sfen ? sfen : error.message);
    kifu_free(sfen);
    return 0;
}

static int print_move(void *ctx, const struct kifu_move *move)
{
    int *left = ctx;
    printf("%s\t%u games\t%.1f %%\n", move->move, move->games, 100 * move->share);
    return --*left == 0; /* anything but 0 stops */
}

static int print_search(struct kifu_db *db, const char *query, struct kifu_error *error)
{
    const struct kifu_search_options first_ten = {.limit = 10};
    struct kifu_search *search = kifu_search(&db, 1, query, &first_ten, error);
    struct kifu_hit hit;
    int left = 5;
    if (!search)
        return -1;
    printf("%llu games\n", kifu_search_games(search));
    while (kifu_search_next(search, &hit))
        if (kifu_db_game(db, hit.game, print_position, &hit, error) != 0)
            break;
    kifu_search_close(search);
    return kifu_moves(&db, 1, query, print_move, &left, error) == 0 || left == 0 ? 0 : -1;
}

int main(int argc, char **argv)
{
    struct kifu_error error = {0};
    if (argc != 3) {
        fputs("usage: search DATABASE QUERY\n", stderr);
        return 2;
    }
    struct kifu_db *db = kifu_db_open(argv[1], &error);
    int result = db ? print_search(db, argv[2], &error) : -1;
    kifu_db_close(db);
    if (result != 0)
        fprintf(stderr, "%s\n", error.message);
    return result == 0 ? 0 : 1;
}

/* words.h: the table of what the query language needs to know about a game.
 *
 * The grammar, time, names and conditions on players and dates are the same for all games; squares,
 * pieces, hands, regions and moves are read by the functions of this table, one file for a game. */
#ifndef KIFU_QUERY_LANGUAGE_WORDS_H
#define KIFU_QUERY_LANGUAGE_WORDS_H

#include "query/language/query.h"

struct parser;
struct pattern_game;
struct measure_game;

struct game_words {
    const struct game *game;
    const char *seats[GAME_MAX_SEATS]; /* as queries write them: "s", "g" */
    /* The seat that a word names ("s", "black", "先手"); -1 if none. */
    int (*seat)(struct span word);
    /* Reads what begins with `word`, which has been taken.  *mine is false, with nothing taken
     * further, if it is none of the game's words. */
    uint32_t (*read)(struct parser *p, struct span word, bool *mine);
    /* A sequence of moves as players write them; at is where text stands in the query. */
    uint32_t (*read_sequence)(struct parser *p, struct span text, const char *at);
    const char *const *vocabulary; /* words to suggest; NULL at the end */

    /* The game's number for a handicap, -1 if unknown; and its name. */
    int (*handicap)(struct span name);
    const char *(*handicap_name)(int handicap);
    /* The rating that a player's rank stands for; NULL if ranks are not known as ratings. */
    bool (*rank)(struct span name, unsigned *rating);
    bool komi; /* records may say what the second player gets in advance */

    /* Turns an EXACT node into its image: position, keys, seat. */
    enum status (*exact_image)(struct query *q, uint32_t node, unsigned symmetry, struct err *err);
    /* 0 if the move's place is not on the board. */
    game_move (*move_image)(game_move move, unsigned symmetry, struct board_shape board);
    /* Parts of moves (query_move.mask), as part:… in moves(…) writes them, and their images; NULL:
     * the game has none. */
    bool (*part_parse)(struct span text, game_move *move, game_move *mask);
    void (*part_print)(game_move move, game_move mask, struct buf *out);
    game_move (*part_image)(game_move move, game_move mask, unsigned symmetry);

    const struct pattern_game *patterns; /* drawn diagrams; NULL: none */
    const struct measure_game *measures; /* numbers of a position; NULL: none */

    /* Appends a short text for a sum that has one (empty:55, material>=500), without what is
     * compared; false if it has none. */
    bool (*print_sum)(const struct query_node *node, struct buf *out);
};

extern const struct game_words shogi_words;
extern const struct game_words go_words;
extern const struct game_words chaturanga_words;
extern const struct pattern_game go_patterns;
extern const struct measure_game shogi_measures;
/* Of games of a program's own (extra_games in games/game.h), NULL at the end. */
extern const struct game_words *const extra_words[] __attribute__((weak, visibility("hidden")));
/* The first game in whose notation the word is a fact (s99ou, bQ16); NULL: none. */
const struct game_words *words_with_fact(struct span word);
/* NULL if the game has none. */
const struct game_words *words_of_game(const struct game *game);

#endif

/* encodings.h: the table of encodings: ways to write a game as symbols, one row and one file each.
 *
 *     es       where a move lies from the one before it, as an unordered pair of distances
 *     er       the same, as a vector along axes that the one before chooses (octants)
 *     thread   what is played in a corner, whatever is played elsewhere meanwhile
 *     moves    shogi: the moves as their player sees them
 */
#ifndef KIFU_TEXT_MINE_ENCODINGS_H
#define KIFU_TEXT_MINE_ENCODINGS_H

#include "base/span.h"
#include "games/game.h"
#include "text/mine/corpus.h"

/* A game to be encoded: borrowed. */
struct encoding_input {
    const void *start; /* a position of the game */
    const game_move *moves;
    uint32_t count;
    uint32_t line; /* goes into the sentences */
};

struct encoder; /* working memory of one thread */

struct encoding {
    const char *name;
    struct msg title;
    const struct game *game;
    uint32_t alphabet;  /* every symbol is below; 0 is the break */
    const char *method; /* the scorer that suits it best: scorers.h */
    bool usual;         /* the one to take for its game if no other is named */
    bool ordered; /* its symbols are a game's moves in their order, however the board is turned */
    bool placed;  /* its sequences are placed on a board (surroundings.h), not played from one */
    bool gapless; /* a sentence is a whole game from its first ply: corpus.h */
    bool pauses;  /* its notes say where play paused (notes.h) */
    /* Both NULL if it needs no working memory: encode() is then given NULL. */
    enum status (*open)(struct encoder **out, struct err *err);
    void (*close)(struct encoder *e);
    /* Is a start position on a board of this size?  NULL: the game has one size only. */
    bool (*on_board)(const void *start, int width, int height);
    /* Appends the sentences of a game.  STATUS_SYNTAX for a move that can't be made. */
    enum status (*encode)(struct encoder *e, const struct encoding_input *in, struct corpus *out,
                          struct err *err);
    /* A symbol for people: "2,-1". */
    void (*print)(uint32_t symbol, struct buf *out);
    /* Is a symbol told from the move before?  Then that move belongs to a sequence that begins with
     * the symbol.  NULL: never. */
    bool (*leads)(uint32_t symbol);
    /* The symbol that a coarser encoding writes for the same move (es, of er's); NULL: there is no
     * such encoding. */
    uint32_t (*coarser)(uint32_t symbol);
};

extern const struct encoding *const all_encodings[];       /* NULL at the end */
const struct encoding *encoding_by_name(struct span name); /* NULL if there is none */
/* The one to take for a game if nobody says otherwise; NULL if it has none. */
const struct encoding *encoding_usual(const struct game *game);
/* The finest ordered one of a game; NULL if it has none. */
const struct encoding *encoding_ordered(const struct game *game);

extern const struct encoding go_es_encoding, go_er_encoding, go_thread_encoding;
extern const struct encoding shogi_moves_encoding;

#endif

/* player_table.h: figures of players over many analysed games. */
#ifndef KIFU_VALUES_ANALYSIS_PLAYER_TABLE_H
#define KIFU_VALUES_ANALYSIS_PLAYER_TABLE_H

#include "base/hash_index.h"
#include "values/analysis/game_analysis.h"

struct table_player {
    struct span name; /* owned by the table; empty: all games without a name */
    uint64_t games;   /* with a move that is known */
    uint64_t moves, classes[MOVE_CLASSES], mates_missed, mates_found;
    double accuracy, loss; /* sums: of games' accuracies, of moves' losses */
};

struct player_table {
    struct table_player *at; /* owned */
    size_t count, cap;
    struct hash_index index;
};

void player_table_release(struct player_table *t); /* {0} is an empty one */
/* Adds a player of a game; nothing if no move is known. */
enum status player_table_add(struct player_table *t, struct span name,
                             const struct analysed_player *p, struct err *err) CHECK_RESULT;
/* By games, most first, then by name. */
void player_table_sort(struct player_table *t);

/* Means. */
double table_player_accuracy(const struct table_player *p); /* of a game */
double table_player_loss(const struct table_player *p);     /* of a move */
/* So many of a hundred moves are of the class. */
double table_player_rate(const struct table_player *p, enum move_class class);

#endif

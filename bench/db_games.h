/* db_games.h: the games of databases in the order of their ids, as the paper's methods take them.
 */
#ifndef KIFU_BENCH_DB_GAMES_H
#define KIFU_BENCH_DB_GAMES_H

#include "bench/paper_methods.h"
#include "db/db.h"

struct db_game {
    const struct lines *lines;
    uint32_t number, id;
};
struct db_games {
    struct db_game *at; /* owned */
    size_t count, cap;
};

/* Borrows the database.  Removed games are left out. */
enum status db_games_list(struct db_games *g, const struct db *db, struct err *err) CHECK_RESULT;
void db_games_release(struct db_games *g);
/* Borrows g. */
struct paper_source db_games_source(const struct db_games *g);

#endif

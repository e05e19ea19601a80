/* fetch.h: games of shards that are on other hosts, brought here.
 *
 * Most questions are put to segments where they are (deal.h).  Who needs the games themselves, or
 * what is known of them, of all shards in one process fetches them: moves, records and metadata,
 * which are kept in memory.  Indexes stay where they are, so fetched segments can be read, but not
 * searched; they still belong to the rank that they were dealt to. */
#ifndef KIFU_DB_FETCH_H
#define KIFU_DB_FETCH_H

#include "base/work/crew.h"
#include "db/db.h"

/* A meeting of the crew: the first so many ranks get what they have not.  Databases must have been
 * dealt out.  Does nothing if none is apart. */
enum status db_fetch(struct db *const *dbs, uint32_t count, uint32_t ranks, const struct crew *crew,
                     struct err *err) CHECK_RESULT;

#endif

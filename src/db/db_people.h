/* db_people.h: who is who in a database (store/people/people.h).
 *
 * The persons are those of all games that were not removed, by the names of all their sources.
 * Games of PEOPLE_PAIR_PLIES or more that have two spellings of a seat's player are evidence. */
#ifndef KIFU_DB_DB_PEOPLE_H
#define KIFU_DB_DB_PEOPLE_H

#include "db/db.h"
#include "store/people/people.h"
#include "store/people/people_index.h"

struct db_people *db_people_new(void); /* NULL: no memory */
void db_people_free(struct db_people *p);

/* Works all of it out: persons with their games and dates, evidence and doubts; the caller's to
 * people_free().  A fraction of a second for some 100,000 names. */
enum status db_people_list(const struct db *db, struct people **out, struct err *err) CHECK_RESULT;

/* The same, kept with the database from the first call on and borrowed from it.  Safe to call from
 * many threads. */
enum status db_people_all(struct db *db, const struct people **out, struct err *err) CHECK_RESULT;

/* What queries need, kept with the database: read from its file, or worked out when it is first
 * needed and then written there if it is large and that is possible.  Safe to call from many threads. */
enum status db_people_index(struct db *db, const struct people_index **out,
                            struct err *err) CHECK_RESULT;

/* Makes the file, if it can, so that the next query finds it. */
void db_people_refresh(const char *path);

/* The files that say who is who, for another host; and there, for a database that is fetched
 * (cluster/fetch.h): before anybody asks who is who.  STATUS_SYNTAX, without a message, if they
 * can't be what was packed. */
enum status db_people_pack(const struct db *db, struct buf *out, struct err *err) CHECK_RESULT;
enum status db_people_unpack(struct db *db, struct span packed, struct err *err) CHECK_RESULT;

#define DB_PEOPLE_FILE "people.txt"

#endif

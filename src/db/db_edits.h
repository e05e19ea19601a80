/* db_edits.h: edits of a database that is opened; see store/edits.h. */
#ifndef KIFU_DB_DB_EDITS_H
#define KIFU_DB_DB_EDITS_H

#include "db/db.h"

/* Reads the section of a segment of edits into db->edits, in place of what is there. */
enum status db_edits_read(struct db *db, const struct segment *s, struct err *err) CHECK_RESULT;
/* Makes them known to columns and metadata, which are open. */
enum status db_edits_apply(struct db *db, struct err *err) CHECK_RESULT;
/* Sets the headers of a record that were changed. */
enum status db_edits_of_record(const struct db *db, uint32_t id, struct record *rec,
                               struct err *err) CHECK_RESULT;

/* The field that a word is for: a seat's name, event, place, date, time; -1: none. */
int edit_field_by_name(const struct game *game, struct span word);
/* Its name; of a player the seat's. */
const char *edit_field_name(const struct game *game, unsigned field);

#endif

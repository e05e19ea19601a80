/* repair_files.h: a manifest made from the files of a folder, for repair.c. */
#ifndef KIFU_DB_REPAIR_REPAIR_FILES_H
#define KIFU_DB_REPAIR_REPAIR_FILES_H

#include "db/db.h"
#include "store/manifest.h"

/* The largest number in the name of a segment, or of what was one (s000012.seg.damaged). */
uint32_t repair_largest_segment(const char *path);

/* Lists the segments of the folder in the order of their numbers, with the figures that they hold
 * themselves; of a damaged one first id, number of games and plies are 0.  What can be read of a
 * damaged MANIFEST counts for the game and the next id.  STATUS_UNSUPPORTED if it is not known
 * which game it is. */
enum status repair_list_files(struct manifest *m, const char *path, struct err *err) CHECK_RESULT;

/* Takes a segment's figures from its lines; false if they can't be read. */
bool repair_take_figures(struct manifest_entry *e, const char *path, const struct game *game,
                         uint32_t *last_id);

/* Gives the file DB/NAME a second name, with DB_DAMAGED_ENDING (and a number, if there is another
 * file of that name), which is put into aside.  Where the file system has no second names, aside is
 * the free name that repair_leave() will give it. */
enum status repair_put_aside(const char *path, const char *name, char *aside, size_t room,
                             struct err *err) CHECK_RESULT;
/* For a short file whose name is about to become another's: where it has no second name, there is a
 * copy of it instead. */
enum status repair_copy_aside(const char *path, const char *name, const char *aside,
                              struct err *err) CHECK_RESULT;
/* Afterwards: only the second name is left.  No other file is replaced. */
enum status repair_leave(const char *path, const char *name, const char *aside,
                         struct err *err) CHECK_RESULT;

#endif

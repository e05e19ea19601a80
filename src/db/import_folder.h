/* import_folder.h: the folder in which several processes keep the finished parts of an import.
 *
 *     NAME.kifu/import/STATE-IDENT.part     what was read (part.h)
 *                     /STATE-IDENT.told     what becomes of its games
 *                     /PLAN-000007/         segments of a range of new games, complete when there
 *                                           is a MANIFEST: a small database of its own
 *
 * STATE stands for the manifest of the database that all of this was made for; once that has been
 * replaced, it is of no use.  Anybody may delete the folder while nobody imports. */
#ifndef KIFU_DB_IMPORT_FOLDER_H
#define KIFU_DB_IMPORT_FOLDER_H

#define IMPORT_FOLDER "import"

/* Deletes whatever in it has a name that begins otherwise than with `keep` ("": everything, and the
 * folder itself).  What can't be deleted stays: it costs room, no more. */
void import_folder_clear(const char *database, const char *keep);
/* As import_folder_clear(), for names that have this ending, or are folders if it is "/". */
void import_folder_clear_kind(const char *database, const char *keep, const char *ending);

#endif

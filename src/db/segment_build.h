/* segment_build.h: the builder of segments: from collected games to a file, and its line in a
 * manifest.
 *
 * Shared by all who write: import, compact, merging, and check, which builds a segment again to
 * compare.  What is written depends on the games alone, not on threads or memory. */
#ifndef KIFU_DB_SEGMENT_BUILD_H
#define KIFU_DB_SEGMENT_BUILD_H

#include "db/file_table.h"
#include "facts/fact_index.h"
#include "store/edits.h"
#include "store/entries.h"
#include "store/games_writer.h"
#include "store/manifest.h"

/* Writes all games, with all indexes, to the segment file called path.  files may be NULL. */
enum status segment_build(struct games_writer *games, const char *path,
                          const struct index_options *opt, struct file_table *files,
                          struct err *err) CHECK_RESULT;

/* As segment_build(), as the next segment of a database: takes a name from m and adds the line to
 * it, which is not written to disk yet. */
enum status segment_build_next(struct games_writer *games, struct manifest *m,
                               const char *directory, const struct index_options *opt,
                               struct file_table *files, struct err *err) CHECK_RESULT;
/* As segment_build_next(), for a segment of sources. */
enum status segment_build_sources(struct source_list *sources, struct manifest *m,
                                  const char *directory, struct file_table *files,
                                  struct err *err) CHECK_RESULT;
/* A segment of removals; ids ascend. */
/* A segment of edits, of which there is at least one; m must name no other. */
enum status segment_build_edits(const struct edits *edits, struct manifest *m,
                                const char *directory, struct err *err) CHECK_RESULT;
enum status segment_build_removals(const uint32_t *ids, uint32_t count, struct manifest *m,
                                   const char *directory, struct err *err) CHECK_RESULT;

/* Takes the next name from m. */
enum status segment_next_name(struct manifest *m, struct manifest_entry *e,
                              struct err *err) CHECK_RESULT;

/* Removes what a writer that was killed left behind: temporary files, and segments that m does not
 * name; and columns of such segments.  For who holds the lock. */
void segment_sweep(const struct manifest *m, const char *directory);

/* Whether a file of this name is such a leftover. */
bool segment_is_leftover(const struct manifest *m, struct span name);

/* Whether a games writer should be finished now.  Depends on its games and their sources alone.
 * max_bytes: of memory; 0: the default. */
bool segment_is_full(const struct games_writer *games, uint32_t max_games, size_t max_bytes);

#endif

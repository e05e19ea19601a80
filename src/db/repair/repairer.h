/* repairer.h: one repair of a database, shared by what decides (repair.c) and by what writes games
 * and sources anew (repair_games.c). */
#ifndef KIFU_DB_REPAIR_REPAIRER_H
#define KIFU_DB_REPAIR_REPAIRER_H

#include "db/db.h"
#include "db/db_writer.h"
#include "db/import_folder.h"
#include "db/record_check.h"
#include "db/repair/repair.h"
#include "db/repair/repair_files.h"
#include "db/repair/salvage.h"
#include "db/segment_build.h"

struct id_list {
    uint32_t *ids; /* owned */
    size_t count, cap;
};

struct id_range {
    uint32_t first, last;
};

/* A line of the manifest as it was, and what becomes of it. */
struct repair_slot {
    bool faulty, missing;
    struct manifest made;           /* segments that take its place, if faulty */
    struct salvage_removed removed; /* of a removals segment */
    struct repair_segment outcome;
};

struct repairer {
    const char *path;
    const struct repair_options *opt;
    struct repair_result *result;
    struct manifest listed;
    bool from_files; /* listed is made from the files: the manifest is missing or damaged */
    bool manifest_damaged;
    char manifest_aside[64];
    struct repair_slot *slots; /* one for each line of listed */
    struct manifest next;
    const struct game *game;
    struct id_list removed, lost;
    bool games_lost;          /* also such whose ids are not known */
    struct id_range *covered; /* ids of newer segments, where nothing else says which counts */
    size_t covered_count, covered_cap;
    uint64_t next_id;
    struct repair_loss pending; /* count 0: none */
    /* of the segment being written anew */
    uint32_t at;
    struct games_writer *games;
    struct file_table files;
    struct source_list sources;
    struct id_range seen;
    bool any_seen;
    uint64_t given;
    bool last_was_lost; /* the game before; its sources are lost with it */
    /* to read sources with the moves of their games */
    struct db_segment *segments;
    uint32_t segment_count;
    struct record rec;
    struct record_check moves;
};

/* --- repair.c ---------------------------------------------------------------------------------- */

bool id_list_add(struct id_list *l, uint32_t id);
void id_list_sort(struct id_list *l);
bool id_list_has(const struct id_list *l, uint32_t id);
void repair_see_id(struct repairer *r, uint32_t id);

void repair_report(struct repairer *r, struct repair_loss loss);
void repair_report_game(struct repairer *r, enum repair_loss_kind kind,
                        const struct salvage_game *g);

/* The file of line i of the manifest; what is written in its place. */
const char *repair_file_of(const struct repairer *r, uint32_t i, struct buf *path);
enum status repair_open_place(struct repairer *r, uint32_t i, struct salvage_file *f,
                              struct err *err);
void repair_begin_place(struct repairer *r, struct manifest *m);
void repair_end_place(struct repairer *r, uint32_t i, const struct manifest *m, uint64_t kept);

/* --- repair_games.c ---------------------------------------------------------------------------- */

/* Every segment of games, or of sources, that is faulty is written anew. */
enum status repair_games(struct repairer *r, struct err *err);
enum status repair_sources(struct repairer *r, struct err *err);
/* The games that are kept, to read sources with their moves. */
enum status repair_open_games(struct repairer *r, struct err *err);

#endif

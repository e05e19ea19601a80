/* import_cluster_internal.h: declarations that the steps of import_cluster.h share. */
#ifndef KIFU_DB_IMPORT_IMPORT_CLUSTER_INTERNAL_H
#define KIFU_DB_IMPORT_IMPORT_CLUSTER_INTERNAL_H

#include "db/import/import_cluster.h"
#include "db/import/inputs.h"
#include "db/import/part.h"

/* What becomes of a game. */
enum verdict_what {
    VERDICT_REJECTED, /* nothing of it can be used, or it is of another game */
    VERDICT_COPY,     /* in a file with the same bytes as an earlier one */
    VERDICT_NEW,
    VERDICT_SOURCE, /* a further source of game id */
    VERDICT_SAME,   /* the same as game id; not stored */
    VERDICT_COUNT
};
struct verdict {
    uint32_t id;
    uint8_t what;
    bool conflict; /* game id has another winner */
};

/* A place in all that is imported: of a game in the part of that number. */
static inline uint64_t place_of(uint32_t part, uint32_t game)
{
    return (uint64_t)part << 32 | game;
}

/* A part as all processes know it; its number is its place in the order of input. */
struct part_row {
    uint32_t unit, window;
    uint32_t games;
    uint64_t ident[2]; /* hash of what it was made of */
    uint32_t added;    /* new games in it */
    uint32_t first_id; /* of these */
};

/* A part that this process holds. */
struct held_part {
    struct part part;
    uint32_t unit, window, number;
    uint64_t ident[2];
    struct verdict *verdicts; /* of its games */
    bool *copies;             /* of its files: same bytes as an earlier one */
};

struct import_job {
    const char *path;
    struct import_options opt;
    const struct import_job_events *events;
    const struct reduction *reduction;
    struct import_counts *counts;
    struct import_reused *reused;

    int lock;      /* of process 0 */
    bool made;     /* process 0 has made the folder of the database */
    struct db *db; /* as it is; NULL: there is none yet */
    uint64_t state;
    const struct game *game; /* NULL: not known yet */
    uint64_t first_place;    /* of the game that a new database begins with */
    struct inputs inputs;

    struct held_part *held;
    size_t held_count, held_cap;
    struct part_row *parts; /* of all processes */
    uint32_t part_count;

    uint64_t plan;    /* a number for all that decides what is written */
    uint64_t *starts; /* places of the first games of ranges 1, 2, … */
    uint32_t range_count;
    uint32_t first_id; /* of what is new */
    uint64_t added;
    bool any; /* there is something to write */
};

static inline bool import_cancelled(const struct import_job *t)
{
    return t->opt.cancelled && atomic_load(t->opt.cancelled);
}
enum status import_interrupted(struct err *err);

/* The path of something in the import folder; owned by the buffer.  NULL: no memory. */
const char *part_path(const struct import_job *t, const uint64_t ident[2], const char *ending,
                      struct buf *path);

/* The text that says what a part is made of. */
void part_ident(const struct import_job *t, uint32_t unit, uint32_t window, struct buf *out);

/* The steps; each ends with a meeting. */
enum status import_read_parts(struct import_job *t,
                              struct err *err) CHECK_RESULT; /* import_parts.c */
enum status import_number(struct import_job *t,
                          struct err *err) CHECK_RESULT; /* import_duplicates.c */
enum status import_write_ranges(struct import_job *t,
                                struct err *err) CHECK_RESULT; /* import_ranges.c */

/* Nothing of the file was rejected: it need not be read twice. */
bool file_is_whole(const struct import_job *t, const struct held_part *h,
                   const struct part_file *f);

/* Has process 0 report the messages about the games (import_messages.c); counts those of this
 * process. */
enum status import_report(struct import_job *t, struct err *err) CHECK_RESULT;

/* What was decided about the games of a part (import_decisions.c), for whoever writes them: section
 * "games" of a file in the frame of a segment, { u32 id, u8 what } for each; section "files", a
 * byte for each: 1 if it need not be read again. */
struct part_decisions {
    struct segment segment;
    struct span games, files;
};
enum status decisions_write(const struct import_job *t, const struct held_part *h,
                            struct err *err) CHECK_RESULT;
enum status decisions_open(struct part_decisions *d, const struct import_job *t,
                           const struct part_row *row, const struct part *p,
                           struct err *err) CHECK_RESULT;
void decisions_close(struct part_decisions *d);
void decisions_game(const struct part_decisions *d, uint32_t number, struct verdict *out);
static inline bool decisions_file(const struct part_decisions *d, uint32_t number)
{
    return d->files.p[number] != 0;
}

#endif

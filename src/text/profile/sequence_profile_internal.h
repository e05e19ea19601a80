/* sequence_profile_internal.h: what the profiles of different games share.
 *
 * A profile goes through the occurrences of a sequence once and sees each: which game it is in,
 * who began it, and, as an entry of the tally `placements`, where it stands.  The k-th that was
 * seen has the k-th key. */
#ifndef KIFU_TEXT_PROFILE_SEQUENCE_PROFILE_INTERNAL_H
#define KIFU_TEXT_PROFILE_SEQUENCE_PROFILE_INTERNAL_H

#include "games/replay.h"
#include "games/shogi/shogi.h"
#include "text/profile/sequence_profile.h"

/* An occurrence. */
struct profile_occurrence {
    uint32_t number; /* as sequence_occurrence() counts them */
    uint32_t line;
    uint32_t date;              /* UINT32_MAX: not known */
    struct turned_sequence how; /* of shogi only the colours: who began */
};

struct sequence_profile_work {
    struct go_pos pos, before;
    go_move *raw, *normal; /* moves of one occurrence */
    size_t move_cap;
    struct profile_occurrence *seen;
    size_t seen_count, seen_cap;
    struct tally placements;
    struct replay *replay; /* of shogi; owned */
};

static inline const struct db_segment *sequence_segment(const struct sequence_source *from,
                                                        uint32_t line)
{
    const struct mined_line *l = &from->mining->lines[line];
    return &from->dbs[l->db]->segments[l->segment];
}

static inline uint32_t sequence_number(const struct sequence_source *from, uint32_t line)
{
    return from->mining->lines[line].number;
}

/* Room for so many moves. */
enum status sequence_profile_reserve(struct sequence_profile *p, uint32_t length,
                                     struct err *err) CHECK_RESULT;
/* Adds an occurrence; its date is found out. */
enum status sequence_profile_add(struct sequence_profile *p, const struct sequence_source *from,
                                 const struct profile_occurrence *seen,
                                 struct err *err) CHECK_RESULT;
/* Of all that were seen. */
enum status sequence_profile_add_usage(struct sequence_profile *p,
                                       const struct sequence_source *from,
                                       struct err *err) CHECK_RESULT;
/* Of all that were seen, whose order it disturbs. */
void sequence_profile_choose(struct sequence_profile *p, const struct sequence_source *from,
                             const struct sequence *s);

enum status shogi_sequence_profile(struct sequence_profile *p, const struct sequence_source *from,
                                   const struct sequence *s, struct err *err) CHECK_RESULT;

#endif

/* portrait_internal.h: what portraits of different games share.
 *
 * A portrait goes through the occurrences of a sequence once and sees each: which game it is in,
 * who began it, and, as an entry of the tally `placements`, where it stands.  The k-th that was
 * seen has the k-th key. */
#ifndef KIFU_TEXT_PROFILE_PORTRAIT_INTERNAL_H
#define KIFU_TEXT_PROFILE_PORTRAIT_INTERNAL_H

#include "games/replay.h"
#include "games/shogi/shogi.h"
#include "text/profile/portrait.h"

/* An occurrence. */
struct seen {
    uint32_t number; /* as sequence_occurrence() counts them */
    uint32_t line;
    uint32_t date;     /* UINT32_MAX: not known */
    struct turned how; /* of shogi only the colours: who began */
};

struct portrait_work {
    struct go_pos pos, before;
    go_move *raw, *normal; /* moves of one occurrence */
    size_t move_cap;
    struct seen *seen;
    size_t seen_count, seen_cap;
    struct tally placements;
    struct replay *replay; /* of shogi; owned */
};

static inline const struct db_segment *portrait_segment(const struct portrait_source *from,
                                                        uint32_t line)
{
    const struct mined_line *l = &from->mining->lines[line];
    return &from->dbs[l->db]->segments[l->segment];
}

static inline uint32_t portrait_number(const struct portrait_source *from, uint32_t line)
{
    return from->mining->lines[line].number;
}

/* Room for so many moves. */
enum status portrait_make_room(struct portrait *p, uint32_t length, struct err *err) CHECK_RESULT;
/* Adds an occurrence; its date is found out. */
enum status portrait_see(struct portrait *p, const struct portrait_source *from,
                         const struct seen *seen, struct err *err) CHECK_RESULT;
/* Of all that were seen. */
enum status portrait_tell_usage(struct portrait *p, const struct portrait_source *from,
                                struct err *err) CHECK_RESULT;
/* Of all that were seen, whose order it disturbs. */
void portrait_choose_examples(struct portrait *p, const struct portrait_source *from,
                              const struct sequence *s);

enum status shogi_portrait_draw(struct portrait *p, const struct portrait_source *from,
                                const struct sequence *s, struct err *err) CHECK_RESULT;

#endif

/* shogi_sequence_profile.c: profiles of sequences of shogi.
 *
 * The same moves are played in many positions: with a pawn pushed on the other side, by White
 * instead of Black.  A placement is the position in which the first move is made, told by its key;
 * the commonest one is drawn, as one of its games has it.  Usage is that of all occurrences. */
#include "base/le.h"
#include "text/profile/sequence_profile_internal.h"

/* The position before a ply; false if the line is damaged. */
static bool walk_to(struct replay *r, const struct lines *lines, uint32_t number, uint32_t ply)
{
    struct err err;
    if (replay_start_text(r, lines_start_text(lines, line_start(lines, number)), &err) != STATUS_OK)
        return false;
    for (uint32_t i = 0; i < ply; i++)
        if (!replay_step(r, line_move(lines, number, i)))
            return false;
    return true;
}

static enum status note_placement(struct sequence_profile *p, const struct sequence_source *from,
                                  const struct sequence *s, uint32_t i, struct err *err)
{
    struct replay *r = p->work->replay;
    const struct occurrence_in_line o = sequence_occurrence(from->mining, s, i);
    const struct lines *lines = &sequence_segment(from, o.line)->lines;
    uint32_t number = sequence_number(from, o.line);
    if (o.plies[p->length - 1] >= line_plies(lines, number) ||
        !walk_to(r, lines, number, o.plies[0]))
        return STATUS_OK;
    const struct profile_occurrence seen = {
        .number = i, .line = o.line, .how = {.colors = r->seat}};
    enum status status = sequence_profile_add(p, from, &seen, err);
    return status == STATUS_OK ? tally_add(&p->work->placements, &r->key, sizeof r->key, err)
                               : status;
}

static enum status find_placements(struct sequence_profile *p, const struct sequence_source *from,
                                   const struct sequence *s, struct err *err)
{
    struct sequence_profile_work *w = p->work;
    enum status status = sequence_profile_reserve(p, p->length, err);
    w->seen_count = 0;
    tally_clear(&w->placements);
    for (uint32_t i = 0; i < p->frequency && status == STATUS_OK; i++) {
        if (from->cancelled && atomic_load_explicit(from->cancelled, memory_order_relaxed))
            return err_cancelled(err);
        status = note_placement(p, from, s, i, err);
    }
    if (status != STATUS_OK)
        return status;
    tally_finish(&w->placements);
    p->placements = (uint32_t)w->placements.count;
    p->placed = w->placements.count ? w->placements.entries[0].count : 0;
    return STATUS_OK;
}

/* Keeps the occurrences in the commonest position alone.  The keys of the tally still lie in the
 * order in which they were added. */
static void keep_commonest(struct sequence_profile *p)
{
    struct sequence_profile_work *w = p->work;
    const size_t bytes = sizeof(struct position_key);
    size_t kept = 0;
    for (size_t k = 0; k < w->seen_count; k++)
        if (memcmp(w->placements.bytes.p + k * bytes, w->placements.entries[0].p, bytes) == 0)
            w->seen[kept++] = w->seen[k];
    w->seen_count = kept;
}

static enum status note_next(struct sequence_profile *p, const struct sequence_source *from,
                             const struct sequence *s, struct err *err)
{
    enum status status = STATUS_OK;
    for (size_t k = 0; k < p->work->seen_count && status == STATUS_OK; k++) {
        const struct profile_occurrence *seen = &p->work->seen[k];
        const struct occurrence_in_line o = sequence_occurrence(from->mining, s, seen->number);
        const struct lines *lines = &sequence_segment(from, seen->line)->lines;
        uint32_t number = sequence_number(from, seen->line), ply = o.plies[p->length - 1] + 1;
        char key[2];
        if (ply >= line_plies(lines, number))
            continue;
        p->at_once++;
        le_put16(key, (uint16_t)line_move(lines, number, ply));
        status = tally_add(&p->next, key, sizeof key, err);
    }
    tally_finish(&p->next);
    return status;
}

/* Its moves, and the positions before, between and after them, of one of the games; false if that
 * is damaged. */
static bool draw_first(struct sequence_profile *p, const struct sequence_source *from,
                       const struct sequence *s)
{
    const struct occurrence_in_line o =
        sequence_occurrence(from->mining, s, p->work->seen[0].number);
    const struct lines *lines = &sequence_segment(from, o.line)->lines;
    const uint32_t number = sequence_number(from, o.line);
    struct span start = lines_start_text(lines, line_start(lines, number));
    struct shogi_pos pos;
    struct shogi_undo undo;
    struct err err;
    shogi_pos_start(&pos);
    if (start.n && shogi_game.text.pos_parse(&pos, start, &err) != STATUS_OK)
        return false;
    for (uint32_t ply = 0; ply <= o.plies[0] + p->length; ply++) {
        if (ply >= o.plies[0]) {
            shogi_sfen_print(&pos, ply + 1, &p->positions);
            buf_add_char(&p->positions, '\n');
        }
        if (ply == o.plies[0] + p->length)
            break;
        shogi_move m = (shogi_move)line_move(lines, number, ply);
        if (!shogi_move_is_legal(&pos, m))
            return false;
        if (ply >= o.plies[0])
            p->moves[ply - o.plies[0]] = m;
        shogi_play(&pos, m, &undo);
    }
    return true;
}

enum status shogi_sequence_profile(struct sequence_profile *p, const struct sequence_source *from,
                                   const struct sequence *s, struct err *err)
{
    enum status status =
        p->work->replay ? STATUS_OK : replay_open(&p->work->replay, &shogi_game, err);
    if (status == STATUS_OK)
        status = find_placements(p, from, s, err);
    if (status == STATUS_OK)
        status = sequence_profile_add_usage(p, from, err);
    if (status != STATUS_OK)
        return status;
    if (p->placed)
        keep_commonest(p);
    if (p->placed == 0 || !draw_first(p, from, s)) { /* damaged */
        p->length = 0;
        return STATUS_OK;
    }
    status = note_next(p, from, s, err);
    sequence_profile_choose(p, from, s);
    return status == STATUS_OK && buf_status(&p->positions) != STATUS_OK ? err_nomem(err) : status;
}

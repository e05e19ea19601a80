/* moves_patterns.c: what was played next, as a drawn diagram shows it.
 *
 * A diagram is found turned, mirrored and with colours exchanged; people want to see the moves on
 * the one they drew.  So each move is taken back through the symmetry of its place: then the same
 * answer in four corners is one row.  Moves that have nothing to do with the diagram are one row as
 * well, for each player: tenuki. */
#include "query/language/patterns.h"
#include "query/run/run_internal.h"

/* A line while its places are gone through. */
struct seen_line {
    const struct pattern_game *game;
    const struct lines *lines;
    const struct evaluation *v;
    struct made_moves *out;
    size_t first; /* of this line in out */
    uint32_t line, board;
    bool elsewhere[GAME_MAX_SEATS][2]; /* noted already: by seat, swapped */
};

static bool is_noted(const struct seen_line *s, const struct made_move *made)
{
    for (size_t i = s->first; i < s->out->count; i++)
        if (s->out->at[i].move == made->move && s->out->at[i].seat == made->seat &&
            s->out->at[i].swapped == made->swapped)
            return true;
    return false;
}

/* The move at a ply as the diagram at a place shows it; 0: none, or none that counts. */
static struct made_move seen_at(const struct seen_line *s, const struct pattern_place *place,
                                uint32_t ply)
{
    const struct query_node *n = s->v->patterns[place->pattern];
    struct made_move made = {.line = s->line};
    int seat = 0;
    if (ply < line_plies(s->lines, s->line))
        made.move = s->game->move_seen(n, place, s->board, line_move(s->lines, s->line, ply),
                                       ply + 1 == place->to, &seat, &made.swapped);
    made.seat = (uint8_t)seat;
    return made;
}

static enum status note(struct seen_line *s, const struct pattern_place *place, uint32_t ply,
                        struct err *err)
{
    struct made_move made = seen_at(s, place, ply);
    if (made.move == 0 && ply < line_plies(s->lines, s->line))
        return STATUS_OK;
    if (made.move == MOVE_ELSEWHERE) {
        if (s->elsewhere[made.seat][made.swapped]) /* nearly always */
            return STATUS_OK;
        s->elsewhere[made.seat][made.swapped] = true;
    }
    return is_noted(s, &made) ? STATUS_OK : made_moves_add(s->out, &made, err);
}

/* Every ply is looked at: a stone that is played in the diagram and comes off at once, with others
 * or alone, leaves it as it was. */
static enum status note_place(struct seen_line *s, const struct pattern_place *place,
                              struct err *err)
{
    uint32_t to = place->to < s->v->count ? place->to : s->v->count;
    enum status status = STATUS_OK;
    for (uint32_t ply = plies_next(s->v->matches, to, place->from); ply < to && status == STATUS_OK;
         ply = plies_next(s->v->matches, to, ply + 1))
        status = note(s, place, ply, err);
    return status;
}

/* Among the ways in which several places show a move the one that is in a diagram, and of those
 * the highest, which does not depend on where the places are. */
static bool shows_better(const struct made_move *a, const struct made_move *b)
{
    bool in_a = a->move && a->move != MOVE_ELSEWHERE, in_b = b->move && b->move != MOVE_ELSEWHERE;
    return in_a != in_b ? in_a : a->move > b->move;
}

/* The move at one ply, once. */
static enum status note_ply(const struct seen_line *s, uint32_t ply, struct err *err)
{
    struct made_move best = {0};
    bool found = false;
    for (size_t i = 0; i < s->v->place_count; i++) {
        const struct pattern_place *place = &s->v->places[i];
        if (place->from > ply || ply >= place->to)
            continue;
        struct made_move made = seen_at(s, place, ply);
        if (!found || shows_better(&made, &best))
            best = made;
        found = true;
    }
    return found ? made_moves_add(s->out, &best, err) : STATUS_OK;
}

enum status made_by_patterns(struct made_moves *m, const struct plan *p, uint32_t line,
                             const struct evaluation *v, enum moves_at at, struct err *err)
{
    const struct lines *l = &p->segment->lines;
    struct seen_line s = {.game = patterns_of_game(l->game), .lines = l, .v = v, .out = m};
    enum status status = STATUS_OK;
    s.first = m->count;
    s.line = line;
    s.board = s.game->board(lines_start_text(l, line_start(l, line)));
    if (at != MOVES_AT_EVERY)
        return note_ply(&s, moves_first_ply(v, at), err);
    for (size_t i = 0; i < v->place_count && status == STATUS_OK; i++)
        status = note_place(&s, &v->places[i], err);
    return status;
}

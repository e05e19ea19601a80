/* moves_patterns.c: what was played next, as a drawn diagram shows it.
 *
 * A diagram is found turned, mirrored and with colours exchanged; people want to see the moves on
 * the one they drew.  So each move is taken back through the symmetry of its place: then the same
 * answer in four corners is one row.  A diagram that is its own image shows several moves that mean
 * the same: they are one row, too, under the highest.  Moves that have nothing to do with the
 * diagram are one row as well, for each player: tenuki. */
#include "base/alloc.h"
#include "query/language/patterns.h"
#include "query/run/run_internal.h"

/* A line while its places are gone through. */
struct seen_line {
    const struct drawn_shape *drawn;
    const struct pattern_game *game;
    const struct lines *lines;
    const struct evaluation *v;
    struct made_moves *out;
    size_t first; /* of this line in out */
    uint32_t line, board;
    int beside;                        /* lines around a diagram that have to do with it */
    bool elsewhere[GAME_MAX_SEATS][2]; /* noted already: by seat, swapped */
};

enum status drawn_open(struct drawn_shape *d, const struct query *q, struct err *err)
{
    const struct game *game = q->game;
    *d = (struct drawn_shape){.drawn = query_drawn(q)};
    bool turned = false;
    for (uint32_t i = 1; i < q->count; i++)
        turned = turned || q->nodes[i].images & game->orientations & ~(1U << game->flip);
    if (!d->drawn || !turned)
        return STATUS_OK;
    const struct pattern_game *patterns = patterns_of_game(game);
    void *image = mem_alloc(patterns->bytes);
    if (!image)
        return err_nomem(err);
    for (unsigned s = 1; s < game->symmetries; s++) {
        if (game->rules.seat_image(0, s) != 0)
            continue;
        patterns->image(d->drawn, s, image);
        if (memcmp(image, d->drawn, patterns->bytes) == 0)
            d->alike[d->alike_count++] = s;
    }
    mem_free(image);
    return STATUS_OK;
}

/* The one among moves that mean the same by which they are known. */
static game_move fold(const struct seen_line *s, game_move seen)
{
    game_move best = seen;
    for (unsigned i = 0; i < s->drawn->alike_count && seen && seen != MOVE_ELSEWHERE; i++) {
        game_move other = s->game->move_turned(s->drawn->drawn, s->drawn->alike[i], seen);
        best = other > best ? other : best;
    }
    return best;
}

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
                                       s->beside, ply + 1 == place->to, &seat, &made.swapped);
    made.move = fold(s, made.move);
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

/* The first move afterwards that is in the diagram, if it is not later than what is known of another
 * place. */
static void find_later(const struct seen_line *s, const struct pattern_place *place, uint32_t ply,
                       struct made_move *made)
{
    const struct query_node *n = s->v->patterns[place->pattern];
    uint32_t plies = line_plies(s->lines, s->line);
    uint32_t end = made->later ? ply + made->later_plies + 1 : plies;
    for (uint32_t p = ply + 1; p < end; p++) {
        bool swapped;
        int seat;
        game_move move = s->game->move_seen(n, place, s->board, line_move(s->lines, s->line, p),
                                            s->beside, false, &seat, &swapped);
        if (move && move != MOVE_ELSEWHERE) {
            made_note_later(made, fold(s, move), p - ply);
            return;
        }
    }
}

static bool is_there(const struct pattern_place *place, uint32_t ply)
{
    return place->from <= ply && ply < place->to;
}

/* The move at one ply, once. */
static enum status note_ply(const struct seen_line *s, uint32_t ply, struct err *err)
{
    struct made_move best = {0};
    bool found = false;
    for (size_t i = 0; i < s->v->place_count; i++) {
        const struct pattern_place *place = &s->v->places[i];
        if (!is_there(place, ply))
            continue;
        struct made_move made = seen_at(s, place, ply);
        if (made.move == MOVE_ELSEWHERE)
            made.place = fold(s, s->game->move_elsewhere(s->v->patterns[place->pattern], s->board,
                                                         line_move(s->lines, s->line, ply)));
        if (!found || made_shows_better(&made, &best))
            best = made;
        found = true;
    }
    for (size_t i = 0; i < s->v->place_count && best.move == MOVE_ELSEWHERE; i++)
        if (is_there(&s->v->places[i], ply))
            find_later(s, &s->v->places[i], ply, &best);
    return found ? made_moves_add(s->out, &best, err) : STATUS_OK;
}

enum status made_by_patterns(struct made_moves *m, const struct drawn_shape *d,
                             const struct plan *p, uint32_t line, const struct evaluation *v,
                             enum moves_at at, struct err *err)
{
    const struct lines *l = &p->segment->lines;
    struct seen_line s = {
        .drawn = d, .game = patterns_of_game(l->game), .lines = l, .v = v, .out = m};
    enum status status = STATUS_OK;
    s.first = m->count;
    s.line = line;
    s.board = s.game->board(lines_start_text(l, line_start(l, line)));
    s.beside = at == MOVES_AT_EVERY ? 0 : 1;
    if (at != MOVES_AT_EVERY)
        return note_ply(&s, moves_first_ply(v, at), err);
    for (size_t i = 0; i < v->place_count && status == STATUS_OK; i++)
        status = note_place(&s, &v->places[i], err);
    return status;
}

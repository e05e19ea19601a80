/* sequence_profile.c: see sequence_profile.h.
 *
 * Two passes over the occurrences of a sequence.  The first puts each into normal form and counts
 * the placements; it looks at the sequence's own moves only.  The second replays the games in which
 * it stands on the commonest points, up to its last move. */
#include "text/profile/sequence_profile.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/le.h"
#include "db/db_people.h"
#include "games/go/go_pattern.h"
#include "text/profile/sequence_profile_internal.h"

/* --- Who played a sequence, when, and with which results -------------------------------------- */

void usage_init(struct usage *u)
{
    *u = (struct usage){0};
    tally_init(&u->players);
}

void usage_release(struct usage *u)
{
    tally_release(&u->players);
}

void usage_clear(struct usage *u)
{
    struct tally players = u->players;
    tally_clear(&players);
    *u = (struct usage){.players = players};
}

static void add_year(struct usage *u, uint32_t year)
{
    if (year == 0 || year >= 10 * USAGE_DECADES)
        return;
    u->dated++;
    u->decades[year / 10]++;
    if (u->first_year == 0 || year < u->first_year)
        u->first_year = year;
    if (year > u->last_year)
        u->last_year = year;
}

/* What the player in a seat is usually called; empty if nobody is named. */
static enum status person_name(const struct usage_game *g, int seat, struct span *name,
                               struct err *err)
{
    enum status status =
        metadata_player_name(g->metadata, column_player(g->columns, g->number, seat), name, err);
    if (status != STATUS_OK || !g->people || !name->n)
        return status;
    uint32_t person = people_index_person(g->people, *name);
    if (person != PEOPLE_NOBODY)
        *name = people_index_name(g->people, person);
    return STATUS_OK;
}

/* *name is emptied if somebody in a lower seat has it, too. */
static enum status drop_repeated(const struct usage_game *g, int seat, struct span *name,
                                 struct err *err)
{
    enum status status = STATUS_OK;
    for (int other = 0; other < seat && status == STATUS_OK; other++) {
        struct span before;
        status = person_name(g, other, &before, err);
        if (status == STATUS_OK && span_eq(before, *name))
            name->n = 0;
    }
    return status;
}

enum status usage_add_game(struct usage *u, const struct usage_game *g, struct err *err)
{
    enum status status = STATUS_OK;
    u->games++;
    add_year(u, date_year(column_date(g->columns, g->number)));
    for (int seat = 0; seat < (int)g->columns->seats && g->metadata && status == STATUS_OK;
         seat++) {
        struct span name;
        status = person_name(g, seat, &name, err);
        if (status == STATUS_OK)
            status = drop_repeated(g, seat, &name, err);
        if (status == STATUS_OK && name.n)
            status = tally_add(&u->players, name.p, name.n, err);
    }
    return status;
}

void usage_add_side(struct usage *u, const struct usage_game *g, int seat)
{
    int points = column_points(g->columns, g->number, seat);
    u->sides++;
    if (points == POINTS_WIN)
        u->wins++;
    else if (points == POINTS_LOSS)
        u->losses++;
    else if (points == POINTS_DRAW)
        u->draws++;
}

void usage_finish(struct usage *u)
{
    tally_finish(&u->players);
}

struct wilson usage_score(const struct usage *u)
{
    return wilson_interval(u->wins + u->draws / 2.0, (double)u->wins + u->losses + u->draws);
}

enum status sequence_profile_init(struct sequence_profile *p, struct err *err)
{
    *p = (struct sequence_profile){0};
    surroundings_init(&p->around);
    tally_init(&p->next);
    usage_init(&p->usage);
    buf_init(&p->positions, BUF_DEFAULT_MAX);
    p->work = mem_calloc(1, sizeof *p->work);
    if (!p->work)
        return err_nomem(err);
    tally_init(&p->work->placements);
    return STATUS_OK;
}

void sequence_profile_release(struct sequence_profile *p)
{
    surroundings_release(&p->around);
    tally_release(&p->next);
    usage_release(&p->usage);
    mem_free(p->moves);
    buf_release(&p->positions);
    if (p->work) {
        replay_close(p->work->replay);
        tally_release(&p->work->placements);
        mem_free(p->work->raw);
        mem_free(p->work->normal);
        mem_free(p->work->seen);
    }
    mem_free(p->work);
    *p = (struct sequence_profile){0};
}

/* --- Placements ------------------------------------------------------------------------------- */

enum status sequence_profile_reserve(struct sequence_profile *p, uint32_t length, struct err *err)
{
    struct sequence_profile_work *w = p->work;
    if (length <= w->move_cap)
        return STATUS_OK;
    go_move *raw = mem_realloc_array(w->raw, length, sizeof *raw);
    if (raw)
        w->raw = raw;
    go_move *normal = mem_realloc_array(w->normal, length, sizeof *normal);
    if (normal)
        w->normal = normal;
    go_move *moves = mem_realloc_array(p->moves, length, sizeof *moves);
    if (moves)
        p->moves = moves;
    if (!raw || !normal || !moves)
        return err_nomem(err);
    w->move_cap = length;
    return STATUS_OK;
}

enum status sequence_profile_add(struct sequence_profile *p, const struct sequence_source *from,
                                 const struct profile_occurrence *seen, struct err *err)
{
    struct sequence_profile_work *w = p->work;
    struct profile_occurrence *grown =
        mem_grow(w->seen, w->seen_count, &w->seen_cap, UINT32_MAX, sizeof *w->seen);
    if (!grown)
        return err_nomem(err);
    w->seen = grown;
    uint32_t date = column_date(&sequence_segment(from, seen->line)->columns,
                                sequence_number(from, seen->line));
    w->seen[w->seen_count] = *seen;
    w->seen[w->seen_count++].date = date ? date : UINT32_MAX;
    return STATUS_OK;
}

static bool is_stone(go_move m, const struct sequence_source *from)
{
    int point = go_move_point(m);
    return go_move_kind(m) == GO_PLAY && point >= 0 && go_column(point) < from->width &&
           go_row(point) < from->height;
}

/* False if the line is not what the symbols say: stored bytes may be damaged. */
static bool fetch_moves(const struct sequence_source *from, const struct occurrence_in_line *o,
                        uint32_t length, go_move *out)
{
    const struct lines *lines = &sequence_segment(from, o->line)->lines;
    uint32_t number = sequence_number(from, o->line), plies = line_plies(lines, number);
    for (uint32_t i = 0; i < length; i++) {
        if (o->plies[i] >= plies)
            return false;
        out[i] = (go_move)line_move(lines, number, o->plies[i]);
        if (!is_stone(out[i], from))
            return false;
    }
    return true;
}

static enum status note_placement(struct sequence_profile *p, const struct sequence_source *from,
                                  const struct sequence *s, uint32_t i, struct err *err)
{
    struct sequence_profile_work *w = p->work;
    const struct occurrence_in_line o = sequence_occurrence(from->mining, s, i);
    const uint32_t length = sequence_plies(from->mining, s);
    if (!fetch_moves(from, &o, length, w->raw))
        return STATUS_OK;
    unsigned symmetries = placement_normalise(w->raw, length, from->width, from->height, w->normal);
    const struct profile_occurrence seen = {
        .number = i, .line = o.line, .how = {symmetries, go_move_color(w->raw[0])}};
    enum status status = sequence_profile_add(p, from, &seen, err);
    if (status != STATUS_OK)
        return status;
    return tally_add(&w->placements, w->normal, length * sizeof *w->normal, err);
}

static enum status find_placements(struct sequence_profile *p, const struct sequence_source *from,
                                   const struct sequence *s, struct err *err)
{
    struct sequence_profile_work *w = p->work;
    enum status status = sequence_profile_reserve(p, sequence_plies(from->mining, s), err);
    w->seen_count = 0;
    tally_clear(&w->placements);
    for (uint32_t i = 0; i < s->to - s->from && status == STATUS_OK; i++)
        status = note_placement(p, from, s, i, err);
    if (status != STATUS_OK)
        return status;
    tally_finish(&w->placements);
    p->placements = (uint32_t)w->placements.count;
    p->placed = 0;
    if (w->placements.count) {
        memcpy(p->moves, w->placements.entries[0].p, w->placements.entries[0].n);
        p->placed = w->placements.entries[0].count;
    }
    return STATUS_OK;
}

/* Keeps the occurrences on the commonest points alone.  The keys of the tally still lie in the
 * order in which they were added. */
static void keep_commonest(struct sequence_profile *p)
{
    struct sequence_profile_work *w = p->work;
    const size_t bytes = p->length * sizeof *p->moves;
    size_t kept = 0;
    for (size_t k = 0; k < w->seen_count; k++)
        if (memcmp(w->placements.bytes.p + k * bytes, p->moves, bytes) == 0)
            w->seen[kept++] = w->seen[k];
    w->seen_count = kept;
}

/* --- Usage ------------------------------------------------------------------------------------ */

static int by_line_and_side(const void *a, const void *b)
{
    const struct profile_occurrence *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (int)x->how.colors - (int)y->how.colors;
}

/* Sorts a copy, because the order of occurrences is still needed. */
enum status sequence_profile_add_usage(struct sequence_profile *p,
                                       const struct sequence_source *from, struct err *err)
{
    const struct sequence_profile_work *w = p->work;
    enum status status = STATUS_OK;
    usage_clear(&p->usage);
    if (w->seen_count == 0)
        return STATUS_OK;
    struct profile_occurrence *sorted = mem_alloc(w->seen_count * sizeof *sorted);
    if (!sorted)
        return err_nomem(err);
    memcpy(sorted, w->seen, w->seen_count * sizeof *sorted);
    qsort(sorted, w->seen_count, sizeof *sorted, by_line_and_side);
    for (size_t i = 0; i < w->seen_count && status == STATUS_OK; i++) {
        const struct db_segment *s = sequence_segment(from, sorted[i].line);
        struct usage_game g = {.columns = &s->columns,
                               .metadata = s->metadata,
                               .number = sequence_number(from, sorted[i].line)};
        if (s->db)
            status = db_people_index(s->db, &g.people, err);
        if (status != STATUS_OK)
            break;
        if (i == 0 || sorted[i].line != sorted[i - 1].line)
            status = usage_add_game(&p->usage, &g, err);
        if (i == 0 || by_line_and_side(&sorted[i], &sorted[i - 1]) != 0)
            usage_add_side(&p->usage, &g, sorted[i].how.colors);
    }
    mem_free(sorted);
    usage_finish(&p->usage);
    return status;
}

/* --- Around it, and afterwards ---------------------------------------------------------------- */

/* The smallest image of a move under the symmetries that lead to the normal form. */
static go_move turned_move(go_move m, struct turned_sequence how, int width, int height)
{
    go_move least = UINT16_MAX;
    for (unsigned s = 0; s < 8; s++)
        if (how.symmetries >> s & 1) {
            go_move image = go_move_make(GO_PLAY, go_move_color(m) ^ (int)how.colors,
                                         go_point_image(go_move_point(m), width, height, s));
            least = image < least ? image : least;
        }
    return least;
}

/* Does the sequence lie in the corner at all? */
static bool in_corner(const struct sequence_profile *p)
{
    const struct placement_rect r = placement_around(p->moves, p->length);
    return r.right >= p->width - PLACEMENT_CORNER && r.top >= p->height - PLACEMENT_CORNER;
}

static bool is_corner_point(const struct sequence_profile *p, int point)
{
    return go_column(point) >= p->width - PLACEMENT_CORNER &&
           go_row(point) >= p->height - PLACEMENT_CORNER;
}

/* If a stone of one occurrence lies in the corner, notes it as the first there. */
static bool note_opening(struct sequence_profile *p, go_move m, struct turned_sequence how)
{
    m = turned_move(m, how, p->width, p->height);
    if (!is_corner_point(p, go_move_point(m)))
        return false;
    int first = placement_first(&m, p->width, p->height);
    p->openings[first / 100][first % 100]++;
    return true;
}

/* Handicap stones, say: the first that is found, which is the only one as a rule. */
static bool note_start(struct sequence_profile *p, const struct go_pos *start,
                       struct turned_sequence how)
{
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++) {
            int stone = go_stone_at(start, go_point(column, row));
            if (stone != GO_EMPTY &&
                note_opening(p, go_move_make(GO_PLAY, stone - 1, go_point(column, row)), how))
                return true;
        }
    return false;
}

static bool begin_game(struct go_pos *pos, const struct lines *lines, uint32_t number)
{
    struct span start = lines_start_text(lines, line_start(lines, number));
    struct err err;
    if (start.n == 0)
        go_game.rules.pos_start(pos);
    return start.n == 0 || go_pos_parse(pos, start, &err) == STATUS_OK;
}

/* The boards before a ply and after another; false if the line is damaged.  Notes the first stone
 * in the corner. */
static bool replay_to(struct sequence_profile *p, const struct sequence_source *from,
                      const struct profile_occurrence *seen, uint32_t ply, uint32_t last)
{
    const struct lines *lines = &sequence_segment(from, seen->line)->lines;
    struct go_pos *pos = &p->work->pos;
    uint32_t number = sequence_number(from, seen->line);
    if (!begin_game(pos, lines, number) || pos->width != p->width || pos->height != p->height)
        return false;
    bool known = !in_corner(p) || note_start(p, pos, seen->how);
    for (uint32_t i = 0; i <= last; i++) {
        go_move m = (go_move)line_move(lines, number, i);
        if (i == ply)
            p->work->before = *pos;
        if (!go_play(pos, m, NULL))
            return false;
        known = known || (i < ply && is_stone(m, from) && note_opening(p, m, seen->how));
    }
    for (uint32_t i = 0; i < p->length && !known; i++)
        known = note_opening(p, p->moves[i], (struct turned_sequence){1, false});
    return true;
}

static enum status note_next(struct sequence_profile *p, const struct sequence_source *from,
                             const struct profile_occurrence *seen, uint32_t ply, struct err *err)
{
    const struct placement_rect near =
        placement_grow(placement_around(p->moves, p->length), SEQUENCE_NEAR, p->width, p->height);
    const struct lines *lines = &sequence_segment(from, seen->line)->lines;
    uint32_t number = sequence_number(from, seen->line), plies = line_plies(lines, number);
    for (uint32_t i = ply; i < plies; i++) {
        go_move m = (go_move)line_move(lines, number, i);
        if (!is_stone(m, from))
            continue;
        m = turned_move(m, seen->how, p->width, p->height);
        if (placement_holds(&near, go_move_point(m))) {
            char key[2];
            p->at_once += i == ply;
            le_put16(key, m);
            return tally_add(&p->next, key, sizeof key, err);
        }
    }
    return STATUS_OK;
}

static enum status look_around(struct sequence_profile *p, const struct sequence_source *from,
                               const struct sequence *s, struct err *err)
{
    struct sequence_profile_work *w = p->work;
    enum status status = STATUS_OK;
    for (size_t k = 0; k < w->seen_count && status == STATUS_OK; k++) {
        const struct profile_occurrence *seen = &w->seen[k];
        const struct occurrence_in_line o = sequence_occurrence(from->mining, s, seen->number);
        const uint32_t last = o.plies[p->length - 1];
        if (from->cancelled && atomic_load_explicit(from->cancelled, memory_order_relaxed))
            return err_cancelled(err);
        p->unbroken += last - o.plies[0] == p->length - 1;
        if (replay_to(p, from, seen, o.plies[0], last))
            status = surroundings_add(&p->around, &w->before, &w->pos, seen->how, err);
        if (status == STATUS_OK)
            status = note_next(p, from, seen, last + 1, err);
    }
    return status;
}

/* --- Examples --------------------------------------------------------------------------------- */

static int by_date(const void *a, const void *b)
{
    const struct profile_occurrence *x = a, *y = b;
    if (x->date != y->date)
        return x->date < y->date ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* The oldest, the newest, and some between them; disturbs the order of occurrences. */
void sequence_profile_choose(struct sequence_profile *p, const struct sequence_source *from,
                             const struct sequence *s)
{
    struct sequence_profile_work *w = p->work;
    size_t games = 0, n;
    qsort(w->seen, w->seen_count, sizeof *w->seen, by_date);
    for (size_t k = 0; k < w->seen_count; k++)
        if (games == 0 || w->seen[k].line != w->seen[games - 1].line)
            w->seen[games++] = w->seen[k];
    n = games < SEQUENCE_EXAMPLES ? games : SEQUENCE_EXAMPLES;
    for (size_t i = 0; i < n; i++) {
        const struct profile_occurrence *seen = &w->seen[n == 1 ? 0 : i * (games - 1) / (n - 1)];
        const struct occurrence_in_line o = sequence_occurrence(from->mining, s, seen->number);
        p->examples[p->example_count++] =
            (struct sequence_example){o.line, o.plies[p->length - 1] + 1};
    }
}

enum status sequence_profile_make(struct sequence_profile *p, const struct sequence_source *from,
                                  const struct sequence *s, struct err *err)
{
    p->score = s->score;
    p->frequency = s->to - s->from;
    p->game = from->mining->encoding->game;
    p->on_board = from->mining->encoding->placed;
    p->width = from->width;
    p->height = from->height;
    p->length = sequence_plies(from->mining, s);
    p->unbroken = p->at_once = p->example_count = 0;
    tally_clear(&p->next);
    tally_clear(&p->around.shapes);
    memset(p->openings, 0, sizeof p->openings);
    buf_clear(&p->positions);
    if (!from->mining->encoding->placed)
        return shogi_sequence_profile(p, from, s, err);
    enum status status = find_placements(p, from, s, err);
    if (status == STATUS_OK)
        status = sequence_profile_add_usage(p, from, err);
    if (status != STATUS_OK)
        return status;
    if (p->placed == 0) { /* damaged, all of it */
        p->length = 0;
        return STATUS_OK;
    }
    keep_commonest(p);
    surroundings_begin(&p->around, p->moves, p->length, p->width, p->height);
    status = look_around(p, from, s, err);
    if (status != STATUS_OK)
        return status;
    surroundings_finish(&p->around);
    tally_finish(&p->next);
    sequence_profile_choose(p, from, s);
    return STATUS_OK;
}

int sequence_profile_opening(const struct sequence_profile *p)
{
    for (int low = 1; low <= PLACEMENT_CORNER; low++)
        for (int high = low; high <= PLACEMENT_CORNER; high++)
            if (2 * (uint64_t)p->openings[low][high] > p->placed)
                return low * 100 + high;
    return 0;
}

void sequence_print_move(const struct sequence_profile *p, uint16_t move, struct buf *out)
{
    p->game->text.move_print(NULL, move, out);
}

uint16_t sequence_next_move(const struct tally_entry *e)
{
    return le_get16(e->p);
}

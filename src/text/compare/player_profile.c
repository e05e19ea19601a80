/* player_profile.c: see player_profile.h. */
#include "text/compare/player_profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "db/db_people.h"
#include "query/language/lexer.h"
#include "query/language/words.h"
#include "query/plan/db_lookup.h"
#include "query/plan/meta_games.h"

struct profiler {
    struct player_profile *out;
    const struct profile_input *in;
    const struct profile_options *opt;
    struct search_options search;
    struct side_games games;
    struct side_range range;
    struct query query; /* of the player's games */
    uint32_t *plies[3]; /* owned; of all games, of those won, of those lost */
    size_t ply_count[3], beginning_cap;
    struct profile_year *years; /* owned; PROFILE_YEARS of them */
};

/* --- The player's games ----------------------------------------------------------------------- */

/* player:"…", or of one seat s.player:"…"; the name may begin with one equals sign
 * or two. */
static void add_player(const struct profile_input *in, int seat, struct buf *out)
{
    struct span name = in->player;
    if (seat >= 0)
        buf_printf(out, "%s.", words_of_game(in->dbs[0]->game)->seats[seat]);
    buf_add_str(out, "player:");
    for (int signs = 0; signs < 2 && span_eat(&name, SPAN("=")); signs++)
        buf_add_char(out, '=');
    lexer_quote(name, out);
}

static void add_query(const struct profile_input *in, int seat, struct buf *out)
{
    add_player(in, seat, out);
    if (span_trim(in->query).n) {
        /* a comment would take the bracket with it */
        bool commented = memchr(in->query.p, '#', in->query.n) != NULL;
        buf_add_str(out, " (");
        buf_add_span(out, in->query);
        buf_add_str(out, commented ? "\n)" : ")");
    }
}

void player_profile_query(const struct profile_input *in, struct buf *out)
{
    add_query(in, -1, out);
}

/* The further conditions may have words that only the databases know. */
static enum status parse_query(const struct profiler *p, struct span text, struct query *q,
                               struct err *err)
{
    return db_lookup_parse(q, p->in->dbs[0]->game, p->in->named, text, p->in->dbs, p->in->count,
                           err);
}

/* The seat that the player has in a game of the set; -1: none. */
static int seat_of(const struct side_part *p, int seats, uint32_t number)
{
    for (int seat = 0; seat < seats; seat++)
        if (side_has(p->seats[seat], number))
            return seat;
    return -1;
}

static void add_result(struct side_score *s, int points)
{
    s->wins += points == POINTS_WIN;
    s->losses += points == POINTS_LOSS;
    s->draws += points == POINTS_DRAW;
    s->unknown += points == POINTS_UNKNOWN;
}

static void finish_score(struct side_score *s)
{
    s->rate = wilson_interval((double)s->wins + (double)s->draws / 2,
                              (double)(s->wins + s->losses + s->draws));
}

/* --- People ----------------------------------------------------------------------------------- */

static enum status add_person(struct profile_people *people, struct span name, int points,
                              struct err *err)
{
    uint32_t number;
    if (!text_table_add(&people->names, name, &number))
        return err_nomem(err);
    if (number == people->count) {
        struct profile_person *grown =
            mem_grow(people->at, people->count, &people->cap, UINT32_MAX, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        people->at = grown;
        people->at[people->count++] = (struct profile_person){0};
    }
    add_result(&people->at[number].score, points);
    return STATUS_OK;
}

static int by_games(const void *a, const void *b)
{
    const struct profile_person *x = a, *y = b;
    uint64_t one = side_score_games(&x->score), other = side_score_games(&y->score);
    if (one != other)
        return one > other ? -1 : 1;
    size_t n = x->name.n < y->name.n ? x->name.n : y->name.n;
    int order = n ? memcmp(x->name.p, y->name.p, n) : 0;
    return order ? order : (x->name.n > y->name.n) - (x->name.n < y->name.n);
}

static void finish_people(struct profile_people *people)
{
    for (size_t i = 0; i < people->count; i++) {
        people->at[i].name = text_table_get(&people->names, (uint32_t)i);
        finish_score(&people->at[i].score);
    }
    if (people->count)
        qsort(people->at, people->count, sizeof *people->at, by_games);
}

/* The usual name of whoever is written so. */
static struct span usual_name(const struct people_index *index, struct span name)
{
    uint32_t person = index ? people_index_person(index, name) : PEOPLE_NOBODY;
    return person == PEOPLE_NOBODY ? name : people_index_name(index, person);
}

/* --- Beginnings ------------------------------------------------------------------------------- */

static int compare_moves(const game_move *a, const game_move *b)
{
    for (int i = 0; i < PROFILE_FIRST_PLIES; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

bool player_profile_folds(const struct game *game)
{
    const struct game_words *words = words_of_game(game);
    return words && words->patterns;
}

/* Leaves the image of the moves that comes first. */
static void fold_moves(const struct game *game, game_move *moves)
{
    const struct game_words *words = words_of_game(game);
    game_move played[PROFILE_FIRST_PLIES], image[PROFILE_FIRST_PLIES];
    memcpy(played, moves, sizeof played);
    for (unsigned s = 1; player_profile_folds(game) && s < game->symmetries; s++) {
        if (game->rules.seat_image(0, s) != 0 || !game_symmetry_fits(game, s, game->board))
            continue;
        for (int i = 0; i < PROFILE_FIRST_PLIES; i++) {
            image[i] = words->move_image(played[i], s, game->board);
            image[i] = image[i] ? image[i] : played[i]; /* a pass has none */
        }
        if (compare_moves(image, moves) < 0)
            memcpy(moves, image, sizeof image);
    }
}

/* One a game, until those that are alike are one. */
static enum status add_beginning(struct profiler *p, const struct lines *l, uint32_t line, int seat,
                                 int points, struct err *err)
{
    struct player_profile *out = p->out;
    struct profile_beginning b = {.seat = seat};
    if (line_plies(l, line) < PROFILE_FIRST_PLIES || lines_start_text(l, line_start(l, line)).n)
        return STATUS_OK;
    for (uint32_t i = 0; i < PROFILE_FIRST_PLIES; i++)
        b.moves[i] = line_move(l, line, i);
    fold_moves(p->in->dbs[0]->game, b.moves);
    add_result(&b.score, points);
    struct profile_beginning *grown = mem_grow(out->beginnings, out->beginning_count,
                                               &p->beginning_cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    out->beginnings = grown;
    out->beginnings[out->beginning_count++] = b;
    return STATUS_OK;
}

static int by_moves(const void *a, const void *b)
{
    const struct profile_beginning *x = a, *y = b;
    return x->seat != y->seat ? x->seat - y->seat : compare_moves(x->moves, y->moves);
}

static int by_frequency(const void *a, const void *b)
{
    const struct profile_beginning *x = a, *y = b;
    uint64_t one = side_score_games(&x->score), other = side_score_games(&y->score);
    if (x->seat != y->seat || one == other)
        return by_moves(a, b);
    return one > other ? -1 : 1;
}

static void finish_beginnings(struct player_profile *out)
{
    size_t kept = 0;
    struct profile_beginning *at = out->beginnings;
    if (out->beginning_count == 0)
        return;
    qsort(at, out->beginning_count, sizeof *at, by_moves);
    for (size_t i = 1; i < out->beginning_count; i++) {
        if (by_moves(&at[kept], &at[i]) != 0) {
            at[++kept] = at[i];
            continue;
        }
        at[kept].score.wins += at[i].score.wins;
        at[kept].score.losses += at[i].score.losses;
        at[kept].score.draws += at[i].score.draws;
        at[kept].score.unknown += at[i].score.unknown;
    }
    out->beginning_count = kept + 1;
    qsort(at, out->beginning_count, sizeof *at, by_frequency);
    for (size_t i = 0; i < out->beginning_count; i++)
        finish_score(&at[i].score);
}

/* --- Games one by one ------------------------------------------------------------------------- */

struct profiled_segment {
    const struct db_segment *segment;
    struct columns columns;
    const struct side_part *part;
    const struct people_index *people;
};

static enum status add_own_name(struct profiler *p, struct span usual, struct span name, int points,
                                struct err *err)
{
    enum status status = add_person(&p->out->spellings, name, points, err);
    return status == STATUS_OK ? add_person(&p->out->persons, usual, points, err) : status;
}

static enum status add_names(struct profiler *p, const struct profiled_segment *s, uint32_t number,
                             int seat, int points, struct err *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < p->games.seats && status == STATUS_OK; i++) {
        uint32_t row = column_player(&s->columns, number, i);
        struct span name;
        if (row == 0)
            continue;
        status = metadata_player_name(s->segment->metadata, row, &name, err);
        if (status != STATUS_OK)
            break;
        if (i == seat)
            status = add_own_name(p, usual_name(s->people, name), name, points, err);
        else if (!side_has(s->part->seats[i], number))
            status = add_person(&p->out->opponents, usual_name(s->people, name), points, err);
    }
    return status;
}

static enum status add_game(struct profiler *p, const struct profiled_segment *s, uint32_t number,
                            struct err *err)
{
    int seat = seat_of(s->part, p->games.seats, number);
    if (seat < 0)
        return STATUS_OK;
    int points = column_points(&s->columns, number, seat);
    uint32_t plies = line_plies(&s->segment->lines, number);
    unsigned year = date_year(column_date(&s->columns, number));
    p->out->games++;
    add_result(&p->out->all, points);
    add_result(&p->out->seats[seat], points);
    add_result(&p->years[year < PROFILE_YEARS ? year : 0].score, points);
    p->plies[0][p->ply_count[0]++] = plies;
    if (points == POINTS_WIN || points == POINTS_LOSS) {
        int kind = points == POINTS_WIN ? 1 : 2;
        p->plies[kind][p->ply_count[kind]++] = plies;
    }
    enum status status = add_beginning(p, &s->segment->lines, number, seat, points, err);
    return status == STATUS_OK ? add_names(p, s, number, seat, points, err) : status;
}

static enum status add_segment(struct profiler *p, const struct profiled_segment *s,
                               struct err *err)
{
    const struct lines *l = &s->segment->lines;
    enum status status = STATUS_OK;
    for (size_t w = 0; w < game_words(l) && status == STATUS_OK; w++)
        for (uint64_t left = s->part->games[w]; left && status == STATUS_OK; left &= left - 1)
            status = add_game(p, s, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(left), err);
    return status;
}

static enum status add_games(struct profiler *p, struct err *err)
{
    enum status status = STATUS_OK;
    uint32_t part = 0;
    for (uint32_t d = 0; d < p->range.count && status == STATUS_OK; d++) {
        struct profiled_segment s = {0};
        status = db_people_index(p->range.dbs[d], &s.people, err);
        for (uint32_t i = 0; i < p->range.dbs[d]->segment_count && status == STATUS_OK;
             i++, part++) {
            s.segment = &p->range.dbs[d]->segments[i];
            s.columns = s.segment->columns;
            s.part = &p->games.parts[part];
            status = add_segment(p, &s, err);
        }
    }
    return status;
}

static int by_plies(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Sorts them. */
static struct profile_lengths lengths_of(uint32_t *plies, size_t n)
{
    double sum = 0;
    if (n == 0)
        return (struct profile_lengths){.mean = NAN};
    qsort(plies, n, sizeof *plies, by_plies);
    for (size_t i = 0; i < n; i++)
        sum += plies[i];
    return (struct profile_lengths){.games = (uint32_t)n,
                                    .least = plies[0],
                                    .most = plies[n - 1],
                                    .median = plies[(n - 1) / 2],
                                    .mean = sum / (double)n};
}

static enum status finish_lengths(struct profiler *p, struct err *err)
{
    struct player_profile *out = p->out;
    out->lengths = lengths_of(p->plies[0], p->ply_count[0]);
    out->won = lengths_of(p->plies[1], p->ply_count[1]);
    out->lost = lengths_of(p->plies[2], p->ply_count[2]);
    out->bin_count = out->lengths.games ? out->lengths.most / PROFILE_BIN_PLIES + 1 : 0;
    out->bins = mem_calloc(out->bin_count + 1, sizeof *out->bins);
    if (!out->bins)
        return err_nomem(err);
    for (size_t i = 0; i < p->ply_count[0]; i++)
        out->bins[p->plies[0][i] / PROFILE_BIN_PLIES]++;
    return STATUS_OK;
}

static enum status finish_years(struct profiler *p, struct err *err)
{
    struct player_profile *out = p->out;
    size_t count = 0;
    for (size_t year = 0; year < PROFILE_YEARS; year++)
        count += side_score_games(&p->years[year].score) > 0;
    out->years = mem_calloc(count + 1, sizeof *out->years);
    if (!out->years)
        return err_nomem(err);
    for (size_t i = 1; i <= PROFILE_YEARS; i++) {
        struct profile_year *y = &p->years[i % PROFILE_YEARS];
        y->year = (uint32_t)(i % PROFILE_YEARS);
        finish_score(&y->score);
        if (side_score_games(&y->score))
            out->years[out->year_count++] = *y;
    }
    return STATUS_OK;
}

static enum status count_games(struct profiler *p, struct err *err)
{
    p->years = mem_calloc(PROFILE_YEARS, sizeof *p->years);
    bool good = p->years != NULL;
    for (int i = 0; i < 3; i++) {
        p->plies[i] = mem_alloc((p->games.games + 1) * sizeof *p->plies[i]);
        good = good && p->plies[i];
    }
    enum status status = good ? add_games(p, err) : err_nomem(err);
    finish_score(&p->out->all);
    for (int seat = 0; seat < p->games.seats; seat++)
        finish_score(&p->out->seats[seat]);
    finish_people(&p->out->spellings);
    finish_people(&p->out->persons);
    finish_people(&p->out->opponents);
    finish_beginnings(p->out);
    if (status == STATUS_OK)
        status = finish_years(p, err);
    if (status == STATUS_OK)
        status = finish_lengths(p, err);
    return status;
}

/* --- Names ------------------------------------------------------------------------------------ */

/* Adds the results of the player's games of a seat in which the name holds. */
static void score_name(const struct profiler *p, const struct query_result *r, int seat,
                       struct side_score *score)
{
    uint32_t part = 0;
    for (uint32_t d = 0; d < p->range.count; d++)
        for (uint32_t i = 0; i < p->range.dbs[d]->segment_count; i++, part++) {
            const struct db_segment *s = &p->range.dbs[d]->segments[i];
            for (size_t w = 0; r->parts[part].games && w < game_words(&s->lines); w++)
                for (uint64_t left = r->parts[part].games[w] & p->games.parts[part].seats[seat][w];
                     left; left &= left - 1) {
                    uint32_t number = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(left);
                    if (seat_of(&p->games.parts[part], p->games.seats, number) == seat)
                        add_result(score, column_points(&s->columns, number, seat));
                }
        }
    finish_score(score);
}

/* The name for a seat, of the player's games there: s.castle:"mino" s.player:"…" (…). */
static enum status parse_name(const struct profiler *p, const struct named_query *n, int seat,
                              struct query *q, struct err *err)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    side_word(n, p->in->dbs[0]->game, seat, &text);
    buf_add_char(&text, ' ');
    add_player(p->in, seat, &text);
    enum status status = buf_status(&text) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = query_parse(q, p->in->dbs[0]->game, p->in->named, buf_span(&text), err);
    else
        query_init(q, p->in->dbs[0]->game);
    buf_release(&text);
    return status;
}

static enum status find_name(struct profiler *p, struct profile_name *name, struct err *err)
{
    enum status status = STATUS_OK;
    for (int seat = 0; seat < p->games.seats && status == STATUS_OK; seat++) {
        struct query q;
        struct query_result r = {0};
        enum status parsed = parse_name(p, name->named, seat, &q, err);
        if (parsed == STATUS_OK && !query_needs_others(&q)) {
            status = query_run(&r, &q, p->in->dbs, p->in->count, &p->search, KEEP_GAMES, err);
            if (status == STATUS_OK)
                score_name(p, &r, seat, &name->seats[seat]);
            query_result_release(&r);
        } else if (parsed == STATUS_NOMEM) { /* else a definition that cannot be read */
            status = parsed;
        }
        query_release(&q);
        name->all.wins += name->seats[seat].wins;
        name->all.losses += name->seats[seat].losses;
        name->all.draws += name->seats[seat].draws;
        name->all.unknown += name->seats[seat].unknown;
    }
    finish_score(&name->all);
    return status;
}

/* Names of a group stand together, groups in the order of their first definition. */
static int by_group(const void *a, const void *b)
{
    const struct profile_name *x = a, *y = b;
    if (x->ply != y->ply) /* the group's order, for now */
        return x->ply < y->ply ? -1 : 1;
    uint64_t one = side_score_games(&x->all), other = side_score_games(&y->all);
    if (one != other)
        return one > other ? -1 : 1;
    return x->named < y->named ? -1 : x->named > y->named;
}

static uint32_t group_order(const struct named_queries *named, struct span group)
{
    uint32_t i = 0;
    while (!span_eq(named->at[i].group, group))
        i++;
    return i;
}

static enum status find_names(struct profiler *p, struct err *err)
{
    struct player_profile *out = p->out;
    const struct named_queries *named = p->in->named;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < named->count && status == STATUS_OK; i++) {
        struct profile_name name = {.named = &named->at[i], .id = UINT32_MAX};
        if (!named->at[i].group.n || !words_of_game(p->in->dbs[0]->game))
            continue;
        status = find_name(p, &name, err);
        if (status != STATUS_OK || side_score_games(&name.all) == 0)
            continue;
        struct profile_name *grown =
            mem_grow(out->names, out->name_count, &out->name_cap, UINT32_MAX, sizeof *grown);
        if (!grown)
            return err_nomem(err);
        out->names = grown;
        name.ply = group_order(named, name.named->group);
        out->names[out->name_count++] = name;
    }
    if (out->name_count)
        qsort(out->names, out->name_count, sizeof *out->names, by_group);
    for (size_t i = 0; i < out->name_count; i++)
        out->names[i].ply = 0;
    return status;
}

/* The first hit, with the colour that the player has it with most often. */
static enum status find_example(const struct profiler *p, struct profile_name *name,
                                struct err *err)
{
    struct search_options how = p->search;
    struct query q;
    struct hits hits = {0};
    for (int seat = 1; seat < p->games.seats; seat++)
        if (side_score_games(&name->seats[seat]) > side_score_games(&name->seats[name->seat]))
            name->seat = seat;
    how.limit = 1;
    how.no_totals = true;
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    side_word(name->named, p->in->dbs[0]->game, name->seat, &text);
    buf_add_char(&text, ' ');
    add_query(p->in, name->seat, &text);
    enum status status = parse_query(p, buf_span(&text), &q, err);
    if (status == STATUS_OK)
        status = search_run(&q, p->in->dbs, p->in->count, &how, &hits, err);
    if (status == STATUS_OK && hits.count) {
        name->db = hits.at[0].db;
        name->id = hits.at[0].id;
        name->ply = hits.at[0].first;
    }
    hits_release(&hits);
    query_release(&q);
    buf_release(&text);
    return status;
}

static enum status find_examples(struct profiler *p, struct err *err)
{
    struct player_profile *out = p->out;
    enum status status = STATUS_OK;
    uint32_t in_group = 0;
    for (size_t i = 0; i < out->name_count && status == STATUS_OK; i++) {
        bool same = i && span_eq(out->names[i].named->group, out->names[i - 1].named->group);
        in_group = same ? in_group + 1 : 0;
        if (in_group < p->opt->examples)
            status = find_example(p, &out->names[i], err);
    }
    return status;
}

/* --- Sequences -------------------------------------------------------------------------------- */

static void score_sequence(const struct profiler *p, const struct sequence *s, uint32_t *lines,
                           struct profile_sequence *out)
{
    const struct mine_result *m = &p->out->mining;
    uint32_t n = s->to - s->from;
    for (uint32_t i = 0; i < n; i++)
        lines[i] = sequence_occurrence(m, s, i).line;
    qsort(lines, n, sizeof *lines, by_plies);
    for (uint32_t i = 0; i < n; i++) {
        const struct mined_line *l = &m->lines[lines[i]];
        uint32_t part = l->segment;
        if (i && lines[i] == lines[i - 1])
            continue;
        for (uint32_t d = 0; d < l->db; d++)
            part += p->range.dbs[d]->segment_count;
        int seat = seat_of(&p->games.parts[part], p->games.seats, l->number);
        if (seat < 0)
            continue;
        out->games++;
        add_result(&out->score, column_points(&p->range.dbs[l->db]->segments[l->segment].columns,
                                              l->number, seat));
    }
    finish_score(&out->score);
}

static enum status find_sequences(struct profiler *p, struct err *err)
{
    struct player_profile *out = p->out;
    const struct mine_options how = {
        .encoding = encoding_usual(p->in->dbs[0]->game),
        .scoring = {.min_length = p->opt->min_length, .top = p->opt->sequences, .threshold = NAN},
        .most_games = p->opt->most_games,
        .threads = p->opt->threads,
        .cancelled = p->opt->cancelled,
        .values = p->opt->values};
    uint32_t most = 0;
    if (!how.encoding || !p->opt->sequences)
        return STATUS_OK;
    enum status status = mine_run(&out->mining, p->in->dbs, p->in->count, &p->query, &how, err);
    if (status != STATUS_OK)
        return status;
    out->mined = true;
    const struct sequences *found = &out->mining.found;
    for (size_t i = 0; i < found->count; i++)
        if (found->at[i].to - found->at[i].from > most)
            most = found->at[i].to - found->at[i].from;
    uint32_t *lines = mem_alloc(((size_t)most + 1) * sizeof *lines);
    out->sequences = mem_calloc(found->count + 1, sizeof *out->sequences);
    if (!lines || !out->sequences)
        status = err_nomem(err);
    for (size_t i = 0; i < found->count && status == STATUS_OK; i++) {
        out->sequences[i].number = (uint32_t)i;
        score_sequence(p, &found->at[i], lines, &out->sequences[i]);
        out->sequence_count++;
    }
    mem_free(lines);
    return status;
}

/* --- All of it -------------------------------------------------------------------------------- */

static enum status find_player(struct profiler *p, struct err *err)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    player_profile_query(p->in, &text);
    enum status status = parse_query(p, buf_span(&text), &p->query, err);
    buf_release(&text);
    if (status != STATUS_OK)
        return status;
    /* A second player in the further conditions leaves the first one's seats to be found. */
    struct query seats;
    struct buf player;
    buf_init(&player, BUF_DEFAULT_MAX);
    add_player(p->in, -1, &player);
    status = query_parse(&seats, p->in->dbs[0]->game, p->in->named, buf_span(&player), err);
    if (status == STATUS_OK)
        status = side_games_find(&p->games, &seats, SIDE_PLAYER, &p->range, &p->search, err);
    if (status == STATUS_OK)
        status = side_games_limit(&p->games, &p->query, &p->range, &p->search, err);
    query_release(&seats);
    buf_release(&player);
    return status;
}

enum status player_profile_make(struct player_profile *out, const struct profile_input *in,
                                const struct profile_options *opt, struct err *err)
{
    struct profiler p = {.out = out,
                         .in = in,
                         .opt = opt,
                         .search = {.limit = UINT64_MAX,
                                    .threads = opt->threads,
                                    .cancelled = opt->cancelled,
                                    .values = opt->values},
                         .range = {.dbs = in->dbs, .count = in->count, .to = in->count}};
    *out = (struct player_profile){0};
    query_init(&p.query, in->dbs[0]->game);
    text_table_init(&out->spellings.names);
    text_table_init(&out->persons.names);
    text_table_init(&out->opponents.names);
    enum status status = find_player(&p, err);
    if (status == STATUS_OK)
        status = count_games(&p, err);
    if (status == STATUS_OK && out->games)
        status = find_names(&p, err);
    if (status == STATUS_OK && out->games)
        status = find_examples(&p, err);
    if (status == STATUS_OK && out->games)
        status = find_sequences(&p, err);
    query_release(&p.query);
    side_games_release(&p.games);
    mem_free(p.years);
    for (int i = 0; i < 3; i++)
        mem_free(p.plies[i]);
    if (status != STATUS_OK)
        player_profile_release(out);
    return status;
}

static void people_release(struct profile_people *people)
{
    mem_free(people->at);
    text_table_release(&people->names);
}

void player_profile_release(struct player_profile *p)
{
    people_release(&p->spellings);
    people_release(&p->persons);
    people_release(&p->opponents);
    mem_free(p->years);
    mem_free(p->bins);
    mem_free(p->names);
    mem_free(p->beginnings);
    mem_free(p->sequences);
    if (p->mined)
        mine_result_release(&p->mining);
    *p = (struct player_profile){0};
}

/* comparison.c: see comparison.h. */
#include "text/compare/comparison.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "query/language/words.h"
#include "query/plan/db_lookup.h"
#include "query/plan/meta_games.h"

const char *const comparison_kind_names[COMPARISON_KINDS] = {"opening", "castle", "shape", "move",
                                                             "sequence"};

/* The kind of which `word` is the plural; COMPARISON_KINDS: none. */
static unsigned kind_of_word(struct span word)
{
    unsigned kind = 0;
    if (!word.n || word.p[word.n - 1] != 's')
        return COMPARISON_KINDS;
    word.n--;
    while (kind < COMPARISON_KINDS && !span_eq(word, span_of(comparison_kind_names[kind])))
        kind++;
    return kind;
}

bool comparison_kinds_parse(struct span text, unsigned *kinds)
{
    *kinds = 0;
    for (bool more = true; more;) {
        const char *comma = text.n ? memchr(text.p, ',', text.n) : NULL;
        struct span word = span_make(text.p, comma ? (size_t)(comma - text.p) : text.n);
        unsigned kind = kind_of_word(word);
        if (kind == COMPARISON_KINDS)
            return false;
        *kinds |= 1U << kind;
        more = comma != NULL;
        text = span_skip(text, word.n + 1);
    }
    return true;
}

struct comparer {
    struct game_comparison *out;
    const struct comparison_input *in;
    const struct comparison_options *opt;
    struct search_options search;
    struct side_games sets[COMPARED_SETS];
    struct side_range range;
    uint64_t done, steps;
};

static bool wants(const struct comparer *c, enum comparison_kind kind)
{
    return !c->opt->kinds || c->opt->kinds >> kind & 1;
}

static void step(struct comparer *c)
{
    c->done++;
    if (c->opt->progress)
        c->opt->progress(c->opt->progress_ctx, c->done, c->steps);
}

/* Tests it, if there are games enough. */
static enum status add_row(struct comparer *c, const struct comparison_row *counts, struct err *err)
{
    struct game_comparison *out = c->out;
    if (counts->count[0] + counts->count[1] < c->opt->least || !counts->of[0] || !counts->of[1])
        return STATUS_OK;
    struct comparison_row *grown =
        mem_grow(out->rows, out->count, &out->cap, UINT32_MAX, sizeof *grown);
    if (!grown)
        return err_nomem(err);
    out->rows = grown;
    struct comparison_row *row = &grown[out->count++];
    *row = *counts;
    row->difference = newcombe_interval(row->count[0], row->of[0], row->count[1], row->of[1]);
    row->p = fisher_exact_p(row->count[0], row->of[0], row->count[1], row->of[1]);
    out->tested[row->kind]++;
    return STATUS_OK;
}

/* --- The sets --------------------------------------------------------------------------------- */

static enum side_rule rule_of(const struct comparison_input *in, int set)
{
    if (side_query_has_player(in->sets[set].query))
        return SIDE_PLAYER;
    return side_query_has_player(in->sets[!set].query) ? SIDE_DRAWN : SIDE_EITHER;
}

static void count_both(struct comparer *c)
{
    uint32_t part = 0;
    for (uint32_t d = 0; d < c->range.count; d++)
        for (uint32_t i = 0; i < c->range.dbs[d]->segment_count; i++, part++)
            for (size_t w = 0; w < game_words(&c->range.dbs[d]->segments[i].lines); w++)
                c->out->both += (uint64_t)__builtin_popcountll(c->sets[0].parts[part].games[w] &
                                                               c->sets[1].parts[part].games[w]);
}

static enum status find_sets(struct comparer *c, struct err *err)
{
    enum status status = STATUS_OK;
    for (int set = 0; set < COMPARED_SETS && status == STATUS_OK; set++) {
        c->range.from = c->in->sets[set].from;
        c->range.to = c->in->sets[set].to;
        c->out->rules[set] = rule_of(c->in, set);
        status = side_games_find(&c->sets[set], c->in->sets[set].query, c->out->rules[set],
                                 &c->range, &c->search, err);
        c->out->games[set] = c->sets[set].games;
        step(c);
    }
    if (status == STATUS_OK)
        count_both(c);
    return status;
}

/* --- Names ------------------------------------------------------------------------------------ */

static enum comparison_kind kind_of_name(const struct named_query *n)
{
    if (span_eq(n->group, SPAN("opening")))
        return COMPARISON_OPENING;
    return span_eq(n->group, SPAN("castle")) ? COMPARISON_CASTLE : COMPARISON_SHAPE;
}

/* The games in which it holds for a seat; *known is false if it cannot be read, or needs values. */
static enum status run_name(const struct comparer *c, const struct named_query *n, int seat,
                            struct query_result *r, bool *known, struct err *err)
{
    const struct game *game = c->in->dbs[0]->game;
    struct query q;
    struct buf text;
    buf_init(&text, QUERY_MAX_BYTES);
    side_word(n, game, seat, &text);
    enum status status = query_parse(&q, game, c->in->named, buf_span(&text), err);
    *known = status == STATUS_OK && !query_needs_others(&q);
    if (status != STATUS_NOMEM)
        status = STATUS_OK;
    if (status == STATUS_OK && *known)
        status = query_run(r, &q, c->in->dbs, c->in->count, &c->search, KEEP_GAMES, err);
    query_release(&q);
    buf_release(&text);
    return status;
}

/* The word of a result's segment, which has none if it was not searched. */
static uint64_t games_word(const struct query_result *r, uint32_t part, size_t w)
{
    return r->parts[part].games ? r->parts[part].games[w] : 0;
}

static void count_name(const struct comparer *c, const struct query_result *results,
                       uint64_t count[COMPARED_SETS])
{
    uint32_t part = 0;
    for (uint32_t d = 0; d < c->range.count; d++)
        for (uint32_t i = 0; i < c->range.dbs[d]->segment_count; i++, part++)
            for (size_t w = 0; w < game_words(&c->range.dbs[d]->segments[i].lines); w++)
                for (int set = 0; set < COMPARED_SETS; set++) {
                    uint64_t with = 0;
                    for (int seat = 0; seat < c->sets[set].seats; seat++)
                        with |= c->sets[set].parts[part].seats[seat][w] &
                                games_word(&results[seat], part, w);
                    count[set] += (uint64_t)__builtin_popcountll(with);
                }
}

static enum status compare_name(struct comparer *c, uint32_t number, struct err *err)
{
    const struct named_query *n = &c->in->named->at[number];
    struct comparison_row row = {.kind = kind_of_name(n), .number = number};
    struct query_result results[GAME_MAX_SEATS] = {{0}};
    enum status status = STATUS_OK;
    bool known = true;
    for (int seat = 0; seat < c->sets[0].seats && status == STATUS_OK && known; seat++)
        status = run_name(c, n, seat, &results[seat], &known, err);
    if (status == STATUS_OK && known) {
        for (int set = 0; set < COMPARED_SETS; set++)
            row.of[set] = c->sets[set].games;
        count_name(c, results, row.count);
        status = add_row(c, &row, err);
    }
    for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
        query_result_release(&results[seat]);
    return status;
}

static bool wants_name(const struct comparer *c, const struct named_query *n)
{
    return n->group.n && wants(c, kind_of_name(n)) && words_of_game(c->in->dbs[0]->game);
}

static enum status compare_names(struct comparer *c, struct err *err)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < c->in->named->count && status == STATUS_OK; i++)
        if (wants_name(c, &c->in->named->at[i])) {
            status = compare_name(c, i, err);
            step(c);
        }
    return status;
}

/* --- Next moves ------------------------------------------------------------------------------- */

static enum status compare_moves(struct comparer *c, struct err *err)
{
    const struct choice_options how = {
        .plies = c->opt->plies, .least = c->opt->least, .cancelled = c->opt->cancelled};
    struct position_choices *choices = &c->out->choices;
    enum status status = position_choices_count(choices, c->sets, &c->range, &how, err);
    for (size_t i = 0; i < choices->count && status == STATUS_OK; i++) {
        const struct position_choice *choice = &choices->at[i];
        const struct choice_position *position = &choices->positions[choice->position];
        struct comparison_row row = {.kind = COMPARISON_MOVE, .number = (uint32_t)i};
        for (int set = 0; set < COMPARED_SETS; set++) {
            row.count[set] = choice->games[set];
            row.of[set] = position->games[set];
        }
        /* who has one move only in a position has not chosen it */
        bool chosen = row.count[0] < row.of[0] || row.count[1] < row.of[1];
        if (choice_is_frequent(position, c->opt->least) && chosen)
            status = add_row(c, &row, err);
    }
    step(c);
    return status;
}

/* --- Sequences -------------------------------------------------------------------------------- */

/* The games of either set: "(A) or (B)", each bracket on a line of its own in case a comment ends
 * the query.  *all is true if one of them is every game. */
static enum status parse_either(const struct comparer *c, struct query *q, bool *all,
                                struct err *err)
{
    struct span one = span_trim(c->in->sets[0].query->text);
    struct span other = span_trim(c->in->sets[1].query->text);
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    *all = one.n == 0 || other.n == 0;
    buf_add_char(&text, '(');
    buf_add_span(&text, one);
    if (!span_eq(one, other)) {
        buf_add_str(&text, "\n) or (");
        buf_add_span(&text, other);
    }
    buf_add_str(&text, "\n)");
    enum status status = buf_status(&text) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (status == STATUS_OK)
        status = db_lookup_parse(q, c->in->dbs[0]->game, c->in->named,
                                 *all ? SPAN("") : buf_span(&text), c->in->dbs, c->in->count, err);
    else
        query_init(q, c->in->dbs[0]->game);
    buf_release(&text);
    return status;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Of its occurrences, which may be several in a game, `lines` gets the line of each. */
static void count_sequence(const struct comparer *c, const struct sequence *s,
                           const uint32_t *first_part, uint32_t *lines,
                           uint64_t count[COMPARED_SETS])
{
    const struct mine_result *m = &c->out->mining;
    uint32_t n = s->to - s->from;
    for (uint32_t i = 0; i < n; i++)
        lines[i] = sequence_occurrence(m, s, i).line;
    qsort(lines, n, sizeof *lines, by_number);
    for (uint32_t i = 0; i < n; i++) {
        const struct mined_line *l = &m->lines[lines[i]];
        for (int set = 0; set < COMPARED_SETS && (i == 0 || lines[i] != lines[i - 1]); set++)
            count[set] +=
                side_has(c->sets[set].parts[first_part[l->db] + l->segment].games, l->number);
    }
}

static enum status count_sequences(struct comparer *c, struct err *err)
{
    const struct sequences *found = &c->out->mining.found;
    uint32_t *first_part = mem_calloc((size_t)c->in->count + 1, sizeof *first_part), most = 0;
    for (size_t i = 0; i < found->count; i++)
        most =
            found->at[i].to - found->at[i].from > most ? found->at[i].to - found->at[i].from : most;
    uint32_t *lines = mem_alloc(((size_t)most + 1) * sizeof *lines);
    enum status status = first_part && lines ? STATUS_OK : err_nomem(err);
    for (uint32_t d = 1; d < c->in->count && status == STATUS_OK; d++)
        first_part[d] = first_part[d - 1] + c->in->dbs[d - 1]->segment_count;
    for (size_t i = 0; i < found->count && status == STATUS_OK; i++) {
        struct comparison_row row = {.kind = COMPARISON_SEQUENCE, .number = (uint32_t)i};
        for (int set = 0; set < COMPARED_SETS; set++)
            row.of[set] = c->sets[set].games;
        count_sequence(c, &found->at[i], first_part, lines, row.count);
        status = add_row(c, &row, err);
    }
    mem_free(first_part);
    mem_free(lines);
    return status;
}

static enum status compare_sequences(struct comparer *c, struct err *err)
{
    struct query q;
    bool all;
    const struct mine_options how = {
        .encoding = encoding_usual(c->in->dbs[0]->game),
        .scoring = {.min_length = c->opt->min_length, .top = c->opt->sequences, .threshold = NAN},
        .most_games = c->opt->most_games,
        .threads = c->opt->threads,
        .cancelled = c->opt->cancelled,
        .values = c->opt->values};
    if (!how.encoding)
        return STATUS_OK;
    enum status status = parse_either(c, &q, &all, err);
    if (status == STATUS_OK) {
        status = mine_run(&c->out->mining, c->in->dbs, c->in->count, all ? NULL : &q, &how, err);
        c->out->mined = status == STATUS_OK;
    }
    query_release(&q);
    step(c);
    return status == STATUS_OK ? count_sequences(c, err) : status;
}

/* --- All of it -------------------------------------------------------------------------------- */

static int by_p(const void *a, const void *b)
{
    const struct comparison_row *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* How far from 0 the interval keeps; negative if 0 is in it. */
static double sure_difference(const struct comparison_row *r)
{
    return fmax(r->difference.low, -r->difference.high);
}

static int by_difference(const void *a, const void *b)
{
    const struct comparison_row *x = a, *y = b;
    if (x->different != y->different)
        return x->different ? -1 : 1;
    double one = sure_difference(x), other = sure_difference(y);
    if (x->different && (one < other || one > other))
        return one > other ? -1 : 1;
    return by_p(a, b);
}

static enum status judge_rows(struct comparer *c, struct err *err)
{
    struct game_comparison *out = c->out;
    double *p = mem_alloc((out->count + 1) * sizeof *p);
    if (!p)
        return err_nomem(err);
    if (out->count)
        qsort(out->rows, out->count, sizeof *out->rows, by_p);
    for (size_t i = 0; i < out->count; i++)
        p[i] = out->rows[i].p;
    adjust_false_discovery(p, out->count);
    for (size_t i = 0; i < out->count; i++) {
        out->rows[i].adjusted = p[i];
        out->rows[i].different = p[i] <= c->opt->level;
        out->different += out->rows[i].different;
    }
    mem_free(p);
    if (out->count)
        qsort(out->rows, out->count, sizeof *out->rows, by_difference);
    return STATUS_OK;
}

static uint64_t count_steps(const struct comparer *c)
{
    uint64_t steps = COMPARED_SETS;
    steps += wants(c, COMPARISON_MOVE);
    steps += wants(c, COMPARISON_SEQUENCE);
    for (uint32_t i = 0; i < c->in->named->count; i++)
        steps += wants_name(c, &c->in->named->at[i]);
    return steps;
}

static bool is_comparable(const struct comparer *c)
{
    return c->sets[0].games && c->sets[1].games;
}

enum status comparison_run(struct game_comparison *out, const struct comparison_input *in,
                           const struct comparison_options *opt, struct err *err)
{
    struct comparer c = {.out = out,
                         .in = in,
                         .opt = opt,
                         .search = {.limit = UINT64_MAX,
                                    .threads = opt->threads,
                                    .cancelled = opt->cancelled,
                                    .values = opt->values},
                         .range = {.dbs = in->dbs, .count = in->count}};
    *out = (struct game_comparison){0};
    c.steps = count_steps(&c);
    enum status status = find_sets(&c, err);
    bool go_on = status == STATUS_OK && is_comparable(&c);
    if (go_on)
        status = compare_names(&c, err);
    if (go_on && status == STATUS_OK && wants(&c, COMPARISON_MOVE))
        status = compare_moves(&c, err);
    if (go_on && status == STATUS_OK && wants(&c, COMPARISON_SEQUENCE))
        status = compare_sequences(&c, err);
    if (status == STATUS_OK)
        status = judge_rows(&c, err);
    for (int set = 0; set < COMPARED_SETS; set++)
        side_games_release(&c.sets[set]);
    if (status != STATUS_OK)
        comparison_release(out);
    return status;
}

void comparison_release(struct game_comparison *c)
{
    mem_free(c->rows);
    position_choices_release(&c->choices);
    if (c->mined)
        mine_result_release(&c->mining);
    *c = (struct game_comparison){0};
}

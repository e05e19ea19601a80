/* joseki_tree.c: see joseki_tree.h. */
#include "text/profile/joseki_tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void joseki_tree_release(struct joseki_tree *t)
{
    for (uint32_t i = 0; i <= JOSEKI_TREE_DEPTH; i++) {
        mem_free(t->steps[i].moves);
        t->steps[i] = (struct joseki_step){0};
    }
}

/* --- Counting --------------------------------------------------------------------------------- */

/* A corner: its sentence and what is known of its game. */
struct corner_of_game {
    const struct sentence *s;
    const uint32_t *text;
    const struct columns *columns;
    uint32_t number, date;
};

static void add_result(struct joseki_count *c, const struct corner_of_game *g, uint32_t nth)
{
    int first = (g->s->mark & GO_CORNER_WHITE_BEGAN) != 0, seat = nth % 2 ? 1 - first : first;
    int points = column_points(g->columns, g->number, seat);
    c->times++;
    c->wins += points == POINTS_WIN;
    c->losses += points == POINTS_LOSS;
    c->draws += points == POINTS_DRAW;
}

static struct joseki_move *move_of(struct joseki_step *step, uint32_t symbol)
{
    for (uint32_t i = 0; i < step->count; i++)
        if (step->moves[i].symbol == symbol)
            return &step->moves[i];
    size_t cap = step->cap;
    struct joseki_move *grown =
        mem_grow(step->moves, step->count, &cap, GO_CORNER_POINTS, sizeof *grown);
    if (!grown)
        return NULL;
    step->moves = grown;
    step->cap = (uint32_t)cap;
    grown[step->count] = (struct joseki_move){.symbol = symbol};
    return &grown[step->count++];
}

/* What followed in a corner that came as far as this step. */
static enum status count_step(struct joseki_step *step, const struct corner_of_game *g,
                              uint32_t nth, struct err *err)
{
    step->times++;
    if (nth == g->s->count) {
        step->again += (g->s->mark & GO_CORNER_AGAIN) != 0;
        return STATUS_OK;
    }
    struct joseki_move *m = move_of(step, g->text[nth]);
    if (!m)
        return err_nomem(err);
    step->moved++;
    add_result(&m->count, g, nth);
    unsigned decade = date_year(g->date) / 10;
    if (decade && decade < JOSEKI_TREE_DECADES)
        m->decades[decade]++;
    return STATUS_OK;
}

static void add_example(struct joseki_tree *t, const struct corner_of_game *g,
                        const struct corpus *c)
{
    struct joseki_example e = {.line = g->s->line, .date = g->date};
    uint32_t at = t->example_count;
    e.ply = t->length ? corpus_ply(c, g->s, g->s->first + t->length - 1) + 1 : 0;
    while (at > 0 && t->examples[at - 1].date < e.date)
        at--;
    if (at == JOSEKI_TREE_EXAMPLES || (at && t->examples[at - 1].line == e.line))
        return;
    if (t->example_count < JOSEKI_TREE_EXAMPLES)
        t->example_count++;
    memmove(&t->examples[at + 1], &t->examples[at],
            (t->example_count - 1 - at) * sizeof *t->examples);
    t->examples[at] = e;
}

static void count_here(struct joseki_tree *t, const struct corner_of_game *g,
                       const struct corpus *c, uint32_t *line)
{
    uint32_t year = date_year(g->date);
    t->games += *line != g->s->line;
    *line = g->s->line;
    add_result(&t->began, g, 0);
    if (year && (t->first_year == 0 || year < t->first_year))
        t->first_year = year;
    if (year > t->last_year)
        t->last_year = year;
    add_example(t, g, c);
}

static struct corner_of_game corner_at(const struct mine_result *m, struct db *const *dbs,
                                       uint32_t nth)
{
    const struct sentence *s = &m->corpus.sentences[nth];
    const struct mined_line *at = &m->lines[s->line];
    const struct columns *columns = &dbs[at->db]->segments[at->segment].columns;
    return (struct corner_of_game){.s = s,
                                   .text = m->corpus.text + s->first,
                                   .columns = columns,
                                   .number = at->number,
                                   .date = column_date(columns, at->number)};
}

/* The steps from … to of the path, of the corners that went along it. */
static enum status count_steps(struct joseki_tree *t, const struct mine_result *m,
                               struct db *const *dbs, uint32_t from, uint32_t to, struct err *err)
{
    enum status status = STATUS_OK;
    uint32_t line = UINT32_MAX;
    for (uint32_t i = 0; i < m->corpus.sentence_count && status == STATUS_OK; i++) {
        const struct corner_of_game g = corner_at(m, dbs, i);
        uint32_t same = 0;
        while (same < to && same < g.s->count && g.text[same] == t->path[same])
            same++;
        for (uint32_t nth = from; nth <= same && status == STATUS_OK; nth++)
            status = count_step(&t->steps[nth], &g, nth, err);
        if (from == 0 && same == t->length)
            count_here(t, &g, &m->corpus, &line);
    }
    return status;
}

static int by_times(const void *a, const void *b)
{
    const struct joseki_move *x = a, *y = b;
    if (x->count.times != y->count.times)
        return x->count.times < y->count.times ? 1 : -1;
    return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

static void sort_steps(struct joseki_tree *t, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i <= to; i++)
        if (t->steps[i].count)
            qsort(t->steps[i].moves, t->steps[i].count, sizeof *t->steps[i].moves, by_times);
}

enum status joseki_tree_read(struct joseki_tree *t, const struct mine_result *corners,
                             struct db *const *dbs, const uint32_t *path, uint32_t length,
                             uint32_t ahead, struct err *err)
{
    static const struct msg LONG = {"the path has more than %1 moves",
                                    "手順が %1 手を超えています"};
    memset(t, 0, sizeof *t);
    if (length > JOSEKI_TREE_DEPTH)
        return err_set(err, STATUS_RANGE, &LONG, SPAN_U64(JOSEKI_TREE_DEPTH), SPAN(""));
    memcpy(t->path, path, length * sizeof *path);
    t->length = t->depth = length;
    enum status status = count_steps(t, corners, dbs, 0, length, err);
    sort_steps(t, 0, length);
    while (status == STATUS_OK && ahead-- && t->depth < JOSEKI_TREE_DEPTH &&
           t->steps[t->depth].count) {
        t->path[t->depth] = t->steps[t->depth].moves[0].symbol;
        t->depth++;
        status = count_steps(t, corners, dbs, t->depth, t->depth, err);
        sort_steps(t, t->depth, t->depth);
    }
    return status;
}

/* --- Points ----------------------------------------------------------------------------------- */

int joseki_point(uint32_t symbol, int size)
{
    return go_point(size - 1 - go_corner_x(symbol), size - 1 - go_corner_y(symbol));
}

struct path_point {
    int x, y;
};

/* From the corner that the first point is in. */
static void turn_path(struct path_point *at, uint32_t n, int size)
{
    bool left = n && at[0].x < size / 2, low = n && at[0].y < size / 2, turned = false;
    for (uint32_t i = 0; i < n; i++) {
        at[i].x = left ? at[i].x : size - 1 - at[i].x;
        at[i].y = low ? at[i].y : size - 1 - at[i].y;
    }
    for (uint32_t i = 0; i < n; i++)
        if (at[i].x != at[i].y) {
            turned = at[i].x > at[i].y;
            break;
        }
    for (uint32_t i = 0; i < n && turned; i++)
        at[i] = (struct path_point){at[i].y, at[i].x};
}

enum status joseki_path_parse(struct span text, int size, uint32_t path[JOSEKI_TREE_DEPTH],
                              uint32_t *length, struct err *err)
{
    static const struct msg NO_POINT = {"not a point of a corner: %1", "隅の点ではありません: %1"};
    struct path_point at[JOSEKI_TREE_DEPTH];
    uint32_t n = 0;
    for (text = span_trim(text); text.n; text = span_trim(text)) {
        struct span whole = text;
        int point;
        if (n == JOSEKI_TREE_DEPTH || !go_point_parse(&text, &point) || go_column(point) >= size ||
            go_row(point) >= size || (text.n && text.p[0] != ' '))
            return err_set(err, STATUS_SYNTAX, &NO_POINT, whole, SPAN(""));
        at[n++] = (struct path_point){go_column(point), go_row(point)};
    }
    turn_path(at, n, size);
    for (uint32_t i = 0; i < n; i++) {
        if (at[i].x >= (size + 1) / 2 || at[i].y >= (size + 1) / 2)
            return err_set(err, STATUS_SYNTAX, &NO_POINT, SPAN_U64(i + 1), SPAN(""));
        path[i] = go_corner_symbol(at[i].x, at[i].y);
    }
    *length = n;
    return STATUS_OK;
}

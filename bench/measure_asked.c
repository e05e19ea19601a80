/* measure_asked: how long questions take that people ask.  bench/asked.sh runs it.
 *
 *     measure_asked times DB        by kind: middle, 95th and 99th percentile and worst
 *     measure_asked slowest DB      the same, and each question above 10 ms
 *     measure_asked given DB        those from the standard input, one a line, and each of them
 *     measure_asked questions DB    prints the questions with their kinds
 *
 * 400 questions, drawn by a seed from the games of the database, each kind as people come to it:
 *
 *     position     a whole position of a game at any ply, so that frequent ones are asked often
 *     two pieces   (stones) of one position, and three or four: common ones are drawn often
 *     moved        three to six pieces that are not where they began
 *     shape        the pieces within a window of a position, 14 to 20
 *     name         a castle or an opening, of either player or of one; or of each one
 *     hand         pieces in hand, with a piece on the board
 *     measure      material, progress, value, pieces counted in a region
 *     region       Go: stones counted in a corner or a line, with a stone
 *     diagram      Go: a corner, a side or something anywhere
 *     move         one move, two or three in succession
 *     header       one of the others in games of a player, of some years, or won by one side
 *
 * A question is parsed beforehand and asked warm, on one thread, by the functions that the command
 * line and the page use: all totals and the first 20 hits, and next moves.  Times are that thread's
 * processor time, the better of two where it is short. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/rng.h"
#include "bench/timing.h"
#include "query/language/named.h"
#include "query/search.h"
#include "values/sheet/static_values.h"

enum { SEED = 1, MOST = 400, PAGE = 20, MOST_WORDS = 64, WORD = 24, TRIES = 200 };
static const double SLOW = 0.010, ONCE = 0.100;

enum kind {
    KIND_POSITION,
    KIND_TWO,
    KIND_FOUR,
    KIND_MOVED,
    KIND_SHAPE,
    KIND_NAME,
    KIND_HAND,
    KIND_MEASURE,
    KIND_REGION,
    KIND_DIAGRAM,
    KIND_MOVE,
    KIND_HEADER,
    KINDS
};
static const char *const KIND_NAMES[KINDS] = {"position", "two pieces", "three, four", "moved",
                                              "shape",    "name",       "hand",        "measure",
                                              "region",   "diagram",    "move",        "header"};
static const int SHOGI_COUNTS[KINDS] = {60, 60, 40, 40, 40, 60, 20, 20, 0, 0, 20, 40};
static const int GO_COUNTS[KINDS] = {60, 60, 40, 0, 40, 60, 0, 0, 20, 40, 40, 40};

static int fail(const struct err *err)
{
    struct buf text;
    buf_init(&text, 65536);
    err_format(err, LANG_EN, &text);
    fprintf(stderr, "measure_asked: %s\n", buf_cstr(&text));
    buf_release(&text);
    return 3;
}

/* --- A place in a game ------------------------------------------------------------------------ */

struct asker {
    const struct db *db;
    const struct game *game;
    const struct named_queries *named;
    struct rng rng;
    void *pos;
    uint32_t *facts, *first; /* of a position; of the usual start, sorted */
    uint32_t first_count;
    const struct db_segment *segment;
    uint32_t number, ply;
};

static bool is_shogi(const struct asker *a)
{
    return a->game == &shogi_game;
}

static uint64_t below(struct asker *a, uint64_t n)
{
    return rng_below(&a->rng, n);
}

/* A position at a ply of a game that was drawn. */
static bool draw_position(struct asker *a, uint32_t from, uint32_t to)
{
    for (int i = 0; i < TRIES; i++) {
        a->segment = &a->db->segments[below(a, a->db->segment_count)];
        const struct lines *l = &a->segment->lines;
        a->number = (uint32_t)below(a, l->games);
        a->ply = from + (uint32_t)below(a, to - from + 1);
        struct span start = lines_start_text(l, line_start(l, a->number));
        if (start.n || a->ply > line_plies(l, a->number))
            continue;
        a->game->rules.pos_start(a->pos);
        for (uint32_t p = 0; p < a->ply; p++)
            a->game->rules.play(a->pos, line_move(l, a->number, p));
        return true;
    }
    return false;
}

/* Words of the position in any order: what stands where. */
struct words {
    char at[MOST_WORDS][WORD];
    bool moved[MOST_WORDS]; /* not where it is at the start */
    size_t count;
};

static bool is_first(const struct asker *a, uint32_t fact)
{
    for (uint32_t i = 0; i < a->first_count; i++)
        if (a->first[i] == fact)
            return true;
    return false;
}

static bool is_place(const struct asker *a, const char *word)
{
    return is_shogi(a) ? word[1] >= '1' && word[1] <= '9' : word[1] >= 'A' && word[1] <= 'Z';
}

static void draw_words(struct asker *a, struct words *w)
{
    struct buf word;
    uint32_t n = a->game->rules.facts(a->pos, a->facts);
    rng_shuffle(&a->rng, a->facts, n, sizeof *a->facts);
    buf_init(&word, 64);
    w->count = 0;
    for (uint32_t i = 0; i < n && w->count < MOST_WORDS; i++) {
        buf_clear(&word);
        a->game->text.fact_print(a->facts[i], &word);
        if (word.n >= WORD || !is_place(a, buf_cstr(&word)))
            continue;
        w->moved[w->count] = !is_first(a, a->facts[i]);
        memcpy(w->at[w->count++], buf_cstr(&word), word.n + 1);
    }
    buf_release(&word);
}

static void add_word(struct buf *out, const char *word)
{
    buf_printf(out, "%s%s", out->n ? " " : "", word);
}

/* --- Kinds of questions ----------------------------------------------------------------------- */

static void ask_position(struct asker *a, struct buf *out)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (draw_position(a, 0, 100))
        a->game->text.pos_print(a->pos, 1, &text);
    buf_printf(out, "sfen \"%s\"", buf_cstr(&text));
    buf_release(&text);
}

static void ask_pieces(struct asker *a, size_t pieces, bool moved, struct buf *out)
{
    struct words w = {.count = 0};
    size_t n = 0;
    if (!draw_position(a, is_shogi(a) ? 0 : 20, 120))
        return;
    draw_words(a, &w);
    for (size_t i = 0; i < w.count && n < pieces; i++)
        if (!moved || w.moved[i]) {
            add_word(out, w.at[i]);
            n++;
        }
}

/* File and rank, or column and row, from the left and from below or above. */
static void place_of(const char *word, int *x, int *y)
{
    *x = word[1] >= 'A' ? word[1] - 'A' : word[1] - '0';
    *y = word[1] >= 'A' ? (int)strtol(word + 2, NULL, 10) : word[2] - '0';
}

static void ask_shape(struct asker *a, struct buf *out)
{
    struct words w = {.count = 0};
    size_t most = 14 + below(a, 7), n = 0;
    int x0 = 1 + (int)below(a, 4), y0 = 1 + (int)below(a, 4), x, y, side = is_shogi(a) ? 6 : 9;
    if (!draw_position(a, 30, 100))
        return;
    draw_words(a, &w);
    for (size_t i = 0; i < w.count && n < most; i++) {
        place_of(w.at[i], &x, &y);
        if (x < x0 || x >= x0 + side || y < y0 || y >= y0 + side)
            continue;
        add_word(out, w.at[i]);
        n++;
    }
}

static void add_name(struct asker *a, const char *side, struct buf *out)
{
    const struct named_query *q;
    do
        q = &a->named->at[below(a, a->named->count)];
    while (q->group.n == 0);
    buf_printf(out, "%s%s%.*s:%.*s", out->n ? " " : "", side, (int)q->group.n, q->group.p,
               (int)q->name.n, q->name.p);
}

static void ask_name(struct asker *a, struct buf *out)
{
    const char *const sides[2] = {is_shogi(a) ? "s." : "b.", is_shogi(a) ? "g." : "w."};
    switch (below(a, 4)) {
    case 0:
    case 1:
        add_name(a, "", out);
        return;
    case 2:
        add_name(a, sides[below(a, 2)], out);
        return;
    default:
        add_name(a, sides[0], out);
        add_name(a, sides[1], out);
    }
}

static void ask_hand(struct asker *a, struct buf *out)
{
    static const char *const kinds[] = {"fu", "ky", "ke", "gi", "ki", "ka", "hi"};
    if (below(a, 2))
        ask_pieces(a, 1, false, out);
    buf_printf(out, "%s%c.hand.%s%s%d", out->n ? " " : "", "sg"[below(a, 2)], kinds[below(a, 7)],
               below(a, 2) ? ">=" : "=", (int)below(a, 3));
}

static void ask_measure(struct asker *a, struct buf *out)
{
    switch (below(a, 5)) {
    case 0:
        buf_printf(out, "material>=%d", 100 * (int)(1 + below(a, 15)));
        return;
    case 1:
        buf_printf(out, "value>=%d", 100 * (int)(1 + below(a, 15)));
        return;
    case 2:
        buf_printf(out, "progress>=0.%d", (int)(1 + below(a, 8)));
        return;
    case 3:
        buf_printf(out, "count(ski,s.camp)=%d", (int)below(a, 5));
        return;
    default:
        buf_printf(out, "count({sfu,gfu},rank:5)>=%d", (int)(1 + below(a, 4)));
    }
}

static void ask_region(struct asker *a, struct buf *out)
{
    static const char *const regions[] = {"corner:top-right", "row:3", "row:10", "column:C"};
    ask_pieces(a, 1, false, out);
    buf_printf(out, " count(%s,%s)%s%d", below(a, 2) ? "b" : "any", regions[below(a, 4)],
               below(a, 2) ? ">=" : "=", (int)(1 + below(a, 5)));
}

/* A corner or a window of the position, drawn. */
static void ask_diagram(struct asker *a, struct buf *out)
{
    struct words w = {.count = 0};
    bool corner = below(a, 2) == 0;
    int side = corner ? 6 + (int)below(a, 4) : 3 + (int)below(a, 3), x, y;
    int x0 = corner ? 0 : 3 + (int)below(a, 8), y0 = corner ? 1 : 3 + (int)below(a, 8);
    char rows[16][16];
    int stones = 0;
    memset(rows, '.', sizeof rows);
    if (!draw_position(a, 20, 90))
        return;
    draw_words(a, &w);
    for (size_t i = 0; i < w.count; i++) {
        place_of(w.at[i], &x, &y);
        x -= w.at[i][1] > 'I' ? 1 : 0;
        if (x >= x0 && x < x0 + side && y >= y0 && y < y0 + side)
            rows[y0 + side - 1 - y][x - x0] = w.at[i][0] == 'b' ? 'X' : 'O', stones++;
    }
    if (stones < 3) {
        ask_diagram(a, out); /* the next position; some have stones everywhere */
        return;
    }
    buf_add_str(out, "pattern \"");
    for (int row = 0; row < side; row++)
        buf_printf(out, "%s%s%.*s", row ? "/" : "", corner ? "|" : "", side, rows[row]);
    if (corner) {
        buf_add_str(out, "/+");
        for (int i = 0; i < side; i++)
            buf_add_char(out, '-');
    }
    buf_add_char(out, '"');
}

static void ask_move(struct asker *a, struct buf *out)
{
    struct buf text;
    int moves = 1 + (int)below(a, 3);
    if (!draw_position(a, 0, 60))
        return;
    buf_init(&text, 64);
    for (int i = 0; i < moves && a->ply < line_plies(&a->segment->lines, a->number); i++) {
        game_move move = line_move(&a->segment->lines, a->number, a->ply++);
        buf_add_char(&text, ' ');
        a->game->text.move_print(a->pos, move, &text);
        a->game->rules.play(a->pos, move);
    }
    buf_printf(out, "seq:\"%s\"", text.n ? buf_cstr(&text) + 1 : "");
    buf_release(&text);
}

static void ask_one(struct asker *a, enum kind kind, struct buf *out);

static void ask_header(struct asker *a, struct buf *out)
{
    static const enum kind with[] = {KIND_POSITION, KIND_TWO, KIND_FOUR, KIND_NAME};
    struct span name = {0};
    struct err err;
    ask_one(a, with[below(a, 4)], out);
    switch (below(a, 3)) {
    case 0:
        if (column_player(&a->segment->columns, a->number, 0) &&
            metadata_player_name(a->segment->metadata,
                                 column_player(&a->segment->columns, a->number, 0), &name,
                                 &err) == STATUS_OK)
            buf_printf(out, " player:\"%.*s\"", (int)name.n, name.p);
        return;
    case 1: {
        unsigned year = 1980 + (unsigned)below(a, 40);
        buf_printf(out, " date:%u..%u", year, year + (unsigned)below(a, 10));
        return;
    }
    default:
        buf_printf(out, " result:%c", is_shogi(a) ? "sg"[below(a, 2)] : "bw"[below(a, 2)]);
    }
}

static void ask_one(struct asker *a, enum kind kind, struct buf *out)
{
    switch (kind) {
    case KIND_POSITION:
        ask_position(a, out);
        return;
    case KIND_TWO:
        ask_pieces(a, 2, false, out);
        return;
    case KIND_FOUR:
        ask_pieces(a, 3 + below(a, 2), false, out);
        return;
    case KIND_MOVED:
        ask_pieces(a, 3 + below(a, 4), true, out);
        return;
    case KIND_SHAPE:
        ask_shape(a, out);
        return;
    case KIND_NAME:
        ask_name(a, out);
        return;
    case KIND_HAND:
        ask_hand(a, out);
        return;
    case KIND_MEASURE:
        ask_measure(a, out);
        return;
    case KIND_REGION:
        ask_region(a, out);
        return;
    case KIND_DIAGRAM:
        ask_diagram(a, out);
        return;
    case KIND_MOVE:
        ask_move(a, out);
        return;
    case KIND_HEADER:
        ask_header(a, out);
        return;
    case KINDS:
        return;
    }
}

/* --- All of them ------------------------------------------------------------------------------ */

struct asked {
    char *text; /* owned */
    enum kind kind;
    double hits, moves; /* seconds */
    uint64_t games;
};
struct asked_set {
    struct asked at[MOST];
    size_t count;
};

static bool add_asked(struct asked_set *s, enum kind kind, const struct buf *text)
{
    char *copy = mem_alloc(text->n + 1);
    if (!copy || s->count == MOST) {
        mem_free(copy);
        return false;
    }
    memcpy(copy, text->p, text->n + 1);
    s->at[s->count++] = (struct asked){.text = copy, .kind = kind};
    return true;
}

static bool draw_all(struct asker *a, struct asked_set *s)
{
    const int *counts = is_shogi(a) ? SHOGI_COUNTS : GO_COUNTS;
    struct buf text;
    bool good = true;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < counts[kind] && good; i++) {
            rng_seed_stream(&a->rng, SEED, (uint64_t)kind * 1000 + (uint64_t)i);
            buf_clear(&text);
            ask_one(a, (enum kind)kind, &text);
            buf_cstr(&text);
            good = buf_status(&text) == STATUS_OK && add_asked(s, (enum kind)kind, &text);
        }
    buf_release(&text);
    return good;
}

static bool read_given(struct asked_set *s)
{
    char line[4096];
    struct buf text;
    bool good = true;
    buf_init(&text, sizeof line);
    while (good && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        buf_clear(&text);
        buf_add_str(&text, line);
        buf_cstr(&text);
        good = add_asked(s, KIND_POSITION, &text);
    }
    buf_release(&text);
    return good;
}

/* Whether the query was asked; one that cannot be is left out, with the reason. */
static enum status measure_once(struct db *db, const struct query *q,
                                const struct search_options *opt, struct asked *out,
                                struct err *err)
{
    struct hits hits = {0};
    struct moves_table moves = {0};
    double began = timing_cpu();
    enum status status = search_run(q, &db, 1, opt, &hits, err);
    double found = timing_cpu();
    if (status == STATUS_OK)
        status = moves_run(q, &db, 1, opt, &moves, err);
    double ended = timing_cpu();
    out->hits = found - began < out->hits ? found - began : out->hits;
    out->moves = ended - found < out->moves ? ended - found : out->moves;
    out->games = hits.games;
    hits_release(&hits);
    moves_release(&moves);
    return status;
}

static enum status measure_one(struct db *db, const struct named_queries *named, struct asked *a,
                               struct err *err)
{
    struct search_options opt = {.limit = PAGE, .threads = 1};
    struct static_values *values = NULL;
    struct query q;
    enum status status = query_parse(&q, db->game, named, span_of(a->text), err);
    if (status != STATUS_OK)
        return status;
    a->hits = a->moves = 1e9;
    status = static_values_for(&values, &q, err);
    opt.values = static_values_hook(values);
    if (status == STATUS_OK)
        status = measure_once(db, &q, &opt, a, err);
    if (status == STATUS_OK && a->hits + a->moves < ONCE)
        status = measure_once(db, &q, &opt, a, err);
    static_values_close(values);
    query_release(&q);
    return status;
}

static double at_share(const double *sorted, size_t n, size_t percent)
{
    return 1e3 * sorted[(n * percent + 99) / 100 - 1];
}

/* One row of the table; kind KINDS: all of them. */
static void print_row(const struct asked_set *s, enum kind kind)
{
    double hits[MOST], moves[MOST], games = 0;
    size_t n = 0;
    for (size_t i = 0; i < s->count; i++)
        if (kind == KINDS || s->at[i].kind == kind) {
            hits[n] = s->at[i].hits;
            games += (double)s->at[i].games;
            moves[n++] = s->at[i].moves;
        }
    if (n == 0)
        return;
    (void)timing_summarise(hits, n); /* sorts them */
    (void)timing_summarise(moves, n);
    printf("  %-12s %4zu %9.0f ", kind == KINDS ? "all" : KIND_NAMES[kind], n, games / (double)n);
    for (int which = 0; which < 2; which++) {
        const double *t = which ? moves : hits;
        printf(" %8.3f %8.2f %8.2f %8.2f", at_share(t, n, 50), at_share(t, n, 95),
               at_share(t, n, 99), 1e3 * t[n - 1]);
    }
    printf("\n");
}

static int measure_all(struct db *db, const struct named_queries *named, struct asked_set *s,
                       double from)
{
    struct err err;
    for (size_t i = 0; i < s->count; i++)
        if (measure_one(db, named, &s->at[i], &err) != STATUS_OK) {
            fprintf(stderr, "%s: ", s->at[i].text);
            return fail(&err);
        }
    printf("  CPU, ms                games          hits: p50      p95      p99    worst"
           "  moves: p50  p95      p99    worst\n");
    for (int kind = 0; kind <= KINDS; kind++)
        print_row(s, (enum kind)kind);
    for (size_t i = 0; i < s->count; i++)
        if (s->at[i].hits > from || s->at[i].moves > from)
            printf("    %8.2f %8.2f ms, %8llu games: %s: %s\n", 1e3 * s->at[i].hits,
                   1e3 * s->at[i].moves, (unsigned long long)s->at[i].games,
                   KIND_NAMES[s->at[i].kind], s->at[i].text);
    return 0;
}

static bool open_asker(struct asker *a, const struct db *db, const struct named_queries *named)
{
    *a = (struct asker){.db = db, .game = db->game, .named = named};
    a->pos = mem_calloc_aligned(64, 1, (db->game->pos_bytes + 63) / 64 * 64);
    a->facts = mem_alloc(db->game->max_facts * sizeof *a->facts);
    a->first = mem_alloc(db->game->max_facts * sizeof *a->first);
    if (!a->pos || !a->facts || !a->first)
        return false;
    db->game->rules.pos_start(a->pos);
    a->first_count = db->game->rules.facts(a->pos, a->first);
    return true;
}

static int run(const char *mode, struct db *db, const struct named_queries *named)
{
    struct asked_set *s = mem_calloc(1, sizeof *s);
    struct asker a = {0};
    bool good = s && open_asker(&a, db, named);
    int code = 3;
    if (good)
        good = strcmp(mode, "given") == 0 ? read_given(s) : draw_all(&a, s);
    if (good && strcmp(mode, "questions") == 0) {
        for (size_t i = 0; i < s->count; i++)
            printf("%s\t%s\n", KIND_NAMES[s->at[i].kind], s->at[i].text);
        code = 0;
    } else if (good) {
        code = measure_all(db, named, s,
                           strcmp(mode, "times") == 0   ? HUGE_VAL
                           : strcmp(mode, "given") == 0 ? 0
                                                        : SLOW);
    }
    for (size_t i = 0; s && i < s->count; i++)
        mem_free(s->at[i].text);
    mem_free(s);
    mem_free(a.pos);
    mem_free(a.facts);
    mem_free(a.first);
    return code;
}

int main(int argc, char **argv)
{
    struct named_queries named;
    struct err err;
    struct db *db;
    if (argc != 3) {
        fprintf(stderr, "usage: measure_asked times|slowest|given|questions DB\n");
        return 2;
    }
    if (db_open(&db, argv[2], &err) != STATUS_OK)
        return fail(&err);
    named_init(&named);
    enum status status = named_add_builtin(&named, db->game, &err);
    int code = status == STATUS_OK ? run(argv[1], db, &named) : fail(&err);
    named_release(&named);
    db_close(db);
    return code;
}

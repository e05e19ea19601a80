/* fact_lists: how large the fact index is and how fast its lists are.
 *
 *     fact_lists [--openings FILE] [--seed N] [--threads N] (PATH... | GAMES)
 *
 * Indexes the games of the paths (files, folders, archives; those of 20 plies or more, each once),
 * or so many generated ones, and prints bytes a game by section, how long writing took, and what
 * going through lists, seeking in them and intersecting them costs.  The partial positions are
 * those of the specification: all pieces in a window of 6 to 8 files by 5 to 7 ranks at plies 30 to
 * 100 of a random game; "misses" have one piece moved.
 *
 * Not part of `make bench`; `make build/release/bench/fact_lists` builds it. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../tests/unit/lines_fixture.h"
#include "base/io/source.h"
#include "base/text/num.h"
#include "facts/intersect.h"
#include "formats/format.h"
#include "games/replay.h"
#include "games/shogi/shogi_facts.h"

enum { SHORTEST = 20, QUERIES = 1000, MAX_KEYS = 64, SEEKS = 20000 };

static void require(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "fact_lists: %s\n", what);
    exit(3);
}

/* CPU time: other programs on the machine do not count. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double wall_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- The games ------------------------------------------------------------------------------- */

struct lists_reader {
    struct reader reader;
    record_sink *sink;
    void *ctx;
};

static enum status read_item(void *ctx, const struct source_item *item)
{
    struct lists_reader *r = ctx;
    struct err err;
    enum status st = reader_read(&r->reader, item->bytes, item->label, NULL, r->sink, r->ctx, &err);
    return st == STATUS_NOMEM ? st : STATUS_OK;
}

static void read_path(const char *path, record_sink *sink, void *ctx)
{
    struct lists_reader r = {.sink = sink, .ctx = ctx};
    struct source_handler handler = {.ctx = &r, .item = read_item};
    struct err err;
    reader_init(&r.reader);
    require(source_walk(&path, 1, NULL, &handler, &err) == STATUS_OK, path);
    reader_release(&r.reader);
}

static enum status add_opening(void *ctx, struct record *rec)
{
    struct buf line;
    struct err err;
    unsigned losses = 0;
    buf_init(&line, BUF_DEFAULT_MAX);
    enum status st = format_by_name(SPAN("usi"))->write(rec, &line, &losses, &err);
    if (st == STATUS_OK)
        st = generator_add_opening(ctx, buf_span(&line), &err);
    buf_release(&line);
    return st == STATUS_NOMEM ? st : STATUS_OK;
}

/* The start as the store would have it: nothing for the usual one. */
static void start_text(const struct record *rec, struct buf *out)
{
    struct shogi_pos pos, usual;
    struct err err;
    shogi_pos_start(&usual);
    if (rec->start.n &&
        shogi_sfen_parse(&pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, &err) == STATUS_OK &&
        !shogi_pos_equal(&pos, &usual))
        shogi_sfen_print(&pos, 1, out);
}

static enum status add_game(void *ctx, struct record *rec)
{
    static shogi_move moves[RECORD_MAX_PLIES];
    uint32_t n = 0;
    struct buf start;
    for (uint32_t node = rec->nodes[0].child; node; node = rec->nodes[node].child)
        if (!record_is_end(rec, node) && n < RECORD_MAX_PLIES)
            moves[n++] = (shogi_move)rec->nodes[node].move;
    if (n < SHORTEST)
        return STATUS_OK;
    buf_init(&start, 1000);
    start_text(rec, &start);
    fixture_add(ctx, buf_cstr(&start), moves, n, POINTS_UNKNOWN);
    buf_release(&start);
    return STATUS_OK;
}

/* Leaves each game in once. */
static void drop_duplicates(struct lines_fixture *f)
{
    size_t kept = 0;
    qsort(f->games, f->game_count, sizeof *f->games, fixture_compare);
    for (size_t i = 0; i < f->game_count; i++) {
        struct fixture_game *g = &f->games[i], *last = &f->games[kept ? kept - 1 : 0];
        if (kept && strcmp(g->start, last->start) == 0 && g->plies == last->plies &&
            memcmp(g->moves, last->moves, g->plies * sizeof *g->moves) == 0) {
            free(g->start);
            free(g->moves);
            continue;
        }
        f->games[kept] = *g;
        f->games[kept].id = (uint32_t)kept;
        kept++;
    }
    f->game_count = kept;
}

/* --- Measuring ------------------------------------------------------------------------------- */

struct subject {
    struct lines_fixture *fixture;
    struct segment segment;
    struct fact_index index;
    struct replay *replay;
    unsigned threads;
    uint64_t postings;
};

static void write_index(struct subject *s, const char *path)
{
    struct index_options opt = {.threads = s->threads, .memory = (size_t)256 << 20};
    struct segment_writer w;
    struct err err;
    double cpu = seconds(), wall = wall_seconds();
    require(segment_writer_open(&w, path, &err) == STATUS_OK, "no segment");
    require(fact_index_write(&s->fixture->lines, &opt, &w, &err) == STATUS_OK, "no index");
    cpu = seconds() - cpu;
    wall = wall_seconds() - wall;
    require(segment_writer_commit(&w, &err) == STATUS_OK, "no segment");
    double games = s->fixture->lines.games;
    printf("writing: %.2f s, %.2f s of CPU, %.2f us of CPU a game\n", wall, cpu, cpu / games * 1e6);
}

static void open_index(struct subject *s, const char *path)
{
    struct err err;
    require(segment_open(&s->segment, path, &err) == STATUS_OK, "not a segment");
    require(fact_index_open(&s->index, &shogi_game, &s->fixture->lines, &s->segment, &err) ==
                STATUS_OK,
            "not an index");
    for (uint32_t fact = 0; fact < s->index.facts; fact++)
        s->postings += fact_list_length(&s->index, fact);
}

static void print_sizes(const struct subject *s)
{
    const struct lines *l = &s->fixture->lines;
    double games = l->games, all = 0;
    printf("games %.0f, plies a game %.1f, postings a game %.1f\n", games,
           lines_u32(l->first, l->games) / games, (double)s->postings / games);
    uint64_t numbers = 0;
    for (uint32_t fact = 0; fact < s->index.facts; fact++) {
        struct fact_cursor c;
        fact_cursor_open(&c, &s->index, fact);
        numbers += c.length ? (uint64_t)(c.bytes.p - c.numbers) : 0;
    }
    printf("  of which numbers of spans %.1f B a game\n", (double)numbers / games);
    for (unsigned i = 0; i < s->segment.count; i++) {
        const struct segment_section *section = &s->segment.sections[i];
        printf("  %-8s %7.2f B a game\n", section->name, (double)section->length / games);
        all += (double)section->length;
    }
    printf("  all      %7.2f B a game\n", all / games);
}

static void measure_walks(const struct subject *s)
{
    uint64_t sum = 0;
    double t = seconds();
    for (uint32_t fact = 0; fact < s->index.facts; fact++) {
        struct fact_cursor c;
        fact_cursor_open(&c, &s->index, fact);
        while (fact_cursor_next_block(&c))
            sum += c.lines[0];
    }
    double blocks = seconds() - t;
    t = seconds();
    for (uint32_t fact = 0; fact < s->index.facts; fact++) {
        struct fact_cursor c;
        fact_cursor_open(&c, &s->index, fact);
        while (fact_cursor_next(&c))
            sum += fact_cursor_get(&c)->to;
    }
    double whole = seconds() - t;
    printf("going through all lists: lines %.0f million/s, postings one by one %.0f million/s "
           "(sum %llu)\n",
           (double)s->postings / blocks / 1e6, (double)s->postings / whole / 1e6,
           (unsigned long long)(sum % 1000));
}

/* Seeks in the longest list, with steps that a list of `candidates` lines would make. */
static void measure_seeks(const struct subject *s, uint32_t candidates)
{
    uint32_t longest = 0, lines = s->fixture->lines.count;
    struct rng rng;
    struct fact_cursor c;
    uint64_t done = 0, sum = 0;
    rng_seed(&rng, 1);
    for (uint32_t fact = 0; fact < s->index.facts; fact++)
        if (fact_list_length(&s->index, fact) > fact_list_length(&s->index, longest))
            longest = fact;
    double t = seconds();
    while (done < SEEKS) {
        fact_cursor_open(&c, &s->index, longest);
        uint64_t line = rng_below(&rng, 2 * (uint64_t)lines / candidates + 1);
        for (; line < lines && fact_cursor_seek(&c, (uint32_t)line); done++) {
            sum += fact_cursor_get(&c)->to;
            line += 1 + rng_below(&rng, 2 * (uint64_t)lines / candidates);
        }
    }
    t = seconds() - t;
    printf("seeking in %u postings for %u lines: %.0f ns a seek (sum %llu)\n",
           fact_list_length(&s->index, longest), candidates, t / (double)done * 1e9,
           (unsigned long long)(sum % 1000));
}

/* What settling a window costs at most: a whole game. */
static void measure_replay(const struct subject *s)
{
    const struct lines *l = &s->fixture->lines;
    uint64_t plies = 0;
    uint32_t games = l->games < 20000 ? l->games : 20000;
    struct err err;
    require(replay_start_text(s->replay, (struct span){0}, &err) == STATUS_OK, "no start");
    double t = seconds();
    for (uint32_t line = 0; line < games; line++) {
        uint32_t n = 0;
        replay_restart(s->replay);
        while (n < line_plies(l, line) && replay_step(s->replay, line_move(l, line, n)))
            n++;
        plies += n;
    }
    t = seconds() - t;
    printf("replaying: %.0f ns a game, %.1f ns a ply\n", t / games * 1e9, t / (double)plies * 1e9);
}

/* --- Partial positions ----------------------------------------------------------------------- */

struct fact_list_query {
    uint32_t facts[MAX_KEYS];
    size_t n;
    double time;
    size_t candidates, hits;
};

static bool make_query(const struct lines *l, struct rng *rng, bool miss, struct fact_list_query *q)
{
    uint32_t line = (uint32_t)rng_below(rng, l->games), ply = 30 + (uint32_t)rng_below(rng, 71);
    struct shogi_pos pos;
    if (line_plies(l, line) < ply || lines_start_text(l, line_start(l, line)).n)
        return false;
    shogi_pos_start(&pos);
    for (uint32_t i = 0; i < ply; i++) {
        struct shogi_undo undo;
        shogi_play(&pos, (shogi_move)line_move(l, line, i), &undo);
    }
    int files = 6 + (int)rng_below(rng, 3), ranks = 5 + (int)rng_below(rng, 3);
    int file = 1 + (int)rng_below(rng, 10 - (uint64_t)files);
    int rank = 1 + (int)rng_below(rng, 10 - (uint64_t)ranks);
    q->n = 0;
    for (int i = 0; i < files * ranks && q->n < MAX_KEYS; i++) {
        int square = shogi_square(file + i / ranks, rank + i % ranks);
        int piece = shogi_piece_at(&pos, square);
        if (piece)
            q->facts[q->n++] =
                shogi_fact_on_board(shogi_color_of(piece), square, shogi_kind_of(piece));
    }
    if (q->n < 5)
        return false;
    uint32_t *moved = &q->facts[rng_below(rng, q->n)];
    if (miss) /* to the next square: same kind and colour */
        *moved = (*moved + 14) % 2268;
    return true;
}

static bool settle(struct subject *s, const struct fact_candidate *w,
                   const struct fact_list_query *q)
{
    const struct lines *l = &s->fixture->lines;
    struct replay *r = s->replay;
    size_t hold = 0;
    replay_restart(r);
    for (uint32_t ply = 0;; ply++) {
        for (size_t k = 0; k < q->n; k++) {
            for (uint32_t i = 0; i < r->changes.n_ends; i++)
                hold -= r->changes.ends[i] == q->facts[k];
            for (uint32_t i = 0; i < r->changes.n_begins; i++)
                hold += r->changes.begins[i] == q->facts[k];
        }
        if (hold == q->n && ply >= w->from && ply < w->to)
            return true;
        if (ply + 1 >= w->to || !replay_step(r, line_move(l, w->line, ply)))
            return false;
    }
}

static int compare_times(const void *x, const void *y)
{
    const struct fact_list_query *a = x, *b = y;
    return a->time < b->time ? -1 : a->time > b->time;
}

static void measure_queries(struct subject *s, bool miss)
{
    static struct fact_list_query queries[QUERIES];
    const struct lines *l = &s->fixture->lines;
    struct fact_candidates found = {0};
    struct rng rng;
    struct err err;
    double keys = 0, time = 0, candidates = 0, hits = 0;
    rng_seed(&rng, 3);
    require(replay_start_text(s->replay, (struct span){0}, &err) == STATUS_OK, "no start");
    for (int i = 0; i < QUERIES; i++) {
        struct fact_list_query *q = &queries[i];
        while (!make_query(l, &rng, miss, q))
            continue;
        q->time = 1;
        for (int pass = 0; pass < 3; pass++) {
            found.count = 0;
            double t = seconds();
            require(fact_intersect(&s->index, q->facts, q->n, NULL, l, &found, &err) == STATUS_OK,
                    "damaged");
            t = seconds() - t;
            q->time = t < q->time ? t : q->time;
        }
        q->candidates = found.count;
        q->hits = 0;
        for (size_t k = 0; k < found.count; k++)
            if (!lines_start_text(l, line_start(l, found.at[k].line)).n)
                q->hits += settle(s, &found.at[k], q);
        keys += (double)q->n;
        time += q->time;
        candidates += (double)q->candidates;
        hits += (double)q->hits;
    }
    qsort(queries, QUERIES, sizeof *queries, compare_times);
    printf("partial positions%s: %.1f keys; mean %.1f us, median %.1f, 99th percentile %.1f, "
           "worst %.1f; %.1f windows, %.1f true\n",
           miss ? " that miss" : "", keys / QUERIES, time / QUERIES * 1e6,
           queries[QUERIES / 2].time * 1e6, queries[QUERIES * 99 / 100].time * 1e6,
           queries[QUERIES - 1].time * 1e6, candidates / QUERIES, hits / QUERIES);
    candidates_release(&found);
}

static void measure(struct lines_fixture *f, unsigned threads)
{
    char path[] = "/tmp/fact_lists-XXXXXX";
    struct subject s = {.fixture = f, .threads = threads};
    struct err err;
    int fd = mkstemp(path);
    require(fd >= 0, "no temporary file");
    close(fd);
    write_index(&s, path);
    open_index(&s, path);
    require(replay_open(&s.replay, &shogi_game, &err) == STATUS_OK, "no memory");
    print_sizes(&s);
    measure_walks(&s);
    measure_replay(&s);
    for (uint32_t candidates = 10; candidates <= 10000 && candidates < f->lines.count;
         candidates *= 10)
        measure_seeks(&s, candidates);
    measure_queries(&s, false);
    measure_queries(&s, true);
    replay_close(s.replay);
    segment_close(&s.segment);
    unlink(path);
}

int main(int argc, char **argv)
{
    struct lines_fixture f;
    struct generator g;
    uint64_t n = 0, threads = 1;
    bool ok = argc > 1;
    fixture_init(&f);
    generator_init(&g, 1);
    for (int i = 1; i < argc && ok; i++) {
        if (strcmp(argv[i], "--openings") == 0 && i + 1 < argc)
            read_path(argv[++i], add_opening, &g);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            ok = num_parse_u64(span_of(argv[++i]), UINT64_MAX, &g.seed);
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            ok = num_parse_u64(span_of(argv[++i]), 1024, &threads);
        else if (num_parse_u64(span_of(argv[i]), UINT32_MAX, &n))
            fixture_add_from(&f, &g, 0, n);
        else
            read_path(argv[i], add_game, &f);
    }
    if (!ok || !f.game_count) {
        fprintf(stderr, "usage: fact_lists [--openings FILE] [--seed N] [--threads N] "
                        "(PATH... | GAMES)\n");
        return 2;
    }
    drop_duplicates(&f);
    fixture_finish(&f);
    measure(&f, (unsigned)threads);
    fixture_release(&f);
    generator_release(&g);
    return 0;
}

/* bench_positions: size and speed of the index of whole positions.
 *
 *     bench_positions [--openings FILE | --records PATH]... [--corpus FILE] [--memory MIB]
 *                     [--threads N] [GAMES]
 *
 * Generates games (from the built-in book, or from openings, one USI line each) or reads the main
 * lines of records, those of fewer than 20 plies and those read before left out; builds the index,
 * and asks it for positions of several kinds, each once for warmth and once with a clock.  With
 * --corpus the lines are kept in a file and taken from there the next time.
 *
 * A question is what `kifu moves` asks: the stored figures, or, where there are none, all
 * occurrences and the next moves counted from them. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/source.h"
#include "base/text/num.h"
#include "bench/timing.h"
#include "facts/position_index.h"
#include "formats/format.h"
#include "tests/unit/lines_fixture.h"

enum { MAX_PATHS = 32, SHORTEST = 20, QUERIES = 1000, FREQUENT = 100, CANDIDATES = 200000 };

struct options {
    const char *openings, *corpus;
    const char *records[MAX_PATHS];
    size_t record_paths;
    uint64_t games, memory_mib, threads;
};

static void require_ok(enum status st, const struct err *err)
{
    struct buf text;
    if (st == STATUS_OK)
        return;
    buf_init(&text, 4096);
    err_format(err, LANG_EN, &text);
    fprintf(stderr, "bench_positions: %s\n", buf_cstr(&text));
    exit(3);
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- Corpus ---------------------------------------------------------------------------------- */

static enum status add_openings(void *ctx, const struct source_item *item)
{
    struct err err;
    for (struct span rest = item->bytes; rest.n;) {
        ptrdiff_t end = span_find(rest, SPAN("\n"));
        struct span line = span_make(rest.p, end < 0 ? rest.n : (size_t)end);
        if (generator_add_opening(ctx, line, &err) == STATUS_NOMEM)
            return STATUS_NOMEM;
        rest = span_skip(rest, end < 0 ? rest.n : (size_t)end + 1);
    }
    return STATUS_OK;
}

/* Records: reading goes through a reader that hands over one after another. */
struct positions_reader {
    struct reader reader;
    struct lines_fixture *f;
    struct rng rng;
};

static enum status add_record(void *ctx, struct record *rec)
{
    struct positions_reader *r = ctx;
    struct shogi_pos pos, usual;
    struct err err;
    char start[256] = "";
    uint32_t plies;
    record_last_move(rec, &plies);
    if (record_worst(rec) == PROBLEM_REJECTED || plies < SHORTEST ||
        shogi_sfen_parse(&pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, &err) != STATUS_OK)
        return STATUS_OK;
    shogi_pos_start(&usual);
    if (!shogi_pos_equal(&pos, &usual))
        snprintf(start, sizeof start, "%.*s", (int)rec->start.n, rec->start.p);
    fixture_add_record(r->f, rec, &r->rng);
    struct fixture_game *g = &r->f->games[r->f->game_count - 1];
    free(g->start);
    g->start = fixture_copy(start, strlen(start) + 1);
    return STATUS_OK;
}

static enum status read_item(void *ctx, const struct source_item *item)
{
    struct positions_reader *r = ctx;
    struct err err;
    enum status st = reader_read(&r->reader, item->bytes, item->label, NULL, add_record, ctx, &err);
    return st == STATUS_NOMEM ? st : STATUS_OK;
}

/* Leaves one of games that are equal. */
static void drop_equal(struct lines_fixture *f)
{
    size_t kept = 0;
    qsort(f->games, f->game_count, sizeof *f->games, fixture_compare);
    for (size_t i = 0; i < f->game_count; i++) {
        struct fixture_game *g = &f->games[i], *last = kept ? &f->games[kept - 1] : NULL;
        if (last && strcmp(g->start, last->start) == 0 && g->plies == last->plies &&
            fixture_shared(g->moves, g->plies, last->moves, last->plies) == g->plies) {
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

static void read_records(struct lines_fixture *f, const struct options *o)
{
    struct positions_reader *r = mem_calloc(1, sizeof *r);
    struct source_handler handler = {.ctx = r, .item = read_item};
    struct err err;
    fixture_require(r != NULL, "no memory");
    r->f = f;
    rng_seed(&r->rng, 1);
    reader_init(&r->reader);
    fixture_init(f);
    require_ok(source_walk(o->records, o->record_paths, NULL, &handler, &err), &err);
    reader_release(&r->reader);
    mem_free(r);
    drop_equal(f);
    fixture_finish(f);
}

static void generate(struct lines_fixture *f, const struct options *o)
{
    struct generator g;
    struct err err;
    generator_init(&g, 1);
    if (o->openings) {
        struct source_handler handler = {.ctx = &g, .item = add_openings};
        require_ok(source_walk(&o->openings, 1, NULL, &handler, &err), &err);
    } else {
        require_ok(generator_add_book(&g, &err), &err);
    }
    fixture_init(f);
    fixture_add_from(f, &g, 0, o->games);
    fixture_finish(f);
    generator_release(&g);
}

/* The fixture ends each array with a zero byte of its own. */
static struct span without_end(const struct buf *b)
{
    return span_make(b->p, b->n - 1);
}

/* The sections lines, moves and columns as the store has them. */
static void save(const struct lines_fixture *f, const char *path)
{
    struct segment_writer w;
    struct err err;
    struct buf out;
    buf_init(&out, SIZE_MAX / 2);
    fixture_u32(&out, f->lines.games);
    fixture_u32(&out, f->lines.count);
    fixture_u32(&out, f->lines.move_bytes);
    fixture_u32(&out, f->lines.starts);
    for (int i = FIXTURE_FIRST; i <= FIXTURE_TEXTS; i++)
        buf_add_span(&out, without_end(&f->bytes[i]));
    require_ok(segment_writer_open(&w, path, &err), &err);
    require_ok(segment_writer_section(&w, "lines", buf_span(&out), &err), &err);
    require_ok(segment_writer_section(&w, "moves", without_end(&f->bytes[FIXTURE_MOVES]), &err),
               &err);
    buf_clear(&out);
    struct columns c = f->columns;
    uint32_t *values = mem_calloc(c.games + 1U, COLUMN_COUNT * sizeof *values);
    fixture_require(values != NULL, "no memory");
    for (uint32_t i = 0; i < c.games; i++)
        for (int k = 0; k < COLUMN_COUNT; k++)
            values[i * COLUMN_COUNT + (uint32_t)k] = column_get(&c.column[k], i);
    columns_encode(values, NULL, c.games, c.seats, &out);
    require_ok(segment_writer_section(&w, "columns", buf_span(&out), &err), &err);
    require_ok(segment_writer_commit(&w, &err), &err);
    mem_free(values);
    buf_release(&out);
}

/* --- Building -------------------------------------------------------------------------------- */

static void build(const struct lines *l, const struct columns *c, const struct options *o,
                  const char *path)
{
    struct segment_writer w;
    struct err err;
    struct index_options opt = {.threads = (unsigned)o->threads,
                                .memory = (size_t)o->memory_mib << 20};
    uint64_t before = timing_peak_memory();
    require_ok(segment_writer_open(&w, path, &err), &err);
    double began = timing_now(), cpu_began = cpu_seconds();
    require_ok(position_index_write(l, c, &opt, &w, &err), &err);
    double seconds = timing_now() - began, cpu = cpu_seconds() - cpu_began;
    require_ok(segment_writer_commit(&w, &err), &err);
    printf("built in %.2f s, %.1f µs of CPU a game; %u thread(s), %u MiB; peak memory %.0f -> %.0f "
           "MB\n",
           seconds, cpu * 1e6 / l->games, (unsigned)o->threads, (unsigned)o->memory_mib,
           (double)before / 1e6, (double)timing_peak_memory() / 1e6);
}

static void print_sizes(const struct segment *s, uint32_t games)
{
    double total = 0;
    for (unsigned i = 0; i < s->count; i++) {
        double bytes = (double)s->sections[i].length / games;
        printf("    %-8s %8.2f bytes a game\n", s->sections[i].name, bytes);
        total += bytes;
    }
    printf("    %-8s %8.2f bytes a game\n", "all", total);
}

/* --- Asking ---------------------------------------------------------------------------------- */

struct bench_key {
    struct position_key key;
    size_t count;
};

struct index_bench {
    struct position_index x;
    struct replay *replay;
    struct occurrences found;
    struct position_summary summary;
    struct next_moves moves;
    struct rng rng;
};

static size_t find(struct index_bench *a, struct position_key key)
{
    struct err err;
    a->found.count = 0;
    require_ok(position_find(&a->x, key, a->replay, &a->found, &err), &err);
    return a->found.count;
}

static void ask(struct index_bench *a, struct position_key key)
{
    struct err err;
    bool found;
    require_ok(position_summary(&a->x, key, &a->summary, &found, &err), &err);
    if (found)
        return;
    find(a, key);
    next_moves_begin(&a->moves, a->x.lines, a->x.columns);
    for (size_t i = 0; i < a->found.count; i++)
        next_moves_add(&a->moves, a->found.at[i].line, a->found.at[i].ply);
    require_ok(next_moves_finish(&a->moves, &err), &err);
}

static struct position_key key_at(struct index_bench *a, uint32_t line, uint32_t ply)
{
    struct err err;
    const struct lines *l = a->x.lines;
    require_ok(replay_start_text(a->replay, lines_start_text(l, line_start(l, line)), &err), &err);
    for (uint32_t i = 0; i < ply; i++)
        fixture_require(replay_step(a->replay, line_move(l, line, i)), "bad move");
    return a->replay->key;
}

static void report(struct index_bench *a, const char *name, const struct bench_key *q, size_t n)
{
    double asks[QUERIES], finds[QUERIES], hits = 0;
    char t[8][TIMING_TEXT];
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < n; i++) {
            double began = timing_now();
            ask(a, q[i].key);
            double between = timing_now();
            hits += (double)find(a, q[i].key) / 2;
            asks[i] = between - began;
            finds[i] = timing_now() - between;
        }
    struct timing_summary s = timing_summarise(asks, n), f = timing_summarise(finds, n);
    printf("    %-9s %5zu %9.1f  %9s %9s %9s %9s  %9s %9s %9s\n", name, n, n ? hits / (double)n : 0,
           timing_text(s.mean, t[0]), timing_text(s.median, t[1]), timing_text(s.p99, t[2]),
           timing_text(s.worst, t[3]), timing_text(f.median, t[4]), timing_text(f.p99, t[5]),
           timing_text(f.worst, t[6]));
}

/* Up to n positions at plies from … to that occur least … most times. */
static size_t choose(struct index_bench *a, uint32_t from, uint32_t to, size_t least, size_t most,
                     struct bench_key *out, size_t n)
{
    const struct lines *l = a->x.lines;
    size_t count = 0;
    for (int i = 0; i < CANDIDATES && count < n; i++) {
        uint32_t line = (uint32_t)rng_below(&a->rng, l->games);
        uint32_t ply = from + (uint32_t)rng_below(&a->rng, to - from + 1);
        if (ply > line_plies(l, line))
            continue;
        struct position_key key = key_at(a, line, ply);
        size_t found = find(a, key);
        if (found >= least && found <= most)
            out[count++] = (struct bench_key){key, found};
    }
    return count;
}

static int by_count(const void *x, const void *y)
{
    const struct bench_key *a = x, *b = y;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->key.a < b->key.a ? -1 : a->key.a > b->key.a;
}

/* The most frequent among the first plies of a sample of games. */
static size_t choose_frequent(struct index_bench *a, struct bench_key *out)
{
    enum { SAMPLE = 3000 };
    static struct bench_key all[SAMPLE];
    size_t n = choose(a, 0, 12, 1, SIZE_MAX, all, SAMPLE), kept = 0;
    qsort(all, n, sizeof *all, by_count);
    for (size_t i = 0; i < n && kept < FREQUENT; i++)
        if (i == 0 || !position_key_equal(all[i].key, all[i - 1].key))
            out[kept++] = all[i];
    return kept;
}

/* The start position without its stored figures; the best of several, as the machine may be busy.
 */
static void add_everything(struct index_bench *a)
{
    double best = 1e9;
    char text[TIMING_TEXT];
    for (int i = 0; i < 7; i++) {
        double began = cpu_seconds();
        next_moves_begin(&a->moves, a->x.lines, a->x.columns);
        for (uint32_t line = 0; line < a->x.lines->games; line++)
            next_moves_add(&a->moves, line, 0);
        double seconds = cpu_seconds() - began;
        best = seconds < best ? seconds : best;
    }
    printf("    adding all games at ply 0: %s of CPU\n", timing_text(best, text));
}

static void ask_all(struct index_bench *a)
{
    static struct bench_key q[QUERIES];
    printf("    %-9s %5s %9s  %9s %9s %9s %9s  %9s %9s %9s\n", "", "", "found", "mean", "median",
           "99 %", "worst", "find: med", "99 %", "worst");
    report(a, "rare", q, choose(a, 0, 200, 1, 1, q, QUERIES));
    report(a, "2 to 5", q, choose(a, 10, 60, 2, 5, q, QUERIES));
    report(a, "6 to 19", q, choose(a, 10, 60, 6, 19, q, QUERIES));
    report(a, "joseki", q, choose(a, 16, 40, 20, 2000, q, QUERIES));
    report(a, "frequent", q, choose_frequent(a, q));
    q[0].key = key_at(a, 0, 0);
    report(a, "start", q, 1);
    for (size_t i = 0; i < QUERIES; i++)
        q[i].key = (struct position_key){rng_next(&a->rng), rng_next(&a->rng)};
    report(a, "miss", q, QUERIES);
    add_everything(a);
}

static void measure(const struct lines *l, const struct columns *c, const struct options *o)
{
    struct segment s;
    struct index_bench a = {0};
    struct err err;
    char path[] = "/tmp/kifu-bench-positions-XXXXXX", text[TIMING_TEXT];
    int fd = mkstemp(path);
    fixture_require(fd >= 0, "no temporary file");
    close(fd);
    printf("%u games, %.1f plies\n", l->games, (double)lines_u32(l->first, l->games) / l->games);
    build(l, c, o, path);
    require_ok(segment_open(&s, path, &err), &err);
    print_sizes(&s, l->games);
    double began = timing_now();
    require_ok(position_index_open(&a.x, l, c, &s, &err), &err);
    printf("    opened in %s; %u groups, %.1f entries a game\n",
           timing_text(timing_now() - began, text), a.x.groups,
           (double)a.x.slots.entries / l->games);
    require_ok(replay_open(&a.replay, l->game, &err), &err);
    rng_seed(&a.rng, 1);
    ask_all(&a);
    replay_close(a.replay);
    occurrences_release(&a.found);
    position_summary_release(&a.summary);
    next_moves_release(&a.moves);
    segment_close(&s);
    unlink(path);
}

static bool parse(struct options *o, int argc, char **argv)
{
    *o = (struct options){.games = 10000, .memory_mib = 256, .threads = 1};
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (more && strcmp(argv[i], "--records") == 0 && o->record_paths < MAX_PATHS)
            o->records[o->record_paths++] = argv[++i];
        else if (more && strcmp(argv[i], "--openings") == 0)
            o->openings = argv[++i];
        else if (more && strcmp(argv[i], "--corpus") == 0)
            o->corpus = argv[++i];
        else if (more && strcmp(argv[i], "--memory") == 0) {
            if (!num_parse_u64(span_of(argv[++i]), 1 << 20, &o->memory_mib))
                return false;
        } else if (more && strcmp(argv[i], "--threads") == 0) {
            if (!num_parse_u64(span_of(argv[++i]), 1024, &o->threads))
                return false;
        } else if (!num_parse_u64(span_of(argv[i]), 10000000, &o->games))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct options o;
    struct err err;
    struct segment s;
    struct lines l;
    struct columns c;
    if (!parse(&o, argc, argv))
        return 2;
    if (!o.corpus || access(o.corpus, F_OK) != 0) {
        struct lines_fixture f;
        if (o.record_paths)
            read_records(&f, &o);
        else
            generate(&f, &o);
        if (o.corpus)
            save(&f, o.corpus);
        else
            measure(&f.lines, &f.columns, &o);
        fixture_release(&f);
    }
    if (!o.corpus)
        return 0;
    require_ok(segment_open(&s, o.corpus, &err), &err);
    require_ok(lines_open(&l, &shogi_game, &s, &err), &err);
    require_ok(columns_open(&c, &s, l.games, &err), &err);
    measure(&l, &c, &o);
    segment_close(&s);
    return 0;
}

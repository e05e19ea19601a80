/* measure_page: how long the server takes for what the page asks while somebody edits.
 *
 *     measure_page all DB         stream, whole and alone, one after the other
 *     measure_page stream DB      asks the server's handler, without a network, as the page does
 *     measure_page whole DB       the same, but for whole answers only
 *     measure_page alone DB       the same without what other requests found: each searches for
 *                                 itself (every eighth question)
 *     measure_page slowest DB     the same, and prints what takes longer than 50 ms
 *     measure_page given DB       slowest, with questions from the standard input, one a line
 *     measure_page questions DB   prints the questions, one a line, to be asked over HTTP
 *
 * Somebody sets up a position: pieces (stones) of a position that occurred in a game, one after
 * another, those of one part of the board first, and after each the page asks what it asks after
 * every change: the query read, the first hits with boards and next moves (with a first answer
 * after 33 ms at the latest), facets, and castles and openings.  On the way one adds what the page
 * offers: the side to move, pieces on the Or and the Exclude board, hands with at least or at most,
 * castles, players, years, the mirror image, the other player's; or the whole position, followed
 * for some moves.  All by a seed.
 *
 * A third argument, a number, asks one of so many questions only.
 *
 * Times are processor time of the whole process, so that neither other programs nor more processors
 * change them; no question is asked twice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "bench/timing.h"
#include "web/site/name_spans.h"
#include "web/site/site.h"

enum { SEED = 1, SESSIONS = 48, MOST_PIECES = 20, FOLLOWED = 8, MAX_QUERIES = 4000 };
static const double BAR = 0.050;

/* --- Questions ------------------------------------------------------------------------------- */

struct page_queries {
    char *at[MAX_QUERIES]; /* owned */
    size_t count;
};

static void add_query(struct page_queries *q, const struct buf *text)
{
    for (size_t i = 0; i < q->count; i++)
        if (strcmp(q->at[i], text->p) == 0)
            return;
    char *copy = q->count < MAX_QUERIES ? mem_alloc(text->n + 1) : NULL;
    if (!copy)
        return;
    memcpy(copy, text->p, text->n + 1);
    q->at[q->count++] = copy;
}

/* A session: what is asked for so far. */
struct session {
    const struct db *db;
    const struct game *game;
    struct rng *rng;
    struct page_queries *out;
    void *pos;
    const struct db_segment *segment;
    uint32_t number, ply;
    struct buf words, extra;
    int wrapped; /* 0: as it is; 1: either(), 2: or mirror() (Go: sym()) */
};

static bool is_shogi(const struct session *s)
{
    return s->game == &shogi_game;
}

static void ask_now(struct session *s)
{
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    const char *words = buf_cstr(&s->words);
    if (s->wrapped == 1)
        buf_printf(&text, "either(%s)", words);
    else if (s->wrapped == 2 && is_shogi(s))
        buf_printf(&text, "(%s or mirror(%s))", words, words);
    else if (s->wrapped == 2)
        buf_printf(&text, "sym(%s)", words);
    else
        buf_add_str(&text, words);
    buf_add_span(&text, buf_span(&s->extra));
    buf_cstr(&text);
    add_query(s->out, &text);
    buf_release(&text);
}

/* Goes to a ply of a game that was chosen at random. */
static bool choose_position(struct session *s)
{
    struct err err;
    s->segment = &s->db->segments[rng_below(s->rng, s->db->segment_count)];
    const struct lines *l = &s->segment->lines;
    s->number = (uint32_t)rng_below(s->rng, l->games);
    struct span start = lines_start_text(l, line_start(l, s->number));
    if (start.n == 0)
        s->game->rules.pos_start(s->pos);
    else if (s->game->text.pos_parse(s->pos, start, &err) != STATUS_OK)
        return false;
    uint32_t plies = line_plies(l, s->number);
    s->ply = (uint32_t)rng_below(s->rng, plies < 120 ? plies + 1 : 120);
    for (uint32_t i = 0; i < s->ply; i++)
        s->game->rules.play(s->pos, line_move(l, s->number, i));
    return true;
}

static void add_word(struct buf *to, const char *prefix, struct span word)
{
    if (to->n)
        buf_add_char(to, ' ');
    buf_add_str(to, prefix);
    buf_add_span(to, word);
}

/* The square of a word such as s28ou or bQ16, as two numbers; false if it has none. */
static bool place_of(const char *word, int *x, int *y)
{
    if (word[1] >= 'A' && word[1] <= 'Z') {
        *x = word[1] - 'A';
        *y = (int)strtol(word + 2, NULL, 10);
        return true;
    }
    if (word[1] < '1' || word[1] > '9')
        return false;
    *x = word[1] - '0';
    *y = word[2] - '0';
    return true;
}

/* Words of the position, shuffled, those near one of them first. */
static size_t choose_words(struct session *s, char (*words)[24], size_t most)
{
    uint32_t *facts = mem_alloc(s->game->max_facts * sizeof *facts);
    struct buf word;
    size_t count = 0, kept = 0;
    if (!facts)
        return 0;
    uint32_t n = s->game->rules.facts(s->pos, facts);
    rng_shuffle(s->rng, facts, n, sizeof *facts);
    buf_init(&word, 64);
    int x0 = 0, y0 = 0, x, y;
    for (int near = 1; near >= 0; near--)
        for (uint32_t i = 0; i < n && kept < most; i++) {
            buf_clear(&word);
            s->game->text.fact_print(facts[i], &word);
            const char *text = buf_cstr(&word);
            if (!place_of(text, &x, &y) || word.n >= sizeof *words)
                continue;
            if (count++ == 0) {
                x0 = x;
                y0 = y;
            }
            if ((abs(x - x0) <= 3 && abs(y - y0) <= 3) == (near == 1))
                memcpy(words[kept++], text, word.n + 1);
        }
    mem_free(facts);
    buf_release(&word);
    return kept;
}

static struct span a_player(const struct session *s)
{
    struct err err;
    struct span name = SPAN("");
    uint32_t row = column_player(&s->segment->columns, s->number, (int)rng_below(s->rng, 2));
    if (row && metadata_player_name(s->segment->metadata, row, &name, &err) != STATUS_OK)
        name = SPAN("");
    return name;
}

static void add_hand(struct session *s)
{
    static const char *const kinds[] = {"fu", "ky", "ke", "gi", "ki", "ka", "hi"};
    buf_printf(&s->words, " %s.hand.%s%s%d", rng_below(s->rng, 2) ? "s" : "g",
               kinds[rng_below(s->rng, 7)],
               rng_below(s->rng, 2) ? ">=" : "<=", (int)rng_below(s->rng, 3));
}

static void add_year(struct session *s)
{
    unsigned year = date_year(column_date(&s->segment->columns, s->number));
    unsigned before = (unsigned)rng_below(s->rng, 10);
    if (year > 10)
        buf_printf(&s->extra, " date:%u..%u", year - before, year - before + 9);
}

/* One of the things that the page offers besides pieces. */
static void add_something(struct session *s, const char *a, const char *b)
{
    static const char *const castles[] = {"castle:mino",          "castle:yagura",
                                          "castle:funa-gakoi",    "castle:anaguma",
                                          "opening:shiken-bisha", "opening:yagura"};
    switch (rng_below(s->rng, 9)) {
    case 0:
        buf_printf(&s->words, " turn:%c",
                   is_shogi(s) ? "sg"[rng_below(s->rng, 2)] : "bw"[rng_below(s->rng, 2)]);
        return;
    case 1:
        buf_printf(&s->words, " (%s or %s)", a, b);
        return;
    case 2:
        buf_printf(&s->words, " not %s", a);
        return;
    case 3:
    case 4:
        if (is_shogi(s))
            add_hand(s);
        else
            buf_printf(&s->words, " empty:%s", a + 1);
        return;
    case 5:
        if (is_shogi(s))
            buf_printf(&s->extra, " %s", castles[rng_below(s->rng, 6)]);
        return;
    case 6:
        if (a_player(s).n)
            add_word(&s->extra, " player:", a_player(s));
        return;
    case 7:
        add_year(s);
        return;
    default:
        s->wrapped = 1 + (int)rng_below(s->rng, 2);
    }
}

/* Piece by piece, with something else after every sixth or so. */
static void set_up(struct session *s)
{
    char words[MOST_PIECES + 2][24];
    size_t n = choose_words(s, words, sizeof words / sizeof *words);
    size_t pieces = 1 + (size_t)rng_below(s->rng, MOST_PIECES);
    for (size_t i = 0; i < pieces && i + 2 < n; i++) {
        add_word(&s->words, "", span_of(words[i]));
        ask_now(s);
        if (rng_below(s->rng, 6) == 0) {
            add_something(s, words[n - 1], words[n - 2]);
            ask_now(s);
        }
    }
}

/* A whole position, and the moves that followed it. */
static void follow(struct session *s)
{
    const struct lines *l = &s->segment->lines;
    bool any_turn = rng_below(s->rng, 4) == 0;
    for (int i = 0; i < FOLLOWED; i++) {
        struct buf text;
        buf_init(&text, BUF_DEFAULT_MAX);
        s->game->text.pos_print(s->pos, 1, &text);
        buf_clear(&s->words);
        buf_printf(&s->words, "%s \"%s\"", any_turn ? "board" : "sfen", buf_cstr(&text));
        buf_release(&text);
        ask_now(s);
        if (s->ply >= line_plies(l, s->number))
            return;
        s->game->rules.play(s->pos, line_move(l, s->number, s->ply++));
        if (rng_below(s->rng, 4) == 0)
            add_year(s);
    }
}

static bool make_queries(struct page_queries *q, const struct db *db)
{
    for (uint64_t i = 0; i < SESSIONS; i++) {
        struct rng rng;
        struct session s = {.db = db, .game = db->game, .rng = &rng, .out = q};
        rng_seed_stream(&rng, SEED, i);
        s.pos = mem_calloc_aligned(64, 1, (db->game->pos_bytes + 63) / 64 * 64);
        if (!s.pos)
            return false;
        buf_init(&s.words, BUF_DEFAULT_MAX);
        buf_init(&s.extra, BUF_DEFAULT_MAX);
        if (choose_position(&s)) {
            if (i % 5 == 4)
                follow(&s);
            else
                set_up(&s);
        }
        buf_release(&s.words);
        buf_release(&s.extra);
        mem_free(s.pos);
    }
    return true;
}

static bool read_queries(struct page_queries *q)
{
    char line[4096];
    struct buf text;
    buf_init(&text, sizeof line);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        buf_clear(&text);
        buf_add_str(&text, line);
        buf_cstr(&text);
        add_query(q, &text);
    }
    buf_release(&text);
    return q->count > 0;
}

/* --- Asking ---------------------------------------------------------------------------------- */

static double process_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What the page asks after a change, in its order. */
static const struct page_request {
    const char *name, *path, *limit;
    bool boards, in_time; /* with boards; within 33 ms */
} REQUESTS[] = {{"parse", "/api/parse", NULL, false, false},
                {"search", "/api/search", "30", true, true},
                {"moves", "/api/moves", "60", false, true},
                {"search, the rest", "/api/search", "30", true, false},
                {"moves, the rest", "/api/moves", "60", false, false},
                {"facets", "/api/facets", NULL, false, false},
                {"facets/names", "/api/facets/names", NULL, false, false}};
enum { REQUEST_SEARCH = 1, REQUEST_MOVES = 2, REQUEST_REST = 3, REQUEST_FACETS = 5 };
enum { ROUTES = sizeof REQUESTS / sizeof *REQUESTS };

/* False if the answer is no answer. */
static bool request_route(struct site *site, const struct page_request *a, const char *query,
                          bool in_time, double *cpu, size_t *parts)
{
    atomic_bool cancelled;
    struct http_request request = {.method = HTTP_GET, .path = span_of(a->path)};
    struct http_response reply = {.status = 200, .type = "application/json"};
    atomic_init(&cancelled, false);
    request.cancelled = &cancelled;
    request.args[request.arg_count++] = (struct http_arg){SPAN("query"), span_of(query)};
    if (a->limit)
        request.args[request.arg_count++] = (struct http_arg){SPAN("limit"), span_of(a->limit)};
    if (a->in_time && in_time)
        request.args[request.arg_count++] = (struct http_arg){SPAN("ms"), SPAN("33")};
    if (a->boards)
        request.args[request.arg_count++] = (struct http_arg){SPAN("boards"), SPAN("true")};
    buf_init(&reply.body, BUF_DEFAULT_MAX);
    double began = process_cpu();
    site_handle_request(site, &request, &reply);
    *cpu = process_cpu() - began;
    *parts += span_find(buf_span(&reply.body), SPAN("\"whole\":false")) >= 0;
    if (reply.status != 200)
        fprintf(stderr, "measure_page: %s?query=%s: %s\n", a->path, query, buf_cstr(&reply.body));
    buf_release(&reply.body);
    return reply.status == 200;
}

/* Castles and openings are found once for all games, before anybody asks. */
static void prepare(struct site *site)
{
    double began = process_cpu();
    name_spans_want(site->name_spans, site->served.now);
    name_spans_wait(site->name_spans);
    printf("  castles and openings of all games, found or read once: CPU %.2f s\n",
           process_cpu() - began);
}

static double at_share(const double *sorted, size_t n, size_t percent)
{
    return 1000 * sorted[(n * percent + 99) / 100 - 1];
}

/* Returns the share of requests that took no longer than BAR, in percent. */
static double print_times(const char *name, double *times, size_t n)
{
    size_t within = 0;
    struct timing_summary s = timing_summarise(times, n); /* sorts them */
    for (size_t i = 0; i < n; i++)
        within += times[i] <= BAR;
    printf("  %-20s %9.2f %9.2f %9.2f %9.2f %9.2f %11.1f %%\n", name, 1000 * s.mean,
           at_share(times, n, 50), at_share(times, n, 90), at_share(times, n, 99), 1000 * s.worst,
           100.0 * (double)within / (double)n);
    return 100.0 * (double)within / (double)n;
}

/* What somebody who edits waits for: hits and next moves. */
static void print_bar(const char *route, const char *answers, double share, double required)
{
    char what[64];
    snprintf(what, sizeof what, "%s: %s answers within 50 ms of CPU", route, answers);
    printf("  bar: %-44s %10.1f %% (required >= %.0f: %s)\n", what, share, required,
           share >= required ? "met" : "NOT MET");
}

/* One question, as the page asks it; times by route.  False if something is no answer. */
static bool run_query(struct site *site, const char *query, bool in_time, double *times,
                      size_t *parts)
{
    size_t before = parts[REQUEST_SEARCH] + parts[REQUEST_MOVES];
    for (size_t r = 0; r < ROUTES; r++) {
        bool rest = r >= REQUEST_REST && r < REQUEST_FACETS;
        if (rest && parts[REQUEST_SEARCH] + parts[REQUEST_MOVES] == before)
            continue; /* it was whole at once */
        if (!request_route(site, &REQUESTS[r], query, in_time, &times[r], &parts[r]))
            return false;
    }
    return true;
}

/* A way of asking all of them. */
struct page_pass {
    const char *name, *title;
    bool in_time; /* with first answers */
    bool slowest; /* print what takes longer than it should */
    bool alone;   /* nothing that was found is kept */
    size_t every; /* of so many questions one */
    double bar;   /* percent that should take no longer than BAR; 0: nothing is required */
};
static const struct page_pass PASSES[] = {
    {"stream", "as the page asks, first answers within 33 ms", true, false, false, 1, 99},
    {"whole", "whole answers", false, false, false, 1, 90},
    {"alone", "whole answers, each request by itself", false, false, true, 8, 0},
    {"slowest", "whole answers", false, true, false, 1, 0},
    {"given", "whole answers", false, true, false, 1, 0},
};
enum { ALL_PASSES = 3, PASS_COUNT = sizeof PASSES / sizeof *PASSES };

static void print_table(const struct page_pass *p, double *times, size_t n, const size_t *parts)
{
    printf(
        "  CPU, ms                   mean       p50       p90       p99     worst  within 50 ms\n");
    double within[ROUTES] = {0};
    for (size_t r = 0; r < ROUTES; r++)
        if (p->in_time || r < REQUEST_REST || r >= REQUEST_FACETS)
            within[r] = print_times(REQUESTS[r].name, times + r * n, n);
    print_times("all after a change", times + ROUTES * n, n);
    if (p->in_time)
        printf("  first answers that were whole: hits %.1f %%, next moves %.1f %%\n",
               100.0 - 100.0 * (double)parts[REQUEST_SEARCH] / (double)n,
               100.0 - 100.0 * (double)parts[REQUEST_MOVES] / (double)n);
    for (size_t r = REQUEST_SEARCH; r <= REQUEST_MOVES && p->bar > 0; r++)
        print_bar(REQUESTS[r].name, p->in_time ? "first" : "whole", within[r], p->bar);
}

static bool run_all(struct site *site, const struct page_queries *q, const struct page_pass *p)
{
    size_t parts[ROUTES] = {0}, n = (q->count + p->every - 1) / p->every;
    double *times = mem_calloc((ROUTES + 1) * n, sizeof *times), one[ROUTES];
    bool good = times != NULL;
    printf("-- %s, %zu questions\n", p->title, n);
    for (size_t i = 0; i < n && good; i++) {
        const char *text = q->at[i * p->every];
        double sum = 0;
        memset(one, 0, sizeof one);
        good = run_query(site, text, p->in_time, one, parts);
        for (size_t r = 0; r < ROUTES; r++) {
            times[r * n + i] = one[r];
            sum += one[r];
            if (p->slowest && one[r] > BAR)
                printf("%.1f ms %s %s\n", 1000 * one[r], REQUESTS[r].path, text);
        }
        times[ROUTES * n + i] = sum;
    }
    if (good)
        print_table(p, times, n, parts);
    mem_free(times);
    return good;
}

/* With nothing found before. */
static bool run_pass(struct site *site, const struct page_queries *q, const struct page_pass *p)
{
    struct err err;
    struct shared_cache *kept = site->results;
    const struct shared_cache_options options = {.free_value = site_free_result,
                                                 .most_bytes = SITE_RESULT_BYTES,
                                                 .most_entries = SITE_MOST_RESULTS};
    site->results = NULL;
    bool good = p->alone || shared_cache_open(&site->results, &options, &err) == STATUS_OK;
    good = good && run_all(site, q, p);
    shared_cache_close(site->results);
    site->results = kept;
    return good;
}

static int run_passes(struct site *site, const struct page_queries *q, const char *name,
                      size_t every)
{
    bool good = true, all = strcmp(name, "all") == 0;
    size_t ran = 0;
    if (strcmp(name, "given") != 0)
        prepare(site);
    for (size_t i = 0; i < PASS_COUNT && good; i++)
        if (all ? i < ALL_PASSES : strcmp(name, PASSES[i].name) == 0) {
            struct page_pass pass = PASSES[i];
            pass.every *= every;
            good = run_pass(site, q, &pass);
            ran++;
        }
    return good && ran ? 0 : 3;
}

int main(int argc, char **argv)
{
    struct site site;
    struct err err;
    struct page_queries q = {.count = 0};
    int result = 3;
    size_t every = argc == 4 ? strtoul(argv[3], NULL, 10) : 1;
    if (argc < 3 || argc > 4 || every == 0) {
        fputs("usage: measure_page all|stream|whole|alone|slowest|given|questions DB [EVERY]\n",
              stderr);
        return 2;
    }
    const char *path = argv[2];
    if (site_open(&site, "bench", &path, 1, &err) != STATUS_OK ||
        !(strcmp(argv[1], "given") == 0 ? read_queries(&q)
                                        : make_queries(&q, site.served.now->dbs[0]))) {
        fputs("measure_page: no database, or no questions\n", stderr);
    } else if (strcmp(argv[1], "questions") == 0) {
        for (size_t i = 0; i < q.count; i++)
            puts(q.at[i]);
        result = 0;
    } else {
        result = run_passes(&site, &q, argv[1], every);
    }
    for (size_t i = 0; i < q.count; i++)
        mem_free(q.at[i]);
    site_release(&site);
    return result;
}

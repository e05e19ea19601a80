/* test_cancel.c: how much processor time long work still takes when it has been cancelled, at moments
 * drawn by lot.  Moments and times are processor time of this process, so that it does not matter what
 * else the machine does.
 *
 * KIFU_CANCELS=N cancels each kind of work N times (60 in tests that may take long, otherwise 8),
 * KIFU_CANCEL_GAMES=N takes so many games (900). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "base/text/num.h"
#include "db/import/import.h"
#include "db/merge.h"
#include "db/repair/check.h"
#include "db_sample.h"
#include "engine/search/engine_search.h"
#include "engine/search/mate.h"
#include "query/census/census.h"
#include "query/language/named.h"
#include "query/run/query_result.h"
#include "scratch.h"
#include "text/compare/comparison.h"
#include "text/mine/mine.h"

enum { ROUND_MS = 40, MOST_ROUNDS = 20 };

/* Whoever waits is to see an end within 50 ms.  Sanitizers make everything several times as slow. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { MOST_MS = 300 };
#else
enum { MOST_MS = 50 };
#endif

static struct db *db;
static uint32_t games = 900; /* in three segments */
static struct buf records;   /* the games of db as a file */

/* --- The clock -------------------------------------------------------------------------------- */

static atomic_bool cancelled;
static _Atomic uint64_t cancelled_ns;

static uint64_t cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void on_time(int signal)
{
    (void)signal;
    if (!atomic_exchange(&cancelled, true))
        atomic_store(&cancelled_ns, cpu_ns());
}

/* Cancels after so much more processor time; 0: never. */
static void cancel_after(uint64_t ns)
{
    const struct itimerval when = {.it_value = {.tv_sec = (time_t)(ns / 1000000000),
                                                .tv_usec = (suseconds_t)(ns / 1000 % 1000000)}};
    atomic_store(&cancelled, false);
    atomic_store(&cancelled_ns, 0);
    assert_int_equal(setitimer(ITIMER_PROF, &when, NULL), 0);
}

/* --- Work ------------------------------------------------------------------------------------- */

static void write_record(const struct record *rec)
{
    struct buf utf8, out;
    unsigned losses = 0;
    struct err err = {0};
    buf_init(&utf8, BUF_DEFAULT_MAX);
    buf_init(&out, BUF_DEFAULT_MAX);
    const struct format *usi = format_by_name(SPAN("usi"));
    assert_int_equal(format_write(usi, rec, CHARSET_UTF8, &utf8, &out, &losses, &err), STATUS_OK);
    buf_add_span(&records, buf_span(&out));
    buf_release(&out);
    buf_release(&utf8);
}

static uint64_t number_in(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    uint64_t n = otherwise;
    return text && !num_parse_u64(span_of(text), 1000000, &n) ? otherwise : n;
}

static int set_up(void **state)
{
    struct record rec;
    games = (uint32_t)number_in("KIFU_CANCEL_GAMES", games);
    if (scratch_set_up(state))
        return -1;
    sample_make("one.kifu", 0, games, games / 3);
    db = sample_open("one.kifu");
    buf_init(&records, BUF_DEFAULT_MAX);
    record_init(&rec);
    for (uint64_t n = 0; n < games; n++) {
        sample_game(n, &rec);
        write_record(&rec);
    }
    record_release(&rec);
    signal(SIGPROF, on_time);
    return 0;
}

static int tear_down(void **state)
{
    db_close(db);
    buf_release(&records);
    return scratch_tear_down(state);
}

static void copy_database(void)
{
    assert_int_equal(system("rm -rf copy.kifu && cp -r one.kifu copy.kifu"), 0);
}

/* What was in a database before is there, however a change of it ended. */
static void check_copy(uint64_t least_games)
{
    struct check_result result;
    struct err err = {0};
    const struct check_options opt = {.threads = 1};
    assert_int_equal(db_check("copy.kifu", &opt, &result, &err), STATUS_OK);
    assert_int_equal(result.faults, 0);
    struct db *copy = sample_open("copy.kifu");
    assert_true(copy->games >= least_games);
    db_close(copy);
}

static const struct search_options SEARCH = {
    .limit = 10, .threads = 1, .scan = true, .cancelled = &cancelled};

static void parse(struct query *q, const char *text)
{
    struct err err = {0};
    assert_int_equal(query_parse(q, &shogi_game, NULL, span_of(text), &err), STATUS_OK);
}

static enum status search(struct err *err)
{
    struct query q;
    struct hits hits = {0};
    parse(&q, "not s28ou attack.s>=1");
    enum status st = search_run(&q, &db, 1, &SEARCH, &hits, err);
    hits_release(&hits);
    query_release(&q);
    return st;
}

static enum status spans(struct err *err)
{
    struct query q;
    struct query_result result = {0};
    parse(&q, "attack.s>=1 or attack.g>=1");
    enum status st = query_run(&result, &q, &db, 1, &SEARCH, KEEP_SPANS, err);
    query_result_release(&result);
    query_release(&q);
    return st;
}

static enum status next_moves(struct err *err)
{
    struct query q;
    struct moves_table moves = {0};
    parse(&q, "attack.s>=1");
    enum status st = moves_run(&q, &db, 1, &SEARCH, &moves, err);
    moves_release(&moves);
    query_release(&q);
    return st;
}

static enum status mining(struct err *err)
{
    struct mine_result m = {0};
    const struct mine_options opt = {.encoding = &shogi_moves_encoding,
                                     .threads = 1,
                                     .scoring = {.top = 100},
                                     .cancelled = &cancelled};
    enum status st = mine_run(&m, &db, 1, NULL, &opt, err);
    if (st == STATUS_OK)
        mine_result_release(&m);
    return st;
}

static enum status counting(struct err *err)
{
    struct census c = {0};
    const struct census_options opt = {
        .top = 10, .steps = 20, .threads = 1, .cancelled = &cancelled};
    enum status st = census_run(&c, &db, 1, &opt, err);
    if (st == STATUS_OK)
        census_release(&c);
    return st;
}

static enum status comparing(struct err *err)
{
    struct query a, b;
    struct game_comparison c = {0};
    struct named_queries named;
    named_init(&named);
    parse(&a, "s76fu");
    parse(&b, "s26fu");
    const struct comparison_input in = {
        .dbs = &db, .named = &named, .count = 1, .sets = {{&a, 0, 1}, {&b, 0, 1}}};
    const struct comparison_options opt = {.kinds =
                                               1U << COMPARISON_MOVE | 1U << COMPARISON_SEQUENCE,
                                           .level = 0.05,
                                           .least = 2,
                                           .plies = 40,
                                           .sequences = 100,
                                           .min_length = 2,
                                           .threads = 1,
                                           .cancelled = &cancelled};
    enum status st = comparison_run(&c, &in, &opt, err);
    comparison_release(&c);
    named_release(&named);
    query_release(&a);
    query_release(&b);
    return st;
}

static enum status checking(struct err *err)
{
    struct check_result result;
    const struct check_options opt = {.threads = 1, .cancelled = &cancelled};
    return db_check("one.kifu", &opt, &result, err);
}

static enum status importing(struct err *err)
{
    struct importer *im = NULL;
    const struct import_options opt = {
        .threads = 1, .segment_games = games / 3, .cancelled = &cancelled};
    const struct import_events events = {0};
    assert_int_equal(importer_open(&im, "new.kifu", &opt, &events, err), STATUS_OK);
    enum status st = importer_run_bytes(im, SPAN("a.usi"), buf_span(&records), false, err);
    if (st == STATUS_OK)
        st = importer_commit(im, err);
    importer_close(im);
    return st;
}

static enum status compacting(struct err *err)
{
    struct compact_result result;
    const struct compact_options opt = {.threads = 1, .cancelled = &cancelled};
    return db_compact("copy.kifu", &opt, &result, err);
}

static enum status thinking(struct err *err)
{
    struct thinker *t;
    struct shogi_pos pos;
    struct think_result result;
    struct think_control control;
    struct think_options opt = {.tt_bytes = 1 << 20, .threads = 1, .eval = {&eval_material, NULL}};
    const struct think_limits limits = {.nodes = 300000};
    assert_int_equal(thinker_open(&t, &opt, NULL), STATUS_OK);
    shogi_pos_start(&pos);
    think_control_begin(&control, NULL);
    control.cancelled = &cancelled;
    const struct think_request q = {.pos = &pos, .limits = limits, .control = &control};
    enum status st = think(t, &q, &result, err);
    thinker_close(t);
    return st == STATUS_OK && atomic_load(&cancelled) ? STATUS_CANCELLED : st;
}

static enum status mating(struct err *err)
{
    static struct mate_answer answer;
    struct mate_solver *s;
    struct shogi_pos pos;
    const struct mate_options opt = {.shortest = true, .nodes = 200000, .stop = &cancelled};
    const struct span sfen = SPAN("4k4/9/9/9/9/9/9/9/9 b RB2G2S2N2L4Prb2g2s2n2l14p 1");
    assert_int_equal(mate_open(&s, 4 << 20, err), STATUS_OK);
    assert_int_equal(shogi_sfen_parse(&pos, sfen, SHOGI_SFEN_TOLERANT, NULL, NULL), 0);
    enum status st = mate_solve(s, &pos, &opt, &answer, err);
    mate_close(s);
    return st == STATUS_OK && atomic_load(&cancelled) ? STATUS_CANCELLED : st;
}

/* --- The test --------------------------------------------------------------------------------- */

static void nothing(void)
{
}
static void no_new(void)
{
    assert_int_equal(system("rm -rf new.kifu"), 0);
}

static void new_is_good(void)
{
    assert_int_equal(
        system("rm -rf copy.kifu && { [ ! -d new.kifu ] || cp -r new.kifu copy.kifu; }"), 0);
    if (access("copy.kifu/MANIFEST", F_OK) == 0)
        check_copy(0);
}
static void copy_is_good(void)
{
    check_copy(games);
}

static const struct work {
    const char *name;
    enum status (*run)(struct err *err);
    void (*before)(void), (*after)(void);
} WORK[] = {
    {"search", search, nothing, nothing},
    {"all spans", spans, nothing, nothing},
    {"next moves", next_moves, nothing, nothing},
    {"mining", mining, nothing, nothing},
    {"census", counting, nothing, nothing},
    {"comparison", comparing, nothing, nothing},
    {"check", checking, nothing, nothing},
    {"import", importing, no_new, new_is_good},
    {"compact", compacting, copy_database, copy_is_good},
    {"engine", thinking, nothing, nothing},
    {"mate search", mating, nothing, nothing},
};

static unsigned tries(void)
{
    const char *scope = getenv("KIFU_TEST_SCOPE");
    return (unsigned)number_in("KIFU_CANCELS", scope && strcmp(scope, "long") == 0 ? 60 : 8);
}

static void ends_soon(const struct work *w, struct rng *rng)
{
    struct err err = {0};
    uint64_t slowest = 0;
    unsigned stopped = 0, fired = 0;
    cancel_after(0);
    w->before();
    if (w->after == nothing && w->run(&err) != STATUS_OK) /* the first time is another one */
        fail_msg("%s fails", w->name);
    const uint64_t began = cpu_ns();
    const enum status whole = w->run(&err);
    const uint64_t takes = cpu_ns() - began;
    if (whole != STATUS_OK)
        fail_msg("%s: status %d", w->name, (int)whole);
    /* What is quick is done again and again: the timer is a coarse one. */
    const uint64_t again = ROUND_MS * UINT64_C(1000000) / (takes + 1) + 1;
    const unsigned rounds = w->after != nothing   ? 1
                            : again > MOST_ROUNDS ? MOST_ROUNDS
                                                  : (unsigned)again;
    for (unsigned i = 0; i < tries(); i++) {
        w->before();
        cancel_after(1000 + rng_next(rng) % (rounds * takes));
        enum status st = STATUS_OK;
        for (unsigned round = 0; round < rounds && st == STATUS_OK; round++)
            st = w->run(&err);
        const uint64_t end = cpu_ns(), at = atomic_load(&cancelled_ns);
        const uint64_t late = at && end > at ? end - at : 0;
        cancel_after(0);
        if (st != STATUS_CANCELLED && st != STATUS_OK)
            fail_msg("%s: status %d", w->name, (int)st);
        stopped += st == STATUS_CANCELLED;
        fired += at != 0;
        slowest = late > slowest ? late : slowest;
        w->after();
    }
    print_message("# %s: %u ms; %u of %u cancelled, the slowest after %u us\n", w->name,
                  (unsigned)(takes / 1000000), stopped, fired, (unsigned)(slowest / 1000));
    if (fired == 0 || stopped < fired - fired / 2)
        fail_msg("%s: of %u cancellations %u had an effect", w->name, fired, stopped);
    if (slowest > MOST_MS * UINT64_C(1000000))
        fail_msg("%s: %u ms from its cancellation to its end", w->name,
                 (unsigned)(slowest / 1000000));
}

static void all_work_ends_soon(void **state)
{
    struct rng rng;
    (void)state;
    rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof WORK / sizeof *WORK; i++)
        ends_soon(&WORK[i], &rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_work_ends_soon)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

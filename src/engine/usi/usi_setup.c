/* usi_setup.c: see usi_setup.h. */
#include "engine/usi/usi_setup.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/io/file.h"
#include "base/text/num.h"
#include "base/work/pool.h"
#include "engine/eval/weights.h"

/* --- The memory that is available to this process --------------------------------------------- */

enum { MOST_TEXT = 1 << 16 };

/* The number that begins a text, past blanks; UINT64_MAX: there is none ("max"). */
static uint64_t first_number(struct span text)
{
    uint64_t n;
    text = span_trim(text);
    return num_eat_u64(&text, UINT64_MAX - 1, &n) ? n : UINT64_MAX;
}

/* The number after a word in a file of the kernel's; an empty word is at its beginning. */
static uint64_t number_in(const char *path, struct span word)
{
    struct buf text;
    uint64_t n = UINT64_MAX;
    buf_init(&text, MOST_TEXT);
    if (file_read(path, MOST_TEXT, &text, NULL) == STATUS_OK) {
        ptrdiff_t at = span_find(buf_span(&text), word);
        if (at >= 0)
            n = first_number(span_skip(buf_span(&text), (size_t)at + word.n));
    }
    buf_release(&text);
    return n;
}

static uint64_t least_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t left_of(uint64_t limit, uint64_t used)
{
    if (limit == UINT64_MAX || used == UINT64_MAX)
        return limit;
    return used < limit ? limit - used : 0;
}

static uint64_t left_in_machine(void)
{
    uint64_t kb = number_in("/proc/meminfo", SPAN("MemAvailable:"));
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (kb < UINT64_MAX / 1024)
        return kb * 1024;
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
}

/* Both versions of control groups, as a container sees its own. */
static uint64_t left_in_group(void)
{
    uint64_t new = left_of(number_in("/sys/fs/cgroup/memory.max", SPAN("")),
                           number_in("/sys/fs/cgroup/memory.current", SPAN("")));
    uint64_t old = left_of(number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes", SPAN("")),
                           number_in("/sys/fs/cgroup/memory/memory.usage_in_bytes", SPAN("")));
    return least_of(new, old);
}

static uint64_t left_in_address_space(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return limit.rlim_cur;
}

/* Bytes that can be written to without the system having to end somebody for them: what the kernel
 * says is available, and not more than the process's control group and address space allow.  An
 * allocation may succeed beyond that (overcommit); using it does not.  UINT64_MAX: nobody knows. */
static uint64_t memory_available(void)
{
    return least_of(left_in_machine(), least_of(left_in_group(), left_in_address_space()));
}

/* More threads than processors only wait for each other: with 512 on two processors a move of one
 * second took 17 to 46. */
enum { THREADS_A_PROCESSOR = 4 };

static const struct msg SMALLER = {"USI_Hash %1 does not fit in memory; using %2 MB",
                                   "USI_Hash %1 はメモリに収まらないため %2 MB にします"};
static const struct msg FEWER = {"Threads %1 exceeds what this machine can run; using %2",
                                 "Threads %1 は多すぎるため %2 にします"};

static int64_t at_most(int64_t n, int64_t most)
{
    return most && n > most ? most : n;
}

static void report_reduced(struct usi_setup *s, const struct msg *what, int64_t wanted, int64_t got)
{
    char texts[2][24];
    snprintf(texts[0], sizeof texts[0], "%lld", (long long)wanted);
    snprintf(texts[1], sizeof texts[1], "%lld", (long long)got);
    usi_put_message(s->out, what, span_of(texts[0]), span_of(texts[1]));
}

/* Megabytes of a table that leave an eighth of the memory to others. */
static int64_t fitting_mb(const struct usi_setup *s)
{
    uint64_t bytes = s->limits.memory ? s->limits.memory : memory_available();
    uint64_t mb = (bytes - bytes / 8) >> 20;
    return at_most(at_most(s->wanted.hash_mb, s->limits.hash_mb), mb == 0 ? 1
                                                                  : mb < USI_MOST_HASH_MB
                                                                      ? (int64_t)mb
                                                                      : USI_MOST_HASH_MB);
}

static int64_t fitting_threads(const struct usi_setup *s)
{
    return at_most(at_most(s->wanted.threads, s->limits.threads),
                   (int64_t)pool_cpu_count() * THREADS_A_PROCESSOR);
}

/* --- Weights and style ------------------------------------------------------------------------ */

/* Who plays as people do was fitted with the small ones. */
static bool small_wanted(const struct usi_setup *s)
{
    return !s->wanted.weights &&
           (style_wanted(&s->wanted.style) || person_wanted(&s->wanted.person));
}

/* If they cannot be had, those that are there stay; asking again would not help. */
static enum status open_weights(struct usi_setup *s, struct err *err)
{
    struct weights *opened;
    s->small = small_wanted(s);
    enum status status = weights_open(&opened, s->small ? WEIGHTS_SMALL : s->wanted.weights, err);
    s->weights_differ = false;
    if (status != STATUS_OK)
        return status;
    thinker_close(s->thinker);
    s->thinker = NULL;
    weights_close(s->weights);
    s->weights = opened;
    return STATUS_OK;
}

/* If it cannot be had, the best move is played. */
static enum status open_style(struct usi_setup *s, struct err *err)
{
    s->style_differs = false;
    style_close(s->style);
    return style_open(&s->style, &s->wanted.style, err);
}

/* Without a seed every game is another one. */
static uint64_t game_number(const struct usi_setup *s, int64_t seed)
{
    return seed ? s->games : s->game_ns;
}

static void begin_person(struct usi_setup *s)
{
    if (s->person)
        person_player_begin(s->person, game_number(s, s->wanted.person.seed));
}

static void begin_book(struct usi_setup *s)
{
    if (s->book)
        own_book_begin(s->book, game_number(s, s->wanted.book.seed));
}

static enum status open_person(struct usi_setup *s, const struct person_settings *settings,
                               struct err *err)
{
    s->person_differs = false;
    person_player_close(s->person);
    enum status status = person_player_open(&s->person, settings, NULL, NULL, err);
    begin_person(s);
    return status;
}

/* A database or a query that is of no use leaves the person without openings: its opponent asked for
 * no engine.  If the person cannot be had, the engine plays. */
static void open_person_or_report(struct usi_setup *s)
{
    struct person_settings alone = s->wanted.person;
    struct err err = {0};
    if (open_person(s, &alone, &err) == STATUS_OK)
        return;
    usi_put_error(s->out, &err);
    if (!alone.like_database)
        return;
    alone.like_database = NULL;
    /* a second failure is the first one */
    if (open_person(s, &alone, &err) != STATUS_OK)
        s->person = NULL;
}

/* Small enough to be there before any command is obeyed. */
static void open_quick(struct usi_setup *s)
{
    struct err err;
    if (s->wanted.person.person != PERSON_NONE && !s->quick &&
        natural_open(&s->quick, NULL, &err) != STATUS_OK)
        s->quick = NULL;
}

shogi_move usi_setup_draft(const struct usi_setup *s, const struct person_question *q)
{
    const struct person_settings *settings = &s->wanted.person;
    bool somebody = s->person || s->person_differs;
    return somebody && s->quick
               ? person_player_draft(settings, game_number(s, settings->seed), s->quick, q)
               : 0;
}

/* If it cannot be had, the engine plays from the first move on. */
static enum status open_book(struct usi_setup *s, struct err *err)
{
    s->book_differs = false;
    own_book_close(s->book);
    enum status status = own_book_open(&s->book, &s->wanted.book, err);
    begin_book(s);
    return status;
}

/* Without memory for it there is none. */
static void open_root_mate(struct usi_setup *s)
{
    struct err err;
    if (!s->wanted.root_mate) {
        root_mate_close(s->root_mate);
        s->root_mate = NULL;
    } else if (!s->root_mate && root_mate_open(&s->root_mate, &err) != STATUS_OK) {
        s->root_mate = NULL;
    }
}

bool usi_setup_want(struct usi_setup *s, const struct usi_settings *settings,
                    const struct usi_changes *changes)
{
    struct usi_settings copy;
    if (!usi_settings_copy(&copy, settings))
        return false;
    usi_settings_release(&s->wanted);
    s->wanted = copy;
    s->weights_differ |= changes->weights || small_wanted(s) != s->small;
    s->style_differs |= changes->style;
    s->person_differs |= changes->person;
    s->book_differs |= changes->book;
    open_quick(s);
    return true;
}

/* --- Tables and threads ----------------------------------------------------------------------- */

/* Smaller tables, then fewer threads, until memory suffices. */
static enum status open_thinker(struct usi_setup *s, struct err *err)
{
    thinker_close(s->thinker); /* before memory is measured */
    s->thinker = NULL;
    s->fresh = true;
    s->hash_mb = s->wanted.hash_mb;
    s->threads = s->wanted.threads;
    int64_t mb = fitting_mb(s), threads = fitting_threads(s);
    enum status status;
    do {
        const struct think_options options = {.tt_bytes = (size_t)mb << 20,
                                              .threads = (unsigned)threads,
                                              .eval = weights_eval(s->weights)};
        status = thinker_open(&s->thinker, &options, err);
    } while (status == STATUS_NOMEM && (mb > 1 ? (mb /= 2) : (threads /= 2)) > 0);
    if (status != STATUS_OK)
        return status;
    s->running_threads = threads;
    if (mb < at_most(s->hash_mb, s->limits.hash_mb))
        report_reduced(s, &SMALLER, s->hash_mb, mb);
    if (threads < at_most(s->threads, s->limits.threads))
        report_reduced(s, &FEWER, s->threads, threads);
    return STATUS_OK;
}

bool usi_setup_search(struct usi_setup *s)
{
    struct err err = {0};
    if (s->weights_differ && open_weights(s, &err) != STATUS_OK)
        usi_put_error(s->out, &err);
    if (s->style_differs && open_style(s, &err) != STATUS_OK)
        usi_put_error(s->out, &err);
    if (s->person_differs)
        open_person_or_report(s);
    if (s->book_differs && open_book(s, &err) != STATUS_OK)
        usi_put_error(s->out, &err);
    open_root_mate(s);
    if (s->thinker && s->hash_mb == s->wanted.hash_mb && s->threads == s->wanted.threads)
        return true;
    if (open_thinker(s, &err) == STATUS_OK)
        return true;
    usi_put_error(s->out, &err);
    return false;
}

/* Its table is written to as it fills: that it is smaller than wanted is told if it is at once. */
bool usi_setup_mate(struct usi_setup *s)
{
    struct err err = {0};
    if (s->solver && s->mate_mb == s->wanted.hash_mb)
        return true;
    mate_close(s->solver);
    s->solver = NULL;
    s->mate_mb = s->wanted.hash_mb;
    int64_t mb = fitting_mb(s);
    enum status status;
    do
        status = mate_open(&s->solver, (size_t)mb << 20, &err);
    while (status == STATUS_NOMEM && (mb /= 2) > 0);
    if (status != STATUS_OK)
        usi_put_error(s->out, &err);
    else if (mb < at_most(s->mate_mb, s->limits.hash_mb))
        report_reduced(s, &SMALLER, s->mate_mb, mb);
    return status == STATUS_OK;
}

void usi_setup_new_game(struct usi_setup *s)
{
    if (!s->fresh)
        thinker_new_game(s->thinker);
    s->fresh = true;
    s->games++;
    s->game_ns = think_clock_ns(NULL);
    begin_person(s);
    begin_book(s);
}

/* --- Opening and closing ---------------------------------------------------------------------- */

enum status usi_setup_open(struct usi_setup *s, struct usi_output *out,
                           const struct usi_setup_limits *limits,
                           const struct usi_settings *settings, struct err *err)
{
    *s = (struct usi_setup){.out = out, .limits = *limits, .game_ns = think_clock_ns(NULL)};
    if (!usi_settings_copy(&s->wanted, settings))
        return err_nomem(err);
    enum status status = open_weights(s, err);
    if (status == STATUS_OK)
        status = open_style(s, err);
    if (status == STATUS_OK)
        status = open_person(s, &s->wanted.person, err);
    open_quick(s);
    return status == STATUS_OK ? open_book(s, err) : status;
}

void usi_setup_close(struct usi_setup *s)
{
    thinker_close(s->thinker);
    mate_close(s->solver);
    weights_close(s->weights);
    style_close(s->style);
    person_player_close(s->person);
    natural_close(s->quick);
    own_book_close(s->book);
    root_mate_close(s->root_mate);
    usi_settings_release(&s->wanted);
}

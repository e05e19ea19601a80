/* test_mutation.c: any file of a database is changed anywhere, and then every command is run: what it
 * prints is what it prints of the whole database, or it fails and names the file and the section.
 *
 * Each mutation flips bits, zeroes a block, writes rubbish or cuts off, in a segment, the manifest,
 * the decisions on people or a cache.  Commands run as from a shell, in a process of their own;
 * `serve` answers requests without a socket; commands that change a database do so to a copy, which
 * is exported afterwards.  test_damage.c asks the library more closely, and more often.
 *
 *   KIFU_MUTATIONS=N       how many of each game (default 60, in the scope long 10,000)
 *   KIFU_MUTATION_SEED=N   others than those of seed 1
 *   KIFU_MUTATION_ALL=1    each command after each mutation, not one of them */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/rng.h"
#include "base/text/num.h"
#include "cmd/frame/cmd.h"
#include "db/found_log.h"
#include "games/go/go.h"
#include "scratch.h"
#include "web/site/site.h"

static const struct command *const COMMANDS[] = {
    &CMD_BOOK,    &CMD_CALIBRATE, &CMD_CENSUS, &CMD_CHECK, &CMD_COMPACT,  &CMD_COMPARE,
    &CMD_CONVERT, &CMD_EDIT,      &CMD_EXPORT, &CMD_FLOW,  &CMD_GENERATE, &CMD_IMPORT,
    &CMD_INFO,    &CMD_JOSEKI,    &CMD_MATRIX, &CMD_MOVES, &CMD_NAMES,    &CMD_PLAYERS,
    &CMD_PROFILE, &CMD_REMOVE,    &CMD_SEARCH, &CMD_SHOW,  &CMD_TAG,      NULL,
};

enum { MAX_LINES = 48, MAX_STEPS = 6, MAX_FILES = 64, SECONDS = 120, ZEROED = 4096 };

/* Words are parted by '|', the steps of one line by "; ". */
struct mutation_fixture {
    const char *game, *database;
    const char *const *making; /* makes the database; NULL-ended */
    const char *const *lines;  /* each with the database as %; NULL-ended */
    const struct game *rules;
};

/* --- Running ----------------------------------------------------------------------------------- */

struct ran {
    int code; /* negative: killed by a signal */
    struct buf out, err;
};

static void ran_release(struct ran *r)
{
    buf_release(&r->out);
    buf_release(&r->err);
}

static int memory_file(void)
{
    int fd = memfd_create("output", 0);
    assert_true(fd >= 0);
    return fd;
}

/* Drops the figures behind "ms": and "seconds":, which are others each time. */
static void forget_times(struct buf *out)
{
    size_t n = 0;
    for (size_t at = 0; at < out->n;) {
        out->p[n++] = out->p[at++];
        struct span so_far = span_make(out->p, n);
        if (span_ends(so_far, SPAN("\"ms\":")) || span_ends(so_far, SPAN("\"seconds\":")))
            while (at < out->n && strchr("0123456789.e-", out->p[at]))
                at++;
    }
    out->n = n;
}

static void read_back(int fd, struct buf *out)
{
    char part[8192];
    ssize_t n;
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    while ((n = read(fd, part, sizeof part)) > 0)
        buf_add(out, part, (size_t)n);
    close(fd);
    forget_times(out);
}

/* "/api/search?query=a&limit=5": not decoded. */
static void read_request(char *text, struct http_request *request)
{
    char *at = strchr(text, '?');
    request->path = span_make(text, at ? (size_t)(at - text) : strlen(text));
    while (at && request->arg_count < HTTP_MAX_ARGS) {
        char *name = at + 1, *equals = strchr(name, '='), *next = strchr(name, '&');
        size_t n = next ? (size_t)(next - equals - 1) : strlen(equals + 1);
        request->args[request->arg_count++] =
            (struct http_arg){span_make(name, (size_t)(equals - name)), span_make(equals + 1, n)};
        at = next;
    }
}

/* What the server answers to the requests argv[1]…; ends at the first that fails. */
static int answer(const char *database, int argc, char **argv)
{
    struct site site;
    struct err err;
    atomic_bool cancelled;
    int code = CMD_OK;
    atomic_init(&cancelled, false);
    enum status st = site_open(&site, "0", &database, 1, &err);
    site.threads = 1;
    if (st != STATUS_OK) {
        struct buf text;
        buf_init(&text, BUF_DEFAULT_MAX);
        err_format(&err, LANG_EN, &text);
        fprintf(stderr, "%s\n", buf_cstr(&text));
        buf_release(&text);
        return CMD_ERROR;
    }
    for (int i = 1; i < argc && code == CMD_OK; i++) {
        struct http_request request = {.cancelled = &cancelled};
        struct http_response reply = {.status = 200, .type = "application/json"};
        read_request(argv[i], &request);
        buf_init(&reply.body, BUF_DEFAULT_MAX);
        site_handle_request(&site, &request, &reply);
        code = reply.status == 200 ? CMD_OK : CMD_ERROR;
        struct span said = reply.fixed.n ? reply.fixed : buf_span(&reply.body);
        fwrite(said.p, 1, said.n, code == CMD_OK ? stdout : stderr);
        buf_release(&reply.body);
    }
    fflush(stdout);
    site_release(&site);
    return code;
}

static int run_words(const char *database, int argc, char **argv)
{
    if (strcmp(argv[0], "serve") == 0)
        return answer(database, argc, argv);
    const char *words[32] = {"kifu"};
    for (int i = 0; i < argc; i++)
        words[i + 1] = argv[i];
    return cmd_main(COMMANDS, argc + 1, words);
}

static int split(char *line, char **argv)
{
    int argc = 0;
    for (char *at = line; at && argc < 30; argc++) {
        argv[argc] = at;
        at = strchr(at, '|');
        if (at)
            *at++ = '\0';
    }
    return argc;
}

/* One step, with the database in place of each %. */
static int run_step(const char *step, const char *database, struct ran *r)
{
    char line[2048], *argv[32];
    size_t n = 0;
    for (const char *p = step; *p && n < sizeof line - 64; p++)
        n += (size_t)snprintf(line + n, sizeof line - n, *p == '%' ? "%s" : "%.1s",
                              *p == '%' ? database : p);
    line[n] = '\0';
    int argc = split(line, argv), out = memory_file(), err = memory_file(), status = 0;
    fflush(stdout);
    fflush(stderr);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        alarm(SECONDS);
        int code = run_words(database, argc, argv);
        fflush(stderr);
        _exit(code);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    read_back(out, &r->out);
    read_back(err, &r->err);
    r->code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return r->code;
}

/* All steps, until one fails. */
static void run_line(const char *line, const char *database, struct ran *r)
{
    char step[2048];
    *r = (struct ran){0};
    buf_init(&r->out, BUF_DEFAULT_MAX);
    buf_init(&r->err, BUF_DEFAULT_MAX);
    for (const char *p = line, *end; p; p = end ? end + 2 : NULL) {
        end = strstr(p, "; ");
        snprintf(step, sizeof step, "%.*s", end ? (int)(end - p) : (int)strlen(p), p);
        if (run_step(step, database, r) > CMD_NOTHING || r->code < 0)
            return;
        if (p == line && end)
            buf_clear(&r->out); /* of an import: how long it took */
    }
}

/* --- Files ------------------------------------------------------------------------------------- */

struct whole_file {
    char name[256]; /* in the folder of the database */
    struct buf bytes;
    bool is_segment; /* or a cache with the frame of one */
    bool counts;     /* is of the database itself: what is wrong there is told with its name */
};

struct database_files {
    struct whole_file at[MAX_FILES];
    size_t count;
};

static void load_file(struct database_files *files, const char *folder, const char *name)
{
    struct whole_file *f = &files->at[files->count++];
    char path[512];
    struct err err;
    assert_true(files->count < MAX_FILES);
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    buf_init(&f->bytes, BUF_DEFAULT_MAX);
    assert_int_equal(file_read(path, BUF_DEFAULT_MAX, &f->bytes, &err), STATUS_OK);
    f->is_segment = span_starts(buf_span(&f->bytes), SPAN("KIFUSEG\n"));
    f->counts = !strchr(name, '/') && strcmp(name, "people-index") != 0;
}

/* What people write by hand has no checksum, and the lock is empty. */
static bool is_checked(const char *name)
{
    return strcmp(name, "names.txt") != 0 && strcmp(name, "people.txt") != 0 &&
           strcmp(name, "lock") != 0;
}

static void load(struct database_files *files, const char *folder, const char *below)
{
    char path[512], name[256];
    snprintf(path, sizeof path, "%s/%s", folder, below);
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir));) {
        struct stat st;
        snprintf(name, sizeof name, "%s%s", below, e->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (e->d_name[0] == '.' || stat(path, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode)) {
            strncat(name, "/", sizeof name - strlen(name) - 1);
            load(files, folder, name);
        } else if (is_checked(name)) {
            load_file(files, folder, name);
        }
    }
    closedir(dir);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct whole_file *)a)->name, ((const struct whole_file *)b)->name);
}

/* Writes the bytes if the file has others; its time does not matter. */
static void put_file(const char *folder, const struct whole_file *f, struct span bytes)
{
    char path[512];
    struct buf now;
    struct err err;
    snprintf(path, sizeof path, "%s/%s", folder, f->name);
    buf_init(&now, BUF_DEFAULT_MAX);
    if (file_read(path, BUF_DEFAULT_MAX, &now, &err) != STATUS_OK ||
        !span_eq(buf_span(&now), bytes)) {
        int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        assert_true(fd >= 0);
        assert_int_equal(write(fd, bytes.p, bytes.n), bytes.n);
        close(fd);
    }
    buf_release(&now);
}

/* The folder as it was: nothing that is not in `files` matters. */
static void restore(const char *folder, const struct database_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        put_file(folder, &files->at[i], buf_span(&files->at[i].bytes));
}

/* --- Mutations --------------------------------------------------------------------------------- */

enum mutation_kind { FLIPPED, ZEROED_BLOCK, RUBBISH, CUT_OFF, MUTATION_KINDS };
static const char *const KIND_NAMES[MUTATION_KINDS] = {"bits flipped", "zeroed", "rubbish",
                                                       "cut off"};

struct mutation {
    const struct whole_file *file;
    enum mutation_kind kind;
    size_t from, to;    /* bytes that it may have changed */
    char sections[256]; /* which those are in, each with a blank behind it; "" if no section's */
    bool same;          /* the bytes are the same as before */
    bool frame;         /* some of them are in the frame of a segment */
    struct buf bytes;
};

/* Sections from the table, which is at the end. */
static uint32_t section_count(const struct whole_file *f)
{
    return f->is_segment ? le_get32(f->bytes.p + f->bytes.n - 24) : 0;
}

static const char *section_row(const struct whole_file *f, uint32_t i)
{
    return f->bytes.p + le_get64(f->bytes.p + f->bytes.n - 32) + (size_t)32 * i;
}

static void name_sections(struct mutation *m)
{
    const struct buf *bytes = &m->file->bytes;
    if (m->file->is_segment)
        m->frame = m->from < 16 || m->to > le_get64(bytes->p + bytes->n - 32);
    for (uint32_t i = 0; i < section_count(m->file); i++) {
        const char *row = section_row(m->file, i);
        uint64_t at = le_get64(row + 8), end = at + le_get64(row + 16);
        size_t n = strlen(m->sections);
        if (m->from < end && at < m->to)
            snprintf(m->sections + n, sizeof m->sections - n, "%.8s ", row);
    }
}

/* Files of the database itself more often than caches. */
static const struct whole_file *choose_file(const struct database_files *files, struct rng *rng)
{
    for (;;) {
        const struct whole_file *f = &files->at[rng_below(rng, files->count)];
        if (f->counts || rng_below(rng, 4) == 0)
            return f;
    }
}

/* Any section as often as another. */
static size_t choose_byte(const struct whole_file *f, struct rng *rng)
{
    uint32_t count = section_count(f);
    uint64_t number = rng_below(rng, count + 2);
    if (number < count) {
        const char *row = section_row(f, (uint32_t)number);
        if (le_get64(row + 16))
            return (size_t)(le_get64(row + 8) + rng_below(rng, le_get64(row + 16)));
    }
    return (size_t)rng_below(rng, f->bytes.n);
}

static enum mutation_kind choose_kind(struct rng *rng)
{
    static const enum mutation_kind of[10] = {FLIPPED,      FLIPPED,     FLIPPED, FLIPPED,
                                              FLIPPED,      FLIPPED,     RUBBISH, CUT_OFF,
                                              ZEROED_BLOCK, ZEROED_BLOCK};
    return of[rng_below(rng, 10)];
}

static void mutate(const struct database_files *files, struct rng *rng, struct mutation *m)
{
    const struct whole_file *f = choose_file(files, rng);
    size_t size = f->bytes.n, at = choose_byte(f, rng);
    *m = (struct mutation){.file = f, .kind = choose_kind(rng), .from = at, .to = at + 1};
    buf_init(&m->bytes, BUF_DEFAULT_MAX);
    buf_add_span(&m->bytes, buf_span(&f->bytes));
    char *p = m->bytes.p;
    if (m->kind == FLIPPED) {
        for (uint64_t bits = 1 + rng_below(rng, 3); bits; bits--)
            p[at] = (char)(p[at] ^ 1 << rng_below(rng, 8));
    } else if (m->kind == ZEROED_BLOCK) {
        m->from = at / ZEROED * ZEROED;
        m->to = size - m->from < ZEROED ? size : m->from + ZEROED;
        memset(p + m->from, 0, m->to - m->from);
    } else if (m->kind == RUBBISH) {
        m->to = size - at < 200 ? size : at + 1 + (size_t)rng_below(rng, 200);
        for (size_t i = m->from; i < m->to; i++)
            p[i] = (char)rng_below(rng, 256);
    } else {
        m->bytes.n = at;
        m->to = size;
    }
    /* a log that ends early is one that was not yet written */
    if (m->kind == CUT_OFF && !f->is_segment && !f->counts)
        m->bytes.n = size;
    m->same = span_eq(buf_span(&m->bytes), buf_span(&f->bytes));
    name_sections(m);
}

/* --- Judging ----------------------------------------------------------------------------------- */

struct mutation_tally {
    unsigned long mutations, runs, right, refused, failed;
};

static bool has(const struct buf *text, const char *word)
{
    return span_find(buf_span(text), span_of(word)) >= 0;
}

static bool names_file(const struct ran *r, const struct mutation *m)
{
    const char *slash = strrchr(m->file->name, '/');
    return has(&r->err, slash ? slash + 1 : m->file->name) ||
           has(&r->out, slash ? slash + 1 : m->file->name);
}

/* Where bytes of a section are wrong, an error says which. */
static bool names_section(const struct ran *r, const struct mutation *m)
{
    char name[16];
    if (!*m->sections || m->frame || m->kind == CUT_OFF)
        return true;
    for (const char *p = m->sections; *p; p = strchr(p, ' ') + 1) {
        snprintf(name, sizeof name, "%.*s", (int)(strchr(p, ' ') - p), p);
        if (has(&r->err, name) || has(&r->out, name))
            return true;
    }
    return false;
}

/* What the server answers says nothing of our files. */
static bool is_told(const struct ran *r, const char *line, const struct mutation *m)
{
    bool served = strncmp(line, "serve", 5) == 0;
    return r->code == CMD_ERROR && !m->same && (served || names_file(r, m)) && names_section(r, m);
}

static void judge(const struct ran *was, struct ran *is, const char *line, const struct mutation *m,
                  struct mutation_tally *t)
{
    t->runs++;
    if (is->code == was->code && span_eq(buf_span(&is->out), buf_span(&was->out))) {
        t->right++;
    } else if (is_told(is, line, m)) {
        t->refused++;
    } else {
        t->failed++;
        print_message("%s (%s) in [%s] from %zu: %s: exit status %d: %.600s\n", m->file->name,
                      KIND_NAMES[m->kind], m->sections, m->from, line, is->code,
                      buf_cstr(&is->err));
    }
}

static bool changes(const char *line)
{
    return strstr(line, "; ") != NULL;
}

/* --- Trials ------------------------------------------------------------------------------------ */

static void prepare(const char *folder, const struct database_files *files,
                    const struct mutation *m)
{
    char command[128];
    if (strcmp(folder, "copy.kifu") == 0) {
        snprintf(command, sizeof command, "rm -rf copy.kifu");
        assert_int_equal(system(command), 0);
        assert_int_equal(mkdir("copy.kifu", 0777), 0);
        assert_int_equal(mkdir("copy.kifu/columns", 0777), 0);
    }
    restore(folder, files);
    if (m)
        put_file(folder, m->file, buf_span(&m->bytes));
}

static void run_on(const char *line, const struct mutation_fixture *w,
                   const struct database_files *files, const struct mutation *m, struct ran *r)
{
    const char *folder = changes(line) ? "copy.kifu" : w->database;
    prepare(folder, files, m);
    run_line(line, folder, r);
}

static uint64_t number_of(const char *name, uint64_t usual)
{
    const char *text = getenv(name);
    uint64_t n;
    return text && num_parse_u64(span_of(text), 100000000, &n) ? n : usual;
}

static bool is_long(void)
{
    const char *scope = getenv("KIFU_TEST_SCOPE");
    return scope && strcmp(scope, "long") == 0;
}

/* The answers of the whole database, which are the same each time. */
static size_t ask_whole(const struct mutation_fixture *w, const struct database_files *files,
                        struct ran *whole)
{
    size_t n = 0;
    for (; w->lines[n]; n++) {
        struct ran again;
        assert_true(n < MAX_LINES);
        run_on(w->lines[n], w, files, NULL, &whole[n]);
        run_on(w->lines[n], w, files, NULL, &again);
        if (whole[n].code < 0 || whole[n].code > CMD_NOTHING)
            fail_msg("%s: %d: %s", w->lines[n], whole[n].code, buf_cstr(&whole[n].err));
        if (!span_eq(buf_span(&whole[n].out), buf_span(&again.out)))
            fail_msg("%s: %s\n---\n%s", w->lines[n], buf_cstr(&whole[n].out), buf_cstr(&again.out));
        ran_release(&again);
    }
    return n;
}

/* As a network would have written it, of every game of the database. */
static void write_found_log(const char *database)
{
    struct found_writer w;
    struct db *db;
    struct err err;
    assert_int_equal(db_open(&db, database, &err), STATUS_OK);
    assert_int_equal(found_writer_open(&w, database, 7, false, &err), STATUS_OK);
    for (uint32_t i = 0; i < db->segment_count; i++) {
        const struct lines *lines = &db->segments[i].lines;
        for (uint32_t g = 0; g < lines->games; g++) {
            uint16_t surprises[3 * 2000];
            uint32_t moves = line_plies(lines, g);
            if (moves > 2000)
                continue;
            for (uint32_t k = 0; k < 3 * moves; k++)
                surprises[k] = (uint16_t)(g * 977 + k * 131);
            assert_int_equal(found_writer_add(&w, line_hash(lines, g), surprises, moves, &err),
                             STATUS_OK);
        }
    }
    found_writer_close(&w);
    db_close(db);
}

static void make(const struct mutation_fixture *w)
{
    struct ran r;
    for (size_t i = 0; w->making[i]; i++) {
        run_line(w->making[i], w->database, &r);
        if (r.code != CMD_OK)
            fail_msg("%s: %d: %s", w->making[i], r.code, buf_cstr(&r.err));
        ran_release(&r);
    }
    if (w->rules == &shogi_game)
        write_found_log(w->database);
}

static void run_trials(const struct mutation_fixture *w, const struct database_files *files,
                       struct mutation_tally *t)
{
    static struct ran whole[MAX_LINES];
    struct rng rng;
    bool all = number_of("KIFU_MUTATION_ALL", 0);
    size_t lines = ask_whole(w, files, whole);
    rng_seed(&rng, number_of("KIFU_MUTATION_SEED", 1));
    uint64_t count = number_of("KIFU_MUTATIONS", is_long() ? 10000 : 60);
    for (; t->mutations < count; t->mutations++) {
        struct mutation m;
        mutate(files, &rng, &m);
        size_t first = all ? 0 : (size_t)rng_below(&rng, lines), last = all ? lines : first + 1;
        for (size_t i = first; i < last; i++) {
            struct ran is;
            run_on(w->lines[i], w, files, &m, &is);
            judge(&whole[i], &is, w->lines[i], &m, t);
            ran_release(&is);
        }
        buf_release(&m.bytes);
    }
    for (size_t i = 0; i < lines; i++)
        ran_release(&whole[i]);
}

static void run_fixture(const struct mutation_fixture *w)
{
    static struct database_files files;
    struct mutation_tally t = {0};
    struct ran r;
    files.count = 0;
    make(w);
    for (size_t i = 0; w->lines[i]; i++) /* makes all that is kept beside the segments */
        if (!changes(w->lines[i])) {
            run_line(w->lines[i], w->database, &r);
            ran_release(&r);
        }
    load(&files, w->database, "");
    qsort(files.at, files.count, sizeof *files.at, compare_names);
    run_trials(w, &files, &t);
    print_message(
        "%s: %lu mutations of %zu files, %lu runs: %lu right, %lu refused, %lu otherwise\n",
        w->game, t.mutations, files.count, t.runs, t.right, t.refused, t.failed);
    for (size_t i = 0; i < files.count; i++)
        buf_release(&files.at[i].bytes);
    assert_int_equal(t.failed, 0);
    assert_true(t.refused > t.runs / 20);
}

/* --- Databases --------------------------------------------------------------------------------- */

#define AFTERWARDS "; export|%|--to|kif|--quiet; search|%|tag:study or id:0..99|--jobs=1|--json"

#define AFTERWARDS_OF_GO "; export|%|--to|sgf|--quiet; search|%|tag:study or bD4|--jobs=1|--json"

static void test_shogi(void **state)
{
    static const char *const making[] = {
        "generate|%|--games|24|--seed|3|--quiet",
        "generate|two.kifu|--games|9|--seed|4|--quiet",
        "generate|three.kifu|--games|9|--seed|5|--quiet",
        "export|two.kifu|--to|csa|-o|two|--quiet",
        "export|three.kifu|--to|csa|-o|three|--quiet",
        "import|%|two|--segment-games|4|--quiet",
        "import|%|two|--tag|again|--quiet",
        "tag|%|id:3..9|+study|--quiet",
        "edit|%|5|event=Meijin|--quiet",
        "remove|%|id:6..7|--quiet",
        "players|%|--merge|野口隆|土屋茂雄|--quiet",
        NULL,
    };
    static const char *const lines[] = {
        "search|%|--jobs=1|--json",
        "search|%|s76fu g34fu|--jobs=1|--json|--lines",
        "search|%|s28hi s77ka ply:10..40 turn:g|--jobs=1|--json",
        "search|%|player:田 event:戦|--jobs=1|--json",
        "search|%|tag:study or tag:again|--jobs=1|--json",
        "search|%|comment:x|--jobs=1|--json",
        "search|%|surprise>=4|--jobs=1|--json",
        "search|%|castle:mino|--jobs=1|--json",
        "search|%|value>=300|--jobs=1|--json",
        "search|%|--by=castle|--jobs=1|--json",
        "moves|%|startpos|--jobs=1",
        "moves|%|s76fu g34fu|--jobs=1",
        "export|%|--to|csa|--quiet",
        "export|%|--to|kif|--quiet",
        "export|%|--to|jkf|--quiet",
        "info|%",
        "players|%",
        "names|%",
        "matrix|%|--rows=castle|--columns=opening|--jobs=1|--json",
        "profile|%|野口隆|--sequences=0|--jobs=1",
        "compare|%|date:1980..2000|date:2001..2030|--kind=openings,castles,moves|--jobs=1",
        "census|%|--jobs=1",
        "book|%|--to|apery|--jobs=1|--quiet",
        "joseki|%|--jobs=1|--top=3|--quiet",
        "show|%:5|--ply=20",
        "calibrate|%|--mate-nodes=0|--min-positions=1|--jobs=1|--quiet",
        "flow|%|--human-query=result:s|--computer-query=result:g|--min-count=2|--jobs=1|--quiet",
        "check|%|--jobs=1|--quiet",
        "serve|/api/search?query=s76fu g34fu&limit=50|/api/moves?query=startpos|/api/facets?query=",
        "serve|/api/matrix?query=&rows=castle&columns=opening|/api/names?prefix=m|/api/tags",
        "serve|/api/game/5|/api/game/0|/api/players?limit=9|/api/orders?query=s76fu",
        "compact|%|--jobs=1|--quiet" AFTERWARDS,
        "import|%|three|--jobs=1|--quiet|--json" AFTERWARDS,
        "tag|%|id:1..20|+more|-study|--quiet" AFTERWARDS,
        "edit|%|5|place=Edo|--quiet" AFTERWARDS,
        "remove|%|id:9..10|--quiet" AFTERWARDS,
        NULL,
    };
    (void)state;
    run_fixture(&(struct mutation_fixture){"shogi", "db.kifu", making, lines, &shogi_game});
}

static void test_go(void **state)
{
    static const char *const making[] = {
        "generate|%|--game=go|--games|9|--seed|3|--quiet",
        "generate|go-two.kifu|--game=go|--games|5|--seed|4|--quiet",
        "generate|go-three.kifu|--game=go|--games|5|--seed|5|--quiet",
        "export|go-two.kifu|--to|sgf|-o|go-two.sgf|--quiet",
        "export|go-three.kifu|--to|sgf|-o|go-three.sgf|--quiet",
        "import|%|go-two.sgf|--segment-games|4|--quiet",
        "tag|%|id:3..5|+study|--quiet",
        "remove|%|id:6..6|--quiet",
        NULL,
    };
    static const char *const lines[] = {
        "search|%|--jobs=1|--json",
        "search|%|bQ16 ply:10..60 turn:w|--jobs=1|--json",
        "search|%|sym(board \"b:Q16 w:D4\")|--jobs=1|--json",
        "search|%|pattern \"X O/. X\"|--jobs=1|--json",
        "search|%|komi:6.5 or event:戦|--jobs=1|--json",
        "search|%|count(any,corner:top-right)>=12|--jobs=1|--json",
        "moves|%|startpos|--jobs=1",
        "export|%|--to|sgf|--quiet",
        "joseki|%|--jobs=1|--top=3|--quiet",
        "census|%|--jobs=1",
        "names|%",
        "check|%|--jobs=1|--quiet",
        "serve|/api/search?query=bQ16&limit=50|/api/moves?query=startpos|/api/game/5",
        "compact|%|--jobs=1|--quiet" AFTERWARDS_OF_GO,
        "import|%|go-three.sgf|--jobs=1|--quiet|--json" AFTERWARDS_OF_GO,
        "edit|%|5|place=Edo|--quiet" AFTERWARDS_OF_GO,
        NULL,
    };
    (void)state;
    run_fixture(&(struct mutation_fixture){"go", "go.kifu", making, lines, &go_game});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shogi),
        cmocka_unit_test(test_go),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}

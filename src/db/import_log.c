/* import_log.c: see import_log.h. */
#include "db/import_log.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/num.h"
#include "db/db_writer.h"

enum {
    MAX_LOG_BYTES = 64 << 20,
    MAX_WHAT_BYTES = 300,
    CHECKSUM_BYTES = sizeof "checksum 0123456789abcdef\n" - 1,
    NUMBERS = 12 /* of an import, its own number aside */
};

#define HEAD "kifu-imports 1\n"

static const struct msg DAMAGED = {"the list of imports is damaged; delete it",
                                   "取り込みの記録が壊れています。削除してください"};
static const struct msg NEWER = {"the list of imports is that of a newer Kifu; update Kifu",
                                 "新しい Kifu の取り込みの記録です。Kifu を更新してください"};
static const struct msg NO_IMPORT = {"no import %1, or it was taken back",
                                     "%1 番の取り込みはないか、すでに取り消しました"};

/* --- Reading --------------------------------------------------------------------------------- */

static enum status fail_at(struct err *err, uint32_t line, size_t byte, const struct msg *what)
{
    err_fill(err, STATUS_SYNTAX, what, (struct span){0}, (struct span){0});
    err_at(err, line, byte);
    err_in_file(err, SPAN(IMPORT_LOG_FILE));
    return STATUS_SYNTAX;
}

static void add_checksum(struct span lines, struct buf *out)
{
    buf_printf(out, "checksum %016llx\n", (unsigned long long)XXH3_64bits(lines.p, lines.n));
}

/* The lines between the head and the checksum. */
static enum status check_frame(struct span text, struct span *lines, struct err *err)
{
    struct span head = SPAN(HEAD), rest = text;
    if (text.n < head.n + CHECKSUM_BYTES)
        return fail_at(err, 1, 0, &DAMAGED);
    if (!span_eat(&rest, head))
        return fail_at(err, 1, 0, span_starts(text, SPAN("kifu-imports ")) ? &NEWER : &DAMAGED);
    struct span kept = span_make(text.p, text.n - CHECKSUM_BYTES);
    struct buf sum;
    buf_init(&sum, 64);
    add_checksum(kept, &sum);
    bool same = span_eq(buf_span(&sum), span_skip(text, kept.n));
    buf_release(&sum);
    *lines = span_make(rest.p, rest.n - CHECKSUM_BYTES);
    return same ? STATUS_OK : fail_at(err, 1, kept.n, &DAMAGED);
}

static struct span next_word(struct span *line)
{
    const char *tab = line->n ? memchr(line->p, '\t', line->n) : NULL;
    struct span word = span_make(line->p, tab ? (size_t)(tab - line->p) : line->n);
    *line = span_skip(*line, word.n + (tab ? 1 : 0));
    return word;
}

static bool next_number(struct span *line, uint64_t max, uint64_t *out)
{
    return num_parse_u64(next_word(line), max, out);
}

static bool parse_import(struct span line, struct import_entry *e)
{
    uint64_t n[NUMBERS];
    if (!next_number(&line, UINT64_MAX, &e->number))
        return false;
    for (int i = 0; i < NUMBERS - 1; i++)
        if (!next_number(&line, i == 1 || i == 2 ? UINT32_MAX : UINT64_MAX, &n[i]))
            return false;
    e->time = n[0];
    e->first = (uint32_t)n[1];
    e->end = (uint32_t)n[2];
    e->files = n[3];
    e->games = n[4];
    e->added = n[5];
    e->duplicates = n[6];
    e->partial = n[7];
    e->rejected = n[8];
    e->conflicts = n[9];
    e->sent = n[10];
    e->what = next_word(&line);
    e->again = next_word(&line);
    e->tags = line;
    return e->first <= e->end;
}

static bool parse_taken(struct import_log *log, struct span line)
{
    uint64_t number, removed;
    if (!next_number(&line, UINT64_MAX, &number) || !next_number(&line, UINT64_MAX, &removed))
        return false;
    for (size_t i = 0; i < log->count; i++)
        if (log->at[i].number == number) {
            log->at[i].taken = true;
            log->at[i].removed = removed;
            return true;
        }
    return false;
}

static bool parse_line(struct import_log *log, struct span line)
{
    struct span verb = next_word(&line);
    if (span_eq(verb, SPAN("taken")))
        return parse_taken(log, line);
    struct import_entry *e = &log->at[log->count];
    *e = (struct import_entry){0};
    if (!span_eq(verb, SPAN("import")) || !parse_import(line, e))
        return false;
    log->count++;
    return true;
}

static enum status parse_lines(struct import_log *log, struct span lines, struct err *err)
{
    size_t room = 1;
    for (size_t i = 0; i < lines.n; i++)
        room += lines.p[i] == '\n';
    log->at = mem_calloc(room, sizeof *log->at);
    if (!log->at)
        return err_nomem(err);
    for (uint32_t number = 2; lines.n; number++) {
        const char *end = memchr(lines.p, '\n', lines.n);
        if (!end || !parse_line(log, span_make(lines.p, (size_t)(end - lines.p))))
            return fail_at(err, number, (size_t)(lines.p - log->text.p), &DAMAGED);
        lines = span_skip(lines, (size_t)(end - lines.p) + 1);
    }
    return STATUS_OK;
}

static enum status log_path(const char *database, struct buf *path, struct err *err)
{
    buf_init(path, 1 << 16);
    buf_printf(path, "%s/" IMPORT_LOG_FILE, database);
    (void)buf_cstr(path);
    return buf_status(path) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

enum status import_log_read(struct import_log *log, const char *database, struct err *err)
{
    struct buf path;
    struct span lines;
    *log = (struct import_log){0};
    buf_init(&log->text, MAX_LOG_BYTES);
    enum status st = log_path(database, &path, err);
    if (st == STATUS_OK)
        st = file_read(path.p, MAX_LOG_BYTES, &log->text, err);
    buf_release(&path);
    if (st == STATUS_NOT_FOUND)
        return STATUS_OK;
    if (st == STATUS_OK)
        st = check_frame(buf_span(&log->text), &lines, err);
    if (st == STATUS_OK)
        st = parse_lines(log, lines, err);
    if (st != STATUS_OK)
        import_log_release(log);
    return st;
}

void import_log_release(struct import_log *log)
{
    mem_free(log->at);
    buf_release(&log->text);
    *log = (struct import_log){0};
}

/* --- Writing --------------------------------------------------------------------------------- */

/* A name may have any character; here two of them mean something. */
static void add_word(struct buf *out, struct span word)
{
    if (word.n > MAX_WHAT_BYTES)
        word.n = MAX_WHAT_BYTES;
    while (word.n && word.n == MAX_WHAT_BYTES && (word.p[word.n - 1] & 0x80))
        word.n--; /* no half of a character */
    for (size_t i = 0; i < word.n; i++)
        buf_add_char(out, (unsigned char)word.p[i] < ' ' ? ' ' : word.p[i]);
}

static void add_entry(const struct import_entry *e, struct buf *out)
{
    const uint64_t n[NUMBERS] = {e->number,  e->time,     e->first,     e->end,
                                 e->files,   e->games,    e->added,     e->duplicates,
                                 e->partial, e->rejected, e->conflicts, e->sent};
    struct span tags = e->tags;
    buf_add_str(out, "import");
    for (int i = 0; i < NUMBERS; i++) {
        buf_add_char(out, '\t');
        buf_add_u64(out, n[i]);
    }
    buf_add_char(out, '\t');
    add_word(out, e->what);
    buf_add_char(out, '\t');
    buf_add_span(out, e->again);
    while (tags.n) {
        buf_add_char(out, '\t');
        add_word(out, next_word(&tags));
    }
    buf_add_char(out, '\n');
    if (e->taken)
        buf_printf(out, "taken\t%llu\t%llu\n", (unsigned long long)e->number,
                   (unsigned long long)e->removed);
}

static enum status write_log(const char *database, const struct import_log *log,
                             const struct import_entry *more, struct err *err)
{
    struct buf path, text, sum;
    size_t all = log->count + (more != NULL);
    buf_init(&text, MAX_LOG_BYTES);
    buf_init(&sum, 64);
    buf_add_str(&text, HEAD);
    for (size_t i = all > IMPORT_LOG_MOST ? all - IMPORT_LOG_MOST : 0; i < log->count; i++)
        add_entry(&log->at[i], &text);
    if (more)
        add_entry(more, &text);
    add_checksum(buf_span(&text), &sum);
    buf_add_span(&text, buf_span(&sum));
    enum status st = log_path(database, &path, err);
    if (st == STATUS_OK && buf_status(&text) != STATUS_OK)
        st = err_nomem(err);
    if (st == STATUS_OK)
        st = file_replace(path.p, buf_span(&text), err);
    buf_release(&path);
    buf_release(&sum);
    buf_release(&text);
    return st;
}

enum status import_log_add(const char *database, struct import_entry *e, struct err *err)
{
    struct import_log log;
    enum status st = import_log_read(&log, database, err);
    if (st == STATUS_SYNTAX) { /* games are worth more than a list of how they came */
        log = (struct import_log){0};
        st = STATUS_OK;
    }
    if (st != STATUS_OK)
        return st;
    e->number = log.count ? log.at[log.count - 1].number + 1 : 1;
    st = write_log(database, &log, e, err);
    import_log_release(&log);
    return st;
}

/* --- Ids in runs ------------------------------------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

void import_log_runs(uint32_t *ids, size_t count, struct buf *out)
{
    if (count)
        qsort(ids, count, sizeof *ids, by_id);
    for (size_t i = 0, runs = 0; i < count && runs < IMPORT_LOG_MOST_RUNS; runs++) {
        uint32_t from = ids[i], to = from;
        for (; i < count && ids[i] - to <= 1; i++)
            to = ids[i];
        if (runs)
            buf_add_char(out, ',');
        buf_add_u64(out, from);
        if (to > from) {
            buf_add_char(out, '-');
            buf_add_u64(out, to);
        }
    }
}

/* Marks in `keep` those ids of the runs that are in [first, end). */
static void mark_runs(struct span runs, uint32_t first, uint32_t end, bool *keep)
{
    uint64_t from, to;
    while (runs.n && num_eat_u64(&runs, UINT32_MAX, &from)) {
        to = from;
        if (span_eat(&runs, SPAN("-")) && !num_eat_u64(&runs, UINT32_MAX, &to))
            return;
        for (uint64_t id = from > first ? from : first; id <= to && id < end; id++)
            keep[id - first] = true;
        if (!span_eat(&runs, SPAN(",")))
            return;
    }
}

/* --- Taking back ------------------------------------------------------------------------------- */

struct take_back {
    const char *database;
    struct import_log log;
    struct import_entry *import; /* of the log */
    struct db_writer *writer;
    uint32_t *ids; /* to be removed */
    size_t count;
};

static enum status find_import(struct take_back *t, uint64_t number, struct err *err)
{
    for (size_t i = 0; i < t->log.count; i++)
        if (t->log.at[i].number == number && !t->log.at[i].taken) {
            t->import = &t->log.at[i];
            return STATUS_OK;
        }
    return err_set(err, STATUS_NOT_FOUND, &NO_IMPORT, SPAN_U64(number), SPAN(""));
}

/* The import's games that are there, but for those that another one brought again. */
static enum status choose_games(struct take_back *t, struct taken_back *out, struct err *err)
{
    uint32_t first = t->import->first, next = db_writer_db(t->writer)->manifest.next_id;
    uint32_t end = t->import->end < next ? t->import->end : next;
    size_t room = end > first ? end - first : 0;
    bool *keep = mem_calloc(room + 1, sizeof *keep);
    t->ids = mem_calloc(room + 1, sizeof *t->ids);
    if (!keep || !t->ids) {
        mem_free(keep);
        return err_nomem(err);
    }
    for (size_t i = 0; i < t->log.count; i++)
        if (!t->log.at[i].taken && &t->log.at[i] != t->import)
            mark_runs(t->log.at[i].again, first, end, keep);
    for (size_t i = 0; i < room; i++) {
        const struct db_segment *s;
        uint32_t number;
        struct err gone;
        if (db_find(db_writer_db(t->writer), first + (uint32_t)i, &s, &number, &gone) != STATUS_OK)
            continue;
        if (keep[i])
            out->kept++;
        else
            t->ids[t->count++] = first + (uint32_t)i;
    }
    mem_free(keep);
    return STATUS_OK;
}

/* Games go first: if the end comes between the two, the same can be asked for again. */
static enum status remove_games(struct take_back *t, struct taken_back *out, struct err *err)
{
    enum status st = db_writer_remove(t->writer, t->ids, t->count, &out->removed, err);
    if (st != STATUS_OK)
        return st;
    t->import->taken = true;
    t->import->removed = out->removed;
    return write_log(t->database, &t->log, NULL, err);
}

enum status import_take_back(const char *database, uint64_t number, bool dry_run,
                             const atomic_bool *cancelled, struct taken_back *out, struct err *err)
{
    const struct db_writer_options opt = {.cancelled = cancelled};
    struct take_back t = {.database = database};
    *out = (struct taken_back){0};
    enum status st = db_writer_open(&t.writer, database, NULL, &opt, err);
    if (st == STATUS_OK)
        st = import_log_read(&t.log, database, err);
    if (st == STATUS_OK)
        st = find_import(&t, number, err);
    if (st == STATUS_OK)
        st = choose_games(&t, out, err);
    if (st == STATUS_OK && dry_run)
        out->removed = (uint32_t)t.count;
    else if (st == STATUS_OK)
        st = remove_games(&t, out, err);
    mem_free(t.ids);
    import_log_release(&t.log);
    db_writer_close(t.writer);
    return st;
}

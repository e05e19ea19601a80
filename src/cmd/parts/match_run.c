/* match_run.c: see match_run.h. */
#include "cmd/parts/match_run.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/text/num.h"
#include "cluster/work_queue.h"
#include "formats/shogi/csa.h"
#include "store/entry.h"

/* --- The games of a match in an append-only file of records ----------------------------------- */

#define KEY "$MATCH"
#define SEPARATOR "/\n"

enum { MOST_FILE = 1 << 30, FINGERPRINT_DIGITS = 16 };

static const struct msg OTHER = {
    "%1 holds games with other players, limits, openings or seed",
    "%1 には別の対局の棋譜があります（対局者、制限、序盤、種のどれかが違います）"};

/* --- Reading ---------------------------------------------------------------------------------- */

struct match_file_reader {
    struct match_file *file;
    struct match_tally *tally;
    struct span key; /* "$MATCH:PRINT " */
    bool whole;      /* the game just read */
};

static bool find_number(const struct record *rec, uint64_t *number)
{
    for (uint32_t i = 0; i < rec->header_count; i++) {
        struct span value = rec->headers[i].value;
        if (span_eq(rec->headers[i].key, SPAN(KEY)) && value.n > FINGERPRINT_DIGITS)
            return num_parse_u64(span_skip(value, FINGERPRINT_DIGITS + 1), UINT64_MAX - 1, number);
    }
    return false;
}

static int points_of(const struct record *rec, uint64_t number)
{
    uint32_t plies;
    struct shogi_pos start;
    struct err err;
    int8_t points[2] = {rec->points[0], rec->points[1]};
    record_last_move(rec, &plies);
    if (rec->end == END_ERROR &&
        shogi_sfen_parse(&start, rec->start, SHOGI_SFEN_TOLERANT, NULL, &err) == STATUS_OK) {
        int mover = start.turn ^ (int)(plies & 1); /* it broke down */
        points[mover] = POINTS_LOSS;
        points[mover ^ 1] = POINTS_WIN;
    }
    return points[match_player_at(number, SHOGI_BLACK) == 0 ? 0 : 1];
}

static enum status note_game(void *ctx, struct record *rec)
{
    struct match_file_reader *r = ctx;
    uint64_t number;
    if (!find_number(rec, &number) || rec->end == END_NONE || record_worst(rec) >= PROBLEM_PARTIAL)
        return STATUS_OK;
    int points = points_of(rec, number);
    r->whole = points != POINTS_UNKNOWN;
    if (r->whole && number < r->tally->size) {
        r->file->found_games += r->tally->points[number] == MATCH_UNPLAYED;
        r->tally->points[number] = (int8_t)points;
    }
    return STATUS_OK;
}

/* The end of the game that begins at `at`: where its separator is, or the end of the file. */
static size_t end_of_game(struct span all, size_t at)
{
    ptrdiff_t end = span_find(span_skip(all, at), SPAN("\n" SEPARATOR));
    return end < 0 ? all.n : at + (size_t)end + 1;
}

/* Reads game by game.  *keep is where whole games end: a part of a last one is cut off there. */
static enum status read_games(struct match_file_reader *r, struct span all, const char *path,
                              size_t *keep, struct err *err)
{
    struct reader reader;
    enum status status = STATUS_OK;
    reader_init(&reader);
    *keep = 0;
    for (size_t at = 0, end; at < all.n && status == STATUS_OK; at = end + strlen(SEPARATOR)) {
        end = end_of_game(all, at);
        struct span text = span_make(all.p + at, end - at);
        bool torn = end == all.n && at > 0;
        r->whole = false;
        if (span_find(text, r->key) < 0 && !torn)
            status = err_set(err, STATUS_RANGE, &OTHER, span_of(path), (struct span){0});
        else if (reader_read(&reader, text, span_of(path), &csa_format, note_game, r, err) ==
                 STATUS_NOMEM)
            status = STATUS_NOMEM;
        if (end < all.n || r->whole)
            *keep = end;
    }
    reader_release(&reader);
    return status;
}

static enum status read_file(struct match_file *f, const char *path, struct match_tally *tally,
                             struct err *err)
{
    char key[sizeof KEY + FINGERPRINT_DIGITS + 2];
    struct match_file_reader r = {.file = f, .tally = tally};
    struct buf all;
    size_t keep = 0;
    snprintf(key, sizeof key, KEY ":%016llx ", (unsigned long long)f->fingerprint);
    r.key = span_of(key);
    buf_init(&all, MOST_FILE);
    enum status status = append_log_load(&f->log, MOST_FILE, &all, err);
    if (status == STATUS_OK)
        status = read_games(&r, buf_span(&all), path, &keep, err);
    if (status == STATUS_OK)
        status = append_log_cut(&f->log, keep, err);
    buf_release(&all);
    return status;
}

enum status match_file_open(struct match_file *f, const char *path, uint64_t fingerprint,
                            struct match_tally *tally, struct err *err)
{
    *f = (struct match_file){.fingerprint = fingerprint};
    buf_init(&f->text, BUF_DEFAULT_MAX);
    enum status status = append_log_open(&f->log, path, 0, err);
    if (status == STATUS_OK)
        status = read_file(f, path, tally, err);
    if (status != STATUS_OK)
        match_file_close(f);
    return status;
}

void match_file_close(struct match_file *f)
{
    append_log_close(&f->log);
    buf_release(&f->text);
}

/* --- Writing ---------------------------------------------------------------------------------- */

enum status match_file_add(struct match_file *f, struct record *rec, uint64_t number,
                           struct err *err)
{
    char value[FINGERPRINT_DIGITS + 24];
    unsigned losses = 0;
    snprintf(value, sizeof value, "%016llx %llu", (unsigned long long)f->fingerprint,
             (unsigned long long)number);
    if (record_add_header(rec, HEADER_OTHER, SPAN(KEY), span_of(value)) != STATUS_OK)
        return err_nomem(err);
    buf_clear(&f->text);
    buf_add_str(&f->text, f->log.size ? SEPARATOR : "");
    enum status status = csa_write(rec, &f->text, &losses, err);
    return status == STATUS_OK ? append_log_add(&f->log, buf_span(&f->text), err) : status;
}

static const struct msg DAMAGED = {"a game from another process is damaged",
                                   "別のプロセスから届いた対局が壊れています"};

/* A thread's own. */
struct match_worker {
    struct player *players[2]; /* from the first game on */
    struct match_game game;
    struct record rec;
    struct buf entry;
};

struct match_workers {
    struct match_run *m;
    struct match_worker *workers; /* by thread */
    struct packet_reader reader;
};

/* --- Playing ---------------------------------------------------------------------------------- */

static enum status put_record(const struct match_run *m, struct match_worker *t, struct buf *out,
                              struct err *err)
{
    if (match_write(&t->game, m->names, &t->rec) != STATUS_OK)
        return err_nomem(err);
    buf_clear(&t->entry);
    entry_encode(&t->rec, NULL, 0, &t->entry);
    packet_put(out, &t->rec, buf_span(&t->entry));
    return buf_status(&t->entry) == STATUS_OK ? STATUS_OK : err_nomem(err);
}

static enum status play_game(void *ctx, uint64_t number, unsigned worker, struct buf *out,
                             struct err *err)
{
    struct match_workers *h = ctx;
    struct match_run *m = h->m;
    struct match_worker *t = &h->workers[worker];
    const struct player_spec *specs[2] = {&m->specs[0], &m->specs[1]};
    enum status st = STATUS_OK;
    for (int i = 0; i < 2 && st == STATUS_OK; i++)
        if (!t->players[i])
            st = player_open(&t->players[i], specs[i], err);
    t->game.number = number;
    t->game.finished = false;
    if (st == STATUS_OK)
        st = match_play(&m->rules, &m->openings, t->players, specs, &t->game, err);
    if (st != STATUS_OK || !t->game.finished)
        return st == STATUS_OK ? STATUS_CANCELLED : st;
    match_report_put(out, &t->game);
    return m->records ? put_record(m, t, out, err) : STATUS_OK;
}

/* --- What comes of it ------------------------------------------------------------------------- */

static const struct msg *trouble_name(enum match_trouble trouble)
{
    static const struct msg names[] = {
        [TROUBLE_NONE] = {"", ""},
        [TROUBLE_ILLEGAL] = {"makes an illegal move", "反則"},
        [TROUBLE_NO_MOVE] = {"gives an invalid answer", "指し手でない応答"},
        [TROUBLE_HANGS] = {"does not answer", "応答なし"},
        [TROUBLE_DIED] = {"has crashed", "異常終了"},
        [TROUBLE_TIME] = {"exceeds its time", "時間切れ"},
    };
    return &names[trouble];
}

/* "game 12, ply 45: A (name) plays against the rules: 7g7f; position startpos moves …" */
static void report_trouble(struct match_run *m, uint64_t game, const struct match_report *r)
{
    static const struct msg WHERE = {"game %1, ply %2: ", "第 %1 局 %2 手目: "};
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    msg_format(&WHERE, m->env->lang, SPAN_U64(game), SPAN_U64(r->plies + 1), &text);
    buf_printf(&text, "%s (%s) ", match_player_name(r->culprit), m->names[r->culprit]);
    buf_add_str(&text, msg_in(trouble_name(r->trouble), m->env->lang));
    if (r->bad_word[0])
        buf_printf(&text, ": %s", r->bad_word);
    buf_add_str(&text, "; position ");
    buf_add_span(&text, r->position);
    buf_add_char(&text, '\n');
    progress_wipe(&m->progress);
    fputs("kifu match: ", m->env->err);
    fwrite(text.p, 1, text.n, m->env->err);
    buf_release(&text);
}

static void note_clocks(struct match_run *m, const struct match_report *r)
{
    for (int i = 0; i < 2; i++) {
        struct match_clock *sum = &m->clock[i];
        const struct match_clock *c = &r->clock[i];
        sum->moves += c->moves;
        sum->ms += c->ms;
        sum->nodes += c->nodes;
        sum->late += c->late;
        sum->changed += c->changed;
        sum->worst_ms = c->worst_ms > sum->worst_ms ? c->worst_ms : sum->worst_ms;
    }
}

double match_run_llr(const struct match_run *m)
{
    return m->tests ? sprt_llr(&m->sprt, m->tally.score.pairs, SPRT_PAIR_RESULTS) : 0;
}

static void show_score(struct match_run *m)
{
    const struct match_score *s = &m->tally.score;
    struct elo elo;
    elo_of(s, &elo);
    int n = snprintf(m->note, sizeof m->note, "+%llu -%llu =%llu  Elo %+.0f [%+.0f, %+.0f]",
                     (unsigned long long)s->wins, (unsigned long long)s->losses,
                     (unsigned long long)s->draws, elo.elo, elo.low, elo.high);
    if (m->tests && n > 0 && (size_t)n < sizeof m->note)
        snprintf(m->note + n, sizeof m->note - (size_t)n, "  LLR %.2f", match_run_llr(m));
    m->progress.note = m->note;
    progress_set(&m->progress, m->tally.counted);
}

/* Into the file, and what is told besides the score. */
static enum status write_down(struct match_workers *h, uint64_t number, struct span bytes,
                              bool ours, struct match_report *report, struct err *err)
{
    struct match_run *m = h->m;
    enum status st = STATUS_OK;
    if (!match_report_get(&bytes, report))
        return err_plain(err, STATUS_SYNTAX, &DAMAGED);
    if (m->writes)
        st = packet_get(&h->reader, &bytes, &shogi_game, ours, err);
    if (st == STATUS_OK && bytes.n)
        st = err_plain(err, STATUS_SYNTAX, &DAMAGED);
    if (st == STATUS_OK && m->writes)
        st = match_file_add(&m->file, &h->reader.rec, number, err);
    if (st != STATUS_OK)
        return st;
    note_clocks(m, report);
    m->trouble[report->culprit] += report->trouble != TROUBLE_NONE;
    m->time_losses[report->culprit] += report->trouble == TROUBLE_TIME;
    if (report->trouble != TROUBLE_NONE)
        report_trouble(m, number, report);
    return STATUS_OK;
}

/* Games after the one that decided do not count. */
static enum status take_game(void *ctx, uint64_t number, const struct work_queue_result *result,
                             struct err *err)
{
    struct match_workers *h = ctx;
    struct match_run *m = h->m;
    struct match_report report;
    if (!result->known) {
        enum status st = write_down(h, number, result->bytes, result->ours, &report, err);
        if (st != STATUS_OK)
            return st;
    }
    match_tally_count(&m->tally, result->known ? m->tally.points[number] : report.points);
    show_score(m);
    if (m->tests && number % 2 && sprt_verdict(&m->sprt, match_run_llr(m)) != SPRT_GOES_ON)
        atomic_store(&m->over, true);
    return cmd_should_stop(m->env) ? STATUS_CANCELLED : STATUS_OK;
}

/* Of a match that was broken off those that were finished before their turn are kept for the next
 * time. */
static enum status keep_game(void *ctx, uint64_t number, struct span bytes, struct err *err)
{
    struct match_workers *h = ctx;
    struct match_report report;
    return write_down(h, number, bytes, false, &report, err);
}

static bool is_known(void *ctx, uint64_t number)
{
    const struct match_workers *h = ctx;
    return h->m->tally.points[number] != MATCH_UNPLAYED;
}

/* --- All of it -------------------------------------------------------------------------------- */

static enum status open_workers(struct match_workers *h, struct err *err)
{
    packet_reader_init(&h->reader);
    h->workers = mem_calloc(h->m->threads, sizeof *h->workers);
    if (!h->workers)
        return err_nomem(err);
    for (unsigned i = 0; i < h->m->threads; i++) {
        record_init(&h->workers[i].rec);
        buf_init(&h->workers[i].entry, BUF_DEFAULT_MAX);
    }
    return STATUS_OK;
}

static void close_workers(struct match_workers *h)
{
    for (unsigned i = 0; h->workers && i < h->m->threads; i++) {
        player_close(h->workers[i].players[0]);
        player_close(h->workers[i].players[1]);
        record_release(&h->workers[i].rec);
        buf_release(&h->workers[i].entry);
    }
    mem_free(h->workers);
    packet_reader_release(&h->reader);
}

enum status match_run_play(struct match_run *m, struct err *err)
{
    static const struct msg PLAYING = {"playing", "対局中"}, UNIT = {"games", "局"};
    struct match_workers h = {.m = m};
    const struct work_queue_ops ops = {.ctx = &h,
                                       .blocks = m->games,
                                       .fingerprint = m->fingerprint,
                                       .threads = m->threads,
                                       .work = play_game,
                                       .take = take_game,
                                       .known = is_known,
                                       .keep = m->writes ? keep_game : NULL,
                                       .cancelled = m->env->cancelled,
                                       .over = &m->over};
    enum status st = open_workers(&h, err);
    progress_start(&m->progress, &PLAYING, &UNIT, m->games);
    st = work_queue_run(m->env->cluster, st, &ops, err);
    progress_finish(&m->progress);
    close_workers(&h);
    return st;
}

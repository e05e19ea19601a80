/* match_run.c: see match_run.h. */
#include "cmd/parts/match_run.h"

#include "base/alloc.h"
#include "cluster/work_queue.h"
#include "store/entry.h"

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

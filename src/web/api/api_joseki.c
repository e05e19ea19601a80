/* api_joseki.c: /api/joseki, set sequences of the games served, with what is known of each.
 *
 * Mining takes seconds (eight of processor time for 33,000 games of Go), and who looks through the
 * result asks for it again and again: so it is kept on the site's shelf, under everything that it
 * depends on, as lines:
 *
 *     {"games":…}          the event "head"
 *     412 {"rank":1,…}     events "sequence", each after the number of its games
 *     97 {"rank":2,…}
 *
 * Whoever asks first sees how it is coming along, and sequences as they are found; whoever asks the
 * same meanwhile or later gets the lines. */
#include <math.h>

#include "base/alloc.h"
#include "base/text/num.h"
#include "base/work/pool.h"
#include "text/profile/sequence_profiles.h"
#include "view/board/shogi_move_text.h"
#include "view/report/sequence_view.h"
#include "web/api/events.h"
#include "web/api/search_request.h"

enum {
    MAX_TOP = 2000, /* some 5 MB of answer */
    USUAL_TOP = 500,
    MAX_LENGTH = 100,
    USUAL_LENGTH = 5,
    USUAL_SIZE = 19,
    /* 13 kB of memory a game while it is being mined: 3 GB */
    MAX_GAMES = 250000,
};

enum joseki_stage { WAITING, READING, SORTING, SCORING, DRAWING };

/* How much of the whole is done when a stage begins, as it was with 33,000 games of Go, 500
 * sequences, and two processors; people see it as a bar. */
static const struct {
    const char *name;
    double from, to;
} STAGES[] = {
    [WAITING] = {"waiting", 0, 0},     [READING] = {"reading", 0, .42},
    [SORTING] = {"sorting", .42, .82}, [SCORING] = {"scoring", .82, .88},
    [DRAWING] = {"drawing", .88, 1},
};

struct joseki_request {
    struct api_call *call;
    struct search_request request;
    struct mine_options options;
    struct mine_result mining;
    uint64_t least_games; /* of a sequence */
    enum joseki_stage stage;
    int reported; /* percent of the whole; -1: nothing yet */
    bool gone;    /* nobody listens any more */
    bool mined;   /* not taken from the cache */
    struct buf key, lines;
};

/* --- What is asked --------------------------------------------------------------------------- */

static const struct msg NOT_ONE = {"%1 cannot be \"%2\"", "%1 の値 %2 が正しくありません"};

static enum status choose_method(struct joseki_request *k, const struct encoding *e,
                                 struct err *err)
{
    struct span name = api_text(k->call, "method");
    k->options.encoding = e;
    k->options.scorer = scorer_by_name(name.n ? name : span_of(e->method));
    if (!k->options.scorer || (k->options.scorer->needs_pauses && !e->pauses))
        return err_set(err, STATUS_RANGE, &NOT_ONE, SPAN("method"), name);
    return STATUS_OK;
}

static enum status choose(struct joseki_request *k, struct err *err)
{
    static const struct msg NO_MINING = {"cannot mine sequences of this game: %1",
                                         "このゲームの手順は抽出できません: %1"};
    struct span name = api_text(k->call, "encoding");
    const struct game *game = k->call->site->game;
    const struct encoding *e = name.n ? encoding_by_name(name) : encoding_usual(game);
    if (!encoding_usual(game))
        return err_set(err, STATUS_UNSUPPORTED, &NO_MINING, span_of(game->name), SPAN(""));
    if (!e || e->game != game)
        return err_set(err, STATUS_RANGE, &NOT_ONE, SPAN("encoding"), name);
    return choose_method(k, e, err);
}

static enum status read_options(struct joseki_request *k, struct err *err)
{
    uint64_t top = 0, length = 0, size = 0;
    enum status st = choose(k, err);
    if (st == STATUS_OK)
        st = api_count(k->call, "top", 1, MAX_TOP, USUAL_TOP, &top, err);
    if (st == STATUS_OK)
        st = api_count(k->call, "length", 1, MAX_LENGTH, USUAL_LENGTH, &length, err);
    if (st == STATUS_OK)
        st = api_count(k->call, "size", 2, GO_MAX_SIZE, USUAL_SIZE, &size, err);
    if (st == STATUS_OK)
        st = api_number(k->call, "games", UINT32_MAX, 0, &k->least_games, err);
    if (st != STATUS_OK)
        return st;
    k->options.scoring.threshold = NAN;
    k->options.scoring.top = top;
    k->options.scoring.min_length = (uint32_t)length;
    k->options.width = k->options.height = (int)size;
    k->options.most_games = MAX_GAMES;
    k->options.threads = pool_cpu_count() / 2 ? pool_cpu_count() / 2 : 1;
    k->options.drop_near_duplicates = true;
    k->options.cancelled = k->call->request->cancelled;
    return st;
}

/* All that the answer depends on: what is asked, and of which games.  No name of a segment is used
 * twice, so a database with the same next one is the same. */
static void make_key(struct joseki_request *k)
{
    buf_printf(&k->key, "%s %s %u %llu %d\n", k->options.encoding->name, k->options.scorer->name,
               (unsigned)k->options.scoring.min_length, (unsigned long long)k->options.scoring.top,
               k->options.width);
    for (uint32_t i = 0; i < k->request.in.count; i++) {
        const struct manifest *m = &k->request.in.dbs[i]->manifest;
        buf_add_span(&k->key, k->call->site->names[k->request.in.first + i]);
        buf_printf(&k->key, " %u %u\n", (unsigned)m->next_id, (unsigned)m->next_segment);
    }
    buf_add_span(&k->key, span_trim(api_text(k->call, "query")));
    api_key_found(&k->request.query, &k->request.in, &k->key);
}

/* --- How it is coming along ------------------------------------------------------------------ */

static void report_progress(struct joseki_request *k, uint64_t done, uint64_t total)
{
    double part = total ? (double)done / (double)total : 0;
    double share = STAGES[k->stage].from + part * (STAGES[k->stage].to - STAGES[k->stage].from);
    int percent = (int)(100 * share);
    if (percent == k->reported && k->stage != WAITING)
        return;
    k->reported = percent;
    struct json *j = events_open(k->call, "progress");
    json_open_object(j);
    json_key_cstr(j, "stage", STAGES[k->stage].name);
    json_key_u64(j, "done", done);
    json_key_u64(j, "total", total);
    json_key_double(j, "share", share);
    json_end(j);
    k->gone = !events_send(k->call) || k->gone;
}

static void begin_stage(struct joseki_request *k, enum joseki_stage stage)
{
    k->stage = stage;
    k->reported = -1;
    report_progress(k, 0, 0);
}

static bool on_waiting(void *ctx)
{
    struct joseki_request *k = ctx;
    begin_stage(k, WAITING);
    return !k->gone;
}

static void on_stage(void *ctx, enum mine_stage stage)
{
    begin_stage(ctx, stage == MINE_READING ? READING : stage == MINE_SORTING ? SORTING : SCORING);
}

static void on_read(void *ctx, uint64_t done, uint64_t total)
{
    report_progress(ctx, done, total);
}

/* --- Lines ----------------------------------------------------------------------------------- */

static bool send(struct joseki_request *k, const char *name, struct span json)
{
    events_open(k->call, name);
    buf_add_span(&k->call->reply->body, json);
    k->gone = !events_send(k->call) || k->gone;
    return !k->gone;
}

/* A line as above, if it is one that is wanted. */
static bool send_sequence(struct joseki_request *k, struct span line)
{
    uint64_t games = 0;
    if (!num_eat_u64(&line, UINT32_MAX, &games) || games < k->least_games)
        return true;
    return send(k, "sequence", span_skip(line, 1));
}

static void send_lines(struct joseki_request *k, struct span lines)
{
    bool first = true;
    for (ptrdiff_t end; (end = span_find(lines, SPAN("\n"))) >= 0;) {
        struct span line = span_make(lines.p, (size_t)end);
        lines = span_skip(lines, line.n + 1);
        if (first ? !send(k, "head", line) : !send_sequence(k, line))
            return;
        first = false;
    }
}

static enum status make_head(struct joseki_request *k, struct err *err)
{
    struct json j;
    json_init(&j, &k->lines);
    json_open_object(&j);
    json_key_u64(&j, "games", k->mining.line_count);
    json_key_cstr(&j, "encoding", k->options.encoding->name);
    json_key_cstr(&j, "method", k->options.scorer->name);
    json_key_u64(&j, "size", (uint64_t)k->options.width);
    json_key_u64(&j, "length", k->options.scoring.min_length);
    json_key_u64(&j, "sequences", k->mining.found.count);
    json_end(&j);
    if (buf_status(&k->lines) != STATUS_OK)
        return err_nomem(err);
    send(k, "head", buf_span(&k->lines));
    buf_add_char(&k->lines, '\n');
    return STATUS_OK;
}

/* --- Sequences ------------------------------------------------------------------------------- */

/* Stones that stood around it in more than half of the games. */
static void add_usual(struct json *j, const struct sequence_profile *p)
{
    static const char *const COLORS[] = {"black", "white"};
    const struct placement_rect *r = &p->around.rect;
    struct buf word;
    buf_init(&word, BUF_DEFAULT_MAX);
    json_key(j, "usual");
    json_open_object(j);
    for (int color = 0; color < 2; color++) {
        json_key(j, COLORS[color]);
        json_open_array(j);
        for (int row = r->top; row >= r->bottom; row--)
            for (int column = r->left; column <= r->right; column++) {
                if (!surroundings_usual(&p->around, color, go_point(column, row)))
                    continue;
                buf_clear(&word);
                go_point_print(go_point(column, row), &word);
                json_str(j, buf_span(&word));
            }
        json_end(j);
    }
    json_end(j);
    buf_release(&word);
}

/* Its moves in words, one text each. */
static void add_words(struct json *j, const struct sequence_profile *p, const char *key,
                      enum lang lang)
{
    struct span start = buf_span(&p->positions);
    struct shogi_pos pos;
    struct shogi_undo undo;
    struct err err;
    struct buf word;
    int last_to = -1;
    start.n = (size_t)span_find(start, SPAN("\n")); /* one line for each position */
    buf_init(&word, BUF_DEFAULT_MAX);
    json_key(j, key);
    json_open_array(j);
    bool good = shogi_game.text.pos_parse(&pos, start, &err) == STATUS_OK;
    for (uint32_t i = 0; i < p->length && good && shogi_move_is_legal(&pos, p->moves[i]); i++) {
        buf_clear(&word);
        buf_add_str(&word, shogi_turn(&pos) == SHOGI_BLACK ? "☗" : "☖");
        shogi_move_text(&pos, p->moves[i], last_to, lang, &word);
        json_str(j, buf_span(&word));
        last_to = shogi_move_to(p->moves[i]);
        shogi_play(&pos, p->moves[i], &undo);
    }
    json_end(j);
    buf_release(&word);
}

/* What the page draws besides. */
static void add_drawing(struct json *j, const struct sequence_profile *p)
{
    json_key_u64(j, "ended", sequence_profile_ended(p));
    if (!p->on_board) {
        add_words(j, p, "ja", LANG_JA);
        add_words(j, p, "en", LANG_EN);
        return;
    }
    json_key_i64(j, "opening", sequence_profile_opening(p));
    json_key_u64(j, "around", p->around.shapes.count);
    add_usual(j, p);
}

static enum status add_query(struct json *j, const struct joseki_request *k,
                             const struct sequence_entry *t, struct err *err)
{
    struct buf query;
    buf_init(&query, BUF_DEFAULT_MAX);
    sequence_query_among(t, api_text(k->call, "query"), &k->request.query, &query);
    json_key_str(j, "query", buf_span(&query));
    enum status st = buf_status(&query) == STATUS_OK ? STATUS_OK : err_nomem(err);
    buf_release(&query);
    return st;
}

static enum status write_sequence(void *ctx, const struct sequence_entry *t,
                                  struct buf texts[SEQUENCE_TEXTS], struct err *err)
{
    const struct joseki_request *k = ctx;
    struct json j;
    if (t->profile->length == 0)
        return STATUS_OK;
    buf_printf(&texts[0], "%u ", (unsigned)t->profile->usage.games);
    json_init(&j, &texts[0]);
    json_open_object(&j);
    enum status st = sequence_fields_to_json(&j, t, err);
    add_drawing(&j, t->profile);
    if (st == STATUS_OK)
        st = add_query(&j, k, t, err);
    json_end(&j);
    return st;
}

static enum status take_sequence(void *ctx, const struct sequence_entry *t,
                                 const struct buf texts[SEQUENCE_TEXTS], struct err *err)
{
    struct joseki_request *k = ctx;
    report_progress(k, t->nth, k->mining.found.count);
    if (texts[0].n == 0)
        return STATUS_OK;
    buf_add_span(&k->lines, buf_span(&texts[0]));
    buf_add_char(&k->lines, '\n');
    if (buf_status(&k->lines) != STATUS_OK)
        return err_nomem(err);
    return send_sequence(k, buf_span(&texts[0])) ? STATUS_OK : err_cancelled(err);
}

static enum status draw(struct joseki_request *k, struct err *err)
{
    const struct sequence_source source = {
        .mining = &k->mining,
        .dbs = k->request.in.dbs,
        .names = k->call->site->names + k->request.in.first,
        .width = k->options.width,
        .height = k->options.height,
        .cancelled = k->options.cancelled,
    };
    const struct sequence_profiles all = {
        .source = &source,
        .threads = k->options.threads,
        .ctx = k,
        .write = write_sequence,
        .take = take_sequence,
    };
    begin_stage(k, DRAWING);
    enum status st = make_head(k, err);
    return st == STATUS_OK ? sequence_profiles_make(&all, err) : st;
}

static enum status mine(struct joseki_request *k, struct err *err)
{
    bool all = span_trim(api_text(k->call, "query")).n == 0;
    k->options.values = k->request.options.values;
    k->options.stage = on_stage;
    k->options.progress = on_read;
    k->options.progress_ctx = k;
    enum status st = mine_run(&k->mining, k->request.in.dbs, k->request.in.count,
                              all ? NULL : &k->request.query, &k->options, err);
    if (st != STATUS_OK)
        return api_stored(st, err);
    st = api_stored(draw(k, err), err);
    mine_result_release(&k->mining);
    return st;
}

/* --- The answer ------------------------------------------------------------------------------ */

/* For the cache: what was sent while it was made.  Without memory it is not kept, that is all. */
static enum status mine_and_keep(void *ctx, struct shared_value *out, struct err *err)
{
    struct joseki_request *k = ctx;
    enum status status = mine(k, err);
    struct buf *text = status == STATUS_OK ? mem_alloc(sizeof *text) : NULL;
    k->mined = true;
    if (text) {
        *text = k->lines;
        buf_init(&k->lines, BUF_DEFAULT_MAX);
        *out = (struct shared_value){.value = text, .bytes = sizeof *text + text->cap};
    }
    return status;
}

static enum status mine_or_repeat(struct joseki_request *k, struct err *err)
{
    const struct shared_request request = {
        .make = mine_and_keep, .waiting = on_waiting, .ctx = k, .cancelled = k->options.cancelled};
    struct shared_cache *responses = k->call->site->responses;
    struct shared_entry *kept;
    if (!responses)
        return mine(k, err);
    enum status status = shared_cache_get(responses, buf_span(&k->key), &request, &kept, err);
    if (status == STATUS_OK && !k->mined)
        send_lines(k, buf_span(kept->value));
    shared_cache_release(responses, kept);
    return status;
}

static enum status answer(struct joseki_request *k, struct err *err)
{
    buf_init(&k->key, BUF_DEFAULT_MAX);
    buf_init(&k->lines, BUF_DEFAULT_MAX);
    make_key(k);
    enum status st = buf_status(&k->key) == STATUS_OK ? STATUS_OK : err_nomem(err);
    if (st == STATUS_OK) {
        events_begin(k->call);
        st = mine_or_repeat(k, err);
    }
    buf_release(&k->key);
    buf_release(&k->lines);
    return st == STATUS_OK ? events_done(k->call) : st;
}

enum status api_joseki(struct api_call *call, struct err *err)
{
    struct joseki_request k = {.call = call, .reported = -1};
    enum status st = read_options(&k, err);
    if (st == STATUS_OK)
        st = search_request_read(&k.request, call, err);
    if (st != STATUS_OK)
        return st;
    if (span_trim(api_text(call, "query")).n)
        st = api_needs_indexes(call, &k.request.in, err);
    if (st == STATUS_OK)
        st = answer(&k, err);
    search_request_release(&k.request);
    return st;
}

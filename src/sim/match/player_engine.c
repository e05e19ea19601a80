/* player_engine.c: our own engine as a player, in this process.
 *
 * "kifu", "kifu:WEIGHTS" or "WEIGHTS"; who plays as people do has the small network unless told.  Its table is emptied before each game, so that with a
 * limit of nodes or depth a game does not depend on the games before it.  Options are Hash,
 * Threads, Root_Mate, Without, Tune, and by their USI names those of style_options.h, person_options.h and
 * book_options.h: Natural=80, Flow_File=…  What is wrong with a book during a game is passed over: the
 * engine plays. */
#include "base/alloc.h"
#include "base/text/num.h"
#include "engine/book/own_book.h"
#include "engine/eval/weights.h"
#include "engine/natural/style.h"
#include "engine/person/person_player.h"
#include "engine/search/clock.h"
#include "engine/search/root_mate.h"
#include "engine/usi/usi_options.h"
#include "sim/match/player.h"

enum { DEFAULT_HASH_MB = 32, MOST_HASH_MB = 1 << 16, MOST_THREADS = 256 };

struct engine_player {
    struct weights *weights;
    struct style_settings settings;
    struct style *style; /* NULL: the best move is played */
    struct person_settings person_settings;
    struct person_player *person; /* NULL: the engine plays */
    struct person_reply reply;    /* too large for a stack */
    struct book_settings book_settings;
    struct own_book *book; /* NULL: none */
    bool looks_for_mates;
    struct root_mate *root_mate; /* NULL if it does not */
    struct thinker *thinker;
    unsigned threads;
    struct tuning tuning;
    const atomic_bool *cancel;
};

/* "null-move+late": parts of the search to be left out. */
static bool read_parts(struct span names, unsigned *parts)
{
    while (names.n) {
        ptrdiff_t end = span_find(names, SPAN("+"));
        struct span name = span_make(names.p, end < 0 ? names.n : (size_t)end);
        int part = 0;
        while (think_part_names[part] && !span_eq(name, span_of(think_part_names[part])))
            part++;
        if (!think_part_names[part])
            return false;
        *parts |= 1u << part;
        names = span_skip(names, name.n + (end >= 0));
    }
    return true;
}

static enum status read_option(struct engine_player *e, const char *option,
                               struct think_options *out, struct err *err)
{
    static const struct msg UNKNOWN = {
        "unknown option of Kifu's engine: %1 (Hash=MB, Threads=N, "
        "Root_Mate=true|false, Without=PART+PART, Tune=NAME=N,NAME=N, BookFile=FILE, Natural=N, "
        "Person=NAME …)",
        "Kifu のエンジンにない設定です: %1（Hash=MB, Threads=N, "
        "Root_Mate=true|false, Without=PART+PART, Tune=NAME=N,NAME=N, BookFile=FILE, Natural=N, "
        "Person=NAME …）"};
    static const struct msg NO_CONSTANTS = {
        "unknown constant, or a value outside its limits: %1 (see kifu bench --constants)",
        "知らない定数か、範囲外の値です: %1（kifu bench --constants を参照）"};
    struct span name, value;
    uint64_t n;
    usi_split_option(option, &name, &value);
    enum usi_set set = usi_rows_set(&style_rows, &e->settings, name, value);
    if (set == USI_SET_NO_OPTION)
        set = usi_rows_set(&person_rows, &e->person_settings, name, value);
    if (set == USI_SET_NO_OPTION)
        set = usi_rows_set(&book_rows, &e->book_settings, name, value);
    if (set == USI_SET_NO_MEMORY)
        return err_nomem(err);
    if (set == USI_SET || set == USI_SET_FILE)
        return STATUS_OK;
    if (span_eq_nocase(name, SPAN("Hash")) && num_parse_u64(value, MOST_HASH_MB, &n) && n) {
        out->tt_bytes = (size_t)n << 20;
    } else if (span_eq_nocase(name, SPAN("Threads")) && num_parse_u64(value, MOST_THREADS, &n) &&
               n) {
        out->threads = (unsigned)n;
    } else if (span_eq_nocase(name, SPAN("Root_Mate")) &&
               (span_eq_nocase(value, SPAN("true")) || span_eq_nocase(value, SPAN("false")))) {
        e->looks_for_mates = span_eq_nocase(value, SPAN("true"));
    } else if (span_eq_nocase(name, SPAN("Tune"))) {
        if (!tuning_read(&e->tuning, value))
            return err_set(err, STATUS_RANGE, &NO_CONSTANTS, span_of(option), (struct span){0});
    } else if (!span_eq_nocase(name, SPAN("Without")) || !read_parts(value, &out->without)) {
        return err_set(err, STATUS_RANGE, &UNKNOWN, span_of(option), (struct span){0});
    }
    return STATUS_OK;
}

static void engine_close(void *state)
{
    struct engine_player *e = state;
    thinker_close(e->thinker);
    root_mate_close(e->root_mate);
    own_book_close(e->book);
    weights_close(e->weights);
    style_close(e->style);
    person_player_close(e->person);
    usi_rows_release(&style_rows, &e->settings);
    usi_rows_release(&person_rows, &e->person_settings);
    usi_rows_release(&book_rows, &e->book_settings);
    mem_free(e);
}

static const char *weights_name(const struct engine_player *e, const char *name)
{
    if (strcmp(name, "kifu") == 0)
        return style_wanted(&e->settings) || person_wanted(&e->person_settings) ? WEIGHTS_SMALL
                                                                                : NULL;
    return span_starts(span_of(name), SPAN("kifu:")) ? name + 5 : name;
}

static enum status engine_open(void **state, const struct player_spec *spec, struct err *err)
{
    struct think_options opt = {.tt_bytes = (size_t)DEFAULT_HASH_MB << 20, .threads = 1};
    enum status status = STATUS_OK;
    struct engine_player *e = mem_calloc(1, sizeof *e);
    if (!e)
        return err_nomem(err);
    e->cancel = spec->cancel;
    e->looks_for_mates = true;
    tuning_init(&e->tuning);
    opt.tuning = &e->tuning;
    usi_rows_init(&style_rows, &e->settings);
    usi_rows_init(&person_rows, &e->person_settings);
    usi_rows_init(&book_rows, &e->book_settings);
    for (size_t i = 0; i < spec->option_count && status == STATUS_OK; i++)
        status = read_option(e, spec->options[i], &opt, err);
    if (status == STATUS_OK)
        status = weights_open(&e->weights, weights_name(e, spec->name), err);
    if (status == STATUS_OK)
        status = style_open(&e->style, &e->settings, err);
    if (status == STATUS_OK)
        status = person_player_open(&e->person, &e->person_settings, NULL, NULL, err);
    if (status == STATUS_OK)
        status = own_book_open(&e->book, &e->book_settings, err);
    if (status == STATUS_OK && e->looks_for_mates)
        status = root_mate_open(&e->root_mate, err);
    e->threads = opt.threads;
    if (status == STATUS_OK) {
        opt.eval = weights_eval(e->weights);
        status = thinker_open(&e->thinker, &opt, err);
    }
    if (status == STATUS_OK)
        *state = e;
    else
        engine_close(e);
    return status;
}

static bool engine_new_game(void *state, uint64_t number)
{
    struct engine_player *e = state;
    thinker_new_game(e->thinker);
    if (e->person)
        person_player_begin(e->person, number);
    if (e->book)
        own_book_begin(e->book, number);
    return true;
}

static void look_for_cancel(void *ctx, const struct think_report *report)
{
    struct engine_player *e = ctx;
    (void)report;
    if (e->cancel && atomic_load(e->cancel))
        thinker_stop(e->thinker);
}

/* The last moves of the game: what went before does not matter to the style. */
static void gather_past(const struct referee *r, struct natural_past *past)
{
    struct shogi_pos pos = r->start;
    struct shogi_undo undo;
    natural_past_clear(past);
    for (unsigned i = 0; i < r->plies; i++) {
        natural_past_add(past, &pos, r->moves[i]);
        shogi_play(&pos, r->moves[i], &undo);
    }
}

/* *played: false if the engine is to play.  Who resigns has no best move. */
static enum status let_person_play(struct engine_player *e, const struct think_request *q,
                                   const struct style_position *at, struct think_result *out,
                                   bool *played, struct err *err)
{
    const struct person_question question = {.search = q, .past = at->past, .ply = at->ply};
    enum status status =
        person_play(e->person, e->thinker, &question, LANG_EN, &e->reply, NULL, err);
    *played = status == STATUS_OK && e->reply.plays;
    if (!*played)
        return status;
    const struct person_view *v = &e->reply.view;
    *out = (struct think_result){.best = e->reply.resigns ? 0 : e->reply.move,
                                 .value = v->count ? v->value : 0,
                                 .depth = v->depth,
                                 .nodes = v->nodes};
    return STATUS_OK;
}

static bool play_book(struct engine_player *e, const struct think_request *q, unsigned ply,
                      struct think_result *out)
{
    struct own_book_choice c;
    struct err err;
    if (own_book_choose(e->book, q, ply, &c, &err) != STATUS_OK || !c.move)
        return false;
    *out = (struct think_result){.best = c.move, .value = c.value};
    return true;
}

/* The search, with mates looked for beside it. */
static enum status search_move(struct engine_player *e, const struct think_request *q,
                               const struct style_position *at, struct think_result *out,
                               struct err *err)
{
    enum status status = STATUS_OK;
    *out = (struct think_result){0};
    if (!e->root_mate || !root_mate_begin(e->root_mate, q, e->threads))
        status = e->style ? style_search(e->style, e->thinker, q, at, out, NULL, err)
                          : think(e->thinker, q, out, err);
    return e->root_mate && root_mate_end(e->root_mate, out) ? STATUS_OK : status;
}

static enum status choose(struct engine_player *e, const struct think_request *q,
                          const struct referee *r, struct think_result *out, struct err *err)
{
    struct natural_past past;
    const struct style_position at = {&r->pos, &past, r->plies};
    bool played = false;
    if (e->book && play_book(e, q, r->plies, out))
        return STATUS_OK;
    if (!e->style && !e->person)
        return search_move(e, q, &at, out, err);
    gather_past(r, &past);
    if (e->person) {
        enum status status = let_person_play(e, q, &at, out, &played, err);
        if (status != STATUS_OK || played)
            return status;
    }
    return search_move(e, q, &at, out, err);
}

static void engine_move(void *state, const struct player_spec *spec, const struct referee *r,
                        const struct usi_clocks *clocks, struct player_answer *out)
{
    struct engine_player *e = state;
    struct think_result answer;
    struct err err;
    struct think_control control;
    struct think_request request = {
        .pos = &r->pos,
        .history = r->history,
        .history_count = r->plies + 1,
        .limits = {.depth = spec->limits.depth,
                   .nodes = spec->limits.nodes,
                   .hard_ms = spec->limits.movetime_ms},
        .control = &control,
        .report = look_for_cancel,
        .ctx = e,
    };
    if (clocks) {
        /* As `kifu usi` does it, with the delay it has unless it is told another. */
        const struct clock_state c = {.kind = CLOCK_GAME,
                                      .left_ms = clocks->left_ms[r->pos.turn],
                                      .byoyomi_ms = clocks->byoyomi_ms,
                                      .increment_ms = clocks->increment_ms,
                                      .delay_ms = USI_DEFAULT_DELAY_MS,
                                      .ply = r->plies + 1};
        clock_plan(&c, &request.limits);
    }
    if (referee_may_declare(r)) {
        out->reply = PLAYER_DECLARES;
        return;
    }
    think_control_begin(&control, &request.limits);
    if (choose(e, &request, r, &answer, &err) != STATUS_OK)
        return;
    out->reply = answer.best ? PLAYER_MOVES : PLAYER_RESIGNS;
    if (e->cancel && atomic_load(e->cancel))
        out->reply = PLAYER_CANCELLED;
    out->move = answer.best;
    out->value = answer.value;
    out->depth = answer.depth;
    out->nodes = answer.nodes;
    out->changed = answer.plain && answer.plain != answer.best;
}

const struct player_kind player_engine = {
    .name = "engine",
    .open = engine_open,
    .new_game = engine_new_game,
    .move = engine_move,
    .close = engine_close,
};

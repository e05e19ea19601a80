/* query_run.c: the executor; see query_result.h.
 *
 * A segment is planned; its lines are walked through, or what is known without a walk is taken; in
 * either way spans come in pieces, and runner_take_piece() keeps of each what is wanted. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/steady.h"
#include "db/found_log.h"
#include "query/language/tree.h"
#include "query/plan/sparse_order.h"
#include "query/run/exact_spans.h"
#include "query/run/kept_spans.h"
#include "query/run/plies.h"
#include "query/run/runner.h"
#include "query/stop.h"

/* --- Walking, all of it or some of everything ------------------------------------------------- */

/* A piece is some tens of microseconds of work, so that a deadline is kept. */
enum { PIECE_LINES = 128 };

/* The order in which pieces are taken: the whole ones all over, the one that is shorter last. */
struct spread {
    size_t grain, pieces, whole, step;
};

static struct spread spread_of(size_t lines, uint32_t grain)
{
    size_t n = grain ? grain : PIECE_LINES, whole = lines / n;
    return (struct spread){n, (lines + n - 1) / n, whole, sparse_step(whole)};
}

static size_t piece_at(const struct spread *s, size_t i)
{
    return i < s->whole ? sparse_order(i, s->step, s->whole) : i;
}

/* Puts the lines of a plan into that order. */
static enum status spread_lines(struct plan *p, const struct spread *s, struct err *err)
{
    struct planned_line *lines = mem_alloc(p->count * sizeof *lines);
    if (!lines)
        return err_nomem(err);
    for (size_t i = 0, to = 0; i < s->pieces; i++) {
        size_t from = piece_at(s, i) * s->grain;
        size_t n = p->count - from < s->grain ? p->count - from : s->grain;
        memcpy(lines + to, p->lines + from, n * sizeof *lines);
        to += n;
    }
    mem_free(p->lines);
    p->lines = lines;
    return STATUS_OK;
}

/* What was found in that order, in the usual one. */
static enum status gather_lines(const struct query_runner *r, const struct spread *s,
                                struct err *err)
{
    struct result_part *part = r->part;
    struct result_span *sorted = mem_alloc((part->count + 1) * sizeof *sorted);
    size_t *taken = mem_alloc((s->pieces + 1) * sizeof *taken), to = 0;
    if (!sorted || !taken) {
        mem_free(sorted);
        mem_free(taken);
        return err_nomem(err);
    }
    for (size_t i = 0; i < s->pieces; i++)
        taken[piece_at(s, i)] = i;
    for (size_t piece = 0; piece < s->pieces; piece++) {
        size_t at = taken[piece];
        if (at >= r->pieces)
            continue; /* nobody came to it */
        size_t from = at ? r->ends[at - 1] : 0, n = r->ends[at] - from;
        if (n) /* there may be no array */
            memcpy(sorted + to, part->at + from, n * sizeof *sorted);
        to += n;
    }
    mem_free(taken);
    mem_free(part->at);
    part->at = sorted;
    part->cap = part->count + 1;
    return STATUS_OK;
}

/* *share becomes the share of the lines that were looked at. */
static enum status walk_segment(struct query_runner *r, struct plan *p, double *share,
                                struct err *err)
{
    struct search_options opt = r->opt;
    const struct walk_ops ops = {.ctx = r,
                                 .sum_bytes = sizeof(struct query_piece),
                                 .line = runner_spans_of_line,
                                 .spans = opt.scan || r->by_line ? NULL : runner_spans_alone,
                                 .merge = runner_take_piece,
                                 .release = runner_release_piece};
    struct spread order = spread_of(p->count, opt.grain);
    enum status status = STATUS_OK;
    r->pieces = 0;
    r->spread = opt.deadline > 0 && order.pieces > 1;
    if (r->wanted != UINT64_MAX)
        plan_sort_by_id(p); /* in the order of hits, as it may stop early */
    if (r->spread) {
        opt.grain = (uint32_t)order.grain;
        status = spread_lines(p, &order, err);
    }
    if (r->spread && r->out->keep == KEEP_SPANS && status == STATUS_OK &&
        !(r->ends = mem_alloc((order.pieces + 1) * sizeof *r->ends)))
        status = err_nomem(err);
    if (status == STATUS_OK)
        status = walk_lines(&r->walkers, p, &opt, &ops, err);
    if (status == STATUS_OK && r->spread)
        *share = (double)r->pieces / (double)order.pieces;
    if (status == STATUS_OK && r->ends)
        status = gather_lines(r, &order, err);
    mem_free(r->ends);
    r->ends = NULL;
    r->spread = false;
    return status;
}

/* --- Without a walk --------------------------------------------------------------------------- */

/* Spans that are made before they are taken. */
enum { SPANS_AT_ONCE = 256 };

static enum status take_some(struct query_runner *r, struct query_piece *piece, bool *enough,
                             struct err *err)
{
    return piece->spans < SPANS_AT_ONCE ? STATUS_OK : runner_take_piece(r, piece, enough, err);
}

/* Of the hundreds of thousands of spans that an opening has most are only counted: one look at the
 * id tells. */
static bool keeps_line(const struct query_runner *r, uint32_t line)
{
    const struct lines *l = &r->segment->lines;
    if (r->out->keep != KEEP_HITS || r->games)
        return r->keep_spans;
    return top_hits_wants(&r->top, r->db, game_id(l, line_game(l, line)));
}

/* The run of plies at which a whole position holds that begins with occurrence *i, which becomes
 * the first one behind it. */
static enum status add_run(const struct query_runner *r, struct query_piece *piece,
                           const struct plan *p, size_t *i, uint8_t *plays, struct err *err)
{
    const struct occurrence *at = &p->found.at[*i];
    const uint32_t *drawn = p->drawn ? p->drawn + *i : NULL;
    size_t n = 0, left = p->found.count - *i;
    uint32_t from = at->ply & ~OCCURRENCE_NO_MATCH;
    struct result_span span = {.line = at->line, .from = from, .first = UINT32_MAX};
    uint64_t *set;
    for (; n < left && at[n].line == at->line && (at[n].ply & ~OCCURRENCE_NO_MATCH) == from + n;
         n++)
        if (!(at[n].ply & OCCURRENCE_NO_MATCH)) {
            span.first = span.first == UINT32_MAX ? at[n].ply : span.first;
            span.plies++;
        }
    *i += n;
    span.to = from + (uint32_t)n;
    if (span.plies == 0 || !plan_has_game(p, line_game(&p->segment->lines, at->line)))
        return STATUS_OK;
    piece->spans++;
    piece->positions += span.plies;
    *plays = span.plays =
        game_plays_unwalked(&r->sides, p, line_game(&p->segment->lines, at->line), drawn);
    if (drawn) { /* diagrams of the whole board may change from one ply to the next */
        span.placed = true;
        span.symmetry = (uint8_t)p->q->nodes[drawn[0]].symmetry;
        for (size_t k = 0; k < n; k++)
            piece->places += k == 0 || drawn[k] != drawn[k - 1];
    }
    if (!keeps_line(r, at->line))
        return STATUS_OK;
    if (!runner_add_span(r, &piece->part, &span, &set))
        return err_nomem(err);
    for (size_t k = 0; set && k < n; k++)
        if (!(at[k].ply & OCCURRENCE_NO_MATCH))
            plies_add(set, (uint32_t)k);
    return STATUS_OK;
}

/* One whole position: runs of plies at which it holds, with one that matches. */
static enum status take_occurrences(struct query_runner *r, const struct plan *p, struct err *err)
{
    const struct lines *l = &p->segment->lines;
    uint32_t lines = r->opt.lines ? l->count : l->games, counted = UINT32_MAX;
    struct query_piece piece = {0};
    enum status status = STATUS_OK;
    bool enough;
    for (size_t i = 0; i < p->found.count && p->found.at[i].line < lines && status == STATUS_OK;) {
        uint32_t line = p->found.at[i].line;
        uint64_t before = piece.spans;
        uint8_t plays = 0;
        status = add_run(r, &piece, p, &i, &plays, err);
        if (piece.spans > before && line != counted)
            runner_count_line(r, &piece, line, plays);
        counted = piece.spans > before ? line : counted;
        if (status == STATUS_OK)
            status = take_some(r, &piece, &enough, err);
    }
    if (status == STATUS_OK)
        status = runner_take_piece(r, &piece, &enough, err);
    runner_release_piece(r, &piece);
    return status;
}

/* Every ply of the games that are left. */
static enum status take_games(struct query_runner *r, const struct plan *p, struct err *err)
{
    const struct lines *l = &p->segment->lines;
    struct query_piece piece = {0};
    enum status status = STATUS_OK;
    bool enough = false;
    uint64_t *set;
    for (size_t i = 0; i < p->count && status == STATUS_OK && !enough; i++) {
        struct result_span span = {.line = p->lines[i].line};
        span.to = span.plies = line_plies(l, span.line) + 1;
        if (line_fresh(l, span.line) >= span.to)
            continue;
        span.plays = game_plays_unwalked(&r->sides, p, line_game(l, span.line), NULL);
        runner_count_line(r, &piece, span.line, span.plays);
        piece.spans++;
        piece.positions += span.plies;
        if (keeps_line(r, span.line) && !runner_add_span(r, &piece.part, &span, &set))
            status = err_nomem(err);
        if (status == STATUS_OK)
            status = take_some(r, &piece, &enough, err);
    }
    if (status == STATUS_OK)
        status = runner_take_piece(r, &piece, &enough, err);
    runner_release_piece(r, &piece);
    return status;
}

/* --- A frequent position ---------------------------------------------------------------------- */

/* The run that has a line; NULL if none does. */
static const struct position_run *run_of_line(const struct position_runs *runs, uint32_t line)
{
    size_t low = 0, high = runs->count;
    while (low < high) { /* the first that ends behind the line */
        size_t middle = low + (high - low) / 2;
        if (runs->at[middle].to <= line)
            low = middle + 1;
        else
            high = middle;
    }
    return low < runs->count && runs->at[low].from <= line ? &runs->at[low] : NULL;
}

static enum status add_run_hit(struct query_runner *r, uint32_t line, uint32_t ply, struct err *err)
{
    const struct result_span span = {.line = line,
                                     .from = ply,
                                     .to = ply + 1,
                                     .first = ply,
                                     .plies = 1,
                                     .plays = game_plays(&r->sides, PLAYS_WRITTEN)};
    struct hit h = hit_of_span(&span, &r->segment->lines, r->db, r->number);
    return top_hits_add(&r->top, r->segment, &h, err);
}

/* The first hits by id: games are tried in that order where the position is frequent, otherwise all
 * that have it are looked at.  A try costs about as much as two looks. */
static enum status first_of_runs(struct query_runner *r, const struct position_runs *runs,
                                 uint64_t games, struct err *err)
{
    const struct lines *l = &r->segment->lines;
    enum status status = STATUS_OK;
    uint64_t wanted = r->top.keep, have = 0;
    if (r->opt.order.by == ORDER_USUAL && games * games >= 2 * wanted * l->games) {
        for (uint32_t i = 0; i < l->games && have < wanted && status == STATUS_OK; i++) {
            uint32_t line = lines_u32(l->by_id, i);
            const struct position_run *run = run_of_line(runs, line);
            if (run)
                status = add_run_hit(r, line, run->ply, err);
            have += run != NULL;
        }
        return status;
    }
    for (size_t i = 0; i < runs->count; i++)
        for (uint32_t line = runs->at[i].from; line < runs->at[i].to && status == STATUS_OK; line++)
            if (line < l->games && top_hits_wants(&r->top, r->db, game_id(l, line)))
                status = add_run_hit(r, line, runs->at[i].ply, err);
    return status;
}

/* Results are in the stored figures, too, if every game with the position went on from it, once,
 * and no source told results later.  False if they have to be read: 240,000 take 1.6 ms. */
static bool add_stored_scores(struct query_runner *r, const struct position_summary *s)
{
    uint64_t results[RESULT_KINDS] = {0}, games = 0;
    if (r->segment->columns.own[COLUMN_RESULT] || s->occurrences != s->games)
        return false;
    for (size_t i = 0; i < s->count; i++) {
        results[RESULT_FIRST] += s->moves[i].wins[0];
        results[RESULT_SECOND] += s->moves[i].wins[1];
        results[RESULT_DRAWN] += s->moves[i].draws;
        results[RESULT_UNKNOWN] += s->moves[i].unknown;
    }
    for (int i = 0; i < RESULT_KINDS; i++)
        games += results[i];
    if (games != s->games)
        return false;
    for (int i = 0; i < RESULT_KINDS; i++)
        r->out->scores.games[game_plays(&r->sides, PLAYS_WRITTEN)][0][i] += results[i];
    return true;
}

/* Each game has the position once. */
static void count_runs(struct query_runner *r, const struct position_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        for (uint32_t line = runs->at[i].from;
             line < runs->at[i].to && line < r->segment->lines.games; line++)
            runner_count_game(r, &r->out->scores, line, game_plays(&r->sides, PLAYS_WRITTEN));
}

/* Hits of one position and nothing else, in games from which none was removed: if it occurs often
 * its totals are stored, and only the first hits are made.  *done is false if it has to be looked
 * up in the usual way. */
static enum status take_frequent(struct query_runner *r, bool *done, struct err *err)
{
    const struct query_node *n = &r->q->nodes[r->q->root];
    const struct db_segment *s = r->segment;
    struct position_summary summary = {0};
    struct position_runs runs = {0};
    bool unread = false;
    *done = false;
    if (r->out->keep != KEEP_HITS || n->op != Q_EXACT || n->seat < 0 || r->q->game->passes ||
        r->opt.scan || r->opt.lines || s->removed || r->top.keep > s->lines.games ||
        r->wanted != UINT64_MAX)
        return STATUS_OK;
    struct position_key key = n->keys[n->seat];
    enum status status = position_summary(&s->positions, key, &summary, done, err);
    if (status == STATUS_OK && *done && r->opt.scores)
        unread = !add_stored_scores(r, &summary);
    if (status == STATUS_OK && *done && (r->top.keep || unread)) {
        status = position_find_runs(&s->positions, key, NULL, &runs, err);
        *done = !runs.again;
        if (status == STATUS_OK && *done && r->top.keep)
            status = first_of_runs(r, &runs, summary.games, err);
        if (status == STATUS_OK && *done && unread)
            status = game_sides_begin(&r->sides, s, err);
        if (status == STATUS_OK && *done && unread)
            count_runs(r, &runs);
    }
    if (*done) {
        r->out->games += summary.games;
        r->out->spans += summary.occurrences;
        r->out->positions += summary.occurrences;
    }
    position_runs_release(&runs);
    position_summary_release(&summary);
    return status;
}

/* --- Kept spans ------------------------------------------------------------------------------- */

/* The query as such, castle:mino and nothing else, is what may be kept: what is asked by the hundred
 * has a name. */
static bool has_spans_key(struct query_runner *r)
{
    return span_find(r->q->text, SPAN(":")) >= 0 && !query_ranked(r->q) &&
           kept_spans_key(r->q, r->spans_key);
}

static enum status take_span(struct query_runner *r, struct query_piece *piece,
                             const struct result_part *from, size_t i, struct err *err)
{
    struct result_span span = from->at[i];
    const uint64_t *words = from->words + (span.bits == RESULT_ALL_MATCH ? 0 : span.bits);
    uint64_t *set;
    piece->spans++;
    piece->positions += span.plies;
    if (i == 0 || from->at[i - 1].line != span.line)
        runner_count_line(r, piece, span.line, span.plays);
    if (!r->keep_spans)
        return STATUS_OK;
    if (!runner_add_span(r, &piece->part, &span, &set))
        return err_nomem(err);
    if (set)
        memcpy(set, words, plies_words(span.to - span.from) * sizeof *set);
    return STATUS_OK;
}

/* All of them, in pieces of whole lines: it takes less than finding out when it is enough. */
static enum status take_all_spans(struct query_runner *r, const struct result_part *from,
                                  struct err *err)
{
    struct query_piece piece = {0};
    enum status status = STATUS_OK;
    bool enough = false;
    for (size_t i = 0; i < from->count && status == STATUS_OK && !r->out->too_much; i++) {
        status = query_stopped(r->opt.cancelled, err);
        if (status == STATUS_OK)
            status = take_span(r, &piece, from, i, err);
        bool ends = i + 1 == from->count || from->at[i + 1].line != from->at[i].line;
        if (status == STATUS_OK && ends)
            status = take_some(r, &piece, &enough, err);
    }
    if (status == STATUS_OK)
        status = runner_take_piece(r, &piece, &enough, err);
    runner_release_piece(r, &piece);
    return status;
}

/* Before spans are taken; r->by_line: moves have to be seen in lines. */
static enum status begin_spans(struct query_runner *r, struct err *err)
{
    enum status status = STATUS_OK;
    if (r->opt.scores)
        status = game_sides_begin(&r->sides, r->segment, err);
    if (status == STATUS_OK && r->moves) {
        status = moves_begin_segment(r->moves, r->segment, r->segment->lines.games, err);
        r->by_line = moves_by_line(r->moves);
    }
    return status;
}

/* *done is false if they are not kept; or if moves have to be seen in lines: then only those that
 * have a span are walked through. */
static enum status take_kept(struct query_runner *r, bool *done, struct err *err)
{
    const struct lines *l = &r->segment->lines;
    if (!r->may_be_kept || r->known || r->opt.scan || (r->opt.lines && l->count > l->games) ||
        !kept_spans_find(r->segment, r->spans_key, &r->kept))
        return STATUS_OK;
    enum status status = begin_spans(r, err);
    if (status == STATUS_OK && !r->by_line) {
        *done = true;
        status = take_all_spans(r, &r->kept, err);
        if (status == STATUS_OK && r->moves)
            status = moves_end_segment(r->moves, err);
    }
    r->known = r->by_line ? &r->kept : NULL;
    r->by_line = false;
    return status;
}

/* --- Exact spans ------------------------------------------------------------------------------- */

/* Takes the spans of whole lines, all plies of which match, and leaves none; without a copy. */
static enum status take_exact_spans(struct query_runner *r, struct query_piece *piece,
                                    struct err *err)
{
    struct result_part *p = &piece->part;
    enum status status = STATUS_OK;
    bool enough;
    piece->spans = p->count;
    for (size_t i = 0; i < p->count; i++) {
        p->at[i].plays = game_plays(&r->sides, p->at[i].plays);
        piece->positions += p->at[i].plies;
        if (i == 0 || p->at[i - 1].line != p->at[i].line)
            runner_count_line(r, piece, p->at[i].line, p->at[i].plays);
    }
    if (r->by_line)
        status = moves_of_spans(r->moves, &piece->made, r->segment, p, 0, p->count, err);
    if (!r->keep_spans)
        p->count = 0;
    return status == STATUS_OK ? runner_take_piece(r, piece, &enough, err) : status;
}

/* Of 40 bytes each; where there are more, lines are gone through in pieces. */
enum { MOST_KEPT_SPANS = 4 << 20 };

/* Takes them while they are read, or keeps them all where moves have to be seen in lines; *keep is
 * false then if they are too many. */
static enum status read_exact(struct query_runner *r, const uint64_t *games, bool *keep,
                              struct err *err)
{
    struct exact_reader *reader;
    struct query_piece piece = {0};
    const bool take = !*keep;
    bool more = r->segment->lines.games > 0;
    enum status status = exact_reader_open(&reader, &r->exact_facts, r->segment, err);
    while (status == STATUS_OK && more && !r->out->too_much) {
        status = query_stopped(r->opt.cancelled, err);
        if (status == STATUS_OK)
            status = exact_reader_next(reader, games, &piece.part, &more, err);
        if (status == STATUS_OK && take)
            status = take_exact_spans(r, &piece, err);
        if (*keep && piece.part.count > MOST_KEPT_SPANS)
            *keep = more = false;
    }
    exact_reader_close(reader);
    if (*keep) {
        r->kept = piece.part;
        piece.part = (struct result_part){0};
    }
    runner_release_piece(r, &piece);
    return status;
}

/* As take_kept(), of a query about facts whose spans are all known exactly. */
static enum status take_exact(struct query_runner *r, const struct planner *with, bool *done,
                              struct err *err)
{
    struct plan games = {0};
    if (r->known || !exact_spans_pay(&r->exact_facts, r->segment, &r->opt))
        return STATUS_OK;
    enum status status = plan_games(&games, with, err);
    if (status == STATUS_OK)
        status = begin_spans(r, err);
    bool see = r->by_line && !moves_in_spans(r->moves), keep = see;
    if (status == STATUS_OK)
        status = read_exact(r, games.games, &keep, err);
    *done = !see;
    if (status == STATUS_OK && *done && r->moves)
        status = moves_end_segment(r->moves, err);
    r->known = keep ? &r->kept : NULL;
    r->by_line = false;
    plan_release(&games);
    return status;
}

/* --- Known spans ------------------------------------------------------------------------------ */

/* Where spans are known moves are all that is still to be seen: in their lines, up to the ply that
 * counts and the one after it, at which diagrams may end. */
static enum status note_known(struct query_runner *r, struct err *err)
{
    if (!r->known)
        return STATUS_OK;
    r->only = mem_calloc(game_words(&r->segment->lines), sizeof *r->only);
    for (size_t i = 0; r->only && i < r->known->count; i++)
        plies_add(r->only, r->known->at[i].line);
    return r->only ? STATUS_OK : err_nomem(err);
}

static enum status list_known(const struct query_runner *r, struct plan *p, struct err *err)
{
    const struct lines *l = &r->segment->lines;
    const struct result_span *at = r->known->at;
    enum moves_at moves_at = moves_at_of(r->q, &r->opt);
    bool local = query_is_local(r->q, r->q->root);
    p->lines = mem_alloc((r->known->count + 1) * sizeof *p->lines);
    p->all = false;
    for (size_t i = 0; p->lines && i < r->known->count; i++) {
        bool first = i == 0 || at[i - 1].line != at[i].line;
        if (first && plan_has_game(p, at[i].line))
            p->lines[p->count++] =
                (struct planned_line){game_id(l, at[i].line), at[i].line, 0, UINT32_MAX};
        if (!local || p->count == 0 || p->lines[p->count - 1].line != at[i].line)
            continue;
        if (moves_at == MOVES_AT_FIRST ? first : moves_at == MOVES_AT_LAST)
            p->lines[p->count - 1].until = span_ply(r->known, &at[i], moves_at) + 2;
    }
    return p->lines ? STATUS_OK : err_nomem(err);
}

/* --- Segments --------------------------------------------------------------------------------- */

/* Which games have a hit is kept where it is wanted, or their lines come apart. */
static enum status begin_segment(struct query_runner *r, struct err *err)
{
    const struct lines *l = &r->segment->lines;
    r->games = NULL;
    if (!r->bits && (r->out->keep == KEEP_GAMES || (r->opt.lines && l->count > l->games))) {
        r->games = mem_calloc(game_words(l), sizeof *r->games);
        if (!r->games)
            return err_nomem(err);
    }
    for (int side = 0;
         side < 2 && r->games && r->out->keep == KEEP_GAMES && r->sides.own != OWN_NONE; side++)
        if (!(r->part->sides[side] = mem_calloc(game_words(l), sizeof *r->games)))
            return err_nomem(err);
    r->keep_spans = !r->opt.count || r->games;
    return STATUS_OK;
}

/* The lines of a plan: by id where hits come in this order or may be enough, otherwise as they are
 * stored. */
static enum status list_lines(const struct query_runner *r, struct plan *p, struct err *err)
{
    bool by_id = r->wanted != UINT64_MAX || (p->kind == PLAN_GAMES && r->out->keep == KEEP_HITS);
    if (r->known)
        return list_known(r, p, err);
    return (by_id ? plan_list_all : plan_list_stored)(p, r->opt.lines, err);
}

static enum status take_plan(struct query_runner *r, struct plan *p, double *share, struct err *err)
{
    enum status status = p->all ? list_lines(r, p, err) : STATUS_OK;
    if (status == STATUS_OK && r->moves) {
        status = moves_begin_segment(r->moves, r->segment, p->count, err);
        r->by_line = moves_by_line(r->moves);
        r->walkers.want_seats = moves_want_seats(r->moves);
    }
    if (status == STATUS_OK && p->kind == PLAN_OCCURRENCES)
        status = take_occurrences(r, p, err);
    else if (status == STATUS_OK && p->kind == PLAN_GAMES && !r->by_line)
        status = take_games(r, p, err);
    else if (status == STATUS_OK && p->count)
        status = walk_segment(r, p, share, err);
    if (status == STATUS_OK && r->moves)
        status = moves_end_segment(r->moves, err);
    return status;
}

/* What is measured need not be if it is kept; a scan does without. */
static bool find_kept(struct query_runner *r)
{
    const struct query_values *values = r->opt.values;
    r->walkers.kept = (struct measure_columns){0};
    if (!values || !values->columns || r->opt.scan || !query_has_measures(r->q))
        return false;
    r->walkers.kept = values->columns(values->ctx, r->segment);
    return query_has_kept(r->q, r->walkers.kept);
}

static enum status run_segment(struct query_runner *r, double *share, struct err *err)
{
    struct planner with = {.q = r->q,
                           .segment = r->segment,
                           .opt = &r->opt,
                           .replay = &r->replay,
                           .kept = find_kept(r),
                           .hits = !r->moves};
    struct plan p = {0};
    bool done = false;
    enum status status = begin_segment(r, err);
    if (status == STATUS_OK)
        status = take_frequent(r, &done, err);
    if (status == STATUS_OK && !done)
        status = take_kept(r, &done, err);
    if (status == STATUS_OK && !done)
        status = take_exact(r, &with, &done, err);
    if (status == STATUS_OK && !done)
        status = note_known(r, err);
    with.only = r->only;
    if (status == STATUS_OK && !done && r->moves && moves_exact_node(r->q, &r->opt)) {
        status = plan_games(&p, &with, err);
        if (status == STATUS_OK)
            status = moves_of_position(r->moves, &p, &r->replay, err);
        r->part->games = p.games; /* for transpositions */
        p.games = NULL;
        done = true;
    }
    if (status == STATUS_OK && !done) {
        status = plan_make(&p, &with, err);
        if (status == STATUS_OK && r->opt.scores && (p.all || p.count || p.found.count))
            status = game_sides_begin(&r->sides, r->segment, err);
        if (status == STATUS_OK)
            status = take_plan(r, &p, share, err);
    }
    plan_release(&p);
    mem_free(r->only);
    r->only = NULL;
    result_part_release(&r->kept);
    r->known = NULL;
    if (r->out->keep == KEEP_GAMES && !r->bits)
        r->part->games = r->games;
    else
        mem_free(r->games);
    return status;
}

/* What the database keeps that the query compares, for segments of it. */
static enum status begin_database(struct query_runner *r, struct db *db, struct err *err)
{
    if (!query_needs_found(r->q) || !db || db->away)
        return STATUS_OK;
    enum status status = found_log_open(&r->found, db, err);
    r->walkers.found = r->found;
    return status == STATUS_NOT_FOUND ? found_log_missing(db->path, err) : status;
}

static enum status end_database(struct query_runner *r, enum status status, struct err *err)
{
    if (status == STATUS_OK && r->found)
        status = found_log_status(r->found, err);
    found_log_close(r->found);
    r->found = NULL;
    r->walkers.found = NULL;
    return status;
}

/* How much of all that is to be looked at is in the segment at hand: games, or spans if they are
 * known. */
static double begin_known(struct query_runner *r)
{
    r->known = r->result ? &r->result->parts[r->part - r->out->parts] : NULL;
    return r->known ? (double)r->known->count : r->segment->lines.games;
}

static enum status run_segments(struct query_runner *r, struct db *const *dbs, uint32_t count,
                                struct err *err)
{
    const double deadline = r->opt.deadline;
    double all = 0, looked_at = 0;
    enum status status = STATUS_OK;
    r->part = r->out->parts;
    for (r->db = 0; r->db < count && status == STATUS_OK; r->db++) {
        status = begin_database(r, dbs[r->db], err);
        for (r->number = 0; r->number < dbs[r->db]->segment_count && status == STATUS_OK;
             r->number++, r->part++) {
            double share = 1;
            r->segment = &dbs[r->db]->segments[r->number];
            if ((r->opt.own && r->segment->elsewhere) || r->out->spans >= r->wanted ||
                r->out->too_much)
                continue;
            double here = begin_known(r);
            bool late = deadline > 0 && all > 0 && steady_seconds() > deadline;
            all += here;
            if (late || (r->known && here == 0))
                continue;
            status = run_segment(r, &share, err);
            looked_at += share * here;
        }
        status = end_database(r, status, err);
    }
    r->out->looked_at = all > 0 ? looked_at / all : 1;
    return status == STATUS_OK ? db_status_all(dbs, count, err) : status;
}

/* --- All of it -------------------------------------------------------------------------------- */

static enum status check_games(const struct query *q, struct db *const *dbs, uint32_t count,
                               struct err *err)
{
    static const struct msg other = {"%1 holds %2, which the query is not about",
                                     "%1 は %2 のデータベースで、検索式の種目と違います"};
    for (uint32_t i = 0; i < count; i++)
        if (dbs[i]->game != q->game)
            return err_set(err, STATUS_UNSUPPORTED, &other, span_of(dbs[i]->path),
                           span_of(dbs[i]->game->name));
    return STATUS_OK;
}

/* Opens what walking takes; closed with runner_close(), whatever is returned. */
static enum status runner_open(struct query_runner *r, const struct query *q,
                               const struct search_options *opt, struct query_result *out,
                               struct err *err)
{
    *r = (struct query_runner){.q = q, .opt = *opt, .out = out, .wanted = UINT64_MAX};
    if (out->keep != KEEP_HITS)
        r->opt.count = r->opt.no_totals = false;
    if (out->keep == KEEP_MOVES || out->keep == KEEP_GAMES)
        r->opt.lines = false;
    if (out->keep != KEEP_SPANS && out->keep != KEEP_MOVES)
        r->opt.deadline = 0;
    if (out->keep == KEEP_MOVES || q->game->seats != 2)
        r->opt.scores = false;
    game_sides_init(&r->sides, q);
    r->may_be_kept = has_spans_key(r);
    enum status status = query_check_depth(q, err);
    if (status != STATUS_OK || !exact_query_of(&r->exact_facts, q))
        r->exact_facts.part_count = 0;
    if (status == STATUS_OK)
        status = query_check_values(q, opt->values, err);
    if (status == STATUS_OK)
        status = walkers_open(&r->walkers, q, opt->threads, err);
    r->walkers.playing = opt->scan;
    r->walkers.values = opt->values;
    return status;
}

static void runner_close(struct query_runner *r)
{
    game_sides_release(&r->sides);
    moves_counter_close(r->moves);
    walkers_close(&r->walkers);
    replay_close(r->replay);
}

static enum status run_all(struct query_result *f, const struct query *q, struct db *const *dbs,
                           uint32_t count, const struct search_options *opt, enum query_keep keep,
                           const struct query_result *known, struct err *err)
{
    struct query_runner r;
    const uint64_t first = search_wanted_hits(opt);
    *f = (struct query_result){.keep = keep, .ranked = query_ranked(q) != 0};
    enum status status = check_games(q, dbs, count, err);
    if (status != STATUS_OK)
        return status;
    for (uint32_t d = 0; d < count; d++)
        f->part_count += dbs[d]->segment_count;
    f->parts = mem_calloc((size_t)f->part_count + 1, sizeof *f->parts);
    if (!f->parts)
        return err_nomem(err);
    status = runner_open(&r, q, opt, f, err);
    r.result = known;
    top_hits_init(&r.top, &f->hits, f->ranked, opt->order, keep == KEEP_HITS ? first : 0);
    if (r.opt.no_totals && !f->ranked && !r.opt.count && opt->order.by == ORDER_USUAL)
        r.wanted = first;
    if (status == STATUS_OK && keep == KEEP_MOVES)
        status = moves_counter_open(&r.moves, q, &r.opt, &r.sides, &f->moves, err);
    if (status == STATUS_OK)
        status = run_segments(&r, dbs, count, err);
    if (keep == KEEP_MOVES) { /* opening one takes longer than a rare position */
        f->replay = r.replay;
        r.replay = NULL;
    }
    runner_close(&r);
    enum status sorted = top_hits_finish(&r.top, status == STATUS_OK ? err : NULL);
    status = status == STATUS_OK ? sorted : status;
    f->hits.games = f->games;
    f->hits.spans = f->spans;
    f->hits.positions = f->positions;
    f->hits.places = f->places;
    f->hits.scores = f->scores;
    for (uint32_t i = 0; f->too_much && i < f->part_count; i++)
        result_part_release(&f->parts[i]);
    return status;
}

enum status query_run(struct query_result *f, const struct query *q, struct db *const *dbs,
                      uint32_t count, const struct search_options *opt, enum query_keep keep,
                      struct err *err)
{
    return run_all(f, q, dbs, count, opt, keep, NULL, err);
}

enum status query_run_known(struct query_result *f, const struct query_result *known,
                            const struct query *q, struct db *const *dbs, uint32_t count,
                            const struct search_options *opt, struct err *err)
{
    return run_all(f, q, dbs, count, opt, KEEP_MOVES, known, err);
}

enum status query_matches(const struct query *q, const struct db_segment *s,
                          const struct search_options *opt, uint64_t *bits, struct err *err)
{
    struct query_runner r;
    struct query_result out = {.keep = KEEP_SPANS};
    struct search_options how = *opt;
    double share;
    how.lines = false;
    how.deadline = 0;
    enum status status = runner_open(&r, q, &how, &out, err);
    r.segment = s;
    r.bits = bits;
    if (status == STATUS_OK)
        status = begin_database(&r, s->db, err);
    if (status == STATUS_OK)
        status = run_segment(&r, &share, err);
    status = end_database(&r, status, err);
    runner_close(&r);
    return status;
}

void query_result_release(struct query_result *f)
{
    for (uint32_t i = 0; f->parts && i < f->part_count; i++)
        result_part_release(&f->parts[i]);
    mem_free(f->parts);
    hits_release(&f->hits);
    moves_release(&f->moves);
    replay_close(f->replay);
    *f = (struct query_result){0};
}

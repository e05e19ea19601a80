/* tags.c: which named queries hold in a game; see tags.h. */
#include "query/run/tags.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "query/language/words.h"
#include "query/run/evaluate.h"

/* One definition for one player. */
struct tagger {
    const struct named_query *named;
    int seat;
    struct query *query; /* owned; the evaluator borrows it */
    struct evaluator *evaluator;
};

struct named_tags {
    const struct game *game;
    struct tagger *at;
    size_t count, cap;
    game_move *moves; /* of a record */
    size_t move_cap;
};

enum { MAX_TAGGERS = 200000 };

static void tagger_release(struct tagger *t)
{
    evaluator_close(t->evaluator);
    if (t->query)
        query_release(t->query);
    mem_free(t->query);
}

void named_tags_close(struct named_tags *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->count; i++)
        tagger_release(&t->at[i]);
    mem_free(t->at);
    mem_free(t->moves);
    mem_free(t);
}

void tag_list_release(struct tag_list *l)
{
    mem_free(l->at);
    *l = (struct tag_list){0};
}

/* "s.castle:\"mino\"", or without a seat. */
static enum status parse_for(struct query *q, const struct named_queries *named,
                             const struct game *game, const struct named_query *n, int seat,
                             struct err *err)
{
    struct buf text;
    buf_init(&text, QUERY_MAX_BYTES);
    if (seat >= 0)
        buf_printf(&text, "%s.", words_of_game(game)->seats[seat]);
    buf_add_span(&text, n->group);
    buf_add_str(&text, ":\"");
    buf_add_span(&text, n->name);
    buf_add_char(&text, '"');
    enum status status = query_parse(q, game, named, buf_span(&text), err);
    buf_release(&text);
    return status;
}

/* Adds one; *q is taken over, whatever is returned. */
static enum status add_tagger(struct named_tags *t, const struct named_query *named, int seat,
                              struct query *q, struct err *err)
{
    struct tagger *at = mem_grow(t->at, t->count, &t->cap, MAX_TAGGERS, sizeof *at);
    struct query *kept = mem_alloc(sizeof *kept);
    if (at)
        t->at = at;
    if (!at || !kept) {
        query_release(q);
        mem_free(kept);
        return err_nomem(err);
    }
    *kept = *q;
    at[t->count] = (struct tagger){named, seat, kept, NULL};
    return evaluator_open(&at[t->count++].evaluator, kept, err);
}

/* A definition that can't be read is no reason to fail. */
static bool is_fatal(enum status status)
{
    return status == STATUS_NOMEM;
}

/* For each player; once only, as nobody's, if it is the same for both. */
static enum status add_definition(struct named_tags *t, const struct named_queries *all,
                                  const struct named_query *named, struct err *err)
{
    struct query q[2];
    enum status status = parse_for(&q[0], all, t->game, named, 0, err);
    if (status != STATUS_OK) {
        query_release(&q[0]);
        return is_fatal(status) ? status : STATUS_OK;
    }
    status = parse_for(&q[1], all, t->game, named, 1, err);
    if (status != STATUS_OK) {
        query_release(&q[0]);
        query_release(&q[1]);
        return is_fatal(status) ? status : STATUS_OK;
    }
    if (query_needs_others(&q[0])) { /* nobody judges positions while they are imported */
        query_release(&q[0]);
        query_release(&q[1]);
        return STATUS_OK;
    }
    bool shared = query_same_meaning(&q[0], &q[1]);
    status = add_tagger(t, named, shared ? -1 : 0, &q[0], err);
    if (shared || status != STATUS_OK) {
        query_release(&q[1]);
        return status;
    }
    return add_tagger(t, named, 1, &q[1], err);
}

enum status named_tags_open(struct named_tags **out, const struct named_queries *named,
                            const struct game *game, struct err *err)
{
    *out = NULL;
    struct named_tags *t = mem_calloc(1, sizeof *t);
    if (!t)
        return err_nomem(err);
    t->game = game;
    enum status status = STATUS_OK;
    bool possible = game->seats == 2 && words_of_game(game);
    for (size_t i = 0; possible && i < named->count && status == STATUS_OK; i++)
        if (named->at[i].group.n)
            status = add_definition(t, named, &named->at[i], err);
    if (status != STATUS_OK) {
        named_tags_close(t);
        return status;
    }
    *out = t;
    return STATUS_OK;
}

static enum status add_tag(struct tag_list *out, const struct named_tag *tag, struct err *err)
{
    struct named_tag *at = mem_grow(out->at, out->count, &out->cap, MAX_TAGGERS, sizeof *at);
    if (!at)
        return err_nomem(err);
    out->at = at;
    at[out->count++] = *tag;
    return STATUS_OK;
}

static enum status tag_with(const struct tagger *tagger, struct span start, const game_move *moves,
                            uint32_t n, struct tag_list *out, struct err *err)
{
    struct evaluation found;
    struct plies_span span;
    struct named_tag tag = {.named = tagger->named, .seat = tagger->seat};
    enum status status = evaluate_moves(tagger->evaluator, start, moves, n, &found, err);
    if (status != STATUS_OK)
        return status;
    for (uint32_t at = 0; evaluation_next(&found, at, &span); at = span.to) {
        if (tag.spans++ == 0) {
            tag.from = span.from;
            tag.to = span.to;
        }
        for (uint32_t ply = span.from; ply < span.to; ply++)
            tag.plies += plies_has(found.matches, ply);
    }
    return tag.spans ? add_tag(out, &tag, err) : STATUS_OK;
}

static int by_from(const void *a, const void *b)
{
    const struct named_tag *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->named != y->named)
        return x->named < y->named ? -1 : 1;
    return x->seat - y->seat;
}

enum status named_tags_of_line(struct named_tags *t, struct span start, const game_move *moves,
                               uint32_t n, struct tag_list *out, struct err *err)
{
    enum status status = STATUS_OK;
    out->count = 0;
    for (size_t i = 0; i < t->count && status == STATUS_OK; i++)
        status = tag_with(&t->at[i], start, moves, n, out, err);
    if (out->count > 1)
        qsort(out->at, out->count, sizeof *out->at, by_from);
    return status;
}

enum status named_tags_of_record(struct named_tags *t, const struct record *rec,
                                 struct tag_list *out, struct err *err)
{
    uint32_t plies, count = 0;
    record_last_move(rec, &plies);
    if (plies > t->move_cap || !t->moves) {
        game_move *moves = mem_realloc_array(t->moves, plies + 1, sizeof *moves);
        if (!moves)
            return err_nomem(err);
        t->moves = moves;
        t->move_cap = plies;
    }
    uint32_t node = rec->node_count ? rec->nodes[0].child : 0;
    for (; node && !record_is_end(rec, node) && count < plies; node = rec->nodes[node].child)
        t->moves[count++] = rec->nodes[node].move;
    return named_tags_of_line(t, rec->start, t->moves, count, out, err);
}

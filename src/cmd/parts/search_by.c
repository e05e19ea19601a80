/* search_by.c: see search_by.h. */
#include "cmd/parts/search_by.h"

#include "query/groups/group_scores.h"
#include "query/language/tree.h"
#include "view/draw/text_width.h"
#include "view/report/group_json.h"

enum { GROUP_MOST = 32, FIGURE = 8, SCORE = 24, GAP = 2 };

static void add_cell(struct buf *out, struct span text, int columns, bool right)
{
    int blanks = columns - text_columns(text);
    for (int i = 0; i < blanks && right; i++)
        buf_add_char(out, ' ');
    text_add_clean(out, text);
    for (int i = 0; i < blanks && !right; i++)
        buf_add_char(out, ' ');
    buf_add_str(out, "  ");
}

static void add_number(struct buf *out, uint64_t n)
{
    struct buf text;
    buf_init(&text, 32);
    buf_add_u64(&text, n);
    add_cell(out, buf_span(&text), FIGURE, true);
    buf_release(&text);
}

/* "12-8-1  59.5 % 39.1-77.2" */
static void add_score(struct buf *out, const struct side_score *s)
{
    struct buf text;
    buf_init(&text, 128);
    buf_printf(&text, "%llu-%llu-%llu", (unsigned long long)s->wins, (unsigned long long)s->losses,
               (unsigned long long)s->draws);
    if (s->wins + s->losses + s->draws)
        buf_printf(&text, " %.1f%% %.1f-%.1f", 100 * s->rate.share, 100 * s->rate.low,
                   100 * s->rate.high);
    add_cell(out, buf_span(&text), SCORE, true);
    buf_release(&text);
}

static void end_line(struct buf *out)
{
    while (out->n && out->p[out->n - 1] == ' ')
        out->n--;
    buf_add_char(out, '\n');
}

static struct span label_of(const struct cmd_env *env, const struct axis_group *g)
{
    return env->lang == LANG_JA ? g->label : g->name;
}

static void add_table(const struct cmd_env *env, const struct query *q,
                      const struct group_scores *g, struct buf *out)
{
    static const struct msg games = {"games", "局数"}, own = {"the query's side", "条件の側"};
    const bool has_own = query_own(q) != OWN_NONE, has_player = query_player(q) != 0;
    int label = text_columns(g->axis.what);
    for (uint32_t i = 0; i < g->axis.group_count; i++) {
        int columns = text_columns(label_of(env, &g->axis.groups[i]));
        label = columns > label && columns <= GROUP_MOST ? columns : label;
    }
    add_cell(out, g->axis.what, label, false);
    add_cell(out, span_of(msg_in(&games, env->lang)), FIGURE, true);
    for (int seat = 0; seat < 2; seat++)
        add_cell(out, span_of(msg_in(&q->game->seat_titles[seat], env->lang)), FIGURE, true);
    if (has_own)
        add_cell(out, span_of(msg_in(&own, env->lang)), SCORE, true);
    if (has_player)
        add_cell(out, q->nodes[query_player(q)].text, SCORE, true);
    end_line(out);
    for (uint32_t i = 0; i < g->axis.group_count; i++) {
        const struct side_score side = scores_of_part(&g->scores[i]);
        const struct side_score player = scores_of_player(&g->scores[i]);
        add_cell(out, label_of(env, &g->axis.groups[i]), label, false);
        add_number(out, g->axis.groups[i].games);
        add_number(out, scores_by_result(&g->scores[i], RESULT_FIRST));
        add_number(out, scores_by_result(&g->scores[i], RESULT_SECOND));
        if (has_own)
            add_score(out, &side);
        if (has_player)
            add_score(out, &player);
        end_line(out);
    }
}

static void add_rows(const struct query *q, const struct group_scores *g, struct buf *out)
{
    struct json j;
    for (uint32_t i = 0; i < g->axis.group_count; i++) {
        json_init(&j, out);
        group_to_json(&j, q, g, i);
        json_line(&j);
    }
}

int search_by(struct cmd_env *env, struct query_operands *input, const char *kind, uint32_t limit,
              const struct search_options *opt)
{
    const struct axis_options with = {
        .named = &input->named,
        .limit = limit,
        .search = {.threads = opt->threads, .cancelled = opt->cancelled, .values = opt->values},
        .reduction = cluster_reduction(env->cluster)};
    struct group_scores g = {0};
    struct buf out;
    struct err err = {0};
    int code = CMD_OK;
    enum status status =
        group_scores_run(&g, span_of(kind), &input->query, input->dbs, input->count, &with, &err);
    buf_init(&out, BUF_DEFAULT_MAX);
    if (status == STATUS_OK && env->json)
        add_rows(&input->query, &g, &out);
    else if (status == STATUS_OK && g.axis.group_count)
        add_table(env, &input->query, &g, &out);
    if (status == STATUS_OK)
        code = cmd_print(env, &out);
    else
        code = status == STATUS_CANCELLED ? CMD_ERROR : cmd_fail(env, &err);
    if (status == STATUS_RANGE)
        code = CMD_MISUSE; /* no such kind */
    if (code == CMD_OK && g.axis.group_count == 0)
        code = CMD_NOTHING;
    buf_release(&out);
    group_scores_release(&g);
    return code;
}

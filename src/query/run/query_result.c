/* query_result.c: what is read off a result; see query_result.h. */
#include "query/run/query_result.h"

#include "query/run/run_internal.h"
#include "query/run/top_hits.h"

size_t query_result_bytes(const struct query_result *f)
{
    size_t bytes = sizeof *f + f->part_count * sizeof *f->parts;
    for (uint32_t i = 0; i < f->part_count; i++)
        bytes += f->parts[i].cap * sizeof *f->parts[i].at +
                 f->parts[i].word_cap * sizeof *f->parts[i].words;
    return bytes;
}

struct hit hit_of_span(const struct result_span *s, const struct lines *l, uint32_t db,
                       uint32_t segment)
{
    uint32_t number = line_game(l, s->line), from = s->line + 1, to;
    if (s->line >= l->games)
        lines_of_game(l, number, &from, &to);
    return (struct hit){.db = db,
                        .id = game_id(l, number),
                        .line = s->line - from + 1,
                        .from = s->from,
                        .to = s->to,
                        .plies = s->plies,
                        .first = s->first,
                        .score = s->score,
                        .placed = s->placed,
                        .symmetry = s->symmetry,
                        .column = s->column,
                        .row = s->row,
                        .plays = s->plays,
                        .segment = segment,
                        .number = number,
                        .stored_line = s->line};
}

enum status query_result_hits(const struct query_result *f, struct db *const *dbs, uint32_t count,
                              const struct search_options *opt, struct hits *out, struct err *err)
{
    struct top_hits c;
    enum status status = STATUS_OK;
    const struct result_part *part = f->parts;
    uint64_t keep = search_wanted_hits(opt);
    *out = (struct hits){
        .games = f->games, .spans = f->spans, .positions = f->positions, .places = f->places};
    out->scores = f->scores;
    top_hits_init(&c, out, f->ranked, opt->order, keep);
    for (uint32_t d = 0; d < count && keep; d++)
        for (uint32_t i = 0; i < dbs[d]->segment_count; i++, part++) {
            const struct lines *l = &dbs[d]->segments[i].lines;
            for (size_t k = 0; k < part->count && status == STATUS_OK; k++) {
                if (!top_hits_wants(&c, d, game_id(l, line_game(l, part->at[k].line))))
                    continue;
                struct hit h = hit_of_span(&part->at[k], l, d, i);
                status = top_hits_add(&c, &dbs[d]->segments[i], &h, err);
            }
        }
    enum status sorted = top_hits_finish(&c, status == STATUS_OK ? err : NULL);
    status = status == STATUS_OK ? sorted : status;
    hits_skip(out, opt->offset);
    if (status != STATUS_OK)
        hits_release(out);
    return status;
}

bool result_part_next_game(const struct result_part *p, size_t *at, uint32_t games,
                           uint32_t *number)
{
    if (p->games) {
        *number = plies_next(p->games, games, (uint32_t)*at);
        *at = (size_t)*number + 1;
        return *number < games;
    }
    if (*at >= p->count)
        return false;
    *number = p->at[(*at)++].line;
    while (*at < p->count && p->at[*at].line == *number)
        ++*at;
    return true;
}

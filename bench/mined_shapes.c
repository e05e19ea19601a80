/* mined_shapes.c: see mined_shapes.h. */
#include "bench/mined_shapes.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "games/go/go.h"

void bench_stop_on(enum status status, const struct err *err)
{
    struct buf text;
    if (status == STATUS_OK)
        return;
    buf_init(&text, 1000);
    err_format(err, LANG_EN, &text);
    fprintf(stderr, "%s\n", buf_cstr(&text));
    exit(3);
}

void *bench_room(size_t count, size_t size)
{
    void *p = mem_calloc(count + 1, size);
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(3);
    }
    return p;
}

struct bench_place *bench_places(const struct mine_result *m, struct db *db)
{
    struct bench_place *places = bench_room(m->corpus.n, sizeof *places);
    for (uint32_t i = 0; i < m->corpus.sentence_count; i++) {
        const struct sentence *s = &m->corpus.sentences[i];
        const struct mined_line *line = &m->lines[s->line];
        const struct lines *l = &db->segments[line->segment].lines;
        for (uint32_t at = s->first - 1; at < s->first + s->count; at++) {
            int point = go_move_point((go_move)line_move(l, line->number, m->corpus.ply[at]));
            places[at] = (struct bench_place){(int8_t)go_column(point), (int8_t)go_row(point)};
        }
    }
    return places;
}

static uint64_t mix(uint64_t sum, uint64_t value)
{
    sum = (sum ^ value) * 0x9E3779B97F4A7C15U;
    return sum ^ sum >> 29;
}

/* The smallest number that any of the eight images gives. */
uint64_t bench_shape(const struct bench_place *p, uint32_t length)
{
    uint64_t best = UINT64_MAX;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        uint64_t sum = length;
        for (uint32_t i = 1; i < length; i++) {
            int across = p[i].column - p[0].column, up = p[i].row - p[0].row;
            across = symmetry & 1 ? -across : across;
            up = symmetry & 2 ? -up : up;
            sum = mix(sum, (uint64_t)(symmetry & 4 ? (up + 64) * 128 + across + 64
                                                   : (across + 64) * 128 + up + 64));
        }
        best = sum < best ? sum : best;
    }
    return best;
}

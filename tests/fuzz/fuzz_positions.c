/* fuzz_positions.c: any bytes as the position index of a few fixed games.  Whatever it is said to
 * hold must lie within those games.
 *
 *     u16 bytes of posshare, u16 of posslots, u16 of postable
 *     poshead, posshare, posslots, postable, posgroup (the rest) */
#include <stdlib.h>

#include "../unit/lines_fixture.h"
#include "facts/position_index.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FRONT = 6, HEAD = 40, SECTIONS = 5 };

static void require(bool good)
{
    if (!good)
        abort();
}

/* The games are always the same, and are kept: making them takes longer than reading. */
static const struct lines_fixture *games(void)
{
    static struct lines_fixture f;
    if (f.game_count)
        return &f;
    fixture_init(&f);
    for (int i = 0; i < 20; i++)
        fixture_add_usi(&f, "", i % 2 ? "2h3h 8b7b 3h2h 7b8b 7g7f" : "7g7f 3c3d 2g2f", i % 4 - 1);
    fixture_add_odd(&f, 3, 4);
    fixture_add_variations(&f, 4, 4);
    fixture_finish(&f);
    return &f;
}

/* One for walking through the games, one for asking; kept too. */
static struct replay *replayer(int which)
{
    static struct replay *r[2];
    if (!r[which])
        require(replay_open(&r[which], &shogi_game, NULL) == STATUS_OK);
    return r[which];
}

/* A segment around the bytes, as segment_open() would make it; false if there are too few. */
static bool make_segment(struct segment *s, const uint8_t *data, size_t size)
{
    static const char *const NAMES[SECTIONS] = {"poshead", "posshare", "posslots", "postable",
                                                "posgroup"};
    static char path[] = "fuzz";
    size_t at = FRONT;
    if (size < FRONT + HEAD)
        return false;
    *s = (struct segment){.path = path, .view.bytes = span_make((const char *)data, size)};
    for (int i = 0; i < SECTIONS; i++) {
        size_t n = i == 0 ? HEAD : i == SECTIONS - 1 ? size - at : le_get16(data + 2 * (i - 1));
        if (n > size - at)
            return false;
        struct segment_section *section = &s->sections[s->count++];
        memcpy(section->name, NAMES[i], strlen(NAMES[i]));
        section->offset = at;
        section->length = n;
        at += n;
    }
    return true;
}

static void ask(const struct position_index *x, struct position_key key)
{
    const struct lines *l = x->lines;
    struct occurrences o = {0};
    struct position_summary summary = {0};
    struct err err;
    bool found;
    if (position_find(x, key, replayer(1), &o, &err) == STATUS_OK)
        for (size_t i = 0; i < o.count; i++) {
            require(o.at[i].line < l->count && o.at[i].ply <= line_plies(l, o.at[i].line));
            require(i == 0 || o.at[i].line > o.at[i - 1].line ||
                    (o.at[i].line == o.at[i - 1].line && o.at[i].ply > o.at[i - 1].ply));
        }
    if (position_summary(x, key, &summary, &found, &err) == STATUS_OK && found)
        require(summary.games <= summary.occurrences);
    occurrences_release(&o);
    position_summary_release(&summary);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct lines_fixture *f = games();
    const struct lines *l = &f->lines;
    struct replay *r = replayer(0);
    struct segment s;
    struct position_index x;
    struct err err;
    if (!make_segment(&s, data, size) ||
        position_index_open(&x, l, &f->columns, &s, &err) != STATUS_OK)
        return 0;
    for (uint32_t line = 0; line < l->count; line += 3) {
        require(replay_start_text(r, lines_start_text(l, line_start(l, line)), &err) == STATUS_OK);
        for (uint32_t ply = 0; ply < line_plies(l, line) && ply < 20; ply++) {
            ask(&x, r->key);
            require(replay_step(r, line_move(l, line, ply)));
        }
    }
    return 0;
}

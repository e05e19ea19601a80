/* measure_matcher: how long finding drawn patterns in all games of a Go database takes.
 *
 *     measure_matcher DB [PATTERN...]
 *
 * Each pattern is looked for with its images by the eight symmetries and the exchange of colours,
 * those that are equal left out, in every game: all places at all plies.  Reading captures and
 * moves from the database is part of it.  One thread; times are its processor time, the best of
 * several rounds.  Beside it the same by playing all moves, in one game of SAMPLE, scaled up; that
 * both find as many places there is checked.
 * Without patterns: those of the kinds that Kombilo's author timed. */
#include <stdio.h>

#include "base/alloc.h"
#include "bench/timing.h"
#include "db/db.h"

enum { ROUNDS = 5, SAMPLE = 50 };

static const struct {
    const char *name, *drawing;
} KINDS[] = {
    {"3x3, 7 stones, 2 empty, anywhere", "XOX/O.X/XO."},
    {"3x3, 7 stones of a common shape", "XXO/XO./O.O"},
    {"3x5, 4 stones, anywhere", "...../.XOX./..O.."},
    {"side 5x4, 5 stones", ".X.../..XO./.OX../...../-----"},
    {"2x2, 3 stones, anywhere", "XO/X."},
    {"corner 7x7, 2 stones", "......./......./......./...X.../..O..../......./......./-------"},
    {"corner 7x7 anchored, 2 stones",
     "|......./|......./|......./|...X.../|..O..../|......./|......./+-------"},
    {"corner 8x8, 4 stones",
     "|......../|......../|..O...../|......../|..XO..../|...X..../|......../|......../+--------"},
    {"corner, a sequence of 4",
     "O:|......../|......../|......../|..4...../|..3X..../|..12..../|......../|......../+--------"},
};

static int fail(const struct err *err)
{
    struct buf text;
    buf_init(&text, 65536);
    err_format(err, LANG_EN, &text);
    fprintf(stderr, "measure_matcher: %s\n", buf_cstr(&text));
    buf_release(&text);
    return 3;
}

/* The images that differ. */
static uint32_t images_of(const struct go_pattern *p, struct go_pattern out[GO_SYMMETRIES])
{
    uint32_t count = 0;
    for (unsigned symmetry = 0; symmetry < GO_SYMMETRIES; symmetry++) {
        bool seen = false;
        go_pattern_image(p, symmetry, &out[count]);
        for (uint32_t i = 0; i < count; i++)
            seen |= go_pattern_equal(&out[i], &out[count]);
        count += !seen;
    }
    return count;
}

struct matcher_search {
    const struct db *db;
    const struct go_pattern *images;
    uint32_t count, every; /* look at one game of so many */
    bool playing;
    uint64_t places, games;
};

static enum status look(struct matcher_search *s, const struct db_segment *seg,
                        struct go_matcher *m, struct taken_list *room, struct go_hits *out,
                        struct err *err)
{
    enum status st = STATUS_OK;
    struct go_pos *start = mem_alloc(sizeof *start);
    uint32_t known = UINT32_MAX;
    if (!start)
        return err_nomem(err);
    for (uint32_t line = 0; line < seg->lines.games && st == STATUS_OK; line += s->every) {
        struct go_match_line l;
        uint32_t number = line_start(&seg->lines, line);
        struct span text = lines_start_text(&seg->lines, number);
        if (number != known && text.n)
            st = go_pos_parse(start, text, err);
        else if (number != known)
            go_game.rules.pos_start(start);
        known = number;
        if (st == STATUS_OK)
            st = captures_match_line(&seg->captures, &seg->lines, line, start, room, &l, err);
        if (st == STATUS_OK)
            st = s->playing ? go_match_by_playing(s->images, s->count, &l, out, err)
                            : go_matcher_run(m, &l, out, err);
        s->places += out->count;
        s->games += out->count > 0;
    }
    mem_free(start);
    return st;
}

static enum status search(struct matcher_search *s, struct err *err)
{
    struct go_matcher *m;
    struct taken_list room = {0};
    struct go_hits out = {0};
    enum status st = go_matcher_open(&m, s->images, s->count, err);
    s->places = s->games = 0;
    for (uint32_t i = 0; i < s->db->segment_count && st == STATUS_OK; i++)
        st = look(s, &s->db->segments[i], m, &room, &out, err);
    go_matcher_close(m);
    taken_list_release(&room);
    go_hits_release(&out);
    return st;
}

static enum status timed(struct matcher_search *s, int rounds, double *best, struct err *err)
{
    enum status st = STATUS_OK;
    *best = 1e9;
    for (int i = 0; i < rounds && st == STATUS_OK; i++) {
        double before = timing_cpu();
        st = search(s, err);
        double took = timing_cpu() - before;
        *best = took < *best ? took : *best;
    }
    return st;
}

static enum status measure(const struct db *db, const char *name, const char *drawing,
                           struct err *err)
{
    static struct go_pattern p, images[GO_SYMMETRIES];
    enum status st = go_pattern_parse(&p, span_of(drawing), err);
    if (st != STATUS_OK)
        return st;
    struct matcher_search s = {
        .db = db, .images = images, .every = 1, .count = images_of(&p, images)};
    double quick = 0, slow = 0;
    char text[TIMING_TEXT], text2[TIMING_TEXT];
    st = timed(&s, ROUNDS, &quick, err);
    printf("%-34s %3u %9llu %7llu", name, s.count, (unsigned long long)s.places,
           (unsigned long long)s.games);
    s.every = SAMPLE;
    s.playing = true;
    if (st == STATUS_OK)
        st = timed(&s, 1, &slow, err);
    uint64_t played = s.places;
    s.playing = false;
    if (st == STATUS_OK)
        st = search(&s, err);
    printf(" %10s %10s%s\n", timing_text(quick, text), timing_text(slow * SAMPLE, text2),
           s.places == played ? "" : "  DIFFERENT PLACES");
    return st;
}

int main(int argc, char **argv)
{
    struct db *db = NULL;
    struct err err;
    if (argc < 2) {
        fputs("usage: measure_matcher DB [PATTERN...]\n", stderr);
        return 2;
    }
    enum status st = db_open(&db, argv[1], &err);
    if (st == STATUS_OK)
        puts("pattern                         images    places   games      times     playing");
    for (int i = 2; i < argc && st == STATUS_OK; i++)
        st = measure(db, argv[i], argv[i], &err);
    for (size_t i = 0; argc == 2 && i < sizeof KINDS / sizeof *KINDS && st == STATUS_OK; i++)
        st = measure(db, KINDS[i].name, KINDS[i].drawing, &err);
    db_close(db);
    return st == STATUS_OK ? 0 : fail(&err);
}

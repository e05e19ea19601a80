/* measure_patterns: drawn diagrams of Go: how long finding them takes, beside Kombilo's figures.
 *
 *     measure_patterns DB [REPEATS [ONLY]]
 *
 * The questions are those of the table that Kombilo's author published in 2017, drawn again from
 * its descriptions ("side 5x4"), which is all that there is: with the eight symmetries and the
 * exchange of colours, empty points counting.  Times are seconds of processor time of one thread,
 * in process, the database open and its pages in memory: the least of several runs.  ONLY is part
 * of a question's name: then that one alone, without the scan (for profiling).  The scan is
 * our own slow way (`--verify`): every move of every game played, and every diagram looked for on
 * the board. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text/num.h"
#include "bench/timing.h"
#include "db/db.h"
#include "query/search.h"

enum { REPEATS = 5 };

static const struct pattern_query {
    const char *name;
    double kombilo;  /* milliseconds of processor time, the least where there is a range */
    double required; /* our bar */
    const char *diagram;
} QUERIES[] = {
#define EMPTY_ROW "|. . . . . . . . . . . . . . . . . . .|/"
#define ROWS_3 EMPTY_ROW EMPTY_ROW EMPTY_ROW
#define ROWS_2 EMPTY_ROW EMPTY_ROW
    {"full board, nirensei against nirensei", 2, 2,
     "+---+/" ROWS_3 "|. . . O . . . . . . . . . . . X . . .|/" ROWS_3 ROWS_3 ROWS_2 ROWS_3
     "|. . . O . . . . . . . . . . . X . . .|/" ROWS_3 "+---+"},
    {"full board, Chinese against nirensei", 2, 2,
     "+---+/" ROWS_3 "|. . . O . . . . . . . . . . . X . . .|/" ROWS_3 ROWS_3
     "|. . . . . . . . . . . . . . . . X . .|/" ROWS_2 ROWS_2
     "|. . . O . . . . . . . . . . . . . . .|/|. . . . . . . . . . . . . . . X . . .|/" ROWS_2
     "+---+"},
    {"corner, eight stones: 3-3 invasion, cut", 11, 11,
     "-------+/. . . . . . .|/. . . . . . .|/. . . X O . .|/. . . X O . .|/. . . . X O .|/"
     ". . . . O X .|/. . . . . . .|"},
    {"corner, six stones: knight, slide, 3-3", 11, 11,
     "-------+/. . . . . . .|/. . . . . . .|/. X . . X . .|/. . . X . O .|/. . . . . . .|/"
     ". . . . O . .|/. . . . . . .|/. . . . . . .|/. . . . O . .|"},
    {"corner, 4-4 point and knight's approach", 100, 100,
     "-------+/. . . . . . .|/. . . . . . .|/. . . . . . .|/. . . X . . .|/. . . . . . .|/"
     ". . . . O . .|/. . . . . . .|"},
    {"side, 5x4 with 4 stones", 735, 73.5, ". . O . ./. X X O ./. . . . ./. . . . ./-----"},
    {"side, 5x4 with 2 stones", 735, 73.5, ". . . . ./. X . . O/. . . . ./. . . . ./-----"},
    {"centre, 3x3 with 7 stones", 769, 76.9, "X O ./X O O/. X O"},
    {"centre, 3x5 with 4 stones", 3400, 340, ". . . . ./. X O . ./. O X . ."},
    {"anywhere, 2x2 with 3 stones", 16700, 1670, "X O/O ."},
};

struct patterns_answer {
    struct hits hits;
    double seconds; /* of processor time */
};

static int ask(const struct query *q, struct db *db, bool scan, unsigned repeats,
               struct patterns_answer *out)
{
    const struct search_options opt = {.count = true, .scan = scan, .threads = 1};
    out->seconds = INFINITY;
    for (unsigned i = 0; i < repeats; i++) {
        struct err err = {0};
        struct buf why;
        double began = timing_cpu();
        enum status status = search_run(q, &db, 1, &opt, &out->hits, &err);
        double took = timing_cpu() - began;
        if (status != STATUS_OK) {
            buf_init(&why, BUF_DEFAULT_MAX);
            err_format(&err, LANG_EN, &why);
            fprintf(stderr, "%s\n", buf_cstr(&why));
            buf_release(&why);
            return 1;
        }
        out->seconds = took < out->seconds ? took : out->seconds;
        hits_release(&(struct hits){.at = out->hits.at});
        out->hits.at = NULL;
    }
    return 0;
}

static int measure(const struct pattern_query *query, struct db *db, unsigned repeats, bool scan)
{
    struct buf text;
    struct query q;
    struct err err = {0};
    struct patterns_answer quick = {0}, slow = {0};
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_printf(&text, "either(sym(pattern \"%s\"))", query->diagram);
    enum status status = query_parse(&q, &go_game, NULL, buf_span(&text), &err);
    int failed = status != STATUS_OK || ask(&q, db, false, repeats, &quick);
    if (!failed)
        failed = ask(&q, db, scan, 1, &slow);
    if (status != STATUS_OK)
        fprintf(stderr, "%s: the diagram can't be read: byte %u\n", query->name,
                (unsigned)err.byte);
    if (!failed) {
        bool same = quick.hits.games == slow.hits.games && quick.hits.spans == slow.hits.spans &&
                    quick.hits.places == slow.hits.places;
        double ms = quick.seconds * 1e3;
        printf("%-40s %6llu %8llu %9.2f %10.0f %7.0fx %8.0f %8.1fx  %s%s\n", query->name,
               (unsigned long long)quick.hits.games, (unsigned long long)quick.hits.places, ms,
               slow.seconds * 1e3, slow.seconds / quick.seconds, query->kombilo,
               query->kombilo / ms, ms < query->required ? "met" : "NOT MET",
               same ? "" : "; THE SCAN DISAGREES");
        failed = !same;
    }
    fflush(stdout);
    query_release(&q);
    buf_release(&text);
    return failed;
}

int main(int argc, char **argv)
{
    struct db *db;
    struct err err = {0};
    uint64_t repeats = REPEATS;
    const char *only = argc > 3 ? argv[3] : NULL;
    if (argc < 2 || (argc > 2 && !num_parse_u64(span_of(argv[2]), 1000, &repeats))) {
        fprintf(stderr, "usage: measure_patterns DB [REPEATS [ONLY]]\n");
        return 2;
    }
    if (db_open(&db, argv[1], &err) != STATUS_OK || db->game != &go_game) {
        fprintf(stderr, "%s: no database of Go\n", argv[1]);
        return 3;
    }
    printf("%-40s %6s %8s %9s %10s %8s %8s %9s\n", "", "games", "places", "ms", "scan, ms", "ratio",
           "Kombilo", "ratio");
    int failed = 0;
    for (size_t i = 0; i < sizeof QUERIES / sizeof *QUERIES; i++)
        if (!only || strstr(QUERIES[i].name, only))
            failed |= measure(&QUERIES[i], db, (unsigned)repeats, !only);
    db_close(db);
    return failed;
}

/* thread_recall: how many known lines are among the best sequences of a database of Go, mined as
 * threads.
 *
 *     thread_recall DB LIST [LIST ...]
 *
 * Prints, for each list of lines (truth.h), "LIST LINES FOUND FOUND FOUND FOUND", found being those
 * at the ranks of truth.h; then, against the lines of all lists together, "paths N SHARE" for the
 * first 100 and 1,000 sequences: which share of them begin a line, or are one.  With TOP=N in the
 * environment the first N sequences, those that are paths marked with how they are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "text/go_thread.h"
#include "text/mine.h"

static void stop_on(enum status status, const struct err *err)
{
    struct buf text;
    if (status == STATUS_OK)
        return;
    buf_init(&text, 1000);
    err_format(err, LANG_EN, &text);
    fprintf(stderr, "thread_recall: %s\n", buf_cstr(&text));
    exit(3);
}

static void read_truth(struct truth *t, const char *path, struct buf *text)
{
    struct err err;
    stop_on(file_read(path, 1 << 24, text, &err), &err);
    stop_on(truth_read(t, buf_span(text), &err), &err);
}

static void tell_recall(const struct mining *m, const char *path)
{
    struct truth t;
    struct buf text;
    struct truth_stone stones[TRUTH_LONGEST];
    buf_init(&text, BUF_DEFAULT_MAX);
    read_truth(&t, path, &text);
    for (size_t i = 0; i < m->found.count; i++) {
        size_t n = go_thread_stones(&m->index, &m->found.at[i], stones);
        truth_note(&t, stones, n, (uint32_t)i + 1);
    }
    printf("%s %zu", path, t.line_count);
    for (int i = 0; i < TRUTH_RANKS; i++)
        printf(" %zu", truth_found(&t, truth_ranks[i]));
    printf("\n");
    truth_release(&t);
    buf_release(&text);
}

static void print_sequence(size_t i, const struct sequence *s, const struct truth_stone *stones,
                           size_t path)
{
    printf("# %zu %.2f %u %s ", i + 1, s->score, s->to - s->from, path == s->length ? "path" : "-");
    for (size_t k = 0; k < s->length; k++)
        printf(" %c%c", 's' - stones[k].row, 'a' + stones[k].column);
    printf("\n");
}

static void tell_paths(const struct mining *m, char **paths, int count)
{
    struct truth t;
    struct buf text;
    struct truth_stone stones[TRUTH_LONGEST];
    const char *top = getenv("TOP");
    size_t shown = top ? strtoul(top, NULL, 10) : 0, good = 0;
    struct err err;
    buf_init(&text, BUF_DEFAULT_MAX);
    for (int i = 0; i < count; i++) {
        stop_on(file_read(paths[i], 1 << 24, &text, &err), &err);
        buf_add_char(&text, '\n');
    }
    stop_on(truth_read(&t, buf_span(&text), &err), &err);
    for (size_t i = 0; i < m->found.count && (i < 1000 || i < shown); i++) {
        size_t n = go_thread_stones(&m->index, &m->found.at[i], stones);
        size_t path = truth_path(&t, stones, n);
        good += path == n;
        if (i < shown)
            print_sequence(i, &m->found.at[i], stones, path);
        if (i + 1 == 100 || i + 1 == 1000)
            printf("paths %zu %.3f\n", i + 1, (double)good / (double)(i + 1));
    }
    truth_release(&t);
    buf_release(&text);
}

int main(int argc, char **argv)
{
    const struct mine_options opt = {
        .encoding = &go_thread_encoding,
        .scoring = {.min_length = TRUTH_SHORTEST, .threshold = NAN, .top = 25000}};
    struct db *db = NULL;
    struct mining m;
    struct err err;
    if (argc < 3) {
        fprintf(stderr, "usage: thread_recall DB LIST [LIST ...]\n");
        return 2;
    }
    stop_on(db_open(&db, argv[1], &err), &err);
    stop_on(mine_run(&m, &db, 1, NULL, &opt, &err), &err);
    printf("games %u symbols %u sequences %zu\n", m.line_count, m.corpus.n, m.found.count);
    for (int i = 2; i < argc; i++)
        tell_recall(&m, argv[i]);
    tell_paths(&m, argv + 2, argc - 2);
    mining_release(&m);
    db_close(db);
    return 0;
}

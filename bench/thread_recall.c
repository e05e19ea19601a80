/* thread_recall: how many known lines are among the best sequences of a database of Go, mined as
 * threads.
 *
 *     thread_recall DB LIST [LIST ...]
 *
 * Prints "NAME VALUE", a line each:
 *
 *     thread.games, thread.symbols
 *     pause.thread.LIST.RANK     per cent of the lines of a list (truth.h) that are found; LIST is
 *                                the name of the file, without folder and ending
 *     pause.thread.paths.RANK    per cent of the first sequences that begin a line of any of the
 *                                lists, or are one
 *
 * With TOP=N in the environment also the first N sequences: rank, score, how often, whether they
 * are such paths, and their stones as in the upper right corner. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/file.h"
#include "text/mine/go_thread.h"
#include "text/mine/mine.h"

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

static void print_recall(const struct mine_result *m, const char *path)
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
    struct span name = span_of(strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
    const char *end = memchr(name.p, '.', name.n);
    int length = (int)(end ? (size_t)(end - name.p) : name.n);
    for (int i = 0; i < TRUTH_CUTOFFS; i++)
        printf("pause.thread.%.*s.%u %.1f\n", length, name.p, truth_cutoffs[i],
               100.0 * (double)truth_count_found(&t, truth_cutoffs[i]) / (double)t.line_count);
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

static void print_paths(const struct mine_result *m, char **paths, int count)
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
            printf("pause.thread.paths.%zu %.1f\n", i + 1, 100.0 * (double)good / (double)(i + 1));
    }
    truth_release(&t);
    buf_release(&text);
}

int main(int argc, char **argv)
{
    const struct mine_options opt = {
        .encoding = &go_thread_encoding,
        .drop_near_duplicates = true,
        .scoring = {.min_length = TRUTH_SHORTEST, .threshold = NAN, .top = 25000}};
    struct db *db = NULL;
    struct mine_result m;
    struct err err;
    if (argc < 3) {
        fprintf(stderr, "usage: thread_recall DB LIST [LIST ...]\n");
        return 2;
    }
    stop_on(db_open(&db, argv[1], &err), &err);
    stop_on(mine_run(&m, &db, 1, NULL, &opt, &err), &err);
    printf("thread.games %u\nthread.symbols %u\n", m.line_count, m.corpus.n);
    for (int i = 2; i < argc; i++)
        print_recall(&m, argv[i]);
    print_paths(&m, argv + 2, argc - 2);
    mine_result_release(&m);
    db_close(db);
    return 0;
}

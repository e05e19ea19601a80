/* An import by several processes (here threads) makes the database that an import makes alone, byte for
 * byte; also after any allocation failed, going on from what was finished. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "cluster_of_threads.h"
#include "db/import/import_cluster.h"
#include "db/import/inputs.h"
#include "db/import_folder.h"
#include "scratch.h"

enum { FILES = 9, GAMES_EACH = 3 };

static char in[sizeof scratch_root + 16], alone[sizeof in], many[sizeof in];
static const char *const INPUT[] = {in};

/* --- Files ------------------------------------------------------------------------------------ */

/* Games that differ in their first moves; some files have those of others. */
static void print_game(struct buf *out, unsigned number)
{
    static const char *const FIRST[] = {"7776", "2726", "5756", "1716", "9796", "3736", "6766"};
    static const char *const SECOND[] = {"3334", "8384", "5354", "1314", "9394", "4344"};
    buf_add_str(out, "V2.2\nPI\n+\n");
    buf_printf(out, "+%sFU\n-%sFU\n%%TORYO\n/\n", FIRST[number % 7], SECOND[number / 7 % 6]);
}

static void make_files(void)
{
    struct buf text;
    struct err err;
    char path[sizeof in + 16];
    buf_init(&text, BUF_DEFAULT_MAX);
    for (unsigned i = 0; i < FILES; i++) {
        buf_clear(&text);
        for (unsigned k = 0; k < GAMES_EACH; k++)
            print_game(&text, i % 5 * 4 + k * 2);
        if (i == 3)
            buf_add_str(&text, "V2.2\nPI\n+\n+7775FU\n");
        snprintf(path, sizeof path, "%s/f%u.csa", in, i);
        assert_int_equal(file_replace(path, buf_span(&text), &err), STATUS_OK);
    }
    snprintf(path, sizeof path, "%s/g.txt", in);
    assert_int_equal(file_replace(path, SPAN("no record"), &err), STATUS_OK);
    buf_release(&text);
}

static int set_up(void **state)
{
    if (scratch_set_up(state) != 0)
        return -1;
    snprintf(in, sizeof in, "%s/in", scratch_root);
    snprintf(alone, sizeof alone, "%s/alone.kifu", scratch_root);
    snprintf(many, sizeof many, "%s/many.kifu", scratch_root);
    if (mkdir(in, 0777) != 0)
        return -1;
    make_files();
    return 0;
}

static void remove_folder(const char *path)
{
    DIR *dir = opendir(path);
    const struct dirent *entry;
    import_folder_clear(path, "");
    while (dir && (entry = readdir(dir)))
        (void)unlinkat(dirfd(dir), entry->d_name, 0);
    if (dir)
        closedir(dir);
    rmdir(path);
}

static int tear_down(void **state)
{
    (void)state;
    remove_folder(in);
    remove_folder(alone);
    remove_folder(many);
    return rmdir(scratch_root); /* nothing else is left there */
}

static void compare_files(const char *name)
{
    struct buf a, b, path;
    struct err err;
    buf_init(&a, BUF_DEFAULT_MAX);
    buf_init(&b, BUF_DEFAULT_MAX);
    assert_int_equal(file_read(db_file_path(&path, alone, name, ""), SIZE_MAX, &a, &err),
                     STATUS_OK);
    buf_release(&path);
    assert_int_equal(file_read(db_file_path(&path, many, name, ""), SIZE_MAX, &b, &err), STATUS_OK);
    buf_release(&path);
    assert_int_equal(a.n, b.n);
    if (a.n)
        assert_memory_equal(a.p, b.p, a.n);
    buf_release(&a);
    buf_release(&b);
}

/* Both have the same files; returns how many. */
static int compare_databases(void)
{
    int count = 0, others = 0;
    DIR *dir = opendir(alone);
    const struct dirent *entry;
    assert_non_null(dir);
    while ((entry = readdir(dir)))
        if (entry->d_name[0] != '.') {
            compare_files(entry->d_name);
            count++;
        }
    closedir(dir);
    dir = opendir(many);
    while ((entry = readdir(dir)))
        others += entry->d_name[0] != '.';
    closedir(dir);
    assert_int_equal(count, others);
    return count;
}

/* --- Importing -------------------------------------------------------------------------------- */

static struct import_options options(enum db_duplicates duplicates)
{
    return (struct import_options){
        .duplicates = duplicates, .threads = 1, .segment_games = 4, .checkpoint_bytes = 100};
}

static struct import_counts import_alone(enum db_duplicates duplicates)
{
    const struct import_options opt = options(duplicates);
    const struct import_events none = {0};
    struct importer *im;
    struct err err;
    assert_int_equal(importer_open(&im, alone, &opt, &none, &err), STATUS_OK);
    assert_int_equal(importer_run(im, INPUT, 1, &err), STATUS_OK);
    assert_int_equal(importer_commit(im, &err), STATUS_OK);
    struct import_counts counts = *importer_counts(im);
    importer_close(im);
    return counts;
}

static void render(void *ctx, enum problem_severity severity, const struct err *err,
                   struct buf *out)
{
    (void)ctx;
    (void)err;
    buf_add_char(out, severity == PROBLEM_REJECTED ? 'R' : 'o');
}

static void report(void *ctx, struct span rendered)
{
    buf_add_span(ctx, rendered);
}

struct import_test {
    enum db_duplicates duplicates;
    struct import_counts counts[MAX_PROCESSES];
    struct buf messages;
    enum status status[MAX_PROCESSES];
};

static void import_process(const struct cluster *cluster, void *ctx)
{
    struct import_test *job = ctx;
    uint32_t process = cluster_process(cluster);
    const struct import_options opt = options(job->duplicates);
    const struct import_job_events events = {
        .ctx = &job->messages, .render = render, .report = report};
    struct import_reused reused;
    struct err err;
    job->status[process] = import_cluster(many, INPUT, 1, &opt, &events, cluster_reduction(cluster),
                                          &job->counts[process], &reused, &err);
    enum status end = cluster_end(cluster, job->status[process], &err);
    (void)end;
}

static void test_as_alone(void **state)
{
    (void)state;
    for (int duplicates = DUP_MERGE; duplicates <= DUP_KEEP; duplicates++)
        for (uint32_t processes = 1; processes <= 4; processes++) {
            struct import_test job = {.duplicates = (enum db_duplicates)duplicates};
            remove_folder(alone);
            remove_folder(many);
            buf_init(&job.messages, BUF_DEFAULT_MAX);
            /* into a new database, then once more into what is there */
            for (int round = 0; round < 2; round++) {
                struct import_counts counts = import_alone(job.duplicates);
                buf_clear(&job.messages);
                cluster_of_threads(processes, import_process, &job);
                for (uint32_t r = 0; r < processes; r++) {
                    assert_int_equal(job.status[r], STATUS_OK);
                    assert_memory_equal(&job.counts[r], &counts, sizeof counts);
                }
                assert_true(compare_databases() >= 3);
                /* what was imported whole is not read again, so nothing is said about it */
                bool reads = round == 0 || duplicates == DUP_KEEP;
                assert_int_equal(job.messages.n, reads ? 2 : 1);
            }
            buf_release(&job.messages);
        }
}

/* After every failure the next attempt goes on, and in the end all is there. */
static void test_without_memory(void **state)
{
    (void)state;
    struct import_test job = {.duplicates = DUP_MERGE, .status = {STATUS_NOMEM}};
    int failures = 0;
    remove_folder(alone);
    remove_folder(many);
    import_alone(DUP_MERGE);
    buf_init(&job.messages, BUF_DEFAULT_MAX);
    for (long n = 0; job.status[0] != STATUS_OK; n += 1 + n / 16) {
        buf_clear(&job.messages);
        mem_fail_after(n);
        import_process(NULL, &job);
        mem_fail_never();
        failures += job.status[0] != STATUS_OK;
        assert_true(failures < 1000);
    }
    assert_true(failures > 30);
    remove_folder(many); /* an attempt may have succeeded but for merging */
    import_process(NULL, &job);
    assert_int_equal(job.status[0], STATUS_OK);
    compare_databases();
    buf_release(&job.messages);
}

/* --- The list of files ------------------------------------------------------------------------ */

static void test_lists(void **state)
{
    (void)state;
    static const struct span DAMAGED[] = {SPAN_INIT("\2\0"),         SPAN_INIT("\0\5ab"),
                                          SPAN_INIT("\1\5\2\3\2a"),  SPAN_INIT("\1\5\2\3\2ab"),
                                          SPAN_INIT("\1\5\2\3\1\0"), SPAN_INIT("\1\5\2\3\3a\0b"),
                                          SPAN_INIT("\xff")};
    struct err err;
    for (size_t i = 0; i < sizeof DAMAGED / sizeof *DAMAGED; i++) {
        struct inputs list = {0};
        buf_init(&list.text, 1024);
        buf_add_span(&list.text, DAMAGED[i]);
        assert_int_equal(inputs_parse(&list, &err), STATUS_SYNTAX);
        inputs_release(&list);
    }
    struct inputs list = {0};
    buf_init(&list.text, 1024);
    buf_add_span(&list.text, SPAN("\1\5\2\3\2a\0\0\2xy"));
    assert_int_equal(inputs_parse(&list, &err), STATUS_OK);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.at[0].path, "a");
    assert_int_equal(list.at[0].bytes, 5);
    assert_true(span_eq(list.at[1].remark, SPAN("xy")));
    assert_int_equal(input_is_here(&list.at[0], &err), STATUS_IO);
    inputs_release(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_alone),
        cmocka_unit_test(test_without_memory),
        cmocka_unit_test(test_lists),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

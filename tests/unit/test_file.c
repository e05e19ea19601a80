/* test_file.c: reading whole files, views, and replacing files atomically. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "scratch.h"

static void assert_contents(const char *path, const char *want)
{
    struct buf b;
    buf_init(&b, 1 << 20);
    assert_int_equal(file_read(path, 1 << 20, &b, NULL), STATUS_OK);
    assert_string_equal(buf_cstr(&b), want);
    buf_release(&b);
}

static int files_here(void)
{
    int n = 0;
    DIR *dir = opendir(".");
    for (struct dirent *e; (e = readdir(dir));)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(dir);
    return n;
}

static void test_read(void **state)
{
    (void)state;
    struct buf b;
    struct err err;
    buf_init(&b, 1000);
    assert_int_equal(file_replace("a", SPAN("hello"), &err), STATUS_OK);
    assert_int_equal(file_read("a", 5, &b, &err), STATUS_OK);
    assert_int_equal(file_read("a", 100, &b, &err), STATUS_OK); /* appends */
    assert_true(span_eq(buf_span(&b), SPAN("hellohello")));
    assert_int_equal(file_read("a", 4, &b, &err), STATUS_LIMIT);
    buf_clear(&b);
    err_format(&err, LANG_EN, &b);
    assert_string_equal(buf_cstr(&b), "a: larger than 4 bytes");
    assert_int_equal(file_read("none", 4, &b, &err), STATUS_NOT_FOUND);
    assert_int_equal(err.code, STATUS_NOT_FOUND);
    assert_int_equal(file_read(".", 4, &b, &err), STATUS_IO);
    assert_int_equal(file_read("/proc/self/stat", 1000, &b, &err), STATUS_OK); /* of no size */
    buf_release(&b);
    buf_init(&b, 5); /* the buffer's own limit */
    assert_int_equal(file_read("a", 100, &b, &err), STATUS_OK);
    assert_int_equal(b.n, 5);
    buf_clear(&b);
    assert_int_equal(file_replace("a", SPAN("hello!"), &err), STATUS_OK);
    assert_int_equal(file_read("a", 100, &b, &err), STATUS_LIMIT);
    assert_int_equal(file_replace("empty", SPAN(""), &err), STATUS_OK);
    buf_clear(&b);
    assert_int_equal(file_read("empty", 0, &b, &err), STATUS_OK);
    buf_release(&b);
}

static void test_views(void **state)
{
    (void)state;
    static const size_t SIZES[] = {0, 1, FILE_MAP_BYTES - 1, FILE_MAP_BYTES, 3 << 20};
    char *big = calloc(1, 3 << 20);
    big[0] = 'x';
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        struct file_view v;
        assert_int_equal(file_replace("v", span_make(big, SIZES[i]), NULL), STATUS_OK);
        assert_int_equal(file_view_open(&v, "v", 4 << 20, NULL), STATUS_OK);
        assert_int_equal(v.bytes.n, SIZES[i]);
        assert_true((v.map != NULL) == (SIZES[i] >= FILE_MAP_BYTES));
        assert_true(SIZES[i] == 0 || v.bytes.p[0] == 'x');
        /* a view stays what it was when the file is replaced */
        assert_int_equal(file_replace("v", SPAN("new"), NULL), STATUS_OK);
        assert_true(SIZES[i] == 0 || v.bytes.p[SIZES[i] - 1] == (SIZES[i] == 1 ? 'x' : 0));
        file_view_close(&v);
        file_view_close(&v);
    }
    struct file_view v;
    assert_int_equal(file_replace("v", span_make(big, 3 << 20), NULL), STATUS_OK);
    assert_int_equal(file_view_open(&v, "v", 1 << 20, NULL), STATUS_LIMIT);
    assert_int_equal(file_view_open(&v, "none", 1 << 20, NULL), STATUS_NOT_FOUND);
    assert_int_equal(file_view_open(&v, ".", 1 << 20, NULL), STATUS_UNSUPPORTED);
    assert_int_equal(file_view_open(&v, "/dev/zero", 1 << 20, NULL), STATUS_UNSUPPORTED);
    file_view_close(&v);
    free(big);
}

static void test_replace(void **state)
{
    (void)state;
    int before = files_here();
    assert_int_equal(file_replace("r", SPAN("old"), NULL), STATUS_OK);
    assert_int_equal(chmod("r", 0600), 0);
    assert_int_equal(file_replace("r", SPAN("new"), NULL), STATUS_OK);
    assert_contents("r", "new");
    struct stat st;
    assert_int_equal(stat("r", &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);

    struct file_writer w;
    struct err err;
    assert_int_equal(file_writer_open(&w, "r", &err), STATUS_OK);
    assert_int_equal(file_writer_add(&w, SPAN("half "), &err), STATUS_OK);
    assert_contents("r", "new"); /* until committed */
    assert_int_equal(file_writer_add(&w, SPAN("done"), &err), STATUS_OK);
    assert_int_equal(w.written, 9);
    assert_int_equal(file_writer_commit(&w, &err), STATUS_OK);
    assert_contents("r", "half done");
    assert_int_equal(file_writer_open(&w, "r", &err), STATUS_OK);
    file_writer_abort(&w);
    file_writer_abort(&w);
    assert_contents("r", "half done");
    assert_int_equal(files_here(), before + 1);

    assert_int_equal(file_replace("no/such/folder", SPAN("x"), &err), STATUS_NOT_FOUND);
    assert_int_equal(mkdir("folder", 0755), 0);
    assert_int_equal(file_replace("folder", SPAN("x"), &err), STATUS_IO); /* cannot take the name */
    assert_int_equal(files_here(), before + 2); /* and leaves nothing behind */
    assert_int_equal(file_replace("folder/in", SPAN("x"), &err), STATUS_OK);
    assert_contents("folder/in", "x");
}

static void test_check_writable(void **state)
{
    (void)state;
    struct err err;
    assert_int_equal(mkdir("checked", 0777), 0);
    assert_int_equal(file_check_writable("no/such/folder", &err), STATUS_NOT_FOUND);
    assert_int_equal(file_check_writable("checked", &err), STATUS_IO);
    assert_int_equal(file_check_writable("/dev/null", &err), STATUS_OK);
    assert_int_equal(file_check_writable("checked/new", &err), STATUS_OK);
    assert_int_equal(rmdir("checked"), 0); /* nothing was left in it */
    assert_int_equal(file_replace("kept", SPAN("old"), NULL), STATUS_OK);
    assert_int_equal(file_check_writable("kept", &err), STATUS_OK);
    assert_contents("kept", "old");
}

static void test_replace_through_link(void **state)
{
    (void)state;
    struct stat st;
    assert_int_equal(mkdir("far", 0755), 0);
    assert_int_equal(file_replace("far/real", SPAN("old"), NULL), STATUS_OK);
    assert_int_equal(symlink("far/real", "link"), 0);
    assert_int_equal(file_replace("link", SPAN("new"), NULL), STATUS_OK);
    assert_int_equal(lstat("link", &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_contents("far/real", "new");
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_int_equal(file_replace("dangling", SPAN("x"), NULL), STATUS_OK);
    assert_contents("dangling", "x");
}

/* /dev/null must not become a file. */
static void test_write_in_place(void **state)
{
    (void)state;
    struct stat st;
    char got[8] = "";
    assert_int_equal(mkfifo("pipe", 0600), 0);
    int fd = open("pipe", O_RDWR | O_NONBLOCK);
    int before = files_here();
    assert_int_equal(file_replace("pipe", SPAN("through"), NULL), STATUS_OK);
    assert_int_equal(read(fd, got, 7), 7);
    assert_string_equal(got, "through");
    close(fd);
    assert_int_equal(stat("pipe", &st), 0);
    assert_true(S_ISFIFO(st.st_mode));
    assert_int_equal(files_here(), before);
}

static void test_longest_name(void **state)
{
    (void)state;
    char name[256];
    memset(name, 'n', 255);
    name[255] = '\0';
    assert_int_equal(file_replace(name, SPAN("x"), NULL), STATUS_OK);
    assert_contents(name, "x");
}

/* No room on the disk, as a limit on the size of files shows it. */
static void test_no_room(void **state)
{
    (void)state;
    struct rlimit old, small;
    assert_int_equal(file_replace("full", SPAN("old"), NULL), STATUS_OK);
    int before = files_here();
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = 4096;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    char big[10000] = {0};
    struct err err;
    enum status status = file_replace("full", span_make(big, sizeof big), &err);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(status, STATUS_IO);
    assert_contents("full", "old");
    assert_int_equal(files_here(), before);
}

static void test_allocation_failures(void **state)
{
    (void)state;
    enum status status = STATUS_NOMEM;
    int before = files_here();
    for (long n = 0; status == STATUS_NOMEM; n++) {
        mem_fail_after(n);
        status = file_replace("r", SPAN("again"), NULL);
        mem_fail_never();
        assert_true(n < 50);
        if (status != STATUS_OK)
            assert_int_equal(files_here(), before);
    }
    struct file_view v;
    status = STATUS_NOMEM;
    for (long n = 0; status == STATUS_NOMEM; n++) {
        mem_fail_after(n);
        status = file_view_open(&v, "r", 100, NULL);
        mem_fail_never();
        assert_true(n < 50);
    }
    assert_true(span_eq(v.bytes, SPAN("again")));
    file_view_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_replace),
        cmocka_unit_test(test_check_writable),
        cmocka_unit_test(test_replace_through_link),
        cmocka_unit_test(test_write_in_place),
        cmocka_unit_test(test_longest_name),
        cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down);
}

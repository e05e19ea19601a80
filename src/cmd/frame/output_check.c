/* output_check.c: see output_check.h. */
#include "cmd/frame/output_check.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/io/file.h"

/* --- Db folder --------------------------------------------------------------------------------
 * The check whether a path lies in the folder of a database, where nothing else is to
 * be written. */

/* Other programs have files of that name, too (Python's packages): its first word decides. */
static bool is_database(const char *folder)
{
    struct buf name;
    struct file_view view;
    buf_init(&name, PATH_MAX);
    buf_printf(&name, "%s/MANIFEST", folder);
    const char *path = buf_cstr(&name);
    bool is =
        buf_status(&name) == STATUS_OK && file_view_open(&view, path, SIZE_MAX, NULL) == STATUS_OK;
    if (is) {
        is = span_starts(view.bytes, SPAN("kifu-manifest "));
        file_view_close(&view);
    }
    buf_release(&name);
    return is;
}

/* The absolute name of path, or of the nearest folder above it that there is. */
static bool resolve(const char *path, char real[PATH_MAX])
{
    struct buf part;
    bool done = false;
    buf_init(&part, PATH_MAX);
    buf_add_str(&part, path);
    while (!done && buf_status(&part) == STATUS_OK) {
        done = realpath(part.n ? buf_cstr(&part) : ".", real) != NULL;
        if (part.n == 0)
            break;
        while (part.n && part.p[part.n - 1] == '/')
            part.n--;
        while (part.n && part.p[part.n - 1] != '/')
            part.n--;
    }
    buf_release(&part);
    return done;
}

/* Whether path is the folder of a database, or lies or would lie in one at any depth; appends the
 * folder's absolute name then.  Links are followed.  What cannot be looked at counts as no. */
static bool db_folder_around(const char *path, struct buf *folder)
{
    char real[PATH_MAX];
    if (!resolve(path, real))
        return false;
    for (;;) {
        if (is_database(real)) {
            buf_add_str(folder, real);
            return true;
        }
        char *slash = strrchr(real, '/');
        if (!slash || slash == real)
            return false;
        *slash = '\0';
    }
}

const struct msg OUTPUT_EXISTS = {"%1 exists; use --force to overwrite it",
                                  "%1 は既にあります。上書きするには --force を指定してください"};

const struct msg OUTPUT_ON_TERMINAL = {
    "cannot print %1 to the terminal; use -o FILE",
    "%1 は端末に表示できません。-o FILE で出力先を指定してください"};
const struct msg OUTPUT_NOT_SVG = {"%1: the name of a drawing must end in .svg",
                                   "%1: 図のファイル名の末尾は .svg にしてください"};

bool output_is_directory(const char *path)
{
    struct stat st;
    size_t n = strlen(path);
    return (n && path[n - 1] == '/') || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
}

static bool same_node(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Of a file that is not there. */
static bool stat_folder(const char *path, struct stat *st)
{
    const char *slash = strrchr(path, '/');
    struct buf folder;
    buf_init(&folder, PATH_MAX);
    buf_add_span(&folder, slash ? span_make(path, (size_t)(slash - path) + 1) : SPAN("."));
    bool is = buf_status(&folder) == STATUS_OK && stat(buf_cstr(&folder), st) == 0;
    buf_release(&folder);
    return is;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool output_is_same(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, "-") == 0 || strcmp(b, "-") == 0)
        return strcmp(a, b) == 0;
    const bool a_is = stat(a, &x) == 0, b_is = stat(b, &y) == 0;
    if (a_is || b_is)
        return a_is && b_is && S_ISREG(x.st_mode) && same_node(&x, &y);
    return *last_part(a) && strcmp(last_part(a), last_part(b)) == 0 && stat_folder(a, &x) &&
           stat_folder(b, &y) && same_node(&x, &y);
}

bool output_ends_otherwise(const char *path, const char *ending)
{
    struct stat st;
    const char *name = last_part(path), *dot = strrchr(name, '.');
    bool file = stat(path, &st) != 0 || S_ISREG(st.st_mode);
    return file && dot && dot != name && strcmp(dot, ending) != 0;
}

static enum status check_no_database(const char *path, struct err *err)
{
    static const struct msg IN_DATABASE = {
        "cannot write %1: it is inside the database %2; choose another directory",
        "%1 に書けません: データベース %2 のフォルダです。別の場所を指定してください"};
    struct buf folder;
    enum status status = STATUS_OK;
    buf_init(&folder, BUF_DEFAULT_MAX);
    if (db_folder_around(path, &folder))
        status = err_set(err, STATUS_RANGE, &IN_DATABASE, span_of(path), buf_span(&folder));
    buf_release(&folder);
    return status;
}

enum status output_check(const char *path, enum option_writes writes, bool force, struct err *err)
{
    struct stat st;
    if (writes == WRITES_NOTHING || strcmp(path, "-") == 0)
        return STATUS_OK;
    enum status status = check_no_database(path, err);
    bool goes_on = writes == WRITES_ON;
    bool folder = writes == WRITES_GAMES && output_is_directory(path);
    if (status != STATUS_OK || goes_on || folder) /* in a folder each file is looked for */
        return status;
    if (!force && stat(path, &st) == 0 && S_ISREG(st.st_mode))
        return err_set(err, STATUS_IO, &OUTPUT_EXISTS, span_of(path), (struct span){0});
    return file_check_writable(path, err);
}

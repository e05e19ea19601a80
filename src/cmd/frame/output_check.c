/* output_check.c: see output_check.h. */
#include "cmd/frame/output_check.h"

#include <sys/stat.h>

#include "base/buf.h"
#include "base/io/file.h"
#include "db/db_folder.h"

const struct msg OUTPUT_EXISTS = {"%1 exists; use --force to overwrite it",
                                  "%1 は既にあります。上書きするには --force を指定してください"};

const struct msg OUTPUT_NOT_SVG = {"%1: the name of a drawing must end in .svg",
                                   "%1: 図のファイル名の末尾は .svg にしてください"};

bool output_is_directory(const char *path)
{
    struct stat st;
    size_t n = strlen(path);
    return (n && path[n - 1] == '/') || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
}

bool output_ends_otherwise(const char *path, const char *ending)
{
    struct stat st;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
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

/* db_folder.c: see db_folder.h. */
#include "db/db_folder.h"

#include <limits.h>
#include <stdlib.h>

#include "base/io/file.h"
#include "db/db.h"

/* Other programs have files of that name, too (Python's packages): its first word decides. */
static bool is_database(const char *folder)
{
    struct buf name;
    struct file_view view;
    const char *path = db_file_path(&name, folder, "MANIFEST", "");
    bool is = path && file_view_open(&view, path, SIZE_MAX, NULL) == STATUS_OK;
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

bool db_folder_around(const char *path, struct buf *folder)
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

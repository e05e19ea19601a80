/* import_folder.c: see import_folder.h. */
#include "db/import_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/span.h"
#include "db/db.h"

static bool is_dot(const char *name)
{
    return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

/* Links are never followed. */
static DIR *open_folder(int at, const char *name)
{
    int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    if (fd >= 0 && !dir)
        close(fd);
    return dir;
}

static void remove_range(int at, const char *name)
{
    DIR *dir = open_folder(at, name);
    const struct dirent *entry;
    while (dir && (entry = readdir(dir)))
        if (!is_dot(entry->d_name))
            (void)unlinkat(dirfd(dir), entry->d_name, 0);
    if (dir)
        closedir(dir);
    (void)unlinkat(at, name, AT_REMOVEDIR);
}

static bool is_of_kind(int at, const char *name, struct span ending)
{
    if (!span_eq(ending, SPAN("/")))
        return span_ends(span_of(name), ending);
    DIR *dir = open_folder(at, name);
    if (dir)
        closedir(dir);
    return dir != NULL;
}

void import_folder_clear_kind(const char *database, const char *keep, const char *ending)
{
    struct buf path;
    const char *text = db_file_path(&path, database, IMPORT_FOLDER, "");
    DIR *dir = text ? open_folder(AT_FDCWD, text) : NULL;
    const struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        const char *name = entry->d_name;
        bool kept = keep[0] && span_starts(span_of(name), span_of(keep));
        if (is_dot(name) || kept || !is_of_kind(dirfd(dir), name, span_of(ending)))
            continue;
        if (unlinkat(dirfd(dir), name, 0) != 0)
            remove_range(dirfd(dir), name);
    }
    if (dir)
        closedir(dir);
    if (text && !keep[0] && !ending[0])
        (void)rmdir(text);
    buf_release(&path);
}

void import_folder_clear(const char *database, const char *keep)
{
    import_folder_clear_kind(database, keep, "");
}

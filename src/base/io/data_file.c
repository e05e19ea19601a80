/* data_file.c: see data_file.h. */
#include "base/io/data_file.h"

#include <limits.h>
#include <unistd.h>

#ifndef KIFU_SHARE_DIR
#define KIFU_SHARE_DIR "/usr/local/share/kifu"
#endif

static bool is_there(const char *folder, size_t n, const char *below, const char *name,
                     struct buf *path)
{
    size_t before = path->n;
    buf_add(path, folder, n);
    buf_add_str(path, below);
    buf_add_str(path, name);
    buf_add_char(path, '\0');
    if (buf_status(path) != STATUS_OK)
        return false;
    if (access(path->p + before, R_OK) == 0)
        return true;
    path->n = before;
    return false;
}

/* Whether the folder, which ends in a slash, is that of a tree that was built: …/build/release/. */
static bool is_built_there(struct span folder)
{
    struct span name = folder;
    for (name.n--; name.n && name.p[name.n - 1] != '/'; name.n--) {
    }
    return span_ends(name, SPAN("/build/"));
}

/* Beside the program that runs. */
static bool is_beside(const char *name, struct buf *path)
{
    char program[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program);
    while (n > 0 && program[n - 1] != '/')
        n--;
    return n > 0 && (is_there(program, (size_t)n, "../share/kifu/", name, path) ||
                     (is_built_there(span_make(program, (size_t)n)) &&
                      is_there(program, (size_t)n, "../../data/", name, path)));
}

bool data_file_find(const char *name, struct buf *path)
{
    return is_beside(name, path) ||
           is_there(KIFU_SHARE_DIR, sizeof KIFU_SHARE_DIR - 1, "/", name, path);
}

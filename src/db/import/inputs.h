/* inputs.h: the list of files that several processes import together, and which process reads
 * which.
 *
 * Process 0 goes through the folders and sends the others the list, so all have the same list in
 * the same order.  The list is cut into units: some small files in a row, or one large file.  A
 * unit is read by one process, the one that has least to read so far; but a file that is larger
 * than a process's share of everything (one big archive is all there is) is gone through by all of
 * them, each keeping some windows: members of an archive are cut into windows of so many bytes,
 * unpacked, and window w belongs to process w modulo the number of processes.
 *
 * How units and windows are cut depends on the list alone, never on the number of processes: what
 * one run has read, another with more or fewer processes can use. */
#ifndef KIFU_DB_IMPORT_INPUTS_H
#define KIFU_DB_IMPORT_INPUTS_H

#include "base/io/source.h"
#include "base/work/reduction.h"

struct input {
    const char *path;   /* NULL: something that could not be read */
    struct span remark; /* then: the message about it */
    uint64_t bytes;
    int64_t changed_s;
    uint32_t changed_ns;
};

#define UNIT_OF_ALL UINT32_MAX

struct input_unit {
    size_t from, to; /* inputs */
    uint64_t bytes;
    bool large;       /* one file, cut into windows */
    uint32_t process; /* who reads it, or UNIT_OF_ALL */
    uint32_t repeat;  /* so many units before it are of the very same files */
};

struct inputs {
    struct buf text; /* as it was sent; paths and remarks borrow it */
    struct input *at;
    size_t count, cap;
    struct input_unit *units;
    size_t unit_count, unit_cap;
};

struct inputs_options {
    const char *except;    /* a folder not to be entered */
    uint64_t window_bytes; /* of a unit, and of a window */
    /* Appends the message about what cannot be read. */
    void (*render)(void *ctx, const struct err *err, struct buf *out);
    void *ctx;
};

/* A meeting of all processes: they get the list of process 0, cut and assigned. */
enum status inputs_list(struct inputs *in, const char *const *paths, size_t n,
                        const struct inputs_options *opt, const struct reduction *reduction,
                        enum status status, struct err *err) CHECK_RESULT;
void inputs_release(struct inputs *in);

/* STATUS_IO, naming it, if the file is not here as it was for process 0. */
enum status input_is_here(const struct input *in, struct err *err) CHECK_RESULT;

/* The list as it is sent: for tests. */
enum status inputs_parse(struct inputs *in, struct err *err) CHECK_RESULT;

#endif

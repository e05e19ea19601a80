/* scratch.h: a directory of its own for a test program, in TMPDIR, as the working directory; gone at the end.
 *
 *     return cmocka_run_group_tests(tests, scratch_set_up, scratch_tear_down); */
#ifndef KIFU_TESTS_UNIT_SCRATCH_H
#define KIFU_TESTS_UNIT_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char scratch_root[96];

static inline int scratch_set_up(void **state)
{
    const char *folder = getenv("TMPDIR");
    (void)state;
    int n = snprintf(scratch_root, sizeof scratch_root, "%s/kifu-test-XXXXXX",
                     folder && *folder == '/' ? folder : "/tmp");
    if (n < 0 || (size_t)n >= sizeof scratch_root)
        return -1;
    return mkdtemp(scratch_root) ? chdir(scratch_root) : -1;
}

static inline int scratch_tear_down(void **state)
{
    (void)state;
    char command[sizeof scratch_root + 20];
    snprintf(command, sizeof command, "rm -rf '%s'", scratch_root);
    return chdir("/") || system(command);
}

#endif

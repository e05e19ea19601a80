/* run_timed: runs a command and says what it took, as "SECONDS CPU_SECONDS PEAK_BYTES" in a file.
 *
 *     run_timed FILE COMMAND [ARGUMENT]...
 *
 * The exit status is the command's. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/timing.h"

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: run_timed FILE COMMAND [ARGUMENT]...\n");
        return 2;
    }
    double began = timing_now();
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status;
    struct rusage u;
    if (child < 0 || wait4(child, &status, 0, &u) < 0) {
        perror("run_timed");
        return 3;
    }
    FILE *f = fopen(argv[1], "w");
    if (!f) {
        perror(argv[1]);
        return 3;
    }
    fprintf(f, "%.4f %.4f %llu\n", timing_now() - began,
            seconds_of(u.ru_utime) + seconds_of(u.ru_stime),
            (unsigned long long)u.ru_maxrss * 1024);
    if (fclose(f) != 0)
        return 3;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

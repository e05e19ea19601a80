/* main_mpi.c: kifu-mpi: the commands that several processes can do together.
 *
 *     mpirun -n 4 kifu-mpi search games.kifu 's99ou g91ou'
 *
 * The commands are those of kifu: each finds the cluster in its environment and hands it to the
 * library.  A command comes into this table when what it does in a cluster is tested to be the same
 * as alone. */
#include <stdio.h>
#include <stdlib.h>

#include "cmd/frame/cmd.h"
#include "mpi/mpi_cluster.h"

/* One to a line, so that additions merge. */
/* clang-format off */
static const struct command *const COMMANDS[] = {
    &CMD_CALIBRATE,
    &CMD_CENSUS,
    &CMD_CHATURANGA,
    &CMD_FLOW,
    &CMD_GENERATE,
    &CMD_HELP,
    &CMD_IMPORT,
    &CMD_INFO,
    &CMD_JOSEKI,
    &CMD_MATCH,
    &CMD_MOVES,
    &CMD_SEARCH,
    &CMD_SERVE,
    &CMD_VERSION,
    NULL,
};
/* clang-format on */

/* With KIFU_MPI_STATS in the environment of process 0: what went between the processes. */
static void report(struct mpi_cluster *cluster)
{
    const char *wanted = getenv("KIFU_MPI_STATS");
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    mpi_cluster_report(cluster, &text);
    if (wanted && *wanted && text.n)
        fwrite(text.p, 1, text.n, stderr);
    buf_release(&text);
}

int main(int argc, char **argv)
{
    struct mpi_cluster *cluster = mpi_cluster_open(&argc, &argv);
    if (!cluster)
        mpi_cluster_abort(CMD_ERROR);
    int code =
        cmd_main_cluster(COMMANDS, argc, (const char *const *)argv, mpi_cluster_get(cluster));
    report(cluster);
    mpi_cluster_close(cluster);
    return code;
}

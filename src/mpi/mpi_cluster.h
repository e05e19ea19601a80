/* mpi_cluster.h: the processes of an MPI job as a cluster (cluster/cluster.h).
 *
 * Plain calls of MPI 3.1, all from the main thread.  Whoever waits sleeps between looks: a process
 * that has nothing to do leaves its processor to those that have. */
#ifndef KIFU_MPI_MPI_CLUSTER_H
#define KIFU_MPI_MPI_CLUSTER_H

#include "base/buf.h"
#include "cluster/cluster.h"

struct mpi_cluster;

/* Begins MPI, which may change the command line.  NULL if there is no memory. */
struct mpi_cluster *mpi_cluster_open(int *argc, char ***argv);
const struct cluster *mpi_cluster_get(const struct mpi_cluster *m);
/* On process 0: a line of text for each process, of what it sent and how long it waited; see
 * docs/cluster.md.  All processes call it; nothing is added on the others. */
void mpi_cluster_report(struct mpi_cluster *m, struct buf *out);
/* Waits for all processes and ends MPI. */
void mpi_cluster_close(struct mpi_cluster *m);
/* Ends the job on all processes at once, after a failure that cannot be sent to the others. */
_Noreturn void mpi_cluster_abort(int code);

#endif

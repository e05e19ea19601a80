/* mpi_crew.h: the ranks of an MPI job as a crew (base/work/crew.h).
 *
 * Plain calls of MPI 3.1, all from the main thread.  Whoever waits sleeps between looks: a rank
 * that has nothing to do leaves its processor to those that have. */
#ifndef KIFU_MPI_MPI_CREW_H
#define KIFU_MPI_MPI_CREW_H

#include "base/buf.h"
#include "base/work/crew.h"

struct mpi_crew;

/* Begins MPI, which may change the command line.  NULL if there is no memory. */
struct mpi_crew *mpi_crew_open(int *argc, char ***argv);
const struct crew *mpi_crew_get(const struct mpi_crew *m);
/* On rank 0: a line of text for each rank, of what it sent and how long it waited; see
 * docs/cluster.md.  All ranks call it; nothing is added on the others. */
void mpi_crew_report(struct mpi_crew *m, struct buf *out);
/* Waits for all ranks and ends MPI. */
void mpi_crew_close(struct mpi_crew *m);
/* Ends the job on all ranks at once, after a failure that the others can't be told of. */
_Noreturn void mpi_crew_abort(int code);

#endif

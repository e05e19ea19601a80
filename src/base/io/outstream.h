/* outstream.h: a stdio stream on an open descriptor that remembers why a write failed.
 *
 * stdio keeps only that one failed: by the time somebody looks, often at the end of the program,
 * errno belongs to another call.  Failures are seen with ferror() as usual, and their cause here.
 */
#ifndef KIFU_BASE_IO_OUTSTREAM_H
#define KIFU_BASE_IO_OUTSTREAM_H

#include <stdbool.h>
#include <stdio.h>

struct outstream {
    FILE *file;
    int fd;
    int why; /* errno of the first write that failed; 0: none did */
};

/* Makes s->file, line by line if the descriptor is a terminal.  False if there is no memory.  *s
 * stays where it is until outstream_close(). */
bool outstream_open(struct outstream *s, int fd);
/* Writes what is left, sets s->why if that fails, and closes the stream; the descriptor stays open.
 * May be called on a stream that did not open. */
void outstream_close(struct outstream *s);

#endif

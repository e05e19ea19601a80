/* outstream.c: see outstream.h. */
#include "base/io/outstream.h"

#include <errno.h>
#include <unistd.h>

#include "base/io/file.h"

/* All bytes or a failure; the caller (stdio) holds the stream's lock.  A call ends with EINTR only
 * for a signal that somebody caught in order to stop (file.h). */
static ssize_t write_all(void *cookie, const char *bytes, size_t n)
{
    struct outstream *s = cookie;
    if (!file_write_fd(s->fd, span_make(bytes, n))) {
        s->why = s->why ? s->why : errno;
        return 0; /* this is how fopencookie() wants to hear of it */
    }
    return (ssize_t)n;
}

bool outstream_open(struct outstream *s, int fd)
{
    *s = (struct outstream){.fd = fd};
    s->file = fopencookie(s, "w", (cookie_io_functions_t){.write = write_all});
    if (s->file && isatty(fd) == 1)
        setvbuf(s->file, NULL, _IOLBF, 0);
    return s->file != NULL;
}

void outstream_close(struct outstream *s)
{
    if (s->file)
        fclose(s->file);
    s->file = NULL;
}

/* usi_output.h: where the lines of an engine go, from several threads. */
#ifndef KIFU_ENGINE_USI_USI_OUTPUT_H
#define KIFU_ENGINE_USI_USI_OUTPUT_H

#include <pthread.h>

#include "base/buf.h"
#include "base/err.h"

struct usi_output {
    pthread_mutex_t lock;
    void *ctx;
    void (*write)(void *ctx, struct span lines);
};
void usi_put(struct usi_output *out, struct span lines);
/* As "info string …", in English: nobody knows which character set a GUI expects. */
void usi_put_error(struct usi_output *out, const struct err *err);
void usi_put_message(struct usi_output *out, const struct msg *what, struct span arg1,
                     struct span arg2);

/* Appends a text that somebody else wrote: ? for what is no printable UTF-8, and … for what is
 * beyond `most` bytes. */
void usi_add_clean(struct buf *out, struct span text, size_t most);
/* Appends "info string MESSAGE\n" in a language, clean: messages quote what was said. */
void usi_add_message(struct buf *out, const struct err *err, enum lang lang);

#endif

/* go_chooser_network.h: what people would play in Go, asked of the network of their moves. */
#ifndef KIFU_ENGINE_GTP_GO_CHOOSER_NETWORK_H
#define KIFU_ENGINE_GTP_GO_CHOOSER_NETWORK_H

#include "engine/gtp/go_chooser.h"
#include "engine/natural/go_people_network.h"

struct go_chooser_network;

/* The network is borrowed until the end, and may be shared by threads.  images: how many turned and
 * mirrored images of a position are judged, 1, 2, 4 or 8, of which the mean counts; each takes as
 * long again. */
enum status go_chooser_network_open(struct go_chooser_network **out,
                                    const struct go_people_network *network, int images,
                                    struct err *err) CHECK_RESULT;
void go_chooser_network_close(struct go_chooser_network *n); /* NULL is fine */
/* Borrowed; one thread at a time. */
const struct go_chooser *go_chooser_network_chooser(const struct go_chooser_network *n);

#endif

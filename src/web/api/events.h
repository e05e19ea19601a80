/* events.h: responses of long requests as server-sent events, sent while the work goes on.
 *
 *     events_begin(call);                              errors before this are ordinary answers
 *     while (there is something to report) {
 *         struct json *j = events_open(call, "line");  event: line
 *         json_open_object(j); … json_end(j);          data: {…}
 *         if (!events_send(call))
 *             break;                                   nobody listens, or the time is up
 *     }
 *     return events_done(call);                        event: done   data: {}
 *
 * The route must be marked as long in the table of routes.c.  An error that the route returns after
 * events_begin() becomes the event "error", with the same object that other errors have; a client
 * knows by "done" or "error" that no more will come. */
#ifndef KIFU_WEB_API_EVENTS_H
#define KIFU_WEB_API_EVENTS_H

#include "web/api.h"

void events_begin(struct api_call *call);
struct json *events_open(struct api_call *call, const char *name);
bool events_send(struct api_call *call);
/* STATUS_OK, also if nobody listens any more. */
enum status events_done(struct api_call *call);
void events_error(struct api_call *call, const struct err *err);

#endif

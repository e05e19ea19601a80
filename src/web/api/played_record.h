/* played_record.h: a game that was played on the page, as a file or into the database.
 *
 *     played_record_send(call, fill, game, format, err);    the reply is a file
 *     played_record_keep(call, fill, game, format, err);    as intake_keep()
 */
#ifndef KIFU_WEB_API_PLAYED_RECORD_H
#define KIFU_WEB_API_PLAYED_RECORD_H

#include "formats/format.h"
#include "web/api.h"

/* Makes the record of the game, headers included. */
typedef enum status played_record_fill(struct api_call *call, void *game, struct record *rec,
                                       struct err *err);

/* For a fill: the players and the day, as "black", "white" and "date" of the request say. */
enum status played_record_headers(const struct api_call *call, struct record *rec,
                                  struct err *err) CHECK_RESULT;

enum status played_record_send(struct api_call *call, played_record_fill *fill, void *game,
                               const struct format *format, struct err *err) CHECK_RESULT;
enum status played_record_keep(struct api_call *call, played_record_fill *fill, void *game,
                               const struct format *format, struct err *err) CHECK_RESULT;

#endif

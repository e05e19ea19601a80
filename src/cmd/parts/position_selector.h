/* position_selector.h: which positions of a game are exported as training positions, and with which
 * values (formats/shogi/position_file.h). */
#ifndef KIFU_CMD_PARTS_POSITION_SELECTOR_H
#define KIFU_CMD_PARTS_POSITION_SELECTOR_H

#include "formats/shogi/position_file.h"
#include "values/sheet/value_source.h"

struct position_selector {
    bool no_checks, no_hanging;
    struct value_source *source; /* owned; NULL: the values that the record has */
    struct value_source_worker *worker;
    /* of the present game, by ply */
    shogi_move *moves; /* owned, as are the next two */
    int16_t *values;   /* Black's; of a source */
    uint64_t *wanted;  /* bits */
    size_t room;       /* plies that there is room for */
    bool hits_only;    /* the caller has set bits of plies that are wanted */
};

/* STATUS_NOT_FOUND: there is no such source of values.  "record" is no source. */
enum status position_selector_open(struct position_selector *c, const char *source,
                                   const struct value_source_options *o,
                                   struct err *err) CHECK_RESULT;
void position_selector_close(struct position_selector *c);

/* Plies from … to-1 of the next game are wanted; of other games all are. */
enum status position_selector_add(struct position_selector *c, uint32_t from, uint32_t to,
                                  struct err *err) CHECK_RESULT;
/* Appends the game's chosen positions; forgets the plies that were added. */
enum status position_selector_write(struct position_selector *c, const struct position_codec *codec,
                                    const struct record *rec, struct position_counts *counts,
                                    struct buf *out, unsigned *losses,
                                    struct err *err) CHECK_RESULT;

#endif

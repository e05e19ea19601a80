/* chaturanga_text.h: declarations shared by the reader and writer of chaturanga records.
 * docs/formats/chaturanga.md describes them. */
#ifndef KIFU_FORMATS_CHATURANGA_CHATURANGA_TEXT_H
#define KIFU_FORMATS_CHATURANGA_CHATURANGA_TEXT_H

#include "formats/format.h"
#include "games/chaturanga/chaturanga.h"

enum { CHATURANGA_VERSION = 1 };
#define CHATURANGA_MAGIC "chaturanga"

/* The key that a header of this kind is written with; NULL: it keeps its own. */
const char *chaturanga_header_key(enum record_header_id id);
/* The kind of a key, in English or Japanese, whatever its case; HEADER_OTHER if it is none. */
enum record_header_id chaturanga_header_id(struct span key);

/* "red wins (rajas)", "draw", "unfinished": who won, and how it ended, with the words for ends that
 * have no name. */
bool chaturanga_result_parse(struct span text, int8_t points[CHATURANGA_COLOURS],
                             enum record_end *end, struct span *words);
void chaturanga_result_print(const int8_t points[CHATURANGA_COLOURS], enum record_end end,
                             struct span words, struct buf *out);

enum status chaturanga_write(const struct record *rec, struct buf *out, unsigned *losses,
                             struct err *err) CHECK_RESULT;

#endif

/* charset_internal.h: what the files of charset.h share: the Japanese decoders by table. */
#ifndef KIFU_BASE_TEXT_CHARSET_INTERNAL_H
#define KIFU_BASE_TEXT_CHARSET_INTERNAL_H

#include <stdint.h>

#include "base/text/charset.h"

enum { CP932_EXPANSION = 3, CP932_SLACK = 8 };

/* Decodes CP932 until the end or the first byte that starts no whole character, and returns how
 * many bytes that was.  out has room for CP932_EXPANSION * in.n + CP932_SLACK bytes; *made says
 * how many are text.  *half_width grows by the number of half-width katakana. */
size_t cp932_decode_run(struct span in, char *out, size_t *made, size_t *half_width);

/* One character, leniently; see charset_stepper_next(). */
struct charset_step cp932_step(struct span rest, char *out);
struct charset_step euc_jp_step(struct span rest, char *out);
struct charset_step iso_2022_jp_step(unsigned *state, struct span rest, char *out);

/* Is this an escape sequence that ISO-2022-JP uses?  Its length, or 0. */
size_t iso_2022_jp_escape(struct span s);

/* The code of c in CP932: one byte, or lead << 8 | trail; 0 if there is none (or c is 0). */
unsigned cp932_encode(uint32_t c);
/* The character of a code, the other way; 0 if there is none. */
uint32_t cp932_code_point(unsigned code);

#endif

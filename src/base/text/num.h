/* num.h: numbers parsed from text, with explicit limits. */
#ifndef KIFU_BASE_TEXT_NUM_H
#define KIFU_BASE_TEXT_NUM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* Reads decimal digits at the front of *s and removes them.  False, with *s and *out untouched,
 * if there is no digit or the value exceeds max. */
bool num_eat_u64(struct span *s, uint64_t max, uint64_t *out);

/* The whole span must be the number, optionally with one sign for i64. */
bool num_parse_u64(struct span s, uint64_t max, uint64_t *out);
bool num_parse_i64(struct span s, int64_t min, int64_t max, int64_t *out);
/* The value of a hexadecimal digit of either case; -1: it is none. */
int num_hex_digit(char c);
/* The whole span must be a finite decimal number ("-1.5", "3e4"), in the C locale. */
bool num_parse_double(struct span s, double *out);

#endif

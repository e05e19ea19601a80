/* go_corners.h: how generated games of Go begin in a corner.
 *
 * A line is pairs of digits, counted in hexadecimal from the corner: 44 is the star point, 36 the
 * third column and the sixth row.  The players take turns from the first stone on.  Common
 * sequences, the most common first; not a dictionary. */
#ifndef KIFU_SIM_GENERATE_GO_CORNERS_H
#define KIFU_SIM_GENERATE_GO_CORNERS_H

enum { GO_CORNER_LINES = 30, GO_CORNER_MAX = 16 };
extern const char *const go_corner_lines[GO_CORNER_LINES];

#endif

/* curve_svg.h: calibration curves as an SVG plot.
 *
 * A figure has panels with the same axes, the value across, in hundredths of a pawn, and the win
 * rate in % upwards; each panel has some curves, the first usually that of all positions:
 *
 *     one panel        the curves of some conditions
 *     two              the same before and after a fit, side by side
 *     more             small ones, each a condition
 *
 * Beneath one or two panels a table names the curves, with positions and distortion; small panels
 * have these figures inside, of their second curve or as they are told, and the names beneath are of
 * the first panel.
 * Only bins that count are drawn.  The axis ends where less than a two-hundredth of each
 * curve's positions lies beyond it, unless it is said how far it goes. */
#ifndef KIFU_VIEW_REPORT_CURVE_SVG_H
#define KIFU_VIEW_REPORT_CURVE_SVG_H

#include "values/discover/discover.h"
#include "view/draw/drawing.h"
#include "view/report/curve_report.h"

/* Figures of several curves together. */
struct curve_sum {
    uint64_t positions;
    double distortion, low, high;
};

struct curve_panel {
    struct span title; /* may be empty */
    const struct curve_series *series;
    uint32_t count;
    const struct curve_sum *sum; /* the figures of a small panel; NULL: of its second curve */
};

struct curve_figure {
    const struct curve_panel *panels;
    uint32_t count;   /* not 0 */
    uint32_t columns; /* of panels; 0: as many as look well */
    int reach;        /* of the axis: ±; 0: as the bins have it */
    enum lang lang;
};

/* Makes the drawing; ask d->bad; drawing_release() it in any case.  d->width is its width in CSS
 * pixels, too. */
void curve_draw(struct drawing *d, const struct curve_figure *f);
/* Appends an SVG. */
void curve_svg(const struct curve_figure *f, enum draw_adapt adapt, struct buf *out);

/* The worst conditions as small panels: all positions, those where Black has it, and where White
 * has it; the figures are of both, as in the report. */
void curve_svg_discoveries(const struct discoveries *found, enum lang lang, enum draw_adapt adapt,
                           struct buf *out);

#endif

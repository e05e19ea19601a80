/* analysis_json.h: an analysed game as JSON. */
#ifndef KIFU_VIEW_ANALYSIS_ANALYSIS_JSON_H
#define KIFU_VIEW_ANALYSIS_ANALYSIS_JSON_H

#include "base/text/json.h"
#include "view/analysis/analysis_words.h"

/* Appends one object.  Values are for the mover, "win" and "loss" shares of 1:
 *
 *     "game" (in a database),"record","black","white","date","result","plies","engine","nodes","scale",
 *     "players":[{"side","name","moves","accuracy","loss","inaccuracies","mistakes","blunders",
 *                 "mates_missed","mates_found"}…]
 *     "turning_points":[{"ply","side","loss","favourite"}…]      favourite: who is it from now on
 *     "moves":[{"ply","side","move","value" or "mate","win","win_after","loss","accuracy","class",
 *               "best","line":[…],"en","ja"}…]                   en, ja: the sentence, if one is due
 *     "last":{"side","value" or "mate","win","line"}             the position at the end
 *
 * A position without a value has none of "value", "mate", "win"; "mate" is negative if the side to
 * move is mated. */
void analysis_to_json(const struct analysis_view *v, struct json *j);

#endif

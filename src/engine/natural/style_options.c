/* style_options.c: see style_options.h. */
#include "engine/natural/style_options.h"

#include "engine/natural/natural.h"
#include "text/flow/flow.h"

/* In the orders of enum flow_side, natural_class and style_language. */
static const char *const SIDES[] = {[FLOW_HUMAN] = "human", [FLOW_COMPUTER] = "computer", NULL};
static const char *const CLASSES[] = {
    [NATURAL_PRO] = "pro", [NATURAL_AMATEUR] = "amateur", [NATURAL_ONLINE] = "online", NULL};
static const char *const LANGUAGES[] = {
    [STYLE_ENGLISH] = "english", [STYLE_JAPANESE] = "japanese", [STYLE_SILENT] = "none", NULL};

/* A margin of 500 leaves room for the 400 points that the paper's rule gives at most. */
enum { DEFAULT_MARGIN = 500, MOST_MARGIN = 10000 };

#define AT(field) offsetof(struct style_settings, field)
static const struct usi_row ROWS[] = {
    {"Flow_File", USI_FILE, AT(flow_file), 0, 0, 0, NULL},
    {"Flow_Weight", USI_SPIN, AT(flow_weight), 100, 0, 1000, NULL},
    {"Flow_Style", USI_COMBO, AT(flow_style), FLOW_HUMAN, 0, FLOW_COMPUTER, SIDES},
    {"Natural", USI_SPIN, AT(natural), 0, 0, 100, NULL},
    {"Natural_Model", USI_FILE, AT(model_file), 0, 0, 0, NULL},
    {"Natural_Class", USI_COMBO, AT(class), NATURAL_PRO, 0, NATURAL_ONLINE, CLASSES},
    {"Natural_Margin", USI_SPIN, AT(margin), DEFAULT_MARGIN, 1, MOST_MARGIN, NULL},
    {"Explain", USI_COMBO, AT(language), STYLE_ENGLISH, 0, STYLE_SILENT, LANGUAGES},
};
const struct usi_rows style_rows = {ROWS, sizeof ROWS / sizeof *ROWS};

/* usi_options.c: see usi_options.h. */
#include "engine/usi/usi_options.h"

/* Names are those that other engines use, so that a GUI's dialogues and people know them. */
static const char *const RULES[] = {[USI_RULE_NONE] = "NoEnteringKing",
                                    [USI_RULE_27] = "CSARule27",
                                    [USI_RULE_24] = "CSARule24",
                                    NULL};

#define AT(field) offsetof(struct usi_settings, field)
static const struct usi_row ROWS[] = {
    {"USI_Hash", USI_SPIN, AT(hash_mb), USI_DEFAULT_HASH_MB, 1, USI_MOST_HASH_MB, NULL},
    {"USI_Ponder", USI_CHECK, AT(ponder), 0, 0, 1, NULL},
    {"Threads", USI_SPIN, AT(threads), 1, 1, USI_MOST_THREADS, NULL},
    {"MultiPV", USI_SPIN, AT(lines), 1, 1, 593, NULL},
    {"Weights", USI_FILE, AT(weights), 0, 0, 0, NULL},
    {"EnteringKingRule", USI_COMBO, AT(rule), USI_RULE_27, 0, USI_RULE_24, RULES},
    {"MaxMovesToDraw", USI_SPIN, AT(most_plies), 0, 0, USI_NEVER, NULL},
    {"DrawValue", USI_SPIN, AT(draw_value), 0, -10000, 10000, NULL},
    {"ResignValue", USI_SPIN, AT(resign_value), USI_NEVER, 0, USI_NEVER, NULL},
    {"NetworkDelay", USI_SPIN, AT(delay_ms), USI_DEFAULT_DELAY_MS, 0, 10000, NULL},
};
static const struct usi_rows TABLE = {ROWS, sizeof ROWS / sizeof *ROWS};

void usi_settings_init(struct usi_settings *s)
{
    usi_rows_init(&TABLE, s);
    usi_rows_init(&style_rows, &s->style);
}

void usi_settings_release(struct usi_settings *s)
{
    usi_rows_release(&TABLE, s);
    usi_rows_release(&style_rows, &s->style);
}

bool usi_settings_copy(struct usi_settings *to, const struct usi_settings *from)
{
    if (!usi_rows_copy(&TABLE, to, from))
        return false;
    if (usi_rows_copy(&style_rows, &to->style, &from->style))
        return true;
    usi_rows_release(&TABLE, to);
    return false;
}

void usi_settings_print(const struct usi_settings *s, struct buf *out)
{
    usi_rows_print(&TABLE, s, out);
    usi_rows_print(&style_rows, &s->style, out);
}

enum usi_set usi_settings_set(struct usi_settings *s, struct span name, struct span value)
{
    enum usi_set done = usi_rows_set(&TABLE, s, name, value);
    return done == USI_SET_NO_OPTION ? usi_rows_set(&style_rows, &s->style, name, value) : done;
}

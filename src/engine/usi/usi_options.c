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
    {"Root_Mate", USI_CHECK, AT(root_mate), 1, 0, 1, NULL},
    {"USI_ShowWDL", USI_CHECK, AT(wdl), 0, 0, 1, NULL},
    {"NetworkDelay", USI_SPIN, AT(delay_ms), USI_DEFAULT_DELAY_MS, 0, 10000, NULL},
};
static const struct usi_rows TABLE = {ROWS, sizeof ROWS / sizeof *ROWS};

/* The tables, and where their fields are. */
static const struct {
    const struct usi_rows *rows;
    size_t at;
} TABLES[] = {
    {&TABLE, 0},
    {&book_rows, offsetof(struct usi_settings, book)},
    {&style_rows, offsetof(struct usi_settings, style)},
    {&person_rows, offsetof(struct usi_settings, person)},
};
enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES };

static void *fields_of(struct usi_settings *s, size_t table)
{
    return (char *)s + TABLES[table].at;
}

void usi_settings_init(struct usi_settings *s)
{
    for (size_t i = 0; i < TABLE_COUNT; i++)
        usi_rows_init(TABLES[i].rows, fields_of(s, i));
}

void usi_settings_release(struct usi_settings *s)
{
    for (size_t i = 0; i < TABLE_COUNT; i++)
        usi_rows_release(TABLES[i].rows, fields_of(s, i));
}

bool usi_settings_copy(struct usi_settings *to, const struct usi_settings *from)
{
    usi_settings_init(to);
    for (size_t i = 0; i < TABLE_COUNT; i++)
        if (!usi_rows_copy(TABLES[i].rows, fields_of(to, i), (const char *)from + TABLES[i].at)) {
            usi_settings_release(to);
            return false;
        }
    return true;
}

void usi_settings_print(const struct usi_settings *s, struct buf *out)
{
    for (size_t i = 0; i < TABLE_COUNT; i++)
        usi_rows_print(TABLES[i].rows, (const char *)s + TABLES[i].at, out);
}

enum usi_set usi_settings_set(struct usi_settings *s, struct span name, struct span value)
{
    enum usi_set done = USI_SET_NO_OPTION;
    for (size_t i = 0; i < TABLE_COUNT && done == USI_SET_NO_OPTION; i++)
        done = usi_rows_set(TABLES[i].rows, fields_of(s, i), name, value);
    return done;
}

/* report_table.c: see report_table.h. */
#include "cmd/chaturanga/report_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text/json.h"
#include "base/wilson.h"
#include "cmd/chaturanga/chaturanga_figures.h"
#include "view/draw/text_width.h"

enum { MOST_CELLS = 1 << 20 };

void report_open(struct report_table *s, const char *name, const struct msg *title,
                 const struct report_column *columns, size_t width)
{
    *s = (struct report_table){.name = name, .title = title, .columns = columns, .width = width};
}

void report_close(struct report_table *s)
{
    mem_free(s->cells);
}

static struct report_cell *add_cell(struct report_table *s)
{
    struct report_cell *grown = mem_grow(s->cells, s->n, &s->cap, MOST_CELLS, sizeof *grown);
    if (!grown) {
        s->failed = true;
        return NULL;
    }
    s->cells = grown;
    s->cells[s->n] = (struct report_cell){.value = NAN, .error = NAN};
    return &s->cells[s->n++];
}

void report_word(struct report_table *s, const char *word)
{
    struct report_cell *c = add_cell(s);
    if (c)
        snprintf(c->text, sizeof c->text, "%s", word);
}

void report_number(struct report_table *s, double value, int digits)
{
    struct report_cell *c = add_cell(s);
    if (!c || !isfinite(value))
        return;
    c->value = value;
    c->digits = digits;
    snprintf(c->text, sizeof c->text, "%.*f", digits, value);
}

void report_mean(struct report_table *s, struct chaturanga_mean mean, int digits)
{
    struct report_cell *c = add_cell(s);
    if (!c || !isfinite(mean.value))
        return;
    c->value = mean.value;
    c->error = mean.error;
    c->digits = digits;
    snprintf(c->text, sizeof c->text, "%.*f ± %.*f", digits, mean.value, digits,
             WILSON_Z * mean.error);
}

void report_sigmas(struct report_table *s, double sigmas)
{
    struct report_cell *c = add_cell(s);
    if (!c || !isfinite(sigmas))
        return;
    c->value = sigmas;
    c->digits = 1;
    snprintf(c->text, sizeof c->text, "%+.1f", sigmas);
}

/* --- Printing --------------------------------------------------------------------------------- */

static void print_json(const struct report_table *s, struct buf *out)
{
    char key[64];
    for (size_t row = 0; row + s->width <= s->n; row += s->width) {
        struct json j;
        json_init(&j, out);
        json_open_object(&j);
        json_key_cstr(&j, "table", s->name);
        for (size_t i = 0; i < s->width; i++) {
            const struct report_cell *c = &s->cells[row + i];
            if (isnan(c->value) && c->text[0])
                json_key_cstr(&j, s->columns[i].key, c->text);
            else
                json_key_double(&j, s->columns[i].key, figure_rounded(c->value, c->digits + 2));
            if (isnan(c->error))
                continue;
            snprintf(key, sizeof key, "%s_error", s->columns[i].key);
            json_key_double(&j, key, figure_rounded(c->error, c->digits + 3));
        }
        json_end(&j);
        json_line(&j);
    }
}

static size_t columns_of(const char *text)
{
    return (size_t)text_columns(span_of(text));
}

static void pad(struct buf *out, const char *text, size_t width, bool right)
{
    size_t have = columns_of(text), more = width > have ? width - have : 0;
    for (size_t i = 0; right && i < more; i++)
        buf_add_char(out, ' ');
    buf_add_str(out, text);
    for (size_t i = 0; !right && i < more; i++)
        buf_add_char(out, ' ');
}

static void widths_of(const struct report_table *s, enum lang lang, size_t *widths)
{
    for (size_t i = 0; i < s->width; i++)
        widths[i] = columns_of(msg_in(&s->columns[i].heading, lang));
    for (size_t i = 0; i < s->n; i++) {
        size_t w = columns_of(s->cells[i].text);
        widths[i % s->width] = w > widths[i % s->width] ? w : widths[i % s->width];
    }
}

static void print_text(const struct report_table *s, enum lang lang, struct buf *out)
{
    size_t widths[REPORT_MAX_COLUMNS];
    widths_of(s, lang, widths);
    buf_printf(out, "%s\n", msg_in(s->title, lang));
    for (size_t i = 0; i < s->width; i++) {
        buf_add_str(out, "  ");
        pad(out, msg_in(&s->columns[i].heading, lang), widths[i], i > 0);
    }
    buf_add_char(out, '\n');
    for (size_t i = 0; i < s->n; i++) {
        buf_add_str(out, "  ");
        pad(out, s->cells[i].text, widths[i % s->width], i % s->width > 0);
        if (i % s->width == s->width - 1)
            buf_add_char(out, '\n');
    }
    buf_add_char(out, '\n');
}

static void print_markdown(const struct report_table *s, enum lang lang, struct buf *out)
{
    buf_printf(out, "%s\n\n", msg_in(s->title, lang));
    for (size_t i = 0; i < s->width; i++)
        buf_printf(out, "| %s ", msg_in(&s->columns[i].heading, lang));
    buf_add_str(out, "|\n");
    for (size_t i = 0; i < s->width; i++)
        buf_add_str(out, i ? "|---:" : "|---");
    buf_add_str(out, "|\n");
    for (size_t i = 0; i < s->n; i++) {
        buf_printf(out, "| %s ", s->cells[i].text);
        if (i % s->width == s->width - 1)
            buf_add_str(out, "|\n");
    }
    buf_add_char(out, '\n');
}

bool report_print(const struct report_table *s, enum report_form form, enum lang lang,
                  struct buf *out)
{
    if (s->failed || s->width == 0 || s->width > REPORT_MAX_COLUMNS)
        return false;
    if (form == REPORT_JSON)
        print_json(s, out);
    else if (form == REPORT_MARKDOWN)
        print_markdown(s, lang, out);
    else
        print_text(s, lang, out);
    return true;
}

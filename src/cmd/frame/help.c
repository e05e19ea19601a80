/* help.c: see help.h.  Columns are counted in terminal cells. */
#include "cmd/frame/help.h"

#include "base/buf.h"
#include "base/text/utf8.h"
#include "cmd/frame/shared_options.h"

enum { NAME_COLUMN = 14, OPTION_COLUMN = 30, LINE_CELLS = 80 };

static const struct msg USAGE = {"Usage: ", "使い方: "};
static const struct msg OPTIONS_HEAD = {"Options:", "オプション:"};
static const struct msg ONE_LINE = {"a laboratory for game records", "棋譜の研究室"};
static const struct msg READ_ON = {"Run 'kifu help COMMAND' for help on a command.",
                                   "各コマンドの説明は 'kifu help コマンド名' で表示します。"};
static const struct msg MANUAL = {"More: man kifu-", "詳しくは: man kifu-"};

static void pad_to(struct buf *out, size_t from, size_t column)
{
    for (size_t i = from; i < column; i++)
        buf_add_char(out, ' ');
}

/* A line must not begin with what closes, nor end with what opens. */
static bool closes(struct span s)
{
    static const char *const signs[] = {"。", "、", "」", "）", ")", "…", "ー"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (span_starts(s, span_of(signs[i])))
            return true;
    return false;
}

static bool opens(uint32_t c)
{
    return c == 0x300C || c == 0xFF08; /* 「 （ */
}

/* Bytes of s that fit into so many cells: up to a blank if there is one, else between any two wide
 * characters.  At least one character. */
static size_t line_part(struct span s, size_t cells)
{
    size_t used = 0, good = 0;
    for (struct span rest = s; rest.n;) {
        uint32_t c = ' ';
        size_t n = utf8_decode(rest, &c);
        used += (size_t)utf8_width(c);
        if (used > cells && good)
            return good;
        rest = span_skip(rest, n ? n : 1);
        bool wide = utf8_width(c) == 2 && !opens(c);
        if (used <= cells && (span_starts(rest, SPAN(" ")) || (wide && !closes(rest))))
            good = s.n - rest.n;
    }
    return s.n;
}

/* Adds text from the given column on, folding it into lines that all start there. */
static void add_folded(struct buf *out, const char *text, size_t column)
{
    while (*text) {
        size_t n = line_part(span_of(text), LINE_CELLS - column);
        buf_add(out, text, n);
        buf_add_char(out, '\n');
        text += n;
        while (*text == ' ')
            text++;
        if (*text)
            pad_to(out, 0, column);
    }
}

static bool group_has_any(const struct command *const *commands, enum cmd_group g)
{
    for (; *commands; commands++)
        if ((*commands)->group == g)
            return true;
    return false;
}

void help_overview(const struct command *const *commands, enum lang lang, struct buf *out)
{
    buf_printf(out, "kifu: %s\n\n", msg_in(&ONE_LINE, lang));
    buf_printf(out, "%skifu COMMAND [OPTION]... [OPERAND]...\n", msg_in(&USAGE, lang));
    for (enum cmd_group g = 0; g < GROUP_COUNT; g++) {
        if (!group_has_any(commands, g))
            continue;
        buf_printf(out, "\n%s\n", msg_in(&GROUP_NAMES[g], lang));
        for (const struct command *const *c = commands; *c; c++)
            if ((*c)->group == g) {
                buf_printf(out, "  %s", (*c)->name);
                pad_to(out, 2 + strlen((*c)->name), NAME_COLUMN);
                add_folded(out, msg_in(&(*c)->summary, lang), NAME_COLUMN);
            }
    }
    buf_printf(out, "\n%s\n", msg_in(&READ_ON, lang));
}

static void add_option_names(const struct option_spec *o, struct buf *out)
{
    if (o->letter)
        buf_printf(out, "-%c, ", o->letter);
    else
        buf_add_str(out, "    ");
    buf_printf(out, "--%s", o->name);
    if (o->kind != OPTION_FLAG)
        buf_add_char(out, '=');
    option_add_value_name(o, out);
}

static void add_option_line(const struct option_spec *o, enum lang lang, struct buf *out)
{
    size_t start = out->n;
    buf_add_str(out, "  ");
    add_option_names(o, out);
    size_t cells = utf8_text_width(span_skip(buf_span(out), start));
    if (cells + 2 > OPTION_COLUMN) {
        buf_add_char(out, '\n');
        cells = 0;
    }
    pad_to(out, cells, OPTION_COLUMN);
    add_folded(out, msg_in(&o->help, lang), OPTION_COLUMN);
}

void help_command(const struct command *c, enum lang lang, struct buf *out)
{
    buf_add_str(out, msg_in(&USAGE, lang));
    /* "kifu NAME [OPTION]... OPERANDS", without a line end. */
    buf_printf(out, "kifu %s [OPTION]...", c->name);
    if (c->operands)
        buf_printf(out, " %s", c->operands);
    buf_add_str(out, "\n\n");
    add_folded(out, msg_in(&c->summary, lang), 0);
    if (c->details.en) {
        buf_add_char(out, '\n');
        add_folded(out, msg_in(&c->details, lang), 0);
    }
    buf_printf(out, "\n%s\n", msg_in(&OPTIONS_HEAD, lang));
    struct option_tables tables = shared_option_tables(c);
    for (size_t t = 0; tables.table[t]; t++)
        for (const struct option_spec *o = tables.table[t]; o->name; o++)
            add_option_line(o, lang, out);
    buf_printf(out, "\n%s%s\n", msg_in(&MANUAL, lang), c->name);
}

/* scdoc gives meaning to these; a backslash takes it away. */
static void add_scdoc_text(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("*_\\<>#[]-+|.", *text))
            buf_add_char(out, '\\');
        buf_add_char(out, *text);
    }
}

void help_scdoc_name(const struct command *c, enum lang lang, struct buf *out)
{
    buf_printf(out, "kifu-%s - ", c->name);
    add_scdoc_text(out, msg_in(&c->summary, lang));
    buf_add_char(out, '\n');
}

void help_scdoc_synopsis(const struct command *c, struct buf *out)
{
    buf_printf(out, "*kifu %s* [OPTION]...", c->name);
    if (c->operands) {
        buf_add_char(out, ' ');
        add_scdoc_text(out, c->operands);
    }
    buf_add_char(out, '\n');
}

static void add_scdoc_option(const struct option_spec *o, enum lang lang, struct buf *out)
{
    if (o->letter)
        buf_printf(out, "*-%c*, ", o->letter);
    buf_printf(out, "*--%s*", o->name);
    if (o->kind != OPTION_FLAG) {
        struct buf value;
        buf_init(&value, BUF_DEFAULT_MAX);
        option_add_value_name(o, &value);
        buf_add_char(out, '=');
        add_scdoc_text(out, buf_cstr(&value));
        buf_release(&value);
    }
    buf_add_str(out, "\n\t");
    add_scdoc_text(out, msg_in(&o->help, lang));
    buf_add_str(out, "\n\n");
}

void help_scdoc_options(const struct command *c, enum lang lang, struct buf *out)
{
    struct option_tables tables = shared_option_tables(c);
    for (size_t t = 0; tables.table[t]; t++)
        for (const struct option_spec *o = tables.table[t]; o->name; o++)
            add_scdoc_option(o, lang, out);
}

void help_scdoc_commands(const struct command *const *commands, enum lang lang, struct buf *out)
{
    for (; *commands; commands++) {
        buf_printf(out, "*kifu-%s*(1)\n\t", (*commands)->name);
        add_scdoc_text(out, msg_in(&(*commands)->summary, lang));
        buf_add_str(out, "\n\n");
    }
}

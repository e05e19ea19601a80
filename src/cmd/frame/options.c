/* options.c: see options.h.
 *
 * The parser walks argv once and never copies a string.  One array of values and one of operands,
 * each as long as argv, hold everything. */
#include "cmd/frame/options.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "base/text/num.h"
#include "base/text/suggest.h"

static const struct msg UNKNOWN = {"unknown option '%1'", "オプション '%1' はありません"};
static const struct msg UNKNOWN_NEAR = {"unknown option '%1'; did you mean '%2'?",
                                        "オプション '%1' はありません。'%2' のことですか?"};
static const struct msg NEEDS_VALUE = {"option '%1' needs a value: %2",
                                       "オプション '%1' には値が必要です: %2"};
static const struct msg NO_VALUE = {"option '%1' takes no value",
                                    "オプション '%1' は値を取りません"};
static const struct msg TWICE = {"option '%1' is given twice",
                                 "オプション '%1' が二度指定されています"};
static const struct msg BAD_NUMBER = {"option '%1' takes an integer from %2",
                                      "オプション '%1' には整数を指定してください。範囲: %2"};
static const struct msg BAD_CHOICE = {"option '%1' takes one of: %2",
                                      "オプション '%1' には次のいずれかを指定してください: %2"};
static const struct msg BAD_CHOICE_NEAR = {"invalid value '%1'; did you mean '%2'?",
                                           "'%1' はありません。'%2' のことですか?"};

struct option_parser {
    const struct option_spec *const *tables;
    const char *const *argv;
    int argc;
    int next; /* index of the first argument not yet looked at */
    struct cmd_args *args;
    struct err *err;
};

struct option_match {
    const struct option_spec *spec; /* NULL if there is no such option */
    size_t id;
};

size_t option_rows(const struct option_spec *table)
{
    size_t n = 0;
    while (table[n].name)
        n++;
    return n;
}

void option_add_value_name(const struct option_spec *o, struct buf *out)
{
    if (o->kind == OPTION_TEXT || o->kind == OPTION_INT)
        buf_add_str(out, o->metavar);
    if (o->kind == OPTION_CHOICE)
        for (const char *const *c = o->choices; *c; c++)
            buf_printf(out, "%s%s", c == o->choices ? "" : "|", *c);
}

static struct option_match find_long(const struct option_parser *p, struct span name)
{
    size_t id = 0;
    for (const struct option_spec *const *t = p->tables; *t; t++)
        for (const struct option_spec *o = *t; o->name; o++, id++)
            if (span_eq(span_of(o->name), name))
                return (struct option_match){o, id};
    return (struct option_match){NULL, 0};
}

static struct option_match find_letter(const struct option_parser *p, char letter)
{
    size_t id = 0;
    for (const struct option_spec *const *t = p->tables; *t; t++)
        for (const struct option_spec *o = *t; o->name; o++, id++)
            if (o->letter == letter)
                return (struct option_match){o, id};
    return (struct option_match){NULL, 0};
}

/* "--name", as messages call an option. */
static struct span full_name(const struct option_spec *o, struct buf *b)
{
    buf_add_str(b, "--");
    buf_add_str(b, o->name);
    return buf_span(b);
}

static enum status complain(const struct option_parser *p, const struct option_spec *o,
                            const struct msg *what, struct span detail)
{
    struct buf name;
    buf_init(&name, ERR_ARG_BYTES);
    enum status st = err_set(p->err, STATUS_SYNTAX, what, full_name(o, &name), detail);
    buf_release(&name);
    return st;
}

static enum status unknown_long(const struct option_parser *p, struct span name)
{
    struct buf typed, near;
    buf_init(&typed, BUF_DEFAULT_MAX);
    buf_init(&near, BUF_DEFAULT_MAX);
    buf_add_span(&typed, name);
    struct suggestion s = {.word = buf_cstr(&typed)};
    for (const struct option_spec *const *t = p->tables; *t; t++)
        for (const struct option_spec *o = *t; o->name; o++)
            suggest_consider(&s, o->name);
    if (s.best)
        buf_printf(&near, "--%s", s.best);
    struct span as_typed = span_make(name.p - 2, name.n + 2);
    enum status st = err_set(p->err, STATUS_SYNTAX, s.best ? &UNKNOWN_NEAR : &UNKNOWN, as_typed,
                             buf_span(&near));
    buf_release(&near);
    buf_release(&typed);
    return st;
}

static enum status bad_number(const struct option_parser *p, const struct option_spec *o)
{
    struct buf range;
    buf_init(&range, BUF_DEFAULT_MAX);
    buf_add_i64(&range, o->min);
    buf_add_str(&range, "..");
    buf_add_i64(&range, o->max);
    enum status st = complain(p, o, &BAD_NUMBER, buf_span(&range));
    buf_release(&range);
    return st;
}

static enum status bad_choice(const struct option_parser *p, const struct option_spec *o,
                              const char *text)
{
    struct suggestion s = {.word = text};
    for (const char *const *c = o->choices; *c; c++)
        suggest_consider(&s, *c);
    struct buf words;
    buf_init(&words, BUF_DEFAULT_MAX);
    if (s.best) {
        buf_printf(&words, "--%s=%s", o->name, text);
        enum status st =
            err_set(p->err, STATUS_SYNTAX, &BAD_CHOICE_NEAR, buf_span(&words), span_of(s.best));
        buf_release(&words);
        return st;
    }
    for (const char *const *c = o->choices; *c; c++)
        buf_printf(&words, "%s%s", c == o->choices ? "" : ", ", *c);
    enum status st = complain(p, o, &BAD_CHOICE, buf_span(&words));
    err_list(p->err, buf_span(&words));
    buf_release(&words);
    return st;
}

/* Sets *number from text where the kind of option has one. */
static enum status read_value(const struct option_parser *p, const struct option_spec *o,
                              const char *text, int64_t *number)
{
    *number = 0;
    if (o->kind == OPTION_INT && !num_parse_i64(span_of(text), o->min, o->max, number))
        return bad_number(p, o);
    if (o->kind != OPTION_CHOICE)
        return STATUS_OK;
    for (const char *const *c = o->choices; *c; c++)
        if (strcmp(*c, text) == 0) {
            *number = c - o->choices;
            return STATUS_OK;
        }
    return bad_choice(p, o, text);
}

static enum status add_value(struct option_parser *p, struct option_match f, const char *text)
{
    if (f.spec->kind != OPTION_FLAG && !f.spec->repeatable && args_count(p->args, f.id))
        return complain(p, f.spec, &TWICE, SPAN(""));
    struct option_value v = {.id = f.id, .spec = f.spec, .text = text};
    enum status st = text ? read_value(p, f.spec, text, &v.number) : STATUS_OK;
    if (st == STATUS_OK)
        p->args->values[p->args->n_values++] = v;
    return st;
}

/* For an option that needs a value which did not come with it: the next argument. */
static enum status take_next(struct option_parser *p, struct option_match f)
{
    if (p->next < p->argc)
        return add_value(p, f, p->argv[p->next++]);
    struct buf value;
    buf_init(&value, BUF_DEFAULT_MAX);
    option_add_value_name(f.spec, &value);
    enum status st = complain(p, f.spec, &NEEDS_VALUE, buf_span(&value));
    buf_release(&value);
    return st;
}

static enum status parse_long(struct option_parser *p, const char *body)
{
    const char *equals = strchr(body, '=');
    struct span name = equals ? span_make(body, (size_t)(equals - body)) : span_of(body);
    struct option_match f = find_long(p, name);
    if (!f.spec)
        return unknown_long(p, name);
    if (f.spec->kind == OPTION_FLAG)
        return equals ? complain(p, f.spec, &NO_VALUE, SPAN("")) : add_value(p, f, NULL);
    return equals ? add_value(p, f, equals + 1) : take_next(p, f);
}

/* "-abc": flags side by side; the first letter that takes a value has the rest as its value. */
static enum status parse_letters(struct option_parser *p, const char *argument)
{
    for (const char *c = argument + 1; *c; c++) {
        struct option_match f = find_letter(p, *c);
        if (!f.spec)
            return err_set(p->err, STATUS_SYNTAX, &UNKNOWN, span_of(argument), SPAN(""));
        if (f.spec->kind != OPTION_FLAG)
            return c[1] ? add_value(p, f, c + 1) : take_next(p, f);
        enum status st = add_value(p, f, NULL);
        if (st != STATUS_OK)
            return st;
    }
    return STATUS_OK;
}

static enum status parse_line(struct option_parser *p, enum parse_mode mode)
{
    enum status st = STATUS_OK;
    while (st == STATUS_OK && p->next < p->argc) {
        const char *a = p->argv[p->next];
        bool is_signed = mode == PARSE_SIGNED && p->args->n_operands >= 2 && a[0] == '-' &&
                         a[1] != '\0' && a[1] != '-' && a[2] != '\0';
        bool operand = a[0] != '-' || a[1] == '\0' || is_signed;
        if (operand && mode == PARSE_LEADING_ONLY)
            break;
        p->next++;
        if (operand)
            p->args->operands[p->args->n_operands++] = a;
        else if (strcmp(a, "--") == 0)
            break;
        else
            st = a[1] == '-' ? parse_long(p, a + 2) : parse_letters(p, a);
    }
    if (st == STATUS_OK) {
        while (p->next < p->argc)
            p->args->operands[p->args->n_operands++] = p->argv[p->next++];
    }
    return st;
}

/* An argument such as "-abc" holds several values: count letters, not arguments. */
static bool allocate(struct cmd_args *args, int argc, const char *const *argv)
{
    size_t n = 1;
    for (int i = 0; i < argc; i++)
        n += argv[i][0] == '-' && argv[i][1] != '-' ? strlen(argv[i]) : 1;
    args->values = mem_calloc(n, sizeof *args->values);
    args->operands = mem_calloc((size_t)argc + 1, sizeof *args->operands);
    return args->values && args->operands;
}

enum status args_parse(struct cmd_args *args, const struct option_spec *const *tables,
                       enum parse_mode mode, int argc, const char *const *argv, struct err *err)
{
    *args = (struct cmd_args){0};
    struct option_parser p = {
        .tables = tables, .argv = argv, .argc = argc, .args = args, .err = err};
    enum status st = allocate(args, argc, argv) ? parse_line(&p, mode) : err_nomem(err);
    if (st != STATUS_OK)
        args_release(args);
    return st;
}

void args_release(struct cmd_args *args)
{
    mem_free(args->values);
    mem_free(args->operands);
    *args = (struct cmd_args){0};
}

size_t args_count(const struct cmd_args *args, size_t id)
{
    size_t n = 0;
    for (size_t i = 0; i < args->n_values; i++)
        n += args->values[i].id == id;
    return n;
}

const char *args_nth(const struct cmd_args *args, size_t id, size_t nth)
{
    for (size_t i = 0; i < args->n_values; i++)
        if (args->values[i].id == id && nth-- == 0)
            return args->values[i].text;
    return NULL;
}

static const struct option_value *last_value(const struct cmd_args *args, size_t id)
{
    for (size_t i = args->n_values; i-- > 0;)
        if (args->values[i].id == id)
            return &args->values[i];
    return NULL;
}

const char *args_text(const struct cmd_args *args, size_t id, const char *fallback)
{
    const struct option_value *v = last_value(args, id);
    return v ? v->text : fallback;
}

int64_t args_int(const struct cmd_args *args, size_t id, int64_t fallback)
{
    const struct option_value *v = last_value(args, id);
    return v ? v->number : fallback;
}

size_t args_choice(const struct cmd_args *args, size_t id, size_t fallback)
{
    const struct option_value *v = last_value(args, id);
    return v ? (size_t)v->number : fallback;
}

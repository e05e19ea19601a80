/* cmd_completion.c: `kifu completion bash|zsh|fish`. */
#include "base/buf.h"
#include "cmd/frame/cmd.h"
#include "cmd/frame/shared_options.h"

/* --- Completion scripts for shells, made of the tables of commands and options ---------------- */

/* bash gets two tables in the form of case statements: what may follow an option, and what may
 * stand elsewhere.  zsh and fish have a language of their own for options and get that. */

typedef void option_writer(const struct command *c, const struct option_spec *o, enum lang lang,
                           struct buf *out);

static void each_option(const struct command *c, enum lang lang, struct buf *out,
                        option_writer *write)
{
    struct option_tables tables = shared_option_tables(c);
    for (size_t t = 0; tables.table[t]; t++)
        for (const struct option_spec *o = tables.table[t]; o->name; o++)
            write(c, o, lang, out);
}

static void add_words(struct buf *out, const char *const *words)
{
    for (const char *const *w = words; *w; w++)
        buf_printf(out, "%s%s", w == words ? "" : " ", *w);
}

static void add_command_names(struct buf *out, const struct command *const *commands)
{
    for (const struct command *const *c = commands; *c; c++)
        buf_printf(out, "%s%s", c == commands ? "" : " ", (*c)->name);
}

/* The inside of a shell's single quotes; a backslash before each of `special` as well. */
static void add_quoted(struct buf *out, const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'') {
            buf_add_str(out, "'\\''");
            continue;
        }
        if (strchr(special, *text))
            buf_add_char(out, '\\');
        buf_add_char(out, *text);
    }
}

static void add_bash_value(const struct command *c, const struct option_spec *o, enum lang lang,
                           struct buf *out)
{
    (void)lang;
    if (o->kind == OPTION_FLAG)
        return;
    buf_printf(out, "    '%s --%s'", c->name, o->name);
    if (o->letter)
        buf_printf(out, " | '%s -%c'", c->name, o->letter);
    buf_add_str(out, ") ");
    if (o->kind == OPTION_CHOICE) {
        buf_add_str(out, "words='");
        add_words(out, o->choices);
        buf_add_str(out, "' ;;\n");
    } else {
        buf_printf(out, "kind=%s ;;\n",
                   o->completes == COMPLETE_FILE        ? "file"
                   : o->completes == COMPLETE_DIRECTORY ? "directory"
                                                        : "none");
    }
}

static void add_bash_name(const struct command *c, const struct option_spec *o, enum lang lang,
                          struct buf *out)
{
    (void)c;
    (void)lang;
    buf_printf(out, " --%s", o->name);
}

static void add_bash_operand(const struct command *const *commands, const struct command *c,
                             struct buf *out)
{
    buf_printf(out, "    %s) ", c->name);
    if (c->words || c->completes == COMPLETE_COMMAND) {
        buf_add_str(out, "words='");
        if (c->words)
            add_words(out, c->words);
        else
            add_command_names(out, commands);
        buf_add_char(out, '\'');
    } else {
        buf_printf(out, "kind=%s",
                   c->completes == COMPLETE_FILE        ? "file"
                   : c->completes == COMPLETE_DIRECTORY ? "directory"
                                                        : "none");
    }
    buf_add_str(out, " ;;\n");
}

static const char BASH_HEAD[] =
    "# bash completion for kifu\n"
    "_kifu() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command='' words='' kind='' i\n"
    "    if [[ $prev == '=' ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    elif [[ $cur == '=' ]]; then\n"
    "        cur=''\n"
    "    fi\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        if [[ ${COMP_WORDS[i]} != -* ]]; then\n"
    "            command=${COMP_WORDS[i]}\n"
    "            break\n"
    "        fi\n"
    "    done\n";

static const char BASH_TAIL[] =
    "    case $kind in\n"
    "    file) mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
    "    directory) mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;\n"
    "    *) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\") ;;\n"
    "    esac\n"
    "}\n"
    "complete -o filenames -F _kifu kifu\n";

/* Each appends the whole script for its shell; descriptions (zsh, fish) in the given language. */
static void completion_bash(const struct command *const *commands, enum lang lang, struct buf *out)
{
    buf_add_str(out, BASH_HEAD);
    buf_add_str(out, "    case \"$command $prev\" in\n");
    for (const struct command *const *c = commands; *c; c++)
        each_option(*c, lang, out, add_bash_value);
    buf_add_str(out, "    *)\n    if [[ $cur == -* ]]; then\n    case $command in\n");
    for (const struct command *const *c = commands; *c; c++) {
        buf_printf(out, "    %s) words='", (*c)->name);
        each_option(*c, lang, out, add_bash_name);
        buf_add_str(out, "' ;;\n");
    }
    buf_add_str(out, "    '') words='--help --version --lang' ;;\n    esac\n"
                     "    else\n    case $command in\n");
    for (const struct command *const *c = commands; *c; c++)
        add_bash_operand(commands, *c, out);
    buf_add_str(out, "    '') words='");
    add_command_names(out, commands);
    buf_add_str(out, "' ;;\n    esac\n    fi ;;\n    esac\n");
    buf_add_str(out, BASH_TAIL);
}

static const char ZSH_SPECIAL[] = "[]:\\";

static void add_zsh_action(const struct option_spec *o, struct buf *out)
{
    if (o->kind == OPTION_CHOICE) {
        buf_printf(out, ":%s:(", o->name);
        add_words(out, o->choices);
        buf_add_char(out, ')');
    } else if (o->kind != OPTION_FLAG) {
        buf_printf(out, ":%s:%s", o->metavar,
                   o->completes == COMPLETE_FILE        ? "_files"
                   : o->completes == COMPLETE_DIRECTORY ? "_files -/"
                                                        : "");
    }
}

static void add_zsh_form(const struct option_spec *o, enum lang lang, const char *form,
                         struct buf *out)
{
    buf_printf(out, "        '%s%s[", o->repeatable ? "*" : "", form);
    add_quoted(out, msg_in(&o->help, lang), ZSH_SPECIAL);
    buf_add_char(out, ']');
    add_zsh_action(o, out);
    buf_add_str(out, "' \\\n");
}

static void add_zsh_option(const struct command *c, const struct option_spec *o, enum lang lang,
                           struct buf *out)
{
    (void)c;
    struct buf form;
    buf_init(&form, BUF_DEFAULT_MAX);
    buf_printf(&form, "--%s%s", o->name, o->kind == OPTION_FLAG ? "" : "=");
    add_zsh_form(o, lang, buf_cstr(&form), out);
    if (o->letter) {
        buf_clear(&form);
        buf_printf(&form, "-%c%s", o->letter, o->kind == OPTION_FLAG ? "" : "+");
        add_zsh_form(o, lang, buf_cstr(&form), out);
    }
    buf_release(&form);
}

static void add_zsh_operands(const struct command *const *commands, const struct command *c,
                             struct buf *out)
{
    if (c->words || c->completes == COMPLETE_COMMAND) {
        buf_add_str(out, "        '*:word:(");
        if (c->words)
            add_words(out, c->words);
        else
            add_command_names(out, commands);
        buf_add_str(out, ")'");
    } else {
        buf_printf(out, "        '*:operand:%s'",
                   c->completes == COMPLETE_FILE        ? "_files"
                   : c->completes == COMPLETE_DIRECTORY ? "_files -/"
                                                        : "");
    }
    buf_add_str(out, " ;;\n");
}

static void completion_zsh(const struct command *const *commands, enum lang lang, struct buf *out)
{
    buf_add_str(out, "#compdef kifu\n_kifu() {\n    local -a commands\n    commands=(\n");
    for (const struct command *const *c = commands; *c; c++) {
        buf_printf(out, "        '%s:", (*c)->name);
        add_quoted(out, msg_in(&(*c)->summary, lang), ":\\");
        buf_add_str(out, "'\n");
    }
    buf_add_str(out, "    )\n"
                     "    if (( CURRENT == 2 )); then\n"
                     "        _describe command commands\n"
                     "        return\n"
                     "    fi\n"
                     "    shift words\n"
                     "    (( CURRENT-- ))\n"
                     "    case $words[1] in\n");
    for (const struct command *const *c = commands; *c; c++) {
        buf_printf(out, "    %s)\n        _arguments \\\n", (*c)->name);
        each_option(*c, lang, out, add_zsh_option);
        add_zsh_operands(commands, *c, out);
    }
    buf_add_str(out, "    esac\n}\n_kifu \"$@\"\n");
}

static const char FISH_SPECIAL[] = "\\";

static void add_fish_option(const struct command *c, const struct option_spec *o, enum lang lang,
                            struct buf *out)
{
    buf_printf(out, "complete -c kifu -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
    if (o->letter)
        buf_printf(out, " -s %c", o->letter);
    if (o->kind == OPTION_CHOICE) {
        buf_add_str(out, " -x -a '");
        add_words(out, o->choices);
        buf_add_char(out, '\'');
    } else if (o->kind != OPTION_FLAG) {
        bool files = o->completes == COMPLETE_FILE || o->completes == COMPLETE_DIRECTORY;
        buf_add_str(out, files ? " -r -F" : " -x");
    }
    buf_add_str(out, " -d '");
    add_quoted(out, msg_in(&o->help, lang), FISH_SPECIAL);
    buf_add_str(out, "'\n");
}

static void add_fish_operands(const struct command *const *commands, const struct command *c,
                              struct buf *out)
{
    bool files = c->completes == COMPLETE_FILE || c->completes == COMPLETE_DIRECTORY;
    buf_printf(out, "complete -c kifu -n '__fish_seen_subcommand_from %s' %s", c->name,
               files ? "-F" : "-f");
    if (c->words || c->completes == COMPLETE_COMMAND) {
        buf_add_str(out, " -a '");
        if (c->words)
            add_words(out, c->words);
        else
            add_command_names(out, commands);
        buf_add_char(out, '\'');
    }
    buf_add_char(out, '\n');
}

static void completion_fish(const struct command *const *commands, enum lang lang, struct buf *out)
{
    buf_add_str(out, "# fish completion for kifu\n");
    for (const struct command *const *c = commands; *c; c++) {
        buf_printf(out, "complete -c kifu -f -n __fish_use_subcommand -a %s -d '", (*c)->name);
        add_quoted(out, msg_in(&(*c)->summary, lang), FISH_SPECIAL);
        buf_add_str(out, "'\n");
        add_fish_operands(commands, *c, out);
        each_option(*c, lang, out, add_fish_option);
    }
}

static const char *const SHELLS[] = {"bash", "zsh", "fish", NULL};

static void (*const WRITERS[])(const struct command *const *, enum lang,
                               struct buf *) = {completion_bash, completion_zsh, completion_fish};

static const struct msg UNKNOWN_SHELL = {
    "unknown shell '%1'; use bash, zsh or fish",
    "シェル '%1' には対応していません。bash、zsh、fish のいずれかを指定してください"};

static int run(struct cmd_env *env, const struct cmd_args *args)
{
    size_t shell = 0;
    while (SHELLS[shell] && strcmp(SHELLS[shell], args->operands[0]) != 0)
        shell++;
    if (!SHELLS[shell])
        return cmd_misuse(env, &UNKNOWN_SHELL, args->operands[0]);
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    WRITERS[shell](env->commands, env->lang, &text);
    int status = cmd_print(env, &text);
    buf_release(&text);
    return status;
}

const struct command CMD_COMPLETION = {
    .name = "completion",
    .group = GROUP_UPKEEP,
    .summary = {"print a shell completion script", "シェルの補完スクリプトを表示する"},
    .operands = "bash|zsh|fish",
    .min_operands = 1,
    .max_operands = 1,
    .words = SHELLS,
    .details = {"Try it with: source <(kifu completion bash)",
                "試すには: source <(kifu completion bash)"},
    .run = run,
};

/* cmd_progress.c: progress of long work on stderr, in the way the user asked for. */
#include <sys/ioctl.h>

#include "cmd/cmd.h"

static void write_text(void *ctx, struct span text)
{
    FILE *err = ctx;
    fwrite(text.p, 1, text.n, err);
    fflush(err);
}

static size_t terminal_columns(FILE *f)
{
    struct winsize size;
    return ioctl(fileno(f), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void cmd_progress_init(const struct cmd_env *env, struct progress *p)
{
    static const enum progress_style styles[] = {
        [CMD_PROGRESS_AUTO] = PROGRESS_LINES,  [CMD_PROGRESS_BAR] = PROGRESS_TERMINAL,
        [CMD_PROGRESS_PLAIN] = PROGRESS_LINES, [CMD_PROGRESS_JSON] = PROGRESS_JSON,
        [CMD_PROGRESS_NONE] = PROGRESS_NONE,
    };
    const struct progress_writer writer = {
        .ctx = env->err, .write = write_text, .columns = terminal_columns(env->err)};
    progress_init(p, env->quiet ? PROGRESS_NONE : styles[env->progress], env->lang, &writer);
}

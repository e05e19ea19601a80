/* main_windows.c: the command table of kifu.exe: what needs neither databases nor archives.
 *
 * Arguments come as UTF-16 and are made UTF-8, as the console is for the time of the program.  Messages are in
 * Japanese where the user's Windows is, unless the environment says otherwise. */
#include <stdlib.h>
#include <windows.h>

#include <shellapi.h>

#include "cmd/frame/cmd.h"

int _CRT_glob = 0; /* arguments are taken as they are */

static const struct command *const COMMANDS[] = {
    &CMD_CONVERT, &CMD_EVAL, &CMD_HELP, &CMD_MATE, &CMD_PERFT, &CMD_USI, &CMD_VERSION, NULL,
};

static char *narrow(const wchar_t *text)
{
    int n = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *out = n > 0 ? HeapAlloc(GetProcessHeap(), 0, (size_t)n) : NULL;
    if (out)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, out, n, NULL, NULL);
    return out;
}

/* The arguments live until the process ends. */
static const char **utf8_arguments(int *count)
{
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), count);
    const char **out =
        wide ? HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, ((size_t)*count + 1) * sizeof *out)
             : NULL;
    for (int i = 0; out && i < *count; i++)
        if (!(out[i] = narrow(wide[i])))
            return NULL;
    return out;
}

static void choose_language(void)
{
    if (!getenv("LC_ALL") && !getenv("LC_MESSAGES") && !getenv("LANG") &&
        PRIMARYLANGID(GetUserDefaultUILanguage()) == LANG_JAPANESE)
        _putenv("LANG=ja_JP.UTF-8");
}

int main(void)
{
    int argc = 0;
    const char **argv = utf8_arguments(&argc);
    UINT output = GetConsoleOutputCP(), input = GetConsoleCP();
    for (int fd = 0; fd < 3; fd++)
        _setmode(fd, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    SetConsoleCP(CP_UTF8);
    choose_language();
    int code = argv ? cmd_main(COMMANDS, argc, argv) : CMD_ERROR;
    SetConsoleOutputCP(output);
    SetConsoleCP(input);
    return code;
}

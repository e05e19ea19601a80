/* kifu.h: the library, as other programs see it.
 *
 * Reads game records of every format and encoding that Kifu knows and hands them out one by one;
 * writes them in any format.  Nothing here prints, exits, or keeps state between
 * calls; different threads may call at the same time.  All texts are UTF-8.
 *
 *     static int each(void *ctx, const struct kifu_game *game)
 *     {
 *         puts(kifu_game_moves(game));
 *         return 0;
 *     }
 *     struct kifu_error error;
 *     if (kifu_read_paths(&path, 1, each, NULL, NULL, &error) != 0)
 *         fputs(error.message, stderr);
 *
 * Link with `pkg-config --cflags --libs kifu`. */
#ifndef KIFU_H
#define KIFU_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef KIFU_API
#define KIFU_API __attribute__((visibility("default")))
#endif

/* Raised when something here changes incompatibly. */
#define KIFU_API_VERSION 0
KIFU_API const char *kifu_version(void);

/* Where and why something went wrong. */
struct kifu_error {
    char code[16];  /* "syntax", "illegal", "io", …; "" if nothing did */
    char file[256]; /* "" if unknown */
    unsigned line;  /* 1-based, 0 if unknown */
    unsigned long long byte;
    char message[512]; /* in English, with the place */
};

/* A game, valid during the callback that gets it. */
struct kifu_game;

/* Return 0 to go on, anything else to stop. */
typedef int kifu_game_callback(void *ctx, const struct kifu_game *game);
typedef void kifu_error_callback(void *ctx, const struct kifu_error *error);

/* Reads every game of some bytes.  label names them in messages.  0, or -1 with *error filled; -1
 * as well if the callback stopped it. */
KIFU_API int kifu_read_memory(const void *bytes, size_t n, const char *label,
                              kifu_game_callback *each, void *ctx, struct kifu_error *error);

/* Reads files, folders and archives.  What can't be read is handed to bad (which may be NULL) and
 * the reading goes on. */
KIFU_API int kifu_read_paths(const char *const *paths, size_t n, kifu_game_callback *each,
                             kifu_error_callback *bad, void *ctx, struct kifu_error *error);

/* About a game.  Texts live as long as the game; never NULL. */
KIFU_API size_t kifu_game_plies(const struct kifu_game *game);
KIFU_API const char *kifu_game_source(const struct kifu_game *game);  /* path of its file */
KIFU_API const char *kifu_game_format(const struct kifu_game *game);  /* "kif" */
KIFU_API const char *kifu_game_charset(const struct kifu_game *game); /* "CP932" */
KIFU_API const char *kifu_game_player(const struct kifu_game *game, int seat); /* 0: black */
KIFU_API char kifu_game_result(const struct kifu_game *game);                  /* b, w, d or ? */
KIFU_API const char *kifu_game_end(const struct kifu_game *game);              /* "resign", … */
KIFU_API const char *kifu_game_start(const struct kifu_game *game);            /* SFEN */
KIFU_API const char *kifu_game_moves(const struct kifu_game *game); /* USI moves, blanks between */
KIFU_API size_t kifu_game_problems(const struct kifu_game *game);
KIFU_API void kifu_game_problem(const struct kifu_game *game, size_t i, struct kifu_error *error);

/* The game in another format ("csa", "kif", …) as a new string, to be freed with kifu_free();
 * NULL with *error filled if that can't be done.  *n, if not NULL, gets the length. */
KIFU_API char *kifu_game_write(const struct kifu_game *game, const char *format, size_t *n,
                               struct kifu_error *error);
KIFU_API void kifu_free(void *p);

#ifdef __cplusplus
}
#endif

#endif

/* fuzz_match_file.c: any bytes as the file of games of a match that was broken off.  It is refused,
 * or read into points that can be; what is left after cutting off a part of a game is whole. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cmd/parts/match_run.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GAMES = 10 };
/* The seeds' match. */
static const uint64_t PRINT = 0x0123456789abcdef;

static void require(bool good)
{
    if (!good)
        abort();
}

/* How many games are found in the file; -1: it is refused. */
static int read_once(const char *path)
{
    struct match_file file;
    struct match_tally tally;
    struct err err;
    int found_games = 0;
    require(match_tally_open(&tally, GAMES, &err) == STATUS_OK);
    enum status status = match_file_open(&file, path, PRINT, &tally, &err);
    require(status == STATUS_OK || status == STATUS_RANGE);
    for (int i = 0; i < GAMES; i++) {
        int points = tally.points[i];
        require(points == MATCH_UNPLAYED || points == POINTS_LOSS || points == POINTS_DRAW ||
                points == POINTS_WIN);
        found_games += points != MATCH_UNPLAYED;
    }
    if (status == STATUS_OK) {
        require(file.found_games == (uint64_t)found_games);
        match_file_close(&file);
    }
    match_tally_close(&tally);
    return status == STATUS_OK ? found_games : -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    int fd = memfd_create("games.csa", MFD_CLOEXEC);
    require(fd >= 0 && (size == 0 || write(fd, data, size) == (ssize_t)size));
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int first = read_once(path);
    if (first >= 0)
        require(read_once(path) <= first && read_once(path) >= 0);
    close(fd);
    return 0;
}

/* fuzz_board.c: any bytes as a board and moves: the first line a position, of Go if it begins with a
 * number, the others moves in any notation.  A move that is accepted is legal, every notation leads
 * back to it, and taking all moves back leads to the start. */
#include <stdlib.h>
#include <string.h>

#include "kifu_board.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int good)
{
    if (!good)
        abort();
}

static void check_notations(const struct kifu_board *b, kifu_shogi_move m)
{
    static const char *const NOTATIONS[] = {"csa", "kif", "ki2"};
    char text[KIFU_MOVE_BYTES];
    require(kifu_board_is_legal(b, m));
    for (int i = 0; i < 3; i++) {
        require(kifu_board_print_move(b, m, NOTATIONS[i], text) != 0);
        require(kifu_board_parse_move(b, text) == m);
    }
    require(kifu_move_label(m, kifu_board_turn(b)) >= 0);
}

static void play_shogi(const char *position, char *rest)
{
    struct kifu_error error;
    struct kifu_board *b = kifu_board_new(position, &error);
    const char *line;
    if (!b)
        return;
    struct kifu_board *start = kifu_board_copy(b);
    unsigned plies = kifu_board_plies(b);
    while ((line = strsep(&rest, "\n"))) {
        kifu_shogi_move m = kifu_board_parse_move(b, line);
        if (!m)
            continue;
        check_notations(b, m);
        require(kifu_board_push(b, m, &error) == 0);
    }
    char *usi = kifu_board_usi(b, &error);
    struct kifu_board *again = kifu_board_new(usi, &error);
    require(again && kifu_board_equal(again, b) && kifu_board_plies(again) == kifu_board_plies(b));
    while (kifu_board_plies(b) > plies)
        (void)kifu_board_pop(b);
    require(kifu_board_equal(b, start) && kifu_board_key(b) == kifu_board_key(start));
    kifu_free(usi);
    kifu_board_free(again);
    kifu_board_free(start);
    kifu_board_free(b);
}

static void play_go(const char *position, char *rest)
{
    struct kifu_error error;
    struct kifu_go_board *b = kifu_go_board_parse(position, &error);
    const char *line;
    int point;
    if (!b)
        return;
    struct kifu_go_board *start = kifu_go_board_copy(b);
    while ((line = strsep(&rest, "\n")))
        if (kifu_go_board_parse_point(b, line, &point)) {
            int legal = kifu_go_board_is_legal(b, point, 0);
            require(legal == (kifu_go_board_play(b, point, &error) == 0));
        }
    while (kifu_go_board_pop(b)) {
    }
    require(kifu_go_board_equal(b, start) && kifu_go_board_key(b) == kifu_go_board_key(start));
    kifu_go_board_free(start);
    kifu_go_board_free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *rest = text;
    require(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    const char *position = strsep(&rest, "\n");
    if (*position >= '1' && *position <= '9' && !strchr(position, '/'))
        play_go(position, rest);
    else
        play_shogi(position, rest);
    free(text);
    return 0;
}

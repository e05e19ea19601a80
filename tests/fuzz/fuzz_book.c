/* fuzz_book.c: any bytes as an opening book (formats/shogi/book_file.h).  Whatever is accepted has
 * legal moves only, each once, and says the same twice; positions are the start, those that its own
 * moves lead to, and one that the input names in a text. */
#include <stdlib.h>
#include <string.h>

#include "formats/shogi/book_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void look_up(const struct book_file *f, const struct shogi_pos *pos,
                    struct book_file_moves *out)
{
    static struct book_file_moves again;
    require(book_file_find(f, pos, out, NULL) == STATUS_OK);
    require(out->count <= SHOGI_MAX_MOVES);
    for (uint32_t i = 0; i < out->count; i++) {
        require(shogi_move_is_legal(pos, out->at[i].move) && out->at[i].games > 0);
        for (uint32_t k = 0; k < i; k++)
            require(out->at[k].move != out->at[i].move);
    }
    require(book_file_find(f, pos, &again, NULL) == STATUS_OK);
    require(again.count == out->count && again.refused == out->refused);
}

/* The first position of a text that is one. */
static bool named_position(struct span text, struct shogi_pos *pos)
{
    ptrdiff_t at = span_find(text, SPAN("sfen "));
    if (at < 0)
        return false;
    struct span line = span_skip(text, (size_t)at);
    const char *end = memchr(line.p, '\n', line.n);
    line.n = end ? (size_t)(end - line.p) : line.n;
    return shogi_sfen_parse(pos, line, SHOGI_SFEN_TOLERANT, NULL, NULL) == STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct book_file_moves moves;
    struct span bytes = span_make((const char *)data, size);
    struct book_file f;
    struct shogi_pos pos;
    struct shogi_undo undo;
    struct err err = {0};
    if (book_file_open_bytes(&f, bytes, &err) != STATUS_OK) {
        require(err.what != NULL);
        return 0;
    }
    shogi_pos_start(&pos);
    for (int ply = 0; ply < 8; ply++) {
        look_up(&f, &pos, &moves);
        if (!moves.count)
            break;
        shogi_play(&pos, moves.at[moves.count - 1].move, &undo);
    }
    if (named_position(bytes, &pos))
        look_up(&f, &pos, &moves);
    book_file_close(&f);
    return 0;
}

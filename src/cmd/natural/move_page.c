/* move_page.c: see move_page.h. */
#include "cmd/natural/move_page.h"

#include <string.h>

#include "formats/shogi/ki2_notation.h"
#include "games/shogi/shogi_names.h"

/* --- Moves ------------------------------------------------------------------------------------ */

void page_add_move(struct json *j, const struct page_position *at, shogi_move m)
{
    char usi[16], kanji[64];
    struct buf en = {.p = usi, .cap = sizeof usi, .max = sizeof usi};
    struct buf ja = {.p = kanji, .cap = sizeof kanji, .max = sizeof kanji};
    shogi_usi_print(m, &en);
    buf_add_str(&ja, ki2_mark(shogi_turn(at->pos)));
    ki2_print_move(at->pos, m, -1, &ja);
    json_key_str(j, "en", buf_span(&en));
    json_key_str(j, "ja", buf_span(&ja));
}

/* The latest last. */
static void add_before(struct json *j, const struct page_position *at)
{
    char text[256];
    json_key(j, "before");
    json_open_object(j);
    for (int ja = 0; ja < 2; ja++) {
        struct buf word = {.p = text, .cap = sizeof text, .max = sizeof text};
        for (int i = NATURAL_PAST - 1; i >= 0; i--) {
            const struct flow_step *step = &at->past->steps[i];
            if (step->to == FLOW_NO_STEP)
                continue;
            buf_add_str(&word, word.n ? " " : "");
            buf_add_str(&word, ja ? ki2_mark(step->color) : "");
            if (!ja) {
                shogi_usi_print(at->past->moves[i], &word);
                continue;
            }
            buf_add_str(&word, shogi_wide_digit(shogi_file_of(step->to)));
            buf_add_str(&word, shogi_kanji_digit(shogi_rank_of(step->to)));
            buf_add_str(&word, shogi_kind_kanji(step->piece % FLOW_PROMOTES));
        }
        json_key_str(j, ja ? "ja" : "en", buf_span(&word));
    }
    json_end(j);
}

void page_add_position(struct json *j, const struct page_position *at)
{
    json_key_u64(j, "ply", at->ply);
    json_key_cstr(j, "turn", shogi_turn(at->pos) == SHOGI_BLACK ? "black" : "white");
    add_before(j, at);
}

/* --- Boards ----------------------------------------------------------------------------------- */

static struct shogi_arrow arrow_of(const struct page_position *at, shogi_move m, int accent,
                                   char label)
{
    bool drop = shogi_move_is_drop(m);
    int hand = shogi_turn(at->pos) == SHOGI_BLACK ? SHOGI_ARROW_HAND_BLACK : SHOGI_ARROW_HAND_WHITE;
    return (struct shogi_arrow){.from = drop ? hand : shogi_move_from(m),
                                .to = shogi_move_to(m),
                                .kind = drop ? shogi_move_kind(m) : 0,
                                .accent = accent,
                                .label = label};
}

enum status page_add_board(struct json *j, const struct page_position *at, shogi_move a,
                           shogi_move b, struct err *err)
{
    enum { BLUE = 0, RED = 2 };
    const struct shogi_arrow arrows[] = {arrow_of(at, a, BLUE, 'A'), arrow_of(at, b, RED, 'B')};
    const struct shogi_picture picture = {.pos = at->pos,
                                          .last = at->past->moves[0],
                                          .ply = at->ply,
                                          .caption_side = -1,
                                          .arrows = arrows,
                                          .n_arrows = 2};
    enum status status = STATUS_OK;
    struct buf svg;
    buf_init(&svg, BUF_DEFAULT_MAX);
    json_key(j, "svg");
    json_open_object(j);
    for (enum lang lang = LANG_EN; lang <= LANG_JA && status == STATUS_OK; lang++) {
        const struct board_options options = {.lang = lang, .theme = BOARD_AUTO};
        buf_clear(&svg);
        status = shogi_board_svg(&picture, &options, &svg, err);
        json_key_str(j, lang == LANG_JA ? "ja" : "en", buf_span(&svg));
    }
    json_end(j);
    if (status == STATUS_OK && buf_status(&svg) != STATUS_OK)
        status = err_nomem(err);
    buf_release(&svg);
    return status;
}

/* --- The page --------------------------------------------------------------------------------- */

/* Whether the text begins with a place for a part, which is skipped then; it may be a name of
 * nothing. */
static bool eat_place(struct span *text, struct span name)
{
    struct span rest = *text;
    if (!span_eat(&rest, SPAN("/*@")) || !span_eat(&rest, name) || !span_eat(&rest, SPAN("@*/")))
        return false;
    *text = rest;
    return true;
}

static bool add_part(const struct page_part *parts, size_t count, struct span *text,
                     struct buf *out)
{
    for (size_t i = 0; i < count; i++)
        if (eat_place(text, span_of(parts[i].path + 1))) {
            buf_add_span(out, parts[i].text);
            return true;
        }
    return false;
}

void page_assemble(const struct page_part *parts, size_t count, struct span data, struct buf *out)
{
    struct span page = SPAN("");
    for (size_t i = 0; i < count; i++)
        if (strcmp(parts[i].path, "/") == 0)
            page = parts[i].text;
    for (ptrdiff_t at; (at = span_find(page, SPAN("/*@"))) >= 0;) {
        buf_add(out, page.p, (size_t)at);
        page = span_skip(page, (size_t)at);
        if (eat_place(&page, SPAN("data")))
            json_within_script(data, out);
        else if (!add_part(parts, count, &page, out))
            page = span_skip(page, 3);
    }
    buf_add_span(out, page);
}

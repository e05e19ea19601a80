/* blind_page.c: see blind_page.h. */
#include "view/report/blind_page.h"

#include <string.h>

#include "base/text/json.h"
#include "blind_tables.h"
#include "formats/shogi/ki2_notation.h"
#include "games/shogi/shogi_names.h"
#include "view/board/shogi_board.h"

/* --- Moves ------------------------------------------------------------------------------------ */

static void key_move(struct json *j, const char *key, const struct blind_item *item, shogi_move m)
{
    char usi[16], kanji[64];
    struct buf en = {.p = usi, .cap = sizeof usi, .max = sizeof usi};
    struct buf ja = {.p = kanji, .cap = sizeof kanji, .max = sizeof kanji};
    shogi_usi_print(m, &en);
    buf_add_str(&ja, ki2_mark(shogi_turn(item->pos)));
    ki2_print_move(item->pos, m, -1, &ja);
    json_key(j, key);
    json_open_object(j);
    json_key_str(j, "en", buf_span(&en));
    json_key_str(j, "ja", buf_span(&ja));
    json_end(j);
}

/* The latest last. */
static void key_before(struct json *j, const struct blind_item *item, struct buf *word)
{
    json_key(j, "before");
    json_open_object(j);
    for (int ja = 0; ja < 2; ja++) {
        buf_clear(word);
        for (int i = NATURAL_PAST - 1; i >= 0; i--) {
            const struct flow_step *step = &item->past->steps[i];
            if (step->to == FLOW_NO_STEP)
                continue;
            buf_add_str(word, word->n ? " " : "");
            buf_add_str(word, ja ? ki2_mark(step->color) : "");
            if (!ja) {
                shogi_usi_print(item->past->moves[i], word);
                continue;
            }
            buf_add_str(word, shogi_wide_digit(shogi_file_of(step->to)));
            buf_add_str(word, shogi_kanji_digit(shogi_rank_of(step->to)));
            buf_add_str(word, shogi_kind_kanji(step->piece % FLOW_PROMOTES));
        }
        json_key_str(j, ja ? "ja" : "en", buf_span(word));
    }
    json_end(j);
}

/* --- Boards ----------------------------------------------------------------------------------- */

static struct shogi_arrow arrow_of(const struct blind_item *item, shogi_move m, int accent,
                                   char label)
{
    bool drop = shogi_move_is_drop(m);
    int hand =
        shogi_turn(item->pos) == SHOGI_BLACK ? SHOGI_ARROW_HAND_BLACK : SHOGI_ARROW_HAND_WHITE;
    return (struct shogi_arrow){.from = drop ? hand : shogi_move_from(m),
                                .to = shogi_move_to(m),
                                .kind = drop ? shogi_move_kind(m) : 0,
                                .accent = accent,
                                .label = label};
}

static enum status draw_board(const struct blind_item *item, enum lang lang, struct buf *out,
                              struct err *err)
{
    enum { BLUE = 0, RED = 2 };
    const struct shogi_arrow arrows[] = {arrow_of(item, item->a, BLUE, 'A'),
                                         arrow_of(item, item->b, RED, 'B')};
    const struct shogi_picture picture = {.pos = item->pos,
                                          .last = item->past->moves[0],
                                          .ply = item->ply,
                                          .caption_side = -1,
                                          .arrows = arrows,
                                          .n_arrows = 2};
    const struct board_options options = {.lang = lang, .theme = BOARD_AUTO};
    return shogi_board_svg(&picture, &options, out, err);
}

/* --- The page --------------------------------------------------------------------------------- */

static enum status add_item(struct json *j, const struct blind_item *item, struct buf *word,
                            struct err *err)
{
    enum status st = STATUS_OK;
    json_open_object(j);
    json_key_u64(j, "ply", item->ply);
    json_key_cstr(j, "turn", shogi_turn(item->pos) == SHOGI_BLACK ? "black" : "white");
    key_move(j, "a", item, item->a);
    key_move(j, "b", item, item->b);
    key_before(j, item, word);
    json_key(j, "svg");
    json_open_object(j);
    for (enum lang lang = LANG_EN; lang <= LANG_JA && st == STATUS_OK; lang++) {
        buf_clear(word);
        st = draw_board(item, lang, word, err);
        json_key_str(j, lang == LANG_JA ? "ja" : "en", buf_span(word));
    }
    json_end(j);
    json_end(j);
    return st;
}

static enum status add_data(const struct blind_item *items, size_t n, struct span id,
                            enum lang lang, struct buf *out, struct err *err)
{
    enum status st = STATUS_OK;
    struct json j;
    struct buf word;
    buf_init(&word, BUF_DEFAULT_MAX);
    json_init(&j, out);
    json_open_object(&j);
    json_key_str(&j, "id", id);
    json_key_cstr(&j, "lang", lang == LANG_JA ? "ja" : "en");
    json_key(&j, "items");
    json_open_array(&j);
    for (size_t i = 0; i < n && st == STATUS_OK; i++)
        st = add_item(&j, &items[i], &word, err);
    json_end(&j);
    json_end(&j);
    if (st == STATUS_OK && (buf_status(&word) != STATUS_OK || buf_status(out) != STATUS_OK))
        st = err_nomem(err);
    buf_release(&word);
    return st;
}

static struct span part(const char *path)
{
    for (size_t i = 0; i < sizeof PAGE_FILES / sizeof *PAGE_FILES; i++)
        if (strcmp(PAGE_FILES[i].path, path) == 0)
            return span_make((const char *)PAGE_FILES[i].bytes, PAGE_FILES[i].count);
    return SPAN("");
}

static void add_page(struct span data, struct buf *out)
{
    static const struct span MARK = SPAN_INIT("/*@");
    struct span page = part("/");
    for (ptrdiff_t at; (at = span_find(page, MARK)) >= 0;) {
        buf_add(out, page.p, (size_t)at);
        page = span_skip(page, (size_t)at);
        if (span_eat(&page, SPAN("/*@blind.css@*/")))
            buf_add_span(out, part("/blind.css"));
        else if (span_eat(&page, SPAN("/*@blind.js@*/")))
            buf_add_span(out, part("/blind.js"));
        else if (span_eat(&page, SPAN("/*@data@*/")))
            json_within_script(data, out);
        else
            page = span_skip(page, MARK.n);
    }
    buf_add_span(out, page);
}

enum status blind_page(const struct blind_item *items, size_t n, struct span id, enum lang lang,
                       struct buf *out, struct err *err)
{
    struct buf data;
    buf_init(&data, BUF_DEFAULT_MAX);
    enum status st = add_data(items, n, id, lang, &data, err);
    if (st == STATUS_OK)
        add_page(buf_span(&data), out);
    if (st == STATUS_OK && buf_status(out) != STATUS_OK)
        st = err_nomem(err);
    buf_release(&data);
    return st;
}

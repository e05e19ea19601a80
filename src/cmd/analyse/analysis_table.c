/* analysis_table.c: see analysis_table.h. */
#include "cmd/analyse/analysis_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/io/file.h"
#include "base/text/json.h"
#include "view/draw/text_width.h"

/* The columns of all forms. */
enum {
    NAME,
    GAMES,
    MOVES,
    ACCURACY,
    LOSS,
    INACCURACIES,
    MISTAKES,
    BLUNDERS,
    MISSED,
    FOUND,
    COLUMNS
};

static const struct {
    const char *key;
    struct msg title;
    int digits; /* behind the point */
} COLUMN[COLUMNS] = {
    [NAME] = {"player", {"player", "対局者"}, 0},
    [GAMES] = {"games", {"games", "局数"}, 0},
    [MOVES] = {"moves", {"moves", "手数"}, 0},
    [ACCURACY] = {"accuracy", {"accuracy", "正確さ"}, 1},
    [LOSS] = {"loss", {"loss, %", "損（％）"}, 2},
    [INACCURACIES] = {"inaccuracies_per_100", {"inacc./100", "疑問手/百手"}, 1},
    [MISTAKES] = {"mistakes_per_100", {"mist./100", "悪手/百手"}, 1},
    [BLUNDERS] = {"blunders_per_100", {"blund./100", "大悪手/百手"}, 1},
    [MISSED] = {"mates_missed", {"missed", "詰み逃し"}, 0},
    [FOUND] = {"mates_found", {"found", "詰み"}, 0},
};

static double value_of(const struct table_player *p, int column)
{
    switch (column) {
    case GAMES:
        return (double)p->games;
    case MOVES:
        return (double)p->moves;
    case ACCURACY:
        return table_player_accuracy(p);
    case LOSS:
        return 100 * table_player_loss(p);
    case INACCURACIES:
        return table_player_rate(p, MOVE_INACCURACY);
    case MISTAKES:
        return table_player_rate(p, MOVE_MISTAKE);
    case BLUNDERS:
        return table_player_rate(p, MOVE_BLUNDER);
    case MISSED:
        return (double)p->mates_missed;
    default:
        return (double)p->mates_found;
    }
}

enum { NAME_WIDTH = 24, LEAST_WIDTH = 7 };

static int width_of(int column, enum lang lang)
{
    int n = text_columns(span_of(msg_in(&COLUMN[column].title, lang))) + 2;
    return n < LEAST_WIDTH ? LEAST_WIDTH : n;
}

static void add_right(struct buf *out, struct span text, int width)
{
    for (int i = text_columns(text); i < width; i++)
        buf_add_char(out, ' ');
    buf_add_span(out, text);
}

void analysis_table_text(const struct player_table *t, enum lang lang, struct buf *out)
{
    char figure[32];
    struct buf name;
    buf_init(&name, BUF_DEFAULT_MAX);
    buf_add_char(out, '\n');
    text_pad(out, span_of(msg_in(&COLUMN[NAME].title, lang)), NAME_WIDTH);
    for (int i = GAMES; i < COLUMNS; i++)
        add_right(out, span_of(msg_in(&COLUMN[i].title, lang)), width_of(i, lang));
    buf_add_char(out, '\n');
    for (size_t k = 0; k < t->count; k++) {
        buf_clear(&name);
        text_add_clean(&name, t->at[k].name.n ? t->at[k].name : SPAN("–"));
        text_pad(out, buf_span(&name), NAME_WIDTH);
        for (int i = GAMES; i < COLUMNS; i++) {
            snprintf(figure, sizeof figure, "%.*f", COLUMN[i].digits, value_of(&t->at[k], i));
            add_right(out, span_of(figure), width_of(i, lang));
        }
        buf_add_char(out, '\n');
    }
    if (buf_status(&name) != STATUS_OK)
        out->bad = STATUS_NOMEM;
    buf_release(&name);
}

void analysis_table_json(const struct player_table *t, struct buf *out)
{
    for (size_t k = 0; k < t->count; k++) {
        struct json j;
        json_init(&j, out);
        json_open_object(&j);
        json_key_str(&j, COLUMN[NAME].key, t->at[k].name);
        for (int i = GAMES; i < COLUMNS; i++) {
            const double digits = COLUMN[i].digits ? 1e4 : 1;
            json_key_double(&j, COLUMN[i].key, round(value_of(&t->at[k], i) * digits) / digits);
        }
        json_end(&j);
        json_line(&j);
    }
}

static void add_tsv(const struct player_table *t, struct buf *out)
{
    for (int i = NAME; i < COLUMNS; i++)
        buf_printf(out, "%s%s", i ? "\t" : "", COLUMN[i].key);
    buf_add_char(out, '\n');
    for (size_t k = 0; k < t->count; k++) {
        text_add_clean(out, t->at[k].name);
        for (int i = GAMES; i < COLUMNS; i++)
            buf_printf(out, "\t%.*f", COLUMN[i].digits ? 4 : 0, value_of(&t->at[k], i));
        buf_add_char(out, '\n');
    }
}

enum status analysis_table_write(const struct player_table *t, const char *path, struct err *err)
{
    const struct span name = span_of(path);
    struct buf text;
    buf_init(&text, BUF_DEFAULT_MAX);
    if (span_ends(name, SPAN(".json")) || span_ends(name, SPAN(".jsonl")))
        analysis_table_json(t, &text);
    else
        add_tsv(t, &text);
    enum status status =
        buf_status(&text) == STATUS_OK ? file_replace(path, buf_span(&text), err) : err_nomem(err);
    buf_release(&text);
    return status;
}

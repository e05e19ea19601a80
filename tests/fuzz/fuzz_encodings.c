/* fuzz_encodings.c: any moves of Go, as damaged databases may hold them, in all encodings, and all
 * scorers on what comes of them.  Bytes: width and height of the board, then two for each move. */
#include <math.h>
#include <stdlib.h>

#include "base/le.h"
#include "games/go/go.h"
#include "games/shogi/shogi.h"
#include "text/mine/encodings.h"
#include "text/mine/scorers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 400 };

static void require(bool good)
{
    if (!good)
        abort();
}

static void check_corpus(const struct corpus *c)
{
    require(c->n > 0 && c->text[0] == CORPUS_BREAK && c->text[c->n - 1] == CORPUS_BREAK);
    for (uint32_t i = 0; i < c->n; i++)
        require(c->text[i] < c->alphabet);
    for (uint32_t i = 0; i < c->sentence_count; i++) {
        const struct sentence *s = &c->sentences[i];
        require(s->count > 0 && s->first > 0 && s->first + s->count < c->n);
        for (uint32_t at = s->first; at < s->first + s->count; at++)
            require(c->text[at] != CORPUS_BREAK && c->ply[at] < MOST);
    }
}

static void score(const struct corpus *c)
{
    const struct scorer_options opt = {.min_length = 2, .threshold = NAN, .top = 20};
    struct substring_index x;
    struct err err;
    require(substring_index_build(&x, c, NULL, &err) == STATUS_OK);
    for (const struct scorer *const *s = all_scorers; *s; s++) {
        struct sequences out = {0};
        require((*s)->run(&x, &opt, &out, &err) == STATUS_OK);
        for (size_t i = 0; i < out.count; i++)
            require(out.at[i].from < out.at[i].to && out.at[i].to <= c->n && out.at[i].length > 0);
        sequences_release(&out);
    }
    substring_index_release(&x);
}

static void encode(const struct encoding *e, const struct encoding_input *in)
{
    struct encoder *encoder = NULL;
    struct corpus c;
    struct err err;
    corpus_init(&c, e->alphabet);
    require(!e->open || e->open(&encoder, &err) == STATUS_OK);
    enum status st = e->encode(encoder, in, &c, &err);
    require(st == STATUS_OK || st == STATUS_SYNTAX);
    if (st == STATUS_OK) {
        require(corpus_end(&c, &err) == STATUS_OK);
        check_corpus(&c);
        score(&c);
    }
    if (e->close && encoder)
        e->close(encoder);
    corpus_release(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct go_pos start;
    static game_move moves[MOST];
    static struct shogi_pos even;
    if (size < 2)
        return 0;
    go_pos_empty(&start, 1 + data[0] % GO_MAX_SIZE, 1 + data[1] % GO_MAX_SIZE);
    struct encoding_input in = {.start = &start, .moves = moves};
    for (size_t at = 2; at + 1 < size && in.count < MOST; at += 2)
        moves[in.count++] = le_get16((const char *)data + at);
    for (const struct encoding *const *e = all_encodings; *e; e++)
        if ((*e)->game == &go_game)
            encode(*e, &in);
    shogi_pos_start(&even);
    in.start = &even;
    encode(&shogi_moves_encoding, &in);
    return 0;
}

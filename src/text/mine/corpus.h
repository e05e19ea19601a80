/* corpus.h: a corpus: games written as one text of symbols, each with its line and ply.
 *
 * A text is sentences; between them stands the symbol 0, so that nothing reaches from one into the
 * next.  What a symbol stands for is the encoding's business (encodings.h): everything that counts
 * and scores here knows numbers only.  Each symbol remembers where it came from, the line and the
 * ply of the move it stands for, so that whatever is found in the text is found again on the board;
 * in encodings that follow what happens in one part of the board, neighbours in the text need not
 * be neighbours in the game.
 *
 *     text       0  5  8  2  0  5  9  0          two sentences
 *     ply        0  0  1  2  6  7  8  0          at a break: corpus_lead()
 *     note       -  0  0  1  -  0  0  -          whatever the encoding has to say of a symbol
 */
#ifndef KIFU_TEXT_MINE_CORPUS_H
#define KIFU_TEXT_MINE_CORPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { CORPUS_BREAK = 0 };

struct corpus {
    uint32_t *text;    /* symbols; begins and ends with CORPUS_BREAK */
    uint32_t *ply;     /* of the move that each stands for (0: the first of the game) */
    uint32_t *note;    /* the encoding's own; 0 unless corpus_note() said something */
    bool gapless;      /* symbol i of a sentence is of ply i, and nothing is noted: ply and note are
                          NULL, which saves two thirds of the memory */
    uint32_t n, cap;   /* symbols, breaks included */
    uint32_t alphabet; /* every symbol is below */
    struct sentence {
        uint32_t first, count; /* symbols */
        uint32_t line;         /* whatever the caller numbers its games by */
        uint32_t mark;         /* the encoding's own: how it began, how it ended */
    } * sentences;
    uint32_t sentence_count, sentence_cap;
};

void corpus_init(struct corpus *c, uint32_t alphabet);
void corpus_release(struct corpus *c);
/* Makes it empty, keeping the memory. */
void corpus_clear(struct corpus *c);
/* Begins a sentence; one that stays empty is not kept. */
enum status corpus_begin(struct corpus *c, uint32_t line, uint32_t mark,
                         struct err *err) CHECK_RESULT;
/* The ply of the move that the first symbol of the sentence just begun is told from: kept at the
 * break before it, so that moves and what they are told from stand side by side. */
void corpus_lead(struct corpus *c, uint32_t ply);
/* A symbol of the sentence that was begun; STATUS_RANGE if it is a break or not of the alphabet. */
enum status corpus_add(struct corpus *c, uint32_t symbol, uint32_t ply,
                       struct err *err) CHECK_RESULT;
/* Of the symbol added last; not in a gapless corpus. */
void corpus_note(struct corpus *c, uint32_t note);
/* Ends the last sentence and the text. */
enum status corpus_end(struct corpus *c, struct err *err) CHECK_RESULT;
/* Adds the sentences of another one, whether it has ended or not. */
enum status corpus_append(struct corpus *c, const struct corpus *more,
                          struct err *err) CHECK_RESULT;
/* The sentence that a place of the text is in; of a break, the one before it (NULL: none). */
const struct sentence *corpus_sentence(const struct corpus *c, uint32_t at);
/* The ply of a symbol of a sentence. */
static inline uint32_t corpus_ply(const struct corpus *c, const struct sentence *s, uint32_t at)
{
    return c->gapless ? at - s->first : c->ply[at];
}

#endif

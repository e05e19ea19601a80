/* eval.c: see eval.h. */
#include "engine/eval/eval.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

const char *const eval_kind_names[SHOGI_KINDS] = {
    [SHOGI_NONE] = "",
    [SHOGI_PAWN] = "pawn",
    [SHOGI_LANCE] = "lance",
    [SHOGI_KNIGHT] = "knight",
    [SHOGI_SILVER] = "silver",
    [SHOGI_BISHOP] = "bishop",
    [SHOGI_ROOK] = "rook",
    [SHOGI_GOLD] = "gold",
    [SHOGI_KING] = "king",
    [SHOGI_PRO_PAWN] = "tokin",
    [SHOGI_PRO_LANCE] = "promoted-lance",
    [SHOGI_PRO_KNIGHT] = "promoted-knight",
    [SHOGI_PRO_SILVER] = "promoted-silver",
    [SHOGI_HORSE] = "horse",
    [SHOGI_DRAGON] = "dragon",
};
void eval_add_term(struct eval_account *account, const char *name, double count, double value)
{
    /* adding 0 makes 0 of -0 */
    if (account->term_count == EVAL_MAX_TERMS)
        return; /* no evaluation has so many */
    struct eval_term *t = &account->terms[account->term_count++];
    *t = (struct eval_term){.count = count, .opening = NAN, .endgame = NAN, .value = value + 0.};
    snprintf(t->name, sizeof t->name, "%s", name);
}

void eval_add_kind(struct eval_account *account, const char *group, int kind, double count,
                   double value)
{
    char name[EVAL_NAME_BYTES];
    snprintf(name, sizeof name, "%s.%s", group, eval_kind_names[kind]);
    eval_add_term(account, name, count, value);
}

const struct eval_term *eval_find_term(const struct eval_account *account, const char *name)
{
    for (int i = 0; i < account->term_count; i++)
        if (strcmp(account->terms[i].name, name) == 0)
            return &account->terms[i];
    return NULL;
}

/* --- Shares ----------------------------------------------------------------------------------- */

static int value_now(const struct eval *eval, void *state, const struct shogi_pos *pos)
{
    eval->type->begin(eval->weights, state, pos);
    int value = eval->type->value(eval->weights, state, pos);
    return pos->turn == SHOGI_BLACK ? value : -value;
}

static void share_all(const struct eval *eval, void *state, const struct shogi_pos *pos,
                      struct eval_shares *out)
{
    struct shogi_pos less = *pos;
    *out = (struct eval_shares){.value = value_now(eval, state, pos)};
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        int piece = pos->board[square];
        if (!piece || shogi_kind_of(piece) == SHOGI_KING)
            continue;
        shogi_pos_put(&less, square, 0);
        out->board[square] = out->value - value_now(eval, state, &less);
        shogi_pos_put(&less, square, piece);
    }
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++) {
            if (!pos->hand[color][kind])
                continue;
            less.hand[color][kind]--;
            out->hand[color][kind] = out->value - value_now(eval, state, &less);
            less.hand[color][kind]++;
        }
}

enum status eval_share(const struct eval *eval, const struct shogi_pos *pos,
                       struct eval_shares *out, struct err *err)
{
    void *state = mem_calloc_aligned(64, 1, (eval->type->state_bytes + 127) / 64 * 64);
    if (!state)
        return err_nomem(err);
    share_all(eval, state, pos, out);
    mem_free(state);
    return STATUS_OK;
}

/* eval.c: see eval.h. */
#include "engine/eval.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    if (account->term_count == EVAL_MAX_TERMS)
        return; /* no evaluation has so many */
    struct eval_term *t = &account->terms[account->term_count++];
    *t = (struct eval_term){.count = count, .opening = NAN, .endgame = NAN, .value = value};
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

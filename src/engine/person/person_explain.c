/* person_explain.c: why a person plays a move, in one sentence; see person.h. */
#include <math.h>

#include "engine/person/person.h"
#include "formats/shogi/ki2_notation.h"

struct person_sentence {
    const struct person_kind *who;
    const struct person_question *q;
    const struct person_view *v;
    const struct person_move *move;
    bool ja;
    struct buf *out;
};

static void add_move(struct person_sentence *s, shogi_move m)
{
    if (s->ja) {
        buf_add_str(s->out, ki2_mark(shogi_turn(s->q->search->pos)));
        ki2_print_move(s->q->search->pos, m, -1, s->out);
    } else {
        shogi_usi_print(m, s->out);
    }
}

/* What kind of move it is, if that is a reason; NULL: no such thing. */
static const struct msg *deed_of(const struct person_sentence *s)
{
    static const struct msg MATES = {"mate", "詰み"}, LEADS = {"it leads to mate", "詰みがある"},
                            ESCAPES = {"out of check", "王手を防ぐ"},
                            TAKES_BACK = {"takes back", "取り返す"}, TAKES = {"takes", "駒を取る"};
    const struct shogi_pos *pos = s->q->search->pos;
    shogi_move m = s->move->move, last = s->q->past->moves[0];
    bool takes = !shogi_move_is_drop(m) && shogi_piece_at(pos, shogi_move_to(m)) != SHOGI_NONE;
    if (s->move->mates_now)
        return &MATES;
    if (s->move->mates)
        return &LEADS;
    if (shogi_in_check(pos))
        return &ESCAPES;
    if (takes && last && shogi_move_to(last) == shogi_move_to(m))
        return &TAKES_BACK;
    return takes ? &TAKES : NULL;
}

static void add_likelihood(struct person_sentence *s)
{
    const char *many = msg_in(&s->who->many, s->ja ? LANG_JA : LANG_EN);
    double of_hundred = 100 * s->move->p;
    if (s->v->count == 1)
        buf_add_str(s->out, s->ja ? "唯一の合法手" : "the only legal move");
    else if (of_hundred < 0.95)
        buf_printf(s->out,
                   s->ja ? "%sの 100 人に 1 人も指さない手" : "fewer than 1 of 100 %s play it here",
                   many);
    else if (s->ja)
        buf_printf(s->out, "%sなら 100 人中およそ %.0f 人が指す", many, of_hundred);
    else
        buf_printf(s->out, "about %.0f of 100 %s play it here", of_hundred, many);
}

/* What is lost, as the small search has it; unlikely moves were not searched. */
static void add_engine_move(struct person_sentence *s)
{
    const struct person_move *best = &s->v->moves[s->v->best];
    if (s->v->count == 1 || s->v->depth == 0)
        return;
    if (best == s->move) {
        buf_add_str(s->out, s->ja ? "。エンジンも同じ手" : "; so would the engine");
        return;
    }
    buf_printf(s->out,
               s->ja ? "。%llu 局面を読むエンジンなら"
                     : "; the engine, with %llu positions, would play ",
               (unsigned long long)s->v->nodes);
    add_move(s, best->move);
    if (best->mates)
        buf_add_str(s->out, s->ja ? "（詰み）" : ", which mates");
    else if (s->move->allows_mate && !best->allows_mate)
        buf_add_str(s->out, s->ja ? "（この手は一手詰めを許す）" : "; this allows mate in one");
    else if (s->move->seen && s->move->loss >= 0.05F)
        buf_printf(s->out, s->ja ? "（歩 %.1f 枚分よい）" : ", worth %.1f pawns more",
                   (double)s->move->loss);
}

void person_explain(const struct person_kind *who, const struct person_question *q,
                    const struct person_view *v, const struct person_choice *c, enum lang lang,
                    struct buf *out)
{
    struct person_sentence s = {who, q, v, &v->moves[c->place], lang == LANG_JA, out};
    const struct msg *deed = deed_of(&s);
    if (c->resigns) {
        buf_printf(out,
                   s.ja ? "投了: %sの投了の割合は、この局面で %.0f %%"
                        : "%s resign at %.0f %% of such turns",
                   msg_in(&who->many, lang), 100 * person_resignation(who, v));
        return;
    }
    add_move(&s, s.move->move);
    if (deed)
        buf_printf(out, s.ja ? "（%s）" : " (%s)", msg_in(deed, lang));
    buf_add_str(out, ": ");
    add_likelihood(&s);
    add_engine_move(&s);
}

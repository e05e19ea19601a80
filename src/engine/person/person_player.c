/* person_player.c: see person_player.h. */
#include "engine/person/person_player.h"

#include "base/alloc.h"
#include "engine/person/repertoire.h"
#include "formats/shogi/ki2_notation.h"

struct person_player {
    const struct person_kind *who; /* NULL: nobody */
    struct person_mind *mind;
    struct repertoire *repertoire; /* NULL: none */
    bool takes_time;
    uint64_t settings_seed, seed;
};

enum status person_player_open(struct person_player **out, const struct person_settings *settings,
                               const struct people_network *network, const atomic_bool *cancelled,
                               struct err *err)
{
    enum status status = STATUS_OK;
    *out = NULL;
    if (!person_wanted(settings))
        return STATUS_OK;
    struct person_player *p = mem_calloc(1, sizeof *p);
    if (!p)
        return err_nomem(err);
    p->takes_time = settings->takes_time != 0;
    p->settings_seed = p->seed = (uint64_t)settings->seed;
    if (settings->person != PERSON_NONE) {
        p->who = &persons[settings->person];
        status = person_mind_open(&p->mind, network, err);
    }
    if (status == STATUS_OK && settings->like_database)
        status = repertoire_open(&p->repertoire, settings->like_database, settings->like_query,
                                 cancelled, err);
    if (status == STATUS_OK)
        *out = p;
    else
        person_player_close(p);
    return status;
}

void person_player_close(struct person_player *p)
{
    if (!p)
        return;
    person_mind_close(p->mind);
    repertoire_close(p->repertoire);
    mem_free(p);
}

static uint64_t game_seed(uint64_t settings_seed, uint64_t number)
{
    struct rng rng;
    rng_seed_stream(&rng, settings_seed, number);
    return rng_next(&rng);
}

void person_player_begin(struct person_player *p, uint64_t number)
{
    p->seed = game_seed(p->settings_seed, number);
}

const struct person_kind *person_player_who(const struct person_player *p)
{
    return p->who;
}

/* --- Openings --------------------------------------------------------------------------------- */

enum { OPENING_STREAM = 1 }; /* apart from what the person draws at the same position */

static void explain_opening(const struct shogi_pos *pos, const struct repertoire_move *m,
                            enum lang lang, struct buf *why)
{
    if (lang == LANG_JA) {
        buf_add_str(why, ki2_mark(shogi_turn(pos)));
        ki2_print_move(pos, m->move, -1, why);
        buf_printf(why, ": 指定の棋譜ではこの局面の %u 局中 %u 局で指された手", (unsigned)m->of,
                   (unsigned)m->games);
    } else {
        shogi_usi_print(m->move, why);
        buf_printf(why, ": played in %u of %u games of the query here", (unsigned)m->games,
                   (unsigned)m->of);
    }
}

static enum status play_opening(struct person_player *p, const struct shogi_pos *pos, unsigned ply,
                                enum lang lang, struct person_reply *out, struct buf *why,
                                struct err *err)
{
    struct repertoire_move m;
    struct rng rng;
    rng_seed_stream(&rng, p->seed + OPENING_STREAM, shogi_hash(pos) + ply);
    enum status status = repertoire_draw(p->repertoire, pos, &rng, &m, err);
    if (status != STATUS_OK || !m.move)
        return status;
    out->plays = true;
    out->move = m.move;
    if (why)
        explain_opening(pos, &m, lang, why);
    return STATUS_OK;
}

/* --- Playing ---------------------------------------------------------------------------------- */

shogi_move person_player_draft(const struct person_settings *settings, uint64_t number,
                               const struct natural *model, const struct person_question *question)
{
    struct person_question q = *question;
    if (settings->person == PERSON_NONE)
        return 0;
    q.seed = game_seed((uint64_t)settings->seed, number);
    return person_draft(&persons[settings->person], model, &q);
}

enum status person_play(struct person_player *p, struct thinker *t,
                        const struct person_question *question, enum lang lang,
                        struct person_reply *out, struct buf *why, struct err *err)
{
    struct person_question q = *question;
    struct think_request search = *question->search;
    struct person_choice choice;
    struct think_control own;
    enum status status = STATUS_OK;
    *out = (struct person_reply){0};
    q.seed = p->seed;
    q.search = &search;
    if (!search.control) {
        think_control_begin(&own, &search.limits);
        search.control = &own;
    }
    if (p->repertoire)
        status = play_opening(p, search.pos, q.ply, lang, out, why, err);
    if (status != STATUS_OK || out->plays || !p->who)
        return status;
    status = person_look(p->mind, p->who, t, &q, &out->view, err);
    if (status != STATUS_OK)
        return status;
    person_decide(p->who, &q, &out->view, &choice);
    out->plays = true;
    out->resigns = choice.resigns;
    out->place = choice.place;
    out->move = out->view.moves[choice.place].move;
    out->ms = p->takes_time ? choice.ms : 0;
    if (why)
        person_explain(p->who, &q, &out->view, &choice, lang, why);
    return STATUS_OK;
}

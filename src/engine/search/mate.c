/* mate.c: the question as asked, and the line that answers it; see mate.h.
 *
 * A proof is in the table, so the line is read off it: the attacker's move is one that is proven
 * within what is left, the shortest known; the defender's the one that lasts longest.  Where the
 * table has lost a part of the proof, that part is searched again, which the rest of the proof
 * makes quick.
 *
 * What the table knows of a defence is that it does not last longer; it may well be over sooner.  So
 * a line can be shorter than the mate is, and says nothing about the shortest: that is the least
 * number of plies within which a mate is proven while there is none within two less.  Its line
 * has that very length: of the defences the first is taken that is proven to last as long. */
#include "engine/search/mate.h"

#include <string.h>

#include "base/alloc.h"
#include "engine/search/dfpn.h"

enum status mate_open(struct mate_solver **out, size_t bytes, struct err *err)
{
    *out = NULL;
    struct mate_solver *s = mem_calloc(1, sizeof *s);
    if (!s)
        return err_nomem(err);
    enum status status = mate_tt_open(&s->tt, bytes, err);
    s->frames = mem_calloc(MATE_MAX_FRAMES, sizeof *s->frames);
    s->pool = mem_calloc(MATE_POOL, sizeof *s->pool);
    if (status == STATUS_OK && !(s->frames && s->pool))
        status = err_nomem(err);
    if (status == STATUS_OK)
        *out = s;
    else
        mate_close(s);
    return status;
}

void mate_close(struct mate_solver *s)
{
    if (!s)
        return;
    mate_tt_close(&s->tt);
    mem_free(s->frames);
    mem_free(s->pool);
    mem_free(s);
}

void mate_clear(struct mate_solver *s)
{
    mate_tt_clear(&s->tt);
}

/* --- The line --------------------------------------------------------------------------------- */

/* In how many plies the side to move is known to mate, or to be mated, at most; MATE_NO_LENGTH. */
static uint32_t known_mate(struct mate_solver *s, uint32_t length)
{
    struct mate_value v;
    bool attacks = s->pos.turn == s->attacker;
    if (!attacks && shogi_has_no_move(&s->pos))
        return 0;
    if (mate_tt_probe(&s->tt, mate_key(s), mate_hand(s->pos.hand[s->attacker]), length, &v) &&
        v.pn == 0)
        return v.mate;
    v = dfpn_search(s, length);
    return v.pn == 0 ? v.mate : MATE_NO_LENGTH;
}

/* The move to show: the attacker's shortest, the defender's longest, among those within length.
 * search: also searches what is not in the table after moves of the attacker. */
static shogi_move move_to_show(struct mate_solver *s, uint32_t length, bool search)
{
    shogi_move moves[SHOGI_MAX_MOVES], best = 0;
    struct shogi_undo undo;
    bool attacks = s->pos.turn == s->attacker;
    int n = attacks ? shogi_check_moves(&s->pos, moves) : shogi_legal_moves(&s->pos, moves);
    uint32_t best_length = 0;
    for (int i = 0; i < n; i++) {
        struct mate_value v;
        shogi_play(&s->pos, moves[i], &undo);
        uint32_t mate = MATE_NO_LENGTH;
        if (attacks && shogi_has_no_move(&s->pos))
            mate = 0;
        else if (!attacks || search)
            mate = known_mate(s, length - 1);
        else if (mate_tt_probe(&s->tt, mate_key(s), mate_hand(s->pos.hand[s->attacker]), length - 1,
                               &v) &&
                 v.pn == 0)
            mate = v.mate;
        shogi_unplay(&s->pos, moves[i], &undo);
        if (mate == MATE_NO_LENGTH)
            continue;
        if (!best || (attacks ? mate < best_length : mate > best_length)) {
            best = moves[i];
            best_length = mate;
        }
    }
    return best;
}

/* A defence after which there is no mate within less than length, all that is left; 0: not found.
 * That there is one follows from there being no shorter mate, and most of that is in the table. */
static shogi_move defence_that_lasts(struct mate_solver *s, uint32_t length)
{
    shogi_move moves[SHOGI_MAX_MOVES];
    struct shogi_undo undo;
    int n = shogi_legal_moves(&s->pos, moves);
    for (int i = 0; i < n; i++) {
        bool lasts = true;
        shogi_play(&s->pos, moves[i], &undo);
        if (length > 2)
            lasts = dfpn_search(s, length - 3).dn == 0;
        shogi_unplay(&s->pos, moves[i], &undo);
        if (lasts)
            return moves[i];
    }
    return 0;
}

/* What proved a node of the line is not in the table any more: its moves are searched anew, for a
 * while, for those that do not mate may take for ever. */
static shogi_move move_found_again(struct mate_solver *s, uint32_t length)
{
    enum { AGAIN_NODES = 1000000 };
    const uint64_t limit = s->node_limit;
    if (limit - s->nodes > AGAIN_NODES)
        s->node_limit = s->nodes + AGAIN_NODES;
    shogi_move m = move_to_show(s, length, true);
    s->node_limit = limit;
    return m;
}

/* Plays the line from s->pos on; false if a part of the proof can't be found again.  shortest: there
 * is no mate within less than length. */
static bool read_line(struct mate_solver *s, uint32_t length, bool shortest,
                      struct mate_answer *out)
{
    struct shogi_undo undo;
    out->length = 0;
    while (length > 0) {
        bool attacks = s->pos.turn == s->attacker;
        if (!attacks && shogi_has_no_move(&s->pos))
            return !shortest;
        shogi_move m =
            shortest && !attacks ? defence_that_lasts(s, length) : move_to_show(s, length, false);
        if (!m && attacks && dfpn_search(s, length).pn == 0)
            m = move_to_show(s, length, false);
        if (!m && attacks)
            m = move_found_again(s, length);
        if (!m)
            return false;
        out->line[out->length++] = m;
        shogi_play(&s->pos, m, &undo);
        length--;
    }
    return shogi_has_no_move(&s->pos);
}

/* --- The question ----------------------------------------------------------------------------- */

/* *within: if there is a mate, in how many plies it is proven. */
static enum mate_result solve_within(struct mate_solver *s, const struct shogi_pos *pos,
                                     uint32_t length, uint32_t *within)
{
    s->pos = *pos;
    struct mate_value v = dfpn_search(s, length);
    *within = v.mate;
    if (v.dn == 0)
        return MATE_DISPROVEN;
    return v.pn == 0 && v.mate <= MATE_MAX_PLIES ? MATE_PROVEN : MATE_UNKNOWN;
}

/* There is a mate within so many plies, and out has a line: is there a shorter one? */
static void shorten(struct mate_solver *s, const struct shogi_pos *pos, uint32_t within,
                    struct mate_answer *out, struct mate_answer *shorter)
{
    enum mate_result result = MATE_PROVEN;
    uint32_t least = within;
    while (result == MATE_PROVEN && least > 1) {
        result = solve_within(s, pos, least - 2, &within);
        least = result == MATE_PROVEN ? within : least;
    }
    s->pos = *pos;
    if (!read_line(s, least, result != MATE_UNKNOWN, shorter))
        return;
    out->shortest = result != MATE_UNKNOWN;
    out->length = shorter->length;
    memcpy(out->line, shorter->line, shorter->length * sizeof *shorter->line);
}

/* A key of who attacks and of how many pieces of each kind there are. */
static uint64_t key_of_set(const struct shogi_pos *pos)
{
    uint64_t count[SHOGI_KINDS] = {0}, key = pos->turn;
    for (int square = 0; square < SHOGI_SQUARES; square++)
        count[shogi_kind_plain(shogi_kind_of(shogi_piece_at(pos, square)))]++;
    for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++) {
        key = key << 5 | (count[kind] + pos->hand[0][kind] + pos->hand[1][kind]);
    }
    return key * UINT64_C(0x9E3779B97F4A7C15);
}

enum status mate_solve(struct mate_solver *s, const struct shogi_pos *pos,
                       const struct mate_options *opt, struct mate_answer *out, struct err *err)
{
    uint32_t length = opt->length ? opt->length : MATE_UNLIMITED, within = 0;
    struct mate_answer *shorter = NULL;
    length -= length % 2 == 0; /* the attacker has the last move */
    s->attacker = pos->turn;
    s->set = key_of_set(pos);
    s->nodes = 0;
    s->node_limit = opt->nodes ? opt->nodes : UINT64_MAX;
    s->time_limit = INT64_MAX;
    if (opt->milliseconds)
        s->time_limit = mate_now() + (int64_t)opt->milliseconds * 1000000;
    s->stop = opt->stop;
    s->over = false;
    out->length = 0;
    out->shortest = false;
    out->result =
        length && length <= MATE_UNLIMITED ? solve_within(s, pos, length, &within) : MATE_DISPROVEN;
    s->pos = *pos;
    if (out->result == MATE_PROVEN && !read_line(s, within, false, out))
        out->result = MATE_UNKNOWN;
    if (out->result == MATE_PROVEN && opt->shortest) {
        shorter = mem_alloc(sizeof *shorter);
        if (!shorter)
            return err_nomem(err);
        shorten(s, pos, within, out, shorter);
        mem_free(shorter);
    }
    if (out->result != MATE_PROVEN)
        out->length = 0;
    out->nodes = s->nodes;
    return STATUS_OK;
}

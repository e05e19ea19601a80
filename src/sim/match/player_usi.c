/* player_usi.c: a program that speaks USI as a player (engine/usi/usi_program.h). */
#include "engine/usi/usi_program.h"
#include "sim/match/player.h"

static enum status usi_open(void **state, const struct player_spec *spec, struct err *err)
{
    struct usi_program *program;
    struct span command = span_of(spec->name);
    const struct usi_program_options opt = {
        .options = spec->options,
        .option_count = spec->option_count,
        .limits = spec->limits,
        .ready_ms = player_patience_ms(spec),
        .path = spec->path,
        .log = spec->log,
        .cancel = spec->cancel,
    };
    span_eat(&command, SPAN("usi:"));
    enum status status = usi_program_open(&program, command, &opt, err);
    *state = program;
    return status;
}

static void usi_close(void *state)
{
    usi_program_close(state);
}

static bool usi_new_game(void *state, uint64_t number)
{
    (void)number;
    return usi_program_new_game(state);
}

static enum player_reply reply_of(enum usi_reply reply)
{
    static const enum player_reply replies[] = {
        [USI_MOVE] = PLAYER_MOVES,   [USI_RESIGN] = PLAYER_RESIGNS,
        [USI_WIN] = PLAYER_DECLARES, [USI_NO_MOVE] = PLAYER_NO_MOVE,
        [USI_HANGS] = PLAYER_HANGS,  [USI_DIED] = PLAYER_DIED,
        [USI_GARBAGE] = PLAYER_DIED, [USI_CANCELLED] = PLAYER_CANCELLED,
    };
    return replies[reply];
}

static void usi_move(void *state, const struct player_spec *spec, const struct referee *r,
                     const struct usi_clocks *clocks, struct player_answer *out)
{
    struct usi_answer answer;
    const struct usi_position game = {&r->start, r->moves, r->plies};
    if (clocks)
        usi_program_set_clocks(state, clocks);
    usi_program_go(state, &game, player_wait_ms(spec, clocks, r->pos.turn), 0, &answer);
    out->reply = reply_of(answer.reply);
    out->move = answer.best;
    out->value = answer.value;
    out->depth = answer.depth;
    out->nodes = answer.nodes;
    memcpy(out->bad_word, answer.bad_word, sizeof out->bad_word);
}

const struct player_kind player_usi = {
    .name = "usi",
    .open = usi_open,
    .new_game = usi_new_game,
    .move = usi_move,
    .close = usi_close,
};

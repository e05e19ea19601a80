/* fuzz_blocks.c: any bytes as games that another process sent.  The first byte says of what kind:
 * reports of a match, sums and turns of chaturanga, packets of shogi or Go.  What is taken can be
 * written again. */
#include <stdlib.h>

#include "cluster/chaturanga_trial.h"
#include "db/import/packet.h"
#include "games/game.h"
#include "sim/match/match.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good)
        abort();
}

static void read_report(struct span bytes)
{
    struct match_report r;
    if (!match_report_get(&bytes, &r))
        return;
    require(r.points >= 0 && r.points <= 2 && r.culprit >= 0 && r.culprit <= 1 &&
            r.end < END_COUNT && r.trouble <= TROUBLE_TIME);
    require(memchr(r.bad_word, '\0', sizeof r.bad_word) != NULL);
}

static void read_trial(struct span bytes)
{
    static game_move turns[CHATURANGA_MAX_PLIES];
    struct chaturanga_sums sums;
    struct buf again;
    uint32_t count;
    struct span before = bytes;
    if (!chaturanga_sums_get(&bytes, 0, &sums))
        return;
    buf_init(&again, BUF_DEFAULT_MAX);
    chaturanga_sums_put(&again, &sums);
    require(span_eq(buf_span(&again), span_make(before.p, CHATURANGA_SUMS_BYTES)));
    buf_release(&again);
    while (chaturanga_turns_get(&bytes, turns, &count))
        require(count <= CHATURANGA_MAX_PLIES);
}

static void read_packets(struct span bytes, const struct game *game)
{
    struct packet_reader r;
    struct buf again;
    struct err err;
    packet_reader_init(&r);
    buf_init(&again, BUF_DEFAULT_MAX);
    while (bytes.n && packet_get(&r, &bytes, game, false, &err) == STATUS_OK)
        packet_put(&again, &r.rec, r.entry);
    buf_release(&again);
    packet_reader_release(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct span rest = span_make((const char *)data + 1, size - 1);
    if (data[0] == 'm')
        read_report(rest);
    else if (data[0] == 'c')
        read_trial(rest);
    else if (data[0] == 's' || data[0] == 'g')
        read_packets(rest, data[0] == 's' ? &shogi_game : &go_game);
    return 0;
}

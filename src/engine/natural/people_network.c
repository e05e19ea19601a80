/* people_network.c: see people_network.h. */
#include "engine/natural/people_network.h"

#include "base/alloc.h"
#include "engine/network/network.h"

/* Where planes begin. */
enum {
    PLANE_ATTACKS = PEOPLE_PIECES,
    ATTACK_LEVELS = 3,
    PLANE_LAST = PLANE_ATTACKS + 2 * ATTACK_LEVELS,
};
_Static_assert(PLANE_LAST + 2 * NATURAL_PAST == PEOPLE_INPUT_PLANES, "all have a place");

struct people_network {
    struct network *network;
};

/* One position, one way round. */
struct people_run {
    struct people_seen seen;
    float logits[PEOPLE_MOVES];
};

struct people_scratch {
    struct network_scratch *work;
    bool mirrored;
    struct people_run runs[2 * PEOPLE_BATCH];
    struct network_input inputs[2 * PEOPLE_BATCH];
    struct network_output outputs[2 * PEOPLE_BATCH];
};

/* --- Opening ---------------------------------------------------------------------------------- */

static bool is_for_people(const struct network_shape *s)
{
    return s->game == NETWORK_SHOGI && s->width == 9 && s->height == 9 &&
           s->planes == PEOPLE_INPUT_PLANES && s->globals == PEOPLE_GLOBALS &&
           s->policy == PEOPLE_PLANES && s->classes == PEOPLE_CLASSES;
}

static enum status bind(struct people_network **out, struct network *network, struct err *err)
{
    static const struct msg OTHER = {"this is not a network of people's shogi moves",
                                     "将棋の指し手のネットワークではありません"};
    struct people_network *n = mem_calloc(1, sizeof *n);
    bool fits = is_for_people(network_shape_of(network));
    if (!n || !fits) {
        mem_free(n);
        network_close(network);
        return fits ? err_nomem(err) : err_plain(err, STATUS_UNSUPPORTED, &OTHER);
    }
    n->network = network;
    *out = n;
    return STATUS_OK;
}

enum status people_network_open(struct people_network **out, const char *path, struct err *err)
{
    struct network *network;
    *out = NULL;
    enum status status = network_open(&network, path, err);
    if (status == STATUS_OK)
        status = bind(out, network, err);
    if (status != STATUS_OK && path && err && !err->file[0])
        err_in_file(err, span_of(path));
    return status;
}

enum status people_network_read(struct people_network **out, struct span bytes, struct err *err)
{
    struct network *network;
    *out = NULL;
    enum status status = network_read(&network, bytes, err);
    return status == STATUS_OK ? bind(out, network, err) : status;
}

void people_network_close(struct people_network *n)
{
    if (!n)
        return;
    network_close(n->network);
    mem_free(n);
}

struct span people_network_text(const struct people_network *n)
{
    return network_text(n->network);
}

uint64_t people_network_checksum(const struct people_network *n)
{
    return network_checksum(n->network);
}

enum status people_scratch_open(struct people_scratch **out, const struct people_network *n,
                                bool mirrored, struct err *err)
{
    struct people_scratch *s = mem_calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return err_nomem(err);
    s->mirrored = mirrored;
    enum status status =
        network_scratch_open(&s->work, n->network, (size_t)PEOPLE_BATCH * (mirrored ? 2 : 1), err);
    if (status == STATUS_OK)
        *out = s;
    else
        people_scratch_close(s);
    return status;
}

void people_scratch_close(struct people_scratch *s)
{
    if (!s)
        return;
    network_scratch_close(s->work);
    mem_free(s);
}

/* --- What the network sees -------------------------------------------------------------------- */

static int mirrored_square(int square)
{
    return (8 - square / 9) * 9 + square % 9;
}

int people_mirrored_output(int output)
{
    /* left and right exchanged: of the planes of people_input.h */
    static const uint8_t PLANE[PEOPLE_PLANES] = {0,  2,  1,  4,  3,  5,  7,  6,  9,
                                                 8,  10, 12, 11, 14, 13, 15, 17, 16,
                                                 19, 18, 20, 21, 22, 23, 24, 25, 26};
    return PLANE[output / SHOGI_SQUARES] * SHOGI_SQUARES + mirrored_square(output % SHOGI_SQUARES);
}

static void add_one(struct people_seen *s, int plane, int square)
{
    s->ones[s->ones_count++] = (uint16_t)(plane * SHOGI_SQUARES + square);
}

static void see_square(struct people_seen *s, const struct people_input *in, int square, int to)
{
    int own = in->attacks[square] & 15, other = in->attacks[square] >> 4;
    if (in->board[square])
        add_one(s, in->board[square] - 1, to);
    for (int i = 0; i < ATTACK_LEVELS; i++) {
        if (own > i)
            add_one(s, PLANE_ATTACKS + i, to);
        if (other > i)
            add_one(s, PLANE_ATTACKS + ATTACK_LEVELS + i, to);
    }
}

/* Hands as "at least 1", "at least 2", …; more pawns than there is a number for count as the most
 * there is. */
static void see_hands(struct people_seen *s, const struct people_input *in)
{
    static const uint8_t MOST[7] = {8, 4, 4, 4, 2, 2, 4};
    int first = 0;
    for (int i = 0; i < 14; i++) {
        int most = MOST[i % 7];
        for (int t = 0; t < most && t < in->hand[i]; t++)
            s->globals[s->globals_count++] = (uint16_t)(first + t);
        first += most;
    }
}

void people_see(struct people_seen *out, const struct people_input *in, int class, bool mirrored)
{
    out->ones_count = out->globals_count = 0;
    for (int square = 0; square < SHOGI_SQUARES; square++)
        see_square(out, in, square, mirrored ? mirrored_square(square) : square);
    for (int i = 0; i < 2 * NATURAL_PAST; i++)
        if (in->last[i] != PEOPLE_NOWHERE)
            add_one(out, PLANE_LAST + i, mirrored ? mirrored_square(in->last[i]) : in->last[i]);
    see_hands(out, in);
    out->globals[out->globals_count++] = (uint16_t)(PEOPLE_GLOBALS - PEOPLE_CLASSES + class);
}

/* --- Probabilities ---------------------------------------------------------------------------- */

/* Adds share * p to each move. */
static void add_probabilities(struct people_answer *a, const int *outputs, const float *logits,
                              float temperature, float share)
{
    float p[SHOGI_MAX_MOVES], most = 0, sum = 0;
    for (int i = 0; i < a->count; i++) {
        p[i] = temperature * logits[outputs[i]];
        most = i == 0 || p[i] > most ? p[i] : most;
    }
    for (int i = 0; i < a->count; i++) {
        p[i] = network_exp(p[i] - most);
        sum += p[i];
    }
    for (int i = 0; i < a->count; i++)
        a->moves[i].p += share * (p[i] / sum);
}

/* runs: of the position and, if there are two, of its mirror image. */
static void answer(const struct people_position *q, const struct people_run *runs,
                   const struct network_output *out, size_t run_count, float temperature,
                   struct people_answer *a)
{
    shogi_move legal[SHOGI_MAX_MOVES];
    int outputs[SHOGI_MAX_MOVES];
    float share = 1.0F / (float)run_count;
    a->count = shogi_legal_moves(q->pos, legal);
    a->win = 0;
    for (int i = 0; i < a->count; i++)
        a->moves[i] = (struct natural_move){.move = legal[i]};
    for (size_t k = 0; k < run_count; k++) {
        for (int i = 0; i < a->count; i++) {
            int output = people_output_of(q->pos, legal[i]);
            outputs[i] = k ? people_mirrored_output(output) : output;
        }
        add_probabilities(a, outputs, runs[k].logits, temperature, share);
        a->win += share * out[k].win;
    }
}

static void prepare(struct people_scratch *s, size_t place, const struct people_input *in,
                    int class, bool mirrored)
{
    struct people_run *run = &s->runs[place];
    people_see(&run->seen, in, class, mirrored);
    s->inputs[place] = (struct network_input){run->seen.ones, run->seen.ones_count,
                                              run->seen.globals, run->seen.globals_count};
    s->outputs[place] = (struct network_output){.logits = run->logits};
}

void people_infer(const struct people_network *n, struct people_scratch *s,
                  const struct people_position *positions, struct people_answer *answers,
                  size_t count)
{
    struct people_input in;
    size_t ways = s->mirrored ? 2 : 1;
    for (size_t i = 0; i < count; i++) {
        people_input_make(&in, positions[i].pos, positions[i].past);
        for (size_t k = 0; k < ways; k++)
            prepare(s, i * ways + k, &in, positions[i].class, k > 0);
    }
    network_run(n->network, s->work, s->inputs, s->outputs, count * ways);
    for (size_t i = 0; i < count; i++)
        answer(&positions[i], &s->runs[i * ways], &s->outputs[i * ways], ways,
               network_temperature(n->network, (uint32_t)positions[i].class), &answers[i]);
}

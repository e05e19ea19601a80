/* go_people_network.c: see go_people_network.h. */
#include "engine/natural/go_people_network.h"

#include "base/alloc.h"
#include "base/io/data_file.h"
#include "engine/network/network.h"

#define INSTALLED "natural/go.network" /* for data_file_find() */

const char *const go_people_class_names[] = {"pro", "strong", "amateur", "program", NULL};

/* Where planes begin. */
enum {
    PLANE_LIBERTIES = 2,
    LIBERTY_LEVELS = 4,
    PLANE_LAST = PLANE_LIBERTIES + 2 * LIBERTY_LEVELS,
    PLANE_KO = PLANE_LAST + GO_PEOPLE_LAST,
    PLANE_LADDERS,
    PLANE_BOARD = PLANE_LADDERS + 2,
};
_Static_assert(PLANE_BOARD + 1 == GO_PEOPLE_PLANES, "all have a place");

enum {
    RUN_BATCH = 8, /* images in one run of the network */
    CENTRE = GO_PEOPLE_POINTS / 2,
    PASS_OUTPUT = GO_PEOPLE_POINTS + CENTRE,
};

struct go_people_network {
    struct network *network;
};

/* One image of a position. */
struct go_people_run {
    struct go_people_seen seen;
    float logits[GO_PEOPLE_POLICY * GO_PEOPLE_POINTS];
};

struct go_people_scratch {
    struct network_scratch *work;
    size_t images;
    struct go_people_run runs[RUN_BATCH];
    struct network_input inputs[RUN_BATCH];
    struct network_output outputs[RUN_BATCH];
    struct go_people_input in; /* of go_people_judge() */
    struct go_ladder_board board;
};

/* --- Opening ---------------------------------------------------------------------------------- */

static bool is_for_people(const struct network_shape *s)
{
    return s->game == NETWORK_GO && s->width == GO_PEOPLE_SIDE && s->height == GO_PEOPLE_SIDE &&
           s->planes == GO_PEOPLE_PLANES && s->globals == GO_PEOPLE_CLASSES &&
           s->policy == GO_PEOPLE_POLICY && s->classes == GO_PEOPLE_CLASSES;
}

static enum status bind(struct go_people_network **out, struct network *network, struct err *err)
{
    static const struct msg OTHER = {"this is not a network of people's Go moves",
                                     "囲碁の着手のネットワークではありません"};
    struct go_people_network *n = mem_calloc(1, sizeof *n);
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

static enum status open_file(struct go_people_network **out, const char *path, struct err *err)
{
    struct network *network;
    enum status status = network_open(&network, path, err);
    if (status == STATUS_OK)
        status = bind(out, network, err);
    if (status != STATUS_OK && err && !err->file[0])
        err_in_file(err, span_of(path));
    return status;
}

static enum status open_installed(struct go_people_network **out, struct err *err)
{
    static const struct msg NOT_INSTALLED = {
        "no network of people's Go moves is installed (%1)",
        "囲碁の着手のネットワークがインストールされていません（%1）"};
    struct buf found;
    buf_init(&found, BUF_DEFAULT_MAX);
    enum status status =
        data_file_find(INSTALLED, &found)
            ? open_file(out, found.p, err)
            : err_set(err, STATUS_NOT_FOUND, &NOT_INSTALLED, SPAN(INSTALLED), (struct span){0});
    buf_release(&found);
    return status;
}

enum status go_people_network_open(struct go_people_network **out, const char *path,
                                   struct err *err)
{
    *out = NULL;
    return path ? open_file(out, path, err) : open_installed(out, err);
}

enum status go_people_network_read(struct go_people_network **out, struct span bytes,
                                   struct err *err)
{
    struct network *network;
    *out = NULL;
    enum status status = network_read(&network, bytes, err);
    return status == STATUS_OK ? bind(out, network, err) : status;
}

void go_people_network_close(struct go_people_network *n)
{
    if (!n)
        return;
    network_close(n->network);
    mem_free(n);
}

struct span go_people_network_text(const struct go_people_network *n)
{
    return network_text(n->network);
}

enum status go_people_scratch_open(struct go_people_scratch **out,
                                   const struct go_people_network *n, int images, struct err *err)
{
    struct go_people_scratch *s = mem_calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return err_nomem(err);
    s->images = (size_t)images;
    go_ladder_init(&s->board);
    enum status status = network_scratch_open(&s->work, n->network, RUN_BATCH, err);
    if (status == STATUS_OK)
        *out = s;
    else
        go_people_scratch_close(s);
    return status;
}

void go_people_scratch_close(struct go_people_scratch *s)
{
    if (!s)
        return;
    network_scratch_close(s->work);
    mem_free(s);
}

/* --- What the network sees -------------------------------------------------------------------- */

int go_people_image(int point, int image)
{
    /* half turn first, so that the first two, four and eight are the symmetries of something */
    enum { MIRROR = 1, UPSIDE_DOWN = 2, TRANSPOSE = 4 };
    static const uint8_t STEPS[GO_PEOPLE_MOST_IMAGES] = {
        0, MIRROR | UPSIDE_DOWN, MIRROR, UPSIDE_DOWN, 4, 7, 5, 6};
    int x = point / GO_PEOPLE_SIDE, y = point % GO_PEOPLE_SIDE, steps = STEPS[image];
    if (steps & MIRROR)
        x = GO_PEOPLE_SIDE - 1 - x;
    if (steps & UPSIDE_DOWN)
        y = GO_PEOPLE_SIDE - 1 - y;
    return steps & TRANSPOSE ? GO_PEOPLE_SIDE * y + x : GO_PEOPLE_SIDE * x + y;
}

static void add_one(struct go_people_seen *s, unsigned plane, int point)
{
    s->ones[s->ones_count++] = (uint16_t)(plane * GO_PEOPLE_POINTS + (unsigned)point);
}

static void see_point(struct go_people_seen *s, unsigned byte, int to)
{
    unsigned stone = byte & GO_PEOPLE_STONE, last = byte >> GO_PEOPLE_LAST_SHIFT;
    add_one(s, PLANE_BOARD, to);
    if (stone) {
        unsigned side = stone - 1, liberties = byte >> GO_PEOPLE_LIBERTIES_SHIFT & 3;
        add_one(s, side, to);
        add_one(s, PLANE_LIBERTIES + LIBERTY_LEVELS * side + liberties, to);
        if (byte & GO_PEOPLE_LADDER)
            add_one(s, PLANE_LADDERS + side, to);
    }
    if (last)
        add_one(s, PLANE_LAST + last - 1, to);
}

void go_people_see(struct go_people_seen *out, const struct go_people_input *in, int class,
                   int image)
{
    out->ones_count = 0;
    out->class = (uint16_t) class;
    for (int point = 0; point < GO_PEOPLE_POINTS; point++)
        see_point(out, in->points[point], go_people_image(point, image));
    if (in->ko < GO_PEOPLE_POINTS)
        add_one(out, PLANE_KO, go_people_image(in->ko, image));
}

/* --- Probabilities ---------------------------------------------------------------------------- */

/* The output of a move in an image. */
static int output_of(int move, int image)
{
    return move == GO_PEOPLE_PASS ? PASS_OUTPUT : go_people_image(move, image);
}

/* Adds share * p to each legal move. */
static void add_probabilities(struct go_people_answer *a, const struct go_people_input *in,
                              const float *logits, int image, float temperature, float share)
{
    float p[GO_PEOPLE_MOVES], most = temperature * logits[PASS_OUTPUT], sum = 0;
    for (int move = 0; move < GO_PEOPLE_MOVES; move++) {
        p[move] = temperature * logits[output_of(move, image)];
        most = go_people_is_legal(in, move) && p[move] > most ? p[move] : most;
    }
    for (int move = 0; move < GO_PEOPLE_MOVES; move++) {
        p[move] = go_people_is_legal(in, move) ? network_exp(p[move] - most) : 0;
        sum += p[move];
    }
    for (int move = 0; move < GO_PEOPLE_MOVES; move++)
        a->p[move] += share * (p[move] / sum);
}

static void prepare(struct go_people_scratch *s, size_t place, const struct go_people_question *q,
                    int image)
{
    struct go_people_run *run = &s->runs[place];
    go_people_see(&run->seen, q->in, q->class, image);
    s->inputs[place] =
        (struct network_input){run->seen.ones, run->seen.ones_count, &run->seen.class, 1};
    s->outputs[place] = (struct network_output){.logits = run->logits};
}

void go_people_infer(const struct go_people_network *n, struct go_people_scratch *s,
                     const struct go_people_question *questions, struct go_people_answer *answers,
                     size_t count)
{
    float share = 1.0F / (float)s->images;
    for (size_t i = 0; i < count; i++)
        answers[i] = (struct go_people_answer){0};
    /* runs are numbered image after image of position after position */
    for (size_t from = 0, all = count * s->images; from < all; from += RUN_BATCH) {
        size_t runs = all - from < RUN_BATCH ? all - from : RUN_BATCH;
        for (size_t k = 0; k < runs; k++)
            prepare(s, k, &questions[(from + k) / s->images], (int)((from + k) % s->images));
        network_run(n->network, s->work, s->inputs, s->outputs, runs);
        for (size_t k = 0; k < runs; k++) {
            const struct go_people_question *q = &questions[(from + k) / s->images];
            struct go_people_answer *a = &answers[(from + k) / s->images];
            add_probabilities(a, q->in, s->runs[k].logits, (int)((from + k) % s->images),
                              network_temperature(n->network, (uint32_t)q->class), share);
            a->win += share * s->outputs[k].win;
        }
    }
}

void go_people_judge(const struct go_people_network *n, struct go_people_scratch *s,
                     const struct go_pos *pos, const struct go_last_moves *last, int class,
                     struct go_people_answer *answer)
{
    const struct go_people_question q = {&s->in, class};
    go_people_input_make(&s->in, pos, last, &s->board);
    go_people_infer(n, s, &q, answer, 1);
}

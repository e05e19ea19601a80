/* fit_oracle.c: fits weights to a table of text, for R to compare with (fit-r.sh).
 *
 *     fit_oracle ls|ml [ridge=X] [lasso=X] [sparse] [no-bias] [unit=K] <table
 *
 * Lines of the table: cluster, target, then the features.  Prints a line for each weight, the bias
 * last: weight, clustered error, plain error; then "loss" with its mean. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values/regression/regression.h"

enum { MOST_FEATURES = 1000, PIECE = 1000 };

struct oracle_table {
    size_t features, rows, cap, numbers;
    double *x;
    float *y, *sparse;
    uint32_t *cluster, *first;
    uint16_t *feature;
    size_t *piece; /* first row of each piece, and where the last one ends */
    size_t pieces;
};

static void fail(const char *why)
{
    fprintf(stderr, "fit_oracle: %s\n", why);
    exit(3);
}

static void *more(void *p, size_t n, size_t size)
{
    p = realloc(p, n * size);
    if (!p)
        fail("no memory");
    return p;
}

static void add_row(struct oracle_table *t, const double *number, size_t n)
{
    if (n < 2 || (t->rows > 0 && n - 2 != t->features))
        fail("a line with another number of numbers");
    t->features = n - 2;
    if (t->rows == t->cap) {
        t->cap = t->cap ? 2 * t->cap : 1024;
        t->x = more(t->x, t->cap * t->features, sizeof *t->x);
        t->y = more(t->y, t->cap, sizeof *t->y);
        t->cluster = more(t->cluster, t->cap, sizeof *t->cluster);
    }
    t->cluster[t->rows] = (uint32_t)number[0];
    t->y[t->rows] = (float)number[1];
    memcpy(t->x + t->rows * t->features, number + 2, t->features * sizeof *number);
    t->rows++;
}

static void read_table(struct oracle_table *t)
{
    char *line = NULL;
    size_t cap = 0;
    while (getline(&line, &cap, stdin) > 0) {
        double number[MOST_FEATURES];
        size_t n = 0;
        char *at = line, *end;
        for (; n < MOST_FEATURES; n++, at = end) {
            number[n] = strtod(at, &end);
            if (end == at)
                break;
        }
        add_row(t, number, n);
    }
    free(line);
}

/* Pieces of about PIECE rows that do not part a cluster. */
static void cut(struct oracle_table *t)
{
    t->piece = more(NULL, t->rows / PIECE + 2, sizeof *t->piece);
    t->piece[0] = 0;
    for (size_t row = 1; row <= t->rows; row++) {
        const bool whole = row == t->rows || t->cluster[row] != t->cluster[row - 1];
        if (row == t->rows || (whole && row - t->piece[t->pieces] >= PIECE))
            t->piece[++t->pieces] = row;
    }
}

static void make_sparse(struct oracle_table *t)
{
    t->sparse = more(NULL, t->rows * t->features + 1, sizeof *t->sparse);
    t->feature = more(NULL, t->rows * t->features + 1, sizeof *t->feature);
    t->first = more(NULL, t->rows + 1, sizeof *t->first);
    for (size_t row = 0; row < t->rows; row++) {
        t->first[row] = (uint32_t)t->numbers;
        for (size_t f = t->features; f-- > 0;) /* in no particular order */
            if (t->x[row * t->features + f] != 0) {
                t->sparse[t->numbers] = (float)t->x[row * t->features + f];
                t->feature[t->numbers++] = (uint16_t)f;
            }
    }
    t->first[t->rows] = (uint32_t)t->numbers;
}

static enum status give(void *ctx, enum regression_part part, size_t piece, unsigned worker,
                        struct regression_piece *out, struct err *err)
{
    const struct oracle_table *t = ctx;
    const size_t from = t->piece[piece];
    (void)worker;
    (void)err;
    if (part != REGRESSION_TRAINING)
        return STATUS_OK;
    *out = (struct regression_piece){
        .count = t->piece[piece + 1] - from, .y = t->y + from, .cluster = t->cluster + from};
    if (t->feature) {
        out->sparse = t->sparse;
        out->feature = t->feature;
        out->first = t->first + from;
    } else {
        out->x = t->x + from * t->features;
    }
    return STATUS_OK;
}

static void print(const struct regression *r, long unit)
{
    struct regression_weight *scaled = more(NULL, r->count, sizeof *scaled);
    memcpy(scaled, r->weights, r->count * sizeof *scaled);
    if (unit >= 0)
        regression_rescale(r, (uint32_t)unit, scaled);
    for (uint32_t i = 0; i < r->count; i++)
        printf("%.17g %.17g %.17g\n", scaled[i].weight, scaled[i].error, scaled[i].plain);
    printf("loss %.17g %.17g\n", r->loss[REGRESSION_TRAINING], r->null_loss[REGRESSION_TRAINING]);
    free(scaled);
}

int main(int argc, char **argv)
{
    struct oracle_table t = {0};
    struct regression_options o = {.threads = 2};
    bool sparse = false;
    long unit = -1;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "ridge=", 6) == 0)
            o.ridge = strtod(argv[i] + 6, NULL);
        else if (strncmp(argv[i], "lasso=", 6) == 0)
            o.lasso = strtod(argv[i] + 6, NULL);
        else if (strncmp(argv[i], "unit=", 5) == 0)
            unit = strtol(argv[i] + 5, NULL, 10);
        else if (strcmp(argv[i], "sparse") == 0)
            sparse = true;
        else if (strcmp(argv[i], "no-bias") == 0)
            o.no_bias = true;
        else
            o.model = strcmp(argv[i], "ls") == 0 ? REGRESSION_LS : REGRESSION_ML;
    }
    read_table(&t);
    cut(&t);
    if (sparse)
        make_sparse(&t);
    const struct regression_source source = {
        .ctx = &t, .features = (uint32_t)t.features, .pieces = t.pieces, .piece = give};
    struct regression r;
    struct err err = {0};
    if (regression_fit(&r, &source, &o, &err) != STATUS_OK)
        fail(err.what ? err.what->en : "failed");
    print(&r, unit);
    regression_release(&r);
    free(t.x);
    free(t.y);
    free(t.sparse);
    free(t.cluster);
    free(t.first);
    free(t.feature);
    free(t.piece);
    return 0;
}

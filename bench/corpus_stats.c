/* corpus_stats: do generated games look like real ones?
 *
 *     corpus_stats [--openings FILE] [--seed N] [--book] [COLUMN]...
 *
 * A column is a path (a file, folder or archive of records), several joined by commas, with NAME=
 * before it for the head of the column if you like, or a number of games to generate.  Prints a
 * table with a column each: lengths, postings, duplicate positions, keys that occur, kinds of moves
 * and of ends, how long postings last, where kings stand.  The last rows compare distributions with
 * the first column's: half the sum of absolute differences, 0 for the same and 1 for nothing in
 * common.
 *
 * A posting is a maximal span of plies in which a piece status (owner, kind and square; or owner,
 * kind and at least n in hand) held.  A position is board and hands, as in the paper, without the
 * side to move.  Games that were seen before in the column (same start, same moves) and those of
 * fewer than 20 plies are left out.
 *
 * Not part of `make bench`; `make build/release/bench/corpus_stats` builds it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "base/io/source.h"
#include "base/text/num.h"
#include "formats/format.h"
#include "sim/generate/generate.h"

enum {
    BOARD_KEYS = 2 * SHOGI_KINDS * SHOGI_SQUARES,
    HAND_KEYS = 2 * SHOGI_HAND_KINDS * 19,
    KEYS = BOARD_KEYS + HAND_KEYS,
    MAX_COLUMNS = 8,
    MAX_PLIES = 512,
    SPANS = 10, /* lengths by powers of two */
    SHORTEST = 20,
    CHECKPOINTS = 6,
    PLY_MARKS = 5,
};

static const uint64_t CHECKPOINT[CHECKPOINTS] = {1000, 4000, 10000, 30000, 90000, 230000};
static const uint32_t PLY_MARK[PLY_MARKS] = {8, 16, 24, 32, 48};

/* A set of 64-bit hashes: open addressing, doubled when three quarters are full. */
struct hash_set {
    uint64_t *slots;
    size_t mask, count;
};

static bool set_add(struct hash_set *s, uint64_t hash);

static void set_double(struct hash_set *s)
{
    struct hash_set old = *s;
    size_t size = old.slots ? (old.mask + 1) * 2 : 1 << 16;
    s->slots = mem_calloc(size, sizeof *s->slots);
    if (!s->slots) {
        fprintf(stderr, "no memory\n");
        exit(3);
    }
    s->mask = size - 1;
    s->count = 0;
    for (size_t i = 0; old.slots && i <= old.mask; i++)
        if (old.slots[i])
            set_add(s, old.slots[i]);
    mem_free(old.slots);
}

/* Whether it is new. */
static bool set_add(struct hash_set *s, uint64_t hash)
{
    if (!s->slots || s->count >= s->mask / 4 * 3)
        set_double(s);
    hash += hash == 0;
    for (size_t i = hash & s->mask;; i = (i + 1) & s->mask) {
        if (s->slots[i] == hash)
            return false;
        if (!s->slots[i]) {
            s->slots[i] = hash;
            s->count++;
            return true;
        }
    }
}

struct stats_column {
    char name[16];
    struct hash_set positions, games;
    uint64_t white_key;   /* what White's turn adds to a hash */
    uint64_t left_out[2]; /* short, seen before */
    uint64_t count, plies, plies_squared, postings, pairs;
    uint64_t captures, drops, promotions, checks;
    uint64_t ends[END_COUNT];
    uint64_t lengths[MAX_PLIES];
    uint64_t spans[SPANS];
    uint64_t key_postings[KEYS];
    uint32_t starts[KEYS][MAX_PLIES], ends_after[KEYS][MAX_PLIES]; /* first plies, lengths */
    uint64_t kings[2 * SHOGI_SQUARES]; /* where they stand, by position */
    uint64_t kings_at_40[2 * SHOGI_SQUARES], games_at_40;
    uint64_t moves_by_kind[SHOGI_KINDS + SHOGI_HAND_KINDS]; /* drops behind */
    uint64_t old_at[PLY_MARKS], games_at[PLY_MARKS];        /* positions seen before, by ply */
    uint64_t black_wins, decided;
    double growth[CHECKPOINTS];
    double seconds;
};

/* --- One game ------------------------------------------------------------------------------- */

struct corpus_replay {
    struct stats_column *c;
    uint32_t since[KEYS]; /* ply + 1 at which the status began, 0: does not hold */
    uint64_t seen[KEYS];  /* number of the last game it was in */
};

static int board_key(int piece, int square)
{
    int which = shogi_color_of(piece) * SHOGI_KINDS + shogi_kind_of(piece);
    return which * SHOGI_SQUARES + square;
}

static int hand_key(int color, int kind, int n)
{
    return BOARD_KEYS + (color * SHOGI_HAND_KINDS + kind) * 19 + n;
}

static void status_begins(struct corpus_replay *r, int key, uint32_t ply)
{
    r->since[key] = ply + 1;
    r->c->postings++;
    r->c->key_postings[key]++;
    r->c->starts[key][ply < MAX_PLIES ? ply : MAX_PLIES - 1]++;
    r->c->pairs += r->seen[key] != r->c->count;
    r->seen[key] = r->c->count;
}

static void status_ends(struct corpus_replay *r, int key, uint32_t ply)
{
    int bucket = 0;
    uint32_t lasted = ply + 1 - r->since[key];
    r->c->ends_after[key][lasted < MAX_PLIES ? lasted : MAX_PLIES - 1]++;
    for (uint32_t length = lasted; length > 1 && bucket < SPANS - 1; length /= 2)
        bucket++;
    r->c->spans[bucket]++;
    r->since[key] = 0;
}

/* Begins and ends what differs between two positions; slow and obviously right. */
static void compare_positions(struct corpus_replay *r, const struct shogi_pos *a,
                              const struct shogi_pos *b, uint32_t ply)
{
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        if (a->board[square] == b->board[square])
            continue;
        if (a->board[square])
            status_ends(r, board_key(a->board[square], square), ply);
        if (b->board[square])
            status_begins(r, board_key(b->board[square], square), ply);
    }
    for (int color = 0; color < 2; color++)
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_KINDS; kind++) {
            for (int n = b->hand[color][kind] + 1; n <= a->hand[color][kind]; n++)
                status_ends(r, hand_key(color, kind, n), ply);
            for (int n = a->hand[color][kind] + 1; n <= b->hand[color][kind]; n++)
                status_begins(r, hand_key(color, kind, n), ply);
        }
}

static void count_position(struct stats_column *c, const struct shogi_pos *pos, uint32_t ply)
{
    bool new = set_add(&c->positions, shogi_hash(pos) ^ (shogi_turn(pos) ? c->white_key : 0));
    for (int i = 0; i < PLY_MARKS; i++)
        if (PLY_MARK[i] == ply) {
            c->games_at[i]++;
            c->old_at[i] += !new;
        }
    c->games_at_40 += ply == 40;
    for (int color = 0; color < 2; color++) {
        int king = shogi_king_square(pos, color);
        if (king >= 0) {
            c->kings[color * SHOGI_SQUARES + king]++;
            c->kings_at_40[color * SHOGI_SQUARES + king] += ply == 40;
        }
    }
    c->checks += shogi_in_check(pos);
}

static void count_move(struct stats_column *c, const struct shogi_pos *pos, shogi_move m)
{
    bool drop = shogi_move_is_drop(m);
    c->drops += drop;
    c->captures += !drop && shogi_piece_at(pos, shogi_move_to(m));
    c->promotions += shogi_move_promotes(m);
    c->moves_by_kind[drop ? SHOGI_KINDS + shogi_move_kind(m)
                          : shogi_kind_of(shogi_piece_at(pos, shogi_move_from(m)))]++;
}

static uint64_t game_hash(const struct record *rec, const struct shogi_pos *start)
{
    uint64_t hash = shogi_hash(start);
    for (uint32_t n = rec->nodes[0].child; n && rec->nodes[n].move; n = rec->nodes[n].child)
        hash = (hash ^ rec->nodes[n].move) * 0x9E3779B97F4A7C15U;
    return hash;
}

static enum status count_game(void *ctx, struct record *rec)
{
    struct corpus_replay *r = ctx;
    struct stats_column *c = r->c;
    static const struct shogi_pos EMPTY;
    struct shogi_pos pos, before;
    struct shogi_undo undo;
    struct err err;
    uint32_t plies, ply = 0;
    record_last_move(rec, &plies);
    if (record_worst(rec) == PROBLEM_REJECTED ||
        shogi_sfen_parse(&pos, rec->start, SHOGI_SFEN_TOLERANT, NULL, &err) != STATUS_OK)
        return STATUS_OK;
    if (plies < SHORTEST) {
        c->left_out[0]++;
        return STATUS_OK;
    }
    if (!set_add(&c->games, game_hash(rec, &pos))) {
        c->left_out[1]++;
        return STATUS_OK;
    }
    c->count++;
    compare_positions(r, &EMPTY, &pos, 0);
    count_position(c, &pos, 0);
    for (uint32_t n = rec->nodes[0].child; n && rec->nodes[n].move; n = rec->nodes[n].child) {
        shogi_move m = (shogi_move)rec->nodes[n].move;
        before = pos;
        count_move(c, &pos, m);
        shogi_play(&pos, m, &undo);
        compare_positions(r, &before, &pos, ++ply);
        count_position(c, &pos, ply);
    }
    compare_positions(r, &pos, &EMPTY, plies + 1);
    c->plies += plies;
    c->plies_squared += (uint64_t)plies * plies;
    c->lengths[plies < MAX_PLIES ? plies : MAX_PLIES - 1]++;
    c->ends[rec->end]++;
    c->black_wins += rec->points[0] == POINTS_WIN;
    c->decided += rec->points[0] == POINTS_WIN || rec->points[1] == POINTS_WIN;
    for (int i = 0; i < CHECKPOINTS; i++)
        if (c->count == CHECKPOINT[i])
            c->growth[i] = 1 - (double)c->positions.count / (double)(c->plies + c->count);
    return STATUS_OK;
}

static uint64_t find_white_key(void)
{
    struct shogi_pos black, white;
    struct err err;
    shogi_pos_start(&black);
    white = black;
    shogi_pos_set_turn(&white, SHOGI_WHITE);
    return shogi_pos_finish(&white, &err) == STATUS_OK ? shogi_hash(&black) ^ shogi_hash(&white)
                                                       : 0;
}

/* --- Filling columns ------------------------------------------------------------------------ */

struct stats_reader {
    struct reader reader;
    record_sink *sink;
    void *ctx;
};

static enum status read_item(void *ctx, const struct source_item *item)
{
    struct stats_reader *r = ctx;
    struct err err;
    enum status st = reader_read(&r->reader, item->bytes, item->label, NULL, r->sink, r->ctx, &err);
    return st == STATUS_NOMEM ? st : STATUS_OK;
}

/* Everything at the paths, which are joined by commas. */
static bool read_paths(const char *joined, record_sink *sink, void *ctx)
{
    struct stats_reader r = {.sink = sink, .ctx = ctx};
    struct source_handler handler = {.ctx = &r, .item = read_item};
    struct err err;
    bool ok = true;
    reader_init(&r.reader);
    for (struct span rest = span_of(joined); rest.n && ok;) {
        ptrdiff_t comma = span_find(rest, SPAN(","));
        struct span path = span_make(rest.p, comma < 0 ? rest.n : (size_t)comma);
        char text[4096];
        snprintf(text, sizeof text, "%.*s", (int)path.n, path.p);
        const char *paths[1] = {text};
        ok = source_walk(paths, 1, NULL, &handler, &err) == STATUS_OK;
        rest = span_skip(rest, comma < 0 ? rest.n : (size_t)comma + 1);
    }
    reader_release(&r.reader);
    return ok;
}

static enum status add_opening(void *ctx, struct record *rec)
{
    struct buf line;
    struct err err;
    unsigned losses = 0;
    buf_init(&line, BUF_DEFAULT_MAX);
    enum status st = format_by_name(SPAN("usi"))->write(rec, &line, &losses, &err);
    if (st == STATUS_OK)
        st = generator_add_opening(ctx, buf_span(&line), &err);
    buf_release(&line);
    return st == STATUS_NOMEM ? st : STATUS_OK;
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool generate(const struct generator *g, uint64_t n, struct corpus_replay *r)
{
    struct record rec;
    enum status st = STATUS_OK;
    record_init(&rec);
    for (uint64_t i = 0; i < n && st == STATUS_OK; i++) {
        double began = cpu_seconds();
        st = generator_game(g, i, &rec);
        r->c->seconds += cpu_seconds() - began;
        if (st == STATUS_OK)
            st = count_game(r, &rec);
    }
    record_release(&rec);
    return st == STATUS_OK;
}

/* --- Printing ------------------------------------------------------------------------------- */

static struct stats_column *columns[MAX_COLUMNS];
static int column_count;

typedef double figure(const struct stats_column *c, int which);

static void row(const char *name, int digits, figure *f, int which)
{
    printf("%-34s", name);
    for (int i = 0; i < column_count; i++) {
        double value = f(columns[i], which);
        if (isnan(value))
            printf(" %14s", "-");
        else
            printf(" %14.*f", digits, value);
    }
    printf("\n");
}

static double share(uint64_t part, uint64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static double games(const struct stats_column *c, int which)
{
    (void)which;
    return (double)c->count;
}

static double left_out(const struct stats_column *c, int which)
{
    return (double)c->left_out[which];
}

static double per_game(const struct stats_column *c, int which)
{
    uint64_t figures[] = {c->plies, c->postings, c->pairs};
    return c->count ? (double)figures[which] / (double)c->count : 0;
}

static double plies_at_percent(const struct stats_column *c, int percent)
{
    uint64_t sum = 0;
    for (int i = 0; i < MAX_PLIES; i++)
        if ((sum += c->lengths[i]) * 100 >= c->count * (uint64_t)percent)
            return i;
    return 0;
}

static double duplicates(const struct stats_column *c, int which)
{
    (void)which;
    return 100 - share(c->positions.count, c->plies + c->count);
}

static double growth(const struct stats_column *c, int which)
{
    return c->growth[which] > 0 ? 100 * c->growth[which] : (double)NAN;
}

static double seen_before(const struct stats_column *c, int which)
{
    return share(c->old_at[which], c->games_at[which]);
}

static double keys(const struct stats_column *c, int which)
{
    int n = 0;
    for (int i = which ? BOARD_KEYS : 0; i < (which ? KEYS : BOARD_KEYS); i++)
        n += c->key_postings[i] != 0;
    return n;
}

static double move_share(const struct stats_column *c, int which)
{
    uint64_t figures[] = {c->captures, c->drops, c->promotions, c->checks};
    return share(figures[which], c->plies);
}

static double kind_share(const struct stats_column *c, int which)
{
    return share(c->moves_by_kind[which], c->plies);
}

static double end_share(const struct stats_column *c, int which)
{
    return share(c->ends[which], c->count);
}

static double black_wins(const struct stats_column *c, int which)
{
    (void)which;
    return share(c->black_wins, c->decided);
}

static double span_share(const struct stats_column *c, int which)
{
    return share(c->spans[which], c->postings);
}

static double king_share(const struct stats_column *c, int square)
{
    return share(c->kings_at_40[square], c->games_at_40);
}

static double rate(const struct stats_column *c, int which)
{
    (void)which;
    return c->seconds > 0 ? (double)c->count / c->seconds : (double)NAN;
}

/* Bits to tell which of the counted things it was. */
static double entropy_sum(const uint32_t *counts, size_t n)
{
    double sum = 0, total = 0;
    for (size_t i = 0; i < n; i++) {
        sum += counts[i] ? counts[i] * log2(counts[i]) : 0;
        total += counts[i];
    }
    return total > 0 ? total * log2(total) - sum : 0;
}

/* Bits a posting: of its key, of its first ply and of its length once the key is known. */
static double entropy(const struct stats_column *c, int which)
{
    double bits = 0;
    for (int key = 0; key < KEYS; key++) {
        double n = (double)c->key_postings[key];
        if (which == 0)
            bits += n > 0 ? n * log2((double)c->postings / n) : 0;
        else
            bits += entropy_sum(which == 1 ? c->starts[key] : c->ends_after[key], MAX_PLIES);
    }
    return bits / (double)c->postings;
}

static double apart(const uint64_t *a, const uint64_t *b, size_t n)
{
    double sum_a = 0, sum_b = 0, d = 0;
    for (size_t i = 0; i < n; i++) {
        sum_a += (double)a[i];
        sum_b += (double)b[i];
    }
    for (size_t i = 0; i < n; i++) {
        double x = (double)a[i] / sum_a - (double)b[i] / sum_b;
        d += x < 0 ? -x : x;
    }
    return d / 2;
}

static double distance_to_first(const struct stats_column *c, int which)
{
    const struct stats_column *f = columns[0];
    switch (which) {
    case 0:
        return apart(c->lengths, f->lengths, MAX_PLIES);
    case 1:
        return apart(c->key_postings, f->key_postings, KEYS);
    case 2:
        return apart(c->spans, f->spans, SPANS);
    case 3:
        return apart(c->kings, f->kings, 2 * SHOGI_SQUARES);
    default:
        return apart(c->moves_by_kind, f->moves_by_kind, SHOGI_KINDS + SHOGI_HAND_KINDS);
    }
}

static void print_counts(void)
{
    printf("%-34s", "");
    for (int i = 0; i < column_count; i++)
        printf(" %14.14s", columns[i]->name);
    printf("\n");
    row("games", 0, games, 0);
    row("  left out: short", 0, left_out, 0);
    row("  left out: seen before", 0, left_out, 1);
    row("plies a game", 1, per_game, 0);
    row("  10th percentile", 0, plies_at_percent, 10);
    row("  median", 0, plies_at_percent, 50);
    row("  90th percentile", 0, plies_at_percent, 90);
    row("postings a game", 1, per_game, 1);
    row("(key, game) pairs a game", 1, per_game, 2);
    row("duplicate positions, %", 1, duplicates, 0);
    for (int i = 0; i < CHECKPOINTS; i++) {
        char name[64];
        snprintf(name, sizeof name, "  of the first %d games, %%", (int)CHECKPOINT[i]);
        row(name, 1, growth, i);
    }
    for (int i = 0; i < PLY_MARKS; i++) {
        char name[64];
        snprintf(name, sizeof name, "  seen before at ply %d, %%", (int)PLY_MARK[i]);
        row(name, 1, seen_before, i);
    }
    row("keys that occur: board", 0, keys, 0);
    row("keys that occur: hand", 0, keys, 1);
}

static void print_moves(void)
{
    static const char *const KIND[SHOGI_KINDS] = {
        "",     "pawn",  "lance",  "knight",  "silver",  "bishop", "rook",  "gold",
        "king", "+pawn", "+lance", "+knight", "+silver", "horse",  "dragon"};
    static const char *const MOVES[] = {"moves: captures, %", "moves: drops, %",
                                        "moves: promotions, %", "moves: checks, %"};
    for (int i = 0; i < 4; i++)
        row(MOVES[i], 1, move_share, i);
    for (int i = 1; i < SHOGI_KINDS + SHOGI_HAND_KINDS; i++) {
        char name[64];
        bool drop = i >= SHOGI_KINDS;
        if (i == SHOGI_KINDS)
            continue;
        snprintf(name, sizeof name, "  %s%s, %%", drop ? "drop " : "",
                 KIND[drop ? i - SHOGI_KINDS : i]);
        row(name, 1, kind_share, i);
    }
}

static void print_rest(void)
{
    char name[64];
    for (int i = END_NONE; i < END_COUNT; i++) {
        bool any = false;
        for (int k = 0; k < column_count; k++)
            any = any || columns[k]->ends[i];
        snprintf(name, sizeof name, "ends: %s, %%", record_end_name((enum record_end)i));
        if (any)
            row(name, 1, end_share, i);
    }
    row("Black wins, % of decided", 1, black_wins, 0);
    for (int i = 0; i < SPANS; i++) {
        snprintf(name, sizeof name, "postings of %d to %d plies, %%", 1 << i, (2 << i) - 1);
        row(name, 1, span_share, i);
    }
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        if (king_share(columns[0], square) < 2)
            continue;
        snprintf(name, sizeof name, "Black's king on %d-%d at ply 40, %%", shogi_file_of(square),
                 shogi_rank_of(square));
        row(name, 1, king_share, square);
    }
    row("bits a posting: key", 2, entropy, 0);
    row("bits a posting: start, given key", 2, entropy, 1);
    row("bits a posting: length, given key", 2, entropy, 2);
    static const char *const APART[] = {"distance of lengths", "distance of postings by key",
                                        "distance of spans", "distance of kings",
                                        "distance of kinds moved"};
    for (int i = 0; i < 5; i++)
        row(APART[i], 3, distance_to_first, i);
    row("generated games a second", 0, rate, 0);
}

int main(int argc, char **argv)
{
    struct generator g;
    struct err err;
    generator_init(&g, 1);
    bool ok = true;
    for (int i = 1; i < argc && ok && column_count < MAX_COLUMNS; i++) {
        uint64_t n;
        if (strcmp(argv[i], "--openings") == 0 && i + 1 < argc) {
            ok = read_paths(argv[++i], add_opening, &g);
            continue;
        }
        if (strcmp(argv[i], "--book") == 0) {
            ok = generator_add_book(&g, &err) == STATUS_OK;
            continue;
        }
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            ok = num_parse_u64(span_of(argv[++i]), UINT64_MAX, &g.seed);
            continue;
        }
        struct corpus_replay *r = mem_calloc(1, sizeof *r);
        struct stats_column *c = mem_calloc(1, sizeof *c);
        if (!r || !c)
            return 3;
        const char *equals = strchr(argv[i], '=');
        const char *what = equals ? equals + 1 : argv[i];
        snprintf(c->name, sizeof c->name, "%.*s", equals ? (int)(equals - argv[i]) : 14, argv[i]);
        c->white_key = find_white_key();
        r->c = columns[column_count++] = c;
        ok = num_parse_u64(span_of(what), UINT64_MAX, &n) ? generate(&g, n, r)
                                                          : read_paths(what, count_game, r);
        mem_free(r);
        mem_free(c->games.slots);
        mem_free(c->positions.slots);
    }
    if (!ok || !column_count) {
        fprintf(stderr, "usage: corpus_stats [--openings FILE] [--book] [--seed N] (PATH[,PATH]... "
                        "| GAMES)...\n");
        return 2;
    }
    print_counts();
    print_moves();
    print_rest();
    for (int i = 0; i < column_count; i++)
        mem_free(columns[i]);
    generator_release(&g);
    return 0;
}

/* move_orders.c: see move_orders.h.
 *
 * Orders are told apart by a hash of their moves, so that memory is 16 bytes a game, whatever the
 * length; those that are listed are read again. */
#include "query/groups/move_orders.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/alloc.h"
#include "query/language/patterns.h"
#include "query/language/words.h"

/* The order of one game: its hash, and a hit that has it. */
struct seen_order {
    uint64_t hash;
    uint32_t hit, games;
};

struct order_reader {
    struct db *const *dbs;
    const struct game *game;
    struct board_shape board;
    struct span start;  /* of the games that count */
    unsigned images[8]; /* symmetries that leave players as they are, the first being none */
    unsigned image_count;
};

void move_orders_release(struct move_orders *o)
{
    mem_free(o->at);
    *o = (struct move_orders){0};
}

static const struct lines *lines_of(const struct order_reader *r, const struct hit *h)
{
    return &r->dbs[h->db]->segments[h->segment].lines;
}

static struct span start_of(const struct order_reader *r, const struct hit *h)
{
    const struct lines *l = lines_of(r, h);
    return lines_start_text(l, line_start(l, h->stored_line));
}

/* The images of a board on which orders are the same: in Go all that fit, elsewhere itself. */
static enum status find_images(struct order_reader *r, struct err *err)
{
    const struct game *game = r->game;
    r->board = game->board;
    r->image_count = 1;
    if (r->start.n && game->rules.pos_board) {
        void *pos = mem_calloc_aligned(64, 1, (game->pos_bytes + 63) / 64 * 64);
        if (!pos)
            return err_nomem(err);
        enum status status = game->text.pos_parse(pos, r->start, err);
        if (status == STATUS_OK)
            r->board = game->rules.pos_board(pos);
        mem_free(pos);
        if (status != STATUS_OK)
            return status;
    }
    for (unsigned s = 1; patterns_of_game(game) && s < game->symmetries; s++)
        if (game->rules.seat_image(0, s) == 0 && game_symmetry_fits(game, s, r->board) &&
            r->image_count < sizeof r->images / sizeof *r->images)
            r->images[r->image_count++] = s;
    return STATUS_OK;
}

static bool comes_before(const game_move *a, const game_move *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

/* The moves before a hit, in the orientation that comes first; false: they are no way that counts.
 */
static bool read_order(const struct order_reader *r, const struct hit *h, struct move_order *out)
{
    const struct game_words *words = words_of_game(r->game);
    const struct lines *l = lines_of(r, h);
    game_move played[MOVE_ORDER_PLIES];
    if (h->first > MOVE_ORDER_PLIES || h->first > line_plies(l, h->stored_line) ||
        !span_eq(start_of(r, h), r->start))
        return false;
    out->length = h->first;
    for (uint32_t ply = 0; ply < h->first; ply++)
        out->moves[ply] = played[ply] = line_move(l, h->stored_line, ply);
    for (unsigned i = 1; i < r->image_count; i++) {
        game_move image[MOVE_ORDER_PLIES];
        for (uint32_t ply = 0; ply < h->first; ply++) {
            image[ply] = words->move_image(played[ply], r->images[i], r->board);
            image[ply] = image[ply] ? image[ply] : played[ply]; /* a pass has none */
        }
        if (comes_before(image, out->moves, h->first))
            memcpy(out->moves, image, h->first * sizeof *image);
    }
    return true;
}

static bool begins_game(const struct hits *hits, size_t i)
{
    return i == 0 || hits->at[i].db != hits->at[i - 1].db || hits->at[i].id != hits->at[i - 1].id;
}

/* The usual start if a game has it, else that of the first game. */
static void find_start(struct order_reader *r, const struct hits *hits)
{
    r->start = hits->count ? start_of(r, &hits->at[0]) : SPAN("");
    for (size_t i = 1; i < hits->count && r->start.n; i++)
        if (start_of(r, &hits->at[i]).n == 0)
            r->start = SPAN("");
}

static int by_hash(const void *a, const void *b)
{
    const struct seen_order *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->hit > y->hit) - (x->hit < y->hit);
}

static int by_games(const void *a, const void *b)
{
    const struct seen_order *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return (x->hit > y->hit) - (x->hit < y->hit);
}

/* Those with one hash become one. */
static uint32_t fold(struct seen_order *seen, uint32_t count)
{
    uint32_t kept = 0;
    if (count)
        qsort(seen, count, sizeof *seen, by_hash);
    for (uint32_t i = 0; i < count; i++)
        if (kept && seen[kept - 1].hash == seen[i].hash)
            seen[kept - 1].games++;
        else
            seen[kept++] = seen[i];
    if (kept)
        qsort(seen, kept, sizeof *seen, by_games);
    return kept;
}

static void look(const struct order_reader *r, const struct hits *hits, struct move_orders *out,
                 struct seen_order *seen)
{
    struct move_order order;
    for (size_t i = 0; i < hits->count; i++) {
        if (!begins_game(hits, i))
            continue;
        out->games++;
        if (read_order(r, &hits->at[i], &order))
            seen[out->counted++] = (struct seen_order){
                XXH3_64bits(order.moves, order.length * sizeof *order.moves), (uint32_t)i, 1};
    }
}

enum status move_orders_count(struct move_orders *out, struct db *const *dbs,
                              const struct hits *hits, uint32_t most, struct err *err)
{
    *out = (struct move_orders){0};
    if (hits->count == 0)
        return STATUS_OK;
    struct order_reader r = {.dbs = dbs, .game = dbs[hits->at[0].db]->game};
    struct seen_order *seen = mem_alloc(hits->count * sizeof *seen);
    find_start(&r, hits);
    enum status status = seen ? find_images(&r, err) : err_nomem(err);
    if (status == STATUS_OK && seen) {
        look(&r, hits, out, seen);
        out->distinct = fold(seen, out->counted);
        out->count = out->distinct < most ? out->distinct : most;
        out->at = mem_calloc((size_t)out->count + 1, sizeof *out->at);
        status = out->at ? STATUS_OK : err_nomem(err);
    }
    for (uint32_t i = 0; status == STATUS_OK && out->at && seen && i < out->count; i++)
        if (read_order(&r, &hits->at[seen[i].hit], &out->at[i]))
            out->at[i].games = seen[i].games;
    mem_free(seen);
    return status;
}

/* sequence_profiles.c: see sequence_profiles.h. */
#include "text/profile/sequence_profiles.h"

#include "base/alloc.h"
#include "base/work/pool.h"

/* --- The query that finds the games of a mined sequence --------------------------------------- */

/* As diagrams number moves: there is no move o. */
static const char NUMBERS[] = "123456789abcdefghijklmnpqrstuvw";
enum { MOST_NUMBERS = sizeof NUMBERS - 1 };

/* How many moves from the first on lie on different points, and alternate. */
static uint32_t drawable(const struct sequence_profile *p)
{
    uint32_t n = 0;
    while (n < p->length && n < MOST_NUMBERS && go_move_color(p->moves[n]) == (int)(n & 1)) {
        for (uint32_t i = 0; i < n; i++)
            if (go_move_point(p->moves[i]) == go_move_point(p->moves[n]))
                return n;
        n++;
    }
    return n;
}

static char cell(const struct sequence_profile *p, uint32_t drawn, int point)
{
    for (uint32_t i = 0; i < drawn; i++)
        if (go_move_point(p->moves[i]) == point)
            return NUMBERS[i];
    return '.';
}

/* The upper right corner, down and left to one line beyond all stones. */
static void add_diagram(const struct sequence_profile *p, uint32_t drawn, struct buf *out)
{
    const struct placement_rect r =
        placement_grow(placement_around(p->moves, p->length), 1, p->width, p->height);
    buf_add_str(out, "pattern \"");
    for (int column = r.left; column < p->width; column++)
        buf_add_char(out, '-');
    buf_add_char(out, '+');
    for (int row = p->height - 1; row >= r.bottom; row--) {
        buf_add_char(out, '/');
        for (int column = r.left; column < p->width; column++)
            buf_add_char(out, cell(p, drawn, go_point(column, row)));
        buf_add_char(out, '|');
    }
    buf_add_char(out, '"');
}

static void add_row(const struct sequence_profile *p, struct buf *out)
{
    buf_add_str(out, "seq:\"");
    for (uint32_t i = 0; i < p->length; i++) {
        buf_add_str(out, i ? " " : "");
        sequence_print_move(p, p->moves[i], out);
    }
    buf_add_char(out, '"');
}

void sequence_query(const struct sequence_entry *t, struct buf *out)
{
    const struct sequence_profile *p = t->profile;
    if (p->length == 0)
        return;
    if (!p->on_board) {
        buf_add_str(out, "either(");
        add_row(p, out);
        buf_add_char(out, ')');
        return;
    }
    buf_printf(out, "size:%d", p->width);
    if (p->width != p->height)
        buf_printf(out, "x%d", p->height);
    buf_add_str(out, " either(sym(");
    if (t->source->mining->encoding->pauses) {
        uint32_t drawn = drawable(p);
        add_diagram(p, drawn, out);
        for (uint32_t i = drawn; i < p->length; i++) {
            buf_add_str(out,
                        go_move_color(p->moves[i]) == GO_BLACK ? " then move:b" : " then move:w");
            go_point_print(go_move_point(p->moves[i]), out);
        }
    } else {
        add_row(p, out);
    }
    buf_add_str(out, "))");
}

/* Does it ask about games only, so that it holds everywhere in a game or nowhere? */
static bool is_of_games(const struct query *q)
{
    for (uint32_t i = 1; i < q->count; i++)
        if (q->nodes[i].op > Q_NOT && q->nodes[i].op != Q_META && q->nodes[i].op != Q_TRUE)
            return false;
    return true;
}

void sequence_query_among(const struct sequence_entry *t, struct span among,
                          const struct query *read, struct buf *out)
{
    sequence_query(t, out);
    among = span_trim(among);
    if (among.n == 0 || t->profile->length == 0)
        return;
    /* "never (all never X)": X holds at some ply */
    buf_add_str(out, is_of_games(read) ? " (" : " never (all never (");
    buf_add_span(out, among);
    buf_add_str(out, is_of_games(read) ? ")" : "))");
}

/* One sequence on its way through the threads. */
struct profile_item {
    uint64_t number; /* 0: the best */
    struct sequence_profile *profile;
    struct buf texts[SEQUENCE_TEXTS];
};

static enum status begin_item(struct profile_item *item, struct err *err)
{
    if (item->profile) {
        for (int i = 0; i < SEQUENCE_TEXTS; i++)
            buf_clear(&item->texts[i]);
        return STATUS_OK;
    }
    for (int i = 0; i < SEQUENCE_TEXTS; i++)
        buf_init(&item->texts[i], BUF_DEFAULT_MAX);
    item->profile = mem_alloc(sizeof *item->profile);
    return item->profile ? sequence_profile_init(item->profile, err) : err_nomem(err);
}

static struct sequence_entry entry_of(const struct sequence_profiles *all,
                                      const struct profile_item *item)
{
    const struct mine_result *m = all->source->mining;
    const struct sequence *s = &m->found.at[item->number];
    return (struct sequence_entry){
        .nth = item->number + 1,
        .profile = item->profile,
        .symbols = m->corpus.text + m->index.order[s->from],
        .symbol_count = s->length,
        .source = all->source,
    };
}

static enum status work(void *ctx, void *slot, unsigned worker, struct err *err)
{
    const struct sequence_profiles *all = ctx;
    struct profile_item *item = slot;
    (void)worker;
    enum status status = begin_item(item, err);
    if (status == STATUS_OK)
        status = sequence_profile_make(item->profile, all->source,
                                       &all->source->mining->found.at[item->number], err);
    if (status != STATUS_OK)
        return status;
    const struct sequence_entry t = entry_of(all, item);
    status = all->write(all->ctx, &t, item->texts, err);
    for (int i = 0; i < SEQUENCE_TEXTS && status == STATUS_OK; i++)
        if (buf_status(&item->texts[i]) != STATUS_OK)
            status = err_nomem(err);
    return status;
}

static enum status consume(void *ctx, void *slot, struct err *err)
{
    const struct sequence_profiles *all = ctx;
    const struct profile_item *item = slot;
    const struct sequence_entry t = entry_of(all, item);
    return all->take(all->ctx, &t, item->texts, err);
}

static void release(void *ctx, void *slot)
{
    struct profile_item *item = slot;
    (void)ctx;
    if (!item->profile)
        return;
    sequence_profile_release(item->profile);
    mem_free(item->profile);
    for (int i = 0; i < SEQUENCE_TEXTS; i++)
        buf_release(&item->texts[i]);
}

static enum status submit_all(const struct sequence_profiles *all, struct pool *pool,
                              struct err *err)
{
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < all->source->mining->found.count && status == STATUS_OK; i++) {
        void *slot;
        status = pool_slot(pool, &slot, err);
        if (status != STATUS_OK)
            break;
        ((struct profile_item *)slot)->number = i;
        status = pool_submit(pool, err);
    }
    return status == STATUS_OK ? pool_finish(pool, err) : status;
}

enum status sequence_profiles_make(const struct sequence_profiles *all, struct err *err)
{
    const struct pool_ops ops = {
        .ctx = (void *)(uintptr_t)all, /* it is only read */
        .item_bytes = sizeof(struct profile_item),
        .work = work,
        .consume = consume,
        .release = release,
    };
    struct pool *pool = NULL;
    enum status status = pool_open(&pool, all->threads, &ops, err);
    if (status != STATUS_OK)
        return status;
    status = submit_all(all, pool, err);
    pool_close(pool);
    return status;
}

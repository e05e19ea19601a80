/* salvage_index.c: see salvage_index.h. */
#include "db/repair/salvage_index.h"

#include <zstd.h>

#include "base/alloc.h"
#include "base/le.h"
#include "base/varint.h"
#include "store/entries.h"

/* --- Number and id of each game of a damaged segment, for salvage.c --------------------------- */

enum { HEAD_BYTES = 16 };

/* --- The table ------------------------------------------------------------------------------- */

static bool lay_out(struct line_table *t)
{
    uint64_t games = t->games, lines = t->count, starts = t->starts;
    t->first_at = HEAD_BYTES;
    t->id_at = t->first_at + 4 * (lines + 1);
    t->by_id_at = t->id_at + 4 * games;
    t->start_line_at = t->by_id_at + 4 * games;
    t->start_text_at = t->start_line_at + 4 * (starts + 1);
    t->texts_at = t->start_text_at + 4 * (starts + 1) + 8 * (lines - games);
    return games && games <= lines && lines < UINT32_MAX && starts && starts <= games &&
           t->texts_at <= t->lines.n;
}

/* Is the head one that fits what stands behind it? */
static bool head_fits(const struct line_table *t, const struct game *game)
{
    const char *p = t->lines.p;
    uint64_t texts = t->lines.n - t->texts_at;
    return le_get32(p + t->first_at + 4 * (uint64_t)t->count) == t->moves.n / game->move_bytes &&
           le_get32(p + t->start_line_at + 4 * (uint64_t)t->starts) == t->games &&
           le_get32(p + t->start_text_at + 4 * (uint64_t)t->starts) == texts;
}

/* Tries the numbers of lines and starts that the lengths of the sections allow. */
static bool make_head_again(struct line_table *t, const struct game *game, uint32_t games)
{
    uint64_t most = t->lines.n / 12;
    for (uint64_t lines = games; lines <= most; lines++) {
        t->games = games;
        t->count = (uint32_t)lines;
        t->starts = 1;
        if (HEAD_BYTES + 4 * (lines + 1) > t->lines.n)
            return false;
        if (le_get32(t->lines.p + HEAD_BYTES + 4 * lines) != t->moves.n / game->move_bytes)
            continue;
        for (uint32_t starts = 1; starts <= games; starts++) {
            t->starts = starts;
            if (!lay_out(t))
                break;
            if (head_fits(t, game))
                return true;
        }
    }
    return false;
}

bool line_table_open(struct line_table *t, const struct salvage_file *f, const struct game *game,
                     const struct manifest_entry *listed)
{
    *t = (struct line_table){
        .file = f, .lines = salvage_section(f, "lines"), .moves = salvage_section(f, "moves")};
    if (t->lines.n < HEAD_BYTES)
        return false;
    t->games = le_get32(t->lines.p);
    t->count = le_get32(t->lines.p + 4);
    t->starts = le_get32(t->lines.p + 12);
    if (le_get32(t->lines.p + 8) == game->move_bytes && lay_out(t) &&
        (salvage_is_whole(f, span_make(t->lines.p, HEAD_BYTES)) || head_fits(t, game) ||
         (!f->framed && (!listed || listed->count == t->games))))
        return true;
    if (f->framed && listed && make_head_again(t, game, listed->count))
        return true;
    t->games = 0;
    return false;
}

bool line_table_get(const struct line_table *t, uint64_t at, uint32_t *v, bool *whole)
{
    if (t->lines.n < 4 || at > t->lines.n - 4)
        return false;
    *v = le_get32(t->lines.p + at);
    *whole &= salvage_is_whole(t->file, span_make(t->lines.p + at, 4));
    return true;
}

bool line_table_start(const struct line_table *t, uint32_t number, struct span *text)
{
    uint32_t low = 0, high = t->starts, v, from, to;
    bool whole = true;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (!line_table_get(t, t->start_line_at + 4 * (uint64_t)middle, &v, &whole))
            return false;
        if (v <= number)
            low = middle;
        else
            high = middle;
    }
    if (!line_table_get(t, t->start_text_at + 4 * (uint64_t)low, &from, &whole) ||
        !line_table_get(t, t->start_text_at + 4 * ((uint64_t)low + 1), &to, &whole) || from > to ||
        to > t->lines.n - t->texts_at)
        return false;
    *text = span_make(t->lines.p + t->texts_at + from, to - from);
    return whole && salvage_is_whole(t->file, *text);
}

/* --- Processes ----------------------------------------------------------------------------------- */

/* Numbers that by_id has, those of which a checksum is right first. */
static void take_numbers(struct salvage_order *r, bool *taken, bool wanted)
{
    const struct line_table *t = &r->table;
    for (uint32_t nth = 0; nth < t->games; nth++) {
        uint32_t v;
        bool whole = true;
        if (r->number[nth] != UINT32_MAX ||
            !line_table_get(t, t->by_id_at + 4 * (uint64_t)nth, &v, &whole) || whole != wanted ||
            v >= t->games || taken[v])
            continue;
        r->number[nth] = v;
        r->whole[nth] = whole;
        taken[v] = true;
    }
}

static void take_ids(struct salvage_order *r)
{
    const struct line_table *t = &r->table;
    for (uint32_t nth = 0; nth < t->games; nth++) {
        if (r->number[nth] == UINT32_MAX)
            continue;
        bool whole = true;
        r->id_known[nth] =
            line_table_get(t, t->id_at + 4 * (uint64_t)r->number[nth], &r->id[nth], &whole);
        r->whole[nth] &= whole && r->id_known[nth];
    }
}

/* The next game in id order, from `nth` on, whose number and id are sure; games: none. */
static uint32_t next_sure(const struct salvage_order *r, uint32_t nth)
{
    while (nth < r->table.games && !r->whole[nth])
        nth++;
    return nth;
}

/* Two ids, of the games before and behind some that are not sure. */
struct between {
    bool low_known;
    int64_t low, high;
};

/* Ids ascend: between two that are as far apart as their places in that order there is no choice. */
static void settle_between(struct salvage_order *r, uint32_t from, uint32_t to,
                           const struct between *b)
{
    bool forced = b->low_known && b->high - b->low == (int64_t)to - from + 1;
    int64_t before = b->low;
    for (uint32_t nth = from; nth < to; nth++) {
        if (forced) {
            r->id[nth] = (uint32_t)(b->low + 1 + (nth - from));
            r->id_known[nth] = true;
        } else if (r->id_known[nth] && (r->id[nth] <= before || r->id[nth] >= b->high)) {
            r->id_known[nth] = false;
        }
        if (r->id_known[nth])
            before = r->id[nth];
    }
}

static void settle_ids(struct salvage_order *r, const struct salvage_hint *hint)
{
    uint32_t games = r->table.games, nth = 0;
    struct between b = {hint->listed != NULL,
                        hint->listed ? (int64_t)hint->listed->first_id - 1 : -1, 0};
    while (nth < games) {
        uint32_t sure = next_sure(r, nth);
        b.high = sure < games ? (int64_t)r->id[sure] : (int64_t)hint->below;
        if (sure > nth)
            settle_between(r, nth, sure, &b);
        if (sure == games)
            break;
        b.low_known = true;
        b.low = r->id[sure];
        nth = sure + 1;
    }
}

/* A number that no game has, and whose id is sure, belongs to the game that was given this id;
 * where ids have no gaps, as usual, that is easily found. */
static void place_rest(struct salvage_order *r, const bool *taken)
{
    const struct line_table *t = &r->table;
    uint32_t known = 0;
    while (known < t->games && !r->id_known[known])
        known++;
    for (uint32_t number = 0; number < t->games && known < t->games; number++) {
        uint32_t id;
        bool whole = true;
        if (taken[number] || !line_table_get(t, t->id_at + 4 * (uint64_t)number, &id, &whole) ||
            !whole)
            continue;
        uint64_t nth = (uint64_t)known + id - r->id[known];
        if (nth < t->games && r->number[nth] == UINT32_MAX && r->id_known[nth] &&
            r->id[nth] == id) {
            r->number[nth] = number;
            r->whole[nth] = true;
        }
    }
}

enum status salvage_order_open(struct salvage_order *r, const struct salvage_file *f,
                               const struct game *game, const struct salvage_hint *hint,
                               struct err *err)
{
    *r = (struct salvage_order){0};
    if (!line_table_open(&r->table, f, game, hint->listed))
        return STATUS_OK;
    size_t games = r->table.games;
    bool *taken = mem_calloc(games, sizeof *taken);
    r->number = mem_alloc(games * sizeof *r->number);
    r->id = mem_calloc(games, sizeof *r->id);
    r->id_known = mem_calloc(games, sizeof *r->id_known);
    r->whole = mem_calloc(games, sizeof *r->whole);
    bool good = taken && r->number && r->id && r->id_known && r->whole;
    if (good) {
        memset(r->number, 0xff, games * sizeof *r->number);
        take_numbers(r, taken, true);
        take_numbers(r, taken, false);
        take_ids(r);
        settle_ids(r, hint);
        place_rest(r, taken);
    }
    mem_free(taken);
    return good ? STATUS_OK : err_nomem(err);
}

void salvage_order_close(struct salvage_order *r)
{
    mem_free(r->number);
    mem_free(r->id);
    mem_free(r->id_known);
    mem_free(r->whole);
    *r = (struct salvage_order){0};
}

enum { DIRECTORY_HEAD = 8, DIRECTORY_ROW = 16, PACK_SLACK = 1 << 18, FRAME_DESCRIPTOR = 4 };
enum { HAS_CHECKSUM = 4 }; /* a bit of the descriptor, RFC 8878 */

static const char FRAME_MAGIC[4] = {0x28, (char)0xb5, 0x2f, (char)0xfd};

/* --- Frames ---------------------------------------------------------------------------------- */

bool salvage_unpack(void *zstd, struct span frame, struct buf *out, bool *checked)
{
    unsigned long long bytes = ZSTD_getFrameContentSize(frame.p, frame.n);
    *checked = frame.n > FRAME_DESCRIPTOR && frame.p[FRAME_DESCRIPTOR] & HAS_CHECKSUM;
    buf_clear(out);
    if (bytes > ENTRY_MAX_BYTES + PACK_SLACK || !buf_reserve(out, (size_t)bytes))
        return false; /* errors are larger than any size */
    size_t n = ZSTD_decompressDCtx(zstd, out->p, (size_t)bytes, frame.p, frame.n);
    if (n != bytes)
        return false;
    out->n = n;
    return true;
}

/* How many entries a pack has: as many lengths as make what follows them as long as they say. */
static uint32_t count_entries(struct span pack)
{
    struct span rest = pack;
    uint64_t length, total = 0;
    for (uint32_t n = 1; n < UINT32_MAX && varint_get(&rest, &length); n++) {
        if (length > rest.n || (total += length) > rest.n)
            return 0;
        if (total == rest.n)
            return n;
    }
    return 0;
}

/* --- The directory --------------------------------------------------------------------------- */

static bool add_pack(struct salvage_packs *p, struct salvage_pack pack)
{
    void *more = mem_grow(p->packs, p->count, &p->cap, UINT32_MAX, sizeof *p->packs);
    if (!more)
        return false;
    p->packs = more;
    p->packs[p->count++] = pack;
    return true;
}

/* Row i: a pack's offset and the order of its first entry. */
static uint64_t row_offset(struct span directory, uint64_t i)
{
    return le_get64(directory.p + DIRECTORY_HEAD + i * DIRECTORY_ROW);
}

static uint32_t row_first(struct span directory, uint64_t i)
{
    return le_get32(directory.p + DIRECTORY_HEAD + i * DIRECTORY_ROW + 8);
}

static uint64_t row_count(struct span directory)
{
    return directory.n < DIRECTORY_HEAD ? 0 : (directory.n - DIRECTORY_HEAD) / DIRECTORY_ROW;
}

static bool directory_is_sound(const struct salvage_packs *p, struct span d)
{
    uint64_t rows = row_count(d);
    if (!rows || !salvage_is_whole(p->file, d) || rows != (uint64_t)le_get32(d.p) + 1 ||
        row_offset(d, 0) != 0 || row_first(d, 0) != 0 || row_first(d, rows - 1) != p->games)
        return false;
    for (uint64_t i = 0; i + 1 < rows; i++)
        if (row_offset(d, i) >= row_offset(d, i + 1) || row_first(d, i) >= row_first(d, i + 1))
            return false;
    return true;
}

/* Packs behind the end of a file that was cut off are there without bytes. */
static bool take_directory(struct salvage_packs *p, struct span d)
{
    uint64_t rows = row_count(d);
    for (uint64_t i = 0; i + 1 < rows; i++) {
        uint64_t from = row_offset(d, i), to = row_offset(d, i + 1);
        uint64_t end = to < p->data.n ? to : p->data.n;
        uint32_t first = row_first(d, i);
        if (!add_pack(p, (struct salvage_pack){from < p->data.n ? from : p->data.n,
                                               from < end ? end - from : 0, first,
                                               row_first(d, i + 1) - first}))
            return false;
    }
    return true;
}

/* --- Without a directory ---------------------------------------------------------------------- */

static uint64_t next_magic(struct span data, uint64_t at)
{
    while (at < data.n && data.n - at >= sizeof FRAME_MAGIC &&
           memcmp(data.p + at, FRAME_MAGIC, sizeof FRAME_MAGIC) != 0)
        at++;
    return data.n - at >= sizeof FRAME_MAGIC ? at : data.n;
}

/* The order that the directory, damaged as it is, has for the pack at this offset. */
static uint32_t nth_by_offset(struct span d, uint64_t offset)
{
    for (uint64_t i = 0; i < row_count(d); i++)
        if (row_offset(d, i) == offset)
            return row_first(d, i);
    return UINT32_MAX;
}

static bool walk_packs(struct salvage_packs *p, struct span directory)
{
    uint32_t nth = 0;
    for (uint64_t at = 0; at < p->data.n;) {
        struct span rest = span_make(p->data.p + at, (size_t)(p->data.n - at));
        size_t n = ZSTD_findFrameCompressedSize(rest.p, rest.n);
        bool checked;
        uint32_t count =
            !ZSTD_isError(n) && salvage_unpack(p->zstd, span_make(rest.p, n), &p->raw, &checked)
                ? count_entries(buf_span(&p->raw))
                : 0;
        if (!count) {
            nth = UINT32_MAX;
            at = next_magic(p->data, at + 1);
            continue;
        }
        if (nth == UINT32_MAX)
            nth = nth_by_offset(directory, at);
        if (!add_pack(p, (struct salvage_pack){at, n, nth, count}))
            return false;
        nth = nth == UINT32_MAX || count > p->games - nth ? UINT32_MAX : nth + count;
        at += n;
    }
    return true;
}

/* The last pack ends with the last entry, if the section is there to its end. */
static void count_from_end(struct salvage_packs *p)
{
    uint64_t end = p->data.n;
    uint32_t nth = p->games;
    for (size_t i = p->count; i-- > 0;) {
        struct salvage_pack *pack = &p->packs[i];
        if (pack->offset + pack->length != end || pack->count > nth)
            return;
        nth -= pack->count;
        end = pack->offset;
        if (pack->first == UINT32_MAX)
            pack->first = nth;
    }
}

/* --- Opening and reading ---------------------------------------------------------------------- */

static bool find_packs(struct salvage_packs *p, const struct salvage_file *f)
{
    struct span directory = salvage_section(f, "entrydir");
    if (directory_is_sound(p, directory))
        return take_directory(p, directory);
    if (!walk_packs(p, directory))
        return false;
    if (f->framed)
        count_from_end(p);
    return true;
}

enum status salvage_packs_open(struct salvage_packs *p, const struct salvage_file *f,
                               uint32_t games, struct err *err)
{
    *p = (struct salvage_packs){.file = f,
                                .data = salvage_section(f, "entries"),
                                .games = games,
                                .zstd = ZSTD_createDCtx(),
                                .loaded = SIZE_MAX};
    buf_init(&p->raw, SIZE_MAX / 2);
    if (p->zstd && find_packs(p, f))
        return STATUS_OK;
    salvage_packs_close(p);
    return err_nomem(err);
}

void salvage_packs_close(struct salvage_packs *p)
{
    ZSTD_freeDCtx(p->zstd);
    mem_free(p->packs);
    buf_release(&p->raw);
    *p = (struct salvage_packs){0};
}

/* The pack that holds the nth entry; NULL if none is known to. */
static const struct salvage_pack *find_pack(const struct salvage_packs *p, uint32_t nth)
{
    /* the pack of the entry before, or the one behind it, as a rule */
    for (size_t i = p->loaded; i < p->count && i <= p->loaded + 1; i++)
        if (p->packs[i].first != UINT32_MAX && nth - p->packs[i].first < p->packs[i].count)
            return &p->packs[i];
    for (size_t i = 0; i < p->count; i++)
        if (p->packs[i].first != UINT32_MAX && nth - p->packs[i].first < p->packs[i].count)
            return &p->packs[i];
    return NULL;
}

static void load(struct salvage_packs *p, size_t number, bool *checked)
{
    const struct salvage_pack *pack = &p->packs[number];
    struct span frame = span_make(p->data.p + pack->offset, (size_t)pack->length);
    p->loaded = number;
    p->good = salvage_unpack(p->zstd, frame, &p->raw, checked) &&
              count_entries(buf_span(&p->raw)) == pack->count;
}

/* The n-th entry of the pack that is loaded; its lengths were added up. */
static struct span entry_at(const struct salvage_packs *p, uint32_t count, uint32_t n)
{
    struct span rest = buf_span(&p->raw);
    uint64_t length = 0, before = 0, wanted = 0;
    for (uint32_t i = 0; i < count; i++) {
        (void)varint_get(&rest, &length);
        before += i < n ? length : 0;
        wanted = i == n ? length : wanted;
    }
    return span_make(rest.p + before, (size_t)wanted);
}

bool salvage_packs_get(struct salvage_packs *p, uint32_t nth, struct span *entry, bool *whole,
                       uint64_t *byte)
{
    const struct salvage_pack *pack = find_pack(p, nth);
    bool checked = false;
    *byte = p->data.p ? (uint64_t)(p->data.p - p->file->file.view.bytes.p) : 0;
    *whole = false;
    if (!pack)
        return false;
    *byte += pack->offset;
    struct span frame = span_make(p->data.p + pack->offset, (size_t)pack->length);
    if (p->loaded != (size_t)(pack - p->packs))
        load(p, (size_t)(pack - p->packs), &checked);
    else
        checked = pack->length > FRAME_DESCRIPTOR && frame.p[FRAME_DESCRIPTOR] & HAS_CHECKSUM;
    if (!p->good)
        return false;
    *entry = entry_at(p, pack->count, nth - pack->first);
    *whole = checked || salvage_is_whole(p->file, frame);
    return true;
}

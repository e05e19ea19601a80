/* source_archive.c: members of archives, by libarchive; see source.h.
 *
 * What it takes to read the archives people have:
 *  - Only the readers for the formats we promise are switched on: the others are code that hostile
 *    bytes need not reach.
 *  - Names of members come in any charset.  Zip and tar give them as stored, and we decode them.
 *    The lzh reader insists on converting them, wants to be told from what, and gives up on the
 *    whole archive if it cannot: so CP932 is tried first, then Latin-1, which takes any bytes and
 *    is turned back into them.  It converts to the locale's charset, so the calling thread gets a
 *    UTF-8 locale meanwhile.
 *  - Sizes in headers are claims.  Only what is unpacked counts, against the limits; and what is
 *    passed over counts where it must be unpacked for that.
 *  - A download that broke off still holds games: of the member at which a packed file ends too
 *    early, what could be unpacked is given after the problem.  (libarchive keeps back its last
 *    block, 64 KiB: of small files nothing is left.)
 *  - An archive inside an archive is unpacked to memory and opened from there; the depth is bounded
 *    by a small constant, so this may recurse. */
#include "base/io/source.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <unistd.h>

#include "base/io/source_internal.h"
#include "base/text/charset.h"
#include "base/text/utf8.h"

static const struct msg DAMAGED = {"damaged archive: %1", "壊れた書庫です: %1"};
static const struct msg DAMAGED_SOMEHOW = {"damaged or truncated archive",
                                           "壊れているか、途中で切れている書庫です"};
static const struct msg DAMAGED_MEMBER = {"damaged member: %1",
                                          "書庫内のファイルが壊れています: %1"};
static const struct msg ENCRYPTED = {"encrypted; needs a password",
                                     "暗号化されています（パスワードが必要です）"};
static const struct msg MEMBER_TOO_LARGE = {"expands to more than %1 bytes",
                                            "展開すると %1 バイトを超えます"};
static const struct msg TOTAL_TOO_LARGE = {"archive expands to more than %1 bytes",
                                           "書庫を展開すると %1 バイトを超えます"};
static const struct msg RATIO_TOO_LARGE = {
    "archive expands more than %1-fold; refusing a possible zip bomb",
    "書庫が %1 倍を超えて展開されます。zip 爆弾の疑いがあるため中止します"};
static const struct msg TOO_MANY = {"archive has more than %1 members",
                                    "書庫内のファイルが %1 個を超えています"};
static const struct msg TOO_DEEP = {"archives nested deeper than %1",
                                    "書庫の入れ子が %1 段を超えています"};

/* What an archive is by its first bytes. */
enum archive_kind {
    PACKING_NONE,
    PACKING_ZIP,
    PACKING_7Z,
    PACKING_TAR,
    PACKING_LZH,
    PACKING_STREAM
};

static bool is_lzh(struct span head)
{
    return head.n >= 21 && head.p[2] == '-' && head.p[3] == 'l' &&
           (head.p[4] == 'h' || head.p[4] == 'z') && head.p[6] == '-';
}

/* The checksum of a tar header is octal; its own field counts as blanks. */
static bool is_tar(struct span head)
{
    enum { HEADER = 512, SUM_AT = 148, SUM_BYTES = 8 };
    if (head.n < HEADER || head.p[0] == '\0')
        return false;
    unsigned sum = 0, claimed = 0;
    for (size_t i = 0; i < HEADER; i++)
        sum += i - SUM_AT < SUM_BYTES ? ' ' : (unsigned char)head.p[i];
    size_t at = SUM_AT;
    while (at < SUM_AT + SUM_BYTES && head.p[at] == ' ')
        at++;
    for (; at < SUM_AT + SUM_BYTES && head.p[at] >= '0' && head.p[at] <= '7'; at++)
        claimed = claimed * 8 + (unsigned)(head.p[at] - '0');
    return sum == claimed;
}

static enum archive_kind packing_of(struct span head)
{
    static const struct {
        struct span magic;
        enum archive_kind packing;
    } MAGIC[] = {
        {{"PK\x03\x04", 4}, PACKING_ZIP},
        {{"PK\x05\x06", 4}, PACKING_ZIP},
        {{"PK\x30\x30PK\x03\x04", 8}, PACKING_ZIP},
        {{"7z\xBC\xAF\x27\x1C", 6}, PACKING_7Z},
        {{"\x1F\x8B\x08", 3}, PACKING_STREAM},
        {{"\xFD"
          "7zXZ\0",
          6},
         PACKING_STREAM},
        {{"\x28\xB5\x2F\xFD", 4}, PACKING_STREAM},
    };
    for (size_t i = 0; i < sizeof MAGIC / sizeof *MAGIC; i++)
        if (span_starts(head, MAGIC[i].magic))
            return MAGIC[i].packing;
    if (head.n >= 10 && span_starts(head, SPAN("BZh")) &&
        (memcmp(head.p + 4, "1AY&SY", 6) == 0 || memcmp(head.p + 4, "\x17rE8P\x90", 6) == 0))
        return PACKING_STREAM;
    if (is_lzh(head))
        return PACKING_LZH;
    return is_tar(head) ? PACKING_TAR : PACKING_NONE;
}

bool source_is_archive(struct span head)
{
    return packing_of(head) != PACKING_NONE;
}

bool source_is_streamable(struct span head)
{
    enum archive_kind packing = packing_of(head);
    return packing == PACKING_TAR || packing == PACKING_STREAM;
}

/* What was taken out of one archive on disk, whatever is nested in it included. */
struct budget {
    uint64_t bytes;
    uint64_t bytes_max; /* by ratio */
    bool piped;         /* then that grows with what was read of the archive */
    uint64_t members;
    bool spent; /* reported once, then everything unwinds */
};

/* An archive that comes through a pipe: what was read to see that it is one, and what follows. */
struct pipe_input {
    struct span first;
    int fd;
    struct buf block;
};

/* One archive being read. */
struct archive_reader {
    struct source_walker *w;
    struct budget *budget;
    struct archive *a;
    enum archive_kind packing;
    bool latin1_names;           /* names are bytes dressed as Latin-1 */
    unsigned depth;              /* of the members */
    struct buf label;            /* the archive's, a colon, and the member's */
    size_t label_base;           /* length up to the colon */
    size_t name_at;              /* where the member's begins */
    struct buf bytes;            /* of the member */
    struct source_pieces pieces; /* of one that is too large to be handed out whole */
    struct pipe_input pipe;
};

static void switch_on(struct archive *a, enum archive_kind packing)
{
    switch (packing) {
    case PACKING_ZIP:
        archive_read_support_format_zip(a);
        break;
    case PACKING_7Z:
        archive_read_support_format_7zip(a);
        break;
    case PACKING_TAR:
        archive_read_support_format_tar(a);
        break;
    case PACKING_LZH:
        archive_read_support_format_lha(a);
        break;
    case PACKING_STREAM:
        archive_read_support_filter_gzip(a);
        archive_read_support_filter_bzip2(a);
        archive_read_support_filter_xz(a);
        archive_read_support_filter_zstd(a);
        archive_read_support_format_tar(a);
        archive_read_support_format_raw(a);
        archive_read_support_format_empty(a);
        break;
    case PACKING_NONE:
        break;
    }
}

static struct span archive_reason(struct archive *a)
{
    const char *text = archive_error_string(a);
    return text ? span_of(text) : SPAN("?");
}

static la_ssize_t read_pipe(struct archive *a, void *ctx, const void **out)
{
    enum { BLOCK_BYTES = 1 << 16 };
    struct pipe_input *in = ctx;
    if (in->first.n) {
        struct span first = in->first;
        in->first = (struct span){0};
        *out = first.p;
        return (la_ssize_t)first.n;
    }
    if (!buf_reserve(&in->block, BLOCK_BYTES)) {
        archive_set_error(a, ENOMEM, "out of memory");
        return ARCHIVE_FATAL;
    }
    ssize_t got = read(in->fd, in->block.p, BLOCK_BYTES);
    if (got < 0)
        archive_set_error(a, errno, "%s", strerror(errno));
    *out = in->block.p;
    return got < 0 ? ARCHIVE_FATAL : (la_ssize_t)got;
}

static bool open_packed(struct archive_reader *r, const struct source_packed *packed,
                        const char *name_charset)
{
    enum { BLOCK_BYTES = 1 << 16 };
    r->a = archive_read_new();
    if (!r->a)
        return false;
    switch_on(r->a, r->packing);
    if (name_charset)
        archive_read_set_options(r->a, name_charset);
    int result;
    if (packed->piped) {
        r->pipe = (struct pipe_input){.first = packed->bytes, .fd = packed->fd};
        buf_init(&r->pipe.block, BUF_DEFAULT_MAX);
        result = archive_read_open(r->a, &r->pipe, NULL, read_pipe, NULL);
    } else if (packed->fd >= 0)
        result = lseek(packed->fd, 0, SEEK_SET) < 0
                     ? ARCHIVE_FATAL
                     : archive_read_open_fd(r->a, packed->fd, BLOCK_BYTES);
    else
        result = archive_read_open_memory(r->a, packed->bytes.p, packed->bytes.n);
    return result == ARCHIVE_OK || result == ARCHIVE_WARN;
}

static void close_packed(struct archive_reader *r)
{
    if (r->a)
        archive_read_free(r->a);
    r->a = NULL;
}

static enum status report(struct archive_reader *r, enum status code, const struct msg *what,
                          struct span arg)
{
    struct err problem;
    err_set(&problem, code, what, arg, span_make(NULL, 0));
    return source_give_problem(r->w, buf_span(&r->label), &problem);
}

static enum status report_limit(struct archive_reader *r, const struct msg *what, uint64_t limit)
{
    return report(r, STATUS_LIMIT, what, SPAN_U64(limit));
}

/* The whole archive on disk has used up a limit: said once, about the archive. */
static enum status report_spent(struct archive_reader *r, const struct msg *what, uint64_t limit)
{
    r->budget->spent = true;
    r->label.n = r->label_base;
    return report_limit(r, what, limit);
}

/* Names */

/* UTF-8 that was taken for CP932: the way back gives UTF-8 with characters beyond ASCII. */
static bool is_utf8_as_cp932(struct span name, struct buf *bytes)
{
    struct charset_loss loss;
    buf_clear(bytes);
    charset_encode(CHARSET_CP932, name, bytes, &loss, NULL);
    struct span back = buf_span(bytes);
    return buf_status(bytes) == STATUS_OK && loss.count == 0 && loss.folded == 0 &&
           utf8_ascii_prefix(back) < back.n && utf8_is_valid(back);
}

static enum status add_member_name(struct archive_reader *r, struct archive_entry *entry)
{
    const char *utf8 = archive_entry_pathname_utf8(entry);
    const char *stored = utf8 ? utf8 : archive_entry_pathname(entry);
    if (!stored)
        return source_add_label(&r->label, SPAN("?"));
    if (r->packing != PACKING_LZH)
        return source_add_label(&r->label, span_of(stored));
    struct buf bytes;
    buf_init(&bytes, SOURCE_LABEL_BYTES);
    struct span name = span_of(stored);
    if (r->latin1_names) /* undoes what reading bytes as Latin-1 did */
        charset_encode(CHARSET_LATIN1, name, &bytes, NULL, NULL);
    if (r->latin1_names || is_utf8_as_cp932(name, &bytes))
        name = buf_span(&bytes);
    enum status status = source_add_label(&r->label, name);
    if (buf_status(&bytes) == STATUS_NOMEM)
        status = STATUS_NOMEM;
    buf_release(&bytes);
    return status;
}

/* The name of a packed single file is that of the archive without its last suffix. */
static void add_single_name(struct archive_reader *r)
{
    struct span base = span_make(r->label.p, r->label_base);
    size_t from = base.n, dot = base.n;
    while (from && base.p[from - 1] != '/' && base.p[from - 1] != ':')
        if (base.p[--from] == '.' && dot == base.n)
            dot = from;
    size_t n = dot > from ? dot - from : base.n - from;
    if (n && buf_reserve(&r->label, n)) /* before the copy: it may move */
        buf_add(&r->label, r->label.p + from, n);
}

/* An archive without a name of its own needs no colon after it. */
static void begin_name(struct archive_reader *r)
{
    r->label.n = r->label_base;
    if (r->label_base)
        buf_add_char(&r->label, ':');
    r->name_at = r->label.n;
}

static enum status set_member_label(struct archive_reader *r, struct archive_entry *entry)
{
    begin_name(r);
    enum status status = STATUS_OK;
    if (archive_format(r->a) == ARCHIVE_FORMAT_RAW)
        add_single_name(r);
    else
        status = add_member_name(r, entry);
    if (status == STATUS_NOMEM || buf_status(&r->label) == STATUS_NOMEM)
        return source_fail_nomem(r->w);
    if (status != STATUS_OK || buf_status(&r->label) != STATUS_OK) { /* an endless name */
        r->label.bad = STATUS_OK;
        begin_name(r);
        buf_add_char(&r->label, '?');
    }
    return buf_status(&r->label) == STATUS_OK ? STATUS_OK : source_fail_nomem(r->w);
}

/* Members */

enum unpack {
    UNPACK_OK,
    UNPACK_SKIP,
    UNPACK_MORE, /* there is more of the member */
    UNPACK_CUT, /* the packed bytes end or break here: what came before is there, nothing follows */
    UNPACK_END
};

/* What to do after a result below ARCHIVE_OK while reading data. */
static enum unpack data_error(struct archive_reader *r, int result, enum status *status)
{
    *status = report(r, STATUS_SYNTAX, &DAMAGED_MEMBER, archive_reason(r->a));
    return result == ARCHIVE_FATAL ? UNPACK_CUT : UNPACK_SKIP;
}

static uint64_t bytes_by_ratio(const struct source_limits *limits, uint64_t packed)
{
    uint64_t most;
    if (__builtin_mul_overflow(packed, limits->ratio, &most) ||
        __builtin_add_overflow(most, limits->ratio_free_bytes, &most))
        most = UINT64_MAX;
    return most;
}

/* Whatever is unpacked goes through here, also what nobody wants: it takes time all the same. */
static enum unpack charge(struct archive_reader *r, size_t n, enum status *status)
{
    struct budget *b = r->budget;
    la_int64_t packed = b->piped && r->depth == 1 ? archive_filter_bytes(r->a, -1) : 0;
    if (packed > 0)
        b->bytes_max = bytes_by_ratio(&r->w->limits, (uint64_t)packed);
    b->bytes += n;
    *status = source_check_stopped(r->w);
    if (*status != STATUS_OK)
        return UNPACK_END;
    if (b->bytes > r->w->limits.total_bytes)
        *status = report_spent(r, &TOTAL_TOO_LARGE, r->w->limits.total_bytes);
    else if (b->bytes > b->bytes_max)
        *status = report_spent(r, &RATIO_TOO_LARGE, r->w->limits.ratio);
    return b->spent ? UNPACK_END : UNPACK_OK;
}

/* Appends up to `most` bytes of the member in all.  UNPACK_OK: it ended; UNPACK_MORE: it did not.
 */
static enum unpack unpack_to(struct archive_reader *r, struct buf *out, size_t most,
                             enum status *status)
{
    enum { BLOCK_BYTES = 1 << 16 };
    while (out->n < most) {
        size_t left = most - out->n;
        size_t ask = left < BLOCK_BYTES ? left : BLOCK_BYTES;
        if (!buf_reserve(out, ask)) {
            *status = source_fail_nomem(r->w);
            return UNPACK_END;
        }
        la_ssize_t got = archive_read_data(r->a, out->p + out->n, ask);
        if (got == 0)
            return UNPACK_OK;
        if (got < 0)
            return data_error(r, (int)got, status);
        out->n += (size_t)got;
        enum unpack after = charge(r, (size_t)got, status);
        if (after != UNPACK_OK)
            return after;
    }
    return UNPACK_MORE;
}

/* Does this kind of archive pass over members without unpacking them? */
static bool passes_over_cheaply(const struct archive_reader *r)
{
    return r->packing == PACKING_ZIP || r->packing == PACKING_TAR || r->packing == PACKING_LZH;
}

/* Unpacks the rest of a member that nobody wants, where libarchive would have to do so anyway,
 * out of reach of limits and cancellation.  Holes in it cost nothing and do not count. */
static enum unpack pass_over(struct archive_reader *r, enum status *status)
{
    const void *block;
    size_t n;
    la_int64_t at;
    int result = ARCHIVE_OK;
    while (!passes_over_cheaply(r)) {
        result = archive_read_data_block(r->a, &block, &n, &at);
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
            break;
        enum unpack after = charge(r, n, status);
        if (after != UNPACK_OK)
            return after;
    }
    return UNPACK_SKIP; /* what is damaged the next header tells */
}

static enum unpack too_large(struct archive_reader *r, enum status *status)
{
    *status = report_limit(r, &MEMBER_TOO_LARGE, r->w->limits.item_bytes);
    return *status == STATUS_OK ? pass_over(r, status) : UNPACK_END;
}

static enum unpack unpack_whole(struct archive_reader *r, enum status *status)
{
    size_t most = r->w->limits.item_bytes;
    enum unpack unpacked = unpack_to(r, &r->bytes, most < SIZE_MAX ? most + 1 : SIZE_MAX, status);
    return unpacked == UNPACK_MORE ? too_large(r, status) : unpacked;
}

/* NOLINTBEGIN(misc-no-recursion): limits.depth bounds it */
static enum status walk_reader(struct source_walker *w, struct budget *budget, struct span label,
                               struct span head, const struct source_packed *packed,
                               unsigned depth);

static void note_progress(struct archive_reader *r)
{
    if (r->depth != 1)
        return;
    la_int64_t at = archive_filter_bytes(r->a, -1);
    r->w->disk_bytes = at > 0 ? (uint64_t)at : 0;
}

static enum status give_member(struct archive_reader *r)
{
    struct span bytes = buf_span(&r->bytes), label = buf_span(&r->label);
    note_progress(r);
    if (!source_is_archive(bytes))
        return source_give_item(r->w, label, bytes, r->depth);
    if (r->depth >= r->w->limits.depth)
        return report_limit(r, &TOO_DEEP, r->w->limits.depth);
    struct source_packed inner = {.bytes = bytes, .fd = -1, .size = bytes.n};
    return walk_reader(r->w, r->budget, label, bytes, &inner, r->depth + 1);
}

/* Folders, links and the like hold no records; names that start with a dot are other programs'
 * notes ("._game.kif" beside each game.kif that a Macintosh packed). */
static bool is_wanted(struct archive_reader *r, struct archive_entry *entry)
{
    struct span label = buf_span(&r->label);
    if (archive_entry_hardlink(entry) || span_ends(label, SPAN("/")))
        return false;
    mode_t type = archive_entry_filetype(entry);
    if (type != 0 && type != AE_IFREG)
        return false;
    size_t at = label.n;
    while (at > r->name_at && label.p[at - 1] != '/')
        at--;
    return at == label.n || label.p[at] != '.';
}

/* Hands out a member, of which the first piece is there, piece by piece. */
static enum unpack read_pieces(struct archive_reader *r, enum status *status)
{
    struct source_pieces *p = &r->pieces;
    enum unpack unpacked = UNPACK_MORE;
    while (unpacked == UNPACK_MORE && *status == STATUS_OK) {
        note_progress(r);
        *status = source_give_piece(p, buf_span(&r->label), r->depth, false);
        if (*status == STATUS_OK)
            unpacked = unpack_to(r, &p->bytes, p->want, status);
    }
    bool torn = unpacked == UNPACK_CUT || unpacked == UNPACK_SKIP;
    if (*status == STATUS_OK && (unpacked == UNPACK_OK || torn))
        *status = source_give_piece(p, buf_span(&r->label), r->depth, true);
    return *status == STATUS_OK ? unpacked : UNPACK_END;
}

static enum unpack walk_member(struct archive_reader *r, struct archive_entry *entry,
                               enum status *status)
{
    *status = set_member_label(r, entry);
    if (*status != STATUS_OK)
        return UNPACK_END;
    if (++r->budget->members > r->w->limits.members) {
        *status = report_spent(r, &TOO_MANY, r->w->limits.members);
        return UNPACK_END;
    }
    if (!is_wanted(r, entry))
        return pass_over(r, status);
    if (archive_entry_is_encrypted(entry)) {
        *status = report(r, STATUS_UNSUPPORTED, &ENCRYPTED, span_make(NULL, 0));
        return UNPACK_SKIP;
    }
    /* What is small, and archives inside this one, are handed out whole. */
    enum unpack unpacked = UNPACK_MORE;
    buf_clear(&r->bytes);
    if (r->w->handler->piece) {
        source_pieces_clear(&r->pieces);
        unpacked = unpack_to(r, &r->pieces.bytes, r->pieces.want, status);
        if (unpacked == UNPACK_MORE && !source_is_archive(buf_span(&r->pieces.bytes)))
            return read_pieces(r, status);
        struct buf first = r->pieces.bytes;
        r->pieces.bytes = r->bytes;
        r->bytes = first;
    }
    if (unpacked == UNPACK_MORE)
        unpacked = unpack_whole(r, status);
    bool torn = unpacked == UNPACK_CUT && *status == STATUS_OK && r->bytes.n;
    if (unpacked == UNPACK_OK || torn)
        *status = give_member(r);
    return unpacked;
}

/* The end of an archive that stops before its time. */
static enum status report_damage(struct archive_reader *r)
{
    r->label.n = r->label_base;
    /* Asked before a format was recognised, libarchive 3.6 follows a stray pointer. */
    if (archive_format(r->a) != 0 && archive_read_has_encrypted_entries(r->a) == 1)
        return report(r, STATUS_UNSUPPORTED, &ENCRYPTED, span_make(NULL, 0));
    if (!archive_error_string(r->a))
        return report(r, STATUS_SYNTAX, &DAMAGED_SOMEHOW, span_make(NULL, 0));
    return report(r, STATUS_SYNTAX, &DAMAGED, archive_reason(r->a));
}

static enum status walk_members(struct archive_reader *r)
{
    enum { RETRIES = 16 };
    enum status status = STATUS_OK;
    for (int retries = 0; retries < RETRIES;) {
        struct archive_entry *entry;
        int result = archive_read_next_header(r->a, &entry);
        if (result == ARCHIVE_EOF)
            return STATUS_OK;
        if (result == ARCHIVE_RETRY) {
            retries++;
            continue;
        }
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
            break;
        enum unpack next = walk_member(r, entry, &status);
        if (next == UNPACK_CUT || next == UNPACK_END || status != STATUS_OK || r->budget->spent)
            return status;
    }
    return report_damage(r);
}

/* Can all headers of the open archive be read? */
static bool all_headers_read(struct archive_reader *r)
{
    struct archive_entry *entry;
    int result = ARCHIVE_OK;
    uint64_t n = 0;
    while (result != ARCHIVE_EOF && result != ARCHIVE_FATAL && n++ <= r->w->limits.members)
        result = archive_read_next_header(r->a, &entry);
    return result != ARCHIVE_FATAL;
}

/* Opens the archive in the way that reads its names. */
static bool open_reader(struct archive_reader *r, const struct source_packed *packed)
{
    if (r->packing != PACKING_LZH)
        return open_packed(r, packed, NULL);
    if (!open_packed(r, packed, "hdrcharset=CP932"))
        return false;
    r->latin1_names = !all_headers_read(r);
    close_packed(r);
    return open_packed(r, packed, r->latin1_names ? "hdrcharset=ISO-8859-1" : "hdrcharset=CP932");
}

static enum status walk_reader(struct source_walker *w, struct budget *budget, struct span label,
                               struct span head, const struct source_packed *packed, unsigned depth)
{
    struct archive_reader r = {
        .w = w, .budget = budget, .packing = packing_of(head), .depth = depth};
    buf_init(&r.bytes, SIZE_MAX / 2);
    source_pieces_init(&r.pieces, w);
    buf_init(&r.label, 2 * (size_t)SOURCE_LABEL_BYTES);
    buf_add_span(&r.label, label);
    r.label_base = r.label.n;
    enum status status = STATUS_OK;
    if (buf_status(&r.label) != STATUS_OK)
        status = source_fail_nomem(w);
    else if (open_reader(&r, packed))
        status = walk_members(&r);
    else if (r.a)
        status = report_damage(&r);
    else
        status = source_fail_nomem(w);
    close_packed(&r);
    buf_release(&r.bytes);
    buf_release(&r.pipe.block);
    source_pieces_release(&r.pieces);
    buf_release(&r.label);
    return status;
}

/* NOLINTEND(misc-no-recursion) */

enum status source_walk_archive(struct source_walker *w, struct span label, struct span head,
                                const struct source_packed *packed)
{
    struct budget budget = {.piped = packed->piped,
                            .bytes_max = bytes_by_ratio(&w->limits, packed->size)};
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    locale_t before = utf8 ? uselocale(utf8) : (locale_t)0; /* without it names suffer, no more */
    enum status status = walk_reader(w, &budget, label, head, packed, 1);
    if (utf8) {
        uselocale(before);
        freelocale(utf8);
    }
    return status;
}

/* flow_file.c: a table of sequences as text; see flow.h and docs/formats/flow.md.
 *
 *     kifu flow 1
 *     from-ply 41                              how it was mined
 *     games 3893 3697
 *     points one-frame 150                     what an engine gives for a match
 *     again pawn 100
 *     twice pawn 16624 14672 …                 the same piece twice
 *     class two/own-king/capture 301234 …      all sequences of a class; below it those kept
 *     (-1,-3,P),(-1,-4,P),1 392 141 …
 *
 * A line is a word and what it takes; a table of words says who reads it.  Nothing is taken on
 * trust: every number has its limits, and a sequence is in its class and there once. */
#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/num.h"
#include "text/flow/flow_internal.h"

/* --- Writing ---------------------------------------------------------------------------------- */

static const char *yes_or_no(bool yes)
{
    return yes ? "yes" : "no";
}

static void write_settings(const struct flow_table *t, struct buf *out)
{
    const struct flow_settings *s = &t->settings;
    buf_printf(out, "from-ply %u\nmin-count %u\nalpha %.6g\n", s->from_ply, s->min_count, s->alpha);
    buf_printf(out, "correct %s\nboth %s\nshuffled %s\n", yes_or_no(s->correct), yes_or_no(s->both),
               yes_or_no(s->shuffled));
    if (s->part != GAME_PART_ALL)
        buf_printf(out, "part %s\n", game_part_names[s->part - GAME_PART_TRAIN]);
    struct span left = buf_span(&t->sources);
    while (left.n) {
        const char *end = memchr(left.p, '\n', left.n);
        size_t n = end ? (size_t)(end - left.p) : left.n;
        buf_add_str(out, "source ");
        buf_add(out, left.p, n);
        buf_add_char(out, '\n');
        left = span_skip(left, n + 1);
    }
    buf_printf(out, "games %llu %llu\n", (unsigned long long)t->games[0],
               (unsigned long long)t->games[1]);
}

static void write_pair(struct buf *out, uint64_t human, uint64_t computer)
{
    buf_add_char(out, ' ');
    buf_add_u64(out, human);
    buf_add_char(out, ' ');
    buf_add_u64(out, computer);
}

static void write_twice(const struct flow_table *t, struct buf *out)
{
    buf_add_str(out, "\n# the same piece twice: kind, times by people, by programs; how often it "
                     "could have been;\n# p against all pairs of own moves, p of the rates\n");
    buf_add_str(out, "pairs");
    write_pair(out, t->pairs[0], t->pairs[1]);
    buf_add_char(out, '\n');
    for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++) {
        const struct flow_twice *w = &t->twice[kind];
        buf_printf(out, "twice %s", flow_kind_names[kind]);
        write_pair(out, w->count[0], w->count[1]);
        write_pair(out, w->moves[0], w->moves[1]);
        buf_printf(out, " %.6g %.6g\n", w->p, w->rate_p);
    }
}

static void write_row(const struct flow_row *r, struct buf *out)
{
    flow_key_text(r->class, r->key, out);
    write_pair(out, r->count[0], r->count[1]);
    buf_printf(out, " %.6g %.6g %.6g", r->p, r->adjusted, r->ratio);
    for (int side = 0; side < FLOW_SIDES; side++)
        for (int i = 0; i < FLOW_EXAMPLES; i++) {
            const struct flow_example *e = &r->examples[side][i];
            if (e->ply != UINT32_MAX)
                buf_printf(out, " %s:%u:%u:%u", flow_side_names[side], e->db, e->id, e->ply);
        }
    buf_add_char(out, '\n');
}

void flow_write(const struct flow_table *t, struct buf *out)
{
    buf_add_str(out, "kifu flow 1\n");
    write_settings(t, out);
    buf_add_str(out,
                "\n# what a move is worth that continues a sequence, in hundredths of a pawn\n");
    buf_printf(out, "points one-frame %d\npoints both-frames %d\n", t->points.one_frame,
               t->points.both_frames);
    for (int kind = SHOGI_PAWN; kind < SHOGI_KINDS; kind++)
        if (t->points.again[kind])
            buf_printf(out, "again %s %d\n", flow_kind_names[kind], t->points.again[kind]);
    write_twice(t, out);
    buf_add_str(out, "\n# a class: occurrences in people's games, in programs', different ones, "
                     "tested;\n# a sequence: people's, programs', p, adjusted p, ratio, examples "
                     "as side:database:game:ply\n");
    for (unsigned class = 0; class < FLOW_CLASSES; class ++)
        if (t->classes >> class & 1) {
            buf_printf(out, "class %s", flow_classes[class].name);
            write_pair(out, t->totals[class][0], t->totals[class][1]);
            write_pair(out, t->distinct[class], t->tested[class]);
            buf_add_char(out, '\n');
            for (size_t i = 0; i < t->count; i++)
                if (t->rows[i].kept && t->rows[i].class == class)
                    write_row(&t->rows[i], out);
        }
}

/* --- Reading ---------------------------------------------------------------------------------- */

struct flow_reader {
    struct flow_table *t;
    unsigned class; /* of the rows to come; FLOW_CLASSES: none yet */
    bool has_points;
    struct err *err;
};

static const struct msg TOO_MANY = {"too many sequences", "手順が多すぎます"};

static bool eat_u64(struct span *s, uint64_t max, uint64_t *out)
{
    return num_parse_u64(span_eat_word(s), max, out);
}

static bool eat_u32(struct span *s, uint32_t *out)
{
    uint64_t v;
    if (!eat_u64(s, UINT32_MAX, &v))
        return false;
    *out = (uint32_t)v;
    return true;
}

/* At least 0, at most `most`. */
static bool eat_double(struct span *s, double most, double *out)
{
    return num_parse_double(span_eat_word(s), out) && *out >= 0 && *out <= most;
}

static bool eat_pair(struct span *s, uint64_t out[FLOW_SIDES])
{
    return eat_u64(s, UINT64_MAX / 4, &out[0]) && eat_u64(s, UINT64_MAX / 4, &out[1]);
}

static bool eat_yes_or_no(struct span *s, bool *out)
{
    struct span word = span_eat_word(s);
    *out = span_eq(word, SPAN("yes"));
    return *out || span_eq(word, SPAN("no"));
}

static bool read_from_ply(struct flow_reader *r, struct span *s)
{
    return eat_u32(s, &r->t->settings.from_ply);
}

static bool read_min_count(struct flow_reader *r, struct span *s)
{
    return eat_u32(s, &r->t->settings.min_count);
}

static bool read_alpha(struct flow_reader *r, struct span *s)
{
    return eat_double(s, 1, &r->t->settings.alpha);
}

static bool read_correct(struct flow_reader *r, struct span *s)
{
    return eat_yes_or_no(s, &r->t->settings.correct);
}

static bool read_both(struct flow_reader *r, struct span *s)
{
    return eat_yes_or_no(s, &r->t->settings.both);
}

static bool read_shuffled(struct flow_reader *r, struct span *s)
{
    return eat_yes_or_no(s, &r->t->settings.shuffled);
}

static bool read_part(struct flow_reader *r, struct span *s)
{
    struct span word = span_eat_word(s);
    for (int i = 0; game_part_names[i]; i++)
        if (span_eq(word, span_of(game_part_names[i]))) {
            r->t->settings.part = (enum game_part)(i + GAME_PART_TRAIN);
            return true;
        }
    return false;
}

static bool read_games(struct flow_reader *r, struct span *s)
{
    return eat_pair(s, r->t->games);
}

static bool read_pairs(struct flow_reader *r, struct span *s)
{
    return eat_pair(s, r->t->pairs);
}

static bool side_of(struct span word, unsigned *out)
{
    for (*out = 0; *out < FLOW_SIDES; ++*out)
        if (span_eq(word, span_of(flow_side_names[*out])))
            return true;
    return false;
}

/* The rest of the line is the path, blanks and all. */
static bool read_source(struct flow_reader *r, struct span *s)
{
    unsigned side;
    if (!side_of(span_eat_word(s), &side))
        return false;
    buf_printf(&r->t->sources, "%s ", flow_side_names[side]);
    buf_add_span(&r->t->sources, span_trim(*s));
    buf_add_char(&r->t->sources, '\n');
    *s = span_skip(*s, s->n);
    return true;
}

static bool kind_of(struct span word, int *out)
{
    for (*out = SHOGI_PAWN; *out < SHOGI_KINDS; ++*out)
        if (span_eq(word, span_of(flow_kind_names[*out])))
            return true;
    return false;
}

static bool eat_points(struct span *s, int *out)
{
    int64_t v;
    if (!num_parse_i64(span_eat_word(s), -FLOW_MOST_POINTS, FLOW_MOST_POINTS, &v))
        return false;
    *out = (int)v;
    return true;
}

/* The first line of points: those of the file count, and no others. */
static void begin_points(struct flow_reader *r)
{
    if (!r->has_points)
        r->t->points = (struct flow_points){0};
    r->has_points = true;
}

static bool read_points(struct flow_reader *r, struct span *s)
{
    struct span word = span_eat_word(s);
    begin_points(r);
    if (span_eq(word, SPAN("one-frame")))
        return eat_points(s, &r->t->points.one_frame);
    return span_eq(word, SPAN("both-frames")) && eat_points(s, &r->t->points.both_frames);
}

static bool read_again(struct flow_reader *r, struct span *s)
{
    int kind;
    begin_points(r);
    return kind_of(span_eat_word(s), &kind) && eat_points(s, &r->t->points.again[kind]);
}

static bool read_twice(struct flow_reader *r, struct span *s)
{
    int kind;
    if (!kind_of(span_eat_word(s), &kind))
        return false;
    struct flow_twice *w = &r->t->twice[kind];
    return eat_pair(s, w->count) && eat_pair(s, w->moves) && eat_double(s, 1, &w->p) &&
           eat_double(s, 1, &w->rate_p);
}

static bool read_class(struct flow_reader *r, struct span *s)
{
    struct flow_table *t = r->t;
    r->class = flow_class_of(span_eat_word(s));
    if (r->class == FLOW_CLASSES || t->classes >> r->class & 1)
        return false;
    t->classes |= (uint32_t)1 << r->class;
    return eat_pair(s, t->totals[r->class]) && eat_u64(s, UINT64_MAX / 4, &t->distinct[r->class]) &&
           eat_u64(s, UINT64_MAX / 4, &t->tested[r->class]);
}

/* "human:0:123:57" into the first free place of its side. */
static bool read_example(struct flow_row *row, struct span word)
{
    const char *colon = memchr(word.p, ':', word.n);
    unsigned side;
    uint64_t v[3];
    if (!colon || !side_of(span_make(word.p, (size_t)(colon - word.p)), &side))
        return false;
    word = span_skip(word, (size_t)(colon - word.p));
    for (int i = 0; i < 3; i++)
        if (!span_eat(&word, SPAN(":")) || !num_eat_u64(&word, UINT32_MAX - 1, &v[i]))
            return false;
    int place = 0;
    while (place < FLOW_EXAMPLES && row->examples[side][place].ply != UINT32_MAX)
        place++;
    if (word.n || place == FLOW_EXAMPLES)
        return false;
    row->examples[side][place] =
        (struct flow_example){(uint32_t)v[0], (uint32_t)v[1], (uint32_t)v[2]};
    return true;
}

static bool read_examples(struct flow_row *row, struct span *s)
{
    for (int side = 0; side < FLOW_SIDES; side++)
        for (int i = 0; i < FLOW_EXAMPLES; i++)
            row->examples[side][i] = (struct flow_example){.ply = UINT32_MAX};
    for (struct span word; (word = span_eat_word(s)).n;)
        if (!read_example(row, word))
            return false;
    return true;
}

static const struct msg NOT_READ = {"invalid line: %1", "解釈できない行です: %1"};

static enum status read_row(struct flow_reader *r, struct span line)
{
    struct flow_row row = {.class = (uint8_t)r->class, .kept = true};
    struct span s = line;
    enum status status = flow_key_read(r->class, span_eat_word(&s), &row.key, r->err);
    if (status != STATUS_OK)
        return status;
    if (!eat_u32(&s, &row.count[0]) || !eat_u32(&s, &row.count[1]) ||
        row.count[0] > r->t->totals[r->class][0] || row.count[1] > r->t->totals[r->class][1] ||
        !eat_double(&s, 1, &row.p) || !eat_double(&s, 1, &row.adjusted) ||
        !eat_double(&s, 1e300, &row.ratio) || !read_examples(&row, &s))
        return err_set(r->err, STATUS_SYNTAX, &NOT_READ, line, (struct span){0});
    struct flow_table *t = r->t;
    struct flow_row *rows = mem_grow(t->rows, t->count, &t->cap, UINT32_MAX / 4, sizeof *rows);
    if (!rows)
        return t->count == UINT32_MAX / 4 ? err_plain(r->err, STATUS_LIMIT, &TOO_MANY)
                                          : err_nomem(r->err);
    t->rows = rows;
    rows[t->count++] = row;
    t->kept[row.class]++;
    return STATUS_OK;
}

static enum status read_line(struct flow_reader *r, struct span line)
{
    static const struct {
        const char *word;
        bool (*read)(struct flow_reader *r, struct span *s);
    } WORDS[] = {
        {"from-ply", read_from_ply}, {"min-count", read_min_count}, {"alpha", read_alpha},
        {"correct", read_correct},   {"both", read_both},           {"shuffled", read_shuffled},
        {"source", read_source},     {"games", read_games},         {"points", read_points},
        {"again", read_again},       {"pairs", read_pairs},         {"twice", read_twice},
        {"class", read_class},       {"part", read_part},
    };
    struct span s = line, word = span_eat_word(&s);
    if (line.n == 0 || line.p[0] == '#')
        return STATUS_OK;
    if (line.p[0] == '(')
        return read_row(r, line);
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (span_eq(word, span_of(WORDS[i].word)))
            return WORDS[i].read(r, &s) && s.n == 0
                       ? STATUS_OK
                       : err_set(r->err, STATUS_SYNTAX, &NOT_READ, line, (struct span){0});
    return err_set(r->err, STATUS_SYNTAX, &NOT_READ, line, (struct span){0});
}

static struct span eat_line(struct span *left)
{
    const char *end = memchr(left->p, '\n', left->n);
    size_t n = end ? (size_t)(end - left->p) : left->n;
    struct span line = span_trim(span_make(left->p, n));
    *left = span_skip(*left, end ? n + 1 : n);
    return line;
}

static enum status read_lines(struct flow_reader *r, struct span text)
{
    static const struct msg OTHER = {"not a file from kifu flow",
                                     "kifu flow のファイルではありません"};
    struct span left = text;
    enum status status = STATUS_OK;
    uint32_t number = 1;
    if (!left.n || !span_eq(eat_line(&left), SPAN("kifu flow 1"))) {
        status = err_plain(r->err, STATUS_SYNTAX, &OTHER);
        err_at(r->err, 1, 0);
        return status;
    }
    while (left.n && status == STATUS_OK) {
        uint64_t byte = (uint64_t)(left.p - text.p);
        status = read_line(r, eat_line(&left));
        number++;
        if (status != STATUS_OK)
            err_at(r->err, number, byte);
    }
    if (status == STATUS_OK && buf_status(&r->t->sources) != STATUS_OK)
        status = err_nomem(r->err);
    return status;
}

enum status flow_read(struct flow_table *out, struct span text, struct err *err)
{
    struct flow_reader r = {.t = out, .class = FLOW_CLASSES, .err = err};
    *out = (struct flow_table){.settings = FLOW_DEFAULTS.settings, .points = flow_points_paper};
    buf_init(&out->sources, BUF_DEFAULT_MAX);
    enum status status = read_lines(&r, text);
    if (status == STATUS_OK)
        status = flow_index(out, err);
    if (status != STATUS_OK)
        flow_release(out);
    return status;
}

enum status flow_load(struct flow_table *out, const char *path, struct err *err)
{
    struct buf text;
    *out = (struct flow_table){0};
    buf_init(&text, FLOW_FILE_MOST_BYTES);
    enum status status = file_read(path, FLOW_FILE_MOST_BYTES, &text, err);
    if (status == STATUS_OK) {
        status = flow_read(out, buf_span(&text), err);
        if (status != STATUS_OK)
            err_in_file(err, span_of(path));
    }
    buf_release(&text);
    return status;
}

/* natural_ratings.c: `kifu natural ratings KEY ANSWERS...`: what people said of the moves on a page
 * of `kifu natural blind`.
 *
 * Both kinds of files come from outside: whatever is missing, repeated or out of range is refused
 * with the file's name. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/io/file.h"
#include "base/text/json.h"
#include "base/text/json_doc.h"
#include "cmd/natural/natural_train.h"
#include "values/natural/blind_ratings.h"

enum { MOST_BYTES = 16 << 20, MOST_POSITIONS = 1000, MOST_RATERS = 100000 };
static const char *const PHASES[] = {"opening", "middle", "end", "all"};

struct blind_key {
    struct buf id;
    size_t count;
    struct {
        bool known, natural_is_a;
        uint8_t phase;
    } at[MOST_POSITIONS];
};

struct ratings_cmd {
    struct cmd_env *env;
    struct blind_key key;
    struct blind_rating *ratings; /* owned */
    size_t count, cap;
};

/* --- Files ------------------------------------------------------------------------------------ */

static const struct msg DAMAGED = {"invalid or truncated JSON", "JSON として読めません"};
static const struct msg NO_KEY = {
    "not a key of kifu natural blind (FILE.key.json)",
    "kifu natural blind の正解ファイル（FILE.key.json）ではありません"};
static const struct msg NO_ANSWERS = {"not answers saved by a page of kifu natural blind",
                                      "kifu natural blind のページで保存した回答ではありません"};
static const struct msg OTHER_PAGE = {"answers to another page: %1, expected %2",
                                      "別のページへの回答です（%1、正解は %2）"};
static const struct msg BAD_ANSWER = {
    "answer %1: expected the number of a position, once, and ratings from 1 to 5 for a and b",
    "%1 番目の回答: 局面の番号（一度だけ）と a、b の 1〜5 が必要です"};

static enum status complain(struct err *err, const char *path, const struct msg *what,
                            struct span one, struct span two)
{
    enum status st = err_set(err, STATUS_SYNTAX, what, one, two);
    err_in_file(err, span_of(path));
    return st;
}

static bool is_text(const struct json_doc *d, uint32_t token, struct span key, struct span value)
{
    uint32_t member = json_doc_member(d, token, key);
    return member && json_doc_is(d, member, JSON_DOC_STRING) &&
           span_eq(d->tokens[member].at, value);
}

static bool integer_of(const struct json_doc *d, uint32_t token, struct span key, int64_t least,
                       int64_t most, int64_t *out)
{
    uint32_t member = json_doc_member(d, token, key);
    return member && json_doc_integer(d, member, least, most, out);
}

/* An array in a member; 0 if there is none. */
static uint32_t array_of(const struct json_doc *d, struct span key)
{
    uint32_t member = json_doc_member(d, 0, key);
    return member && json_doc_is(d, member, JSON_DOC_ARRAY) ? member : 0;
}

static bool read_key_item(struct blind_key *key, const struct json_doc *d, uint32_t token)
{
    int64_t number;
    if (!json_doc_is(d, token, JSON_DOC_OBJECT) ||
        !integer_of(d, token, SPAN("number"), 1, MOST_POSITIONS, &number) ||
        key->at[number - 1].known)
        return false;
    bool a = is_text(d, token, SPAN("natural"), SPAN("a"));
    bool b = is_text(d, token, SPAN("natural"), SPAN("b"));
    for (int phase = 0; phase < BLIND_PHASES; phase++)
        if (is_text(d, token, SPAN("phase"), span_of(PHASES[phase]))) {
            key->at[number - 1].known = true;
            key->at[number - 1].natural_is_a = a;
            key->at[number - 1].phase = (uint8_t)phase;
        }
    key->count++;
    return (a || b) && key->at[number - 1].known;
}

static enum status read_key(struct ratings_cmd *s, const char *path, const struct json_doc *d,
                            struct err *err)
{
    uint32_t items = array_of(d, SPAN("positions")), id = json_doc_member(d, 0, SPAN("id"));
    bool good = items && id && json_doc_is(d, id, JSON_DOC_STRING) &&
                is_text(d, 0, SPAN("kifu"), SPAN("blind-key"));
    for (uint32_t e = json_doc_begin(items); good && e < json_doc_end(d, items);
         e = json_doc_next(d, e))
        good = read_key_item(&s->key, d, e);
    if (!good || !s->key.count)
        return complain(err, path, &NO_KEY, (struct span){0}, (struct span){0});
    json_doc_string(d, id, &s->key.id);
    return buf_status(&s->key.id);
}

static enum status add_rating(struct ratings_cmd *s, const struct blind_rating *r, struct err *err)
{
    if (s->count == s->cap) {
        size_t cap = s->cap ? 2 * s->cap : 64;
        struct blind_rating *more = mem_realloc_array(s->ratings, cap, sizeof *more);
        if (!more)
            return err_nomem(err);
        s->ratings = more;
        s->cap = cap;
    }
    s->ratings[s->count++] = *r;
    return STATUS_OK;
}

static bool read_answer(const struct ratings_cmd *s, const struct json_doc *d, uint32_t token,
                        bool *seen, struct blind_rating *out)
{
    int64_t number, a, b;
    if (!json_doc_is(d, token, JSON_DOC_OBJECT) ||
        !integer_of(d, token, SPAN("number"), 1, MOST_POSITIONS, &number) ||
        !s->key.at[number - 1].known || seen[number - 1] ||
        !integer_of(d, token, SPAN("a"), BLIND_WORST, BLIND_BEST, &a) ||
        !integer_of(d, token, SPAN("b"), BLIND_WORST, BLIND_BEST, &b))
        return false;
    bool natural_is_a = s->key.at[number - 1].natural_is_a;
    seen[number - 1] = true;
    out->position = (uint32_t)number - 1;
    out->phase = s->key.at[number - 1].phase;
    out->natural = (uint8_t)(natural_is_a ? a : b);
    out->plain = (uint8_t)(natural_is_a ? b : a);
    return true;
}

static enum status check_page(const struct ratings_cmd *s, const char *path,
                              const struct json_doc *d, struct err *err)
{
    uint32_t id = json_doc_member(d, 0, SPAN("id"));
    if (!array_of(d, SPAN("answers")) || !id || !json_doc_is(d, id, JSON_DOC_STRING) ||
        !is_text(d, 0, SPAN("kifu"), SPAN("blind-answers")))
        return complain(err, path, &NO_ANSWERS, (struct span){0}, (struct span){0});
    if (!span_eq(d->tokens[id].at, buf_span(&s->key.id)))
        return complain(err, path, &OTHER_PAGE, d->tokens[id].at, buf_span(&s->key.id));
    return STATUS_OK;
}

static enum status read_answers(struct ratings_cmd *s, uint32_t rater, const char *path,
                                const struct json_doc *d, struct err *err)
{
    bool seen[MOST_POSITIONS] = {false};
    enum status st = check_page(s, path, d, err);
    uint32_t items = st == STATUS_OK ? array_of(d, SPAN("answers")) : 0;
    unsigned number = 0;
    for (uint32_t e = json_doc_begin(items); st == STATUS_OK && e < json_doc_end(d, items);
         e = json_doc_next(d, e)) {
        struct blind_rating r = {.rater = rater};
        char text[16];
        snprintf(text, sizeof text, "%u", ++number);
        st = read_answer(s, d, e, seen, &r)
                 ? add_rating(s, &r, err)
                 : complain(err, path, &BAD_ANSWER, span_of(text), (struct span){0});
    }
    return st;
}

/* number 0: the key; others: answers. */
static enum status read_file(struct ratings_cmd *s, const char *path, size_t number,
                             struct err *err)
{
    struct buf text;
    struct json_doc doc;
    buf_init(&text, MOST_BYTES);
    json_doc_init(&doc);
    enum status st = file_read(path, MOST_BYTES, &text, err);
    if (st == STATUS_OK) {
        st = json_doc_read(&doc, buf_span(&text));
        if (st != STATUS_OK || !json_doc_is(&doc, 0, JSON_DOC_OBJECT))
            st = complain(err, path, &DAMAGED, (struct span){0}, (struct span){0});
    }
    if (st == STATUS_OK)
        st = number ? read_answers(s, (uint32_t)number - 1, path, &doc, err)
                    : read_key(s, path, &doc, err);
    json_doc_release(&doc);
    buf_release(&text);
    return st;
}

/* --- Telling ---------------------------------------------------------------------------------- */

static void add_json(struct buf *out, int phase, const struct blind_figures *f)
{
    struct json j;
    json_init(&j, out);
    json_open_object(&j);
    json_key_cstr(&j, "phase", PHASES[phase]);
    json_key_u64(&j, "ratings", f->ratings);
    json_key_u64(&j, "raters", f->raters);
    json_key_u64(&j, "positions", f->positions);
    json_key_double(&j, "natural", f->natural);
    json_key_double(&j, "plain", f->plain);
    json_key_double(&j, "difference", f->difference);
    json_key_double(&j, "low", f->low);
    json_key_double(&j, "high", f->high);
    json_key_u64(&j, "better", f->better);
    json_key_u64(&j, "worse", f->worse);
    json_key_u64(&j, "equal", f->equal);
    json_key_double(&j, "p", f->p);
    json_key_double(&j, "t", f->t);
    json_end(&j);
    json_line(&j);
}

static void add_text(struct buf *out, enum lang lang, int phase, const struct blind_figures *f)
{
    static const struct msg NAMES[] = {
        {"opening", "序盤"}, {"middle", "中盤"}, {"end", "終盤"}, {"all", "全体"}};
    const char *name = msg_in(&NAMES[phase], lang);
    buf_printf(out, lang == LANG_JA ? "%s      %8zu" : "%-8s %9zu", name, f->ratings);
    if (!f->ratings) {
        buf_add_str(out, "        -      -\n");
        return;
    }
    buf_printf(out, "  %7.2f  %5.2f  %+5.2f [%+5.2f, %+5.2f]  %4zu %4zu %4zu  %.3f", f->natural,
               f->plain, f->difference, f->low, f->high, f->better, f->worse, f->equal, f->p);
    if (isfinite(f->t))
        buf_printf(out, "  %+.2f\n", f->t);
    else
        buf_add_str(out, "      -\n");
}

static int report(struct ratings_cmd *s, uint64_t seed)
{
    static const struct msg HEAD = {
        "phase      ratings  natural  plain  difference [95 %]      positions: natural rated "
        "higher, plain, neither; sign test p; t over positions\n",
        "段階          評価数  自然    通常  差 [95 %]              局面: "
        "自然が上、通常が上、同じ; "
        "符号検定 p、局面単位の t\n"};
    struct buf out;
    struct err err = {0};
    enum status st = STATUS_OK;
    buf_init(&out, BUF_DEFAULT_MAX);
    if (!s->env->json)
        buf_add_str(&out, msg_in(&HEAD, s->env->lang));
    for (int phase = 0; phase <= BLIND_ALL && st == STATUS_OK; phase++) {
        struct blind_figures f;
        st = blind_figures(s->ratings, s->count, phase, seed, &f, &err);
        if (s->env->json)
            add_json(&out, phase, &f);
        else
            add_text(&out, s->env->lang, phase, &f);
    }
    int code = st == STATUS_OK ? cmd_print(s->env, &out) : cmd_fail(s->env, &err);
    buf_release(&out);
    return code;
}

int natural_ratings(struct cmd_env *env, const struct cmd_args *args, const char *const *operands,
                    size_t n)
{
    static const struct msg WHICH = {"missing operand: KEY.json ANSWERS.json...",
                                     "引数が足りません: KEY.json ANSWERS.json..."};
    static const struct msg NOTHING = {"no ratings", "回答がありません"};
    struct err err = {0};
    int code = CMD_OK;
    if (n < 2 || n > MOST_RATERS)
        return cmd_misuse(env, &WHICH, NULL);
    struct ratings_cmd *s = mem_calloc(1, sizeof *s);
    if (!s)
        return cmd_fail(env, (err_nomem(&err), &err));
    s->env = env;
    buf_init(&s->key.id, BUF_DEFAULT_MAX);
    for (size_t i = 0; i < n && code == CMD_OK; i++)
        if (read_file(s, operands[i], i, &err) != STATUS_OK)
            code = cmd_fail(env, &err);
    if (code == CMD_OK && !s->count)
        code = cmd_fail_msg(env, &NOTHING, NULL);
    if (code == CMD_OK)
        code = report(s, (uint64_t)args_int(args, NATURAL_OPT_SEED, 1));
    buf_release(&s->key.id);
    mem_free(s->ratings);
    mem_free(s);
    return code;
}

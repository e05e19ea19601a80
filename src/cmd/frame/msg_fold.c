/* msg_fold.c: see msg_fold.h. */
#include "cmd/frame/msg_fold.h"

#include "base/alloc.h"

static const struct msg MORE = {"%1 more: %2", "ほかに %1 件: %2"};

void msg_fold_release(struct msg_fold *f)
{
    for (size_t i = 0; i < f->count; i++) {
        buf_release(&f->kinds[i].pattern);
        buf_release(&f->kinds[i].message);
        buf_release(&f->kinds[i].printed);
    }
    mem_free(f->kinds);
    *f = (struct msg_fold){0};
}

static struct msg_fold_kind *find(struct msg_fold *f, struct span pattern)
{
    for (size_t i = 0; i < f->count; i++)
        if (span_eq(buf_span(&f->kinds[i].pattern), pattern))
            return &f->kinds[i];
    return NULL;
}

static struct msg_fold_kind *add_kind(struct msg_fold *f, struct span pattern, struct span message)
{
    void *p = mem_grow(f->kinds, f->count, &f->cap, SIZE_MAX, sizeof *f->kinds);
    if (!p)
        return NULL;
    f->kinds = p;
    struct msg_fold_kind *k = &f->kinds[f->count];
    *k = (struct msg_fold_kind){0};
    buf_init(&k->pattern, BUF_DEFAULT_MAX);
    buf_init(&k->message, BUF_DEFAULT_MAX);
    buf_init(&k->printed, BUF_DEFAULT_MAX);
    buf_add_span(&k->pattern, pattern);
    buf_add_span(&k->message, message);
    f->count++;
    return k;
}

/* Without memory for counting it is printed. */
bool msg_fold_add_text(struct msg_fold *f, struct span pattern, struct span message,
                       struct span text)
{
    struct msg_fold_kind *k = find(f, pattern);
    if (!k && !(k = add_kind(f, pattern, message)))
        return true;
    k->differ |= !span_eq(buf_span(&k->message), message);
    k->count++;
    if (k->shown == MSG_FOLD_SHOWN || span_eq(buf_span(&k->printed), text))
        return false;
    buf_clear(&k->printed);
    buf_add_span(&k->printed, text);
    k->shown++;
    return true;
}

bool msg_fold_add(struct msg_fold *f, const struct cmd_env *env, const struct err *err)
{
    struct buf message, text;
    buf_init(&message, BUF_DEFAULT_MAX);
    buf_init(&text, BUF_DEFAULT_MAX);
    err_message(err, env->lang, &message);
    err_format(err, env->lang, &text);
    const char *pattern = err->what ? msg_in(err->what, env->lang) : status_name(err->code);
    bool shown = msg_fold_add_text(f, span_of(pattern), buf_span(&message), buf_span(&text));
    buf_release(&message);
    buf_release(&text);
    return shown;
}

/* What is said of all: with … for what is not the same. */
static void put_pattern(struct span pattern, struct buf *out)
{
    for (size_t i = 0; i < pattern.n; i++) {
        bool argument = pattern.p[i] == '%' && i + 1 < pattern.n && pattern.p[i + 1] >= '1' &&
                        pattern.p[i + 1] <= '2';
        if (argument)
            buf_add_str(out, "…");
        else
            buf_add_char(out, pattern.p[i]);
        i += argument;
    }
}

void msg_fold_print(struct msg_fold *f, struct cmd_env *env)
{
    struct buf text, count;
    buf_init(&text, BUF_DEFAULT_MAX);
    buf_init(&count, 32);
    for (size_t i = 0; i < f->count; i++) {
        const struct msg_fold_kind *k = &f->kinds[i];
        if (k->count <= k->shown)
            continue;
        buf_clear(&text);
        buf_clear(&count);
        buf_add_u64(&count, k->count - k->shown);
        if (k->differ)
            put_pattern(buf_span(&k->pattern), &text);
        else
            buf_add_span(&text, buf_span(&k->message));
        cmd_remark(env, &MORE, buf_cstr(&count), buf_cstr(&text));
    }
    buf_release(&text);
    buf_release(&count);
    msg_fold_release(f);
}

/* test_corpus.c: sentences with breaks between them, joined, looked up, and limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "text/mine/corpus.h"

/* A text like "12|3": digits are symbols, each | begins a sentence. */
static enum status write(struct corpus *c, const char *text, uint32_t line, struct err *err)
{
    uint32_t ply = 0;
    enum status status = corpus_begin(c, line, 9, err);
    for (; *text && status == STATUS_OK; text++)
        if (*text == '|') {
            status = corpus_begin(c, ++line, 9, err);
        } else {
            status = corpus_add(c, (uint32_t)(*text - '0'), ply++, err);
            if (status == STATUS_OK && *text == '7')
                corpus_note(c, 77);
        }
    return status;
}

static void expect(const struct corpus *c, const char *text)
{
    assert_int_equal(c->n, strlen(text));
    for (uint32_t i = 0; i < c->n; i++) {
        assert_int_equal(c->text[i], text[i] - '0');
        assert_int_equal(c->note[i], text[i] == '7' ? 77 : 0);
    }
    for (uint32_t i = 0; i < c->sentence_count; i++) {
        const struct sentence *s = &c->sentences[i];
        assert_true(s->count > 0);
        assert_int_equal(s->mark, 9);
        assert_int_equal(c->text[s->first - 1], CORPUS_BREAK);
        assert_int_equal(c->text[s->first + s->count], CORPUS_BREAK);
        for (uint32_t at = s->first; at <= s->first + s->count; at++)
            assert_ptr_equal(corpus_sentence(c, at), s);
    }
    assert_null(corpus_sentence(c, 0));
}

static void test_sentences(void **state)
{
    (void)state;
    struct corpus c;
    struct err err;
    corpus_init(&c, 10);
    assert_int_equal(write(&c, "|12||375||", 1, &err), STATUS_OK);
    assert_int_equal(corpus_end(&c, &err), STATUS_OK);
    expect(&c, "01203750");
    assert_int_equal(c.sentence_count, 2);
    assert_int_equal(c.sentences[0].line, 2);
    assert_int_equal(c.sentences[1].line, 4);
    corpus_clear(&c);
    assert_int_equal(corpus_end(&c, &err), STATUS_OK);
    expect(&c, "0");
    corpus_release(&c);
}

static void test_append(void **state)
{
    (void)state;
    struct corpus all, piece;
    struct err err;
    corpus_init(&all, 10);
    corpus_init(&piece, 10);
    for (uint32_t i = 0; i < 300; i++) {
        corpus_clear(&piece);
        assert_int_equal(write(&piece, i % 2 ? "|" : "47|8", 3 * i, &err), STATUS_OK);
        if (i % 3 == 0)
            assert_int_equal(corpus_end(&piece, &err), STATUS_OK);
        assert_int_equal(corpus_append(&all, &piece, &err), STATUS_OK);
    }
    assert_int_equal(corpus_end(&all, &err), STATUS_OK);
    assert_int_equal(all.sentence_count, 300);
    assert_int_equal(all.n, 150 * 5 + 1);
    for (uint32_t i = 0; i < 300; i++)
        assert_int_equal(all.sentences[i].line, i / 2 * 6 + i % 2);
    assert_int_equal(all.note[2], 77);
    assert_int_equal(all.ply[4], 2);
    corpus_release(&all);
    corpus_release(&piece);
}

static void test_refused(void **state)
{
    (void)state;
    struct corpus c;
    struct err err;
    corpus_init(&c, 5);
    assert_int_equal(corpus_add(&c, 1, 0, &err), STATUS_RANGE); /* no sentence */
    assert_int_equal(corpus_begin(&c, 0, 0, &err), STATUS_OK);
    assert_int_equal(corpus_add(&c, 0, 0, &err), STATUS_RANGE);
    assert_int_equal(corpus_add(&c, 5, 0, &err), STATUS_RANGE);
    assert_int_equal(corpus_add(&c, 4, 0, &err), STATUS_OK);
    corpus_release(&c);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct err err;
    for (long n = 0;; n++) {
        struct corpus c;
        enum status status = STATUS_OK;
        corpus_init(&c, 10);
        mem_fail_after(n);
        for (int i = 0; i < 200 && status == STATUS_OK; i++)
            status = write(&c, "12|345|", 0, &err);
        if (status == STATUS_OK)
            status = corpus_end(&c, &err);
        mem_fail_never();
        corpus_release(&c);
        if (status == STATUS_OK)
            break;
        assert_int_equal(status, STATUS_NOMEM);
        assert_true(n < 200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_append),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

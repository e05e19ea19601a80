/* test_http_patience.c: who is shown out, and who is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "web/http_patience.h"

enum { CLIENTS = 5 };

/* Longer than any machine is too busy for us. */
enum { LONG_MS = 600000 };

/* Sleeps until a limit of 1 ms is over. */
static void wait_a_moment(void)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    nanosleep(&pause, NULL);
}

static int is_cut(int ours)
{
    char byte;
    return recv(ours, &byte, 1, MSG_DONTWAIT) == 0;
}

static void test_each_by_what_it_does(void **state)
{
    (void)state;
    struct patience p;
    struct patience_client client[CLIENTS];
    int pair[CLIENTS][2];
    patience_init(&p, LONG_MS);
    assert_int_equal(patience_enforce(&p), 0);
    for (int i = 0; i < CLIENTS; i++) {
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair[i]), 0);
        patience_add(&p, &client[i], pair[i][0]);
    }
    assert_int_equal(patience_enforce(&p), CLIENTS);
    for (int i = 0; i < CLIENTS; i++)
        assert_false(is_cut(pair[i][1]));
    p.limit_ms = 1; /* from now on */
    patience_begin(&p, &client[0], 0);
    patience_begin(&p, &client[3], 0);
    patience_begin(&p, &client[4], 0);
    patience_pause(&p, &client[1]); /* waits for us */
    const uint64_t much = (uint64_t)LONG_MS * PATIENCE_BYTES_PER_MS;
    patience_begin(&p, &client[2], much); /* has much to do */
    patience_extend(&p, &client[3], much);
    patience_extend(&p, &client[1], 1); /* still waits for us */
    wait_a_moment();
    assert_int_equal(patience_enforce(&p), CLIENTS);
    const int expected[CLIENTS] = {1, 0, 0, 0, 1};
    for (int i = 0; i < CLIENTS; i++)
        assert_int_equal(is_cut(pair[i][1]), expected[i]);
    patience_begin(&p, &client[1], 0); /* its turn again */
    wait_a_moment();
    patience_enforce(&p);
    assert_true(is_cut(pair[1][1]));
    static const int ORDER[CLIENTS] = {2, 0, 4, 1, 3}; /* the middle, both ends */
    for (int i = 0; i < CLIENTS; i++) {
        patience_remove(&p, &client[ORDER[i]]);
        assert_int_equal(patience_enforce(&p), CLIENTS - 1 - i);
        close(pair[ORDER[i]][0]);
        close(pair[ORDER[i]][1]);
    }
    patience_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_by_what_it_does)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

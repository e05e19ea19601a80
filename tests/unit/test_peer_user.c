/* test_peer_user.c: owners of sockets, from a list as Linux writes it and from this machine's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "web/http/peer_user.h"

#define HEAD                                                                                       \
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "  \
    "inode\n"
#define REST " 00000000:00000000 00:00000000 00000000 "

static struct sockaddr_in loopback(uint16_t port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static bool find(const char *list, uid_t *user)
{
    const struct sockaddr_in from = loopback(0xD2C4), to = loopback(0x1F51);
    return peer_user_find(span_of(list), &from, &to, user);
}

/* Addresses are words in the machine's byte order; these are a little-endian one's. */
static void test_lists(void **state)
{
    uid_t user = 99;
    (void)state;
    if (htonl(1) == 1)
        skip();
    assert_false(find("", &user));
    assert_false(find(HEAD, &user));
    /* the server's end, a listener, and another port */
    assert_false(find(HEAD "   0: 0100007F:1F51 0100007F:D2C4 01" REST " 7        0 1\n"
                           "   1: 0100007F:1F51 00000000:0000 0A" REST " 7        0 1\n"
                           "   2: 0100007F:D2C5 0100007F:1F51 01" REST " 7        0 1\n",
                      &user));
    assert_true(find(HEAD "   0: 0100007F:1F51 0100007F:D2C4 01" REST " 7        0 1\n"
                          "   1: 0100007F:D2C4 0100007F:1F51 01" REST "  1000        0 4711\n",
                     &user));
    assert_int_equal(user, 1000);
    /* closed by its program, it would seem to be root's */
    assert_false(find(HEAD "   1: 0100007F:D2C4 0100007F:1F51 05" REST "  0        0 0\n", &user));
    assert_false(find(HEAD "   1: 0100007F:D2C4 0100007F:1F51 01 00000000", &user));
    /* through a socket for IPv6 */
    assert_true(find(HEAD "   1: 0000000000000000FFFF00000100007F:D2C4 "
                          "0000000000000000FFFF00000100007F:1F51 01" REST " 33 0 1",
                     &user));
    assert_int_equal(user, 33);
}

static void test_this_machine(void **state)
{
    struct sockaddr_in at = loopback(0);
    socklen_t n = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
    (void)state;
    assert_int_equal(peer_user_check(NULL), STATUS_OK);
    assert_int_equal(bind(listener, (struct sockaddr *)&at, n), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&at, &n), 0);
    assert_int_equal(connect(client, (struct sockaddr *)&at, n), 0);
    int accepted = accept(listener, NULL, NULL);
    assert_true(accepted >= 0);
    assert_true(peer_is_user(accepted, geteuid()));
    assert_false(peer_is_user(accepted, geteuid() + 1));
    close(client);
    assert_false(peer_is_user(accepted, geteuid()));
    close(accepted);
    close(listener);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_this_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* kifu.h: the public face of libkifu.
 *
 * Only what is declared here with KIFU_API can be seen from outside: everything else in the library
 * is compiled hidden, in the shared library and in the static one. */
#ifndef KIFU_H
#define KIFU_H

#define KIFU_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0"; static. */
KIFU_API const char *kifu_version(void);

#ifdef __cplusplus
}
#endif

#endif

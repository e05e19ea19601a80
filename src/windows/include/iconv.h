/* iconv.h: there is none: character sets that Kifu does not know itself cannot be read. */
#ifndef KIFU_WINDOWS_INCLUDE_ICONV_H
#define KIFU_WINDOWS_INCLUDE_ICONV_H

#include <errno.h>
#include <stddef.h>

typedef void *iconv_t;
static inline iconv_t iconv_open(const char *to, const char *from)
{
    (void)to;
    (void)from;
    errno = EINVAL;
    return (iconv_t)-1;
}
static inline size_t iconv(iconv_t cd, char **in, size_t *in_left, char **out, size_t *out_left)
{
    (void)cd;
    (void)in;
    (void)in_left;
    (void)out;
    (void)out_left;
    return (size_t)-1;
}
static inline int iconv_close(iconv_t cd)
{
    (void)cd;
    return 0;
}

#endif

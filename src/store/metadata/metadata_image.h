/* metadata_image.h: the SQLite image of the metadata (metadata_schema.h), made in memory. */
#ifndef KIFU_STORE_METADATA_METADATA_IMAGE_H
#define KIFU_STORE_METADATA_METADATA_IMAGE_H

#include "base/buf.h"
#include "base/err.h"
#include "store/metadata/metadata_writer.h"

/* Appends the image.  The same input gives the same bytes. */
enum status metadata_image(const struct metadata_writer *w, struct buf *out,
                           struct err *err) CHECK_RESULT;

#endif

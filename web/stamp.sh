#!/bin/sh
# One number for all that the bundle is made from.
cd "$(dirname "$0")" || exit 3
LC_ALL=C
export LC_ALL
cat build.mjs package-lock.json src/*.* src/css/* | sha256sum | cut -c 1-16

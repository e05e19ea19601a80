#!/bin/bash
# Weights fitted to tables of random examples, by least squares and by logistic regression: R finds
# the same weights and errors, to a millionth.
set -eu
# shellcheck source-path=SCRIPTDIR
. "${0%/*}/setting.bash"
: "${B:=$TOP/build/release}"
need_command Rscript
"${CC:-cc}" -std=c17 -O1 -D_GNU_SOURCE -I"$TOP/src" -o "$work/fit" "$TOP/tests/oracle/fit_oracle.c" \
    "$B/internal.a" -larchive -lxxhash -lm -pthread
OPENBLAS_NUM_THREADS=1 LC_ALL=C.UTF-8 Rscript --vanilla "$TOP/tests/oracle/fit.R" "$work/fit" "$work"

# glm_fit.R: R's glm.fit on the examples of measure_fit, for bench/fit.sh.
#
#   Rscript glm_fit.R FILE ROWS FEATURES
#
# Prints "cpu SECONDS" of glm.fit alone, then weights with their errors, the bias last.
arguments <- commandArgs(trailingOnly = TRUE)
rows <- as.numeric(arguments[2])
features <- as.numeric(arguments[3])
file <- file(arguments[1], "rb")
y <- readBin(file, "double", rows)
x <- cbind(matrix(readBin(file, "double", rows * features), rows), 1)
close(file)
invisible(gc())
took <- system.time(f <- glm.fit(x, y, family = binomial()))
cat("cpu", took[["user.self"]] + took[["sys.self"]], "\n")
cat("steps", f$iter, "\n")
cat("peak_mb", sum(gc()[, 6]) * 1.048576, "\n")
error <- sqrt(diag(chol2inv(f$qr$qr[1:ncol(x), , drop = FALSE])))
for (i in seq_len(ncol(x)))
    cat("weight", format(f$coefficients[i], digits = 17), format(error[i], digits = 17), "\n")

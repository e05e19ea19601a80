# fit.R: weights and errors of regression.h beside those of R, case by case (run by fit-r.sh).
#
#   Rscript fit.R FIT_ORACLE FOLDER
#
# lm and glm judge weights and plain errors; sandwiches by game, ridges and the conditions that a
# lasso ends with are worked out here from their formulas, with R's matrices only.

arguments <- commandArgs(trailingOnly = TRUE)
ours <- arguments[1]
table_file <- file.path(arguments[2], "table")
set.seed(1)
done <- 0
bad <- 0

say <- function(good, what, detail = "") {
    done <<- done + 1
    if (!good) bad <<- bad + 1
    cat(if (good) "ok " else "not ok ", done, " - ", what, if (nzchar(detail)) paste0(" (", detail, ")"), "\n", sep = "")
}

# What fit_oracle says: weights with the bias first, as R has it, and their errors.
fit <- function(data, ...) {
    text <- cbind(data$game, format(data$y, digits = 17), formatC(data$x, digits = 17, format = "g"))
    writeLines(apply(text, 1, paste, collapse = " "), table_file)
    lines <- system2(ours, c(...), stdin = table_file, stdout = TRUE)
    loss <- as.numeric(strsplit(lines[length(lines)], " ")[[1]][2:3])
    m <- as.matrix(read.table(text = lines[-length(lines)]))
    m <- m[c(nrow(m), seq_len(nrow(m) - 1)), , drop = FALSE]
    list(weight = m[, 1], error = m[, 2], plain = m[, 3], loss = loss[1], blind = loss[2])
}

# The largest difference, by what it should be (or by a hundredth of its error, if that is more).
apart <- function(a, b, error = 0) max(abs(a - b) / pmax(abs(b), error / 100))

within <- function(what, off, most = 1e-6) say(is.finite(off) && off <= most, what, sprintf("%.1e", off))

# Games of 1 to 60 positions whose players differ in strength; one result in ten is a draw.
make <- function(rows, features, wide = 1) {
    game <- rep(seq_len(rows), times = sample(60, rows, TRUE))[seq_len(rows)]
    x <- matrix(round(rnorm(rows * features) * 64) / 64, rows)
    weights <- rnorm(features) / sqrt(features)
    logit <- 0.2 + x %*% weights + rnorm(rows)[game] / 2
    y <- as.numeric(runif(rows) < plogis(logit))
    y[runif(rows) < 0.1] <- 0.5
    list(game = game, y = y, x = sweep(x, 2, rep_len(wide, features), "*"))
}

# The sandwich by hand: slopes summed by game, between the inverse of the curve.
sandwich <- function(X, off, inverse, game) {
    s <- rowsum(X * off, game)
    inverse %*% crossprod(s) %*% inverse * nrow(s) / (nrow(s) - 1)
}

peer <- function(data, model, bias = TRUE) {
    X <- if (bias) cbind(1, data$x) else data$x
    f <- if (model == "ls") lm.fit(X, data$y, tol = 1e-14) else
        suppressWarnings(glm.fit(X, data$y, family = binomial(), control = list(epsilon = 1e-15, maxit = 100)))
    w <- if (model == "ls") rep(1, nrow(X)) else f$weights
    p <- f$fitted.values
    curve <- crossprod(X * sqrt(w))
    s <- 1 / sqrt(diag(curve)) # in units of its own, so that solve() does not mind
    inverse <- solve(curve * outer(s, s), tol = 0) * outer(s, s)
    spread <- if (model == "ls") sum((data$y - p)^2) / (nrow(X) - ncol(X)) else 1
    V <- sandwich(X, data$y - p, inverse, data$game)
    list(weight = unname(f$coefficients), plain = sqrt(spread * diag(inverse)), error = sqrt(diag(V)), V = V)
}

compare <- function(what, data, model, ...) {
    a <- fit(data, model, ...)
    b <- peer(data, model)
    within(paste(what, model, "weights"), apart(a$weight, b$weight, b$plain))
    within(paste(what, model, "plain errors"), apart(a$plain, b$plain))
    within(paste(what, model, "errors by game"), apart(a$error, b$error))
}

for (model in c("ls", "ml")) {
    for (features in c(2, 5, 20))
        compare(paste(features, "features,"), make(4000, features), model)
    compare("sparse,", make(4000, 12), model, "sparse")
    compare("thousands beside quarters,", make(4000, 6, c(3000, 0.25, 1, 1e-5)), model)
    near <- make(4000, 4)
    near$x <- cbind(near$x, near$x[, 1] + near$x[, 2] + 1e-3 * rnorm(4000))
    compare("one nearly the sum of two,", near, model)
    far <- make(4000, 3)
    far$x[, 2] <- far$x[, 2] + 10000
    compare("far from 0,", far, model)

    data <- make(3000, 4)
    a <- fit(data, model, "no-bias")
    b <- peer(data, model, FALSE)
    within(paste("no bias,", model, "weights"), apart(a$weight[-1], b$weight, b$plain))
    within(paste("no bias,", model, "errors by game"), apart(a$error[-1], b$error))

    # in units of the first weight: the slope of w[k] / w[1] by the weights, times V
    a <- fit(data, model, "unit=0")
    b <- peer(data, model)
    w <- b$weight
    slope <- diag(5) / w[2]
    slope[, 2] <- slope[, 2] - w / w[2]^2
    within(paste("in units of one weight,", model), apart(a$weight, w / w[2]))
    keep <- c(1, 3, 4, 5)
    within(paste("errors in units of one weight,", model),
           apart(a$error[keep], sqrt(diag(slope %*% b$V %*% t(slope)))[keep]))
}

# The loss is the mean deviance / 2, the blind one that of a bias alone.
data <- make(3000, 3)
f <- fit(data, "ml")
entropy <- function(p) -mean(data$y * log(p) + (1 - data$y) * log1p(-p))
p <- suppressWarnings(glm.fit(cbind(1, data$x), data$y, family = binomial(), control = list(epsilon = 1e-15)))$fitted.values
within("mean loss", apart(f$loss, entropy(p)), 1e-12)
within("blind loss", apart(f$blind, entropy(mean(data$y))), 1e-12)

# Ridge: least squares have a closed form, with the bias left alone.
data <- make(3000, 8, c(30, 1))
X <- cbind(1, data$x)
ridge <- 0.3
a <- fit(data, "ls", paste0("ridge=", ridge))
within("ridge, ls", apart(a$weight, c(solve(crossprod(X) * 2 / nrow(X) + diag(c(0, rep(ridge, 8))), crossprod(X, data$y) * 2 / nrow(X)))))
# and the logistic one Newton's method, to the end
a <- fit(data, "ml", paste0("ridge=", ridge))
w <- rep(0, 9)
for (i in 1:50) {
    p <- plogis(c(X %*% w))
    w <- w - c(solve(crossprod(X * sqrt(p * (1 - p))) / nrow(X) + diag(c(0, rep(ridge, 8))),
                     crossprod(X, p - data$y) / nrow(X) + c(0, rep(ridge, 8)) * w))
}
within("ridge, ml", apart(a$weight, w))

# Lasso: at the end the slope is -lasso × sign of a weight, or at 0 no larger than that.
for (model in c("ls", "ml"))
    for (lasso in c(0.003, 0.03, 0.1)) {
        data <- make(3000, 15)
        X <- cbind(1, data$x)
        a <- fit(data, model, paste0("lasso=", lasso))
        logit <- c(X %*% a$weight)
        off <- if (model == "ls") 2 * (logit - data$y) else plogis(logit) - data$y
        slope <- c(crossprod(X, off)) / nrow(X)
        zero <- a$weight == 0
        zero[1] <- FALSE
        penalty <- c(0, rep(lasso, 15)) * sign(a$weight)
        off <- max(abs(slope + penalty)[!zero], pmax(abs(slope[zero]) - lasso, 0))
        within(sprintf("lasso %g, %s, %d of 15 left,", lasso, model, sum(!zero) - 1), off / lasso)
    }

# Many features, by the other method: it stops a thousandth of an error away or nearer.
data <- make(3000, 320)
a <- fit(data, "ls", "sparse")
b <- peer(data, "ls")
within("320 features, ls, in errors", max(abs(a$weight - b$weight) / b$plain), 1e-3)

cat("1..", done, "\n", sep = "")
quit(status = as.integer(bad > 0))

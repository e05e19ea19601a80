# A line for each first move, then the total.
kifu perft --divide 8k/9/9/9/9/9/9/9/K8 b - 1 2
kifu perft --divide --json 8k/9/9/9/9/9/9/9/K8 b - 1 1

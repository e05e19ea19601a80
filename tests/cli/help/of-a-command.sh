# `kifu help X` and `kifu X --help` say the same, wherever --help stands.
kifu help version
kifu version --help | diff - <(kifu help version)
kifu --lang=ja version -h | diff - <(kifu help --lang ja version)
kifu help --lang=ja version

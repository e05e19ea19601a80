# Every command of the table is listed, in both languages; the option and the plain word agree.
kifu help >en.txt && kifu --help | diff - en.txt && kifu -h | diff - en.txt
kifu help --lang=ja >ja.txt
LC_ALL=ja_JP.UTF-8 kifu help | diff - ja.txt
head -n 3 en.txt ja.txt

# A file is a file although its name begins like a position or has many slashes.
printf 'PI\n+\n+7776FU\n' >startposition.csa
kifu show startposition.csa --as usi
kifu show a/b/c/d/e/f/g/h/i.kif 2>&1
kifu show lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 --as usi

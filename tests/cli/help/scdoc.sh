# The parts of a man page that come from the table.
kifu help --scdoc=name version
kifu help --scdoc=synopsis completion
kifu help --scdoc=options --lang=ja version

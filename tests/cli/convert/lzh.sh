# An archive of LHA (method -lh5-), as old collections have them.
base64 -d >old.lzh <<'END'
KAAtbGg1LfMAAAAMEAAAVo/5aiAC1KsABQAA3hAJAAFnMS5jc2EAAADMW3WhxtUJvfAGMxhQSJJO
vUciQzGI4wLi7IOtFrd47bDg8DR337oAstQBl9fS6+6+c54eftd4O7x153tNv3Pi+PbP3fGla0z2
TPpX3pzRU0+U248tUy4Vp3ptoleH1ROWyfemeSUz06Zce3W6+x+c6a6/0E1oJ7QUWgpWgsLQU7QW
NoLytBL4kGE+oUChQqFEoUahSKFKoUyhTsFO2+qOFOwU7BTsFOwU7BTsFOwU7hTuFO++/gFO4U7h
TuFO4U7hTuFPAU8BTwFPG/1MhTwFPAU8BTwFPAU8gp5BTyCnkFPLf9Qgp5BTyCnkFPIKfD/KcAA=
END
kifu convert old.lzh --to usi --quiet

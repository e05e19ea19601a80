# The page: whole in itself, all elements closed, names escaped, a board for each favourite; Go as well.
kifu generate db.kifu --games 150 --seed 2 --quiet
kifu export db.kifu --to csa | sed "0,/^N+.*/s//N+<script>alert(1)<\/script> \&amp; \"x\"/" >games.csa
kifu import hostile.kifu games.csa --quiet >/dev/null
kifu profile hostile.kifu '<script>' --html page.html --quiet >/dev/null; echo "exit $?"
grep -c '<script' page.html
grep -o '<h1>.*</h1>' page.html
echo 'addresses'
grep -o -E '(src|href)="[^"]{0,19}' page.html | sort | uniq -c | awk '{print $2, $3, ($1 > 3)}'
grep -o 'https\?://[a-z0-9.]*' page.html | sort -u
echo 'elements'
python3 - <<'END'
from html.parser import HTMLParser
import urllib.parse, xml.etree.ElementTree as tree
class Page(HTMLParser):
    VOID = {'meta', 'img', 'br'}
    def __init__(self):
        super().__init__()
        self.open, self.images, self.ids = [], 0, set()
    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == 'img':
            self.images += 1
            assert attrs['alt'], 'an image without words'
            kind, data = attrs['src'].split(',', 1)
            assert kind == 'data:image/svg+xml', kind
            tree.fromstring(urllib.parse.unquote(data))
        if 'id' in attrs:
            assert attrs['id'] not in self.ids, attrs['id']
            self.ids.add(attrs['id'])
        if tag not in self.VOID:
            self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, tag
page = Page()
page.feed(open('page.html', encoding='utf-8').read())
page.close()
print('closed' if not page.open else page.open, page.images > 6)
END
echo 'the same bytes again'
kifu profile hostile.kifu '<script>' --html again.html --quiet >/dev/null
cmp page.html again.html && echo same
echo 'Go'
kifu generate go.kifu --game go --games 60 --seed 1 --quiet
name=$(kifu export go.kifu --to sgf | grep -o -m 1 'PB\[[^]]*' | head -n 1)
kifu profile go.kifu "${name#PB[}" --html go.html --json --quiet | jq -c '[.games > 0, (.shapes | length) > 0, (.castles | length)]'
grep -c '<img' go.html | awk '{print ($1 > 3)}'

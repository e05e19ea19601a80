// Find the move: one position at a time, the solution when it is asked for.
// Everything comes from the one JSON value in the page; nothing is sent anywhere.
(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const $ = (id) => document.getElementById(id);
  const WORDS = {
    en: {
      title: 'Find the move', language: '日本語',
      about: 'In each position there is a good move that professionals find more often than {who}, who mostly play something worse. What would you play?',
      where: 'Puzzle {k} of {all}: move {n}, {side} to play', black: '☗ Black', white: '☖ White', before: 'The last moves: {moves}', none: 'none',
      solution: 'A: {move} (blue)', missed: 'B: {move} (red), what {who} play most',
      pro: 'professionals', amateur: 'club players', online: 'players online', percent: '{p} %', less: 'under 1 %',
      gap: 'A search of {nodes} positions takes A to be {gap} better than B (100: a pawn).', more: 'A search of {nodes} positions takes A to be more than {gap} better than B (100: a pawn).',
      mates: 'A search of {nodes} positions finds that A leads to mate.', mated: 'A search of {nodes} positions finds that B is met by a mate.',
      source: 'Source: {source}', show: 'Show the solution', hide: 'Hide the solution', back: 'Back', next: 'Next',
      keys: 'Keys: Enter or space shows the solution, ← and → turn over.',
      note: 'Likelihoods are estimates by a network of people’s moves; the comparison of moves is that of a short search, not a proof.',
    },
    ja: {
      title: '次の一手', language: 'English',
      about: 'どの局面にも、{who}よりプロのほうがよく見つける好手があり、{who}が最もよく指す手はそれに劣ります。あなたなら何を指しますか。',
      where: '{all} 問中 {k} 問目: {n} 手目、{side}', black: '☗先手番', white: '☖後手番', before: '直前の手順: {moves}', none: 'なし',
      solution: 'A: {move}（青）', missed: 'B: {move}（赤）、{who}が最もよく指す手',
      pro: 'プロ', amateur: 'アマチュア', online: 'ネット対局者', percent: '{p} %', less: '1 % 未満',
      gap: '{nodes} 局面の探索では、A は B より {gap} 点まさります（歩一枚が 100 点）。', more: '{nodes} 局面の探索では、A は B より {gap} 点以上まさります（歩一枚が 100 点）。',
      mates: '{nodes} 局面の探索では、A で相手玉が詰みます。', mated: '{nodes} 局面の探索では、B だと自玉が詰まされます。',
      source: '出典: {source}', show: '正解を見る', hide: '正解を隠す', back: '前へ', next: '次へ',
      keys: 'キー: Enter か空白で正解、← → で移動。',
      note: '確率は人の指し手のネットワークによる推定です。手の比較は短い探索によるもので、証明ではありません。',
    },
  };
  let lang = (navigator.language || data.lang).startsWith('ja') ? 'ja' : 'en';
  let at = 0;
  let shown = false;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, k) => values[k]);
  const make = (tag, className, ...inside) => {
    const el = document.createElement(tag);
    if (className) el.className = className;
    el.append(...inside);
    return el;
  };

  function table(shares, className) {
    const words = WORDS[lang], body = make('tbody');
    for (const who of ['pro', 'amateur', 'online']) {
      const p = shares[who], bar = make('span');
      bar.style.width = `${100 * p}%`;
      const head = make('th', '', words[who]);
      head.scope = 'row';
      body.append(make('tr', '', head, make('td', 'bar', bar), make('td', 'number', p < 0.01 ? words.less : fill(words.percent, { p: Math.round(100 * p) }))));
    }
    return make('table', className, body);
  }

  function drawSolution() {
    const words = WORDS[lang], item = data.items[at], box = $('solution');
    $('board').className = shown ? '' : 'asked';
    $('show').textContent = shown ? words.hide : words.show;
    $('show').setAttribute('aria-expanded', String(shown));
    $('show').classList.toggle('main', !shown);
    box.textContent = '';
    if (!shown) return;
    const who = words[data.class];
    const source = make('p', '', fill(words.source, { source: item.source }));
    source.id = 'source';
    box.append(
      make('h3', '', fill(words.solution, { move: item.move[lang] })), table(item.found, ''),
      make('h3', '', fill(words.missed, { move: item.missed[lang], who })), table(item.missed.found, 'missed'),
      make('p', '', fill(words[item.worth], { nodes: data.nodes.toLocaleString(lang), gap: item.gap })), source);
  }

  function draw() {
    const words = WORDS[lang], item = data.items[at];
    document.documentElement.lang = lang;
    document.title = words.title;
    for (const id of ['title', 'back', 'next', 'keys', 'note']) $(id).textContent = words[id];
    $('about').textContent = fill(words.about, { who: words[data.class] });
    $('lang').textContent = words.language;
    $('where').textContent = fill(words.where, { k: at + 1, all: data.items.length, n: item.ply + 1, side: words[item.turn] });
    $('before').textContent = fill(words.before, { moves: item.before[lang] || words.none });
    $('board').innerHTML = item.svg[lang]; // drawn by kifu itself
    $('back').disabled = at === 0;
    $('next').disabled = at === data.items.length - 1;
    drawSolution();
  }

  function turn(by) {
    const to = at + by;
    if (to < 0 || to >= data.items.length) return;
    at = to;
    shown = false;
    draw();
    $('where').scrollIntoView({ block: 'nearest' });
  }

  function toggle() {
    shown = !shown;
    drawSolution();
  }

  $('lang').addEventListener('click', () => { lang = lang === 'ja' ? 'en' : 'ja'; draw(); });
  $('back').addEventListener('click', () => turn(-1));
  $('next').addEventListener('click', () => turn(1));
  $('show').addEventListener('click', toggle);
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === 'ArrowRight') turn(1);
    else if (e.key === 'ArrowLeft') turn(-1);
    else if ((e.key === 'Enter' || e.key === ' ') && e.target.tagName !== 'BUTTON') toggle();
    else return;
    e.preventDefault();
  });
  draw();
})();

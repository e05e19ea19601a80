// The gallery of sequences: filters, cards, and a large view to step through.
// Everything comes from the one JSON value in the page, and every text of it is set as text.
(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const all = data.sequences;
  const [W, H] = data.size;
  const CELL = 40;

  // --- Words -------------------------------------------------------------------------------------
  const WORDS = {
    en: {
      title: 'Set sequences in {db}', about: '{games} games · {encoding} · {method}', query: '{q}',
      first: 'Corner', every: 'all', other: 'other', length: 'Moves', era: 'Years', frequency: 'Played at least',
      rate: 'First player wins', any: 'any', player: 'Player', anybody: 'name', sort: 'Order',
      sorts: ['rank', 'frequency', 'newest', 'oldest', 'win rate, high', 'win rate, low', 'length'],
      reset: 'Reset', count: '{n} of {all} sequences', none: 'No sequence is like that.',
      times: '{n}×', games: '{n} games', language: '日本語', theme: ['Dark', 'Light'], close: 'Close', back: 'Previous', on: 'Next',
      start: 'To the start', before: 'Back', after: 'Forward', end: 'To the end', step: '{k} / {n}',
      around: 'Stones around it', bare: 'none', share: '{n} ({p})', more: 'and {n} other surroundings',
      next: 'Next move near it', atOnce: 'The very next move was near it in {p} of cases, elsewhere otherwise.',
      ended: 'nothing more near', years: 'Games by decade', players: 'Players', results: 'Side that began',
      record: '{w} won, {l} lost{d}', draws: ', {d} drawn', examples: 'Games', copy: 'Copy', copied: 'Copied',
      places: 'Drawn as in {p} of {n} occurrences; {k} placements in all.', always: 'All {n} occurrences lie like this.', unbroken: 'Played without a break in {p}.', filters: 'Filters',
      at: '{k} at {m}', unknown: 'unknown', board: 'Sequence {r}: {m}', score: 'score {s}',
      hint: ['step through a card', 'large view', 'other sequence', 'close'], noRate: 'no results', none2: '–',
      won: { b: 'Black won', w: 'White won', d: 'draw' },
      judge: 'Is it a unit?', judged: 'judged {n}: {list}', save: 'Save judgements', forget: 'Forget judgements',
      grades: { A: 'complete', B: 'a unit that may go on, by what is around', C: 'a unit with some moves before or after it', D: 'breaks off where there is a choice' },
    },
    ja: {
      title: '{db} の定石と手順', about: '{games} 局 ・ {encoding} ・ {method}', query: '{q}',
      first: '隅', every: 'すべて', other: 'その他', length: '手数', era: '年代', frequency: '出現（以上）',
      rate: '先着側の勝率', any: '指定なし', player: '対局者', anybody: '名前', sort: '並び順',
      sorts: ['順位', '出現数', '新しい', '古い', '勝率が高い', '勝率が低い', '手数'],
      reset: '条件を消す', count: '{all} 手順中 {n} 手順', none: '条件に合う手順はありません。',
      times: '{n} 回', games: '{n} 局', language: 'English', theme: ['暗色', '明色'], close: '閉じる', back: '前の手順', on: '次の手順',
      start: '最初へ', before: '一手戻る', after: '一手進む', end: '最後へ', step: '{k} / {n} 手',
      around: '周囲の石', bare: 'なし', share: '{n}（{p}）', more: 'ほか {n} 通り',
      next: '近くの次の一手', atOnce: '直後に近くへ打たれたのは {p}、ほかは手抜き。',
      ended: '以後近くに着手なし', years: '年代別の局数', players: '対局者', results: '先着側の成績',
      record: '{w} 勝 {l} 敗{d}', draws: ' {d} 分', examples: '棋譜', copy: '写す', copied: '写しました',
      places: '{n} 回のうち {p} がこの位置（位置は全部で {k} 通り）。', always: '{n} 回ともこの位置。', unbroken: '途中で手を抜かずに打たれたのは {p}。', filters: '条件',
      at: '{k} は {m} の点', unknown: '不明', board: '手順 {r}: {m}', score: '得点 {s}',
      hint: ['札の手順を進める', '拡大', '前後の手順', '閉じる'], noRate: '成績不明', none2: '–',
      won: { b: '黒勝ち', w: '白勝ち', d: '引き分け' },
      judge: 'まとまった手順か', judged: '判定 {n}: {list}', save: '判定を保存', forget: '判定を消す',
      grades: { A: '完結した手順', B: '周囲によっては続けて打つ手順', C: '直前・直後の数手を含む手順', D: '分岐点で途中' },
    },
  };
  let lang = data.lang === 'ja' ? 'ja' : 'en';
  const t = (key, values = {}) => WORDS[lang][key].replace(/\{(\w+)\}/g, (_, k) => values[k] ?? '');
  const num = (n) => n.toLocaleString(lang === 'ja' ? 'ja-JP' : 'en-GB');
  const percent = (a, b) => {
    const p = b ? Math.round((100 * a) / b) : 0;
    return a > 0 && p === 0 ? '<1 %' : a < b && p === 100 ? '>99 %' : `${p} %`;
  };
  const short = (x) => x.toLocaleString(lang === 'ja' ? 'ja-JP' : 'en-GB', { notation: 'compact', maximumSignificantDigits: 4 });

  // --- Elements ----------------------------------------------------------------------------------
  const $ = (id) => document.getElementById(id);
  function el(tag, attributes = {}, ...children) {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attributes)) {
      if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
      else if (v !== false && v != null) e.setAttribute(k, v === true ? '' : v);
    }
    e.append(...children.filter((c) => c != null));
    return e;
  }
  const NS = 'http://www.w3.org/2000/svg';
  function svg(tag, attributes = {}, ...children) {
    const e = document.createElementNS(NS, tag);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    e.append(...children);
    return e;
  }

  // --- Points: two letters as in SGF, the row counted from the top ---------------------------------
  const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  function points(text) {
    const list = [];
    for (let i = 0; i + 1 < text.length; i += 2) list.push([LETTERS.indexOf(text[i]), LETTERS.indexOf(text[i + 1])]);
    return list;
  }
  const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
  function columnName(x) {
    return (x >= 25 ? COLUMNS[Math.floor(x / 25) - 1] : '') + COLUMNS[x % 25];
  }
  const pointName = ([x, y]) => columnName(x) + (H - y);

  for (const s of all) {
    s.points = points(s.moves);
    s.colors = s.colors || s.points.map((_, i) => (i % 2 ? 'w' : 'b')).join('');
    s.window = windowOf(s);
    s.text = s.points.map((p, i) => `${s.colors[i].toUpperCase()}[${pointName(p)}]`).join(' ');
    s.names = s.players.map((p) => p[0]).join('\n').toLowerCase();
    for (const v of s.around) v.stones = stonesOf(v[1], v[2]);
    s.usualStones = stonesOf(s.usual[0], s.usual[1]);
  }
  function stonesOf(black, white) {
    return [...points(black).map((p) => [...p, 'b']), ...points(white).map((p) => [...p, 'w'])];
  }

  // The part of the board to draw: a square, up to an edge where that is near.
  function windowOf(s) {
    const xs = s.points.map((p) => p[0]), ys = s.points.map((p) => p[1]);
    const span = (low, high, size) => {
      let from = Math.max(0, low - 2), to = Math.min(size - 1, high + 2);
      if (from <= 2) from = 0;
      if (to >= size - 3) to = size - 1;
      return [from, to];
    };
    const grow = ([from, to], side, size) => {
      const want = Math.min(side, size);
      while (to - from + 1 < want) {
        if (to === size - 1 || (from > 0 && (from + to) % 2)) from > 0 ? from-- : to++;
        else if (from === 0 || to < size - 1) to++;
        else from--;
      }
      return [from, to];
    };
    const x = span(Math.min(...xs), Math.max(...xs), W), y = span(Math.min(...ys), Math.max(...ys), H);
    const side = Math.max(10, x[1] - x[0] + 1, y[1] - y[0] + 1);
    const [x0, x1] = grow(x, side, W), [y0, y1] = grow(y, side, H);
    return { x0, x1, y0, y1 };
  }

  function isStar(x, y) {
    const lines = (n) => (n < 7 ? [] : n < 13 ? [2, n - 3] : [3, n - 4]);
    const middle = (n) => (n % 2 && n >= 9 ? (n - 1) / 2 : -1);
    const cx = lines(W).includes(x), cy = lines(H).includes(y), mx = x === middle(W), my = y === middle(H);
    if (W < 13 || H < 13) return (cx && cy) || (mx && my);
    return (cx || mx) && (cy || my);
  }

  // --- Boards --------------------------------------------------------------------------------------
  // What stands after k moves, captures made: a Map from "x,y" to colour.
  function position(stones, s, k) {
    const at = new Map(stones.map(([x, y, c]) => [`${x},${y}`, c]));
    const beside = ([x, y]) => [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].filter(([a, b]) => a >= 0 && b >= 0 && a < W && b < H);
    const takeIfDead = (from, color) => {
      const chain = [from], seen = new Set([`${from}`]);
      for (let i = 0; i < chain.length; i++)
        for (const p of beside(chain[i])) {
          const c = at.get(`${p}`);
          if (!c) return;
          if (c === color && !seen.has(`${p}`)) { seen.add(`${p}`); chain.push(p); }
        }
      for (const p of chain) at.delete(`${p}`);
    };
    for (let i = 0; i < k; i++) {
      const p = s.points[i], mine = s.colors[i];
      at.set(`${p}`, mine);
      for (const q of beside(p)) if (at.has(`${q}`) && at.get(`${q}`) !== mine) takeIfDead(q, at.get(`${q}`));
      takeIfDead(p, mine);
    }
    return at;
  }

  // options: stones around it; k: so many moves (undefined: all, as a diagram in a book); letters: [[point, text]];
  // coordinates; numbers: false shows the sequence's own stones faintly.
  function board(s, { stones = [], k, letters = [], coordinates = false, numbers = true } = {}) {
    const { x0, x1, y0, y1 } = s.window;
    const px = (x) => (x - x0) * CELL, py = (y) => (y - y0) * CELL;
    const reach = (cut) => (cut ? CELL * 0.5 : 0);
    const margin = coordinates ? 42 : 28;
    const left = -(x0 === 0 ? margin : CELL * 0.5), top = -(y0 === 0 || coordinates ? margin : CELL * 0.5);
    const right = px(x1) + (x1 === W - 1 || coordinates ? margin : CELL * 0.5), bottom = py(y1) + (y1 === H - 1 ? margin : CELL * 0.5);
    const moves = s.points.map((p, i) => `${i + 1} ${pointName(p)}`).join(', ');
    const e = svg('svg', { viewBox: `${left} ${top} ${right - left} ${bottom - top}`, role: 'img', 'aria-label': t('board', { r: s.rank, m: moves }) });
    e.append(svg('rect', { class: 'wood', x: left, y: top, width: right - left, height: bottom - top }));
    e.append(svg('path', { class: 'grid', d: lines() }), svg('path', { class: 'rim', d: rims() }));
    for (let x = x0; x <= x1; x++) for (let y = y0; y <= y1; y++)
      if (isStar(x, y)) e.append(svg('circle', { class: 'star', cx: px(x), cy: py(y), r: 4 }));
    if (coordinates) drawCoordinates();
    drawStones();
    for (const [p, text] of letters) letter(p, text);
    return e;

    function lines() {
      let d = '';
      for (let x = x0; x <= x1; x++) d += `M${px(x)} ${py(y0) - reach(y0 > 0)}V${py(y1) + reach(y1 < H - 1)}`;
      for (let y = y0; y <= y1; y++) d += `M${px(x0) - reach(x0 > 0)} ${py(y)}H${px(x1) + reach(x1 < W - 1)}`;
      return d;
    }
    function rims() {
      const v = `${py(y0) - reach(y0 > 0)}V${py(y1) + reach(y1 < H - 1)}`, h = (y) => `${py(y)}H${px(x1) + reach(x1 < W - 1)}`;
      return (x0 === 0 ? `M${px(x0)} ${v}` : '') + (x1 === W - 1 ? `M${px(x1)} ${v}` : '') +
        (y0 === 0 ? `M${px(x0) - reach(x0 > 0)} ${h(y0)}` : '') + (y1 === H - 1 ? `M${px(x0) - reach(x0 > 0)} ${h(y1)}` : '');
    }
    function drawCoordinates() {
      for (let x = x0; x <= x1; x++) e.append(svg('text', { class: 'coordinate', x: px(x), y: top + 12 }, columnName(x)));
      for (let y = y0; y <= y1; y++) e.append(svg('text', { class: 'coordinate', x: right - 13, y: py(y) }, String(H - y)));
    }
    function stone(x, y, c, text, now, faint) {
      if (x < x0 || x > x1 || y < y0 || y > y1) return;
      if (faint) return void e.append(svg('circle', { class: `${c} faint`, cx: px(x), cy: py(y), r: 19 }));
      e.append(svg('circle', { class: 'shade', cx: px(x) + 1.2, cy: py(y) + 2, r: 19 }));
      e.append(svg('circle', { class: c, cx: px(x), cy: py(y), r: 19 }));
      if (now) e.append(svg('circle', { class: 'now', cx: px(x), cy: py(y), r: 16.5 }));
      if (text) e.append(svg('text', { class: `n${c} ${['', '', 'two', 'three'][text.length] || ''}`, x: px(x), y: py(y) + 0.5 }, text));
    }
    // In a book every move keeps its place; step by step what was taken is gone.
    function drawStones() {
      const number = new Map();
      const shown = k ?? s.points.length;
      for (let i = 0; i < shown; i++) {
        const key = `${s.points[i]}`;
        if (k != null || !number.has(key)) number.set(key, i);
      }
      if (k == null) {
        for (const [x, y, c] of stones) if (!number.has(`${x},${y}`)) stone(x, y, c, '');
        for (const i of number.values()) stone(...s.points[i], s.colors[i], String(i + 1), false, !numbers);
        return;
      }
      for (const [key, c] of position(stones, s, k)) {
        const i = number.get(key);
        stone(...key.split(',').map(Number), c, i != null ? String(i + 1) : '', i === k - 1);
      }
    }
    function letter([x, y], text) {
      if (x < x0 || x > x1 || y < y0 || y > y1) return;
      e.append(svg('rect', { class: 'mask', x: px(x) - 14, y: py(y) - 14, width: 28, height: 28, rx: 14 }));
      e.append(svg('text', { class: 'letter', x: px(x), y: py(y) }, text));
    }
  }

  // Moves on a point that has a number already: "12 at 5".
  function retaken(s) {
    const first = new Map(), list = [];
    s.points.forEach((p, i) => (first.has(`${p}`) ? list.push(t('at', { k: i + 1, m: first.get(`${p}`) + 1 })) : first.set(`${p}`, i)));
    return list.join(lang === 'ja' ? '、' : ', ');
  }

  // --- Small figures -------------------------------------------------------------------------------
  const dated = all.filter((s) => s.decades.length);
  const FROM = Math.min(...dated.map((s) => s.decades[0][0])), TO = Math.max(...dated.map((s) => s.decades.at(-1)[0]));
  const eraKnown = dated.length > 0;

  function spark(s) {
    const steps = eraKnown ? (TO - FROM) / 10 + 1 : 1;
    const e = svg('svg', { class: 'spark', viewBox: `0 0 ${steps * 10} 26`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    const most = Math.max(1, ...s.decades.map((d) => d[1]));
    e.append(svg('rect', { class: 'base', x: 0, y: 25, width: steps * 10, height: 1 }));
    for (const [decade, n] of s.decades) {
      const h = Math.max(1.5, (24 * n) / most);
      e.append(svg('rect', { x: (decade - FROM) + 0.8, y: 25 - h, width: 8.4, height: h }));
    }
    return e;
  }

  function decadesChart(s) {
    const first = s.decades[0][0], last = s.decades.at(-1)[0], steps = (last - first) / 10 + 1;
    const width = 480, slot = Math.min(width / steps, 80);
    const most = Math.max(1, ...s.decades.map((d) => d[1]));
    const e = svg('svg', { class: 'decades spark', viewBox: `0 0 ${width} 84`, role: 'img', 'aria-label': s.decades.map((d) => `${d[0]}: ${d[1]}`).join(', ') });
    const bar = Math.min(slot - 3, 60), every = Math.ceil(34 / slot);
    for (const [decade, n] of s.decades) {
      const x = ((decade - first) / 10) * slot + slot / 2, h = Math.max(1.5, (50 * n) / most);
      e.append(svg('rect', { x: x - bar / 2, y: 66 - h, width: bar, height: h, rx: 2 }));
      if (slot > 22) e.append(svg('text', { x, y: 61 - h }, num(n)));
    }
    for (let i = 0; i < steps; i += every) e.append(svg('text', { x: i * slot + slot / 2, y: 80 }, String(first + 10 * i)));
    return e;
  }

  // 20 % to 80 % is what ever happens; beyond that it stops at the end.
  function rate(s) {
    const box = el('div', { class: 'rate' });
    if (s.rate == null) {
      box.append(el('span', {}, t('noRate')));
      return box;
    }
    const x = (v) => 100 * Math.min(1, Math.max(0, (v - 0.2) / 0.6));
    const interval = el('i', { class: 'interval' }), half = el('i', { class: 'half' }), dot = el('i', { class: 'dot' });
    interval.style.left = `${x(s.low)}%`;
    interval.style.right = `${100 - x(s.high)}%`;
    half.style.left = '50%';
    dot.style.left = `${x(s.rate)}%`;
    const words = `${t('results')}: ${(100 * s.low).toFixed(1)}–${(100 * s.high).toFixed(1)} %`;
    box.append(el('span', { class: 'axis', role: 'img', 'aria-label': words }, interval, half, dot), el('b', {}, `${(100 * s.rate).toFixed(1)} %`));
    box.title = words;
    return box;
  }
  const yearsText = (s) => (s.first ? (s.first === s.last ? String(s.first) : `${s.first}–${s.last}`) : t('none2'));

  // --- Filters ---------------------------------------------------------------------------------------
  const OPENINGS = [404, 304, 303, 405, 305];
  const openingName = (o) => `${o % 100}-${Math.floor(o / 100)}`.replace('4-3', '3-4');
  const lengths = all.map((s) => s.points.length);
  const RATES = ['', '>=0.55', '>=0.5', '<=0.5', '<=0.45'];
  const FREQUENCIES = [1, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
  const initial = () => ({ opening: 0, min: Math.min(...lengths), max: Math.max(...lengths), from: FROM, to: TO, often: 1, rate: '', player: '', sort: 0 });
  let wanted = all.length ? initial() : null;

  function matches(s) {
    const w = wanted, n = s.points.length;
    if (w.opening === -1 ? OPENINGS.includes(s.opening) : w.opening && s.opening !== w.opening) return false;
    if (n < w.min || n > w.max || s.frequency < w.often) return false;
    if ((w.from > FROM || w.to < TO) && !s.decades.some((d) => d[0] >= w.from && d[0] <= w.to)) return false;
    if (w.rate && (s.rate == null || (w.rate[0] === '>' ? s.rate < +w.rate.slice(2) : s.rate > +w.rate.slice(2)))) return false;
    return !w.player || s.names.includes(w.player.toLowerCase());
  }
  const ORDERS = [
    (a, b) => a.rank - b.rank, (a, b) => b.frequency - a.frequency, (a, b) => (b.last || 0) - (a.last || 0), (a, b) => (a.first || 9999) - (b.first || 9999),
    (a, b) => (b.rate ?? -1) - (a.rate ?? -1), (a, b) => (a.rate ?? 2) - (b.rate ?? 2), (a, b) => b.points.length - a.points.length,
  ];
  let shown = [];

  function field(label, control, id) {
    return el('div', { class: 'field' }, el('label', { for: id }, label), control);
  }
  function chooser(id, options, value, set) {
    const e = el('select', { id, onchange: () => { set(e.value); show(); } });
    options.forEach(([v, text]) => e.append(el('option', { value: v, selected: String(v) === String(value) }, text)));
    return e;
  }
  function drawFilters() {
    const w = wanted, form = $('filters');
    form.replaceChildren();
    if (!w) return;
    const present = [0, ...OPENINGS.filter((o) => all.some((s) => s.opening === o)), ...(all.some((s) => !OPENINGS.includes(s.opening)) ? [-1] : [])];
    const chips = el('div', { class: 'chips' });
    for (const o of present)
      chips.append(el('button', { type: 'button', 'data-opening': o, 'aria-pressed': String(w.opening === o), onclick: () => {
        w.opening = o;
        for (const c of chips.children) c.setAttribute('aria-pressed', String(c.dataset.opening === String(o)));
        show();
      } }, o === 0 ? t('every') : o === -1 ? t('other') : openingName(o)));
    form.append(el('fieldset', { class: 'field' }, el('legend', {}, t('first')), chips));
    const bound = (id, key) => {
      const e = el('input', { type: 'number', id, min: Math.min(...lengths), max: Math.max(...lengths), value: w[key], oninput: () => {
        const v = parseInt(e.value, 10);
        if (v > 0) { w[key] = v; show(); }
      } });
      return e;
    };
    const low = bound('min', 'min'), high = bound('max', 'max');
    high.setAttribute('aria-label', t('length'));
    form.append(field(t('length'), el('div', { class: 'pair' }, low, '–', high), 'min'));
    if (eraKnown && TO > FROM) form.append(eraField());
    const most = Math.max(...all.map((s) => s.frequency));
    form.append(field(t('frequency'), chooser('often', FREQUENCIES.filter((n) => n === 1 || n <= most).map((n) => [n, n === 1 ? t('any') : t('times', { n: num(n) })]), w.often, (v) => { w.often = +v; }), 'often'));
    form.append(field(t('rate'), chooser('rate', RATES.map((r) => [r, r ? `${r[0] === '>' ? '≥' : '≤'} ${Math.round(100 * +r.slice(2))} %` : t('any')]), w.rate, (v) => { w.rate = v; }), 'rate'));
    const player = el('input', { type: 'search', id: 'player', placeholder: t('anybody'), value: w.player, oninput: () => { w.player = player.value.trim(); show(); } });
    form.append(field(t('player'), player, 'player'));
    form.append(field(t('sort'), chooser('sort', WORDS[lang].sorts.map((x, i) => [i, x]), w.sort, (v) => { w.sort = +v; }), 'sort'));
  }
  function eraField() {
    const w = wanted, label = el('legend', {}), fill = el('i');
    const make = (id, key) => el('input', { type: 'range', id, min: FROM, max: TO, step: 10, value: w[key], 'aria-label': t('era'), oninput: () => { read(); show(); } });
    const a = make('from', 'from'), b = make('to', 'to');
    const paint = () => {
      const place = (v) => `${(100 * (v - FROM)) / (TO - FROM)}%`;
      label.textContent = `${t('era')}  ${w.from}–${w.to + 9}`;
      fill.style.left = place(w.from);
      fill.style.right = `calc(100% - ${place(w.to)})`;
      a.setAttribute('aria-valuetext', String(w.from));
      b.setAttribute('aria-valuetext', String(w.to + 9));
    };
    const read = () => {
      w.from = Math.min(+a.value, +b.value);
      w.to = Math.max(+a.value, +b.value);
      paint();
    };
    paint();
    return el('fieldset', { class: 'field' }, label, el('div', { class: 'era' }, el('span', { class: 'track' }, fill), a, b));
  }

  // --- Judging ---------------------------------------------------------------------------------------
  // Nakamura's four grades, given by a person in the large view (keys a to d), kept by the browser, and saved as a
  // table: rank, grade, moves.
  const GRADES = 'ABCD';
  const KEPT = `kifu-judged ${data.dbs.join(' ')} ${data.query} ${data.encoding} ${data.method}`;
  let judged = new Map(); // by moves: a list that is made again may have other ranks
  try { judged = new Map(JSON.parse(localStorage.getItem(KEPT) ?? '[]')); } catch { /* some viewers forbid it */ }
  function keepJudged() {
    try { localStorage.setItem(KEPT, JSON.stringify([...judged])); } catch { /* then only while the page is open */ }
    showJudged();
  }
  // Wilson's interval, in per cent.
  function interval(k, n) {
    const z = 1.959964, p = k / n, m = p + (z * z) / (2 * n), d = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n)), w = 1 + (z * z) / n;
    return [(100 * (m - d)) / w, (100 * (m + d)) / w].map(Math.round);
  }
  function showJudged() {
    const graded = all.map((s) => judged.get(s.text)).filter(Boolean), n = graded.length;
    $('judged').hidden = n === 0;
    for (const e of document.querySelectorAll('.card')) e.querySelector('.grade').textContent = judged.get(e.sequence.text) ?? '';
    if (n === 0) return;
    const list = [...GRADES].map((g) => {
      const k = graded.filter((x) => x === g).length, [low, high] = interval(k, n);
      return `${g} ${k} (${low}–${high} %)`;
    }).join(', ');
    const button = (id, word, act) => el('button', { type: 'button', class: 'quiet', id, onclick: act }, t(word));
    $('judged').replaceChildren(el('span', {}, t('judged', { n: num(n), list })), button('save', 'save', saveJudged),
      button('forget', 'forget', () => { judged.clear(); keepJudged(); }));
  }
  function saveJudged() {
    const rows = all.filter((s) => judged.has(s.text)).map((s) => `${s.rank}\t${judged.get(s.text)}\t${s.text}\n`);
    const link = el('a', { download: 'judged.tsv', href: URL.createObjectURL(new Blob(['rank\tgrade\tmoves\n', ...rows], { type: 'text/tab-separated-values' })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
  function judgeRow(s) {
    return el('div', { class: 'judge', role: 'group', 'aria-label': t('judge') }, el('span', {}, t('judge')),
      ...[...GRADES].map((g) => el('button', { type: 'button', class: 'quiet', title: WORDS[lang].grades[g], 'aria-label': `${g}: ${WORDS[lang].grades[g]}`,
        'aria-pressed': String(judged.get(s.text) === g), 'data-grade': g, onclick: () => judge(g) }, g)));
  }
  function judge(g) {
    const s = open.s;
    if (judged.get(s.text) === g) judged.delete(s.text);
    else judged.set(s.text, g);
    keepJudged();
    for (const b of large.querySelectorAll('.judge button')) b.setAttribute('aria-pressed', String(judged.get(s.text) === b.dataset.grade));
  }

  // --- Cards -----------------------------------------------------------------------------------------
  // A card is filled when it comes near the window: a thousand boards at once would be slow.
  const filler = new IntersectionObserver((entries) => {
    for (const entry of entries)
      if (entry.isIntersecting) {
        filler.unobserve(entry.target);
        fill(entry.target);
      }
  }, { rootMargin: '600px' });

  function card(s) {
    const e = el('div', { class: 'card', tabindex: 0, role: 'button', 'data-rank': s.rank,
      onclick: () => openLarge(s), onkeydown: (event) => cardKey(event, s, e) });
    e.sequence = s;
    e.append(el('div', { class: 'row' }, el('span', { class: 'rank' }, String(s.rank)), el('span', { class: 'grade' }, judged.get(s.text) ?? ''), el('span', { class: 'times' }, t('times', { n: num(s.frequency) }))), el('div', { class: 'board' }));
    e.append(el('div', { class: 'years' }), rate(s), el('div', { class: 'who' }, s.players.slice(0, 3).map((p) => p[0]).join(lang === 'ja' ? '、' : ', ')));
    filler.observe(e);
    return e;
  }
  function fill(e) {
    const s = e.sequence;
    e.querySelector('.board').replaceChildren(board(s, { stones: s.usualStones, k: e.step }));
    e.querySelector('.years').replaceChildren(spark(s), el('span', {}, yearsText(s)));
  }
  function cardKey(event, s, e) {
    const n = s.points.length, k = e.step ?? n;
    if (event.key === 'Enter' || event.key === ' ') openLarge(s);
    else if (event.key === 'ArrowRight') e.step = k >= n ? 1 : k + 1;
    else if (event.key === 'ArrowLeft') e.step = k <= 0 ? n : k - 1;
    else if (event.key === 'Home') e.step = 0;
    else if (event.key === 'End') e.step = undefined;
    else return;
    if (e.step === n) e.step = undefined;
    event.preventDefault();
    fill(e);
  }

  const PAGE = 200; // cards put on the page at a time
  const sentinel = el('div', { class: 'sentinel' });
  const extender = new IntersectionObserver((entries) => { if (entries.some((x) => x.isIntersecting)) extend(); }, { rootMargin: '1500px' });
  function extend() {
    const from = $('cards').querySelectorAll('.card').length;
    sentinel.remove();
    $('cards').append(...shown.slice(from, from + PAGE).map(card));
    if (from + PAGE < shown.length) $('cards').append(sentinel);
  }
  function show() {
    shown = all.filter(matches).sort(ORDERS[wanted.sort] ? (a, b) => ORDERS[wanted.sort](a, b) || a.rank - b.rank : undefined);
    $('count').textContent = t('count', { n: num(shown.length), all: num(all.length) });
    $('reset').hidden = JSON.stringify(wanted) === JSON.stringify(initial());
    filler.disconnect();
    $('cards').replaceChildren();
    if (shown.length) extend();
    else $('cards').append(el('p', { class: 'nothing' }, t('none')));
  }

  // --- The large view --------------------------------------------------------------------------------
  const large = $('large');
  let open = null; // { s, k, around }: k undefined is the whole diagram

  function openLarge(s) {
    open = { s, k: undefined, around: -1 };
    drawLarge();
    if (!large.open) large.showModal();
    large.scrollTop = 0;
    large.querySelector('#after').focus();
    setHash(`#${s.rank}`);
  }
  function setHash(hash) {
    try { history.replaceState(null, '', hash || location.pathname + location.search); } catch { /* some viewers forbid it */ }
  }
  function stonesNow() {
    return open.around < 0 ? open.s.usualStones : open.s.around[open.around].stones;
  }
  function nextLetters() {
    return open.k == null || open.k === open.s.points.length ? open.s.next.slice(0, 6).map((n, i) => [points(n[2])[0], 'abcdef'[i]]) : [];
  }
  function drawBoard() {
    const { s, k } = open, n = s.points.length;
    large.querySelector('.board').replaceChildren(board(s, { stones: stonesNow(), k, letters: nextLetters(), coordinates: true }));
    large.querySelector('output').textContent = t('step', { k: k ?? n, n });
    large.querySelectorAll('.around button').forEach((b, i) => b.setAttribute('aria-pressed', String(i === open.around)));
  }
  function step(by) {
    const n = open.s.points.length, k = Math.min(n, Math.max(0, (open.k ?? n) + by));
    open.k = by > 0 && open.k === undefined ? (by > 1 ? undefined : 1) : k === n && open.k !== n - 1 ? undefined : k;
    drawBoard();
  }
  function go(by) {
    const i = shown.indexOf(open.s) + by;
    if (i >= 0 && i < shown.length) openLarge(shown[i]);
  }

  function drawLarge() {
    const { s } = open;
    const button = (id, label, text, act) => el('button', { type: 'button', class: 'quiet', id, 'aria-label': label, title: label, onclick: act }, text);
    const left = el('section', {}, el('div', { class: 'board' }),
      el('div', { class: 'steps' }, button('start', t('start'), '«', () => step(-1e6)), button('before', t('before'), '◀', () => step(-1)), el('output', {}),
        button('after', t('after'), '▶', () => step(1)), button('end', t('end'), '»', () => { open.k = undefined; drawBoard(); })),
      judgeRow(s), el('p', { class: 'note moves' }, s.text));
    const again = retaken(s);
    if (again) left.append(el('p', { class: 'note' }, again));
    left.append(el('p', { class: 'note' }, t(s.placements > 1 ? 'places' : 'always', { n: num(s.frequency), p: percent(s.placed, s.frequency), k: num(s.placements) }) + ' ' + t('unbroken', { p: percent(s.unbroken, s.placed) })));
    left.append(el('h3', {}, t('around')), aroundList(s));
    const right = el('section', {}, el('h3', {}, t('results')), rate(s), el('p', { class: 'note' }, t('record', { w: num(s.wins), l: num(s.losses), d: s.draws ? t('draws', { d: num(s.draws) }) : '' })));
    if (s.decades.length) right.append(el('h3', {}, `${t('years')} (${yearsText(s)})`), decadesChart(s));
    right.append(el('h3', {}, t('next')), nextTable(s));
    if (s.players.length) right.append(el('h3', {}, t('players')), el('table', {}, el('tbody', {}, ...s.players.map((p) => el('tr', {}, el('td', { class: 'n' }, num(p[1])), el('td', { class: 'name' }, p[0]))))));
    right.append(el('h3', {}, t('examples')), gamesList(s));
    large.replaceChildren(
      el('div', { class: 'bar' }, el('h2', {}, String(s.rank), el('small', {}, `${t('times', { n: num(s.frequency) })} · ${t('games', { n: num(s.games) })} · ${t('score', { s: short(s.score) })}`)),
        button('back', t('back'), '↑', () => go(-1)), button('on', t('on'), '↓', () => go(1)), button('close', t('close'), '✕', () => large.close())),
      el('div', { class: 'body' }, left, right));
    large.setAttribute('aria-label', `${s.rank}: ${s.text}`);
    drawBoard();
  }
  function aroundList(s) {
    const box = el('div', { class: 'around' });
    s.around.forEach((v, i) => box.append(el('button', { type: 'button', 'aria-pressed': 'false', onclick: () => { open.around = open.around === i ? -1 : i; drawBoard(); } },
      el('div', { class: 'board' }, board(s, { stones: v.stones, numbers: false })), t('share', { n: num(v[0]), p: percent(v[0], s.placed) }))));
    const rest = s.arounds - s.around.length;
    return el('div', {}, box, rest > 0 ? el('p', { class: 'note' }, t('more', { n: num(rest) })) : null);
  }
  function nextTable(s) {
    const body = el('tbody');
    s.next.slice(0, 6).forEach((n, i) => body.append(el('tr', {}, el('td', { class: 'n' }, percent(n[0], s.placed)),
      el('td', {}, el('span', { class: 'letterof' }, 'abcdef'[i]), `${n[1].toUpperCase()}[${pointName(points(n[2])[0])}]`))));
    if (s.ended) body.append(el('tr', {}, el('td', { class: 'n' }, percent(s.ended, s.placed)), el('td', {}, t('ended'))));
    return el('div', {}, el('table', {}, body), el('p', { class: 'note' }, t('atOnce', { p: percent(s.atOnce, s.placed) })));
  }
  function gamesList(s) {
    const list = el('ul', { class: 'games' });
    for (const [db, id, ply, black, white, date, result] of s.examples) {
      const path = data.dbs[db], command = `kifu show ${quote(`${path}:${id}`)} --ply ${ply}`;
      const copy = el('button', { type: 'button', onclick: () => copyText(command, copy) }, t('copy'));
      const words = [date, `${black || t('unknown')} – ${white || t('unknown')}`, WORDS[lang].won[result]].filter(Boolean).join('  ');
      list.append(el('li', {}, words, el('div', { class: 'copy' }, el('code', { tabindex: 0 }, command), copy)));
    }
    return list;
  }
  const quote = (text) => (/^[\w./:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  async function copyText(text, button) {
    try { await navigator.clipboard.writeText(text); } catch {
      // pages from files may not have the clipboard
      const area = el('textarea', {});
      area.value = text;
      button.after(area);
      area.select();
      document.execCommand('copy');
      area.remove();
      button.focus();
    }
    button.textContent = t('copied');
    setTimeout(() => { button.textContent = t('copy'); }, 1500);
  }
  large.addEventListener('keydown', (event) => {
    const act = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => step(-1e6), End: () => { open.k = undefined; drawBoard(); },
      ArrowDown: () => go(1), ArrowUp: () => go(-1), PageDown: () => go(1), PageUp: () => go(-1) }[event.key] ??
      (event.key.length === 1 && GRADES.includes(event.key.toUpperCase()) ? () => judge(event.key.toUpperCase()) : null);
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  large.addEventListener('click', (event) => { if (event.target === large) large.close(); });
  large.addEventListener('close', () => {
    setHash('');
    const e = open && [...document.querySelectorAll('.card')].find((c) => c.sequence === open.s);
    if (e) { e.focus({ preventScroll: true }); e.scrollIntoView({ block: 'nearest' }); }
  });

  // --- The whole page ----------------------------------------------------------------------------------
  const root = document.documentElement;
  function setTheme(dark) {
    root.dataset.theme = dark ? 'dark' : 'light';
    $('theme').textContent = WORDS[lang].theme[dark ? 1 : 0];
  }
  function draw() {
    root.lang = lang;
    const name = data.dbs.map((p) => p.replace(/\/+$/, '').split('/').at(-1).replace(/\.kifu$/, '')).join(', ');
    document.title = $('title').textContent = t('title', { db: name });
    $('about').textContent = t('about', { games: num(data.games), encoding: data.encoding, method: data.method }) + (data.query ? ` · ${data.query}` : '');
    $('lang').textContent = t('language');
    $('reset').textContent = t('reset');
    $('fold').textContent = t('filters');
    $('lang').lang = lang === 'ja' ? 'en' : 'ja';
    setTheme(root.dataset.theme === 'dark');
    const keys = [['←', '→'], ['Enter'], ['↑', '↓'], ['Esc']];
    $('hint').replaceChildren(...keys.flatMap((group, i) => [...group.map((key) => el('kbd', {}, key)), ` ${WORDS[lang].hint[i]}   `]));
    drawFilters();
    showJudged();
    if (wanted) show();
    else $('cards').replaceChildren(el('p', { class: 'nothing' }, t('none')));
  }
  $('lang').addEventListener('click', () => { lang = lang === 'ja' ? 'en' : 'ja'; draw(); });
  $('reset').addEventListener('click', () => { wanted = initial(); drawFilters(); show(); });
  $('fold').addEventListener('click', () => $('fold').setAttribute('aria-expanded', String($('filters').classList.toggle('open'))));
  $('theme').addEventListener('click', () => setTheme(root.dataset.theme !== 'dark'));
  $('filters').addEventListener('submit', (event) => event.preventDefault());
  extender.observe(sentinel);
  root.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => setTheme(event.matches));
  draw();
  const linked = all.find((s) => `#${s.rank}` === location.hash);
  if (linked) openLarge(linked);
})();

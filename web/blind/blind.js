// Which move is more natural?  One position at a time, both moves on a scale, a file at the end.
// Everything comes from the one JSON value in the page; nothing is sent anywhere.
(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const $ = (id) => document.getElementById(id);
  const WORDS = {
    en: {
      title: 'How natural are these moves?', language: '日本語',
      about: 'Each position comes from a game between people. Two moves are marked, A (blue) and B (red). How natural is each, as the next move of this game? Rate both from 1 to 5. Not how strong: how natural.',
      name: 'Your name or a nickname, if you like', progress: '{done} of {all} rated', where: 'Position {k} of {all}: move {n}, {side} to play',
      black: '☗ Black', white: '☖ White', before: 'The last moves: {moves}', none: 'none', scale: 'Move {x}: {move}',
      low: '1 unnatural', high: '5 natural', remark: 'A remark, if you like', back: 'Back', next: 'Next', save: 'Save the answers',
      keys: 'Keys: 1–5 for A, Shift and 1–5 for B, ← and → to turn over.', note: 'The answers become a file on your device; send it to whoever gave you this page. Nothing is sent by the page itself.',
    },
    ja: {
      title: 'どちらの手が自然ですか', language: 'English',
      about: '人どうしの対局の局面です。候補手 A（青）と B（赤）が示されています。この将棋の次の一手としてどのくらい自然か、それぞれ 1 から 5 で評価してください。強さではなく自然さです。',
      name: 'お名前（任意、仮名可）', progress: '{all} 問中 {done} 問に回答', where: '{all} 問中 {k} 問目: {n} 手目、{side}',
      black: '☗先手番', white: '☖後手番', before: '直前の手順: {moves}', none: 'なし', scale: '{x} の手: {move}',
      low: '1 不自然', high: '5 自然', remark: 'ご意見（任意）', back: '前へ', next: '次へ', save: '回答を保存',
      keys: 'キー: 1〜5 で A、Shift+1〜5 で B、← → で移動。', note: '回答は端末にファイルとして保存されます。このページをくれた人に渡してください。ページから送信されることはありません。',
    },
  };
  let lang = (navigator.language || data.lang).startsWith('ja') ? 'ja' : 'en';
  let at = 0;
  const answers = data.items.map(() => ({ a: 0, b: 0, remark: '' }));
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, k) => values[k]);
  const whole = (answer) => answer.a > 0 && answer.b > 0;

  function drawScale(which) {
    const item = data.items[at], field = $(`scale-${which}`), words = WORDS[lang];
    field.textContent = '';
    const legend = document.createElement('legend');
    legend.textContent = fill(words.scale, { x: which.toUpperCase(), move: item[which][lang] });
    const row = document.createElement('div');
    row.className = 'scale';
    for (let n = 1; n <= 5; n++) {
      const label = document.createElement('label'), input = document.createElement('input');
      input.type = 'radio';
      input.name = which;
      input.value = n;
      input.checked = answers[at][which] === n;
      input.addEventListener('change', () => rate(which, n));
      label.append(input, String(n));
      row.append(label);
    }
    const ends = document.createElement('div');
    ends.className = 'ends';
    for (const end of [words.low, words.high]) {
      const text = document.createElement('span');
      text.textContent = end;
      ends.append(text);
    }
    field.append(legend, row, ends);
  }

  function drawState() {
    const done = answers.filter(whole).length;
    $('progress').textContent = fill(WORDS[lang].progress, { done, all: answers.length });
    $('back').disabled = at === 0;
    $('next').disabled = at === answers.length - 1;
    $('next').className = whole(answers[at]) && done < answers.length ? 'main' : '';
    $('save').disabled = done === 0;
    $('save').className = done === answers.length ? 'main' : '';
  }

  function draw() {
    const words = WORDS[lang], item = data.items[at];
    document.documentElement.lang = lang;
    document.title = words.title;
    for (const id of ['title', 'about', 'back', 'next', 'save', 'keys', 'note']) $(id).textContent = words[id];
    $('lang').textContent = words.language;
    $('name-label').textContent = words.name;
    $('remark-label').textContent = words.remark;
    $('where').textContent = fill(words.where, { k: at + 1, all: data.items.length, n: item.ply + 1, side: words[item.turn] });
    $('before').textContent = fill(words.before, { moves: item.before[lang] || words.none });
    $('board').innerHTML = item.svg[lang]; // drawn by kifu itself
    drawScale('a');
    drawScale('b');
    $('remark').value = answers[at].remark;
    drawState();
  }

  function rate(which, n) {
    answers[at][which] = n;
    const input = document.querySelector(`input[name="${which}"][value="${n}"]`);
    input.checked = true;
    drawState();
  }

  function turn(by) {
    const to = at + by;
    if (to < 0 || to >= answers.length) return;
    at = to;
    draw();
    $('where').scrollIntoView({ block: 'nearest' });
  }

  function save() {
    const out = { kifu: 'blind-answers', version: 1, id: data.id, rater: $('name').value, language: lang, answers: [] };
    answers.forEach((answer, i) => whole(answer) && out.answers.push({ number: i + 1, a: answer.a, b: answer.b, remark: answer.remark }));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(out, null, 1) + '\n'], { type: 'application/json' }));
    link.download = 'answers.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  $('remark').addEventListener('input', () => { answers[at].remark = $('remark').value; });
  $('lang').addEventListener('click', () => { lang = lang === 'ja' ? 'en' : 'ja'; draw(); });
  $('back').addEventListener('click', () => turn(-1));
  $('next').addEventListener('click', () => turn(1));
  $('save').addEventListener('click', save);
  $('rating').addEventListener('submit', (e) => e.preventDefault());
  document.addEventListener('keydown', (e) => {
    const typing = e.target.id === 'remark' || e.target.id === 'name';
    const digit = /^Digit([1-5])$|^Numpad([1-5])$/.exec(e.code);
    if (typing || e.ctrlKey || e.altKey || e.metaKey) return;
    if (digit) rate(e.shiftKey ? 'b' : 'a', Number(digit[1] ?? digit[2]));
    else if (e.key === 'ArrowRight') turn(1);
    else if (e.key === 'ArrowLeft') turn(-1);
    else return;
    e.preventDefault();
  });
  draw();
})();

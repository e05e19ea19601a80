/* query_bar.ts: the query on one line: chips and a field to add to them, or all of it as text. */
import { chipRow, type QueryChip } from './chips';
import { Completion } from './complete';
import { announce, h, replace } from './dom';
import { texts } from './i18n';
import { button, icon } from './parts';
import { phrase, placeholder } from './phrases';
import { site } from './site';

const t = texts({
  query: 'The query', add: 'Add to the query', text: 'Edit as text', asText: 'The query as text', chips: 'Back to chips', save: 'Save search', link: 'Copy link', copied: 'Link copied', cannotCopy: 'The address has the link.', help: 'How to search',
}, {
  query: '検索条件', add: '条件に加える', text: '文字で編集', asText: '文字での条件', chips: '札に戻す', save: '検索を保存', link: 'リンクをコピー', copied: 'コピーしました', cannotCopy: 'アドレス欄のリンクを使ってください。', help: '検索のしかた',
});

export interface BarOptions {
  onText: () => void; // the text was edited
  onEnter: () => void; // in the text
  add: (words: string) => Promise<boolean>; // false: they are no query, and something was offered instead
  remove: (c: QueryChip) => void;
  removeLast: () => void;
  point: (squares: string[]) => void;
  paste: (e: ClipboardEvent) => void;
  picker: (open: boolean, focus?: boolean) => void; // names to choose from
  saved: { el: HTMLElement; load: () => Promise<void> } | false; // what "Save search" and "?" open
  help: HTMLElement | false;
}

export class QueryBar {
  readonly el: HTMLElement;
  readonly text: HTMLTextAreaElement;
  readonly field: HTMLInputElement;
  readonly completion: Completion; // of the text
  readonly adding: Completion;
  private readonly chips = h('span', { class: 'chips' });
  private readonly textButton: HTMLButtonElement;
  private readonly plus = button(t('add'), () => this.open(this.el.dataset.open !== 'true'), { name: 'plus' }); // on a phone
  private readonly pops: { box: HTMLElement; opener: HTMLButtonElement }[] = [];

  constructor(private readonly options: BarOptions) {
    this.text = h('textarea', {
      id: 'query', rows: 1, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': t('asText'), oninput: () => options.onText(),
      onkeydown: (e: KeyboardEvent) => this.onTextKey(e), onpaste: (e: ClipboardEvent) => options.paste(e),
    });
    this.field = h('input', {
      id: 'add', type: 'text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': t('add'), placeholder: placeholder(site.game),
      onkeydown: (e: KeyboardEvent) => this.onFieldKey(e), onpaste: (e: ClipboardEvent) => options.paste(e),
      onclick: () => this.field.value === '' && options.picker(true), oninput: () => this.field.value && options.picker(false),
    });
    this.completion = new Completion(this.text, () => options.onText());
    this.adding = new Completion(this.field, () => void this.take());
    this.completion.el.classList.add('as-text');
    this.adding.el.classList.add('adding');
    this.textButton = button(t('text'), () => this.showText(this.el.dataset.mode !== 'text', true), { icon: 'text', bare: true });
    const link = button(t('link'), () => this.copyLink(), { name: 'link' });
    const { saved, help: helps } = options;
    const save = saved && this.opener(t('save'), 'save', saved.el, () => void saved.load()), help = helps && this.opener(t('help'), 'help', helps);
    this.textButton.classList.add('small', 'text-mode');
    link.classList.add('small', 'copy-link');
    this.plus.classList.add('plus');
    this.plus.setAttribute('aria-expanded', 'false');
    this.el = h('div', { class: 'query-bar', role: 'search', 'aria-label': t('query'), 'data-mode': 'chips', onclick: (e: MouseEvent) => e.target === this.el && this.field.focus() },
      icon('find'), this.plus, this.chips, this.adding.el, this.completion.el, h('span', { class: 'bar-tools' }, this.textButton, save, link, help), this.pops.map((p) => p.box));
    document.addEventListener('pointerdown', this.away);
  }

  destroy(): void {
    document.removeEventListener('pointerdown', this.away);
    this.completion.close();
    this.adding.close();
  }

  /* The chips of the query on screen; the focus stays in the row. */
  show(chips: QueryChip[]): void {
    const all = [...this.chips.children], at = all.findIndex((c) => c.contains(document.activeElement));
    replace(this.chips, chipRow(chips, this.options.remove, this.options.point));
    if (at < 0) return;
    const next = this.chips.children[Math.min(at, this.chips.childElementCount - 1)];
    (next?.querySelector<HTMLElement>('.x') ?? this.field).focus();
  }

  /* The chip that is to blame for an empty answer. */
  blame(key: string | undefined): void {
    for (const c of this.chips.querySelectorAll<HTMLElement>('.chip')) c.classList.toggle('blamed', c.dataset.chip === key);
  }

  showText(on: boolean, focus = false): void {
    this.el.dataset.mode = on ? 'text' : 'chips';
    replace(this.textButton, icon(on ? 'check' : 'text'), t(on ? 'chips' : 'text'));
    this.options.picker(false);
    if (on) this.fit();
    if (focus) (on ? this.text : this.field).focus();
  }

  /* On a phone the field and the tools are folded up. */
  open(on: boolean): void {
    this.el.dataset.open = String(on);
    this.plus.setAttribute('aria-expanded', String(on));
    if (!on) this.options.picker(false);
    else if (this.el.dataset.mode === 'text') this.text.focus();
    else this.options.picker(true);
  }

  fit(): void {
    this.text.style.height = 'auto';
    if (this.text.scrollHeight) this.text.style.height = `${Math.min(this.text.scrollHeight + 2, 200)}px`;
  }

  closePops(): void {
    for (const { box, opener } of this.pops) {
      box.hidden = true;
      opener.setAttribute('aria-expanded', 'false');
    }
  }

  private opener(words: string, sign: 'save' | 'help', content: HTMLElement, opened?: () => void): HTMLButtonElement {
    const box = h('div', { class: `pop bar-pop ${sign}-pop`, hidden: true, role: 'dialog', 'aria-label': words }, content);
    const opener = button(words, () => {
      const open = box.hidden;
      this.closePops();
      box.hidden = !open;
      opener.setAttribute('aria-expanded', String(open));
      if (!open) return;
      opened?.();
      box.querySelector<HTMLElement>('input, button, a')?.focus();
    }, sign === 'help' ? { name: sign } : { icon: sign });
    opener.classList.add('small', `open-${sign}`);
    opener.setAttribute('aria-expanded', 'false');
    box.addEventListener('keydown', (e) => {
      if (e.key !== 'Escape') return;
      e.stopPropagation();
      this.closePops();
      opener.focus();
    });
    this.pops.push({ box, opener });
    return opener;
  }

  private readonly away = (e: PointerEvent): void => {
    if (!this.el.contains(e.target as Node)) this.options.picker(false);
    if (!this.pops.some(({ box, opener }) => box.contains(e.target as Node) || opener.contains(e.target as Node))) this.closePops();
  };

  private copyLink(): void {
    const done = (ok: boolean): void => announce(t(ok ? 'copied' : 'cannotCopy'));
    if (!navigator.clipboard) return done(false);
    navigator.clipboard.writeText(location.href).then(() => done(true), () => done(false));
  }

  private onTextKey(e: KeyboardEvent): void {
    if (e.key !== 'Enter' || e.shiftKey || e.isComposing) return;
    e.preventDefault(); // a query is one line
    this.options.onEnter();
  }

  private onFieldKey(e: KeyboardEvent): void {
    if (e.isComposing) return;
    if (e.key === 'Enter') {
      e.preventDefault();
      void this.take();
    } else if (e.key === 'Backspace' && this.field.value === '') this.options.removeLast();
    else if (e.key === 'Escape') this.options.picker(false);
    else if (e.key === 'ArrowDown' && this.field.value === '') {
      e.preventDefault();
      this.options.picker(true, true);
    }
  }

  /* What was typed becomes a part of the query. */
  private async take(): Promise<void> {
    const typed = this.field.value.trim();
    if (!typed) return;
    if (await this.options.add(phrase(typed, site.game) ?? typed)) this.field.value = '';
    this.adding.close();
  }
}

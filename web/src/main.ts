/* main.ts: the frame of the page, and which view the address asks for:
 *
 *     #/?q=QUERY                     search
 *     #/game/12?db=NAME&ply=34       a game at a ply */
import { ask, type Info, type Name } from './api';
import { h, replace } from './dom';
import { count, lang, recall, remember, setLang, t } from './i18n';
import { installPieces } from './pieces';
import { ReplayView } from './replay';
import { SearchView, type SearchContext } from './search';

export interface View {
  readonly el: HTMLElement;
  onKey(e: KeyboardEvent): void;
  destroy(): void;
}

const THEMES = ['auto', 'light', 'dark'] as const;
let theme = THEMES.find((x) => x === recall('theme')) ?? 'auto';
let view: View | undefined;
let context: SearchContext | undefined;
let shown = ''; // the address of the view on screen
let lastSearch = '#/';
const place = h('div', { id: 'view' });

function applyTheme(): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function themeLabel(): string {
  return t(theme === 'auto' ? 'themeAuto' : theme === 'light' ? 'themeLight' : 'themeDark');
}

function header(): HTMLElement {
  const themeButton = h('button', { type: 'button', title: themeLabel(), 'aria-label': themeLabel(), onclick: () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    remember('theme', theme);
    applyTheme();
    themeButton.title = themeLabel();
    themeButton.setAttribute('aria-label', themeLabel());
    themeButton.textContent = sign();
  } });
  const sign = (): string => ({ auto: '◐', light: '☀', dark: '☾' })[theme];
  themeButton.textContent = sign();
  return h('header', { class: 'top' },
    h('a', { href: '#/', class: 'brand' }, h('img', { src: 'icon.svg', alt: '', width: 26, height: 26 }), 'Kifu'),
    h('span', { class: 'about' }, context ? t('countGames', count(context.total)) : ''),
    h('nav', {},
      h('button', { type: 'button', lang: lang === 'ja' ? 'en' : 'ja', onclick: () => {
        setLang(lang === 'ja' ? 'en' : 'ja');
        build();
      } }, t('language')), themeButton));
}

function footer(): HTMLElement {
  return h('footer', {}, h('a', { href: 'licences.txt' }, t('licences')));
}

function route(): void {
  const address = location.hash || '#/';
  const [path, search] = [address.replace(/\?.*/, ''), address.replace(/^[^?]*\??/, '')];
  const args = new URLSearchParams(search);
  const game = path.match(/^#\/game\/(\d{1,10})$/);
  if (view instanceof SearchView) lastSearch = shown;
  view?.destroy();
  document.title = 'Kifu';
  if (game) {
    const hit = args.get('hit')?.match(/^(\d+)-(\d+)$/);
    view = new ReplayView(Number(game[1]), args.get('db') ?? '', Number(args.get('ply') ?? 0),
      hit ? [Number(hit[1]), Number(hit[2])] : undefined, lastSearch);
  } else {
    view = new SearchView(context!, args.get('q') ?? '');
  }
  replace(place, view.el);
  scrollTo(0, 0);
}

function build(): void {
  document.documentElement.lang = lang;
  replace(document.body, h('div', { id: 'live', class: 'hidden', role: 'status', 'aria-live': 'polite' }), header(), place, footer());
  route();
}

/* The address as it is when the view is left: views change it without telling. */
function watchAddress(): void {
  const replaceState = history.replaceState.bind(history);
  history.replaceState = (data: unknown, unused: string, url?: string | URL | null) => {
    replaceState(data, unused, url);
    shown = location.hash || '#/';
  };
}

async function start(): Promise<void> {
  applyTheme();
  installPieces();
  watchAddress();
  document.documentElement.lang = lang;
  try {
    const [info, names] = await Promise.all([ask<Info>('info'), ask<{ names: Name[] }>('names')]);
    context = { game: info.game, total: info.games, names: names.names, databases: info.databases.length };
  } catch (e) {
    const retry = h('button', { type: 'button', onclick: () => location.reload() }, t('retry'));
    return replace(document.body, h('main', { class: 'sorry' }, h('h1', {}, 'Kifu'),
      h('p', {}, e instanceof Error ? e.message : String(e)), retry));
  }
  build();
  addEventListener('hashchange', route);
  addEventListener('keydown', (e) => view?.onKey(e));
}

void start();

/* main.ts: the frame of the page, and which area the address asks for (areas.ts). */
import { AREAS, type Area, type Leave, type Params } from './areas';
import { address } from './address';
import { messageOf, scopeOf, setScope, type Scope } from './api';
import { chooser } from './chooser';
import { announce, h, isTyping, replace } from './dom';
import { emptyDatabase } from './empty_database';
import { japanese, lang, recall, remember, setGame, setLang, t } from './i18n';
import { icon } from './parts';
import { goneStrip, SERVER_BACK } from './server_gone';
import { shardsStrip } from './shards';
import { nothingHere } from './nothing';
import { chooseSite, lastChosen, loadSite, onSite, site } from './site';

const THEMES = ['auto', 'light', 'dark'] as const;
let theme = THEMES.find((x) => x === recall('theme')) ?? 'auto';
let area: Area | undefined;
let leave: Leave | undefined;
const place = h('div', { id: 'view' });
const menu = h('nav', { class: 'areas' });
const about = chooser();

/* --- The frame -------------------------------------------------------------------------------------- */

const dark = matchMedia('(prefers-color-scheme: dark)');

function applyTheme(): void {
  document.documentElement.dataset.theme = theme !== 'auto' ? theme : dark.matches ? 'dark' : 'light';
}

function themeButton(): HTMLElement {
  const label = (): string => t(theme === 'auto' ? 'themeAuto' : theme === 'light' ? 'themeLight' : 'themeDark');
  const button = h('button', { type: 'button', class: 'btn bare icon-only', onclick: () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    remember('theme', theme);
    applyTheme();
    show();
  } });
  const show = (): void => {
    button.title = label();
    button.setAttribute('aria-label', label());
    replace(button, icon(({ auto: 'half', light: 'sun', dark: 'moon' } as const)[theme]));
  };
  show();
  return button;
}

const here = h('span', { class: 'here' });

function header(): HTMLElement {
  menu.setAttribute('aria-label', t('menu'));
  const open = h('button', { type: 'button', class: 'menu-button', 'aria-expanded': 'false', 'aria-controls': 'menu', 'aria-label': t('menu'),
    onclick: () => fold(!el.classList.contains('open')) }, icon('menu'));
  const el = h('header', { class: 'top' },
    h('a', { href: address(AREAS[0].id), class: 'brand' }, h('span', { class: 'seal', lang: 'ja', 'aria-hidden': 'true' }, '譜'), h('span', { class: 'name' }, 'Kifu'), here),
    about.el, h('div', { class: 'grow menu-gap' }), open,
    h('div', { class: 'fold', id: 'menu' }, menu,
      h('div', { class: 'settings' },
        h('button', { type: 'button', class: 'btn bare help-button', 'aria-keyshortcuts': '?', onclick: help }, icon('help'), t('help')),
        h('button', { type: 'button', class: 'btn bare', lang: lang === 'ja' ? 'en' : 'ja', onclick: () => {
          setLang(lang === 'ja' ? 'en' : 'ja');
          build();
        } }, t('language')), themeButton())));
  const fold = (on: boolean): void => {
    el.classList.toggle('open', on);
    open.setAttribute('aria-expanded', String(on));
  };
  el.addEventListener('keydown', (e) => {
    if (e.key !== 'Escape' || !el.classList.contains('open')) return;
    fold(false);
    open.focus();
  });
  menu.onclick = () => fold(false);
  place.onpointerdown = () => fold(false);
  return el;
}

/* The keys of the area on screen. */
function help(): void {
  const { id, params } = paramsOf(location.hash);
  if (!document.querySelector('dialog[open]')) void import('./more_help').then(({ openHelp }) => openHelp(area?.id ?? id, params.path), () => announce(t('offline')));
}

const titleOf = (a: Area): string => (lang === 'ja' ? japanese(a.title.ja) : a.title.en);

function showMenu(): void {
  replace(menu, areas().filter((a) => !a.unlisted && !a.under).map((a) =>
    h('a', { href: address(a.id), 'aria-current': a.id === (area?.under ?? area?.id) ? 'page' : undefined }, titleOf(a))));
  menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }); // on a phone the menu scrolls
}

function build(): void {
  about.show();
  document.documentElement.lang = lang;
  replace(document.body, h('div', { id: 'live', class: 'hidden', role: 'status', 'aria-live': 'polite' }), header(), gone, shardsStrip(route), place,
    h('footer', {}, h('a', { href: 'licences.txt' }, t('licences'))));
  leave?.();
  leave = undefined; // the area is filled anew, too
  route();
}

/* What is on screen may be older than the server; a game under way, or an import, goes on by itself. */
const gone = goneStrip(() => {
  document.dispatchEvent(new Event(SERVER_BACK));
  if (!area || ['search', 'play', 'import', 'game'].includes(area.id)) return;
  if (!leave?.again) area = undefined; // filled anew
  route();
});

/* --- Addresses --------------------------------------------------------------------------------------- */

const areas = (): Area[] => AREAS.filter((a) => (!a.games || a.games.includes(site.game)) && (a.offered?.() ?? true));

function paramsOf(hash: string): { id: string; params: Params } {
  const [path, query] = [hash.replace(/\?.*/, ''), hash.replace(/^[^?]*\??/, '')];
  const parts = path.replace(/^#\/?/, '').split('/').filter(Boolean).map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return { id: parts[0] ?? '', params: { path: parts.slice(1), args: new URLSearchParams(query) } };
}

/* The database that an address names, if it is not the one that is looked at. */
function otherScope(id: string, { path, args }: Params): Scope | undefined {
  const now = scopeOf(), db = id === 'game' ? path.length > 1 ? path[0] : args.get('db') : args.get('db'), rules = args.get('rules');
  if (!now.db && !now.rules) return undefined; // there is one alone
  if (db && db !== now.db) return now.rules && id === 'game' && site.databases.includes(db) ? undefined : { db };
  return !db && rules && rules !== now.rules ? { rules } : undefined;
}

let moving = 0; // to another database

async function moveTo(scope: Scope): Promise<void> {
  const nth = ++moving;
  leave?.();
  leave = area = undefined;
  replace(place, h('main', { 'aria-busy': 'true' }));
  try {
    const there = await chooseSite(scope);
    if (nth !== moving) return;
    setGame(site.game);
    if (there) return build();
    about.show();
    showNothing();
  } catch (e) {
    if (nth === moving) sorry(e);
  }
}

function showNothing(): void {
  leave?.();
  leave = area = undefined;
  showMenu();
  document.title = 'Kifu';
  here.textContent = '';
  replace(place, nothingHere(areas().filter((a) => !a.unlisted && !a.under).map((a) => [address(a.id), titleOf(a)])));
}

function route(): void {
  const { id, params } = paramsOf(location.hash), scope = otherScope(id, params);
  if (scope) return void moveTo(scope);
  const first = (site.all.every((d) => d.games === 0) && areas().find((a) => a.id === 'import')) || areas()[0]; // where one begins
  const next = areas().find((a) => a.id === (id || first.id));
  if (!next) return showNothing();
  if (next === area && leave?.again) return leave.again(params);
  leave?.();
  area = next;
  document.title = `${titleOf(area)} · Kifu`;
  here.textContent = titleOf(area);
  showMenu();
  if (area.ofGames && site.games === 0) {
    leave = undefined;
    replace(place, h('main', { class: 'without-games' }, emptyDatabase('h1')));
  } else leave = area.mount(place, params);
  scrollTo(0, 0);
}

function sorry(e: unknown): void {
  const retry = h('button', { type: 'button', onclick: () => location.reload() }, t('retry'));
  replace(document.body, h('main', { class: 'sorry' }, h('h1', {}, 'Kifu'), h('p', {}, messageOf(e)), retry));
}

/* The server shows this page for any address that it does not know; its areas are at the root. */
const root = new URL('.', import.meta.url);

async function start(): Promise<void> {
  if (location.search) history.replaceState(history.state, '', location.pathname + location.hash); // a token is for nobody who gets a link
  applyTheme();
  if (location.pathname !== root.pathname && location.pathname !== `${root.pathname}index.html`) {
    document.documentElement.lang = lang;
    return replace(document.body, h('div', { id: 'view' }, nothingHere(AREAS.filter((a) => !a.unlisted && !a.under && a.id !== 'import').map((a) => [`${root.href}${address(a.id)}`, titleOf(a)]))));
  }
  document.documentElement.lang = lang;
  const { id, params: { path, args } } = paramsOf(location.hash), db = (id === 'game' && path.length > 1 ? path[0] : args.get('db')) ?? undefined, rules = args.get('rules') ?? undefined;
  setScope(db || rules ? { db, rules } : lastChosen());
  try {
    await loadSite();
  } catch (e) {
    return sorry(e);
  }
  dark.addEventListener('change', applyTheme);
  setGame(site.game);
  build();
  let game = site.game;
  onSite(() => {
    about.show();
    const other = site.game !== game;
    game = site.game;
    if (!other && site.games && document.querySelector('main.without-games')) return route(); // there are some now
    if (!other || !area) return;
    setGame(game); // the first games that came are of another one
    build();
  });
  document.addEventListener('visibilitychange', () => void (document.hidden || loadSite().catch(() => {}))); // it may have grown
  if (site.import) void import('./more_import').then(({ takeDrops }) => takeDrops(), () => {});
  addEventListener('hashchange', route);
  document.addEventListener('keydown', (e) => e.key === '?' && !isTyping(e) && help());
}

void start();

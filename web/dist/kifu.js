/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: 26dc33233a741afc */
import"./shared.js";

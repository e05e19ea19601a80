/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: d076fd8ff7c1a4fe */
import"./shared.js";

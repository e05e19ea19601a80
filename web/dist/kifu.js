/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: 38ee7a869b964aaa */
import"./shared.js";

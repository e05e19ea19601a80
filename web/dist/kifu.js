/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: c049c5c413f4050b */
import"./shared.js";

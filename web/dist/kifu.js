/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: a6647bb13fbc001b */
import"./shared.js";

/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: 5047cecc4c282d34 */
import"./shared.js";

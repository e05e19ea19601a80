/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: 4a47fdf3cc56b23d */
import"./shared.js";

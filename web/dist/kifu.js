/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: fef5d4e24b198b92 */
import"./shared.js";

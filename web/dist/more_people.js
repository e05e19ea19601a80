/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: aa32e567a8f3ce66 */
import{callPlayers}from"./part_player_profile.js";import"./shared.js";export{callPlayers};

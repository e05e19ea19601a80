/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: 0c987daf25983e93 */
import{callPlayers}from"./part_player_profile.js";import"./shared.js";export{callPlayers};

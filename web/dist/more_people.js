/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: 7b065e76c16d838f */
import{callPlayers}from"./part_player_profile.js";import"./shared.js";export{callPlayers};

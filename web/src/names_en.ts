/* names_en.ts: what castles and openings are called in English.  Names that are not here, also those of users, are
 * written as they are. */

const SHOGI: Record<string, string> = {
  'furi-bisha': 'ranging rook', 'naka-bisha': 'central rook', 'shiken-bisha': 'fourth-file rook', 'sanken-bisha': 'third-file rook', 'mukai-bisha': 'opposing rook',
  'ikken-bisha': 'first-file rook', 'kyuuken-bisha': 'ninth-file rook', 'sode-bisha': 'sleeve rook', 'migi-shiken': 'right fourth file', gokigen: 'Gokigen central rook',
  'tsuno-gin-naka-bisha': 'horned silvers', 'fujii-system': 'Fujii system', tateishi: 'Tateishi', ishida: 'Ishida', 'haya-ishida': 'quick Ishida', 'masuda-ishida': 'Masuda Ishida',
  'ishida-hongumi': 'full Ishida', 'kakukoukan-furibisha': 'bishop-exchange ranging rook', 'ai-furi': 'double ranging rook', taikoukei: 'static against ranging rook',
  'ai-gakari': 'double wing', 'yokofu-dori': 'side pawn', 'yokofu-45kaku': 'side pawn, bishop 4e', 'chuuza-bisha': 'side pawn, rook 8e', 'kuuchuu-sen': 'aerial battle',
  aono: 'Aono side pawn', yuuki: 'Yuki side pawn', 'kaku-gawari': 'bishop exchange', ittezon: 'one-move-lost bishop exchange', 'kakugawari-koshikake': 'exchange, reclining silver',
  'kakugawari-bougin': 'exchange, climbing silver', 'kakugawari-hayakuri': 'exchange, quick silver', 'bou-gin': 'climbing silver', 'genshi-bougin': 'plain climbing silver',
  'hayakuri-gin': 'quick silver', 'suji-chigai-kaku': 'wrong-diagonal bishop', 'oni-goroshi': 'demon slayer', 'kakutou-fu': 'pawn before the bishop', 'pac-man': 'Pac-Man',
  'hineri-bisha': 'twisting rook', chikatetsu: 'subway rook', 'suzume-zashi': 'sparrow spear',
  'kata-mino': 'half mino', 'haya-mino': 'quick mino', 'taka-mino': 'high mino', 'kin-mino': 'gold mino', 'gin-mino': 'silver mino', 'bouzu-mino': 'bald mino',
  'chonmage-mino': 'topknot mino', 'migi-yagura': 'right yagura', 'kin-musou': 'two golds', 'haya-gakoi': 'quick castle', 'furibisha-anaguma': 'ranging-rook anaguma', 'funa-gakoi': 'boat',
  'hako-iri-musume': 'girl in a box', 'hidari-mino': 'left mino', 'tenshukaku-mino': 'tower mino', 'yonmai-mino': 'four-piece mino', 'ibisha-anaguma': 'static anaguma',
  'matsuo-anaguma': 'Matsuo anaguma', ichigo: 'strawberry', bonanza: 'Bonanza', 'yonenaga-gyoku': 'Yonenaga king', 'kin-yagura': 'gold yagura', 'gin-yagura': 'silver yagura',
  'sou-yagura': 'full yagura', 'kata-yagura': 'half yagura', 'doi-yagura': 'Doi yagura', 'hekomi-yagura': 'dented yagura', 'kikusui-yagura': 'Kikusui yagura',
  'yagura-haya-gakoi': 'quick yagura', kani: 'crab', 'shin-gangi': 'new gangi', 'big-4': 'Big Four', ginkan: 'silver crown', 'kata-ginkan': 'half silver crown',
  'ginkan-anaguma': 'silver-crown anaguma', 'hashigyoku-ginkan': 'silver crown, king on the edge', nakahara: 'Nakahara', 'migi-gyoku': 'right king', ahiru: 'duck', muteki: 'invincible', igyoku: 'sitting king',
  'yagura-anaguma': 'yagura anaguma', 'gosuji-kuraidori': 'fifth-file advance', 'gyokutou-kuraidori': 'advance above the king', 'kin48-hi29': 'gold 4h, rook 2i', 'ai-yagura': 'yagura on both sides',
  'ai-mino': 'mino on both sides', 'ai-anaguma': 'anaguma on both sides', 'ai-nyuu-gyoku': 'both kings entered', 'nimai-ryuu': 'two dragons', 'ryuu-uma': 'dragon and horse', 'tare-fu': 'dangling pawn',
  'soko-fu': 'anchor pawn', 'hashi-kurai': 'edge pawn far',
  'koshikake-gin': 'reclining silver', 'gyokutou-gin': 'silver above the king', 'taka-bisha': 'high rook', 'nyuu-gyoku': 'entering king',
};

const GO: Record<string, string> = {
  'hoshi-first': 'star point first', 'komoku-first': '3-4 point first', 'san-san-first': '3-3 point first', 'mokuhazushi-first': '3-5 point first', 'takamoku-first': '4-5 point first',
  'go-no-go-first': '5-5 point first', tengen: 'centre first', nirensei: 'two star points', 'nirensei-nirensei': 'two stars against two', 'tasuki-hoshi': 'crossed star points', 'hoshi-komoku': 'star and 3-4 point',
  'mukai-komoku': 'facing 3-4 points', 'mirrored-komoku': '3-4 points back to back', 'diagonal-komoku': 'diagonal 3-4 points', sanrensei: 'three stars in a row', yonrensei: 'four stars',
  'low-chinese': 'low Chinese', 'high-chinese': 'high Chinese', chinese: 'Chinese', 'mini-chinese': 'mini-Chinese', kobayashi: 'Kobayashi', 'kobayashi-2': 'Kobayashi, second form', orthodox: 'orthodox', shusaku: 'Shusaku',
  'komoku-keima-kakari': 'low approach', 'komoku-ikken-takagakari': 'high approach', 'komoku-ogeima-kakari': 'large low approach', 'komoku-niken-takagakari': 'two-space high approach',
  'shusaku-kosumi': 'Shusaku diagonal', 'ikken-basami': 'one-space pincer', 'niken-basami': 'two-space pincer', 'sangen-basami': 'three-space pincer', 'ikken-taka-basami': 'high pincer',
  'niken-taka-basami': 'two-space high pincer', 'sangen-taka-basami': 'three-space high pincer', 'shita-tsuke': 'attach below', nadare: 'avalanche', taisha: 'taisha',
  'hoshi-keima-kakari': 'approach', 'hoshi-keima-uke': 'knight’s answer', 'hoshi-ikken-uke': 'one-space answer', 'hoshi-ogeima-uke': 'large knight’s answer', 'hoshi-ikken-basami': 'one-space pincer',
  'san-san-hoshi-tengen': '3-3, star point and centre', 'great-wall': 'Great Wall', 'keima-jimari': 'knight’s enclosure', 'ikken-jimari': 'one-space enclosure', 'ogeima-jimari': 'large knight’s enclosure',
  'niken-jimari': 'two-space enclosure', 'tsuke-nobi': 'attach and extend', 'ryo-gakari': 'double approach', 'san-san-iri': '3-3 invasion',
};

export const englishName = (name: string): string => SHOGI[name] ?? GO[name] ?? name.replace(/-/g, ' ');

// The keywords that opt a person out of a channel or back in, in the product's languages.

/** A keyword and the consent statement that it expresses. */
interface KeywordStatement {
  readonly granted: boolean;
  readonly purpose: 'ALL' | 'MARKETING';
  readonly word: string;
}

const STOP = [
  ...['STOP', 'STOP ALL', 'STOPALL', 'UNSUBSCRIBE', 'UNSUBSCRIBE ALL', 'CANCEL', 'END', 'QUIT'],
  ...['OPT OUT', 'OPTOUT', 'REVOKE', 'REMOVE', 'REMOVE ME', 'UNSUB', 'STOP IT', 'STOP SMS'],
  ...['STOP MESSAGES', 'STOP WHATSAPP', 'DO NOT CONTACT ME'],
  ...['ARRET', 'ARRETER', 'ARRETEZ', 'ARRET SMS', 'TOUT ARRETER', 'ARRETER TOUT', 'STOP TOUT'],
  ...['DESABONNER', 'DESABONNEMENT', 'SE DESABONNER', 'ME DESABONNER', 'DESABONNEZ MOI'],
  ...['DESINSCRIRE', 'DESINSCRIPTION', 'SE DESINSCRIRE', 'ME DESINSCRIRE', 'DESINSCRIVEZ MOI'],
  ...['ANNULER', 'RESILIER', 'FIN', 'RETIRER', 'REFUSER'],
];
const STOP_MARKETING = [
  ...['STOP PROMOTIONS', 'STOP PROMOTION', 'STOP PROMO', 'STOP PROMOS', 'STOP MARKETING'],
  ...['STOP OFFERS', 'STOP ADS', 'STOP NEWS', 'NO PROMOTIONS', 'STOP NEWSLETTER'],
  ...['STOP PUB', 'STOP PUBLICITE', 'ARRETER LES PROMOTIONS', 'ARRETER LA PUBLICITE'],
  ...['ARRETER LES OFFRES', 'STOP OFFRES', 'PAS DE PUB'],
];
const START = [
  ...['START', 'START ALL', 'UNSTOP', 'SUBSCRIBE', 'RESUBSCRIBE', 'OPTIN', 'OPT IN', 'RESUME'],
  ...['REPRENDRE', 'REPRISE', 'ABONNER', 'ABONNEMENT', 'S ABONNER', 'REABONNER', 'ACTIVER'],
];
const START_MARKETING = ['START PROMOTIONS', 'RESUME PROMOTIONS', 'REPRENDRE LES PROMOTIONS'];

type Statement = Omit<KeywordStatement, 'word'>;

const of = (words: readonly string[], statement: Statement) =>
  words.map((word) => [word, statement] as const);

const STATEMENTS: ReadonlyMap<string, Statement> = new Map([
  ...of(STOP, { granted: false, purpose: 'ALL' }),
  ...of(STOP_MARKETING, { granted: false, purpose: 'MARKETING' }),
  ...of(START, { granted: true, purpose: 'ALL' }),
  ...of(START_MARKETING, { granted: true, purpose: 'MARKETING' }),
]);

/** Words that can surround a keyword without changing its meaning. */
const POLITE = new Set([
  ...['PLEASE', 'PLS', 'NOW', 'THANK', 'THANKS', 'YOU', 'HI', 'HELLO'],
  ...['SVP', 'STP', 'MERCI', 'BONJOUR', 'S', 'SIL', 'IL', 'VOUS', 'PLAIT'],
]);

/**
 * Returns the meaning of a text if the whole text is a keyword. Staff handle longer texts, such as
 * "stop calling at night".
 */
export function keywordIn(text: string): KeywordStatement | undefined {
  const words = text
    .normalize('NFKD')
    // Invisible characters and accents must not hide a keyword.
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const bare = withoutPoliteness(words).replace(/^(\S+)(?: \1)+$/u, '$1');
  const found = STATEMENTS.get(words) ?? STATEMENTS.get(bare);
  return found && { ...found, word: bare };
}

function withoutPoliteness(words: string): string {
  const list = words.split(' ');
  while (list.length > 1 && POLITE.has(list.at(0) ?? '')) list.shift();
  while (list.length > 1 && POLITE.has(list.at(-1) ?? '')) list.pop();
  return list.join(' ');
}

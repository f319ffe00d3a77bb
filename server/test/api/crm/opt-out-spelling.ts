// People who have opted out, each with the spellings of their address that staff may type, copy or
// import later.

/** The ways in which a person can opt out. */
type Road = 'ADDRESS' | 'LEAD' | 'CONTACT' | 'CUSTOMER' | 'KEYWORD';

/** A person, the spelling under which the person opts out, and the other spellings. */
export interface OptedOut {
  readonly road: Road;
  readonly address: string;
  readonly spellings: readonly string[];
}

const names = (local: string, host: string) => [
  ...[`${local}@${host}`, `${local.toUpperCase()}@${host}`, `${local}@${host.toUpperCase()}`],
  ...[` ${local}@${host}`, `${local}@${host} `, `\t${local}@${host}\r\n`, `"${local}"@${host}`],
  ...[`<${local}@${host}>`, `Name <${local}@${host}>`, `"a@b.example" <${local}@${host}>`],
  ...[`${local}@${host},other@free.example`, `other@free.example, ${local}@${host}`],
  ...[`${local}@${host};other@free.example`, `${local}@${host} other@free.example`],
  ...[`(comment)${local}@${host}`, `${local}@${host}(other@free.example)`],
  ...[`${local}(comment)@${host}`, `list:${local}@${host};`, `mailto:${local}@${host}`],
  ...[`${local}@${host}.`, `${local}@${host}\u200b`, `\ufeff${local}@${host}`],
  ...[`${local}\u00ad@${host}`, `${local}@${host}\u0000`, `${local}\uff20${host}`],
];

/** People who have opted out of e-mail. */
export const MAIL_PEOPLE: readonly OptedOut[] = [
  { road: 'ADDRESS', address: 'ada@one.example', spellings: names('ada', 'one.example') },
  { road: 'LEAD', address: 'Bola.Ade@two.example', spellings: names('bola.ade', 'two.example') },
  { road: 'CONTACT', address: '"chidi"@three.example', spellings: names('chidi', 'three.example') },
  { road: 'CUSTOMER', address: 'DAYO@Four.Example', spellings: names('dayo', 'four.example') },
  {
    road: 'ADDRESS',
    address: 'm\u00fcller@b\u00fccher.example',
    spellings: [
      ...['m\u00fcller@b\u00fccher.example', 'M\u00dcLLER@B\u00dcCHER.example'],
      ...['mu\u0308ller@bu\u0308cher.example', 'm\u00fcller@xn--bcher-kva.example'],
      ...['M\u00fcller@XN--BCHER-KVA.EXAMPLE', '"m\u00fcller"@b\u00fccher.example'],
    ],
  },
  {
    road: 'LEAD',
    address: 'eze@xn--bcher-kva.example',
    spellings: [
      'eze@b\u00fccher.example',
      'EZE@BU\u0308CHER.example',
      'eze@b\uff55\u0308cher.example',
    ],
  },
];

const plain = (national: string) => {
  const [a, b, c] = [national.slice(0, 3), national.slice(3, 6), national.slice(6)];
  const arabic = [...`0${national}`].map((d) => String.fromCodePoint(0x660 + Number(d))).join('');
  return [
    ...[`0${national}`, national, `0${a} ${b} ${c}`, `(0${a}) ${b}-${c}`, `0${a}.${b}.${c}`],
    ...[`+234${national}`, `+234 ${a} ${b} ${c}`, `+234 (0) ${a} ${b} ${c}`, `234${national}`],
    ...[`00234${national}`, `00 234 ${a} ${b} ${c}`, `+00234${national}`, `009234${national}`],
    ...[`011 234 ${a} ${b} ${c}`, `${national}.0`, `234${national}.00`, `'0${national}`],
    ...[`tel:+234${national}`, `\u202a+234 ${a} ${b} ${c}\u202c`, `+234\u00a0${a}\u2011${b}${c}`],
    ...[arabic, `0${national} (home)`, `0${national} ext 7`, `call 0${national}`],
  ];
};

/** People who have opted out of text messages and WhatsApp. */
export const PHONE_PEOPLE: readonly OptedOut[] = [
  { road: 'ADDRESS', address: '+2348031230201', spellings: plain('8031230201') },
  { road: 'LEAD', address: '0803 123 0202', spellings: plain('8031230202') },
  { road: 'CONTACT', address: '002348031230203', spellings: plain('8031230203') },
  { road: 'CUSTOMER', address: '8031230204.0', spellings: plain('8031230204') },
  { road: 'KEYWORD', address: '2348031230205', spellings: plain('8031230205') },
  { road: 'LEAD', address: '0803 123 0206 (home)', spellings: ['08031230206', '+2348031230206'] },
  {
    road: 'KEYWORD',
    address: '5215512345601',
    spellings: ['+52 55 1234 5601', '+52 1 55 1234 5601', '0052 1 55 1234 5601', '+525512345601'],
  },
  {
    road: 'ADDRESS',
    address: '+55 11 8123 4502',
    spellings: ['+55 11 98123 4502', '+55 11 8123 4502', '0055 11 98123-4502', '+551181234502'],
  },
  {
    road: 'CUSTOMER',
    address: '+54 9 11 2345 6703',
    spellings: ['+54 11 2345 6703', '+54 11 15 2345 6703', '+54 9 11 2345 6703', '005491123456703'],
  },
  {
    road: 'ADDRESS',
    address: '+541123456704',
    spellings: ['+54 9 11 2345 6704', '+54 11 15 2345 6704', '0054 9 11 2345-6704'],
  },
];

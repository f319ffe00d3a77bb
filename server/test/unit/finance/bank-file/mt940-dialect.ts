// MT940 files in the dialects of different banks, written for these tests from public descriptions.
// Names, accounts and amounts are invented.

/** A file with the currency of its account. */
export interface Dialect {
  readonly name: string;
  readonly currency: string;
  readonly text: string;
  /** The bank account, if there are several in the file. */
  readonly bankAccount?: string;
}

const rows = (...lines: readonly string[]) => lines.join('\r\n');

const dialect = (name: string, text: string, more: Partial<Dialect> = {}): Dialect => ({
  ...{ name, currency: 'EUR', text },
  ...more,
});

/** The head of a statement for one account. */
const head = (opening: string, number = ':28C:12/1') => [
  ':20:STMT',
  ':25:0123456789',
  number,
  opening,
];

export const MT940_DIALECTS: readonly Dialect[] = [
  dialect(
    'FIN envelope with all blocks and a trailer',
    rows(
      '{1:F01BANKDEFFAXXX0000000000}{2:O9401200260105BANKDEFFAXXX00000000002601051200N}' +
        '{3:{108:X1}}{4:',
      ...head(':60F:C260104EUR100,00'),
      ':61:2601050105C50,25NTRFINV-2026-1//B1',
      ':86:ADA OBI',
      ':62F:C260105EUR150,25',
      '-}{5:{MAC:00000000}{CHK:123456789ABC}}{S:{SAC:}{COP:P}}',
    ),
  ),
  dialect(
    'two messages on shared rows, with an end on the row of the balance',
    rows(
      '{1:F01BANKDEFFAXXX0000000000}{2:I940X}{4::20:STMT',
      ...head(':60F:C260104EUR1,00').slice(1),
      ':61:260105D1,00NCHGNONREF//FEE1',
      ':62F:C260105EUR0,00-}{5:{CHK:1}}{1:F01BANKDEFFAXXX0000000000}{2:I940X}{4:',
      ...head(':60F:C260105EUR0,00', ':28C:13/1'),
      ':61:260106C2,NTRFR2',
      ':62F:C260106EUR2,00',
      '-}',
    ),
  ),
  dialect(
    'header rows of the bank before each statement',
    rows(
      'BANKNL2A',
      '940',
      'BANKNL2A',
      ':20:BANK NV',
      ':25:517852257',
      ':28:19321/1',
      ':60F:C260104EUR3236,28',
      ':61:2601050105D9,N192NONREF',
      ':86:GIRO   428428 TELCO         BETALINGSKENM.  000000042188659',
      '5314606715                       BETREFT FACTUUR D.D. 02-01-2026',
      'INCL. 1,44 BTW',
      ':61:2601050105D11,59N426NONREF',
      ':86:BEA   NR:XXX1234   05.01.26/10.45 SHOP ROTTERDAM',
      ':62F:C260105EUR3215,69',
      '-',
      'BANKNL2A',
      '940',
      'BANKNL2A',
      ':20:BANK NV',
      ':25:517852257',
      ':28:19322/1',
      ':60F:C260105EUR3215,69',
      ':62F:C260105EUR3215,69',
      '-',
    ),
  ),
  dialect(
    'optional tags and a padded amount',
    rows(
      ':940:',
      ':20:940S260105',
      ':13D:2601052359+0100',
      ':25:NL50BANK0123456789 EUR',
      ':28C:0',
      ':NS:22JOHN DOE',
      ':60F:C260104EUR000000000097,23',
      ':61:260105D000000000023,45N544NL12BANK0987654321',
      'J DOE',
      ':86:/REMI/Rent january',
      ':61:260105C000000000001,00N541EREF',
      ':86:/EREF/PAY-7731//REMI/thanks/',
      ':62F:C260105EUR000000000074,78',
    ),
  ),
  dialect(
    'account with the code of its bank on a second row',
    rows(
      ':20:STMT',
      ':25P:DE89370400440532013000',
      'BANKDEFFXXX',
      ':28C:5/2',
      ':60M:C260105EUR10,00',
      ':61:260105C5,00NMSCX-1',
      ':62M:C260105EUR15,00',
      '-',
    ),
  ),
  dialect(
    'pages with interim balances',
    rows(
      ...head(':60F:C260104EUR10,00', ':28C:00007/00001'),
      ':61:260105C5,00NMSCX-1',
      ':62M:C260105EUR15,00',
      '-',
      ...head(':60M:C260105EUR15,00', ':28C:00007/00002'),
      ':61:260105D15,00NMSCX-2',
      ':62F:C260105EUR0,00',
      ':64:C260105EUR0,00',
      ':65:C260106EUR0,00',
      ':86:Closing words',
      '-',
    ),
  ),
  dialect(
    'blanks for the entry date and around the type',
    rows(
      ...head(':60F:C260104EUR0,00'),
      ':61:260105    C15,70NET NONREF//A-1',
      ':86:000>100390480321>20KOSTEN>21JANUARI',
      ':61:260105 D 5,00 NOV NONREF',
      ':62F:C260105EUR10,70',
    ),
  ),
  dialect(
    'funds codes and reversals',
    rows(
      ...head(':60F:D260104EUR5,00'),
      ':61:2601050105CR10,00NTRFC-1',
      ':61:2601050105DR1,00NTRFD-1',
      ':61:2601050105RCR10,00NTRFC-1',
      ':61:2601050105RDR1,00NTRFD-1',
      ':62F:D260105EUR5,00',
    ),
  ),
  dialect(
    'references longer than sixteen characters',
    rows(
      ...head(':60F:C260104EUR0,00'),
      ':61:2601050105C65,00NOVBNL47BANK9999999999',
      'hr a jansen',
      ':86:NL47BANK9999999999 hr a jansen',
      '',
      'Betaling sieraden',
      ':61:2601050105C1,00NTRFA-VERY-LONG-REFERENCE-2026-01//ANOTHER-LONG-ONE-FROM-THE-BANK',
      ':62F:C260105EUR66,00',
    ),
  ),
  dialect(
    'a break inside the line, before and within its references',
    rows(
      ...head(':60F:C260104EUR0,00'),
      ':61:2601050105C1500,50NTRF',
      'FT-26-0001//BANKREF77',
      ':61:2601050105C1,00NTRFINV-',
      '2026//BANKREF78',
      ':61:2601050105C2,00NTRFINV-3//',
      'BANKREF79',
      ':61:2601050105C3',
      ',00NTRFINV-4',
      ':62F:C260105EUR1506,50',
    ),
  ),
  dialect(
    'text that begins like a tag',
    rows(
      ...head(':60F:C260104EUR0,00'),
      ':61:260105C1,00NTRFR-1',
      ':86:Payment of',
      ':20/2026 and',
      ':20:2026 and',
      ':10:30 delivered',
      '-per order',
      '- none',
      ':61:260105C1,00NTRFR-2',
      ':62F:C260105EUR2,00',
    ),
  ),
  dialect(
    'several texts after one line',
    rows(
      ...head(':60F:C260104EUR0,00'),
      ':61:260105C1,00NTRFNONREF',
      '/OCMT/USD1,10/EXCH/1,1',
      ':86:First text',
      ':86:/EREF/E2E-55//REMI/Second text',
      ':86:Third text',
      ':61:260105C2,00NTRFR-2',
      ':62F:C260105EUR3,00',
    ),
  ),
  dialect(
    'structured sub-fields with SEPA references',
    rows(
      ...head(':60F:C260104EUR0,00'),
      ':61:2601050105C22,22N062NONREF',
      ':86:166?00GUTSCHRIFT?109249?20EREF+NOTPROVIDED?21KREF+K-2026-000000000001',
      '?22SVWZ+RG 4711?30BANKDEFF?31DE89370400440532013000?32MAX MUSTER?34011',
      ':61:2601050105D5,00N005KREF+',
      ':86:105?00LASTSCHRIFT?20EREF+E2E-2026-ABCDEFGHIJKLM?2134567890?22MREF+M-1?23SVWZ+TELEFON',
      ':61:2601050105C1,00NMSCNONREF',
      ':86:166?00GUTSCHRIFT?20SVWZ+Miete Januar Wohnung 7',
      ':62F:C260105EUR18,22',
    ),
  ),
  dialect(
    'slash sub-fields with SEPA references',
    rows(
      ...head(':60F:C260104EUR662,23'),
      ':61:2601050105C1,56NTRFEREF//00000000001005',
      '/TRCD/00100/',
      ':86:/EREF/EV12341REP1231456T1234//CNTP/NL32BANK0000012345/BANKNL2A/SHOP',
      ' NV///REMI/USTD//EV10001REP1000000T1000/',
      ':61:2601050105D1,57NTRFNOTPROVIDED',
      ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL12/NAME/J DOE/EREF/NOTPROVIDED/REMI/Gift/MARF/MND-9',
      ':62F:C260105EUR662,22',
    ),
  ),
  dialect(
    'the year turns between value and entry date',
    rows(
      ...head(':60F:C251230EUR0,00'),
      ':61:2512310102C1,00NTRFR-1',
      ':61:2601021231C1,00NTRFR-2',
      ':61:2402290229C1,00NTRFR-3',
      ':62F:C260102EUR3,00',
    ),
  ),
  dialect(
    'commas without decimals',
    rows(
      ...head(':60F:C260104EUR1,'),
      ':61:260105C1000,NTRFR-1',
      ':61:260105D5,5NTRFR-2',
      ':62F:C260105EUR995,5',
    ),
  ),
  dialect(
    'no decimals in the currency',
    rows(...head(':60F:C260104JPY1000,'), ':61:260105D300,NTRFR-1', ':62F:C260105JPY700,00'),
    { currency: 'JPY' },
  ),
  dialect(
    'placeholders in every place',
    rows(
      ...head(':60F:C260104EUR0,00'),
      ...['NONREF', 'NOTPROVIDED', 'NOTAVAILABLE', 'NA', 'N/A', '-', '0000', 'KREF+'].flatMap(
        (placeholder) => [`:61:260105C1,00NTRF${placeholder}//NONREF`, ':86:Words'],
      ),
      ':61:260105C1,00NTRFNONREF//NOREF',
      ':86:EREF+ REAL-9 SVWZ+Words',
      ':62F:C260105EUR9,00',
    ),
  ),
  dialect('without lines', rows(...head(':60F:C260104EUR7,00'), ':62F:C260105EUR7,00', '-')),
  dialect(
    'rows that end in a line feed',
    rows(
      ...head(':60F:C260104EUR7,00'),
      ':61:260105C1,NTRFR-1',
      ':62F:C260105EUR8,00',
      '-',
    ).replaceAll('\r\n', '\n'),
  ),
  dialect(
    'rows that end in a carriage return, with a mark and control characters',
    `\uFEFF\u0001${rows(
      ...head(':60F:C260104EUR7,00'),
      ':61:260105C1,NTRFR-1',
      ':62F:C260105EUR8,00',
      '-\u0003',
      '\u001A',
    )}`.replaceAll('\r\n', '\r'),
  ),
  dialect(
    'without a number of the statement',
    rows(
      ':20:STMT',
      ':25:0123456789',
      ':60F:C000000EUR7,00',
      ':61:260105C1,NTRFR-1',
      ':62F:C260105EUR8,00',
    ),
  ),
  dialect(
    'several accounts, of which one is chosen',
    rows(
      ':20:A',
      ':25:BANKDEFF/111',
      ':28C:1',
      ':60F:C260104EUR1,00',
      ':61:260105C1,NTRFA-1',
      ':62F:C260105EUR2,00',
      '-',
      ':20:B',
      ':25:BANKDEFF/222',
      ':28C:1',
      ':60F:C260104USD1,00',
      ':61:260105C9,NTRFB-1',
      ':62F:C260105USD10,00',
      '-',
    ),
    { bankAccount: '111' },
  ),
  dialect(
    'the newest statement first',
    rows(
      ...head(':60F:C260105EUR8,00', ':28C:2'),
      ':61:260106C1,NTRFR-2',
      ':62F:C260106EUR9,00',
      '-',
      ...head(':60F:C260104EUR7,00', ':28C:1'),
      ':61:260105C1,NTRFR-1',
      ':62F:C260105EUR8,00',
      '-',
    ),
  ),
  dialect(
    'the same statement twice',
    rows(
      ...[1, 2].flatMap(() => [
        ...head(':60F:C260104EUR7,00', ':28C:1'),
        ':61:260105C1,NTRFR-1',
        ':62F:C260105EUR8,00',
        '-',
      ]),
    ),
  ),
  dialect(
    'two equal fees on two statements of a day',
    rows(
      ...head(':60F:C260104EUR7,00', ':28C:1/1'),
      ':61:260105D1,NCHGNONREF',
      ':86:Fee',
      ':62F:C260105EUR6,00',
      '-',
      ...head(':60F:C260105EUR6,00', ':28C:2/1'),
      ':61:260105D1,NCHGNONREF',
      ':86:Fee',
      ':62F:C260105EUR5,00',
      '-',
    ),
  ),
  dialect(
    'other signs between sub-fields',
    rows(
      ...head(':60F:C260104PLN7,00'),
      ':61:2601050105D1,00S073NONREF',
      '073 PRZELEW',
      ':86:073^00PRZELEW^20FAKTURA 12^21Z DNIA 5.01^32JAN KOWALSKI',
      ':61:2601050105D1,00S073NONREF',
      ':86:073~00PRZELEW~20FAKTURA 13~32JAN KOWALSKI',
      ':62F:C260105PLN5,00',
    ),
    { currency: 'PLN' },
  ),
  dialect(
    'ends with a dash and letters',
    rows(
      ...head(':60F:C260104EUR7,00', ':28C:1'),
      ':61:260105C1,NTRFR-1',
      ':62F:C260105EUR8,00',
      '-XXX',
      ...head(':60F:C260105EUR8,00', ':28C:2'),
      ':62F:C260106EUR8,00',
      '-XXX',
    ),
  ),
  dialect(
    'words before the first line and full rows',
    rows(
      ...head(':60F:C260104EUR0,00'),
      ':86:Words of the statement',
      ':61:260105C1,00NTRFR-1',
      ':86:ABCDEFGHIJ KLMNOPQRST UVWXYZABCD EFGHIJKLMN OPQRSTUVWX YZABCDEFGH',
      'IJ and more',
      ':62F:C260105EUR1,00',
    ),
  ),
  dialect(
    'letters beyond ASCII',
    rows(
      ...head(':60F:C260104EUR0,00'),
      ':61:260105C1,00NTRFRÉF-1',
      ':86:Müller & Söhne, Łódź, café',
      ':62F:C260105EUR1,00',
    ),
  ),
  dialect(
    'a debit balance that turns',
    rows(
      ...head(':60F:D260104EUR100,00'),
      ':61:260105C250,00NTRFR-1',
      ':62F:C260105EUR150,00',
      ':64:C260105EUR150,00',
    ),
  ),
  dialect(
    'a supplement without a text',
    rows(
      ...head(':60F:C260104EUR0,00'),
      ':61:260105C1,00NTRFR-1//B-1',
      'ADA OBI LAGOS',
      ':62F:C260105EUR1,00',
    ),
  ),
];

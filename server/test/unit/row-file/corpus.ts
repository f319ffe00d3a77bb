// Files of rows as banks, spreadsheets and other programs write them, and how each must be read.

import iconv from 'iconv-lite';
import { type BookCell, workbookOf } from '../../support/workbook.js';
import type { Asked, ImportName } from './read.js';

/** A file, and its rows or the text with which it must be refused. */
export interface CorpusFile extends Omit<Asked, 'file'> {
  readonly name: string;
  readonly of: ImportName;
  readonly bytes: Buffer;
  readonly rows?: readonly (Readonly<Record<string, unknown>> | RegExp)[];
  readonly refused?: RegExp;
  /** Members of the reading that the reply must show. */
  readonly shows?: Readonly<Record<string, unknown>>;
}

type Form = Omit<CorpusFile, 'name' | 'of' | 'bytes'> & { readonly encoding?: string };

const file = ([of, name]: readonly [ImportName, string], text: string, form: Form): CorpusFile => {
  const { encoding = 'utf8', ...rest } = form;
  return { of, name, bytes: iconv.encode(text, encoding), ...rest };
};
const book = (
  [of, name]: readonly [ImportName, string],
  sheet: readonly (readonly BookCell[])[],
  form: Form,
): CorpusFile => ({ of, name, bytes: workbookOf({ Sheet1: sheet }), ...form });

const line = (date: string, minor: bigint, more: object = {}) => ({ date, minor, ...more });

const BANK_FILES: readonly CorpusFile[] = [
  file(
    ['BANK', 'German semicolons in Windows-1252 with a preamble'],
    [
      'Kontoauszug;;;',
      'Konto;DE02120300000000202051;;',
      '',
      'Buchungstag;Verwendungszweck;Betrag;Währung',
      '05.01.2026;Müller & Söhne – Rechnung;1.234,56;EUR',
      '29.01.2026;Gebühr;-5,00;EUR',
      'Endsaldo;;1.229,56;EUR',
    ].join('\r\n'),
    {
      encoding: 'win1252',
      currency: 'EUR',
      rows: [
        line('2026-01-05', 123_456n, { description: 'Müller & Söhne – Rechnung' }),
        line('2026-01-29', -500n, { description: 'Gebühr' }),
      ],
      shows: {
        encoding: 'WINDOWS-1252',
        encodingFrom: 'CONTENT',
        delimiter: 'SEMICOLON',
        headerRow: 4,
      },
    },
  ),
  file(
    ['BANK', 'Nigerian debits and credits in two columns with a closing balance'],
    [
      'Trans Date,Value Date,Narration,Debit,Credit,Balance',
      ',,Opening Balance,,,"1,000.00"',
      '05-Jan-2026,05-Jan-2026,NIP TRANSFER,"12,500.00",,"-11,500.00"',
      '06-Jan-2026,06-Jan-2026,DEPOSIT,,"1,234,567.89","1,223,067.89"',
      ',,Closing Balance,,,"1,223,067.89"',
    ].join('\n'),
    {
      rows: [
        line('2026-01-05', -1_250_000n, { description: 'NIP TRANSFER' }),
        line('2026-01-06', 123_456_789n, { description: 'DEPOSIT' }),
      ],
      shows: { skippedCount: 2 },
    },
  ),
  file(
    ['BANK', 'Dutch direction Af and Bij'],
    [
      '"Datum";"Naam / Omschrijving";"Af Bij";"Bedrag (EUR)"',
      '"20260105";"Huur";"Af";"850,00"',
      '"20260106";"Salaris";"Bij";"2345,67"',
    ].join('\n'),
    {
      currency: 'EUR',
      columns: { date: 'Datum', amount: 'Bedrag (EUR)', direction: 'Af Bij' },
      rows: [line('2026-01-05', -85_000n), line('2026-01-06', 234_567n)],
    },
  ),
  file(
    ['BANK', 'debit and credit words beside unsigned amounts'],
    ['Date,Amount,Dr/Cr,Reference', '2026-01-05,100.00,DR,A1', '2026-01-06,200.00,CR,A2'].join(
      '\n',
    ),
    {
      rows: [
        line('2026-01-05', -10_000n, { reference: 'A1' }),
        line('2026-01-06', 20_000n, { reference: 'A2' }),
      ],
    },
  ),
  file(['BANK', 'an unknown direction'], 'Date,Amount,Dr/Cr\n2026-01-05,100.00,XX\n', {
    refused: /row 1, column "Dr\/Cr", cell "XX"/,
  }),
  file(
    ['BANK', 'negative debits'],
    ['Date,Debit,Credit', '2026-01-05,-100.00,', '2026-01-06,,50.00'].join('\n'),
    {
      rows: [line('2026-01-05', -10_000n), line('2026-01-06', 5_000n)],
    },
  ),
  file(
    ['BANK', 'debits of both signs'],
    'Date,Debit,Credit\n2026-01-05,-100.00,\n2026-01-06,7.00,\n',
    {
      refused: /line 1 .*-100\.00/,
    },
  ),
  file(
    ['BANK', 'suffixes CR and DR'],
    [
      'Date|Amount',
      '05/13/2026|1,234.50 CR',
      '05/14/2026|(99.95)',
      '05/15/2026|12.00DR',
      '05/16/2026|7.25-',
    ].join('\n'),
    {
      rows: [
        line('2026-05-13', 123_450n),
        line('2026-05-14', -9_995n),
        line('2026-05-15', -1_200n),
        line('2026-05-16', -725n),
      ],
      shows: { delimiter: 'PIPE' },
    },
  ),
  file(
    ['BANK', 'Swiss apostrophes and the minus of typography'],
    ['sep=;', 'Datum;Betrag', "31.01.2026;CHF 1'234.50", '31.01.2026;\u22121\u2019000.05'].join(
      '\r\n',
    ),
    {
      currency: 'CHF',
      rows: [line('2026-01-31', 123_450n), line('2026-01-31', -100_005n)],
      shows: { headerRow: 2 },
    },
  ),
  file(
    ['BANK', 'French thin spaces in UTF-16'],
    ['Date\tMontant', '31/01/2026\t1\u202f234,50 €', '01/02/2026\t-2\u00a0000,00 €'].join('\r\n'),
    {
      encoding: 'utf-16',
      currency: 'EUR',
      rows: [line('2026-01-31', 123_450n), line('2026-02-01', -200_000n)],
      shows: { encoding: 'UTF-16LE', encodingFrom: 'MARK', delimiter: 'TAB' },
    },
  ),
  file(['BANK', 'thousands that may be decimals'], 'Date,Amount\n2026-01-05,"1,234"\n', {
    refused: /row 1, column "Amount", cell "1,234": can be 1234 or 1\.234/,
  }),
  file(['BANK', 'thousands as stated'], 'Date,Amount\n2026-01-05,"1,234"\n', {
    reading: { decimalSeparator: 'POINT' },
    rows: [line('2026-01-05', 123_400n)],
  }),
  file(
    ['BANK', 'more decimals than the currency'],
    'Date,Amount\n2026-01-05,1.230\n2026-01-05,4.50\n',
    {
      refused: /more decimals than the 2 of NGN: amount 1\.230/,
    },
  ),
  file(
    ['BANK', 'dinars with three decimals'],
    'Date,Amount\n2026-01-05,0.750\n2026-01-05,1.230\n',
    {
      currency: 'KWD',
      rows: [line('2026-01-05', 750n), line('2026-01-05', 1_230n)],
    },
  ),
  file(['BANK', 'days and months that can be exchanged'], 'Date,Amount\n05/06/2026,1.00\n', {
    refused: /AMBIGUOUS|can be 2026-06-05 \(DD\/MM\/YYYY\) or 2026-05-06/,
  }),
  file(
    ['BANK', 'a closing balance that has an amount'],
    ['Date,Details,Amount', '2026-01-05,Fee,-1.00', '2026-01-31,Closing balance,99.00'].join('\n'),
    { refused: /row 2, column "Details", cell "Closing balance"/ },
  ),
  file(
    ['BANK', 'a currency that is not that of the account'],
    'Date,Amount\n2026-01-05,USD 5.00\n',
    {
      refused: /cell "USD 5\.00": is in USD instead of NGN/,
    },
  ),
  book(
    ['BANK', 'a workbook with dates, numbers and ghost rows'],
    [
      ['My bank', null, null],
      [null, null, null],
      ['Date', 'Narration', 'Amount'],
      [{ day: 46_027 }, { shared: 'Rent & more' }, -850.1],
      [null, '', null],
      [{ day: 46_028.5 }, 'Salary', 1234.5],
      ['Total', null, 384.4],
    ],
    {
      rows: [
        line('2026-01-05', -85_010n, { description: 'Rent & more' }),
        line('2026-01-06', 123_450n, { description: 'Salary' }),
      ],
      shows: { format: 'XLSX', headerRow: 3, lastRow: 6 },
    },
  ),
  book(
    ['BANK', 'a serial number without a date format'],
    [
      ['Date', 'Amount'],
      [46_027, 5],
    ],
    { refused: /row 1, column "Date", cell "46027": is a number and not a date/ },
  ),
];

const JOURNAL_FILES: readonly CorpusFile[] = [
  file(
    ['JOURNAL', 'decimal commas and German dates'],
    [
      'journal;date;account;debit;credit;narration',
      'J1;31.01.2026;EXP:BANK;1.250,00;;Gebühr',
      'J1;31.01.2026;BANK:FIRM;;1.250,00;',
    ].join('\n'),
    {
      encoding: 'win1252',
      rows: [
        {
          journal: 'J1',
          date: '2026-01-31',
          account: 'EXP:BANK',
          debit: '1250.00',
          narration: 'Gebühr',
        },
        { journal: 'J1', date: '2026-01-31', account: 'BANK:FIRM', credit: '1250.00' },
      ],
    },
  ),
  file(
    ['JOURNAL', 'a lone dash for no amount'],
    [
      'journal,account,debit,credit',
      'J1,EXP:BANK,10.00,-',
      'J1,BANK:FIRM,–,10.00',
      'Total,,10.00,10.00',
    ].join('\n'),
    {
      rows: [
        { journal: 'J1', account: 'EXP:BANK', debit: '10.00' },
        { journal: 'J1', account: 'BANK:FIRM', credit: '10.00' },
      ],
      shows: { skippedCount: 1 },
    },
  ),
  file(
    ['JOURNAL', 'a currency sign that agrees with the row'],
    [
      'journal,account,currency,debit,credit',
      'J1,EXP:BANK,NGN,"₦1,000.00",',
      'J1,BANK:FIRM,NGN,,"₦1,000.00"',
    ].join('\n'),
    {
      rows: [
        { journal: 'J1', account: 'EXP:BANK', currency: 'NGN', debit: '1000.00' },
        { journal: 'J1', account: 'BANK:FIRM', currency: 'NGN', credit: '1000.00' },
      ],
    },
  ),
  file(
    ['JOURNAL', 'an error of a spreadsheet'],
    ['journal,account,debit,credit', 'J1,EXP:BANK,#REF!,', 'J1,BANK:FIRM,,10.00'].join('\n'),
    {
      rows: [
        /DAMAGED_CELL row 1, column "debit", cell "#REF!"/,
        { journal: 'J1', account: 'BANK:FIRM', credit: '10.00' },
      ],
    },
  ),
  file(
    ['JOURNAL', 'a column name that stands twice'],
    'journal,account,debit,credit,Debit\nJ,A,1,,2\n',
    {
      refused: /has the column Debit twice: columns 3 and 5/,
    },
  ),
  file(
    ['JOURNAL', 'points and commas in one file'],
    ['journal,account,debit,credit', 'J1,EXP:BANK,"1,250.00",', 'J1,BANK:FIRM,,"1.250,00"'].join(
      '\n',
    ),
    {
      rows: [
        /MIXED_FORMATS row 1, column "debit", cell "1,250\.00"/,
        /MIXED_FORMATS row 2, column "credit", cell "1\.250,00"/,
      ],
    },
  ),
  file(
    ['JOURNAL', 'dates of two formats'],
    [
      'journal,date,account,debit,credit',
      'J1,2026-06-05,EXP:BANK,1.00,',
      'J1,29/05/2026,BANK:FIRM,,1.00',
    ].join('\n'),
    {
      rows: [
        /MIXED_FORMATS row 1, column "date"/,
        /MIXED_FORMATS row 2, column "date", cell "29\/05\/2026"/,
      ],
    },
  ),
  file(
    ['JOURNAL', 'a repeated header and a line of dashes'],
    [
      'journal,account,debit,credit',
      'J1,EXP:BANK,1.00,',
      'journal,account,debit,credit',
      'J1,BANK:FIRM,,1.00',
      '-----,-----,-----,-----',
      '*** END ***,,,',
    ].join('\n'),
    {
      rows: [
        { journal: 'J1', account: 'EXP:BANK', debit: '1.00' },
        { journal: 'J1', account: 'BANK:FIRM', credit: '1.00' },
      ],
      shows: { skippedCount: 3 },
    },
  ),
  file(
    ['JOURNAL', 'an amount that its comma parts in two'],
    'journal,account,debit,credit\nJ,A,1,234.56,,\nJ,B,1,\n',
    {
      refused: /has more cells in row 1 than in its header/,
    },
  ),
  file(['JOURNAL', 'cells beyond the header'], 'journal,account,debit,credit\nJ,A,,1,234.56\n', {
    refused: /has more cells in row 1 than in its header, such as/,
  }),
  book(
    ['JOURNAL', 'numbers of a workbook keep their value'],
    [
      ['journal', 'date', 'account', 'debit', 'credit'],
      ['J1', { day: 46_053 }, 'EXP:BANK', 0.30000000000000004, null],
      ['J1', { day: 46_053 }, 'BANK:FIRM', null, 0.3],
    ],
    {
      rows: [
        { journal: 'J1', date: '2026-01-31', account: 'EXP:BANK', debit: '0.3' },
        { journal: 'J1', date: '2026-01-31', account: 'BANK:FIRM', credit: '0.3' },
      ],
    },
  ),
];

const BATCH_FILES: readonly CorpusFile[] = [
  file(
    ['BATCH', 'amounts by decimal comma'],
    [
      'Trans Type;Partner Name;Amount;Reference',
      'RECEIPT;0000000001;1.250,50;R-1',
      'RECEIPT;0000000002;10;R-2',
      'Total;;1.260,50;',
    ].join('\n'),
    {
      rows: [
        { transType: 'RECEIPT', partnerName: '0000000001', amount: '1250.50', reference: 'R-1' },
        { transType: 'RECEIPT', partnerName: '0000000002', amount: '10', reference: 'R-2' },
      ],
    },
  ),
  file(
    ['BATCH', 'an amount in scientific notation'],
    'transType,partnerId,amount\nRECEIPT,1,1.5E+03\n',
    {
      rows: [/column "amount", cell "1\.5E\+03": is in scientific notation/],
    },
  ),
  file(
    ['BATCH', 'flags as words'],
    [
      'transType,partnerId,amount,corpAction',
      'RECEIPT,1,5.00,Y',
      'RECEIPT,1,6.00,0',
      'RECEIPT,1,7.00,maybe',
    ].join('\n'),
    {
      rows: [
        { transType: 'RECEIPT', partnerId: '1', amount: '5.00', corpAction: 'true' },
        { transType: 'RECEIPT', partnerId: '1', amount: '6.00', corpAction: 'false' },
        /row 3, column "corpAction", cell "maybe": is neither yes nor no/,
      ],
    },
  ),
  file(
    ['BATCH', 'a moment keeps its offset'],
    ['transType,partnerId,amount,valueDate', 'RECEIPT,1,5.00,2026-01-31T23:30:00+01:00'].join('\n'),
    {
      rows: [
        {
          transType: 'RECEIPT',
          partnerId: '1',
          amount: '5.00',
          valueDate: '2026-01-31T23:30:00+01:00',
        },
      ],
    },
  ),
  file(['BATCH', 'a column of no member'], 'transType,partnerId,amount,colour\nRECEIPT,1,5,red\n', {
    refused: /has the column colour/,
  }),
  file(
    ['BATCH', 'a column that is left out on purpose'],
    'transType,partnerId,amount,colour\nRECEIPT,1,5,red\n',
    {
      mapping: [{ header: 'colour' }],
      rows: [{ transType: 'RECEIPT', partnerId: '1', amount: '5' }],
    },
  ),
  file(
    ['BATCH', 'an epoch in a text cell'],
    'transType,partnerId,amount,valueDate\nRECEIPT,1,5,1780000000000\n',
    {
      rows: [/cell "1780000000000": is a number and not a date/],
    },
  ),
];

const PRICE_FILES: readonly CorpusFile[] = [
  file(
    ['PRICE', 'a ticker that is a word for a sum'],
    [
      'Symbol,Date,Open,High,Low,Close,Volume',
      'TOTAL,2026-01-05,385.5,390,380,388.2,"12,500"',
    ].join('\n'),
    {
      rows: [
        {
          ...{ security: 'TOTAL', date: '2026-01-05', open: '385.5', high: '390', low: '380' },
          ...{ close: '388.2', volume: '12500' },
        },
      ],
    },
  ),
  file(
    ['PRICE', 'prices of three decimals alone'],
    ['Symbol,Date,Open,High,Low,Close', 'ABC,2026-01-05,101.125,101.250,101.000,101.125'].join(
      '\n',
    ),
    { rows: [/AMBIGUOUS_AMOUNT row 1, column "Open", cell "101\.125": can be 101\.125 or 101125/] },
  ),
  file(
    ['PRICE', 'prices of three decimals beside a clear one'],
    ['Symbol,Date,Open,High,Low,Close', 'ABC,05.01.26,101.125,101.5,101.000,101.125'].join('\n'),
    {
      rows: [
        {
          ...{ security: 'ABC', date: '2026-01-05', open: '101.125', high: '101.5' },
          ...{ low: '101.000', close: '101.125' },
        },
      ],
    },
  ),
  file(
    ['PRICE', 'a corrected file of refused rows'],
    [
      '\ufeffrow,security,date,open,high,low,close,volume,code,detail',
      "3,'=ABC,2026-01-05,101.125,102.125,101.125,101.625,,NUMBER_WRONG,x",
      'END,1,,,,,,,,',
    ].join('\r\n'),
    {
      rows: [
        {
          ...{ security: '=ABC', date: '2026-01-05', open: '101.125', high: '102.125' },
          ...{ low: '101.125', close: '101.625' },
        },
      ],
    },
  ),
  file(
    ['PRICE', 'stray quotes in a file without quoting'],
    ['Symbol\tDate\tOpen\tHigh\tLow\tClose', '5"PIPE\t2026-01-05\t1.5\t1.5\t1.5\t1.5'].join('\n'),
    {
      rows: [
        {
          ...{ security: '5"PIPE', date: '2026-01-05', open: '1.5', high: '1.5' },
          ...{ low: '1.5', close: '1.5' },
        },
      ],
    },
  ),
  file(
    ['PRICE', 'a quote that is not closed'],
    [
      'Symbol,Date,Open,High,Low,Close',
      'ABC,2026-01-05,1.5,1.5,1.5,1.5',
      '"DEF,2026-01-05,1.5,1.5,1.5,1.5',
    ].join('\n'),
    { refused: /is not CSV: row 3 of the file, column 1/ },
  ),
  file(
    ['PRICE', 'line ends of three kinds'],
    [
      'Symbol,Date,Open,High,Low,Close\r\nABC,2026-01-05,1.5,1.5,1.5,1.5\r',
      'DEF,2026-01-05,1.5,1.5,1.5,1.5\n,,,,,\n\nGHI,2026-01-05,1.5,1.5,1.5,1.5',
    ].join(''),
    {
      rows: ['ABC', 'DEF', 'GHI'].map((security) => ({
        ...{ security, date: '2026-01-05', open: '1.5', high: '1.5', low: '1.5', close: '1.5' },
      })),
      shows: { lastRow: 6 },
    },
  ),
];

const LEAD_FILES: readonly CorpusFile[] = [
  file(
    ['LEAD', 'Facebook with a full name, in UTF-16 with tabs'],
    [
      'id\tcreated_time\tfull_name\tphone_number\temail',
      'l:1\t2026-01-05T10:00:00+0100\tNgozi Ada Okafor\t+2348031230210\tngozi@example.com',
    ].join('\r\n'),
    {
      encoding: 'utf-16',
      rows: [
        {
          ...{ fullName: 'Ngozi Ada Okafor', mobilePhone: '+2348031230210' },
          ...{ emailAddress1: 'ngozi@example.com' },
        },
      ],
    },
  ),
  file(['LEAD', 'UTF-16 without a mark'], 'firstName;lastName\r\nJosé;Núñez\r\n', {
    encoding: 'utf-16le',
    rows: [{ firstName: 'José', lastName: 'Núñez' }],
    shows: { encoding: 'UTF-16LE', encodingFrom: 'CONTENT' },
  }),
  file(
    ['LEAD', 'HubSpot with its unsubscriptions'],
    [
      'First Name,Last Name,Email,Phone Number,Mobile Phone Number,Unsubscribed from all email',
      'Ngozi,Okafor,n@example.com,01 234 5678,0803 123 0210,Yes',
      'Ada,Eze,a@example.com,,,No',
    ].join('\n'),
    {
      rows: [
        {
          ...{ firstName: 'Ngozi', lastName: 'Okafor', emailAddress1: 'n@example.com' },
          ...{ otherPhone: '01 234 5678', mobilePhone: '0803 123 0210', emailOptOut: 'true' },
        },
        { firstName: 'Ada', lastName: 'Eze', emailAddress1: 'a@example.com', emailOptOut: 'false' },
      ],
    },
  ),
  file(
    ['LEAD', 'Salesforce with its opt-outs'],
    [
      'First Name,Last Name,Company / Account,Email,Email Opt Out,Do Not Call,Lead Source',
      'Ngozi,Okafor,Acme,n@example.com,1,0,Web',
    ].join('\n'),
    {
      rows: [
        {
          ...{ firstName: 'Ngozi', lastName: 'Okafor', organization: 'Acme' },
          ...{ emailAddress1: 'n@example.com', emailOptOut: 'true', doNotCall: 'false' },
          leadSource: 'Web',
        },
      ],
    },
  ),
  file(['LEAD', 'a consent that is not mapped'], 'First Name,Fax Opt Out\nNgozi,1\n', {
    refused: /CONSENT_COLUMN_NOT_MAPPED.*Fax Opt Out/,
  }),
  file(['LEAD', 'a consent that is left out on purpose'], 'First Name,Fax Opt Out\nNgozi,1\n', {
    mapping: [{ header: 'fax opt out' }],
    rows: [{ firstName: 'Ngozi' }],
  }),
  file(
    ['LEAD', 'phones that a spreadsheet took for numbers'],
    ['First Name,Phone', 'A,2.34803E+12', 'B,8031230210.0', 'C,#N/A', 'D,0803 123 0210'].join('\n'),
    {
      rows: [
        /DAMAGED_CELL row 1, column "Phone", cell "2\.34803E\+12"/,
        /DAMAGED_CELL row 2, column "Phone", cell "8031230210\.0"/,
        /DAMAGED_CELL row 3, column "Phone", cell "#N\/A"/,
        { firstName: 'D', mobilePhone: '0803 123 0210' },
      ],
    },
  ),
  file(
    ['LEAD', 'birth dates that are numbers'],
    ['First Name,Birth Date', 'A,1990', 'B,33000', 'C,17/04/1988'].join('\n'),
    {
      rows: [
        /DATE_WRONG row 1, column "Birth Date", cell "1990"/,
        /DATE_WRONG row 2, column "Birth Date", cell "33000"/,
        { firstName: 'C', birthDate: '1988-04-17' },
      ],
    },
  ),
  file(['LEAD', 'a declared ISO-8859-1 as stated'], 'First Name,Last Name\nJürgen,Groß\n', {
    encoding: 'win1252',
    reading: { encoding: 'ISO-8859-1' },
    rows: [{ firstName: 'Jürgen', lastName: 'Groß' }],
    shows: { encodingFrom: 'REQUEST' },
  }),
  file(['LEAD', 'letters that an earlier conversion lost'], 'First Name\nM\ufffdller\n', {
    refused: /row 2 of the file/,
  }),
  file(['LEAD', 'Cyrillic by a stated encoding'], 'First Name\nИван\n', {
    encoding: 'win1251',
    reading: { encoding: 'WINDOWS-1251' },
    rows: [{ firstName: 'Иван' }],
  }),
  file(['LEAD', 'the last row as stated'], 'First Name\nTotal\nAda\nnot a lead\n', {
    reading: { headerRow: 1, lastRow: 3 },
    rows: [/LOOKS_LIKE_SUMMARY row 1/, { firstName: 'Ada' }],
    shows: { lastRow: 3, skippedCount: 1 },
  }),
  file(['LEAD', 'two columns of one name'], 'First Name,Phone,phone\nAda,1,2\n', {
    refused: /has the column phone twice: columns 2 and 3/,
  }),
  book(
    ['LEAD', 'a workbook with flags, errors and phones as numbers'],
    [
      ['First Name', 'Mobile', 'Email Opt Out', 'Birth Date'],
      ['Ada', 2348031230210, { flag: true }, { day: 32_250 }],
      ['Ben', { error: '#N/A' }, { flag: false }, null],
    ],
    {
      rows: [
        {
          ...{ firstName: 'Ada', mobilePhone: '2348031230210', emailOptOut: 'true' },
          birthDate: '1988-04-17',
        },
        /DAMAGED_CELL row 2, column "Mobile", cell "#N\/A"/,
      ],
    },
  ),
];

/** Every file of the corpus. */
export const CORPUS: readonly CorpusFile[] = [
  ...BANK_FILES,
  ...JOURNAL_FILES,
  ...BATCH_FILES,
  ...PRICE_FILES,
  ...LEAD_FILES,
];

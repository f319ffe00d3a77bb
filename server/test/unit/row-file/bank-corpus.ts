// Statements as banks write them.

import { book, type CorpusFile, file } from './corpus-file.js';

const line = (date: string, minor: bigint, more: object = {}) => ({ date, minor, ...more });

/** Files of bank statements. */
export const BANK_FILES: readonly CorpusFile[] = [
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
  file(
    ['BANK', 'directions in a column that is not read'],
    'Date,Amount,Kind\n2026-01-05,100.00,Debit\n2026-01-06,1.00,Credit\n',
    { refused: /Kind has debits and credits; map it to direction/ },
  ),
  file(
    ['BANK', 'directions that signed amounts repeat'],
    'Date,Amount,Kind\n2026-01-05,-100.00,Debit\n2026-01-06,1.00,Credit\n',
    { rows: [line('2026-01-05', -10_000n), line('2026-01-06', 100n)] },
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
    refused: /row 1, column "Amount", cell "1,234": can mean 1234 or 1\.234/,
  }),
  file(['BANK', 'thousands as stated'], 'Date,Amount\n2026-01-05,"1,234"\n', {
    reading: { decimalSeparator: 'POINT' },
    rows: [line('2026-01-05', 123_400n)],
  }),
  file(
    ['BANK', 'more decimals than the currency'],
    'Date,Amount\n2026-01-05,1.230\n2026-01-05,4.50\n',
    {
      refused: /too many decimals \(NGN has at most 2\): amount 1\.230/,
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
    refused: /AMBIGUOUS|can mean 2026-06-05 \(DD\/MM\/YYYY\) or 2026-05-06/,
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
    { refused: /row 1, column "Date", cell "46027": is a number, not a date/ },
  ),
];

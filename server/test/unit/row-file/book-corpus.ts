// Journals and batches of cash transactions as programs and spreadsheets write them.

import { book, type CorpusFile, file } from './corpus-file.js';

/** Files of journals. */
export const JOURNAL_FILES: readonly CorpusFile[] = [
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
    ['JOURNAL', 'a single dash for no amount'],
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

/** Files of cash transaction batches. */
export const BATCH_FILES: readonly CorpusFile[] = [
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
      rows: [/cell "1780000000000": is a number, not a date/],
    },
  ),
];

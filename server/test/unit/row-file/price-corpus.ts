// Prices as data vendors and spreadsheets write them.

import { type CorpusFile, file } from './corpus-file.js';

/** Files of prices. */
export const PRICE_FILES: readonly CorpusFile[] = [
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
    {
      rows: [/AMBIGUOUS_AMOUNT row 1, column "Open", cell "101\.125": can mean 101\.125 or 101125/],
    },
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

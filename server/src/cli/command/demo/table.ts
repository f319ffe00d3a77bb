// The summary table of the demo day, with the next steps.

import type { DayResult } from './day.js';

/** Builds the lines of the table. */
export function closingTable(day: DayResult): string[] {
  const rows: [string, string][] = [
    ['business date', day.businessDate],
    ['customers funded', `${day.funded}  (NGN ${grouped(day.cashIn)})`],
    ['orders sent', `${day.sent}  (refused before sending: ${day.refused})`],
    ...Object.entries(day.byStatus).map(([status, count]): [string, string] => [
      `  ${status.toLowerCase()}`,
      String(count),
    ]),
    ['fills', String(day.fills)],
    ['contract notes', String(day.notes)],
    ['fees charged', `NGN ${grouped(day.fees)}`],
    ['deposits placed', String(day.deposits)],
    ['leads captured', String(day.leads)],
    ['trial balance', `debits ${grouped(day.debits)} = credits ${grouped(day.credits)}`],
  ];
  return [
    '',
    'Summary of the day',
    ...rows.map(([name, value]) => `  ${name.padEnd(20)} ${value}`),
    '',
    'Next steps',
    '  every order          GET /api/v1/order/tradeorder/list',
    "  the day's notes      GET /api/v1/order/contractnote/list?sd&ed&x&t&b&c&s",
    '  the books            GET /api/v1/finance/report/trial-balance',
    '  the API reference    /docs',
    '  close the day        countinghouse eod',
  ];
}

function grouped(amount: number): string {
  return amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

// Writes the bond ladder to a file.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell, Sheet, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile, workbookFile } from '../../../platform/files/sheet-file.js';
import type { FileReply } from '../../../platform/http/route.js';
import { type Ladder, type LadderAmounts, loadLadder, monthOf, totalsBy } from './ladder.js';
import type { LadderQuery } from './ladder-schema.js';

const AMOUNT_COLUMNS = ['Interest', 'Principal', 'Tax', 'Withheld', 'Net'].map((title) => ({
  title,
  width: 18,
}));

const PAYMENT_COLUMNS = [
  { title: 'Month', width: 10 },
  { title: 'Payment date', width: 14 },
  { title: 'Kind', width: 8 },
  { title: 'Security', width: 14 },
  { title: 'Status', width: 12 },
  { title: 'Event', width: 26 },
  { title: 'Portfolios', width: 10 },
  { title: 'Units', width: 16 },
  { title: 'Currency', width: 10 },
  ...AMOUNT_COLUMNS,
];

const MONTH_COLUMNS = [
  { title: 'Month', width: 10 },
  { title: 'Payments', width: 10 },
  { title: 'Currency', width: 10 },
  ...AMOUNT_COLUMNS,
];

/** Writes the payments. A workbook has a second sheet with the monthly totals. */
export function ladderFile(
  call: Call,
  query: Static<typeof LadderQuery>,
  format: SheetFormat,
): Promise<FileReply> {
  return onSnapshot(call.db, async (tx) => {
    const ladder = await loadLadder(tx, call, query);
    const name = `bond-ladder-${ladder.from}-${ladder.until}`;
    const payments = { columns: PAYMENT_COLUMNS, rows: paymentRows(ladder) };
    if (format === 'csv') return sheetFile({ name, ...payments }, format);
    return workbookFile(name, [{ name: 'Payments', ...payments }, monthSheet(ladder)]);
  });
}

function amountCells(sum: LadderAmounts): readonly Cell[] {
  const { currency } = sum;
  const { interest_minor, principal_minor, tax_minor, withheld_minor, net_minor } = sum;
  const amounts = [interest_minor, principal_minor, tax_minor, withheld_minor, net_minor];
  return amounts.map((minor) => ({ minor, currency }));
}

async function* paymentRows({ payments }: Ladder): AsyncGenerator<readonly Cell[]> {
  for (const payment of payments) {
    const { date, kind, securityName, status, event, portfolios, quantity, currency } = payment;
    yield [
      ...[monthOf(payment), { date }, kind, securityName, status, event?.name ?? null],
      ...[portfolios, quantity, currency],
      ...amountCells(payment),
    ];
  }
}

function monthSheet({ payments }: Ladder): Sheet {
  const totals = totalsBy(payments, monthOf);
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    for (const { month = null, payments: count, ...sum } of totals) {
      yield [month, BigInt(count), sum.currency, ...amountCells(sum)];
    }
  }
  return { name: 'Months', columns: MONTH_COLUMNS, rows: rows() };
}

// Builds the content of an income statement as strings.

import { wallClock } from '../../../platform/calendar/wall-clock.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { pdfFile } from '../../../platform/files/pdf-file.js';
import type { FileReply } from '../../../platform/http/route.js';
import { grouped, groupedMoney } from '../../../platform/money/grouped.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { senderOf } from '../../party/index.js';
import { wordsOf } from '../settlement/narration.js';
import { drawIncomeInBackground } from './drawing.js';
import { type Income, type IncomeRequest, type IncomeSum, loadIncome, sumsBy } from './income.js';
import type { IncomePaper } from './page.js';
import type { IncomeRow } from './queries.js';

/**
 * Returns a customer's income statement as a letter from the customer's office. Drawing starts
 * after the snapshot has ended, so that queued drawings do not keep a snapshot open.
 */
export async function incomePdf(call: Call, request: IncomeRequest): Promise<FileReply> {
  const paper = await onSnapshot(call.db, async (tx) =>
    paperOf(tx, call, await loadIncome(tx, call, request)),
  );
  return pdfFile(call, {
    fileName: `income-${paper.customerName}.pdf`,
    bytes: await drawIncomeInBackground(paper),
  });
}

async function paperOf(tx: Tx, call: Call, income: Income): Promise<IncomePaper> {
  const { holder, from, until, paid, expected } = income;
  const period = `${from} to ${until}`;
  return {
    sender: await senderOf(tx, holder.office_id),
    customerName: holder.name,
    period,
    issuedAt: call.now,
    holder: { name: holder.label, address: holder.address.join('\n') },
    facts: [
      ['Customer number', holder.name],
      ['Period', period],
      ['Forecast until', income.forecastUntil],
      ['Issued', wallClock(call.now, holder.time_zone)],
    ],
    sums: [...sumsBy(paid, () => '').values()].flatMap(pairsOf),
    kinds: [...sumsBy(paid, ({ kind }) => kind).values()].map(kindRow),
    payments: paid.map(paymentRow),
    forecast: expected.map(paymentRow),
    notice:
      'Income marked as paid by the registrar was paid directly to your bank account, not ' +
      'through us. Expected income is based on your current holdings and may change. Please ' +
      'contact us if you do not recognise an entry.',
  };
}

function pairsOf(sum: IncomeSum): readonly (readonly [string, string])[] {
  const { currency } = sum;
  const shown = (minor: bigint) => `${currency} ${amount(minor, currency)}`;
  return [
    ['Gross', shown(sum.grossMinor)],
    ['Tax withheld', shown(sum.withheldMinor)],
    ['Net', shown(sum.netMinor)],
    ['Paid by the registrar', shown(sum.directMinor)],
  ];
}

function kindRow(sum: IncomeSum & { readonly first: IncomeRow }): string[] {
  const { currency } = sum;
  return [
    `${wordsOf(sum.first.kind)}, ${currency}`,
    String(sum.count),
    amount(sum.grossMinor, currency),
    amount(sum.taxMinor, currency),
    amount(sum.withheldMinor, currency),
    amount(sum.netMinor, currency),
  ];
}

const CHANGES: Readonly<Record<IncomeRow['change'], string>> = {
  PAID: '',
  CORRECTED: ', correction',
  REVERSED: ', reversed',
  EXPECTED: '',
};

function paymentRow(row: IncomeRow): string[] {
  const { currency } = row;
  const units = grouped(String(row.quantity), 0);
  const what = `${wordsOf(row.kind)} ${row.security_name}, ${units} units${CHANGES[row.change]}`;
  const by = row.route === 'DIRECT' ? '\npaid by the registrar' : '';
  const known = row.status === 'ANNOUNCED' ? '\nannounced, not confirmed' : '';
  return [
    row.on_date ?? 'not known',
    `${what}, ${currency}${by}${known}`,
    amount(row.gross_minor, currency),
    amount(row.tax_minor, currency),
    amount(row.net_minor, currency),
  ];
}

function amount(minor: bigint, currency: string): string {
  return groupedMoney(minorToDecimal(minor, currency).toFixed(), currency);
}

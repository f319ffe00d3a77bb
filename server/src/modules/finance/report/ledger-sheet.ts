// Accounts' ledgers as table rows: opening balance, lines, totals and closing balance.

import type { Tx } from '../../../platform/database/database.js';
import type { Cell, SheetColumn } from '../../../platform/files/sheet.js';
import { codeOf } from '../../../platform/ids.js';
import {
  closingOf,
  type Ledger,
  type LedgerLine,
  linesOfLedger,
  openingOf,
} from './ledger-page.js';
import { PLACE_COLUMNS } from './report.js';

/** The columns of the table that `ledgerRows` yields. */
export const LEDGER_COLUMNS: readonly SheetColumn[] = [
  ...PLACE_COLUMNS,
  { title: 'Account', width: 20 },
  { title: 'Account name', width: 30 },
  { title: 'Code', width: 22 },
  { title: 'Transaction date', width: 16 },
  { title: 'Value date', width: 12 },
  { title: 'Journal', width: 18 },
  { title: 'Description', width: 44 },
  { title: 'Reference', width: 30 },
  { title: 'Debit', width: 18 },
  { title: 'Credit', width: 18 },
  { title: 'Balance', width: 20 },
];

/** Yields every row of one account's ledger; the last line's balance is the closing balance. */
export async function* ledgerRows(tx: Tx, ledger: Ledger): AsyncGenerator<readonly Cell[]> {
  const { account, sums } = ledger;
  const { currency } = account;
  const row = (kind: string, middle: readonly Cell[], amounts: readonly Cell[]): Cell[] => [
    ...[kind, account.office_name, currency, account.name, account.label, account.acct_type],
    ...middle,
    ...amounts,
  ];
  const money = (minor: bigint) => ({ minor, currency });
  const day = (date: Ledger['range']['from']) => (date === undefined ? null : { date });
  const bare = (date: Cell): Cell[] => [date, null, null, null, null];
  yield row('OPENING', bare(day(ledger.range.from)), [null, null, money(openingOf(ledger))]);
  for await (const line of linesOfLedger(tx, ledger)) {
    const [debit, credit] = sidesOf(line).map((minor) => (minor === 0n ? null : money(minor)));
    yield row('LINE', wordsOf(line), [debit ?? null, credit ?? null, money(line.balance_minor)]);
  }
  const totals = [money(sums.debit_minor), money(sums.credit_minor), money(closingOf(ledger))];
  yield row('CLOSING', bare(day(ledger.range.to)), totals);
}

/** Returns a line's debit and credit, one of which is zero. */
export function sidesOf({ amount_minor: minor }: LedgerLine): readonly [bigint, bigint] {
  return minor > 0n ? [minor, 0n] : [0n, -minor];
}

/** Returns the record that caused a line, such as `CASH_TRANSACTION 0000001234`. */
function referenceOf(line: LedgerLine): string {
  return `${line.source_type} ${codeOf(line.source_id)}`;
}

function wordsOf(line: LedgerLine): Cell[] {
  return [
    { date: line.transaction_date },
    { date: line.value_date },
    `${codeOf(line.journal_id)}-${line.line_no}`,
    line.narration,
    referenceOf(line),
  ];
}

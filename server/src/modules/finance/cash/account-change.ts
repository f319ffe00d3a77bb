// Checks the firm's accounts in a pending cash transaction: they must still be the mapped accounts,
// and accounts named in the request must still be open to manual entries.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { firmAccountName } from '../account/account.js';
import { type Chart, chartOf } from '../chart/chart.js';
import type { EntryAccount } from '../chart/shipped-chart.js';
import { accountError } from '../journal/line.js';
import { financeProblems } from '../problems.js';
import { findFirmAccount } from './account-queries.js';
import type { LoadedCashTransaction } from './queries.js';

/**
 * Refuses with JOURNAL_CHANGED if the mapping now books a line to an account other than the one in
 * the record. Refuses with ACCOUNT_INACTIVE or CONTROL_ACCOUNT if a named account can no longer be
 * used.
 */
export async function refuseChangedAccounts(work: Work, row: LoadedCashTransaction): Promise<void> {
  const sides = sidesOf(row);
  if (sides.length === 0) return;
  const chart = await chartOf(work.tx, work.context.db);
  for (const side of sides) {
    if (side.named) await refuseClosed(work, { row, chart, side });
    else refuseMoved(row, chart, side);
  }
}

interface Side {
  readonly member:
    | 'contraAcctName'
    | 'processingFeeAcctName'
    | 'earlyWithdrawalAcctName'
    | 'taxAcctName';
  readonly line: EntryAccount;
  readonly id: bigint;
  readonly name: string;
  readonly named: boolean;
}

function sidesOf(row: LoadedCashTransaction): Side[] {
  const side = (
    { member, line }: Pick<Side, 'member' | 'line'>,
    account: { readonly id: bigint | null; readonly name: string | null },
    named: boolean | null,
  ): Side[] => {
    const { id, name } = account;
    return id === null || name === null || named === null
      ? []
      : [{ member, line, id, name, named }];
  };
  return [
    ...side(
      {
        member: 'contraAcctName',
        line: contraLineOf(row),
      },
      { id: row.contra_account_id, name: row.contra_account_name },
      row.contra_named,
    ),
    ...side(
      { member: 'processingFeeAcctName', line: 'CASH_TRANSACTION/FEE' },
      { id: row.fee_account_id, name: row.fee_account_name },
      row.fee_named,
    ),
    ...side(
      { member: 'earlyWithdrawalAcctName', line: 'CASH_TRANSACTION/EARLY_WITHDRAWAL' },
      { id: row.early_withdrawal_account_id, name: row.early_withdrawal_account_name },
      false,
    ),
    ...side(
      { member: 'taxAcctName', line: 'CASH_TRANSACTION/TAX' },
      { id: row.tax_account_id, name: row.tax_account_name },
      false,
    ),
  ];
}

function contraLineOf({
  agent_name: agent,
  trans_type: type,
}: LoadedCashTransaction): EntryAccount {
  if (agent !== null) return 'TRADE/AGENT_PAYABLE';
  return type === 'RECEIPT' ? 'CASH_RECEIPT/CONTRA' : 'CASH_PAYMENT/CONTRA';
}

function refuseMoved(row: LoadedCashTransaction, chart: Chart, { line, name }: Side): void {
  const code = chart.codeFor(line);
  if (name === firmAccountName({ code, officeId: row.office_id, currency: row.currency })) return;
  const detail = `${line} is now booked to ${code}, not to ${name}`;
  throw refusal(financeProblems.JOURNAL_CHANGED, { args: [row.state], detail });
}

interface NamedSide {
  readonly row: LoadedCashTransaction;
  readonly chart: Chart;
  readonly side: Side;
}

async function refuseClosed(work: Work, { row, chart, side }: NamedSide): Promise<void> {
  const account = present(await findFirmAccount(work.tx, { id: side.id }), 'accounts stay');
  const wrong = accountError(account, { chart, officeId: row.office_id }, side.member);
  if (wrong !== undefined) throw refusal(wrong.error, { detail: `${side.name}: ${wrong.detail}` });
}

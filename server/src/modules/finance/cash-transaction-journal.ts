// The journal of a cash transaction before it is posted: the lines that an approver sees, and the
// fingerprint by which posting knows that it writes exactly these.

import { createHash } from 'node:crypto';
import { present } from '../../platform/assert.js';
import type { Work } from '../../platform/context.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { refusal } from '../../platform/http/problem.js';
import { minorToDecimal } from '../../platform/money/money.js';
import { firmAccount, firmAccountName } from './account.js';
import type { LoadedCashTransaction } from './cash-transaction-query.js';
import type { FirmAccountCode } from './chart.js';
import { selectMapping } from './chart-query.js';
import {
  type CashMovement,
  type Charge,
  type EntryLine,
  type EntrySide,
  type OfficeControl,
  paymentLines,
  receiptLines,
  transferLines,
} from './entry.js';
import type { LineDraft } from './ledger.js';
import { financeProblems } from './problems.js';

/** An entry as it would be posted, and what tells it from every other. */
export interface CashJournal {
  readonly lines: readonly EntryLine[];
  readonly fingerprint: string;
}

/** The journal as the account mapping stands; accounts that it needs are opened. */
export async function cashJournalOf(work: Work, row: LoadedCashTransaction): Promise<CashJournal> {
  const keys = await controlKeysOf(work.tx, row);
  if (keys === undefined) return journalOf(row, undefined);
  const side = async (key: ControlKey) => ({
    id: await firmAccount(work, key),
    name: firmAccountName(key),
  });
  return journalOf(row, { from: await side(keys.from), to: await side(keys.to) });
}

/** The same for readers, who open nothing. */
export async function shownCashJournal(
  on: Database | Tx,
  row: LoadedCashTransaction,
): Promise<CashJournal> {
  const keys = await controlKeysOf(on, row);
  if (keys === undefined) return journalOf(row, undefined);
  const side = (key: ControlKey) => ({ id: undefined, name: firmAccountName(key) });
  return journalOf(row, { from: side(keys.from), to: side(keys.to) });
}

/** The lines as the ledger takes them. */
export function draftLines({ lines }: CashJournal): LineDraft[] {
  return lines.map(({ account, amountMinor }) => ({
    accountId: present(account.id, 'accounts of an entry are open when it is posted'),
    amountMinor,
  }));
}

/** Refuses JOURNAL_CHANGED when a journal is not the one that was seen or approved. */
export function refuseChangedJournal(
  { fingerprint }: CashJournal,
  seen: { readonly fingerprint: string | null | undefined; readonly state: string },
): void {
  if (seen.fingerprint === fingerprint) return;
  throw refusal(financeProblems.JOURNAL_CHANGED, { args: [seen.state, fingerprint] });
}

/** The wire record of a journal that is not written yet. Amounts are of the major unit. */
export function cashJournalRecord(row: LoadedCashTransaction, journal: CashJournal) {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    fingerprint: journal.fingerprint,
    lines: journal.lines.map(({ account, amountMinor }) => ({
      accountName: account.name,
      currency: row.currency,
      debitAmount: amount(amountMinor > 0n ? amountMinor : 0n),
      creditAmount: amount(amountMinor < 0n ? -amountMinor : 0n),
    })),
  };
}

function journalOf(row: LoadedCashTransaction, control: OfficeControl | undefined): CashJournal {
  const lines = linesOf(row, control);
  return { lines, fingerprint: fingerprintOf(row, lines) };
}

// Accounts are told by their names, which never change and stand before the account is opened. The
// date of a transaction without a value date is that of its posting, whenever that is.
function fingerprintOf(row: LoadedCashTransaction, lines: readonly EntryLine[]): string {
  const told = [
    [row.name, row.currency, row.value_at, row.description],
    ...lines.map(({ account, amountMinor }) => [account.name, String(amountMinor)]),
  ];
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url');
}

function linesOf(row: LoadedCashTransaction, control: OfficeControl | undefined): EntryLine[] {
  const movement: CashMovement = {
    amountMinor: row.amount_minor,
    cashAccount: { id: row.cash_account_id, name: row.cash_account_name },
    charges: chargesOf(row),
  };
  switch (row.trans_type) {
    case 'RECEIPT':
      return receiptLines(movement, sideOf(row.contra_account_id, row.contra_account_name));
    case 'PAYMENT':
      return paymentLines(movement, sideOf(row.contra_account_id, row.contra_account_name));
    case 'TRANSFER':
      return transferLines(
        movement,
        sideOf(row.counterparty_account_id, row.counterparty_account_name),
        control,
      );
  }
}

function chargesOf(row: LoadedCashTransaction): Charge[] {
  const charge = (amountMinor: bigint, id: bigint | null, name: string | null): Charge[] =>
    amountMinor === 0n ? [] : [{ amountMinor, account: sideOf(id, name) }];
  return [
    ...charge(row.fee_minor, row.fee_account_id, row.fee_account_name),
    ...charge(
      row.early_withdrawal_minor,
      row.early_withdrawal_account_id,
      row.early_withdrawal_account_name,
    ),
  ];
}

function sideOf(id: bigint | null, name: string | null): EntrySide {
  return {
    id: present(id, 'its type has this account'),
    name: present(name, 'accounts have names'),
  };
}

interface ControlKey {
  readonly code: FirmAccountCode;
  readonly officeId: bigint;
  readonly currency: string;
}

async function controlKeysOf(
  on: Database | Tx,
  row: LoadedCashTransaction,
): Promise<{ readonly from: ControlKey; readonly to: ControlKey } | undefined> {
  const { counterparty_office_id: toOffice, office_id: fromOffice, currency } = row;
  if (toOffice === null || toOffice === fromOffice) return undefined;
  const mapped = (await selectMapping(on)).find(
    ({ entry, line }) => entry === 'CASH_TRANSFER' && line === 'OFFICE_CONTROL',
  );
  const { code } = present(mapped, 'the mapping has the control of offices');
  return {
    from: { code, officeId: fromOffice, currency },
    to: { code, officeId: toOffice, currency },
  };
}

// The journal of a cash transaction before posting: the lines that an approver sees, and a
// fingerprint that proves that posting writes exactly these lines.

import { createHash } from 'node:crypto';
import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { type Money, minorToDecimal } from '../../../platform/money/money.js';
import { firmAccount, firmAccountName } from '../account/account.js';
import type { FirmAccountKey } from '../account/queries.js';
import type { FirmAccountCode } from '../chart/code.js';
import { selectMapping } from '../chart/queries.js';
import type { EntryAccount } from '../chart/shipped-chart.js';
import {
  type CashMovement,
  type Charge,
  type EntryLine,
  type EntrySide,
  type Passage,
  paymentLines,
  receiptLines,
  transferLines,
} from '../ledger/entry.js';
import type { JournalDraft, LineDraft } from '../ledger/queries.js';
import { financeProblems } from '../problems.js';
import { presentBooking, valueDateOf } from './booking-date.js';
import { atPresentRate, atRequiredRate } from './conversion.js';
import type { LoadedCashTransaction } from './queries.js';
import type { NamedLine } from './reversal-queries.js';

/** An entry to be posted, with its fingerprint. */
export interface CashJournal {
  readonly lines: readonly EntryLine[];
  readonly fingerprint: string;
}

/**
 * Returns a record's journal under the current account mapping. Opens the accounts that it needs.
 */
export async function cashJournalOf(work: Work, row: LoadedCashTransaction): Promise<CashJournal> {
  const keys = await passageKeysOf(work.tx, row);
  if (keys === undefined) return journalOf(row, undefined);
  const side = async (key: FirmAccountKey) => ({
    id: await firmAccount(work, key),
    name: firmAccountName(key),
  });
  const { received } = keys;
  return journalOf(row, { from: await side(keys.from), to: await side(keys.to), received });
}

/** Like `cashJournalOf`, but converts at the current rate instead of the record's. */
export async function presentCashJournal(
  work: Work,
  row: LoadedCashTransaction,
): Promise<CashJournal> {
  return cashJournalOf(work, await atRequiredRate(work.tx, row));
}

/** Like `presentCashJournal`, but only for display: does not open accounts. */
export async function shownCashJournal(
  on: Database | Tx,
  stored: LoadedCashTransaction,
): Promise<CashJournal> {
  const row = await atPresentRate(on, stored);
  const keys = await passageKeysOf(on, row);
  if (keys === undefined) return journalOf(row, undefined);
  const side = (key: FirmAccountKey) => ({ id: undefined, name: firmAccountName(key) });
  return journalOf(row, { from: side(keys.from), to: side(keys.to), received: keys.received });
}

/** Returns the lines in the ledger's form. */
export function draftLines({ lines }: CashJournal): LineDraft[] {
  return lines.map(({ account, amountMinor }) => ({
    accountId: present(account.id, 'accounts of an entry are open when it is posted'),
    amountMinor,
  }));
}

/**
 * Refuses with JOURNAL_CHANGED if a journal differs from the one that a person read or approved.
 */
export function refuseChangedJournal(
  { fingerprint }: CashJournal,
  seen: { readonly fingerprint: string | null | undefined; readonly state: string },
): void {
  if (seen.fingerprint === fingerprint) return;
  throw refusal(financeProblems.JOURNAL_CHANGED, { args: [seen.state, fingerprint] });
}

/** Returns the wire record of a journal that is not yet written. Amounts are in the major unit. */
export function cashJournalRecord(journal: CashJournal) {
  return {
    fingerprint: journal.fingerprint,
    lines: journal.lines.map(({ account, amountMinor, currency }) =>
      lineRecord(account.name, { minor: amountMinor, currency }),
    ),
  };
}

/** Returns the wire record of the journal that reverses these lines. */
export function reversalJournalRecord(posted: readonly NamedLine[]) {
  return {
    lines: posted.map(({ account_name, amount_minor, currency }) =>
      lineRecord(account_name, { minor: -amount_minor, currency }),
    ),
  };
}

/**
 * Adds to a dry run's reply the journal that this step, or a later one, will write. The journal has
 * dates if the transaction has not been posted yet.
 */
export async function withTriedJournal(
  work: Work,
  outcome: Outcome,
  { record, row }: { readonly record: object; readonly row?: LoadedCashTransaction },
): Promise<Outcome> {
  if (!work.tx.dryRun) return outcome;
  const dates = row === undefined ? {} : await presentDates(work.tx, row);
  return { ...outcome, extra: { ...outcome.extra, journal: { ...dates, ...record } } };
}

/** Returns the dates that a transaction's journal would have if it were posted now. */
export async function presentDates(
  on: Database | Tx,
  row: LoadedCashTransaction,
): Promise<Pick<JournalDraft, 'transactionDate' | 'valueDate'>> {
  const { date } = await presentBooking(on, row);
  return { transactionDate: date, valueDate: valueDateOf(row, date) };
}

function lineRecord(accountName: string, { minor, currency }: Money) {
  return {
    accountName,
    currency,
    debitAmount: minorToDecimal(minor > 0n ? minor : 0n, currency),
    creditAmount: minorToDecimal(minor < 0n ? -minor : 0n, currency),
  };
}

function journalOf(row: LoadedCashTransaction, passage: Passage | undefined): CashJournal {
  const lines = linesOf(row, passage);
  return { lines, fingerprint: fingerprintOf(row, lines) };
}

// The fingerprint identifies accounts by name, which never changes and is known before the account
// is opened. If no value date was given, it will be the posting date, so the fingerprint omits it.
// It includes the date of the rate, so that a conversion is posted at the record's rate.
function fingerprintOf(row: LoadedCashTransaction, lines: readonly EntryLine[]): string {
  const content = [
    [row.name, row.currency, row.value_at, row.description],
    ...(row.requested_date === null ? [] : [[row.requested_date]]),
    ...(row.exchange_rate === null
      ? []
      : [[row.exchange_rate_base, row.exchange_rate.toFixed(), row.exchange_rate_date]]),
    ...lines.map(({ account, amountMinor }) => [account.name, String(amountMinor)]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

function linesOf(row: LoadedCashTransaction, passage: Passage | undefined): EntryLine[] {
  const movement: CashMovement = {
    amount: { minor: row.amount_minor, currency: row.currency },
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
        passage,
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
    ...charge(row.tax_minor, row.tax_account_id, row.tax_account_name),
  ];
}

function sideOf(id: bigint | null, name: string | null): EntrySide {
  return {
    id: present(id, 'its type has this account'),
    name: present(name, 'accounts have names'),
  };
}

interface PassageKeys {
  readonly from: FirmAccountKey;
  readonly to: FirmAccountKey;
  readonly received: Money;
}

// A conversion passes through the currency position of each account's office. Any other transfer
// between offices passes through their control accounts.
async function passageKeysOf(
  on: Database | Tx,
  row: LoadedCashTransaction,
): Promise<PassageKeys | undefined> {
  const { counterparty_office_id: toOffice, office_id: officeId, currency } = row;
  if (toOffice === null) return undefined;
  if (row.converted_minor !== null) {
    const to = present(row.counterparty_currency, 'a conversion has two accounts');
    const code = await codeOfLine(on, 'CURRENCY_CONVERSION/POSITION');
    return {
      from: { code, officeId, currency },
      to: { code, officeId: toOffice, currency: to },
      received: { minor: row.converted_minor, currency: to },
    };
  }
  if (toOffice === officeId) return undefined;
  const code = await codeOfLine(on, 'CASH_TRANSFER/OFFICE_CONTROL');
  return {
    from: { code, officeId, currency },
    to: { code, officeId: toOffice, currency },
    received: { minor: row.amount_minor, currency },
  };
}

async function codeOfLine(on: Database | Tx, wanted: EntryAccount): Promise<FirmAccountCode> {
  const mapping = await selectMapping(on);
  const mapped = mapping.find(({ entry, line }) => `${entry}/${line}` === wanted);
  return present(mapped, `the mapping has ${wanted}`).code;
}

// Lines of journals made by hand: their accounts found, their amounts exact, or why not.

import { type BusinessDate, compareDates } from '../../../platform/calendar/business-date.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { sql } from '../../../platform/database/sql.js';
import { commonProblems, type ProblemKind } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { firmAccount } from '../account/account.js';
import { readAmount } from '../amount.js';
import { type Chart, chartOf, isFirmAccountCode } from '../chart/chart.js';
import { financeProblems } from '../problems.js';

/** A line as a person writes it: one way to name the account, one amount in the major unit. */
export interface LineWish {
  readonly accountId?: bigint | undefined;
  readonly accountName?: string | undefined;
  /** A code of the chart, for the account of the journal's office in `currency`. */
  readonly code?: string | undefined;
  readonly currency?: string | undefined;
  readonly debitAmount?: Decimal | undefined;
  readonly creditAmount?: Decimal | undefined;
}

/** Why a line cannot be booked. */
interface LineFault {
  readonly fault: ProblemKind;
  readonly member: string;
  readonly detail: string;
}

/** A line that can be booked. */
export interface CheckedLine {
  readonly accountId: bigint;
  readonly currency: string;
  /** Debit positive. */
  readonly amountMinor: bigint;
}

/** An account as the rules read it. */
export interface LineAccount {
  readonly id: bigint;
  readonly name: string;
  readonly acct_type: string;
  readonly currency: string;
  readonly office_id: bigint;
  /** Whether it is a customer's. */
  readonly inline: boolean;
  readonly active: boolean;
}

/** What lines are judged against. */
export interface LineSetting {
  readonly chart: Chart;
  readonly accounts: ReadonlyMap<string, LineAccount>;
  /** Whose books the journal is in; undefined when the first line says it. */
  readonly officeId: bigint | undefined;
}

/** From when the journal of a line counts, where it says so, and the business date. */
interface LineDates {
  readonly valueDate: BusinessDate | null | undefined;
  readonly today: BusinessDate;
}

/**
 * Finds the accounts that lines name; those that a code names are opened when they are not there.
 */
export async function settingOf(
  work: Work,
  wishes: readonly LineWish[],
  officeId: bigint | undefined,
): Promise<LineSetting> {
  const chart = await chartOf(work.tx, work.context.db);
  const ids = wishes.flatMap(({ accountId }) => accountId ?? []);
  const names = wishes.flatMap(({ accountName }) => accountName ?? []);
  const opened = new Map<string, bigint>();
  for (const { code, currency } of wishes) {
    if (officeId === undefined || !isOpenable(chart, code, currency)) continue;
    const key = codeKey(code, currency);
    if (!opened.has(key)) {
      const { code: named, currency: of } = upper(code, currency);
      if (!isFirmAccountCode(named)) continue;
      opened.set(key, await firmAccount(work, { code: named, currency: of, officeId }));
    }
  }
  const rows = await selectAccounts(work, [...ids, ...opened.values()], names);
  const visible = rows.filter((row) => seesOffice(work.principal, row.office_id));
  const byId = new Map(visible.map((row) => [row.id, row]));
  const accounts = new Map<string, LineAccount>();
  for (const row of visible) accounts.set(idKey(row.id), row).set(nameKey(row.name), row);
  for (const [key, id] of opened) {
    const row = byId.get(id);
    if (row !== undefined) accounts.set(key, row);
  }
  return { chart, accounts, officeId };
}

const idKey = (id: bigint) => `id ${id}`;
const nameKey = (name: string) => `name ${name}`;
const codeKey = (code = '', currency = '') =>
  `code ${code.toUpperCase()} ${currency.toUpperCase()}`;
const upper = (code = '', currency = '') => ({
  code: code.toUpperCase(),
  currency: currency.toUpperCase(),
});

function isOpenable(chart: Chart, code: string | undefined, currency: string | undefined): boolean {
  const named = upper(code, currency);
  const entry = chart.entryOf(named.code);
  return (
    entry?.active === true &&
    !entry.inline &&
    !entry.family &&
    minorUnits(named.currency) !== undefined
  );
}

function selectAccounts(
  work: Work,
  ids: readonly bigint[],
  names: readonly string[],
): Promise<LineAccount[]> {
  return work.tx.query(sql`
    select id, name, acct_type, currency, office_id, inline, active from account
    where id = any(${ids}::bigint[]) or name = any(${[...names]}::text[])`);
}

/** Judges a line; it is told about its first fault only. */
export function judgeLine(
  wish: LineWish,
  setting: LineSetting,
  dates: LineDates,
): CheckedLine | LineFault {
  const { accountId, accountName, code } = wish;
  const ways = [accountId, accountName, code].filter((way) => way !== undefined);
  const member =
    accountId !== undefined ? 'accountId' : code !== undefined ? 'code' : 'accountName';
  if (ways.length !== 1) {
    const detail = 'one of accountId, accountName and code names the account';
    return { fault: commonProblems.INVALID_REQUEST, member, detail };
  }
  const account = accountOf(wish, setting);
  if (account === undefined) {
    return { fault: commonProblems.UNKNOWN_REFERENCE, member, detail: 'names no account' };
  }
  return (
    accountError(account, setting, member) ??
    currencyFault(account, wish) ??
    arrivalFault(account, wish, dates) ??
    lineOf(account, wish)
  );
}

function accountOf(wish: LineWish, { accounts }: LineSetting): LineAccount | undefined {
  if (wish.accountId !== undefined) return accounts.get(idKey(wish.accountId));
  if (wish.accountName !== undefined) return accounts.get(nameKey(wish.accountName));
  return accounts.get(codeKey(wish.code, wish.currency));
}

/** Why what is made by hand may not use an account, whoever makes it. */
export function accountError(
  account: Omit<LineAccount, 'inline'>,
  { chart, officeId }: Omit<LineSetting, 'accounts'>,
  member: string,
): LineFault | undefined {
  if (officeId !== undefined && account.office_id !== officeId) {
    const detail = `${account.name} is in the books of another office`;
    return { fault: commonProblems.REFERENCE_MISMATCH, member, detail };
  }
  const entry = chart.entryOf(account.acct_type);
  if (!account.active || entry?.active !== true) {
    return { fault: financeProblems.ACCOUNT_INACTIVE, member, detail: 'names a closed account' };
  }
  if (entry.byHand) return undefined;
  const detail = `${account.acct_type} is kept by the records that it is the total of`;
  return { fault: financeProblems.CONTROL_ACCOUNT, member, detail };
}

function currencyFault(account: LineAccount, { currency }: LineWish): LineFault | undefined {
  if (currency === undefined || currency.toUpperCase() === account.currency) return undefined;
  const detail = `the account is kept in ${account.currency}`;
  return { fault: financeProblems.CURRENCY_MISMATCH, member: 'currency', detail };
}

// A cash transaction holds what counts from a later day; a journal made by hand would let it be
// spent before.
function arrivalFault(
  account: LineAccount,
  { creditAmount }: LineWish,
  { valueDate, today }: LineDates,
): LineFault | undefined {
  if (!account.inline || creditAmount === undefined) return undefined;
  if (!valueDate || compareDates(valueDate, today) <= 0) return undefined;
  const detail =
    `reaches a customer with the value date ${valueDate}, after the business date ${today}: ` +
    'money that counts later comes with a cash transaction';
  return { fault: financeProblems.JOURNAL_DATE_REFUSED, member: 'creditAmount', detail };
}

function lineOf(account: LineAccount, wish: LineWish): CheckedLine | LineFault {
  const { debitAmount, creditAmount } = wish;
  const member = debitAmount === undefined ? 'creditAmount' : 'debitAmount';
  const amount = debitAmount ?? creditAmount;
  if (amount === undefined || (debitAmount !== undefined && creditAmount !== undefined)) {
    const detail = 'a line has either a debit or a credit';
    return { fault: commonProblems.INVALID_REQUEST, member, detail };
  }
  if (!amount.greaterThan(0)) {
    return { fault: financeProblems.AMOUNT_NOT_POSITIVE, member, detail: 'is greater than zero' };
  }
  const minor = readAmount(amount, account.currency);
  if (typeof minor !== 'bigint') return { ...minor, member };
  return {
    accountId: account.id,
    currency: account.currency,
    amountMinor: debitAmount === undefined ? -minor : minor,
  };
}

/** Where lines do not balance: the last line of the currency, and by how much. */
export function imbalanceOf(
  lines: readonly CheckedLine[],
): { readonly line: number; readonly detail: string } | undefined {
  for (const currency of new Set(lines.map((line) => line.currency))) {
    const own = lines.filter((line) => line.currency === currency);
    const debits = own.reduce(
      (sum, { amountMinor: minor }) => (minor > 0n ? sum + minor : sum),
      0n,
    );
    const net = own.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    if (net === 0n) continue;
    const shown = (minor: bigint) => minorToDecimal(minor, currency).toFixed();
    const line = lines.findLastIndex((one) => one.currency === currency);
    const detail = `${currency}: debits ${shown(debits)}, credits ${shown(debits - net)}`;
    return { line, detail };
  }
  return undefined;
}

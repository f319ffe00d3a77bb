// Resolves the accounts and exact amounts of manual journal lines, or refuses them.

import { type BusinessDate, compareDates } from '../../../platform/calendar/business-date.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, type ProblemKind } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { firmAccount } from '../account/account.js';
import { readAmount } from '../amount.js';
import { type Chart, chartOf } from '../chart/chart.js';
import { isFirmAccountCode } from '../chart/code.js';
import { financeProblems } from '../problems.js';
import type { PerformanceKind } from './performance-kind.js';
import { type LineAccount, selectAccounts } from './queries.js';

/** A line as requested: one account reference and one amount in the major unit. */
export interface LineRequest {
  readonly accountId?: bigint | undefined;
  readonly accountName?: string | undefined;
  /** A chart code, which refers to the office's account in `currency`. */
  readonly code?: string | undefined;
  readonly currency?: string | undefined;
  readonly debitAmount?: Decimal | undefined;
  readonly creditAmount?: Decimal | undefined;
  readonly performanceKind?: PerformanceKind | undefined;
}

/** The reason why a line cannot be booked. */
interface LineError {
  readonly error: ProblemKind;
  readonly member: string;
  readonly detail: string;
}

/** A line that passed validation. */
export interface CheckedLine {
  readonly accountId: bigint;
  readonly currency: string;
  /** The amount in minor units; debits are positive. */
  readonly amountMinor: bigint;
  readonly performanceKind?: PerformanceKind | undefined;
}

/** The data that lines are validated against. */
export interface LineSetting {
  readonly chart: Chart;
  readonly accounts: ReadonlyMap<string, LineAccount>;
  /** The journal's office; undefined if the first line determines it. */
  readonly officeId: bigint | undefined;
}

/** The value date of a line's journal, if given, and the business date. */
interface LineDates {
  readonly valueDate: BusinessDate | null | undefined;
  readonly today: BusinessDate;
}

/** Finds the accounts that lines name. Opens missing accounts if they are named by code. */
export async function settingOf(
  work: Work,
  requests: readonly LineRequest[],
  officeId: bigint | undefined,
): Promise<LineSetting> {
  const chart = await chartOf(work.tx, work.context.db);
  const ids = requests.flatMap(({ accountId }) => accountId ?? []);
  const names = requests.flatMap(({ accountName }) => accountName ?? []);
  const opened = new Map<string, bigint>();
  for (const { code, currency } of requests) {
    if (officeId === undefined || !isOpenable(chart, code, currency)) continue;
    const key = codeKey(code, currency);
    if (!opened.has(key)) {
      const { code: named, currency: of } = upper(code, currency);
      if (!isFirmAccountCode(named)) continue;
      opened.set(key, await firmAccount(work, { code: named, currency: of, officeId }));
    }
  }
  const rows = await selectAccounts(work.tx, [...ids, ...opened.values()], names);
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

/** Validates a line; returns only its first error. */
export function judgeLine(
  request: LineRequest,
  setting: LineSetting,
  dates: LineDates,
): CheckedLine | LineError {
  const { accountId, accountName, code } = request;
  const ways = [accountId, accountName, code].filter((way) => way !== undefined);
  const member =
    accountId !== undefined ? 'accountId' : code !== undefined ? 'code' : 'accountName';
  if (ways.length !== 1) {
    const detail = 'exactly one of accountId, accountName and code is required';
    return { error: commonProblems.INVALID_REQUEST, member, detail };
  }
  const account = accountOf(request, setting);
  if (account === undefined) {
    return {
      error: commonProblems.UNKNOWN_REFERENCE,
      member,
      detail: 'does not match any account',
    };
  }
  return (
    accountError(account, setting, member) ??
    currencyError(account, request) ??
    arrivalError(account, request, dates) ??
    performanceError(account, request) ??
    lineOf(account, request)
  );
}

function accountOf(request: LineRequest, { accounts }: LineSetting): LineAccount | undefined {
  if (request.accountId !== undefined) return accounts.get(idKey(request.accountId));
  if (request.accountName !== undefined) return accounts.get(nameKey(request.accountName));
  return accounts.get(codeKey(request.code, request.currency));
}

/** Returns why a manual entry may not use an account. */
export function accountError(
  account: Omit<LineAccount, 'inline'>,
  { chart, officeId }: Omit<LineSetting, 'accounts'>,
  member: string,
): LineError | undefined {
  if (officeId !== undefined && account.office_id !== officeId) {
    const detail = `${account.name} is in the books of another office`;
    return { error: commonProblems.REFERENCE_MISMATCH, member, detail };
  }
  const entry = chart.entryOf(account.acct_type);
  if (!account.active || entry?.active !== true) {
    return {
      error: financeProblems.ACCOUNT_INACTIVE,
      member,
      detail: 'refers to a closed account',
    };
  }
  if (entry.byHand) return undefined;
  const detail = `${account.acct_type} is a control account, so manual entries cannot use it`;
  return { error: financeProblems.CONTROL_ACCOUNT, member, detail };
}

function currencyError(account: LineAccount, { currency }: LineRequest): LineError | undefined {
  if (currency === undefined || currency.toUpperCase() === account.currency) return undefined;
  const detail = `the account is in ${account.currency}, not in ${currency}`;
  return { error: financeProblems.CURRENCY_MISMATCH, member: 'currency', detail };
}

// A cash transaction holds money until its value date. A manual journal does not, so its money
// could be spent too early.
function arrivalError(
  account: LineAccount,
  { creditAmount }: LineRequest,
  { valueDate, today }: LineDates,
): LineError | undefined {
  if (!account.inline || creditAmount === undefined) return undefined;
  if (!valueDate || compareDates(valueDate, today) <= 0) return undefined;
  const detail =
    `must not credit a customer with the value date ${valueDate}, after the business date ` +
    `${today}: use a cash transaction for money with a later value date`;
  return { error: financeProblems.JOURNAL_DATE_REFUSED, member: 'creditAmount', detail };
}

function performanceError(
  { inline }: LineAccount,
  { performanceKind }: LineRequest,
): LineError | undefined {
  if (performanceKind === undefined || inline) return undefined;
  const detail = 'applies only to accounts of customers';
  return { error: commonProblems.INVALID_REQUEST, member: 'performanceKind', detail };
}

function lineOf(account: LineAccount, request: LineRequest): CheckedLine | LineError {
  const { debitAmount, creditAmount } = request;
  const member = debitAmount === undefined ? 'creditAmount' : 'debitAmount';
  const amount = debitAmount ?? creditAmount;
  if (amount === undefined || (debitAmount !== undefined && creditAmount !== undefined)) {
    const detail = 'a line has either a debit or a credit';
    return { error: commonProblems.INVALID_REQUEST, member, detail };
  }
  if (!amount.greaterThan(0)) {
    return {
      error: financeProblems.AMOUNT_NOT_POSITIVE,
      member,
      detail: 'must be greater than zero',
    };
  }
  const minor = readAmount(amount, account.currency);
  if (typeof minor !== 'bigint') return { ...minor, member };
  return {
    accountId: account.id,
    currency: account.currency,
    amountMinor: debitAmount === undefined ? -minor : minor,
    performanceKind: request.performanceKind,
  };
}

/**
 * Finds the first currency in which the lines do not balance. Returns the index of its last line,
 * and its debits and credits as text; undefined if all currencies balance.
 */
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

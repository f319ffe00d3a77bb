// Ledger entries of term instruments (deposits and loans): the lines for placement, accrual and
// termination or maturity.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import {
  chartOf,
  type FirmAccountCode,
  firmAccount,
  isEntryAccount,
  type JournalDraft,
  mappedAccount,
} from '../../finance/index.js';
import { type EntryLine, withClientMoney } from '../instrument/client-money.js';
import type { InterestPayment } from '../instrument/interest-payment.js';

/** Chart codes of the firm's accounts for a product. */
export interface LedgerMapping {
  readonly principal_account: FirmAccountCode;
  /** Account for interest that is earned but not settled. */
  readonly interest_account: FirmAccountCode;
  /** Account for interest that is settled but not earned. */
  readonly upfront_account: FirmAccountCode;
  /** Account for interest expense on deposits, or interest income from loans. */
  readonly result_account: FirmAccountCode;
  readonly penalty_account: FirmAccountCode;
}

/** The columns of an instrument that its ledger entries need. */
interface EntrySubject extends LedgerMapping {
  readonly id: bigint;
  readonly name: string;
  readonly office_id: bigint;
  readonly currency: string;
  readonly loan_product: boolean;
  readonly interest_payment: InterestPayment;
  readonly init_account_id: bigint;
  readonly termination_account_id: bigint;
  readonly face_value_minor: bigint;
  readonly capitalised_minor: bigint;
  readonly interest_paid_minor: bigint;
  readonly interest_tax_minor: bigint;
}

/** Interest settled before the end, in minor units. */
export interface InterestSettlement {
  readonly gross: bigint;
  readonly tax: bigint;
}

/**
 * The end of an instrument, in minor units. `gross` and `tax` include earlier settlements.
 * `accrued` is the accrued balance in the ledger.
 */
export interface Ending {
  readonly accrued: bigint;
  readonly gross: bigint;
  readonly tax: bigint;
  readonly charge: bigint;
  /** Principal of the child; 0 if nothing rolls over. */
  readonly child: bigint;
  readonly paidOut: bigint;
  /** Cash beyond the matured amount, debited from the initial account for the child or the tax. */
  readonly debited: bigint;
}

/**
 * Returns the lines of a placement: the customer's money, less interest paid upfront, becomes the
 * principal. A loan is booked in the opposite direction.
 */
export function placingLines(subject: EntrySubject, ahead: InterestSettlement): EntryLine[] {
  const paid = subject.face_value_minor - ahead.gross + ahead.tax;
  return booked(subject, [
    { account: subject.init_account_id, amountMinor: paid },
    { account: subject.principal_account, amountMinor: -subject.face_value_minor },
    ...aheadLines(subject, ahead),
  ]);
}

function aheadLines(subject: LedgerMapping, { gross, tax }: InterestSettlement): EntryLine[] {
  return [
    { account: subject.upfront_account, amountMinor: gross },
    { account: 'TERM_INSTRUMENT/TAX', amountMinor: -tax },
  ];
}

/**
 * Returns the lines for an interest payment date, when earned interest is paid or added to the
 * principal.
 */
export function interestLines(subject: EntrySubject, paid: InterestSettlement): EntryLine[] {
  const to =
    subject.interest_payment === 'CAPITALISED'
      ? subject.principal_account
      : subject.termination_account_id;
  return booked(subject, [
    { account: subject.interest_account, amountMinor: paid.gross },
    { account: 'TERM_INSTRUMENT/TAX', amountMinor: -paid.tax },
    { account: to, amountMinor: paid.tax - paid.gross },
  ]);
}

/**
 * Returns the lines for the end of an instrument, which settle the principal and the accrued
 * interest. Interest accrued but not paid is reversed from the result account; interest paid but
 * not accrued is charged to it. If the instrument rolls over, the child starts in the same journal,
 * and the child's upfront interest is paid to the termination account.
 */
export function endingLines(
  subject: EntrySubject,
  ending: Ending,
  child?: { readonly subject: LedgerMapping; readonly ahead: InterestSettlement },
): EntryLine[] {
  const ahead = child?.ahead ?? { gross: 0n, tax: 0n };
  const paidOut = ending.paidOut + ahead.gross - ahead.tax;
  const begun = child?.subject ?? subject;
  const principal = subject.face_value_minor + subject.capitalised_minor;
  return booked(subject, [
    { account: subject.principal_account, amountMinor: principal },
    {
      account: accruedAccount(subject),
      amountMinor: ending.accrued - subject.interest_paid_minor,
    },
    { account: subject.result_account, amountMinor: ending.gross - ending.accrued },
    { account: 'TERM_INSTRUMENT/TAX', amountMinor: subject.interest_tax_minor - ending.tax },
    { account: subject.penalty_account, amountMinor: -ending.charge },
    { account: begun.principal_account, amountMinor: -ending.child },
    ...aheadLines(begun, ahead),
    { account: subject.termination_account_id, amountMinor: -paidOut },
    { account: subject.init_account_id, amountMinor: ending.debited },
  ]);
}

/** Returns the lines for one day's accrual across all instruments of one kind. */
export function accrualLines(accrual: {
  readonly loan_product: boolean;
  readonly result_account: FirmAccountCode;
  readonly accrued_account: FirmAccountCode;
  readonly amount_minor: bigint;
}): EntryLine[] {
  return booked(accrual, [
    { account: accrual.result_account, amountMinor: accrual.amount_minor },
    { account: accrual.accrued_account, amountMinor: -accrual.amount_minor },
  ]);
}

function accruedAccount(subject: EntrySubject): FirmAccountCode {
  return subject.interest_payment === 'UPFRONT'
    ? subject.upfront_account
    : subject.interest_account;
}

// For a loan, every sign is reversed.
function booked(
  { loan_product: loan }: { readonly loan_product: boolean },
  lines: readonly EntryLine[],
): EntryLine[] {
  const sign = loan ? -1n : 1n;
  return withClientMoney(
    lines.map(({ account, amountMinor }) => ({ account, amountMinor: sign * amountMinor })),
  );
}

/** The office, date, narration and source of a journal. */
export interface EntryFrame {
  readonly officeId: bigint;
  readonly currency: string;
  readonly date: BusinessDate;
  readonly narration: string;
  readonly sourceType: string;
  readonly sourceId: bigint;
}

/** Returns a journal with the given lines. Opens a firm account when it is first used. */
export async function journalOf(
  work: Work,
  frame: EntryFrame,
  lines: readonly EntryLine[],
): Promise<JournalDraft> {
  const { officeId, date } = frame;
  const placed: { accountId: bigint; amountMinor: bigint }[] = [];
  for (const { account, amountMinor } of lines) {
    placed.push({ accountId: await accountOf(work, account, frame), amountMinor });
  }
  return {
    officeId,
    transactionDate: date,
    valueDate: date,
    narration: frame.narration,
    sourceType: frame.sourceType,
    sourceId: frame.sourceId,
    createdBy: work.principal.name,
    createdAt: work.now,
    lines: placed,
  };
}

function accountOf(
  work: Work,
  account: EntryLine['account'],
  { officeId, currency }: EntryFrame,
): Promise<bigint> | bigint {
  if (typeof account === 'bigint') return account;
  return isEntryAccount(account)
    ? mappedAccount(work, account, { officeId, currency })
    : firmAccount(work, { code: account, officeId, currency });
}

/** Returns the header of a journal for one instrument. */
export function instrumentFrame(
  subject: EntrySubject,
  date: BusinessDate,
  narration: string,
): EntryFrame {
  return {
    officeId: subject.office_id,
    currency: subject.currency,
    date,
    narration: `${narration} ${subject.name}`,
    sourceType: 'TERM_INSTRUMENT',
    sourceId: subject.id,
  };
}

/** Returns lines in the form that a dry run shows. */
export async function shownLines(
  work: Work,
  lines: readonly EntryLine[],
  currency: string,
): Promise<object[]> {
  const chart = await chartOf(work.tx, work.context.db);
  const codeOf = (account: string) => (isEntryAccount(account) ? chart.codeFor(account) : account);
  return lines.map(({ account, amountMinor }) => ({
    ...(typeof account === 'bigint' ? { accountId: account } : { accountCode: codeOf(account) }),
    ...(amountMinor > 0n
      ? { debitAmount: minorToDecimal(amountMinor, currency) }
      : { creditAmount: minorToDecimal(-amountMinor, currency) }),
  }));
}

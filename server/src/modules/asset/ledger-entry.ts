// What term instruments book: the lines of placing, and of ending, for deposits and for loans.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Work } from '../../platform/context.js';
import { minorToDecimal } from '../../platform/money/money.js';
import { type FirmAccountCode, firmAccount, type JournalDraft } from '../finance/index.js';
import { type EntryLine, withClientMoney } from './client-money.js';

/** Codes of the firm's accounts for one kind of product, and the sign of every entry. */
interface Mapping {
  readonly principal: FirmAccountCode;
  readonly interest: FirmAccountCode;
  readonly result: FirmAccountCode;
  readonly sign: 1n | -1n;
}

const DEPOSIT: Mapping = {
  principal: 'TD:PRINCIPAL',
  interest: 'TD:INTEREST-PAYABLE',
  result: 'EXP:INTEREST',
  sign: 1n,
};

const LOAN: Mapping = {
  principal: 'LOAN:PRINCIPAL',
  interest: 'LOAN:INTEREST-RECEIVABLE',
  result: 'INC:INTEREST',
  sign: -1n,
};

/** The instrument as far as its entries need it. */
export interface EntrySubject {
  readonly id: bigint;
  readonly name: string;
  readonly office_id: bigint;
  readonly currency: string;
  readonly loan_product: boolean;
  readonly init_account_id: bigint;
  readonly termination_account_id: bigint;
  readonly face_value_minor: bigint;
}

/**
 * How an instrument ends, in minor units. `accrued` is what the ledger holds as accrued by then.
 */
export interface Ending {
  readonly accrued: bigint;
  readonly gross: bigint;
  readonly tax: bigint;
  readonly charge: bigint;
  /** Principal of the child; 0 when nothing rolls over. */
  readonly child: bigint;
  readonly paidOut: bigint;
  /** What the child or the tax takes from the initial account beyond what matured. */
  readonly debited: bigint;
}

/** Placing: the customer's money becomes the principal. For a loan the other way round. */
export function placingLines(subject: EntrySubject): EntryLine[] {
  const map = mappingOf(subject);
  return signed(map, [
    { account: subject.init_account_id, amountMinor: subject.face_value_minor },
    { account: map.principal, amountMinor: -subject.face_value_minor },
  ]);
}

/**
 * Ending: principal and accrued interest are settled; what was accrued and is not paid goes back to
 * the result, what is paid and was not accrued comes from it.
 */
export function endingLines(subject: EntrySubject, ending: Ending): EntryLine[] {
  const map = mappingOf(subject);
  return signed(map, [
    { account: map.principal, amountMinor: subject.face_value_minor },
    { account: map.interest, amountMinor: ending.accrued },
    { account: map.result, amountMinor: ending.gross - ending.accrued },
    { account: 'LIAB:WHT', amountMinor: -ending.tax },
    { account: 'INC:PENALTY', amountMinor: -ending.charge },
    { account: map.principal, amountMinor: -ending.child },
    { account: subject.termination_account_id, amountMinor: -ending.paidOut },
    { account: subject.init_account_id, amountMinor: ending.debited },
  ]);
}

/** A day's accrual of all instruments of one kind together. */
export function accrualLines(loanProduct: boolean, amountMinor: bigint): EntryLine[] {
  const map = loanProduct ? LOAN : DEPOSIT;
  return signed(map, [
    { account: map.result, amountMinor },
    { account: map.interest, amountMinor: -amountMinor },
  ]);
}

function mappingOf(subject: EntrySubject): Mapping {
  return subject.loan_product ? LOAN : DEPOSIT;
}

function signed(map: Mapping, lines: readonly EntryLine[]): EntryLine[] {
  return withClientMoney(
    lines.map((line) => ({ ...line, amountMinor: map.sign * line.amountMinor })),
  );
}

/** Where a journal belongs and when it counts. */
export interface EntryFrame {
  readonly officeId: bigint;
  readonly currency: string;
  readonly date: BusinessDate;
  readonly narration: string;
  readonly sourceType: string;
  readonly sourceId: bigint;
}

/** The journal of some lines; accounts of the firm are opened when first needed. */
export async function journalOf(
  work: Work,
  frame: EntryFrame,
  lines: readonly EntryLine[],
): Promise<JournalDraft> {
  const { officeId, currency, date } = frame;
  const placed: { accountId: bigint; amountMinor: bigint }[] = [];
  for (const { account, amountMinor } of lines) {
    const accountId =
      typeof account === 'bigint'
        ? account
        : await firmAccount(work, { code: account, officeId, currency });
    placed.push({ accountId, amountMinor });
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

/** The frame of an entry about one instrument. */
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

/** Lines as a dry run shows them. */
export function shownLines(lines: readonly EntryLine[], currency: string): object[] {
  return lines.map(({ account, amountMinor }) => ({
    ...(typeof account === 'bigint' ? { accountId: account } : { accountCode: account }),
    ...(amountMinor > 0n
      ? { debitAmount: minorToDecimal(amountMinor, currency) }
      : { creditAmount: minorToDecimal(-amountMinor, currency) }),
  }));
}

// Builds the journals of corporate actions.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type EntryLine, withClientMoney } from '../../asset/index.js';
import {
  chartOf,
  type EntryAccount,
  isEntryAccount,
  type JournalDraft,
  mappedAccount,
} from '../../finance/index.js';

/** A journal line at an office. Debits are positive. */
export interface PlacedLine {
  readonly account: EntryAccount | bigint;
  readonly officeId: bigint;
  readonly amountMinor: bigint;
}

/** The amounts of a payment to a customer or its reversal, in minor units. */
interface PaymentAmounts {
  /** The amount paid to the customer; negative if reversed. */
  readonly cashMinor: bigint;
  /** The tax withheld by the firm; negative if reversed. */
  readonly taxMinor: bigint;
  /** The part of both amounts that the firm advances; never negative. */
  readonly advancedMinor: bigint;
}

/** The office and account to which a payment is booked. */
interface PaymentPlace {
  readonly officeId: bigint;
  readonly accountId: bigint;
  readonly accountOfficeId: bigint;
}

/**
 * Returns the lines of a payment. They debit the event's money and the firm's advance, and credit
 * the customer and the tax that the firm withholds. Tax and advances are the firm's money, so they
 * also move between the banks.
 */
export function paymentLines(amounts: PaymentAmounts, place: PaymentPlace): PlacedLine[] {
  const { cashMinor, taxMinor, advancedMinor } = amounts;
  const { officeId, accountId, accountOfficeId } = place;
  return placed(
    withClientMoney([
      { account: 'CORPORATE_ACTION/CONTROL', amountMinor: cashMinor + taxMinor - advancedMinor },
      { account: 'CORPORATE_ACTION/ADVANCE', amountMinor: advancedMinor },
      { account: accountId, amountMinor: -cashMinor },
      { account: 'CORPORATE_ACTION/TAX', amountMinor: -taxMinor },
    ]),
    (account) => (account === accountId ? accountOfficeId : officeId),
  );
}

/**
 * Returns the lines that write off a rounding difference, which is positive if the registrar paid
 * more.
 */
export function roundingLines(surplusMinor: bigint, officeId: bigint): PlacedLine[] {
  return placed(
    withClientMoney([
      { account: 'CORPORATE_ACTION/CONTROL', amountMinor: surplusMinor },
      { account: 'CORPORATE_ACTION/ROUNDING', amountMinor: -surplusMinor },
    ]),
    () => officeId,
  );
}

/** Returns the lines that repay the firm's advance from received money. */
export function repaymentLines(repaidMinor: bigint, officeId: bigint): PlacedLine[] {
  return placed(
    withClientMoney([
      { account: 'CORPORATE_ACTION/CONTROL', amountMinor: repaidMinor },
      { account: 'CORPORATE_ACTION/ADVANCE', amountMinor: -repaidMinor },
    ]),
    () => officeId,
  );
}

/**
 * Returns the lines for money from a registrar or, if the amount is negative, to it. The bank
 * account may belong to another office.
 */
export function settlementLines(
  receivedMinor: bigint,
  place: { readonly officeId: bigint; readonly bankOfficeId: bigint },
): PlacedLine[] {
  return acrossOffices([
    {
      account: 'CORPORATE_ACTION/BANK',
      officeId: place.bankOfficeId,
      amountMinor: receivedMinor,
    },
    {
      account: 'CORPORATE_ACTION/CONTROL',
      officeId: place.officeId,
      amountMinor: -receivedMinor,
    },
  ]);
}

/** Returns the lines of a payment between two accounts, which may belong to different offices. */
export function deliveryLines(lines: readonly PlacedLine[]): PlacedLine[] {
  return acrossOffices(lines);
}

function placed(
  lines: readonly EntryLine[],
  officeOf: (account: EntryLine['account']) => bigint,
): PlacedLine[] {
  const own = lines.flatMap(({ account, amountMinor }) =>
    typeof account === 'bigint' || isEntryAccount(account)
      ? [{ account, officeId: officeOf(account), amountMinor }]
      : [],
  );
  return acrossOffices(own);
}

/** Balances the books of each office through the account for transfers between offices. */
function acrossOffices(lines: readonly PlacedLine[]): PlacedLine[] {
  const sums = new Map<bigint, bigint>();
  for (const { officeId, amountMinor } of lines) {
    sums.set(officeId, (sums.get(officeId) ?? 0n) + amountMinor);
  }
  const passed = [...sums].map(([officeId, sum]) => ({
    account: 'CASH_TRANSFER/OFFICE_CONTROL' as const,
    officeId,
    amountMinor: -sum,
  }));
  return [...lines, ...passed].filter(({ amountMinor }) => amountMinor !== 0n);
}

/** The date, narration and source of a journal. */
interface EntryFrame {
  readonly officeId: bigint;
  readonly currency: string;
  readonly date: BusinessDate;
  /** The value date of the money, if it is not `date`. */
  readonly valueDate?: BusinessDate;
  readonly narration: string;
  readonly sourceType:
    | 'ENTITLEMENT'
    | 'EVENT_SETTLEMENT'
    | 'CORPORATE_ACTION'
    | 'MARKET_CLAIM'
    | 'ELECTION'
    | 'HOLDING_TRANSFER';
  readonly sourceId: bigint;
  readonly force?: boolean;
  readonly reversalOfId?: bigint | undefined;
}

/** Builds journals within one transaction, and loads each firm account only once. */
type Drafting = (frame: EntryFrame, lines: readonly PlacedLine[]) => Promise<JournalDraft>;

/** Returns a journal builder for a transaction. */
export function draftingIn(work: Work): Drafting {
  // By account and currency, then by office.
  const known = new Map<string, Map<bigint, bigint>>();
  const knownId = (account: EntryAccount, officeId: bigint, currency: string) =>
    known.get(`${account} ${currency}`)?.get(officeId);
  const find = async (account: EntryAccount, officeId: bigint, currency: string) => {
    const id = await mappedAccount(work, account, { officeId, currency });
    const key = `${account} ${currency}`;
    known.set(key, (known.get(key) ?? new Map<bigint, bigint>()).set(officeId, id));
    return id;
  };
  return async (frame, lines) => {
    const { currency, date, valueDate, reversalOfId, ...rest } = frame;
    const drawn: { accountId: bigint; amountMinor: bigint }[] = [];
    for (const { account, officeId, amountMinor } of lines) {
      const accountId =
        typeof account === 'bigint'
          ? account
          : (knownId(account, officeId, currency) ?? (await find(account, officeId, currency)));
      drawn.push({ accountId, amountMinor });
    }
    return {
      ...rest,
      ...(reversalOfId === undefined ? {} : { reversalOfId }),
      transactionDate: date,
      valueDate: valueDate ?? date,
      createdBy: work.principal.name,
      createdAt: work.now,
      lines: drawn,
    };
  };
}

/** Converts lines to the form that a dry run returns. */
export async function shownLines(
  work: Work,
  lines: readonly PlacedLine[],
  currency: string,
): Promise<object[]> {
  const chart = await chartOf(work.tx, work.context.db);
  return lines.map(({ account, amountMinor }) => ({
    ...(typeof account === 'bigint'
      ? { accountId: account }
      : { accountCode: chart.codeFor(account) }),
    ...(amountMinor > 0n
      ? { debitAmount: minorToDecimal(amountMinor, currency) }
      : { creditAmount: minorToDecimal(-amountMinor, currency) }),
  }));
}

// The bond ladder: the expected coupons and redemptions by date, with monthly totals.

import type { Static } from '@sinclair/typebox';
import { addDays, addMonths, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { requireCurrency } from '../../../platform/http/request/currency.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { EntitlingTerms } from '../entitlement/amount-queries.js';
import { loadTerms } from '../entitlement/terms.js';
import { CUSTODY } from '../limits.js';
import type { CorporateActionRow } from '../record/queries.js';
import {
  type LadderFilter,
  type LadderSum,
  selectComingPayments,
  selectLadderBonds,
  sumExpected,
  sumUnpaid,
} from './ladder-queries.js';
import type { LadderQuery } from './ladder-schema.js';
import type { BondRow } from './queries.js';
import { scheduledIncomeOf, scheduledTerms } from './scheduled.js';

/** The expected payments of one event, or of one scheduled date, in one currency. */
interface LadderPayment extends LadderSum {
  readonly date: BusinessDate;
  readonly kind: CorporateActionRow['kind'];
  readonly securityName: string;
  readonly status: 'SCHEDULED' | CorporateActionRow['status'];
  /** Undefined for income that is only scheduled. */
  readonly event: { readonly id: bigint; readonly name: string } | undefined;
}

/** Amounts in minor units of a currency. */
export type LadderAmounts = Omit<LadderSum, 'portfolios' | 'quantity'>;

/** The total payments of a month in one currency, or of all months if `month` is absent. */
interface LadderTotal extends LadderAmounts {
  readonly month: string | undefined;
  readonly payments: number;
}

export interface Ladder {
  readonly from: BusinessDate;
  readonly until: BusinessDate;
  readonly payments: readonly LadderPayment[];
}

/** Returns the ladder for the filtered portfolios that the caller may see. */
export function readLadder(call: Call, query: Static<typeof LadderQuery>): Promise<object> {
  return onSnapshot(call.db, async (tx) => {
    const { from, until, payments } = await loadLadder(tx, call, query);
    return {
      from,
      until,
      payments: payments.map(paymentRecord),
      months: totalsBy(payments, monthOf).map(totalRecord),
      totals: totalsBy(payments, () => undefined).map(totalRecord),
    };
  });
}

/**
 * Loads the payments due after the business date and up to a date, and overdue payments. Amounts
 * are based on current positions, taxes and exemptions.
 */
export async function loadLadder(
  tx: Tx,
  { principal }: Call,
  query: Static<typeof LadderQuery>,
): Promise<Ladder> {
  const today = await currentBusinessDate(tx);
  const until = query.ed ?? addMonths(today, CUSTODY.ladderMonthsAhead);
  const currency = query.cu === undefined ? undefined : requireCurrency(query.cu, 'cu');
  if (until <= today) {
    const detail = `must be after the business date, ${today}`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'ed', detail);
  }
  const filter = {
    offices: principal.offices,
    ownerId: principal.kind === 'customer' ? principal.id : undefined,
    ...{ customerId: query.c, portfolioId: query.p, officeId: query.o },
  };
  const bonds = await selectLadderBonds(tx, filter);
  const coming = [
    ...(await announcedPayments(tx, bonds, until)),
    ...(await scheduledPayments(tx, bonds, { first: addDays(today, 1), last: until })),
  ];
  const payments = await unpaidPayments(tx, filter, until);
  if (payments.length + coming.length > CUSTODY.ladderPaymentsMax) {
    const detail = `covers more than ${CUSTODY.ladderPaymentsMax} payments; choose an earlier date`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'ed', detail);
  }
  for (const each of coming) payments.push(...(await expectedPayments(tx, each, filter)));
  const chosen = payments.filter((each) => currency === undefined || each.currency === currency);
  return { from: today, until, payments: chosen.sort(inOrder) };
}

/** A future payment whose amounts are not computed yet. */
interface Coming extends Omit<LadderPayment, keyof LadderSum> {
  readonly terms: () => Promise<EntitlingTerms>;
}

async function announcedPayments(
  tx: Tx,
  bonds: readonly BondRow[],
  until: BusinessDate,
): Promise<Coming[]> {
  const names = new Map(bonds.map(({ id, name }) => [id, name]));
  const events = await selectComingPayments(tx, bonds, until);
  return events.map((event) => ({
    date: event.payment_date ?? event.ex_date,
    kind: event.kind,
    securityName: names.get(event.security_id) ?? '',
    status: event.status,
    event: { id: event.id, name: event.name },
    terms: () => loadTerms(tx, event),
  }));
}

// Returns income that is due under the terms of the bonds but has no event yet.
async function scheduledPayments(
  tx: Tx,
  bonds: readonly BondRow[],
  dates: { readonly first: BusinessDate; readonly last: BusinessDate },
): Promise<Coming[]> {
  const scheduled = await scheduledIncomeOf(tx, bonds, dates);
  return scheduled.map((income) => ({
    ...{ date: income.paymentDate, kind: income.due.kind, securityName: income.bond.name },
    ...{ status: 'SCHEDULED', event: undefined },
    terms: async () => (await scheduledTerms(tx, income)).terms,
  }));
}

async function expectedPayments(
  tx: Tx,
  { terms, ...payment }: Coming,
  filter: LadderFilter,
): Promise<LadderPayment[]> {
  const sums = await sumExpected(tx, await terms(), filter);
  return sums.map((sum) => ({ ...payment, ...sum }));
}

async function unpaidPayments(
  tx: Tx,
  filter: LadderFilter,
  until: BusinessDate,
): Promise<LadderPayment[]> {
  const sums = await sumUnpaid(tx, filter, until);
  return sums.map(({ id, name, security_name: securityName, ex_date, payment_date, ...sum }) => ({
    ...{ date: payment_date ?? ex_date, securityName, event: { id, name } },
    ...sum,
  }));
}

function inOrder(one: LadderPayment, other: LadderPayment): number {
  const keyOf = ({ date, securityName, kind }: LadderPayment) => `${date} ${securityName} ${kind}`;
  const [first, second] = [keyOf(one), keyOf(other)];
  return first < second ? -1 : Number(first > second);
}

/** Returns the month of a payment, such as `2027-03`. */
export function monthOf({ date }: Pick<LadderPayment, 'date'>): string {
  return date.slice(0, 7);
}

/** Sums payments by month and currency, in the order of each sum's first payment. */
export function totalsBy(
  payments: readonly LadderPayment[],
  monthFor: (payment: LadderPayment) => string | undefined,
): LadderTotal[] {
  const totals = new Map<string, LadderTotal>();
  for (const payment of payments) {
    const { currency } = payment;
    const month = monthFor(payment);
    const key = `${month} ${currency}`;
    const sum = totals.get(key) ?? { ...NOTHING, month, currency };
    totals.set(key, {
      ...sum,
      payments: sum.payments + 1,
      interest_minor: sum.interest_minor + payment.interest_minor,
      principal_minor: sum.principal_minor + payment.principal_minor,
      tax_minor: sum.tax_minor + payment.tax_minor,
      withheld_minor: sum.withheld_minor + payment.withheld_minor,
      net_minor: sum.net_minor + payment.net_minor,
    });
  }
  return [...totals.values()];
}

const NOTHING = {
  payments: 0,
  interest_minor: 0n,
  principal_minor: 0n,
  tax_minor: 0n,
  withheld_minor: 0n,
  net_minor: 0n,
};

function amountsOf(sum: LadderAmounts) {
  const amount = (minor: bigint) => minorToDecimal(minor, sum.currency);
  return {
    interest: amount(sum.interest_minor),
    principal: amount(sum.principal_minor),
    tax: amount(sum.tax_minor),
    withheld: amount(sum.withheld_minor),
    net: amount(sum.net_minor),
  };
}

function paymentRecord(payment: LadderPayment): object {
  const { date, kind, securityName, status, event, currency, portfolios, quantity } = payment;
  return {
    ...{ date, kind, securityName, status, currency },
    eventId: event?.id,
    eventName: event?.name,
    portfolios: Number(portfolios),
    quantity: String(quantity),
    ...amountsOf(payment),
  };
}

function totalRecord({ month, currency, payments, ...sum }: LadderTotal): object {
  return { month, currency, payments, ...amountsOf({ ...sum, currency }) };
}

// Turns a request into a fund order: resolves references, checks limits, and computes the cash or
// units to hold.

import { type BusinessDate, dateOfInstant } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import { counted, countedAre } from '../../../platform/http/reply/counted.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { type IgnoredMember, ignoredMember } from '../../../platform/http/reply/warning.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { formatMoney, parseMinor } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { financeProblems } from '../../finance/index.js';
import { tooManyDecimals } from '../deposit/rate.js';
import { cashAccountFor } from '../instrument/cash-account.js';
import type { DepositorRow } from '../instrument/queries.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import { dealingDateOf } from './dealing-day.js';
import { dealingRuleOf, type FundReference, freshNav, fundNamed } from './fund.js';
import { type HoldingRow, lockHolding } from './holding-queries.js';
import { customerOf, type OwnerRequest, onlyHoldingOf, portfolioNamed } from './owner.js';
import { bidPrice, offerPrice, percentOf, subscribeUnits, unitsFor, worthOf } from './price.js';
import { type Quantity, type QuantityRequest, quantityOf } from './quantity.js';
import { type FundRow, type IncomeOption, lockFundShared, selectKnownDays } from './queries.js';
import type { NewFundTransaction } from './transaction-queries.js';

/** The members of a request. A zero means "not given". */
export interface FundTransactionRequest extends FundReference, OwnerRequest, QuantityRequest {
  readonly id?: bigint | undefined;
  readonly label?: string | undefined;
  readonly transType?: 'SUBSCRIPTION' | 'REDEMPTION' | undefined;
  readonly cashAccountId?: bigint | undefined;
  readonly currency?: string | undefined;
  readonly incomeOption?: IncomeOption | undefined;
  readonly transactionDate?: Instant | undefined;
  readonly description?: string | undefined;
}

/** The checked terms of an order, without its id, name, state and maker. */
export interface FundDraft {
  readonly fund: FundRow;
  readonly customer: DepositorRow;
  readonly quantity: Quantity;
  readonly holding: HoldingRow | undefined;
  readonly terms: Omit<
    NewFundTransaction,
    'id' | 'name' | 'status' | 'creator_kind' | 'creator_id' | 'created_by' | 'created_at'
  >;
}

interface Placing {
  readonly fund: FundRow;
  readonly holding: HoldingRow | undefined;
  readonly today: BusinessDate;
  readonly ask: Ask;
}

/**
 * The requested quantity (an amount, a number of units, or all units), and the member that contains
 * it.
 */
type Ask = { readonly member: string } & (
  | { readonly basis: 'AMOUNT'; readonly amountMinor: bigint }
  | { readonly basis: 'UNITS'; readonly units: Decimal }
  | { readonly basis: 'ALL' }
);

/** An order's estimated value, and the cash or units held until the order is dealt. */
interface Reserve {
  readonly estimateMinor: bigint | null;
  readonly heldMinor: bigint;
  readonly heldUnits: Decimal;
}

const NOTHING = new Decimal(0);

/** The context of a draft, in addition to the request. */
interface Drafting {
  readonly transType: 'SUBSCRIPTION' | 'REDEMPTION';
  readonly ports: AssetPorts;
  /** The portfolio of the order being changed; empty if it has none. Undefined for a new order. */
  readonly fixedPortfolio?: string;
}

/** Resolves and checks all references in a request. Refusals name the member. */
export async function draftFundTransaction(
  work: Work,
  request: FundTransactionRequest,
  on: Drafting,
): Promise<FundDraft> {
  const { transType } = on;
  const quantity = quantityOf(request, transType);
  const customer = await customerOf(work, request, on.ports);
  const fund = await fundNamed(work.tx, request);
  await lockFundShared(work.tx, fund.id);
  refuseClosed(fund, transType);
  refuseOtherCurrency(request, fund);
  const ask = askOf(quantity, fund);
  const account = await cashAccountFor(work.tx, customer.id, {
    id: request.cashAccountId || undefined,
    member: 'cashAccountId',
    currency: fund.currency,
  });
  const portfolioName =
    on.fixedPortfolio ?? (await portfolioFor(work, request, { customer, fund, ...on }));
  const today = await currentBusinessDate(work.tx);
  const holding = await lockHolding(work.tx, {
    fundId: fund.id,
    customerId: customer.id,
    portfolioName,
  });
  const placing = { fund, holding, today, ask };
  const reserve = transType === 'SUBSCRIPTION' ? reserveCash(placing) : reserveUnits(placing);
  const known = await selectKnownDays(work.tx, fund.id, today);
  const rule = await dealingRuleOf(work.tx, fund);
  const terms = {
    ...requestedColumns(request, transType, { fund, ask }),
    office_id: customer.office_id,
    customer_id: customer.id,
    fund_id: fund.id,
    portfolio_name: portfolioName,
    cash_account_id: account.id,
    order_date: today,
    dealing_date: dealingDateOf({ today, now: work.now }, rule, known),
    estimate_minor: reserve.estimateMinor,
    held_minor: reserve.heldMinor,
    held_units: reserve.heldUnits,
  };
  return { fund, customer, quantity, holding, terms };
}

/** Returns a warning for each member that contains a value but has no effect. */
export function ignoredWarnings(
  { transactionDate }: FundTransactionRequest,
  on: Pick<FundDraft, 'customer' | 'quantity'> & { readonly orderDate: BusinessDate },
): IgnoredMember[] {
  const { quantity, orderDate } = on;
  const warnings: IgnoredMember[] = [];
  if (quantity.ignored !== undefined) {
    const why = `it is an estimate, because the order is by ${quantity.member}`;
    warnings.push(ignoredMember(quantity.ignored, why));
  }
  if (transactionDate === undefined) return warnings;
  const date = dateOfInstant(transactionDate, on.customer.time_zone);
  if (date !== orderDate) {
    const why = `${date} is stored, but the order date is ${orderDate}`;
    warnings.push(ignoredMember('transactionDate', why));
  }
  return warnings;
}

function requestedColumns(
  request: FundTransactionRequest,
  transType: 'SUBSCRIPTION' | 'REDEMPTION',
  { fund, ask }: Pick<Placing, 'fund' | 'ask'>,
) {
  const size = {
    trans_type: transType,
    basis: ask.basis,
    amount_minor: ask.basis === 'AMOUNT' ? ask.amountMinor : null,
    units: ask.basis === 'UNITS' ? ask.units : null,
  };
  return {
    ...size,
    label: request.label || labelOf(size, fund),
    income_option: transType === 'SUBSCRIPTION' ? (request.incomeOption ?? null) : null,
    transaction_at: request.transactionDate ?? null,
    description: request.description ?? null,
  };
}

async function portfolioFor(
  work: Work,
  request: FundTransactionRequest,
  on: Drafting & { readonly customer: DepositorRow; readonly fund: FundRow },
): Promise<string> {
  const named = await portfolioNamed(work, request, on);
  if (named !== undefined) return named;
  return on.transType === 'REDEMPTION' ? onlyHoldingOf(work, on) : '';
}

function refuseClosed(fund: FundRow, transType: 'SUBSCRIPTION' | 'REDEMPTION'): void {
  const open = transType === 'SUBSCRIPTION' ? fund.open_for_subscription : fund.open_for_redemption;
  if (open) return;
  throw refuseMember(
    assetProblems.FUND_CLOSED,
    'transType',
    `${fund.name} is not open for ${transType.toLowerCase()}s`,
  );
}

function askOf(quantity: Quantity, fund: FundRow): Ask {
  if (quantity.basis === 'ALL') return { basis: quantity.basis, member: quantity.member };
  const { basis, member, value } = quantity;
  if (basis === 'AMOUNT') {
    const amountMinor = parseMinor(value, fund.currency);
    if (amountMinor === undefined) throw tooManyDecimals(member, fund.currency);
    return { basis, member, amountMinor };
  }
  if (value.decimalPlaces() > fund.units_decimals) {
    throw refuseMember(
      commonProblems.TOO_MANY_DECIMALS,
      member,
      `must have at most ${counted(fund.units_decimals, 'decimal')}`,
    );
  }
  return { basis, member, units: value };
}

// Without this check, an amount in another currency would be read as an amount in the fund's
// currency.
function refuseOtherCurrency({ currency }: FundTransactionRequest, fund: FundRow): void {
  if (currency === undefined || currency.toUpperCase() === fund.currency) return;
  throw refuseMember(
    financeProblems.CURRENCY_MISMATCH,
    'currency',
    `${fund.name} is in ${fund.currency}, not ${currency.toUpperCase()}`,
  );
}

// The cost of an order by units depends on a later price, so the hold is the estimate plus a
// margin.
function reserveCash({ fund, holding, today, ask }: Placing): Reserve {
  const first = holding === undefined || holding.units.isZero();
  const least = first ? fund.minimum_first_minor : fund.minimum_next_minor;
  if (ask.basis !== 'UNITS') {
    const heldMinor = ask.basis === 'AMOUNT' ? ask.amountMinor : 0n;
    refuseBelow(ask.member, heldMinor, { least, fund, first });
    return { estimateMinor: heldMinor, heldMinor, heldUnits: NOTHING };
  }
  const offer = offerPrice(navNow(fund, today), fund);
  const { costMinor } = subscribeUnits(ask.units, offer, fund);
  refuseBelow(ask.member, costMinor, { least, fund, first });
  const heldMinor = costMinor + percentOf(costMinor, fund.price_margin, fund.currency);
  return { estimateMinor: costMinor, heldMinor, heldUnits: NOTHING };
}

function refuseBelow(
  member: string,
  amountMinor: bigint,
  rule: { readonly least: bigint; readonly fund: FundRow; readonly first: boolean },
): void {
  const { least, fund, first } = rule;
  if (amountMinor >= least) return;
  const money = formatMoney({ minor: least, currency: fund.currency });
  const which = first ? 'first' : 'further';
  throw refuseMember(
    assetProblems.FUND_MINIMUM,
    member,
    `a ${which} subscription to ${fund.name} must be at least ${money}`,
  );
}

function reserveUnits({ fund, holding, today, ask }: Placing): Reserve {
  const available = holding?.units.minus(holding.held_units) ?? NOTHING;
  const nav = freshNav(fund, today);
  const bid = nav === undefined ? undefined : bidPrice(nav, fund);
  const worth = (units: Decimal) => (bid === undefined ? null : worthOf(units, bid, fund.currency));
  switch (ask.basis) {
    case 'ALL':
      if (available.isZero()) throw unitsShort(ask.member, available);
      return { estimateMinor: worth(available), heldMinor: 0n, heldUnits: available };
    case 'UNITS':
      if (ask.units.greaterThan(available)) throw unitsShort(ask.member, available);
      refuseRemainder(ask.member, available.minus(ask.units), fund);
      return { estimateMinor: worth(ask.units), heldMinor: 0n, heldUnits: ask.units };
    default: {
      const needed = unitsFor(ask.amountMinor, bidPrice(navNow(fund, today), fund), fund);
      if (needed.greaterThan(available)) throw unitsShort(ask.member, available);
      refuseRemainder(ask.member, available.minus(needed), fund);
      const margin = fund.price_margin.dividedBy(100).plus(1);
      const wanted = roundTo(needed.times(margin), fund.units_decimals, 'UP');
      const heldUnits = Decimal.min(available, wanted);
      return { estimateMinor: ask.amountMinor, heldMinor: 0n, heldUnits };
    }
  }
}

function unitsShort(member: string, available: Decimal) {
  return refuseMember(
    assetProblems.INSUFFICIENT_UNITS,
    member,
    `only ${countedAre(available.toFixed(), 'unit')} available`,
  );
}

// If the redemption leaves less than the minimum holding, the customer must redeem all units.
function refuseRemainder(member: string, left: Decimal, fund: FundRow): void {
  if (left.isZero() || left.greaterThanOrEqualTo(fund.minimum_holding_units)) return;
  throw refuseMember(
    assetProblems.FUND_MINIMUM,
    member,
    `would leave ${counted(left.toFixed(), 'unit')}, below the minimum holding of ` +
      `${fund.minimum_holding_units.toFixed()}; set allUnits to redeem all of them`,
  );
}

function navNow(fund: FundRow, today: BusinessDate): Decimal {
  const nav = freshNav(fund, today);
  if (nav !== undefined) return nav;
  const latest =
    fund.nav_date === null
      ? 'has no approved value yet'
      : `has no approved value since ${fund.nav_date}`;
  throw refuseMember(
    assetProblems.FUND_NAV_STALE,
    'fundName',
    `${fund.name} ${latest}, so the order cannot be estimated`,
  );
}

/** Returns the default label of an order, such as `REDEMPTION CHEQF 500 units`. */
export function labelOf(
  order: Pick<NewFundTransaction, 'trans_type' | 'amount_minor' | 'units'>,
  fund: FundRow,
): string {
  const { trans_type: transType, amount_minor: minor, units } = order;
  const what = `${transType} ${fund.name}`;
  if (minor !== null) return `${what} ${formatMoney({ minor, currency: fund.currency })}`;
  return units === null ? `${what} all units` : `${what} ${counted(units.toFixed(), 'unit')}`;
}

// Turns a request into a fund order: finds its references, checks limits, and computes the cash or
// units to hold.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { counted, countedAre } from '../../../platform/http/reply/counted.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { codeOf } from '../../../platform/ids.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { formatMoney, parseMinor } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { financeProblems } from '../../finance/index.js';
import { refuseInactive } from '../deposit/draft.js';
import { tooManyDecimals } from '../deposit/rate.js';
import { cashAccountFor, portfolioOf } from '../instrument/cash-account.js';
import { type DepositorRow, selectDepositor } from '../instrument/queries.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import { dealingDateOf } from './dealing-day.js';
import { dealingRuleOf, type FundReference, freshNav, fundNamed } from './fund.js';
import { type HoldingRow, lockHolding } from './holding-queries.js';
import { bidPrice, offerPrice, percentOf, subscribeUnits, unitsFor, worthOf } from './price.js';
import { type FundRow, type IncomeOption, lockFundShared, selectKnownDays } from './queries.js';
import type { NewFundTransaction } from './transaction-queries.js';

/** The members of a request. A zero means "not given". */
export interface FundTransactionRequest extends FundReference {
  readonly id?: bigint | undefined;
  readonly label?: string | undefined;
  readonly transType?: 'SUBSCRIPTION' | 'REDEMPTION' | undefined;
  readonly customerId?: bigint | undefined;
  readonly customerName?: string | undefined;
  readonly portfolioId?: bigint | undefined;
  readonly portfolioName?: string | undefined;
  readonly cashAccountId?: bigint | undefined;
  readonly amount?: Decimal | undefined;
  readonly units?: Decimal | undefined;
  readonly allUnits?: boolean | undefined;
  readonly incomeOption?: IncomeOption | undefined;
}

/** The checked terms of an order, without its id, name, state and maker. */
interface FundDraft {
  readonly fund: FundRow;
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

/** What an order asks for: an amount, a number of units, or all units. */
type Ask =
  | { readonly basis: 'AMOUNT'; readonly amountMinor: bigint }
  | { readonly basis: 'UNITS'; readonly units: Decimal }
  | { readonly basis: 'ALL' };

/** An order's estimated value, and the cash or units held until it is dealt. */
interface Reserve {
  readonly estimateMinor: bigint | null;
  readonly heldMinor: bigint;
  readonly heldUnits: Decimal;
}

const NOTHING = new Decimal(0);

/** Finds and checks everything that a request refers to. Refusals name the member. */
export async function draftFundTransaction(
  work: Work,
  request: FundTransactionRequest,
  on: { readonly transType: 'SUBSCRIPTION' | 'REDEMPTION'; readonly ports: AssetPorts },
): Promise<FundDraft> {
  const { transType } = on;
  const howMuch = refuseUnclear(request, transType);
  const customer = await customerOf(work, request);
  const fund = await fundNamed(work.tx, request);
  await lockFundShared(work.tx, fund.id);
  refuseClosed(fund, transType);
  const ask = askOf(howMuch, request, fund);
  const account = await cashAccountFor(work.tx, customer.id, {
    id: request.cashAccountId || undefined,
    member: 'cashAccountId',
    currency: fund.currency,
  });
  const portfolioName = await portfolioNamed(work, request, { customer, ports: on.ports });
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
  return {
    fund,
    holding,
    terms: {
      label: request.label || labelOf(transType, fund, ask),
      office_id: customer.office_id,
      customer_id: customer.id,
      fund_id: fund.id,
      portfolio_name: portfolioName,
      trans_type: transType,
      basis: ask.basis,
      amount_minor: ask.basis === 'AMOUNT' ? ask.amountMinor : null,
      units: ask.basis === 'UNITS' ? ask.units : null,
      cash_account_id: account.id,
      income_option: transType === 'SUBSCRIPTION' ? (request.incomeOption ?? null) : null,
      order_date: today,
      dealing_date: dealingDateOf({ today, now: work.now }, rule, known),
      estimate_minor: reserve.estimateMinor,
      held_minor: reserve.heldMinor,
      held_units: reserve.heldUnits,
    },
  };
}

// Refuses an order with two quantities, because it would be ambiguous.
function refuseUnclear(
  request: FundTransactionRequest,
  transType: 'SUBSCRIPTION' | 'REDEMPTION',
): Ask['basis'] {
  const refused = (member: string, why: string) =>
    refuseMember(commonProblems.INVALID_REQUEST, member, why);
  const given: Ask['basis'][] = [];
  if (request.amount !== undefined && !request.amount.isZero()) given.push('AMOUNT');
  if (request.units !== undefined && !request.units.isZero()) given.push('UNITS');
  if (request.allUnits === true) given.push('ALL');
  const [basis, second] = given;
  if (second !== undefined)
    throw refused('units', 'amount, units and allUnits are mutually exclusive');
  if (basis === 'ALL' && transType === 'SUBSCRIPTION') {
    throw refused('allUnits', 'is allowed only for a redemption');
  }
  if (basis !== undefined) return basis;
  if (request.amount === undefined && request.units === undefined) {
    throw refused('amount', 'or units is required');
  }
  throw refuseMember(
    financeProblems.AMOUNT_NOT_POSITIVE,
    request.amount === undefined ? 'units' : 'amount',
    'must be above zero',
  );
}

async function customerOf(work: Work, request: FundTransactionRequest): Promise<DepositorRow> {
  const id = request.customerId || undefined;
  const { customerName: name } = request;
  if (id === undefined && name === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'customerId', 'or customerName is required');
  }
  const member = id === undefined ? 'customerName' : 'customerId';
  const found = await selectDepositor(work.tx, { id, name });
  if (found === undefined || !seesOffice(work.principal, found.office_id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any customer');
  }
  if (name !== undefined && name !== found.name) {
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      'customerName',
      'does not match customerId',
    );
  }
  refuseInactive(found, member);
  return found;
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

function askOf(basis: Ask['basis'], request: FundTransactionRequest, fund: FundRow): Ask {
  switch (basis) {
    case 'ALL':
      return { basis };
    case 'AMOUNT': {
      const amount = positive('amount', request.amount);
      const amountMinor = parseMinor(amount, fund.currency);
      if (amountMinor === undefined) throw tooManyDecimals('amount', fund.currency);
      return { basis, amountMinor };
    }
    default: {
      const units = positive('units', request.units);
      if (units.decimalPlaces() > fund.units_decimals) {
        throw refuseMember(
          commonProblems.TOO_MANY_DECIMALS,
          'units',
          `must have at most ${counted(fund.units_decimals, 'decimal')}`,
        );
      }
      return { basis, units };
    }
  }
}

function positive(member: string, value: Decimal | undefined): Decimal {
  if (value?.greaterThan(0)) return value;
  throw refuseMember(financeProblems.AMOUNT_NOT_POSITIVE, member, 'must be above zero');
}

async function portfolioNamed(
  work: Work,
  request: FundTransactionRequest,
  on: { readonly customer: DepositorRow; readonly ports: AssetPorts },
): Promise<string> {
  const byId = request.portfolioId ? codeOf(request.portfolioId) : undefined;
  const { portfolioName } = request;
  if (byId !== undefined && portfolioName !== undefined && byId !== portfolioName) {
    throw refuseMember(
      commonProblems.REFERENCE_MISMATCH,
      'portfolioName',
      'does not match portfolioId',
    );
  }
  const named = { portfolioName: portfolioName ?? byId };
  return (await portfolioOf(work, named, { depositor: on.customer, ports: on.ports })) ?? '';
}

// The cost of an order by units depends on a later price, so the hold adds a margin to the
// estimate.
function reserveCash({ fund, holding, today, ask }: Placing): Reserve {
  const first = holding === undefined || holding.units.isZero();
  const least = first ? fund.minimum_first_minor : fund.minimum_next_minor;
  if (ask.basis !== 'UNITS') {
    const heldMinor = ask.basis === 'AMOUNT' ? ask.amountMinor : 0n;
    refuseBelow('amount', heldMinor, { least, fund, first });
    return { estimateMinor: heldMinor, heldMinor, heldUnits: NOTHING };
  }
  const offer = offerPrice(navNow(fund, today), fund);
  const { costMinor } = subscribeUnits(ask.units, offer, fund);
  refuseBelow('units', costMinor, { least, fund, first });
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
      if (available.isZero()) throw unitsShort('allUnits', available);
      return { estimateMinor: worth(available), heldMinor: 0n, heldUnits: available };
    case 'UNITS':
      if (ask.units.greaterThan(available)) throw unitsShort('units', available);
      refuseRemainder('units', available.minus(ask.units), fund);
      return { estimateMinor: worth(ask.units), heldMinor: 0n, heldUnits: ask.units };
    default: {
      const needed = unitsFor(ask.amountMinor, bidPrice(navNow(fund, today), fund), fund);
      if (needed.greaterThan(available)) throw unitsShort('amount', available);
      refuseRemainder('amount', available.minus(needed), fund);
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

// If less than the minimum holding would be left, the customer must redeem that too, with allUnits.
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

/** Returns the default label, such as `REDEMPTION CHEQF 500 units`. */
function labelOf(transType: string, fund: FundRow, ask: Ask): string {
  switch (ask.basis) {
    case 'ALL':
      return `${transType} ${fund.name} all units`;
    case 'UNITS':
      return `${transType} ${fund.name} ${counted(ask.units.toFixed(), 'unit')}`;
    default: {
      const amount = formatMoney({ minor: ask.amountMinor, currency: fund.currency });
      return `${transType} ${fund.name} ${amount}`;
    }
  }
}

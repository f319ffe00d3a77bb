// Adds up the days of a household's members, leaving out transfers between them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type MemberRow, visibleHousehold } from '../../party/index.js';
import { homeCalendar } from '../valuation/home-calendar.js';
import { customersOf, headerOf, isMember } from '../valuation/household.js';
import type { UnvaluedReason } from '../valuation/line.js';
import { type OwnerRow, selectPortfolios } from '../valuation/queries.js';
import { within } from '../valuation/subject.js';
import { type At, currencyOf } from '../valuation/valuation.js';
import { type DayFlow, type DayTotal, dayTotals, flowOf, sumOfFlows } from './day-total.js';
import { type HistoryOwner, historyOf } from './history.js';
import { selectFirstCapital } from './queries.js';
import { spanOf } from './span.js';
import type { ReturnSubject, SubjectRequest } from './subject.js';

/** A customer's days, and the dates of their membership in the household. */
export interface MemberDays {
  readonly customerId: bigint;
  readonly isIn: (date: BusinessDate) => boolean;
  readonly days: readonly DayTotal[];
}

/** A customer of the household whose days are to be read. */
interface Holder {
  readonly owner: HistoryOwner;
  readonly through: string;
  readonly times: readonly MemberRow[];
  /** The first date on which the customer had assets and belonged to the household. */
  readonly firstCapital: BusinessDate | null;
}

/**
 * Returns a household and the days of a range. The default currency is that of the first member's
 * business office.
 */
export async function householdSubject(
  at: At,
  id: bigint,
  request: SubjectRequest,
): Promise<ReturnSubject> {
  const { call, tx, knownAt } = at;
  const found = await visibleHousehold(call, tx, id);
  const customers = [...(await customersOf(call, tx, found)).values()];
  const today = await currentBusinessDate(tx);
  const holders: Holder[] = [];
  for (const customer of customers) {
    holders.push(await holderOf(at, { customer, today, members: found.members }));
  }
  const firstCapital = earliest(holders.flatMap((holder) => holder.firstCapital ?? []));
  const span = spanOf(request, {
    ...{ today, calendar: await homeCalendar(tx), firstCapital },
    coverage: undefined,
  });
  const through = customers[0]?.office_currency ?? '';
  const currency = currencyOf(request) ?? through;
  const scope = request.loans === false ? 'ASSETS' : 'CUSTOMER';
  const members: MemberDays[] = [];
  for (const { owner, through: own, times } of holders) {
    const currencies = { currency, through: own };
    const history = await historyOf(tx, owner, { dates: span.dates, currencies });
    const isIn = (date: BusinessDate) => times.some((time) => isMember(time, date));
    members.push({ customerId: owner.customerId, isIn, days: dayTotals(history, scope) });
  }
  const days = householdDays(members);
  return { header: headerOf(found), span, currency, through, knownAt, days };
}

async function holderOf(
  { tx, knownAt }: Omit<At, 'call'>,
  {
    customer,
    today,
    members,
  }: {
    readonly customer: OwnerRow;
    readonly today: BusinessDate;
    readonly members: readonly MemberRow[];
  },
): Promise<Holder> {
  const { customer_id: customerId, office_currency: through } = customer;
  const portfolios = within(await selectPortfolios(tx, customerId));
  const owner = { customerId, portfolios, today, knownAt };
  const times = members.filter(({ customer_id }) => customer_id === customerId);
  const joined = earliest(times.map(({ valid_from }) => valid_from));
  const first = await selectFirstCapital(tx, owner);
  const isLater = first !== null && joined !== null && joined > first;
  return { owner, through, times, firstCapital: isLater ? joined : first };
}

function earliest(dates: readonly BusinessDate[]): BusinessDate | null {
  return dates.reduce<BusinessDate | null>(
    (first, date) => (first === null || date < first ? date : first),
    null,
  );
}

/** The kind of record for the wealth of members who join or leave a household. */
const MEMBERSHIP = 'HOUSEHOLD_MEMBER';

/**
 * Returns the days of a household, under the policy of its first member. When a customer joins,
 * their value at the previous close is added in the morning, without a gain. When a customer
 * leaves, their value is removed in the same way. Transfers between members are not flows.
 */
export function householdDays(members: readonly MemberDays[]): DayTotal[] {
  const [first] = members;
  return (first?.days ?? []).map(({ date, rule }, index) => {
    const before = first?.days[index - 1]?.date;
    const present = members.filter(({ isIn }) => isIn(date));
    const ids = new Set(present.map(({ customerId }) => customerId));
    const days = present.flatMap((member) => member.days[index] ?? []);
    const moved = members.flatMap((member) => {
      const was = before !== undefined && member.isIn(before);
      const came = before !== undefined && !was && member.isIn(date);
      if (!came && !(was && !member.isIn(date))) return [];
      const minor = knownBefore(member, index);
      return flowOf(MEMBERSHIP, came ? minor : -minor);
    });
    const own = before === undefined ? [] : days.flatMap(({ flows }) => flows);
    const flows = [...own.map((flow) => withoutTransfer(flow, ids)), ...moved];
    const morning = sumOfFlows(moved);
    return {
      date,
      value: valueOfAll(days),
      rule,
      flows,
      ...sumOfFlows(flows),
      morningMinor: morning.inMinor - morning.outMinor,
      gains: days.every(({ gains }) => gains === undefined)
        ? undefined
        : days.flatMap(({ gains = [] }) => gains),
    };
  });
}

function valueOfAll(days: readonly DayTotal[]): bigint | UnvaluedReason {
  let total = 0n;
  for (const { value } of days) {
    if (typeof value === 'string') return value;
    total += value;
  }
  return total;
}

// Returns the last known value at a close before a day.
function knownBefore({ days }: MemberDays, index: number): bigint {
  const known = days.slice(0, index).findLast(({ value }) => typeof value === 'bigint');
  return typeof known?.value === 'bigint' ? known.value : 0n;
}

// A transfer between members is not a flow, but its fee remains a fee.
function withoutTransfer(flow: DayFlow, ids: ReadonlySet<bigint>): DayFlow {
  const { counterpartyId } = flow;
  if (counterpartyId === null || counterpartyId === undefined || !ids.has(counterpartyId)) {
    return flow;
  }
  return { ...flow, inMinor: 0n, outMinor: 0n };
}

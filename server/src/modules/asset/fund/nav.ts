// Net asset values. One person enters a value and another approves it; the approval may deal the
// day's orders.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { addDays } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Work } from '../../../platform/context.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { assetProblems } from '../problems.js';
import { stampOf } from '../stamp.js';
import { isDealingDay } from './dealing-day.js';
import { undecidedLock } from './decision.js';
import { fundEvent } from './event.js';
import { dealOrders } from './execution.js';
import { dealingRuleOf, type FundReference, fundNamed, isFresh } from './fund.js';
import { FUND, FUND_DEALING } from './limits.js';
import {
  countNavs,
  decideNav,
  type FundRow,
  insertNav,
  lockFund,
  lockNav,
  type NavFilter,
  selectFund,
  selectNav,
  selectNavOfDay,
  selectNavs,
} from './queries.js';
import { fundNavRecord } from './record.js';

export interface FundNavRequest extends FundReference {
  readonly valuationDate?: BusinessDate | undefined;
  readonly navPerUnit: Decimal;
}

/**
 * Enters a fund's value for a date. It stays PENDING until another person approves it. As soon as
 * it is entered, new orders are dealt on a later day. Refuses with FUND_NAV_REFUSED if the fund
 * does not deal on the date, or the date is in the future or too far in the past. Refuses with
 * FUND_NAV_EXISTS and the state of the existing value if the date already has one.
 */
export async function createFundNav(work: Work, request: FundNavRequest): Promise<Outcome> {
  const fund = await fundNamed(work.tx, request);
  await lockFund(work.tx, fund.id);
  const today = await currentBusinessDate(work.tx);
  const date = request.valuationDate ?? today;
  const earlier = await selectNavOfDay(work.tx, fund.id, date);
  if (earlier !== undefined) {
    throw refusal(assetProblems.FUND_NAV_EXISTS, {
      detail: `${fund.name} already has a value for ${date}, with status ${earlier.status}`,
      args: [earlier.status],
    });
  }
  await refuseValuationDate(work, fund, { date, today });
  refuseValue(fund, request.navPerUnit);
  const id = await work.context.ids.next(work.tx, 'fund_nav_id');
  const { kind, id: creatorId } = work.principal;
  await insertNav(
    work.tx,
    {
      fund_id: fund.id,
      valuation_date: date,
      nav_per_unit: request.navPerUnit,
      creator_kind: kind,
      creator_id: creatorId,
    },
    stampOf(work, id),
  );
  const outcome = await written(work, id, 'created');
  return { ...outcome, created: true, location: `order/fund/nav/id/${id}` };
}

async function refuseValuationDate(
  work: Work,
  fund: FundRow,
  { date, today }: { readonly date: BusinessDate; readonly today: BusinessDate },
): Promise<void> {
  const refused = (why: string) =>
    refuseMember(assetProblems.FUND_NAV_REFUSED, 'valuationDate', why);
  if (date > today) throw refused(`is after the business date ${today}`);
  const earliest = addDays(today, -FUND.valuationLateDaysMax);
  if (date < earliest) throw refused(`must not be before ${earliest}`);
  if (!isDealingDay(date, await dealingRuleOf(work.tx, fund))) {
    throw refused(`is not a dealing day of ${fund.name}`);
  }
}

function refuseValue(fund: FundRow, nav: Decimal): void {
  if (!nav.greaterThan(0)) {
    throw refuseMember(assetProblems.FUND_NAV_REFUSED, 'navPerUnit', 'must be above zero');
  }
  if (nav.greaterThan(FUND.perUnitMax)) {
    const why = `must be at most ${FUND.perUnitMax}`;
    throw refuseMember(assetProblems.FUND_NAV_REFUSED, 'navPerUnit', why);
  }
  if (nav.decimalPlaces() > fund.price_decimals) {
    throw refuseMember(
      commonProblems.TOO_MANY_DECIMALS,
      'navPerUnit',
      `must have at most ${counted(fund.price_decimals, 'decimal')}`,
    );
  }
}

/**
 * Approves a value: PENDING → APPROVED. Refuses its maker with OWN_WORK. If the fund deals on
 * approval and the value is recent enough, the same transaction executes up to
 * FUND_DEALING.ordersPerApproval orders of that day. The end of day executes the rest.
 */
export async function approveFundNav(work: Work, id: bigint): Promise<Outcome> {
  const nav = await lockUndecided(work, id);
  const found = await selectFund(work.tx, { id: nav.fund_id });
  const fund = present(found, 'the fund of a value exists');
  await decideNav(work.tx, stampOf(work, id), { status: 'APPROVED' });
  const date = await currentBusinessDate(work.tx);
  const deals = fund.deals_on_approval && isFresh(fund, nav.valuation_date, date);
  const ordersDealt = deals
    ? await dealOrders(work, { fund, nav, date }, FUND_DEALING.ordersPerApproval)
    : 0;
  const outcome = await written(work, id, 'approved');
  return { ...outcome, extra: { ordersDealt } };
}

/**
 * Rejects a value: PENDING → REJECTED. Refuses its maker with OWN_WORK. Afterwards, another value
 * can be entered for the date.
 */
export async function rejectFundNav(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  await lockUndecided(work, id);
  await decideNav(work.tx, stampOf(work, id), { status: 'REJECTED', reason });
  return written(work, id, 'rejected');
}

const lockUndecided = undecidedLock({
  noun: 'net asset value',
  wrongState: assetProblems.FUND_NAV_WRONG_STATE,
  select: selectNav,
  lock: lockNav,
  isVisible: () => true,
});

async function written(
  work: Work,
  id: bigint,
  done: 'created' | 'approved' | 'rejected',
): Promise<Outcome> {
  const nav = present(await selectNav(work.tx, id), 'the value was written');
  work.events.push(
    fundEvent(`fund-nav.${done}`, nav, {
      valuationDate: nav.valuation_date,
      navPerUnit: nav.nav_per_unit,
    }),
  );
  return {
    msgCode: `FUND_NAV_${done.toUpperCase()}`,
    id,
    name: `${nav.fund_name}-${nav.valuation_date}`,
    result: fundNavRecord(nav),
    version: nav.version,
  };
}

/** Lists value entries, newest first. */
export async function listFundNavs(
  call: Call,
  filter: NavFilter,
  page: PageRequest,
): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectNavs(call.db, filter, page), page);
  return { count: await countNavs(call.db, filter), result: rows.map(fundNavRecord), nextAfter };
}

/** Returns one value entry, or refuses with DOCUMENT_NOT_FOUND. */
export async function readFundNav(call: Call, id: bigint): Promise<object> {
  const nav = await selectNav(call.db, id);
  if (nav === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return versioned(fundNavRecord(nav), nav.version);
}

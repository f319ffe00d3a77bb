// Finds prices of customers' holdings that a person must check: missing, old, or changed by a large
// percentage.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type PageRequest, pageOfAll } from '../../../platform/http/reply/paging.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { type DayPrice, dayPrices } from '../day/price.js';
import { WEALTH } from '../limits.js';
import type { ListCall } from '../list-file.js';
import { loadOfficePolicies, type ValuationPolicy } from '../policy/policy.js';
import { wealthProblems } from '../problems.js';
import { isUnusable } from '../valuation/age.js';
import { dateOf } from '../valuation/valuation.js';
import { jumpedPrices, keyOf, previousOf } from './jump.js';
import { EXCEPTION_KINDS, type ExceptionKind } from './kind.js';
import { type HeldRow, selectHeld } from './queries.js';
import { exceptionRecord, type PriceException } from './record.js';

/** The filters of a list: the date, and optionally the kind. */
interface ExceptionRequest {
  readonly d?: BusinessDate | undefined;
  readonly kind?: ExceptionKind | undefined;
}

/**
 * Lists the exceptions on a date, most serious kind first, and within a kind by number of
 * customers. Whether an old price or a jump is an exception depends on each customer's policy.
 */
export function listPriceExceptions(
  call: Call,
  request: ExceptionRequest,
  page: PageRequest,
): Promise<Page<object>> {
  const { principal } = call;
  return onSnapshot(call.db, (tx) => pageOfExceptions({ principal, db: tx }, request, page));
}

/** Like `listPriceExceptions`, on an open snapshot. */
export async function pageOfExceptions(
  { principal, db: tx }: ListCall<Tx>,
  request: ExceptionRequest,
  page: PageRequest,
): Promise<Page<object>> {
  const { date } = await dateOf(tx, request);
  const exceptions = await exceptionsOn(tx, date, principal.offices);
  const listed = exceptions
    .filter(({ kind }) => request.kind === undefined || kind === request.kind)
    .toSorted(inOrder);
  return pageOfAll(listed.map(exceptionRecord), page);
}

async function exceptionsOn(
  tx: Tx,
  date: BusinessDate,
  offices: readonly bigint[] | undefined,
): Promise<PriceException[]> {
  const held = withinLimit(await selectHeld(tx, { date, offices }));
  const prices = await dayPrices(tx, { date });
  const policyOf = await loadOfficePolicies(tx);
  const priced = held.map((row) => ({
    row,
    price: (row.class === 'FUND' ? prices.funds : prices.securities).get(row.subject_id),
  }));
  const previous = await previousOf(tx, priced);
  const jumped = await jumpedPrices(tx, priced, previous);
  const found = new Map<string, PriceException>();
  for (const { row, price } of priced) {
    const key = keyOf(row);
    const age = ageKind(row, price, policyOf(row.office_id, date));
    const kinds: readonly (ExceptionKind | undefined)[] =
      jumped.has(key) && age !== 'UNUSABLE' ? [age, 'JUMP'] : [age];
    for (const kind of kinds) {
      if (kind === undefined) continue;
      const known = found.get(`${kind} ${key}`);
      found.set(`${kind} ${key}`, {
        ...{ kind, subject: row, price, previous: previous.get(key) },
        customers: row.customers + (known?.customers ?? 0n),
        units: known === undefined ? row.units : known.units.plus(row.units),
      });
    }
  }
  return [...found.values()];
}

function withinLimit(rows: readonly HeldRow[]): readonly HeldRow[] {
  if (rows.length <= WEALTH.pricedHoldingsMax) return rows;
  const most = String(WEALTH.pricedHoldingsMax);
  throw refusal(wealthProblems.VALUATION_TOO_LARGE, {
    detail: `The customers hold more than ${most} securities and funds, counted per office.`,
    args: [most],
  });
}

// Returns the exception for a price's age, as in the valuation of a customer with this policy.
function ageKind(
  { class: ofClass }: HeldRow,
  price: DayPrice | undefined,
  { staleAfterDays, unusableAfterDays = {} }: ValuationPolicy,
): ExceptionKind | undefined {
  if (price === undefined) return 'UNVALUED';
  if (isUnusable(price, unusableAfterDays[ofClass])) return 'UNUSABLE';
  const staleDays = ofClass === 'FUND' ? price.staleDays : staleAfterDays[ofClass];
  return staleDays !== undefined && price.daysOld > staleDays ? 'STALE' : undefined;
}

function inOrder(one: PriceException, other: PriceException): number {
  if (one.kind !== other.kind) {
    return EXCEPTION_KINDS.indexOf(one.kind) - EXCEPTION_KINDS.indexOf(other.kind);
  }
  if (one.customers !== other.customers) return one.customers < other.customers ? 1 : -1;
  const nameOf = ({ subject }: PriceException) => `${subject.name} ${keyOf(subject)}`;
  return nameOf(one) < nameOf(other) ? -1 : 1;
}

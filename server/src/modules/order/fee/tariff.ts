// Determines which fee schedule applies to a trade: by date, currency, asset class, exchange and
// office.

import { present } from '../../../platform/assert.js';
import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { AssetClass } from '../../market/index.js';
import type { FeeSchedule } from './charge-rule.js';

/** A stored version of a schedule. If it has no exchange or office, it applies to all of them. */
export interface ScheduleVersion extends FeeSchedule {
  readonly id: bigint;
  readonly label: string;
  readonly exchangeId?: bigint | undefined;
  readonly officeId?: bigint | undefined;
}

/** Every version of every schedule, with the latest version of each name first. */
export interface Tariff {
  /** The id of the newest version. A later tariff has a greater stamp. */
  readonly stamp: bigint;
  readonly schedules: readonly ScheduleVersion[];
}

/** The properties of a trade that determine its schedule. */
export interface TradeScope {
  readonly currency: string;
  readonly assetClass: AssetClass;
  /** If undefined, schedules for a single exchange or office do not apply. */
  readonly exchangeId: bigint | undefined;
  readonly officeId: bigint | undefined;
  readonly tradeDate: BusinessDate;
}

/**
 * Returns the versions in force on a date, at most one per name: the latest one that has started,
 * unless it has ended.
 */
export function inForceOn(tariff: Tariff, date: BusinessDate): readonly ScheduleVersion[] {
  return begunOn(tariff, date).filter(({ validTo }) => validTo === undefined || date <= validTo);
}

function begunOn({ schedules }: Tariff, date: BusinessDate): readonly ScheduleVersion[] {
  const names = new Set<string>();
  return schedules.filter(({ name, validFrom }) => {
    if (names.has(name) || (validFrom !== undefined && date < validFrom)) return false;
    names.add(name);
    return true;
  });
}

/** Returns the schedule in force for a trade; undefined if there is none. */
export function scheduleFor(tariff: Tariff, scope: TradeScope): ScheduleVersion | undefined {
  return closest(inForceOn(tariff, scope.tradeDate), scope);
}

/**
 * Returns the schedule for a trade that has been executed. If none is in force, the last one
 * applies, because a trade cannot be refused and its note must not be delayed by a missing
 * schedule.
 */
export function scheduleOfTrade(tariff: Tariff, scope: TradeScope): ScheduleVersion {
  const { tradeDate } = scope;
  const begun = (validFrom: BusinessDate | undefined) =>
    validFrom === undefined || validFrom <= tradeDate;
  return present(
    scheduleFor(tariff, scope) ??
      lastOf(begunOn(tariff, tradeDate), scope) ??
      lastOf(
        tariff.schedules.filter(({ validFrom }) => begun(validFrom)),
        scope,
      ),
    'an order was accepted by some schedule',
  );
}

function lastOf(
  schedules: readonly ScheduleVersion[],
  scope: TradeScope,
): ScheduleVersion | undefined {
  const endOf = ({ validTo }: ScheduleVersion) => validTo ?? LAST;
  return schedules
    .filter((schedule) => holdsFor(schedule, scope))
    .sort((left, right) => compare(endOf(right), endOf(left)) || rankOf(left) - rankOf(right))[0];
}

// A schedule for one office takes precedence over one for all offices; after that, a schedule for
// one exchange takes precedence over one for all exchanges.
function closest(
  schedules: readonly ScheduleVersion[],
  scope: TradeScope,
): ScheduleVersion | undefined {
  const holding = schedules.filter((schedule) => holdsFor(schedule, scope));
  return holding.sort((left, right) => rankOf(left) - rankOf(right))[0];
}

function rankOf({ officeId, exchangeId }: ScheduleVersion): number {
  return (officeId === undefined ? 2 : 0) + (exchangeId === undefined ? 1 : 0);
}

function holdsFor(schedule: ScheduleVersion, scope: TradeScope): boolean {
  const { exchangeId, officeId } = schedule;
  return (
    schedule.currency === scope.currency &&
    schedule.assetClasses.includes(scope.assetClass) &&
    (exchangeId === undefined || exchangeId === scope.exchangeId) &&
    (officeId === undefined || officeId === scope.officeId)
  );
}

/**
 * Returns a version of another schedule that applies to some of the same trades with no rule to
 * choose between the two; undefined if there is none. The given version must not be stored yet.
 */
export function overlapOf(
  tariff: Tariff,
  version: Omit<ScheduleVersion, 'id'>,
): ScheduleVersion | undefined {
  return tariff.schedules.find(
    (other) =>
      other.name !== version.name &&
      other.currency === version.currency &&
      other.exchangeId === version.exchangeId &&
      other.officeId === version.officeId &&
      other.assetClasses.some((assetClass) => version.assetClasses.includes(assetClass)) &&
      meet(countsIn(tariff, other), [version.validFrom ?? FIRST, version.validTo ?? LAST]),
  );
}

/**
 * Returns the first date of a range, and every later date in it on which charges may change because
 * a version or a rule starts or has ended.
 */
export function chargeDates(
  tariff: Tariff,
  { first, last }: { readonly first: BusinessDate; readonly last: BusinessDate },
): readonly BusinessDate[] {
  if (last <= first) return [first];
  return [first, ...changesOf(tariff).filter((date) => date > first && date <= last)];
}

/**
 * Returns the latest date, up to the given one, on which charges may have changed; undefined if
 * there is none.
 */
export function chargesSince(tariff: Tariff, date: BusinessDate): BusinessDate | undefined {
  return changesOf(tariff).findLast((change) => change <= date);
}

// A tariff object never changes: a new version creates a new object.
const changes = new WeakMap<Tariff, readonly BusinessDate[]>();

// Returns the dates sorted and without duplicates.
function changesOf(tariff: Tariff): readonly BusinessDate[] {
  const known = changes.get(tariff);
  if (known !== undefined) return known;
  const dates = tariff.schedules
    .flatMap((schedule) => [schedule, ...schedule.rules])
    .flatMap(({ validFrom, validTo }) => [
      ...(validFrom === undefined ? [] : [validFrom]),
      ...(validTo === undefined ? [] : [addDays(validTo, 1)]),
    ]);
  const sorted = [...new Set(dates)].sort();
  changes.set(tariff, sorted);
  return sorted;
}

type Span = readonly [first: string, last: string];

// Dates compare correctly as text. These two mean "no bound".
const FIRST = '';
const LAST = '9999-12-31';

// The dates, inclusive, on which this version is in force. The range is empty (from > to) if a
// later version always supersedes it.
function countsIn({ schedules }: Tariff, version: ScheduleVersion): Span {
  const first = version.validFrom ?? FIRST;
  const lasts = schedules
    .filter((each) => each.name === version.name && each.version > version.version)
    .map(({ validFrom }) => (validFrom === undefined ? FIRST : addDays(validFrom, -1)));
  return [first, [version.validTo ?? LAST, ...lasts].sort(compare)[0] ?? LAST];
}

function meet([first, last]: Span, [otherFirst, otherLast]: Span): boolean {
  return first <= last && first <= otherLast && otherFirst <= last;
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

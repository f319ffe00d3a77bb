// Which fee schedule counts for a trade: by date, currency, asset class, exchange and office.

import { present } from '../../../platform/assert.js';
import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { AssetClass } from '../../market/index.js';
import type { FeeSchedule } from './charge-rule.js';

/** A stored version of a schedule; without an exchange or office it holds for all of them. */
export interface ScheduleVersion extends FeeSchedule {
  readonly id: bigint;
  readonly label: string;
  readonly exchangeId?: bigint | undefined;
  readonly officeId?: bigint | undefined;
}

/** Every version of every schedule, the latest version of a name first. */
export interface Tariff {
  /** The id of the newest version: a later tariff has a greater one. */
  readonly stamp: bigint;
  readonly schedules: readonly ScheduleVersion[];
}

/** What of a trade decides on its schedule. */
export interface TradeScope {
  readonly currency: string;
  readonly assetClass: AssetClass;
  /** Undefined: a schedule for one exchange, or one office, does not hold. */
  readonly exchangeId: bigint | undefined;
  readonly officeId: bigint | undefined;
  readonly tradeDate: BusinessDate;
}

/**
 * The versions that count on a date, one of each name at most: the latest one that has begun, as
 * far as it has not ended.
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

/** The schedule in force for a trade; undefined when there is none. */
export function scheduleFor(tariff: Tariff, scope: TradeScope): ScheduleVersion | undefined {
  return closest(inForceOn(tariff, scope.tradeDate), scope);
}

/**
 * The schedule of a trade that has happened. When none is in force, the one that was last: a trade
 * cannot be refused, and its note must not wait for somebody's decision.
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

// The schedule of an office stands before that of all offices, and then that of one exchange.
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
 * A version of another schedule that would count beside this one for some trade, so that nobody
 * could say which of the two does; undefined when there is none. The version must not be stored
 * yet.
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
 * The first date of a stretch, and those within it from which other charges may hold for a trade: a
 * version begins or has ended, or a rule of one.
 */
export function chargeDates(
  tariff: Tariff,
  { first, last }: { readonly first: BusinessDate; readonly last: BusinessDate },
): readonly BusinessDate[] {
  if (last <= first) return [first];
  return [first, ...changesOf(tariff).filter((date) => date > first && date <= last)];
}

/** The latest date up to this one from which other charges may hold; undefined when none is. */
export function chargesSince(tariff: Tariff, date: BusinessDate): BusinessDate | undefined {
  return changesOf(tariff).findLast((change) => change <= date);
}

// A tariff never changes: a new version makes another one.
const changes = new WeakMap<Tariff, readonly BusinessDate[]>();

// Sorted, each date once.
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

// Dates as text compare as dates; these two stand for no bound.
const FIRST = '';
const LAST = '9999-12-31';

// From its first day to the day before a later version takes over; backwards when it never counts.
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

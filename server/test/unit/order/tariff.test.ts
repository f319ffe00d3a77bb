// Which version of which schedule applies: by date, and by specificity.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { NIGERIAN_TARIFFS } from '../../../src/modules/order/fee/shipped-tariff.js';
import {
  overlapOf,
  type ScheduleVersion,
  scheduleFor,
  scheduleOfTrade,
  type Tariff,
  type TradeScope,
} from '../../../src/modules/order/fee/tariff.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';

interface Brief {
  readonly name?: string;
  readonly version?: number;
  readonly from?: string;
  readonly to?: string;
  readonly exchangeId?: bigint;
  readonly officeId?: bigint;
}

let lastId = 0n;
function version(brief: Brief = {}): ScheduleVersion {
  lastId += 1n;
  return {
    id: lastId,
    name: brief.name ?? 'A',
    label: 'A schedule',
    version: brief.version ?? 1,
    currency: 'NGN',
    assetClasses: ['EQUITY'],
    validFrom: brief.from === undefined ? undefined : businessDate(brief.from),
    validTo: brief.to === undefined ? undefined : businessDate(brief.to),
    exchangeId: brief.exchangeId,
    officeId: brief.officeId,
    rules: [],
  };
}

// Returns a tariff sorted as the database returns it, with the latest version of each name first.
function tariff(...versions: readonly ScheduleVersion[]): Tariff {
  const schedules = [...versions].sort((left, right) => right.version - left.version);
  return { stamp: lastId, schedules };
}

const scope = (date: string, more: Partial<TradeScope> = {}): TradeScope => ({
  currency: 'NGN',
  assetClass: 'EQUITY',
  exchangeId: 1n,
  officeId: 1n,
  tradeDate: businessDate(date),
  ...more,
});

const named = (found: ScheduleVersion | undefined) => found && `${found.name}-${found.version}`;

describe('the schedule of a trade', () => {
  it('is the shipped one of its asset class and date, without a gap between two', () => {
    const shipped = tariff(
      ...NIGERIAN_TARIFFS.map((each, index) => ({ ...each, id: BigInt(index) })),
    );
    const on = (date: string, more: Partial<TradeScope> = {}) =>
      named(scheduleFor(shipped, scope(date, more)));
    assert.equal(on('2020-12-06'), 'NGX_EQUITY_2017-1');
    assert.equal(on('2020-12-07'), 'NGX_EQUITY-1');
    assert.equal(on('2016-12-31'), undefined);
    assert.equal(on('2026-01-05', { assetClass: 'BOND' }), 'NGX_BOND-1');
    assert.equal(on('2026-01-05', { currency: 'USD' }), undefined);
  });

  it('is the latest version in force, and the one before until then', () => {
    const all = tariff(version(), version({ version: 2, from: '2027-01-01' }));
    assert.equal(named(scheduleFor(all, scope('2026-12-31'))), 'A-1');
    assert.equal(named(scheduleFor(all, scope('2027-01-01'))), 'A-2');
  });

  it('is a correction from its first day on, also over versions that begin later', () => {
    const all = tariff(
      version({ from: '2020-01-01' }),
      version({ version: 2, from: '2027-01-01' }),
      version({ version: 3, from: '2025-01-01' }),
    );
    assert.equal(named(scheduleFor(all, scope('2024-12-31'))), 'A-1');
    assert.equal(named(scheduleFor(all, scope('2025-01-01'))), 'A-3');
    assert.equal(named(scheduleFor(all, scope('2027-06-01'))), 'A-3');
  });

  it('does not fall back to an earlier version when the latest has ended', () => {
    const all = tariff(version(), version({ version: 2, from: '2026-01-01', to: '2026-06-30' }));
    assert.equal(named(scheduleFor(all, scope('2026-06-30'))), 'A-2');
    assert.equal(scheduleFor(all, scope('2026-07-01')), undefined);
  });

  it('is that of the office, else of the exchange, else the general one', () => {
    const all = tariff(
      version({ name: 'GENERAL' }),
      version({ name: 'EXCHANGE', exchangeId: 1n }),
      version({ name: 'OFFICE', officeId: 1n }),
      version({ name: 'BOTH', officeId: 2n, exchangeId: 1n }),
      version({ name: 'OFFICE_2', officeId: 2n }),
    );
    const of = (more: Partial<TradeScope>) => named(scheduleFor(all, scope('2026-01-05', more)));
    assert.equal(of({}), 'OFFICE-1');
    assert.equal(of({ officeId: 2n }), 'BOTH-1');
    assert.equal(of({ officeId: 2n, exchangeId: 2n }), 'OFFICE_2-1');
    assert.equal(of({ officeId: 3n }), 'EXCHANGE-1');
    assert.equal(of({ officeId: 3n, exchangeId: 2n }), 'GENERAL-1');
    assert.equal(of({ officeId: undefined, exchangeId: undefined }), 'GENERAL-1');
  });

  it('is the last one for a past trade if none is in force', () => {
    const all = tariff(
      version({ name: 'OLD', to: '2024-12-31' }),
      version({ name: 'LAST', from: '2025-01-01', to: '2026-06-30' }),
      version({ name: 'NEXT', from: '2027-01-01' }),
    );
    assert.equal(named(scheduleOfTrade(all, scope('2026-08-03'))), 'LAST-1');
    assert.equal(named(scheduleOfTrade(all, scope('2026-06-30'))), 'LAST-1');
    assert.equal(named(scheduleOfTrade(all, scope('2027-01-04'))), 'NEXT-1');
  });

  it('is never a superseded version, or one that ended long ago, for a past trade', () => {
    const all = tariff(
      version({ name: 'A' }),
      version({ name: 'A', version: 2, to: '2026-06-30' }),
      version({ name: 'OFFICE', officeId: 1n, to: '2020-12-31' }),
    );
    assert.equal(named(scheduleOfTrade(all, scope('2026-08-03'))), 'A-2');
    const without: ScheduleVersion = { ...version({ version: 3 }), assetClasses: ['BOND'] };
    const bonds = tariff(...all.schedules, without);
    assert.equal(named(scheduleOfTrade(bonds, scope('2026-08-03'))), 'OFFICE-1');
  });
});

describe('an overlapping schedule', () => {
  const rival = (all: Tariff, brief: Brief) => named(overlapOf(all, version(brief)));

  it('is another one in force on some of the same days', () => {
    const all = tariff(version({ name: 'B', from: '2025-01-01', to: '2025-12-31' }));
    assert.equal(rival(all, { from: '2025-12-31' }), 'B-1');
    assert.equal(rival(all, { to: '2025-01-01' }), 'B-1');
    assert.equal(rival(all, {}), 'B-1');
    assert.equal(rival(all, { from: '2026-01-01' }), undefined);
    assert.equal(rival(all, { to: '2024-12-31' }), undefined);
  });

  it('is in force only until the next version of its own name', () => {
    const all = tariff(
      version({ name: 'B' }),
      version({ name: 'B', version: 2, from: '2026-01-01', to: '2026-03-31' }),
    );
    assert.equal(rival(all, { from: '2026-04-01' }), undefined);
    assert.equal(rival(all, { from: '2026-03-31' }), 'B-2');
    assert.equal(rival(all, { from: '2025-12-31', to: '2025-12-31' }), 'B-1');
  });

  it('has the same exchange and office; a more specific one does not overlap', () => {
    const all = tariff(version({ name: 'B', exchangeId: 1n }));
    assert.equal(rival(all, {}), undefined);
    assert.equal(rival(all, { exchangeId: 2n }), undefined);
    assert.equal(rival(all, { exchangeId: 1n }), 'B-1');
    assert.equal(rival(all, { exchangeId: 1n, officeId: 1n }), undefined);
  });

  it('is never a version of its own name', () => {
    assert.equal(rival(tariff(version()), { version: 2 }), undefined);
  });

  it('is found exactly if two would apply to a trade of one day', () => {
    const first = businessDate('2026-01-01');
    const day = fc.integer({ min: 0, max: 12 }).map((days) => addDays(first, days));
    const brief = fc.record({
      name: fc.constantFrom('A', 'B'),
      from: fc.option(day, { nil: undefined }),
      length: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(brief, { maxLength: 6 }), (briefs) => {
        let all = tariff();
        for (const { name, from, length } of briefs) {
          const to = length === undefined ? undefined : addDays(from ?? first, length);
          const latest = all.schedules.find((each) => each.name === name)?.version ?? 0;
          const next = version({
            ...{ name, version: latest + 1 },
            ...(from === undefined ? {} : { from }),
            ...(to === undefined ? {} : { to }),
          });
          const after = tariff(next, ...all.schedules);
          const days = Array.from({ length: 24 }, (_, index) => addDays(first, index - 2));
          const clash = days.some((date) => countingOn(after, date) > 1);
          assert.equal(overlapOf(all, next) !== undefined, clash);
          if (!clash) all = after;
        }
      }),
      { numRuns: 1_000, seed: 20261121 },
    );
  });
});

// Counts the names in force on a date without the code under test.
function countingOn(all: Tariff, date: string): number {
  const names = new Set(all.schedules.map(({ name }) => name));
  return [...names].filter((name) => {
    const begun = all.schedules.filter(
      (each) => each.name === name && (each.validFrom ?? '') <= date,
    );
    const most = Math.max(...begun.map((each) => each.version));
    const latest = begun.find((each) => each.version === most);
    return latest !== undefined && date <= (latest.validTo ?? '9999-12-31');
  }).length;
}

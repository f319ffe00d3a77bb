// Which trades lead to market claims.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClaimableTrade, claimOf } from '../../../src/modules/custody/rule/claim.js';

type ClaimRule = Parameters<typeof claimOf>[1];

const SHARE: ClaimRule = { basis: 'SETTLED', isBond: false };
const TRADED: ClaimRule = { basis: 'TRADED', isBond: false };
const BOND: ClaimRule = { basis: 'SETTLED', isBond: true };

const before = { isBeforeExDate: true };
const since = { isBeforeExDate: false };
const late = { isSettledByRecord: false, isDueByRecord: false };
const inTime = { isSettledByRecord: true, isDueByRecord: true };
const failed = { isSettledByRecord: false, isDueByRecord: true };

type Case = readonly [string, Omit<ClaimableTrade, 'side'>, ClaimRule, 'SELL' | 'BUY' | undefined];

/** The debtor in each row of the T2S market claims table. */
const CASES: readonly Case[] = [
  ['cum, late', { ...before, ...late, flag: undefined }, SHARE, 'SELL'],
  ['cum, late, flagged CUM', { ...before, ...late, flag: 'CUM' }, SHARE, 'SELL'],
  ['ex, late, flagged CUM', { ...since, ...late, flag: 'CUM' }, SHARE, 'SELL'],
  ['ex, in time', { ...since, ...inTime, flag: undefined }, SHARE, 'BUY'],
  ['ex, in time, flagged EX', { ...since, ...inTime, flag: 'EX' }, SHARE, 'BUY'],
  ['cum, in time, flagged EX', { ...before, ...inTime, flag: 'EX' }, SHARE, 'BUY'],
  ['cum, in time', { ...before, ...inTime, flag: undefined }, SHARE, undefined],
  ['ex, late', { ...since, ...late, flag: undefined }, SHARE, undefined],
  ['ex, in time, flagged CUM', { ...since, ...inTime, flag: 'CUM' }, SHARE, undefined],
  ['cum, late, flagged EX', { ...before, ...late, flag: 'EX' }, SHARE, undefined],
  ['cum, late, in a traded register', { ...before, ...late, flag: undefined }, TRADED, undefined],
  ['ex, late, flagged CUM, traded', { ...since, ...late, flag: 'CUM' }, TRADED, 'SELL'],
  ['cum, late, flagged EX, traded', { ...before, ...late, flag: 'EX' }, TRADED, 'BUY'],
  ['of a bond that failed to settle', { ...before, ...failed, flag: undefined }, BOND, 'SELL'],
  ['of a bond due after the record date', { ...before, ...late, flag: undefined }, BOND, undefined],
  ['of a bond, in time', { ...before, ...inTime, flag: undefined }, BOND, undefined],
];

describe('a trade', () => {
  for (const [what, trade, rule, debtor] of CASES) {
    it(`${what}: ${debtor === undefined ? 'neither side owes' : `the ${debtor} side owes`}`, () => {
      for (const side of ['BUY', 'SELL'] as const) {
        const expected =
          debtor === undefined ? undefined : debtor === side ? 'PAYABLE' : 'RECEIVABLE';
        assert.equal(claimOf({ ...trade, side }, rule), expected);
      }
    });
  }
});

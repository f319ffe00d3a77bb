// Each kind of corporate action can be recorded, and its terms are read back as proposed.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type EventDesk, openEventDesk } from './event-desk.js';

const SHARE = 'UBA';
const BOND = 'FG162027S1';
const DEADLINE = '2026-09-18T14:00:00.000Z';

interface Case {
  readonly members?: object;
  readonly options?: readonly object[];
  readonly participation: 'MAND' | 'CHOS' | 'VOLU';
  readonly security?: string;
  readonly unpaid?: true;
}

const cash = { type: 'CASH', cashPerUnit: 0.125, currency: 'NGN' };
const units = { type: 'SECU', newUnits: 1, oldUnits: 4, fractions: 'RDDN' };
const other = { ...units, newSecurityName: 'OANDO' };
const choice = { deadline: DEADLINE };
const taxed = { withheldBy: 'FIRM', issuerExempts: true };

const CASES: Readonly<Record<string, Case>> = {
  DVCA: { members: taxed, options: [cash], participation: 'MAND' },
  DVSE: {
    members: taxed,
    options: [{ ...units, cashPerUnit: 0.5, currency: 'NGN' }],
    participation: 'MAND',
  },
  DVOP: {
    members: { ...taxed, ...choice },
    options: [
      { ...cash, isDefault: true },
      { ...cash, type: 'SECU', price: 39.45, fractions: 'CINL', fractionPrice: 39.45 },
    ],
    participation: 'CHOS',
  },
  DRIP: {
    members: { ...taxed, ...choice, marketDeadline: DEADLINE },
    options: [cash, { ...cash, type: 'SECU', price: 20, fractions: 'RDDN', isDefault: true }],
    participation: 'CHOS',
  },
  BONU: {
    options: [{ ...units, availableDate: '2026-10-05' }],
    participation: 'MAND',
    unpaid: true,
  },
  SPLF: { options: [{ ...units, newUnits: 3, oldUnits: 2 }], participation: 'MAND', unpaid: true },
  SPLR: {
    members: { orders: 'KEEP', exPrice: 5.52, suspendFrom: '2026-09-14', suspendTo: '2026-09-16' },
    options: [units],
    participation: 'MAND',
    unpaid: true,
  },
  MRGR: {
    members: { exPrice: 30 },
    options: [{ ...other, type: 'CASE', cashPerUnit: 1.2, currency: 'NGN', exPrice: 30 }],
    participation: 'MAND',
  },
  TEND: {
    members: choice,
    options: [
      { ...cash, percent: 63.5 },
      { type: 'NOAC', isDefault: true },
    ],
    participation: 'VOLU',
  },
  SOFF: { options: [{ ...other, costPercent: 18.75 }], participation: 'MAND', unpaid: true },
  EXOF: {
    members: choice,
    options: [other, { type: 'NOAC' }],
    participation: 'VOLU',
    unpaid: true,
  },
  CAPD: { options: [cash], participation: 'MAND' },
  LIQU: { options: [cash], participation: 'MAND' },
  INTR: { members: taxed, options: [cash], participation: 'MAND', security: BOND },
  REDM: {
    options: [{ type: 'CASH', pricePer100: 100, currency: 'NGN' }],
    participation: 'MAND',
    security: BOND,
  },
  PCAL: {
    options: [{ type: 'CASH', percent: 25, currency: 'NGN' }],
    participation: 'MAND',
    security: BOND,
  },
  MCAL: {
    members: taxed,
    options: [{ type: 'CASH', pricePer100: 102, cashPerUnit: 3.25, currency: 'NGN' }],
    participation: 'MAND',
    security: BOND,
  },
  DFLT: { participation: 'MAND', security: BOND, unpaid: true },
  WRTH: { participation: 'MAND', unpaid: true },
  CHAN: {
    members: { newName: 'UBANEW', newLabel: 'UBA Holdings' },
    participation: 'MAND',
    unpaid: true,
  },
  DLST: { participation: 'MAND', unpaid: true },
};

describe('a corporate action of each kind', () => {
  let desk: EventDesk;
  before(async () => {
    desk = await openEventDesk();
  });
  after(() => desk?.stop());

  for (const [kind, { members = {}, options, participation, security, unpaid }] of Object.entries(
    CASES,
  )) {
    it(`is confirmed with all its terms: ${kind}`, async () => {
      const terms = {
        kind,
        securityName: security ?? SHARE,
        status: 'CONFIRMED',
        label: `Event ${kind}`,
        exDate: '2026-09-14',
        ...(unpaid === undefined ? { paymentDate: '2026-09-25' } : {}),
        ...members,
      };
      const numbered = options?.map((option, index) => ({ number: index + 1, ...option }));
      const event = await desk.record({ ...terms, options: numbered });
      for (const [member, value] of Object.entries(terms)) {
        assert.deepEqual(event[member], value, member);
      }
      assert.equal(event.participation, participation);
      const byDefault = { isDefault: participation === 'MAND' };
      const expected = numbered?.map((option) => ({ ...byDefault, ...option }));
      if (expected !== undefined) assert.deepEqual(event.options, expected);
      else assert.deepEqual(event.options.length, 1, 'one option, by which nothing is chosen');
      // Terms that are proposed exactly as read become the next version, with no differences.
      const { body: next } = await desk.propose({
        ...terms,
        options: event.options,
        name: event.name,
        qualificationDate: event.qualificationDate,
      });
      assert.deepEqual(next.result?.differences, [], JSON.stringify(next));
    });
  }
});

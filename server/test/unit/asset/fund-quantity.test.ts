// The size of a fund order: with our own members, with those of the original's clients, and with
// both.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type QuantityRequest, quantityOf } from '../../../src/modules/asset/fund/quantity.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

type TransType = 'SUBSCRIPTION' | 'REDEMPTION';
interface Sent extends Omit<QuantityRequest, 'amount' | 'transAmount' | 'units' | 'transUnits'> {
  readonly amount?: number;
  readonly transAmount?: number;
  readonly units?: number;
  readonly transUnits?: number;
}

const read = ({ allUnits, orderBase, ...numbers }: Sent, transType: TransType) =>
  quantityOf(
    {
      ...Object.fromEntries(
        Object.entries(numbers).map(([member, value]) => [member, new Decimal(value)]),
      ),
      allUnits,
      orderBase,
    },
    transType,
  );

function shown(sent: Sent, transType: TransType = 'SUBSCRIPTION') {
  const quantity = read(sent, transType);
  const value = quantity.basis === 'ALL' ? undefined : quantity.value.toNumber();
  return [quantity.basis, quantity.member, value, quantity.ignored];
}

function refusedBy(sent: Sent, transType: TransType = 'SUBSCRIPTION') {
  try {
    read(sent, transType);
  } catch (error) {
    assert.ok(error instanceof Problem);
    return [error.kind.code, error.details.errors?.[0]?.pointer];
  }
  return assert.fail('it was accepted');
}

describe('the only quantity given', () => {
  it('applies, under either name', () => {
    assert.deepEqual(shown({ amount: 75 }), ['AMOUNT', 'amount', 75, undefined]);
    assert.deepEqual(shown({ transAmount: 75 }), ['AMOUNT', 'transAmount', 75, undefined]);
    assert.deepEqual(shown({ units: 3 }), ['UNITS', 'units', 3, undefined]);
    assert.deepEqual(shown({ transUnits: 3 }), ['UNITS', 'transUnits', 3, undefined]);
    const all = shown({ allUnits: true, orderBase: 'QUANTITY' }, 'REDEMPTION');
    assert.deepEqual(all, ['ALL', 'allUnits', undefined, undefined]);
  });

  it('applies together with a zero', () => {
    assert.deepEqual(shown({ amount: 0, transAmount: 9, transUnits: 0 }), [
      ...['AMOUNT', 'transAmount', 9, undefined],
    ]);
  });

  it('may be sent twice with the same value', () => {
    assert.deepEqual(shown({ units: 4, transUnits: 4 }), ['UNITS', 'units', 4, undefined]);
  });
});

describe('an amount and units', () => {
  const both = { transAmount: 1_200, transUnits: 11.5 };

  it('apply as orderBase states, and the other one causes no warning', () => {
    const byAmount = ['AMOUNT', 'transAmount', 1_200, undefined];
    const byUnits = ['UNITS', 'transUnits', 11.5, undefined];
    assert.deepEqual(shown({ ...both, orderBase: 'VALUE' }, 'REDEMPTION'), byAmount);
    assert.deepEqual(shown({ ...both, orderBase: 'QUANTITY' }), byUnits);
  });

  it('without orderBase apply by the kind of order, and the other one is ignored', () => {
    assert.deepEqual(shown(both), ['AMOUNT', 'transAmount', 1_200, 'transUnits']);
    const redeemed = shown({ amount: 5, transUnits: 2 }, 'REDEMPTION');
    assert.deepEqual(redeemed, ['UNITS', 'transUnits', 2, 'amount']);
  });
});

describe('a contradiction is refused', () => {
  const cases: readonly (readonly [string, string, Sent, TransType?])[] = [
    ['INVALID_REQUEST', '/transAmount', { amount: 1, transAmount: 2 }],
    ['INVALID_REQUEST', '/transUnits', { units: 1, transUnits: 1.5, orderBase: 'VALUE' }],
    ['INVALID_REQUEST', '/units', { amount: 1, units: 1 }],
    ['INVALID_REQUEST', '/amount', { orderBase: 'VALUE', transUnits: 2 }],
    ['INVALID_REQUEST', '/units', { orderBase: 'QUANTITY', amount: 2, transUnits: 0 }],
    ['INVALID_REQUEST', '/transUnits', { allUnits: true, transUnits: 2 }, 'REDEMPTION'],
    ['INVALID_REQUEST', '/orderBase', { allUnits: true, orderBase: 'VALUE' }, 'REDEMPTION'],
    ['INVALID_REQUEST', '/allUnits', { allUnits: true }],
    ['INVALID_REQUEST', '/amount', {}],
    ['INVALID_REQUEST', '/amount', { orderBase: 'QUANTITY' }],
    ['AMOUNT_NOT_POSITIVE', '/transAmount', { transAmount: 0, transUnits: 0 }],
    ['AMOUNT_NOT_POSITIVE', '/transUnits', { transUnits: -3 }],
  ];
  for (const [code, pointer, sent, transType] of cases) {
    it(`${pointer} of ${transType ?? 'SUBSCRIPTION'} ${JSON.stringify(sent)}`, () => {
      assert.deepEqual(refusedBy(sent, transType), [code, pointer]);
    });
  }
});

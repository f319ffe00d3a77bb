// How many units an amount pays for, with the charges of the demonstration's fee schedule.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleModule } from '../../support/console-module.js';

const cents = (amount: number): number => Math.round(amount * 100 + 1e-6) / 100;

/** Commission, SEC fee, stamp duty, alert fee, and VAT on the commission and the fees. */
function netOf(units: number, price: number): number {
  const value = cents(units * price);
  const commission = cents(value * 0.0135);
  const sec = cents(value * 0.003);
  const stamp = cents(value * 0.0008);
  const vat = cents(commission * 0.075) + cents(sec * 0.075) + cents(4 * 0.075);
  return cents(value + commission + sec + stamp + 4 + vat);
}

async function most(cash: number, price: number, lotSize = 1) {
  const { unitsWithin } = await consoleModule('lib/units-within.ts');
  assert.ok(typeof unitsWithin === 'function');
  let estimates = 0;
  const netAmountOf = async (units: number) => {
    estimates += 1;
    return netOf(units, price);
  };
  const units: unknown = await unitsWithin({ cash, price, lotSize, netAmountOf });
  assert.ok(estimates <= 5, `${estimates} estimates`);
  return Number(units);
}

test('the ticket shows the golden figures', async () => {
  assert.equal(netOf(1_000, 94.5), 96_256.09);
  assert.equal(netOf(25_973, 94.5), 2_499_952.14);
  assert.equal(netOf(25_974, 94.5), 2_500_048.38);
  assert.equal(await most(2_500_000, 94.5), 25_973);
  assert.equal(await most(2_500_000, 103.95), 23_612);
  const { unitsForValue } = await consoleModule('lib/units-within.ts');
  assert.ok(typeof unitsForValue === 'function');
  assert.equal(unitsForValue(1_000_000, 94.5, 1), 10_582);
  assert.equal(unitsForValue(0.3, 0.1, 1), 3);
  assert.equal(unitsForValue(1_000, 0.29, 100), 3_400);
  assert.equal(unitsForValue(10, 94.5, 1), 0);
  assert.equal(netOf(10_582, 94.5), 1_018_540.79);
});

test('the maximum units cost no more than the cash, and one more lot costs more', async () => {
  for (const [cash, price, lotSize] of [
    [10_000, 0.29, 1],
    [999_999.99, 12.05, 100],
    [2_000, 1_999, 1],
    [5_000_000, 589.5, 10],
    [100, 94.5, 1],
    [98.5, 94.5, 1],
    [50, 94.5, 1],
  ] as const) {
    const units = await most(cash, price, lotSize);
    assert.ok(units === 0 || netOf(units, price) <= cash, `${units} units for ${cash}`);
    assert.ok(netOf(units + lotSize, price) > cash, `${units + lotSize} units for ${cash}`);
    assert.equal(units % lotSize, 0);
  }
});

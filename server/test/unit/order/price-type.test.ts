// The table of price types, compared with the known terms of each type.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  FIX_ORD_TYPE,
  PRICE_TYPE,
  PRICE_TYPES,
  type PriceType,
} from '../../../src/modules/order/rule/price-type.js';

type Known = readonly [prices: string, ordType: string, auction: boolean, value: boolean];

const KNOWN: Readonly<Record<PriceType, Known>> = {
  MARKET: ['', '1', false, true],
  LIMIT: ['limit', '2', true, true],
  STOP: ['stop', '1', false, false],
  STOP_LIMIT: ['limit stop', '2', false, false],
};

for (const priceType of PRICE_TYPES) {
  it(`${priceType} has the expected prices, OrdType and uses`, () => {
    const { needsLimitPrice, needsStopPrice, sentAs, ...takes } = PRICE_TYPE[priceType];
    const prices = [...(needsLimitPrice ? ['limit'] : []), ...(needsStopPrice ? ['stop'] : [])];
    assert.deepEqual(
      [prices.join(' '), FIX_ORD_TYPE[sentAs], takes.takesAuction, takes.takesValue],
      KNOWN[priceType],
    );
  });
}

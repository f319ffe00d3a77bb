// The built-in rules of the Nigerian Exchange.

import { businessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { ClassRules, MarketRules } from './market-rule.js';
import type { RuleRow } from './schema.js';

/** A date before any trade, because the exchange in Lagos opened in 1961. */
const BEGINNING = businessDate('1960-01-01');

/** The trading day, as described on the exchange's market structure page. */
export const NGX_TRADING_DAY: RuleRow<'TRADING_PHASES'> = {
  validFrom: BEGINNING,
  phases: [
    { from: '09:30', phase: 'PRE_OPEN' },
    { from: '09:55', phase: 'OPENING_IMBALANCE' },
    { from: '10:00', phase: 'CONTINUOUS' },
    { from: '14:20', phase: 'PRE_CLOSE' },
    { from: '14:25', phase: 'CLOSING_IMBALANCE' },
    { from: '14:30', phase: 'CLOSED' },
  ],
};

/** The NGX trading day, but with continuous trading at any hour in a demonstration. */
export const AROUND_THE_CLOCK: RuleRow<'TRADING_PHASES'> = {
  ...NGX_TRADING_DAY,
  aroundTheClock: true,
};

/** Price increments by the price of the security (notice of January 2018). */
export const NGX_PRICE_TICK: RuleRow<'PRICE_TICK'> = {
  validFrom: BEGINNING,
  groups: [
    { from: new Decimal(0), tick: new Decimal('0.01') },
    { from: new Decimal(5), tick: new Decimal('0.05') },
    { from: new Decimal(100), tick: new Decimal('0.10') },
  ],
};

/** The maximum distance of a price from the previous close. */
export const NGX_PRICE_BAND: RuleRow<'PRICE_BAND'> = {
  validFrom: BEGINNING,
  percent: new Decimal(10),
};

/** T+3 to 27 November 2025, T+2 from 28 November 2025, T+1 from 1 June 2026 (SEC notices). */
export const NGX_SETTLEMENT_LAGS: readonly RuleRow<'SETTLEMENT_LAG'>[] = [
  { validFrom: BEGINNING, businessDays: 3 },
  { validFrom: businessDate('2025-11-28'), businessDays: 2 },
  { validFrom: businessDate('2026-06-01'), businessDays: 1 },
];

/** Shares are marked down on the business day after the qualification date. */
const NGX_SHARE_ENTITLEMENT: RuleRow<'ENTITLEMENT'> = {
  validFrom: BEGINNING,
  exOffsetBusinessDays: 1,
  registerBasis: 'TRADED',
  claimDays: 20,
  orders: {
    DVCA: 'ADJUST',
    DVOP: 'ADJUST',
    DVSE: 'ADJUST',
    DRIP: 'ADJUST',
    CAPD: 'ADJUST',
    LIQU: 'ADJUST',
    BONU: 'ADJUST',
    SPLF: 'ADJUST',
    SPLR: 'CANCEL',
    RHDI: 'CANCEL',
    SOFF: 'CANCEL',
    MRGR: 'CANCEL',
    EXOF: 'CANCEL',
  },
};

/** A bond has no ex-coupon period. The holder whose purchase has settled receives the coupon. */
const NGX_BOND_ENTITLEMENT: RuleRow<'ENTITLEMENT'> = {
  validFrom: BEGINNING,
  exOffsetBusinessDays: 0,
  registerBasis: 'SETTLED',
  claimDays: 20,
};

/**
 * Returns the initial NGX rules with these hours. The rules for shares and bonds differ only in
 * entitlement.
 */
export function ngxRules(hours: RuleRow<'TRADING_PHASES'>): MarketRules['classes'] {
  const rules: ClassRules = {
    TRADING_PHASES: [hours],
    PRICE_TICK: [NGX_PRICE_TICK],
    PRICE_BAND: [NGX_PRICE_BAND],
    LOT_SIZE: [{ validFrom: BEGINNING, units: 1n }],
    // The exchange accepts orders with an end date, so orders are entered only once, whatever their
    // term.
    ORDER_LIFE: [{ validFrom: BEGINNING }],
    SETTLEMENT_LAG: NGX_SETTLEMENT_LAGS,
    ENTITLEMENT: [NGX_SHARE_ENTITLEMENT],
  };
  return { EQUITY: rules, BOND: { ...rules, ENTITLEMENT: [NGX_BOND_ENTITLEMENT] } };
}

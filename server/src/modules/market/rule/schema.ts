// Wire shapes of a market's dated rules, which are also stored in these shapes.

import { type Static, type TUnsafe, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { MARKET } from '../limits.js';
import { TRADING_PHASES } from './trading-phase.js';

export const ASSET_CLASSES = ['EQUITY', 'BOND'] as const;

/** A class of securities. Each asset class of an exchange has its own rules. */
export type AssetClass = (typeof ASSET_CLASSES)[number];

const validFrom = wireDate({ description: 'First date on which the row applies' });
const listed = { minItems: 1, maxItems: MARKET.ruleGroupsMax } as const;

const tradingPhases = closedObject({
  validFrom,
  aroundTheClock: Type.Optional(
    wireFlag({
      description:
        'With --demo, trading is continuous at any hour of every date; otherwise the phases apply',
    }),
  ),
  phases: Type.Array(
    closedObject({
      from: wireText({ description: 'Local time, HH:mm', longest: 5 }),
      phase: wireChoice(TRADING_PHASES, { description: 'The phase that begins at this time' }),
    }),
    {
      maxItems: MARKET.ruleGroupsMax,
      description: 'Phases in time order; the market is closed before the first one',
    },
  ),
});

const priceTick = closedObject({
  validFrom,
  groups: Type.Array(
    closedObject({
      from: wireDecimal({ description: 'Lowest reference price of the group', least: 0 }),
      tick: wireDecimal({ description: 'Price increment in the group' }),
    }),
    { ...listed, description: 'Price groups; one must begin at 0' },
  ),
});

const priceBand = closedObject({
  validFrom,
  percent: wireDecimal({
    description: 'Maximum distance of a price from the previous close, in percent',
    least: 0,
    most: 100,
  }),
});

const lotSize = closedObject({
  validFrom,
  units: wireId({
    description: 'Units in a lot, for securities without their own lot size',
    least: 1,
  }),
});

const settlementLag = closedObject({
  validFrom,
  businessDays: wireInteger({
    description: 'Business days from trade to settlement',
    most: MARKET.settlementDaysMax,
  }),
});

const orderLife = closedObject({
  validFrom,
  longestDays: Type.Optional(
    wireInteger({
      description:
        'Days after entry for which the exchange keeps an order: 0 for the same day only; ' +
        'absent for any date. Orders that live longer are entered again each day',
      most: MARKET.orderLifeDaysMax,
    }),
  ),
});

/** The effect of an ex-date on a live order in the security. */
const orderPolicy = wireChoice(['ADJUST', 'CANCEL', 'KEEP'], {
  description:
    'ADJUST: price and quantity are adjusted for the corporate action; CANCEL: the order is ' +
    'cancelled; KEEP: it is not changed',
});

const policy = Type.Optional(orderPolicy);

// The order policy by kind of corporate action (ISO 15022, CAEV), for kinds whose ex-date changes
// the price.
const orderPolicies = closedObject({
  DVCA: policy,
  DVOP: policy,
  DVSE: policy,
  DRIP: policy,
  CAPD: policy,
  LIQU: policy,
  BONU: policy,
  SPLF: policy,
  SPLR: policy,
  RHDI: policy,
  SOFF: policy,
  MRGR: policy,
  EXOF: policy,
});

const entitlement = closedObject({
  validFrom,
  exOffsetBusinessDays: wireInteger({
    description: 'Business days from the qualification date of a corporate action to its ex-date',
    most: MARKET.exOffsetDaysMax,
  }),
  registerBasis: wireChoice(['TRADED', 'SETTLED'], {
    description:
      'Holders whom the registrar pays. TRADED: by trades up to the qualification date; ' +
      'SETTLED: by trades settled by then',
  }),
  claimDays: wireInteger({
    description: 'Business days after payment during which market claims are detected',
    most: MARKET.claimDaysMax,
  }),
  orders: Type.Optional(orderPolicies),
});

/** The shape of each rule's rows. */
export const RULE_ROWS = {
  TRADING_PHASES: tradingPhases,
  PRICE_TICK: priceTick,
  PRICE_BAND: priceBand,
  LOT_SIZE: lotSize,
  ORDER_LIFE: orderLife,
  SETTLEMENT_LAG: settlementLag,
  ENTITLEMENT: entitlement,
} as const;

export type MarketRule = keyof typeof RULE_ROWS;

export const MARKET_RULES: readonly MarketRule[] = [
  'TRADING_PHASES',
  'PRICE_TICK',
  'PRICE_BAND',
  'LOT_SIZE',
  'ORDER_LIFE',
  'SETTLEMENT_LAG',
  'ENTITLEMENT',
];

/** A row of a rule, with exact values. */
export type RuleRow<Rule extends MarketRule> = Static<(typeof RULE_ROWS)[Rule]>;

/** A row of any rule. */
export type DatedRow = RuleRow<MarketRule>;

/** All rows of one rule, for an exchange and asset class. */
export interface RuleTable {
  readonly exchange: string;
  readonly assetClass: AssetClass;
  readonly rows: readonly DatedRow[];
}

const subject = {
  exchange: wireText({ description: 'Code of the exchange' }),
  assetClass: wireChoice(ASSET_CLASSES, { description: 'Asset class' }),
};

/** Returns the shape of a rule's proposed rows. Rows for past dates must be left unchanged. */
export function ruleTable(rule: MarketRule): TUnsafe<RuleTable> {
  return Type.Unsafe<RuleTable>(closedObject({ ...subject, rows: rowsOf(rule) }));
}

/** Returns the shape of a `ruleTable` plus the reason for its proposal. */
export function ruleProposal(rule: MarketRule): TUnsafe<RuleTable & ChangeReason> {
  const members = { ...subject, rows: rowsOf(rule), ...changeReason };
  return Type.Unsafe<RuleTable & ChangeReason>(closedObject(members));
}

interface ChangeReason {
  readonly reason?: string;
  readonly effectiveNote?: string;
}

function rowsOf(rule: MarketRule) {
  return Type.Array(RULE_ROWS[rule], {
    minItems: 1,
    maxItems: MARKET.ruleRowsMax,
    description: 'Rows in date order',
  });
}

export const ruleQuery = closedObject({
  x: wireText({ description: 'Code of the exchange' }),
  t: wireChoice(ASSET_CLASSES, { description: 'Asset class' }),
});

export const hoursQuery = closedObject({
  t: Type.Optional(wireChoice(ASSET_CLASSES, { description: 'Asset class; default: EQUITY' })),
  ...pageBS,
});

/** An exchange's current trading hours. */
export const hoursReply = openObject({
  id: wireId({ description: 'Id of the exchange' }),
  exchange: wireText({ description: 'Code of the exchange' }),
  label: wireText({ description: 'Name of the exchange' }),
  currency: wireText({ description: 'Currency of its prices' }),
  timeZone: wireText({ description: 'Time zone (IANA)' }),
  weekend: Type.Array(wireInteger(), { description: 'Closed days, 1 for Monday to 7 for Sunday' }),
  businessDate: wireDate({ description: 'Date of the session' }),
  assetClass: wireChoice(ASSET_CLASSES),
  phase: wireChoice(TRADING_PHASES, { description: 'The current phase' }),
  phaseEnds: Type.Optional(
    wireInstant({ description: 'End of the phase; absent while closed or around the clock' }),
  ),
  nextOpening: Type.Optional(
    wireInstant({ description: 'Next start of continuous trading; absent while it lasts' }),
  ),
  aroundTheClock: wireFlag({ description: 'True if trading never closes' }),
  holiday: Type.Optional(
    wireText({ description: 'Name of the holiday on which the session date falls' }),
  ),
});

export const ruleReply = openObject({
  ...subject,
  tradingPhases: Type.Array(tradingPhases),
  priceTick: Type.Array(priceTick),
  priceBand: Type.Array(priceBand),
  lotSize: Type.Array(lotSize),
  orderLife: Type.Array(orderLife),
  settlementLag: Type.Array(settlementLag),
  entitlement: Type.Array(entitlement),
});

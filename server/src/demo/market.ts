// The demonstration market: the Nigerian Exchange with its holidays, order terms, securities and
// prices.

import { isTaxClass } from '../modules/asset/index.js';
import {
  AROUND_THE_CLOCK,
  addHolidays,
  createSecurity,
  firstBusinessDate,
  isinCheckDigit,
  type NewOrderTerm,
  ngxRules,
  nigerianHolidays,
  recordFirstExchange,
  recordFirstOrderTerm,
  recordFirstRules,
  requireExchange,
} from '../modules/market/index.js';
import { businessDate } from '../platform/calendar/business-date.js';
import { openBusinessDay } from '../platform/calendar/business-day.js';
import type { Work } from '../platform/context.js';
import { Decimal } from '../platform/money/decimal.js';
import { DEMO_BONDS, DEMO_SHARES } from './security.js';
import type { DemoStep } from './step.js';

// The demonstration broker keeps good-till-cancelled orders alive for sixty days, because the
// exchange does not support that term.
const GTC_LIFE_DAYS = 60;

const TERMS: readonly NewOrderTerm[] = [
  { name: '0000000000', label: 'Good for the day', fixTimeInForce: '0' },
  {
    name: '0000000001',
    label: 'Good till cancelled',
    fixTimeInForce: '1',
    defaultLifeDays: GTC_LIFE_DAYS,
  },
  { name: '0001000101', label: 'Day order', fixTimeInForce: '0' },
  { name: 'GF7DAYS', label: 'Good for 7 days', fixTimeInForce: '6', defaultLifeDays: 7 },
  { name: 'DAY', label: 'Day', fixTimeInForce: '0' },
  { name: 'GTC', label: 'Good till cancel', fixTimeInForce: '1', defaultLifeDays: GTC_LIFE_DAYS },
  { name: 'GTD', label: 'Good till date', fixTimeInForce: '6', defaultLifeDays: 30 },
  { name: 'IOC', label: 'Immediate or cancel', fixTimeInForce: '3' },
  { name: 'FOK', label: 'Fill or kill', fixTimeInForce: '4' },
  { name: 'ATO', label: 'At the opening', fixTimeInForce: '2' },
  { name: 'ATC', label: 'At the close', fixTimeInForce: '7' },
];

/** Stores the exchange, calendar, business day, order terms and securities. */
export const marketStep: DemoStep = { name: 'market', run: fillMarket };

async function fillMarket(work: Work): Promise<void> {
  await recordFirstExchange(work, {
    name: 'NGX',
    aliases: ['NSE'],
    label: 'Nigerian Exchange',
    currency: 'NGN',
    timeZone: 'Africa/Lagos',
  });
  const { id: exchangeId } = await requireExchange(work.tx, 'NGX', 'exchange');
  await addHolidays(work.tx, exchangeId, await nigerianHolidays({ from: 2025, to: 2030 }));
  await openBusinessDay(work.tx, () => firstBusinessDate(work.now));
  for (const term of TERMS) await recordFirstOrderTerm(work, term);
  await listShares(work);
  await listBonds(work);
}

/** Stores the market rules of NGX, with trading around the clock. */
export const marketRuleStep: DemoStep = {
  name: 'market-rule',
  run: (work) => recordFirstRules(work, 'NGX', ngxRules(AROUND_THE_CLOCK)),
};

async function listShares(work: Work): Promise<void> {
  for (const share of DEMO_SHARES) {
    await createSecurity(
      work,
      {
        exchange: 'NGX',
        name: share.name,
        label: share.label,
        securityType: 'EQUITY',
        sector: share.sector,
        isin: isinOf(share.isinBody),
        sharesOutstanding: share.sharesOutstanding,
        previousClose: new Decimal(share.price),
      },
      { isTaxClass },
    );
  }
}

async function listBonds(work: Work): Promise<void> {
  for (const bond of DEMO_BONDS) {
    await createSecurity(
      work,
      {
        exchange: 'NGX',
        name: bond.name,
        label: bond.label,
        securityType: 'BOND_NAT',
        sector: 'Federal Government',
        isin: isinOf(`NG${bond.name.slice(0, 9)}`),
        faceValue: new Decimal(1000),
        couponRate: new Decimal(bond.couponRate),
        maturityDate: businessDate(bond.maturityDate),
        previousClose: new Decimal(bond.price),
      },
      { isTaxClass },
    );
  }
}

function isinOf(body: string): string {
  return `${body}${isinCheckDigit(body)}`;
}

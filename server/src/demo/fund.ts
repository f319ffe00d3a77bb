// Demonstration funds: a money market fund, an equity fund, a holder and a pending order.

import {
  addFund,
  approveFundNav,
  approveFundTransaction,
  createFundNav,
  type NewFund,
  submitFundTransaction,
} from '../modules/asset/index.js';
import { calendarOf, exchangeByCode } from '../modules/market/index.js';
import { present } from '../platform/assert.js';
import { previousBusinessDay } from '../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../platform/calendar/business-date.js';
import { currentBusinessDate } from '../platform/calendar/business-day.js';
import type { Work } from '../platform/context.js';
import { Decimal } from '../platform/money/decimal.js';
import type { DemoStep } from './step.js';

const MONEY_MARKET: Omit<NewFund, 'exchange_id'> = {
  name: 'CHMMF',
  label: 'Money Market Fund',
  active: true,
  fund_type: 'MONEY_MARKET',
  currency: 'NGN',
  price_decimals: 4,
  units_decimals: 4,
  bid_spread: '0',
  offer_spread: '0',
  entry_fee: '0',
  exit_fees: [],
  fee_vat_percent: '7.5',
  minimum_holding_days: 30,
  early_redemption_percent: '0.5',
  cut_off: '14:00',
  time_zone: 'Africa/Lagos',
  dealing_weekdays: [1, 2, 3, 4, 5],
  minimum_first_minor: 1_000_000n,
  minimum_next_minor: 500_000n,
  minimum_holding_units: '50',
  open_for_subscription: true,
  open_for_redemption: true,
  income_policy: 'DISTRIBUTE',
  income_option: 'REINVEST',
  tax_class: null,
  nav_stale_days: 5,
  price_margin: '1',
  deals_on_approval: true,
};

const EQUITY: Omit<NewFund, 'exchange_id'> = {
  ...MONEY_MARKET,
  name: 'CHEQF',
  label: 'Equity Fund',
  fund_type: 'EQUITY',
  bid_spread: '0.5',
  offer_spread: '0.5',
  exit_fees: [
    { belowDays: 90, percent: '1' },
    { belowDays: 365, percent: '0.5' },
  ],
  minimum_holding_days: 0,
  early_redemption_percent: '0',
  minimum_holding_units: '10',
  income_policy: 'ACCUMULATE',
  price_margin: '10',
  deals_on_approval: false,
};

const HOLDER_ID = 15n;
const WAITING_ID = 16n;

/**
 * Creates two funds with approved net asset values. Customer 15 holds units, and customer 16 has a
 * pending order.
 */
export const fundStep: DemoStep = { name: 'fund', run: fillFunds };

async function fillFunds(work: Work): Promise<void> {
  const exchange = present(await exchangeByCode(work.tx, 'NGX'), 'the market was filled before');
  for (const fund of [MONEY_MARKET, EQUITY]) {
    await addFund(work, { ...fund, exchange_id: exchange.id });
  }
  const today = await currentBusinessDate(work.tx);
  const before = previousBusinessDay(today, await calendarOf(work.tx, exchange.id));
  // The order is entered at midnight, so that it is dealt today whenever the program is first
  // started.
  const maker: Work = { ...work, now: `${today}T00:00:00.000Z` };
  const checker: Work = { ...maker, principal: { ...work.principal, id: 1n } };
  await enterValue({ maker, checker }, { fundName: 'CHEQF', date: before, nav: '127.4583' });
  const held = await submitFundTransaction(
    maker,
    {
      transType: 'SUBSCRIPTION',
      fundName: 'CHMMF',
      customerId: HOLDER_ID,
      amount: new Decimal('250000'),
    },
    {},
  );
  await approveFundTransaction(checker, present(held.id, 'a submit gives an id'), {});
  await enterValue({ maker, checker }, { fundName: 'CHMMF', date: today, nav: '100' });
  await submitFundTransaction(
    maker,
    {
      transType: 'SUBSCRIPTION',
      fundName: 'CHEQF',
      customerId: WAITING_ID,
      amount: new Decimal('100000'),
    },
    {},
  );
}

async function enterValue(
  by: { readonly maker: Work; readonly checker: Work },
  value: { readonly fundName: string; readonly date: BusinessDate; readonly nav: string },
): Promise<void> {
  const { id } = await createFundNav(by.maker, {
    fundName: value.fundName,
    valuationDate: value.date,
    navPerUnit: new Decimal(value.nav),
  });
  await approveFundNav(by.checker, present(id, 'an entry has an id'));
}

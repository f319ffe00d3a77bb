// Wire shapes of the research operations.

import { Type } from '@sinclair/typebox';
import { pageBC } from '../../../platform/http/reply/paging.js';
import {
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { BAR_ADJUSTMENTS, MOVER_RANKINGS } from '../../market/index.js';
import { MOVER_ALIASES } from './mover.js';

const given = Type.Optional;

/** The description of a member that repeats another member under the original program's name. */
const originalOf = (member: string) => ({
  description: `For clients of the original API; equals \`${member}\``,
});

const symbol = {
  x: given(wireText({ description: 'Code of the exchange; NSE is read as NGX' })),
  s: wireText({ description: 'Symbol, such as ACCESS' }),
};

export const SymbolQuery = openObject(symbol);

const levels = (side: string) =>
  Type.Array(openObject({ price: wireDecimal(), qty: wireId() }), {
    description: `Always empty, because price feeds contain no ${side} of the order book`,
  });

export const OverviewRecord = openObject({
  id: wireId(),
  name: wireText(),
  label: wireText(),
  companyName: wireText(originalOf('label')),
  symbol: wireText(),
  exchange: wireText(),
  exchangeLabel: wireText(),
  securityType: wireText(),
  sector: given(wireText()),
  isin: given(wireText()),
  currency: wireText(),
  status: wireText(),
  lotSize: wireId(),
  sharesOutstanding: given(wireId()),
  issuedShares: given(wireId(originalOf('sharesOutstanding'))),
  bidLevels: levels('bids'),
  offerLevels: levels('offers'),
  trades: Type.Array(openObject({ time: wireInstant(), tradePrice: wireDecimal() }), {
    description: 'Always empty, because price feeds contain no individual trades',
  }),
  lastPrice: given(wireDecimal()),
  lastTradePrice: given(wireDecimal(originalOf('lastPrice'))),
  previousClose: given(wireDecimal()),
  refPrice: given(wireDecimal(originalOf('previousClose'))),
  priceChange: given(wireDecimal()),
  percentChange: given(wireDecimal()),
  priceChangeP: given(wireDecimal(originalOf('percentChange'))),
  openPrice: given(wireDecimal()),
  highPrice: given(wireDecimal()),
  lowPrice: given(wireDecimal()),
  volume: given(wireId()),
  volumeTraded: given(wireId(originalOf('volume'))),
  value: given(wireDecimal({ description: 'Value of the volume at the last price' })),
  valueTraded: given(wireDecimal(originalOf('value'))),
  marketCapitalisation: given(wireDecimal()),
  marketCap: given(wireDecimal(originalOf('marketCapitalisation'))),
  priceDate: given(wireDate()),
  tradeDate: given(wireDate(originalOf('priceDate'))),
  pricedDttm: given(wireInstant()),
  yearHigh: given(wireDecimal({ description: 'Highest price in twelve months' })),
  y52WeekHigh: given(wireDecimal(originalOf('yearHigh'))),
  yearLow: given(wireDecimal()),
  y52WeekLow: given(wireDecimal(originalOf('yearLow'))),
  averageVolume: given(wireId({ description: 'Average volume over the last thirty sessions' })),
  percentWeek: given(wireDecimal({ description: 'Price change over seven days, in percent' })),
  percentMonth: given(wireDecimal()),
  percentQuarter: given(wireDecimal()),
  percentYear: given(wireDecimal()),
  faceValue: given(wireDecimal()),
  couponRate: given(wireDecimal({ description: 'Coupon in percent of face value per year' })),
  couponsPerYear: given(wireInteger()),
  dayCount: given(wireText()),
  issueDate: given(wireDate()),
  maturityDate: given(wireDate()),
  previousCouponDate: given(wireDate()),
  nextCouponDate: given(wireDate()),
  accruedCoupon: given(wireDecimal({ description: 'Accrued interest per 100 of face value' })),
  cleanPrice: given(wireDecimal({ description: 'Clean price per 100 of face value' })),
  dirtyPrice: given(
    wireDecimal({ description: 'Price per 100 of face value, with accrued interest' }),
  ),
});

export const MoversQueryShape = openObject({
  x: wireText({ description: 'Code of the exchange; NSE is read as NGX' }),
  t: wireChoice([...MOVER_RANKINGS, ...MOVER_ALIASES], {
    description:
      'The ranking. TOP_VALUE_GAINER and TOP_VALUE_LOOSER rank by the change in money, as ' +
      'TOP_PRICE_GAINER and TOP_PRICE_LOOSER do, and MOST_ACTIVE ranks as TOP_VOLUME does',
  }),
  ...pageBC,
});

export const MoverRecord = openObject({
  rank: wireInteger(),
  name: wireText(),
  label: wireText(),
  companyName: wireText(originalOf('label')),
  symbol: wireText(),
  exchange: wireText(),
  sector: given(wireText()),
  securityType: wireText(),
  currency: wireText(),
  priceDate: wireDate({ description: 'The session' }),
  previousClose: wireDecimal(),
  lastPrice: wireDecimal(),
  closePrice: wireDecimal(originalOf('lastPrice')),
  priceChange: wireDecimal(),
  percentChange: wireDecimal(),
  percentPriceChange: wireDecimal(originalOf('percentChange')),
  volume: wireId(),
  value: wireDecimal({ description: 'Value of the volume at the last price' }),
});

export const ChartQuery = openObject({
  ...symbol,
  f: given(
    wireText({
      description:
        'First date, yyyy-MM-dd; default: a year before the last date. Or columns, as clients ' +
        'of the original API send them, separated by commas: d (date), o (open), h (high), ' +
        'l (low), c (close), v (units), a (value at the close)',
      examples: ['2026-01-05', 'd,o,h,l,c'],
    }),
  ),
  t: given(
    wireDate({
      description:
        'Last date; default: the business date. If `f` has columns, this is the first date, and ' +
        'the business date is the last one',
    }),
  ),
  adjust: given(
    wireChoice(BAR_ADJUSTMENTS, {
      description:
        'Adjustment of earlier bars: NONE as traded, SPLIT (default) for changes in the ' +
        'number of units, ALL also for dividends',
    }),
  ),
});

const ChartBar = openObject({
  date: wireDate(),
  open: wireDecimal(),
  high: wireDecimal(),
  low: wireDecimal(),
  close: wireDecimal(),
  volume: wireId(),
});

export const ChartRecord = openObject({
  symbol: wireText(),
  label: wireText(),
  exchange: wireText(),
  currency: wireText(),
  adjust: wireText({ description: 'The adjustment of the bars' }),
  from: wireDate(),
  to: wireDate(),
  count: wireInteger(),
  result: Type.Array(Type.Union([ChartBar, Type.Array(Type.Union([wireDate(), wireDecimal()]))]), {
    description: 'Bars, earliest first. If `f` has columns, each bar is an array in their order',
  }),
});

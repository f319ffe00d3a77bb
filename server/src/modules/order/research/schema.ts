// Wire shapes of the research operations.

import { Type } from '@sinclair/typebox';
import { pageBC } from '../../../platform/http/reply/paging.js';
import {
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
import { BAR_ADJUSTMENTS, MOVER_RANKINGS } from '../../market/index.js';

const given = Type.Optional;

export const AllocationQuery = openObject({
  id: wireId({ description: 'Id of the customer or portfolio' }),
  type: wireChoice(['C', 'P'], { description: 'C for a customer, P for a portfolio' }),
  cash: given(wireFlag({ description: 'Include cash as a sector' })),
});

export const AllocationRecord = openObject({
  id: wireId(),
  type: wireText(),
  currency: wireText(),
  date: wireDate(),
  amount: wireDecimal({ description: 'Total' }),
  holdingsWithoutPrice: given(wireDecimal()),
  result: Type.Array(
    openObject({
      sector: wireText(),
      amount: wireDecimal(),
      percent: given(wireDecimal({ description: 'Of the total, two decimals' })),
      holdings: wireDecimal({ description: 'Number of holdings' }),
    }),
  ),
});

const symbol = {
  x: given(wireText({ description: 'Code of the exchange; NSE is read as NGX' })),
  s: wireText({ description: 'Symbol, such as ACCESS' }),
};

export const SymbolQuery = openObject(symbol);

export const OverviewRecord = openObject({
  id: wireId(),
  name: wireText(),
  label: wireText(),
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
  lastPrice: given(wireDecimal()),
  previousClose: given(wireDecimal()),
  priceChange: given(wireDecimal()),
  percentChange: given(wireDecimal()),
  openPrice: given(wireDecimal()),
  highPrice: given(wireDecimal()),
  lowPrice: given(wireDecimal()),
  volume: given(wireId()),
  value: given(wireDecimal({ description: 'Volume at the last price' })),
  marketCapitalisation: given(wireDecimal()),
  priceDate: given(wireDate()),
  pricedDttm: given(wireInstant()),
  yearHigh: given(wireDecimal({ description: 'Highest price of twelve months' })),
  yearLow: given(wireDecimal()),
  averageVolume: given(wireId({ description: 'Of the last thirty sessions' })),
  percentWeek: given(wireDecimal({ description: 'Change over seven days' })),
  percentMonth: given(wireDecimal()),
  percentQuarter: given(wireDecimal()),
  percentYear: given(wireDecimal()),
  faceValue: given(wireDecimal()),
  couponRate: given(wireDecimal({ description: 'Percent of face value per year' })),
  couponsPerYear: given(wireInteger()),
  dayCount: given(wireText()),
  issueDate: given(wireDate()),
  maturityDate: given(wireDate()),
  previousCouponDate: given(wireDate()),
  nextCouponDate: given(wireDate()),
  accruedCoupon: given(wireDecimal({ description: 'Per 100 of face value' })),
  cleanPrice: given(wireDecimal({ description: 'Per 100 of face value' })),
  dirtyPrice: given(wireDecimal({ description: 'Per 100, with accrued interest' })),
});

export const MoversQueryShape = openObject({
  x: wireText({ description: 'Code of the exchange; NSE is read as NGX' }),
  t: wireChoice(MOVER_RANKINGS, { description: 'The ranking' }),
  ...pageBC,
});

export const MoverRecord = openObject({
  rank: wireInteger(),
  name: wireText(),
  label: wireText(),
  symbol: wireText(),
  exchange: wireText(),
  sector: given(wireText()),
  securityType: wireText(),
  currency: wireText(),
  priceDate: wireDate({ description: 'The session' }),
  previousClose: wireDecimal(),
  lastPrice: wireDecimal(),
  priceChange: wireDecimal(),
  percentChange: wireDecimal(),
  volume: wireId(),
  value: wireDecimal({ description: 'Volume at the last price' }),
});

export const ChartQuery = openObject({
  ...symbol,
  f: given(wireDate({ description: 'First date; by default a year before the last date' })),
  t: given(wireDate({ description: 'Last date; by default the business date' })),
  adjust: given(
    wireChoice(BAR_ADJUSTMENTS, {
      description:
        'How bars compare with later ones: NONE as traded, SPLIT (default) for changes of the ' +
        'number of units, ALL also for dividends',
    }),
  ),
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
  result: Type.Array(
    openObject({
      date: wireDate(),
      open: wireDecimal(),
      high: wireDecimal(),
      low: wireDecimal(),
      close: wireDecimal(),
      volume: wireId(),
    }),
  ),
});

// Wire shapes of exchange rates.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { EXCHANGE_RATE } from '../limits.js';

const currency = (description: string) => wireText({ description, longest: 3 });

const members = {
  baseCurrency: currency('ISO 4217: the rate is the price of one unit of this currency'),
  quoteCurrency: currency('ISO 4217: the currency of the price'),
  rateDate: wireDate({
    description: 'First date of the rate; it applies until there is a later rate',
  }),
  rate: wireDecimal({
    description: 'Units of the quote currency per unit of the base, greater than zero',
    most: EXCHANGE_RATE.rateMax,
  }),
  source: wireText({ description: 'Publisher of the rate', longest: EXCHANGE_RATE.sourceLength }),
};

/** A rate as proposed and as stored in its versions. */
export const exchangeRateBody = closedObject(members);
export type ExchangeRateBody = Static<typeof exchangeRateBody>;

export const exchangeRateProposal = closedObject({ ...members, ...changeReason });
export type ExchangeRateProposal = Static<typeof exchangeRateProposal>;

export const exchangeRateQuery = closedObject({
  ...pageBS,
  baseCurrency: naming('currency', Type.Optional(currency('Only this base currency'))),
  quoteCurrency: naming('currency', Type.Optional(currency('Only this quote currency'))),
  sd: Type.Optional(wireDate({ description: 'Date from' })),
  ed: Type.Optional(wireDate({ description: 'Date to, inclusive' })),
});
export type ExchangeRateQuery = Static<typeof exchangeRateQuery>;

export const exchangeRateRecord = openObject({
  id: wireId(),
  name: wireText({ description: 'Currency pair and date' }),
  ...members,
  version: wireInteger({ description: 'Version in force' }),
  ...stampShape,
});

export const latestRateQuery = closedObject({
  from: currency('ISO 4217: the currency to convert from'),
  to: currency('ISO 4217: the currency to convert to'),
  d: Type.Optional(
    wireDate({ description: 'Latest date of the rate; default: the business date' }),
  ),
  amount: Type.Optional(wireDecimal({ description: 'An amount of `from` to convert', least: 0 })),
});
export type LatestRateQuery = Static<typeof latestRateQuery>;

export const latestRateRecord = openObject({
  from: wireText(),
  to: wireText(),
  pair: wireText({ description: 'The pair as quoted, base before quote' }),
  rate: wireDecimal({ description: 'As quoted' }),
  rateDate: wireDate(),
  source: wireText(),
  inverse: wireFlag({ description: 'True if amounts are divided by the rate' }),
  rounding: wireText({ description: 'Rounding of the converted amount' }),
  amount: Type.Optional(wireDecimal()),
  converted: Type.Optional(wireDecimal({ description: 'The amount converted to `to`' })),
});

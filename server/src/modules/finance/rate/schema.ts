// Wire shapes of exchange rates.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
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
  baseCurrency: currency('ISO 4217: the rate is the price of one unit of it'),
  quoteCurrency: currency('ISO 4217: what the price is told in'),
  rateDate: wireDate({ description: 'From which date the rate counts, until a later one' }),
  rate: wireDecimal({
    description: 'Units of the quote currency for one of the base, greater than zero',
    most: EXCHANGE_RATE.rateMax,
  }),
  source: wireText({ description: 'Who published it', longest: EXCHANGE_RATE.sourceLength }),
};

/** A rate as it is proposed and as a version keeps it. */
export const exchangeRateBody = closedObject(members);
export type ExchangeRateBody = Static<typeof exchangeRateBody>;

export const exchangeRateProposal = closedObject({ ...members, ...changeReason });
export type ExchangeRateProposal = Static<typeof exchangeRateProposal>;

export const exchangeRateQuery = closedObject({
  ...pageBS,
  baseCurrency: Type.Optional(currency('Only of this base')),
  quoteCurrency: Type.Optional(currency('Only of this quote')),
  sd: Type.Optional(wireDate({ description: 'Date from' })),
  ed: Type.Optional(wireDate({ description: 'Date to, included' })),
});
export type ExchangeRateQuery = Static<typeof exchangeRateQuery>;

export const exchangeRateRecord = openObject({
  id: wireId(),
  name: wireText({ description: 'Pair and date' }),
  ...members,
  version: wireInteger({ description: 'Version that stands' }),
  ...stampShape,
});

export const latestRateQuery = closedObject({
  from: currency('ISO 4217: what is given'),
  to: currency('ISO 4217: what is got'),
  d: Type.Optional(
    wireDate({ description: 'The last date that counts; default the business date' }),
  ),
  amount: Type.Optional(wireDecimal({ description: 'An amount of `from` to convert', least: 0 })),
});
export type LatestRateQuery = Static<typeof latestRateQuery>;

export const latestRateRecord = openObject({
  from: wireText(),
  to: wireText(),
  pair: wireText({ description: 'As it is quoted, base before quote' }),
  rate: wireDecimal({ description: 'As it is quoted' }),
  rateDate: wireDate(),
  source: wireText(),
  inverse: wireFlag({ description: 'True: amounts are divided by the rate' }),
  rounding: wireText({ description: 'How what an amount comes to is rounded' }),
  amount: Type.Optional(wireDecimal()),
  converted: Type.Optional(wireDecimal({ description: 'What the amount comes to in `to`' })),
});

// Wire shapes of the market module.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../platform/http/reply/paging.js';
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
} from '../../platform/http/shape/wire.js';
import { wireAliases } from '../../platform/reference-data/code.js';
import { changeReason } from '../change/index.js';
import { MARKET } from './limits.js';
import { SECURITY_TYPES } from './rule/asset-class.js';

const DAY_COUNTS = ['ACT_ACT_ICMA', 'THIRTY_360'] as const;
const SECURITY_STATUSES = ['TRADING', 'SUSPENDED', 'HALTED', 'DELISTED'] as const;

export const pageQuery = closedObject({ ...pageBS });
export const orderTermQuery = openObject({ ...pageBS });

export const securityListQuery = openObject({
  x: Type.Optional(
    wireText({ description: 'Code of the exchange; the former code NSE is accepted for NGX' }),
  ),
  t: Type.Optional(
    wireChoice([...SECURITY_TYPES, 'BOND'], {
      description: 'Security type; BOND selects all types of bonds',
    }),
  ),
  ...pageBS,
});

export const idParams = openObject({ id: wireId({ description: 'Id of the record' }) });

// Members shared by the requests to create and to change a security.
const securityTerms = {
  active: Type.Optional(wireFlag({ description: 'False to leave the security out of lists' })),
  isin: Type.Optional(wireText({ description: 'ISIN with a valid check digit', longest: 12 })),
  sector: Type.Optional(wireText({ description: 'Sector of the issuer', longest: 80 })),
  lotSize: Type.Optional(
    wireId({ description: 'Orders must be multiples of this number of units', least: 1 }),
  ),
  sharesOutstanding: Type.Optional(wireId({ description: 'Units in issue', least: 1 })),
  faceValue: Type.Optional(
    wireDecimal({ description: 'Face value of one unit of a bond', least: 0.01 }),
  ),
  couponRate: Type.Optional(
    wireDecimal({ description: 'Percent of face value per year', least: 0, most: 100 }),
  ),
  maturityDate: Type.Optional(wireDate({ description: 'Date on which a bond is repaid' })),
  dayCount: Type.Optional(
    wireChoice(DAY_COUNTS, { description: 'How interest accrues; default: ACT_ACT_ICMA' }),
  ),
  couponsPerYear: Type.Optional(
    wireInteger({ description: '1, 2, 4 or 12; default: 2', least: 1, most: 12 }),
  ),
  issueDate: Type.Optional(wireDate({ description: 'First day of the first coupon period' })),
  issuer: Type.Optional(wireText({ description: 'Name of the issuer', longest: 120 })),
  taxClass: Type.Optional(
    wireText({
      description:
        'Class of the withholding tax on income; default: DIVIDEND for EQUITY and RIGHT, ' +
        'CORPORATE_BOND for BOND_CORP, none for BOND_NAT',
      longest: 40,
    }),
  ),
  tradableFrom: Type.Optional(wireDate({ description: 'First day of trading of a RIGHT' })),
  tradableTo: Type.Optional(
    wireDate({ description: 'Last day of trading of a RIGHT, for which it is required' }),
  ),
  recordDays: Type.Optional(
    wireInteger({
      description: "Days from the record date of a BOND_CORP's coupon to its coupon date",
      least: 0,
      most: MARKET.recordDaysMax,
    }),
  ),
  status: Type.Optional(
    wireChoice(SECURITY_STATUSES, { description: 'Orders are accepted only while TRADING' }),
  ),
};

export const createSecurityBody = closedObject({
  id: Type.Optional(wireId({ description: 'Absent or 0: the server assigns the id', most: 0 })),
  exchange: wireText({ description: 'Code of the exchange' }),
  name: wireText({ description: 'Code at the exchange, such as ACCESS', longest: 30 }),
  label: wireText({ description: 'Name of the security' }),
  securityType: wireChoice(SECURITY_TYPES, { description: 'Type of security' }),
  currency: Type.Optional(
    wireText({ description: 'Currency; default: that of the exchange', longest: 3 }),
  ),
  previousClose: Type.Optional(
    wireDecimal({
      description: 'First price, which is the reference price of the first day',
      least: 0.000001,
    }),
  ),
  ...securityTerms,
});

export const updateSecurityBody = closedObject({
  id: wireId({ description: 'Id of the security' }),
  label: Type.Optional(wireText({ description: 'Name of the security' })),
  ...securityTerms,
});

const holidayTable = {
  exchange: wireText({ description: 'Code of the exchange' }),
  year: wireInteger({ description: 'Calendar year', least: 1960, most: 2199 }),
  holidays: Type.Array(
    closedObject({
      date: wireDate({ description: 'The closed day' }),
      label: wireText({ description: 'Name of the holiday' }),
    }),
    { maxItems: MARKET.holidaysPerYearMax, description: 'All holidays of the year, in date order' },
  ),
};

/** An exchange's holidays in a year. */
export const holidayBody = closedObject(holidayTable);
export const holidayProposal = closedObject({ ...holidayTable, ...changeReason });
export const holidayQuery = closedObject({
  x: wireText({ description: 'Code of the exchange' }),
  y: wireInteger({ description: 'Calendar year', least: 1960, most: 2199 }),
});

export type CreateSecurityBody = Static<typeof createSecurityBody>;
export type UpdateSecurityBody = Static<typeof updateSecurityBody>;

const recordMembers = {
  id: wireId({ description: 'Id of the record' }),
  active: wireFlag({ description: 'False if the record is no longer in use' }),
  name: wireText({ description: 'Code' }),
  label: wireText({ description: 'Display name' }),
  createdBy: Type.Optional(wireText({ description: 'Who created the record' })),
  createdDttm: Type.Optional(wireInstant({ description: 'Time at which the record was created' })),
  lastModifiedBy: Type.Optional(wireText({ description: 'Who last changed the record' })),
  lastModifiedDttm: Type.Optional(
    wireInstant({ description: 'Time at which the record was last changed' }),
  ),
};

export const priceFeedReply = openObject({
  name: wireText({ description: 'Name of the session' }),
  exchange: wireText({ description: 'Code of the exchange' }),
  state: wireChoice(['ASKED', 'LIVE', 'REFUSED'], { description: 'Outcome of the request' }),
  message: Type.Optional(wireText({ description: "The exchange's message, if it refused" })),
  sinceDttm: wireInstant({ description: 'Time at which this state began' }),
  heardDttm: Type.Optional(wireInstant({ description: 'Time of the last prices' })),
  tradeDate: Type.Optional(
    wireDate({ description: 'Date of the prices, which are applied only on the business date' }),
  ),
});

export const exchangeReply = openObject({
  ...recordMembers,
  aliases: wireAliases,
  currency: wireText({ description: 'Currency of the prices' }),
  timeZone: wireText({ description: 'Time zone (IANA)' }),
  weekend: Type.Array(wireInteger(), {
    description: 'Closed days of the week, from 1 for Monday to 7 for Sunday',
  }),
});

export const orderTermReply = openObject({
  ...recordMembers,
  aliases: wireAliases,
  fixTimeInForce: wireText({ description: 'Tag 59 of FIX' }),
  defLifeTime: wireInteger({
    description:
      'Life in days of an order without an end date; 0 for terms that end with their session, ' +
      'and for GTD terms that require an end date',
  }),
  longestLifeTime: Type.Optional(wireInteger({ description: 'Maximum life in days of any order' })),
});

export const securityReply = openObject({
  ...recordMembers,
  exchange: wireText({ description: 'Code of the exchange' }),
  exchangeId: wireId({ description: 'Id of the exchange' }),
  exchangeName: wireText({ description: 'Code of the exchange' }),
  exchangeLabel: wireText({ description: 'Name of the exchange' }),
  securityType: wireChoice(SECURITY_TYPES, { description: 'Type of security' }),
  currency: wireText({ description: 'Currency of the prices' }),
  isin: Type.Optional(wireText({ description: 'ISIN' })),
  sector: Type.Optional(wireText({ description: 'Sector of the issuer' })),
  lotSize: wireId({ description: 'Orders must be multiples of this number of units' }),
  sharesOutstanding: Type.Optional(wireId({ description: 'Units in issue' })),
  faceValue: Type.Optional(wireDecimal({ description: 'Face value of one unit of a bond' })),
  couponRate: Type.Optional(wireDecimal({ description: 'Percent of face value per year' })),
  maturityDate: Type.Optional(wireDate({ description: 'Date on which a bond is repaid' })),
  dayCount: Type.Optional(wireChoice(DAY_COUNTS, { description: 'How interest accrues' })),
  couponsPerYear: Type.Optional(wireInteger({ description: 'Coupons a year' })),
  issueDate: Type.Optional(wireDate({ description: 'First day of the first coupon period' })),
  issuer: Type.Optional(wireText({ description: 'Name of the issuer' })),
  taxClass: Type.Optional(wireText({ description: 'Class of the withholding tax on income' })),
  tradableFrom: Type.Optional(wireDate({ description: 'First day of trading of a right' })),
  tradableTo: Type.Optional(wireDate({ description: 'Last day of trading of a right' })),
  recordDays: Type.Optional(
    wireInteger({ description: 'Days from the record date of a coupon to its coupon date' }),
  ),
  tradesFlatFrom: Type.Optional(
    wireDate({ description: 'First day without accrued interest, after a default' }),
  ),
  formerNames: Type.Optional(
    Type.Array(wireText(), { description: 'Former codes, by which the security can be found' }),
  ),
  status: wireChoice(SECURITY_STATUSES, { description: 'Orders are accepted only while TRADING' }),
  marketPrice: Type.Optional(
    wireDecimal({ description: 'Last price, under the former name of the member' }),
  ),
  lastPrice: Type.Optional(wireDecimal({ description: 'Last price' })),
  previousClose: Type.Optional(wireDecimal({ description: 'Close of the previous business day' })),
  openPrice: Type.Optional(wireDecimal({ description: 'First price of the day' })),
  highPrice: Type.Optional(wireDecimal({ description: 'Highest price of the day' })),
  lowPrice: Type.Optional(wireDecimal({ description: 'Lowest price of the day' })),
  volume: Type.Optional(wireId({ description: 'Units traded on the day' })),
  priceChange: Type.Optional(wireDecimal({ description: 'Last price less previous close' })),
  percentChange: Type.Optional(wireDecimal({ description: 'Change in the price, in percent' })),
  priceDate: Type.Optional(wireDate({ description: "Business date of the day's prices" })),
  pricedDttm: Type.Optional(wireInstant({ description: 'Time of the last price' })),
});

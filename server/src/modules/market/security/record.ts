// The API record of a security.

import { Decimal } from '../../../platform/money/decimal.js';
import { isBond } from '../rule/asset-class.js';
import type { Security } from './queries.js';

/** Returns the record of a security, with its price if it has ever had one. */
export function securityRecord(security: Security): object {
  return {
    id: security.id,
    active: security.active,
    name: security.name,
    label: security.label,
    exchange: security.exchangeName,
    exchangeId: security.exchangeId,
    exchangeName: security.exchangeName,
    exchangeLabel: security.exchangeLabel,
    securityType: security.securityType,
    currency: security.currency,
    isin: security.isin ?? undefined,
    sector: security.sector ?? undefined,
    lotSize: security.lotSize,
    sharesOutstanding: security.sharesOutstanding ?? undefined,
    faceValue: security.faceValue ?? undefined,
    couponRate: security.couponRate ?? undefined,
    maturityDate: security.maturityDate ?? undefined,
    dayCount: security.dayCount ?? undefined,
    couponsPerYear: security.couponsPerYear ?? undefined,
    issueDate: security.issueDate ?? undefined,
    issuer: security.issuer ?? undefined,
    taxClass: security.taxClass ?? undefined,
    tradableFrom: security.tradableFrom ?? undefined,
    tradableTo: security.tradableTo ?? undefined,
    recordDays: isBond(security.securityType) ? security.recordDays : undefined,
    tradesFlatFrom: security.tradesFlatFrom ?? undefined,
    formerNames: security.formerNames.length === 0 ? undefined : security.formerNames,
    status: security.status,
    ...priceMembers(security),
    createdBy: security.createdBy,
    createdDttm: security.createdAt,
    lastModifiedBy: security.modifiedBy,
    lastModifiedDttm: security.modifiedAt,
  };
}

function priceMembers(security: Security): object {
  const { last, previousClose } = security;
  if (last === null || previousClose === null) return {};
  const change = last.minus(previousClose);
  return {
    marketPrice: last,
    lastPrice: last,
    previousClose,
    openPrice: security.open ?? undefined,
    highPrice: security.high ?? undefined,
    lowPrice: security.low ?? undefined,
    volume: security.volume ?? undefined,
    priceChange: change,
    percentChange: change.times(100).div(previousClose).toDecimalPlaces(2, Decimal.ROUND_HALF_UP),
    priceDate: security.priceDate ?? undefined,
    pricedDttm: security.pricedAt ?? undefined,
  };
}

// Computes the lines whose value depends on terms and tax, for many customers at the end of a date.
// Shares, fund units and cash are valued in the database instead.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { paperPositionsOn, termPositionsOn } from '../../asset/index.js';
import { incomeReceivablesOn } from '../../custody/index.js';
import { bondPositions, type SecurityPosition, unnotedTrades } from '../../order/index.js';
import type { Holders } from '../../party/index.js';
import type { CustomerPolicy } from '../policy/policy.js';
import { isUnusable } from '../valuation/age.js';
import type { Line } from '../valuation/line.js';
import { paperClassOf, paperPricer } from '../valuation/paper-value.js';
import { netAccrued, type TaxTerms, taxTermsOfAll } from '../valuation/security-line.js';
import { known } from '../valuation/subject.js';
import { selectPortfolioIds } from './portfolio-queries.js';
import type { DayPrice, DayPrices } from './price.js';

/** A customer's position, in its own currency. Amounts are in minor units. */
export interface DayLine
  extends Pick<Line, 'class' | 'subjectType' | 'subjectId' | 'currency' | 'quantity' | 'unvalued'> {
  readonly customerId: bigint;
  /** The portfolio's id; zero for positions outside portfolios. */
  readonly portfolioId: bigint;
  /** The value; undefined if there is no price. */
  readonly minor: bigint | undefined;
  /** The accrued interest of a bond after tax, which is part of the value. */
  readonly accruedMinor?: bigint | undefined;
  readonly isStale?: boolean | undefined;
  /** The date of a market price. */
  readonly priceDate?: BusinessDate | undefined;
}

/** The data needed to compute the lines for a date. */
export interface DayBasis {
  readonly date: BusinessDate;
  readonly holders: Holders;
  readonly prices: DayPrices;
  readonly policyOf: CustomerPolicy;
}

/** Returns the price of a security; undefined if the customer's policy does not use it. */
export function usablePrice(
  { securityId, customerId, isBond }: SecurityPosition,
  { date, prices, policyOf }: Pick<DayBasis, 'date' | 'prices' | 'policyOf'>,
): DayPrice | undefined {
  const price = prices.securities.get(securityId);
  const { unusableAfterDays = {} } = policyOf(customerId, date);
  const daysMax = unusableAfterDays[isBond ? 'BOND' : 'EQUITY'];
  return price !== undefined && isUnusable(price, daysMax) ? undefined : price;
}

/**
 * Returns the lines of bonds, deposits, loans, commercial paper, bills, fills without a note, and
 * income.
 */
export async function termLines(tx: Tx, basis: DayBasis): Promise<DayLine[]> {
  const lines = [
    ...(await bondLines(tx, basis)),
    ...(await depositLines(tx, basis)),
    ...(await paperLines(tx, basis)),
    ...(await tradeLines(tx, basis)),
    ...(await incomeLines(tx, basis)),
  ];
  const names = lines.flatMap(({ portfolioName }) => portfolioName ?? []);
  const ids = await selectPortfolioIds(tx, basis.holders, [...new Set(names)]);
  return lines.map(({ portfolioName, portfolioId, ...line }) => ({
    ...line,
    portfolioId: portfolioId ?? ids.get(`${line.customerId}/${portfolioName}`) ?? 0n,
  }));
}

/** A line that may contain the name of its portfolio instead of the id. */
interface NamedLine extends Omit<DayLine, 'portfolioId'> {
  readonly portfolioId?: bigint;
  readonly portfolioName?: string | undefined;
}

async function bondLines(tx: Tx, basis: DayBasis): Promise<NamedLine[]> {
  const positions = known(await bondPositions(tx, basis.holders, basis.date));
  const terms = await taxTermsOfAll(tx, positions);
  return positions.map((position) => bondLine(position, { ...basis, terms }));
}

/** The data needed to compute the value of bonds. */
interface BondBasis extends DayBasis {
  readonly terms: (customerId: bigint) => TaxTerms;
}

function bondLine(position: SecurityPosition, { terms, ...basis }: BondBasis): NamedLine {
  const { customerId, portfolioId, securityId, currency, quantity } = position;
  const price = usablePrice(position, basis);
  const { BOND: staleDays } = basis.policyOf(customerId, basis.date).staleAfterDays;
  const accruedMinor = netAccrued(position, terms(customerId));
  return {
    ...{ customerId, portfolioId, currency },
    class: 'BOND',
    subjectType: 'SECURITY',
    subjectId: securityId,
    quantity: new Decimal(String(quantity)),
    ...(price === undefined
      ? { minor: undefined, unvalued: 'PRICE_MISSING' }
      : {
          minor: position.worthAt(price.price) + accruedMinor,
          isStale: price.daysOld > staleDays,
          priceDate: price.date,
        }),
    accruedMinor: price === undefined ? 0n : accruedMinor,
  };
}

async function depositLines(tx: Tx, { date, holders }: DayBasis): Promise<NamedLine[]> {
  const positions = known(await termPositionsOn(tx, holders, [date])).get(date) ?? [];
  return positions.map((each) => ({
    customerId: each.customerId,
    portfolioName: each.isLoan ? undefined : (each.portfolioName ?? undefined),
    class: each.isLoan ? 'LOAN' : 'DEPOSIT',
    subjectType: 'TERM_INSTRUMENT',
    subjectId: each.id,
    currency: each.currency,
    quantity: minorToDecimal(each.principalMinor, each.currency),
    minor: each.isLoan ? -each.valueMinor : each.valueMinor,
  }));
}

async function paperLines(tx: Tx, { date, holders, policyOf }: DayBasis): Promise<NamedLine[]> {
  const positions = known(await paperPositionsOn(tx, holders, [date]));
  const { knownAt } = holders;
  const worthOf = await paperPricer(tx, { positions, policyOf, knownAt });
  return (positions.get(date) ?? []).map((each) => {
    const { source, age, valueMinor } = worthOf(each, date);
    return {
      customerId: each.customerId,
      portfolioName: each.portfolioName ?? undefined,
      class: paperClassOf(each),
      subjectType: each.kind,
      subjectId: each.id,
      currency: each.currency,
      quantity: minorToDecimal(each.faceMinor, each.currency),
      minor: valueMinor,
      isStale: age.isStale,
      priceDate: source === 'MARKET_YIELD' ? age.date : undefined,
    };
  });
}

async function tradeLines(tx: Tx, { date, holders }: DayBasis): Promise<NamedLine[]> {
  const trades = await unnotedTrades(tx, holders, date);
  return trades.map(({ customerId, orderId, currency, minor }) => ({
    ...{ customerId, currency, minor },
    class: minor < 0n ? 'PAYABLE' : 'RECEIVABLE',
    subjectType: 'TRADE_ORDER',
    subjectId: orderId,
  }));
}

async function incomeLines(tx: Tx, { date, holders }: DayBasis): Promise<NamedLine[]> {
  const rows = await incomeReceivablesOn(tx, holders, [date]);
  return rows.map(({ customerId, entitlementId, currency, minor }) => ({
    ...{ customerId, currency, minor },
    class: minor < 0n ? 'PAYABLE' : 'RECEIVABLE',
    subjectType: 'ENTITLEMENT',
    subjectId: entitlementId,
  }));
}

// Collects a customer's assets at the end of a statement: securities and units, money, and fixed
// income.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { faceValueOn, faceValuesOf } from '../../market/index.js';
import { shareOf, type ValuedLine } from '../valuation/total.js';
import type { FixedIncome, MoneyLine, Position } from './content.js';
import {
  type SecurityTermsRow,
  selectPaperTerms,
  selectSecurityTerms,
  selectTermTerms,
  type TermsRow,
} from './queries.js';

/** The terms of the holdings, by id. */
export interface HeldTerms {
  readonly securities: ReadonlyMap<bigint, SecurityTermsRow>;
  readonly instruments: ReadonlyMap<bigint, TermsRow>;
  readonly papers: ReadonlyMap<bigint, TermsRow>;
}

/** Reads the terms of the holdings on a date. */
export async function heldTerms(
  tx: Tx,
  lines: readonly ValuedLine[],
  date: BusinessDate,
): Promise<HeldTerms> {
  const idsOf = (types: readonly string[]) =>
    lines.flatMap(({ subjectType, subjectId }) => (types.includes(subjectType) ? subjectId : []));
  const securityIds = idsOf(['SECURITY']);
  const securities = await selectSecurityTerms(tx, securityIds);
  const faces = await faceValuesOf(tx, securityIds);
  return {
    securities: byId(
      securities.map((row) => ({
        ...row,
        face_value: faceValueOn(row.face_value, faces.get(row.id), date),
      })),
    ),
    instruments: byId(await selectTermTerms(tx, idsOf(['TERM_INSTRUMENT']))),
    papers: byId(await selectPaperTerms(tx, idsOf(['DISCOUNTED_INSTRUMENT', 'TREASURY_BILL']))),
  };
}

function byId<Row extends { readonly id: bigint }>(rows: readonly Row[]): Map<bigint, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the terms of a line, or undefined if it has none. */
function termsOf(line: ValuedLine, terms: HeldTerms): TermsRow | undefined {
  switch (line.subjectType) {
    case 'SECURITY':
      return terms.securities.get(line.subjectId);
    case 'TERM_INSTRUMENT':
      return terms.instruments.get(line.subjectId);
    case 'DISCOUNTED_INSTRUMENT':
    case 'TREASURY_BILL':
      return terms.papers.get(line.subjectId);
    default:
      return undefined;
  }
}

/** Returns the maturity date of a line, or undefined if it has none. */
export function maturityOf(line: ValuedLine, terms: HeldTerms): BusinessDate | undefined {
  return termsOf(line, terms)?.maturity_date ?? undefined;
}

/** The issuer of federal bonds and bills without a stored issuer. */
const FEDERATION = 'Federal Government of Nigeria';

/**
 * Returns the debtor or issuer of a line. For deposits, commercial paper and cash, this is the
 * firm. For a security without a stored issuer, it is the security's label.
 */
export function issuerOf(line: ValuedLine, terms: HeldTerms, firm: string): string {
  switch (line.class) {
    case 'EQUITY':
    case 'BOND': {
      const security = terms.securities.get(line.subjectId);
      const usual = security?.security_type === 'BOND_NAT' ? FEDERATION : line.label;
      return security?.issuer ?? usual;
    }
    case 'BILL':
      return FEDERATION;
    case 'FUND':
      return line.label;
    default:
      return firm;
  }
}

/** The statement's currency, and the sum of its assets. */
interface Base {
  readonly currency: string;
  readonly assetsMinor: bigint;
}

const POSITION_CLASSES: ReadonlySet<string> = new Set(['EQUITY', 'BOND', 'FUND']);
const MONEY_CLASSES: ReadonlySet<string> = new Set(['CASH', 'RECEIVABLE', 'PAYABLE']);
const AVERAGE_PLACES = 4;

/** Returns the securities and fund units. */
export function positionsOf(lines: readonly ValuedLine[], base: Base): Position[] {
  return lines
    .filter((line) => POSITION_CLASSES.has(line.class))
    .map((line) => positionOf(line, base));
}

function positionOf(line: ValuedLine, { currency, assetsMinor }: Base): Position {
  const { valueMinor, costMinor, accruedMinor = 0n, valueInMinor, age } = line;
  const hasGain = valueMinor !== undefined && costMinor !== undefined;
  return {
    class: line.class,
    name: line.name,
    label: line.label,
    portfolio: line.portfolioName ?? '',
    currency: line.currency,
    quantity: line.quantity?.toFixed() ?? '',
    averageCost: averageCostOf(line),
    price: line.price?.toFixed(),
    priceSource: age === undefined ? undefined : line.priceSource,
    priceDate: age?.date,
    stale: line.isStale,
    value: amount(valueMinor, line.currency),
    gain: hasGain ? amount(valueMinor - accruedMinor - costMinor, line.currency) : undefined,
    valueIn: amount(valueInMinor, currency),
    percent:
      valueInMinor === undefined ? undefined : shareOf(valueInMinor, assetsMinor)?.toFixed(2),
  };
}

// Returns the average cost of a unit, rounded half-up. For a bond, this is per unit, not per 100 of
// face value.
function averageCostOf({ costMinor, quantity, currency }: ValuedLine): string | undefined {
  if (costMinor === undefined || quantity === undefined || quantity.isZero()) return undefined;
  const exact = minorToDecimal(costMinor, currency).dividedBy(quantity);
  return roundTo(exact, AVERAGE_PLACES, 'HALF_UP').toFixed();
}

function amount(minor: bigint | undefined, currency: string): string | undefined {
  return minor === undefined ? undefined : minorToDecimal(minor, currency).toFixed();
}

/**
 * Returns cash, receivables and payables. If there is no rate, a line is shown only in its own
 * currency.
 */
export function moneyOf(lines: readonly ValuedLine[], { currency }: Base): MoneyLine[] {
  return lines
    .filter((line) => MONEY_CLASSES.has(line.class))
    .map((line) => ({
      class: line.class,
      name: line.name,
      label: line.label,
      currency: line.currency,
      value: amount(line.valueMinor ?? 0n, line.currency) ?? '0',
      valueIn: amount(line.valueInMinor, currency),
    }));
}

const FIXED_CLASSES: ReadonlySet<string> = new Set(['BOND', 'DEPOSIT', 'PAPER', 'BILL', 'LOAN']);

/** The terms of the holdings, the statement's currency, and a bond's yield. */
interface FixedTerms {
  readonly terms: HeldTerms;
  readonly currency: string;
  readonly yieldOf: (line: ValuedLine) => Decimal | undefined;
}

/** Returns deposits, commercial paper, bills, bonds and loans with their terms. */
export function fixedIncomeOf(
  lines: readonly ValuedLine[],
  { terms, currency, yieldOf }: FixedTerms,
): FixedIncome[] {
  return lines
    .filter((line) => FIXED_CLASSES.has(line.class))
    .map((line) => {
      const own = termsOf(line, terms);
      return {
        class: line.class,
        name: line.name,
        label: line.label,
        currency: line.currency,
        rate: own?.rate?.toFixed(),
        start: own?.start_date ?? undefined,
        maturity: own?.maturity_date ?? undefined,
        face: faceOf(line, terms).toFixed(),
        accrued: accruedOf(line),
        value: amount(line.valueMinor, line.currency),
        valueIn: amount(line.valueInMinor, currency),
        yield: line.class === 'BOND' ? percentText(yieldOf(line)) : undefined,
        rollover: own?.rollover ?? '',
      };
    });
}

function percentText(fraction: Decimal | undefined): string | undefined {
  return fraction && roundTo(fraction.times(100), YIELD_PLACES, 'HALF_UP').toFixed(YIELD_PLACES);
}

const YIELD_PLACES = 2;

function faceOf(line: ValuedLine, { securities }: HeldTerms): Decimal {
  const quantity = line.quantity ?? new Decimal(0);
  if (line.class !== 'BOND') return quantity;
  return quantity.times(securities.get(line.subjectId)?.face_value ?? 1);
}

// Returns the accrued interest of a bond; for other instruments, the value less the principal or
// the cost.
function accruedOf(line: ValuedLine): string | undefined {
  const { valueMinor, costMinor, accruedMinor, quantity, currency } = line;
  if (line.class === 'BOND') return amount(accruedMinor, currency);
  if (valueMinor === undefined) return undefined;
  const value = minorToDecimal(valueMinor, currency);
  if (line.class === 'LOAN')
    return value
      .plus(quantity ?? 0)
      .negated()
      .toFixed();
  const base = costMinor === undefined ? value : minorToDecimal(costMinor, currency);
  return value.minus(base).toFixed();
}

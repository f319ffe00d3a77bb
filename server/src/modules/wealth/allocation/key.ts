// The parts into which an allocation divides lines.

import { unreachable } from '../../../platform/assert.js';
import {
  addMonths,
  type BusinessDate,
  daysBetween,
} from '../../../platform/calendar/business-date.js';
import type { Line } from '../valuation/line.js';
import { sectorOf } from '../valuation/sector.js';

/** The criterion of an allocation. */
export const ALLOCATIONS = [
  'CLASS',
  'SECTOR',
  'ISSUER',
  'CURRENCY',
  'MATURITY',
  'SECURITY',
  'PORTFOLIO',
] as const;

export type Allocation = (typeof ALLOCATIONS)[number];

/** The times to maturity, in order. Days and years are counted from the valuation date. */
export const MATURITIES = [
  'ON_DEMAND',
  'DAYS_0_30',
  'DAYS_31_90',
  'DAYS_91_180',
  'DAYS_181_365',
  'YEARS_1_3',
  'YEARS_3_5',
  'YEARS_OVER_5',
  'NONE',
] as const;

type Maturity = (typeof MATURITIES)[number];

/** The issuer of bonds and bills of the federal government. */
const FEDERAL_GOVERNMENT = 'Federal Government of Nigeria';

/** The part for everything outside portfolios. */
const OUTSIDE = 'NONE';

/** The data that determines which part a line belongs to. */
interface KeyContext {
  readonly date: BusinessDate;
  /** The firm, which is the debtor of deposits and of its own commercial paper. */
  readonly firm: string;
}

/** A part of an allocation. */
export interface PartKey {
  readonly key: string;
  readonly label: string;
}

/** Returns the part that a line belongs to. */
export function partKeyOf(line: Line, by: Allocation, context: KeyContext): PartKey {
  const named = (key: string) => ({ key, label: key });
  switch (by) {
    case 'CLASS':
      return named(line.class);
    case 'SECTOR':
      return named(sectorOf(line));
    case 'ISSUER':
      return named(issuerOf(line, context));
    case 'CURRENCY':
      return named(line.currency);
    case 'MATURITY':
      return named(maturityOf(line, context));
    case 'SECURITY':
      return { key: `${line.subjectType}/${line.name}`, label: line.label };
    case 'PORTFOLIO':
      return named(line.portfolioName ?? OUTSIDE);
    default:
      return unreachable(by);
  }
}

// Cash, receivables and payables have no issuer, so they are separate parts.
function issuerOf(line: Line, { firm }: KeyContext): string {
  if (line.issuer !== undefined) return line.issuer;
  switch (line.class) {
    case 'EQUITY':
    case 'FUND':
      return line.label;
    case 'BOND':
      return line.isFederal === true ? FEDERAL_GOVERNMENT : line.label;
    case 'BILL':
      return FEDERAL_GOVERNMENT;
    case 'DEPOSIT':
    case 'PAPER':
      return firm;
    default:
      return sectorOf(line);
  }
}

const LONGEST_DAYS: readonly (readonly [Maturity, number])[] = [
  ['DAYS_0_30', 30],
  ['DAYS_31_90', 90],
  ['DAYS_91_180', 180],
  ['DAYS_181_365', 365],
];

const MONTHS = 12;

/** Returns the time from a date to the maturity of a line. */
function maturityOf(line: Line, { date }: KeyContext): Maturity {
  if (line.class === 'CASH') return 'ON_DEMAND';
  if (line.class === 'RECEIVABLE' || line.class === 'PAYABLE') return 'DAYS_0_30';
  const { maturity } = line;
  if (maturity === undefined) return 'NONE';
  const days = daysBetween(date, maturity);
  const [within] = LONGEST_DAYS.find(([, longest]) => days <= longest) ?? [];
  if (within !== undefined) return within;
  if (maturity <= addMonths(date, 3 * MONTHS)) return 'YEARS_1_3';
  return maturity <= addMonths(date, 5 * MONTHS) ? 'YEARS_3_5' : 'YEARS_OVER_5';
}

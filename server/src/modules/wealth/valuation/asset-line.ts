// The lines of deposits, loans, commercial paper, bills and fund units.

import { calendarOf as calendarWith } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import {
  type FundPosition,
  fundPositionsOn,
  type PaperPosition,
  paperPositions,
  type TermPosition,
  termPositions,
} from '../../asset/index.js';
import { calendarOf } from '../../market/index.js';
import type { ValuationPolicy } from '../policy/policy.js';
import { ageless, ageOf, isUnusable } from './age.js';
import type { Line, PriceAge } from './line.js';
import { paperClassOf, paperPricer } from './paper-value.js';
import { holdersOf, isOf, type Subject, within } from './subject.js';

/** Returns the lines of deposits and, if the subject is a whole customer, of loans. */
export async function termLines(tx: Tx, subject: Subject): Promise<Line[]> {
  const { date } = subject;
  const positions = within(await termPositions(tx, holdersOf(subject), date));
  return positions
    .filter((each) => isOf(subject, each.portfolioName) && (!each.isLoan || !subject.only))
    .map((each) => termLine(each, ageless(date)));
}

function termLine(position: TermPosition, age: PriceAge): Line {
  const { isLoan, principalMinor, costMinor, valueMinor, currency } = position;
  return {
    class: isLoan ? 'LOAN' : 'DEPOSIT',
    subjectType: 'TERM_INSTRUMENT',
    subjectId: position.id,
    name: position.name,
    label: position.label,
    portfolioName: isLoan ? undefined : (position.portfolioName ?? undefined),
    maturity: position.maturityDate,
    currency,
    quantity: minorToDecimal(principalMinor, currency),
    priceSource: 'PRINCIPAL',
    age,
    costMinor: isLoan ? undefined : costMinor,
    valueMinor: isLoan ? -valueMinor : valueMinor,
  };
}

/** Returns the lines of commercial paper and bills. */
export async function paperLines(
  tx: Tx,
  subject: Subject,
  policy: ValuationPolicy,
): Promise<Line[]> {
  const { date, knownAt } = subject;
  const all = within(await paperPositions(tx, holdersOf(subject), date));
  const held = all.filter((each) => isOf(subject, each.portfolioName));
  const positions = new Map([[date, held]]);
  const worthOf = await paperPricer(tx, { positions, policyOf: () => policy, knownAt });
  return held.map((each) => {
    const { source: priceSource, age, valueMinor } = worthOf(each, date);
    return { ...paperLine(each), priceSource, age, valueMinor };
  });
}

function paperLine(position: PaperPosition): Omit<Line, 'priceSource' | 'age' | 'valueMinor'> {
  const { kind, faceMinor, costMinor, currency } = position;
  return {
    class: paperClassOf(position),
    subjectType: kind,
    subjectId: position.id,
    name: position.name,
    label: position.label,
    portfolioName: position.portfolioName ?? undefined,
    isFederal: kind === 'TREASURY_BILL',
    maturity: position.maturityDate,
    currency,
    quantity: minorToDecimal(faceMinor, currency),
    costMinor,
  };
}

/** Returns the lines of fund units. */
export async function fundLines(
  tx: Tx,
  subject: Subject,
  policy: ValuationPolicy,
): Promise<Line[]> {
  const positions = within(await fundPositionsOn(tx, holdersOf(subject), [subject.date]));
  const lines: Line[] = [];
  for (const position of positions) {
    if (isOf(subject, position.portfolioName)) {
      lines.push(await fundLine(tx, position, { date: subject.date, policy }));
    }
  }
  return lines;
}

async function fundLine(
  tx: Tx,
  position: FundPosition,
  { date, policy }: { readonly date: BusinessDate; readonly policy: ValuationPolicy },
): Promise<Line> {
  const { price, priceDate, exchangeId, staleDays, units, currency } = position;
  const line = {
    class: 'FUND' as const,
    subjectType: 'FUND' as const,
    subjectId: position.fundId,
    name: position.name,
    label: position.label,
    portfolioName: position.portfolioName || undefined,
    currency,
    quantity: units,
    priceSource: 'NAV' as const,
  };
  const missing = { age: undefined, valueMinor: undefined, unvalued: 'NAV_MISSING' } as const;
  if (price === null || priceDate === null) return { ...line, ...missing };
  const calendar = exchangeId === null ? calendarWith([]) : await calendarOf(tx, exchangeId);
  const age = ageOf(priceDate, { date, calendar, staleDays });
  if (isUnusable(age, policy.unusableAfterDays?.FUND)) return { ...line, ...missing };
  return {
    ...line,
    price,
    age,
    valueMinor: decimalToMinor(units.times(price), currency, 'HALF_UP'),
  };
}

// Collects the figures of a wealth statement from the books.

import { previousBusinessDay } from '../../../platform/calendar/business-calendar.js';
import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { commonProblems, Problem, refusal } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { BondSchedule } from '../../custody/index.js';
import { financeProblems } from '../../finance/index.js';
import { WEALTH } from '../limits.js';
import { loadPolicy } from '../policy/policy.js';
import { wealthProblems } from '../problems.js';
import type { DayTotal } from '../return/day-total.js';
import { selectFirstCapital } from '../return/queries.js';
import { homeCalendar } from '../valuation/home-calendar.js';
import { type OwnerRow, selectPortfolios } from '../valuation/queries.js';
import { shownRate } from '../valuation/rate.js';
import { within } from '../valuation/subject.js';
import { type Totals, totalsOf, type ValuedLine } from '../valuation/total.js';
import { convertedLines } from '../valuation/valuation.js';
import { allocationOf } from './allocation.js';
import { yieldOf } from './bond-yield.js';
import type { Remarks, Restated, Share, StatementFigures } from './content.js';
import { contributionsOver } from './contribution.js';
import { expectedIncome, schedulesOf } from './expected.js';
import { gainsOf } from './gain.js';
import { growthOf } from './growth.js';
import { fixedIncomeOf, heldTerms, issuerOf, maturityOf, moneyOf, positionsOf } from './holding.js';
import { incomeSums, movementsOf } from './movement.js';
import { statementDays } from './period-days.js';
import { type CustomerRange, selectChanged } from './queries.js';
import { summaryOf } from './summary.js';

/** The customer, period and currency of the figures to collect. */
interface FiguresRequest {
  readonly customer: OwnerRow;
  readonly firm: string;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  readonly currency: string;
  readonly today: BusinessDate;
}

/**
 * Collects the figures of a statement. Refuses with STATEMENT_TOO_LONG if there are more positions,
 * trades, disposals, flows and income sums than a statement may contain.
 */
export async function collectFigures(tx: Tx, request: FiguresRequest): Promise<StatementFigures> {
  try {
    return await figuresOf(tx, request);
  } catch (error) {
    const isTooLarge = error instanceof Problem && TOO_LARGE.some((kind) => kind === error.kind);
    throw isTooLarge ? tooLong() : error;
  }
}

const TOO_LARGE = [wealthProblems.VALUATION_TOO_LARGE, wealthProblems.GAINS_TOO_LARGE];

function tooLong(): Problem {
  return refusal(financeProblems.STATEMENT_TOO_LONG, {
    args: [String(WEALTH.linesMax)],
    detail: `The statement has more than ${WEALTH.linesMax} lines. Choose a shorter period.`,
  });
}

async function figuresOf(tx: Tx, request: FiguresRequest): Promise<StatementFigures> {
  const { customer, from, to, currency, today } = request;
  const customerId = customer.customer_id;
  const currencies = { currency, through: customer.office_currency };
  const portfolios = within(await selectPortfolios(tx, customerId));
  const owner = { customerId, portfolios, today };
  const calendar = await homeCalendar(tx);
  const period = { from, to, opening: previousBusinessDay(from, calendar) };
  const linesOn = (date: BusinessDate) => {
    const subject = { customerId, date, isToday: date === today, portfolios, only: undefined };
    return convertedLines(tx, subject, currencies);
  };
  const [lines, before] = [await linesOn(to), await linesOn(period.opening)];
  const firstCapital = await selectFirstCapital(tx, owner);
  const days = await statementDays(tx, { owner, period, calendar, currencies, firstCapital });
  refuseTornReading([totalsOf(before), totalsOf(lines)], [days.own[0], days.own.at(-1)]);
  const range = { customerId, from: addDays(period.opening, 1), to };
  const moved = await movementsOf(tx, { range, days: days.own, currencies });
  const gains = await gainsOf(tx, { customerId, portfolios, range, lines });
  refuseTooLong(lines, moved, gains);
  const after = totalsOf(lines);
  const terms = await heldTerms(tx, lines, to);
  const schedules = await schedulesOf(tx, lines, to);
  const expected = await expectedIncome(tx, { customerId, lines, terms, schedules, to });
  const { benchmark: benchmarkCode } = await loadPolicy(tx, { customerId, date: to });
  const base = { currency, assetsMinor: after.assetsMinor };
  const allocation = allocationOf({
    ...{ lines, to, ...base },
    issuerOf: (line) => issuerOf(line, terms, request.firm),
    maturityOf: (line) => maturityOf(line, terms),
  });
  return {
    ...{ period, currency, allocation },
    summary: summaryOf({ before: totalsOf(before), after, days, sums: moved.sums, currency }),
    positions: positionsOf(lines, base),
    money: moneyOf(lines, base),
    fixedIncome: fixedIncomeOf(lines, {
      ...{ terms, currency },
      yieldOf: (line) => yieldOfLine(line, { schedules, to }),
    }),
    flows: moved.flows,
    trades: moved.trades,
    income: moved.income,
    expected: incomeSums(expected),
    gains,
    costs: moved.costs,
    growth: await growthOf(tx, { days, to, currencies, benchmarkCode }),
    contributions: contributionsOver(days.own, currency),
    remarks: {
      ...remarksOf(lines, allocation.byIssuer),
      restated: await restatedIn(tx, { customerId, from: period.opening, to }),
    },
  };
}

/**
 * Refuses with 503 if the lines and the days differ at either end of the period. This can happen
 * because the figures are not read from one snapshot, so a booking may commit between two reads.
 */
function refuseTornReading(
  totals: readonly Totals[],
  ends: readonly (DayTotal | undefined)[],
): void {
  const isTorn = totals.some(({ assetsMinor, liabilitiesMinor }, index) => {
    const value = ends[index]?.value;
    return typeof value === 'bigint' && value !== assetsMinor + liabilitiesMinor;
  });
  if (!isTorn) return;
  const detail = 'The books changed while the figures were read. Try again.';
  throw refusal(commonProblems.SERVICE_UNAVAILABLE, { detail });
}

function refuseTooLong(
  lines: readonly ValuedLine[],
  { flows, trades, income }: Pick<StatementFigures, 'flows' | 'trades' | 'income'>,
  { realised }: StatementFigures['gains'],
): void {
  const count = lines.length + flows.length + trades.length + income.length + realised.length;
  if (count > WEALTH.linesMax) throw tooLong();
}

function yieldOfLine(
  { subjectId, price }: ValuedLine,
  { schedules, to }: { readonly schedules: readonly BondSchedule[]; readonly to: BusinessDate },
): Decimal | undefined {
  const schedule = schedules.find(({ securityId }) => securityId === subjectId);
  return schedule && price && yieldOf(schedule, price, to);
}

async function restatedIn(tx: Tx, range: CustomerRange): Promise<Restated[]> {
  const rows = await selectChanged(tx, range);
  return rows.map(({ from_date: from, changed_to: to, found_on: foundOn, reason }) => ({
    ...{ from, to, foundOn, reason },
  }));
}

function remarksOf(
  lines: readonly ValuedLine[],
  issuers: readonly Share[],
): Omit<Remarks, 'restated'> {
  const rates = new Map(
    lines.flatMap(({ currency, conversion }) =>
      conversion?.date === undefined
        ? []
        : [[currency, { currency, rate: shownRate(conversion).toFixed(), date: conversion.date }]],
    ),
  );
  return {
    stale: lines.flatMap(({ isStale, age, label, priceSource: source }) =>
      isStale && age?.isStale === true
        ? { label, source, date: age.date, daysOld: age.daysOld }
        : [],
    ),
    unvalued: lines.flatMap(({ label, unvalued: reason }) => (reason ? { label, reason } : [])),
    rates: [...rates.values()],
    concentrated: issuers.filter(({ percent }) =>
      new Decimal(percent).greaterThan(WEALTH.statementIssuerPercent),
    ),
  };
}

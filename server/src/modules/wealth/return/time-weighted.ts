// Computes the time-weighted return, which links daily returns. The size of flows has no effect on
// it.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { dietzCapital, dietzReturn } from './dietz.js';
import { growthOf } from './flow-timing.js';
import type { LinkRule } from './link-rule.js';
import { type Unavailable, type UnavailableReason, unavailable } from './outcome.js';

/** A day, with its closing value and the movements since the end of the previous day. */
export interface ReturnDay {
  readonly date: BusinessDate;
  /** The closing value, or a reason if part of it is unknown. */
  readonly value: Decimal | UnavailableReason;
  /** The net inflow. */
  readonly flow: Decimal;
  /** Morning flows, at the value of the previous close and without a gain. */
  readonly morning?: Decimal | undefined;
  /** Costs that the return excludes, which are added to the result of the day. */
  readonly leftOut: Decimal;
  /** The rule for computing the return of the day. */
  readonly rule: LinkRule;
}

/** A part of the range. */
interface Gap {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** A linked return. */
export interface Linked {
  readonly status: 'AVAILABLE';
  /** The return as a fraction. */
  readonly rate: Decimal;
  readonly investedDays: number;
  /** The number of days without a complete value that the return bridges. */
  readonly bridgedDays: number;
  /** The days without a return because their capital was too small. */
  readonly daysWithoutCapital: readonly BusinessDate[];
  readonly gaps: readonly Gap[];
  /**
   * The period from the opening of the first invested day to the last one; undefined if there is
   * none.
   */
  readonly invested: Gap | undefined;
}

const ZERO = new Decimal(0);

interface Known extends ReturnDay {
  readonly value: Decimal;
}

/** One day, or several days if only the last of them has a complete value. */
interface Step {
  readonly date: BusinessDate;
  readonly factor: Decimal;
  /** The divisor for the gain of the step. */
  readonly capital: Decimal;
  readonly kind: 'INVESTED' | 'SMALL' | 'EMPTY';
  readonly from: BusinessDate;
}

/**
 * Computes the linked return over the given days. The first day is the opening: only its value is
 * used, not its flows. Days without a complete value are bridged by the Modified Dietz method.
 */
export function timeWeighted(days: readonly ReturnDay[]): Linked | Unavailable {
  const steps = stepsOf(days);
  if ('status' in steps) return steps;
  return linked(steps, days.filter(({ value }) => typeof value === 'string').length);
}

/** Returns the steps of a linked return, in the order of their dates. */
export function stepsOf(days: readonly ReturnDay[]): Step[] | Unavailable {
  const [opening] = days;
  const last = days.at(-1);
  for (const edge of [opening, last]) {
    if (edge === undefined) return unavailable('TOO_SHORT');
    if (typeof edge.value === 'string') return unavailable(edge.value, edge.date);
  }
  const steps: Step[] = [];
  let before: Known | undefined;
  let bridged: ReturnDay[] = [];
  for (const day of days) {
    const { value } = day;
    if (typeof value === 'string') {
      bridged.push(day);
      continue;
    }
    const known = { ...day, value };
    const step = before && stepOf({ before, bridged, day: known });
    if (step?.status === 'UNAVAILABLE') return step;
    if (step !== undefined) steps.push(step.step);
    [before, bridged] = [known, []];
  }
  return steps;
}

interface Span {
  readonly before: Known;
  readonly bridged: readonly ReturnDay[];
  readonly day: Known;
}

type StepOutcome = { readonly status: 'AVAILABLE'; readonly step: Step } | Unavailable;

// Bridged days follow the rule of the first complete day after them.
function stepOf({ before, bridged, day }: Span): StepOutcome {
  const { rule } = day;
  const flows = [...bridged, day];
  const flow = sum(flows.map((each) => each.flow));
  const start = before.value.plus(sum(flows.map(({ morning = ZERO }) => morning)));
  const after = day.value.plus(sum(flows.map((each) => each.leftOut)));
  const { capital, result } = growthOf({ before: start, after, flow }, rule.timing);
  const step = (kind: Step['kind'], factor = new Decimal(1), over = capital): StepOutcome => ({
    status: 'AVAILABLE',
    step: { kind, factor, capital: over, date: day.date, from: before.date },
  });
  if (capital.isZero()) {
    return result.isZero() ? step('EMPTY') : unavailable('VALUE_WITHOUT_FLOW', day.date);
  }
  if (capital.isNegative() || result.isNegative()) return unavailable('NEGATIVE_CAPITAL', day.date);
  if (capital.lessThan(rule.smallestCapital)) return step('SMALL');
  if (bridged.length === 0) return step('INVESTED', result.dividedBy(capital));
  const period = {
    opening: before.date,
    end: day.date,
    openingValue: before.value,
    closingValue: after,
    flows: flows.map(({ date, flow: own, morning = ZERO }) => ({ date, flow: own.plus(morning) })),
    timing: rule.timing,
  };
  const bridge = dietzReturn(period);
  if ('status' in bridge) return bridge;
  return step('INVESTED', bridge.plus(1), dietzCapital(period));
}

function linked(steps: readonly Step[], bridgedDays: number): Linked {
  const invested = steps.filter(({ kind }) => kind === 'INVESTED');
  const [first, last] = [invested[0], invested.at(-1)];
  const product = invested.reduce((all, { factor }) => all.times(factor), new Decimal(1));
  return {
    status: 'AVAILABLE',
    rate: product.minus(1),
    investedDays: invested.length,
    bridgedDays,
    daysWithoutCapital: steps.filter(({ kind }) => kind === 'SMALL').map(({ date }) => date),
    gaps: gapsOf(steps),
    invested: first && last && { from: first.from, to: last.date },
  };
}

// Days without capital that lie between two days with capital.
function gapsOf(steps: readonly Step[]): Gap[] {
  const gaps: Gap[] = [];
  let last: Step | undefined;
  let isApart = false;
  for (const step of steps) {
    if (step.kind !== 'INVESTED') {
      isApart = true;
      continue;
    }
    if (last !== undefined && isApart) gaps.push({ from: last.date, to: step.from });
    [last, isApart] = [step, false];
  }
  return gaps;
}

/** Returns the number of calendar days in the longest gap; zero if there is none. */
export function longestGap({ gaps }: Linked): number {
  return gaps.reduce((most, { from, to }) => Math.max(most, daysBetween(from, to)), 0);
}

function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
}

// Computes, for each date, the value of a return's subject at the end of the date, the flows since
// the previous date, and the gain of each line.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { UnvaluedReason } from '../valuation/line.js';
import type { ExternalFlow } from './flow.js';
import type { History, HistoryDay } from './history.js';
import type { LineKey, ReturnLine } from './line.js';
import { type LineGain, lineGains } from './line-gain.js';
import type { LinkRule } from './link-rule.js';

/** The totals at the end of a date. Amounts are in minor units of the return's currency. */
export interface DayTotal extends ExternalFlow {
  readonly date: BusinessDate;
  /** The value, or the reason why a part of it is unknown. */
  readonly value: bigint | UnvaluedReason;
  /** The rule for computing the return of the date, under the policy in force. */
  readonly rule: LinkRule;
  readonly flows: readonly DayFlow[];
  /**
   * The part of the flows that was received or paid in the morning, at the value of the previous
   * close.
   */
  readonly morningMinor?: bigint | undefined;
  /**
   * Gains of lines since the last date with a complete value. Undefined on the opening, and on a
   * date without a complete value.
   */
  readonly gains?: readonly LineGain[] | undefined;
}

/** Money or units from outside, by the kind of record that moved them. */
export interface DayFlow extends ExternalFlow {
  readonly source: string;
  /** The customer on the other side of a transfer. */
  readonly counterpartyId?: bigint | null | undefined;
}

/**
 * The lines included in a return. CUSTOMER: all lines. ASSETS: all lines except loans, so that a
 * loan is money from outside. A portfolio: its lines, without cash and without amounts still to be
 * received or paid for its securities.
 */
type Scope = 'CUSTOMER' | 'ASSETS' | { readonly portfolioName: string };

/** Returns the totals of the days in a history, starting with the opening. */
export function dayTotals(history: History, scope: Scope): DayTotal[] {
  const has = (line: ReturnLine) => isIn(line, scope);
  let complete: number | undefined;
  return history.days.map((day, index) => {
    const value = worthOf(day, history, scope);
    const before = history.days[index - 1];
    const flows = before === undefined ? [] : flowsOf([before, day], history, scope);
    const rule = history.ruleOn(day.date);
    const total = { date: day.date, value, rule, flows, ...sumOfFlows(flows) };
    if (typeof value === 'string') return total;
    const from = complete;
    complete = index;
    if (from === undefined) return total;
    return { ...total, gains: lineGains(history, [from, index], has) };
  });
}

function isIn(line: ReturnLine, scope: Scope): boolean {
  switch (scope) {
    case 'CUSTOMER':
      return true;
    case 'ASSETS':
      return line.class !== 'LOAN';
    default:
      return line.portfolioName === scope.portfolioName;
  }
}

function lineIn({ lines }: History, key: LineKey, scope: Scope): boolean {
  const line = lines.get(key);
  return line !== undefined && isIn(line, scope);
}

function worthOf(day: HistoryDay, history: History, scope: Scope): bigint | UnvaluedReason {
  for (const [key, reason] of day.unknown) if (lineIn(history, key, scope)) return reason;
  let total = 0n;
  for (const { line, minor, dueMinor } of day.strands.values()) {
    if (!lineIn(history, line, scope)) continue;
    total += minor;
    if (typeof scope === 'object') for (const due of dueMinor.values()) total -= due;
  }
  return total;
}

function flowsOf(
  [before, day]: readonly [HistoryDay, HistoryDay],
  history: History,
  scope: Scope,
): DayFlow[] {
  if (typeof scope === 'object') return portfolioFlows([before, day], history, scope);
  const cash = day.cash.map(({ source, inMinor, outMinor, feeMinor, counterpartyId }) => ({
    ...{ source, inMinor, outMinor, feeMinor, counterpartyId },
  }));
  const moved = day.moves.flatMap(({ line, source, isCash, minor }) => {
    // Cash that flows into an excluded line leaves the subject. A flow from outside into an
    // included line enters the subject.
    if (!lineIn(history, line, scope)) return isCash ? flowOf(source, -minor) : [];
    return isCash ? [] : flowOf(source, minor);
  });
  return [...cash, ...moved].filter(isAny);
}

// A payment from cash for a line is an inflow, unless the amount was already a payable. An amount
// due to the customer is an outflow.
function portfolioFlows(
  [before, day]: readonly [HistoryDay, HistoryDay],
  history: History,
  scope: Scope,
): DayFlow[] {
  const net = new Map<LineKey, Map<string, bigint>>();
  const add = (key: LineKey, source: string, minor: bigint) => {
    const sums = net.get(key) ?? new Map<string, bigint>();
    net.set(key, sums.set(source, (sums.get(source) ?? 0n) + minor));
  };
  for (const { line, source, minor } of day.moves) add(line, source, minor);
  for (const { line, dueMinor } of before.strands.values()) {
    for (const [source, minor] of dueMinor) add(line, source, minor);
  }
  for (const { line, dueMinor } of day.strands.values()) {
    for (const [source, minor] of dueMinor) add(line, source, -minor);
  }
  return [...net]
    .filter(([key]) => lineIn(history, key, scope))
    .flatMap(([, sums]) => [...sums].map(([source, minor]) => flowOf(source, minor)))
    .filter(isAny);
}

/** Returns a flow from outside; negative for a flow to the outside. */
export function flowOf(source: string, minor: bigint): DayFlow {
  const isIn = minor > 0n;
  return { source, inMinor: isIn ? minor : 0n, outMinor: isIn ? 0n : -minor, feeMinor: 0n };
}

/** Returns whether any amount of a flow is not zero. */
export function isAny({ inMinor, outMinor, feeMinor }: ExternalFlow): boolean {
  return inMinor !== 0n || outMinor !== 0n || feeMinor !== 0n;
}

/** Returns the sums of flows. */
export function sumOfFlows(flows: readonly ExternalFlow[]): ExternalFlow {
  const sum = (of: (flow: ExternalFlow) => bigint) =>
    flows.reduce((total, flow) => total + of(flow), 0n);
  return {
    inMinor: sum(({ inMinor }) => inMinor),
    outMinor: sum(({ outMinor }) => outMinor),
    feeMinor: sum(({ feeMinor }) => feeMinor),
  };
}

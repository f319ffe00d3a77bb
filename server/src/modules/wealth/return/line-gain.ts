// Computes the gain of each line between two dates: income, price and currency, less charges, fees
// and tax.

import { convert } from '../valuation/rate.js';
import {
  type History,
  type HistoryDay,
  type PlacedMove,
  type StrandValue,
  strandKey,
} from './history.js';
import { COSTS, cashKey, type LineKey, type ReturnLine } from './line.js';

/** The parts of a gain, in minor units of the history's currency. Costs are positive. */
export interface GainParts {
  readonly incomeMinor: bigint;
  readonly priceMinor: bigint;
  readonly currencyMinor: bigint;
  readonly chargesMinor: bigint;
  readonly feesMinor: bigint;
  readonly taxesMinor: bigint;
}

/** The gain of a line. */
export interface LineGain extends GainParts {
  readonly line: ReturnLine;
}

export const NO_GAIN: GainParts = {
  ...{ incomeMinor: 0n, priceMinor: 0n, currencyMinor: 0n },
  ...{ chargesMinor: 0n, feesMinor: 0n, taxesMinor: 0n },
};

/**
 * The days over which a gain is computed: values on the first and the last day, and movements after
 * the first.
 */
interface Step {
  readonly history: History;
  readonly before: HistoryDay;
  readonly days: readonly [...HistoryDay[], HistoryDay];
}

/**
 * Returns the gains of lines after one day and up to another. The values on both days must be
 * known.
 */
export function lineGains(
  history: History,
  [from, to]: readonly [number, number],
  has: (line: ReturnLine) => boolean,
): LineGain[] {
  const [before, last] = [history.days[from], history.days[to]];
  if (before === undefined || last === undefined || from === to) return [];
  const step: Step = { history, before, days: [...history.days.slice(from + 1, to), last] };
  const gains = new Map<ReturnLine, GainParts>();
  const add = (key: LineKey, gain: GainParts) => {
    const line = history.lines.get(key);
    if (line !== undefined && has(line)) gains.set(line, sumOf([gains.get(line) ?? NO_GAIN, gain]));
  };
  for (const strand of strandsOf(step)) {
    const { line } = strand;
    add(line, line === cashKey(strand.currency) ? cashGain(strand, step) : assetGain(strand, step));
  }
  add(COSTS, costsOf(step));
  return [...gains].map(([line, gain]) => ({ line, ...gain }));
}

/** Returns the sum of gains, part by part. */
export function sumOf(gains: readonly GainParts[]): GainParts {
  const sum = (of: (gain: GainParts) => bigint) =>
    gains.reduce((total, gain) => total + of(gain), 0n);
  return {
    incomeMinor: sum((gain) => gain.incomeMinor),
    priceMinor: sum((gain) => gain.priceMinor),
    currencyMinor: sum((gain) => gain.currencyMinor),
    chargesMinor: sum((gain) => gain.chargesMinor),
    feesMinor: sum((gain) => gain.feesMinor),
    taxesMinor: sum((gain) => gain.taxesMinor),
  };
}

/** Returns a gain after costs. */
export function netOf(gain: GainParts): bigint {
  const { incomeMinor, priceMinor, currencyMinor, chargesMinor, feesMinor, taxesMinor } = gain;
  return incomeMinor + priceMinor + currencyMinor - chargesMinor - feesMinor - taxesMinor;
}

/** A line in one of its currencies. */
type StrandId = Pick<StrandValue, 'line' | 'currency'>;

function strandsOf({ before, days }: Step): Iterable<StrandId> {
  const last = days.at(-1) ?? before;
  const moves = days.flatMap((day) => day.moves);
  const cash = [...days.flatMap((day) => day.cash), ...moves];
  const strands: StrandId[] = [
    ...before.strands.values(),
    ...last.strands.values(),
    ...moves,
    ...cash.map(({ currency }) => ({ line: cashKey(currency), currency })),
  ];
  return new Map(strands.map((strand) => [strandKey(strand), strand])).values();
}

const NO_VALUE = { ownMinor: 0n, minor: 0n, taxMinor: 0n, accruedMinor: 0n, aboveBookMinor: 0n };

/** The values of a strand at the start and the end, and its movements in between. */
interface StrandStep {
  readonly before: typeof NO_VALUE;
  readonly after: typeof NO_VALUE;
  readonly moves: readonly PlacedMove[];
}

function assetGain({ line, currency }: StrandId, { before, days }: Step): GainParts {
  const last = days.at(-1) ?? before;
  const moves = days.flatMap((day) =>
    day.moves.filter((move) => move.line === line && move.currency === currency),
  );
  const strand = strandKey({ line, currency });
  const values = {
    before: before.strands.get(strand) ?? NO_VALUE,
    after: last.strands.get(strand) ?? NO_VALUE,
  };
  const own = ownGain({ ...values, moves }, line);
  const rate = last.rates.get(currency);
  const converted = (minor: bigint) => (rate === undefined ? 0n : convert(minor, currency, rate));
  const parts = {
    ...NO_GAIN,
    incomeMinor: converted(own.incomeMinor),
    chargesMinor: converted(own.chargesMinor),
    taxesMinor: converted(own.taxesMinor),
    priceMinor: converted(own.priceMinor),
  };
  const flow = moves.reduce((sum, { minor }) => sum + minor, 0n);
  const gain = values.after.minor - values.before.minor - flow;
  // Any gain that the other parts, converted at the last day's rate, do not explain comes from the
  // exchange rate.
  return { ...parts, currencyMinor: gain - netOf(parts) };
}

/**
 * Splits the gain of a strand in its own currency. The gain of deposits, loans, commercial paper
 * and bills is income, except where a market price or an early termination differs from the book
 * value. For other lines, accrued and recorded income is income, and the rest is price.
 */
function ownGain({ before, after, moves }: StrandStep, line: LineKey) {
  const sum = (of: (move: PlacedMove) => bigint) =>
    moves.reduce((total, move) => total + of(move), 0n);
  const gain = after.ownMinor - before.ownMinor - sum(({ flowMinor }) => flowMinor);
  const chargesMinor = sum((move) => move.chargesMinor);
  const taxesMinor = after.taxMinor - before.taxMinor + sum((move) => move.taxMinor);
  const gross = gain + chargesMinor + taxesMinor;
  if (!line.startsWith('SECURITY/') && !line.startsWith('FUND/')) {
    const above = after.aboveBookMinor - before.aboveBookMinor;
    const priceMinor = above + sum((move) => move.priceMinor);
    return { incomeMinor: gross - priceMinor, priceMinor, chargesMinor, taxesMinor };
  }
  const accrued = after.accruedMinor - before.accruedMinor - sum((move) => move.accruedMinor);
  const incomeMinor = accrued + sum((move) => move.incomeMinor);
  return { incomeMinor, priceMinor: gross - incomeMinor, chargesMinor, taxesMinor };
}

// The income of a cash line is the interest paid into it, and its tax is the tax taken from it. The
// rest of its gain comes from the exchange rate.
function cashGain(id: StrandId, { before, days }: Step): GainParts {
  const last = days.at(-1) ?? before;
  const isOwn = ({ currency }: { readonly currency: string }) => currency === id.currency;
  const cash = days.flatMap((day) => day.cash.filter(isOwn));
  const invested = days.flatMap((day) => day.moves.filter((move) => move.isCash && isOwn(move)));
  const came = cash.reduce(
    (sum, { inMinor, outMinor, feeMinor, legMinor }) =>
      sum + inMinor - outMinor - feeMinor + legMinor,
    -invested.reduce((sum, { minor }) => sum + minor, 0n),
  );
  const strand = strandKey(id);
  const change =
    (last.strands.get(strand)?.minor ?? 0n) - (before.strands.get(strand)?.minor ?? 0n);
  const incomeMinor = cash.reduce((sum, move) => sum + move.incomeMinor, 0n);
  const taxesMinor = cash.reduce((sum, move) => sum + move.taxMinor, 0n);
  const currencyMinor = change - came - incomeMinor + taxesMinor;
  return { ...NO_GAIN, incomeMinor, taxesMinor, currencyMinor };
}

// Returns the fees, and the gain or loss on the customer's own conversions compared with the rate
// of the day.
function costsOf({ days }: Step): GainParts {
  const cash = days.flatMap((day) => day.cash);
  return {
    ...NO_GAIN,
    feesMinor: cash.reduce((sum, { feeMinor }) => sum + feeMinor, 0n),
    currencyMinor: cash.reduce((sum, { legMinor }) => sum + legMinor, 0n),
  };
}

// A customer's assets at the end of each given date, and the movements between the dates, converted
// to one currency.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { cashFlows } from '../../finance/index.js';
import { unitsBrought } from '../../order/index.js';
import { loadPolicies } from '../policy/policy.js';
import type { UnvaluedReason } from '../valuation/line.js';
import type { NamedPortfolio } from '../valuation/queries.js';
import { type Conversion, conversionsOn, convert } from '../valuation/rate.js';
import { type CashMove, cashMoveOf, type PlacedCash } from './cash-move.js';
import {
  type Dates,
  dailyWorths,
  holdersOf,
  type Owner,
  securityPricer,
  type Worth,
  type Worths,
} from './daily-worth.js';
import { cashKey, type LineKey, type ReturnLine } from './line.js';
import { selectChains } from './line-queries.js';
import { linesOf } from './line-subject.js';
import { type LinkRule, linkRuleOf } from './link-rule.js';
import { type LineMove, lineMoves, NOTHING_MOVED } from './move.js';

/** The currency of the amounts, and the pivot currency for conversions. */
export interface Currencies {
  readonly currency: string;
  readonly through: string;
}

/** A line in one of its currencies. */
type Strand = `${LineKey}|${string}`;

/** Returns the key of a line in one of its currencies. */
export function strandKey(of: { readonly line: LineKey; readonly currency: string }): Strand {
  return `${of.line}|${of.currency}`;
}

/** The value of a line in one currency at the end of a date, in minor units. */
export interface StrandValue {
  readonly line: LineKey;
  readonly currency: string;
  /** The value in the line's own currency; `minor` is converted. */
  readonly ownMinor: bigint;
  readonly minor: bigint;
  /** The converted amounts still to be received or paid, by kind of record. */
  readonly dueMinor: ReadonlyMap<string, bigint>;
  readonly taxMinor: bigint;
  readonly accruedMinor: bigint;
  /** The price of commercial paper and bills less their book value, before tax. */
  readonly aboveBookMinor: bigint;
}

/** A line's movement, and its flow in the history's currency. */
export interface PlacedMove extends LineMove {
  readonly minor: bigint;
}

/** One date of a history. */
export interface HistoryDay {
  readonly date: BusinessDate;
  readonly strands: ReadonlyMap<Strand, StrandValue>;
  /** Movements since the previous date that could be converted by this date. */
  readonly moves: readonly PlacedMove[];
  readonly cash: readonly PlacedCash[];
  /** Lines with an unknown value or movement at the end of the date. */
  readonly unknown: ReadonlyMap<LineKey, UnvaluedReason>;
  readonly rates: ReadonlyMap<string, Conversion>;
}

/** The days of a customer, starting with the opening, and their lines. */
export interface History {
  readonly days: readonly HistoryDay[];
  readonly lines: ReadonlyMap<LineKey, ReturnLine>;
  /** Returns the rule for computing the return of a date. */
  readonly ruleOn: (date: BusinessDate) => LinkRule;
}

/** The customer whose history is read, with all portfolios, on the business date. */
export interface HistoryOwner {
  readonly customerId: bigint;
  readonly portfolios: readonly NamedPortfolio[];
  readonly today: BusinessDate;
  /** Records stored after this time are left out; absent means no limit. */
  readonly knownAt?: string | undefined;
}

/** A movement whose amounts may be unknown on its own date. */
interface Pending<Move> {
  readonly date: BusinessDate;
  readonly line: LineKey;
  readonly currency: string;
  /**
   * Returns the movement's amounts if they can be converted on the given date, which is the
   * movement's own date or later; otherwise returns the reason why not.
   */
  readonly on: (date: BusinessDate) => Move | UnvaluedReason;
}

/** The conversions from each currency, by date. */
export type Rates = ReadonlyMap<string, ReadonlyMap<BusinessDate, Conversion>>;

/** A history's dates and currency. */
interface HistorySpan {
  readonly dates: Dates;
  readonly currencies: Currencies;
}

/** The dates of conversions, their currency, and the time after which rates are left out. */
interface RateSpan extends HistorySpan {
  readonly knownAt: string | undefined;
}

/**
 * Returns a customer's history. A movement is assigned to the first given date on or after its own,
 * and converted at the rate of that date. If its amount or rate is not known then, it moves to the
 * first date on which both are known, and the value of its line is unknown until then.
 */
export async function historyOf(tx: Tx, holder: HistoryOwner, span: HistorySpan): Promise<History> {
  const owner = await ownerOf(tx, holder);
  const worths = await dailyWorths(tx, owner, span.dates);
  return historyFrom(tx, owner, { ...span, worths });
}

/** Returns a customer's history, based on their assets on each date. */
export async function historyFrom(
  tx: Tx,
  owner: Owner,
  { dates, currencies, worths }: HistorySpan & { readonly worths: Worths },
): Promise<History> {
  const { moves, cash } = await movementsOf(tx, owner, dates);
  const used = [...[...worths.values()].flat(), ...moves, ...cash];
  const rates = await ratesOf(tx, used, { dates, currencies, knownAt: owner.knownAt });
  const days = dates.map((date) => openDay(date, worths.get(date) ?? [], rates));
  for (const move of moves) placeMove(move, days);
  for (const move of cash) placeCash(move, days);
  const keys = new Set(used.map(({ line }) => line));
  return {
    days,
    lines: await linesOf(tx, keys, owner.portfolios),
    ruleOn: (date) => linkRuleOf(owner.policyOn(date)),
  };
}

/** Returns a customer with their policies and chains of rolled-over instruments. */
export async function ownerOf(tx: Tx, holder: HistoryOwner): Promise<Owner> {
  const { customerId } = holder;
  const chains = await selectChains(tx, customerId);
  const policyOf = await loadPolicies(tx, holdersOf(holder));
  return {
    ...holder,
    policyOn: (date) => policyOf(customerId, date),
    chains: new Map(chains.map(({ type, id, first }) => [`${type}/${id}` as const, first])),
  };
}

async function movementsOf(tx: Tx, owner: Owner, dates: Dates) {
  const { customerId, knownAt, chains } = owner;
  const range = { customerId, knownAt, after: dates[0], to: dates.at(-1) ?? dates[0] };
  const flows = await cashFlows(tx, holdersOf(owner), range);
  const moved = await lineMoves(tx, { range, cash: flows, chains });
  const moves: Pending<LineMove>[] = moved.map((move) => ({ ...move, on: () => move }));
  const cash: Pending<CashMove>[] = flows.flatMap((flow) => {
    const move = cashMoveOf(flow);
    return move === undefined ? [] : { ...move, line: cashKey(flow.currency), on: () => move };
  });
  return { moves: [...moves, ...(await broughtMoves(tx, owner, dates))], cash };
}

/** The kind of record for units that a customer transferred in or out. */
export const UNITS_BROUGHT = 'OPENING_UNITS';

async function broughtMoves(tx: Tx, owner: Owner, dates: Dates): Promise<Pending<LineMove>[]> {
  const range = { after: dates[0], to: dates.at(-1) ?? dates[0], knownAt: owner.knownAt };
  const ids = owner.portfolios.map(({ id }) => id);
  const brought = await unitsBrought(tx, ids, range);
  const held = brought.map(({ units }) => units);
  const worthOf = await securityPricer(tx, owner, { dates, held });
  return brought.map(({ date, units }) => {
    const { line, currency } = worthOf(units, date);
    const on = (valued: BusinessDate): LineMove | UnvaluedReason => {
      const { minor, accruedMinor = 0n, taxMinor = 0n } = worthOf(units, valued);
      if (typeof minor === 'string') return minor;
      const flow = { flowMinor: minor, accruedMinor, taxMinor: -taxMinor };
      const place = { date, line, currency, source: UNITS_BROUGHT, isCash: false };
      return { ...NOTHING_MOVED, ...place, ...flow };
    };
    return { date, line, currency, on };
  });
}

/** Returns the currency conversions for given dates. */
export async function ratesOf(
  tx: Tx,
  amounts: readonly { readonly currency: string }[],
  { dates, currencies, knownAt }: RateSpan,
): Promise<Rates> {
  const rates = new Map<string, ReadonlyMap<BusinessDate, Conversion>>();
  for (const from of new Set(amounts.map(({ currency }) => currency))) {
    const { currency: to, through } = currencies;
    rates.set(from, await conversionsOn(tx, { from, to, through }, { dates, knownAt }));
  }
  return rates;
}

/** A day that is still being built. */
interface OpenDay extends HistoryDay {
  readonly moves: PlacedMove[];
  readonly cash: PlacedCash[];
  readonly unknown: Map<LineKey, UnvaluedReason>;
}

function openDay(date: BusinessDate, worths: readonly Worth[], rates: Rates): OpenDay {
  const known = [...rates].flatMap(([currency, by]) => {
    const rate = by.get(date);
    return rate === undefined ? [] : [[currency, rate] as const];
  });
  const day: OpenDay & { readonly strands: Map<Strand, StrandValue> } = {
    ...{ date, strands: new Map(), moves: [], cash: [], unknown: new Map() },
    rates: new Map(known),
  };
  for (const worth of worths) addWorth(day, worth);
  return day;
}

function addWorth(
  day: OpenDay & { readonly strands: Map<Strand, StrandValue> },
  worth: Worth,
): void {
  const { line, currency, minor: ownMinor, due } = worth;
  const { taxMinor = 0n, accruedMinor = 0n, aboveBookMinor = 0n } = worth;
  const rate = day.rates.get(currency);
  if (typeof ownMinor === 'string' || (rate === undefined && ownMinor !== 0n)) {
    day.unknown.set(line, typeof ownMinor === 'string' ? ownMinor : 'RATE_MISSING');
    return;
  }
  const minor = rate === undefined ? 0n : convert(ownMinor, currency, rate);
  const strand = strandKey({ line, currency });
  const sum = day.strands.get(strand);
  const dueMinor = new Map(sum?.dueMinor);
  if (due !== undefined) dueMinor.set(due, (dueMinor.get(due) ?? 0n) + minor);
  day.strands.set(strand, {
    ...{ line, currency, dueMinor },
    ownMinor: (sum?.ownMinor ?? 0n) + ownMinor,
    minor: (sum?.minor ?? 0n) + minor,
    taxMinor: (sum?.taxMinor ?? 0n) + taxMinor,
    accruedMinor: (sum?.accruedMinor ?? 0n) + accruedMinor,
    aboveBookMinor: (sum?.aboveBookMinor ?? 0n) + aboveBookMinor,
  });
}

function placeMove(pending: Pending<LineMove>, days: readonly OpenDay[]): void {
  place(pending, days, (move, rate, day) => {
    const minor = rate === undefined ? 0n : convert(move.flowMinor, move.currency, rate);
    day.moves.push({ ...move, minor });
  });
}

function placeCash(pending: Pending<CashMove>, days: readonly OpenDay[]): void {
  place(pending, days, (move, rate, day) => {
    const own = (minor: bigint) => (rate === undefined ? 0n : convert(minor, move.currency, rate));
    day.cash.push({
      ...move,
      inMinor: own(move.inMinor),
      outMinor: own(move.outMinor),
      feeMinor: own(move.feeMinor),
      legMinor: own(move.legMinor),
      incomeMinor: own(move.incomeMinor),
      taxMinor: own(move.taxMinor),
    });
  });
}

function place<Move extends object>(
  { date, line, currency, on }: Pending<Move>,
  days: readonly OpenDay[],
  add: (move: Move, rate: Conversion | undefined, day: OpenDay) => void,
): void {
  for (const day of days) {
    if (day.date < date) continue;
    const move = on(day.date);
    const rate = day.rates.get(currency);
    if (typeof move !== 'string' && (rate !== undefined || isNothing(move))) {
      add(move, rate, day);
      return;
    }
    if (!day.unknown.has(line)) {
      day.unknown.set(line, typeof move === 'string' ? move : 'RATE_MISSING');
    }
  }
}

function isNothing(move: object): boolean {
  return Object.values(move).every((value) => typeof value !== 'bigint' || value === 0n);
}

// A customer's assets at the end of each given date, read with a few statements for all dates.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import { fundPositionsOn, paperPositionsOn, termPositionsOn } from '../../asset/index.js';
import { incomeReceivablesOn } from '../../custody/index.js';
import { cashMoves } from '../../finance/index.js';
import { closeOn, closesBetween, knownPrices } from '../../market/index.js';
import { type SecurityPosition, securityPositionsOn, unnotedTrades } from '../../order/index.js';
import type { Holders } from '../../party/index.js';
import type { ValuationPolicy } from '../policy/policy.js';
import type { UnvaluedReason, WealthClass } from '../valuation/line.js';
import { paperClassOf, paperPricer } from '../valuation/paper-value.js';
import type { NamedPortfolio } from '../valuation/queries.js';
import { netAccrued, taxTermsOf } from '../valuation/security-line.js';
import { known, within } from '../valuation/subject.js';
import { type Chains, cashKey, fundKey, instrumentKey, type LineKey, securityKey } from './line.js';
import { oldFundPrices, oldPrices } from './old-price.js';

/** An amount of a customer's assets; debts are negative. */
export interface Amount {
  readonly currency: string;
  /** The amount in minor units, or the reason why it is unknown. */
  readonly minor: bigint | UnvaluedReason;
}

/** A position at the end of a date, or the balance of an account. */
export interface Worth extends Amount {
  readonly line: LineKey;
  readonly class: WealthClass;
  /** The portfolio that securities belong to. */
  readonly portfolioId?: bigint | undefined;
  /** The code of the portfolio that an instrument or fund units belong to. */
  readonly portfolioName?: string | undefined;
  /** Whether the amount is a ledger balance. */
  readonly isAccount?: boolean | undefined;
  /** The kind of record that will settle the amount to be received or paid for a security. */
  readonly due?: string | undefined;
  /** Tax deducted from the value; for a deposit, also the tax withheld from the interest. */
  readonly taxMinor?: bigint | undefined;
  /** The price of commercial paper or a bill less its book value, before tax. */
  readonly aboveBookMinor?: bigint | undefined;
  /** Accrued interest of a bond, before tax. */
  readonly accruedMinor?: bigint | undefined;
}

/** A customer with all portfolios, on the business date. */
export interface Owner {
  readonly customerId: bigint;
  /** Records stored after this time are left out; absent means no limit. */
  readonly knownAt?: string | undefined;
  readonly portfolios: readonly NamedPortfolio[];
  readonly today: BusinessDate;
  readonly chains: Chains;
  /** Returns the policy by which the customer is valued on a date. */
  readonly policyOn: (date: BusinessDate) => ValuationPolicy;
}

/** Dates in order; the last one is not after the business date. */
export type Dates = readonly [BusinessDate, ...BusinessDate[]];

/** A customer's amounts at the end of each date. */
export type Amounts = ReadonlyMap<BusinessDate, readonly Amount[]>;

/** A customer's assets at the end of each date. */
export type Worths = ReadonlyMap<BusinessDate, readonly Worth[]>;

/**
 * Returns a customer's assets at the end of each date. They equal the valuations on these dates. If
 * a time is given, both leave out later records.
 */
export async function dailyWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const parts = [
    await securityWorths(tx, owner, dates),
    await instrumentWorths(tx, owner, dates),
    await fundWorths(tx, owner, dates),
    await cashWorths(tx, owner, dates),
    await tradeWorths(tx, owner, dates),
    await incomeWorths(tx, owner, dates),
  ];
  return byDate(dates, (date) => parts.flatMap((part) => [...(part.get(date) ?? [])]));
}

/** Returns a customer, with the time after which records are left out. */
export function holdersOf({ customerId, knownAt }: Pick<Owner, 'customerId' | 'knownAt'>): Holders {
  return { customerIds: [customerId], knownAt };
}

function byDate(dates: Dates, worthsOn: (date: BusinessDate) => readonly Worth[]): Worths {
  return new Map(dates.map((date) => [date, worthsOn(date)]));
}

async function securityWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const ids = owner.portfolios.map(({ id }) => id);
  const { knownAt } = owner;
  const positions = known(await securityPositionsOn(tx, ids, { dates, knownAt }));
  const held = [...positions.values()].flat();
  const worthOf = await securityPricer(tx, owner, { dates, held });
  return byDate(dates, (date) =>
    within(positions.get(date) ?? []).map((position) => worthOf(position, date)),
  );
}

/** The positions to price, and the pricing dates. */
interface Priced {
  readonly dates: Dates;
  readonly held: readonly SecurityPosition[];
}

/** Returns a function that values a position at the price known on a date. */
export async function securityPricer(
  tx: Tx,
  owner: Owner,
  { dates, held }: Priced,
): Promise<(position: SecurityPosition, date: BusinessDate) => Worth> {
  const ids = [...new Set(held.map(({ securityId }) => securityId))];
  const to = dates.at(-1) ?? dates[0];
  const closes = await closesBetween(tx, ids, { from: dates[0], to, knownAt: owner.knownAt });
  const latest = isClosedOn(to, owner) ? [] : await knownPrices(tx, ids, { date: owner.today });
  const last = new Map(latest.map(({ securityId, price }) => [securityId, price]));
  const taxTerms = await taxTermsOf(tx, owner.customerId, held);
  const isTooOld = await oldPrices(tx, owner, { dates, securities: taxTerms.securities });
  return (position, date) => {
    const { portfolioId, securityId, currency } = position;
    const name = position.isBond ? ('BOND' as const) : ('EQUITY' as const);
    const line = { line: securityKey(portfolioId, securityId), class: name, portfolioId, currency };
    const price = isClosedOn(date, owner)
      ? closeOn(closes.get(securityId) ?? [], date)?.close
      : last.get(securityId);
    if (price === undefined || isTooOld(position, date)) {
      return { ...line, minor: 'PRICE_MISSING' };
    }
    const { accruedMinor } = position;
    const net = position.isBond ? netAccrued(position, taxTerms) : 0n;
    const minor = position.worthAt(price) + net;
    return { ...line, minor, accruedMinor, taxMinor: accruedMinor - net };
  };
}

// If a time is given, even the business date is valued at closing prices, because last prices have
// no versions.
function isClosedOn(date: BusinessDate, { today, knownAt }: Owner): boolean {
  return date < today || knownAt !== undefined;
}

async function instrumentWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const terms = known(await termPositionsOn(tx, holdersOf(owner), dates));
  const papers = known(await paperPositionsOn(tx, holdersOf(owner), dates));
  const policyOf = (_: bigint, date: BusinessDate) => owner.policyOn(date);
  const { knownAt } = owner;
  const paperWorthOf = await paperPricer(tx, { positions: papers, policyOf, knownAt });
  return byDate(dates, (date) => [
    ...(terms.get(date) ?? []).map(({ id, isLoan, portfolioName, valueMinor, ...row }) => ({
      line: instrumentKey('TERM_INSTRUMENT', id, owner.chains),
      class: isLoan ? ('LOAN' as const) : ('DEPOSIT' as const),
      portfolioName: isLoan ? undefined : (portfolioName ?? undefined),
      currency: row.currency,
      minor: isLoan ? -valueMinor : valueMinor,
      taxMinor: row.taxMinor,
    })),
    ...(papers.get(date) ?? []).map((row) => {
      const { valueMinor, taxMinor, aboveBookMinor } = paperWorthOf(row, date);
      return {
        line: instrumentKey(row.kind, row.id, owner.chains),
        class: paperClassOf(row),
        portfolioName: row.portfolioName ?? undefined,
        ...{ currency: row.currency, minor: valueMinor, taxMinor, aboveBookMinor },
      };
    }),
  ]);
}

async function fundWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const rows = await fundPositionsOn(tx, holdersOf(owner), dates);
  const isTooOld = await oldFundPrices(tx, owner, rows);
  return byDate(dates, (date) =>
    within(rows.filter((row) => row.date === date)).map((row) => {
      const { fundId, portfolioName, currency, units, price } = row;
      const line = {
        line: fundKey(fundId, portfolioName),
        ...{ class: 'FUND' as const, portfolioName: portfolioName || undefined, currency },
      };
      if (price === null || isTooOld(row)) return { ...line, minor: 'NAV_MISSING' };
      return { ...line, minor: decimalToMinor(units.times(price), currency, 'HALF_UP') };
    }),
  );
}

async function cashWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const range = { from: dates[0], to: dates.at(-1) ?? dates[0], knownAt: owner.knownAt };
  const moves = await cashMoves(tx, owner.customerId, range);
  const balances = new Map<bigint, Worth & { readonly minor: bigint }>();
  let next = 0;
  return byDate(dates, (date) => {
    for (let move = moves[next]; move !== undefined && move.date <= date; move = moves[next]) {
      const { accountId, isCash, currency } = move;
      const minor = (balances.get(accountId)?.minor ?? 0n) + move.minor;
      const place = { line: cashKey(currency), currency, isAccount: true };
      balances.set(accountId, { ...place, class: isCash ? 'CASH' : 'RECEIVABLE', minor });
      next += 1;
    }
    return [...balances.values()];
  });
}

async function tradeWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const trades = within(await unnotedTrades(tx, holdersOf(owner), dates.at(-1) ?? dates[0]));
  return byDate(dates, (date) =>
    trades
      .filter(({ tradeDate }) => tradeDate <= date)
      .map(({ portfolioId, securityId, currency, minor }) => ({
        line: securityKey(portfolioId, securityId),
        ...{ class: classOf(minor), currency, minor, due: 'CONTRACT_NOTE' },
      })),
  );
}

async function incomeWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const rows = await incomeReceivablesOn(tx, holdersOf(owner), dates);
  return byDate(dates, (date) =>
    within(rows.filter((row) => row.date === date)).map((row) => ({
      line: securityKey(row.portfolioId, row.securityId),
      class: classOf(row.minor),
      ...{ currency: row.currency, minor: row.minor, due: 'ENTITLEMENT' },
    })),
  );
}

// Amounts still to be received are positive, and amounts still to be paid are negative.
function classOf(minor: bigint): WealthClass {
  return minor < 0n ? 'PAYABLE' : 'RECEIVABLE';
}

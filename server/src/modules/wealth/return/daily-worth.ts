// What a customer has at the end of each of some dates, read with a few statements for all dates.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import { fundPositionsOn, paperPositionsOn, termPositionsOn } from '../../asset/index.js';
import { incomeReceivablesOn } from '../../custody/index.js';
import { cashMoves } from '../../finance/index.js';
import { closeOn, closesBetween, knownPrices } from '../../market/index.js';
import { type SecurityPosition, securityPositionsOn, unnotedTrades } from '../../order/index.js';
import type { UnvaluedReason, WealthClass } from '../valuation/line.js';
import { netAccrued, taxTermsOf } from '../valuation/security-line.js';
import { known, within } from '../valuation/subject.js';

/** An amount that a customer has; what is owed is negative. */
export interface Amount {
  readonly currency: string;
  /** In minor units; a reason if it is not known. */
  readonly minor: bigint | UnvaluedReason;
}

/** A position at the end of a date, or the balance of an account. */
export interface Worth extends Amount {
  readonly class: WealthClass;
  /** The portfolio of securities. */
  readonly portfolioId?: bigint | undefined;
  /** The code of the portfolio that an instrument or fund units name. */
  readonly portfolioName?: string | undefined;
  /** Whether it is a balance of the ledger. */
  readonly isAccount?: boolean | undefined;
  /** Accrued interest of a bond after tax, in minor units, as part of the value. */
  readonly accruedMinor?: bigint | undefined;
}

/** A customer with all portfolios, on the business date. */
export interface Owner {
  readonly customerId: bigint;
  readonly portfolioIds: readonly bigint[];
  readonly today: BusinessDate;
}

/** Dates in order, of which the last one is not after the business date. */
export type Dates = readonly [BusinessDate, ...BusinessDate[]];

/** The amounts that a customer has at the end of each date. */
export type Amounts = ReadonlyMap<BusinessDate, readonly Amount[]>;

/** What a customer has at the end of each date. */
export type Worths = ReadonlyMap<BusinessDate, readonly Worth[]>;

/** Returns what a customer has at the end of each date, as the valuation of the date shows it. */
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

function holdersOf({ customerId }: Owner) {
  return { customerIds: [customerId] };
}

function byDate(dates: Dates, worthsOn: (date: BusinessDate) => readonly Worth[]): Worths {
  return new Map(dates.map((date) => [date, worthsOn(date)]));
}

async function securityWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const positions = known(await securityPositionsOn(tx, owner.portfolioIds, dates));
  const held = [...positions.values()].flat();
  const worthOf = await securityPricer(tx, owner, { dates, held });
  return byDate(dates, (date) =>
    within(positions.get(date) ?? []).map((position) => worthOf(position, date)),
  );
}

/** The positions to price, and the dates on which they are priced. */
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
  const closes = await closesBetween(tx, ids, { from: dates[0], to });
  const latest = to < owner.today ? [] : await knownPrices(tx, ids, { date: owner.today });
  const last = new Map(latest.map(({ securityId, price }) => [securityId, price]));
  const taxTerms = await taxTermsOf(tx, owner.customerId, held);
  return (position, date) => {
    const { securityId, portfolioId, currency } = position;
    const line = { class: position.isBond ? 'BOND' : 'EQUITY', portfolioId, currency } as const;
    const price =
      date < owner.today
        ? closeOn(closes.get(securityId) ?? [], date)?.close
        : last.get(securityId);
    if (price === undefined) return { ...line, minor: 'PRICE_MISSING' };
    const accruedMinor = position.isBond ? netAccrued(position, taxTerms) : 0n;
    return { ...line, accruedMinor, minor: position.worthAt(price) + accruedMinor };
  };
}

async function instrumentWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const terms = known(await termPositionsOn(tx, holdersOf(owner), dates));
  const papers = known(await paperPositionsOn(tx, holdersOf(owner), dates));
  return byDate(dates, (date) => [
    ...(terms.get(date) ?? []).map(({ currency, portfolioName, isLoan, valueMinor }) => ({
      class: isLoan ? ('LOAN' as const) : ('DEPOSIT' as const),
      portfolioName: isLoan ? undefined : (portfolioName ?? undefined),
      currency,
      minor: isLoan ? -valueMinor : valueMinor,
    })),
    ...(papers.get(date) ?? []).map(({ kind, currency, portfolioName, valueMinor: minor }) => ({
      class: kind === 'TREASURY_BILL' ? ('BILL' as const) : ('PAPER' as const),
      portfolioName: portfolioName ?? undefined,
      currency,
      minor,
    })),
  ]);
}

async function fundWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const rows = await fundPositionsOn(tx, holdersOf(owner), dates);
  return byDate(dates, (date) =>
    within(rows.filter((row) => row.date === date)).map(
      ({ currency, portfolioName, units, price }) => ({
        class: 'FUND' as const,
        portfolioName: portfolioName || undefined,
        currency,
        minor:
          price === null ? 'NAV_MISSING' : decimalToMinor(units.times(price), currency, 'HALF_UP'),
      }),
    ),
  );
}

async function cashWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const range = { from: dates[0], to: dates.at(-1) ?? dates[0] };
  const moves = await cashMoves(tx, owner.customerId, range);
  const balances = new Map<bigint, Worth & { readonly minor: bigint }>();
  let next = 0;
  return byDate(dates, (date) => {
    for (let move = moves[next]; move !== undefined && move.date <= date; move = moves[next]) {
      const { accountId, isCash, currency } = move;
      const minor = (balances.get(accountId)?.minor ?? 0n) + move.minor;
      const ofClass = isCash ? 'CASH' : 'RECEIVABLE';
      balances.set(accountId, { class: ofClass, isAccount: true, currency, minor });
      next += 1;
    }
    return [...balances.values()];
  });
}

async function tradeWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const trades = within(await unnotedTrades(tx, holdersOf(owner), dates.at(-1) ?? dates[0]));
  return byDate(dates, (date) =>
    trades.filter(({ tradeDate }) => tradeDate <= date).map(estimateOf),
  );
}

async function incomeWorths(tx: Tx, owner: Owner, dates: Dates): Promise<Worths> {
  const rows = await incomeReceivablesOn(tx, holdersOf(owner), dates);
  return byDate(dates, (date) => within(rows.filter((row) => row.date === date)).map(estimateOf));
}

// What is still to be received or paid counts by its sign.
function estimateOf({ currency, minor }: Pick<Worth, 'currency'> & { readonly minor: bigint }) {
  return { class: minor < 0n ? ('PAYABLE' as const) : ('RECEIVABLE' as const), currency, minor };
}

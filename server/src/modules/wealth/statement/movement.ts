// Collects the movements in the period of a statement: flows, trades, income and costs.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { groupedBy } from '../../../platform/collection/grouped.js';
import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type IncomeRow, selectIncome } from '../../custody/index.js';
import { cashFlows } from '../../finance/index.js';
import type { DayTotal } from '../return/day-total.js';
import { type Conversion, conversionsOn, convert } from '../valuation/rate.js';
import type { Cost, Flow, IncomeKind, IncomeSum, Trade } from './content.js';
import { percentOf } from './growth.js';
import {
  type AssetIncomeRow,
  type CustomerRange,
  selectAssetIncome,
  selectCharges,
  selectTrades,
  type TradeRow,
} from './queries.js';

/** A cost or an amount of income booked on a date, in its own currency. */
interface Booked {
  readonly date: BusinessDate;
  readonly currency: string;
  readonly label: string;
  readonly minor: bigint;
}

/** The movements of a period, with sums in minor units of the statement's currency. */
export interface Movements {
  readonly flows: readonly Flow[];
  readonly trades: readonly Trade[];
  readonly income: readonly IncomeSum[];
  readonly costs: readonly Cost[];
  /** The sums; undefined if the rate for an amount is missing. */
  readonly sums:
    | { readonly incomeMinor: bigint; readonly chargesMinor: bigint; readonly taxMinor: bigint }
    | undefined;
}

/** The subject whose movements are read. */
interface MovementContext {
  readonly range: CustomerRange;
  /** The days of the period, starting with the opening. */
  readonly days: readonly DayTotal[];
  readonly currencies: { readonly currency: string; readonly through: string };
}

/** Reads the movements of a period. */
export async function movementsOf(tx: Tx, context: MovementContext): Promise<Movements> {
  const { range, days, currencies } = context;
  const trades = await selectTrades(tx, range);
  const charges = (await selectCharges(tx, range)).map(
    ({ trade_date: date, ...rest }): Booked => ({ date, ...rest }),
  );
  const income = [...(await incomeOf(tx, range)), ...(await journalIncome(tx, range))];
  const taxes = income.map(({ date, currency, kind, tax_minor: minor }) => ({
    ...{ date, currency, minor },
    label: TAX_LABELS[kind],
  }));
  const gross = income.map(({ date, currency, kind: label, gross_minor: minor }) => ({
    ...{ date, currency, label, minor },
  }));
  const toOwn = await converter(tx, [...charges, ...gross], currencies);
  const [chargeSums, taxSums, grossSums] = [charges, taxes, gross].map((rows) =>
    sumsByLabel(rows, toOwn),
  );
  const fees = days.slice(1).reduce((sum, { feeMinor }) => sum + feeMinor, 0n);
  const costs = new Map([...(chargeSums ?? []), ['Fees for payments', fees], ...(taxSums ?? [])]);
  const isKnown = chargeSums !== undefined && taxSums !== undefined && grossSums !== undefined;
  return {
    flows: flowsOf(days, currencies.currency),
    trades: trades.map(tradeOf),
    income: incomeSums(income),
    costs: costsOf(costs, days, currencies.currency),
    sums: isKnown
      ? {
          incomeMinor: total(grossSums.values()),
          chargesMinor: total(chargeSums.values()),
          taxMinor: total(taxSums.values()),
        }
      : undefined,
  };
}

const TAX_LABELS: Readonly<Record<IncomeKind, string>> = {
  DIVIDEND: 'Tax withheld from dividends',
  COUPON: 'Tax withheld from coupons',
  DEPOSIT: 'Tax withheld from interest of deposits',
  PAPER: 'Tax withheld from commercial paper',
  BILL: 'Tax withheld from treasury bills',
  FUND: 'Tax withheld from fund income',
  OTHER: 'Other taxes',
};

/** Reads a customer's income that was booked in a range. */
export async function incomeOf(tx: Tx, range: CustomerRange): Promise<AssetIncomeRow[]> {
  const { customerId, from, to } = range;
  const custody = await selectIncome(tx, { customerId, from, until: to, currency: undefined });
  return [...custody.flatMap(incomeOfEvent), ...(await selectAssetIncome(tx, range))];
}

// Returns the income and taxes that a person booked with a journal.
async function journalIncome(tx: Tx, range: CustomerRange): Promise<AssetIncomeRow[]> {
  const span = { after: addDays(range.from, -1), to: range.to };
  const moved = await cashFlows(tx, { customerIds: [range.customerId] }, span);
  return moved
    .filter(({ performanceKind }) => performanceKind === 'INCOME' || performanceKind === 'TAX')
    .map(({ date, currency, performanceKind, minor }) => ({
      ...{ date, currency, kind: 'OTHER' },
      gross_minor: performanceKind === 'INCOME' ? minor : 0n,
      tax_minor: performanceKind === 'TAX' ? -minor : 0n,
    }));
}

// Proceeds of outgoing units are not income.
function incomeOfEvent(row: IncomeRow): AssetIncomeRow[] {
  const { on_date: date, currency, kind, tax_minor } = row;
  const gross_minor = row.gross_minor - row.principal_minor;
  if (date === null || (gross_minor === 0n && tax_minor === 0n)) return [];
  const isCoupon = kind === 'INTR' || kind === 'REDM' || kind === 'PCAL' || kind === 'MCAL';
  return [{ date, currency, kind: isCoupon ? 'COUPON' : 'DIVIDEND', gross_minor, tax_minor }];
}

/** Converts an amount as of its date; undefined if there is no rate. */
type Converter = (booked: Booked) => bigint | undefined;

async function converter(
  tx: Tx,
  booked: readonly Booked[],
  { currency: to, through }: MovementContext['currencies'],
): Promise<Converter> {
  const rates = new Map<string, ReadonlyMap<BusinessDate, Conversion>>();
  for (const from of new Set(booked.map(({ currency }) => currency))) {
    const dates = booked.filter(({ currency }) => currency === from).map(({ date }) => date);
    const sorted = [...new Set(dates)].toSorted();
    rates.set(from, await conversionsOn(tx, { from, to, through }, { dates: sorted }));
  }
  return ({ date, currency, minor }) => {
    const rate = rates.get(currency)?.get(date);
    return rate && convert(minor, currency, rate);
  };
}

// Returns undefined if an amount cannot be converted.
function sumsByLabel(rows: readonly Booked[], toOwn: Converter): Map<string, bigint> | undefined {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const minor = toOwn(row);
    if (minor === undefined) return undefined;
    sums.set(row.label, (sums.get(row.label) ?? 0n) + minor);
  }
  return sums;
}

function total(amounts: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const minor of amounts) sum += minor;
  return sum;
}

function flowsOf(days: readonly DayTotal[], currency: string): Flow[] {
  const amount = (minor: bigint) => minorToDecimal(minor, currency).toFixed();
  return days.slice(1).flatMap(({ date, flows }) =>
    flows
      .filter(({ inMinor, outMinor, feeMinor }) => [inMinor, outMinor, feeMinor].some(isAny))
      .map(({ source, inMinor, outMinor, feeMinor }) => ({
        date,
        source,
        paidIn: amount(inMinor),
        paidOut: amount(outMinor),
        fees: amount(feeMinor),
      })),
  );
}

function isAny(minor: bigint): boolean {
  return minor !== 0n;
}

function tradeOf(row: TradeRow): Trade {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency).toFixed();
  return {
    date: row.trade_date,
    settlement: row.settlement_date,
    note: row.name,
    side: row.side,
    security: row.security_name,
    quantity: String(row.quantity),
    price: row.average_price.toDecimalPlaces(6).toFixed(),
    charges: amount(row.charges_minor),
    net: amount(row.net_minor),
    currency: row.currency,
  };
}

/** Returns the sums of income by month, kind and currency. */
export function incomeSums(rows: readonly AssetIncomeRow[]): IncomeSum[] {
  const keyOf = ({ date, kind, currency }: AssetIncomeRow) =>
    `${date.slice(0, 7)} ${kind} ${currency}`;
  const groups = groupedBy(rows, keyOf);
  return [...groups.keys()].toSorted().flatMap((key) => {
    const [first, ...others] = groups.get(key) ?? [];
    if (first === undefined) return [];
    const { date, kind, currency } = first;
    const gross = total([first, ...others].map(({ gross_minor }) => gross_minor));
    const tax = total([first, ...others].map(({ tax_minor }) => tax_minor));
    const amount = (minor: bigint) => minorToDecimal(minor, currency).toFixed();
    return [
      {
        ...{ month: date.slice(0, 7), kind, currency },
        ...{ gross: amount(gross), tax: amount(tax), net: amount(gross - tax) },
      },
    ];
  });
}

// Costs of zero are left out.
function costsOf(
  sums: ReadonlyMap<string, bigint>,
  days: readonly DayTotal[],
  currency: string,
): Cost[] {
  const values = days.flatMap(({ value }) => (typeof value === 'bigint' ? value : []));
  const average = new Decimal(String(total(values))).dividedBy(values.length || 1);
  return [...sums]
    .filter(([, minor]) => minor !== 0n)
    .map(([label, minor]) => ({
      label,
      amount: minorToDecimal(minor, currency).toFixed(),
      percent: average.greaterThan(0)
        ? percentOf(new Decimal(String(minor)).dividedBy(average))
        : undefined,
    }));
}

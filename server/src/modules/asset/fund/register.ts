// Applies a batch to the unit register. Changes holdings and lots in memory, oldest lot first, and
// stores them at the end.

import { assert, present } from '../../../platform/assert.js';
import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  changeRegister,
  type HoldingKey,
  type HoldingRow,
  lockHoldings,
  lockRegister,
  type RegisterChange,
  selectLots,
} from './holding-queries.js';
import type { SoldUnits } from './price.js';
import type { IncomeOption } from './queries.js';

interface Lot {
  /** Undefined if this batch bought the lot. */
  readonly id: bigint | undefined;
  readonly acquiredOn: BusinessDate;
  readonly boughtUnits: Decimal;
  units: Decimal;
  touched: boolean;
}

/** A holding in memory, with the changes made by a batch. */
export interface OpenHolding {
  readonly id: bigint;
  readonly portfolioName: string;
  readonly customerId: bigint;
  units: Decimal;
  heldUnits: Decimal;
  incomeOption: IncomeOption;
  readonly lots: Lot[];
}

/** One fund's register with its locked rows, and the changes of one batch. */
export interface OpenRegister {
  readonly fundId: bigint;
  readonly date: BusinessDate;
  readonly sourceType: RegisterChange['sourceType'];
  readonly holdings: ReadonlyMap<string, OpenHolding>;
  readonly movements: RegisterChange['movements'][number][];
}

/** Locks the register and some customers' holdings, and reads their lots. */
export async function openRegister(
  tx: Tx,
  batch: Pick<OpenRegister, 'fundId' | 'date' | 'sourceType'>,
  customerIds: readonly bigint[],
): Promise<OpenRegister> {
  await lockRegister(tx, batch.fundId);
  const rows = await lockHoldings(tx, batch.fundId, customerIds);
  const lots = await selectLots(
    tx,
    rows.map((row) => row.id),
  );
  const holdings = new Map(
    rows.map((row) => [
      keyOf(row.customer_id, row.portfolio_name),
      openHolding(
        row,
        lots.filter((lot) => lot.holding_id === row.id),
      ),
    ]),
  );
  return { ...batch, holdings, movements: [] };
}

function openHolding(row: HoldingRow, lots: Awaited<ReturnType<typeof selectLots>>): OpenHolding {
  return {
    id: row.id,
    customerId: row.customer_id,
    portfolioName: row.portfolio_name,
    units: row.units,
    heldUnits: row.held_units,
    incomeOption: row.income_option,
    lots: lots.map((lot) => ({
      id: lot.id,
      acquiredOn: lot.acquired_on,
      boughtUnits: lot.units,
      units: lot.units,
      touched: false,
    })),
  };
}

function keyOf(customerId: bigint, portfolioName: string): string {
  return `${customerId} ${portfolioName}`;
}

/** Returns a customer's holding, which must already be open. */
export function holdingOf(
  register: OpenRegister,
  key: Pick<HoldingKey, 'customerId' | 'portfolioName'>,
): OpenHolding {
  const holding = register.holdings.get(keyOf(key.customerId, key.portfolioName));
  return present(holding, 'the holding of an order is open');
}

/**
 * Returns the units that existed on a date and are not held for another order. Units bought at the
 * value of a later date cannot be sold at this date's value, because both values would already be
 * known.
 */
export function freeUnitsOn(holding: OpenHolding, day: BusinessDate): Decimal {
  const later = holding.lots
    .filter(({ acquiredOn }) => acquiredOn > day)
    .reduce((sum, { units }) => sum.plus(units), new Decimal(0));
  return Decimal.max(0, holding.units.minus(Decimal.max(holding.heldUnits, later)));
}

/** Adds units as a new lot with the given date. */
export function buyUnits(
  register: OpenRegister,
  holding: OpenHolding,
  bought: {
    readonly units: Decimal;
    readonly acquiredOn: BusinessDate;
    readonly sourceId: bigint;
  },
): void {
  const { units, acquiredOn, sourceId } = bought;
  holding.units = holding.units.plus(units);
  holding.lots.push({ id: undefined, acquiredOn, boughtUnits: units, units, touched: true });
  record(register, holding, { units, sourceId });
}

/**
 * Takes units from the oldest lots first. Returns the units taken from each lot, and the lot's age
 * on the date of the sale.
 */
export function sellUnits(
  register: OpenRegister,
  holding: OpenHolding,
  sale: { readonly units: Decimal; readonly on: BusinessDate; readonly sourceId: bigint },
): readonly SoldUnits[] {
  const { units, on, sourceId } = sale;
  let left = units;
  const sold: SoldUnits[] = [];
  for (const lot of inAge(holding)) {
    const taken = Decimal.min(left, lot.units);
    if (taken.isZero()) continue;
    lot.units = lot.units.minus(taken);
    lot.touched = true;
    left = left.minus(taken);
    sold.push({ units: taken, ageDays: daysBetween(lot.acquiredOn, on) });
  }
  assert(left.isZero(), 'the lots contain all units of their holding');
  holding.units = holding.units.minus(units);
  record(register, holding, { units: units.negated(), sourceId });
  return sold;
}

function inAge(holding: OpenHolding): readonly Lot[] {
  return holding.lots.toSorted((one, other) =>
    one.acquiredOn === other.acquiredOn ? 0 : one.acquiredOn < other.acquiredOn ? -1 : 1,
  );
}

function record(
  register: OpenRegister,
  holding: OpenHolding,
  moved: { readonly units: Decimal; readonly sourceId: bigint },
): void {
  register.movements.push({
    holding_id: holding.id,
    source_id: moved.sourceId,
    units: moved.units,
    balance: holding.units,
  });
}

/** Stores all changes of a batch. */
export function storeRegister(tx: Tx, register: OpenRegister): Promise<void> {
  const holdings = [...register.holdings.values()];
  const touched = holdings.flatMap((holding) =>
    holding.lots.filter((lot) => lot.touched).map((lot) => ({ holding, lot })),
  );
  return changeRegister(tx, {
    fundId: register.fundId,
    date: register.date,
    sourceType: register.sourceType,
    movements: register.movements,
    holdings: holdings.map((holding) => ({
      id: holding.id,
      units: holding.units,
      held_units: holding.heldUnits,
      income_option: holding.incomeOption,
    })),
    soldLots: touched.flatMap(({ lot }) =>
      lot.id === undefined ? [] : [{ id: lot.id, units: lot.units }],
    ),
    boughtLots: touched.flatMap(({ holding, lot }) =>
      lot.id === undefined
        ? [
            {
              holding_id: holding.id,
              acquired_on: lot.acquiredOn,
              bought_units: lot.boughtUnits,
              units: lot.units,
            },
          ]
        : [],
    ),
  });
}

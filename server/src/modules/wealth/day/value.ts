// The value of many customers at the end of a date, computed from the books in a few statements.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { loadPolicies } from '../policy/policy.js';
import { dayFlows } from './flow.js';
import { termLines } from './line.js';
import type { DayBatch } from './line-queries.js';
import { storePositions } from './position-queries.js';
import type { DayPrices } from './price.js';
import { type ChangedCustomer, monthOf, storeDay } from './value-queries.js';

/** The customers to value, the date, and the time after which records are left out. */
interface DayRequest {
  readonly customerIds: readonly bigint[];
  readonly date: BusinessDate;
  readonly knownAt: string;
  /** The date of the previous close. Movements after it are flows of the valued date. */
  readonly after: BusinessDate;
  /** The date that is closed next. If it is in another month, positions are stored. */
  readonly next?: BusinessDate | undefined;
  readonly prices: DayPrices;
}

/** Reads a batch of customers' assets and flows at the end of a date. */
export async function readBatch(tx: Tx, request: DayRequest): Promise<DayBatch> {
  const { customerIds, date, knownAt, after, prices } = request;
  const holders = { customerIds, knownAt };
  const basis = { date, prices, holders, policyOf: await loadPolicies(tx, holders) };
  return {
    ...basis,
    knownAt,
    lines: await termLines(tx, basis),
    flows: await dayFlows(tx, { ...basis, after }),
  };
}

/**
 * Values customers at the end of a date and stores the rows that differ from the previous ones.
 * `reasons` contains the reasons for revaluing customers. Returns the customers with changed rows.
 */
export async function valueDay(
  tx: Tx,
  request: DayRequest,
  reasons: ReadonlyMap<bigint, string>,
): Promise<ChangedCustomer[]> {
  const batch = await readBatch(tx, request);
  const { date, next = date } = request;
  if (monthOf(next) !== monthOf(date)) await storePositions(tx, batch);
  return storeDay(tx, batch, reasons);
}

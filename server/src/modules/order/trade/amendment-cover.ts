// The money, units and daily purchase limits available to the amendments in one transaction. Each
// amendment can use only the amounts that remain after the earlier ones. The rows are locked, so
// that a decision cannot become outdated. Rows that another transaction has locked are skipped,
// because otherwise the whole batch would have to wait for them.

import type { Tx } from '../../../platform/database/database.js';
import { lockFunds } from '../../finance/index.js';
import { dayKeyOf, dayValues } from '../limit/queries.js';
import { lockFreeUnits } from '../portfolio/holding-queries.js';
import type { OrderRow } from '../record/order.js';
import type { Amendment } from './amendment-check.js';
import { dayValueOf } from './submission.js';

/** The resources available to amendments. */
interface AmendmentCover {
  /**
   * Reserves the resources that an amendment needs. Returns true if the resources are certain to
   * suffice. Otherwise, the amendment must be processed alone.
   */
  readonly take: (amendment: Amendment) => boolean;
  /**
   * Excludes an order. All further amendments with the same account or holding are excluded too, so
   * that none of them uses resources that the order needs.
   */
  readonly leaveOut: (row: OrderRow) => void;
}

/** Locks and reads the resources that the given amendments need. */
export async function amendmentCoverOf(
  tx: Tx,
  amendments: readonly Amendment[],
): Promise<AmendmentCover> {
  const buys = amendments.filter(({ row }) => row.order_type === 'BUY');
  const units = await lockFreeUnits(
    tx,
    amendments.filter((each) => each.units !== 0n).map(({ row }) => row),
  );
  const accounts = new Set(buys.map(({ row }) => row.cash_account_id));
  const funds = await lockFunds(tx, [...accounts], 'SKIP');
  // An account that was forced below its floor is left out, because holds on it follow different
  // rules.
  const rooms = new Map(
    [...funds].flatMap(([id, { roomMinor, forcedMinor }]) =>
      forcedMinor === 0n ? [[id, roomMinor] as const] : [],
    ),
  );
  return countedCover({ units, rooms, days: await daysOf(tx, buys.filter(hasDayLimit)) });
}

function hasDayLimit({ checked }: Amendment): boolean {
  return dayValueOf(checked).maxMinor !== undefined;
}

// These values are read after the accounts are locked, so that no other purchase is added in the
// meantime.
async function daysOf(tx: Tx, limited: readonly Amendment[]): Promise<Map<string, bigint>> {
  const days = new Map<string, bigint>();
  for (const date of new Set(limited.map(({ row }) => row.business_date))) {
    const rows = limited.flatMap(({ row }) => (row.business_date === date ? [row] : []));
    for (const [key, minor] of await dayValues(tx, rows, { date })) {
      days.set(`${key} ${date}`, minor);
    }
  }
  return days;
}

interface Stock {
  /** Free units, keyed by `holdingOf`. */
  readonly units: Map<string, bigint>;
  /** The additional amount that can be held on each account; null if there is no limit. */
  readonly rooms: Map<bigint, bigint | null>;
  /** Each customer's purchases per day, keyed by `dayOf`. */
  readonly days: Map<string, bigint>;
}

function countedCover(stock: Stock): AmendmentCover {
  const leftOut = new Set<string>();
  const leaveOut = (row: OrderRow) => {
    for (const key of keysOf(row)) leftOut.add(key);
  };
  const take = (amendment: Amendment) => {
    const isOpen = keysOf(amendment.row).every((key) => !leftOut.has(key));
    return isOpen && (isBuy(amendment) ? takeMoney(stock, amendment) : takeUnits(stock, amendment));
  };
  return { take, leaveOut };
}

function isBuy({ row }: Amendment): boolean {
  return row.order_type === 'BUY';
}

const holdingOf = ({ portfolio_id, security_id }: OrderRow) => `${portfolio_id} ${security_id}`;

const dayOf = (row: OrderRow) => `${dayKeyOf(row)} ${row.business_date}`;

function keysOf(row: OrderRow): readonly string[] {
  if (row.order_type === 'SELL') return [`holding ${holdingOf(row)}`];
  return [`account ${row.cash_account_id}`, `day ${dayOf(row)}`];
}

function takeUnits({ units }: Stock, { row, units: more }: Amendment): boolean {
  if (more === 0n) return true;
  const free = units.get(holdingOf(row));
  if (free === undefined || (more > 0n && free < more)) return false;
  units.set(holdingOf(row), free - more);
  return true;
}

function takeMoney({ rooms, days }: Stock, amendment: Amendment): boolean {
  const { row, totals, checked } = amendment;
  const { cash_account_id: account } = row;
  const room = rooms.get(account);
  if (room === undefined) return false;
  const more = row.custodian_settles ? 0n : totals.openMinor - row.held_minor;
  if (room !== null && more > 0n && room < more) return false;
  const bought = days.get(dayOf(row)) ?? 0n;
  const others = bought - row.order_value_minor;
  const { minor, maxMinor } = dayValueOf(checked);
  if (maxMinor !== undefined && others + minor > maxMinor) return false;
  if (room !== null) rooms.set(account, room - more);
  days.set(dayOf(row), others + totals.valueMinor);
  return true;
}

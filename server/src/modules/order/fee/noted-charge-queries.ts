// SQL for the charges of contract notes in force, needed by rules that span several notes.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { assetClassOf } from '../../market/index.js';
import type { OrderRow } from '../record/order.js';
import type { TradeDay } from '../rule/trade-day.js';
import type { TradeSide } from './charge-rule.js';
import type { ChargedNote } from './charge-span.js';
import { worthOfSum } from './order-charge.js';
import type { Tariff } from './tariff.js';

interface ChargedRow {
  readonly trade_date: BusinessDate;
  readonly side: TradeSide;
  readonly quantity: bigint;
  readonly consideration_minor: bigint;
  readonly tariff_name: string;
  readonly tariff_version: number;
  readonly instrument_type: string;
  readonly order_origin: string;
  readonly commission_group_name: string;
  readonly charges: readonly ChargeJson[];
}

/** A charge as the database returns it in JSON. The amount is text, so no digit is lost. */
interface ChargeJson {
  readonly code: string;
  readonly onCode: string | null;
  readonly minor: string;
}

/** Reads an order's notes for all dates except this one; `days` contains all dates with fills. */
export async function otherNotesOf(
  tx: Tx,
  order: OrderRow,
  of: {
    readonly tradeDate: BusinessDate;
    readonly days: readonly TradeDay[];
    readonly tariff: Tariff;
  },
): Promise<ChargedNote[]> {
  const rows = await chargedRows(
    tx,
    sql`n.order_id = ${order.id} and n.trade_date <> ${of.tradeDate}`,
  );
  return rows.map((row) => {
    const note = chargedNote(row, order, of.tariff);
    const day = of.days.find(({ tradeDate }) => tradeDate === row.trade_date);
    if (day === undefined || day.fills === 0) return note;
    return { ...note, value: worthOfSum(order, day.value), executionCount: day.fills };
  });
}

/** Reads the notes of the customer's other orders on a date under a schedule with this name. */
export async function notesOfCustomersDay(
  tx: Tx,
  order: OrderRow,
  of: {
    readonly tradeDate: BusinessDate;
    readonly schedule: string;
    readonly tariff: Tariff;
  },
): Promise<ChargedNote[]> {
  const rows = await chargedRows(
    tx,
    sql`n.customer_id = ${order.customer_id} and n.trade_date = ${of.tradeDate}
      and n.currency = ${order.currency} and n.tariff_name = ${of.schedule}
      and n.order_id <> ${order.id}`,
  );
  return rows.map((row) => chargedNote(row, order, of.tariff));
}

function chargedRows(tx: Tx, which: Sql): Promise<ChargedRow[]> {
  return tx.query<ChargedRow>(sql`
    select n.trade_date, n.side, n.quantity, n.consideration_minor, n.tariff_name,
      n.tariff_version, t.instrument_type, t.order_origin, t.commission_group_name,
      (select coalesce(json_agg(json_build_object('code', c.code, 'onCode', c.on_code,
        'minor', c.amount_minor::text)), '[]')
        from contract_note_charge c where c.contract_note_id = n.id) as charges
    from contract_note n join trade_order t on t.id = n.order_id
    where n.reversed_at is null and ${which} order by n.id`);
}

function chargedNote(row: ChargedRow, { currency }: OrderRow, tariff: Tariff): ChargedNote {
  const version = tariff.schedules.find(
    (each) => each.name === row.tariff_name && each.version === row.tariff_version,
  );
  return {
    rules: version?.rules ?? [],
    scope: {
      side: row.side,
      tradeDate: row.trade_date,
      assetClass: assetClassOf(row.instrument_type),
      channel: row.order_origin,
      customerGroup: row.commission_group_name,
    },
    value: minorToDecimal(row.consideration_minor, currency),
    quantity: row.quantity,
    executionCount: 1,
    charges: row.charges.map(({ code, onCode, minor }) => ({ code, onCode, minor: BigInt(minor) })),
  };
}

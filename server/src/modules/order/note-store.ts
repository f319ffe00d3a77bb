// What issuing a contract note stores: the note, its charges, and which executions it covers.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Work } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';
import { codeOf } from '../../platform/ids.js';
import { toJson } from '../../platform/json.js';
import type { Decimal } from '../../platform/money/decimal.js';
import type { Accrual } from './accrued-coupon.js';
import type { TradeCost } from './estimate.js';
import type { OrderRow } from './record.js';
import type { TradeDay } from './trade-day.js';

/** A note with its figures. */
export interface NoteDraft {
  readonly id: bigint;
  readonly order: OrderRow;
  readonly tradeDate: BusinessDate;
  readonly settlementDate: BusinessDate;
  readonly quantity: bigint;
  readonly averagePrice: Decimal;
  /** Of a bond, by its settlement date. */
  readonly accrual: Accrual | undefined;
  readonly cost: TradeCost;
}

/** A trade date with its note, or without one when its fills came to nothing. */
interface NotedDay {
  readonly order: OrderRow;
  readonly day: TradeDay;
  readonly draft: NoteDraft | undefined;
  readonly journalId: bigint | undefined;
  readonly replacesId: bigint | undefined;
}

const NO_NOTE = 0n;

/**
 * Stores the notes of days and marks the days' executions, so that they are not looked at again.
 */
export async function storeNotes(work: Work, noted: readonly NotedDay[]): Promise<void> {
  if (noted.length === 0) return;
  const covered = noted.map(({ order, day, draft }) => ({
    orderId: order.id,
    execIds: day.execIds,
    noteId: draft?.id ?? NO_NOTE,
  }));
  const marked = work.tx.query(sql`
    update execution_report r set contract_note_id = c."noteId"
    from jsonb_to_recordset(${toJson(covered)}::jsonb)
      as c("orderId" bigint, "execIds" text[], "noteId" bigint)
    where r.order_id = c."orderId" and r.exec_id = any(c."execIds")`);
  await Promise.all([marked, insertNotes(work, noted)]);
}

async function insertNotes(work: Work, noted: readonly NotedDay[]): Promise<void> {
  const notes = noted.flatMap((each) => (each.draft ? [noteRow(each, each.draft)] : []));
  const charges = noted.flatMap(({ draft }) => (draft ? chargeRows(draft) : []));
  if (notes.length === 0) return;
  await work.tx.query(sql`
    with note as (
      insert into contract_note (id, name, label, office_id, customer_id, portfolio_id, order_id,
        security_id, exchange_id, cash_account_id, side, currency, trade_date, settlement_date,
        quantity, average_price, consideration_minor, accrued_from, accrued_days, accrued_minor,
        charges_minor, net_minor, tariff_name, tariff_version, journal_id, replaces_id, created_by,
        created_at, modified_by, modified_at)
      select n.id, n.name, n.label, t.office_id, t.customer_id, t.portfolio_id, t.id,
        t.security_id, t.exchange_id, t.cash_account_id, t.order_type, t.currency, n."tradeDate",
        n."settlementDate", n.quantity, n."averagePrice", n."considerationMinor",
        n."accruedFrom", n."accruedDays", n."accruedMinor", n."chargesMinor", n."netMinor",
        n."tariffName", n."tariffVersion", n."journalId", n."replacesId", ${work.principal.name},
        ${work.now}, ${work.principal.name}, ${work.now}
      from jsonb_to_recordset(${toJson(notes)}::jsonb) as n(id bigint, name text, label text,
        "orderId" bigint, "tradeDate" date, "settlementDate" date, quantity bigint,
        "averagePrice" numeric, "considerationMinor" bigint, "accruedFrom" date,
        "accruedDays" integer, "accruedMinor" bigint, "chargesMinor" bigint, "netMinor" bigint,
        "tariffName" text, "tariffVersion" integer, "journalId" bigint, "replacesId" bigint)
      join trade_order t on t.id = n."orderId"
    )
    insert into contract_note_charge
      (contract_note_id, line_no, code, on_code, payee, ledger_account, amount_minor)
    select l."noteId", l."lineNo", l.code, l."onCode", l.payee, l."ledgerAccount", l."amountMinor"
    from jsonb_to_recordset(${toJson(charges)}::jsonb) as l("noteId" bigint, "lineNo" smallint,
      code text, "onCode" text, payee text, "ledgerAccount" text, "amountMinor" bigint)`);
}

function noteRow({ order, journalId, replacesId }: NotedDay, draft: NoteDraft): object {
  const { cost, accrual } = draft;
  return {
    id: draft.id,
    name: codeOf(draft.id),
    label: `${order.order_type} ${draft.quantity} ${order.security_name}`,
    orderId: order.id,
    tradeDate: draft.tradeDate,
    settlementDate: draft.settlementDate,
    quantity: draft.quantity,
    averagePrice: draft.averagePrice.toFixed(10),
    considerationMinor: cost.considerationMinor,
    accruedFrom: accrual?.from,
    accruedDays: accrual?.days,
    accruedMinor: cost.accruedMinor,
    chargesMinor: cost.chargesMinor,
    netMinor: cost.netMinor,
    tariffName: cost.tariff.name,
    tariffVersion: cost.tariff.version,
    journalId,
    replacesId,
  };
}

function chargeRows({ id, cost }: NoteDraft): object[] {
  return cost.charges.map((line, index) => ({
    noteId: id,
    lineNo: index + 1,
    code: line.code,
    onCode: line.onCode,
    payee: line.payee,
    ledgerAccount: line.ledgerAccount,
    amountMinor: line.amount.minor,
  }));
}

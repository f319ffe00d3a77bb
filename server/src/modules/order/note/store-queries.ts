// SQL that stores an issued contract note: the note, its charges, and the trade date that it
// covers.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { codeOf } from '../../../platform/ids.js';
import { toJson } from '../../../platform/json/json.js';
import type { OrderRow } from '../record/order.js';
import type { NoteDraft } from './journal.js';

/** A note and its journal. */
interface IssuedNote {
  readonly order: OrderRow;
  readonly draft: NoteDraft;
  readonly journalId: bigint | undefined;
  readonly replacesId: bigint | undefined;
}

/** A trade date and its note; the note is undefined if no fill is left. */
interface NotedDay {
  readonly orderId: bigint;
  readonly tradeDate: BusinessDate;
  readonly noteId: bigint | undefined;
}

/** Marks a trade date's note as issued, so that the date is not processed again. */
export async function markNoted(tx: Tx, day: NotedDay): Promise<void> {
  await tx.query(sql`
    update order_trade_day set has_news = false, contract_note_id = ${day.noteId ?? null}
    where order_id = ${day.orderId} and trade_date = ${day.tradeDate}`);
}

/** Stores notes with their charges. */
export async function storeNotes(work: Work, issued: readonly IssuedNote[]): Promise<void> {
  if (issued.length === 0) return;
  const notes = issued.map(noteRow);
  const charges = issued.flatMap(({ draft }) => chargeRows(draft));
  await work.tx.query(sql`
    with note as (
      insert into contract_note (id, name, label, office_id, customer_id, portfolio_id, order_id,
        security_id, exchange_id, cash_account_id, side, currency, trade_date, settlement_date,
        stated_settlement_date, quantity, average_price, consideration_minor, accrued_from,
        accrued_days, accrued_minor, charges_minor, net_minor, tariff_name, tariff_version,
        journal_id, replaces_id, agent_name, agent_percent, agent_minor, custodian_settles,
        created_by, created_at, modified_by, modified_at)
      select n.id, n.name, n.label, t.office_id, t.customer_id, t.portfolio_id, t.id,
        t.security_id, t.exchange_id, t.cash_account_id, t.order_type, t.currency, n."tradeDate",
        n."settlementDate", n."statedSettlementDate", n.quantity, n."averagePrice",
        n."considerationMinor", n."accruedFrom", n."accruedDays", n."accruedMinor",
        n."chargesMinor", n."netMinor", n."tariffName", n."tariffVersion", n."journalId",
        n."replacesId", n."agentName", n."agentPercent", n."agentMinor", t.custodian_settles,
        ${work.principal.name}, ${work.now}, ${work.principal.name}, ${work.now}
      from jsonb_to_recordset(${toJson(notes)}::jsonb) as n(id bigint, name text, label text,
        "orderId" bigint, "tradeDate" date, "settlementDate" date,
        "statedSettlementDate" date, quantity bigint,
        "averagePrice" numeric, "considerationMinor" bigint, "accruedFrom" date,
        "accruedDays" integer, "accruedMinor" bigint, "chargesMinor" bigint, "netMinor" bigint,
        "tariffName" text, "tariffVersion" integer, "journalId" bigint, "replacesId" bigint,
        "agentName" text, "agentPercent" numeric, "agentMinor" bigint)
      join trade_order t on t.id = n."orderId"
    )
    insert into contract_note_charge
      (contract_note_id, line_no, code, on_code, payee, ledger_account, amount_minor)
    select l."noteId", l."lineNo", l.code, l."onCode", l.payee, l."ledgerAccount", l."amountMinor"
    from jsonb_to_recordset(${toJson(charges)}::jsonb) as l("noteId" bigint, "lineNo" smallint,
      code text, "onCode" text, payee text, "ledgerAccount" text, "amountMinor" bigint)`);
}

function noteRow({ order, draft, journalId, replacesId }: IssuedNote): object {
  const { cost, accrual } = draft;
  return {
    id: draft.id,
    name: codeOf(draft.id),
    label: `${order.order_type} ${draft.quantity} ${order.security_name}`,
    orderId: order.id,
    tradeDate: draft.tradeDate,
    settlementDate: draft.settlementDate,
    statedSettlementDate: draft.statedSettlementDate,
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
    agentName: draft.agent?.name,
    agentPercent: draft.agent?.percent.toFixed(),
    agentMinor: draft.agent?.minor,
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

// Contract notes: one per order and trade date, with every charge, and the entries of the trade date.

import { assert } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Work } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';
import { codeOf } from '../../platform/ids.js';
import { toJson } from '../../platform/json.js';
import { Decimal } from '../../platform/money/decimal.js';
import {
  CHART,
  type FirmAccountCode,
  firmAccount,
  type Hold,
  type LineDraft,
  postJournal,
} from '../finance/index.js';
import { calendarOf } from '../market/index.js';
import { costOf, type TradeCost } from './estimate.js';
import { type ExecutionRow, toExecution } from './execution.js';
import { addCost } from './holding.js';
import { cashHeld, cashHold } from './order-hold.js';
import { type Execution, standingExecutions } from './order-state.js';
import { tradeValue } from './price-rule.js';
import type { OrderRow } from './record.js';
import { NGX_SETTLEMENT_LAGS, settlementDate } from './settlement-date.js';

interface NoteDraft {
  readonly id: bigint;
  readonly order: OrderRow;
  readonly tradeDate: BusinessDate;
  readonly settlementDate: BusinessDate;
  readonly quantity: bigint;
  readonly value: Decimal;
  readonly averagePrice: Decimal;
  readonly execIds: readonly string[];
  readonly cost: TradeCost;
}

/** Issues the notes of an order's fills that have none, one per trade date, and posts their entries. */
export async function issueNotes(work: Work, order: OrderRow): Promise<number> {
  const rows = await work.tx.query<ExecutionRow & { trade_date: BusinessDate }>(sql`
    select exec_id, kind, exec_ref_id, quantity, price, trade_date from execution_report
    where order_id = ${order.id} and kind is not null and contract_note_id is null order by id`);
  const dates = [...new Set(rows.map((row) => row.trade_date))].sort();
  for (const tradeDate of dates) {
    await issueNote(work, order, {
      tradeDate,
      rows: rows.filter((row) => row.trade_date === tradeDate),
    });
  }
  return dates.length;
}

/** What a fill of an order is worth. */
export function fillValue(order: OrderRow, price: Decimal, quantity: bigint): Decimal {
  const bond = { securityType: order.instrument_type, faceValue: order.face_value };
  return tradeValue(price, quantity, bond);
}

interface DayFills {
  readonly tradeDate: BusinessDate;
  readonly rows: readonly ExecutionRow[];
}

async function issueNote(work: Work, order: OrderRow, fills: DayFills): Promise<void> {
  const standing = standingExecutions(fills.rows.map(toExecution));
  const quantity = standing.reduce((sum, fill) => sum + fill.quantity, 0n);
  if (quantity === 0n) return markWithoutNote(work, order, fills);
  const value = standing.reduce(
    (sum, fill) => sum.plus(fillValue(order, fill.price, fill.quantity)),
    new Decimal(0),
  );
  const [earlier] = await work.tx.query<{ notes: bigint }>(
    sql`select count(*) as notes from contract_note where order_id = ${order.id}`,
  );
  const cost = costOf({
    side: order.order_type,
    quantity,
    value,
    currency: order.currency,
    tradeDate: fills.tradeDate,
    securityType: order.instrument_type,
    commissionGroup: order.commission_group_name,
    origin: order.order_origin,
    executionCount: standing.length,
    firstNoteOfOrder: earlier?.notes === 0n,
  });
  const calendar = await calendarOf(work.tx, order.exchange_id);
  const draft: NoteDraft = {
    id: await work.context.ids.next(work.tx, 'contract_note_id'),
    order,
    tradeDate: fills.tradeDate,
    settlementDate: settlementDate(fills.tradeDate, NGX_SETTLEMENT_LAGS, calendar),
    quantity,
    value,
    averagePrice: averageOf(standing, quantity),
    execIds: fills.rows.map((row) => row.exec_id),
    cost,
  };
  const journalId = await postTradeDate(work, draft);
  await storeNote(work, draft, journalId);
  if (order.order_type === 'BUY') await addCost(work.tx, order, cost.chargesMinor);
  work.events.push({
    type: 'contract-note.issued',
    subjectId: draft.id,
    officeId: order.office_id,
    data: { orderId: String(order.id) },
  });
}

function averageOf(fills: readonly Execution[], quantity: bigint): Decimal {
  return fills
    .reduce((sum, fill) => sum.plus(fill.price.times(String(fill.quantity))), new Decimal(0))
    .dividedBy(String(quantity));
}

// Fills that a bust undid on the same day come to nothing; id 0 keeps them from being looked at again.
async function markWithoutNote(work: Work, order: OrderRow, fills: DayFills): Promise<void> {
  await work.tx.query(sql`
    update execution_report set contract_note_id = 0
    where order_id = ${order.id} and exec_id = any(${fills.rows.map((row) => row.exec_id)}::text[])`);
}

// The hold gives way to the real amount in the same statement, so the money is never counted twice.
async function postTradeDate(work: Work, draft: NoteDraft): Promise<bigint> {
  const { order, cost } = draft;
  const buys = order.order_type === 'BUY';
  const firm = (code: FirmAccountCode) =>
    firmAccount(work, { code, officeId: order.office_id, currency: order.currency });
  const lines: LineDraft[] = [
    buys
      ? { accountId: order.cash_account_id, amountMinor: cost.netMinor }
      : { accountId: await unsettledAccount(work, order), amountMinor: -cost.netMinor },
    {
      accountId: await firm('CLEAR:CSCS'),
      amountMinor: buys ? -cost.considerationMinor : cost.considerationMinor,
    },
  ];
  for (const [code, minor] of byLedgerAccount(cost)) {
    lines.push({ accountId: await firm(code), amountMinor: -minor });
  }
  const journal = {
    officeId: order.office_id,
    transactionDate: draft.tradeDate,
    valueDate: draft.settlementDate,
    narration: `Contract note: ${order.label}`,
    sourceType: 'CONTRACT_NOTE',
    sourceId: draft.id,
    createdBy: work.principal.name,
    createdAt: work.now,
    lines,
  };
  const holds = buys ? [await smallerHold(work, order, cost.netMinor)] : [];
  return postJournal(work.tx, journal, holds);
}

async function smallerHold(work: Work, order: OrderRow, netMinor: bigint): Promise<Hold> {
  const held = await cashHeld(work.tx, order.id);
  return cashHold(order, held > netMinor ? held - netMinor : 0n);
}

async function unsettledAccount(work: Work, order: OrderRow): Promise<bigint> {
  const [row] = await work.tx.query<{ id: bigint }>(sql`
    select unsettled_account_id as id from account where id = ${order.cash_account_id}`);
  assert(row?.id, 'a customer account has its unsettled account');
  return row.id;
}

function byLedgerAccount(cost: TradeCost): Map<FirmAccountCode, bigint> {
  const sums = new Map<FirmAccountCode, bigint>();
  for (const { ledgerAccount, amount } of cost.charges) {
    assert(isFirmAccountCode(ledgerAccount), `the chart has ${ledgerAccount}`);
    sums.set(ledgerAccount, (sums.get(ledgerAccount) ?? 0n) + amount.minor);
  }
  return sums;
}

function isFirmAccountCode(code: string): code is FirmAccountCode {
  return Object.hasOwn(CHART, code);
}

async function storeNote(work: Work, draft: NoteDraft, journalId: bigint): Promise<void> {
  const { order, cost } = draft;
  const average = draft.averagePrice.toFixed(10);
  const charges = cost.charges.map((line, index) => ({
    lineNo: index + 1,
    code: line.code,
    onCode: line.onCode,
    payee: line.payee,
    ledgerAccount: line.ledgerAccount,
    amountMinor: line.amount.minor,
  }));
  await work.tx.query(sql`
    with note as (
      insert into contract_note (id, name, label, office_id, customer_id, portfolio_id, order_id,
        security_id, exchange_id, cash_account_id, side, currency, trade_date, settlement_date,
        quantity, average_price, consideration_minor, charges_minor, net_minor, tariff_name,
        tariff_version, journal_id, created_by, created_at, modified_by, modified_at)
      values (${draft.id}, ${codeOf(draft.id)},
        ${`${order.order_type} ${draft.quantity} ${order.security_name}`}, ${order.office_id},
        ${order.customer_id}, ${order.portfolio_id}, ${order.id}, ${order.security_id},
        ${order.exchange_id}, ${order.cash_account_id}, ${order.order_type}, ${order.currency},
        ${draft.tradeDate}, ${draft.settlementDate}, ${draft.quantity}, ${average}::numeric,
        ${cost.considerationMinor}, ${cost.chargesMinor}, ${cost.netMinor}, ${cost.tariff.name},
        ${cost.tariff.version}, ${journalId}, ${work.principal.name}, ${work.now},
        ${work.principal.name}, ${work.now})
    ), noted as (
      update execution_report set contract_note_id = ${draft.id}
      where order_id = ${order.id} and exec_id = any(${[...draft.execIds]}::text[])
    )
    insert into contract_note_charge
      (contract_note_id, line_no, code, on_code, payee, ledger_account, amount_minor)
    select ${draft.id}, l."lineNo", l.code, l."onCode", l.payee, l."ledgerAccount", l."amountMinor"
    from jsonb_to_recordset(${toJson(charges)}::jsonb) as l("lineNo" smallint, code text,
      "onCode" text, payee text, "ledgerAccount" text, "amountMinor" bigint)`);
}

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
export interface NotedDay {
  readonly order: OrderRow;
  readonly day: TradeDay;
  readonly draft: NoteDraft | undefined;
  readonly journalId: bigint | undefined;
  readonly replacesId: bigint | undefined;
}

const NO_NOTE = 0n;

/**
 * Stores the note of a day and marks the day's executions, so that they are not looked at again.
 */
export async function storeNote(work: Work, noted: NotedDay): Promise<void> {
  const { order, day, draft } = noted;
  await work.tx.query(sql`
    update execution_report set contract_note_id = ${draft?.id ?? NO_NOTE}
    where order_id = ${order.id} and exec_id = any(${[...day.execIds]}::text[])`);
  if (draft !== undefined) await insertNote(work, draft, noted);
}

async function insertNote(work: Work, draft: NoteDraft, noted: NotedDay): Promise<void> {
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
        quantity, average_price, consideration_minor, accrued_from, accrued_days, accrued_minor,
        charges_minor, net_minor, tariff_name, tariff_version, journal_id, replaces_id, created_by,
        created_at, modified_by, modified_at)
      values (${draft.id}, ${codeOf(draft.id)},
        ${`${order.order_type} ${draft.quantity} ${order.security_name}`}, ${order.office_id},
        ${order.customer_id}, ${order.portfolio_id}, ${order.id}, ${order.security_id},
        ${order.exchange_id}, ${order.cash_account_id}, ${order.order_type}, ${order.currency},
        ${draft.tradeDate}, ${draft.settlementDate}, ${draft.quantity}, ${average}::numeric,
        ${cost.considerationMinor}, ${draft.accrual?.from ?? null}::date,
        ${draft.accrual?.days ?? null}::integer, ${cost.accruedMinor}, ${cost.chargesMinor},
        ${cost.netMinor}, ${cost.tariff.name}, ${cost.tariff.version},
        ${noted.journalId ?? null}, ${noted.replacesId ?? null},
        ${work.principal.name}, ${work.now}, ${work.principal.name}, ${work.now})
    )
    insert into contract_note_charge
      (contract_note_id, line_no, code, on_code, payee, ledger_account, amount_minor)
    select ${draft.id}, l."lineNo", l.code, l."onCode", l.payee, l."ledgerAccount", l."amountMinor"
    from jsonb_to_recordset(${toJson(charges)}::jsonb) as l("lineNo" smallint, code text,
      "onCode" text, payee text, "ledgerAccount" text, "amountMinor" bigint)`);
}

// SQL for the content of a contract note's document, and for the number of the note that replaced
// it.

import type { Database, Instant } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { ChargeRule } from '../fee/charge-rule.js';
import type { ExecutionRow } from '../fill/queries.js';
import { reportsOf } from '../fill/queries.js';
import type { PriceType } from '../rule/price-type.js';
import { NOTE_FROM, NOTE_SELECT, type NoteRow } from './list-queries.js';

/** A note's row, with the additional columns for its document. */
export interface DocumentRow extends NoteRow {
  readonly side: 'BUY' | 'SELL';
  readonly replaces_name: string | null;
  readonly office_label: string;
  readonly time_zone: string;
  readonly firm_name: string | null;
  readonly firm_address: string | null;
  readonly firm_contact: string | null;
  readonly firm_registration: string | null;
  readonly customer_address: readonly (string | null)[];
  readonly custodian_code: string | null;
  readonly custodian_own_account: string | null;
  readonly custodian_account: string | null;
  readonly account_no: string | null;
  readonly chn_number: string | null;
  readonly order_date: Instant;
  readonly price_type: PriceType;
  readonly limit_price: Decimal | null;
  readonly order_origin: string;
  readonly commission_group_name: string;
  /** The rules of the schedule version that the note was charged under. */
  readonly tariff_rules: readonly ChargeRule[];
  readonly isin: string | null;
  readonly face_value: Decimal | null;
}

/** Reads a note's row for its document; undefined if there is no such note. */
export async function documentRow(db: Database, id: bigint): Promise<DocumentRow | undefined> {
  const [row] = await db.query<DocumentRow>(sql`
    ${NOTE_SELECT}, o.label as office_label, o.time_zone, h.firm_name, h.address as firm_address,
      h.contact as firm_contact, h.registration as firm_registration,
      json_build_array(c.details ->> 'primaryAddress1', c.details ->> 'primaryAddress2',
        c.details ->> 'primaryCity', c.details ->> 'primaryState',
        c.details ->> 'primaryCountry') as customer_address,
      k.participant_code as custodian_code, k.settlement_account as custodian_own_account,
      t.custodian_account, p.account_no, p.chn_number, t.order_date, t.price_type, t.limit_price,
      t.order_origin, t.commission_group_name, s.isin, t.face_value,
      (select f.rules from fee_schedule f
        where f.name = n.tariff_name and f.version_no = n.tariff_version) as tariff_rules,
      (select r.name from contract_note r where r.id = n.replaces_id) as replaces_name
    ${NOTE_FROM} left join letterhead h on h.office_id = n.office_id where n.id = ${id}`);
  return row;
}

/** An execution and the time at which it was reported. */
export interface ReportedRow extends ExecutionRow {
  readonly at: Instant;
}

/** Reads the number of the note that replaced a reversed note; null if there is none. */
export async function replacementNameOf(db: Database, id: bigint): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(sql`
    select r.name from contract_note n
    join contract_note r on r.order_id = n.order_id and r.replaces_id = n.id
    where n.id = ${id} limit 1`);
  return row?.name ?? null;
}

/** Reads the executions that had been reported when a note was issued, in the order received. */
export function selectReported(
  db: Database,
  note: Pick<DocumentRow, 'order_id' | 'created_at'>,
): Promise<ReportedRow[]> {
  return db.query<ReportedRow>(sql`
    select exec_id, kind, exec_ref_id, quantity, price, trade_date, entry_no,
      coalesce(transact_at, received_at) as at
    from (${reportsOf(note.order_id)}) r where kind is not null
      and received_at <= ${note.created_at} order by id`);
}

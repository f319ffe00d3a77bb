// SQL that lists contract notes, as pages and as history.

import type { Static } from '@sinclair/typebox';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Database, Instant } from '../../../platform/database/database.js';
import { historyColumns } from '../../../platform/database/history.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { securityTypesIn } from '../../market/index.js';
import type { ContractNotesQuery, CustomerNotesQuery } from '../schema.js';

/** A contract note as stored, with its charges and the names of the records it refers to. */
export interface NoteRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly order_id: bigint;
  readonly order_name: string;
  readonly order_status: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly portfolio_name: string;
  readonly security_name: string;
  readonly security_label: string;
  readonly security_type: string;
  readonly exchange_name: string;
  readonly side: string;
  readonly currency: string;
  readonly trade_date: BusinessDate;
  readonly settlement_date: BusinessDate;
  readonly settlement_instructions: string | null;
  readonly custodian_name: string | null;
  readonly custodian_label: string | null;
  /** Whether the custodian settles the trade itself, so that its payment settles the note. */
  readonly custodian_settles: boolean;
  readonly settled_at: Instant | null;
  readonly replaces_id: bigint | null;
  readonly reversed_at: Instant | null;
  readonly quantity: bigint;
  readonly average_price: Decimal;
  readonly consideration_minor: bigint;
  readonly accrued_from: BusinessDate | null;
  readonly accrued_days: number | null;
  readonly accrued_minor: bigint;
  readonly charges_minor: bigint;
  readonly net_minor: bigint;
  readonly tariff_name: string;
  readonly tariff_version: number;
  readonly charges: readonly ChargeJson[];
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** A charge as the database returns it in JSON. The amount is text, so no digit is lost. */
interface ChargeJson {
  readonly code: string;
  readonly onCode: string | null;
  readonly payee: string;
  readonly amountMinor: string;
}

/**
 * The tables joined for a note; `t` is the order, `s` the security, `e` the exchange, `k` the
 * order's custodian, if any.
 */
export const NOTE_FROM: Sql = sql`
  from contract_note n
  join trade_order t on t.id = n.order_id
  join business_office o on o.id = n.office_id
  join customer c on c.id = n.customer_id
  join portfolio p on p.id = n.portfolio_id
  join security s on s.id = n.security_id
  join exchange e on e.id = n.exchange_id
  left join custodian k on k.name = t.custodian_name`;

/** The columns of a note with its charges. */
export const NOTE_SELECT: Sql = sql`
  select n.*, o.name as office_name, t.name as order_name, t.order_status,
    t.settlement_instructions, k.name as custodian_name, k.label as custodian_label,
    c.name as customer_name,
    c.label as customer_label, p.name as portfolio_name, s.name as security_name,
    s.label as security_label, s.security_type, e.name as exchange_name,
    (select coalesce(json_agg(json_build_object('code', l.code, 'onCode', l.on_code, 'payee',
      l.payee,
        'amountMinor', l.amount_minor::text) order by l.line_no), '[]')
      from contract_note_charge l where l.contract_note_id = n.id) as charges`;

/** Reads a page of the notes `n` that match a condition, plus one row if there is a next page. */
export function selectNotes(db: Database, page: PageRequest, where: Sql): Promise<NoteRow[]> {
  return db.query<NoteRow>(sql`${NOTE_SELECT} ${NOTE_FROM}
    where ${where} and (${page.after}::bigint is null or n.id > ${page.after}::bigint)
    order by n.id limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts the notes `n` that match a condition. */
export function countNotes(db: Database, where: Sql): Promise<bigint> {
  return countRows(db, sql`select count(*) as count ${NOTE_FROM} where ${where}`);
}

/** Reads the note with this id; undefined if there is none. */
export async function selectNote(db: Database, id: bigint): Promise<NoteRow | undefined> {
  const [row] = await db.query<NoteRow>(sql`${NOTE_SELECT} ${NOTE_FROM} where n.id = ${id}`);
  return row;
}

/**
 * SQL condition: the notes for an exchange and security type in the given offices, by trade date.
 */
export function notesTraded(
  offices: Call['principal']['offices'],
  query: Omit<Static<typeof ContractNotesQuery>, 'x'> & { readonly exchangeId: bigint },
): Sql {
  return sql`${inOffices(sql`n.office_id`, offices)}
    and n.trade_date between ${query.sd} and ${query.ed}
    and n.exchange_id = ${query.exchangeId}
    and s.security_type = any(${securityTypesIn(query.t)}::text[]) and t.order_status = ${query.s}
    and ${ofCustodian(query)}`;
}

function ofCustodian({ custodianName: name }: { readonly custodianName?: string }): Sql {
  return name === undefined ? sql`true` : sql`t.custodian_name = ${name}`;
}

/** SQL condition: a customer's notes, optionally for one portfolio or a range of trade dates. */
export function notesOfCustomer(customerId: bigint, query: Static<typeof CustomerNotesQuery>): Sql {
  return joinSql(
    [
      sql`n.customer_id = ${customerId}`,
      ...(query.p === undefined ? [] : [sql`n.portfolio_id = ${query.p}`]),
      ofCustodian(query),
      ...(query.sd === undefined ? [] : [sql`n.trade_date >= ${query.sd}`]),
      ...(query.ed === undefined ? [] : [sql`n.trade_date <= ${query.ed}`]),
    ],
    ' and ',
  );
}

/** Selects a customer's contract notes: one for each order and execution date. */
export function contractNoteHistory(customerId: bigint): Sql {
  const columns = historyColumns({
    at: sql`n.created_at`,
    id: sql`n.id`,
    name: sql`n.name`,
    status: sql`case when n.reversed_at is not null then 'REVERSED'
      when n.settled_at is not null then 'SETTLED' else 'ISSUED' end`,
    subject: sql`n.label`,
    by: sql`n.created_by`,
    amountMinor: sql`n.net_minor`,
    currency: sql`n.currency`,
  });
  return sql`select ${columns} from contract_note n where n.customer_id = ${customerId}`;
}

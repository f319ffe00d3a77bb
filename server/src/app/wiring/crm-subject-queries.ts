// SQL that reads other modules' records for messages, one statement per kind of record.

import type { Database, Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import type { Decimal } from '../../platform/money/decimal.js';

type Reads = Database | Tx;

export interface Owned {
  readonly name: string;
  readonly office_id: bigint;
  readonly customer_id: bigint;
  readonly currency: string;
}

interface OrderRow extends Owned {
  readonly order_type: string;
  readonly security: string;
  readonly security_label: string;
  readonly quantity: bigint;
  readonly quantity_filled: bigint;
  readonly average_price: Decimal | null;
  readonly limit_price: Decimal | null;
  readonly order_status: string;
  readonly business_date: string;
  readonly portfolio: string;
}

export async function selectOrder(on: Reads, id: bigint): Promise<OrderRow | undefined> {
  const [row] = await on.query<OrderRow>(sql`
    select o.name, o.office_id, o.customer_id, o.currency, o.order_type, o.quantity,
      o.quantity_filled, o.average_price, o.limit_price, o.order_status, o.business_date,
      s.name as security, s.label as security_label, p.name as portfolio
    from trade_order o join security s on s.id = o.security_id
      join portfolio p on p.id = o.portfolio_id where o.id = ${id}`);
  return row;
}

interface NoteRow extends Owned {
  readonly side: string;
  readonly security: string;
  readonly security_label: string;
  readonly quantity: bigint;
  readonly average_price: Decimal;
  readonly consideration_minor: bigint;
  readonly charges_minor: bigint;
  readonly net_minor: bigint;
  readonly trade_date: string;
  readonly settlement_date: string;
  readonly order_name: string;
  readonly custodian_name: string | null;
  readonly custodian_label: string;
  readonly custodian_email: string | null;
}

export async function selectNote(on: Reads, id: bigint): Promise<NoteRow | undefined> {
  const [row] = await on.query<NoteRow>(sql`
    select n.name, n.office_id, n.customer_id, n.currency, n.side, n.quantity, n.average_price,
      n.consideration_minor, n.charges_minor, n.net_minor, n.trade_date, n.settlement_date,
      s.name as security, s.label as security_label, o.name as order_name,
      k.name as custodian_name, k.label as custodian_label, k.email as custodian_email
    from contract_note n join security s on s.id = n.security_id
      join trade_order o on o.id = n.order_id
      left join custodian k on k.name = o.custodian_name
    where n.id = ${id}`);
  return row;
}

export interface TermRow extends Owned {
  readonly product: string;
  readonly face_value_minor: bigint;
  readonly rate: Decimal;
  readonly tenure: number;
  readonly start_date: string;
  readonly maturity_date: string;
  readonly status: string;
}

/** A wealth statement. */
interface StatementRow extends Owned {
  readonly from_date: string;
  readonly to_date: string;
}

export async function selectWealthStatement(
  on: Reads,
  id: bigint,
): Promise<StatementRow | undefined> {
  const [row] = await on.query<StatementRow>(sql`
    select name, office_id, customer_id, currency, from_date, to_date from wealth_statement
    where id = ${id}`);
  return row;
}

/** An annual tax pack, in the office's currency. */
interface TaxPackRow extends Owned {
  readonly tax_year: number;
  readonly from_date: string;
  readonly until_date: string;
  readonly state: string;
  readonly version_no: number;
}

export async function selectTaxPack(on: Reads, id: bigint): Promise<TaxPackRow | undefined> {
  const [row] = await on.query<TaxPackRow>(sql`
    select p.name, p.office_id, p.customer_id, o.currency, p.tax_year, p.from_date, p.until_date,
      p.state, p.version_no
    from tax_pack p join business_office o on o.id = p.office_id
    where p.id = ${id}`);
  return row;
}

/** A deposit or loan with the user who entered it. */
interface DepositRow extends TermRow {
  /** Null if it was entered by an API client or the program. */
  readonly maker_id: bigint | null;
}

export async function selectDeposit(on: Reads, id: bigint): Promise<DepositRow | undefined> {
  const [row] = await on.query<DepositRow>(sql`
    select i.name, i.office_id, i.customer_id, i.currency, v.label as product, i.face_value_minor,
      i.rate, i.tenure, i.start_date, i.maturity_date, i.status,
      m.id as maker_id
    from term_instrument i
      join term_instrument_type_version v on v.type_id = i.type_id and v.number = i.type_version
      left join principal m on m.name = i.created_by and m.kind = 'user'
    where i.id = ${id}`);
  return row;
}

export async function selectPaper(
  on: Reads,
  id: bigint,
  kind: string,
): Promise<TermRow | undefined> {
  const [row] = await on.query<TermRow>(sql`
    select i.name, i.office_id, i.customer_id, i.currency, t.label as product,
      i.face_value_minor, i.discount_rate as rate, i.tenure, i.start_date, i.maturity_date,
      i.status
    from discounted_instrument i join discounted_instrument_type t on t.id = i.type_id
    where i.id = ${id} and i.kind = ${kind}`);
  return row;
}

interface FundRow extends Owned {
  readonly trans_type: string;
  readonly fund: string;
  readonly amount_minor: bigint | null;
  readonly units: Decimal | null;
  readonly status: string;
}

export async function selectFundOrder(on: Reads, id: bigint): Promise<FundRow | undefined> {
  const [row] = await on.query<FundRow>(sql`
    select t.name, t.office_id, t.customer_id, f.currency, t.trans_type, f.label as fund,
      coalesce(t.net_minor, t.amount_minor) as amount_minor,
      coalesce(t.executed_units, t.units) as units, t.status
    from fund_transaction t join fund f on f.id = t.fund_id where t.id = ${id}`);
  return row;
}

interface EntitlementRow extends Owned {
  readonly kind: string;
  readonly label: string;
  readonly security: string;
  readonly security_label: string;
  readonly portfolio: string;
  readonly eligible_quantity: bigint;
  readonly gross_minor: bigint;
  readonly withheld_minor: bigint;
  readonly net_minor: bigint;
  readonly new_units: bigint;
  readonly ex_date: string;
  readonly payment_date: string | null;
  readonly paid_on: string | null;
  readonly route: string;
}

export async function selectEntitlement(
  on: Reads,
  id: bigint,
): Promise<EntitlementRow | undefined> {
  const [row] = await on.query<EntitlementRow>(sql`
    select a.name, e.office_id, p.customer_id, e.currency, a.kind, a.label, s.name as security,
      s.label as security_label, p.name as portfolio, e.eligible_quantity, e.gross_minor,
      e.withheld_minor, e.net_minor, e.new_units, a.ex_date, a.payment_date, e.paid_on, e.route
    from entitlement e join corporate_action a on a.id = e.corporate_action_id
      join portfolio p on p.id = e.portfolio_id join security s on s.id = a.security_id
    where e.id = ${id}`);
  return row;
}

/** A reminder of an election, with its deadline in the exchange's time zone. */
interface ElectionReminderRow extends Owned {
  readonly kind: string;
  readonly label: string;
  readonly security: string;
  readonly security_label: string;
  readonly portfolio: string;
  readonly quantity: bigint;
  readonly deadline_date: string;
  readonly deadline_time: string;
}

export async function selectElectionReminder(
  on: Reads,
  id: bigint,
): Promise<ElectionReminderRow | undefined> {
  const [row] = await on.query<ElectionReminderRow>(sql`
    select a.name, r.office_id, r.customer_id, s.currency, a.kind, a.label, s.name as security,
      s.label as security_label, p.name as portfolio, r.quantity,
      to_char(r.deadline at time zone x.time_zone, 'YYYY-MM-DD') as deadline_date,
      to_char(r.deadline at time zone x.time_zone, 'HH24:MI') as deadline_time
    from election_reminder r join corporate_action a on a.id = r.corporate_action_id
      join portfolio p on p.id = r.portfolio_id join security s on s.id = a.security_id
      join exchange x on x.id = s.exchange_id
    where r.id = ${id}`);
  return row;
}

// What messages say of orders, contract notes, deposits, paper and fund orders: CRM knows none of
// these modules, so the app reads their records for it.

import type { CrmPorts, SubjectFacts, SubjectReader } from '../../modules/crm/index.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { grouped } from '../../platform/money/grouped.js';
import { formatMoney } from '../../platform/money/money.js';

/** The readers that CRM is handed. */
export const crmSubjects: NonNullable<CrmPorts['subjects']> = {
  TRADE_ORDER: readOrder,
  CONTRACT_NOTE: readNote,
  TERM_INSTRUMENT: readDeposit,
  DISCOUNTED_INSTRUMENT: paperReader('DISCOUNTED_INSTRUMENT'),
  TREASURY_BILL: paperReader('TREASURY_BILL'),
  FUND_TRANSACTION: readFundOrder,
};

interface Owned {
  readonly name: string;
  readonly office_id: bigint;
  readonly customer_id: bigint;
  readonly currency: string;
}

async function factsOf<Row extends Owned>(
  on: Database | Tx,
  statement: Sql,
  valuesOf: (row: Row) => SubjectFacts['values'],
): Promise<SubjectFacts | undefined> {
  const [row] = await on.query<Row>(statement);
  if (row === undefined) return undefined;
  return { officeId: row.office_id, customerId: row.customer_id, values: valuesOf(row) };
}

const units = (count: bigint): string => grouped(String(count), 0);
const price = (value: Decimal | null): string | null => value && grouped(value.toFixed(), 2);

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

function readOrder(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  const statement = sql`
    select o.name, o.office_id, o.customer_id, o.currency, o.order_type, o.quantity,
      o.quantity_filled, o.average_price, o.limit_price, o.order_status, o.business_date,
      s.name as security, s.label as security_label, p.name as portfolio
    from trade_order o join security s on s.id = o.security_id
      join portfolio p on p.id = o.portfolio_id where o.id = ${id}`;
  return factsOf(on, statement, (row: OrderRow) => ({
    'order.number': row.name,
    'order.side': row.order_type,
    'order.security': row.security,
    'order.securityLabel': row.security_label,
    'order.quantity': units(row.quantity),
    'order.filled': units(row.quantity_filled),
    'order.averagePrice': price(row.average_price),
    'order.limitPrice': price(row.limit_price),
    'order.currency': row.currency,
    'order.status': row.order_status,
    'order.date': row.business_date,
    'order.portfolio': row.portfolio,
  }));
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
}

function readNote(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  const statement = sql`
    select n.name, n.office_id, n.customer_id, n.currency, n.side, n.quantity, n.average_price,
      n.consideration_minor, n.charges_minor, n.net_minor, n.trade_date, n.settlement_date,
      s.name as security, s.label as security_label, o.name as order_name
    from contract_note n join security s on s.id = n.security_id
      join trade_order o on o.id = n.order_id where n.id = ${id}`;
  return factsOf(on, statement, (row: NoteRow) => ({
    'note.number': row.name,
    'note.side': row.side,
    'note.security': row.security,
    'note.securityLabel': row.security_label,
    'note.quantity': units(row.quantity),
    'note.averagePrice': price(row.average_price),
    'note.consideration': money(row, row.consideration_minor),
    'note.charges': money(row, row.charges_minor),
    'note.net': money(row, row.net_minor),
    'note.tradeDate': row.trade_date,
    'note.settlementDate': row.settlement_date,
    'note.orderNumber': row.order_name,
  }));
}

interface TermRow extends Owned {
  readonly product: string;
  readonly face_value_minor: bigint;
  readonly rate: Decimal;
  readonly tenure: number;
  readonly start_date: string;
  readonly maturity_date: string;
  readonly status: string;
}

function readDeposit(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  const statement = sql`
    select i.name, i.office_id, i.customer_id, i.currency, v.label as product, i.face_value_minor,
      i.rate, i.tenure, i.start_date, i.maturity_date, i.status
    from term_instrument i
      join term_instrument_type_version v on v.type_id = i.type_id and v.number = i.type_version
    where i.id = ${id}`;
  return factsOf(on, statement, (row: TermRow) => ({
    ...termValues('deposit', row),
    'deposit.rate': row.rate.toFixed(),
  }));
}

function paperReader(kind: string): SubjectReader {
  return (on, id) => {
    const statement = sql`
      select i.name, i.office_id, i.customer_id, i.currency, t.label as product,
        i.face_value_minor, i.discount_rate as rate, i.tenure, i.start_date, i.maturity_date,
        i.status
      from discounted_instrument i join discounted_instrument_type t on t.id = i.type_id
      where i.id = ${id} and i.kind = ${kind}`;
    return factsOf(on, statement, (row: TermRow) => ({
      ...termValues('paper', row),
      'paper.discountRate': row.rate.toFixed(),
    }));
  };
}

function termValues(group: string, row: TermRow): SubjectFacts['values'] {
  return {
    [`${group}.number`]: row.name,
    [`${group}.product`]: row.product,
    [`${group}.faceValue`]: money(row, row.face_value_minor),
    [`${group}.tenure`]: String(row.tenure),
    [`${group}.startDate`]: row.start_date,
    [`${group}.maturityDate`]: row.maturity_date,
    [`${group}.status`]: row.status,
  };
}

interface FundRow extends Owned {
  readonly trans_type: string;
  readonly fund: string;
  readonly amount_minor: bigint | null;
  readonly units: Decimal | null;
  readonly status: string;
}

function readFundOrder(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  const statement = sql`
    select t.name, t.office_id, t.customer_id, f.currency, t.trans_type, f.label as fund,
      coalesce(t.net_minor, t.amount_minor) as amount_minor,
      coalesce(t.executed_units, t.units) as units, t.status
    from fund_transaction t join fund f on f.id = t.fund_id where t.id = ${id}`;
  return factsOf(on, statement, (row: FundRow) => ({
    'fund.number': row.name,
    'fund.type': row.trans_type,
    'fund.fund': row.fund,
    'fund.amount': row.amount_minor === null ? null : money(row, row.amount_minor),
    'fund.units': row.units && grouped(row.units.toFixed(), 0),
    'fund.status': row.status,
  }));
}

function money({ currency }: Owned, minor: bigint): string {
  return formatMoney({ minor: minor < 0n ? -minor : minor, currency });
}

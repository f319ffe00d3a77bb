// Reads the values for messages about records such as orders, deposits, elections and tax packs.
// CRM does not depend on the modules of these records, so the app reads them.

import type { CrmPorts, SubjectFacts, SubjectReader } from '../../modules/crm/index.js';
import type { Database, Tx } from '../../platform/database/database.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { grouped } from '../../platform/money/grouped.js';
import { formatMoney } from '../../platform/money/money.js';
import {
  type Owned,
  selectDeposit,
  selectElectionReminder,
  selectEntitlement,
  selectFundOrder,
  selectNote,
  selectOrder,
  selectPaper,
  selectTaxPack,
  selectWealthStatement,
  type TermRow,
} from './crm-subject-queries.js';

/** For each kind of record, the function that reads its values. */
export const crmSubjects: NonNullable<CrmPorts['subjects']> = {
  TRADE_ORDER: readOrder,
  CONTRACT_NOTE: readNote,
  TERM_INSTRUMENT: readDeposit,
  DISCOUNTED_INSTRUMENT: paperReader('DISCOUNTED_INSTRUMENT'),
  TREASURY_BILL: paperReader('TREASURY_BILL'),
  FUND_TRANSACTION: readFundOrder,
  ENTITLEMENT: readEntitlement,
  WEALTH_STATEMENT: readStatement,
  TAX_PACK: readTaxPack,
  ELECTION_REMINDER: readElectionReminder,
};

function factsOf<Row extends Owned>(
  row: Row | undefined,
  valuesOf: (row: Row) => SubjectFacts['values'],
): SubjectFacts | undefined {
  if (row === undefined) return undefined;
  return { officeId: row.office_id, customerId: row.customer_id, values: valuesOf(row) };
}

const units = (count: bigint): string => grouped(String(count), 0);
const price = (value: Decimal | null): string | null => value && grouped(value.toFixed(), 2);

async function readOrder(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  return factsOf(await selectOrder(on, id), (row) => ({
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

async function readNote(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  const note = await selectNote(on, id);
  const facts = factsOf(note, (row) => ({
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
  if (facts === undefined || !note?.custodian_name) return facts;
  const { custodian_name: name, custodian_label: label, custodian_email: email } = note;
  return { ...facts, custodian: { name, label, email: email ?? undefined } };
}

async function readStatement(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  return factsOf(await selectWealthStatement(on, id), (row) => ({
    'statement.number': row.name,
    'statement.from': row.from_date,
    'statement.to': row.to_date,
    'statement.currency': row.currency,
  }));
}

async function readTaxPack(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  return factsOf(await selectTaxPack(on, id), (row) => ({
    'pack.number': row.name,
    'pack.year': String(row.tax_year),
    'pack.from': row.from_date,
    'pack.until': row.until_date,
    'pack.state': row.state,
    'pack.version': String(row.version_no),
  }));
}

async function readDeposit(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  const deposit = await selectDeposit(on, id);
  const facts = factsOf(deposit, (row) => ({
    ...termValues('deposit', row),
    'deposit.rate': row.rate.toFixed(),
  }));
  if (facts === undefined || !deposit?.maker_id) return facts;
  return { ...facts, maker: { kind: 'user', id: deposit.maker_id } };
}

function paperReader(kind: string): SubjectReader {
  return async (on, id) => {
    return factsOf(await selectPaper(on, id, kind), (row) => ({
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

async function readFundOrder(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  return factsOf(await selectFundOrder(on, id), (row) => ({
    'fund.number': row.name,
    'fund.type': row.trans_type,
    'fund.fund': row.fund,
    'fund.amount': row.amount_minor === null ? null : money(row, row.amount_minor),
    'fund.units': row.units && grouped(row.units.toFixed(), 0),
    'fund.status': row.status,
  }));
}

async function readEntitlement(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  return factsOf(await selectEntitlement(on, id), (row) => ({
    'entitlement.event': row.name,
    'entitlement.kind': row.kind,
    'entitlement.label': row.label,
    'entitlement.security': row.security,
    'entitlement.securityLabel': row.security_label,
    'entitlement.portfolio': row.portfolio,
    'entitlement.quantity': units(row.eligible_quantity),
    'entitlement.gross': money(row, row.gross_minor),
    'entitlement.withheld': row.withheld_minor === 0n ? null : money(row, row.withheld_minor),
    'entitlement.net': money(row, row.net_minor),
    'entitlement.newUnits': row.new_units === 0n ? null : units(row.new_units),
    'entitlement.exDate': row.ex_date,
    'entitlement.paymentDate': row.paid_on ?? row.payment_date,
    'entitlement.paidBy': row.route === 'DIRECT' ? 'REGISTRAR' : 'FIRM',
  }));
}

async function readElectionReminder(on: Database | Tx, id: bigint): ReturnType<SubjectReader> {
  return factsOf(await selectElectionReminder(on, id), (row) => ({
    'election.event': row.name,
    'election.kind': row.kind,
    'election.label': row.label,
    'election.security': row.security,
    'election.securityLabel': row.security_label,
    'election.portfolio': row.portfolio,
    'election.quantity': units(row.quantity),
    'election.deadline': row.deadline_date,
    'election.time': row.deadline_time,
  }));
}

function money({ currency }: Owned, minor: bigint): string {
  return formatMoney({ minor: minor < 0n ? -minor : minor, currency });
}

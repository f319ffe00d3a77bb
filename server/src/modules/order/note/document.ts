// The content of a contract note, collected once into a document that is then sealed and drawn.

import { AssertionFailed } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { wallClock } from '../../../platform/calendar/wall-clock.js';
import type { Database, Instant } from '../../../platform/database/database.js';
import { toJson } from '../../../platform/json/json.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import { assetClassOf } from '../../market/index.js';
import { chargeBasis, chargeLabel } from '../fee/charge-wording.js';
import { toBooked } from '../fill/queries.js';
import type { Execution } from '../rule/execution.js';
import { tradeValue } from '../rule/price-rule.js';
import { filledDays } from '../rule/trade-day.js';
import type { DocumentRow, ReportedRow } from './document-queries.js';
import { selectReported } from './document-queries.js';

/**
 * The content of a note. Numbers are decimal text, so that the sealed bytes have only one
 * interpretation.
 */
export interface NoteDocument {
  /** The version of this document format. Later versions will have other fields. */
  readonly form: 1;
  readonly number: string;
  readonly replaces: string;
  readonly issuedAt: Instant;
  readonly side: 'BUY' | 'SELL';
  readonly currency: string;
  readonly tradeDate: BusinessDate;
  readonly settlementDate: BusinessDate;
  /** The order's settlement instructions; absent if it has none. */
  readonly settlementInstructions?: string;
  /** The custodian through which the trade is settled; absent if there is none. */
  readonly custodian?: NoteCustodian;
  readonly office: {
    readonly code: string;
    readonly label: string;
    readonly firm: string;
    readonly address: string;
    readonly contact: string;
    readonly registration: string;
    readonly timeZone: string;
  };
  readonly customer: { readonly code: string; readonly name: string; readonly address: string };
  readonly portfolio: { readonly code: string; readonly account: string; readonly chn: string };
  readonly order: {
    readonly number: string;
    readonly receivedAt: string;
    readonly priceType: string;
    readonly limitPrice: string;
    readonly origin: string;
  };
  readonly security: {
    readonly code: string;
    readonly name: string;
    readonly isin: string;
    readonly type: string;
    readonly exchange: string;
  };
  readonly executions: readonly NoteExecution[];
  readonly quantity: string;
  readonly averagePrice: string;
  readonly consideration: string;
  /** Bonds only: the accrued interest that the buyer pays to the seller. */
  readonly accrued?: NoteAccrual;
  readonly charges: readonly NoteCharge[];
  readonly totalCharges: string;
  readonly netAmount: string;
  readonly tariff: { readonly name: string; readonly version: number };
}

interface NoteCustodian {
  readonly code: string;
  readonly label: string;
  /** The custodian's participant code at the depository; empty if it has none. */
  readonly depositoryCode: string;
  /** The custodian's account at the depository; empty if it has none. */
  readonly account: string;
  /** The portfolio's account at the custodian; empty if there is none. */
  readonly portfolioAccount: string;
  /**
   * True if the custodian settles the trade itself; otherwise absent, as in notes sealed before
   * this field existed.
   */
  readonly settles?: true;
}

interface NoteExecution {
  readonly execId: string;
  /** Local time in the office's time zone: `2026-11-21 10:31:07`. */
  readonly at: string;
  readonly quantity: string;
  readonly price: string;
  readonly value: string;
}

interface NoteAccrual {
  /** The face value of all units. Price and coupon are percentages of it. */
  readonly nominal: string;
  readonly from: BusinessDate;
  readonly days: number;
  readonly amount: string;
  /** Consideration plus accrued interest. */
  readonly dirtyValue: string;
}

interface NoteCharge {
  readonly label: string;
  readonly basis: string;
  readonly payee: string;
  readonly amount: string;
}

// Only executions reported before the note was issued are read. Later ones belong to the note that
// replaced it.
async function executionsOf(db: Database, row: DocumentRow): Promise<NoteExecution[]> {
  const reports = await selectReported(db, row);
  const times = new Map(reports.map((report) => [report.exec_id, report.at]));
  const bond = { securityType: row.security_type, faceValue: row.face_value };
  return inForceFor(row, reports).map((fill) => {
    const value = tradeValue(fill.price, fill.quantity, bond);
    const minor = decimalToMinor(value, row.currency, 'HALF_UP');
    return {
      execId: fill.execId,
      at: wallClock(times.get(fill.execId) ?? row.created_at, row.time_zone),
      quantity: String(fill.quantity),
      price: fill.price.toFixed(),
      value: minorToDecimal(minor, row.currency).toFixed(),
    };
  });
}

// A report in the same millisecond as the note may have arrived after it, so the note's quantity
// determines which reports belong to it.
function inForceFor(row: DocumentRow, reports: readonly ReportedRow[]): readonly Execution[] {
  const booked = reports.map(toBooked);
  for (let count = booked.length; count > 0; count -= 1) {
    const day = filledDays(booked.slice(0, count)).find(
      (each) => each.tradeDate === row.trade_date,
    );
    const inForce = day?.inForce ?? [];
    if (inForce.reduce((sum, { quantity }) => sum + quantity, 0n) === row.quantity) return inForce;
  }
  throw new AssertionFailed('the fills of a note add up to its quantity');
}

/** Builds the document of a note from current data. Sealing makes the document final. */
export async function collectDocument(db: Database, row: DocumentRow): Promise<NoteDocument> {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency).toFixed();
  return {
    form: 1,
    number: row.name,
    replaces: row.replaces_name ?? '',
    issuedAt: row.created_at,
    side: row.side,
    currency: row.currency,
    tradeDate: row.trade_date,
    settlementDate: row.settlement_date,
    ...(row.settlement_instructions === null
      ? {}
      : { settlementInstructions: row.settlement_instructions }),
    ...custodianOf(row),
    ...partiesOf(row),
    security: {
      code: row.security_name,
      name: row.security_label,
      isin: row.isin ?? '',
      type: row.security_type,
      exchange: row.exchange_name,
    },
    executions: await executionsOf(db, row),
    quantity: String(row.quantity),
    averagePrice: row.average_price.toDecimalPlaces(6).toFixed(),
    consideration: amount(row.consideration_minor),
    ...accrualOf(row),
    charges: chargesOf(row),
    totalCharges: amount(row.charges_minor),
    netAmount: amount(row.net_minor),
    tariff: { name: row.tariff_name, version: row.tariff_version },
  };
}

function custodianOf(row: DocumentRow): Pick<NoteDocument, 'custodian'> {
  if (row.custodian_name === null) return {};
  return {
    custodian: {
      code: row.custodian_name,
      label: row.custodian_label ?? row.custodian_name,
      depositoryCode: row.custodian_code ?? '',
      account: row.custodian_own_account ?? '',
      portfolioAccount: row.custodian_account ?? '',
      ...(row.custodian_settles ? { settles: true as const } : {}),
    },
  };
}

function accrualOf(row: DocumentRow): Pick<NoteDocument, 'accrued'> {
  if (row.accrued_from === null) return {};
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency).toFixed();
  const bond = { securityType: row.security_type, faceValue: row.face_value };
  return {
    accrued: {
      nominal: tradeValue(new Decimal(100), row.quantity, bond).toFixed(),
      from: row.accrued_from,
      days: row.accrued_days ?? 0,
      amount: amount(row.accrued_minor),
      dirtyValue: amount(row.consideration_minor + row.accrued_minor),
    },
  };
}

function partiesOf(
  row: DocumentRow,
): Pick<NoteDocument, 'office' | 'customer' | 'portfolio' | 'order'> {
  return {
    office: {
      code: row.office_name,
      label: row.office_label,
      firm: row.firm_name ?? row.office_label,
      address: row.firm_address ?? '',
      contact: row.firm_contact ?? '',
      registration: row.firm_registration ?? '',
      timeZone: row.time_zone,
    },
    customer: {
      code: row.customer_name,
      name: row.customer_label,
      address: addressOf(row.customer_address),
    },
    portfolio: {
      code: row.portfolio_name,
      account: row.account_no ?? '',
      chn: row.chn_number ?? '',
    },
    order: {
      number: row.order_name,
      receivedAt: wallClock(row.order_date, row.time_zone),
      priceType: row.price_type,
      limitPrice: row.limit_price?.toFixed() ?? '',
      origin: row.order_origin,
    },
  };
}

// Street lines, then city and state on one line. A state with the same name as the city is omitted.
function addressOf([first, second, city, state, country]: DocumentRow['customer_address']): string {
  const place = [...new Set([city, state])].filter((part) => part).join(', ');
  return [first, second, place, country].filter((line) => line).join('\n');
}

function chargesOf(row: DocumentRow): NoteCharge[] {
  const trade = {
    schedule: { rules: row.tariff_rules, currency: row.currency },
    scope: {
      side: row.side,
      assetClass: assetClassOf(row.security_type),
      channel: row.order_origin,
      customerGroup: row.commission_group_name,
      tradeDate: row.trade_date,
    },
  };
  return row.charges.map((line) => ({
    label: chargeLabel(line, trade),
    basis: chargeBasis(line, trade),
    payee: line.payee,
    amount: minorToDecimal(BigInt(line.amountMinor), row.currency).toFixed(),
  }));
}

/** Returns the document as the text to be sealed: properties sorted by name, without whitespace. */
export function canonicalText(document: object): string {
  return toJson(sorted(document));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}

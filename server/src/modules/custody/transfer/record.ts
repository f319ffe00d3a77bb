// Row types of transfers, and their conversion to API records and file rows.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import type { Cell } from '../../../platform/files/sheet.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { minorToDecimal } from '../../../platform/money/money.js';

export const TRANSFER_TYPES = [
  'IN_FREE',
  'OUT_FREE',
  'IN_PAID',
  'OUT_PAID',
  'INTERNAL',
  'DEPOSIT',
  'WITHDRAWAL',
  'WRITE_OFF',
] as const;
export type TransferType = (typeof TRANSFER_TYPES)[number];

export const OWNER_CHANGES = ['NONE', 'GIFT', 'ESTATE', 'COURT_ORDER', 'MERGER'] as const;
export const COST_BASES = ['GIVEN', 'UNKNOWN'] as const;

export const TRANSFER_STATES = ['PENDING', 'SETTLED', 'REJECTED', 'CANCELLED'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** A purchase of incoming units. An unknown cost or date is null. */
export interface TransferLot {
  readonly quantity: bigint;
  readonly costMinor: bigint | null;
  readonly acquiredOn: BusinessDate | null;
}

/** A line of a transfer, for one security. */
export interface TransferLine {
  readonly id: bigint;
  readonly securityId: bigint;
  readonly securityName: string;
  readonly currency: string;
  readonly quantity: bigint;
  /**
   * The amount paid for the units, in minor units of the currency; null if the transfer is free of
   * payment.
   */
  readonly amountMinor: bigint | null;
  /** The cash accounts of the portfolio's customer and of the receiving customer. */
  readonly cashAccountId: bigint | null;
  readonly toCashAccountId: bigint | null;
  /** The cost basis of incoming units; null for outgoing units. */
  readonly costBasis: (typeof COST_BASES)[number] | null;
  readonly lots: readonly TransferLot[];
}

/** A transfer to store. */
export interface NewTransfer {
  readonly id: bigint;
  readonly name: string;
  readonly type: TransferType;
  readonly is_paid: boolean;
  readonly portfolio_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  /** The receiving portfolio, and its customer and office; null unless the transfer is INTERNAL. */
  readonly to_portfolio_id: bigint | null;
  readonly to_customer_id: bigint | null;
  readonly to_office_id: bigint | null;
  readonly import_id: bigint | null;
  readonly effective_date: BusinessDate;
  readonly member_code: string | null;
  readonly account_no: string | null;
  readonly chn: string | null;
  readonly holder: string | null;
  readonly owner_change: (typeof OWNER_CHANGES)[number];
  readonly reference: string | null;
  readonly reason: string | null;
  readonly creator_kind: string;
  readonly creator_id: bigint;
}

/** A transfer with the names of related records. */
export interface TransferRow extends NewTransfer {
  readonly portfolio_name: string;
  readonly customer_name: string;
  readonly office_name: string;
  readonly to_portfolio_name: string | null;
  readonly to_customer_name: string | null;
  readonly import_name: string | null;
  readonly state: TransferState;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly decision_reason: string | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** Returns whether the units of a transfer are incoming. */
export function isInward({ type }: Pick<TransferRow, 'type'>): boolean {
  return type === 'IN_FREE' || type === 'IN_PAID' || type === 'DEPOSIT';
}

/** Returns whether another firm delivers or receives the units. */
export function isOfAnotherFirm({ type }: Pick<TransferRow, 'type'>): boolean {
  return ['IN_FREE', 'OUT_FREE', 'IN_PAID', 'OUT_PAID'].includes(type);
}

/** Converts a transfer to its API form. */
export function transferRecord(row: TransferRow, lines: readonly TransferLine[]) {
  const [first] = lines;
  const others = lines.length > 1 ? ` and ${lines.length - 1} more` : '';
  return {
    id: row.id,
    active: row.state === 'PENDING',
    name: row.id < 0n ? undefined : row.name,
    label: `${row.type} ${first?.quantity ?? ''} ${first?.securityName ?? ''}${others}`,
    type: row.type,
    isPaid: row.is_paid,
    portfolioName: row.portfolio_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    businessOfficeName: row.office_name,
    toPortfolioName: row.to_portfolio_name ?? undefined,
    toCustomerId: row.to_customer_id ?? undefined,
    toCustomerName: row.to_customer_name ?? undefined,
    importName: row.import_name ?? undefined,
    effectiveDate: row.effective_date,
    counterParty: {
      memberCode: row.member_code ?? undefined,
      account: row.account_no ?? undefined,
      chn: row.chn ?? undefined,
      holder: row.holder ?? undefined,
    },
    ownerChange: row.owner_change,
    reference: row.reference ?? undefined,
    reason: row.reason ?? undefined,
    state: row.state,
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    lines: lines.map(lineRecord),
    ...shownStamp(row),
  };
}

function lineRecord(line: TransferLine) {
  const { securityName, quantity, amountMinor, costBasis, currency, lots } = line;
  const costMinor = costOf(line);
  return {
    securityName,
    quantity: String(quantity),
    amount: amountMinor === null ? undefined : minorToDecimal(amountMinor, currency),
    costBasis: costBasis ?? undefined,
    cost: costMinor === undefined ? undefined : minorToDecimal(costMinor, currency),
    currency,
    lots: lots.map((lot) => ({
      quantity: String(lot.quantity),
      cost: lot.costMinor === null ? undefined : minorToDecimal(lot.costMinor, currency),
      acquiredOn: lot.acquiredOn ?? undefined,
    })),
  };
}

// Returns the cost of the lots in minor units; undefined if there are no lots or if any cost is
// unknown.
function costOf({ lots }: TransferLine): bigint | undefined {
  let sum = 0n;
  for (const { costMinor } of lots) {
    if (costMinor === null) return undefined;
    sum += costMinor;
  }
  return lots.length === 0 ? undefined : sum;
}

/** The columns of a transfer export, which has one row per security. */
export const TRANSFER_COLUMNS = [
  { title: 'Number', width: 14 },
  { title: 'Type', width: 14 },
  { title: 'Portfolio', width: 14 },
  { title: 'Customer', width: 14 },
  { title: 'Office', width: 14 },
  { title: 'To portfolio', width: 14 },
  { title: 'To customer', width: 14 },
  { title: 'Effective date', width: 14 },
  { title: 'Security', width: 14 },
  { title: 'Quantity', width: 14 },
  { title: 'Amount', width: 18 },
  { title: 'Cost basis', width: 12 },
  { title: 'Cost', width: 18 },
  { title: 'Currency', width: 10 },
  { title: 'Member', width: 14 },
  { title: 'Reference', width: 20 },
  { title: 'Owner change', width: 14 },
  { title: 'State', width: 12 },
  { title: 'Entered by', width: 20 },
  { title: 'Decided by', width: 20 },
] as const;

/** Converts a line of a transfer to a row of a file. */
export function transferCells(row: TransferRow, line: TransferLine): readonly Cell[] {
  const { currency, costBasis, amountMinor } = line;
  const costMinor = costOf(line);
  return [
    ...[row.name, row.type, row.portfolio_name, row.customer_name, row.office_name],
    ...[row.to_portfolio_name, row.to_customer_name],
    { date: row.effective_date },
    ...[line.securityName, line.quantity],
    amountMinor === null ? null : { minor: amountMinor, currency },
    costBasis,
    costMinor === undefined ? null : { minor: costMinor, currency },
    ...[currency, row.member_code, row.reference, row.owner_change, row.state],
    ...[row.created_by, row.decided_by],
  ];
}

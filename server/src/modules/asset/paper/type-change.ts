// Discounted instrument types and treasury bill issues, stored in versions with four-eyes approval.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { parseMinor } from '../../../platform/money/money.js';
import {
  type ChangeKind,
  changeKind,
  type ProposedRecord,
} from '../../../platform/reference-data/change-kind.js';
import { aliasesOf } from '../../../platform/reference-data/code.js';
import { proposeChange, recordFirstVersion } from '../../change/index.js';
import { requireExchange, withExchangeCode } from '../../market/index.js';
import type { DiscountedKind } from './kind.js';
import { typeBody } from './type.js';
import { checkDiscountedType, type DiscountedTypeBody } from './type-check.js';
import {
  type DiscountedTypeColumns,
  type DiscountedTypeRow,
  lockTypeToChange,
  selectDiscountedTypeNamed,
  selectDiscountedTypes,
  storeDiscountedType,
} from './type-queries.js';
import { type AuctionOutcome, BillIssueBody, PaperTypeBody } from './type-schema.js';

const PAPER_TYPE = changeKind({
  name: 'discounted-instrument-type',
  label: 'Type of discounted instruments',
  body: PaperTypeBody,
  present: (on, subject) => presentType(on, 'DISCOUNTED_INSTRUMENT', subject),
  check: (work, { body }) => checkDiscountedType(work, 'DISCOUNTED_INSTRUMENT', body),
  apply: (work, record) => applyType(work, 'DISCOUNTED_INSTRUMENT', record),
});

const BILL_ISSUE = changeKind({
  name: 'treasury-bill-issue',
  label: 'Issue of treasury bills',
  body: BillIssueBody,
  present: (on, subject) => presentType(on, 'TREASURY_BILL', subject),
  check: (work, { body }) => checkDiscountedType(work, 'TREASURY_BILL', body),
  apply: (work, record) => applyType(work, 'TREASURY_BILL', record),
});

/** Defines the changes to each kind of product. */
export const DISCOUNTED_TYPE_KINDS: Readonly<Record<DiscountedKind, ChangeKind>> = {
  DISCOUNTED_INSTRUMENT: PAPER_TYPE,
  TREASURY_BILL: BILL_ISSUE,
};

/** The reason for a proposal. */
export interface ChangeReason {
  readonly reason?: string | undefined;
  readonly effectiveNote?: string | undefined;
}

/**
 * Proposes a new type or issue, or the next version of an existing one. A second person approves
 * it.
 */
export async function proposeDiscountedType(
  work: Work,
  kind: DiscountedKind,
  { reason, effectiveNote, ...body }: DiscountedTypeBody & ChangeReason,
): Promise<Outcome> {
  const coded = await withExchangeCode(work.tx, body);
  return proposeChange(work, {
    kind: DISCOUNTED_TYPE_KINDS[kind],
    subject: body.name,
    body: { ...coded, aliases: aliasesOf(body.aliases) },
    reason,
    effectiveNote,
  });
}

/**
 * Proposes the stop rate that an auction set for an issue. The rest of the issue stays the same.
 */
export async function proposeAuctionResult(
  work: Work,
  { name, stopRate, reason, effectiveNote }: AuctionOutcome & ChangeReason,
): Promise<Outcome> {
  const [issue] = await selectDiscountedTypes(work.tx, 'TREASURY_BILL', { name, label: undefined });
  if (issue === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'name', 'does not match any issue');
  }
  return proposeChange(work, {
    kind: BILL_ISSUE,
    subject: issue.name,
    body: { ...typeBody(issue), stopRate },
    reason,
    effectiveNote,
  });
}

/** Adds a demonstration product as version 1. The body has the format of a proposal. */
export function addDiscountedType(
  work: Work,
  kind: DiscountedKind,
  body: { readonly name: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordFirstVersion(work, DISCOUNTED_TYPE_KINDS[kind], { subject: body.name, body });
}

async function presentType(
  on: Database | Tx,
  kind: DiscountedKind,
  name: string,
): Promise<object | undefined> {
  const type = await selectDiscountedTypeNamed(on, kind, name);
  return type === undefined ? undefined : typeBody(type);
}

async function applyType(
  work: Work,
  kind: DiscountedKind,
  { body, version }: ProposedRecord<DiscountedTypeBody> & { readonly version: number },
): Promise<{ readonly id: bigint; readonly name: string }> {
  const current = await lockTypeToChange(work.tx, body.name);
  const id = current?.id ?? (await work.context.ids.next(work.tx, 'discounted_instrument_type_id'));
  const exchange =
    body.exchange === undefined
      ? undefined
      : await requireExchange(work.tx, body.exchange, 'exchange');
  const columns: DiscountedTypeColumns = {
    ...commonColumns(body),
    ...ownColumns(body),
    id,
    kind,
    exchange_id: exchange?.id ?? null,
    version: BigInt(version),
  };
  const stamp = { modified_by: work.principal.name, modified_at: work.now };
  await storeDiscountedType(work.tx, columns, stamp);
  return { id, name: body.name };
}

function commonColumns(body: DiscountedTypeBody) {
  const minor = (amount: DiscountedTypeBody['minimumAmount']) =>
    present(parseMinor(amount, body.currency), 'the amount was checked');
  return {
    name: body.name,
    aliases: aliasesOf(body.aliases),
    label: body.label,
    active: body.active ?? true,
    currency: body.currency,
    amount_least_minor: minor(body.minimumAmount),
    amount_most_minor: body.maximumAmount === undefined ? null : minor(body.maximumAmount),
    amount_multiple_minor: body.denomination === undefined ? 1n : minor(body.denomination),
    quotation: body.quotation,
    rate_least: body.minimumRate ?? null,
    rate_most: body.maximumRate ?? null,
    termination_rate_least: body.minimumTerminationRate,
    termination_rate_most: body.maximumTerminationRate,
    day_count: body.dayCount,
    price_decimals: body.priceDecimals ?? null,
    price_rounding: body.priceRounding ?? 'HALF_UP',
    tax_class: body.taxClass ?? null,
    holiday_convention: body.holidayConvention,
  } as const;
}

type OwnColumns = Pick<
  DiscountedTypeRow,
  | 'rate'
  | 'allowed_tenures'
  | 'default_tenure'
  | 'auction_date'
  | 'settlement_date'
  | 'maturity_date'
>;

function ownColumns(body: DiscountedTypeBody): OwnColumns {
  if ('defaultTenure' in body) {
    const dates = { auction_date: null, settlement_date: null, maturity_date: null };
    const { rate, tenures = null, defaultTenure } = body;
    return { ...dates, rate, allowed_tenures: tenures, default_tenure: defaultTenure };
  }
  return {
    rate: body.stopRate ?? null,
    allowed_tenures: null,
    default_tenure: null,
    auction_date: body.auctionDate,
    settlement_date: body.settlementDate,
    maturity_date: body.maturityDate,
  };
}

// Interprets the zeros in a term instrument request, and rebuilds a stored instrument's request.

import { counted } from '../../../platform/http/reply/counted.js';
import { formatMoney, minorToDecimal } from '../../../platform/money/money.js';
import type { InstrumentTermsRow } from './queries.js';
import type { TermInstrumentMembers } from './schema.js';

/** The members of a request. Absent members are taken from the type. */
export type TermRequest = {
  readonly [Member in keyof TermInstrumentMembers]?: TermInstrumentMembers[Member] | undefined;
};

// The zero timestamp, which clients send for an absent date.
const EPOCH = '1970-01-01T00:00:00.000Z';

/**
 * Removes members that are 0, because clients of the original API send 0 for unused members. A zero
 * amount is kept, so that it is refused.
 */
export function withoutZeros(sent: TermRequest): TermRequest {
  return {
    ...sent,
    initAccountId: sent.initAccountId || undefined,
    terminationAccountId: sent.terminationAccountId || undefined,
    customerId: sent.customerId || undefined,
    startDate: sent.startDate === EPOCH ? undefined : sent.startDate,
    expectedMaturity: sent.expectedMaturity === EPOCH ? undefined : sent.expectedMaturity,
    tenure: sent.tenure || undefined,
    currentRate: sent.currentRate?.isZero() ? undefined : sent.currentRate,
    rolloverAmount: sent.rolloverAmount?.isZero() ? undefined : sent.rolloverAmount,
  };
}

/** Returns the default label, such as `Fixed deposit NGN 5,000,000.00 91 days`. */
export function labelOf(built: {
  readonly type: { readonly label: string; readonly currency: string };
  readonly faceMinor: bigint;
  readonly tenure: number;
}): string {
  const face = formatMoney({ minor: built.faceMinor, currency: built.type.currency });
  return `${built.type.label} ${face} ${counted(built.tenure, 'day')}`;
}

/** Returns the request that would recreate a stored instrument. */
export function requestOf(
  row: {
    readonly [Member in keyof InstrumentTermsRow]: InstrumentTermsRow[Member];
  } & { readonly type_name: string; readonly type_label: string },
): TermRequest {
  const { currency } = row;
  const built = labelOf({
    type: { label: row.type_label, currency },
    faceMinor: row.face_value_minor,
    tenure: row.tenure,
  });
  return {
    label: row.label === built ? undefined : row.label,
    instrumentTypeName: row.type_name,
    initAccountId: row.init_account_id,
    terminationAccountId: row.termination_account_id,
    customerId: row.customer_id,
    portfolioName: row.portfolio_name ?? undefined,
    startDate: row.requested_start === null ? undefined : `${row.requested_start}T00:00:00.000Z`,
    tenure: row.tenure,
    faceValue: minorToDecimal(row.face_value_minor, currency),
    currentRate: row.rate_negotiated ? row.rate : undefined,
    rolloverAmount:
      row.rollover_amount_minor === null
        ? undefined
        : minorToDecimal(row.rollover_amount_minor, currency),
    autoRollover: row.auto_rollover,
    rolloverRule: row.rollover_rule,
  };
}

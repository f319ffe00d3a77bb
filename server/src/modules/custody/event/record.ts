// The wire record of a corporate action.

import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { EntitlementSum, FundingSum, ListedEvent } from './list-queries.js';
import type { NamedOption } from './queries.js';
import { termsFrom } from './terms.js';

/** Returns the record of an event. */
export function eventRecord(row: ListedEvent, options: readonly NamedOption[]) {
  return {
    id: row.id,
    name: row.name,
    ...termsFrom(row, { ...row, options }),
    participation: row.participation,
    securityId: row.security_id,
    currency: row.currency,
    progress: row.progress,
    registerBasis: row.register_basis,
    taxClass: row.tax_class ?? undefined,
    claimDays: row.claim_days,
    termsVersion: row.terms_version,
    entitledVersion: row.entitled_version ?? undefined,
    closedOn: row.closed_on ?? undefined,
    ...shownStamp(row),
  };
}

/** Returns the record of summed entitlements. */
export function entitlementSumRecord(sum: EntitlementSum) {
  const { currency } = sum;
  return {
    state: sum.state,
    route: sum.route,
    currency,
    count: sum.count,
    eligibleQuantity: String(sum.eligible_quantity),
    newUnits: String(sum.new_units),
    gross: minorToDecimal(sum.gross_minor, currency),
    tax: minorToDecimal(sum.tax_minor, currency),
    withheld: minorToDecimal(sum.withheld_minor, currency),
    net: minorToDecimal(sum.net_minor, currency),
  };
}

/** Returns the record of an event's money at an office. */
export function fundingRecord(sum: FundingSum) {
  const { currency } = sum;
  return {
    businessOfficeName: sum.office_name,
    currency,
    due: minorToDecimal(sum.due_minor, currency),
    received: minorToDecimal(sum.received_minor, currency),
    paid: minorToDecimal(sum.paid_minor, currency),
    rounding: minorToDecimal(sum.rounding_minor, currency),
    advanced: minorToDecimal(sum.advanced_minor, currency),
  };
}

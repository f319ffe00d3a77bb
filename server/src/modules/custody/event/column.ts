// Converts complete terms to the columns of an event and its options.

import { assert, present } from '../../../platform/assert.js';
import type { EventOptionRow } from '../record/queries.js';
import { participationOf } from '../rule/kind.js';
import type { EventColumns } from './queries.js';
import type { EventReferences } from './reference.js';
import type { EventBody, OptionBody } from './schema.js';

interface VersionedTerms {
  readonly subject: string;
  readonly body: EventBody;
  readonly version: number;
}

/** Returns the columns of an event, except for its id. */
export function columnsOf(
  { subject, body, version }: VersionedTerms,
  { security, rule, linked, distinct }: EventReferences,
): Omit<EventColumns, 'id'> {
  const { kind, options = [] } = body;
  assert(kind !== 'RHTS', 'a rights issue is stored as two events');
  return {
    name: subject,
    label: present(body.label, 'complete terms have a label'),
    kind,
    participation: participationOf(kind, options.length),
    security_id: security.id,
    status: body.status,
    announcement_date: body.announcementDate ?? null,
    approval_date: body.approvalDate ?? null,
    qualification_date: present(body.qualificationDate, 'complete terms have both dates'),
    ex_date: present(body.exDate, 'complete terms have both dates'),
    closure_from: body.closureFrom ?? null,
    closure_to: body.closureTo ?? null,
    payment_date: body.paymentDate ?? null,
    deadline: body.deadline ?? null,
    market_deadline: body.marketDeadline ?? null,
    withheld_by: body.withheldBy ?? 'ISSUER',
    issuer_exempts: body.issuerExempts ?? false,
    ex_price: body.exPrice ?? null,
    order_policy: body.orders ?? null,
    suspend_from: body.suspendFrom ?? null,
    suspend_to: body.suspendTo ?? null,
    new_name: body.newName?.toUpperCase() ?? null,
    new_isin: body.newIsin?.toUpperCase() ?? null,
    new_label: body.newLabel ?? null,
    linked_event_id: linked?.id ?? null,
    distinct_from_id: distinct?.id ?? null,
    official_reference: body.officialReference ?? null,
    source: body.source ?? null,
    terms_version: version,
    claim_days: rule.claimDays,
    register_basis: rule.registerBasis,
  };
}

/** Returns the columns of an option. */
export function optionColumns(
  option: OptionBody,
  newSecurityId: bigint | undefined,
): Omit<EventOptionRow, 'corporate_action_id'> {
  return {
    number: option.number,
    type: option.type,
    is_default: option.isDefault ?? false,
    cash_per_unit: option.cashPerUnit ?? null,
    currency: option.currency ?? null,
    new_units: option.newUnits ?? null,
    old_units: option.oldUnits ?? null,
    new_security_id: newSecurityId ?? null,
    cost_percent: option.costPercent ?? null,
    first_day_price: option.firstDayPrice ?? null,
    ex_price: option.exPrice ?? null,
    price: option.price ?? null,
    price_per_100: option.pricePer100 ?? null,
    percent: option.percent ?? null,
    fractions: option.fractions ?? 'RDDN',
    fraction_price: option.fractionPrice ?? null,
    available_date: option.availableDate ?? null,
  };
}

// Converts an event's terms in force to the shape of a proposal.

import type { Database, Tx } from '../../../platform/database/database.js';
import type { CorporateActionRow } from '../record/queries.js';
import { KIND_RULES, type OptionMember } from '../rule/kind.js';
import { type NamedOption, selectEventNames, selectNamedOptions } from './queries.js';
import type { EventBody, OptionBody } from './schema.js';

/** Terms read from the database. An absent member is undefined, and JSON omits it. */
type EventTerms = Readable<Omit<EventBody, 'options'>> & {
  readonly options: readonly OptionTerms[];
};
type OptionTerms = Readable<OptionBody>;
type Readable<Body> = { readonly [Name in keyof Required<Body>]: Body[Name] | undefined };

/** Returns the terms of an event. */
export async function termsOf(on: Database | Tx, event: CorporateActionRow): Promise<EventTerms> {
  const [names, options] = await Promise.all([
    selectEventNames(on, event),
    selectNamedOptions(on, [event.id]),
  ]);
  return termsFrom(event, { ...names, options });
}

/** The names of the records that an event refers to, and its options. */
interface TermNames {
  readonly security_name: string;
  readonly linked_name: string | null;
  readonly distinct_name: string | null;
  readonly options: readonly NamedOption[];
}

/** Converts an event's row to terms. */
export function termsFrom(event: CorporateActionRow, names: TermNames): EventTerms {
  const { members } = KIND_RULES[event.kind];
  const isTaxed = members.includes('withheldBy');
  return {
    kind: event.kind,
    securityName: names.security_name,
    status: event.status,
    label: event.label,
    announcementDate: event.announcement_date ?? undefined,
    approvalDate: event.approval_date ?? undefined,
    qualificationDate: event.qualification_date,
    exDate: event.ex_date,
    closureFrom: event.closure_from ?? undefined,
    closureTo: event.closure_to ?? undefined,
    paymentDate: event.payment_date ?? undefined,
    deadline: event.deadline ?? undefined,
    marketDeadline: event.market_deadline ?? undefined,
    withheldBy: isTaxed ? event.withheld_by : undefined,
    issuerExempts: isTaxed ? event.issuer_exempts : undefined,
    exPrice: event.ex_price ?? undefined,
    orders: event.order_policy ?? undefined,
    suspendFrom: event.suspend_from ?? undefined,
    suspendTo: event.suspend_to ?? undefined,
    newName: event.new_name ?? undefined,
    newIsin: event.new_isin ?? undefined,
    newLabel: event.new_label ?? undefined,
    linkedEventName: names.linked_name ?? undefined,
    distinctFrom: names.distinct_name ?? undefined,
    officialReference: event.official_reference ?? undefined,
    source: event.source ?? undefined,
    options: names.options.map((option) => optionTerms(event, option)),
  };
}

function optionTerms({ kind }: CorporateActionRow, option: NamedOption): OptionTerms {
  const members = KIND_RULES[kind].options[option.type]?.members ?? [];
  const own = <Value>(member: OptionMember, value: Value | null) =>
    members.includes(member) && value !== null ? value : undefined;
  return {
    number: option.number,
    type: option.type,
    isDefault: option.is_default,
    cashPerUnit: option.cash_per_unit ?? undefined,
    currency: own('currency', option.currency),
    newUnits: option.new_units ?? undefined,
    oldUnits: option.old_units ?? undefined,
    newSecurityName: option.new_security_name ?? undefined,
    costPercent: option.cost_percent ?? undefined,
    firstDayPrice: option.first_day_price ?? undefined,
    exPrice: option.ex_price ?? undefined,
    price: option.price ?? undefined,
    pricePer100: option.price_per_100 ?? undefined,
    percent: option.percent ?? undefined,
    fractions: own('fractions', option.fractions),
    fractionPrice: option.fraction_price ?? undefined,
    availableDate: option.available_date ?? undefined,
  };
}

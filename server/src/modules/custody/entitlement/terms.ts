// Loads the inputs of events' entitlements: their options, its security, the tax rules, and the
// business day of its payment.

import { present } from '../../../platform/assert.js';
import { adjust, type BusinessCalendar } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { withholdingRules, withholdingRulesOfClass } from '../../asset/index.js';
import { rulesOf } from '../../market/index.js';
import { type CorporateActionRow, type EventOptionRow, selectOptions } from '../record/queries.js';
import { effectTerms, movesHoldings, movingDateOf } from '../rule/effect.js';
import type { EntitlingTerms, OptionTerms } from './amount-queries.js';
import { type EntitlingSecurity, selectSecuritiesBefore } from './security-queries.js';

type WithholdingRules = Awaited<ReturnType<typeof withholdingRules>>;

/** The terms of an event, stored or only proposed. */
export type EventTerms = Pick<
  CorporateActionRow,
  | 'id'
  | 'kind'
  | 'participation'
  | 'status'
  | 'security_id'
  | 'ex_date'
  | 'payment_date'
  | 'ex_price'
  | 'withheld_by'
  | 'issuer_exempts'
  | 'register_basis'
  | 'terms_version'
>;

/** An event whose tax class may be absent; then the class of the security is used. */
type TaxedEvent = EventTerms & Partial<Pick<CorporateActionRow, 'tax_class'>>;

/** An event with its options, stored or only proposed. */
export interface OptionedEvent {
  readonly event: TaxedEvent;
  readonly options: readonly Omit<EventOptionRow, 'corporate_action_id'>[];
}

/** Loads the inputs of a stored event's entitlements. */
export async function loadTerms(
  on: Database | Tx,
  event: EventTerms & Pick<CorporateActionRow, 'tax_class'>,
): Promise<EntitlingTerms> {
  return entitlingTerms(on, { event, options: await selectOptions(on, [event.id]) });
}

/** Loads the inputs of an event's entitlements. */
export async function entitlingTerms(
  on: Database | Tx,
  optioned: OptionedEvent,
): Promise<EntitlingTerms> {
  const [terms] = await allEntitlingTerms(on, [optioned]);
  return present(terms, 'each event has its terms');
}

/** Loads the inputs of the entitlements of many events, in their order. */
export async function allEntitlingTerms(
  on: Database | Tx,
  optioned: readonly OptionedEvent[],
): Promise<EntitlingTerms[]> {
  const securities = await selectSecuritiesBefore(
    on,
    optioned.map(({ event }) => event),
  );
  const known = {
    calendarOf: await calendarsOf(on, securities),
    rules: await withholdingRules(on),
  };
  return optioned.map((each, index) =>
    termsOf(each, present(securities[index], 'each event has its security'), known),
  );
}

type CalendarOf = (exchangeId: bigint) => BusinessCalendar;

async function calendarsOf(
  on: Database | Tx,
  securities: readonly EntitlingSecurity[],
): Promise<CalendarOf> {
  const calendars = new Map<bigint, BusinessCalendar>();
  for (const id of new Set(securities.map(({ exchange_id }) => exchange_id))) {
    calendars.set(id, (await rulesOf(on, id)).calendar);
  }
  return (id) => present(calendars.get(id), 'the calendar of each exchange was loaded');
}

function termsOf(
  { event, options }: OptionedEvent,
  security: EntitlingSecurity,
  { calendarOf, rules }: { readonly calendarOf: CalendarOf; readonly rules: WithholdingRules },
): EntitlingTerms {
  // If the payment date is not a business day, payment is made on the next business day.
  const paidOn =
    event.payment_date === null
      ? null
      : adjust(event.payment_date, 'FOLLOWING', calendarOf(security.exchange_id));
  const taxClass = event.tax_class === undefined ? security.tax_class : event.tax_class;
  const taxDate = paidOn ?? event.ex_date;
  return {
    event,
    basis: event.kind === 'INTR' ? event.register_basis : 'TRADED',
    options: optionTerms(event, options, security),
    tax: {
      withheldBy: event.withheld_by,
      issuerExempts: event.issuer_exempts,
      rules: taxClass === null ? [] : withholdingRulesOfClass(rules, taxClass, taxDate),
    },
    taxClass,
    taxDate,
    effectiveDate: effectiveDateOf(event, paidOn),
  };
}

function effectiveDateOf({ kind, ex_date: exDate }: EventTerms, paidOn: BusinessDate | null) {
  if (!movesHoldings(kind)) return null;
  return movingDateOf(kind) === 'EX_DATE' ? exDate : paidOn;
}

// Units without an election get the default option, or the only option. In a voluntary event, units
// without an instruction are not affected.
function optionTerms(
  event: EventTerms,
  options: readonly Omit<EventOptionRow, 'corporate_action_id'>[],
  security: EntitlingSecurity,
): OptionTerms[] {
  return options.flatMap((option) => {
    const terms = effectTerms(event, option, security);
    if (terms === undefined) return [];
    const takesRest = event.participation !== 'VOLU' && (option.is_default || options.length === 1);
    return [{ ...terms, takesRest }];
  });
}

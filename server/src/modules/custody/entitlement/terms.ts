// Loads the terms needed to compute an event's entitlements: options, security, tax rules and
// payment date.

import { adjust } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { withholdingRules, withholdingRulesOfClass } from '../../asset/index.js';
import { rulesOf } from '../../market/index.js';
import { type CorporateActionRow, type EventOptionRow, selectOptions } from '../record/queries.js';
import { effectTerms, movesHoldings, movingDateOf } from '../rule/effect.js';
import type { EntitlingTerms, OptionTerms } from './amount-queries.js';
import { type EntitlingSecurity, selectSecurityBefore } from './security-queries.js';

/** The terms of a stored or proposed event. */
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

/** Loads the terms needed to compute a stored event's entitlements. */
export async function loadTerms(
  on: Database | Tx,
  event: EventTerms & Pick<CorporateActionRow, 'tax_class'>,
): Promise<EntitlingTerms> {
  return entitlingTerms(on, event, await selectOptions(on, [event.id]));
}

/**
 * Loads the terms needed to compute entitlements.
 * @param event if it has no tax class, the class of the security is used
 */
export async function entitlingTerms(
  on: Database | Tx,
  event: EventTerms & Partial<Pick<CorporateActionRow, 'tax_class'>>,
  options: readonly Omit<EventOptionRow, 'corporate_action_id'>[],
): Promise<EntitlingTerms> {
  const security = await selectSecurityBefore(on, event.security_id, event.ex_date);
  const paidOn = await paymentDay(on, event.payment_date, security);
  const taxClass = event.tax_class === undefined ? security.tax_class : event.tax_class;
  const taxDate = paidOn ?? event.ex_date;
  const rules = taxClass === null ? [] : await withholdingRules(on);
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

// If the payment date is not a business day, payment is made on the next business day.
async function paymentDay(
  on: Database | Tx,
  date: BusinessDate | null,
  security: EntitlingSecurity,
): Promise<BusinessDate | null> {
  if (date === null) return null;
  const { calendar } = await rulesOf(on, security.exchange_id);
  return adjust(date, 'FOLLOWING', calendar);
}

function effectiveDateOf({ kind, ex_date: exDate }: EventTerms, paidOn: BusinessDate | null) {
  if (!movesHoldings(kind)) return null;
  return movingDateOf(kind) === 'EX_DATE' ? exDate : paidOn;
}

// The default option, or the only option, applies to units without an election. In a voluntary
// event, units without an instruction are not affected.
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

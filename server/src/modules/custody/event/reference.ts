// Loads the records that an event's terms refer to: securities, market rule, calendar and other
// events.

import type { BusinessCalendar } from '../../../platform/calendar/business-calendar.js';
import { addBusinessDays } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import {
  commonProblems,
  type Problem,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import {
  assetClassOf,
  type RuleRow,
  requireSecurity,
  ruleOn,
  rulesOf,
  type Security,
} from '../../market/index.js';
import { custodyProblems } from '../problems.js';
import type { CorporateActionRow } from '../record/queries.js';
import { selectEventNamed } from './queries.js';
import type { EventBody } from './schema.js';

/** The records that terms refer to, and the market rule for their dates. */
export interface EventReferences {
  readonly security: Security;
  readonly calendar: BusinessCalendar;
  readonly rule: RuleRow<'ENTITLEMENT'>;
  /** The security of each option's new units; undefined for the event's own security. */
  readonly newSecurities: readonly (Security | undefined)[];
  readonly linked: CorporateActionRow | undefined;
  readonly distinct: CorporateActionRow | undefined;
}

/**
 * Reads the records that terms refer to. Refuses with UNKNOWN_REFERENCE, or with EVENT_REFUSED if
 * there is no market rule.
 */
export async function loadReferences(on: Database | Tx, body: EventBody): Promise<EventReferences> {
  const security = await requireSecurity(on, body.securityName);
  const { classes, calendar } = await rulesOf(on, security.exchangeId);
  const date = body.qualificationDate ?? body.exDate;
  const rows = classes[assetClassOf(security.securityType)].ENTITLEMENT;
  const rule = date === undefined ? undefined : ruleOn(rows, date);
  if (rule === undefined) {
    throw refuseMember(
      custodyProblems.EVENT_REFUSED,
      'securityName',
      `is listed on ${security.exchangeName}, which has no entitlement rule for ${date}`,
    );
  }
  const newSecurities: (Security | undefined)[] = [];
  for (const [index, { newSecurityName: name }] of (body.options ?? []).entries()) {
    const at = `options/${index}/newSecurityName`;
    newSecurities.push(name === undefined ? undefined : await requireSecurity(on, name, at));
  }
  return {
    security,
    calendar,
    rule,
    newSecurities,
    linked: await requireEvent(on, body.linkedEventName, 'linkedEventName'),
    distinct: await requireEvent(on, body.distinctFrom, 'distinctFrom'),
  };
}

async function requireEvent(
  on: Database | Tx,
  name: string | undefined,
  member: string,
): Promise<CorporateActionRow | undefined> {
  if (name === undefined) return undefined;
  const event = await selectEventNamed(on, name);
  if (event === undefined) throw unknown(member, 'does not match any corporate action');
  return event;
}

/** Creates the refusal for a member that does not match any record. */
export function unknown(member: string, detail: string): Problem {
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
}

/** Returns the ex-date that follows from a qualification date under the market rule. */
export function exDateOf(
  qualificationDate: BusinessDate,
  { rule, calendar }: Pick<EventReferences, 'rule' | 'calendar'>,
): BusinessDate {
  return addBusinessDays(qualificationDate, rule.exOffsetBusinessDays, calendar);
}

/** Returns the qualification date that follows from an ex-date under the market rule. */
export function qualificationDateOf(
  exDate: BusinessDate,
  { rule, calendar }: Pick<EventReferences, 'rule' | 'calendar'>,
): BusinessDate {
  return addBusinessDays(exDate, -rule.exOffsetBusinessDays, calendar);
}

// Finds or creates the contact of a converted lead.

import type { Work } from '../../../platform/context.js';
import { changeContact, storeContact } from '../contact/contact.js';
import { type ContactRow, findContactMatches, lockContact } from '../contact/queries.js';
import { contactDetailsOf } from '../contact/record.js';
import type { Contact } from '../contact/schema.js';
import { withoutAbsent } from '../record.js';
import type { LeadRow } from './queries.js';
import { labelOf, leadKeysOf } from './record.js';

/** The customer that a lead was converted into. */
export interface ContactOwner {
  readonly customerId: bigint;
  readonly officeId: bigint;
}

/**
 * Finds or creates a converted lead's contact at its customer. An existing contact with a common
 * match key is treated as the same person: its empty members are filled, and every refusal of
 * consent is copied to it. Otherwise, a contact is created with the lead's consent.
 */
export async function contactForLead(
  work: Work,
  lead: LeadRow,
  owner: ContactOwner,
): Promise<ContactRow> {
  const given = contactOf(lead);
  const known = await knownContact(work, lead, owner);
  if (known === undefined) {
    const { officeId, customerId } = owner;
    return storeContact(work, { ...given, customerId }, { officeId, source: 'CONVERSION' });
  }
  const change = { ...missingIn(known, given), ...newRefusals(given, shownConsent(known)) };
  return Object.keys(change).length > 0
    ? changeContact(work, known, { body: change, source: 'CONVERSION' })
    : known;
}

async function knownContact(
  work: Work,
  lead: LeadRow,
  { customerId }: ContactOwner,
): Promise<ContactRow | undefined> {
  // Contacts have no identifier. The identifier stays encrypted in the lead.
  const keys = leadKeysOf(lead).filter(({ kind }) => kind !== 'IDENTIFIER');
  if (keys.length === 0) return undefined;
  const [match] = await findContactMatches(work.tx, keys, { offices: undefined, customerId });
  return match === undefined ? undefined : lockContact(work.tx, { id: match.id });
}

function contactOf(lead: LeadRow): Contact {
  const isNamed = lead.first_name ?? lead.last_name ?? lead.organization;
  return withoutAbsent({
    ...contactDetailsOf(lead.details),
    label: lead.label ?? (isNamed ? undefined : labelOf(lead)),
    firstName: lead.first_name,
    lastName: lead.last_name,
    birthDate: lead.birth_date,
    organization: lead.organization,
    relationship: lead.lead_type === 'INDIVIDUAL' ? 'SELF' : undefined,
    doNotCall: lead.do_not_call,
    doNotShare: lead.do_not_share,
    emailOptOut: lead.email_opt_out,
    smsOptOut: lead.sms_opt_out,
  });
}

function missingIn(row: ContactRow, { label: _, ...given }: Contact): Contact {
  const had: ReadonlyMap<string, unknown> = new Map(
    Object.entries({
      ...row.details,
      firstName: row.first_name,
      lastName: row.last_name,
      birthDate: row.birth_date,
      ...shownConsent(row),
    }),
  );
  const missing = Object.entries(given).filter(([member]) => (had.get(member) ?? '') === '');
  return Object.fromEntries(missing);
}

function shownConsent(row: ContactRow): Consent {
  return {
    doNotCall: row.do_not_call,
    doNotShare: row.do_not_share,
    emailOptOut: row.email_opt_out,
    smsOptOut: row.sms_opt_out,
  };
}

/** A person's consent, as members of a record. */
interface Consent {
  readonly doNotCall?: boolean;
  readonly doNotShare?: boolean;
  readonly emailOptOut?: boolean;
  readonly smsOptOut?: boolean;
}

/**
 * Returns a person's refusals of consent that a record does not have. They apply even if the record
 * shows consent.
 */
export function newRefusals(person: Consent, record: Consent): Consent {
  const { doNotCall, doNotShare, emailOptOut, smsOptOut } = person;
  return {
    ...(doNotCall && !record.doNotCall ? { doNotCall } : {}),
    ...(doNotShare && !record.doNotShare ? { doNotShare } : {}),
    ...(emailOptOut && !record.emailOptOut ? { emailOptOut } : {}),
    ...(smsOptOut && !record.smsOptOut ? { smsOptOut } : {}),
  };
}

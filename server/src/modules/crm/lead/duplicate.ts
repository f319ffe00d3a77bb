// Finds likely duplicates of a lead among leads and customers.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { type CustomerMatch, matchCustomers } from '../../party/index.js';
import { CRM } from '../limits.js';
import { inOrder, type MatchKind } from '../person/match.js';
import { findLeadMatches, findLeads, type LeadRow } from './queries.js';
import { labelOf, leadKeysOf } from './record.js';

/** A likely duplicate, with the kinds of match keys that it shares with the lead. */
interface Duplicate {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly kind: 'LEAD' | 'CUSTOMER';
  readonly matchedOn: readonly MatchKind[];
}

/**
 * Finds the likely duplicates that the caller can see, most reliable first, and customers before
 * leads.
 */
export async function findDuplicates(work: Work, row: LeadRow): Promise<readonly Duplicate[]> {
  const customers = (await findMatchingCustomers(work, row))
    .filter((customer) => customer.id !== row.converted_customer_id)
    .map((customer): Duplicate => ({ ...customer, kind: 'CUSTOMER' }));
  return [...customers, ...(await findDuplicateLeads(work, row))].slice(0, CRM.duplicatesMax);
}

/** Finds the customers that match a lead and that the caller can see. */
export function findMatchingCustomers(work: Work, row: LeadRow): Promise<readonly CustomerMatch[]> {
  const keys = leadKeysOf(row);
  const textsOf = (kind: MatchKind) =>
    keys.filter((key) => key.kind === kind).map((key) => key.key);
  const marks = {
    phones: textsOf('PHONE'),
    emails: textsOf('EMAIL'),
    foldedEmails: textsOf('FOLDED_EMAIL'),
    identifiers: textsOf('IDENTIFIER'),
    firstName: row.first_name ?? undefined,
    lastName: row.last_name ?? undefined,
    birthDate: row.birth_date ?? undefined,
  };
  return matchCustomers(work, marks, work.principal.offices);
}

async function findDuplicateLeads(work: Work, row: LeadRow): Promise<Duplicate[]> {
  const keys = leadKeysOf(row);
  if (keys.length === 0) return [];
  const scope = { self: row.id, offices: work.principal.offices };
  const matches = await findLeadMatches(work, keys, scope);
  if (matches.length === 0) return [];
  const leads = await findLeads(
    work,
    matches.map((match) => match.id),
  );
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return matches.map((match): Duplicate => {
    const lead = present(byId.get(match.id), 'leads are never deleted');
    const { id, name } = lead;
    return { id, name, label: labelOf(lead), kind: 'LEAD', matchedOn: inOrder(match.kinds) };
  });
}

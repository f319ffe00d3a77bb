// The filters of read operations by campaign, by rule, and by related record.

import { type Call, seesOffice } from '../../platform/context.js';
import { onSnapshot } from '../../platform/database/snapshot.js';
import { type FilterKind, namedById } from '../../platform/http/request/filter.js';
import { readCampaign } from './campaign/campaign.js';
import { readRule } from './notification/rule.js';
import { RECIPIENT_KINDS } from './person/recipient.js';
import { RELATED_KINDS } from './person/related-kind.js';
import { findRelatedPerson } from './person/related-person.js';
import type { CrmPorts } from './port.js';

/** Returns the kinds of CRM records that parameters can filter by. */
export function crmFilters(ports: CrmPorts): readonly FilterKind[] {
  return [
    namedById('campaign', readCampaign),
    namedById('notification rule', readRule),
    namedById('related record', (call, id, { relatedTo }) =>
      findRelated(call, { kind: relatedTo, id }, ports),
    ),
    namedById('recipient', (call, id, { recipientType }) =>
      findRelated(call, { kind: recipientType, id }, ports),
    ),
  ];
}

// Accepts any id if the kind is absent or not known to CRM, because no record can then be looked
// up.
async function findRelated(
  call: Call,
  { kind: given, id }: { readonly kind: unknown; readonly id: bigint },
  { related }: CrmPorts,
): Promise<true | undefined> {
  const { db, principal } = call;
  const person = RECIPIENT_KINDS.find((each) => each === given);
  if (person !== undefined) {
    const found = await findRelatedPerson(db, { kind: person, id });
    return found !== undefined && seesOffice(principal, found.officeId) ? true : undefined;
  }
  const kind = RELATED_KINDS.find((each) => each === given);
  if (kind === undefined || kind === 'CONTACT' || kind === 'LEAD' || kind === 'CUSTOMER') {
    return true;
  }
  const check = related?.[kind];
  if (check === undefined) return undefined;
  return (await onSnapshot(db, (tx) => check({ tx, principal }, id))) ? true : undefined;
}

// References from messages and attachments to records of any kind.

import { seesOffice, type Work } from '../../platform/context.js';
import { commonProblems, refusal } from '../../platform/http/problem.js';
import { findCustomer } from '../party/index.js';
import { findLead } from './lead-queries.js';
import type { CrmPorts } from './port.js';
import { idGiven } from './record.js';
import type { RelatedKind } from './whatsapp-schema.js';

export interface RelatedReference {
  /** Where in the body the reference stands; empty for the body itself. */
  readonly pointer: string;
  readonly related: {
    readonly relatedTo?: RelatedKind | undefined;
    readonly relatedToId?: bigint | undefined;
  };
}

/**
 * Refuses UNKNOWN_REFERENCE for a record that can be looked up and that the caller does not see.
 */
export async function refuseUnknownRelated(
  work: Work,
  { pointer, related }: RelatedReference,
  ports: CrmPorts,
): Promise<void> {
  const id = idGiven(related.relatedToId);
  if (id === undefined || related.relatedTo === undefined) return;
  if (await isSeen(work, { kind: related.relatedTo, id }, ports)) return;
  const member = pointer === '' ? 'relatedToId' : `${pointer}/relatedToId`;
  const detail = `is no ${related.relatedTo} of this caller`;
  const kind = commonProblems.UNKNOWN_REFERENCE;
  throw refusal(kind, {
    detail: `${member} ${detail}`,
    args: [member],
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}

async function isSeen(
  work: Work,
  { kind, id }: { readonly kind: RelatedKind; readonly id: bigint },
  ports: CrmPorts,
): Promise<boolean> {
  if (kind === 'LEAD') {
    const lead = await findLead(work, id);
    return lead !== undefined && seesOffice(work.principal, lead.office_id);
  }
  if (kind === 'CUSTOMER') {
    const customer = await findCustomer(work, { id });
    return customer !== undefined && seesOffice(work.principal, customer.officeId);
  }
  const check = ports.related?.[kind];
  return check === undefined || check(work, id);
}

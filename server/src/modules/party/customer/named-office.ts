// The business office in the body of a customer request, identified by its id, its code or an
// alias.

import type { Work } from '../../../platform/context.js';
import {
  commonProblems,
  type Problem,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import { isCodeOf } from '../../../platform/reference-data/code.js';
import { officeByCode } from '../office/office.js';
import type { Naming } from '../office/queries.js';
import { partyProblems } from '../problems.js';
import type { Customer } from './record.js';

interface OfficeNames {
  readonly businessOfficeId?: bigint | undefined;
  readonly businessOfficeName?: string | undefined;
  readonly businessOffice?: string | undefined;
}

/** Returns how a body identifies its office. Refuses the codes of two different offices. */
export async function officeNaming({ tx }: Work, body: OfficeNames): Promise<Naming> {
  const { businessOfficeId: id, businessOffice, businessOfficeName: name = businessOffice } = body;
  if (name === undefined || businessOffice === undefined || businessOffice === name) {
    return { id, name };
  }
  const office = await officeByCode(tx, name);
  if (office !== undefined && isCodeOf(office, businessOffice)) return { id, name };
  throw refuseMember(
    commonProblems.REFERENCE_MISMATCH,
    'businessOffice',
    'does not match businessOfficeName',
  );
}

/** Refuses with OFFICE_FIXED if a body contains an office other than the customer's. */
export async function refuseOtherOffice(
  work: Work,
  body: OfficeNames,
  { officeId }: Pick<Customer, 'officeId'>,
): Promise<void> {
  const { id = officeId, name } = await officeNaming(work, body);
  if (id !== officeId) throw fixed('businessOfficeId');
  const named = name === undefined ? officeId : (await officeByCode(work.tx, name))?.id;
  if (named === officeId) return;
  throw fixed(body.businessOfficeName === undefined ? 'businessOffice' : 'businessOfficeName');
}

function fixed(member: keyof OfficeNames): Problem {
  return refuseMember(partyProblems.OFFICE_FIXED, member, 'cannot be changed');
}

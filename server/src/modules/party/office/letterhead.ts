// The letterhead on a business office's documents.

import type { Static } from '@sinclair/typebox';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import type { Outcome } from '../../../platform/http/route.js';
import type { LetterheadRow } from './letterhead-queries.js';
import { selectLetterheadVersion, upsertLetterhead } from './letterhead-queries.js';
import type { LetterheadBody } from './letterhead-schema.js';
import { officeByCode } from './office.js';
import { type BusinessOffice, lockOffice } from './queries.js';

const ADDRESS_LINES_MAX = 3;

/**
 * Stores an office's letterhead. Contract notes that are already sealed keep the previous
 * letterhead.
 */
export async function updateLetterhead(
  work: Work,
  body: Static<typeof LetterheadBody>,
): Promise<Outcome> {
  if (body.address.split('\n').length > ADDRESS_LINES_MAX) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'address', 'must have at most three lines');
  }
  const { id: officeId, name } = await officeOf(work, body.businessOffice);
  await checkVersion(work, officeId);
  const row = await upsertLetterhead(work.tx, {
    ...{ officeId, firmName: body.firmName, address: body.address, contact: body.contact },
    ...{ registration: body.registration, by: work.principal.name, at: work.now },
  });
  const record = toLetterheadRecord(row, name);
  return {
    msgCode: 'LETTERHEAD_UPDATED',
    id: officeId,
    name,
    result: record,
    version: record.version,
  };
}

async function officeOf(work: Work, code: string): Promise<BusinessOffice> {
  const office = await officeByCode(work.tx, code);
  if (office === undefined || !seesOffice(work.principal, office.id)) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'businessOffice',
      'does not match any business office that you can see',
    );
  }
  await lockOffice(work.tx, office.name);
  return office;
}

// The office's row is locked, so the letterhead cannot change in the meantime.
async function checkVersion(work: Work, officeId: bigint): Promise<void> {
  if (work.ifMatch === undefined) return;
  refuseStale(work, await selectLetterheadVersion(work.tx, officeId));
}

function toLetterheadRecord(row: LetterheadRow, officeName: string) {
  return {
    id: row.office_id,
    active: true,
    name: officeName,
    label: row.firm_name,
    address: row.address,
    contact: row.contact,
    registration: row.registration,
    version: row.version,
    ...shownStamp(row),
  };
}

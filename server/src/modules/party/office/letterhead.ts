// What stands at the head of a business office's documents.

import type { Static } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Sender } from '../../../platform/files/letter.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import type { Outcome } from '../../../platform/http/route.js';
import type { LetterheadBody } from './letterhead-schema.js';

interface LetterheadRow {
  readonly office_id: bigint;
  readonly firm_name: string;
  readonly address: string;
  readonly contact: string;
  readonly registration: string;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const ADDRESS_LINES_MAX = 3;

/** Sets the letterhead of an office. Notes that are sealed already keep the one they have. */
export async function updateLetterhead(
  work: Work,
  body: Static<typeof LetterheadBody>,
): Promise<Outcome> {
  const { tx, now } = work;
  const by = work.principal.name;
  if (body.address.split('\n').length > ADDRESS_LINES_MAX) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'address', 'has more than three lines');
  }
  const officeId = await officeOf(work, body.businessOffice);
  await checkVersion(work, officeId);
  const [row] = await tx.query<LetterheadRow>(sql`
    insert into letterhead (office_id, firm_name, address, contact, registration, created_by,
      created_at, modified_by, modified_at)
    values (${officeId}, ${body.firmName}, ${body.address}, ${body.contact}, ${body.registration},
      ${by}, ${now}, ${by}, ${now})
    on conflict (office_id) do update set firm_name = excluded.firm_name,
      address = excluded.address, contact = excluded.contact,
      registration = excluded.registration, version = letterhead.version + 1,
      modified_by = excluded.modified_by, modified_at = excluded.modified_at
    returning *`);
  const record = toLetterheadRecord(present(row, 'an upsert returns its row'), body.businessOffice);
  return {
    msgCode: 'LETTERHEAD_UPDATED',
    id: officeId,
    name: body.businessOffice,
    result: record,
    version: record.version,
  };
}

async function officeOf(work: Work, name: string): Promise<bigint> {
  const [office] = await work.tx.query<{ id: bigint }>(
    sql`select id from business_office where name = ${name} for update`,
  );
  if (office === undefined || !seesOffice(work.principal, office.id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'businessOffice', 'is not known');
  }
  return office.id;
}

// The office's row is locked, so nobody sets its letterhead in between.
async function checkVersion(work: Work, officeId: bigint): Promise<void> {
  if (work.ifMatch === undefined) return;
  const [row] = await work.tx.query<{ version: bigint }>(
    sql`select version from letterhead where office_id = ${officeId}`,
  );
  refuseStale(work, row?.version);
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

/** What the firm and its offices are called: no part of a good password. */
export async function firmNames(on: Database | Tx): Promise<readonly string[]> {
  const rows = await on.query<{ name: string }>(sql`
    select label as name from business_office
    union select name from business_office
    union select firm_name from letterhead`);
  return rows.map(({ name }) => name);
}

/** What stands at the head of an office's documents; without a letterhead its own label. */
export async function senderOf(on: Database | Tx, officeId: bigint): Promise<Sender> {
  const [row] = await on.query<Sender>(sql`
    select coalesce(h.firm_name, o.label) as firm, o.label, o.name as code,
      coalesce(h.address, '') as address, coalesce(h.contact, '') as contact,
      coalesce(h.registration, '') as registration
    from business_office o left join letterhead h on h.office_id = o.id where o.id = ${officeId}`);
  return present(row, 'the office exists');
}

// SQL for letterheads.

import { present } from '../../../platform/assert.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Sender } from '../../../platform/files/letter.js';

export interface LetterheadRow {
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

/** A letterhead to store. */
interface Letterhead {
  readonly officeId: bigint;
  readonly firmName: string;
  readonly address: string;
  readonly contact: string;
  readonly registration: string;
  readonly by: string;
  readonly at: Instant;
}

/** Stores an office's letterhead in place of the existing one, if any. */
export async function upsertLetterhead(tx: Tx, head: Letterhead): Promise<LetterheadRow> {
  const { officeId, by, at } = head;
  const [row] = await tx.query<LetterheadRow>(sql`
    insert into letterhead (office_id, firm_name, address, contact, registration, created_by,
      created_at, modified_by, modified_at)
    values (${officeId}, ${head.firmName}, ${head.address}, ${head.contact}, ${head.registration},
      ${by}, ${at}, ${by}, ${at})
    on conflict (office_id) do update set firm_name = excluded.firm_name,
      address = excluded.address, contact = excluded.contact,
      registration = excluded.registration, version = letterhead.version + 1,
      modified_by = excluded.modified_by, modified_at = excluded.modified_at
    returning *`);
  return present(row, 'an upsert returns its row');
}

export async function selectLetterheadVersion(
  tx: Tx,
  officeId: bigint,
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ version: bigint }>(
    sql`select version from letterhead where office_id = ${officeId}`,
  );
  return row?.version;
}

/**
 * Selects the names and codes of the offices and the names of the firm. Passwords may not contain
 * any of them.
 */
export async function firmNames(on: Database | Tx): Promise<readonly string[]> {
  const rows = await on.query<{ name: string }>(sql`
    select label as name from business_office
    union select name from business_office
    union select firm_name from letterhead`);
  return rows.map(({ name }) => name);
}

/**
 * Selects the sender to be shown on an office's documents. Without a letterhead, this is the
 * office's label.
 */
export async function senderOf(on: Database | Tx, officeId: bigint): Promise<Sender> {
  const [row] = await on.query<Sender>(sql`
    select coalesce(h.firm_name, o.label) as firm, o.label, o.name as code,
      coalesce(h.address, '') as address, coalesce(h.contact, '') as contact,
      coalesce(h.registration, '') as registration
    from business_office o left join letterhead h on h.office_id = o.id where o.id = ${officeId}`);
  return present(row, 'the office exists');
}

/** The firm's name and time zone, taken from its first office. */
interface Firm {
  readonly name: string;
  readonly timeZone: string;
}

/** Reads the firm's name and time zone from its first office. */
export async function firmOf(on: Database | Tx): Promise<Firm | undefined> {
  const [row] = await on.query<Firm>(sql`
    select coalesce(h.firm_name, o.label) as name, o.time_zone as "timeZone"
    from business_office o left join letterhead h on h.office_id = o.id
    order by o.id limit 1`);
  return row;
}

// SQL for the parts of long messages. Times come from the database.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { IncomingMessage, MessagePart } from '../channel/inbound.js';
import { MESSAGE } from '../limits.js';

/** The key that all parts of a message share. */
export interface PartSet {
  readonly channel: IncomingMessage['channel'];
  readonly from: string;
  readonly to: string;
  readonly reference: string;
  readonly total: number;
}

/** A part as stored. */
export interface StoredPart {
  readonly number: number;
  readonly text: string;
  readonly providerId: string;
  readonly at: Instant;
  /** True once the part has been joined into a stored message. */
  readonly joined: boolean;
}

const ms = (count: number): Sql => sql`(${count}::integer * interval '1 millisecond')`;

const ofSet = ({ channel, from, to, reference, total }: PartSet): Sql => sql`
  channel = ${channel} and from_address = ${from} and to_address = ${to}
  and reference = ${reference} and total = ${total}`;

/** Locks a message's parts until the transaction ends. */
export async function lockParts(tx: Tx, set: PartSet): Promise<void> {
  const name = ['message part', ...Object.values(set)].join(' ');
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Selects the parts that have arrived, in order of their numbers. */
export async function partsOf(tx: Tx, set: PartSet): Promise<readonly StoredPart[]> {
  const rows = await tx.query<Omit<StoredPart, 'text'> & { readonly utf16: Buffer }>(sql`
    select number, utf16, provider_id as "providerId", received_at as at,
      joined_at is not null as joined
    from message_part where ${ofSet(set)} order by number`);
  return rows.map(({ utf16, ...row }) => ({ ...row, text: utf16.toString('utf16le') }));
}

export async function insertPart(
  tx: Tx,
  set: PartSet,
  part: Pick<IncomingMessage, 'text' | 'providerId'> & Pick<MessagePart, 'number'>,
): Promise<void> {
  const { channel, from, to, reference, total } = set;
  await tx.query(sql`
    insert into message_part (channel, from_address, to_address, reference, total, number, utf16,
      provider_id, received_at)
    values (${channel}, ${from}, ${to}, ${reference}, ${total}, ${part.number},
      ${Buffer.from(part.text, 'utf16le')}, ${part.providerId}, clock_timestamp())`);
}

export async function markJoined(tx: Tx, set: PartSet): Promise<void> {
  await tx.query(sql`
    update message_part set joined_at = clock_timestamp()
    where ${ofSet(set)} and joined_at is null`);
}

export async function deleteParts(tx: Tx, set: PartSet): Promise<void> {
  await tx.query(sql`delete from message_part where ${ofSet(set)}`);
}

/** Selects incomplete messages that have received no part for longer than the time limit. */
export function listOverdueSets(db: Database): Promise<PartSet[]> {
  return db.query<PartSet>(sql`
    select channel, from_address as "from", to_address as "to", reference, total
    from message_part group by 1, 2, 3, 4, 5
    having bool_or(joined_at is null)
      and max(received_at) < clock_timestamp() - ${ms(MESSAGE.partsAwaitedMs)}
    order by max(received_at) limit ${MESSAGE.partsGivenUpMax}`);
}

/** Returns whether the message is still overdue. The caller has locked its parts. */
export async function isOverdue(tx: Tx, set: PartSet): Promise<boolean> {
  const [row] = await tx.query<{ overdue: boolean | null }>(sql`
    select bool_or(joined_at is null)
      and max(received_at) < clock_timestamp() - ${ms(MESSAGE.partsAwaitedMs)} as overdue
    from message_part where ${ofSet(set)}`);
  return row?.overdue === true;
}

/** Deletes the parts of stored messages once duplicates can no longer arrive. */
export async function deleteOldParts(db: Database): Promise<void> {
  await db.query(sql`
    delete from message_part where id in (
      select id from message_part
      where joined_at is not null
        and received_at < clock_timestamp() - ${ms(MESSAGE.partsKeptMs)}
      order by received_at limit ${MESSAGE.partsDeletedMax})`);
}

// Reading events in their order: a reader that hands back `next` as `since` never misses one.

import { EVENT } from '../../limits.js';
import type { Database, Instant } from '../database/database.js';
import { sql } from '../database/sql.js';

/** An event with its place in the order. */
export interface PositionedEvent {
  readonly position: bigint;
  readonly type: string;
  readonly subjectId: bigint;
  readonly officeId: bigint | null;
  readonly time: Instant;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Which events, all conditions together. */
export interface EventFilter {
  /** Events after this position; 0 begins with the first. */
  readonly since: bigint;
  /** Up to and with this position. */
  readonly until: bigint | undefined;
  /** Types, or beginnings of types as `cash-transaction.*`; undefined means all. */
  readonly types: readonly string[] | undefined;
  /** Events of these business offices alone; undefined also gives those of none. */
  readonly offices: readonly bigint[] | undefined;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly PositionedEvent[];
  /** The position up to which all was read, whether it passed the filters or not. */
  readonly next: bigint;
}

interface Row extends Omit<PositionedEvent, 'position'> {
  readonly head: bigint;
  readonly position: bigint | null;
}

/**
 * One page of events by position. It reads through at most EVENT.scannedMost positions, so a page
 * of a rare type may be empty and `next` still go forward; the end is where `next` stays.
 */
export async function listEvents(db: Database, filter: EventFilter): Promise<EventPage> {
  const window = filter.since + BigInt(EVENT.scannedMost);
  const last = filter.until === undefined || filter.until > window ? window : filter.until;
  const patterns = filter.types?.map((type) => type.replace(/\.\*$/, '.%')) ?? null;
  const offices = filter.offices?.map(String) ?? null;
  // Head and events in one statement, because between two the head could run ahead of the events.
  const rows = await db.query<Row>(sql`
    select h.head, f.* from (select last_position as head from event_sequence) h
    left join lateral (
      select p.position, e.type, e.subject_id as "subjectId", e.office_id as "officeId",
        e.recorded_at as time, e.data
      from event_position p join outbox_event e on e.id = p.event_id
      where p.position > ${filter.since} and p.position <= ${last}
        and (${patterns}::text[] is null or e.type like any (${patterns}::text[]))
        and (${offices}::bigint[] is null or e.office_id = any (${offices}::bigint[]))
      order by p.position limit ${filter.limit}
    ) f on true
    order by f.position`);
  const events = rows.flatMap(({ head: _, position, ...event }) =>
    position === null ? [] : [{ ...event, position }],
  );
  return { events, next: nextOf(filter, { events, last, head: rows[0]?.head ?? 0n }) };
}

interface Read {
  readonly events: readonly PositionedEvent[];
  readonly last: bigint;
  readonly head: bigint;
}

function nextOf(filter: EventFilter, { events, last, head }: Read): bigint {
  const final = events.at(-1);
  if (final !== undefined && events.length === filter.limit) return final.position;
  // A reader ahead of the head (a wrong `since`) stays where it is.
  if (head <= filter.since) return filter.since;
  return last < head ? last : head;
}

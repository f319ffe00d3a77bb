// SQL for events: ordered pages for readers, the last position, and the outbox. A reader that
// passes `next` as the following `since` never misses an event.

import { EVENT } from '../../limits.js';
import type { Database, Instant, Tx } from '../database/database.js';
import { sql } from '../database/sql.js';
import { toJson } from '../json/json.js';
import type { DomainEvent } from './event.js';

/** An event with its position. */
export interface PositionedEvent {
  readonly position: bigint;
  readonly type: string;
  readonly subjectId: bigint;
  readonly officeId: bigint | null;
  readonly time: Instant;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events that a reader receives. All conditions must be met. */
export interface EventSelection {
  /** Types, or prefixes such as `cash-transaction.*`. Undefined means all. */
  readonly types: readonly string[] | undefined;
  /**
   * The business offices of the events. Undefined means all, including events without an office.
   */
  readonly offices: readonly bigint[] | undefined;
  /** Types that the reader may not receive. */
  readonly hidden: readonly string[];
}

/** Selects one page. */
interface EventFilter extends EventSelection {
  /** Events after this position. 0 starts with the first. */
  readonly since: bigint;
  /** The last position to read, inclusive. */
  readonly until: bigint | undefined;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly PositionedEvent[];
  /** The position up to which all events were scanned, whether or not they match. */
  readonly next: bigint;
}

type Reads = Pick<Database | Tx, 'query'>;

interface Row extends Omit<PositionedEvent, 'position'> {
  readonly head: bigint;
  readonly position: bigint | null;
}

/**
 * Reads one page of events by position. A page scans at most EVENT.scannedMax positions, so a page
 * of a rare type may be empty although `next` has advanced. At the end of the events, `next` does
 * not advance.
 */
export async function listEvents(on: Reads, filter: EventFilter): Promise<EventPage> {
  const window = filter.since + BigInt(EVENT.scannedMax);
  const last = filter.until === undefined || filter.until > window ? window : filter.until;
  const patterns = filter.types?.map((type) => type.replace(/\.\*$/, '.%')) ?? null;
  const offices = filter.offices?.map(String) ?? null;
  // Reads the head and the events in one statement, because the head could move between two
  // statements.
  const rows = await on.query<Row>(sql`
    select h.head, f.* from (select last_position as head from event_sequence) h
    left join lateral (
      select p.position, e.type, e.subject_id as "subjectId", e.office_id as "officeId",
        e.recorded_at as time, e.data
      from event_position p join outbox_event e on e.id = p.event_id
      where p.position > ${filter.since} and p.position <= ${last}
        and (${patterns}::text[] is null or e.type like any (${patterns}::text[]))
        and (${offices}::bigint[] is null or e.office_id = any (${offices}::bigint[]))
        and e.type <> all (${filter.hidden}::text[])
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
  // A reader that has sent a `since` beyond the head keeps its position.
  if (head <= filter.since) return filter.since;
  return last < head ? last : head;
}

/** True if a selection includes an event. Applies the conditions of `listEvents` in memory. */
export function selects(
  { types, offices, hidden }: EventSelection,
  event: Pick<PositionedEvent, 'type' | 'officeId'>,
): boolean {
  const { type, officeId } = event;
  if (hidden.includes(type)) return false;
  if (offices !== undefined && (officeId === null || !offices.includes(officeId))) return false;
  return types?.some((pattern) => matches(pattern, type)) ?? true;
}

function matches(pattern: string, type: string): boolean {
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

/** Reads the last assigned position, which is 0 before the first event. */
export async function lastPosition(on: Reads): Promise<bigint> {
  const [row] = await on.query<{ position: bigint }>(
    sql`select last_position as position from event_sequence`,
  );
  return row?.position ?? 0n;
}

/** Stores events. Readers see them only after the transaction commits. */
export async function storeEvents(tx: Tx, events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(sql`
    insert into outbox_event (type, subject_id, office_id, data)
    select e.type, e."subjectId", e."officeId", coalesce(e.data, '{}')
    from jsonb_to_recordset(${toJson(events)}::jsonb)
      as e(type text, "subjectId" bigint, "officeId" bigint, data jsonb)`);
}

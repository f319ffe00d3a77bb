// A node's event source, which reads events once for all endpoints that have caught up.

import type { Database } from '../../platform/database/database.js';
import {
  type EventPage,
  type EventSelection,
  listEvents,
  type PositionedEvent,
  selects,
} from '../../platform/events/queries.js';
import type { SendingLimits } from './limits.js';

export interface EventSource {
  /**
   * Returns one page of selected events after a position, and the position up to which events were
   * read.
   */
  readonly after: (position: bigint, selection: EventSelection) => Promise<EventPage>;
}

interface State {
  /** All events after `first`, up to and including `head`. */
  events: PositionedEvent[];
  first: bigint;
  head: bigint;
  reading: Promise<boolean> | undefined;
}

/** Creates an empty event source. It starts at the position of its first reader. */
export function createEventSource(db: Database, limits: SendingLimits): EventSource {
  const state: State = { events: [], first: -1n, head: -1n, reading: undefined };
  return {
    after: async (position, selection) => {
      // The reader that is furthest ahead moves the head. A reader whose position is before the
      // cached events reads its own page from the database.
      if (position > state.head) {
        Object.assign(state, { events: [], first: position, head: position });
      }
      if (position < state.first) {
        const limit = limits.eventsPerPage;
        return listEvents(db, { ...selection, since: position, until: undefined, limit });
      }
      const page = pageOf(state, { position, selection, limit: limits.eventsPerPage });
      if (page.next > position || !(await advance(db, state, limits))) return page;
      if (position < state.first) return { events: [], next: position };
      return pageOf(state, { position, selection, limit: limits.eventsPerPage });
    },
  };
}

interface PageSpec {
  readonly position: bigint;
  readonly selection: EventSelection;
  readonly limit: number;
}

function pageOf({ events, head }: State, { position, selection, limit }: PageSpec): EventPage {
  const page: PositionedEvent[] = [];
  for (let at = indexAfter(events, position); at < events.length; at += 1) {
    const event = events[at];
    if (event === undefined || !selects(selection, event)) continue;
    page.push(event);
    if (page.length === limit) return { events: page, next: event.position };
  }
  return { events: page, next: head };
}

// Finds the first event after a position by binary search, because positions are ascending.
function indexAfter(events: readonly PositionedEvent[], position: bigint): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const event = events[middle];
    if (event !== undefined && event.position <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Reads more events. All endpoints that wait for new events share one read.
async function advance(db: Database, state: State, limits: SendingLimits): Promise<boolean> {
  state.reading ??= readOn(db, state, limits).finally(() => {
    state.reading = undefined;
  });
  return state.reading;
}

async function readOn(db: Database, state: State, limits: SendingLimits): Promise<boolean> {
  const since = state.head;
  const everything = { types: undefined, offices: undefined, hidden: [], until: undefined };
  const read = await listEvents(db, { ...everything, since, limit: limits.eventsPerRead });
  // Another endpoint may have moved the head in the meantime.
  if (state.head !== since || read.next === since) return state.head !== since;
  state.events.push(...read.events);
  state.head = read.next;
  const excess = state.events.length - limits.cachedEventsMax;
  if (excess > 0) state.first = state.events.splice(0, excess).at(-1)?.position ?? state.first;
  return true;
}

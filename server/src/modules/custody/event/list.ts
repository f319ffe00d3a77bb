// Lists corporate actions: one page, or a file with all that match.

import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type Cell, cellOf, type SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { type PlacedPage, placeCursor } from '../../../platform/http/reply/paging.js';
import type { FileReply, Page } from '../../../platform/http/route.js';
import { requireSecurity } from '../../market/index.js';
import { CUSTODY } from '../limits.js';
import { EVENT_PROGRESS } from '../record/queries.js';
import {
  countEvents,
  type EventPlace,
  type ListedEvent,
  selectListedEvents,
} from './list-queries.js';
import { type NamedOption, selectNamedOptions } from './queries.js';
import { eventRecord } from './record.js';
import type { EventFilter } from './schema.js';

/** Lists events, latest date first, and counts all matching events by progress. */
export async function listEvents(
  call: Call,
  filter: EventFilter,
  page: PlacedPage<EventPlace>,
): Promise<Page<object> & { readonly totals: object }> {
  await refuseUnknownSecurity(call, filter);
  const rows = await selectListedEvents(call.db, filter, { ...page, limit: page.limit + 1 });
  const kept = rows.slice(0, page.limit);
  const counts = await countEvents(call.db, filter);
  const countOf = new Map(counts.map(({ progress, count }) => [progress, count]));
  const last = rows.length > page.limit ? kept.at(-1) : undefined;
  const optionsOf = await optionsByEvent(call.db, kept);
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0n),
    result: kept.map((row) => eventRecord(row, optionsOf(row))),
    totals: Object.fromEntries(EVENT_PROGRESS.map((each) => [each, countOf.get(each) ?? 0n])),
    nextCursor: last && placeCursor([last.place_date, String(last.id)]),
  };
}

async function refuseUnknownSecurity({ db }: Call, { securityName }: EventFilter): Promise<void> {
  if (securityName !== undefined) await requireSecurity(db, securityName);
}

/** Reads a position in the list from the parts of a cursor. */
export function eventPlaceOf(parts: readonly string[]): EventPlace | undefined {
  const [date = '', id = ''] = parts;
  const isPlace = /^(?:\d{4}-\d\d-\d\d|infinity)$/.test(date) && /^\d{1,18}$/.test(id);
  return isPlace && parts.length === 2 ? { date, id: BigInt(id) } : undefined;
}

async function optionsByEvent(on: Call['db'] | Tx, rows: readonly ListedEvent[]) {
  const options = await selectNamedOptions(
    on,
    rows.map(({ id }) => id),
  );
  const byEvent = new Map<bigint, NamedOption[]>(rows.map(({ id }) => [id, []]));
  for (const option of options) byEvent.get(option.corporate_action_id)?.push(option);
  return ({ id }: ListedEvent): readonly NamedOption[] => byEvent.get(id) ?? [];
}

const COLUMNS = [
  { title: 'Event', width: 14 },
  { title: 'Kind', width: 8 },
  { title: 'Label', width: 34 },
  { title: 'Security', width: 14 },
  { title: 'Status', width: 12 },
  { title: 'Progress', width: 12 },
  { title: 'Qualification date', width: 18 },
  { title: 'Ex-date', width: 14 },
  { title: 'Payment date', width: 14 },
  { title: 'Deadline', width: 26 },
  { title: 'Cash per unit', width: 16 },
  { title: 'Currency', width: 10 },
  { title: 'New units', width: 10 },
  { title: 'Old units', width: 10 },
  { title: 'New security', width: 14 },
  { title: 'Reference', width: 20 },
] as const;

/** Writes all events that match the filter, from a single database snapshot. */
export async function eventFile(
  call: Call,
  filter: EventFilter,
  format: SheetFormat,
): Promise<FileReply> {
  await refuseUnknownSecurity(call, filter);
  return onSnapshot(call.db, (tx) => {
    const parts = ['corporate-actions', filter.from, filter.to];
    const name = parts.filter((part) => part !== undefined).join('-');
    return sheetFile({ name, columns: COLUMNS, rows: rowsOf(tx, filter) }, format);
  });
}

async function* rowsOf(tx: Tx, filter: EventFilter): AsyncGenerator<readonly Cell[]> {
  const limit = CUSTODY.exportedAtOnce;
  let after: EventPlace | null = null;
  for (;;) {
    const page: readonly ListedEvent[] = await selectListedEvents(tx, filter, {
      after,
      offset: 0,
      limit,
    });
    const optionsOf = await optionsByEvent(tx, page);
    for (const row of page) yield cellsOf(row, optionsOf(row));
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    after = { date: last.place_date, id: last.id };
  }
}

// Shows the terms of the default option or, without one, of the first option.
function cellsOf(row: ListedEvent, options: readonly NamedOption[]): readonly Cell[] {
  const option = options.find(({ is_default: isDefault }) => isDefault) ?? options[0];
  return [
    row.name,
    row.kind,
    row.label,
    row.security_name,
    row.status,
    row.progress,
    { date: row.qualification_date },
    { date: row.ex_date },
    row.payment_date === null ? null : { date: row.payment_date },
    row.deadline,
    cellOf(option?.cash_per_unit),
    option?.currency ?? row.currency,
    cellOf(option?.new_units),
    cellOf(option?.old_units),
    option?.new_security_name ?? null,
    row.official_reference,
  ];
}

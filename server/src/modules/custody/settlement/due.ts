// Lists the amounts due from events to each office's holders, and the amounts received for them.

import type { Call } from '../../../platform/context.js';
import type { Cell, SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { type PageRequest, pageOfAll } from '../../../platform/http/reply/paging.js';
import type { FileReply, Page } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { CUSTODY } from '../limits.js';
import { type DueEvent, selectDueEvents, selectOfficeNames } from './due-queries.js';
import { controlOf, type FundingState, fundingState, gapOf } from './funding.js';
import { type FundingNeed, selectNeeds } from './funding-queries.js';

/** Filters for listing funding rows; undefined members are ignored. */
interface DueFilter {
  readonly eventId: bigint | undefined;
  readonly officeId: bigint | undefined;
  readonly state: FundingState | undefined;
}

interface DuePart {
  readonly event: DueEvent;
  readonly officeName: string;
  readonly need: FundingNeed;
}

/** Lists the funding rows of events that the caller may see, latest payment date first. */
export async function listEventDues(
  call: Call,
  filter: DueFilter,
  page: PageRequest,
): Promise<Page<object>> {
  const parts = await duesOf(call, filter);
  const { result, ...rest } = pageOfAll(parts, page);
  return { ...rest, result: result.map(dueRecord) };
}

async function duesOf(call: Call, filter: DueFilter): Promise<DuePart[]> {
  const { db, principal } = call;
  const events = await selectDueEvents(db, filter.eventId, CUSTODY.dueEventsMax);
  const needs = await selectNeeds(
    db,
    events.map(({ id }) => id),
  );
  const names = await selectOfficeNames(db, principal.offices);
  return events.flatMap((event) =>
    needs.flatMap((need) => {
      const officeName = names.get(need.office_id);
      const isChosen =
        need.corporate_action_id === event.id &&
        (filter.officeId === undefined || filter.officeId === need.office_id) &&
        (filter.state === undefined || filter.state === fundingState(need));
      return isChosen && officeName !== undefined ? [{ event, officeName, need }] : [];
    }),
  );
}

function dueRecord({ event, officeName, need }: DuePart): object {
  const { currency } = need;
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    eventId: event.id,
    eventName: event.name,
    label: event.label,
    kind: event.kind,
    securityName: event.security_name,
    status: event.status,
    paymentDate: event.payment_date ?? undefined,
    businessOfficeName: officeName,
    currency,
    due: amount(need.open_minor + need.paid_minor + need.advanced_minor),
    open: amount(need.open_minor),
    received: amount(need.received_minor),
    paid: amount(need.paid_minor + need.advanced_minor),
    rounding: amount(need.rounding_minor),
    advanced: amount(need.advanced_minor),
    missing: amount(gapOf(need)),
    balance: amount(controlOf(need)),
    state: fundingState(need),
  };
}

const COLUMNS = [
  { title: 'Event', width: 14 },
  { title: 'Label', width: 30 },
  { title: 'Kind', width: 8 },
  { title: 'Security', width: 14 },
  { title: 'Payment date', width: 14 },
  { title: 'Office', width: 14 },
  { title: 'Currency', width: 10 },
  { title: 'Due', width: 18 },
  { title: 'Open', width: 18 },
  { title: 'Received', width: 18 },
  { title: 'Paid', width: 18 },
  { title: 'Rounding', width: 12 },
  { title: 'Advanced', width: 18 },
  { title: 'Missing', width: 18 },
  { title: 'State', width: 18 },
] as const;

/** Writes all funding rows that match the filters. */
export async function eventDueFile(
  call: Call,
  filter: DueFilter,
  format: SheetFormat,
): Promise<FileReply> {
  const parts = await duesOf(call, filter);
  return sheetFile({ name: 'event-dues', columns: COLUMNS, rows: rowsOf(parts) }, format);
}

async function* rowsOf(parts: readonly DuePart[]): AsyncGenerator<readonly Cell[]> {
  for (const { event, officeName, need } of parts) {
    const { currency } = need;
    const amount = (minor: bigint) => ({ minor, currency });
    yield [
      ...[event.name, event.label, event.kind, event.security_name],
      event.payment_date === null ? null : { date: event.payment_date },
      ...[officeName, currency],
      amount(need.open_minor + need.paid_minor + need.advanced_minor),
      amount(need.open_minor),
      amount(need.received_minor),
      amount(need.paid_minor + need.advanced_minor),
      amount(need.rounding_minor),
      amount(need.advanced_minor),
      amount(gapOf(need)),
      fundingState(need),
    ];
  }
}

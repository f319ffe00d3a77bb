// Timelines: the messages, activities and other events of a lead, a contact or a customer.

import { type Call, seesOffice } from '../../../platform/context.js';
import {
  countHistory,
  type HistoryEntry,
  type HistoryPlace,
  type HistorySource,
  partsOfPlace,
  readHistory,
} from '../../../platform/database/history.js';
import { type PlacedPage, placeCursor } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { toDecimal } from '../../../platform/money/money.js';
import type { Recipient } from '../person/recipient.js';
import { findRelatedPerson } from '../person/related-person.js';
import type { CrmPorts } from '../port.js';
import { withoutAbsent } from '../record.js';
import {
  activities,
  cashTransactions,
  correspondence,
  leadSteps,
  messagesAbout,
  whatsAppMessages,
} from './queries.js';

/**
 * Lists the timeline of a record, newest first. The timeline of a converted lead contains only its
 * states. Everything else has moved to its customer, whose timeline also contains these states.
 * Refuses with DOCUMENT_NOT_FOUND.
 */
export async function listTimeline(
  call: Call,
  request: { readonly about: Recipient; readonly page: PlacedPage<HistoryPlace> },
  ports: CrmPorts,
): Promise<Page<object>> {
  const { about, page } = request;
  const person = await findRelatedPerson(call.db, about);
  if (person === undefined || !seesOffice(call.principal, person.officeId)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const sources = [...ownSources(about), ...historyOf(about, ports)];
  const [count, found] = await Promise.all([
    countHistory(call.db, sources),
    readHistory(call.db, sources, page),
  ]);
  const entries = found.slice(0, page.limit);
  const last = found.length > page.limit ? entries.at(-1) : undefined;
  return {
    count,
    result: entries.map(entryRecord),
    nextCursor: last && placeCursor(partsOfPlace(last)),
  };
}

function entryRecord(entry: HistoryEntry): object {
  const { amount_minor: minor, currency } = entry;
  return withoutAbsent({
    kind: entry.kind,
    id: entry.id,
    name: entry.name,
    time: entry.at,
    channel: entry.channel,
    direction: entry.direction,
    status: entry.status,
    subject: entry.subject,
    by: entry.by,
    amount: minor === null || currency === null ? null : toDecimal({ minor, currency }),
    currency,
  });
}

function ownSources(about: Recipient): HistorySource[] {
  return [
    { kind: 'ACTIVITY', rows: activities(about) },
    { kind: 'WHATSAPP_MESSAGE', rows: whatsAppMessages(about) },
    { kind: 'MESSAGE', rows: correspondence(about) },
    { kind: 'MESSAGE', rows: messagesAbout(about) },
    ...(about.kind === 'CONTACT' ? [] : [{ kind: 'LEAD_STATUS', rows: leadSteps(about) }]),
  ];
}

function historyOf({ kind, id }: Recipient, { history = [] }: CrmPorts): HistorySource[] {
  if (kind !== 'CUSTOMER') return [];
  const others = history.map((one) => ({ kind: one.kind, rows: one.rowsOf(id) }));
  return [...others, { kind: 'CASH_TRANSACTION', rows: cashTransactions(id) }];
}

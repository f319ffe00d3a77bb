// The HTTP operation that reads timelines.

import { Type } from '@sinclair/typebox';
import { placeOfParts } from '../../../platform/database/history.js';
import { PAGE_BS, pageBS, placedPageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route } from '../../../platform/http/route.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDecimal,
  wireId,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { text } from '../member-schema.js';
import { RECIPIENT_KINDS } from '../person/recipient.js';
import type { CrmPorts } from '../port.js';
import { listTimeline } from './timeline.js';

const TimelineList = closedObject({
  ...pageBS,
  relatedTo: wireChoice(RECIPIENT_KINDS, { description: 'Kind of the record' }),
  relatedToId: wireId({ description: 'Id of the record' }),
});

const TimelineEntry = openObject({
  kind: wireText({
    description:
      'ACTIVITY, WHATSAPP_MESSAGE, MESSAGE or LEAD_STATUS; for a customer also ' +
      'CASH_TRANSACTION, CONTRACT_NOTE, TERM_INSTRUMENT, DISCOUNTED_INSTRUMENT and ' +
      'FUND_TRANSACTION',
  }),
  id: wireId({
    description: 'Id of the record; for a LEAD_STATUS, of the status change',
  }),
  name: text('Code of the record; for a LEAD_STATUS, of the lead'),
  time: wireInstant({ description: 'Time at which it was sent, received or done' }),
  channel: text('EMAIL, SMS or WHATSAPP; for an activity, its kind'),
  direction: text('INBOUND or OUTBOUND'),
  status: text('Current status of the record; for a LEAD_STATUS, the new status'),
  subject: text('Short description'),
  by: text('Author: a user, an API client or the program'),
  amount: Type.Optional(wireDecimal({ description: 'Amount of an entry that moved money' })),
  currency: text('Currency of the amount'),
});

export function timelineRoutes(ports: CrmPorts): readonly Route[] {
  return [
    list({
      path: 'crm/timeline/list',
      operation: 'listTimeline',
      summary: 'All messages, activities and other events of a lead, contact or customer',
      description:
        "Newest first. A customer's timeline also contains the customer's time as a lead, " +
        'posted cash transactions, contract notes, deposits and fund transactions.',
      permission: 'crm.timeline.read',
      query: TimelineList,
      paging: PAGE_BS,
      reply: TimelineEntry,
      run: (call, { query }) => {
        const about = { kind: query.relatedTo, id: query.relatedToId };
        const page = placedPageOf(query, PAGE_BS, placeOfParts);
        return listTimeline(call, { about, page }, ports);
      },
    }),
  ];
}

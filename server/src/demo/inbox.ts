// The demonstration's inbox: messages that customers would have received, and replies on their
// behalf.

import { Type } from '@sinclair/typebox';
import { CHANNELS } from '../modules/crm/index.js';
import type { Call } from '../platform/context.js';
import {
  PAGE_BS,
  type PageRequest,
  pageBS,
  pageFrom,
  pageOf,
} from '../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../platform/http/reply/problem.js';
import { list, type Page, raw, read } from '../platform/http/route.js';
import { classifyAll } from '../platform/http/shape/data-class.js';
import {
  closedObject,
  wireChoice,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../platform/http/shape/wire.js';
import type { Module } from '../platform/module.js';
import {
  countInbox,
  findInInbox,
  type InboxFilter,
  type InboxRow,
  listInbox,
} from './inbox-queries.js';
import type { DemoPost } from './post.js';

const REPLY_CHANNELS = ['SMS', 'WHATSAPP'] as const;
const TEXT_LONGEST = 4_096;
const HTML_LONGEST = 1_000_000;

const InboxRecord = closedObject({
  id: wireId(),
  channel: wireChoice(CHANNELS),
  from: wireText({ description: "Sender's address" }),
  ...classifyAll({ to: wireText({ description: "Recipient's address" }) }, 'confidential'),
  subject: Type.Optional(wireText({ description: 'E-mail subject' })),
  body: wireText({ longest: HTML_LONGEST, description: 'Text of the message' }),
  html: Type.Optional(wireText({ longest: HTML_LONGEST, description: 'The text as HTML' })),
  copies: wireInteger({ description: 'How many times it arrived; a receiver shows it once' }),
  files: Type.Array(closedObject({ fileName: wireText(), mimeType: wireText() })),
  receivedDttm: wireInstant(),
});

/** Creates the inbox module, which exists only in a demonstration. */
export function demoInboxModule(post: DemoPost): Module {
  return {
    name: 'demo-inbox',
    summary: 'The messages that the demonstration sent to its customers',
    problems: {},
    listening: post.listening,
    routes: [
      list({
        path: 'demo/inbox/list',
        operation: 'listDemoInbox',
        summary: 'Messages that the demonstration sent, newest first',
        permission: 'crm.inbox.read',
        paging: PAGE_BS,
        query: closedObject({
          ...pageBS,
          channel: Type.Optional(wireChoice(CHANNELS, { description: 'Only this channel' })),
          ...classifyAll(
            { to: Type.Optional(wireText({ description: 'Only to this address or number' })) },
            'confidential',
          ),
        }),
        reply: InboxRecord,
        run: (call, { query }) => inboxPage(call, query, pageOf(query, PAGE_BS)),
      }),
      read({
        path: 'demo/inbox/id/{id}',
        operation: 'readDemoInbox',
        summary: 'One message that the demonstration sent',
        permission: 'crm.inbox.read',
        params: closedObject({ id: wireId({ description: 'The message' }) }),
        reply: InboxRecord,
        run: async (call, { params }) => {
          const row = await findInInbox(call.db, params.id);
          if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
          return recordOf(row);
        },
      }),
      replyRoute(post),
    ],
  };
}

function replyRoute(post: DemoPost) {
  return raw({
    method: 'POST',
    path: 'demo/inbox/reply',
    operation: 'replyFromDemoInbox',
    summary: 'Write to the firm as a customer, by SMS or WhatsApp',
    permission: 'crm.inbox.reply',
    body: closedObject({
      channel: wireChoice(REPLY_CHANNELS),
      from: wireText({ description: "The customer's number" }),
      text: wireText({ description: 'Text of the message', longest: TEXT_LONGEST }),
    }),
    reply: closedObject({ taken: Type.Boolean() }),
    example: { channel: 'WHATSAPP', from: '+2348035550142', text: 'Good morning' },
    run: async (_call, { body }) => {
      const write = body.channel === 'SMS' ? post.writeText : post.writeWhatsApp;
      if (!(await write(body))) throw refusal(commonProblems.SERVICE_UNAVAILABLE);
      return { taken: true };
    },
  });
}

async function inboxPage(
  call: Call,
  filter: InboxFilter,
  page: PageRequest,
): Promise<Page<object>> {
  const count = await countInbox(call.db, filter);
  const { rows, nextAfter } = pageFrom(await listInbox(call.db, filter, page), page);
  return { count, result: rows.map(recordOf), nextAfter };
}

function recordOf(row: InboxRow): object {
  return {
    ...{ id: row.id, channel: row.channel, from: row.from_address, to: row.to_address },
    ...{ subject: row.subject ?? undefined, body: row.body, html: row.html ?? undefined },
    ...{ copies: row.copies, files: row.files, receivedDttm: row.received_at },
  };
}

// The HTTP operations on consent, and the unsubscribe page for e-mails.

import { pageOf as htmlPage } from '../../../platform/http/reply/page.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import {
  type FileReply,
  list,
  PUBLIC,
  type Route,
  raw,
  read,
  write,
} from '../../../platform/http/route.js';
import { closedObject, openObject, wireText } from '../../../platform/http/shape/wire.js';
import type { CrmPorts } from '../port.js';
import {
  holderOfToken,
  listConsents,
  listSuppressions,
  unsubscribe,
  updateConsent,
} from './change.js';
import {
  ConsentBody,
  ConsentList,
  ConsentRecord,
  ConsentSaid,
  consentExample,
  SuppressionList,
  SuppressionRecord,
} from './schema.js';

export function consentRoutes({ party }: CrmPorts): readonly Route[] {
  return [
    write({
      method: 'PUT',
      path: 'crm/consent/update',
      operation: 'updateConsent',
      summary: 'Record that a person gives or withdraws consent',
      description: 'Sets the flag of the record, and suppresses or releases the address.',
      permission: 'crm.consent.update',
      scope: 'OFFICE',
      body: ConsentBody,
      reply: ConsentSaid,
      problems: [commonProblems.UNKNOWN_REFERENCE],
      example: consentExample,
      run: (work, { body }) => updateConsent(work, body, party),
    }),
    list({
      path: 'crm/consent/list',
      operation: 'listConsents',
      summary: 'The history of consent, newest first',
      permission: 'crm.consent.read',
      query: ConsentList,
      paging: PAGE_BS,
      reply: ConsentRecord,
      run: (call, { query }) =>
        listConsents(
          call,
          { ...query, kind: query.recipientType, recordId: query.recipientId },
          pageOf(query, PAGE_BS),
        ),
    }),
    list({
      path: 'crm/consent/address/list',
      operation: 'listSuppressedAddresses',
      summary: 'Suppressed addresses, newest first',
      permission: 'crm.consent.read',
      query: SuppressionList,
      paging: PAGE_BS,
      reply: SuppressionRecord,
      run: (call, { query }) => listSuppressions(call, query, pageOf(query, PAGE_BS)),
    }),
    ...unsubscribeRoutes({ party }),
  ];
}

const token = closedObject({
  token: wireText({ description: 'Token in the link of the e-mail', longest: 36 }),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function unsubscribeRoutes({ party }: Pick<CrmPorts, 'party'>): readonly Route[] {
  return [
    read({
      path: 'unsubscribe/{token}',
      operation: 'showUnsubscribe',
      summary: 'The unsubscribe page of an e-mail; opening it changes nothing',
      permission: PUBLIC,
      mount: 'root',
      params: token,
      produces: 'text/html',
      run: async (call, { params }) => {
        await holderOfToken(call, tokenIn(params.token));
        return page(ASK);
      },
    }),
    raw({
      method: 'POST',
      path: 'unsubscribe/{token}',
      operation: 'unsubscribe',
      summary: "Unsubscribe the link's recipient from marketing e-mails (one click, RFC 8058)",
      permission: PUBLIC,
      mount: 'root',
      params: token,
      body: openObject({}),
      consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
      produces: 'text/html',
      run: async (call, { params }) => {
        const holder = await holderOfToken(call, tokenIn(params.token));
        await unsubscribe(call.context, { holder, party });
        return page(DONE);
      },
    }),
  ];
}

// Returns the token. Refuses a malformed token without querying the database.
function tokenIn(text: string): string {
  return UUID.test(text) ? text : '00000000-0000-0000-0000-000000000000';
}

const ASK = `<h1>Unsubscribe from marketing mails?</h1>
<p>You will still get mails about your account and your orders.</p>
<form method="post"><button>Unsubscribe</button></form>`;

const DONE = `<h1>Unsubscribed</h1>
<p>You will get no more marketing mails, but still mails about your account and your orders.</p>`;

function page(body: string): FileReply {
  return {
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from(htmlPage('Unsubscribe', body)),
    headers: {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
    },
  };
}

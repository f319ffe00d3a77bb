// The HTTP operations on customers, business offices and customer groups.

import { attachmentProblems } from '../../platform/files/attachment-problem.js';
import { SHEET_TYPES } from '../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../platform/http/reply/paging.js';
import { warnings } from '../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import { anyQuery } from '../../platform/http/shape/wire.js';
import { identityProblems } from '../identity/index.js';
import { agentRoutes } from './agent/routes.js';
import { custodianRoutes } from './custodian/routes.js';
import { listCustomers, readCustomer } from './customer/customer.js';
import { customerFile } from './customer/file.js';
import { createCustomer, decideOnCustomer, updateCustomer } from './customer/opening.js';
import { householdRoutes } from './household/routes.js';
import { PARTY } from './limits.js';
import { updateLetterhead } from './office/letterhead.js';
import { LetterheadBody, LetterheadRecord } from './office/letterhead-schema.js';
import { officeRoutes } from './office/routes.js';
import { readPicture } from './picture/picture.js';
import type { PartyPorts } from './port.js';
import { partyProblems } from './problems.js';
import * as schema from './schema.js';

const READ = 'party.customer.read';

/** Returns the module's routes. */
export function partyRoutes(ports: PartyPorts): readonly Route[] {
  return [
    ...[letterheadRoute, ...officeRoutes, ...agentRoutes, ...custodianRoutes, ...householdRoutes],
    ...[...customerReads(ports), ...customerFiles(ports), ...customerWrites(ports)],
  ];
}

const letterheadRoute: Route = write({
  method: 'PUT',
  path: 'order/letterhead/update',
  operation: 'updateLetterhead',
  summary: "Set the letterhead of a business office's documents",
  permission: 'system.letterhead.update',
  scope: 'OFFICE',
  body: LetterheadBody,
  reply: LetterheadRecord,
  example: {
    businessOffice: '0000000001',
    firmName: 'Example Securities Limited',
    address: '1 Broad Street\nLagos\nNigeria',
    contact: '+234 1 555 0100 · notes@example.com',
    registration: 'RC 000001 · Dealing member of NGX',
  },
  run: (work, { body }) => updateLetterhead(work, body),
});

function customerReads({ cashAccounts, pictures }: PartyPorts): readonly Route[] {
  return [
    pictureRead(pictures),
    read({
      path: 'partner/customer/id/{id}',
      operation: 'readCustomer',
      query: anyQuery,
      summary: 'One customer',
      permission: READ,
      params: schema.idParams,
      reply: schema.customerReply,
      run: (call, { params }) => readCustomer(call, { id: params.id }, cashAccounts),
    }),
    read({
      path: 'partner/customer/username/{username}',
      operation: 'readCustomerByUserName',
      query: anyQuery,
      summary: 'The customer with a portal user name',
      permission: READ,
      params: schema.userNameParams,
      reply: schema.customerReply,
      run: (call, { params }) => readCustomer(call, { userName: params.username }, cashAccounts),
    }),
    read({
      path: 'partner/customer/email-address/{email}',
      operation: 'readCustomerByEmailAddress',
      query: anyQuery,
      summary: 'The customer with an e-mail address',
      description:
        'If there are several, active customers come first and, among these, the one opened ' +
        'first.',
      permission: READ,
      params: schema.emailParams,
      reply: schema.customerReply,
      run: (call, { params }) => readCustomer(call, { email: params.email }, cashAccounts),
    }),
    list({
      path: 'partner/customer/list',
      operation: 'listCustomers',
      summary: 'Customers, searched and filtered',
      description:
        'Bank verification numbers and document numbers are masked here, but not when a ' +
        'single customer is read. Phone numbers and addresses are masked for callers who ' +
        'cannot see personal data.',
      permission: READ,
      paging: PAGE_BS,
      query: schema.customerListQuery,
      reply: schema.customerReply,
      run: (call, { query }) =>
        listCustomers(call, { query, page: pageOf(query, PAGE_BS) }, cashAccounts),
    }),
  ];
}

function pictureRead(store: PartyPorts['pictures']): Route {
  return read({
    path: 'partner/customer/picture/id/{id}',
    operation: 'readCustomerPicture',
    summary: 'The picture of a customer, as a download',
    description:
      'For callers who may see personal data. The media type is detected: image/jpeg ' +
      'or image/png.',
    produces: 'image/*',
    permission: READ,
    params: schema.idParams,
    problems: [
      attachmentProblems.ATTACHMENT_QUARANTINED,
      attachmentProblems.ATTACHMENT_INFECTED,
      attachmentProblems.ATTACHMENT_UNAVAILABLE,
    ],
    run: (call, { params }) => readPicture(call, params.id, store),
  });
}

/** The refusals for a body with all members of a customer record. */
const BODY_PROBLEMS = [
  ...Object.values(partyProblems),
  identityProblems.PASSWORD_TOO_COMMON,
  attachmentProblems.ATTACHMENT_NOT_BASE64,
  attachmentProblems.ATTACHMENT_TOO_LARGE,
  attachmentProblems.ATTACHMENT_TYPE_NOT_ALLOWED,
];

function customerFiles({ cashAccounts }: PartyPorts): readonly Route[] {
  return (['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `partner/customer/list/${format}`,
      operation: format === 'csv' ? 'exportCustomersCsv' : 'exportCustomersXlsx',
      summary: `All customers that match the filters, as ${format.toUpperCase()}`,
      description:
        'The columns are those of the list. The last row is END with the number of data rows, ' +
        'which is also in X-Row-Count.',
      permission: 'party.customer.export',
      query: schema.customerFileQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => customerFile(call, { query, format }, cashAccounts),
    }),
  );
}

function customerUpdate(ports: PartyPorts): Route {
  return write({
    method: 'PUT',
    path: 'partner/customer/update',
    operation: 'updateCustomer',
    query: anyQuery,
    summary: 'Update the given members of a customer',
    permission: 'party.customer.update',
    scope: 'OFFICE',
    problems: BODY_PROBLEMS,
    bodyBytes: PARTY.pictureBodyBytes,
    body: schema.updateCustomerBody,
    reply: schema.customerReply,
    extra: { warnings },
    example: { id: 1, occupation: 'Engineer' },
    run: (work, { body }) => updateCustomer(work, body, ports),
  });
}

function customerWrites(ports: PartyPorts): readonly Route[] {
  return [
    write({
      method: 'POST',
      path: 'partner/customer/create',
      operation: 'createCustomer',
      query: anyQuery,
      summary: 'Open a customer with a cash account and, on request, a portfolio',
      permission: 'party.customer.create',
      scope: 'OFFICE',
      problems: BODY_PROBLEMS,
      bodyBytes: PARTY.pictureBodyBytes,
      body: schema.createCustomerBody,
      reply: schema.customerMadeReply,
      extra: { warnings },
      example: {
        businessOfficeName: '0000000001',
        customerGroupName: 'STANDARD',
        firstName: 'Example',
        lastName: 'Customer',
        cellPhone: '08031234567',
        emailAddress1: 'example.customer@example.com',
        portfolioTypeName: 'INDIVIDUAL',
        setttlementBankName: 'Example Bank',
        nexofKin: 'Another Customer',
      },
      run: (work, { body }) => createCustomer(work, body, ports),
    }),
    customerUpdate(ports),
    write({
      method: 'PUT',
      path: 'partner/customer/approve/id/{id}',
      operation: 'approveCustomer',
      summary: 'Approve a customer that another user opened',
      permission: 'party.customer.approve',
      scope: 'OFFICE',
      problems: [partyProblems.CUSTOMER_WRONG_STATE, partyProblems.OWN_CUSTOMER],
      params: schema.idParams,
      reply: schema.customerReply,
      run: (work, { params }) => decideOnCustomer(work, { id: params.id, to: 'APPROVED' }, ports),
    }),
    write({
      method: 'PUT',
      path: 'partner/customer/reject/id/{id}',
      operation: 'rejectCustomer',
      summary: 'Reject a customer that another user opened',
      permission: 'party.customer.reject',
      scope: 'OFFICE',
      problems: [partyProblems.CUSTOMER_WRONG_STATE, partyProblems.OWN_CUSTOMER],
      params: schema.idParams,
      reply: schema.customerReply,
      body: schema.customerDecisionBody,
      run: (work, { params, body }) =>
        decideOnCustomer(work, { id: params.id, to: 'REJECTED', reason: body.reason }, ports),
    }),
  ];
}

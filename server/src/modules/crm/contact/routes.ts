// The HTTP operations on contacts.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { partyProblems } from '../../party/index.js';
import { ById } from '../member-schema.js';
import { duplicates } from '../person/duplicate-schema.js';
import { crmProblems } from '../problems.js';
import { createContact, listContacts, readContact, updateContact } from './contact.js';
import {
  ContactBody,
  ContactList,
  ContactRecord,
  ContactUpdateBody,
  contactExample,
} from './schema.js';

const problems = [
  commonProblems.UNKNOWN_REFERENCE,
  commonProblems.REFERENCE_MISMATCH,
  partyProblems.EMAIL_WRONG,
  crmProblems.CONTACT_NAME_MISSING,
];

export const contactRoutes: readonly Route[] = [
  write({
    method: 'POST',
    path: 'crm/contact/create',
    operation: 'createContact',
    summary: 'Create a contact; the reply lists likely duplicates',
    permission: 'crm.contact.create',
    scope: 'OFFICE',
    body: ContactBody,
    reply: ContactRecord,
    extra: { duplicates, warnings },
    problems,
    example: contactExample,
    run: (work, { body }) => createContact(work, body),
  }),
  write({
    method: 'PUT',
    path: 'crm/contact/update',
    operation: 'updateContact',
    summary: 'Change the given members of a contact',
    permission: 'crm.contact.update',
    scope: 'OFFICE',
    body: ContactUpdateBody,
    reply: ContactRecord,
    extra: { duplicates, warnings },
    problems,
    run: (work, { body }) => updateContact(work, body),
  }),
  read({
    path: 'crm/contact/id/{id}',
    operation: 'readContact',
    summary: 'One contact',
    permission: 'crm.contact.read',
    params: ById,
    reply: ContactRecord,
    run: (call, { params }) => readContact(call, params.id),
  }),
  list({
    path: 'crm/contact/list',
    operation: 'listContacts',
    summary: 'Contacts, newest first',
    permission: 'crm.contact.read',
    query: ContactList,
    paging: PAGE_BS,
    reply: ContactRecord,
    run: (call, { query }) => listContacts(call, query, pageOf(query, PAGE_BS)),
  }),
];

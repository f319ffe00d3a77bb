// Creates, changes, lists and reads contacts.

import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { warned } from '../../../platform/http/reply/warning.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { seesPersonalData } from '../../../platform/http/shape/data-class.js';
import { codeOf } from '../../../platform/ids.js';
import { isOfOffices, visibleRows } from '../../../platform/reference-data/state-step.js';
import { checkEmail, findCustomer } from '../../party/index.js';
import { recordFlagChanges } from '../consent/consent.js';
import type { ConsentSource } from '../consent/kind.js';
import { homeOf, type NumberMembers, numbersRead } from '../person/home-country.js';
import { inOrder, NO_REACH, reachOf } from '../person/match.js';
import { keptAsWritten } from '../person/phone-warning.js';
import { crmProblems } from '../problems.js';
import {
  changedConsent,
  idGiven,
  keyGiven,
  officeFor,
  refuseOtherOffice,
  refuseOwnId,
} from '../record.js';
import { contactCreated, contactUpdated } from './event.js';
import {
  type ContactFilter,
  type ContactKey,
  type ContactMatchRow,
  type ContactRow,
  countContacts,
  findContact,
  findContactMatches,
  insertContact,
  listContactRows,
  lockContact,
  replaceContactKeys,
  updateContactRow,
} from './queries.js';
import {
  changedContactRow,
  contactKeysOf,
  contactLabelOf,
  contactRecord,
  newContactRow,
} from './record.js';
import type { Contact } from './schema.js';

/**
 * Creates a contact. If a customer is given, the contact belongs to that customer. Duplicates are
 * not refused: `duplicates` in the reply lists contacts with the same phone number, e-mail address,
 * or name and birth date. Refuses with INVALID_REQUEST (an id is given), UNKNOWN_REFERENCE (office,
 * customer), REFERENCE_MISMATCH (a customer of another office), EMAIL_WRONG and
 * CONTACT_NAME_MISSING.
 */
export async function createContact(work: Work, body: Contact): Promise<Outcome> {
  refuseOwnId(body.id);
  const officeId = await officeOf(work, body);
  const row = await storeContact(work, body, { officeId });
  return {
    ...outcomeOf('CONTACT_CREATED', row),
    created: true,
    location: `crm/contact/id/${row.id}`,
    extra: await extraOf(work, row, body),
  };
}

/** A new contact's office, already checked, and the source of the contact's consent. */
interface ContactSource {
  readonly officeId: bigint;
  readonly source?: ConsentSource;
}

/** Stores a new contact with its match keys and the history of its consent, and sends its event. */
export async function storeContact(
  work: Work,
  body: Contact,
  { officeId, source }: ContactSource,
): Promise<ContactRow> {
  refuseWrong(body);
  const id = await work.context.ids.next(work.tx, 'contact_id');
  const row = newContactRow(work, body, { id, name: codeOf(id), officeId });
  refuseNameless(row);
  await insertContact(work.tx, row);
  await replaceContactKeys(work.tx, id, contactKeysOf(row));
  await recordFlagChanges(work, { record: { kind: 'CONTACT', id }, officeId, after: row, source });
  work.events.push(contactCreated({ id, officeId }, { customerId: row.customer_id }));
  return row;
}

/**
 * Changes the given members of a contact and keeps the rest. Refuses with DOCUMENT_NOT_FOUND,
 * PRECONDITION_FAILED, and for the same reasons as `createContact`.
 */
export async function updateContact(work: Work, body: Contact): Promise<Outcome> {
  const before = await contactRows.lockVisible(work, keyGiven(body));
  const isCustomers = idGiven(body.customerId) !== undefined;
  if (!isCustomers) await refuseOtherOffice(work, body, before.office_id);
  const officeId = isCustomers ? await officeOf(work, body) : before.office_id;
  const row = await changeContact(work, { ...before, office_id: officeId }, { body });
  return {
    ...outcomeOf('CONTACT_UPDATED', row),
    extra: await extraOf(work, row, numbersRead(body, { before, after: row })),
  };
}

/** Updates the given members of a contact that the caller has locked. */
export async function changeContact(
  work: Work,
  before: ContactRow,
  { body, source }: { readonly body: Contact; readonly source?: ConsentSource },
): Promise<ContactRow> {
  refuseWrong(body);
  const row = changedContactRow(work, before, body);
  refuseNameless(row);
  await updateContactRow(work.tx, row);
  await replaceContactKeys(work.tx, row.id, contactKeysOf(row));
  const record = { kind: 'CONTACT', id: row.id } as const;
  await recordFlagChanges(work, { record, officeId: row.office_id, before, after: row, source });
  const consent = changedConsent(before, row).length > 0;
  work.events.push(contactUpdated({ id: row.id, officeId: row.office_id }, { consent }));
  return row;
}

// Returns the office of a new contact. A customer's contact belongs to the customer's office.
async function officeOf(work: Work, body: Contact): Promise<bigint> {
  const customerId = idGiven(body.customerId);
  if (customerId === undefined) return officeFor(work, body);
  const customer = await findCustomer(work, { id: customerId });
  if (customer === undefined || !seesOffice(work.principal, customer.officeId)) {
    const detail = 'is not a customer that you can see';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'customerId', detail);
  }
  const isNamed = idGiven(body.businessOfficeId) !== undefined || body.businessOfficeName;
  if (isNamed && (await officeFor(work, body)) !== customer.officeId) {
    const detail = 'belongs to another business office';
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'customerId', detail);
  }
  return customer.officeId;
}

function refuseWrong(body: Contact): void {
  for (const member of ['emailAddress1', 'emailAddress2', 'emailAddressAutoBcc'] as const) {
    const address = body[member];
    if (address !== undefined) checkEmail(member, address);
  }
}

// Refuses a contact without a name, because users could not find it later.
function refuseNameless({ label, first_name, last_name, details }: ContactRow): void {
  if (label ?? first_name ?? last_name ?? details.organization) return;
  throw refuseMember(
    crmProblems.CONTACT_NAME_MISSING,
    'lastName',
    'is required, unless organization is given',
  );
}

async function extraOf(work: Work, row: ContactRow, numbers: NumberMembers) {
  const duplicates = await duplicatesOf(work, row);
  return { duplicates, ...warned(keptAsWritten(numbers, row)) };
}

async function duplicatesOf(work: Work, row: ContactRow): Promise<readonly object[]> {
  const keys = contactKeysOf(row);
  if (keys.length === 0) return [];
  const scope = { offices: work.principal.offices, self: row.id };
  return (await findContactMatches(work.tx, keys, scope)).map(duplicateOf);
}

function duplicateOf(match: ContactMatchRow): object {
  const { id, name, kinds } = match;
  return { id, name, label: contactLabelOf(match), kind: 'CONTACT', matchedOn: inOrder(kinds) };
}

const contactRows = visibleRows({
  lock: ({ tx }: Work, key: ContactKey) => lockContact(tx, key),
  isVisible: isOfOffices,
});

function outcomeOf(msgCode: string, row: ContactRow): Outcome {
  return { msgCode, id: row.id, name: row.name, result: contactRecord(row), version: row.version };
}

/** Reads one contact, or refuses with DOCUMENT_NOT_FOUND. */
export async function readContact(call: Call, id: bigint): Promise<object> {
  const row = await findContact(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(contactRecord(row), row.version);
}

/** The filters of the contact list. */
interface ContactQuery {
  readonly customerId?: bigint;
  readonly active?: boolean;
  readonly q?: string;
}

/** Lists the contacts that the caller can see, newest first. */
export async function listContacts(
  call: Call,
  { customerId, active, q }: ContactQuery,
  page: PageRequest,
): Promise<Page<object>> {
  const filter: ContactFilter = {
    offices: call.principal.offices,
    customerId: idGiven(customerId),
    active,
    search: q === undefined ? undefined : searchFor(call, q),
  };
  const count = await countContacts(call.db, filter);
  const { rows, nextAfter } = pageFrom(await listContactRows(call.db, filter, page), page);
  return { count, result: rows.map(contactRecord), nextAfter };
}

function searchFor({ context, principal }: Call, q: string): NonNullable<ContactFilter['search']> {
  return {
    text: q.trim(),
    ...(seesPersonalData(principal) ? reachOf(q, homeOf(context)) : NO_REACH),
  };
}

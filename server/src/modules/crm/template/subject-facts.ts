// Reads the record that a message is about, and its template values.

import { singleLine } from '../../../platform/address/name.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { senderOf } from '../../party/index.js';
import type { CrmPorts } from '../port.js';
import {
  type SubjectFacts,
  type SubjectKind,
  type SubjectReader,
  type Values,
  variablesOf,
} from './subject.js';
import {
  customerRow,
  personValues,
  readActivityFacts,
  readCashFacts,
  readChangeFacts,
  readContactFacts,
  readCustomerFacts,
  readLeadFacts,
} from './subject-queries.js';

/** A reference to the record that a message is about. */
export interface SubjectReference {
  readonly kind: SubjectKind;
  readonly id: bigint;
}

/** The data of a record, with the values of its customer and of the firm. */
export interface Subject extends Omit<SubjectFacts, 'values'> {
  readonly reference: SubjectReference;
  readonly values: Values;
}

/**
 * Reads the data of a record and the values of all its variables. Returns undefined if the record
 * does not exist.
 */
export async function readSubject(
  on: Database | Tx,
  reference: SubjectReference,
  ports: CrmPorts,
): Promise<Subject | undefined> {
  const reader = OWN[reference.kind] ?? ports.subjects?.[reference.kind];
  const facts = await reader?.(on, reference.id);
  if (facts === undefined) return undefined;
  const { officeId, customerId } = facts;
  const office = officeId === undefined ? {} : await firmValues(on, officeId);
  const customer = customerId === undefined ? {} : await customerValues(on, customerId);
  const name = facts.values['lead.label'] ?? facts.values['contact.label'];
  const all = { 'recipient.name': name ?? null, ...office, ...customer, ...facts.values };
  return { ...facts, reference, values: knownValues(reference.kind, all) };
}

/** Removes empty values and values that are not variables of the record kind. */
function knownValues(kind: SubjectKind, all: Readonly<Record<string, string | null>>): Values {
  return Object.fromEntries(
    variablesOf(kind).flatMap(({ name }) => {
      const value = singleLine(all[name] ?? '');
      return value === '' ? [] : [[name, value]];
    }),
  );
}

async function firmValues(on: Database | Tx, officeId: bigint) {
  const { firm, label, contact } = await senderOf(on, officeId);
  return { 'firm.name': firm, 'firm.office': label, 'firm.contact': contact };
}

async function customerValues(on: Database | Tx, id: bigint) {
  const row = await customerRow(on, id);
  if (row === undefined) return {};
  return { 'recipient.name': row.label, ...personValues('customer', row) };
}

/** The record kinds whose tables this module can read. `CrmPorts.subjects` reads the others. */
const OWN: Readonly<Partial<Record<SubjectKind, SubjectReader>>> = {
  LEAD: readLeadFacts,
  CONTACT: readContactFacts,
  CUSTOMER: readCustomerFacts,
  CASH_TRANSACTION: readCashFacts,
  REFERENCE_CHANGE: readChangeFacts,
  ACTIVITY: readActivityFacts,
};

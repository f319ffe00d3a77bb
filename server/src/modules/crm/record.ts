// Functions and types that this module's records share.

import type { Work } from '../../platform/context.js';
import { commonProblems, refuseMember } from '../../platform/http/reply/problem.js';
import { requireOffice } from '../party/index.js';

/** Refuses an id in a new record, because the server assigns ids. Zero counts as absent. */
export function refuseOwnId(id: bigint | undefined): void {
  if (id === undefined || id === 0n) return;
  throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is assigned by the server');
}

/**
 * Returns a new record's office: the one in the body or, if absent, the first office that the
 * caller can see. Refuses with UNKNOWN_REFERENCE and REFERENCE_MISMATCH.
 */
export async function officeFor(
  work: Work,
  body: { readonly businessOfficeId?: bigint; readonly businessOfficeName?: string },
): Promise<bigint> {
  const office = await requireOffice(work.tx, work.principal, {
    id: idGiven(body.businessOfficeId),
    name: body.businessOfficeName,
  });
  return office.id;
}

/**
 * Refuses to move a record to another office. Refuses with UNKNOWN_REFERENCE if the caller cannot
 * see that office, otherwise with REFERENCE_MISMATCH.
 */
export async function refuseOtherOffice(
  work: Work,
  body: { readonly businessOfficeId?: bigint; readonly businessOfficeName?: string },
  officeId: bigint,
): Promise<void> {
  const id = idGiven(body.businessOfficeId);
  const { businessOfficeName: name } = body;
  // A client can send the stored office back, even if that office is inactive.
  if (name === undefined && (id === undefined || id === officeId)) return;
  if ((await officeFor(work, body)) === officeId) return;
  const member = id === undefined ? 'businessOfficeName' : 'businessOfficeId';
  throw refuseMember(commonProblems.REFERENCE_MISMATCH, member, 'cannot change');
}

/**
 * Returns the id in a reference. Clients of the original API send zero for an absent id, so zero
 * counts as absent.
 */
export function idGiven(id: bigint | undefined): bigint | undefined {
  return id === 0n ? undefined : id;
}

/**
 * Returns the id or name that identifies a record in a body. Refuses with INVALID_REQUEST if both
 * are absent.
 */
export function keyGiven(body: { readonly id?: bigint; readonly name?: string }) {
  const key = { id: idGiven(body.id), name: body.name };
  if (key.id === undefined && key.name === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is required');
  }
  return key;
}

/** Returns a copy without the members that are null or undefined. */
export function withoutAbsent<Shape extends object>(
  shape: Shape,
): { [Member in keyof Shape]?: NonNullable<Shape[Member]> };
export function withoutAbsent(shape: object): object {
  return Object.fromEntries(
    Object.entries(shape).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The columns that store a person's consent. */
export interface ConsentColumns {
  readonly do_not_call: boolean;
  readonly do_not_share: boolean;
  readonly email_opt_out: boolean;
  readonly sms_opt_out: boolean;
}

const CONSENTS = ['do_not_call', 'do_not_share', 'email_opt_out', 'sms_opt_out'] as const;

/** Returns the consent flags that differ between two versions of a record. */
export function changedConsent(
  before: ConsentColumns,
  after: ConsentColumns,
): readonly (keyof ConsentColumns)[] {
  return CONSENTS.filter((consent) => before[consent] !== after[consent]);
}

/** The record that an event refers to. */
export interface EventSubject {
  readonly id: bigint;
  readonly officeId: bigint;
}

// Functions and types that the records of this module share.

import type { Work } from '../../platform/context.js';
import { commonProblems, refuseMember } from '../../platform/http/reply/problem.js';
import { requireOffice } from '../party/index.js';

/** Refuses an id in a new record, because the server sets it. Zero means absent. */
export function refuseOwnId(id: bigint | undefined): void {
  if (id === undefined || id === 0n) return;
  throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is set by the server');
}

/**
 * The office of a new record: the one in the body, else the first that the caller sees.
 * Refuses UNKNOWN_REFERENCE and REFERENCE_MISMATCH.
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
 * Refuses a change of a record's office: UNKNOWN_REFERENCE for an office that the caller does not
 * see, REFERENCE_MISMATCH for another one.
 */
export async function refuseOtherOffice(
  work: Work,
  body: { readonly businessOfficeId?: bigint; readonly businessOfficeName?: string },
  officeId: bigint,
): Promise<void> {
  const id = idGiven(body.businessOfficeId);
  const { businessOfficeName: name } = body;
  // The stored office may be sent back, even if it is inactive.
  if (name === undefined && (id === undefined || id === officeId)) return;
  if ((await officeFor(work, body)) === officeId) return;
  const member = id === undefined ? 'businessOfficeName' : 'businessOfficeId';
  throw refuseMember(commonProblems.REFERENCE_MISMATCH, member, 'cannot change');
}

/** The id of a reference. Zero means absent, as clients of the original send it. */
export function idGiven(id: bigint | undefined): bigint | undefined {
  return id === 0n ? undefined : id;
}

/** The id or name of a record in a body. Refuses INVALID_REQUEST if both are absent. */
export function keyGiven(body: { readonly id?: bigint; readonly name?: string }) {
  const key = { id: idGiven(body.id), name: body.name };
  if (key.id === undefined && key.name === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is required');
  }
  return key;
}

/** Leaves out members that are null or undefined. */
export function withoutAbsent<Shape extends object>(
  shape: Shape,
): { [Member in keyof Shape]?: NonNullable<Shape[Member]> };
export function withoutAbsent(shape: object): object {
  return Object.fromEntries(
    Object.entries(shape).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The consent of a person, as the columns of a record. */
export interface ConsentColumns {
  readonly do_not_call: boolean;
  readonly do_not_share: boolean;
  readonly email_opt_out: boolean;
  readonly sms_opt_out: boolean;
}

const CONSENTS = ['do_not_call', 'do_not_share', 'email_opt_out', 'sms_opt_out'] as const;

/** The consents that differ between two states of a record. */
export function changedConsent(
  before: ConsentColumns,
  after: ConsentColumns,
): readonly (keyof ConsentColumns)[] {
  return CONSENTS.filter((consent) => before[consent] !== after[consent]);
}

/** The record that an event is about. */
export interface EventSubject {
  readonly id: bigint;
  readonly officeId: bigint;
}

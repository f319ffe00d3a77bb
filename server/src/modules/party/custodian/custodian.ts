// Custodians, changed under the four-eyes rule.

import type { Static } from '@sinclair/typebox';
import { readEmail } from '../../../platform/address/email.js';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange, recordFirstVersion } from '../../change/index.js';
import { partyProblems } from '../problems.js';
import {
  type CustodianMembers,
  type CustodianRow,
  countCustodians,
  selectCustodian,
  selectCustodians,
  storeCustodian,
} from './queries.js';
import { type CustodianBody, custodianBody, type custodianProposal } from './schema.js';

/** The kind of change for custodians. Its subject is the custodian's code. */
export const CUSTODIANS = changeKind({
  name: 'custodian',
  label: 'Custodian',
  body: custodianBody,
  present: async (on, subject) => {
    const row = await selectCustodian(on, { name: subject });
    return row && bodyOf(row);
  },
  check: async (_work, { body }) => {
    custodianFrom(body);
  },
  apply: async (work, { body, version }) => {
    const custodian = custodianFrom(body);
    return { id: await storeCustodian(work, custodian, version), name: custodian.name };
  },
});

/** Proposes a new or changed custodian. A second person approves it. */
export function proposeCustodian(
  work: Work,
  { reason, effectiveNote, ...body }: Static<typeof custodianProposal>,
): Promise<Outcome> {
  const custodian = custodianFrom(body);
  const record = { subject: custodian.name, body: bodyOf(custodian) };
  return proposeChange(work, { kind: CUSTODIANS, ...record, reason, effectiveNote });
}

/** Stores a custodian as its first version in a new database. */
export function recordFirstCustodian(work: Work, body: CustodianBody): Promise<void> {
  const custodian = custodianFrom(body);
  return recordFirstVersion(work, CUSTODIANS, {
    subject: custodian.name,
    body: bodyOf(custodian),
  });
}

/** Lists the custodians, or only the active ones, oldest first. */
export async function listCustodians(
  call: Call,
  listed: { readonly activeOnly: boolean; readonly page: PageRequest },
): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectCustodians(call.db, listed), listed.page);
  const count = await countCustodians(call.db, listed.activeOnly);
  return { count, result: rows.map(toRecord), nextAfter };
}

/** Returns the custodian with this code, active or not, or refuses with UNKNOWN_REFERENCE. */
export async function requireCustodian(on: Database | Tx, code: string): Promise<CustodianRow> {
  const row = await selectCustodian(on, { name: code });
  if (row !== undefined) return row;
  const detail = 'does not match any custodian';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'custodianName', detail);
}

/** Returns one custodian. */
export async function readCustodian(call: Call, id: bigint): Promise<object> {
  const row = await selectCustodian(call.db, { id });
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return toRecord(row);
}

function toRecord(row: CustodianRow): object {
  return { id: row.id, ...bodyOf(row), version: row.version_no, ...shownStamp(row) };
}

function bodyOf(row: CustodianMembers) {
  return {
    name: row.name,
    label: row.label,
    active: row.active,
    settles: row.settles,
    ...(row.participant_code === null ? {} : { depositoryCode: row.participant_code }),
    ...(row.party_id === null ? {} : { partyId: row.party_id }),
    ...(row.settlement_account === null ? {} : { settlementAccount: row.settlement_account }),
    ...(row.email === null ? {} : { email: row.email }),
  };
}

const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;
const PRINTABLE = /^[!-~]([ -~]*[!-~])?$/;

function custodianFrom(body: CustodianBody): CustodianMembers {
  const name = body.name.trim().toUpperCase();
  if (!CODE.test(name)) {
    throw refused('name', 'must contain only letters, digits, dots, dashes and underscores');
  }
  // A control character would end the FIX field.
  for (const member of ['depositoryCode', 'partyId'] as const) {
    const code = body[member];
    if (code === undefined || PRINTABLE.test(code)) continue;
    throw refused(member, 'must contain only printable ASCII characters');
  }
  const email = body.email === undefined ? undefined : readEmail(body.email)?.written;
  if (body.email !== undefined && email === undefined) {
    throw refused('email', 'is not an e-mail address');
  }
  return {
    name,
    label: body.label,
    active: body.active ?? true,
    settles: body.settles,
    participant_code: body.depositoryCode ?? null,
    party_id: body.partyId ?? null,
    settlement_account: body.settlementAccount ?? null,
    email: email ?? null,
  };
}

function refused(member: string, detail: string) {
  return refuseMember(partyProblems.CUSTODIAN_REFUSED, member, detail);
}

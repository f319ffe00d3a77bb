// Households, changed under the four-eyes rule. The wealth of a household's customers is shown
// together. Each customer belongs to a household for a period.

import type { Static } from '@sinclair/typebox';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { partyProblems } from '../problems.js';
import {
  countActiveHouseholds,
  type HouseholdMembers,
  type HouseholdRow,
  lockMembers,
  type MemberRow,
  selectActiveHouseholds,
  selectHousehold,
  selectMembers,
  selectTimesElsewhere,
  storeHousehold,
} from './queries.js';
import { type HouseholdBody, householdBody, type householdProposal } from './schema.js';

/** The kind of change for households. Its subject is the household's code. */
export const HOUSEHOLDS = changeKind({
  name: 'household',
  label: 'Household',
  body: householdBody,
  present: async (on, subject) => {
    const row = await selectHousehold(on, { name: subject });
    return row && bodyOf({ ...row, members: await selectMembers(on, [row.id]) });
  },
  check: async (work, { body }) => {
    await refuseMembers(work, householdFrom(body));
  },
  apply: async (work, { body, version }) => {
    const household = householdFrom(body);
    return { id: await storeHousehold(work, household, version), name: household.name };
  },
});

/** Proposes a new or changed household. A second person approves it. */
export function proposeHousehold(
  work: Work,
  { reason, effectiveNote, ...body }: Static<typeof householdProposal>,
): Promise<Outcome> {
  const household = householdFrom(body);
  const record = { subject: household.name, body: bodyOf(household) };
  return proposeChange(work, { kind: HOUSEHOLDS, ...record, reason, effectiveNote });
}

/**
 * Lists the active households, oldest first. Leaves out those with a member that the caller cannot
 * see.
 */
export async function listHouseholds(call: Call, page: PageRequest): Promise<Page<object>> {
  const { offices } = call.principal;
  const found = await selectActiveHouseholds(call.db, offices, page);
  const { rows, nextAfter } = pageFrom(found, page);
  const members = await selectMembers(
    call.db,
    rows.map(({ id }) => id),
  );
  return {
    count: await countActiveHouseholds(call.db, offices),
    result: rows.map((row) =>
      toRecord(
        row,
        members.filter((member) => member.household_id === row.id),
      ),
    ),
    nextAfter,
  };
}

/** Returns one household if the caller can see every member. */
export async function readHousehold(call: Call, id: bigint): Promise<object> {
  const { household, members } = await visibleHousehold(call, call.db, id);
  return toRecord(household, members);
}

/** A household and its members, each with dates. */
export interface Household {
  readonly household: HouseholdRow;
  readonly members: readonly MemberRow[];
}

/** Reads a household. Refuses if the caller cannot see the office of any member. */
export async function visibleHousehold(
  call: Call,
  on: Database | Tx,
  id: bigint,
): Promise<Household> {
  const household = await selectHousehold(on, { id });
  const members = household === undefined ? [] : await selectMembers(on, [id]);
  const isSeen = members.every(({ office_id }) => seesOffice(call.principal, office_id));
  if (household !== undefined && isSeen) return { household, members };
  throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
}

const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

function householdFrom(body: HouseholdBody): HouseholdMembers {
  const name = body.name.trim().toUpperCase();
  if (!CODE.test(name)) {
    throw wrong('name', 'must contain only letters, digits, dots, dashes and underscores');
  }
  const members = body.members.map(({ customerId, from, to, consent }, index): MemberRow => {
    const reference = consent?.trim() ?? '';
    if (reference === '') throw wrong(`members/${index}/consent`, 'is missing');
    if (to !== undefined && to < from)
      throw wrong(`members/${index}/to`, 'must be on or after from');
    return {
      customer_id: customerId,
      valid_from: from,
      valid_to: to ?? null,
      consent: reference,
    };
  });
  return { name, label: body.label, active: body.active ?? true, members };
}

// A customer can be in only one household at a time. The customers are locked, so that no
// concurrent proposal can add them to another household.
async function refuseMembers(work: Work, { name, members }: HouseholdMembers): Promise<void> {
  const ids = [...new Set(members.map(({ customer_id }) => customer_id))];
  const known = new Set(await lockMembers(work.tx, ids));
  const elsewhere = await selectTimesElsewhere(work.tx, name, ids);
  members.forEach((member, index) => {
    const at = `members/${index}/customerId`;
    if (!known.has(member.customer_id)) {
      throw refuseMember(commonProblems.UNKNOWN_REFERENCE, at, 'does not match any customer');
    }
    if (members.slice(0, index).some((other) => overlaps(member, other))) {
      throw wrong(at, 'is already a member during this period');
    }
    if (elsewhere.some((other) => overlaps(member, other))) {
      throw wrong(at, 'is in another household during this period');
    }
  });
}

function overlaps(one: MemberRow, other: MemberRow): boolean {
  const isBefore = (first: MemberRow, then: MemberRow) =>
    first.valid_to !== null && first.valid_to < then.valid_from;
  return one.customer_id === other.customer_id && !isBefore(one, other) && !isBefore(other, one);
}

function wrong(member: string, detail: string) {
  return refuseMember(partyProblems.HOUSEHOLD_REFUSED, member, detail);
}

function bodyOf({ name, label, active, members }: HouseholdMembers): HouseholdBody {
  return { name, label, active, members: members.map(memberOf) };
}

function memberOf({ customer_id, valid_from, valid_to, consent }: MemberRow) {
  return {
    customerId: customer_id,
    from: valid_from,
    ...(valid_to === null ? {} : { to: valid_to }),
    consent,
  };
}

function toRecord(row: HouseholdRow, members: readonly MemberRow[]): object {
  return {
    id: row.id,
    ...bodyOf({ ...row, members }),
    version: row.version_no,
    ...shownStamp(row),
  };
}

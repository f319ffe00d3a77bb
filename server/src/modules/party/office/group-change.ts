// Changes to customer groups under the four-eyes rule: checks proposals, and adds or changes
// groups.

import type { Static } from '@sinclair/typebox';
import type { Work } from '../../../platform/context.js';
import { refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { aliasesOf, type NewlyCoded } from '../../../platform/reference-data/code.js';
import { checkCodes, proposeChange, recordFirstVersion } from '../../change/index.js';
import { partyProblems } from '../problems.js';
import { addCustomerGroup } from './office.js';
import {
  changeGroup,
  customersOfGroup,
  type GroupMembers,
  lockGroup,
  selectGroupNamed,
} from './queries.js';
import { type GroupBody, groupBody, type groupProposal } from './schema.js';

/** The kind of change. Its subject is the group's code. */
export const CUSTOMER_GROUPS: ChangeKind = changeKind({
  name: 'customer-group',
  label: 'Customer group',
  body: groupBody,
  present: async (on, subject) => {
    const group = await selectGroupNamed(on, subject);
    return group && bodyOf(group);
  },
  check: async (work, { body }) => {
    const proposed = groupFrom(body);
    await checkCodes(work, proposed, { table: 'customer_group', wrong });
    await refuseUsed(work, proposed);
  },
  apply: async (work, { body }) => {
    const proposed = groupFrom(body);
    const { name } = proposed;
    const current = await selectGroupNamed(work.tx, name);
    if (current === undefined) return { id: await addCustomerGroup(work, proposed), name };
    const stamp = { id: current.id, by: work.principal.name, at: work.now };
    await changeGroup(work.tx, proposed, stamp);
    return { id: current.id, name };
  },
});

/** Proposes a new or changed customer group. A second person must approve it. */
export async function proposeGroup(
  work: Work,
  proposal: Static<typeof groupProposal>,
): Promise<Outcome> {
  const { reason, effectiveNote, ...body } = proposal;
  const group = groupFrom(body);
  return proposeChange(work, {
    kind: CUSTOMER_GROUPS,
    subject: group.name,
    body: bodyOf(group),
    reason,
    effectiveNote,
  });
}

/** Stores a customer group as its first version in a new database. */
export function recordFirstGroup(work: Work, group: NewlyCoded<GroupMembers>): Promise<void> {
  const { name, aliases = [] } = group;
  const body = bodyOf({ ...group, aliases });
  return recordFirstVersion(work, CUSTOMER_GROUPS, { subject: name, body });
}

function bodyOf({ name, label, active, aliases }: GroupMembers): GroupBody {
  return { name, label, active, aliases: [...aliases] };
}

const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

function groupFrom(body: GroupBody): GroupMembers {
  const name = body.name.trim().toUpperCase();
  if (!CODE.test(name)) {
    throw wrong('name', 'must contain only letters, digits, dots, dashes and underscores');
  }
  const aliases = aliasesOf(body.aliases);
  return { name, aliases, label: body.label, active: body.active ?? true };
}

function wrong(member: string, detail: string) {
  return refuseMember(partyProblems.CUSTOMER_GROUP_REFUSED, member, detail);
}

async function refuseUsed(work: Work, proposed: GroupMembers): Promise<void> {
  if (proposed.active) return;
  await lockGroup(work.tx, proposed.name);
  const current = await selectGroupNamed(work.tx, proposed.name);
  if (current === undefined || !(await customersOfGroup(work.tx, current.id)).open) return;
  const kind = partyProblems.CUSTOMER_GROUP_IN_USE;
  const detail = 'must remain true until every customer in the group is closed';
  const errors = [{ pointer: '/active', code: kind.code, detail }];
  throw refusal(kind, { detail, args: ['IN_USE', 'active'], errors });
}

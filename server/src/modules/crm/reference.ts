// Checks that the caller can see the user, campaign and template that a lead or message refers to.

import { present } from '../../platform/assert.js';
import type { Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import {
  commonProblems,
  type Problem,
  refusal,
  refuseMember,
} from '../../platform/http/reply/problem.js';
import { findCampaign } from './campaign/queries.js';
import { seesScope } from './person/office-scope.js';
import { refuseUnknownUser } from './person/staff.js';
import { crmProblems } from './problems.js';
import { findTemplate } from './template/queries.js';

/** The columns of a record that refer to other records. */
interface ReferringRow {
  readonly office_id: bigint;
  readonly assigned_to: bigint | null;
  readonly campaign: bigint | null;
  /** Absent for records that have no template column. */
  readonly template?: bigint | null;
}

interface ReferenceChange {
  /** Absent for a new record. */
  readonly before: ReferringRow | undefined;
  readonly after: ReferringRow;
}

/**
 * Refuses with UNKNOWN_REFERENCE if a new or changed reference points to a record that does not
 * exist or that the caller cannot see.
 */
export async function refuseUnknownReferences(
  work: Work,
  { before, after }: ReferenceChange,
): Promise<void> {
  const given = (column: 'assigned_to' | 'campaign' | 'template'): bigint | undefined => {
    const id = after[column] ?? undefined;
    return id === before?.[column] ? undefined : id;
  };
  const [assignee, campaign, template] = [
    given('assigned_to'),
    given('campaign'),
    given('template'),
  ];
  if (assignee !== undefined) {
    const user = { id: assignee, officeId: after.office_id, member: 'assignedTo' };
    await refuseUnknownUser(work.tx, user);
  }
  if (campaign !== undefined) await refuseUnknownCampaign(work, campaign);
  if (template !== undefined) await refuseUnknownTemplate(work, template);
}

async function refuseUnknownCampaign(work: Work, id: bigint): Promise<void> {
  const campaign = await findCampaign(work.tx, id);
  if (campaign === undefined || !seesScope(work.principal, campaign.office_id)) {
    throw unknown('campaign', 'is not a campaign that you can see');
  }
}

/**
 * Refuses with CAMPAIGN_WRONG_STATE if a campaign is paused or cancelled, because nothing is sent
 * for it.
 */
export async function refuseStoppedCampaign(tx: Tx, id: bigint): Promise<void> {
  const { name, status } = present(await findCampaign(tx, id), 'a campaign is never removed');
  if (status !== 'PAUSED' && status !== 'CANCELLED') return;
  const detail = `the draft's campaign ${name} is ${status}`;
  throw refusal(crmProblems.CAMPAIGN_WRONG_STATE, { detail, args: [status] });
}

async function refuseUnknownTemplate(work: Work, id: bigint): Promise<void> {
  const template = await findTemplate(work.tx, { id });
  const isSeen = template !== undefined && seesScope(work.principal, template.office_id);
  if (!isSeen || template.channel !== 'WHATSAPP') {
    throw unknown('template', 'is not a WhatsApp template that you can see');
  }
}

function unknown(member: string, detail: string): Problem {
  return refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
}

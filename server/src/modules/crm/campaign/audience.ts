// Estimates how many people in a campaign's audience would get a message under the sending rules.

import type { Database, Tx } from '../../../platform/database/database.js';
import { groupByCode } from '../../party/index.js';
import type { Channel } from '../channel/channel.js';
import { CAMPAIGN } from '../limits.js';
import { judge } from '../message/gate.js';
import { type Candidate, readGateFacts } from '../message/gate-queries.js';
import { findPeople } from '../person/people.js';
import { addressOf, keyOf, type Recipient } from '../person/recipient.js';
import { type AudienceScope, listAudience } from './audience-queries.js';
import type { Audience } from './schema.js';

/** The filter members allowed for each kind of audience. */
export const AUDIENCE_MEMBERS: Readonly<Record<Audience['kind'], readonly (keyof Audience)[]>> = {
  LEAD: ['status', 'leadType', 'leadSource', 'assignedTo', 'q'],
  CONTACT: ['customerId', 'q'],
  CUSTOMER: ['customerGroupName', 'partnerType', 'q'],
};

/** Returns an audience with the current code of its customer group, if the group exists. */
export async function withGroupCode(on: Database | Tx, audience: Audience): Promise<Audience> {
  const { customerGroupName: code } = audience;
  const group = code === undefined ? undefined : await groupByCode(on, code);
  return group === undefined ? audience : { ...audience, customerGroupName: group.name };
}

/** The number of people who would get a message, and the number that each rule would suppress. */
interface Estimate {
  readonly audienceCount: number;
  readonly reached: number;
  readonly suppressed: ReadonlyMap<string, number>;
}

/** For each person, checks the rules that the sender will check later. Changes nothing. */
export async function estimateAudience(
  on: Database | Tx,
  scope: AudienceScope,
  { channel, now }: { readonly channel: Channel; readonly now: string },
): Promise<Estimate> {
  const rows = await listAudience(on, scope);
  const suppressed = new Map<string, number>();
  let reached = 0;
  for (let start = 0; start < rows.length; start += CAMPAIGN.estimatedAtOnce) {
    const part = rows.slice(start, start + CAMPAIGN.estimatedAtOnce);
    const people = part.map(({ id }): Recipient => ({ kind: scope.audience.kind, id }));
    for (const verdict of await verdictsOf(on, people, { channel, now })) {
      if ('rule' in verdict) suppressed.set(verdict.rule, (suppressed.get(verdict.rule) ?? 0) + 1);
      else reached += 1;
    }
  }
  return { audienceCount: rows.length, reached, suppressed };
}

async function verdictsOf(
  on: Database | Tx,
  recipients: readonly Recipient[],
  { channel, now }: { readonly channel: Channel; readonly now: string },
) {
  const people = await findPeople(on, recipients);
  const candidates = recipients.flatMap((recipient): Candidate[] => {
    const person = people.get(keyOf(recipient));
    if (person === undefined) return [];
    return [
      {
        ...{ channel, purpose: 'MARKETING', officeId: person.officeId, recipient },
        address: addressOf(person, channel),
        isTemplate: channel === 'WHATSAPP',
        ignoresOptOuts: false,
      },
    ];
  });
  return (await readGateFacts(on, candidates, people)).map((facts) => judge(facts, now));
}

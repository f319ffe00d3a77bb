// Demonstration leads and messages, so that every list and example has a record.

import { captureLead, createMessage } from '../modules/crm/index.js';
import type { PartyPorts } from '../modules/party/index.js';
import type { Work } from '../platform/context.js';
import { openAttachmentStore } from '../platform/files/attachment-store.js';
import type { DemoStep } from './step.js';

const LEADS = [
  { firstName: 'Amaka', lastName: 'Nwachukwu', mobilePhone: '0803 777 0101', leadSource: 'WEB' },
  { firstName: 'Segun', lastName: 'Oladipo', mobilePhone: '0805 777 0102', leadSource: 'REFERRAL' },
  { firstName: 'Zainab', lastName: 'Yakubu', mobilePhone: '0806 777 0103', leadSource: 'EVENT' },
  {
    firstName: 'Amaka',
    lastName: 'Nwachuku',
    mobilePhone: '+234 803 777 0101',
    leadSource: 'CALL',
  },
] as const;

/** Creates four leads and one conversation. The last lead is a likely duplicate of the first. */
export function crmStep(party: PartyPorts): DemoStep {
  return { name: 'crm', run: (work) => fillCrm(work, party) };
}

async function fillCrm(work: Work, party: PartyPorts): Promise<void> {
  const ids: bigint[] = [];
  for (const lead of LEADS) {
    const { id } = await captureLead(work, { ...lead, primaryCity: 'Lagos', primaryCountry: 'NG' });
    if (id !== undefined) ids.push(id);
  }
  const [relatedToId = 0n] = ids;
  const ports = { attachments: openAttachmentStore(work.context.config.dataFolder), party };
  await createMessage(
    work,
    {
      relatedTo: 'LEAD',
      relatedToId,
      direction: 'INBOUND',
      status: 'IN_PROGRESS',
      from: '+2348037770101',
      to: '+2347005550100',
      body: 'Good morning. How do I open an account?',
    },
    ports,
  );
  await createMessage(
    work,
    {
      relatedTo: 'LEAD',
      relatedToId,
      direction: 'OUTBOUND',
      status: 'DELIVERED',
      from: '+2347005550100',
      to: '+2348037770101',
      body: 'Good morning Amaka. A form of identity and your BVN are all we need.',
    },
    ports,
  );
}

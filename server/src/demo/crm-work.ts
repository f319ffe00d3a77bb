// Demonstration leads in every state, with past and planned activities.

import {
  captureLead,
  completeActivity,
  convertLead,
  createActivity,
  type Lead,
  updateLead,
} from '../modules/crm/index.js';
import type { PartyPorts } from '../modules/party/index.js';
import { present } from '../platform/assert.js';
import type { Work } from '../platform/context.js';
import { openAttachmentStore } from '../platform/files/attachment-store.js';
import { firstCustomerId } from './queries.js';
import type { DemoStep } from './step.js';

type Status = NonNullable<Lead['status']>;

interface DemoLead {
  readonly firstName: string;
  readonly lastName: string;
  readonly leadSource: string;
  /** The states after NEW, in order. */
  readonly path: readonly Status[];
}

const LEADS: readonly DemoLead[] = [
  { firstName: 'Ifeoma', lastName: 'Okoye', leadSource: 'WEB', path: ['ASSIGNED'] },
  { firstName: 'Kunle', lastName: 'Adebayo', leadSource: 'EVENT', path: ['ASSIGNED', 'CONTACTED'] },
  {
    firstName: 'Halima',
    lastName: 'Bello',
    leadSource: 'REFERRAL',
    path: ['ASSIGNED', 'CONTACTED', 'QUALIFIED'],
  },
  { firstName: 'Emeka', lastName: 'Udoh', leadSource: 'CALL', path: ['DEAD'] },
  { firstName: 'Sade', lastName: 'Balogun', leadSource: 'WEB', path: ['ASSIGNED', 'RECYCLED'] },
];

const CONVERTED: DemoLead = {
  firstName: 'Tobi',
  lastName: 'Ajayi',
  leadSource: 'REFERRAL',
  path: ['ASSIGNED', 'CONTACTED', 'QUALIFIED'],
};

/**
 * Creates a lead in each state except NEW, which the `crm` step already covers. The converted lead
 * is linked to an existing customer.
 */
export function crmWorkStep(party: PartyPorts): DemoStep {
  return { name: 'crm-work', run: (work) => fillWork(work, party) };
}

async function fillWork(work: Work, party: PartyPorts): Promise<void> {
  for (const [index, lead] of LEADS.entries()) {
    const id = await leadOf(work, { ...lead, nth: index }, party);
    const about = { relatedTo: 'LEAD', relatedToId: id } as const;
    await createActivity(work, { ...about, kind: 'NOTE', subject: `Came by ${lead.leadSource}` });
    if (lead.path.includes('CONTACTED')) await callBack(work, id);
  }
  const id = await leadOf(work, { ...CONVERTED, nth: LEADS.length }, party);
  await callBack(work, id);
  const attachments = openAttachmentStore(work.context.config.dataFolder);
  const linkCustomerId = await firstCustomerId(work.tx);
  await convertLead(work, { id, linkCustomerId }, { attachments, party });
}

async function leadOf(
  work: Work,
  { path, nth, ...person }: DemoLead & { readonly nth: number },
  party: PartyPorts,
): Promise<bigint> {
  const reach = { mobilePhone: `0809 777 02${String(nth).padStart(2, '0')}`, primaryCity: 'Abuja' };
  const captured = await captureLead(work, { ...person, ...reach, primaryCountry: 'NG' });
  const id = present(captured.id, 'a lead that was captured has an id');
  for (const status of path) await updateLead(work, { id, status }, party);
  return id;
}

async function callBack(work: Work, leadId: bigint): Promise<void> {
  const about = { relatedTo: 'LEAD', relatedToId: leadId } as const;
  const call = await createActivity(work, {
    ...about,
    ...({ kind: 'CALL', direction: 'OUTBOUND', subject: 'First call' } as const),
  });
  const id = present(call.id, 'an activity that was planned has an id');
  await completeActivity(work, id, {
    outcome: 'Wants to know what treasury bills earn',
    followUp: { kind: 'MEETING', subject: 'Explain treasury bills', priority: 'HIGH' },
  });
}

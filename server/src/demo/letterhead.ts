// The letterheads of the demonstration offices, used on their contract notes.

import { updateLetterhead } from '../modules/party/index.js';
import type { Work } from '../platform/context.js';
import { selectOffices } from './queries.js';
import type { DemoStep } from './step.js';

const ADDRESSES: Readonly<Record<string, string>> = {
  'Lagos office': '48 Broad Street\nLagos Island\nLagos, Nigeria',
  'Abuja office': '12 Ahmadu Bello Way\nGarki\nAbuja, Nigeria',
  'Port Harcourt office': '7 Aba Road\nPort Harcourt\nRivers State, Nigeria',
};

/** All demonstration offices use the letterhead of the same firm. */
export const letterheadStep: DemoStep = { name: 'letterhead', run: fillLetterheads };

async function fillLetterheads(work: Work): Promise<void> {
  for (const office of await selectOffices(work.tx)) {
    const address = ADDRESSES[office.label];
    if (address === undefined) continue;
    await updateLetterhead(work, {
      businessOffice: office.name,
      firmName: 'Example Securities Limited',
      address,
      contact: '+234 1 555 0100 · notes@example.com · www.example.com',
      registration: 'RC 000001 · Dealing member of the exchange, licence 0001 (demonstration)',
    });
  }
}

// The letterheads of the demonstration offices, so that their contract notes look like a firm's.

import { updateLetterhead } from '../modules/party/index.js';
import type { Work } from '../platform/context.js';
import { sql } from '../platform/database/sql.js';
import type { DemoStep } from './step.js';

const ADDRESSES: Readonly<Record<string, string>> = {
  'Lagos office': '48 Broad Street\nLagos Island\nLagos, Nigeria',
  'Abuja office': '12 Ahmadu Bello Way\nGarki\nAbuja, Nigeria',
  'Port Harcourt office': '7 Aba Road\nPort Harcourt\nRivers State, Nigeria',
};

/** One firm over all demonstration offices. */
export const letterheadStep: DemoStep = { name: 'letterhead', run: fillLetterheads };

async function fillLetterheads(work: Work): Promise<void> {
  const offices = await work.tx.query<{ name: string; label: string }>(
    sql`select name, label from business_office order by id`,
  );
  for (const office of offices) {
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

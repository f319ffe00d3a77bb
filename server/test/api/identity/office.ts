// Business offices for identity tests.

import { addCustomerGroup, addOffice } from '../../../src/modules/party/office/office.js';
import type { Work } from '../../../src/platform/context.js';
import type { Tx } from '../../../src/platform/database/database.js';
import { codeOf } from '../../../src/platform/ids.js';
import type { TestApp } from '../../support/app.js';

/** A Nigerian office without its code and display name. */
export const OFFICE = {
  active: true,
  currency: 'NGN',
  timeZone: 'Africa/Lagos',
  dayFirst: true,
  fourEyesThresholdMinor: 1_000_000_000n,
  customerApproval: false,
} as const;

/** Adds offices and the customer group that customers need. Returns the ids of the offices. */
export function addOffices({ context }: TestApp, count: number): Promise<readonly bigint[]> {
  return context.db.transaction(async (tx) => {
    const work = workOf(context, tx);
    await addCustomerGroup(work, { name: 'STANDARD', label: 'Standard', active: true });
    const ids: bigint[] = [];
    for (let at = 1; at <= count; at += 1) {
      ids.push(
        await addOffice(work, { ...OFFICE, name: codeOf(BigInt(at)), label: `Office ${at}` }),
      );
    }
    return ids;
  });
}

function workOf(context: Work['context'], tx: Tx): Work {
  const principal = {
    kind: 'system',
    id: 0n,
    name: 'test',
    permissions: new Set<string>(),
    offices: undefined,
  } as const;
  const now = context.clock.now();
  return { context, tx, principal, requestId: 'test', now, ifMatch: undefined, events: [] };
}

// Business offices for the tests of identity.

import { addCustomerGroup, addOffice } from '../../../src/modules/party/index.js';
import type { Work } from '../../../src/platform/context.js';
import type { Tx } from '../../../src/platform/database/database.js';
import type { TestApp } from '../../support/app.js';

/** Adds this many offices, and the customer group that customers need; returns the offices' ids. */
export function addOffices({ context }: TestApp, count: number): Promise<readonly bigint[]> {
  return context.db.transaction(async (tx) => {
    const work = workOf(context, tx);
    await addCustomerGroup(work, { name: 'STANDARD', label: 'Standard' });
    const ids: bigint[] = [];
    for (let at = 1; at <= count; at += 1) {
      ids.push(
        await addOffice(work, { label: `Office ${at}`, currency: 'NGN', timeZone: 'Africa/Lagos' }),
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

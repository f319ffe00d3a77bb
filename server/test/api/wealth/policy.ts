// Proposes and approves valuation policies through the API, and returns the current time between
// two steps.

import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.js';
import type { TestReply } from '../../support/app.js';
import type { WealthApp } from './wealth-app.js';

export const POLICY = '/api/v1/wealth/policy';

/** The settings of version 1, in force from the business date of the fixtures. */
export const SHIPPED = {
  validFrom: '2026-03-05',
  method: { BILL: 'AMORTISED_COST', PAPER: 'AMORTISED_COST' },
  staleAfterDays: { EQUITY: 10, BOND: 30, RATE: 7 },
  smallestCapital: 1_000,
  flowTiming: 'IN_START_OUT_END',
} as const;

/** Proposes a policy that differs from version 1 in these members. */
export function propose(app: WealthApp, members: object): Promise<TestReply> {
  return app.as('FINANCE').put(`${POLICY}/propose`, { ...SHIPPED, ...members });
}

/** Approves a proposed change as another person. */
export function approve(app: WealthApp, proposal: TestReply): Promise<TestReply> {
  return app.as('APPROVER').put(`/api/v1/system/change/approve/id/${proposal.body.id}`);
}

/** Stores a policy that differs from version 1 in these members as the next version. */
export async function adopt(app: WealthApp, members: object): Promise<void> {
  const proposal = await propose(app, members);
  assert.equal(proposal.status, 201, proposal.text);
  const approval = await approve(app, proposal);
  assert.equal(approval.status, 200, approval.text);
}

/** Returns the current time as a URL parameter. */
export async function momentOf({ db }: WealthApp): Promise<string> {
  const [row] = await db.query<{ moment: string }>(sql`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
      as moment`);
  return encodeURIComponent(row?.moment ?? '');
}

// Market claims during the year: people settle or waive some of the claims that the program opens.

import assert from 'node:assert/strict';
import type { Random } from '../../../src/exchanges/simulator/random.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { YearDesk } from './desk.js';

const CLAIM = '/api/v1/custody/market-claim';

/** Settles or waives a random part of the open claims. */
export async function endClaims(desk: YearDesk, random: Random): Promise<void> {
  const open = await desk.db.query<{ id: bigint }>(sql`
    select id from market_claim where state = 'OPEN' order by id`);
  for (const { id } of open) {
    if (!random.percent(30)) continue;
    const ending = random.percent(50) ? 'settle' : 'waive';
    const asked = await desk.as('ADMIN').put(`${CLAIM}/${ending}/id/${id}`, { reason: 'agreed' });
    // Settling a debt to the firm is refused while the customer's account is below zero.
    assert.ok([200, 422].includes(asked.status), asked.text);
    if (asked.status !== 200) continue;
    const approved = await desk.as('APPROVER').put(`${CLAIM}/approve/id/${id}`, {});
    if (approved.status === 200) continue;
    // A credit to the customer is refused while the event lacks the money for it.
    assert.equal(approved.status, 422, approved.text);
    const rejected = await desk.as('APPROVER').put(`${CLAIM}/reject/id/${id}`, {});
    assert.equal(rejected.status, 200, rejected.text);
  }
}

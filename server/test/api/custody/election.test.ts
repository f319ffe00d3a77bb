// Elections: who may elect which option and by when, and the holds.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { ELECTION, type ElectionDesk, openElectionDesk } from './election-desk.js';

describe('an election', () => {
  let desk: ElectionDesk;
  before(async () => {
    desk = await openElectionDesk();
  });
  after(() => desk?.stop());

  it('to take up rights holds their price and the price of units applied for (G10)', async () => {
    const event = await desk.call();
    const holder = await desk.holder(2_000_000n);
    const portfolio = await desk.portfolioOf(holder);
    await desk.give(portfolio, event.securityId, [166n, 31_818n]);
    const body = { quantity: '100', additionalQuantity: '200' };
    const dry = await desk.as('DEALER').post(`${ELECTION}/submit?dryRun=true`, {
      ...{ eventName: event.name, portfolioName: portfolio.name, optionNumber: 1, ...body },
    });
    assert.equal(dry.body.result?.heldAmount, 10_800, dry.text);
    assert.equal(await desk.heldOf(holder), 0n);
    const made = await desk.submit(event, portfolio, body);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.msgCode, 'ELECTION_SUBMITTED');
    const { state, eligibleQuantity, quantity, additionalQuantity, heldAmount } = made.body.result;
    assert.deepEqual(
      [state, eligibleQuantity, quantity, additionalQuantity, heldAmount],
      ['SUBMITTED', '166', '100', '200', 10_800],
    );
    assert.equal(await desk.heldOf(holder), 1_080_000n);
    const again = await desk.submit(event, portfolio, { quantity: '166' });
    assert.equal(again.status, 201, again.text);
    assert.equal(await desk.heldOf(holder), 597_600n, 'the former election holds nothing');
    assert.equal((await desk.election(made.body.id)).state, 'CANCELLED');
    const cancelled = await desk.as('DEALER').put(`${ELECTION}/cancel/id/${again.body.id}`);
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.equal(await desk.heldOf(holder), 0n);
    const twice = await desk.as('DEALER').put(`${ELECTION}/cancel/id/${again.body.id}`);
    assert.deepEqual([twice.status, twice.body.msgCode], [409, 'ELECTION_WRONG_STATE']);
    const events = await desk.db.query<{ type: string }>(sql`
      select type from outbox_event where type like 'election.%'
        and subject_id in (${made.body.id}, ${again.body.id}) order by id`);
    assert.deepEqual(
      events.map(({ type }) => type),
      [...['election.submitted', 'election.cancelled', 'election.submitted'], 'election.cancelled'],
    );
  });

  it('to tender holds its units, which cannot be elected or sold again (G25)', async () => {
    const event = await desk.tender();
    const portfolio = await desk.portfolioOf(await desk.holder());
    await desk.give(portfolio, event.securityId, [1_000n, 4_100_000n]);
    const made = await desk.submit(event, portfolio, { quantity: '1000' });
    assert.equal(made.status, 201, made.text);
    assert.equal((await desk.holding(portfolio, event.securityId)).held_quantity, 1_000n);
    const more = await desk.submit(event, portfolio, { optionNumber: 2, quantity: '1' });
    assert.deepEqual([more.status, more.body.msgCode], [422, 'ELECTION_REFUSED']);
    const less = await desk.submit(event, portfolio, { quantity: '400' });
    assert.equal(less.status, 201, less.text);
    assert.equal((await desk.holding(portfolio, event.securityId)).held_quantity, 400n);
    await desk.db.query(sql`
      update holding set pending_quantity = 700 where portfolio_id = ${portfolio.id}
        and security_id = ${event.securityId}`);
    const free = await desk.submit(event, portfolio, { quantity: '301' });
    assert.deepEqual([free.status, free.body.msgCode], [422, 'INSUFFICIENT_HOLDING']);
    assert.equal((await desk.holding(portfolio, event.securityId)).held_quantity, 400n);
  });

  it('is refused if it is too late, too large, too expensive or invalid', async () => {
    const event = await desk.call();
    const holder = await desk.holder(359_999n);
    const portfolio = await desk.portfolioOf(holder);
    const refusalOf = async (body: object) => {
      const reply = await desk.submit(event, portfolio, body);
      const [error] = reply.body.errors ?? [];
      return [reply.status, reply.body.msgCode, error?.pointer];
    };
    const none = await refusalOf({ quantity: '1' });
    assert.deepEqual(none, [422, 'ELECTION_REFUSED', '/portfolioName']);
    await desk.give(portfolio, event.securityId, [100n, 0n]);
    assert.deepEqual(await refusalOf({ quantity: '100' }), [
      ...[422, 'INSUFFICIENT_FUNDS', '/quantity'],
    ]);
    assert.deepEqual(await refusalOf({ quantity: '101' }), [422, 'ELECTION_REFUSED', '/quantity']);
    const over = { optionNumber: 2, quantity: '1' };
    assert.deepEqual(await refusalOf(over), [422, 'ELECTION_REFUSED', '/optionNumber']);
    const other = { optionNumber: 9, quantity: '1' };
    assert.deepEqual(await refusalOf(other), [422, 'UNKNOWN_REFERENCE', '/optionNumber']);
    const lapse = { optionNumber: 3, quantity: '1', additionalQuantity: '1' };
    assert.deepEqual(await refusalOf(lapse), [422, 'ELECTION_REFUSED', '/additionalQuantity']);
    const stranger = { portfolioName: 'NOBODY', quantity: '1' };
    assert.deepEqual(await refusalOf(stranger), [422, 'UNKNOWN_REFERENCE', '/portfolioName']);
    const made = await desk.submit(event, portfolio, { quantity: '99' });
    assert.equal(made.status, 201, made.text);
    await desk.db.query(sql`update customer set status = 'INACTIVE' where id = ${holder.id}`);
    assert.deepEqual(await refusalOf({ quantity: '1' }), [
      ...[422, 'CUSTOMER_INACTIVE', '/portfolioName'],
    ]);
    await desk.db.query(sql`update customer set status = 'ACTIVE' where id = ${holder.id}`);
    await desk.db.query(sql`update portfolio set active = false where id = ${portfolio.id}`);
    assert.deepEqual(await refusalOf({ quantity: '1' }), [
      ...[422, 'PORTFOLIO_INACTIVE', '/portfolioName'],
    ]);
    await desk.db.query(sql`update portfolio set active = true where id = ${portfolio.id}`);
    await desk.moveDeadline(event, '2020-01-01T00:00:00Z');
    assert.deepEqual(await refusalOf({ quantity: '1' }), [
      ...[422, 'ELECTION_DEADLINE_PASSED', undefined],
    ]);
    const late = await desk.as('DEALER').put(`${ELECTION}/cancel/id/${made.body.id}`);
    assert.deepEqual([late.status, late.body.msgCode], [422, 'ELECTION_DEADLINE_PASSED']);
    await desk.db.query(
      sql`update corporate_action set status = 'CANCELLED' where id = ${event.id}`,
    );
    assert.deepEqual(await refusalOf({ quantity: '1' }), [409, 'EVENT_WRONG_STATE', undefined]);
  });

  it('uses the rights only once if two callers submit it concurrently', async () => {
    const event = await desk.call();
    const holder = await desk.holder(100_000_000n);
    const portfolio = await desk.portfolioOf(holder);
    await desk.give(portfolio, event.securityId, [100n, 0n]);
    const replies = await Promise.all([
      desk.submit(event, portfolio, { quantity: '60' }),
      desk.submit(event, portfolio, { quantity: '70' }),
      desk.submit(event, portfolio, { optionNumber: 3, quantity: '60' }),
    ]);
    assert.ok(replies.some(({ status }) => status === 422));
    const rows = await desk.db.query<{ quantity: bigint; held_minor: bigint }>(sql`
      select quantity, held_minor from election
      where corporate_action_id = ${event.id} and state = 'SUBMITTED'`);
    const units = rows.reduce((sum, row) => sum + row.quantity, 0n);
    assert.ok(units <= 100n);
    const held = rows.reduce((sum, row) => sum + row.held_minor, 0n);
    assert.equal(await desk.heldOf(holder), held);
  });

  it('is listed, and written as the registrar’s list', async () => {
    const event = await desk.call();
    const portfolio = await desk.portfolioOf(await desk.holder(1_000_000n));
    await desk.give(portfolio, event.securityId, [10n, 0n]);
    await desk.submit(event, portfolio, { quantity: '10' });
    const { body } = await desk.as('DEALER').get(`${ELECTION}/list?e=${event.id}`);
    assert.deepEqual([body.count, body.result[0].quantity], [1, '10']);
    const csv = await desk.as('DEALER').get(`${ELECTION}/list/csv?e=${event.id}&state=SUBMITTED`);
    assert.equal(csv.headers.get('x-row-count'), '1');
    assert.ok(csv.text.includes(portfolio.name));
  });
});

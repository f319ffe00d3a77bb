// Holders who have not elected are reminded before the deadline.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { takeEvents } from '../../../src/modules/crm/notification/intake.js';
import { remindElections } from '../../../src/modules/custody/election/reminder.js';
import { daysOfReminder } from '../../../src/modules/custody/rule/election.js';
import { calendarOf } from '../../../src/platform/calendar/business-calendar.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { type Choice, type ElectionDesk, openElectionDesk } from './election-desk.js';

describe('a reminder of an election', () => {
  let desk: ElectionDesk;
  before(async () => {
    desk = await openElectionDesk();
  });
  after(() => desk?.stop());

  const remind = (closing: string, next: string) =>
    remindElections.run(desk.context, {
      closing: businessDate(closing),
      next: businessDate(next),
    });
  const remindersOf = (event: Choice) =>
    desk.db.query(sql`
      select p.name as portfolio, r.quantity, r.business_days_left as days
      from election_reminder r join portfolio p on p.id = r.portfolio_id
      where r.corporate_action_id = ${event.id} order by r.id`);

  // Monday, 10 March 2098, is far in the future for any server that runs this test.
  it('is for holders without an election, 5 and 1 business days before the deadline', async () => {
    const event = await desk.tender({ deadline: '2098-03-10T13:00:00Z' });
    const silent = await desk.portfolioOf(await desk.holder(100n));
    const elector = await desk.portfolioOf(await desk.holder(100n));
    await desk.give(silent, event.shareId, [1_000n, 0n]);
    await desk.give(elector, event.shareId, [500n, 0n]);
    const made = await desk.submit(event, elector, { quantity: '500' });
    assert.equal(made.status, 201, made.text);
    assert.equal(await remind('2098-02-27', '2098-02-28'), 0);
    assert.equal(await remind('2098-02-28', '2098-03-03'), 1);
    assert.equal(await remind('2098-02-28', '2098-03-03'), 0, 'once');
    assert.equal(await remind('2098-03-05', '2098-03-06'), 0);
    assert.equal(await remind('2098-03-06', '2098-03-07'), 1);
    assert.equal(await remind('2098-03-07', '2098-03-10'), 0, 'once');
    await desk.moveDeadline(event, '2020-03-10T13:00:00Z');
    assert.equal(await remind('2098-03-10', '2098-03-11'), 0, 'the deadline has passed');
    const own = { portfolio: silent.name, quantity: 1_000n };
    assert.deepEqual(await remindersOf(event), [
      { ...own, days: 5 },
      { ...own, days: 1 },
    ]);
    await desk.moveDeadline(event, '2098-04-10T13:00:00Z');
    assert.equal(await remind('2098-04-08', '2098-04-09'), 1, 'a later deadline is another one');
  });

  it("is sent to the customer, with the deadline by the exchange's clock", async () => {
    const event = await desk.call({ deadline: '2098-05-12T14:00:00Z' });
    const portfolio = await desk.portfolioOf(await desk.holder(100n));
    await desk.give(portfolio, event.securityId, [116n, 0n]);
    await desk.db.query(sql`
      update customer set email_address = 'holder@example.com'
      where id = (select customer_id from portfolio where id = ${portfolio.id})`);
    // Outside a demonstration, shipped rules are inactive, because each firm decides when to start
    // writing to its customers.
    await desk.db.query(sql`
      update notification_rule set active = true, enabled_from = '2020-01-01'
      where name = 'ELECTION-DUE'`);
    await remind('2098-05-08', '2098-05-09');
    assert.equal((await remindersOf(event)).length, 1);
    const messageId = await waitFor('the e-mail to the holder', async () => {
      await takeEvents(desk.context);
      const [sent] = await desk.db.query<{ message: bigint }>(sql`
        select n.message_ids[1] as message from notification n
        join notification_rule r on r.id = n.rule_id
        where r.name = 'ELECTION-DUE' and n.state = 'QUEUED'
          and n.related_to_id = (select id from election_reminder
            where corporate_action_id = ${event.id})`);
      return sent?.message;
    });
    const { body }: { body: Json } = await desk
      .as('OPERATIONS')
      .get(`/api/v1/crm/message/id/${messageId}`);
    assert.match(JSON.stringify(body), /116 .*until 2098-05-12, 15:00/);
  });

  it('that was missed is not followed by two reminders at once', () => {
    const weekdays = calendarOf([]);
    const days = (date: string) =>
      daysOfReminder(businessDate('2026-11-16'), businessDate(date), weekdays);
    assert.deepEqual(
      ['2026-11-06', '2026-11-09', '2026-11-12', '2026-11-13', '2026-11-16'].map(days),
      [undefined, 5, 5, 1, 1],
    );
  });
});

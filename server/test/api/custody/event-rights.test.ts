// A rights issue: proposed as one event, and recorded as the distribution of the rights and the
// call on them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { instructElections } from '../../../src/modules/custody/election/instruct.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { type EventDesk, LIST, openEventDesk } from './event-desk.js';

const RIGHTS = {
  kind: 'RHTS',
  securityName: 'FCMB',
  status: 'ANNOUNCED',
  qualificationDate: '2026-09-11',
  deadline: '2026-10-09T14:00:00Z',
  marketDeadline: '2026-10-12T14:00:00Z',
  options: [
    {
      number: 1,
      type: 'SECU',
      newUnits: 1,
      oldUnits: 6,
      newSecurityName: 'FCMBRT',
      firstDayPrice: 2.1,
      exPrice: 38.15,
    },
    { number: 2, type: 'EXER', price: 36 },
    { number: 3, type: 'OVER', price: 36 },
    { number: 4, type: 'LAPS', isDefault: true },
  ],
} as const;

// The body that a client sends as an event's next version after reading the event.
function kept(event: Json): object {
  const { name, kind, securityName, status, label, qualificationDate, exDate } = event;
  const { paymentDate, linkedEventName, options } = event;
  return {
    ...{ name, kind, securityName, status, label, qualificationDate, exDate, paymentDate },
    ...{ linkedEventName, options },
  };
}

describe('a rights issue', () => {
  let desk: EventDesk;
  before(async () => {
    desk = await openEventDesk();
    await desk.security({ name: 'FCMBRT' });
    await desk.db.query(sql`
      update security set security_type = 'RIGHT', tradable_from = '2026-09-21',
        tradable_to = '2026-10-02' where name = 'FCMBRT'`);
  });
  after(() => desk?.stop());

  it('becomes a distribution and a call, linked, by one approval', async () => {
    const distribution = await desk.record(RIGHTS);
    assert.deepEqual(
      [distribution.kind, distribution.participation, distribution.exDate],
      ['RHDI', 'MAND', '2026-09-14'],
    );
    assert.deepEqual(distribution.options, [
      {
        number: 1,
        type: 'SECU',
        isDefault: true,
        newUnits: 1,
        oldUnits: 6,
        newSecurityName: 'FCMBRT',
        firstDayPrice: 2.1,
        exPrice: 38.15,
        price: 36,
        fractions: 'RDDN',
      },
    ]);
    const { body } = await desk.maker.get(`${LIST}?kind=EXRI`);
    const [call]: Json[] = body.result;
    assert.deepEqual(
      [call.securityName, call.participation, call.deadline, call.linkedEventName],
      ['FCMBRT', 'VOLU', '2026-10-09T14:00:00.000Z', distribution.name],
    );
    assert.deepEqual(
      call.options.map(({ type, price, isDefault }: Json) => [type, price, isDefault]),
      [
        ['EXER', 36, false],
        ['OVER', 36, false],
        ['LAPS', undefined, true],
      ],
    );
    assert.equal(call.options[0].newSecurityName, 'FCMB');
    assert.equal(distribution.linkedEventName, call.name, 'found from the other side, too');
    await desk.db.query(sql`
      update corporate_action set progress = 'PAID' where id = ${distribution.id}`);
    const again = await desk.propose(kept(distribution));
    assert.equal(again.status, 201, again.text);
    await desk.maker.put(`/api/v1/system/change/withdraw/id/${again.body.id}`);
    await desk.db.query(sql`
      update corporate_action set progress = 'OPEN' where id = ${distribution.id}`);
    const { versions } = await desk.read(call.id);
    assert.notEqual(versions[0].madeBy, versions[0].approvedBy, 'made by who proposed the issue');
  });

  it('has a distribution whose terms can be proposed as its next version as read', async () => {
    await desk.security({ name: 'OANDORX' });
    await desk.db.query(sql`
      update security set security_type = 'RIGHT', tradable_from = '2026-09-21',
        tradable_to = '2026-10-02' where name = 'OANDORX'`);
    const [rights, ...rest] = RIGHTS.options;
    const options = [{ ...rights, newSecurityName: 'OANDORX' }, ...rest];
    const { id, name } = await desk.record({ ...RIGHTS, securityName: 'OANDO', options });
    const read = await desk.read(id);
    const { kind, securityName, status, qualificationDate, exDate, label } = read;
    const terms = { name, kind, securityName, status, qualificationDate, exDate, label };
    const linked = { ...terms, options: read.options, linkedEventName: read.linkedEventName };
    const same = await desk.propose(linked);
    assert.deepEqual(same.body.result.differences, [], same.text);
    await desk.db.query(sql`update corporate_action set progress = 'PAID' where id = ${id}`);
    const { linkedEventName: _, ...unlinked } = linked;
    for (const next of [linked, unlinked]) {
      const cancelled = await desk.propose({ ...next, status: 'CANCELLED' });
      assert.equal(cancelled.status, 201, cancelled.text);
    }
    const other = await desk.propose({ ...linked, linkedEventName: name });
    assert.deepEqual([other.status, other.body.msgCode], [422, 'EVENT_REFUSED']);
  });

  it('is refused without the members that its rights need', async () => {
    const [rights, exercise] = RIGHTS.options;
    const issue = (...options: object[]) => desk.propose({ ...RIGHTS, options });
    const noCall = await issue({ ...rights });
    assert.deepEqual([noCall.status, noCall.body.errors[0].pointer], [422, '/options']);
    const noRatio = await issue({ ...exercise, number: 1 });
    assert.deepEqual(
      [noRatio.status, noRatio.body.errors[0].pointer],
      [422, '/options/0/newUnits'],
    );
    const share = await issue({ ...rights, newSecurityName: 'UBA' }, exercise);
    assert.deepEqual(
      [share.status, share.body.errors[0].pointer],
      [422, '/options/0/newSecurityName'],
    );
  });

  it('passes its deadline in a demonstration when the business date is moved past it', async () => {
    // The date is so far in the future that the server's clock has not reached it when this test
    // runs.
    await desk.at('2098-03-03');
    const right = await desk.security({
      ...{ name: 'OANDORT', securityType: 'RIGHT', tradableTo: '2098-03-10' },
    });
    const [rights, ...others] = RIGHTS.options;
    const distribution = await desk.record({
      ...{ kind: 'RHTS', securityName: 'OANDO', status: 'CONFIRMED', exDate: '2098-03-03' },
      ...{ paymentDate: '2098-03-12', deadline: '2098-03-04T12:00:00Z' },
      options: [{ ...rights, newSecurityName: right }, ...others],
    });
    await waitFor('the rights to be entitled', async () =>
      (await desk.read(distribution.id)).progress === 'ENTITLED' ? true : undefined,
    );
    const { body } = await desk.maker.get(
      `/api/v1/custody/entitlement/list?e=${distribution.id}&s=1`,
    );
    const [{ portfolioName }] = body.result;
    const elect = (quantity: string) =>
      desk.as('DEALER').post('/api/v1/custody/election/submit', {
        ...{ eventName: distribution.linkedEventName, portfolioName, optionNumber: 1, quantity },
      });
    await desk.at('2098-03-04');
    const onTime = await elect('3');
    assert.equal(onTime.status, 201, onTime.text);
    const days = { closing: businessDate('2098-03-04'), next: businessDate('2098-03-05') };
    const sameDay = { closing: businessDate('2098-03-03'), next: businessDate('2098-03-04') };
    assert.equal(await instructElections.run(desk.context, sameDay), 0);
    await desk.at('2098-03-05');
    const late = await elect('2');
    assert.deepEqual([late.status, late.body.msgCode], [422, 'ELECTION_DEADLINE_PASSED']);
    assert.equal(await instructElections.run(desk.context, days), 1);
  });
});

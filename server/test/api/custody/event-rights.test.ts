// A rights issue: proposed as one event, recorded as the distribution and the call on the rights.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
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
    const { versions } = await desk.read(call.id);
    assert.notEqual(versions[0].madeBy, versions[0].approvedBy, 'made by who proposed the issue');
  });

  it('is refused without what its rights need', async () => {
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
});

// All state transitions of leads and messages, tested one table at a time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MESSAGE_STATUSES,
  mayMoveMessage,
  statusFits,
} from '../../../../src/modules/crm/channel/message-state.js';
import {
  LEAD_STATUSES,
  mayMoveLead,
  statusWhenAssigned,
} from '../../../../src/modules/crm/lead/state.js';

test('a lead moves forward, or becomes DEAD or RECYCLED while it is open', () => {
  const allowed = new Set([
    ...['NEW>ASSIGNED', 'ASSIGNED>CONTACTED', 'CONTACTED>QUALIFIED', 'QUALIFIED>CONVERTED'],
    ...['NEW>DEAD', 'ASSIGNED>DEAD', 'CONTACTED>DEAD', 'QUALIFIED>DEAD'],
    ...['NEW>RECYCLED', 'ASSIGNED>RECYCLED', 'CONTACTED>RECYCLED', 'QUALIFIED>RECYCLED'],
    'RECYCLED>ASSIGNED',
  ]);
  for (const from of LEAD_STATUSES) {
    for (const to of LEAD_STATUSES) {
      const expected = from === to || allowed.has(`${from}>${to}`);
      assert.equal(mayMoveLead(from, to), expected, `${from} to ${to}`);
    }
  }
});

test('a lead without a user becomes ASSIGNED when it gets one', () => {
  assert.equal(statusWhenAssigned('NEW', true), 'ASSIGNED');
  assert.equal(statusWhenAssigned('RECYCLED', true), 'ASSIGNED');
  assert.equal(statusWhenAssigned('NEW', false), 'NEW');
  assert.equal(statusWhenAssigned('CONTACTED', true), 'CONTACTED');
  assert.equal(statusWhenAssigned('CONVERTED', true), 'CONVERTED');
});

test('a message never moves to an earlier status', () => {
  const order = [
    ...['DRAFT', 'QUEUED', 'IN_PROGRESS', 'SENT'],
    ...['FAILED', 'DELIVERED', 'READ', 'COMPLETED'],
  ];
  for (const from of MESSAGE_STATUSES) {
    for (const to of MESSAGE_STATUSES) {
      const forward = order.indexOf(to) > order.indexOf(from) && from !== 'SUPPRESSED';
      const suppressed = to === 'SUPPRESSED' && (from === 'DRAFT' || from === 'QUEUED');
      const expected = from === to || suppressed || (to !== 'SUPPRESSED' && forward);
      assert.equal(mayMoveMessage(from, to), expected, `${from} to ${to}`);
    }
  }
});

test('an inbound message is IN_PROGRESS, READ or COMPLETED', () => {
  const inbound = MESSAGE_STATUSES.filter((status) => statusFits('INBOUND', status));
  assert.deepEqual(inbound, ['IN_PROGRESS', 'READ', 'COMPLETED']);
  assert.ok(MESSAGE_STATUSES.every((status) => statusFits('OUTBOUND', status)));
});

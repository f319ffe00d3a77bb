// Activities and follow-ups over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { notifyDueActivities } from '../../../src/modules/crm/activity/due.js';
import {
  ACTIVITY_STATUSES,
  isCallToMake,
  isOpen,
  mayMoveActivity,
} from '../../../src/modules/crm/activity/state.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller } from '../../support/app.js';
import { type CrmApp, startCrmApp } from './crm-app.js';
import { addUsers, captured, idsAlong, qualified } from './crm-people.js';

const CREATE = '/api/v1/crm/activity/create';
const UPDATE = '/api/v1/crm/activity/update';
const READ = '/api/v1/crm/activity/id';
const LIST = '/api/v1/crm/activity/list';
const COMPLETE = '/api/v1/crm/activity/complete/id';
const CANCEL = '/api/v1/crm/activity/cancel/id';

let app: CrmApp;
let crm: Caller;
let lead: number;
let people = 0;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
  lead = await captured(crm, { firstName: 'Ada', lastName: 'Obi' });
});
after(() => app.stop());

const about = (relatedToId = lead) => ({ relatedTo: 'LEAD', relatedToId });
const planned = async (body: object = {}): Promise<number> => {
  const reply = await crm.post(CREATE, { kind: 'TASK', subject: 'A task', ...about(), ...body });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};
const person = (): object => {
  people += 1;
  return { lastName: `Person ${people}`, mobilePhone: `0803777${String(people).padStart(4, '0')}` };
};
const countOf = async (type: string, id: number): Promise<number> => {
  const rows = await app.db.query(
    sql`select from outbox_event where type = ${type} and subject_id = ${id}`,
  );
  return rows.length;
};
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

test('an open activity can be completed or cancelled, and no other change is allowed', () => {
  const allowed = new Set([
    ...['PLANNED>IN_PROGRESS', 'PLANNED>COMPLETED', 'PLANNED>CANCELLED'],
    ...['IN_PROGRESS>COMPLETED', 'IN_PROGRESS>CANCELLED'],
  ]);
  for (const from of ACTIVITY_STATUSES) {
    for (const to of ACTIVITY_STATUSES) {
      assert.equal(mayMoveActivity(from, to), allowed.has(`${from}>${to}`), `${from} to ${to}`);
    }
  }
  assert.deepEqual(ACTIVITY_STATUSES.filter(isOpen), ['PLANNED', 'IN_PROGRESS']);
  const call = { kind: 'CALL', status: 'PLANNED', direction: null } as const;
  assert.equal(isCallToMake(call), true);
  assert.equal(isCallToMake({ ...call, direction: 'INBOUND' }), false);
  assert.equal(isCallToMake({ ...call, status: 'COMPLETED' }), false);
  assert.equal(isCallToMake({ ...call, kind: 'MEETING' }), false);
});

describe('success', () => {
  test('an activity is planned, started, and completed with a follow-up', async () => {
    const [user = 0] = await addUsers(app, ['follower']);
    const reply = await crm.post(CREATE, {
      ...{ kind: 'call', subject: 'First call', ...about(), priority: 'high', assignedTo: user },
      dueDttm: ago(60_000),
    });
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.msgCode, 'ACTIVITY_CREATED');
    const { id, result } = reply.body;
    assert.deepEqual([result.status, result.kind, result.overdue], ['PLANNED', 'CALL', true]);
    assert.deepEqual((await crm.get(`${READ}/${id}`)).body, result);
    const begun = await crm.put(UPDATE, { id, status: 'IN_PROGRESS' }, { 'if-match': '"1"' });
    assert.equal(begun.body.result.status, 'IN_PROGRESS', begun.text);
    const done = await crm.put(`${COMPLETE}/${id}`, {
      outcome: 'Wants an offer',
      followUp: { kind: 'EMAIL', subject: 'Send the offer', dueDttm: '2030-01-01T08:00:00Z' },
    });
    assert.equal(done.status, 200, done.text);
    assert.equal(done.body.result.status, 'COMPLETED');
    assert.equal(done.body.result.overdue, false);
    assert.ok(done.body.result.endDttm);
    const { followUp } = done.body;
    assert.deepEqual([followUp.status, followUp.assignedTo], ['PLANNED', user]);
    assert.deepEqual([followUp.relatedTo, followUp.relatedToId], ['LEAD', lead]);
    assert.equal((await crm.get(`${READ}/${followUp.id}`)).body.subject, 'Send the offer');
    assert.equal(await countOf('activity.completed', id), 1);
  });

  test('a note is completed at once, and a past activity is recorded with its time', async () => {
    const note = await planned({ kind: 'NOTE', subject: 'Likes bonds' });
    assert.equal((await crm.get(`${READ}/${note}`)).body.status, 'COMPLETED');
    const endDttm = '2026-01-02T03:04:05.678Z';
    const call = await planned({
      kind: 'CALL',
      status: 'COMPLETED',
      direction: 'INBOUND',
      endDttm,
    });
    assert.equal((await crm.get(`${READ}/${call}`)).body.endDttm, endDttm);
    const reply = await crm.put(UPDATE, { id: call, outcome: 'Asked for the fees' });
    assert.equal(reply.status, 200, reply.text);
    const { body } = await crm.get(`${READ}/${call}`);
    assert.equal((await crm.put(UPDATE, body)).status, 200);
  });

  test('a list can be filtered and sorted by due time', async () => {
    const own = await captured(crm, person());
    const [user = 0] = await addUsers(app, ['lister']);
    const ids = [];
    for (const days of [3, 1, -2]) {
      const dueDttm = ago(-days * 86_400_000);
      ids.push(await planned({ ...about(own), dueDttm, assignedTo: user }));
    }
    await planned({ ...about(own), kind: 'NOTE' });
    const [late = 0, soon = 0, over = 0] = ids;
    const of = `relatedTo=LEAD&relatedToId=${own}`;
    assert.equal((await crm.get(`${LIST}?${of}`)).body.count, 4);
    assert.deepEqual(await idsAlong(crm, `${LIST}?${of}&sort=DUE&s=1`), [over, soon, late]);
    assert.deepEqual(await idsAlong(crm, `${LIST}?${of}&kind=TASK&s=2`), [over, soon, late]);
    assert.deepEqual(await idsAlong(crm, `${LIST}?${of}&overdue=true`), [over]);
    assert.equal((await crm.get(`${LIST}?${of}&overdue=false`)).body.count, 3);
    assert.equal((await crm.get(`${LIST}?assignedTo=${user}&status=planned`)).body.count, 3);
    const window = `dueFrom=${ago(0)}&dueTo=${ago(-2 * 86_400_000)}`;
    assert.deepEqual(await idsAlong(crm, `${LIST}?${of}&${window}`), [soon]);
  });

  test('a conversion moves the activities of a lead to its customer', async () => {
    const client = app.as('CLIENT');
    const id = await qualified(crm, { ...person(), firstName: 'Con' });
    const activity = await planned({ ...about(id) });
    const converted = await client.put(`/api/v1/crm/lead/convert/id/${id}`);
    assert.equal(converted.status, 200, converted.text);
    const { convertedCustomerId } = converted.body.result;
    const { body } = await crm.get(`${READ}/${activity}`);
    assert.deepEqual([body.relatedTo, body.relatedToId], ['CUSTOMER', convertedCustomerId]);
    const later = await planned({ ...about(id) });
    assert.equal((await crm.get(`${READ}/${later}`)).body.relatedToId, convertedCustomerId);
  });

  test('an activity that is written during a conversion moves to the customer', async () => {
    const client = app.as('CLIENT');
    for (let round = 0; round < 5; round += 1) {
      const id = await qualified(crm, { ...person(), firstName: 'Race' });
      const writes = Array.from({ length: 6 }, () => planned({ ...about(id) }));
      const [converted, ...made] = await Promise.all([
        client.put(`/api/v1/crm/lead/convert/id/${id}`),
        ...writes,
      ]);
      assert.equal(converted.status, 200, converted.text);
      const { convertedCustomerId } = converted.body.result;
      const list = await crm.get(`${LIST}?relatedTo=CUSTOMER&relatedToId=${convertedCustomerId}`);
      assert.equal(list.body.count, made.length);
    }
  });
});

describe('due activities', () => {
  test('send one event with several nodes, and another one after they are postponed', async () => {
    const ids = [];
    for (let index = 0; index < 5; index += 1) ids.push(await planned({ dueDttm: ago(1_000) }));
    const later = await planned({ dueDttm: ago(-3_600_000) });
    const done = await planned({ dueDttm: ago(1_000) });
    await crm.put(`${COMPLETE}/${done}`);
    await Promise.all(Array.from({ length: 4 }, () => notifyDueActivities(app.context)));
    await notifyDueActivities(app.context);
    for (const id of ids) assert.equal(await countOf('activity.due', id), 1);
    assert.equal(await countOf('activity.due', later), 0);
    const [id = 0] = ids;
    await crm.put(UPDATE, { id, dueDttm: ago(500) });
    await notifyDueActivities(app.context);
    assert.equal(await countOf('activity.due', id), 2);
  });

  test('a planned call is cancelled if the person opts out of calls', async () => {
    const own = await captured(crm, person());
    const call = await planned({ ...about(own), kind: 'CALL', dueDttm: ago(-3_600_000) });
    const meeting = await planned({ ...about(own), kind: 'MEETING', dueDttm: ago(-3_600_000) });
    await crm.put('/api/v1/crm/lead/update', { id: own, doNotCall: true });
    await app.db.query(sql`
      update activity set due_at = ${ago(1_000)} where id in (${call}, ${meeting})`);
    await notifyDueActivities(app.context);
    const { body } = await crm.get(`${READ}/${call}`);
    assert.deepEqual([body.status, body.outcome], ['CANCELLED', 'DO_NOT_CALL']);
    assert.equal(await countOf('activity.cancelled', call), 1);
    assert.equal((await crm.get(`${READ}/${meeting}`)).body.status, 'PLANNED');
    assert.equal(await countOf('activity.due', meeting), 1);
  });
});

describe('refusals', () => {
  test('400: a missing or unknown member, an id, or an end in the future', async () => {
    const reply = await crm.post(CREATE, { kind: 'DANCE', ...about(), theirs: 1 });
    assert.equal(reply.status, 400);
    assert.deepEqual([...reply.body.msgArgs].sort(), ['kind', 'subject', 'theirs']);
    const body = { kind: 'TASK', subject: 'x', ...about() };
    assert.equal((await crm.post(CREATE, { ...body, id: 9 })).status, 400);
    const future = { ...body, status: 'COMPLETED', endDttm: ago(-60_000) };
    assert.deepEqual((await crm.post(CREATE, future)).body.msgArgs, ['endDttm']);
    assert.equal((await crm.get(`${LIST}?cursor=x`)).status, 400);
    assert.equal((await crm.get(`${LIST}?relatedTo=TRADE_ORDER`)).status, 400);
  });

  test('401, 403 and 404', async () => {
    const id = await planned();
    assert.equal((await app.as('NOBODY').get(`${READ}/${id}`)).status, 401);
    assert.equal((await app.as('DEALER').put(`${COMPLETE}/${id}`)).status, 403);
    const elsewhere = app.asOffice('CRM', [900002n]);
    assert.equal((await elsewhere.get(`${READ}/${id}`)).status, 404);
    assert.equal((await elsewhere.put(`${CANCEL}/${id}`)).status, 404);
    assert.equal((await elsewhere.get(LIST)).body.count, 0);
    assert.equal((await crm.put(`${COMPLETE}/999999`)).status, 404);
  });

  test('409: an ended activity cannot be planned again or ended twice', async () => {
    const id = await planned();
    await crm.put(`${CANCEL}/${id}`, { outcome: 'Not wanted' });
    const again = await crm.put(`${COMPLETE}/${id}`);
    assert.equal(again.status, 409);
    assert.equal(again.body.msgCode, 'ACTIVITY_WRONG_STATE');
    assert.equal(again.body.msgArgs[0], 'CANCELLED');
    assert.equal((await crm.put(UPDATE, { id, status: 'IN_PROGRESS' })).status, 409);
    assert.equal((await crm.put(UPDATE, { id, priority: 'LOW' })).status, 409);
    assert.equal((await crm.put(UPDATE, { id, description: 'why' })).status, 200);
    const other = await planned();
    assert.equal((await crm.put(UPDATE, { id: other, status: 'COMPLETED' })).status, 409);
  });

  test('concurrent requests complete an activity once', async () => {
    const id = await planned();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => crm.put(`${COMPLETE}/${id}`)),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
  });

  test('412: an update of an old version', async () => {
    const id = await planned();
    await crm.put(UPDATE, { id, description: 'a' });
    const stale = { 'if-match': '"1"' };
    assert.equal((await crm.put(`${COMPLETE}/${id}`, {}, stale)).status, 412);
  });

  test('422: a call to a person who has opted out of calls', async () => {
    const own = await captured(crm, { ...person(), doNotCall: true });
    const call = { kind: 'CALL', subject: 'Offer', ...about(own) };
    const reply = await crm.post(CREATE, call);
    assert.equal(reply.status, 422);
    assert.deepEqual([reply.body.msgCode, reply.body.msgArgs], ['DO_NOT_CALL', ['kind']]);
    assert.equal((await crm.post(CREATE, { ...call, direction: 'INBOUND' })).status, 201);
    assert.equal((await crm.post(CREATE, { ...call, status: 'COMPLETED' })).status, 201);
    const task = await planned(about(own));
    assert.equal((await crm.put(UPDATE, { id: task, kind: 'CALL' })).body.msgCode, 'DO_NOT_CALL');
    const followUp = { kind: 'CALL', subject: 'Again' };
    const done = await crm.put(`${COMPLETE}/${task}`, { followUp });
    assert.equal(done.body.msgCode, 'DO_NOT_CALL');
    assert.equal((await crm.get(`${READ}/${task}`)).body.status, 'PLANNED');
  });

  test('422: an unknown or disabled user, another office, or another record', async () => {
    const unknown = await crm.post(CREATE, { kind: 'TASK', subject: 'x', ...about(999999) });
    assert.deepEqual(unknown.body.msgArgs, ['relatedToId']);
    const unseen = app.asOffice('CRM', [900002n]);
    const hidden = await unseen.post(CREATE, { kind: 'TASK', subject: 'x', ...about() });
    assert.equal(hidden.body.msgCode, 'UNKNOWN_REFERENCE');
    const [elsewhere = 0] = await addUsers(app, ['elsewhere'], [900002n]);
    const [disabled = 0] = await addUsers(app, ['disabled']);
    await app.db.query(sql`update principal set active = false where id = ${disabled}`);
    for (const assignedTo of [elsewhere, disabled, 999999]) {
      const reply = await crm.post(CREATE, { kind: 'TASK', subject: 'x', ...about(), assignedTo });
      assert.deepEqual([reply.status, reply.body.msgArgs], [422, ['assignedTo']], reply.text);
    }
    const id = await planned();
    const moved = await crm.put(UPDATE, { id, relatedTo: 'CUSTOMER' });
    assert.equal(moved.body.msgCode, 'REFERENCE_MISMATCH');
  });
});

describe('repeated key and dry run', () => {
  test('the same key and body plan one activity', async () => {
    const headers = { 'idempotency-key': `activity-${Date.now()}-0123456` };
    const body = { kind: 'TASK', subject: 'Once', ...about() };
    const first = await crm.post(CREATE, body, headers);
    assert.equal((await crm.post(CREATE, body, headers)).body.id, first.body.id);
  });

  test('a dry run does not complete the activity', async () => {
    const id = await planned();
    const reply = await crm.put(`${COMPLETE}/${id}`, {}, { prefer: 'dry-run' });
    assert.equal(reply.body.result.status, 'COMPLETED', reply.text);
    assert.equal((await crm.get(`${READ}/${id}`)).body.status, 'PLANNED');
  });
});

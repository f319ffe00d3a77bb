// Assigning leads over HTTP, by rules and by hand.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import type { Caller, TestReply } from '../../../support/app.js';
import { waitFor } from '../../../support/wait.js';
import { type CrmApp, startCrmApp } from '../crm-app.js';
import { addUsers, captured, qualified } from '../crm-people.js';

const CREATE = '/api/v1/crm/lead-assignment/create';
const UPDATE = '/api/v1/crm/lead-assignment/update';
const READ = '/api/v1/crm/lead-assignment/id';
const LIST = '/api/v1/crm/lead-assignment/list';
const ASSIGN = '/api/v1/crm/lead/assign';

let app: CrmApp;
let crm: Caller;
let users: number[];
let named = 0;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
});
after(() => app.stop());
beforeEach(async () => {
  named += 1;
  users = await addUsers(
    app,
    ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}${named}`),
  );
  await app.db.query(sql`update lead_assignment set active = false`);
});

const rule = async (body: object): Promise<number> => {
  const reply = await crm.post(CREATE, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};
// On a busy machine the reply may be 503. In that case nothing has changed, so the request is
// retried.
const leadOf = async (body: object): Promise<{ assignedTo?: number; status: string }> => {
  const reply = await waitFor('the server to have time', async () => {
    const answer = await crm.post('/api/v1/crm/lead/create', body);
    return answer.status !== 503 && answer;
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.result;
};
const countsOf = (ids: readonly (number | undefined)[]): number[] =>
  users.map((user) => ids.filter((id) => id === user).length);
const assign = (body: object): Promise<TestReply> => crm.put(ASSIGN, body);

describe('rules', () => {
  test('a hundred concurrent captures assign twenty leads to each of five users', async () => {
    await rule({ leadSource: 'web', assignees: users });
    const made = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        leadOf({ lastName: `Fair ${index}`, leadSource: index % 2 === 0 ? 'WEB' : ' Web ' }),
      ),
    );
    assert.deepEqual(countsOf(made.map(({ assignedTo }) => assignedTo)), [20, 20, 20, 20, 20]);
    assert.ok(made.every(({ status }) => status === 'ASSIGNED'));
  });

  test('a disabled user is skipped, and without any user the lead stays NEW', async () => {
    await rule({ assignees: users });
    await app.db.query(sql`update principal set active = false where id = ${users[1]}`);
    const made = [];
    for (let index = 0; index < 8; index += 1) made.push(await leadOf({ lastName: 'Some' }));
    assert.deepEqual(countsOf(made.map(({ assignedTo }) => assignedTo)), [2, 0, 2, 2, 2]);
    await app.db.query(sql`update principal set active = false where id = any(${users}::bigint[])`);
    const stranger = await leadOf({ lastName: 'Nobody' });
    assert.deepEqual([stranger.status, stranger.assignedTo], ['NEW', undefined]);
  });

  test('a rule for a source takes precedence over a rule for all sources', async () => {
    const [first = 0, second = 0] = users;
    await rule({ leadSource: 'REFERRAL', assignees: [first] });
    await rule({ assignees: [second] });
    assert.equal((await leadOf({ lastName: 'R', leadSource: 'referral' })).assignedTo, first);
    assert.equal((await leadOf({ lastName: 'W', leadSource: 'WEB' })).assignedTo, second);
    assert.equal((await leadOf({ lastName: 'N' })).assignedTo, second);
    const other = await leadOf({ lastName: 'O', businessOfficeId: 900002 });
    assert.equal(other.assignedTo, undefined);
  });

  test('a lead with a user keeps the user and uses no turn', async () => {
    await rule({ assignees: users });
    const [first = 0] = users;
    const own = await leadOf({ lastName: 'Own', assignedTo: users[3] });
    assert.equal(own.assignedTo, users[3]);
    assert.equal((await leadOf({ lastName: 'Turn' })).assignedTo, first);
    const dry = { lastName: 'Dry' };
    await crm.post('/api/v1/crm/lead/create', dry, { prefer: 'dry-run' });
    assert.equal((await leadOf({ lastName: 'Next' })).assignedTo, users[1]);
  });

  test('a rule is read, changed and listed', async () => {
    const id = await rule({ leadSource: 'event', assignees: users.slice(0, 2) });
    const { body, headers } = await crm.get(`${READ}/${id}`);
    assert.deepEqual([body.leadSource, body.label, body.turn], ['EVENT', 'EVENT', 0]);
    assert.equal(headers.get('etag'), '"1"');
    assert.equal((await crm.put(UPDATE, body)).status, 200);
    const changed = await crm.put(UPDATE, { id, assignees: users, active: false });
    assert.equal(changed.body.result.assignees.length, 5, changed.text);
    const list = await crm.get(`${LIST}?active=false`);
    assert.ok(list.body.result.some((one: { id: number }) => one.id === id));
    const told = await app.db.query(sql`
      select from outbox_event where type like 'lead-assignment.%' and subject_id = ${id}`);
    assert.equal(told.length, 3);
  });
});

describe('by hand', () => {
  test('many leads are assigned to one user, each with its own outcome', async () => {
    const [user = 0] = users;
    const fresh = await captured(crm, { lastName: 'Fresh' });
    const worked = await qualified(crm, { lastName: 'Worked' });
    const dead = await captured(crm, { lastName: 'Dead' });
    await crm.put('/api/v1/crm/lead/update', { id: dead, status: 'DEAD' });
    const hidden = await captured(crm, { lastName: 'Hidden', businessOfficeId: 900002 });
    const bound = app.asOffice('CRM', [900001n]);
    const leadIds = [fresh, worked, dead, hidden, 999999, fresh];
    const reply = await bound.put(ASSIGN, { leadIds, assignedTo: user });
    assert.equal(reply.status, 200, reply.text);
    const { assigned, refused, rows } = reply.body.result;
    assert.deepEqual([assigned, refused], [2, 3]);
    assert.deepEqual(
      rows.map((row: { outcome: string; msgCode?: string }) => row.msgCode ?? row.outcome),
      ['DONE', 'DONE', 'LEAD_WRONG_STATE', 'DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_FOUND'],
    );
    assert.deepEqual(
      rows.slice(0, 2).map((row: { status: string }) => row.status),
      ['ASSIGNED', 'QUALIFIED'],
    );
    const again = await assign({ leadIds: [fresh], assignedTo: user });
    assert.equal(again.body.result.rows[0].outcome, 'UNCHANGED');
    const told = await app.db.query(sql`
      select from outbox_event where type = 'lead.assigned' and subject_id = ${fresh}`);
    assert.equal(told.length, 1);
  });

  test('without a user, the rules assign leads in turns to users who may log in', async () => {
    const leadIds = [];
    for (let index = 0; index < 10; index += 1)
      leadIds.push(await captured(crm, { lastName: 'T' }));
    const none = await assign({ leadIds });
    assert.equal(none.body.result.rows[0].msgCode, 'UNKNOWN_REFERENCE');
    await rule({ assignees: users });
    const reply = await assign({ leadIds });
    const given = reply.body.result.rows.map((row: { assignedTo: number }) => row.assignedTo);
    assert.deepEqual(countsOf(given), [2, 2, 2, 2, 2]);
    const unknown = await assign({ leadIds, assignedTo: 999999 });
    assert.equal(unknown.body.result.refused, 10);
  });
});

describe('refusals', () => {
  test('400: no user, a user twice, an id, no leads', async () => {
    assert.equal((await crm.post(CREATE, { assignees: [] })).status, 400);
    const twice = await crm.post(CREATE, { assignees: [users[0], users[0]] });
    assert.deepEqual([twice.status, twice.body.msgArgs], [400, ['assignees/1']]);
    assert.equal((await crm.post(CREATE, { id: 4, assignees: users })).status, 400);
    assert.equal((await assign({ leadIds: [] })).status, 400);
    assert.equal((await crm.put(UPDATE, { active: false })).status, 400);
  });

  test('401, 403 and 404', async () => {
    const id = await rule({ assignees: users });
    assert.equal((await app.as('NOBODY').get(LIST)).status, 401);
    assert.equal((await app.as('OPERATIONS').put(UPDATE, { id })).status, 403);
    assert.equal((await app.as('DEALER').put(ASSIGN, { leadIds: [1] })).status, 403);
    const elsewhere = app.asOffice('CRM', [900002n]);
    assert.equal((await elsewhere.get(`${READ}/${id}`)).status, 404);
    assert.equal((await elsewhere.put(UPDATE, { id, active: false })).status, 404);
  });

  test('409: another active rule of the office and source', async () => {
    await rule({ leadSource: 'WEB', assignees: users });
    const reply = await crm.post(CREATE, { leadSource: 'web', assignees: users });
    assert.equal(reply.status, 409);
    assert.equal(reply.body.msgCode, 'LEAD_ASSIGNMENT_TAKEN');
    const racing = Array.from({ length: 6 }, () => crm.post(CREATE, { assignees: users }));
    const statuses = (await Promise.all(racing)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [201, 409, 409, 409, 409, 409]);
  });

  test('412 and 422: an old version, another office, users of other offices', async () => {
    const id = await rule({ assignees: users });
    assert.equal((await crm.put(UPDATE, { id, label: 'x' }, { 'if-match': '"7"' })).status, 412);
    const moved = await crm.put(UPDATE, { id, businessOfficeId: 900002 });
    assert.equal(moved.body.msgCode, 'REFERENCE_MISMATCH');
    const [elsewhere = 0] = await addUsers(app, [`far${named}`], [900002n]);
    const reply = await crm.put(UPDATE, { id, assignees: [elsewhere] });
    assert.deepEqual(
      [reply.body.msgCode, reply.body.msgArgs],
      ['UNKNOWN_REFERENCE', ['assignees/0']],
    );
  });
});

test('the same key and body assign leads once; a dry run assigns none', async () => {
  const [first = 0, second = 0] = users;
  const id = await captured(crm, { lastName: 'Key' });
  const body = { leadIds: [id], assignedTo: first };
  const dry = await crm.put(ASSIGN, body, { prefer: 'dry-run' });
  assert.equal(dry.body.result.assigned, 1, dry.text);
  assert.equal((await crm.get(`/api/v1/crm/lead/id/${id}`)).body.status, 'NEW');
  const headers = { 'idempotency-key': `assign-${Date.now()}-0123456` };
  const done = await crm.put(ASSIGN, body, headers);
  await assign({ leadIds: [id], assignedTo: second });
  assert.deepEqual((await crm.put(ASSIGN, body, headers)).body, done.body);
  assert.equal((await crm.get(`/api/v1/crm/lead/id/${id}`)).body.assignedTo, second);
});

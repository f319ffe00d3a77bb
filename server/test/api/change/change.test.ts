// Changes to reference data with four-eyes approval: permissions, states and effects.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeClient } from '../../../src/modules/identity/index.js';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, type Caller, callerOf, type Json } from '../../support/app.js';
import { addOffices } from '../identity/office.js';
import { type ChangeDesk, openChangeDesk } from './desk.js';

const PROPOSE = '/api/v1/parking/fee/propose';
const CHANGE = '/api/v1/system/change';

let desk: ChangeDesk;
before(async () => {
  desk = await openChangeDesk();
});
after(() => desk.close());

// Callers of the second server by name, each with its own API client.
const callers = new Map<string, Promise<Caller>>();
function as(role: string, name = role, officeIds?: readonly bigint[]): Promise<Caller> {
  const made = callers.get(name) ?? makeCaller(role, officeIds);
  callers.set(name, made);
  return made;
}

async function makeCaller(role: string, officeIds?: readonly bigint[]): Promise<Caller> {
  const { context } = desk.app;
  const principal = {
    kind: 'system',
    id: 0n,
    name: 'test',
    permissions: new Set<string>(),
    offices: undefined,
  } as const;
  const { row, clientSecret } = await context.db.transaction((tx) =>
    makeClient(
      { context, tx, principal, now: context.clock.now() },
      { label: role, roles: [role], officeIds },
    ),
  );
  return callerOf(desk.url, basic(row.name, clientSecret));
}

async function propose(place: string, fee: number, more: object = {}): Promise<Json> {
  const reply = await (await as('OPERATIONS')).post(PROPOSE, { place, fee, ...more });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

async function decide(step: string, id: number | string, role = 'APPROVER') {
  const body = step === 'reject' ? { reason: 'too low' } : undefined;
  return (await as(role)).put(`${CHANGE}/${step}/id/${id}`, body);
}

async function versionsOf(subject: string): Promise<Json[]> {
  const path = `${CHANGE}/version/list?kind=parking-fee&subject=${subject}`;
  return (await (await as('AUDITOR')).get(path)).body.result;
}

describe('success', () => {
  test('a change takes effect when a second person approves it, and not before', async () => {
    const made = await propose('Marina', 12.5, { note: 'new' });
    assert.equal(made.msgCode, 'REFERENCE_CHANGE_PROPOSED');
    assert.equal(made.result.state, 'PENDING');
    assert.equal(made.result.baseVersion, 0);
    assert.equal(made.result.before, undefined);
    assert.equal(made.result.reason, 'asked');
    assert.equal(await desk.feeOf('Marina'), undefined);
    const approved = await decide('approve', made.id);
    assert.equal(approved.status, 200, approved.text);
    assert.equal(approved.body.result.state, 'APPROVED');
    assert.equal(approved.body.result.appliedVersion, 1);
    assert.equal(approved.body.result.recordName, 'Marina-1');
    assert.equal(await desk.feeOf('Marina'), '12.5');
  });

  test('each version is stored with its maker, approver and body', async () => {
    await decide('approve', (await propose('Yaba', 10)).id);
    const second = await propose('Yaba', 11.25);
    assert.deepEqual(second.result.differences, [{ pointer: '/fee', before: 10, after: 11.25 }]);
    assert.equal(second.result.baseVersion, 1);
    await decide('approve', second.id);
    const versions = await versionsOf('Yaba');
    assert.deepEqual(
      versions.map(({ version, body }) => [version, body.fee]),
      [
        [2, 11.25],
        [1, 10],
      ],
    );
    const { madeBy, approvedBy, changeId } = versions[0];
    assert.equal(changeId, second.id);
    assert.notEqual(madeBy, approvedBy);
    assert.equal(madeBy, second.result.createdBy);
  });

  test('the digits of a body are preserved by proposal, approval and reading', async () => {
    const reply = await (await as('OPERATIONS')).post(
      PROPOSE,
      '{"place": "Ikeja", "fee": 0.123456789012345}',
    );
    await decide('approve', reply.body.id);
    assert.equal(await desk.feeOf('Ikeja'), '0.123456789012345');
    const read = await (await as('AUDITOR')).get(`${CHANGE}/id/${reply.body.id}`);
    assert.match(read.text, /"fee":0\.123456789012345[,}]/);
    assert.equal(read.headers.get('etag'), '"2"');
  });

  test('a rejected or withdrawn change does not change the record', async () => {
    const rejected = await decide('reject', (await propose('Lekki', 5)).id);
    assert.equal(rejected.body.result.state, 'REJECTED');
    assert.equal(rejected.body.result.decisionReason, 'too low');
    const withdrawn = await decide('withdraw', (await propose('Lekki', 6)).id, 'OPERATIONS');
    assert.equal(withdrawn.body.result.state, 'WITHDRAWN');
    assert.equal(await desk.feeOf('Lekki'), undefined);
    assert.deepEqual(await versionsOf('Lekki'), []);
  });

  test('changes are listed by state, kind and subject, newest first', async () => {
    const ids = [(await propose('Epe', 1)).id, (await propose('Epe', 2)).id];
    await decide('withdraw', ids[0], 'OPERATIONS');
    const auditor = await as('AUDITOR');
    const of = async (query: string) => (await auditor.get(`${CHANGE}/list?${query}`)).body;
    const all = await of('kind=parking-fee&subject=Epe');
    assert.deepEqual([all.count, all.result.map(({ id }: Json) => id)], [2, [ids[1], ids[0]]]);
    const pending = await of('subject=Epe&state=PENDING');
    assert.deepEqual(
      pending.result.map(({ id }: Json) => id),
      [ids[1]],
    );
    assert.equal((await of('kind=unheard-of')).msgCode, 'UNKNOWN_REFERENCE');
  });

  test('each step leaves an event with kind and subject', async () => {
    const { id } = await propose('Apapa', 3);
    await decide('approve', id);
    const events = await desk.app.db.query<{ type: string; data: object }>(
      sql`select type, data from outbox_event where subject_id = ${id}
        and type like 'reference-change.%' order by id`,
    );
    assert.deepEqual(
      events.map(({ type, data }) => [type, data]),
      [
        ['reference-change.proposed', { kind: 'parking-fee', subject: 'Apapa' }],
        ['reference-change.approved', { kind: 'parking-fee', subject: 'Apapa', version: 1 }],
      ],
    );
  });

  test('shipped records are version 1, once, regardless of how many nodes start', async () => {
    await Promise.all(Array.from({ length: 5 }, () => desk.ship('Airport', 20)));
    const versions = await versionsOf('Airport');
    assert.deepEqual(
      versions.map(({ version, madeBy, changeId }) => [version, madeBy, changeId]),
      [[1, 'system', undefined]],
    );
    await decide('approve', (await propose('Airport', 30)).id);
    await desk.ship('Airport', 20);
    assert.equal(await desk.feeOf('Airport'), '30');
  });
});

describe('400 and 401', () => {
  test('a body that the kind refuses is not stored', async () => {
    const maker = await as('OPERATIONS');
    const wrong = await maker.post(PROPOSE, { place: 'Surulere', fee: -1 });
    assert.equal(wrong.status, 400);
    assert.equal(wrong.body.errors[0].pointer, '/fee');
    assert.equal((await (await as('APPROVER')).put(`${CHANGE}/reject/id/1`, {})).status, 400);
    assert.equal((await callerOf(desk.url, {}).get(`${CHANGE}/list`)).status, 401);
  });
});

describe('403', () => {
  test("no user can decide on their own change or withdraw another user's change", async () => {
    const admin = await as('ADMIN');
    const own = await admin.post(PROPOSE, { place: 'Agege', fee: 1 });
    for (const step of ['approve', 'reject']) {
      const reply = await decide(step, own.body.id, 'ADMIN');
      assert.equal(reply.status, 403);
      assert.equal(reply.body.msgCode, 'OWN_WORK');
    }
    const foreign = await decide('withdraw', own.body.id, 'OPERATIONS');
    assert.equal(foreign.status, 403);
    assert.equal(foreign.body.msgCode, 'CHANGE_OF_ANOTHER');
  });

  test('a role without the permission, and a caller bound to offices, are refused', async () => {
    const { id } = await propose('Ajah', 1);
    assert.equal((await decide('approve', id, 'OPERATIONS')).body.msgCode, 'FORBIDDEN');
    assert.equal((await decide('approve', id, 'CLIENT')).body.msgCode, 'FORBIDDEN');
    const offices = await addOffices(desk.app, 1);
    const bound = await as('ADMIN', 'bound', offices);
    assert.equal((await bound.put(`${CHANGE}/approve/id/${id}`)).status, 403);
    assert.equal((await bound.post(PROPOSE, { place: 'Ajah', fee: 2 })).status, 403);
    assert.equal((await bound.get(`${CHANGE}/list`)).status, 403);
    assert.equal((await bound.get(`${CHANGE}/id/${id}`)).status, 403);
  });
});

describe('one person behind a user and an API client', () => {
  const admin = () => as('ADMIN');

  const NEW_PASSWORD = 'a password that no user knows';

  async function userWithGivenPassword(name: string): Promise<{ id: number; password: string }> {
    const made = await (await admin()).post('/api/v1/security/user/create', {
      username: name,
      roles: ['ADMIN'],
    });
    assert.equal(made.status, 201, made.text);
    return { id: made.body.id, password: made.body.result.password };
  }

  async function changePassword(name: string, password: string): Promise<Caller> {
    const body = { password, newPassword: NEW_PASSWORD };
    const given = callerOf(desk.url, basic(name, password));
    const changed = await given.put('/api/v1/security/own/password', body);
    assert.equal(changed.status, 200, changed.text);
    return callerOf(desk.url, basic(name, NEW_PASSWORD));
  }

  async function newUser(name: string): Promise<Caller> {
    const { password } = await userWithGivenPassword(name);
    return changePassword(name, password);
  }

  async function newClientOf(caller: Caller): Promise<{ caller: Caller; id: number }> {
    const reply = await caller.post('/api/v1/security/client/create', {
      label: 'A program',
      roles: ['ADMIN'],
    });
    const { clientId, clientSecret, id } = reply.body.result;
    return { caller: callerOf(desk.url, basic(clientId, clientSecret)), id };
  }

  async function expectOwn(maker: Caller, approver: Caller, place: string): Promise<number> {
    const made = await maker.post(PROPOSE, { place, fee: 1 });
    assert.equal(made.status, 201, made.text);
    const reply = await approver.put(`${CHANGE}/approve/id/${made.body.id}`);
    assert.equal(reply.status, 403, reply.text);
    assert.equal(reply.body.msgCode, 'OWN_WORK');
    return made.body.id;
  }

  test("cannot approve each other's work, nor can two clients of one user", async () => {
    const user = await newUser('ngozi');
    const client = await newClientOf(user);
    const other = await newClientOf(user);
    const grandchild = await newClientOf(client.caller);
    const id = await expectOwn(client.caller, user, 'own-1');
    await expectOwn(user, client.caller, 'own-2');
    await expectOwn(client.caller, other.caller, 'own-3');
    await expectOwn(user, grandchild.caller, 'own-4');
    assert.equal((await (await admin()).put(`${CHANGE}/approve/id/${id}`)).status, 200);
    const third = await newUser('third');
    const made = await client.caller.post(PROPOSE, { place: 'own-5', fee: 1 });
    assert.equal((await third.put(`${CHANGE}/approve/id/${made.body.id}`)).status, 200);
  });

  test("a user who was shown a client's secret is one person with the client", async () => {
    const maker = await newUser('amaka');
    const rotator = await newUser('bola');
    const client = await newClientOf(maker);
    const path = `/api/v1/security/client/rotate-secret/id/${client.id}`;
    const rotated = await rotator.put(path);
    const { clientId, clientSecret } = rotated.body.result;
    const again = callerOf(desk.url, basic(clientId, clientSecret));
    await expectOwn(again, rotator, 'own-6');
    await expectOwn(again, maker, 'own-7');
  });

  test('two users are one person while one uses a password that the other has set', async () => {
    const puppet = await userWithGivenPassword('puppet');
    const given = callerOf(desk.url, basic('puppet', puppet.password));
    await expectOwn(await admin(), given, 'own-8');
    await expectOwn(given, await admin(), 'own-9');
    const program = await newClientOf(await admin());
    await expectOwn(program.caller, given, 'own-10');
    const second = await userWithGivenPassword('second-puppet');
    const made = await given.post(PROPOSE, { place: 'own-11', fee: 1 });
    const other = callerOf(desk.url, basic('second-puppet', second.password));
    const path = `${CHANGE}/approve/id/${made.body.id}`;
    assert.equal((await other.put(path)).status, 200, 'each of the two has a person behind it');
    const own = await changePassword('puppet', puppet.password);
    const proposed = await (await admin()).post(PROPOSE, { place: 'own-12', fee: 1 });
    assert.equal((await own.put(`${CHANGE}/approve/id/${proposed.body.id}`)).status, 200);
    const reset = { id: puppet.id, password: 'a password that the administrator chose' };
    const updated = await (await admin()).put('/api/v1/security/user/update', reset);
    assert.equal(updated.status, 200, updated.text);
    await expectOwn(await admin(), callerOf(desk.url, basic('puppet', reset.password)), 'own-13');
  });
});

describe('404, 409, 412 and 422', () => {
  test('an unknown change does not exist', async () => {
    for (const step of ['approve', 'reject', 'withdraw']) {
      assert.equal((await decide(step, 999_999_999, 'ADMIN')).status, 404);
    }
    assert.equal((await (await as('ADMIN')).get(`${CHANGE}/id/999999999`)).status, 404);
  });

  test('a decided change refuses each further step with its state', async () => {
    const { id } = await propose('Oshodi', 1);
    await decide('approve', id);
    for (const [step, role] of [
      ['approve', 'APPROVER'],
      ['reject', 'APPROVER'],
      ['withdraw', 'OPERATIONS'],
    ] as const) {
      const reply = await decide(step, id, role);
      assert.equal(reply.status, 409, step);
      assert.equal(reply.body.msgCode, 'CHANGE_WRONG_STATE');
      assert.deepEqual(reply.body.msgArgs, ['APPROVED']);
    }
  });

  test('a change made from an earlier version is outdated', async () => {
    const [first, second] = [await propose('Ikoyi', 1), await propose('Ikoyi', 2)];
    assert.equal((await decide('approve', first.id)).status, 200);
    const late = await decide('approve', second.id);
    assert.equal(late.status, 409);
    assert.equal(late.body.msgCode, 'CHANGE_OUTDATED');
    assert.deepEqual(late.body.msgArgs, ['PENDING', '1']);
    assert.equal(await desk.feeOf('Ikoyi'), '1');
    assert.equal((await decide('reject', second.id)).status, 200);
  });

  test('If-Match with another version of the change is refused', async () => {
    const { id } = await propose('Ojota', 1);
    const approver = await as('APPROVER');
    const path = `${CHANGE}/approve/id/${id}`;
    assert.equal((await approver.put(path, undefined, { 'if-match': '"7"' })).status, 412);
    assert.equal((await approver.put(path, undefined, { 'if-match': '"1"' })).status, 200);
  });

  test('the check of the kind runs at the proposal and again at the approval', async () => {
    const refused = await (await as('OPERATIONS')).post(PROPOSE, { place: 'Ilupeju', fee: 1001 });
    assert.equal(refused.status, 422);
    assert.deepEqual(refused.body.msgArgs, ['fee']);
    const { id } = await propose('Ilupeju', 900);
    await desk.app.db.query(sql`update parking_limit set most = 500`);
    const late = await decide('approve', id);
    await desk.app.db.query(sql`update parking_limit set most = 1000`);
    assert.equal(late.status, 422);
    assert.equal(late.body.msgCode, 'PARKING_FEE_REFUSED');
    assert.equal((await decide('approve', id)).status, 200);
  });
});

describe('races', () => {
  test('only one of twenty parallel approvals of a change succeeds', async () => {
    const { id } = await propose('Festac', 1);
    const replies = await Promise.all(Array.from({ length: 20 }, () => decide('approve', id)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    const others = replies.filter(({ status }) => status !== 200);
    assert.ok(others.every(({ body }) => body.msgCode === 'CHANGE_WRONG_STATE'));
    assert.equal((await versionsOf('Festac')).length, 1);
  });

  test('nine of ten parallel approvals of changes to one record are outdated', async () => {
    const ids: number[] = [];
    for (let fee = 1; fee <= 10; fee += 1) ids.push((await propose('Mushin', fee)).id);
    const replies = await Promise.all(ids.map((id) => decide('approve', id)));
    const codes = replies.map(({ body }) => body.msgCode).sort();
    assert.deepEqual(codes, [
      ...Array.from({ length: 9 }, () => 'CHANGE_OUTDATED'),
      'REFERENCE_CHANGE_APPROVED',
    ]);
    assert.equal((await versionsOf('Mushin')).length, 1);
  });

  test('only one of a parallel approval and withdrawal succeeds', async () => {
    const { id } = await propose('Ketu', 1);
    const replies = await Promise.all([
      decide('approve', id),
      decide('withdraw', id, 'OPERATIONS'),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  });
});

describe('repeated key and dry run', () => {
  test('an approval with a repeated key runs once and gives an equal reply', async () => {
    const { id } = await propose('Magodo', 1);
    const approver = await as('APPROVER');
    const headers = { 'idempotency-key': 'magodo-approval-0001' };
    const path = `${CHANGE}/approve/id/${id}`;
    const first = await approver.put(path, undefined, headers);
    const second = await approver.put(path, undefined, headers);
    assert.deepEqual([second.status, second.body], [first.status, first.body]);
  });

  test('dry runs of proposal and approval show the result and store nothing', async () => {
    const maker = await as('OPERATIONS');
    const dry = await maker.post(`${PROPOSE}?dryRun=true`, { place: 'Gbagada', fee: 1 });
    assert.equal(dry.body.result.state, 'PENDING', dry.text);
    const { id } = await propose('Gbagada', 1);
    const approved = await decide('approve', `${id}?dryRun=true`);
    assert.equal(approved.body.result.state, 'APPROVED', approved.text);
    assert.equal(await desk.feeOf('Gbagada'), undefined);
    assert.deepEqual(await versionsOf('Gbagada'), []);
    assert.equal((await decide('approve', id)).status, 200);
  });
});

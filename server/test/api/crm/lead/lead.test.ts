// Leads over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LEAD_ONLY_MEMBERS } from '../../../../src/modules/crm/index.js';
import { sql } from '../../../../src/platform/database/sql.js';
import type { Caller } from '../../../support/app.js';
import { type CrmApp, startCrmApp } from '../crm-app.js';
import { addUsers } from '../crm-people.js';
import { leadSample } from './sample.js';

const CREATE = '/api/v1/crm/lead/create';
const UPDATE = '/api/v1/crm/lead/update';

let app: CrmApp;
let crm: Caller;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
});
after(() => app.stop());

const idOf = async (body: object): Promise<number> => {
  const reply = await crm.post(CREATE, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};
const leadCount = async (): Promise<bigint | undefined> =>
  (await app.db.query<{ n: bigint }>(sql`select count(*) as n from lead`))[0]?.n;

describe('success', () => {
  test('a capture returns the record, its code and its location', async () => {
    const reply = await crm.post(CREATE, { firstName: 'Ada', lastName: 'Obi' });
    assert.equal(reply.status, 201);
    assert.equal(reply.body.msgCode, 'LEAD_CAPTURED');
    assert.deepEqual(reply.body.msgArgs, [String(reply.body.id)]);
    assert.equal(reply.body.name, String(reply.body.id).padStart(10, '0'));
    assert.deepEqual(reply.body.duplicates, []);
    const { result } = reply.body;
    assert.equal(result.label, 'Ada Obi');
    assert.equal(result.leadType, 'INDIVIDUAL');
    assert.equal(result.status, 'NEW');
    assert.equal(result.active, true);
    assert.equal(reply.headers.get('location'), `/api/v1/crm/lead/id/${reply.body.id}`);
    const read = await crm.get(`/api/v1/crm/lead/id/${reply.body.id}`);
    assert.deepEqual(read.body, result);
    assert.equal(read.headers.get('etag'), '"1"');
  });

  test('every member of the specification is stored and returned', async () => {
    const { given, expected } = leadSample();
    const reply = await crm.post('/api/v1/partner/lead/create', given);
    assert.equal(reply.status, 201, reply.text);
    const read = await crm.get(`/api/v1/crm/lead/id/${reply.body.id}`);
    for (const [member, value] of Object.entries(expected)) {
      assert.deepEqual(read.body[member], value, member);
    }
  });

  test("the specification's own body, with its repeated members, is accepted", async () => {
    const body = `{"active":true,"autoRollover":true,"convertedAccount":0,"convertedContact":0,
      "firstName":"Sample","id":0,"name":"string","salutation":"string","convertedContact":0,
      "leadType":"INDIVIDUAL","salutation":"string","status":"NEW","autoRollover":true,
      "annualIncome":0,"assignedTo":0,"campaign":0,"homePhone":"string","extra":{"of":"theirs"}}`;
    const reply = await crm.post('/api/v1/partner/lead/create', body);
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.result.homePhone, 'string');
    assert.equal(reply.body.result.status, 'NEW');
    assert.equal('convertedContact' in reply.body.result, false);
  });

  test('the legacy mount returns the id in msgCode', async () => {
    const reply = await crm.post('/ebclient/rest/api/v1/partner/lead/create', { firstName: 'Old' });
    assert.equal(reply.status, 200);
    assert.equal(reply.body.msgCode, String(reply.body.id));
  });

  test('an update changes only the given members', async () => {
    const id = await idOf({ firstName: 'Bola', lastName: 'Ade', primaryCity: 'Ibadan' });
    const reply = await crm.put(UPDATE, { id, primaryCity: 'Lagos', doNotCall: 'TRUE' });
    assert.equal(reply.status, 200);
    assert.equal(reply.body.msgCode, 'LEAD_UPDATED');
    const { body } = await crm.get(`/api/v1/crm/lead/id/${id}`);
    assert.equal(body.primaryCity, 'Lagos');
    assert.equal(body.firstName, 'Bola');
    assert.equal(body.doNotCall, true);
  });

  test('a record may be sent back unchanged', async () => {
    const id = await idOf({ firstName: 'Round', lastName: 'Trip', annualIncome: '12.50' });
    const { body } = await crm.get(`/api/v1/crm/lead/id/${id}`);
    const reply = await crm.put(UPDATE, body);
    assert.equal(reply.status, 200, reply.text);
  });

  test('a lead is updated by its code alone', async () => {
    const id = await idOf({ firstName: 'By', lastName: 'Code' });
    const name = String(id).padStart(10, '0');
    const reply = await crm.put(UPDATE, { name, sex: 'F' });
    assert.equal(reply.body.id, id);
  });

  test('amounts keep every digit', async () => {
    const id = await idOf({ organization: 'Digits', annualIncome: '9999999999999.99' });
    const read = await crm.get(`/api/v1/crm/lead/id/${id}`);
    assert.match(read.text, /"annualIncome":9999999999999\.99[,}]/);
  });

  test('a new lead that gets a user becomes ASSIGNED', async () => {
    const [assignedTo = 0] = await addUsers(app, ['given']);
    const id = await idOf({ firstName: 'Given', assignedTo });
    const { body } = await crm.get(`/api/v1/crm/lead/id/${id}`);
    assert.equal(body.status, 'ASSIGNED');
    assert.equal(body.assignedTo, assignedTo);
  });

  test('a list has filters, a count and all pages', async () => {
    const source = `list-${Date.now()}`;
    for (let index = 0; index < 5; index += 1) {
      await idOf({ organization: source, leadType: 'organization', firstName: `N${index}` });
    }
    const seen: number[] = [];
    let path: string | undefined = `/api/v1/crm/lead/list?q=${source}&s=2&leadType=ORGANIZATION`;
    for (let page = 0; path !== undefined && page < 4; page += 1) {
      const reply = await crm.get(path);
      assert.equal(reply.body.count, 5);
      for (const lead of reply.body.result) seen.push(lead.id);
      path = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    assert.equal(seen.length, 5);
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => b - a),
    );
  });

  test('events contain no personal data', async () => {
    const id = await idOf({ firstName: 'Canary', mobilePhone: '08039990001' });
    await crm.put(UPDATE, { id, emailOptOut: true });
    const events = await app.db.query<{ type: string; data: object }>(
      sql`select type, data from outbox_event where subject_id = ${id} order by id`,
    );
    assert.deepEqual(
      events.map((event) => event.type),
      ['lead.captured', 'lead.updated'],
    );
    assert.doesNotMatch(JSON.stringify(events), /Canary|0803/);
    assert.match(JSON.stringify(events[1]), /"consent":true/);
  });
});

describe('duplicates are listed and not refused', () => {
  const named = (body: { duplicates: { id: number }[] }, id: number) =>
    body.duplicates.find((duplicate) => duplicate.id === id);

  test('by phone in another spelling and another member', async () => {
    const id = await idOf({ firstName: 'P', mobilePhone: '0803 777 0001' });
    const reply = await crm.post(CREATE, { firstName: 'Q', officePhone: '+234-803-777-0001' });
    assert.equal(reply.status, 201);
    assert.deepEqual(named(reply.body, id), {
      id,
      name: String(id).padStart(10, '0'),
      label: 'P',
      kind: 'LEAD',
      matchedOn: ['PHONE'],
    });
  });

  test('by e-mail address, and by its folded form', async () => {
    const id = await idOf({ firstName: 'E', emailAddress1: 'Eze+ngx@Example.com' });
    const exact = await crm.post(CREATE, { emailAddress2: 'eze+NGX@example.com' });
    assert.deepEqual(named(exact.body, id), {
      ...named(exact.body, id),
      matchedOn: ['EMAIL'],
    });
    const folded = await crm.post(CREATE, { emailAddress1: 'eze@example.com' });
    assert.deepEqual(named(folded.body, id), {
      ...named(folded.body, id),
      matchedOn: ['FOLDED_EMAIL'],
    });
  });

  test('by identifier, and by name with birth date', async () => {
    const id = await idOf({
      ...{ firstName: 'Uche', lastName: 'Eke', birthDate: '1990-01-31' },
      identifier: '2233 4455 667',
    });
    const byNumber = await crm.post(CREATE, { identifier: '22334455667' });
    assert.deepEqual(Object(named(byNumber.body, id)).matchedOn, ['IDENTIFIER']);
    const byName = await crm.post(CREATE, {
      ...{ firstName: 'UCHE', lastName: ' eke', birthDate: '1990-01-31' },
    });
    assert.deepEqual(Object(named(byName.body, id)).matchedOn, ['NAME_AND_BIRTH_DATE']);
    const otherDay = await crm.post(CREATE, {
      ...{ firstName: 'UCHE', lastName: 'eke', birthDate: '1990-02-01' },
    });
    assert.equal(named(otherDay.body, id), undefined);
  });

  test('a match key that an update removed no longer matches', async () => {
    const id = await idOf({ firstName: 'Moved', mobilePhone: '08037770077' });
    await crm.put(UPDATE, { id, mobilePhone: '08037770078' });
    const before = await crm.post(CREATE, { mobilePhone: '08037770077' });
    assert.equal(named(before.body, id), undefined);
    const now = await crm.post(CREATE, { mobilePhone: '08037770078' });
    assert.ok(named(now.body, id));
  });

  test('texts that are not phone numbers do not match', async () => {
    const id = await idOf({ firstName: 'Text', homePhone: 'string' });
    const reply = await crm.post(CREATE, { firstName: 'Other', homePhone: 'string' });
    assert.equal(named(reply.body, id), undefined);
  });

  test('at most the maximum number is listed', async () => {
    for (let index = 0; index < 25; index += 1) {
      await idOf({ firstName: `Many${index}`, mobilePhone: '08037770099' });
    }
    const reply = await crm.post(CREATE, { mobilePhone: '08037770099' });
    assert.equal(reply.body.duplicates.length, 20);
  });
});

describe('400', () => {
  test('every member of the wrong shape is listed, and nothing is written', async () => {
    const count = await leadCount();
    const reply = await crm.post(CREATE, {
      ...{ active: 'perhaps', annualIncome: '1e400', birthDate: '2023-02-30', leadType: 'ROBOT' },
      ...{ firstName: 'a\u0000b', lastName: { $ne: 1 }, noOfDependents: 1.5, status: 'OPEN' },
      ...{ homePhone: 'x'.repeat(65), primaryLatitude: 91, description: 'x'.repeat(4001) },
    });
    assert.equal(reply.status, 400);
    assert.equal(reply.body.msgCode, 'INVALID_REQUEST');
    assert.deepEqual(reply.body.errors.map((error: { pointer: string }) => error.pointer).sort(), [
      ...['/active', '/annualIncome', '/birthDate', '/description', '/firstName', '/homePhone'],
      ...['/lastName', '/leadType', '/noOfDependents', '/primaryLatitude', '/status'],
    ]);
    assert.equal(await leadCount(), count);
  });

  test('a repeated member with another value is refused', async () => {
    const reply = await crm.post(CREATE, '{"salutation":"Mr","salutation":"Mrs"}');
    assert.equal(reply.status, 400);
    assert.equal(reply.body.msgCode, 'MALFORMED_JSON');
  });

  test('an unknown member is refused on our own path', async () => {
    const reply = await crm.post(CREATE, { firstName: 'A', favouriteColour: 'red' });
    assert.equal(reply.status, 400);
    assert.deepEqual(reply.body.msgArgs, ['favouriteColour']);
  });

  test('a lead without a name, a number or an address is refused', async () => {
    for (const body of [{}, { leadType: 'ORGANIZATION', active: true }, { firstName: ' ' }]) {
      const reply = await crm.post(CREATE, body);
      assert.deepEqual([reply.status, reply.body.msgCode], [422, 'LEAD_EMPTY'], reply.text);
      assert.deepEqual(reply.body.msgArgs, ['lastName']);
    }
    for (const body of [{ label: 'Tall man' }, { otherPhone: '08037770123' }]) {
      assert.equal((await crm.post(CREATE, body)).status, 201, JSON.stringify(body));
    }
  });

  test('malformed bodies, ids in a capture and updates without a key are refused', async () => {
    for (const body of ['{', '[]', '"text"', '{"__proto__":{"a":1}}', '{"annualIncome":NaN}']) {
      assert.equal((await crm.post(CREATE, body)).status, 400, body);
    }
    assert.deepEqual((await crm.post(CREATE, { id: 5 })).body.msgArgs, ['id']);
    assert.equal((await crm.put(UPDATE, { firstName: 'A' })).status, 400);
    assert.equal((await crm.get('/api/v1/crm/lead/id/abc')).status, 400);
    assert.equal((await crm.get('/api/v1/crm/lead/list?s=501')).status, 400);
  });
});

describe('401 and 403', () => {
  test('callers without credentials or without the permission are refused', async () => {
    assert.equal((await app.as('NOBODY').post(CREATE, {})).status, 401);
    const reply = await app.as('DEALER').post(CREATE, {});
    assert.equal(reply.status, 403);
    assert.deepEqual(reply.body.msgArgs, ['crm.lead.create']);
    assert.equal((await app.as('AUDITOR').get('/api/v1/crm/lead/list')).status, 200);
    assert.equal((await app.as('AUDITOR').put(UPDATE, { id: 1 })).status, 403);
  });
});

describe('404', () => {
  test('a lead of another office is hidden, also as a duplicate', async () => {
    const id = await idOf({ firstName: 'Here', mobilePhone: '08037770222' });
    const elsewhere = app.asOffice('CRM', [900002n]);
    assert.equal((await elsewhere.get(`/api/v1/crm/lead/id/${id}`)).status, 404);
    assert.equal((await elsewhere.put(UPDATE, { id, sex: 'F' })).status, 404);
    const own = await elsewhere.post(CREATE, { mobilePhone: '08037770222' });
    assert.equal(own.body.result.businessOfficeId, 900002);
    assert.deepEqual(own.body.duplicates, []);
    const list = await elsewhere.get('/api/v1/crm/lead/list');
    assert.equal(list.body.count, 1);
  });

  test('a lead that does not exist is not found by reads and updates', async () => {
    assert.equal((await crm.get('/api/v1/crm/lead/id/999999')).status, 404);
    const reply = await crm.put(UPDATE, { id: 999999, firstName: 'A' });
    assert.equal(reply.status, 404);
    assert.equal(reply.body.msgCode, 'DOCUMENT_NOT_FOUND');
    assert.equal((await crm.get(`/api/v1/crm/lead/id/${'9'.repeat(15)}`)).status, 404);
  });
});

describe('409 and 412', () => {
  test('a change that is not allowed returns the current state', async () => {
    const id = await idOf({ firstName: 'Skips' });
    const reply = await crm.put(UPDATE, { id, status: 'QUALIFIED' });
    assert.equal(reply.status, 409);
    assert.equal(reply.body.msgCode, 'LEAD_WRONG_STATE');
    assert.equal(reply.body.msgArgs[0], 'NEW');
  });

  test('updates reach every state but CONVERTED', async () => {
    const id = await idOf({ firstName: 'Walks' });
    for (const status of ['assigned', 'CONTACTED', 'QUALIFIED', 'QUALIFIED']) {
      assert.equal((await crm.put(UPDATE, { id, status })).status, 200, status);
    }
    const reply = await crm.put(UPDATE, { id, status: 'CONVERTED' });
    assert.equal(reply.status, 409);
    assert.deepEqual(reply.body.msgArgs, ['QUALIFIED', 'CONVERTED']);
  });

  test('an update of an old version is refused', async () => {
    const id = await idOf({ firstName: 'Versions' });
    const first = await crm.put(UPDATE, { id, sex: 'F' }, { 'if-match': '"1"' });
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('etag'), '"2"');
    const second = await crm.put(UPDATE, { id, sex: 'M' }, { 'if-match': '"1"' });
    assert.equal(second.status, 412);
  });

  test('one of ten concurrent updates of one version succeeds', async () => {
    const id = await idOf({ firstName: 'Race' });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        crm.put(UPDATE, { id, title: `T${index}` }, { 'if-match': '"1"' }),
      ),
    );
    assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
    assert.equal(replies.filter((reply) => reply.status === 412).length, 9);
  });
});

describe('413', () => {
  test('a body of 20 MB is refused before it is read', async () => {
    const reply = await crm.post(CREATE, `{"firstName":"${'x'.repeat(20_000_000)}"}`);
    assert.equal(reply.status, 413);
  });
});

describe('422', () => {
  test('a malformed e-mail address is refused with its member', async () => {
    const members = ['emailAddress1', 'emailAddress2', 'emailAddressAutoBcc'];
    for (const wrong of ['string', 'a@b', '@example.com', 'a b@example.com', 'a@exa mple.com']) {
      for (const member of members) {
        const reply = await crm.post(CREATE, { firstName: 'Mail', [member]: wrong });
        assert.equal(reply.status, 422, wrong);
        assert.equal(reply.body.msgCode, 'EMAIL_WRONG');
        assert.deepEqual(reply.body.msgArgs, [member]);
      }
    }
  });

  test('an office that does not exist, or two that differ, are refused', async () => {
    const unknown = await crm.post(CREATE, { businessOfficeName: 'NOWHERE' });
    assert.equal(unknown.status, 422);
    assert.equal(unknown.body.msgCode, 'UNKNOWN_REFERENCE');
    const names = { businessOfficeId: 900001, businessOfficeName: '900002' };
    assert.equal((await crm.post(CREATE, names)).body.msgCode, 'REFERENCE_MISMATCH');
    const foreign = await app.asOffice('CRM', [900001n]).post(CREATE, { businessOfficeId: 900002 });
    assert.equal(foreign.body.msgCode, 'UNKNOWN_REFERENCE');
  });

  test('a lead cannot be captured in a later state', async () => {
    for (const status of ['CONVERTED', 'DEAD', 'RECYCLED', 'CONTACTED', 'QUALIFIED']) {
      const reply = await crm.post(CREATE, { firstName: 'Starts', status });
      assert.equal(reply.status, 422, status);
      assert.equal(reply.body.msgCode, 'LEAD_STATUS_NOT_INITIAL');
    }
  });
});

describe('repeated key and dry run', () => {
  test('the same key and body replay the first reply and capture one lead', async () => {
    const headers = { 'idempotency-key': `lead-${Date.now()}-0123456789` };
    const first = await crm.post(CREATE, { firstName: 'Once' }, headers);
    const second = await crm.post(CREATE, { firstName: 'Once' }, headers);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(second.body.id, first.body.id);
    const other = await crm.post(CREATE, { firstName: 'Twice' }, headers);
    assert.equal(other.status, 422);
  });

  test('a dry run lists duplicates and stores nothing', async () => {
    const id = await idOf({ firstName: 'Real', mobilePhone: '08037770111' });
    const count = await leadCount();
    const reply = await crm.post(`${CREATE}?dryRun=true`, {
      firstName: 'Try',
      mobilePhone: '08037770111',
    });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.dryRun, true);
    assert.equal(reply.body.duplicates[0].id, id);
    assert.equal('id' in reply.body.result, false);
    assert.equal(await leadCount(), count);
  });
});

test('members that only leads have distinguish a lead from a term instrument', () => {
  for (const member of ['leadType', 'firstName', 'lastName', 'leadSource', 'emailAddress1']) {
    assert.ok(LEAD_ONLY_MEMBERS.has(member), member);
  }
  const shared = ['id', 'name', 'label', 'status', 'autoRollover', 'active', 'description'];
  for (const member of shared) assert.ok(!LEAD_ONLY_MEMBERS.has(member), member);
});

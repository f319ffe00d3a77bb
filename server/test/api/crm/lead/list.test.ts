// Lead lists and exported lead files over HTTP.

import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { exportLeads } from '../../../../src/modules/crm/lead/list.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { givenText } from '../../../../src/platform/files/sheet.js';
import type { Caller } from '../../../support/app.js';
import { xlsxRows } from '../../../support/xlsx.js';
import { type CrmApp, startCrmApp } from '../crm-app.js';
import { addUsers, captured, idsAlong } from '../crm-people.js';

const LIST = '/api/v1/crm/lead/list';

let app: CrmApp;
let crm: Caller;
const ids: Record<string, number> = {};

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
  const [assignedTo = 0] = await addUsers(app, ['assignee']);
  ids.assignee = assignedTo;
  ids.ada = await captured(crm, {
    ...{ firstName: 'Ada', lastName: 'Zubair', leadSource: 'Web', emailOptOut: true },
    ...{ mobilePhone: '0803 111 0001', identifier: '22233344455' },
  });
  ids.bola = await captured(crm, {
    ...{ firstName: 'Bola', lastName: 'adewale', leadSource: 'EVENT', assignedTo },
    ...{ emailAddress1: 'Bola@Example.com', businessOfficeId: 900002, doNotCall: true },
  });
  ids.formula = await captured(crm, {
    ...{ organization: '=HYPERLINK("http://x","y")', leadType: 'ORGANIZATION' },
    ...{ description: '+2348031110003 says "hi"' },
  });
  ids.gone = await captured(crm, {
    ...{ firstName: 'Gone', lastName: 'Mustafa', active: false, prefix: 'Dr', sex: 'M' },
    ...{ birthDate: '1990-02-03', annualIncome: 1_250.5, primaryStreet: '12 Marina' },
    ...{ webSite: 'https://example.com/gone', title: 'CFO', description: 'Met at a fair' },
  });
  await app.db.query(sql`
    update lead set created_at = '2025-03-01T12:00:00Z', modified_at = '2025-03-01T12:00:00Z'
    where id = ${ids.gone}`);
});
after(() => app.stop());

const found = async (query: string): Promise<string[]> => {
  const listed = await idsAlong(crm, `${LIST}?s=1&${query}`);
  const reply = await crm.get(`${LIST}?${query}`);
  assert.equal(reply.body.count, listed.length, query);
  return listed.map((id) => Object.keys(ids).find((name) => ids[name] === id) ?? String(id));
};

/** Compares each cell of an exported file with the list member that its column title names. */
async function listedMembers(caller: Caller, file: string): Promise<readonly string[]> {
  const { result } = (await caller.get(`${LIST}?sort=OLDEST`)).body;
  const [titles = [], ...rows]: string[][] = parse(file, { bom: true });
  assert.deepEqual(
    rows.slice(0, -1).map((row) => row.map(givenText)),
    result.map((record: Record<string, unknown>) =>
      titles.map((title) => String(record[title] ?? '')),
    ),
  );
  return titles;
}

describe('success', () => {
  test('each filter finds its leads, page by page', async () => {
    const expected: readonly [query: string, names: readonly string[]][] = [
      ['status=new', ['gone', 'formula', 'ada']],
      ['status=ASSIGNED', ['bola']],
      ['leadType=ORGANIZATION', ['formula']],
      ['leadSource=web', ['ada']],
      ['businessOfficeId=900002', ['bola']],
      ['businessOfficeName=900002', ['bola']],
      [`assignedTo=${ids.assignee}`, ['bola']],
      ['unassigned=true', ['gone', 'formula', 'ada']],
      ['active=false', ['gone']],
      ['emailOptOut=true', ['ada']],
      ['doNotCall=true', ['bola']],
      ['doNotCall=false&smsOptOut=false&doNotShare=false', ['gone', 'formula', 'ada']],
      ['sd=2025-03-01&ed=2025-03-01', ['gone']],
      ['sd=2025-03-02', ['formula', 'bola', 'ada']],
      ['ed=2025-02-28', []],
      ['q=hyperlink', ['formula']],
      ['q=08031110001', ['ada']],
      ['q=bola@example.COM', ['bola']],
      ['q=100%25', []],
      [`q=${String(ids.ada).padStart(10, '0')}`, ['ada']],
      ['status=new&leadSource=WEB&q=ada', ['ada']],
    ];
    for (const [query, names] of expected) {
      assert.deepEqual([query, await found(query)], [query, names]);
    }
    const nowhere = await crm.get(`${LIST}?businessOfficeName=nowhere`);
    assert.deepEqual([nowhere.status, nowhere.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
  });

  test('each order continues over pages', async () => {
    assert.deepEqual(await found('sort=NEWEST'), ['gone', 'formula', 'bola', 'ada']);
    assert.deepEqual(await found('sort=OLDEST'), ['ada', 'bola', 'formula', 'gone']);
    assert.deepEqual(await found('sort=NAME'), ['formula', 'bola', 'gone', 'ada']);
    await crm.put('/api/v1/crm/lead/update', { id: ids.ada, sex: 'F' });
    assert.deepEqual(await found('sort=LAST_CHANGED'), ['ada', 'formula', 'bola', 'gone']);
  });

  test('a file has every lead that matches the filters, and no formula', async () => {
    const reply = await crm.get(`${LIST}/csv?sort=OLDEST&active=true`);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get('x-row-count'), '3');
    assert.match(reply.headers.get('content-disposition') ?? '', /attachment.*leads\.csv/);
    const lines = reply.text.replace('\uFEFF', '').trim().split('\r\n');
    assert.equal(lines.length, 5);
    assert.match(lines[0] ?? '', /^id,name,label,status,leadType,/);
    assert.match(lines[1] ?? '', /Ada/);
    assert.match(lines[4] ?? '', /^END,3,/);
    assert.match(reply.text, /'=HYPERLINK/);
    assert.match(reply.text, /'\+2348031110003 says/);
    assert.ok(!reply.text.includes('22233344455'), 'a number of a document is in no list');
    const bound = await app.asOffice('CRM', [900002n]).get(`${LIST}/csv`);
    assert.equal(bound.headers.get('x-row-count'), '1');
  });

  test('a file shows each member as a list does, masked in the same way', async () => {
    const titles = await listedMembers(crm, (await crm.get(`${LIST}/csv?sort=OLDEST`)).text);
    assert.ok(titles.length >= 49, titles.join());
    // Every role that may export also sees personal data, so this principal has no permissions.
    const principal = {
      ...({ kind: 'system', id: 0n, name: 'test', offices: undefined } as const),
      permissions: new Set<string>(),
    };
    const call = { context: app.context, db: app.db, principal };
    const { bytes } = await exportLeads(call, { sort: 'OLDEST' }, 'csv');
    const masked = Buffer.isBuffer(bytes) ? bytes.toString() : await text(bytes);
    await listedMembers(app.as('AUDITOR'), masked);
    assert.match(masked, /B\*\*\*@Example\.com/);
  });

  test('an XLSX file has the same cells', async () => {
    const header = await app.header('CRM');
    const response = await fetch(`${app.url}${LIST}/xlsx?leadSource=web`, { headers: header });
    assert.equal(response.status, 200);
    const rows = xlsxRows(Buffer.from(await response.arrayBuffer()));
    assert.equal(response.headers.get('x-row-count'), '1');
    assert.equal(rows.length, 3);
    assert.ok([...(rows[1]?.values() ?? [])].some(({ text }) => text === 'Zubair'));
  });

  test('a file that is read in several steps has each lead once', async () => {
    await app.db.query(sql`
      insert into lead select (jsonb_populate_record(l, jsonb_build_object('id', 5000000 + i,
        'name', 'bulk ' || i, 'last_name', 'Bulk ' || i % 7))).*
      from lead l, generate_series(1, 2500) i where l.id = ${ids.formula}`);
    for (const sort of ['NEWEST', 'NAME']) {
      const reply = await crm.get(`${LIST}/csv?q=bulk&sort=${sort}`);
      assert.equal(reply.headers.get('x-row-count'), '2500');
      const listed = reply.text.match(/^50\d{5},/gm) ?? [];
      assert.equal(new Set(listed).size, 2500);
    }
  });
});

test('refuses a wrong filter, and callers without the permission to export', async () => {
  assert.deepEqual((await crm.get(`${LIST}?sort=UGLY`)).body.msgArgs, ['sort']);
  assert.equal((await crm.get(`${LIST}?theirs=1`)).status, 400);
  assert.equal((await crm.get(`${LIST}?sort=NAME&cursor=YWZ0ZXI6MQ`)).status, 400);
  assert.equal((await app.as('NOBODY').get(`${LIST}/csv`)).status, 401);
  assert.equal((await app.as('DEALER').get(LIST)).status, 200);
  assert.equal((await app.as('DEALER').get(`${LIST}/csv`)).status, 403);
});

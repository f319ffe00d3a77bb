// Lead imports over HTTP: check, commit and undo.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import type { Caller, Json, TestReply } from '../../../support/app.js';
import { type CrmApp, startCrmApp } from '../crm-app.js';
import { addUsers, captured } from '../crm-people.js';

const IMPORT = '/api/v1/crm/lead/import';

let app: CrmApp;
let crm: Caller;
let people = 0;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
});
after(() => app.stop());

const csv = { 'content-type': 'text/csv' };
const send = (file: string, query = ''): Promise<TestReply> =>
  crm.post(`${IMPORT}${query}`, file, csv);
const imported = async (file: string, query = ''): Promise<Json> => {
  const reply = await send(file, query);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
};
const commit = (id: number, body: object = {}): Promise<TestReply> =>
  crm.put(`${IMPORT}/commit/id/${id}`, body);
const undo = (id: number): Promise<TestReply> => crm.put(`${IMPORT}/undo/id/${id}`);
const phone = (): string => {
  people += 1;
  return `0803222${String(people).padStart(4, '0')}`;
};
const rowsOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Row,Number ${index},${phone()}\n`).join('');
const leadCount = async (): Promise<number> =>
  (await crm.get('/api/v1/crm/lead/list?active=true')).body.count;
const verdictsOf = ({ verdicts }: Json): string[] =>
  verdicts.map((one: Json) => one.outcome ?? one.verdict);

describe('the check of a file', () => {
  test('has a verdict per row: accepted, duplicate or refused', async () => {
    const known = await captured(crm, { firstName: 'Known', mobilePhone: '0803 222 9000' });
    const own = phone();
    const before = await leadCount();
    const { result } = await imported(
      [
        'First name;Surname;GSM;E-mail;Date of birth;Source;No of dependents;BVN',
        `Ada;Obi;${own};ada.obi@example.com;1990-02-28;EVENT;2;22200011122`,
        'Bola;Ade;+2348032229000;;;;;',
        `Ada;Obi;0${Number(own)};;;;;`,
        'Chi;Eze;;not-an-address;;;;',
        'Dan;Musa;;;1990-02-30;;;',
        'Efe;Oro;;;;;many;',
        ';;;;;EVENT;;',
      ].join('\n'),
    );
    assert.equal(result.state, 'PREVIEWED');
    const { rows, accepted, duplicates, refused, verdicts } = result;
    assert.deepEqual([rows, accepted, duplicates, refused], [7, 1, 2, 4]);
    assert.deepEqual(verdicts[1].matches, [{ kind: 'LEAD', id: known, matchedOn: ['PHONE'] }]);
    assert.deepEqual(verdicts[2].matches, [{ kind: 'ROW', id: 1, matchedOn: ['PHONE'] }]);
    assert.deepEqual(
      verdicts.slice(3).map((one: Json) => [one.code, one.member]),
      [
        ['EMAIL_WRONG', 'emailAddress1'],
        ['WRONG_SHAPE', 'birthDate'],
        ['WRONG_SHAPE', 'noOfDependents'],
        ['LEAD_EMPTY', 'lastName'],
      ],
    );
    assert.equal(await leadCount(), before);
  });

  test('reads other encodings, stated or found, and shows which', async () => {
    const text = `firstName\tlastName\tphone\nJosé\tNúñez\t${phone()}\n`;
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const latin = Buffer.from(text, 'latin1');
    const cases = [
      [utf16, 'text/csv', 'UTF-16LE', 'MARK'],
      [utf16, 'text/csv; charset=utf-16', 'UTF-16LE', 'MARK'],
      [latin, 'text/csv', 'WINDOWS-1252', 'CONTENT'],
      [latin, 'text/csv; charset=ISO-8859-1', 'ISO-8859-1', 'REQUEST'],
    ] as const;
    for (const [bytes, type, encoding, encodingFrom] of cases) {
      const response = await fetch(`${app.url}${IMPORT}?dryRun=true`, {
        method: 'POST',
        headers: { ...(await app.header('CRM')), 'content-type': type },
        body: bytes,
      });
      const body: Json = await response.json();
      assert.equal(response.status, 200, JSON.stringify(body));
      assert.deepEqual(
        [body.result.accepted, body.reading.encoding, body.reading.encodingFrom],
        [1, encoding, encodingFrom],
      );
    }
  });

  test('stops at a column about consent until it is mapped or left out', async () => {
    const file = Buffer.from(`First name,Phone,Fax opt out\nAda,${phone()},1\n`).toString('base64');
    const stopped = await crm.post(`${IMPORT}?dryRun=true`, { file });
    assert.equal(stopped.status, 422, stopped.text);
    assert.deepEqual(
      [stopped.body.msgCode, stopped.body.msgArgs],
      ['CONSENT_COLUMN_NOT_MAPPED', ['Fax opt out']],
    );
    const header = 'Fax opt out';
    for (const mapping of [[{ header }], [{ header, member: 'doNotShare' }]]) {
      const reply = await crm.post(`${IMPORT}?dryRun=true`, { file, mapping });
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.body.result.accepted, 1);
    }
  });

  test('a birth date that is a number is refused, in a file and in JSON rows', async () => {
    const rows = [{ firstName: 'Ada', mobilePhone: phone(), birthDate: '1990' }];
    const { body } = await crm.post(`${IMPORT}?dryRun=true`, { rows });
    assert.deepEqual(
      [body.result.verdicts[0].code, body.result.verdicts[0].member],
      ['WRONG_SHAPE', 'birthDate'],
    );
  });

  test('captures full names, and rows that the preview refused stay refused', async () => {
    const own = phone();
    const text = `full_name,phone_number,Mobile\nNgozi Ada Okafor,${own},${phone()}\nX,1,2.3E+12\n`;
    const made = await crm.post(IMPORT, { csv: text });
    assert.equal(made.status, 201, made.text);
    const path = `${IMPORT}/commit/id/${made.body.id}`;
    const { result } = (await crm.put(path, { duplicates: 'CAPTURE' })).body;
    assert.deepEqual(verdictsOf(result), ['CAPTURED', 'SKIPPED']);
    const lead = (await crm.get(`/api/v1/crm/lead/id/${result.verdicts[0].leadId}`)).body;
    assert.deepEqual(
      [lead.firstName, lead.lastName, lead.label, lead.otherPhone],
      ['Ngozi Ada', 'Okafor', 'Ngozi Ada Okafor', own],
    );
  });

  test('stores nothing in a dry run', async () => {
    const reply = await crm.post(IMPORT, `firstName,lastName,phone\n${rowsOf(2)}`, {
      ...csv,
      prefer: 'dry-run',
    });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(verdictsOf(reply.body.result), ['ACCEPTED', 'ACCEPTED']);
    const lists = await crm.get(`${IMPORT}/list?state=PREVIEWED`);
    assert.ok(lists.body.result.every((one: Json) => one.id > 0));
  });

  test('accepts rows as JSON, and warns of an import of the same rows', async () => {
    const rows = [{ firstName: 'Json', lastName: 'Row', mobilePhone: phone() }];
    const first = await crm.post(IMPORT, { rows });
    assert.equal(first.status, 201, first.text);
    assert.equal('warnings' in first.body, false);
    const second = await crm.post(IMPORT, { rows });
    assert.equal(second.body.warnings[0].code, 'LOOKS_LIKE_REPEAT');
    assert.equal(second.body.warnings[0].id, first.body.id);
  });

  test('accepts the corrected file of refused rows', async () => {
    const mobile = `+234${phone().slice(-10)}`;
    const row = `-Minus,=Formula,${mobile},it's,maybe`;
    const { id } = await imported(`firstName,lastName,phone,text,emailOptOut\n${row}\n`);
    const { text } = await crm.get(`${IMPORT}/errors/id/${id}`);
    assert.match(text, /'-Minus/);
    const mended = await imported(text.replace('maybe', 'false'));
    assert.deepEqual(verdictsOf(mended.result), ['ACCEPTED']);
    await commit(mended.id);
    const [lead] = (await crm.get('/api/v1/crm/lead/list?q=Formula')).body.result;
    assert.deepEqual(
      [lead.firstName, lead.lastName, lead.mobilePhone],
      ['-Minus', '=Formula', mobile],
    );
  });

  test('stores no number of a document in plain text', async () => {
    const bvn = '22299988877';
    const { id } = await imported(`firstName,bvn,email\nSealed,${bvn},wrong\n`);
    const stored = await app.db.query(sql`select r::text from lead_import_row r`);
    assert.ok(!JSON.stringify(stored).includes(bvn));
    const errors = await crm.get(`${IMPORT}/errors/id/${id}`);
    assert.ok(!errors.text.includes(bvn));
    const row = { firstName: 'Sealed', identifier: bvn, mobilePhone: phone() };
    const right = await crm.post(IMPORT, { rows: [row] });
    await commit(right.body.id);
    const [lead] = (await crm.get('/api/v1/crm/lead/list?q=Sealed')).body.result;
    const read = await app.as('ADMIN').get(`/api/v1/crm/lead/id/${lead.id}`);
    assert.equal(read.body.identifier, bvn);
  });
});

describe('the columns of a file', () => {
  const asJson = (body: object): Promise<TestReply> => crm.post(IMPORT, body);
  const german = () =>
    ['Vorname;Nachname;Handy;Ort;', `Ada;Obi;${phone()};Jos;x`, `Bola;Ade;${phone()};Kano;y`].join(
      '\n',
    );

  test('that were not read are listed, and the others are shown with their members', async () => {
    const file = `First Name,Colour,Surname,mobile,gsm,\nAda,red,Obi,${phone()},1,2\n`;
    const { warnings, result, id } = await imported(file);
    assert.deepEqual(warnings, [
      {
        code: 'COLUMNS_NOT_READ',
        detail: 'columns not read: Colour, gsm, (column 6)',
        columns: ['Colour', 'gsm', '(column 6)'],
      },
    ]);
    const { body } = await crm.get(`${IMPORT}/id/${id}`);
    assert.deepEqual(body.columns, result.columns);
    assert.deepEqual(
      body.columns.map(({ header, member }: Json) => [header, member]),
      [
        ['First Name', 'firstName'],
        ['Colour', undefined],
        ['Surname', 'lastName'],
        ['mobile', 'mobilePhone'],
        ['gsm', undefined],
        ['', undefined],
      ],
    );
  });

  test('are read as the request maps them, and unmapped ones cause no warning', async () => {
    const reply = await asJson({
      csv: german(),
      mapping: [
        { header: 'vorname', member: 'firstName' },
        { header: ' Nachname ', member: 'lastName' },
        { header: 'Handy', member: 'mobilePhone' },
        { header: 'Ort' },
      ],
    });
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual(reply.body.warnings, [
      {
        code: 'COLUMNS_NOT_READ',
        detail: 'columns not read: (column 5)',
        columns: ['(column 5)'],
      },
    ]);
    const done = (await commit(reply.body.id)).body.result;
    assert.equal(done.captured, 2);
    const { body: lead } = await crm.get(`/api/v1/crm/lead/id/${done.verdicts[0].leadId}`);
    assert.deepEqual([lead.firstName, lead.lastName, lead.primaryCity], ['Ada', 'Obi', undefined]);
    assert.match(lead.mobilePhone, /^0803222/);
  });

  test('that are mapped are not also read by their usual names', async () => {
    const csv = `Company,Name of person,Surname\nLagos,Okafor,Eze\n`;
    const mapping = [
      { header: 'Company', member: 'primaryCity' },
      { header: 'Name of person', member: 'lastName' },
    ];
    const { body } = await asJson({ csv, mapping });
    assert.deepEqual(
      body.result.columns.map(({ member }: Json) => member),
      ['primaryCity', 'lastName', undefined],
    );
    assert.equal(body.warnings[0].detail, 'columns not read: Surname');
  });

  test('400: a mapping of an unknown column, of a member twice, and without a file', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ csv: german(), mapping: [{ header: 'Alter', member: 'description' }] }, 'csv'],
      [{ csv: german(), mapping: [{ header: 'Ort', member: 'id' }] }, 'mapping/0/member'],
      [
        { csv: german(), mapping: [{ header: 'Ort' }, { header: 'ort', member: 'fax' }] },
        'mapping/1/header',
      ],
      [
        {
          csv: german(),
          mapping: [
            { header: 'Ort', member: 'fax' },
            { header: 'Handy', member: 'fax' },
          ],
        },
        'mapping/1/member',
      ],
      [{ rows: [{ firstName: 'A' }], mapping: [{ header: 'Ort', member: 'fax' }] }, 'mapping'],
      [{ csv: `${'x,'.repeat(200)}firstName\nA\n` }, 'csv'],
    ];
    for (const [body, member] of wrong) {
      const reply = await asJson(body);
      assert.equal(reply.status, 400, reply.text);
      assert.deepEqual(reply.body.msgArgs, [member], reply.text);
    }
  });
});

describe('a commit', () => {
  test('captures the accepted rows, and returns the others as a file', async () => {
    const users = await addUsers(app, ['i1', 'i2']);
    const rule = { leadSource: 'IMPORTED', assignees: users };
    assert.equal((await crm.post('/api/v1/crm/lead-assignment/create', rule)).status, 201);
    const lines = Array.from({ length: 6 }, () => `Fair,Share,${phone()},imported,true\n`);
    const { id } = await imported(
      [
        'firstName,lastName,phone,source,emailOptOut\n',
        ...lines,
        '=1+1,W,,imported,perhaps\n',
      ].join(''),
    );
    const reply = await commit(id);
    assert.equal(reply.status, 200, reply.text);
    const { result } = reply.body;
    assert.deepEqual([result.state, result.captured, result.refused], ['COMMITTED', 6, 1]);
    const list = await crm.get('/api/v1/crm/lead/list?leadSource=IMPORTED');
    assert.equal(list.body.count, 6);
    for (const user of users) {
      const own = list.body.result.filter((one: Json) => one.assignedTo === user);
      assert.equal(own.length, 3);
    }
    assert.ok(list.body.result.every((one: Json) => one.emailOptOut && one.status === 'ASSIGNED'));
    const consents = await app.db.query(sql`
      select from consent where source = 'IMPORT' and channel = 'EMAIL' and not granted`);
    assert.equal(consents.length, 6);
    const errors = await crm.get(`${IMPORT}/errors/id/${id}`);
    const fileLines = errors.text.replace('\uFEFF', '').split('\r\n');
    assert.match(fileLines[0] ?? '', /^row,.*firstName,.*verdict,code,member,detail$/);
    assert.match(fileLines[1] ?? '', /^7,.*'=1\+1,.*REFUSED,WRONG_SHAPE,emailOptOut,/);
    const [cells] = await app.db.query<{ cells: object }>(sql`
      select cells from lead_import_row where import_id = ${id} and row_no = 1`);
    assert.deepEqual(cells?.cells, {});
  });

  test('finds duplicates since the preview, and captures them on request', async () => {
    const twice = phone();
    const { id } = await imported(`firstName,phone\nSince,${twice}\n`);
    await captured(crm, { firstName: 'Other', mobilePhone: twice });
    const { result } = (await commit(id)).body;
    assert.deepEqual([result.captured, result.duplicates], [0, 1]);
    assert.deepEqual(verdictsOf(result), ['SKIPPED']);
    const again = await imported(`firstName,phone\nSince,${twice}\n`);
    const asked = await commit(again.id, { duplicates: 'capture' });
    assert.equal(asked.body.result.captured, 1);
  });

  test('captures each lead once if two imports of one file are concurrent', async () => {
    const file = `firstName,lastName,phone\n${rowsOf(20)}`;
    const ids = [];
    for (let copy = 0; copy < 4; copy += 1) ids.push((await imported(file)).id);
    const before = await leadCount();
    const replies = await Promise.all(ids.map((id) => commit(id)));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal(await leadCount(), before + 20);
  });

  test('is done once for many concurrent requests', async () => {
    const { id } = await imported(`firstName,lastName,phone\n${rowsOf(5)}`);
    const before = await leadCount();
    const replies = await Promise.all(Array.from({ length: 6 }, () => commit(id)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    const refused = replies.find(({ status }) => status === 409);
    assert.equal(refused?.body.msgCode, 'LEAD_IMPORT_WRONG_STATE');
    assert.equal(refused?.body.msgArgs[0], 'COMMITTED');
    assert.equal(await leadCount(), before + 5);
  });

  test('handles the largest file in one request', async () => {
    const { id } = await imported(`firstName,lastName,phone\n${rowsOf(2_000)}`);
    const reply = await commit(id);
    assert.equal(reply.body.result.captured, 2_000, reply.text.slice(0, 300));
    const events = await app.db.query(sql`
      select from outbox_event e join lead_import_row r on r.lead_id = e.subject_id
      where e.type = 'lead.captured' and r.import_id = ${id}`);
    assert.equal(events.length, 2_000);
  });
});

describe('an undo', () => {
  test('withdraws leads that no user has worked on, and shows which ones stay', async () => {
    const { id } = await imported(`firstName,lastName,phone\n${rowsOf(4)}`);
    const { verdicts } = (await commit(id)).body.result;
    const [untouched, changed, planned, written] = verdicts.map((one: Json) => one.leadId);
    await crm.put('/api/v1/crm/lead/update', { id: changed, sex: 'F' });
    const related = { relatedTo: 'LEAD', relatedToId: planned };
    await crm.post('/api/v1/crm/activity/create', { kind: 'TASK', subject: 'x', ...related });
    const message = { relatedTo: 'LEAD', relatedToId: written, to: '1', body: 'x' };
    await crm.post('/api/v1/crm/whatsapp/create', message);
    const reply = await undo(id);
    assert.equal(reply.status, 200, reply.text);
    const { result } = reply.body;
    assert.deepEqual([result.state, result.undone, result.kept], ['UNDONE', 1, 3]);
    assert.deepEqual(verdictsOf(result), ['UNDONE', 'KEPT', 'KEPT', 'KEPT']);
    const { body } = await crm.get(`/api/v1/crm/lead/id/${untouched}`);
    assert.deepEqual([body.status, body.active], ['DEAD', false]);
    assert.equal((await crm.get(`/api/v1/crm/lead/id/${changed}`)).body.active, true);
    assert.equal((await undo(id)).body.msgCode, 'LEAD_IMPORT_WRONG_STATE');
  });

  test('lets the same file be imported again', async () => {
    const file = `firstName,lastName,phone\n${rowsOf(2)}`;
    const first = await imported(file);
    await commit(first.id);
    await undo(first.id);
    const second = await imported(file);
    assert.equal('warnings' in second, false);
    assert.equal(second.result.accepted, 2);
  });

  test('leaves the leads on which work began before the undo', async () => {
    const { id } = await imported(`firstName,lastName,phone\n${rowsOf(10)}`);
    const { verdicts } = (await commit(id)).body.result;
    const leads: number[] = verdicts.map((one: Json) => one.leadId);
    const work = leads.map((relatedToId) => {
      const about = { relatedTo: 'LEAD', relatedToId };
      return crm.post('/api/v1/crm/activity/create', { kind: 'TASK', subject: 'x', ...about });
    });
    const [undone] = await Promise.all([undo(id), ...work]);
    for (const one of undone.body.result.verdicts) {
      // The event ids of a lead increase in the order in which the events happened.
      const told = await app.db.query<{ type: string }>(sql`
        select e.type from outbox_event e left join activity a on a.id = e.subject_id
        where (e.type = 'lead.updated' and e.subject_id = ${one.leadId})
          or (e.type = 'activity.created' and a.related_to_id = ${one.leadId})
        order by e.id`);
      const types = told.map(({ type }) => type);
      const wasFirst = types[0] === 'activity.created';
      assert.deepEqual(
        types,
        wasFirst ? ['activity.created'] : ['lead.updated', 'activity.created'],
      );
      assert.equal(one.outcome, wasFirst ? 'KEPT' : 'UNDONE');
    }
  });
});

describe('refusals', () => {
  test('400: no rows, two forms, no known column, too many rows, unknown members', async () => {
    assert.deepEqual((await send('firstName,lastName\n')).body.msgArgs, ['csv']);
    assert.deepEqual((await send('colour,size\nred,5\n')).body.msgArgs, ['csv']);
    const both = await crm.post(IMPORT, { csv: 'firstName\nA\n', rows: [{ firstName: 'A' }] });
    assert.deepEqual(both.body.msgArgs, ['rows']);
    assert.equal((await crm.post(IMPORT, { rows: [{ colour: 'red' }] })).status, 400);
    const many = await send(`firstName\n${'A\n'.repeat(2_001)}`);
    assert.match(many.body.detail, /more than 2000 rows/);
    assert.equal((await commit(1, { duplicates: 'MAYBE' })).status, 400);
  });

  test('401, 403, 404 and 412', async () => {
    const { id } = await imported(`firstName,phone\nA,${phone()}\n`);
    assert.equal((await app.as('NOBODY').post(IMPORT, {})).status, 401);
    assert.equal((await app.as('DEALER').put(`${IMPORT}/commit/id/${id}`)).status, 403);
    assert.equal((await app.as('AUDITOR').get(`${IMPORT}/errors/id/${id}`)).status, 403);
    const elsewhere = app.asOffice('CRM', [900002n]);
    assert.equal((await elsewhere.get(`${IMPORT}/id/${id}`)).status, 404);
    assert.equal((await elsewhere.put(`${IMPORT}/commit/id/${id}`)).status, 404);
    assert.equal((await elsewhere.get(`${IMPORT}/list`)).body.count, 0);
    const stale = await crm.put(`${IMPORT}/commit/id/${id}`, {}, { 'if-match': '"7"' });
    assert.equal(stale.status, 412);
  });

  test('409: an import that is not committed cannot be undone', async () => {
    const { id } = await imported(`firstName,phone\nB,${phone()}\n`);
    assert.equal((await undo(id)).body.msgArgs[0], 'PREVIEWED');
  });

  test('422: an unknown office', async () => {
    const reply = await send('firstName\nA\n', '?businessOfficeName=nowhere');
    assert.equal(reply.body.msgCode, 'UNKNOWN_REFERENCE');
  });
});

test('the same key and file create one import; a dry run captures nothing', async () => {
  const headers = { ...csv, 'idempotency-key': `import-${Date.now()}-0123456` };
  const file = `firstName,phone\nKey,${phone()}\n`;
  const first = await crm.post(IMPORT, file, headers);
  assert.equal((await crm.post(IMPORT, file, headers)).body.id, first.body.id);
  const before = await leadCount();
  const path = `${IMPORT}/commit/id/${first.body.id}`;
  const dry = await crm.put(path, {}, { prefer: 'dry-run' });
  assert.equal(dry.body.result.captured, 1, dry.text);
  assert.equal(await leadCount(), before);
  assert.equal((await crm.get(`${IMPORT}/id/${first.body.id}`)).body.state, 'PREVIEWED');
});

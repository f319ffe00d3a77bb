// Message templates over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller, Json, TestReply } from '../../support/app.js';
import { type CrmApp, startCrmApp } from './crm-app.js';

const CREATE = '/api/v1/crm/template/create';
const UPDATE = '/api/v1/crm/template/update';

let app: CrmApp;
let crm: Caller;
let made = 0;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
});
after(() => app?.stop());

const body = (changes: object = {}) => {
  made += 1;
  return {
    name: `probe-${made}`,
    channel: 'EMAIL',
    relatedTo: 'LEAD',
    contents: [
      { language: 'en', subject: 'Hello {{lead.firstName}}', text: 'Dear {{lead.label}}' },
      { language: 'fr', subject: 'Bonjour', text: 'Bonjour {{lead.label}}' },
    ],
    ...changes,
  };
};
const content = (changes: object) => ({
  contents: [{ language: 'en', subject: 'S', text: 'T', ...changes }],
});
const created = async (changes: object = {}): Promise<Json> => {
  const reply = await crm.post(CREATE, body(changes));
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
};
const preview = (id: number, query = ''): Promise<TestReply> =>
  crm.get(`/api/v1/crm/template/preview/id/${id}${query}`);
const capture = async (lead: object): Promise<number> =>
  (await app.as('CLIENT').post('/api/v1/crm/lead/create', lead)).body.id;

describe('success', () => {
  test('a template is created with its first version, and read', async () => {
    const reply = await crm.post(CREATE, body({ label: 'A probe', purpose: 'MARKETING' }));
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.msgCode, 'TEMPLATE_CREATED');
    const { result } = reply.body;
    assert.equal(result.name, `PROBE-${made}`);
    assert.equal(result.contentVersion, 1);
    assert.equal(result.defaultLanguage, 'en');
    assert.equal('businessOfficeId' in result, false);
    const read = await crm.get(`/api/v1/crm/template/id/${reply.body.id}`);
    assert.equal(read.headers.get('etag'), '"1"');
    assert.deepEqual(read.body, result);
  });

  test('changed texts become a new version, and the old one does not change', async () => {
    const { id, result } = await created();
    const renamed = await crm.put(UPDATE, { id, label: 'New label' });
    assert.equal(renamed.body.result.contentVersion, 1);
    const reworded = await crm.put(UPDATE, { ...renamed.body.result, ...content({}) });
    assert.equal(reworded.status, 200, reworded.text);
    assert.equal(reworded.body.result.contentVersion, 2);
    const list = await crm.get(`/api/v1/crm/template/version/list?id=${id}`);
    assert.equal(list.body.count, 2);
    assert.deepEqual(
      list.body.result.map((version: Json) => version.id),
      [2, 1],
    );
    assert.deepEqual(list.body.result[1].contents, result.contents);
    await assert.rejects(
      app.db.query(sql`update template_version set contents = '[]' where template_id = ${id}`),
    );
  });

  test('the list has filters, and pages by number and by cursor', async () => {
    await created({ channel: 'SMS', contents: [{ language: 'en', text: 'Short' }] });
    const sms = await crm.get('/api/v1/crm/template/list?channel=SMS&s=500');
    assert.ok(sms.body.result.every((each: Json) => each.channel === 'SMS'));
    const first = await crm.get('/api/v1/crm/template/list?s=1');
    assert.ok(first.body.count > 1);
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await crm.get(String(next));
    assert.ok(second.body.result[0].id < first.body.result[0].id);
    const named = await crm.get(`/api/v1/crm/template/list?q=robe-${made}`);
    assert.equal(named.body.count, 1);
  });

  test('its variables are listed with samples', async () => {
    const reply = await crm.get('/api/v1/crm/template/variable/list?relatedTo=CONTRACT_NOTE&s=500');
    const names = reply.body.result.map((each: Json) => each.name);
    assert.ok(names.includes('note.net') && names.includes('customer.firstName'));
    assert.equal(reply.body.count, names.length);
    const paged: string[] = [];
    let path = '/api/v1/crm/template/variable/list?relatedTo=CONTRACT_NOTE&s=3';
    while (path !== '') {
      const page = await crm.get(path);
      paged.push(...page.body.result.map((each: Json) => each.name));
      path = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    }
    assert.deepEqual(paged, names);
  });
});

describe('the preview', () => {
  test('without a record shows samples', async () => {
    const { id } = await created();
    const { body: shown } = await preview(id);
    assert.equal(shown.subject, 'Hello Ngozi');
    assert.equal(shown.text, 'Dear Ngozi Okafor');
    assert.deepEqual(shown.missing, []);
  });

  test('fills in a record in the nearest language, and lists missing values', async () => {
    const leadId = await capture({ firstName: 'Ada', lastName: '<b>O & Co</b>' });
    const { id } = await created(
      content({ text: '{{lead.title}} {{lead.label}}', html: '<p>{{lead.label}}</p>' }),
    );
    const { body: shown } = await preview(id, `?relatedToId=${leadId}&language=fr`);
    assert.equal(shown.language, 'en');
    assert.equal(shown.text, ' Ada <b>O & Co</b>');
    assert.equal(shown.html, '<p>Ada &lt;b&gt;O &amp; Co&lt;&#x2F;b&gt;</p>');
    assert.deepEqual(shown.missing, ['lead.title']);
    const french = await created();
    assert.equal((await preview(french.id, '?language=fr-CA')).body.text, 'Bonjour Ngozi Okafor');
  });

  test('shows a former version', async () => {
    const { id } = await created();
    await crm.put(UPDATE, { id, ...content({ text: 'Other' }) });
    assert.equal((await preview(id)).body.text, 'Other');
    assert.equal((await preview(id, '?v=1')).body.text, 'Dear Ngozi Okafor');
    assert.equal((await preview(id, '?v=3')).status, 404);
  });

  test('counts the parts of a text message, and fills the parameters of WhatsApp', async () => {
    const sms = await created({
      channel: 'SMS',
      contents: [{ language: 'en', text: '₦'.repeat(71) }],
    });
    assert.deepEqual((await preview(sms.id)).body.sms, {
      ...{ encoding: 'UCS_2', units: 71, segments: 2, unusual: '₦' },
    });
    const whatsapp = await created({
      channel: 'WHATSAPP',
      contents: [
        {
          ...{ language: 'en', text: 'Hello {{lead.firstName}}', whatsappName: 'hello_lead' },
          whatsappParameters: ['lead.firstName', 'lead.organization'],
        },
      ],
    });
    const leadId = await capture({ firstName: 'Ada', lastName: 'Obi' });
    const { body: shown } = await preview(whatsapp.id, `?relatedToId=${leadId}`);
    assert.equal(shown.whatsappName, 'hello_lead');
    assert.deepEqual(shown.whatsappParameters, ['Ada', '-']);
  });
});

describe('refusals', () => {
  test('400: unknown members, an id, a malformed code', async () => {
    assert.equal((await crm.post(CREATE, body({ theirs: 1 }))).status, 400);
    const chosen = await crm.post(CREATE, body({ id: 7 }));
    assert.deepEqual([chosen.status, chosen.body.msgArgs], [400, ['id']]);
    const code = await crm.post(CREATE, body({ name: 'två ord' }));
    assert.deepEqual([code.status, code.body.msgArgs], [400, ['name']]);
    assert.equal((await crm.put(UPDATE, { label: 'Whose?' })).status, 400);
    assert.equal((await crm.get('/api/v1/crm/template/variable/list')).status, 400);
  });

  test('401, 403 and 404', async () => {
    assert.equal((await app.as('NOBODY').post(CREATE, body())).status, 401);
    assert.equal((await app.as('DEALER').post(CREATE, body())).status, 403);
    assert.equal((await crm.get('/api/v1/crm/template/id/999999')).status, 404);
    assert.equal((await crm.put(UPDATE, { id: 999999, label: 'x' })).status, 404);
    assert.equal((await crm.get('/api/v1/crm/template/version/list?id=999999')).status, 404);
  });

  test('a template of an office is hidden from others, a firm template is read-only', async () => {
    const [here, there] = [app.asOffice('CRM', [900001n]), app.asOffice('CRM', [900002n])];
    const own = await here.post(CREATE, body());
    assert.equal(own.body.result.businessOfficeId, 900001);
    assert.equal((await there.get(`/api/v1/crm/template/id/${own.body.id}`)).status, 404);
    assert.equal((await there.put(UPDATE, { id: own.body.id, label: 'x' })).status, 404);
    const listed = await there.get('/api/v1/crm/template/list?s=500');
    assert.ok(listed.body.result.every((each: Json) => each.id !== own.body.id));
    const firm = await created();
    assert.equal((await there.get(`/api/v1/crm/template/id/${firm.id}`)).status, 200);
    const change = await there.put(UPDATE, { id: firm.id, label: 'x' });
    assert.deepEqual([change.status, change.body.msgCode], [403, 'FORBIDDEN']);
    const wrong = await there.post(CREATE, body({ businessOfficeId: 900001 }));
    assert.deepEqual([wrong.status, wrong.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
  });

  test('a code is unique in its office, and another office may have it too', async () => {
    const [here, there] = [app.asOffice('CRM', [900001n]), app.asOffice('CRM', [900002n])];
    const both = body();
    const [one, other] = [await here.post(CREATE, both), await there.post(CREATE, both)];
    assert.deepEqual([one.status, other.status], [201, 201], other.text);
    const again = await there.post(CREATE, both);
    assert.deepEqual([again.status, again.body.msgCode], [409, 'TEMPLATE_NAME_TAKEN']);
    const named = await there.put(UPDATE, { name: both.name, label: 'Mine' });
    assert.equal(named.body.id, other.body.id, named.text);
    // A caller with access to all offices sees both templates of this name and must use an id.
    assert.equal((await crm.put(UPDATE, { name: both.name, label: 'x' })).status, 404);
    assert.equal((await crm.post(CREATE, both)).status, 409);
    const firm = await created();
    const hidden = await there.post(CREATE, body({ name: firm.name }));
    assert.equal(hidden.body.msgCode, 'TEMPLATE_NAME_TAKEN', 'one of the firm is seen by all');
  });

  test('a preview of another office’s record is refused', async () => {
    const [here, there] = [app.asOffice('CLIENT', [900001n]), app.asOffice('CRM', [900002n])];
    const lead = await here.post('/api/v1/crm/lead/create', { firstName: 'Ada', lastName: 'Obi' });
    const { id } = await created();
    const path = `/api/v1/crm/template/preview/id/${id}?relatedToId=${lead.body.id}`;
    const reply = await there.get(path);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
    assert.equal((await here.get(path)).body.text, 'Dear Ada Obi');
  });

  test('409 and 412: a taken code regardless of case, and an outdated version', async () => {
    const { result } = await created();
    const taken = await crm.post(CREATE, body({ name: result.name.toLowerCase() }));
    assert.deepEqual([taken.status, taken.body.msgCode], [409, 'TEMPLATE_NAME_TAKEN']);
    const late = await crm.put(UPDATE, { id: result.id, label: 'x' }, { 'if-match': '"7"' });
    assert.equal(late.status, 412);
  });

  test('ten concurrent creations of one code create one template', async () => {
    const same = body();
    const replies = await Promise.all(Array.from({ length: 10 }, () => crm.post(CREATE, same)));
    const statuses = replies.map((reply) => reply.status).sort();
    assert.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 409)]);
  });

  const wrong: readonly (readonly [string, object, string, string])[] = [
    [
      'an unknown variable',
      content({ text: '{{lead.fristName}}' }),
      'contents/0/text',
      'TEMPLATE_VARIABLE_UNKNOWN',
    ],
    [
      'a variable of another record',
      content({ html: '{{order.number}}' }),
      'contents/0/html',
      'TEMPLATE_VARIABLE_UNKNOWN',
    ],
    [
      'a tag that is not closed',
      content({ subject: '{{lead.label' }),
      'contents/0/subject',
      'TEMPLATE_MALFORMED',
    ],
    [
      'a section for each notice in a subject',
      content({ subject: '{{#notices}}{{lead.label}}{{/notices}}' }),
      'contents/0/subject',
      'TEMPLATE_MALFORMED',
    ],
    [
      'a mail without a subject',
      content({ subject: '' }),
      'contents/0/subject',
      'TEMPLATE_REFUSED',
    ],
    [
      'a malformed language',
      content({ language: 'English' }),
      'contents/0/language',
      'TEMPLATE_REFUSED',
    ],
    [
      'a default language without a text',
      { defaultLanguage: 'de' },
      'defaultLanguage',
      'TEMPLATE_REFUSED',
    ],
    [
      'a text message with HTML',
      { channel: 'SMS', ...content({ subject: '', html: '<p>' }) },
      'contents/0/html',
      'TEMPLATE_REFUSED',
    ],
    [
      'WhatsApp without the name at the provider',
      { channel: 'WHATSAPP', ...content({ subject: '' }) },
      'contents/0/whatsappName',
      'TEMPLATE_REFUSED',
    ],
    [
      'an unknown parameter',
      {
        channel: 'WHATSAPP',
        ...content({ subject: '', whatsappName: 'a', whatsappParameters: ['lead.x'] }),
      },
      'contents/0/whatsappParameters/0',
      'TEMPLATE_VARIABLE_UNKNOWN',
    ],
  ];
  for (const [what, changes, member, code] of wrong) {
    test(`422: ${what}`, async () => {
      const reply = await crm.post(CREATE, body(changes));
      assert.deepEqual([reply.status, reply.body.msgCode], [422, code], reply.text);
      assert.deepEqual(reply.body.msgArgs, [member]);
      assert.equal(reply.body.errors[0].pointer, `/${member}`);
    });
  }

  test('422: an update is checked like a create, and cannot change the channel', async () => {
    const { id } = await created();
    const unknown = await crm.put(UPDATE, { id, ...content({ text: '{{lead.fistName}}' }) });
    assert.equal(unknown.body.msgCode, 'TEMPLATE_VARIABLE_UNKNOWN');
    assert.match(unknown.body.detail, /did you mean lead\.firstName\?/);
    for (const change of [
      { channel: 'SMS' },
      { relatedTo: 'CUSTOMER' },
      { businessOfficeId: 900001 },
    ]) {
      const reply = await crm.put(UPDATE, { id, ...change });
      assert.deepEqual([reply.status, reply.body.msgCode], [422, 'TEMPLATE_REFUSED']);
      assert.deepEqual(reply.body.msgArgs, Object.keys(change));
    }
  });
});

test('a repeated key creates one template, and a dry run none', async () => {
  const same = body();
  const headers = { 'idempotency-key': 'template-probe-0001' };
  const first = await crm.post(CREATE, same, headers);
  const again = await crm.post(CREATE, same, headers);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(again.body.id, first.body.id);
  const dry = await crm.post(CREATE, body(), { prefer: 'dry-run' });
  assert.equal(dry.status, 200, dry.text);
  assert.equal((await crm.get(`/api/v1/crm/template/list?q=probe-${made}`)).body.count, 0);
});

test('its events contain the code and the version', async () => {
  const { id, result } = await created();
  const rows = await app.db.query<{ type: string; data: Json }>(
    sql`select type, data from outbox_event where subject_id = ${id} and type like 'template.%'`,
  );
  assert.deepEqual(rows, [
    { type: 'template.created', data: { name: result.name, contentVersion: 1 } },
  ]);
});

// The event catalogue: every stored event type is declared, and every declared type is published.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { EVENT_KINDS } from '../../../src/app/app.js';
import { AssertionFailed } from '../../../src/platform/assert.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createEventCatalogue, eventKinds } from '../../../src/platform/events/catalogue.js';
import type { DomainEvent } from '../../../src/platform/events/event.js';
import { packageFolder } from '../../../src/platform/package-folder.js';
import { SYSTEM, systemWork } from '../../../src/platform/system-work.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { renewSdkTypes } from '../../support/sdk-type.js';
import { waitFor } from '../../support/wait.js';
import { operationsOf, readDocument } from './document.js';

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(() => app?.stop());

const fetchDocument = async (path: string): Promise<Json> =>
  (await app.as('NOBODY').get(path)).body;

const write = (...events: DomainEvent[]) =>
  systemWork(app.context, 'test', async (work) => {
    work.events.push(...events);
  });

describe('writing', () => {
  const refused: Readonly<Record<string, DomainEvent>> = {
    'of a type that no module declares': { type: 'nothing.declared', subjectId: 1n },
    'without a member': { type: 'security.created', subjectId: 1n },
    'with a member too many': {
      type: 'security.created',
      subjectId: 1n,
      data: { name: 'A', bvn: '22200000000' },
    },
    'with a member of another type': {
      type: 'security.created',
      subjectId: 1n,
      data: { name: 1 },
    },
  };
  for (const [what, event] of Object.entries(refused)) {
    test(`an event ${what} is refused, and its transaction is rolled back`, async () => {
      const good = { type: 'customer.approved', subjectId: 77n };
      await assert.rejects(write(good, event), AssertionFailed);
      const rows = await app.db.query(sql`select id from outbox_event where subject_id = 77`);
      assert.deepEqual(rows, []);
    });
  }

  test('without the check of data, only the type is checked', () => {
    const catalogue = createEventCatalogue(EVENT_KINDS, false);
    catalogue.check([{ type: 'security.created', subjectId: 1n }]);
    assert.throws(() => catalogue.check([{ type: 'nothing.declared', subjectId: 1n }]));
  });

  test('a type is declared once, in the required form', () => {
    const kind = { summary: 'Probe', permission: 'probe.probe.read' };
    const twice = [...eventKinds({ 'a.told': kind }), ...eventKinds({ 'a.told': kind })];
    assert.throws(() => createEventCatalogue(twice, true), AssertionFailed);
    assert.throws(() => eventKinds({ told: kind }), AssertionFailed);
  });
});

describe('reading', () => {
  test('a kind is hidden from callers who may not read its records', () => {
    const data = { name: Type.String() };
    const catalogue = createEventCatalogue(
      eventKinds({
        'open.told': { summary: 'Open', permission: 'open.record.read', data },
        'closed.told': { summary: 'Closed', permission: 'closed.record.read', data },
      }),
      true,
    );
    const permissions = new Set(['event.read', 'open.record.read']);
    assert.deepEqual(catalogue.hiddenFrom({ ...SYSTEM, permissions }), ['closed.told']);
  });

  test('every permission of a kind is one that an operation requires', async () => {
    const operations = operationsOf(await readDocument(app));
    const asked = new Set(operations.flatMap(({ permissions }) => permissions));
    const unknown = EVENT_KINDS.filter(({ permission }) => !asked.has(permission));
    assert.deepEqual(unknown, []);
  });
});

describe('the documents', () => {
  test('the kinds match the golden file', async () => {
    const file = join(packageFolder(), 'test', 'golden', 'events.json');
    const text = `${JSON.stringify(await fetchDocument('/events.json'), null, 2)}\n`;
    if (process.env.UPDATE_GOLDEN === '1' || !existsSync(file)) writeFileSync(file, text);
    assert.ok(
      readFileSync(file, 'utf8') === text,
      'events.json differs; renew with UPDATE_GOLDEN=1',
    );
    renewSdkTypes();
  });

  test('an event of the list fits the schema of its kind and no other', async () => {
    const event = { type: 'security.created', subjectId: 1n, data: { name: 'PROBE' } };
    await write(event, { type: 'customer.approved', subjectId: 2n, officeId: 3n });
    const told = await waitFor('both events', async () => {
      const { body } = await app.as('ADMIN').get('/api/v1/event/list?types=security.*,customer.*');
      return body.result.length === 2 && body.result;
    });
    const ajv = new Ajv2020({ strictSchema: false });
    formats.default(ajv);
    const fits = ajv.compile(await fetchDocument('/events.json'));
    for (const one of told) assert.ok(fits(one), JSON.stringify(fits.errors));
    assert.ok(!fits({ ...told[0], type: 'customer.approved' }));
    assert.ok(!fits({ ...told[0], type: 'nothing.declared' }));
  });

  test('AsyncAPI has a message per kind, and each reference has a target', async () => {
    const document = await fetchDocument('/asyncapi.json');
    assert.equal(document.asyncapi, '3.0.0');
    const types = EVENT_KINDS.map(({ type }) => type);
    assert.deepEqual(Object.keys(document.channels.events.messages), types);
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => String(path));
    assert.ok(references.length > types.length);
    for (const path of references) {
      const found = path.split('/').reduce((part: Json, name) => part?.[name], document);
      assert.ok(found, path);
    }
  });
});

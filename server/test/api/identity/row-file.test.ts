// Files of rows before their import: their content, and mappings stored per source.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Caller, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { workbookOf } from '../../support/workbook.js';

const ROW_FILE = '/api/v1/system/row-file';
const GERMAN = {
  kind: 'BANK_STATEMENT',
  label: 'Sparkasse',
  mapping: [{ header: 'Buchungstag', member: 'date' }, { header: 'Filiale' }],
  reading: { decimalSeparator: 'COMMA', columns: [{ header: 'Valuta', dateFormat: 'DD.MM.YY' }] },
};

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

const base64 = (bytes: Buffer) => bytes.toString('base64');

describe('the inspection of a file', () => {
  const look = (body: object) => app.as('FINANCE').post(`${ROW_FILE}/read`, body);

  it('shows encoding, header and first rows of a text file, and stores nothing', async () => {
    const text = 'Kontoauszug\r\n\r\nTag;Zweck;Betrag\r\n05.01.2026;Müller;1,50\r\n';
    const { status, body } = await look({ file: base64(Buffer.from(text, 'latin1')) });
    assert.equal(status, 200, JSON.stringify(body));
    const { reading, headers, rows } = body.result;
    assert.deepEqual(headers, ['Tag', 'Zweck', 'Betrag']);
    assert.deepEqual(rows, [{ row: 4, cells: ['05.01.2026', 'Müller', '1,50'] }]);
    assert.deepEqual(
      [reading.encoding, reading.delimiter, reading.headerRow],
      ['WINDOWS-1252', 'SEMICOLON', 3],
    );
  });

  it('shows the sheets of a workbook, and another sheet if stated', async () => {
    const file = base64(
      workbookOf({
        Notes: [['Some notes', 'x']],
        Data: [
          ['Date', 'Amount'],
          [{ day: 46_027 }, 5],
        ],
      }),
    );
    const { body } = await look({ file, reading: { sheet: 'Data' } });
    assert.deepEqual(body.result.reading.sheets, ['Notes', 'Data']);
    assert.deepEqual(body.result.rows, [{ row: 2, cells: ['2026-01-05', '5'] }]);
    const wrong = await look({ file, reading: { sheet: 'None' } });
    assert.deepEqual([wrong.status, wrong.body.msgArgs], [400, ['reading/sheet']]);
  });

  it('refuses a file that has no rows', async () => {
    const cases: readonly (readonly [object, RegExp])[] = [
      [{}, /exactly one form/],
      [{ csv: 'a', file: 'YQ==' }, /exactly one form/],
      [{ file: 'not base64!' }, /is not base64/],
      [{ file: base64(Buffer.from('d0cf11e0a1b11ae1', 'hex')) }, /old format/],
      [{ file: base64(Buffer.from('PK\u0003\u0004 and no archive')) }, /not a workbook/],
      [{ file: base64(Buffer.from('a,b\n1,2')), reading: { encoding: 'UTF-16LE' } }, /UTF-16LE/],
      [{ csv: '' }, /exactly one form/],
    ];
    for (const [body, detail] of cases) {
      const reply = await look(body);
      assert.equal(reply.status, 400, reply.text);
      assert.match(reply.text, detail);
    }
  });
});

describe('a mapping', () => {
  const save = (who: Caller, more: object = {}) =>
    who.put(`${ROW_FILE}/mapping/save`, { ...GERMAN, ...more });
  const list = async (who: Caller, kind = 'BANK_STATEMENT'): Promise<Json[]> =>
    (await who.get(`${ROW_FILE}/mapping/list?kind=${kind}`)).body.result;

  it('is stored per source, and replaced under its name', async () => {
    const clerk = app.asOffice('FINANCE', [1n]);
    const first = await save(clerk);
    assert.equal(first.status, 200, first.text);
    const again = await save(clerk, { label: 'SPARKASSE', mapping: [] });
    assert.equal(again.body.id, first.body.id);
    assert.deepEqual(
      (await list(clerk)).map(({ label, mapping, reading, own }) => [label, mapping, reading, own]),
      [['SPARKASSE', [], GERMAN.reading, true]],
    );
    assert.deepEqual(await list(clerk, 'JOURNAL'), []);
  });

  it('can be used by colleagues of a common office, and removed by its owner', async () => {
    const here = app.asOffice('FINANCE', [5n, 6n]);
    const colleague = app.asOffice('OPERATIONS', [6n]);
    const { body } = await save(here, { label: 'Ours' });
    const labels = async (who: Caller) => (await list(who)).map(({ label }) => label);
    assert.deepEqual(await labels(colleague), ['Ours']);
    assert.deepEqual(await labels(app.asOffice('OPERATIONS', [7n])), []);
    const path = `${ROW_FILE}/mapping/remove/id/${body.id}`;
    assert.equal((await colleague.delete(path)).status, 404);
    assert.equal((await here.delete(path)).status, 200);
    assert.deepEqual(await labels(colleague), []);
  });

  it('is stored once by concurrent requests', async () => {
    const clerk = app.asOffice('FINANCE', [8n]);
    const saved = await Promise.all([1, 2, 3].map(() => save(clerk)));
    assert.equal(new Set(saved.map(({ body }) => body.id)).size, 1);
    assert.equal((await list(clerk)).length, 1);
  });

  it('is refused without a kind, and beyond 200 of one user', async () => {
    const clerk = app.asOffice('FINANCE', [9n]);
    assert.equal((await save(clerk, { kind: 'OTHER' })).status, 400);
    const { body } = await save(clerk);
    await app.db.query(sql`
      insert into row_mapping (id, principal_id, kind, label, mapping, created_at, modified_at)
      select -n, m.principal_id, m.kind, 'L' || n, '[]', now(), now()
      from row_mapping m, generate_series(1, 199) n where m.id = ${BigInt(body.id)}`);
    const reply = await save(clerk, { label: 'One more' });
    assert.deepEqual([reply.status, reply.body.msgCode], [409, 'TOO_MANY_KEPT']);
  });

  it('is for users with credentials', async () => {
    assert.equal((await save(app.as('NOBODY'))).status, 401);
    assert.equal((await save(app.as('CLIENT'))).status, 403);
  });
});

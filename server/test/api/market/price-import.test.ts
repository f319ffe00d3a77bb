// Price imports: previews, results per row, one bar per security and date, the effect on prices,
// and undo.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

const PATH = '/api/v1/order/security/price/import';
const CSV = { 'content-type': 'text/csv' };
const HEADER = 'security,date,open,high,low,close,volume';
let app: TestApp;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

const post = (body: unknown, headers = {}, query = '') =>
  app.as('OPERATIONS').post(`${PATH}${query}`, body, headers);
const csv = (rows: readonly string[], query = '', headers = {}) =>
  post([HEADER, ...rows].join('\n'), { ...CSV, ...headers }, query);
const bar = (date: string, close = '20.5') => `ACCESS,${date},20,21,19.5,${close},1000`;
const barsOf = (date: string) =>
  app.db.query<{ close: Json }>(sql`
    select d.close from security_price_day d join security s on s.id = d.security_id
    where s.name = 'ACCESS' and d.price_date = ${date}`);
const priceOf = async (name: string) => {
  const [price] = await app.db.query<Json>(sql`
    select p.previous_close::text, p.last::text, p.open::text, p.volume::text
    from security_price p join security s on s.id = p.security_id where s.name = ${name}`);
  return price;
};
const verdictsOf = (body: Json) => body.result.verdicts.map((one: Json) => one.code ?? one.verdict);

describe('the import of prices', () => {
  it('names columns that are not read, in the preview too', async () => {
    const file = `${HEADER},turnover\nACCESS,2025-01-03,20,21,19.5,20.5,1000,5`;
    for (const query of ['?dryRun=true', '']) {
      const { body } = await post(file, CSV, query);
      assert.deepEqual(body.warnings, [
        {
          code: 'COLUMNS_NOT_READ',
          detail: 'columns not read: turnover',
          columns: ['turnover'],
        },
      ]);
    }
    assert.equal((await csv([bar('2025-01-03')])).body.warnings, undefined);
  });

  it('imports a CSV file with a verdict per row, even if some rows are refused', async () => {
    const { status, body } = await csv([
      bar('2025-01-06'),
      bar('2025-01-07'),
      'NOSUCH,2025-01-07,1,1,1,1,1',
      'ACCESS,2025-01-08,20,21,20.5,20.2,1',
      'ACCESS,2025-01-09,-20,21,19,20.2,1',
      bar('2025-01-07'),
      bar('2025-01-07', '20.7'),
    ]);
    assert.equal(status, 201);
    assert.equal(body.msgCode, 'PRICES_IMPORTED');
    assert.deepEqual(verdictsOf(body), [
      'IMPORTED',
      'IMPORTED',
      'UNKNOWN_SECURITY',
      'BAR_INCONSISTENT',
      'NUMBER_WRONG',
      'UNCHANGED',
      'REPEATED',
    ]);
    const { rows, imported, unchanged, refused } = body.result;
    assert.deepEqual([rows, imported, unchanged, refused], [7, 2, 1, 4]);
    assert.equal((await barsOf('2025-01-07')).length, 1);
  });
  it('changes nothing if it is repeated', async () => {
    const { body } = await csv([bar('2025-01-06'), bar('2025-01-07')]);
    assert.deepEqual(verdictsOf(body), ['UNCHANGED', 'UNCHANGED']);
  });
  it('replaces a bar once if one file has it twice', async () => {
    await csv([bar('2025-01-10', '20.1')]);
    const twice = [bar('2025-01-10', '20.2'), bar('2025-01-10', '20.2')];
    assert.deepEqual(verdictsOf((await csv(twice)).body), ['BAR_EXISTS', 'BAR_EXISTS']);
    const { body } = await csv(twice, '?replace=true');
    assert.deepEqual(verdictsOf(body), ['REPLACED', 'UNCHANGED']);
  });
  it('replaces another bar only if requested', async () => {
    const kept = await csv([bar('2025-01-06', '20.1')]);
    assert.deepEqual(verdictsOf(kept.body), ['BAR_EXISTS']);
    const replaced = await csv([bar('2025-01-06', '20.1')], '?replace=true');
    assert.deepEqual(verdictsOf(replaced.body), ['REPLACED']);
    assert.equal(String((await barsOf('2025-01-06'))[0]?.close), '20.1');
  });
  it('imports JSON rows, with numbers or strings', async () => {
    const row = {
      security: 'GTCO',
      date: '2025-01-06',
      open: 90,
      high: '91.5',
      low: 89,
      close: 91,
    };
    const { status, body } = await post({ rows: [row] });
    assert.equal(status, 201);
    assert.deepEqual(verdictsOf(body), ['IMPORTED']);
  });
  it('stores each bar once if two concurrent requests send the same file', async () => {
    const rows = Array.from({ length: 20 }, (_, day) => bar(`2024-0${1 + (day % 9)}-15`)).slice(
      0,
      9,
    );
    const replies = await Promise.all([csv(rows), csv(rows), csv(rows)]);
    const imported = replies.reduce((sum, { body }) => sum + body.result.imported, 0);
    const weekdays = replies[0]?.body.result.rows - replies[0]?.body.result.refused;
    assert.equal(imported, weekdays);
  });
  it('does not change current prices if past bars change', async () =>
    assert.deepEqual(await priceOf('ACCESS'), {
      previous_close: '22.5',
      last: '22.5',
      open: null,
      volume: '0',
    }));
  it('updates the previous close from the bar before today, and the day from its own', async () => {
    const [day] = await app.db.query<{ today: string; before: string }>(sql`
      select business_date as today, (select max(price_date) from security_price_day) as before
      from business_day`);
    assert.ok(day);
    await csv([`UBA,${day.before},41,42,40,41.5,500`], '?replace=true');
    assert.deepEqual(await priceOf('UBA'), {
      previous_close: '41.5',
      last: '41.5',
      open: null,
      volume: '0',
    });
    await csv([`UBA,${day.today},41.6,43,41.5,42.8,900`]);
    assert.deepEqual(await priceOf('UBA'), {
      previous_close: '41.5',
      last: '42.8',
      open: '41.6',
      volume: '900',
    });
  });
  it('gives a security without a price its first one', async () => {
    await app.as('ADMIN').post('/api/v1/order/security/create', {
      exchange: 'NGX',
      name: 'NEWCO',
      label: 'New Company',
      securityType: 'EQUITY',
    });
    await csv(['NEWCO,2025-06-02,1,1.1,0.9,1.05,10']);
    assert.equal((await priceOf('NEWCO')).previous_close, '1.05');
  });

  it('sets the latest close as first price in concurrent imports', async () => {
    const names = ['RACEA', 'RACEB', 'RACEC', 'RACED', 'RACEE', 'RACEF'];
    for (const name of names) {
      const security = { exchange: 'NGX', name, label: name, securityType: 'EQUITY' };
      await app.as('ADMIN').post('/api/v1/order/security/create', security);
      await Promise.all(
        [5, 3, 4, 2].map((day) => csv([`${name},2025-06-0${day},${day},${day},${day},${day},1`])),
      );
      assert.equal((await priceOf(name)).previous_close, '5');
    }
  });

  it('returns 400 for an invalid file, both kinds of rows, unknown members', async () => {
    assert.equal((await post('date,open\n', CSV)).status, 400);
    assert.equal((await post('', CSV)).status, 400);
    assert.equal((await post({ csv: HEADER, rows: [] })).status, 400);
    assert.equal((await post({})).status, 400);
    assert.equal((await post({ rows: [{ symbol: 'ACCESS' }] })).status, 400);
    assert.equal((await csv([bar('2025-01-06')], '?force=true')).status, 400);
    const parted = await csv([bar('2025-01-06'), `${bar('2025-01-07')},000`]);
    assert.equal(parted.status, 400, 'a volume that its commas part in two');
    assert.match(parted.body.detail, /more cells in row 2 than in its header/);
  });
  it('returns 401 without credentials and 403 without the permission', async () => {
    assert.equal((await app.as('NOBODY').post(PATH, { rows: [] })).status, 401);
    assert.equal((await app.as('FINANCE').post(PATH, { rows: [] })).status, 403);
  });
  it('returns 415 if an operation accepts no CSV', async () => {
    const reply = await app.as('ADMIN').post('/api/v1/order/security/create', 'a,b', CSV);
    assert.equal(reply.status, 415);
  });

  it('replays a repeated key without a second import', async () => {
    const key = { 'idempotency-key': 'import-of-february-2025' };
    const first = await csv([bar('2025-02-03')], '', key);
    const second = await csv([bar('2025-02-03')], '', key);
    assert.deepEqual(verdictsOf(first.body), ['IMPORTED']);
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal((await csv([bar('2025-02-04')], '', key)).status, 422);
  });
  it('shows every verdict in a dry run and stores nothing', async () => {
    const preview = await csv([bar('2025-03-03'), bar('2025-03-08')], '', { prefer: 'dry-run' });
    assert.equal(preview.status, 200);
    assert.deepEqual(verdictsOf(preview.body), ['IMPORTED', 'NOT_A_BUSINESS_DAY']);
    assert.deepEqual(await barsOf('2025-03-03'), []);
  });
});

describe('the columns of a file', () => {
  const foreign = 'Titel;Tag;Erster;Hoch;Tief;Letzter;Umsatz\nACCESS;2025-04-01;20;21;19;20.5;7';
  const mapping = [
    { header: 'titel', member: 'security' },
    { header: 'Tag', member: 'date' },
    { header: 'Erster', member: 'open' },
    { header: 'Hoch', member: 'high' },
    { header: 'Tief', member: 'low' },
    { header: 'Letzter', member: 'close' },
    { header: 'Umsatz' },
  ];

  it('are read as the request maps them', async () => {
    const { status, body, text } = await post({ csv: foreign, mapping });
    assert.equal(status, 201, text);
    assert.deepEqual(verdictsOf(body), ['IMPORTED']);
    assert.equal(body.warnings, undefined);
    assert.deepEqual(
      body.result.columns.map(({ member }: Json) => member),
      ['security', 'date', 'open', 'high', 'low', 'close', undefined],
    );
    const { body: again } = await app.as('AUDITOR').get(`${PATH}/id/${body.id}`);
    assert.deepEqual(again.columns, body.result.columns);
  });
  it('are mapped as requested, however long they are', async () => {
    const long = `Letzter Preis ${'x'.repeat(200)}`;
    const csv = foreign.replace('Letzter', long).replace('2025-04-01', '2025-04-02');
    const told = long.slice(0, 100);
    const said = mapping.map((one) => (one.member === 'close' ? { ...one, header: told } : one));
    const { body, text } = await post({ csv, mapping: said });
    assert.deepEqual(verdictsOf(body), ['IMPORTED'], text);
    assert.equal(body.result.columns[5].header, told);
  });
  it('are refused with the member if the mapping is wrong', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ csv: foreign, mapping: mapping.slice(1) }, 'csv'],
      [{ csv: foreign, mapping: [...mapping, { header: 'Kurs', member: 'volume' }] }, 'csv'],
      [{ csv: foreign, mapping: [{ header: 'Tag', member: 'day' }] }, 'mapping/0/member'],
      [{ csv: foreign, mapping: [...mapping, mapping[0]] }, 'mapping/7/header'],
      [{ rows: [{ security: 'ACCESS' }], mapping }, 'mapping'],
    ];
    for (const [body, member] of wrong) {
      const reply = await post(body);
      assert.equal(reply.status, 400, reply.text);
      assert.deepEqual(reply.body.msgArgs, [member], reply.text);
    }
  });
});

describe('a stored import', () => {
  const step = (id: number, headers = {}) =>
    app.as('OPERATIONS').put(`${PATH}/undo/id/${id}`, undefined, headers);
  const close = async (date: string) => String((await barsOf(date))[0]?.close ?? 'none');
  const outcomesOf = (body: Json) => body.result.verdicts.map((one: Json) => one.outcome);

  it('is listed, read, and has a file of its refused rows without formulas', async () => {
    const { body } = await csv([bar('2025-05-05'), '=cmd(),2025-05-05,1,1,1,1,1'], '?label=May');
    const list = await app.as('AUDITOR').get(`${PATH}/list?s=1`);
    const { id, label, state, rows, imported, refused } = list.body.result[0];
    assert.deepEqual(
      [id, label, state, rows, imported, refused],
      [body.id, 'May', 'IMPORTED', 2, 1, 1],
    );
    const file = await app.as('AUDITOR').get(`${PATH}/errors/id/${id}`);
    assert.match(file.headers.get('content-type') ?? '', /^text\/csv/);
    const lines = file.text.replace('\ufeff', '').trim().split('\r\n');
    assert.equal(lines[0], 'row,security,date,open,high,low,close,volume,code,detail');
    assert.match(lines[1] ?? '', /^2,'=cmd\(\),2025-05-05,1,1,1,1,1,UNKNOWN_SECURITY,/);
    assert.doesNotMatch(file.text, /ACCESS/);
  });

  it('is undone once: its bars are deleted, and those that it replaced are restored', async () => {
    await csv([bar('2025-05-06', '20.1')]);
    const { body } = await csv([bar('2025-05-06', '20.2'), bar('2025-05-07')], '?replace=true');
    assert.deepEqual([await close('2025-05-06'), await close('2025-05-07')], ['20.2', '20.5']);
    const undone = await step(body.id, { 'if-match': '"1"' });
    assert.equal(undone.status, 200, undone.text);
    assert.deepEqual(outcomesOf(undone.body), ['UNDONE', 'UNDONE']);
    const { state, undone: taken, kept } = undone.body.result;
    assert.deepEqual([state, taken, kept], ['UNDONE', 2, 0]);
    assert.deepEqual([await close('2025-05-06'), await close('2025-05-07')], ['20.1', 'none']);
    const twice = await step(body.id);
    assert.equal(twice.status, 409);
    assert.deepEqual(
      [twice.body.msgCode, ...twice.body.msgArgs],
      ['PRICE_IMPORT_WRONG_STATE', 'UNDONE'],
    );
    assert.equal((await step(body.id, { 'if-match': '"1"' })).status, 412);
  });

  it('keeps bars that a later import changed or found, until that one is undone', async () => {
    const first = await csv([bar('2025-05-08', '20.1'), bar('2025-05-09'), bar('2025-05-12')]);
    const later = await csv([bar('2025-05-08', '20.2'), bar('2025-05-09')], '?replace=true');
    assert.deepEqual(verdictsOf(later.body), ['REPLACED', 'UNCHANGED']);
    const undone = await step(first.body.id);
    assert.deepEqual(outcomesOf(undone.body), ['KEPT', 'KEPT', 'UNDONE']);
    assert.deepEqual(
      [await close('2025-05-08'), await close('2025-05-09'), await close('2025-05-12')],
      ['20.2', '20.5', 'none'],
    );
    assert.deepEqual(outcomesOf((await step(later.body.id)).body), ['UNDONE', undefined]);
    assert.equal(await close('2025-05-08'), '20.1');
  });

  it('leaves nothing if all imports are undone from the last to the first', async () => {
    const first = await csv([bar('2025-05-13', '20.1')]);
    const later = await csv([bar('2025-05-13', '20.2')], '?replace=true');
    await step(later.body.id);
    assert.equal(await close('2025-05-13'), '20.1');
    assert.deepEqual(outcomesOf((await step(first.body.id)).body), ['UNDONE']);
    assert.equal(await close('2025-05-13'), 'none');
  });

  it('updates current prices', async () => {
    const [day] = await app.db.query<{ today: string }>(sql`
      select business_date as today from business_day`);
    const before = await priceOf('ZENITHBANK');
    const { body } = await csv([`ZENITHBANK,${day?.today},41.6,43,41.5,42.8,900`]);
    assert.deepEqual(verdictsOf(body), ['IMPORTED']);
    assert.equal((await priceOf('ZENITHBANK')).last, '42.8');
    await step(body.id);
    assert.deepEqual(await priceOf('ZENITHBANK'), before);
  });

  it("keeps the bars that a security's price depends on", async () => {
    await app.as('ADMIN').post('/api/v1/order/security/create', {
      exchange: 'NGX',
      name: 'ONLYCO',
      label: 'Only Company',
      securityType: 'EQUITY',
    });
    const { body } = await csv(['ONLYCO,2025-06-02,1,1.1,0.9,1.05,10', bar('2025-06-02')]);
    assert.deepEqual(outcomesOf((await step(body.id)).body), ['KEPT', 'UNDONE']);
    assert.equal((await priceOf('ONLYCO')).last, '1.05');
  });

  it('is undone once by concurrent requests', async () => {
    const { body } = await csv([bar('2025-05-14')]);
    const replies = await Promise.all([step(body.id), step(body.id), step(body.id)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
  });

  it('sends events', async () => {
    const { body } = await csv([bar('2025-05-15'), bar('2025-05-17')]);
    await step(body.id);
    const told = await app.db.query<Json>(sql`
      select type, data from outbox_event
      where type like 'price-import.%' and subject_id = ${body.id} order by id`);
    assert.deepEqual(
      told.map(({ type, data }) => [type, Number(data.bars)]),
      [
        ['price-import.created', 1],
        ['price-import.undone', 1],
      ],
    );
  });

  it('returns 401, 403 and 404', async () => {
    const { body } = await csv([bar('2025-05-16')]);
    const undo = `${PATH}/undo/id/${body.id}`;
    assert.equal((await app.as('NOBODY').put(undo)).status, 401);
    assert.equal((await app.as('AUDITOR').put(undo)).status, 403);
    assert.equal((await app.as('NOBODY').get(`${PATH}/list`)).status, 401);
    assert.equal((await step(999_999)).status, 404);
    assert.equal((await app.as('AUDITOR').get(`${PATH}/id/999999`)).status, 404);
    assert.equal((await app.as('AUDITOR').get(`${PATH}/errors/id/999999`)).status, 404);
  });
});

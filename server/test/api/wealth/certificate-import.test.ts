// Imports of withholding tax certificates: verdicts, the preview, refused rows, and undo.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import { addEvent, entitle } from '../../support/stored-event.js';
import type { Depositor } from '../asset/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const CERTIFICATE = '/api/v1/wealth/withholding-certificate';
const IMPORT = `${CERTIFICATE}/import`;
const HEADER = 'Customer,Certificate No,Date,Period from,Period to,Tax,Deductions';

let app: WealthApp;
let ada: Depositor;
let bola: Depositor;

before(async () => {
  app = await startWealthApp();
  [ada, bola] = [await app.holder(), await app.holder()];
  for (const [owner, days] of [
    [ada, ['2026-03-10', '2026-03-17']],
    [bola, ['2026-03-12', '2026-03-24']],
  ] as const) {
    const share = await app.share(`DIV-${owner.id}`, [['2026-03-05', 25, 400]]);
    await app.bring(await app.portfolio(owner), share, { quantity: 100 });
    for (const day of days) await withhold(owner, share, day);
  }
  await app.skipUntil('2026-04-30');
});
after(() => app.stop());

/** Stores a dividend of 1,000 with 100 withheld. */
async function withhold(owner: Depositor, share: bigint, day: string): Promise<void> {
  const event = await addEvent(app.db, share, { cashPerUnit: '10', exDate: day });
  await app.db.query(sql`
    update corporate_action set tax_class = 'DIVIDEND' where id = ${event.id}`);
  const key = { eventId: event.id, customerId: owner.id };
  const id = await entitle(app.db, key, { gross: 100_000n, withheld: 10_000n, state: 'PAID' });
  await app.db.query(sql`update entitlement set paid_on = ${day} where id = ${id}`);
}

/** A row for the month of March. */
const row = (owner: Pick<Depositor, 'name'>, number: string, amount: string) =>
  `${owner.name},${number},21/04/2026,01/03/2026,31/03/2026,"${amount}",`;

const send = (lines: readonly string[], query = ''): Promise<TestReply> =>
  app.as('FINANCE').post(`${IMPORT}${query}`, [HEADER, ...lines].join('\n'), {
    'content-type': 'text/csv',
  });

const verdictsOf = (body: Json) => body.result.verdicts.map((one: Json) => one.code ?? one.verdict);

const certificates = async (): Promise<Json> =>
  (await app.as('AUDITOR').get(`${CERTIFICATE}/list?s=100`)).body;

/** Returns the name of a customer's deduction on a payment date. */
async function deduction(owner: Depositor, day: string): Promise<string> {
  const path = `/api/v1/wealth/withholding/list?c=${owner.id}&sd=2026-03-01&ed=2026-03-31`;
  const { body } = await app.as('AUDITOR').get(path);
  return body.result.find((each: Json) => each.date === day).name;
}

describe('the import of certificates', () => {
  it('has a verdict for each row, and a preview that stores nothing', async () => {
    const one = await deduction(bola, '2026-03-12');
    const rows = [
      row(ada, 'IMP/1', '200.00'),
      row(ada, 'IMP/2', '200.00'),
      row({ name: 'NOBODY' }, 'IMP/3', '1.00'),
      `${row(bola, 'IMP/4', '100.01')}${one}`,
      `${row(bola, 'IMP/5', '100.00')}${one}`,
      `${row(bola, 'IMP/5', '100.00')}${one}`,
      row(bola, 'IMP/1', '100.00'),
      row(bola, '', '100.00'),
      row(bola, 'IMP/8', '0'),
      `${row(bola, 'IMP/9', '100.00')}DISCOUNT-999`,
    ];
    const verdicts = [
      ...['IMPORTED', 'CERTIFICATE_DIFFERS', 'UNKNOWN_REFERENCE', 'CERTIFICATE_DIFFERS'],
      ...['IMPORTED', 'UNCHANGED', 'CERTIFICATE_EXISTS', 'CELL_MISSING', 'NUMBER_WRONG'],
      'UNKNOWN_REFERENCE',
    ];
    const preview = await send(rows, '?dryRun=true');
    assert.deepEqual(verdictsOf(preview.body), verdicts, preview.text);
    assert.equal((await certificates()).count, 0);
    const { status, body } = await send(rows);
    assert.deepEqual([status, body.msgCode], [201, 'CERTIFICATES_IMPORTED']);
    assert.deepEqual(verdictsOf(body), verdicts);
    const { imported, unchanged, refused } = body.result;
    assert.deepEqual([imported, unchanged, refused], [2, 1, 7]);
    const { result } = await certificates();
    assert.deepEqual(
      result.map((each: Json) => [each.number, each.amount, each.deductions.length]),
      [
        ['IMP/5', 100, 1],
        ['IMP/1', 200, 2],
      ],
    );
  });

  it('names the row, the column and the cell of a refused row, also in its file', async () => {
    const { body } = await send([row(bola, 'IMP/20', '99.99'), row(bola, 'IMP/21', '1.234')]);
    const [differs, unclear] = body.result.verdicts;
    assert.match(differs.detail, /^row 1, column "Tax", cell "99\.99": .*NGN 100\.00/);
    assert.match(unclear.detail, /row 2, column "Tax", cell "1\.234"/);
    const errors = await app.as('FINANCE').get(`${IMPORT}/errors/id/${body.id}`);
    assert.match(errors.text, /IMP\/20.*CERTIFICATE_DIFFERS.*row 1, column/);
    const lines = errors.text.trim().split('\r\n');
    // A header, two rows, and the row count.
    assert.equal(lines.length, 4);
  });

  it('changes nothing if the same rows are sent again', async () => {
    const { body } = await send([row(ada, 'IMP/1', '200')]);
    assert.deepEqual(verdictsOf(body), ['UNCHANGED']);
    const other = await send([row(ada, 'IMP/1', '100')]);
    assert.deepEqual(verdictsOf(other.body), ['CERTIFICATE_EXISTS']);
  });

  it('is undone except for certificates that were undone before', async () => {
    const first = (await app.as('AUDITOR').get(`${IMPORT}/list`)).body.result.at(-1);
    assert.deepEqual([first.rows, first.imported, first.state], [10, 2, 'IMPORTED']);
    const { result } = await certificates();
    const own = result.find((each: Json) => each.number === 'IMP/5');
    const reason = { reason: 'By hand' };
    const byHand = await app.as('FINANCE').put(`${CERTIFICATE}/undo/id/${own.id}`, reason);
    assert.equal(byHand.status, 200, byHand.text);
    const undo = () => app.as('FINANCE').put(`${IMPORT}/undo/id/${first.id}`);
    const { status, body } = await undo();
    assert.deepEqual([status, body.msgCode], [200, 'CERTIFICATE_IMPORT_UNDONE']);
    assert.deepEqual([body.result.undone, body.result.kept], [1, 1]);
    const again = await undo();
    assert.deepEqual([again.status, again.body.msgCode], [409, 'CERTIFICATE_IMPORT_WRONG_STATE']);
    assert.deepEqual(
      [...new Set((await certificates()).result.map((one: Json) => one.state))],
      ['UNDONE'],
    );
    const free = await send([row(ada, 'IMP/1', '200.00')]);
    assert.deepEqual(verdictsOf(free.body), ['IMPORTED']);
  });

  it('takes rows as JSON, and refuses numbers as dates', async () => {
    const cells = {
      ...{ customerName: bola.name, number: 'IMP/30', certificateDate: '2026-04-21' },
      ...{ periodFrom: '2026-03-01', periodUntil: '2026-03-31', amount: '200' },
    };
    const { body, text } = await app
      .as('FINANCE')
      .post(IMPORT, { rows: [{ ...cells, certificateDate: '46133' }, cells] });
    assert.deepEqual(verdictsOf(body), ['DATE_WRONG', 'IMPORTED'], text);
  });

  it('sends an event for each certificate, and is refused to read-only roles', async () => {
    const events = await app.db.query<{ type: string; count: number }>(sql`
      select type, count(*)::int as count from outbox_event
      where type like 'withholding-certificate%' group by 1 order by 1`);
    const count = (type: string) => events.find((each) => each.type === type)?.count;
    assert.equal(count('withholding-certificate.recorded'), 4);
    assert.equal(count('withholding-certificate-import.undone'), 1);
    const reply = await app.as('AUDITOR').post(IMPORT, { rows: [{ number: 'X' }] });
    assert.equal(reply.status, 403);
  });
});

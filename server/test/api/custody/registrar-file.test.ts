// Registrars' lists over HTTP: verdicts, claims, duplicate lists, overlapping lists, undo.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { API, type MoneyApp, type StoredName, startMoneyApp } from './money-app.js';

const FILE = `${API}/registrar-file`;

let app: MoneyApp;
before(async () => {
  app = await startMoneyApp();
});
after(() => app.stop());

const maker = () => app.as('OPERATIONS');

let accounts = 0;

/** Gives the portfolio of a new customer an account at the depository, and returns it. */
async function holderWith(account?: string): Promise<Depositor & { account: string }> {
  const holder = await app.holder();
  accounts += 1;
  const own = account ?? `ACC${accounts}`;
  await app.db.query(sql`
    update portfolio set account_no = ${own}, chn_number = ${`C${own}`}
    where customer_id = ${holder.id}`);
  return { ...holder, account: own };
}

const importing = (event: StoredName, rows: readonly object[], headers = {}) =>
  maker().post(`${FILE}/import?e=${event.id}`, { rows, fileName: 'list.csv' }, headers);

const verdictsOf = (body: Json): Json =>
  Object.fromEntries(
    body.result.verdicts
      .filter(({ count }: Json) => count > 0)
      .map(({ verdict, count }: Json) => [verdict, count]),
  );

async function claimsOf(event: StoredName): Promise<Json[]> {
  const { body } = await maker().get(`${API}/market-claim/list?e=${event.id}`);
  return body.result.map((row: Json) => [row.direction, row.amount, row.state, row.booksMoney]);
}

describe('a list', () => {
  it('gets a verdict per row, and never changes an entitlement', async () => {
    const event = await app.event();
    const amounts = { units: 100n, gross: 5_700n, withheld: 570n, route: 'DIRECT' } as const;
    const [same, units, less, missing, none] = [
      await holderWith(),
      await holderWith(),
      await holderWith(),
      await holderWith(),
      await holderWith(),
    ];
    const ids: bigint[] = [];
    for (const holder of [same, units, less, missing]) {
      ids.push(await app.entitle(event, holder, amounts));
    }
    const stored = () => Promise.all(ids.map(app.stored));
    const untouched = await stored();
    const row = { units: '100', gross: '57.00', tax: '5.70', net: '51.30' };
    const rows = [
      { account: same.account, ...row },
      { chn: `C${units.account}`, ...row, units: '90', gross: '51.30', tax: '5.13', net: '46.17' },
      { account: less.account, ...row, net: '50.00' },
      { account: none.account, ...row },
      { account: 'STRANGER', ...row },
      { account: same.account, ...row },
      { account: 'ACC1', ...row, units: 'many' },
    ];
    const preview = await importing(event, rows, { prefer: 'dry-run' });
    assert.ok(preview.status < 300, preview.text);
    assert.deepEqual(await claimsOf(event), []);
    const { status, body, text } = await importing(event, rows);
    assert.equal(status, 201, text);
    assert.deepEqual(verdictsOf(body), verdictsOf(preview.body));
    assert.deepEqual(verdictsOf(body), {
      ...{ MATCHED: 1, UNITS_DIFFER: 1, AMOUNT_DIFFERS: 1, NOT_ENTITLED_HERE: 1 },
      ...{ UNKNOWN_ACCOUNT: 1, DUPLICATE: 1, MISSING_AT_REGISTRAR: 1, UNREADABLE: 1 },
    });
    assert.deepEqual(
      body.result.differing.map((one: Json) => [one.row, one.verdict, one.expectedNet]),
      [
        [2, 'UNITS_DIFFER', 51.3],
        [3, 'AMOUNT_DIFFERS', 51.3],
        [4, 'NOT_ENTITLED_HERE', undefined],
        [5, 'UNKNOWN_ACCOUNT', undefined],
        [6, 'DUPLICATE', 51.3],
        [7, 'UNREADABLE', body.result.differing[5].expectedNet],
        [8, 'MISSING_AT_REGISTRAR', 51.3],
      ],
    );
    assert.deepEqual(await stored(), untouched);
    assert.deepEqual(await claimsOf(event), [
      ['RECEIVABLE', 51.3, 'OPEN', true],
      ['RECEIVABLE', 1.3, 'OPEN', true],
      ['RECEIVABLE', 5.13, 'OPEN', true],
    ]);
    const errors = await maker().get(`${FILE}/errors/id/${body.id}`);
    assert.match(errors.text, /^\uFEFF?row,account,chn,.*verdict/);
    assert.match(errors.text, /^8,ACC4,CACC4,,,,,,,MISSING_AT_REGISTRAR,/m);
    assert.match(errors.text, /UNITS_DIFFER/);
    assert.doesNotMatch(errors.text, /,MATCHED/);
  });

  it('is imported once, and again after an undo, which cancels its open claims', async () => {
    const event = await app.event();
    const holder = await holderWith();
    await app.entitle(event, holder, { units: 100n, gross: 5_700n, route: 'DIRECT' });
    const rows = [{ account: holder.account, units: '100', net: '60.00' }];
    const [one, other] = await Promise.all([importing(event, rows), importing(event, rows)]);
    assert.deepEqual([one.status, other.status].sort(), [201, 409]);
    const { body } = one.status === 201 ? one : other;
    const refused = one.status === 409 ? one : other;
    assert.deepEqual(
      [refused.body.msgCode, refused.body.msgArgs],
      ['REGISTRAR_FILE_EXISTS', [body.name]],
    );
    assert.deepEqual(await claimsOf(event), [['PAYABLE', 3, 'OPEN', true]]);
    const undone = await maker().put(`${FILE}/undo/id/${body.id}`);
    assert.deepEqual([undone.status, undone.body.result.state], [200, 'UNDONE'], undone.text);
    const twice = await maker().put(`${FILE}/undo/id/${body.id}`);
    assert.deepEqual([twice.status, twice.body.msgCode], [409, 'REGISTRAR_FILE_WRONG_STATE']);
    assert.equal((await importing(event, rows)).status, 201);
    assert.deepEqual(await claimsOf(event), [
      ['PAYABLE', 3, 'OPEN', true],
      ['PAYABLE', 3, 'CANCELLED', true],
    ]);
    const { body: listed } = await maker().get(`${FILE}/list?e=${event.id}&state=JUDGED`);
    assert.equal(listed.count, 1);
  });

  it('opens no claim twice if its parts overlap, and is replaced by a corrected list', async () => {
    const event = await app.event();
    const [a, b] = [await holderWith(), await holderWith()];
    for (const holder of [a, b]) {
      await app.entitle(event, holder, { units: 100n, gross: 5_700n, route: 'DIRECT' });
    }
    const wrong = { account: a.account, units: '100', net: '50.00' };
    await importing(event, [wrong, { account: b.account, units: '100', net: '57.00' }]);
    assert.deepEqual(await claimsOf(event), [['RECEIVABLE', 7, 'OPEN', true]]);
    const second = await importing(event, [{ ...wrong, reference: 'again' }]);
    assert.deepEqual(verdictsOf(second.body), { AMOUNT_DIFFERS: 1 });
    assert.equal((await claimsOf(event)).length, 1);
    await importing(event, [{ ...wrong, net: '57.00' }]);
    assert.deepEqual(await claimsOf(event), [['RECEIVABLE', 7, 'CANCELLED', true]]);
  });

  it('may have one row for portfolios that are pooled in one account (G5)', async () => {
    const event = await app.event();
    const account = 'NOMINEE';
    for (const [units, gross, withheld] of [
      [333n, 4_163n, 416n],
      [333n, 4_163n, 416n],
      [334n, 4_175n, 418n],
    ] as const) {
      await app.entitle(event, await holderWith(account), { units, gross, withheld });
    }
    const rows = [{ account, units: '1000', gross: '125.00', tax: '12.50', net: '112.50' }];
    assert.deepEqual(verdictsOf((await importing(event, rows)).body), { MATCHED: 1 });
    const off = [{ ...rows[0], net: '112.40' }];
    assert.deepEqual(verdictsOf((await importing(event, off)).body), { AMOUNT_DIFFERS: 1 });
    assert.deepEqual(await claimsOf(event), []);
  });

  it('with an unreadable row does not report that holder as missing', async () => {
    const event = await app.event();
    const holder = await holderWith();
    await app.entitle(event, holder, { units: 100n, gross: 5_700n, route: 'DIRECT' });
    const { body } = await importing(event, [{ account: holder.account, units: 'many' }]);
    assert.deepEqual(verdictsOf(body), { UNREADABLE: 1 });
    assert.deepEqual(await claimsOf(event), []);
  });

  it('is read from CSV with a mapping, and refused before the ex-date', async () => {
    const event = await app.event();
    const holder = await holderWith();
    await app.entitle(event, holder, { units: 100n, gross: 570_000n, route: 'FIRM' });
    const csv = `Acct;Shares;Payable\n${holder.account};100;"5,600.00"\n`;
    const mapping = [
      { header: 'Acct', member: 'account' },
      { header: 'Shares', member: 'units' },
      { header: 'Payable', member: 'net' },
    ];
    const done = await maker().post(`${FILE}/import?e=${event.id}`, { csv, mapping });
    assert.equal(done.status, 201, done.text);
    assert.deepEqual(verdictsOf(done.body), { AMOUNT_DIFFERS: 1 });
    assert.deepEqual(await claimsOf(event), [['RECEIVABLE', 100, 'OPEN', false]]);
    const open = await app.event({ progress: 'OPEN' });
    const early = await importing(open, [{ account: 'X', units: '1' }]);
    assert.deepEqual(
      [early.status, early.body.msgCode, early.body.msgArgs],
      [409, 'EVENT_WRONG_STATE', ['OPEN', 'BEFORE_EX_DATE']],
    );
  });
});

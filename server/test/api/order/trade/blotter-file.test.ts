// Exported files of the blotter and of customers contain exactly the rows that match the filters,
// and show their number.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callerOf, startTestApp, type TestApp } from '../../../support/app.js';
import { orderBody, orderIn } from '../../../support/order.js';

const API = '/api/v1';
const ORDERS = `${API}/order/tradeorder/list`;
const CUSTOMERS = `${API}/partner/customer/list`;

let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true });
  for (const changes of [{}, { quantityRequested: '200' }, { securityName: 'ZENITHBANK' }]) {
    const { body } = await app
      .as('CLIENT')
      .post(`${API}/order/tradeorder/submit`, orderBody(changes));
    await orderIn(app, body.id, ['EXECUTED']);
  }
});
after(() => app.stop());

const linesOf = (text: string): readonly string[] => text.trim().split(/\r?\n/);

describe('success', () => {
  test('a file of orders has the matching orders, the newest first, and their count', async () => {
    const all = await app.as('DEALER').get(`${ORDERS}/csv`);
    assert.equal(all.status, 200, all.text);
    assert.equal(all.headers.get('x-row-count'), '3');
    const [titles = '', newest = '', ...rest] = linesOf(all.text);
    assert.match(titles, /^Number,Business date,Given,Side,Security,/);
    assert.match(newest, /,BUY,ZENITHBANK,MARKET,/);
    assert.equal(rest.at(-1)?.split(',').slice(0, 2).join(), 'END,3');
    const filter = 'q=access&status=EXECUTED&side=BUY';
    const { body } = await app.as('DEALER').get(`${ORDERS}?${filter}`);
    const some = await app.as('DEALER').get(`${ORDERS}/csv?${filter}`);
    assert.equal(body.count, 2);
    assert.deepEqual(
      linesOf(some.text)
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
      body.result.map(({ name }: { readonly name: string }) => name),
    );
    const none = await app.as('DEALER').get(`${ORDERS}/csv?side=SELL`);
    assert.equal(none.headers.get('x-row-count'), '0');
    const sheet = await app.as('DEALER').get(`${ORDERS}/xlsx`);
    assert.match(sheet.headers.get('content-disposition') ?? '', /filename="orders\.xlsx"/);
  });

  test('a file of customers has the matching customers, without their identifiers', async () => {
    const { body } = await app.as('OPERATIONS').get(`${CUSTOMERS}?search=ade`);
    const file = await app.as('OPERATIONS').get(`${CUSTOMERS}/csv?search=ade`);
    assert.equal(file.status, 200, file.text);
    assert.ok(body.count > 1);
    assert.equal(file.headers.get('x-row-count'), String(body.count));
    const lines = linesOf(file.text);
    assert.equal(lines.length, body.count + 2);
    assert.ok(lines.slice(1, -1).every((line) => /ade/i.test(line)));
    assert.doesNotMatch(lines[0] ?? '', /bvn|identification/i);
  });
});

describe('401 and 403', () => {
  test('callers without the permission are refused', async () => {
    for (const path of [`${ORDERS}/csv`, `${ORDERS}/xlsx`, `${CUSTOMERS}/csv`]) {
      assert.equal((await callerOf(app.url, {}).get(path)).status, 401, path);
    }
    assert.equal((await app.as('AUDITOR').get(`${CUSTOMERS}/xlsx`)).status, 403);
    assert.equal((await app.as('AUDITOR').get(`${CUSTOMERS}/csv`)).status, 403);
  });
});

// Wealth reports as files: they have the report's rows, in the same order.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { type Portfolio, startWealthApp, type WealthApp } from './wealth-app.js';

const TODAY = '2026-11-25';
const SPAN = 'sd=2026-11-02&ed=2026-11-25';

describe('a report of wealth as a file', () => {
  let app: WealthApp;
  let owner: Depositor;
  let portfolio: Portfolio;
  before(async () => {
    app = await startWealthApp();
    await app.skipUntil('2026-10-30');
    owner = await app.holder();
    portfolio = await app.portfolio(owner);
    await app.balance(owner, { currency: 'NGN' }, 50_000_000n);
    await app.skipUntil(TODAY);
    const share = await app.share('FILE-A', [
      ['2026-10-30', 25, 100],
      ['2026-11-20', 26, 100],
    ]);
    await app.bring(portfolio, share, { date: '2026-10-30', quantity: 1_000 });
  });
  after(() => app?.stop());

  const read = async (path: string): Promise<Json> => {
    const { status, body, text } = await app.as('AUDITOR').get(`/api/v1/wealth/${path}`);
    assert.equal(status, 200, text);
    return body;
  };

  /** Reads a file, and returns its rows as records. */
  async function rowsOf(path: string): Promise<Json[]> {
    const headers = await app.header('AUDITOR');
    const reply = await fetch(`${app.url}/api/v1/wealth/${path}`, { headers });
    const text = await reply.text();
    assert.equal(reply.status, 200, text);
    const [titles = [], ...rows] = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
      .map((row) => row.split(',').map((cell) => cell.replace(/^"|"$/g, '')));
    const end = rows.pop();
    assert.deepEqual(end?.slice(0, 2), ['END', String(rows.length)]);
    assert.equal(reply.headers.get('x-row-count'), String(rows.length));
    return rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at]])));
  }

  it('has the positions of a customer and of a portfolio', async () => {
    for (const path of [`customer/id/${owner.id}`, `portfolio/id/${portfolio.id}`]) {
      const { lines } = await read(`valuation/${path}?d=2026-11-20`);
      const rows = await rowsOf(`valuation/${path}/csv?d=2026-11-20`);
      assert.deepEqual(
        rows.map((row) => [row.class, row.name, row.quantity, Number(row.valueIn)]),
        lines.map((line: Json) => [line.class, line.name, line.quantity ?? '', line.valueIn]),
      );
    }
  });

  it('has the parts of an allocation, with the criterion that was requested', async () => {
    const { parts } = await read(`allocation/customer/id/${owner.id}?by=CURRENCY`);
    const rows = await rowsOf(`allocation/customer/id/${owner.id}/csv?by=CURRENCY`);
    assert.deepEqual(
      rows.map((row) => [row.key, Number(row.value), Number(row.percent)]),
      parts.map((part: Json) => [part.key, part.value, part.percent]),
    );
  });

  it('has contributions that add up to the gain', async () => {
    const { lines } = await read(`contribution/customer/id/${owner.id}?${SPAN}`);
    const rows = await rowsOf(`contribution/customer/id/${owner.id}/csv?${SPAN}`);
    assert.deepEqual(
      rows.map((row) => [row.name, Number(row.gain), Number(row.contribution)]),
      lines.map((line: Json) => [line.name, line.gain, line.contribution]),
    );
    assert.equal(Number(rows[0]?.gain), 1_000);
  });

  it('has the returns by month, or by another part', async () => {
    const [month, ...others] = await rowsOf(`return/customer/id/${owner.id}/csv?${SPAN}`);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [month?.part, Number(month?.openingValue), Number(month?.gain), month?.status],
      ['2026-11', 525_000, 1_000, 'AVAILABLE'],
    );
    const { parts } = await read(`return/customer/id/${owner.id}?${SPAN}&by=DAY`);
    const days = await rowsOf(`return/customer/id/${owner.id}/csv?${SPAN}&by=DAY`);
    assert.deepEqual(
      days.map((row) => [row.part, Number(row.closingValue), Number(row.percent)]),
      parts.map((part: Json) => [part.part, part.closingValue, part.timeWeighted.percent]),
    );
  });

  it('has the sums of the firm, and is available as a workbook', async () => {
    const { parts } = await read('valuation/summary?by=CLASS');
    const rows = await rowsOf('valuation/summary/csv?by=CLASS');
    assert.deepEqual(
      rows.map((row) => [row.key, Number(row.value)]),
      parts.map((part: Json) => [part.key, part.value]),
    );
    const headers = await app.header('AUDITOR');
    const path = `${app.url}/api/v1/wealth/return/customer/id/${owner.id}/xlsx?${SPAN}`;
    const reply = await fetch(path, { headers });
    assert.equal(reply.status, 200);
    const bytes = Buffer.from(await reply.arrayBuffer());
    assert.equal(bytes.subarray(0, 2).toString(), 'PK');
  });

  it('of an unknown customer is not found, and an unknown filter is refused', async () => {
    const missing = await app
      .as('AUDITOR')
      .get('/api/v1/wealth/valuation/customer/id/99999999/csv');
    assert.equal(missing.status, 404);
    const path = `/api/v1/wealth/valuation/customer/id/${owner.id}/csv?lines=false`;
    assert.equal((await app.as('AUDITOR').get(path)).status, 400);
  });
});

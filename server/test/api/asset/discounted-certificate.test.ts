// PDF certificates for commercial paper and treasury bills, over HTTP.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pdfPages } from '../../support/pdf-text.js';
import { BILL, bodyFor, type DiscountedApp, PAPER, startDiscountedApp } from './discounted-app.js';

let app: DiscountedApp;
let authorization: string;

before(async () => {
  app = await startDiscountedApp();
  const made = await app.as('ADMIN').post('/api/v1/security/client/create', {
    label: 'PDF reader',
    roles: ['CLIENT'],
  });
  const pair = `${made.body.name}:${made.body.result.clientSecret}`;
  authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
});
after(() => app.stop());

const certificate = (path: string) => `${path}/certificate/pdf/id`;

// The test callers decode replies as text, so this fetches the bytes directly.
async function pdfOf(path: string, id: number): Promise<Buffer> {
  const reply = await fetch(`${app.url}${certificate(path)}/${id}`, { headers: { authorization } });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'application/pdf');
  assert.match(String(reply.headers.get('content-disposition')), /certificate-\d+\.pdf"$/);
  return Buffer.from(await reply.arrayBuffer());
}

function assertShows(bytes: Buffer, shown: readonly string[]): void {
  const text = pdfPages(bytes).join(' ').replace(/\s+/g, ' ');
  for (const one of shown) assert.ok(text.includes(one), `${one} in ${text}`);
}

const FACE = { faceValue: 10_000_000 };

test('the certificate of a bill shows its cost, payment and yield, and the debtor', async () => {
  const { id, name } = (await app.bought(BILL, FACE)).body;
  assertShows(await pdfOf(BILL, id), [
    'CERTIFICATE OF TREASURY BILLS',
    `No. ${name}`,
    'Treasury bill 364',
    '83.315836',
    '16.73% per year',
    '20.080216% per year',
    '8,331,583.56',
    '1,668,416.44',
    '166,841.64',
    'Payable on 2027-03-04',
    'NGN 9,833,158.36',
    'actual/365 fixed',
    'debt of their issuer',
  ]);
});

test('the certificate of paper shows each terminated part, and changes only then', async () => {
  const { id } = (await app.bought(PAPER, FACE)).body;
  const first = await pdfOf(PAPER, id);
  assert.ok(first.equals(await pdfOf(PAPER, id)));
  await app.closeUntil('2026-03-10');
  assert.ok(first.equals(await pdfOf(PAPER, id)), 'another day changes nothing');
  const terminate = `${PAPER}/terminate?id=${id}&c=${app.rich.id}`;
  const { settlement } = (await app.as('CLIENT').put(`${terminate}&fv=4000000&dr=18`)).body;
  const digits = (amount: number) =>
    amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  assertShows(await pdfOf(PAPER, id), [
    'CERTIFICATE OF COMMERCIAL PAPER',
    'You still hold NGN 6,000,000.00 of it.',
    'Partly terminated',
    digits(settlement.terminationProceeds),
    '4,998,950.14',
    'debt of the firm',
  ]);
  const whole = (await app.as('CLIENT').put(terminate)).body.settlement;
  const net = settlement.terminationValue + whole.terminationValue;
  assertShows(await pdfOf(PAPER, id), [
    'You no longer hold any of it.',
    'Terminated early on request on 2026-03-10.',
    'ENDED',
    'Total paid',
    digits(net),
  ]);
});

test('401, 404, and 409 for an instrument that was never placed', async () => {
  assert.equal((await app.as('NOBODY').get(`${certificate(PAPER)}/1`)).status, 401);
  const body = bodyFor(PAPER, app.rich);
  const { id } = (await app.as('CLIENT').post(`${PAPER}/submit`, body)).body;
  const elsewhere = app.asOffice('OPERATIONS', [app.otherOfficeId]);
  for (const reply of [
    await app.as('CLIENT').get(`${certificate(PAPER)}/999999`),
    await app.as('CLIENT').get(`${certificate(BILL)}/${id}`),
    await elsewhere.get(`${certificate(PAPER)}/${id}`),
  ]) {
    assert.equal(reply.status, 404);
  }
  const early = await app.as('CLIENT').get(`${certificate(PAPER)}/${id}`);
  assert.deepEqual(
    [early.status, early.body.msgCode, early.body.msgArgs],
    [409, 'DISCOUNTED_INSTRUMENT_WRONG_STATE', ['PENDING']],
  );
  await app.as('CLIENT').put(`${PAPER}/cancel/id/${id}`);
  assert.equal((await app.as('CLIENT').get(`${certificate(PAPER)}/${id}`)).status, 409);
});

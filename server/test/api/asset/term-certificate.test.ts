// The PDF certificate of a term instrument, over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  addTermInstrumentType,
  type NewTermInstrumentType,
} from '../../../src/modules/asset/index.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { pdfPages } from '../../support/pdf-text.js';
import { type AssetApp, FIXED, SUBMIT, startAssetApp, TERMINATE } from './app.js';

const CERTIFICATE = '/api/v1/order/terminstrument/certificate/pdf/id';

const TYPES: readonly NewTermInstrumentType[] = [
  {
    ...FIXED,
    name: 'MONTHLY',
    label: 'Income deposit',
    interest_payment: 'PERIODIC',
    interest_frequency: 'MONTHLY',
  },
  {
    ...FIXED,
    name: 'WEEKLY',
    label: 'Growing deposit',
    interest_payment: 'CAPITALISED',
    interest_frequency: 'DAYS',
    interest_days: 5,
  },
];

let app: AssetApp;
let authorization: string;

before(async () => {
  app = await startAssetApp();
  await systemWork(app.context, 'fixtures', async (work) => {
    for (const type of TYPES) await addTermInstrumentType(work, type);
  });
  await app.db.query(sql`
    update customer set label = 'Ọlá Adéṣọlá Chukwụma',
      details = details || '{"primaryAddress1": "3 Marina", "primaryCity": "Lagos"}'
    where id = ${app.rich.id}`);
  const made = await app.as('ADMIN').post('/api/v1/security/client/create', {
    label: 'PDF reader',
    roles: ['CLIENT'],
  });
  const pair = `${made.body.name}:${made.body.result.clientSecret}`;
  authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
});
after(() => app.stop());

// The test callers decode replies as text, so this fetches the bytes directly.
async function pdfOf(id: number): Promise<Buffer> {
  const reply = await fetch(`${app.url}${CERTIFICATE}/${id}`, { headers: { authorization } });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'application/pdf');
  assert.match(String(reply.headers.get('content-disposition')), /(?:certificate|loan)-\d+\.pdf"$/);
  return Buffer.from(await reply.arrayBuffer());
}

const textOf = async (id: number) => pdfPages(await pdfOf(id)).join('\n');

function assertShows(text: string, shown: readonly string[]): void {
  for (const one of shown) assert.ok(text.includes(one), `${one} in ${text}`);
}

describe('certificates', () => {
  test('show the holder of a deposit, what it pays, and when', async () => {
    const { id, name } = (await app.running({})).body;
    assertShows(await textOf(id), [
      'CERTIFICATE OF DEPOSIT',
      `No. ${name}`,
      'Ọlá Adéṣọlá Chukwụma',
      '3 Marina',
      '5,000,000.00',
      '186,986.30',
      '18,698.63',
      'NGN 5,168,287.67',
      'Payable to you on 2026-04-06',
      'actual/365 fixed',
      'its rate, less 3 percentage points',
    ]);
  });

  test('show every interest payment date, and the payment at the end', async () => {
    const { id } = (await app.running({ instrumentTypeName: 'MONTHLY' })).body;
    assertShows(await textOf(id), [
      '2026-02-05',
      '57,328.77',
      '2026-04-06',
      'NGN 5,001,849.31',
      'on interest payment dates',
    ]);
  });

  test('of many interest payment dates have several numbered pages with headers', async () => {
    const { id, name } = (await app.running({ instrumentTypeName: 'WEEKLY', tenure: 365 })).body;
    const pages = pdfPages(await pdfOf(id));
    assert.ok(pages.length > 1);
    for (const [index, page] of pages.entries()) {
      assertShows(page, [`Page ${index + 1} of ${pages.length}`, name]);
    }
    assertShows(pages.join('\n'), ['added to the principal', '2027-01-05']);
  });

  test('of a loan show the amount owed', async () => {
    const { id } = (await app.running({ instrumentTypeName: 'LOAN', faceValue: 1_000_000 })).body;
    assertShows(await textOf(id), ['LOAN CONFIRMATION', 'To be repaid on', 'NGN 1,059,835.62']);
  });

  test('have the same bytes each time, and show when the instrument has ended', async () => {
    const { id } = (await app.running({})).body;
    const first = await pdfOf(id);
    assert.ok(first.equals(await pdfOf(id)));
    await app.closeUntil('2026-01-06');
    assert.ok(first.equals(await pdfOf(id)), 'another day changes nothing');
    await app.as('CLIENT').put(`${TERMINATE}?t=${id}`);
    assertShows(await textOf(id), [
      'Terminated early on request on 2026-01-06. Total net interest: NGN 1,479.46.',
      'to 2026-01-06, we held',
      'ENDED',
    ]);
  });

  test('401, 404, and 409 for an instrument that was never placed', async () => {
    assert.equal((await app.as('NOBODY').get(`${CERTIFICATE}/1`)).status, 401);
    assert.equal((await app.as('CLIENT').get(`${CERTIFICATE}/999999`)).status, 404);
    const { body } = await app.as('CLIENT').post(SUBMIT, {
      instrumentTypeName: 'FD',
      customerId: app.rich.id,
      faceValue: 200_000,
    });
    const elsewhere = app.asOffice('OPERATIONS', [app.otherOfficeId]);
    assert.equal((await elsewhere.get(`${CERTIFICATE}/${body.id}`)).status, 404);
    const refused = await app.as('CLIENT').get(`${CERTIFICATE}/${body.id}`);
    assert.deepEqual(
      [refused.status, refused.body.msgCode, refused.body.msgArgs],
      [409, 'TERM_INSTRUMENT_WRONG_STATE', ['PENDING']],
    );
  });
});

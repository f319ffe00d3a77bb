// The PDF of a contract note and the verification of its seal, over HTTP.

import assert from 'node:assert/strict';
import { verify as checkSignature, createPublicKey } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { canonicalText, type NoteDocument } from '../../../../src/modules/order/note/document.js';
import { drawNoteInBackground, notePdf } from '../../../../src/modules/order/note/drawing.js';
import type { NotePaper } from '../../../../src/modules/order/note/page.js';
import { maskedName, readDocument } from '../../../../src/modules/order/note/seal.js';
import type { Seal } from '../../../../src/modules/order/note/seal-queries.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { amountInWords } from '../../../../src/platform/money/amount-words.js';
import { callerOf, type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { orderBody } from '../../../support/order.js';
import type { Said } from '../../../support/order-desk.js';
import { reportOrder, sendOrder, standingNote } from '../../../support/order-exchange.js';
import { pdfPages } from '../../../support/pdf-text.js';

const BASE = '/api/v1/order/contractnote';

const paperOf = (note: NoteDocument, seal: Seal): NotePaper => ({
  note,
  seal: { ...seal, document: canonicalText(note) },
  fate: { reversedAt: null, replacedBy: null },
  verifyUrl: 'https://office.example.com/?c=1',
});

describe('contract notes as PDF', () => {
  let app: TestApp;
  let noteId: bigint;
  let order: OrderRow;

  before(async () => {
    app = await startTestApp({
      demo: true,
      exchange: 'none',
      publicUrl: 'https://office.example.com/',
    });
    await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
    await app.db.query(sql`
      update customer set label = 'Ọlá Adéṣọlá Ńgọzị Chukwụma' where id = (
        select customer_id from portfolio where name = '0000000001')`);
    await app.db.query(sql`
      update portfolio set account_no = '1234567890', chn_number = 'C0012345AB'
      where name = '0000000001'`);
    order = await send({ priceType: 'LIMIT', limitPrice: '25.00' });
    await say(order, '1', { execId: 'NGX-1', fill: [40, '24.95'] });
    await say(order, '2', { execId: 'NGX-2', fill: [60, '25.00'] });
    noteId = await noteOf(order.id);
  });
  after(() => app.stop());

  const send = (terms: object): Promise<OrderRow> => sendOrder(app, terms);
  const say = (row: OrderRow, status: string, said: Said): Promise<string> =>
    reportOrder(app, row, { status, ...said });
  const noteOf = (orderId: bigint): Promise<bigint> => standingNote(app, orderId);

  async function pdfOf(id: bigint): Promise<Buffer> {
    const header = await credentials('CLIENT');
    const reply = await fetch(`${app.url}${BASE}/pdf/id/${id}`, { headers: header });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('content-type'), 'application/pdf');
    assert.match(
      String(reply.headers.get('content-disposition')),
      /^attachment; filename="contract-note-\d{10}\.pdf"$/,
    );
    return Buffer.from(await reply.arrayBuffer());
  }

  // The test callers decode replies as text, so these credentials are for fetching the bytes
  // directly.
  async function credentials(role: string): Promise<Record<string, string>> {
    const made = await app.as('ADMIN').post('/api/v1/security/client/create', {
      label: 'PDF reader',
      roles: [role],
    });
    const { clientSecret } = made.body.result;
    const name = made.body.name;
    return {
      authorization: `Basic ${Buffer.from(`${name}:${clientSecret}`).toString('base64')}`,
    };
  }

  async function sealed(id: bigint): Promise<Seal> {
    const [seal] = await app.db.query<Seal>(sql`
      select document, code, key_id as "keyId", sealed_at as "sealedAt"
      from contract_note_seal where contract_note_id = ${id}`);
    assert.ok(seal);
    return seal;
  }

  const verify = async (code: string): Promise<Json> => {
    return (await app.as('NOBODY').get(`${BASE}/verify?c=${encodeURIComponent(code)}`)).body;
  };

  it('shows parties, numbers, every trade and charge, the totals and the tariff', async () => {
    const [page = '', ...more] = pdfPages(await pdfOf(noteId));
    assert.equal(more.length, 0);
    const note = (await app.as('CLIENT').get(`${BASE}/id/${noteId}`)).body;
    const expected = [
      'Example Securities Limited',
      'Ọlá Adéṣọlá Ńgọzị Chukwụma',
      note.name,
      order.name,
      '0000000001',
      '1234567890',
      'C0012345AB',
      'NGX-1',
      'NGX-2',
      '2026-11-16 10:31:07',
      '24.95',
      '998.00',
      '1,500.00',
      '2,498.00',
      note.settlementDate,
      '1.35% of consideration',
      'VAT on SEC fee',
      '7.5% of SEC fee',
      'NGN 4.00 per contract note',
      'NGX_EQUITY, version 1',
      `NGN ${note.netAmount.toLocaleString('en', { minimumFractionDigits: 2 })}`,
      'Net amount payable by you',
      'naira',
      'Page 1 of 1',
    ];
    const text = page.replaceAll('\n', ' ');
    for (const part of expected) assert.ok(text.includes(part), `${part} in ${text}`);
    for (const charge of note.charges) {
      assert.ok(text.includes(charge.amount.toFixed(2)), String(charge.amount));
    }
  });

  it("shows a bond's clean price, accrued interest at settlement, and their sum", async () => {
    await app.db.query(sql`update business_day set business_date = '2026-11-16'`);
    await app.db.query(sql`
      update security_price set previous_close = 98, last = 98
      where security_id = (select id from security where name = 'FG142029S1')`);
    const terms = {
      securityName: 'FG142029S1',
      quantityRequested: '50',
      priceType: 'LIMIT',
      limitPrice: '98.00',
    };
    const valid = await app
      .as('CLIENT')
      .post('/api/v1/order/tradeorder/validate', orderBody(terms));
    const { estimate } = valid.body;
    assert.deepEqual(
      [estimate.consideration, estimate.accruedCoupon, estimate.totalCharges, estimate.netAmount],
      [49_000, 439.7, 531.1, 49_970.8],
    );
    const bond = await send(terms);
    await say(bond, '2', { fill: [50, '98.00'] });
    const id = await noteOf(bond.id);
    const note = (await app.as('CLIENT').get(`${BASE}/id/${id}`)).body;
    assert.deepEqual(
      [note.accruedFrom, note.accruedDays, note.accruedCoupon, note.dirtyValue, note.netAmount],
      ['2026-10-26', 22, 439.7, 49_439.7, 49_970.8],
    );
    const [page = ''] = pdfPages(await pdfOf(id));
    const text = page.replaceAll('\n', ' ');
    for (const part of [
      '98.00%',
      'Nominal NGN 50,000.00',
      'Consideration at the clean price 49,000.00',
      'Accrued interest, 22 days, 2026-10-26 to 2026-11-17 439.70',
      'Consideration with accrued interest 49,439.70',
      'Charges, added 531.10',
      'NGN 49,970.80',
      'NGX_BOND, version 1',
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
  });

  it('have the same bytes at every request, whatever has changed', async () => {
    const first = await pdfOf(noteId);
    await app.db.query(sql`update business_office set label = label || ' (moved)'`);
    assert.ok(first.equals(await pdfOf(noteId)));
  });

  it('the seal of a note cannot be changed; concurrent requests get the same one', async () => {
    await assert.rejects(app.db.query(sql`update contract_note_seal set document = '{}'`));
    const other = await send({ quantityRequested: '10', priceType: 'LIMIT', limitPrice: '25.00' });
    await say(other, '2', { fill: [10, '25.00'] });
    const id = await noteOf(other.id);
    const path = `${BASE}/pdf/id/${id}`;
    const replies = await Promise.all([1, 2, 3, 4].map(() => app.as('CLIENT').get(path)));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  });

  it('a note with forty trades has several pages, each with its number and head', async () => {
    const seal = await sealed(noteId);
    const note = readDocument(seal.document);
    const [one] = note.executions;
    assert.ok(one);
    const executions = Array.from({ length: 40 }, (_, index) => ({
      ...one,
      execId: `20261116-NGX-ACCESS-${String(index + 1).padStart(6, '0')}`,
    }));
    const many = paperOf({ ...note, executions }, seal);
    const pages = pdfPages(await notePdf(many));
    assert.equal(pages.length, 2);
    assert.match(pages[0] ?? '', /Page 1 of 2/);
    assert.match(pages[1] ?? '', /continued/);
    assert.match(pages[1] ?? '', /Page 2 of 2/);
    const all = pages.join('\n');
    for (const { execId } of executions) assert.ok(all.includes(execId), execId);
  });

  it('is drawn in a background process, so that other requests are answered', async () => {
    const seal = await sealed(noteId);
    const note = readDocument(seal.document);
    const executions = Array.from({ length: 300 }, () => note.executions).flat();
    const paper = paperOf({ ...note, executions }, seal);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    const drawn = await drawNoteInBackground(paper).finally(() => clearInterval(timer));
    assert.ok(turns >= 20, `${turns} turns`);
    assert.ok(drawn.equals(await notePdf(paper)));
  });

  it('verifies the code of a note without login, with the customer masked', async () => {
    const { code } = await sealed(noteId);
    const note = (await app.as('CLIENT').get(`${BASE}/id/${noteId}`)).body;
    const answer = await verify(code);
    assert.equal(answer.genuine, true);
    assert.equal(answer.name, note.name);
    assert.equal(answer.netAmount, note.netAmount);
    assert.equal(answer.tradeDate, note.tradeDate);
    assert.equal(answer.reversed, false);
    assert.equal(answer.customerLabel, 'Ọ•••• A•••• Ń•••• C••••');
  });

  it('refuses every code that differs from a genuine one', async () => {
    const { code } = await sealed(noteId);
    const bytes = Buffer.from(code, 'base64url');
    const flipped = [0, 1, 8, 9, 16, 17, 48, 49, 80, 112].map((at) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy.toString('base64url');
    });
    const others = [
      code.slice(0, -1),
      `${code}A`,
      `${code}=`,
      `${code.slice(0, 75)}\n${code.slice(75)}`,
      code.slice(0, -1) + nextLetter(code.at(-1) ?? ''),
      code.toUpperCase(),
      'A'.repeat(151),
      `_${code.slice(1)}`,
      Buffer.alloc(113, 1).toString('base64url'),
      Buffer.concat([bytes.subarray(0, 49), Buffer.alloc(64)]).toString('base64url'),
    ];
    for (const wrong of [...flipped, ...others]) {
      assert.deepEqual(await verify(wrong), { genuine: false }, wrong);
    }
  });

  it('a stored document that was changed after sealing is no longer genuine', async () => {
    const { code } = await sealed(noteId);
    await app.db.transaction(async (tx) => {
      await tx.query(sql`alter table contract_note_seal disable trigger all`);
      await tx.query(sql`
        update contract_note_seal
        set document = replace(document, '"quantity":"40"', '"quantity":"41"')
        where contract_note_id = ${noteId}`);
    });
    assert.deepEqual(await verify(code), { genuine: false });
    await app.db.query(sql`
      update contract_note_seal
      set document = replace(document, '"quantity":"41"', '"quantity":"40"')
      where contract_note_id = ${noteId}`);
    await app.db.query(sql`alter table contract_note_seal enable trigger all`);
    assert.equal((await verify(code)).genuine, true);
  });

  describe('the keys that seal', () => {
    const KEYS = '/api/v1/order/note-seal-key';

    it('can be rotated: old notes still verify, and new ones have the new key', async () => {
      const old = await sealed(noteId);
      const made = await app.as('ADMIN').post(`${KEYS}/rotate`, {});
      assert.equal(made.status, 201, made.text);
      assert.equal(made.body.msgCode, 'NOTE_SEAL_KEY_ROTATED');
      const next = await send({ quantityRequested: '10', priceType: 'LIMIT', limitPrice: '25.00' });
      await say(next, '2', { fill: [10, '25.00'] });
      const id = await noteOf(next.id);
      await pdfOf(id);
      const fresh = await sealed(id);
      assert.equal(fresh.keyId, made.body.name);
      assert.notEqual(fresh.keyId, old.keyId);
      assert.equal((await verify(old.code)).genuine, true);
      assert.equal((await verify(fresh.code)).genuine, true);
      assert.deepEqual(await sealed(noteId), old);
    });

    it('are listed as public keys, with which anyone can check a seal', async () => {
      const { body, text } = await callerOf(app.url, {}).get(`${KEYS}/list`);
      assert.equal(body.count, 2);
      assert.deepEqual(
        body.result.map(({ active }: Json) => active),
        [true, false],
      );
      assert.doesNotMatch(text, /"d":/);
      const { code, keyId } = await sealed(noteId);
      const key = body.result.find(({ name }: Json) => name === keyId);
      const bytes = Buffer.from(code, 'base64url');
      const signed = Buffer.concat([
        Buffer.from('countinghouse contract note seal 1\n'),
        bytes.subarray(0, 49),
      ]);
      const publicKey = createPublicKey({ key: key.publicJwk, format: 'jwk' });
      assert.ok(checkSignature(null, signed, publicKey, bytes.subarray(49)));
    });

    it('two concurrent rotations create two keys, of which one seals', async () => {
      const rotate = () => app.as('ADMIN').post(`${KEYS}/rotate`, {});
      const replies = await Promise.all([rotate(), rotate()]);
      assert.deepEqual(
        replies.map(({ status }) => status),
        [201, 201],
      );
      const { body } = await app.as('ADMIN').get(`${KEYS}/list`);
      assert.equal(body.count, 4);
      assert.equal(body.result.filter(({ active }: Json) => active).length, 1);
    });

    it('a dry run creates no key; 401 and 403 without the permission', async () => {
      const tried = await app.as('ADMIN').post(`${KEYS}/rotate?dryRun=true`, {});
      assert.equal(tried.status, 200, tried.text);
      assert.equal((await app.as('ADMIN').get(`${KEYS}/list`)).body.count, 4);
      assert.equal((await app.as('NOBODY').post(`${KEYS}/rotate`, {})).status, 401);
      assert.equal((await app.as('DEALER').post(`${KEYS}/rotate`, {})).status, 403);
      assert.equal((await app.as('CLIENT').post(`${KEYS}/rotate`, {})).status, 403);
    });
  });

  it('a bust marks the note as reversed, in the PDF and in the reply', async () => {
    const { code } = await sealed(noteId);
    await say(order, '1', { type: 'H', execId: 'NGX-3', ref: 'NGX-1' });
    const [page = ''] = pdfPages(await pdfOf(noteId));
    assert.match(page, /REVERSED on .* no longer valid/);
    assert.match(page, /^REVERSED$/m);
    assert.match(page, /NGX-1/);
    const next = await noteOf(order.id);
    const [fresh = ''] = pdfPages(await pdfOf(next));
    const name = (await app.as('CLIENT').get(`${BASE}/id/${noteId}`)).body.name;
    assert.ok(fresh.includes(`This note replaces contract note ${name}.`));
    assert.doesNotMatch(fresh, /NGX-1/);
    const answer = await verify(code);
    assert.equal(answer.genuine, true);
    assert.equal(answer.reversed, true);
    assert.match(answer.replacedByName, /^\d{10}$/);
  });

  it('a note first requested after its reversal shows its content as issued', async () => {
    const other = await send({ quantityRequested: '30', priceType: 'LIMIT', limitPrice: '25.00' });
    await say(other, '1', { execId: 'L-1', fill: [10, '25.00'] });
    await say(other, '2', { execId: 'L-2', fill: [20, '24.50'] });
    const id = await noteOf(other.id);
    await say(other, '2', { type: 'G', execId: 'L-3', ref: 'L-2', fill: [20, '24.40'] });
    const [page = ''] = pdfPages(await pdfOf(id));
    assert.match(page, /L-2/);
    assert.doesNotMatch(page, /L-3/);
    assert.match(page, /REVERSED/);
  });

  describe('refusals', () => {
    it('400: a code is required, and no other parameter is accepted', async () => {
      assert.equal((await app.as('NOBODY').get(`${BASE}/verify`)).status, 400);
      assert.equal((await app.as('NOBODY').get(`${BASE}/verify?c=1&d=2`)).status, 400);
      assert.equal((await app.as('CLIENT').get(`${BASE}/pdf/id/x`)).status, 400);
    });

    it('401 and 403: a PDF needs the permission to read notes', async () => {
      assert.equal((await app.as('NOBODY').get(`${BASE}/pdf/id/${noteId}`)).status, 401);
      const body = {
        businessOffice: '0000000001',
        firmName: 'F',
        address: 'A',
        contact: 'C',
        registration: 'R',
      };
      const dealer = app.as('DEALER');
      assert.equal((await dealer.put('/api/v1/order/letterhead/update', body)).status, 403);
    });

    it('404: no such note, or a note of an office that the caller does not see', async () => {
      assert.equal((await app.as('CLIENT').get(`${BASE}/pdf/id/999999999`)).status, 404);
      const other = app.asOffice('CLIENT', [order.office_id + 1n]);
      assert.equal((await other.get(`${BASE}/pdf/id/${noteId}`)).status, 404);
    });
  });

  it('a letterhead is set by the administrator, for notes sealed from then on', async () => {
    const body = {
      businessOffice: order.office_name,
      firmName: 'Ọmọ Securities',
      address: '1 Road\nLagos',
      contact: 'Call us',
      registration: 'RC 1',
    };
    const put = (changes: object, headers?: Record<string, string>) =>
      app.as('ADMIN').put('/api/v1/order/letterhead/update', { ...body, ...changes }, headers);
    const done = await put({});
    assert.equal(done.status, 200);
    assert.equal(done.body.result.label, 'Ọmọ Securities');
    assert.equal((await put({}, { 'if-match': '"1"' })).status, 412);
    assert.equal((await put({ address: '1\n2\n3\n4' })).status, 400);
    assert.equal((await put({ businessOffice: 'none' })).status, 422);
    const other = await send({ quantityRequested: '10', priceType: 'LIMIT', limitPrice: '25.00' });
    await say(other, '2', { fill: [10, '25.00'] });
    const [page = ''] = pdfPages(await pdfOf(await noteOf(other.id)));
    assert.match(page, /Ọmọ Securities/);
  });

  it('a caller who checks many wrong codes has to wait', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      statuses.push((await app.as('NOBODY').get(`${BASE}/verify?c=${round}`)).status);
    }
    assert.equal(statuses.at(-1), 429);
  });
});

function nextLetter(letter: string): string {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return ALPHABET[(ALPHABET.indexOf(letter) + 1) % 64] ?? 'A';
}

describe('amounts in words', () => {
  const cases: readonly (readonly [bigint, string, string])[] = [
    [0n, 'NGN', 'Zero naira only'],
    [1n, 'NGN', 'Zero naira, one kobo only'],
    [255_064n, 'NGN', 'Two thousand five hundred and fifty naira, sixty-four kobo only'],
    [100_000_500n, 'NGN', 'One million and five naira only'],
    [
      101_854_180n,
      'NGN',
      'One million eighteen thousand five hundred and forty-one naira, eighty kobo only',
    ],
    [-2_100n, 'GBP', 'Minus twenty-one pounds only'],
    [101n, 'USD', 'One dollar, one cent only'],
    [1_234n, 'JPY', 'JPY one thousand two hundred and thirty-four only'],
    [1_500n, 'KWD', 'KWD one and 500/1000 only'],
    [9_223_372_036_854_775_807n, 'JPY', ''],
  ];
  for (const [minor, currency, words] of cases) {
    it(`${minor} ${currency}`, () => {
      const said = amountInWords({ minor, currency });
      if (words !== '') assert.equal(said, words);
      assert.match(said, / only$/);
    });
  }

  it('masks a name to its initials', () => {
    assert.equal(maskedName('  Ọlá  Bello '), 'Ọ•••• B••••');
  });
});

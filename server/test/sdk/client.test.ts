// The SDK client against a real server: writes despite lost replies, refusals, pages, versions and
// files. Also calls that must not compile.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Client,
  ConnectionError,
  type Fetch,
  type FilePath,
  idOf,
  isProblem,
  metaOf,
  type PathOf,
  ProblemError,
  type ReadPath,
} from '@countinghouse/sdk';
import { startTestApp, type TestApp } from '../support/app.js';
import { orderBody } from '../support/order.js';
import { sdkClient } from '../support/sdk.js';

let app: TestApp;
let client: Client;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  client = await sdkClient(app, 'CLIENT');
});
after(() => app.stop());

const LEAD = { leadType: 'INDIVIDUAL', firstName: 'Ngozi', leadSource: 'WEB' } as const;

async function countLeads(lastName: string): Promise<number> {
  const { rows } = await app.db.pool.query('select 1 from lead where last_name = $1', [lastName]);
  return rows.length;
}

interface Line {
  readonly fetch: Fetch;
  readonly sent: () => readonly RequestInit[];
}

/** Returns a connection that forwards requests but loses the first replies. */
function losing(replies: number): Line {
  const sent: RequestInit[] = [];
  return {
    fetch: async (url, init) => {
      sent.push(init);
      const response = await fetch(url, init);
      if (sent.length > replies) return response;
      await response.arrayBuffer();
      throw new TypeError('the connection broke');
    },
    sent: () => sent,
  };
}

const keyOf = (init: RequestInit) => new Headers(init.headers).get('idempotency-key');

describe('a write', () => {
  it('is executed once even if replies are lost, because all attempts share one key', async () => {
    const line = losing(2);
    const unlucky = await sdkClient(app, 'CLIENT', { fetch: line.fetch });
    const made = await unlucky.post('crm/lead/create', { body: { ...LEAD, lastName: 'Lost' } });
    assert.ok(idOf(made) > 0);
    assert.equal(metaOf(made).replayed, true);
    assert.equal(await countLeads('Lost'), 1);
    assert.equal(line.sent().length, 3);
    assert.equal(new Set(line.sent().map(keyOf)).size, 1);
  });

  it('gets a new key for each call, or the key of the caller', async () => {
    const line = losing(0);
    const own = await sdkClient(app, 'CLIENT', { fetch: line.fetch });
    const body = { ...LEAD, lastName: 'Keyed' };
    await own.post('crm/lead/create', { body });
    await own.post('crm/lead/create', { body });
    const idempotencyKey = 'lead-of-the-form-4711';
    const first = await own.post('crm/lead/create', { body, idempotencyKey });
    const again = await own.post('crm/lead/create', { body, idempotencyKey });
    assert.equal(again.id, first.id);
    assert.equal(await countLeads('Keyed'), 3);
    assert.equal(new Set(line.sent().map(keyOf)).size, 3);
  });

  it('without a key is not sent again when its outcome is unknown', async () => {
    const line = losing(1);
    const unlucky = await sdkClient(app, 'ADMIN', { fetch: line.fetch });
    const before = await client.request({ method: 'GET', to: 'system/clock' });
    await assert.rejects(
      unlucky.put('system/clock', { body: { advanceDays: 1 } }),
      (error: unknown) => error instanceof ConnectionError,
    );
    assert.equal(line.sent().length, 1);
    const now = await client.request({ method: 'GET', to: 'system/clock' });
    assert.notEqual(now.businessDate, before.businessDate);
  });

  it('as a dry run computes the record and writes nothing', async () => {
    const body = { ...LEAD, lastName: 'Dry' };
    const reply = await client.post('crm/lead/create', { body, dryRun: true });
    assert.equal(metaOf(reply).dryRun, true);
    assert.equal(reply.result?.lastName, 'Dry');
    assert.throws(() => idOf(reply), TypeError);
    assert.equal(await countLeads('Dry'), 0);
  });

  it('is refused when another user has changed the version', async () => {
    const made = await client.post('crm/lead/create', { body: { ...LEAD, lastName: 'Version' } });
    const path = { id: idOf(made) };
    const read = await client.get('crm/lead/id/{id}', { path });
    const body = { id: path.id, firstName: 'Amaka' };
    await client.put('crm/lead/update', { body, ifMatch: read });
    await assert.rejects(
      client.put('crm/lead/update', { body, ifMatch: read }),
      (error: unknown) => isProblem(error, 'PRECONDITION_FAILED') && error.status === 412,
    );
    const copy = { ...read };
    await assert.rejects(client.put('crm/lead/update', { body, ifMatch: copy }), TypeError);
  });
});

describe('a refusal', () => {
  it('is an error with its code, its fields and the request id', async () => {
    const body = { ...orderBody(), limitPrice: 'much', quantityRequested: 'ten' };
    const refused = await client
      .request({ method: 'POST', to: 'order/tradeorder/submit', body })
      .catch((error: unknown) => error);
    assert.ok(refused instanceof ProblemError);
    assert.equal(refused.status, 400);
    assert.equal(refused.code, 'INVALID_REQUEST');
    assert.deepEqual(refused.errors.map(({ pointer }) => pointer).sort(), [
      '/limitPrice',
      '/quantityRequested',
    ]);
    assert.match(refused.requestId ?? '', /^[\w-]{8,}$/);
    assert.ok(isProblem(refused) && !isProblem(refused, 'FORBIDDEN'));
  });

  it('is not retried if the caller caused it', async () => {
    const line = losing(0);
    const own = await sdkClient(app, 'CRM', { fetch: line.fetch });
    const path = { id: 999_999_999 };
    await assert.rejects(own.get('crm/lead/id/{id}', { path }), (error: unknown) =>
      isProblem(error, 'DOCUMENT_NOT_FOUND'),
    );
    assert.equal(line.sent().length, 1);
  });
});

describe('a list', () => {
  it('is read completely, page by page, while others add to it', async () => {
    const wanted = new Set<number>();
    for (let at = 0; at < 7; at += 1) {
      const body = { ...LEAD, lastName: 'Paged', emailAddress1: `paged${at}@example.com` };
      wanted.add(idOf(await client.post('crm/lead/create', { body })));
    }
    const seen: number[] = [];
    for await (const lead of client.pages('crm/lead/list', { query: { s: 3 } })) {
      seen.push(Number(lead.id));
      if (seen.length === 4) {
        await client.post('crm/lead/create', { body: { ...LEAD, lastName: 'Meanwhile' } });
      }
    }
    assert.equal(new Set(seen).size, seen.length, 'none comes twice');
    for (const id of wanted) assert.ok(seen.includes(id), `lead ${id} was missed`);
  });

  it('is fetched only as far as the caller iterates', async () => {
    const line = losing(0);
    const own = await sdkClient(app, 'CLIENT', { fetch: line.fetch });
    for await (const customer of own.pages('partner/customer/list', { query: { s: 5 } })) {
      assert.ok(customer.name);
      break;
    }
    assert.equal(line.sent().length, 1);
  });
});

describe('the body of a reply', () => {
  it('is text unless it is JSON, and bytes for a file', async () => {
    assert.match(await client.request({ method: 'GET', to: '/metrics' }), /^# HELP/);
    const finance = await sdkClient(app, 'FINANCE');
    const path = 'finance/report/trial-balance/xlsx';
    const untyped = await finance.request({ method: 'GET', to: path });
    assert.ok('bytes' in untyped);
    const { bytes, contentType, fileName } = await finance.file(path);
    assert.match(contentType, /spreadsheet/);
    assert.match(fileName ?? '', /\.xlsx$/);
    assert.deepEqual([...bytes.subarray(0, 2)], [0x50, 0x4b]);
    const table = await finance.file('finance/report/trial-balance/csv');
    assert.match(table.contentType, /^text\/csv/);
  });

  it('keeps amounts of fifteen digits exactly', async () => {
    const body = { ...LEAD, lastName: 'Rich', annualIncome: '9999999999999.99' };
    const reply = await client.post('crm/lead/create', { body, dryRun: true });
    assert.equal(reply.result?.annualIncome, 9_999_999_999_999.99);
  });
});

describe('the types', () => {
  it('know which paths return records, and which return files', () => {
    type Read<P> = P extends ReadPath ? true : false;
    type File<P> = P extends FilePath ? true : false;
    const read: [Read<'/metrics'>, Read<'system/clock'>, Read<'event/stream'>] = [
      true,
      true,
      false,
    ];
    const file: [File<'system/clock'>, File<'crm/attachment/id/{id}'>] = [false, true];
    const paper: [Read<'order/contractnote/pdf/id/{id}'>] = [false];
    assert.deepEqual([...read, ...file, ...paper], [true, true, false, false, true, false]);
  });

  it('know every path with its methods, and no other', () => {
    type Is<P, M extends 'get' | 'post' | 'put' | 'delete'> = P extends PathOf<M> ? true : false;
    const facts: [
      Is<'order/tradeorder/submit', 'post'>,
      Is<'/oauth/token', 'post'>,
      Is<'order/fundtransaction/delete/id/{id}', 'delete'>,
    ] = [true, true, true];
    const mistakes: [
      Is<'order/tradeorder/submit', 'get'>,
      Is<'order/tradeorder/submti', 'post'>,
      Is<'/order/tradeorder/submit', 'post'>,
    ] = [false, false, false];
    assert.ok(facts.every((fact) => fact) && mistakes.every((fact) => !fact));
  });

  it('know the parameters of an operation', () => {
    type Init = Parameters<typeof client.post<'order/tradeorder/submit'>>[1];
    type Takes<Body> = { readonly body: Body } extends Init ? true : false;
    interface Good {
      readonly portfolioName: string;
      readonly orderType: 'BUY';
      readonly priceType: 'MARKET';
      readonly orderTermName: string;
    }
    const taken: [Takes<Good>, Takes<Omit<Good, 'orderTermName'>>] = [true, false];
    const wrong: Takes<Omit<Good, 'orderType'> & { readonly orderType: 'LEND' }> = false;
    assert.deepEqual([...taken, wrong], [true, false, false]);
  });
});

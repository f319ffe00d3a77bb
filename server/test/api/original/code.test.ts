// Codes in requests: read in any letter case, and refused if unknown, so that a misspelt code never
// results in an empty list. The sweeps read the operations and their parameters from the OpenAPI
// document.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { allNumbered } from '../../support/numbered-event.js';
import { orderBody } from '../../support/order.js';

const BASE = '/api/v1';
const REQUIRED: Readonly<Record<string, string>> = {
  ...{ sd: '2026-11-02', ed: '2026-11-20', x: 'NGX', t: 'EQUITY', b: '1', c: '20' },
  ...{ s: 'EXECUTED', p: '1', by: 'SECURITY', side: 'BUY', quantity: '100', price: '20' },
};
/** A code from the demonstration data for each parameter that names a record. */
const CODES: Readonly<Record<string, string>> = {
  ...{ securityName: 'ACCESS', exchangeName: 'NGX', officeName: '0000000001' },
  ...{ businessOfficeName: '0000000001', custodianName: 'CUSTODY', agentName: 'INTRODUCER' },
  ...{ transactionProcessor: 'PAYGATE', currency: 'NGN' },
};
/** Parameters that do not refer to one of our records, each with the reason. */
const FREE: Readonly<Record<string, string>> = {
  'wealth/lot/list securityName': 'the name of any asset held: a fund, a deposit or a bill',
};

/** The codes in request bodies, each with a request that is complete without them. */
const OPTIONAL_CODES: readonly (readonly [path: string, body: object, codes: string])[] = [
  [
    'order/tradeorder/validate',
    orderBody({}),
    'instrument exchange businessOffice customerName orderCurrency instrumentType ' +
      'commissionGroupName custodianName agentName',
  ],
  [
    'order/terminstrument/submit',
    { customerId: 1, instrumentTypeName: 'FD-NGN', faceValue: 200_000 },
    'instrumentTypeLabel customerName portfolioName currency',
  ],
  [
    'order/treasurybill/submit',
    { customerId: 1, instrumentTypeName: 'NTB-91', faceValue: 200_000 },
    'instrumentTypeLabel customerName portfolioName currency',
  ],
  [
    'order/fundtransaction/submit',
    { transType: 'SUBSCRIPTION', fundId: 1, customerId: 1, amount: 50_000 },
    'fundName customerName portfolioName currency',
  ],
  [
    'finance/cash-transaction/create',
    { transType: 'RECEIPT', amount: 10, partnerId: 1 },
    'businessOfficeName partnerName currency cashAccountName contraAcctName ' +
      'processingFeeAcctName counterPartyPartnerName counterPartyCashAccount agentName ' +
      'transactionProcessor taxClass',
  ],
  [
    'partner/customer/create',
    { firstName: 'Ada', lastName: 'Zero' },
    'businessOfficeName businessOffice customerGroupName portfolioTypeName portfolioType',
  ],
  [
    'order/portfolio/create',
    { customerId: 1 },
    'customerName portfolioTypeName portfolioType currency',
  ],
  ['partner/lead/create', { lastName: 'Zero' }, 'businessOfficeName'],
  ['crm/contact/create', { lastName: 'Zero' }, 'businessOfficeName'],
];

interface Filter {
  readonly path: string;
  readonly name: string;
  readonly query: URLSearchParams;
}

describe('a code in a request', () => {
  let app: TestApp;
  let filters: readonly Filter[];
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    const { body } = await app.as('CLIENT').get('/openapi.json');
    filters = Object.entries<Json>(body.paths).flatMap(([path, { get }]) => {
      if (get === undefined || !path.startsWith(BASE) || path.endsWith('/xlsx')) return [];
      const parameters: Json[] = (get.parameters ?? []).filter(
        ({ in: at }: Json) => at === 'query',
      );
      const query = new URLSearchParams();
      for (const { name, required } of parameters) {
        if (required === true) query.set(name, REQUIRED[name] ?? CODES[name] ?? '1');
      }
      return parameters
        .filter(({ name }) => name in CODES)
        .map(({ name }) => ({ path: path.replace(/\{[^}]+\}/g, '1'), name, query }));
    });
    assert.ok(filters.length > 30, String(filters.length));
  });
  after(() => app.stop());

  // Reads as the first role that may read the path, because no role may read everything.
  async function read({ path, name, query }: Filter, value: string) {
    const filled = new URLSearchParams(query);
    filled.set(name, value);
    // The estimate needs a security, or all members that can replace it.
    if (path.endsWith('/estimate') && name !== 'securityName') filled.set('securityName', 'ACCESS');
    for (const role of ['CLIENT', 'ADMIN', 'FINANCE', 'CRM', 'AUDITOR']) {
      const reply = await app.as(role).get(`${path}?${filled}`);
      if (reply.status !== 403) return reply;
    }
    return assert.fail(`no role reads ${path}`);
  }
  const submit = (changes: object, path = `${BASE}/order/tradeorder/validate`) =>
    app.as('CLIENT').post(path, orderBody(changes));
  const refusal = ({ status, body }: { status: number; body: Json }) => [
    status,
    body.msgCode,
    body.errors?.[0].pointer,
  ];

  it('is refused by every filter of a list if it is unknown', async () => {
    const found: string[] = [];
    for (const filter of filters) {
      const key = `${filter.path.slice(BASE.length + 1).replace(/.csv$/, '')} ${filter.name}`;
      if (key in FREE) continue;
      const reply = await read(filter, 'ZZNONE'.slice(0, filter.name === 'currency' ? 3 : 6));
      const pointer = reply.body?.errors?.[0].pointer;
      // A quote refuses an unknown currency with 400, because it checks the currency together with
      // the shape of the request.
      const isRefused = [400, 422].includes(reply.status) && pointer === `/${filter.name}`;
      if (!isRefused) found.push(`${key}: ${reply.status}`);
    }
    assert.deepEqual(found, []);
  });

  it('is accepted in any letter case by every filter', async () => {
    const found: string[] = [];
    for (const filter of filters) {
      const code = CODES[filter.name] ?? '';
      const [upper, lower] = [await read(filter, code), await read(filter, code.toLowerCase())];
      const shown = ({ status, body, text }: typeof upper) =>
        status === 200 ? (body?.count ?? text.split('\n').length) : `${status} ${body.detail}`;
      if (shown(upper) !== shown(lower)) {
        found.push(`${filter.path} ${filter.name}: ${shown(upper)}, ${shown(lower)}`);
      }
    }
    assert.deepEqual(found, []);
  });

  it('is accepted in any letter case in an order, and stored as the code', async () => {
    const made = await submit(
      {
        ...{ securityName: 'access', instrument: 'Access', orderCurrency: 'ngn' },
        ...{ exchange: 'nse', orderTermName: 'day', portfolioId: '1' },
      },
      `${BASE}/order/tradeorder/submit`,
    );
    assert.equal(made.status, 201, made.text);
    const { securityName, orderCurrency, exchange } = made.body.result;
    assert.deepEqual([securityName, orderCurrency, exchange], ['ACCESS', 'NGN', 'NGX']);
    const other = await submit({ securityName: 'access', instrument: 'MTNN' });
    assert.deepEqual(refusal(other), [422, 'REFERENCE_MISMATCH', '/instrument']);
    const none = await submit({ securityName: 'zznone' });
    assert.deepEqual(refusal(none), [422, 'UNKNOWN_REFERENCE', '/securityName']);
  });

  it('is treated as not given if it is 0', async () => {
    const found: string[] = [];
    for (const [path, body, codes] of OPTIONAL_CODES) {
      const zeros = Object.fromEntries(
        codes.split(' ').map((code, at) => [code, at % 2 ? 0 : '0']),
      );
      const url = `${BASE}/${path}?dryRun=true`;
      const { status, body: reply } = await app.as('CLIENT').post(url, { ...zeros, ...body });
      const warned = (reply.warnings ?? []).some(({ code }: Json) => code === 'MEMBER_IGNORED');
      if (status >= 300 || warned) found.push(`${path}: ${status} ${reply.detail}`);
    }
    assert.deepEqual(found, []);
    const required = await submit({ portfolioName: 0 });
    assert.deepEqual(refusal(required), [422, 'UNKNOWN_REFERENCE', '/portfolioName']);
  });

  it('may be sent with dates that are 0, which are treated as not given', async () => {
    const dates = { orderDate: 0, orderStartDate: '0', orderEndDate: 0 };
    const made = await submit(dates, `${BASE}/order/tradeorder/submit`);
    assert.equal(made.status, 201, made.text);
    assert.match(made.body.result.orderDate, /^20/);
    const receipt = await app.as('CLIENT').post(`${BASE}/finance/cash-transaction/create`, {
      ...{ transType: 'RECEIPT', amount: 10, partnerId: 1, transactionDate: 0, valueDate: 0 },
    });
    assert.equal(receipt.status, 201, receipt.text);
    assert.match(receipt.body.result.transactionDate, /^20/);
    assert.equal(receipt.body.result.valueDate, undefined);
  });

  it('must belong to the portfolio whose id is sent with it', async () => {
    assert.equal((await submit({ portfolioId: '1' })).status, 200);
    for (const portfolioId of [0, '', null]) {
      assert.equal((await submit({ portfolioId })).status, 200);
    }
    for (const portfolioId of ['2', 999_999]) {
      const refused = await submit({ portfolioId });
      assert.deepEqual(refusal(refused), [422, 'REFERENCE_MISMATCH', '/portfolioId']);
    }
    const made = await submit({ limitPrice: 21 }, `${BASE}/order/tradeorder/submit`);
    const amended = await app.as('CLIENT').put(`${BASE}/order/tradeorder/update`, {
      ...orderBody({ limitPrice: 21 }),
      ...{ id: made.body.id, portfolioId: '2' },
    });
    assert.deepEqual(refusal(amended), [422, 'REFERENCE_MISMATCH', '/portfolioId']);
  });

  it('finds orders by their agent and custodian in any letter case', async () => {
    const assigned = await app.as('CLIENT').put(`${BASE}/order/portfolio/custodian/assign`, {
      portfolioName: '0000000001',
      custodians: [{ custodianName: 'custody', standing: false }],
    });
    assert.equal(assigned.status, 200, assigned.text);
    const ofCustomer = { customerId: 1, agentName: 'introducer' };
    await app.as('CLIENT').put(`${BASE}/partner/agent/customer/assign`, ofCustomer);
    const made = await submit(
      { agentName: 'Introducer', custodianName: 'Custody', quantityRequested: '3' },
      `${BASE}/order/tradeorder/submit`,
    );
    assert.equal(made.status, 201, made.text);
    for (const filter of ['agentName=introducer', 'custodianName=CUSTODY']) {
      const { body } = await app.as('CLIENT').get(`${BASE}/order/tradeorder/list?${filter}`);
      assert.deepEqual([body.count, body.result[0].id], [1, made.body.id]);
    }
  });
});

describe('agents, custodians and payment gateways that are no longer active', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
  });
  after(() => app.stop());

  const ENDED = [
    ['OPERATIONS', 'partner/agent', { shares: [{ validFrom: '2026-01-01', percent: 10 }] }],
    ['OPERATIONS', 'partner/custodian', { settles: 'OWN' }],
    ['FINANCE', 'finance/payment-gateway', { successCodes: ['00'] }],
  ] as const;
  for (const [role, path, members] of ENDED) {
    it(`are listed by ${path}/list, and not among the active ones`, async () => {
      const body = { name: 'ended', label: 'Ended Ltd', active: false, ...members };
      const made = await app.as(role).put(`${BASE}/${path}/propose`, body);
      assert.equal(made.status, 201, made.text);
      const change = `${BASE}/system/change/approve/id/${made.body.id}`;
      assert.equal((await app.as('APPROVER').put(change)).status, 200);
      const names = async (list: string) => {
        const reply = await app.as('AUDITOR').get(`${BASE}/${path}/${list}`);
        return reply.body.result.map(({ name, active }: Json) => `${name} ${active}`);
      };
      assert.deepEqual((await names('list')).slice(1), ['ENDED false']);
      assert.equal((await names('list/active')).length, 1);
      const second = await app.as('AUDITOR').get(`${BASE}/${path}/list?b=2&s=1`);
      assert.deepEqual([second.body.count, second.body.result[0].name], [2, 'ENDED']);
    });
  }
});

describe('the size of a page', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
  });
  after(() => app.stop());

  it('is the default size if it is 0, also for events', async () => {
    await allNumbered(app.db);
    const events = await app.as('CLIENT').get(`${BASE}/event/list?c=0`);
    assert.equal(events.status, 200, events.text);
    assert.ok(events.body.result.length > 1);
    const customers = await app.as('CLIENT').get(`${BASE}/partner/customer/list?s=0`);
    assert.equal(customers.body.result.length, 50);
  });
});

// Commercial paper types and treasury bill issues, changed with four-eyes approval: announced,
// auctioned, sold, matured.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, TestReply } from '../../support/app.js';
import {
  BILL,
  bodyFor,
  CP,
  type DiscountedApp,
  ISSUE,
  PAPER,
  startDiscountedApp,
  TYPE,
} from './discounted-app.js';

const TYPES = '/api/v1/order/discountedinstrumenttype';
const ISSUES = '/api/v1/order/treasurybillissue';
const CHANGE = '/api/v1/system/change';

let app: DiscountedApp;

before(async () => {
  app = await startDiscountedApp();
});
after(() => app.stop());

const propose = (path: string, body: object, headers = {}) =>
  app.as('OPERATIONS').post(`${path}/propose`, body, headers);
const approve = (id: number) => app.as('APPROVER').put(`${CHANGE}/approve/id/${id}`);

async function changed(path: string, body: object): Promise<Json> {
  const made = await propose(path, body);
  assert.equal(made.status, 201, made.text);
  const approved = await approve(made.body.id);
  assert.equal(approved.status, 200, approved.text);
  return approved.body.result;
}

async function named(path: string, name: string): Promise<Json> {
  const { body } = await app.as('AUDITOR').get(`${path}/list?s=500`);
  return body.result.find((type: Json) => type.name === name);
}

const submit = (path: string, name: string, more: object = {}) =>
  app.as('CLIENT').post(`${path}/submit`, {
    ...bodyFor(path, app.rich),
    instrumentTypeName: name,
    ...more,
  });

const SHORT = {
  ...TYPE,
  ...{ name: 'CP-SHORT', label: 'Short paper', rate: 18.25, tenures: [30, 60], defaultTenure: 60 },
};
const NEXT = {
  ...ISSUE,
  ...{ name: 'NTB-1', label: 'Bill to come', stopRate: undefined },
  ...{ auctionDate: '2026-03-11', settlementDate: '2026-03-12', maturityDate: '2026-06-11' },
};

describe('a type of commercial paper', () => {
  test('is on offer once a second person has approved it', async () => {
    const made = await propose(TYPES, { ...SHORT, reason: 'asked by the desk' });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual([made.body.result.state, made.body.result.before], ['PENDING', undefined]);
    assert.equal((await submit(PAPER, 'CP-SHORT')).body.msgCode, 'UNKNOWN_REFERENCE');
    const own = await app.as('OPERATIONS').put(`${CHANGE}/approve/id/${made.body.id}`);
    assert.equal(own.status, 403);
    assert.equal((await approve(made.body.id)).status, 200);
    const bought = await submit(PAPER, 'CP-SHORT');
    assert.equal(bought.status, 201, bought.text);
    assert.deepEqual([bought.body.result.tenure, bought.body.result.currentRate], [60, 18.25]);
    assert.equal(bought.body.result.instrumentTypeVersion, 1);
    const type = await named(TYPES, 'CP-SHORT');
    assert.deepEqual([type.version, type.active, type.denomination], [1, true, 0.01]);
    const one = await app.as('AUDITOR').get(`${TYPES}/id/${type.id}`);
    assert.deepEqual(one.body, type);
    assert.equal(one.headers.get('etag'), '"1"');
    assert.equal((await app.as('AUDITOR').get(`${ISSUES}/id/${type.id}`)).status, 404);
  });

  test('applies a change to later sales; instruments already agreed keep their terms', async () => {
    const running = (await app.bought(PAPER, { faceValue: 500_000, tenure: 91 })).body.result;
    const agreed = (await submit(PAPER, 'CP', { faceValue: 700_000, tenure: 91 })).body.result;
    const result = await changed(TYPES, {
      ...CP,
      ...{ rate: 12, minimumAmount: 600_000, tenures: [180], defaultTenure: 180 },
      ...{ maximumTerminationRate: 20, taxClass: undefined, label: 'Paper' },
    });
    assert.equal(result.appliedVersion, 2);
    assert.deepEqual(
      result.differences
        .map(({ pointer }: Json) => pointer)
        .toSorted()
        .slice(0, 2),
      ['/active', '/defaultTenure'],
    );
    const fresh = await submit(PAPER, 'CP', { faceValue: 600_000 });
    assert.deepEqual([fresh.body.result.currentRate, fresh.body.result.tenure], [12, 180]);
    assert.equal(fresh.body.result.expectedNetInterest, fresh.body.result.expectedInterest);
    assert.equal((await submit(PAPER, 'CP', { tenure: 180 })).body.msgCode, 'TERM_AMOUNT_REFUSED');
    const stays = await app.shown(PAPER, running.id);
    for (const member of ['cost', 'expectedNetInterest', 'currentRate', 'instrumentTypeVersion']) {
      assert.equal(stays[member], running[member], member);
    }
    const posted = await app.as('CLIENT').put(`${PAPER}/post/${agreed.id}`);
    assert.equal(posted.status, 200, posted.text);
    for (const member of ['cost', 'currentRate', 'tenure']) {
      assert.equal(posted.body.result[member], agreed[member], member);
    }
    const versions = await app
      .as('AUDITOR')
      .get(`${CHANGE}/version/list?kind=discounted-instrument-type&subject=CP`);
    assert.deepEqual(
      versions.body.result.map(({ version, body }: Json) => [version, body.rate]),
      [
        [2, 12],
        [1, 16.73],
      ],
    );
    await changed(TYPES, CP);
  });

  test('is no longer sold once it is inactive, and its instruments run to their end', async () => {
    const { id } = (await app.bought(PAPER, { instrumentTypeName: 'CP-SHORT' })).body;
    await changed(TYPES, { ...SHORT, active: false });
    assert.equal((await submit(PAPER, 'CP-SHORT')).status, 422);
    const { body } = await app.as('AUDITOR').get(`${TYPES}/list/active`);
    assert.ok(body.result.every((type: Json) => type.name !== 'CP-SHORT'));
    await app.closeUntil('2026-03-06');
    const ended = `${PAPER}/terminate?id=${id}&c=${app.rich.id}`;
    assert.equal((await app.as('CLIENT').put(ended)).status, 200);
  });
});

describe('an issue of bills', () => {
  const result = (stopRate: number) =>
    app.as('OPERATIONS').post(`${ISSUES}/auction/propose`, { name: 'NTB-1', stopRate });

  test('is announced without a rate, and is not sold', async () => {
    await changed(ISSUES, NEXT);
    const issue = await named(ISSUES, 'NTB-1');
    assert.deepEqual([issue.state, issue.stopRate, issue.tenure], ['ANNOUNCED', undefined, 91]);
    const early = await submit(BILL, 'NTB-1');
    assert.deepEqual([early.status, early.body.msgCode], [422, 'RATE_NOT_OFFERED']);
    assert.deepEqual(early.body.msgArgs, ['instrumentTypeName']);
    const quoted = await app.as('CLIENT').get(`${BILL}/quote?instrumentTypeName=NTB-1`);
    assert.equal(quoted.status, 400);
    const asked = `${BILL}/quote?instrumentTypeName=NTB-1&discountRate=16`;
    assert.equal((await app.as('CLIENT').get(asked)).body.tenure, 91);
  });

  test('has no stop rate before its auction', async () => {
    const early = await result(16.1);
    assert.deepEqual(
      [early.status, early.body.msgCode, early.body.msgArgs],
      [422, 'DISCOUNTED_TYPE_WRONG', ['stopRate']],
    );
    const { body } = await app.as('CLIENT').get(`${ISSUES}/list?u=announced`);
    assert.deepEqual(
      body.result.map((issue: Json) => issue.name),
      ['NTB-1'],
    );
  });

  test('is auctioned, sold at its stop rate, and cannot change afterwards', async () => {
    await app.closeUntil('2026-03-11');
    const first = await result(16.1);
    const second = await result(16.2);
    assert.equal((await approve(second.body.id)).status, 200);
    const outdated = await approve(first.body.id);
    assert.deepEqual([outdated.status, outdated.body.msgCode], [409, 'CHANGE_OUTDATED']);
    assert.equal((await named(ISSUES, 'NTB-1')).state, 'AUCTIONED');
    const bought = await submit(BILL, 'NTB-1');
    assert.equal(bought.body.result.currentRate, 16.2, bought.text);
    assert.equal(bought.body.result.instrumentTypeVersion, 2);
    const later = await result(16.3);
    assert.deepEqual(
      [later.body.msgCode, later.body.msgArgs],
      ['DISCOUNTED_TYPE_WRONG', ['stopRate']],
    );
    const sold = { ...NEXT, stopRate: 16.2 };
    for (const [member, value] of [
      ['auctionDate', '2026-03-10'],
      ['settlementDate', '2026-03-13'],
      ['maturityDate', '2026-06-12'],
      ['dayCount', 'ACT_360'],
      ['priceDecimals', 3],
    ] as const) {
      const moved = await propose(ISSUES, { ...sold, [member]: value });
      assert.deepEqual([moved.status, moved.body.msgArgs], [422, [member]], moved.text);
    }
    await changed(ISSUES, { ...sold, label: 'Bill', maximumTerminationRate: 40 });
    await app.as('CLIENT').put(`${BILL}/cancel/id/${bought.body.id}`);
    await changed(ISSUES, { ...sold, stopRate: 16.25 });
  });

  test('matures, pays, and can no longer change', async () => {
    const { id } = (await submit(BILL, 'NTB-1')).body;
    await app.closeUntil('2026-03-12');
    assert.equal((await app.as('CLIENT').put(`${BILL}/post/${id}`)).status, 200);
    await app.skipUntil('2026-06-08');
    await app.closeUntil('2026-06-11');
    assert.equal((await app.shown(BILL, id)).terminationReason, 'MATURED');
    assert.equal((await named(ISSUES, 'NTB-1')).state, 'MATURED');
    const active = await app.as('CLIENT').get(`${ISSUES}/list/active`);
    assert.ok(active.body.result.every((issue: Json) => issue.name !== 'NTB-1'));
    const matured = await app.as('CLIENT').get(`${ISSUES}/list?u=MATURED`);
    assert.ok(matured.body.result.some((issue: Json) => issue.name === 'NTB-1'));
    const late = await propose(ISSUES, { ...NEXT, stopRate: 16.25, label: 'Old' });
    assert.deepEqual([late.status, late.body.msgArgs], [422, ['maturityDate']]);
  });

  test('is not sold on terms that a concurrent change has replaced', async () => {
    const body = { ...ISSUE, name: 'NTB-RACE', maturityDate: '2026-12-10' };
    await changed(ISSUES, body);
    for (let round = 1; round <= 5; round += 1) {
      const rate = 16 + round / 10;
      const { id } = (await propose(ISSUES, { ...body, stopRate: rate })).body;
      const [decided, ...bought] = await Promise.all([
        approve(id),
        ...[1, 2, 3].map(() => submit(BILL, 'NTB-RACE')),
      ]);
      const { stopRate } = await named(ISSUES, 'NTB-RACE');
      for (const one of bought) assert.equal(one.body.result.currentRate, stopRate, one.text);
      assert.equal(stopRate === rate, decided.status === 200, decided.text);
      for (const one of bought) await app.as('CLIENT').put(`${BILL}/cancel/id/${one.body.id}`);
      if (decided.status !== 200) await app.as('OPERATIONS').put(`${CHANGE}/withdraw/id/${id}`);
    }
  });
});

describe('refused', () => {
  const refused = async (path: string, body: object): Promise<TestReply> => {
    const reply = await propose(path, body);
    assert.notEqual(reply.status, 201, reply.text);
    return reply;
  };

  const WRONG: readonly [string, object, string][] = [
    [TYPES, { name: 'cp short' }, 'name'],
    [TYPES, { name: 'NTB-364' }, 'name'],
    [TYPES, { name: 'CP', currency: 'USD' }, 'currency'],
    [TYPES, { name: 'CP', quotation: 'TRUE_YIELD' }, 'quotation'],
    [TYPES, { currency: 'XXQ' }, 'currency'],
    [TYPES, { minimumAmount: 0 }, 'minimumAmount'],
    [TYPES, { minimumAmount: 0.001 }, 'minimumAmount'],
    [TYPES, { maximumAmount: 99_999 }, 'maximumAmount'],
    [TYPES, { denomination: 0 }, 'denomination'],
    [TYPES, { rate: -1 }, 'rate'],
    [TYPES, { rate: 1000.1 }, 'rate'],
    [TYPES, { rate: 1.1234567 }, 'rate'],
    [TYPES, { minimumRate: 5 }, 'maximumRate'],
    [TYPES, { minimumRate: 5, maximumRate: 4 }, 'maximumRate'],
    [TYPES, { minimumTerminationRate: 61 }, 'maximumTerminationRate'],
    [TYPES, { priceDecimals: 13 }, 'priceDecimals'],
    [TYPES, { taxClass: 'TREASURE' }, 'taxClass'],
    [TYPES, { exchange: 'NYX' }, 'exchange'],
    [TYPES, { tenures: [30, 30, 60] }, 'tenures'],
    [TYPES, { tenures: [0, 60] }, 'tenures'],
    [TYPES, { defaultTenure: 45 }, 'defaultTenure'],
    [TYPES, { tenures: undefined, defaultTenure: 3_661 }, 'defaultTenure'],
    [ISSUES, { settlementDate: '2026-03-03' }, 'settlementDate'],
    [ISSUES, { maturityDate: '2026-03-05' }, 'maturityDate'],
    [ISSUES, { maturityDate: '2037-03-05' }, 'maturityDate'],
    [ISSUES, { stopRate: 2_000 }, 'stopRate'],
    [
      ISSUES,
      { auctionDate: '2030-01-01', settlementDate: '2030-01-02', maturityDate: '2031-01-02' },
      'stopRate',
    ],
  ];
  for (const [path, more, member] of WRONG) {
    test(`${JSON.stringify(more)} names ${member}`, async () => {
      const body = path === TYPES ? { ...SHORT, name: 'CP-NEW' } : { ...ISSUE, name: 'NTB-NEW' };
      const reply = await refused(path, { ...body, ...more });
      assert.equal(reply.status, 422, reply.text);
      assert.deepEqual(reply.body.msgArgs, [member]);
    });
  }

  test('400 for a wrong shape, 401, 403, and an auction without an issue', async () => {
    const shape = await refused(TYPES, { ...SHORT, dayCount: 'THIRTY_360', rate: 'x', unknown: 1 });
    assert.equal(shape.status, 400);
    assert.deepEqual(shape.body.msgArgs.toSorted(), ['dayCount', 'rate', 'unknown']);
    assert.equal((await app.as('NOBODY').post(`${TYPES}/propose`, SHORT)).status, 401);
    for (const role of ['AUDITOR', 'APPROVER', 'DEALER', 'FINANCE']) {
      assert.equal((await app.as(role).post(`${TYPES}/propose`, SHORT)).status, 403, role);
    }
    const none = { name: 'NONE', stopRate: 5 };
    const auction = await app.as('OPERATIONS').post(`${ISSUES}/auction/propose`, none);
    assert.deepEqual([auction.status, auction.body.msgArgs], [422, ['name']]);
    assert.equal((await app.as('AUDITOR').get(`${TYPES}/id/999999`)).status, 404);
  });

  test('a repeated key replays, and a dry run stores nothing', async () => {
    const body = { ...SHORT, name: 'CP-KEY' };
    const headers = { 'idempotency-key': 'propose-of-type-0001' };
    const first = await propose(TYPES, body, headers);
    const again = await propose(TYPES, body, headers);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const dry = await propose(TYPES, { ...body, rate: 19 }, { prefer: 'dry-run' });
    assert.equal(dry.body.result.after.rate, 19);
    const { body: list } = await app.as('AUDITOR').get(`${CHANGE}/list?subject=CP-KEY`);
    assert.equal(list.count, 1);
  });
});

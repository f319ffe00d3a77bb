// Former codes change together with their record, with four-eyes approval, and each code belongs to
// only one record of its kind.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp, type TestReply } from '../../support/app.js';

const API = '/api/v1';

interface Kind {
  readonly noun: string;
  /** Paths for proposing records, and for listing active ones. */
  readonly path: string;
  readonly list: string;
  readonly refused: string;
  /** True if a record is proposed with POST instead of PUT. */
  readonly isPosted?: true;
  /** A prefix for codes, which keeps the codes of issues and types apart. */
  readonly prefix?: string;
  readonly body: Json;
}

const PAPER = {
  ...{ label: 'Paper', currency: 'NGN', minimumAmount: 100_000, quotation: 'DISCOUNT_RATE' },
  ...{ minimumTerminationRate: 1, maximumTerminationRate: 60, dayCount: 'ACT_365F' },
  holidayConvention: 'FOLLOWING',
};

const KINDS: readonly Kind[] = [
  {
    ...{ noun: 'exchange', path: 'order/exchange', list: 'order/exchange/list/active' },
    refused: 'EXCHANGE_REFUSED',
    body: { label: 'Exchange', currency: 'GHS', timeZone: 'Africa/Accra' },
  },
  {
    ...{ noun: 'order term', path: 'order/tradeorderterm' },
    ...{ list: 'order/tradeorderterm/list/active', refused: 'ORDER_TERM_REFUSED' },
    body: { label: 'Day', fixTimeInForce: '0' },
  },
  {
    ...{ noun: 'business office', path: 'partner/businessoffice' },
    ...{ list: 'partner/businessoffice/list/active', refused: 'OFFICE_REFUSED' },
    body: { label: 'Office', currency: 'NGN', timeZone: 'Africa/Lagos' },
  },
  {
    ...{ noun: 'customer group', path: 'partner/customergroup' },
    ...{ list: 'partner/customergroup/list/active', refused: 'CUSTOMER_GROUP_REFUSED' },
    body: { label: 'Group' },
  },
  {
    ...{ noun: 'term instrument type', path: 'order/terminstrumenttype' },
    ...{ list: 'order/terminstrumenttype/list/active', refused: 'TERM_TYPE_REFUSED' },
    body: {
      ...{ label: 'Deposit', currency: 'NGN', minimumAmount: 100_000, defaultTenure: 90 },
      ...{ rateTiers: [{ rate: 16 }], dayCount: 'ACT_360' },
      earlyTermination: { rule: 'TERM_RATE', penaltyPoints: 3 },
    },
  },
  {
    ...{ noun: 'discounted instrument type', path: 'order/discountedinstrumenttype' },
    ...{ list: 'order/discountedinstrumenttype/list/active', refused: 'DISCOUNTED_TYPE_WRONG' },
    isPosted: true,
    body: { ...PAPER, rate: 18, defaultTenure: 60 },
  },
  {
    ...{ noun: 'treasury bill issue', path: 'order/treasurybillissue' },
    ...{ list: 'order/treasurybillissue/list/active', refused: 'DISCOUNTED_TYPE_WRONG' },
    ...{ isPosted: true, prefix: 'B-' },
    body: {
      ...PAPER,
      ...{ auctionDate: '2040-03-07', settlementDate: '2040-03-08', maturityDate: '2040-09-06' },
    },
  },
  {
    ...{ noun: 'fund', path: 'order/fund', list: 'order/fund/list/active' },
    refused: 'FUND_TERMS_WRONG',
    isPosted: true,
    body: {
      ...{ label: 'Fund', fundType: 'BOND', currency: 'NGN', cutOffTime: '13:00' },
      ...{ timeZone: 'Africa/Lagos', dealingWeekdays: [1, 2, 3], incomePolicy: 'DISTRIBUTE' },
      navStaleDays: 5,
    },
  },
];

let app: TestApp;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

function propose({ path, body, isPosted }: Kind, members: object): Promise<TestReply> {
  const { post, put } = app.as('ADMIN');
  return (isPosted ? post : put)(`${API}/${path}/propose`, { ...body, ...members });
}
const approve = (id: number): Promise<TestReply> =>
  app.as('APPROVER').put(`${API}/system/change/approve/id/${id}`);

async function proposed(kind: Kind, members: object): Promise<number> {
  const reply = await propose(kind, members);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

async function set(kind: Kind, members: object): Promise<void> {
  const reply = await approve(await proposed(kind, members));
  assert.equal(reply.status, 200, reply.text);
}

async function aliasesOf({ list }: Kind, name: string): Promise<readonly string[]> {
  const { body } = await app.as('ADMIN').get(`${API}/${list}?s=100`);
  const found = body.result.find((record: Json) => record.name === name);
  assert.ok(found, `${name} is listed`);
  return found.aliases;
}

function refusalOf({ status, body }: TestReply): readonly unknown[] {
  return [status, body.msgCode, body.errors?.[0]?.pointer];
}

for (const kind of KINDS) {
  const coded = (code: string): string => `${kind.prefix ?? ''}${code}`;
  describe(`the aliases of a ${kind.noun}`, () => {
    it('apply from their approval on, until a later version omits them', async () => {
      await set(kind, { name: coded('FORMER') });
      assert.deepEqual(await aliasesOf(kind, coded('FORMER')), []);
      const id = await proposed(kind, {
        name: coded('FORMER'),
        aliases: [` ${coded('old-a')}`, coded('Old-B.1')],
      });
      assert.deepEqual(await aliasesOf(kind, coded('FORMER')), []);
      assert.equal((await approve(id)).status, 200);
      assert.deepEqual(await aliasesOf(kind, coded('FORMER')), [coded('OLD-A'), coded('OLD-B.1')]);
      await set(kind, { name: coded('FORMER'), aliases: [coded('OLD-A')] });
      assert.deepEqual(await aliasesOf(kind, coded('FORMER')), [coded('OLD-A')]);
      await set(kind, { name: coded('LATTER'), aliases: [coded('OLD-B.1')] });
      assert.deepEqual(await aliasesOf(kind, coded('LATTER')), [coded('OLD-B.1')]);
    });

    it('are refused if another record has the code, in any letter case', async () => {
      const taken = async (name: string, aliases: readonly string[]) =>
        refusalOf(await propose(kind, { name, aliases }));
      assert.deepEqual(await taken(coded('OTHER'), [coded('Former')]), [
        409,
        'CODE_TAKEN',
        '/aliases',
      ]);
      assert.deepEqual(await taken(coded('OTHER'), [coded('old-a')]), [
        409,
        'CODE_TAKEN',
        '/aliases',
      ]);
      assert.deepEqual(await taken(coded('OLD-A'), []), [409, 'CODE_TAKEN', '/name']);
    });

    it('are refused if they are repeated, malformed or more than twenty', async () => {
      const wrong = async (aliases: readonly string[]) =>
        refusalOf(await propose(kind, { name: 'WRONG', aliases }));
      for (const aliases of [['A1', 'a1'], ['wrong'], ['A:1'], [' ']]) {
        assert.deepEqual(await wrong(aliases), [422, kind.refused, '/aliases'], String(aliases));
      }
      const many = Array.from({ length: 21 }, (_, index) => coded(`OLD-${index}`));
      assert.deepEqual(await wrong(many), [400, 'INVALID_REQUEST', '/aliases']);
      await proposed(kind, { name: coded('MANY'), aliases: many.slice(1) });
    });

    it('are assigned to only one of two records that are approved concurrently', async () => {
      const ids = [
        await proposed(kind, { name: coded('TWIN-1'), aliases: [coded('TWIN')] }),
        await proposed(kind, { name: coded('TWIN-2'), aliases: [coded('TWIN')] }),
      ];
      const replies = await Promise.all(ids.map(approve));
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
      const refused = replies.find(({ status }) => status === 409);
      assert.equal(refused?.body.msgCode, 'CODE_TAKEN');
    });
  });
}

describe('the aliases of discounted instrument types and treasury bill issues', () => {
  it('are assigned to only one of a type and an issue approved concurrently', async () => {
    const [paper, bill] = ['discounted instrument type', 'treasury bill issue'].map((noun) =>
      KINDS.find((kind) => kind.noun === noun),
    );
    assert.ok(paper && bill);
    const ids = [
      await proposed(paper, { name: 'BOTH-1', aliases: ['BOTH'] }),
      await proposed(bill, { name: 'BOTH-2', aliases: ['BOTH'] }),
    ];
    const replies = await Promise.all(ids.map(approve));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  });
});

describe('the demonstration data', () => {
  it("has the original system's codes", async () => {
    const named = (noun: string): Kind => {
      const found = KINDS.find((kind) => kind.noun === noun);
      assert.ok(found);
      return found;
    };
    assert.deepEqual(await aliasesOf(named('business office'), '0000000001'), [
      '0000000001-1',
      '0000000008',
    ]);
    const groups = await aliasesOf(named('customer group'), 'STANDARD');
    assert.deepEqual(groups, ['001', '0000000001']);
    assert.deepEqual(await aliasesOf(named('exchange'), 'NGX'), ['NSE']);
  });

  it('opens a customer by them, and shows the current codes', async () => {
    const create = (members: object): Promise<TestReply> =>
      app.as('ADMIN').post(`${API}/partner/customer/create`, {
        ...{ firstName: 'Amina', lastName: 'Former', customerGroupName: '001', ...members },
      });
    const opened = await create({
      businessOfficeName: '0000000001-1',
      businessOffice: '0000000008',
    });
    assert.equal(opened.status, 201, opened.text);
    const { businessOfficeName, customerGroupName } = opened.body.result;
    assert.deepEqual([businessOfficeName, customerGroupName], ['0000000001', 'STANDARD']);
    const update = { id: opened.body.id, businessOfficeName: '0000000008', title: 'Dr' };
    const updated = await app.as('ADMIN').put(`${API}/partner/customer/update`, update);
    assert.equal(updated.status, 200, updated.text);
    const mixed = await create({ businessOfficeId: 2, businessOfficeName: '0000000008' });
    assert.deepEqual(refusalOf(mixed), [422, 'REFERENCE_MISMATCH', '/businessOfficeName']);
    const two = await create({ businessOffice: '0000000002', businessOfficeName: '0000000008' });
    assert.deepEqual(refusalOf(two), [422, 'REFERENCE_MISMATCH', '/businessOffice']);
    const moved = await app.as('ADMIN').put(`${API}/partner/customer/update`, {
      ...{ ...update, businessOfficeName: '0000000002' },
    });
    assert.equal(moved.body.msgCode, 'OFFICE_FIXED');
  });
});

// Approval policies for cash transactions: who must approve which amounts, and the journal that
// they approve.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { basic, type Caller, callerOf, type Json } from '../../support/app.js';
import {
  type CashDesk,
  CREATE,
  type Customer,
  openCashDesk,
  POST,
  step,
  THRESHOLD,
} from './cash-desk.js';

const PROPOSE = '/api/v1/finance/approval-policy/propose';
const LIST = '/api/v1/finance/approval-policy/list';
const OFFICE = '0000000001';

let desk: CashDesk;
/** Two callers for two different people, used only by this test. */
let second: Caller;
let third: Caller;
let customer: Customer;
before(async () => {
  desk = await openCashDesk();
  second = desk.app.asOffice('APPROVER', [1n, 2n]);
  third = desk.app.asOffice('APPROVER', [1n, 2n]);
  customer = await desk.someoneWith(500_000);
});
after(() => desk.close());

const approver = () => desk.app.as('APPROVER');
const approve = (id: number, by: Caller = approver(), body?: object) =>
  by.put(step('approve', id), body);
const read = async (id: number): Promise<Json> =>
  (await desk.client().get(`/api/v1/finance/cash-transaction/id/${id}`)).body;

const policy = (more: object = {}) => ({
  name: 'NGN-PAYMENT',
  label: 'Payments in naira',
  currency: 'NGN',
  transType: 'PAYMENT',
  businessOfficeName: OFFICE,
  bands: [
    { from: 0, approvals: 0 },
    { from: 100, approvals: 1 },
    { from: 1000, approvals: 2 },
    { from: 5000, approvals: 1 + 2, roles: ['ADMIN'] },
  ],
  ...more,
});

async function agree(body: object): Promise<Json> {
  const proposed = await desk.app.as('FINANCE').post(PROPOSE, body);
  assert.equal(proposed.status, 201, proposed.text);
  const approved = await approver().put(`/api/v1/system/change/approve/id/${proposed.body.id}`);
  assert.equal(approved.status, 200, approved.text);
  return approved.body.result;
}

const pay = (amount: number, more: object = {}) =>
  desk.make({ transType: 'PAYMENT', partnerId: customer.id, amount, ...more });

describe('success', () => {
  test('a policy applies from its approval on, and a transaction keeps its version', async () => {
    const before = await pay(2000);
    assert.equal(before.result.transState, 'APPROVED', 'the threshold of the office is higher');
    assert.equal(before.result.approvalPolicyName, undefined);

    const { appliedVersion } = await agree(policy());
    assert.equal(appliedVersion, 1);
    const small = await pay(99.99);
    assert.equal(small.result.transState, 'APPROVED');
    assert.equal(small.result.approvalPolicyName, 'NGN-PAYMENT');
    const one = await pay(100);
    assert.equal(one.result.transState, 'PENDING');
    assert.equal(one.result.approvalsNeeded, 1);
    const two = await pay(1000);
    assert.equal(two.result.approvalsNeeded, 2);
    assert.equal(two.result.approvalPolicyVersion, 1);

    const other = [
      { from: 0, approvals: 0 },
      { from: 50_000, approvals: 1 },
    ];
    await agree(policy({ bands: other }));
    assert.equal((await pay(1000)).result.approvalPolicyVersion, 2);
    assert.equal((await read(two.id)).approvalsNeeded, 2, 'it was made under version 1');
    await agree(policy());

    assert.equal((await approve(one.id)).body.result.transState, 'APPROVED');
    for (const { id } of [one, two, before, small]) await desk.client().put(step('cancel', id));
  });

  test('two people approve: PENDING after the first, APPROVED after the second', async () => {
    const { id } = await pay(1000);
    const first = await approve(id);
    assert.equal(first.status, 200, first.text);
    assert.equal(first.body.msgCode, 'CASH_TRANSACTION_PARTLY_APPROVED');
    assert.equal(first.body.result.transState, 'PENDING');
    assert.equal((await desk.client().put(`${POST}/${id}`)).status, 409, 'not with one of two');
    const last = await approve(id, second);
    assert.equal(last.body.result.transState, 'APPROVED');
    const record = await read(id);
    assert.equal(record.approvals.length, 2);
    assert.equal(record.approvedBy, record.approvals[1].approvedBy);
    assert.notEqual(record.approvals[0].approvedBy, record.approvals[1].approvedBy);
    assert.equal((await desk.client().put(`${POST}/${id}`)).status, 200);
  });

  test('charges are added to the amount, except for a receipt', async () => {
    const below = await pay(99, { processingFees: 0.99 });
    const large = await pay(1, { processingFees: 99 });
    const early = await pay(99, { maxNoOfDebits: 1, earlyWithdrawalRate: 2 });
    assert.equal(early.result.earlyWithdrawalAmount, 1.98);
    const states = [below, large, early].map(({ result }) => result.transState);
    assert.deepEqual(states, ['APPROVED', 'PENDING', 'PENDING']);
    for (const { id } of [below, large, early]) await desk.client().put(step('cancel', id));
    const receipt = { transType: 'RECEIPT', partnerId: customer.id, amount: THRESHOLD - 1 };
    const { result } = await desk.make({ ...receipt, processingFees: 100 });
    assert.equal(result.transState, 'APPROVED');
  });

  test('the most specific policy applies: of the office, then of the type', async () => {
    const bands = (approvals: number) => [{ from: 0, approvals }];
    const all = { transType: undefined, businessOfficeName: undefined };
    await agree(policy({ name: 'NGN-ALL', ...all, bands: bands(4) }));
    await agree(policy({ name: 'NGN-RECEIPT', ...all, transType: 'RECEIPT', bands: bands(3) }));
    const receive = () => desk.make({ transType: 'RECEIPT', partnerId: customer.id, amount: 1 });
    assert.equal((await receive()).result.approvalsNeeded, 3);
    assert.equal((await pay(100)).result.approvalsNeeded, 1, 'the office has its own');
    await agree(policy({ name: 'NGN-OFFICE', transType: undefined, bands: bands(2) }));
    assert.equal((await receive()).result.approvalsNeeded, 2);
    for (const name of ['NGN-ALL', 'NGN-RECEIPT', 'NGN-OFFICE']) {
      const scope = name === 'NGN-OFFICE' ? { transType: undefined } : all;
      const transType = name === 'NGN-RECEIPT' ? { transType: 'RECEIPT' } : {};
      await agree(policy({ name, ...scope, ...transType, bands: bands(4), active: false }));
    }
    assert.equal((await receive()).result.transState, 'APPROVED');
    const list = await desk.client().get(LIST);
    assert.equal(list.body.count, 4);
    assert.equal(list.body.result[0].name, 'NGN-PAYMENT');
    assert.deepEqual(list.body.result[0].bands[3].roles, ['ADMIN']);
  });

  test('the journal has account labels only for callers who see their offices', async () => {
    const there = desk.customers.at(-1);
    assert.ok(there && there.office_id !== customer.office_id);
    const { id } = await pay(10, {
      ...{ transType: 'TRANSFER', counterPartyCashAccount: there.account_name },
    });
    const labelsFor = async (who: Caller) => {
      const { body } = await who.get(`/api/v1/finance/cash-transaction/id/${id}`);
      return body.journal.lines.map((line: Json) => [line.accountName, line.accountLabel]);
    };
    const labels = new Map(await labelsFor(approver()));
    const accounts = await desk.app.db.query<{ name: string; label: string }>(
      sql`select name, label from account`,
    );
    const labelOf = (name: string) => accounts.find((account) => account.name === name)?.label;
    for (const { account_name } of [customer, there]) {
      assert.ok(labels.has(account_name));
      assert.equal(labels.get(account_name), labelOf(account_name));
    }
    const bound = new Map(await labelsFor(desk.app.asOffice('APPROVER', [customer.office_id])));
    assert.equal(bound.get(customer.account_name), labelOf(customer.account_name));
    assert.equal(bound.get(there.account_name), undefined);
  });

  test('the approver sees the journal that posting writes, line by line', async () => {
    const { id } = await pay(500, { processingFees: 10 });
    const { journal } = await read(id);
    assert.deepEqual(
      journal.lines.map((line: Json) => [line.accountName, line.debitAmount, line.creditAmount]),
      [
        [customer.account_name, 500, 0],
        [`${OFFICE}:BANK:CLIENT:NGN`, 0, 500],
        [customer.account_name, 10, 0],
        [`${OFFICE}:INC:FEES:NGN`, 0, 10],
      ],
    );
    assert.equal((await approve(id, approver(), { fingerprint: journal.fingerprint })).status, 200);
    const posted = await desk.client().put(`${POST}/${id}`);
    assert.equal(posted.status, 200, posted.text);
    assert.equal(posted.body.result.journalFingerprint, journal.fingerprint);
    const query = `sourceType=CASH_TRANSACTION&sourceId=${id}`;
    const written = await desk.client().get(`/api/v1/finance/journal/list?${query}`);
    assert.deepEqual(
      written.body.result[0].lines.map((line: Json) => line.debitAmount - line.creditAmount),
      [500, -500, 10, -10],
    );
    assert.equal((await read(id)).journal, undefined, 'once it is written, the ledger shows it');
  });
});

describe('400', () => {
  test('a policy without bands, or with unknown roles, is refused', async () => {
    const roles = [{ from: 0, approvals: 1, roles: ['KING'] }];
    for (const bands of [[], roles, [{ from: 0, approvals: 9 }]]) {
      const reply = await desk.app.as('FINANCE').post(PROPOSE, policy({ bands }));
      assert.equal(reply.status, 400, reply.text);
    }
  });
});

describe('401 and 403', () => {
  test('proposing and reading need their permissions', async () => {
    assert.equal((await desk.app.as('NOBODY').post(PROPOSE, policy())).status, 401);
    assert.equal((await desk.app.as('OPERATIONS').post(PROPOSE, policy())).status, 403);
    assert.equal((await desk.app.as('AUDITOR').get(LIST)).status, 200);
  });

  test('no user approves twice', async () => {
    const { id } = await pay(1000);
    assert.equal((await approve(id)).status, 200);
    const again = await approve(id);
    assert.equal(again.status, 403);
    assert.equal(again.body.msgCode, 'APPROVED_BEFORE');
    assert.equal((await approve(id, second)).status, 200);
  });

  test('a person who has approved cannot approve again through their own program', async () => {
    const person = await newUser('checker');
    const made = await person.post('/api/v1/security/client/create', {
      label: 'Of the checker',
      roles: ['APPROVER'],
    });
    assert.equal(made.status, 201, made.text);
    const { clientId, clientSecret } = made.body.result;
    const program = callerOf(desk.app.url, basic(clientId, clientSecret));
    const { id } = await pay(1000);
    assert.equal((await approve(id, person)).status, 200);
    const again = await approve(id, program);
    assert.equal(again.body.msgCode, 'APPROVED_BEFORE');
    assert.equal((await approve(id)).body.result.transState, 'APPROVED');
  });

  test('an approver must hold one of the roles that the policy names', async () => {
    const { id } = await pay(5000);
    const reply = await approve(id);
    assert.equal(reply.status, 403);
    assert.equal(reply.body.msgCode, 'APPROVER_ROLE_NEEDED');
    assert.deepEqual(reply.body.msgArgs, ['ADMIN']);
    assert.equal((await approve(id, desk.app.as('ADMIN'))).status, 200);
  });
});

describe('409', () => {
  test('approving or posting a different journal from the displayed one is refused', async () => {
    const there = desk.customers.at(-1);
    assert.ok(there && there.office_id !== customer.office_id);
    await agree(
      policy({ name: 'NGN-TRANSFER', transType: 'TRANSFER', bands: [{ from: 0, approvals: 1 }] }),
    );
    const transfer = () =>
      pay(10, { transType: 'TRANSFER', counterPartyCashAccount: there.account_name });
    const [seen, approved] = [await transfer(), await transfer()];
    const { journal } = await read(seen.id);
    assert.equal((await approve(approved.id)).status, 200);

    const code = { code: 'LIAB:OFFICES', label: 'Between offices', accountClass: 'LIABILITY' };
    await change('/api/v1/finance/ledger-code/propose', { ...code, control: true });
    const mapping = { entry: 'CASH_TRANSFER', line: 'OFFICE_CONTROL', code: 'LIAB:OFFICES' };
    await change('/api/v1/finance/account-mapping/propose', mapping);

    const stale = await approve(seen.id, approver(), { fingerprint: journal.fingerprint });
    assert.equal(stale.status, 409, stale.text);
    assert.equal(stale.body.msgCode, 'JOURNAL_CHANGED');
    assert.equal(stale.body.msgArgs[0], 'PENDING');
    const present = (await read(seen.id)).journal;
    assert.equal(present.lines[1].accountName, `${OFFICE}:LIAB:OFFICES:NGN`);
    assert.equal(
      (await approve(seen.id, approver(), { fingerprint: present.fingerprint })).status,
      200,
    );
    assert.equal((await desk.client().put(`${POST}/${seen.id}`)).status, 200);

    const posted = await desk.client().put(`${POST}/${approved.id}`);
    assert.equal(posted.status, 409, 'only what was approved is posted');
    assert.equal(posted.body.msgCode, 'JOURNAL_CHANGED');
    assert.equal((await desk.client().put(step('cancel', approved.id))).status, 200);
  });

  test('a fee whose mapping has changed is neither approved nor posted', async () => {
    const [waiting, approved] = [await pay(200, { processingFees: 1 }), await pay(200)];
    const named = await pay(5, {
      processingFees: 1,
      processingFeeAcctName: `${OFFICE}:INC:FEES:NGN`,
    });
    const small = await pay(5, { processingFees: 1 });
    assert.equal((await approve(approved.id)).status, 200);
    const feesTo = (code: string) =>
      change('/api/v1/finance/account-mapping/propose', {
        ...{ entry: 'CASH_TRANSACTION', line: 'FEE', code },
      });
    await feesTo('INC:COMM');
    const replies = [await approve(waiting.id), await desk.client().put(`${POST}/${small.id}`)];
    for (const { body } of replies) assert.equal(body.msgCode, 'JOURNAL_CHANGED', body.detail);
    for (const { id } of [approved, named]) {
      const posted = await desk.client().put(`${POST}/${id}`);
      assert.equal(posted.status, 200, posted.text);
    }
    await feesTo('INC:FEES');
    for (const { id } of [waiting, small]) await desk.client().put(step('cancel', id));
  });

  test('a contra account that has been closed since is neither approved nor posted', async () => {
    const code = { code: 'SUSPENSE:CASH', label: 'Suspense', accountClass: 'ASSET' };
    await change('/api/v1/finance/ledger-code/propose', code);
    const account = { acctType: code.code, businessOfficeName: OFFICE, currency: 'NGN' };
    const opened = await desk.client().post('/api/v1/finance/account/create', account);
    const contraAcctName = opened.body.name;
    const [waiting, approved] = [
      await pay(200, { contraAcctName }),
      await pay(5, { contraAcctName }),
    ];
    await change('/api/v1/finance/ledger-code/propose', { ...code, active: false });
    const replies = [await approve(waiting.id), await desk.client().put(`${POST}/${approved.id}`)];
    for (const { body } of replies) assert.equal(body.msgCode, 'ACCOUNT_INACTIVE', body.detail);
    for (const { id } of [waiting, approved]) await desk.client().put(step('cancel', id));
  });

  test('two concurrent approvals complete a transaction that needs two', async () => {
    const { id } = await pay(100);
    const replies = await Promise.all([approve(id), approve(id, second), approve(id, third)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
    const both = await pay(1000);
    const twice = await Promise.all([approve(both.id), approve(both.id), approve(both.id)]);
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 403, 403]);
    assert.equal((await read(both.id)).transState, 'PENDING');
  });

  test('a policy changes while payments are created: each has one consistent version', async () => {
    const change = agree(policy({ bands: [{ from: 0, approvals: 3 }] }));
    const made = await Promise.all(Array.from({ length: 12 }, () => pay(150)));
    const last = (await change).appliedVersion;
    for (const { result } of made) {
      assert.equal(result.approvalsNeeded, result.approvalPolicyVersion === last ? 3 : 1);
      await desk.client().put(step('cancel', result.id));
    }
    await agree(policy());
  });
});

describe('422', () => {
  const refused: readonly (readonly [string, object, string])[] = [
    ['a gap below the first band', { bands: [{ from: 1, approvals: 1 }] }, 'bands/0/from'],
    [
      'bands out of order',
      {
        bands: [
          { from: 0, approvals: 0 },
          { from: 0, approvals: 1 },
        ],
      },
      'bands/1/from',
    ],
    [
      'more money and fewer persons',
      {
        bands: [
          { from: 0, approvals: 2 },
          { from: 9, approvals: 1 },
        ],
      },
      'bands/1/approvals',
    ],
    [
      'a role that may not approve',
      { bands: [{ from: 0, approvals: 1, roles: ['DEALER'] }] },
      'bands/0/roles',
    ],
    ['a name in small letters', { name: 'mine' }, 'name'],
    ['the scope of another', { name: 'NGN-PAYMENT-2' }, 'name'],
    ['an unknown office', { businessOfficeName: 'NOWHERE' }, 'businessOfficeName'],
    ['an unknown currency', { currency: 'ABC' }, 'currency'],
    ['too many decimals', { bands: [{ from: 0.001, approvals: 1 }] }, 'bands/0/from'],
  ];
  for (const [name, more, member] of refused) {
    test(`${name} is refused`, async () => {
      const reply = await desk.app.as('FINANCE').post(PROPOSE, policy(more));
      assert.equal(reply.status, 422, reply.text);
      assert.deepEqual(reply.body.msgArgs, [member]);
    });
  }
});

describe('dry run', () => {
  test('the dry run of an approval approves nothing', async () => {
    const { id } = await pay(100);
    const tried = await approver().put(`${step('approve', id)}?dryRun=true`);
    assert.equal(tried.body.result.transState, 'APPROVED');
    const record = await read(id);
    const { lines, ...journal } = record.journal;
    const unlabelled = lines.map(({ accountLabel: _, ...line }: Json) => line);
    assert.deepEqual(tried.body.journal, { ...journal, lines: unlabelled });
    assert.equal(record.transState, 'PENDING');
    assert.deepEqual(record.approvals, []);
  });

  test('the dry run of a payment shows the approvals that it needs', async () => {
    const body = { transType: 'PAYMENT', partnerId: customer.id, amount: 1000 };
    const tried = await desk.client().post(`${CREATE}?dryRun=true`, body);
    assert.equal(tried.body.result.approvalsNeeded, 2);
  });
});

async function change(path: string, body: object): Promise<void> {
  const proposed = await desk.app.as('FINANCE').post(path, body);
  assert.equal(proposed.status, 201, proposed.text);
  const done = await approver().put(`/api/v1/system/change/approve/id/${proposed.body.id}`);
  assert.equal(done.status, 200, done.text);
}

/** Creates an administrator who may create API clients. */
async function newUser(username: string): Promise<Caller> {
  const body = { username, roles: ['ADMIN'] };
  const made = await desk.app.as('ADMIN').post('/api/v1/security/user/create', body);
  assert.equal(made.status, 201, made.text);
  return callerOf(desk.app.url, basic(username, made.body.result.password));
}

describe('a policy that requires many approvers', () => {
  const scoped = (name: string, bands: readonly object[]) =>
    policy({ name, currency: 'USD', transType: undefined, bands });
  const proposed = async (body: object): Promise<Json> => {
    const reply = await desk.app.as('FINANCE').post(PROPOSE, body);
    assert.equal(reply.status, 201, reply.text);
    const withdrawn = `/api/v1/system/change/withdraw/id/${reply.body.id}`;
    assert.equal((await desk.app.as('FINANCE').put(withdrawn)).status, 200);
    return reply.body;
  };

  test('warns of bands that require more people than there are', async () => {
    const bands = (approvals: number, roles: readonly string[]) => [
      { from: 0, approvals: 0 },
      { from: 100, approvals, roles },
    ];
    const few = await proposed(scoped('MANY-EYES', bands(5, ['ADMIN'])));
    assert.equal(few.warnings.length, 1);
    const [warning] = few.warnings;
    assert.equal(warning.code, 'TOO_FEW_APPROVERS');
    assert.equal(warning.pointer, '/bands/1/approvals');
    assert.match(warning.detail, /required approvals: 5/);
    const enough = await proposed(scoped('MANY-EYES', bands(1, ['APPROVER'])));
    assert.equal(enough.warnings, undefined);
  });

  test('treats programs as the person who was shown their secret', async () => {
    const bands = [{ from: 0, approvals: 5, roles: ['ADMIN'] }];
    await desk.app.header('ADMIN', [1n]);
    const personsTold = async () => {
      const { warnings } = await proposed(scoped('COUNTED', bands));
      return Number(/^\d+/.exec(warnings[0].detail)?.[0]);
    };
    const before = await personsTold();
    const clients = await desk.app.db.query<{ id: bigint }>(sql`
      select id from principal p where kind = 'client' and active and 'ADMIN' = any (roles)
        and not exists (select from client_holder h where h.client_id = p.id)`);
    await desk.app.db.query(sql`
      insert into client_holder (client_id, holder_id)
      select id, ${clients[0]?.id} from unnest(${clients.map(({ id }) => id)}::bigint[]) id
      where id <> ${clients[0]?.id}`);
    assert.equal(await personsTold(), before - (clients.length - 1));
  });
});

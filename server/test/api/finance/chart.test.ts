// The chart of accounts and the account mapping over HTTP: one person proposes a change, another
// approves it, and later entries use it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mappedAccount } from '../../../src/modules/finance/index.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json, TestReply } from '../../support/app.js';
import { type BookDesk, FINANCE, openBookDesk } from './book-desk.js';

const CODE = '/ledger-code/propose';
const MAPPING = '/account-mapping/propose';

let desk: BookDesk;
before(async () => {
  desk = await openBookDesk();
});
after(() => desk.stop());

const auditor = () => desk.app.as('AUDITOR');
const advice = { code: 'INC:ADVICE', label: 'Advisory fees', accountClass: 'INCOME' };
const withCode = (code: string, more = {}) => ({ ...advice, code, ...more });

async function codeNamed(name: string): Promise<Json> {
  const { body } = await auditor().get(`${FINANCE}/ledger-code/list?s=500`);
  return body.result.find((one: Json) => one.name === name);
}

async function mapped(name: string): Promise<Json> {
  const { body } = await auditor().get(`${FINANCE}/account-mapping/list?s=500`);
  return body.result.find((one: Json) => one.name === name);
}

function refused(reply: TestReply, code: string, member: string): void {
  assert.equal(reply.status, 422, reply.text);
  assert.deepEqual([reply.body.msgCode, ...reply.body.msgArgs], [code, member]);
}

const openAccount = (acctType: string) =>
  desk.app.as('FINANCE').post(`${FINANCE}/account/create`, {
    ...{ acctType, businessOfficeName: desk.office.name, currency: 'USD' },
  });

describe('the chart', () => {
  it('shows control, client money and the side of each code', async () => {
    const bank = await codeNamed('BANK:CLIENT');
    assert.deepEqual([bank.normalSide, bank.clientMoney, bank.control], ['DEBIT', true, false]);
    const settlement = await codeNamed('CLEAR:CSCS');
    assert.deepEqual(
      [settlement.normalSide, settlement.control, settlement.byHand],
      ['CREDIT', true, false],
    );
    const cash = await codeNamed('CUSTOMER_CASH');
    assert.deepEqual([cash.inline, cash.clientMoney], [true, true]);
    assert.ok(cash.accounts > 0);
  });

  it('gets a new code from two people, and its accounts can then be opened', async () => {
    refused(await openAccount('INC:ADVICE'), 'UNKNOWN_REFERENCE', 'acctType');
    await desk.decide(CODE, advice);
    const made = await codeNamed('INC:ADVICE');
    assert.deepEqual(
      [made.byHand, made.control, made.active, made.accounts],
      [true, false, true, 0],
    );
    const opened = await openAccount('INC:ADVICE');
    assert.equal(opened.status, 201, opened.text);
    assert.deepEqual(
      [opened.body.result.acctClass, opened.body.result.label],
      ['INCOME', 'Advisory fees'],
    );
  });

  it('has versions, and accounts get the new label', async () => {
    await desk.decide(CODE, { ...advice, label: 'Advice', reason: 'Shorter' });
    const { body } = await auditor().get(
      '/api/v1/system/change/version/list?kind=ledger-code&subject=INC:ADVICE',
    );
    assert.deepEqual(
      body.result.map(({ version, body: { label } }: Json) => [version, label]),
      [
        [2, 'Advice'],
        [1, 'Advisory fees'],
      ],
    );
    const accounts = await desk.app.db.query(
      sql`select label from account where acct_type = 'INC:ADVICE'`,
    );
    assert.deepEqual(accounts, [{ label: 'Advice' }]);
  });

  const wrong: readonly (readonly [string, object, string])[] = [
    ['a code without parts', withCode('ADVICE'), 'code'],
    ['small letters', withCode('inc:advice'), 'code'],
    ['a code of a family', withCode('FUND:CONTROL:MINE'), 'code'],
    ['another class under accounts', { ...advice, accountClass: 'EXPENSE' }, 'accountClass'],
    ["clients' money made the firm's", { ...advice, clientMoney: true }, 'clientMoney'],
    [
      'another class of a shipped code',
      withCode('INC:PENALTY', { accountClass: 'LIABILITY' }),
      'accountClass',
    ],
    ['a mapped code closed', withCode('INC:FEES', { active: false }), 'active'],
  ];
  for (const [name, body, member] of wrong) {
    it(`refuses ${name}`, async () => {
      refused(await desk.propose(CODE, body), 'LEDGER_CODE_REFUSED', member);
    });
  }

  it('refuses a proposal of the wrong shape, and needs the permission', async () => {
    assert.equal((await desk.propose(CODE, { ...advice, accountClass: 'GOLD' })).status, 400);
    assert.equal((await desk.propose(CODE, { ...advice, family: true })).status, 400);
    for (const role of ['APPROVER', 'OPERATIONS', 'CLIENT', 'AUDITOR']) {
      assert.equal((await desk.app.as(role).post(FINANCE + CODE, advice)).status, 403, role);
      assert.equal((await desk.app.as(role).post(FINANCE + MAPPING, {})).status, 403, role);
    }
    assert.equal((await desk.app.as('NOBODY').post(FINANCE + CODE, advice)).status, 401);
  });
});

describe('the mapping', () => {
  const feeAccount = () =>
    systemWork(desk.app.context, 'test', async (work) => {
      const place = { officeId: desk.office.id, currency: 'NGN' };
      const id = await mappedAccount(work, 'CASH_TRANSACTION/FEE', place);
      const [row] = await work.tx.query<{ acct_type: string }>(
        sql`select acct_type from account where id = ${id}`,
      );
      return row?.acct_type;
    });

  it('has a code of the chart for every line that the program books', async () => {
    const { body } = await auditor().get(`${FINANCE}/account-mapping/list?s=500`);
    assert.equal(body.count, body.result.length);
    const line = await mapped('TRADE/CLEARING');
    assert.deepEqual(
      [line.code, line.accountClass, line.clientMoney],
      ['CLEAR:CSCS', 'LIABILITY', true],
    );
  });

  it('changed by two people, applies to bookings from the approval on', async () => {
    const change = { entry: 'CASH_TRANSACTION', line: 'FEE', code: 'INC:ADVICE' };
    const proposed = await desk.propose(MAPPING, change);
    assert.equal(proposed.status, 201, proposed.text);
    assert.equal(await feeAccount(), 'INC:FEES');
    const path = `/api/v1/system/change/approve/id/${proposed.body.id}`;
    assert.equal((await desk.app.as('APPROVER').put(`${path}?dryRun=true`)).status, 200);
    assert.equal(await feeAccount(), 'INC:FEES');
    assert.equal((await desk.app.as('APPROVER').put(path)).status, 200);
    assert.equal(await feeAccount(), 'INC:ADVICE');
    const [customer] = await desk.app.db.query<{ id: bigint }>(sql`
      select customer_id as id from account where office_id = ${desk.office.id}
        and acct_type = 'CUSTOMER_CASH' and currency = 'NGN' order by id limit 1`);
    const receipt = await desk.app.as('CLIENT').post(`${FINANCE}/cash-transaction/create`, {
      ...{ transType: 'RECEIPT', partnerId: customer?.id, amount: 500, processingFees: 5 },
    });
    assert.equal(receipt.status, 201, receipt.text);
    assert.match(receipt.body.result.processingFeeAcctName, /:INC:ADVICE:NGN$/);
  });

  it('refuses the second of two changes from one version as outdated', async () => {
    const change = { entry: 'FUND', line: 'FEE', code: 'INC:ADVICE' };
    const [one, two] = [await desk.propose(MAPPING, change), await desk.propose(MAPPING, change)];
    const approve = ({ body }: TestReply) =>
      desk.app.as('APPROVER').put(`/api/v1/system/change/approve/id/${body.id}`);
    const replies = await Promise.all([approve(one), approve(two)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  });

  it('cannot change to a code that a concurrent approval closes', async () => {
    for (const code of ['INC:ONE', 'INC:TWO', 'INC:THREE', 'INC:FOUR', 'INC:FIVE', 'INC:SIX']) {
      await desk.decide(CODE, withCode(code));
      const moved = await desk.propose(MAPPING, { entry: 'FUND', line: 'FEE', code });
      const closed = await desk.propose(CODE, withCode(code, { active: false }));
      const replies = await Promise.all(
        [moved, closed].map(({ body }) =>
          desk.app.as('APPROVER').put(`/api/v1/system/change/approve/id/${body.id}`),
        ),
      );
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422], code);
    }
  });

  const wrong: readonly (readonly [string, object, string])[] = [
    ['a line that is not booked', { entry: 'TRADE', line: 'LUNCH', code: 'INC:FEES' }, 'line'],
    ['an unknown code', { entry: 'FUND', line: 'FEE', code: 'INC:NONE' }, 'code'],
    ['another class', { entry: 'FUND', line: 'FEE', code: 'EXP:BANK' }, 'code'],
    [
      "the firm's bank for clients' money",
      { entry: 'TRADE', line: 'BANK', code: 'BANK:FIRM' },
      'code',
    ],
    ['accounts of customers', { entry: 'TRADE', line: 'CLEARING', code: 'CUSTOMER_CASH' }, 'code'],
    ['the total of deposits', { entry: 'FUND', line: 'VAT', code: 'TD:PRINCIPAL' }, 'code'],
    [
      'an account open to journals by hand for a total',
      { entry: 'DISCOUNTED_INSTRUMENT', line: 'PLACEMENT', code: 'LIAB:VAT' },
      'code',
    ],
    ['a family', { entry: 'TRADE', line: 'CLEARING', code: 'FUND:CONTROL' }, 'code'],
  ];
  for (const [name, body, member] of wrong) {
    it(`refuses ${name}`, async () => {
      refused(await desk.propose(MAPPING, body), 'ACCOUNT_MAPPING_REFUSED', member);
    });
  }
});

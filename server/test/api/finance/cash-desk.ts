// Fixture for cash transaction tests: an app, and funded customers that no other test uses.

import assert from 'node:assert/strict';
import { checkIntegrity } from '../../../src/modules/finance/integrity/integrity.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Caller, type Json, startTestApp, type TestApp } from '../../support/app.js';

export const CREATE = '/api/v1/finance/cash-transaction/create';
export const POST = '/api/v1/finance/cash-transaction/post/id';
export const step = (name: string, id: number) =>
  `/api/v1/finance/cash-transaction/${name}/id/${id}`;
/** The amount, in major units, from which a second person must approve. */
export const THRESHOLD = 1_000_000;

/**
 * The last name of this fixture's customers. The demonstration's customers have orders that hold
 * money.
 */
const LAST_NAME = 'Desk';
const FIRST_OFFICE = 20;

export interface Customer {
  readonly id: bigint;
  readonly name: string;
  readonly account: bigint;
  readonly account_name: string;
  readonly office_id: bigint;
}

export interface CashDesk {
  readonly app: TestApp;
  /** All customers of the fixture, those of the first office first. */
  readonly customers: readonly Customer[];
  readonly client: () => Caller;
  /** Returns a customer of the first office whom no other test uses. */
  someone(): Customer;
  /** Like `someone`, but with exactly this much money. */
  someoneWith(amount: number): Promise<Customer>;
  make(body: object, caller?: Caller): Promise<Json>;
  receive(customer: Customer, amount: number): Promise<Json>;
  drain(customer: Customer): Promise<void>;
  balances(customer: Customer): Promise<Json>;
  /** Stops the app, and fails if a ledger invariant does not hold. */
  close(): Promise<void>;
}

export async function openCashDesk(): Promise<CashDesk> {
  const app = await startTestApp({ demo: true, exchange: 'none' });
  const customers = await prepare(app);
  const client = () => app.as('CLIENT');
  let used = 0;
  const someone = () => {
    const one = customers[used];
    used += 1;
    assert.ok(one && one.office_id === customers[0]?.office_id, 'enough customers in one office');
    return one;
  };
  const make = async (body: object, caller: Caller = client()) => {
    const reply = await caller.post(CREATE, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  const receive = async (customer: Customer, amount: number) => {
    const made = await make({ transType: 'RECEIPT', partnerId: customer.id, amount });
    assert.equal((await client().put(`${POST}/${made.id}`)).status, 200);
    return made;
  };
  const balances = async (customer: Customer) => {
    const reply = await client().get(`/api/v1/finance/account/id/${customer.account}`);
    assert.equal(reply.status, 200);
    return reply.body;
  };
  const drain = async (customer: Customer) => {
    const { availableBalance } = await balances(customer);
    if (availableBalance === 0) return;
    const payment = { transType: 'PAYMENT', partnerId: customer.id, amount: availableBalance };
    const made = await make(payment);
    if (made.result.transState === 'PENDING') {
      assert.equal((await app.as('APPROVER').put(step('approve', made.id))).status, 200);
    }
    assert.equal((await client().put(`${POST}/${made.id}`)).status, 200);
  };
  const someoneWith = async (amount: number) => {
    const customer = someone();
    await drain(customer);
    if (amount > 0) await receive(customer, amount);
    return customer;
  };
  const close = async () => {
    const { invariants } = await checkIntegrity({ db: app.db });
    await app.stop();
    assert.deepEqual(
      invariants.filter((one) => !one.holds),
      [],
    );
  };
  return {
    ...{ app, customers, client, someone, someoneWith },
    ...{ make, receive, drain, balances, close },
  };
}

async function prepare(app: TestApp): Promise<Customer[]> {
  await app.db.query(
    sql`update business_office set four_eyes_threshold_minor = ${THRESHOLD * 100}`,
  );
  const offices = [...Array.from({ length: FIRST_OFFICE }, () => '0000000001'), '0000000002'];
  for (const businessOfficeName of offices) {
    const body = { firstName: 'Cash', lastName: LAST_NAME, businessOfficeName };
    const reply = await app.as('CLIENT').post('/api/v1/partner/customer/create', body);
    assert.equal(reply.status, 201, reply.text);
  }
  return app.db.query<Customer>(sql`
    select c.id, c.name, c.office_id, a.id as account, a.name as account_name
    from customer c join account a on a.customer_id = c.id and a.acct_type = 'CUSTOMER_CASH'
    where c.last_name = ${LAST_NAME} order by c.office_id, c.id`);
}

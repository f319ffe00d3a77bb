// Creating cash transactions as a group has the same outcomes as creating them one by one.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { randomOf } from '../../../src/exchanges/simulator/random.js';
import { taxOnIncome } from '../../../src/modules/asset/index.js';
import { createCashTransaction } from '../../../src/modules/finance/cash/create.js';
import { createCashTransactions } from '../../../src/modules/finance/cash/group.js';
import type { CashTransactionBody } from '../../../src/modules/finance/schema.js';
import type { Principal, Work } from '../../../src/platform/context.js';
import type { Tx } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';
import { toJson } from '../../../src/platform/json/json.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { SYSTEM } from '../../../src/platform/system-work.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { undone } from '../../support/undone.js';
import { assertSameOutcomes, outcomesOf, placing, type Settled, settledAlone } from './outcome.js';

const ROUNDS = 30;
const BODIES_MAX = 20;

type Random = ReturnType<typeof randomOf>;

interface Told {
  readonly outcomes: readonly unknown[];
  readonly rows: readonly string[];
}

const CHECKER: Principal = {
  ...SYSTEM,
  permissions: new Set(['finance.cash-transaction.approve']),
};
const PRINCIPALS: readonly Principal[] = [CHECKER, SYSTEM, { ...CHECKER, offices: [-1n] }];

describe('cash transactions created as a group', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    await prepare(app);
  });
  after(() => app.stop());

  const met = new Set<string>();

  function workOf(tx: Tx, place: number): Work {
    return {
      context: app.context,
      tx,
      principal: PRINCIPALS[place % 9 === 4 ? 1 : place % 11 === 6 ? 2 : 0] ?? SYSTEM,
      requestId: `request-${place}`,
      now: '2026-11-25T10:00:00.000Z',
      ifMatch: undefined,
      events: [],
    };
  }

  const toldBy = (count: number, run: (works: readonly Work[]) => Promise<readonly Settled[]>) =>
    undone(app.db, async (tx) => {
      const works = Array.from({ length: count }, (_, place) => workOf(tx, place));
      return toldOf(tx, await run(works), works);
    });

  for (let round = 0; round < ROUNDS; round += 1) {
    it(`have the same outcomes as one after the other, round ${round}`, async () => {
      const random = randomOf('cash-group', 'round', BigInt(round));
      const bodies = Array.from({ length: random.between(2, BODIES_MAX) }, () => bodyOf(random));
      const together = await toldBy(bodies.length, (works) => inGroup(works, bodies));
      const single = await toldBy(bodies.length, (works) => oneByOne(works, bodies));
      const outcomes = [together.outcomes, single.outcomes] as const;
      for (const code of assertSameOutcomes(outcomes, 'transaction')) met.add(code);
      assert.deepEqual(together.rows, single.rows);
    });
  }

  it('include cases that depend on earlier ones', () => {
    const wanted = ['INSUFFICIENT_FUNDS', 'LOOKS_LIKE_REPEAT', 'UNKNOWN_REFERENCE', 'SAME_ACCOUNT'];
    for (const code of wanted) assert.ok(met.has(code), code);
  });
});

const inputOf = (body: CashTransactionBody | undefined) => {
  assert.ok(body);
  return { params: {}, query: {}, body };
};

// Requests that the group skips are processed individually, as the server does.
async function inGroup(works: readonly Work[], bodies: readonly CashTransactionBody[]) {
  const outcomes = await createCashTransactions({ taxOnIncome })(
    works.map((work, place) => ({ work, input: inputOf(bodies[place]) })),
  );
  const settled: Settled[] = [];
  for (const [place, work] of works.entries()) {
    settled.push(outcomes[place] ?? (await alone(work, bodies[place])));
  }
  return settled;
}

async function oneByOne(works: readonly Work[], bodies: readonly CashTransactionBody[]) {
  const outcomes: Settled[] = [];
  for (const [place, work] of works.entries()) outcomes.push(await alone(work, bodies[place]));
  return outcomes;
}

function alone(work: Work, body: CashTransactionBody | undefined): Promise<Settled> {
  return settledAlone(work, () =>
    createCashTransaction(work, inputOf(body).body, { ports: { taxOnIncome } }),
  );
}

async function toldOf(tx: Tx, outcomes: readonly Settled[], works: readonly Work[]): Promise<Told> {
  const placed = placing(outcomes, 'transaction');
  // Fingerprints depend on the id, so they are replaced.
  const known = (text: string) =>
    placed(text).replaceAll(/"(journal_?fingerprint)":"[^"]*"/gi, '"$1":"made"');
  return {
    // INSUFFICIENT_FUNDS is compared without details, because the shortfall depends on earlier
    // payments.
    outcomes: outcomesOf(outcomes, { works, known, briefly: ['INSUFFICIENT_FUNDS'] }),
    rows: (await tx.query(LEFT)).map((row) => known(toJson(row))).sort(),
  };
}

const LEFT = sql`
  select 'transaction' as kind, to_jsonb(t) as row from cash_transaction t
  union all select 'hold', to_jsonb(h) - 'placed_at' from cash_hold h
  union all select 'balance', to_jsonb(b) from account_balance b where b.held_minor <> 0`;

function bodyOf(random: Random): CashTransactionBody {
  const type = random.percent(50) ? 'PAYMENT' : random.percent(30) ? 'TRANSFER' : 'RECEIPT';
  const customer = String(random.between(1, 4)).padStart(10, '0');
  const named = random.below(4);
  const amount = random.percent(50) ? random.between(1, 3) : random.between(1, 4_000);
  const other = String(random.between(1, 4)).padStart(10, '0');
  return {
    transType: type,
    amount: new Decimal(random.percent(4) ? 0 : amount).dividedBy(random.percent(30) ? 100 : 1),
    ...(named === 0 ? { partnerId: BigInt(random.between(1, 4)) } : {}),
    ...(named === 1 ? { partnerName: random.percent(10) ? 'nobody' : customer } : {}),
    ...(named === 2 ? { partnerName: customer, currency: random.percent(85) ? 'ngn' : 'XXZ' } : {}),
    ...(named === 3 && random.percent(90) ? { cashAccountId: BigInt(random.between(1, 9)) } : {}),
    ...(type === 'TRANSFER' ? { counterPartyPartnerName: other } : {}),
    ...(random.percent(20) ? { processingFees: new Decimal(random.between(0, 40)) } : {}),
    ...(random.percent(5) ? { paymentGatewayId: 7n } : {}),
    ...(random.percent(5) ? { id: 3n } : {}),
    ...(random.percent(10) ? { description: 'Rent "1" \\ ünï' } : {}),
    ...(random.percent(10) ? { valueDate: '2026-10-01T00:00:00.000Z' } : {}),
  };
}

// Gives customers little money, and includes amounts that need a second person.
async function prepare(app: TestApp): Promise<void> {
  const { db } = app;
  // Uses ids that cannot be mistaken for other numbers.
  await db.query(sql`select setval('cash_transaction_id', 7000000000)`);
  // Opens the firm's accounts in advance, because each is opened with a new id on first use.
  const customers = [1, 2, 3, 4].map((number) => String(number).padStart(10, '0'));
  for (const partnerName of customers) {
    for (const counterPartyPartnerName of customers.filter((name) => name !== partnerName)) {
      const sums = { partnerName, amount: 2, processingFees: 1 };
      const body = { ...sums, transType: 'TRANSFER', counterPartyPartnerName };
      const path = '/api/v1/finance/cash-transaction/create';
      const { status, text } = await app.as('CLIENT').post(path, body);
      assert.equal(status, 201, text);
    }
  }
  await db.query(sql`update business_office set four_eyes_threshold_minor = 200000`);
  await db.query(sql`
    update account_balance b set balance_minor = held_minor + 500000 * (a.customer_id % 3)
    from account a where a.id = b.account_id and a.acct_type = 'CUSTOMER_CASH'`);
}

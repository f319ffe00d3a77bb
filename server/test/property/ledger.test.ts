// The ledger on a real database: races, refusals, the fold, and a model that random operations
// are held to.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  availableBalances,
  checkIntegrity,
  firmAccount,
  foldLedger,
  type JournalDraft,
  openCustomerAccount,
  postJournal,
  postJournals,
  setHold,
} from '../../src/modules/finance/index.js';
import { businessDate } from '../../src/platform/calendar/business-date.js';
import { systemClock } from '../../src/platform/clock.js';
import type { Context, Principal, Work } from '../../src/platform/context.js';
import type { Tx } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { Problem } from '../../src/platform/http/problem.js';
import { createIds } from '../../src/platform/ids.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const OFFICE = 1n;
const TODAY = businessDate('2026-11-20');
const NOW = '2026-11-20T10:00:00.000Z';
const SYSTEM: Principal = {
  kind: 'system',
  id: 0n,
  name: 'test',
  permissions: new Set(),
  offices: undefined,
};

let database: TestDatabase;
let bank: bigint;
let income: bigint;
let nextCustomer = 0n;
let nextSource = 0n;

function contextOf(): Pick<Context, 'db' | 'ids' | 'clock'> {
  return { db: database.db, ids: shared.ids, clock: systemClock };
}

const shared = { ids: createIds() };

function workOf(tx: Tx): Pick<Work, 'context' | 'tx' | 'principal' | 'now'> {
  return { context: contextOf() as Context, tx, principal: SYSTEM, now: NOW };
}

function journal(lines: readonly (readonly [bigint, bigint])[], more: Partial<JournalDraft> = {}) {
  nextSource += 1n;
  return {
    officeId: OFFICE,
    transactionDate: TODAY,
    valueDate: TODAY,
    narration: 'test',
    sourceType: 'TEST',
    sourceId: nextSource,
    createdBy: 'test',
    createdAt: NOW,
    lines: lines.map(([accountId, amountMinor]) => ({ accountId, amountMinor })),
    ...more,
  };
}

function post(lines: readonly (readonly [bigint, bigint])[]): Promise<bigint> {
  return database.db.transaction((tx) => postJournal(tx, journal(lines)));
}

async function newCustomer(): Promise<{ customer: bigint; account: bigint }> {
  nextCustomer += 1n;
  const customer = nextCustomer;
  const account = await database.db.transaction((tx) =>
    openCustomerAccount(workOf(tx), {
      customerId: customer,
      customerLabel: `Customer ${customer}`,
      officeId: OFFICE,
      currency: 'NGN',
    }),
  );
  return { customer, account };
}

async function fund(account: bigint, minor: bigint): Promise<void> {
  await post([
    [bank, minor],
    [account, -minor],
  ]);
}

async function available(customer: bigint) {
  const [balance] = await availableBalances(database.db, [customer]);
  assert.ok(balance);
  return balance;
}

async function outcomes(work: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(work);
  const refused = settled.filter(
    (one) => one.status === 'rejected' && one.reason instanceof Problem,
  );
  const failed = settled.filter(
    (one) => one.status === 'rejected' && !(one.reason instanceof Problem),
  );
  assert.deepEqual(failed, [], 'nothing fails but by a refusal');
  return { done: settled.length - refused.length, refused: refused.length };
}

async function assertIntegrity(): Promise<void> {
  const { holds, invariants } = await checkIntegrity({ db: database.db });
  assert.deepEqual(
    invariants.filter((invariant) => !invariant.holds),
    [],
  );
  assert.equal(holds, true);
}

async function foldAll(): Promise<void> {
  // A number is sure one round after it was seen, so a quiet ledger is folded after a few rounds;
  // other databases of the server may keep a round back for as long as they write.
  for (let round = 0; round < 400; round += 1) {
    await foldLedger(database.db);
    const [state] = await database.db.query<{ done: boolean }>(sql`
      select folded_journal_id >= (select coalesce(max(id), 0) from journal) as done
      from ledger_fold_state`);
    if (state?.done) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail('the fold catches up');
}

before(async () => {
  database = await createTestDatabase();
  bank = await database.db.transaction((tx) =>
    firmAccount(workOf(tx), { code: 'BANK:CLIENT', officeId: OFFICE, currency: 'NGN' }),
  );
  income = await database.db.transaction((tx) =>
    firmAccount(workOf(tx), { code: 'INC:FEES', officeId: OFFICE, currency: 'NGN' }),
  );
});
after(() => database.drop());

// The model: plain sums, sharing no code with the ledger.
interface Model {
  readonly balance: Map<number, bigint>;
  readonly holds: Map<string, { account: number; minor: bigint }>;
}

type Step =
  | {
      readonly kind: 'fund' | 'withdraw' | 'force';
      readonly account: number;
      readonly minor: bigint;
    }
  | { readonly kind: 'move'; readonly account: number; readonly to: number; readonly minor: bigint }
  | {
      readonly kind: 'hold';
      readonly account: number;
      readonly key: number;
      readonly minor: bigint;
    }
  | { readonly kind: 'fold' };

const ACCOUNTS = 4;
const minor = fc.bigInt({ min: 1n, max: 120n });
const index = fc.nat({ max: ACCOUNTS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('fund' as const, 'withdraw' as const, 'force' as const),
    account: index,
    minor,
  }),
  fc.record({ kind: fc.constant('move' as const), account: index, to: index, minor }),
  fc.record({
    kind: fc.constant('hold' as const),
    account: index,
    key: fc.nat({ max: 2 }),
    minor: fc.bigInt({ min: 0n, max: 90n }),
  }),
  fc.constant({ kind: 'fold' as const }),
);

function heldBy(model: Model, account: number): bigint {
  let sum = 0n;
  for (const hold of model.holds.values()) if (hold.account === account) sum += hold.minor;
  return sum;
}

/** What the model expects: true when the step is allowed; it is then applied. */
function expect(model: Model, one: Step): boolean {
  if (one.kind === 'fold') return true;
  const balance = model.balance.get(one.account) ?? 0n;
  if (one.kind === 'fund') {
    model.balance.set(one.account, balance + one.minor);
    return true;
  }
  if (one.kind === 'hold') {
    const key = `${one.account}/${one.key}`;
    const before = model.holds.get(key)?.minor ?? 0n;
    const others = heldBy(model, one.account) - before;
    if (one.minor > before && balance - others - one.minor < 0n) return false;
    model.holds.set(key, { account: one.account, minor: one.minor });
    return true;
  }
  if (one.kind === 'force') {
    model.balance.set(one.account, balance - one.minor);
    return true;
  }
  if (one.kind === 'move' && one.to === one.account) return true;
  if (balance - heldBy(model, one.account) < one.minor) return false;
  model.balance.set(one.account, balance - one.minor);
  if (one.kind === 'move') {
    model.balance.set(one.to, (model.balance.get(one.to) ?? 0n) + one.minor);
  }
  return true;
}

async function perform(accounts: readonly bigint[], one: Step): Promise<void> {
  if (one.kind === 'fold') {
    await foldLedger(database.db);
    return;
  }
  const account = accounts[one.account] ?? 0n;
  if (one.kind === 'fund') return fund(account, one.minor);
  if (one.kind === 'hold') {
    await database.db.transaction((tx) =>
      setHold(tx, {
        accountId: account,
        sourceType: 'MODEL',
        sourceId: account * 10n + BigInt(one.key),
        amountMinor: one.minor,
      }),
    );
    return;
  }
  const other = one.kind === 'move' ? (accounts[one.to] ?? 0n) : bank;
  const lines = [[account, one.minor] as const, [other, -one.minor] as const];
  const force = one.kind === 'force';
  await database.db.transaction((tx) => postJournal(tx, journal(lines, { force })));
}

describe('random operations', () => {
  it('leave the ledger as a model of plain sums says, with all invariants after each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const made = await Promise.all(Array.from({ length: ACCOUNTS }, newCustomer));
        const accounts = made.map((one) => one.account);
        const model: Model = { balance: new Map(), holds: new Map() };
        for (const one of steps) {
          const allowed = expect(model, one);
          const done = await perform(accounts, one).then(
            () => true,
            (error: unknown) => {
              if (error instanceof Problem) return false;
              throw error;
            },
          );
          assert.equal(done, allowed, `${one.kind} is ${allowed ? 'allowed' : 'refused'}`);
          for (const [position, { customer }] of made.entries()) {
            const balance = await available(customer);
            assert.equal(balance.balanceMinor, model.balance.get(position) ?? 0n);
            assert.equal(balance.heldMinor, heldBy(model, position));
          }
          await assertIntegrity();
        }
      }),
      { numRuns: 10, seed: 20261121 },
    );
  });
});

describe('the ledger in the database', () => {
  it('refuses a journal that does not balance', async () => {
    const { account } = await newCustomer();
    await assert.rejects(
      post([
        [bank, 100n],
        [account, -99n],
      ]),
      { constraint: 'journal_balances' },
    );
  });

  it('refuses a journal that balances only over two currencies', async () => {
    const { account } = await newCustomer();
    const dollars = await database.db.transaction((tx) =>
      firmAccount(workOf(tx), { code: 'BANK:CLIENT', officeId: OFFICE, currency: 'USD' }),
    );
    await assert.rejects(
      post([
        [dollars, 100n],
        [account, -100n],
      ]),
      { constraint: 'journal_balances' },
    );
  });

  it('refuses lines of accounts that do not exist, also when all are unknown', async () => {
    await assert.rejects(
      post([
        [999_999_998n, 100n],
        [999_999_999n, -100n],
      ]),
      { code: '23503' },
    );
  });

  it('takes no further lines for a journal, even balanced ones', async () => {
    const { account } = await newCustomer();
    const id = await post([
      [bank, 100n],
      [account, -100n],
    ]);
    await assert.rejects(
      database.db.query(sql`
        insert into journal_line (journal_id, line_no, account_id, currency, amount_minor)
        values (${id}, 8, ${bank}, 'NGN', 5), (${id}, 9, ${income}, 'NGN', -5)`),
      { constraint: 'journal_is_complete' },
    );
  });

  it('never changes or removes journals, lines and accounts', async () => {
    const { account } = await newCustomer();
    await fund(account, 100n);
    const statements = [
      sql`update journal_line set amount_minor = 1`,
      sql`delete from journal_line`,
      sql`truncate journal_line`,
      sql`update journal set narration = 'other'`,
      sql`delete from journal`,
      sql`truncate journal cascade`,
      sql`delete from account where id = ${account}`,
    ];
    for (const statement of statements) {
      await assert.rejects(database.db.query(statement), /never|23000/);
    }
  });

  it('reverses a journal once', async () => {
    const { account } = await newCustomer();
    const id = await post([
      [bank, 100n],
      [account, -100n],
    ]);
    const reverse = () =>
      database.db.transaction((tx) =>
        postJournal(
          tx,
          journal(
            [
              [account, 100n],
              [bank, -100n],
            ],
            { reversalOfId: id },
          ),
        ),
      );
    await reverse();
    await fund(account, 100n);
    await assert.rejects(reverse(), { constraint: 'journal_is_reversed_once' });
  });

  it('takes no journal number in a dry run and writes nothing', async () => {
    const { account, customer } = await newCustomer();
    const before = await database.db.query(sql`select last_value from journal_id`);
    const id = await database.db.transaction(
      (tx) =>
        postJournal(
          tx,
          journal([
            [bank, 100n],
            [account, -100n],
          ]),
        ),
      { dryRun: true },
    );
    assert.ok(id < 0n);
    assert.deepEqual(await database.db.query(sql`select last_value from journal_id`), before);
    assert.equal((await available(customer)).balanceMinor, 0n);
  });

  it('posts an account twice in one journal, and several journals in one call', async () => {
    const { account, customer } = await newCustomer();
    const ids = await database.db.transaction((tx) =>
      postJournals(tx, [
        journal([
          [bank, 1000n],
          [account, -1000n],
          [account, 10n],
          [income, -10n],
        ]),
        journal([
          [account, 200n],
          [bank, -200n],
        ]),
      ]),
    );
    assert.equal(ids.length, 2);
    assert.equal((await available(customer)).balanceMinor, 790n);
    await assertIntegrity();
  });
});

describe('holds', () => {
  it('are set to a total: twice is once, zero releases', async () => {
    const { account, customer } = await newCustomer();
    await fund(account, 100n);
    const hold = (amountMinor: bigint) =>
      database.db.transaction((tx) =>
        setHold(tx, { accountId: account, sourceType: 'ORDER', sourceId: account, amountMinor }),
      );
    await hold(60n);
    await hold(60n);
    assert.equal((await available(customer)).availableMinor, 40n);
    await assert.rejects(hold(101n), Problem);
    await hold(25n);
    assert.equal((await available(customer)).availableMinor, 75n);
    await hold(0n);
    await hold(0n);
    assert.equal((await available(customer)).availableMinor, 100n);
  });

  it('count once when twenty callers set the same one at the same time', async () => {
    const { account, customer } = await newCustomer();
    await fund(account, 100n);
    const { done } = await outcomes(
      Array.from({ length: 20 }, () =>
        database.db.transaction((tx) =>
          setHold(tx, {
            accountId: account,
            sourceType: 'RACE',
            sourceId: account,
            amountMinor: 7n,
          }),
        ),
      ),
    );
    assert.equal(done, 20);
    assert.equal((await available(customer)).heldMinor, 7n);
    await assertIntegrity();
  });

  it('give way to the payment that they were for, in one statement', async () => {
    const { account, customer } = await newCustomer();
    await fund(account, 100n);
    const hold = { accountId: account, sourceType: 'PAY', sourceId: account };
    await database.db.transaction((tx) => setHold(tx, { ...hold, amountMinor: 100n }));
    const payment = journal([
      [account, 100n],
      [bank, -100n],
    ]);
    await assert.rejects(
      database.db.transaction((tx) => postJournal(tx, payment)),
      Problem,
    );
    await database.db.transaction((tx) => postJournal(tx, payment, [{ ...hold, amountMinor: 0n }]));
    const balance = await available(customer);
    assert.equal(balance.balanceMinor, 0n);
    assert.equal(balance.heldMinor, 0n);
  });
});

describe('what is forced', () => {
  const forced = (lines: readonly (readonly [bigint, bigint])[]) =>
    database.db.transaction((tx) => postJournal(tx, journal(lines, { force: true })));

  it('is booked below the floor, and nobody spends into it until money came in', async () => {
    const { account, customer } = await newCustomer();
    await fund(account, 100n);
    await forced([
      [account, 104n],
      [income, -104n],
    ]);
    assert.equal((await available(customer)).availableMinor, -4n);
    await assertIntegrity();
    const spend = (amount: bigint) =>
      post([
        [account, amount],
        [bank, -amount],
      ]);
    await assert.rejects(spend(1n), Problem);
    await fund(account, 3n);
    assert.equal((await available(customer)).availableMinor, -1n);
    await assert.rejects(spend(1n), Problem);
    await fund(account, 11n);
    await assert.rejects(spend(11n), Problem);
    await spend(10n);
    await assertIntegrity();
  });

  it('may be a hold; letting go of it gives the room back once', async () => {
    const { account, customer } = await newCustomer();
    await fund(account, 10n);
    const hold = (amountMinor: bigint, force?: boolean) =>
      database.db.transaction((tx) =>
        setHold(tx, {
          accountId: account,
          sourceType: 'FORCED',
          sourceId: account,
          amountMinor,
          ...(force === undefined ? {} : { force }),
        }),
      );
    await assert.rejects(hold(15n), Problem);
    await hold(15n, true);
    await assert.rejects(hold(16n), Problem);
    await hold(12n);
    await assert.rejects(hold(13n), Problem);
    assert.equal((await available(customer)).availableMinor, -2n);
    await hold(0n);
    await assert.rejects(hold(11n), Problem);
    await hold(10n);
    await assertIntegrity();
  });

  it('with a hold that it replaces takes only what the hold did not cover', async () => {
    const { account, customer } = await newCustomer();
    await fund(account, 100n);
    const hold = { accountId: account, sourceType: 'NOTE', sourceId: account };
    await database.db.transaction((tx) => setHold(tx, { ...hold, amountMinor: 100n }));
    const note = journal(
      [
        [account, 104n],
        [income, -104n],
      ],
      { force: true },
    );
    await database.db.transaction((tx) => postJournal(tx, note, [{ ...hold, amountMinor: 0n }]));
    assert.equal((await available(customer)).availableMinor, -4n);
    await assertIntegrity();
  });
});

describe('callers at the same time', () => {
  it('withdraw what is there and not a kobo more', async () => {
    const { account, customer } = await newCustomer();
    await fund(account, 1_000n);
    const withdrawals = Array.from({ length: 60 }, () =>
      post([
        [account, 50n],
        [bank, -50n],
      ]),
    );
    assert.deepEqual(await outcomes(withdrawals), { done: 20, refused: 40 });
    assert.equal((await available(customer)).balanceMinor, 0n);
    await assertIntegrity();
  });

  it('hold and withdraw together without overdraft', async () => {
    const { account, customer } = await newCustomer();
    await fund(account, 1_000n);
    const work = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? post([
            [account, 50n],
            [bank, -50n],
          ])
        : database.db.transaction((tx) =>
            setHold(tx, {
              accountId: account,
              sourceType: 'MIX',
              sourceId: account * 1000n + BigInt(index),
              amountMinor: 50n,
            }),
          ),
    );
    assert.deepEqual(await outcomes(work), { done: 20, refused: 20 });
    const balance = await available(customer);
    assert.equal(balance.availableMinor, 0n);
    await assertIntegrity();
  });

  it('keep versions, numbers and running balances in one order on few accounts', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 5 }, async () => (await newCustomer()).account),
    );
    for (const account of accounts) await fund(account, 1_000_000n);
    const work = Array.from({ length: 600 }, (_, index) => {
      const from = accounts[index % 5] ?? 0n;
      const to = accounts[(index * 3 + 1) % 5] ?? 0n;
      return from === to
        ? fund(from, 3n)
        : post([
            [from, BigInt(1 + (index % 7))],
            [to, -BigInt(1 + (index % 7))],
          ]);
    });
    assert.deepEqual(await outcomes(work), { done: 600, refused: 0 });
    await assertIntegrity();
  });

  it('fold each line once while journals are posted, balances always exact', async () => {
    const { account } = await newCustomer();
    const folding = (async () => {
      for (let round = 0; round < 60; round += 1) {
        await Promise.all([foldLedger(database.db), foldLedger(database.db)]);
      }
    })();
    const expected = await database.db.query<{ minor: bigint }>(
      sql`select firm_balance(${bank}) as minor`,
    );
    await outcomes(Array.from({ length: 400 }, () => fund(account, 5n)));
    const [now] = await database.db.query<{ minor: bigint }>(
      sql`select firm_balance(${bank}) as minor`,
    );
    assert.equal(now?.minor, (expected[0]?.minor ?? 0n) + 2_000n);
    await folding;
    await assertIntegrity();
    await foldAll();
    await assertIntegrity();
    const [folded] = await database.db.query<{ minor: bigint; balance: bigint }>(sql`
      select firm_balance(${bank}) as minor, balance_minor as balance
      from account_balance where account_id = ${bank}`);
    assert.equal(folded?.balance, folded?.minor);
  });

  it('do not fold past a journal that is still being written', async () => {
    const { account } = await newCustomer();
    await foldAll();
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let posted: (id: bigint) => void = () => undefined;
    const number = new Promise<bigint>((resolve) => {
      posted = resolve;
    });
    const slow = database.db.transaction(async (tx) => {
      const id = await postJournal(
        tx,
        journal([
          [bank, 11n],
          [income, -11n],
        ]),
      );
      posted(id);
      await gate;
    });
    try {
      const early = await number;
      await fund(account, 9n);
      for (let round = 0; round < 5; round += 1) await foldLedger(database.db);
      const [state] = await database.db.query<{ folded: bigint }>(
        sql`select folded_journal_id as folded from ledger_fold_state`,
      );
      assert.ok((state?.folded ?? 0n) < early, 'the fold waits for the open journal');
      await assertIntegrity();
    } finally {
      release();
      await slow;
    }
    await foldAll();
    await assertIntegrity();
  });
});

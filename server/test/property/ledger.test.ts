// The ledger on a real database: refusals, holds, forced postings, the fold, and race conditions.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postJournal, postJournals, setHold } from '../../src/modules/finance/index.js';
import { foldLedger } from '../../src/modules/finance/ledger/fold.js';
import { sql } from '../../src/platform/database/sql.js';
import { Problem } from '../../src/platform/http/reply/problem.js';
import { openTestLedger, type TestLedger } from '../support/ledger.js';

let ledger: TestLedger;
before(async () => {
  ledger = await openTestLedger();
});
after(() => ledger.drop());

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

describe('the ledger in the database', () => {
  it('refuses a journal that does not balance', async () => {
    const { account } = await ledger.newCustomer();
    await assert.rejects(
      ledger.post([
        [ledger.bank, 100n],
        [account, -99n],
      ]),
      { constraint: 'journal_balances' },
    );
  });

  it('refuses a journal that balances only over two currencies', async () => {
    const { account } = await ledger.newCustomer();
    const dollars = await ledger.bankIn('USD');
    await assert.rejects(
      ledger.post([
        [dollars, 100n],
        [account, -100n],
      ]),
      { constraint: 'journal_balances' },
    );
  });

  it('refuses lines of unknown accounts, also if all are unknown', async () => {
    await assert.rejects(
      ledger.post([
        [999_999_998n, 100n],
        [999_999_999n, -100n],
      ]),
      { code: '23503' },
    );
  });

  it('accepts no further lines for a journal, even balanced ones', async () => {
    const { account } = await ledger.newCustomer();
    const id = await ledger.post([
      [ledger.bank, 100n],
      [account, -100n],
    ]);
    await assert.rejects(
      ledger.db.query(sql`
        insert into journal_line (journal_id, line_no, account_id, currency, amount_minor)
        values (${id}, 8, ${ledger.bank}, 'NGN', 5), (${id}, 9, ${ledger.income}, 'NGN', -5)`),
      { constraint: 'journal_is_complete' },
    );
  });

  it('never changes or removes journals, lines and accounts', async () => {
    const { account } = await ledger.newCustomer();
    await ledger.fund(account, 100n);
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
      await assert.rejects(ledger.db.query(statement), /never|23000/);
    }
  });

  it('reverses a journal once', async () => {
    const { account } = await ledger.newCustomer();
    const id = await ledger.post([
      [ledger.bank, 100n],
      [account, -100n],
    ]);
    const reverse = () =>
      ledger.db.transaction((tx) =>
        postJournal(
          tx,
          ledger.journal(
            [
              [account, 100n],
              [ledger.bank, -100n],
            ],
            { reversalOfId: id },
          ),
        ),
      );
    await reverse();
    await ledger.fund(account, 100n);
    await assert.rejects(reverse(), { constraint: 'journal_is_reversed_once' });
  });

  it('takes no journal number in a dry run and writes nothing', async () => {
    const { account, customer } = await ledger.newCustomer();
    const before = await ledger.db.query(sql`select last_value from journal_id`);
    const id = await ledger.db.transaction(
      (tx) =>
        postJournal(
          tx,
          ledger.journal([
            [ledger.bank, 100n],
            [account, -100n],
          ]),
        ),
      { dryRun: true },
    );
    assert.ok(id < 0n);
    assert.deepEqual(await ledger.db.query(sql`select last_value from journal_id`), before);
    assert.equal((await ledger.available(customer)).balanceMinor, 0n);
  });

  it('posts an account twice in one journal, and several journals in one call', async () => {
    const { account, customer } = await ledger.newCustomer();
    const ids = await ledger.db.transaction((tx) =>
      postJournals(tx, [
        ledger.journal([
          [ledger.bank, 1000n],
          [account, -1000n],
          [account, 10n],
          [ledger.income, -10n],
        ]),
        ledger.journal([
          [account, 200n],
          [ledger.bank, -200n],
        ]),
      ]),
    );
    assert.equal(ids.length, 2);
    assert.equal((await ledger.available(customer)).balanceMinor, 790n);
    await ledger.assertIntegrity();
  });
});

describe('holds', () => {
  it('are set to a total; setting them again changes nothing, and zero releases them', async () => {
    const { account, customer } = await ledger.newCustomer();
    await ledger.fund(account, 100n);
    const hold = (amountMinor: bigint) =>
      ledger.db.transaction((tx) =>
        setHold(tx, { accountId: account, sourceType: 'ORDER', sourceId: account, amountMinor }),
      );
    await hold(60n);
    await hold(60n);
    assert.equal((await ledger.available(customer)).availableMinor, 40n);
    await assert.rejects(hold(101n), Problem);
    await hold(25n);
    assert.equal((await ledger.available(customer)).availableMinor, 75n);
    await hold(0n);
    await hold(0n);
    assert.equal((await ledger.available(customer)).availableMinor, 100n);
  });

  it('are set once by twenty concurrent callers', async () => {
    const { account, customer } = await ledger.newCustomer();
    await ledger.fund(account, 100n);
    const { done } = await outcomes(
      Array.from({ length: 20 }, () =>
        ledger.db.transaction((tx) =>
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
    assert.equal((await ledger.available(customer)).heldMinor, 7n);
    await ledger.assertIntegrity();
  });

  it('are released by their payment in one statement', async () => {
    const { account, customer } = await ledger.newCustomer();
    await ledger.fund(account, 100n);
    const hold = { accountId: account, sourceType: 'PAY', sourceId: account };
    await ledger.db.transaction((tx) => setHold(tx, { ...hold, amountMinor: 100n }));
    const payment = ledger.journal([
      [account, 100n],
      [ledger.bank, -100n],
    ]);
    await assert.rejects(
      ledger.db.transaction((tx) => postJournal(tx, payment)),
      Problem,
    );
    await ledger.db.transaction((tx) => postJournal(tx, payment, [{ ...hold, amountMinor: 0n }]));
    const balance = await ledger.available(customer);
    assert.equal(balance.balanceMinor, 0n);
    assert.equal(balance.heldMinor, 0n);
  });
});

describe('forced postings', () => {
  const forced = (lines: readonly (readonly [bigint, bigint])[]) =>
    ledger.db.transaction((tx) => postJournal(tx, ledger.journal(lines, { force: true })));

  it('are booked below the floor, and nothing can be spent until money is received', async () => {
    const { account, customer } = await ledger.newCustomer();
    await ledger.fund(account, 100n);
    await forced([
      [account, 104n],
      [ledger.income, -104n],
    ]);
    assert.equal((await ledger.available(customer)).availableMinor, -4n);
    await ledger.assertIntegrity();
    const spend = (amount: bigint) =>
      ledger.post([
        [account, amount],
        [ledger.bank, -amount],
      ]);
    await assert.rejects(spend(1n), Problem);
    await ledger.fund(account, 3n);
    assert.equal((await ledger.available(customer)).availableMinor, -1n);
    await assert.rejects(spend(1n), Problem);
    await ledger.fund(account, 11n);
    await assert.rejects(spend(11n), Problem);
    await spend(10n);
    await ledger.assertIntegrity();
  });

  it('may be holds, and releasing one restores the available amount once', async () => {
    const { account, customer } = await ledger.newCustomer();
    await ledger.fund(account, 10n);
    const hold = (amountMinor: bigint, force?: boolean) =>
      ledger.db.transaction((tx) =>
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
    assert.equal((await ledger.available(customer)).availableMinor, -2n);
    await hold(0n);
    await assert.rejects(hold(11n), Problem);
    await hold(10n);
    await ledger.assertIntegrity();
  });

  it('that replace a hold take only the amount that the hold did not cover', async () => {
    const { account, customer } = await ledger.newCustomer();
    await ledger.fund(account, 100n);
    const hold = { accountId: account, sourceType: 'NOTE', sourceId: account };
    await ledger.db.transaction((tx) => setHold(tx, { ...hold, amountMinor: 100n }));
    const note = ledger.journal(
      [
        [account, 104n],
        [ledger.income, -104n],
      ],
      { force: true },
    );
    await ledger.db.transaction((tx) => postJournal(tx, note, [{ ...hold, amountMinor: 0n }]));
    assert.equal((await ledger.available(customer)).availableMinor, -4n);
    await ledger.assertIntegrity();
  });
});

describe('concurrent callers', () => {
  it('withdraw the available amount and not a kobo more', async () => {
    const { account, customer } = await ledger.newCustomer();
    await ledger.fund(account, 1_000n);
    const withdrawals = Array.from({ length: 60 }, () =>
      ledger.post([
        [account, 50n],
        [ledger.bank, -50n],
      ]),
    );
    assert.deepEqual(await outcomes(withdrawals), { done: 20, refused: 40 });
    assert.equal((await ledger.available(customer)).balanceMinor, 0n);
    await ledger.assertIntegrity();
  });

  it('hold and withdraw concurrently without overdraft', async () => {
    const { account, customer } = await ledger.newCustomer();
    await ledger.fund(account, 1_000n);
    const work = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? ledger.post([
            [account, 50n],
            [ledger.bank, -50n],
          ])
        : ledger.db.transaction((tx) =>
            setHold(tx, {
              accountId: account,
              sourceType: 'MIX',
              sourceId: account * 1000n + BigInt(index),
              amountMinor: 50n,
            }),
          ),
    );
    assert.deepEqual(await outcomes(work), { done: 20, refused: 20 });
    const balance = await ledger.available(customer);
    assert.equal(balance.availableMinor, 0n);
    await ledger.assertIntegrity();
  });

  it('get versions, numbers and running balances in one order on a few accounts', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 5 }, async () => (await ledger.newCustomer()).account),
    );
    for (const account of accounts) await ledger.fund(account, 1_000_000n);
    const work = Array.from({ length: 600 }, (_, index) => {
      const from = accounts[index % 5] ?? 0n;
      const to = accounts[(index * 3 + 1) % 5] ?? 0n;
      return from === to
        ? ledger.fund(from, 3n)
        : ledger.post([
            [from, BigInt(1 + (index % 7))],
            [to, -BigInt(1 + (index % 7))],
          ]);
    });
    assert.deepEqual(await outcomes(work), { done: 600, refused: 0 });
    await ledger.assertIntegrity();
  });

  it('fold each line once while journals are posted, with exact balances', async () => {
    const { account } = await ledger.newCustomer();
    const folding = (async () => {
      for (let round = 0; round < 60; round += 1) {
        await Promise.all([foldLedger(ledger.db), foldLedger(ledger.db)]);
      }
    })();
    const expected = await ledger.db.query<{ minor: bigint }>(
      sql`select firm_balance(${ledger.bank}) as minor`,
    );
    await outcomes(Array.from({ length: 400 }, () => ledger.fund(account, 5n)));
    const [now] = await ledger.db.query<{ minor: bigint }>(
      sql`select firm_balance(${ledger.bank}) as minor`,
    );
    assert.equal(now?.minor, (expected[0]?.minor ?? 0n) + 2_000n);
    await folding;
    await ledger.assertIntegrity();
    await ledger.foldAll();
    await ledger.assertIntegrity();
    const [folded] = await ledger.db.query<{ minor: bigint; balance: bigint }>(sql`
      select firm_balance(${ledger.bank}) as minor, balance_minor as balance
      from account_balance where account_id = ${ledger.bank}`);
    assert.equal(folded?.balance, folded?.minor);
  });

  it('do not fold past a journal that is still being written', async () => {
    const { account } = await ledger.newCustomer();
    await ledger.foldAll();
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let posted: (id: bigint) => void = () => undefined;
    const number = new Promise<bigint>((resolve) => {
      posted = resolve;
    });
    const slow = ledger.db.transaction(async (tx) => {
      const id = await postJournal(
        tx,
        ledger.journal([
          [ledger.bank, 11n],
          [ledger.income, -11n],
        ]),
      );
      posted(id);
      await gate;
    });
    try {
      const early = await number;
      await ledger.fund(account, 9n);
      for (let round = 0; round < 5; round += 1) await foldLedger(ledger.db);
      const [state] = await ledger.db.query<{ folded: bigint }>(
        sql`select folded_journal_id as folded from ledger_fold_state`,
      );
      assert.ok((state?.folded ?? 0n) < early, 'the fold waits for the open journal');
      await ledger.assertIntegrity();
    } finally {
      release();
      await slow;
    }
    await ledger.foldAll();
    await ledger.assertIntegrity();
  });
});

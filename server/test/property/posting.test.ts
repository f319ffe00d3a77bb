// Compares posting several journals in one call with posting the same journals one by one: lines,
// versions, running balances and refusals are equal. Concurrent calls do not deadlock, and nothing
// is lost.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Hold,
  type JournalDraft,
  postJournal,
  postJournals,
} from '../../src/modules/finance/index.js';
import { sql } from '../../src/platform/database/sql.js';
import { Problem } from '../../src/platform/http/reply/problem.js';
import { openTestLedger, type TestLedger } from '../support/ledger.js';
import { waitFor } from '../support/wait.js';

const CUSTOMERS = 4;
const START = 500n;

let ledger: TestLedger;
before(async () => {
  ledger = await openTestLedger();
});
after(() => ledger.drop());

/**
 * A movement, with accounts given by index: the customers, then the firm's bank account and its
 * income account.
 */
interface Move {
  readonly from: number;
  readonly to: number;
  readonly minor: number;
  readonly fee: number;
  readonly force: boolean;
}

const moves = fc.array(
  fc.record({
    from: fc.nat(CUSTOMERS + 1),
    to: fc.nat(CUSTOMERS + 1),
    minor: fc.integer({ min: 1, max: 300 }),
    fee: fc.nat(3),
    force: fc.boolean(),
  }),
  { minLength: 2, maxLength: 12 },
);

async function places(): Promise<bigint[]> {
  const customers: bigint[] = [];
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const { account } = await ledger.newCustomer();
    await ledger.fund(account, START);
    customers.push(account);
  }
  return [...customers, ledger.bank, ledger.income];
}

function draftOf(where: readonly bigint[], move: Move): JournalDraft {
  const { minor, fee } = move;
  const [from, to] = [where[move.from] ?? 0n, where[move.to] ?? 0n];
  return ledger.journal(
    [
      [from, BigInt(minor)],
      [to, BigInt(-minor)],
      [from, BigInt(fee)],
      [ledger.income, BigInt(-fee)],
    ],
    { force: move.force },
  );
}

// Returns the books of these accounts without numbers that differ between calls.
async function books(where: readonly bigint[]) {
  const lines = await ledger.db.query<{ place: number }>(sql`
    select array_position(${where}::bigint[], l.account_id) as place, l.line_no, l.currency,
      l.amount_minor, l.account_version, l.balance_minor
    from journal_line l
    where l.account_id = any (${where.slice(0, CUSTOMERS)}::bigint[])
    order by l.journal_id, l.line_no`);
  const balances = await ledger.db.query(sql`
    select balance_minor, held_minor, version, forced_minor from account_balance
    where account_id = any (${where.slice(0, CUSTOMERS)}::bigint[]) order by account_id`);
  return { lines, balances };
}

// Returns the refusal code of a call, or undefined if it succeeds. A refusal ends its transaction,
// so each refused call needs its own.
async function refused(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.kind.code;
    throw error;
  }
}

describe('several journals in one call', () => {
  it('have the same effect as one by one', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        const [many, single] = [await places(), await places()];
        const forced = list.map((move) => ({ ...move, force: true }));
        const together = forced.map((move) => draftOf(many, move));
        const ids = await ledger.db.transaction((tx) => postJournals(tx, together));
        assert.deepEqual(
          ids,
          ids.toSorted((one, other) => Number(one - other)),
        );
        for (const move of forced) {
          await ledger.db.transaction((tx) => postJournal(tx, draftOf(single, move)));
        }
        const [first, second] = [await books(many), await books(single)];
        assert.deepEqual(first.lines, second.lines);
        assert.deepEqual(first.balances.map(without), second.balances.map(without));
      }),
      { numRuns: 40 },
    );
    await ledger.assertIntegrity();
  });

  it('are all refused if their sum takes an account below its floor', async () => {
    const where = await places();
    const before = await books(where);
    const pay = (minor: number) => ({ from: 0, to: CUSTOMERS, minor, fee: 0, force: false });
    const drafts = [pay(300), pay(201)].map((move) => draftOf(where, move));
    const post = () => ledger.db.transaction((tx) => postJournals(tx, drafts));
    assert.equal(await refused(post), 'INSUFFICIENT_FUNDS');
    assert.deepEqual(await books(where), before);
  });

  it('release the holds of their payments', async () => {
    const where = await places();
    const [account = 0n] = where;
    const hold = (amountMinor: bigint): Hold => ({
      accountId: account,
      sourceType: 'POSTING',
      sourceId: account,
      amountMinor,
    });
    await ledger.db.transaction((tx) => postJournals(tx, [], [hold(START)]));
    const pay = (minor: number) => ({ from: 0, to: CUSTOMERS, minor, fee: 0, force: false });
    const drafts = [pay(300), pay(200)].map((move) => draftOf(where, move));
    const post = (holds: Hold[]) => ledger.db.transaction((tx) => postJournals(tx, drafts, holds));
    assert.equal(await refused(() => post([])), 'INSUFFICIENT_FUNDS');
    await post([hold(0n)]);
    const { balances } = await books(where);
    assert.deepEqual(balances[0], {
      balance_minor: 0n,
      held_minor: 0n,
      version: 3n,
      forced_minor: 0n,
    });
  });

  it('are refused if one line has an unknown account, and must balance one by one', async () => {
    const where = await places();
    const good = draftOf(where, { from: 0, to: 1, minor: 5, fee: 0, force: false });
    const post = (bad: JournalDraft) =>
      ledger.db.transaction((tx) => postJournals(tx, [good, bad]));
    await assert.rejects(
      post(
        ledger.journal([
          [where[0] ?? 0n, 1n],
          [999_999_999n, -1n],
        ]),
      ),
      { code: '23503' },
    );
    const [one, other] = [1n, -1n].map((rest) =>
      ledger.journal([
        [where[0] ?? 0n, 5n],
        [where[1] ?? 0n, rest - 5n],
      ]),
    );
    assert.ok(one && other);
    await assert.rejects(
      ledger.db.transaction((tx) => postJournals(tx, [one, other])),
      { constraint: 'journal_balances' },
    );
  });

  it('take no numbers in a dry run, and write nothing', async () => {
    const where = await places();
    const before = await books(where);
    const drafts = [1, 2].map((to) =>
      draftOf(where, { from: 0, to, minor: 5, fee: 1, force: false }),
    );
    const ids = await ledger.db.transaction((tx) => postJournals(tx, drafts), { dryRun: true });
    assert.ok(ids.every((id) => id < 0n));
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual(await books(where), before);
  });

  it('of concurrent callers are in one sequence, and none is lost', async () => {
    const where = await places();
    const calls = Array.from({ length: 80 }, (_, call) => {
      const drafts = Array.from({ length: 1 + (call % 4) }, (__, n) =>
        draftOf(where, {
          from: (call + n) % CUSTOMERS,
          to: (call * 3 + n + 1) % CUSTOMERS,
          minor: 1 + n,
          fee: 1,
          force: false,
        }),
      );
      return ledger.db.transaction((tx) => postJournals(tx, drafts));
    });
    const ids = (await Promise.all(calls)).flat();
    assert.equal(ids.length, 200);
    const { lines } = await books(where);
    const own = new Set(ids);
    assert.ok(own.size === 200 && lines.length > 400);
    await ledger.assertIntegrity();
  });
});

describe('accounts of a call', () => {
  it('are locked in order of id, wherever their rows are stored', async (t) => {
    const own = await openTestLedger();
    t.after(() => own.drop());
    const accounts: bigint[] = [];
    for (let n = 0; n < CUSTOMERS; n += 1) accounts.push((await own.newCustomer()).account);
    const standInReverse = async () => {
      for (const account of accounts.toReversed()) await own.fund(account, START);
    };
    const drafts = accounts.slice(1).map((account, before) =>
      own.journal([
        [account, 5n],
        [accounts[before] ?? 0n, -5n],
      ]),
    );
    const withFirm = own.journal([
      [accounts[0] ?? 0n, 5n],
      [accounts[1] ?? 0n, 5n],
      [own.bank, -10n],
    ]);
    await standInReverse();
    await own.db.transaction((tx) => postJournals(tx, drafts));
    // The control: posting in storage order is refused.
    for (const those of [drafts, [withFirm]]) {
      await standInReverse();
      const asTheyStand = own.db.transaction(async (tx) => {
        await tx.query(sql`alter function post_journals reset enable_seqscan`);
        await tx.query(sql`alter function post_journals set enable_indexscan = off`);
        await postJournals(tx, those);
        throw new Error('another order is not seen');
      });
      await assert.rejects(asTheyStand, { code: '23503' });
    }
    await own.assertIntegrity();
  });

  it('are refused if one of them was opened while the posting waited', async (t) => {
    const own = await openTestLedger();
    t.after(() => own.drop());
    const { account } = await own.newCustomer();
    await own.fund(account, START);
    // Each customer gets two accounts with consecutive ids, so this id belongs to the next
    // customer's account.
    const later = account + 2n;
    const draft = own.journal([
      [account, 100n],
      [later, -100n],
    ]);
    const posting = await own.db.transaction(async (tx) => {
      await tx.query(sql`select from account_balance where account_id = ${account} for update`);
      const outcome = refusalOf(own.db.transaction((other) => postJournal(other, draft)));
      await waitFor('the posting to wait', async () => {
        const [waits] = await own.db.query<{ count: bigint }>(sql`
          select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return waits !== undefined && waits.count > 0n;
      });
      assert.equal((await own.newCustomer()).account, later);
      return { outcome };
    });
    assert.equal(await posting.outcome, '23503');
    await own.assertIntegrity();
    await own.db.transaction((tx) => postJournal(tx, draft));
    await own.assertIntegrity();
  });
});

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => Object(error).code,
  );

// Removes the forced amount from a comparison. When journals are posted one by one, an account may
// temporarily be forced further below its floor.
function without(balance: object) {
  return { ...balance, forced_minor: undefined };
}

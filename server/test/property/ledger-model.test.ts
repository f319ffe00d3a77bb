// Random ledger operations compared with a model that shares no code with the ledger.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Hold,
  type JournalDraft,
  postJournal,
  setHold,
} from '../../src/modules/finance/index.js';
import { foldLedger } from '../../src/modules/finance/ledger/fold.js';
import { Problem } from '../../src/platform/http/reply/problem.js';
import { type Line, openTestLedger, type TestLedger } from '../support/ledger.js';
import { sayProof } from '../support/proof.js';

let ledger: TestLedger;
before(async () => {
  ledger = await openTestLedger();
});
after(() => ledger.drop());

type Owner = Awaited<ReturnType<TestLedger['newCustomer']>>;

/** The model: plain sums of amounts. */
interface Model {
  readonly balance: Map<number, bigint>;
  readonly holds: Map<string, { account: number; minor: bigint }>;
  /** Movements between two accounts. Undefined means the firm's account. */
  readonly moves: Move[];
}

interface Move {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly minor: bigint;
  journal: bigint;
  reversed: boolean;
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
  | {
      readonly kind: 'note';
      readonly account: number;
      readonly key: number;
      readonly minor: bigint;
    }
  | { readonly kind: 'reverse'; readonly which: number }
  | { readonly kind: 'fold' };

const ACCOUNTS = 4;
/** A contract note has five fees, each of one minor unit. */
const NOTE_FEES = 5n;
const SEED = Number(process.env.COUNTINGHOUSE_SEED ?? '20261121');
const OPERATIONS_PER_RUN = 40;
/**
 * The number of runs on one set of books, after which the test starts new books. Every check covers
 * all entries in the books, so large books are slow.
 */
const RUNS_PER_BOOKS = 25;
/**
 * The number of operations, set by COUNTINGHOUSE_OPERATIONS. A failing run shows at most forty of
 * them.
 */
const OPERATIONS = Number(process.env.COUNTINGHOUSE_OPERATIONS ?? '300');
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
  fc.record({
    kind: fc.constant('note' as const),
    account: index,
    key: fc.nat({ max: 2 }),
    minor: fc.bigInt({ min: NOTE_FEES + 1n, max: 120n }),
  }),
  fc.record({ kind: fc.constant('reverse' as const), which: fc.nat({ max: 40 }) }),
  fc.constant({ kind: 'fold' as const }),
);

function heldBy(model: Model, account: number): bigint {
  let sum = 0n;
  for (const hold of model.holds.values()) if (hold.account === account) sum += hold.minor;
  return sum;
}

function availableOf(model: Model, account: number): bigint {
  return (model.balance.get(account) ?? 0n) - heldBy(model, account);
}

function shift(model: Model, account: number | undefined, minor: bigint): void {
  if (account !== undefined) model.balance.set(account, (model.balance.get(account) ?? 0n) + minor);
}

/** Moves money if the paying account has enough, and stores the movement for a later reversal. */
function move(model: Model, { from, to, minor }: Pick<Move, 'from' | 'to' | 'minor'>): boolean {
  if (from !== to) {
    if (from !== undefined && availableOf(model, from) < minor) return false;
    shift(model, from, -minor);
    shift(model, to, minor);
  }
  model.moves.push({ from, to, minor, journal: 0n, reversed: false });
  return true;
}

function reversible(model: Model, which: number): Move | undefined {
  const open = model.moves.filter((one) => !one.reversed && one.from !== one.to);
  return open[which % Math.max(1, open.length)];
}

/** Applies a step to the model. Returns false if the model does not allow the step. */
function expect(model: Model, one: Step): boolean {
  switch (one.kind) {
    case 'fold':
      return true;
    case 'fund':
      return move(model, { from: undefined, to: one.account, minor: one.minor });
    case 'withdraw':
      return move(model, { from: one.account, to: undefined, minor: one.minor });
    case 'move':
      return move(model, { from: one.account, to: one.to, minor: one.minor });
    case 'force':
      shift(model, one.account, -one.minor);
      return true;
    case 'note':
      model.holds.delete(`${one.account}/${one.key}`);
      shift(model, one.account, -one.minor);
      return true;
    case 'hold': {
      const key = `${one.account}/${one.key}`;
      const before = model.holds.get(key)?.minor ?? 0n;
      if (one.minor > before && availableOf(model, one.account) + before < one.minor) return false;
      model.holds.set(key, { account: one.account, minor: one.minor });
      return true;
    }
    case 'reverse': {
      const chosen = reversible(model, one.which);
      if (chosen === undefined) return true;
      const { from, to, minor } = chosen;
      if (to !== undefined && availableOf(model, to) < minor) return false;
      shift(model, to, -minor);
      shift(model, from, minor);
      return true;
    }
  }
}

/** Returns the account of a movement: a customer's account, or the firm's bank account. */
function accountOf(accounts: readonly bigint[], place: number | undefined): bigint {
  return place === undefined ? ledger.bank : (accounts[place] ?? 0n);
}

function post(lines: readonly Line[], more: Partial<JournalDraft> = {}, holds: Hold[] = []) {
  return ledger.db.transaction((tx) => postJournal(tx, ledger.journal(lines, more), holds));
}

interface Play {
  readonly accounts: readonly bigint[];
  readonly model: Model;
  /** The movement that a reversal undoes, chosen before the model removes it. */
  readonly chosen: Move | undefined;
}

async function perform({ accounts, model, chosen }: Play, one: Step): Promise<void> {
  const place = one.kind === 'fold' || one.kind === 'reverse' ? undefined : one.account;
  const account = accountOf(accounts, place);
  switch (one.kind) {
    case 'fold':
      await foldLedger(ledger.db);
      return;
    case 'fund':
    case 'withdraw':
    case 'move': {
      const other = one.kind === 'move' ? accountOf(accounts, one.to) : ledger.bank;
      const [from, to] = one.kind === 'fund' ? [other, account] : [account, other];
      const journal = await post([
        [from, one.minor],
        [to, -one.minor],
      ]);
      const last = model.moves.at(-1);
      if (last !== undefined) last.journal = journal;
      return;
    }
    case 'force':
      await post(
        [
          [account, one.minor],
          [ledger.bank, -one.minor],
        ],
        { force: true },
      );
      return;
    case 'note': {
      const fees = Array.from({ length: Number(NOTE_FEES) }, (): Line => [ledger.income, -1n]);
      const lines: Line[] = [[account, one.minor], [ledger.bank, NOTE_FEES - one.minor], ...fees];
      await post(lines, { force: true }, [{ ...holdOf(account, one.key), amountMinor: 0n }]);
      return;
    }
    case 'hold': {
      const hold = { ...holdOf(account, one.key), amountMinor: one.minor };
      await ledger.db.transaction((tx) => setHold(tx, hold));
      return;
    }
    case 'reverse':
      if (chosen === undefined) return;
      await post(
        [
          [accountOf(accounts, chosen.to), chosen.minor],
          [accountOf(accounts, chosen.from), -chosen.minor],
        ],
        { reversalOfId: chosen.journal },
      );
      chosen.reversed = true;
  }
}

function holdOf(accountId: bigint, key: number) {
  return { accountId, sourceType: 'MODEL', sourceId: accountId * 10n + BigInt(key) };
}

async function startNewBooks(): Promise<void> {
  await ledger.drop();
  ledger = await openTestLedger();
}

/** Applies one step to the ledger and the model, then compares everything. */
async function playStep(made: readonly Owner[], model: Model, one: Step): Promise<void> {
  const accounts = made.map(({ account }) => account);
  const chosen = one.kind === 'reverse' ? reversible(model, one.which) : undefined;
  const allowed = expect(model, one);
  const done = await perform({ accounts, model, chosen }, one).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
  assert.equal(done, allowed, `${one.kind} is ${allowed ? 'allowed' : 'refused'}`);
  for (const [position, { customer }] of made.entries()) {
    const balance = await ledger.available(customer);
    assert.equal(balance.balanceMinor, model.balance.get(position) ?? 0n);
    assert.equal(balance.heldMinor, heldBy(model, position));
  }
  await ledger.assertIntegrity();
}

describe('random operations', () => {
  it('leave the ledger equal to plain sums, with all invariants after each', async () => {
    let [played, runs] = [0, 0];
    const steps = fc.array(step, { minLength: OPERATIONS_PER_RUN, maxLength: OPERATIONS_PER_RUN });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        if (runs > 0 && runs % RUNS_PER_BOOKS === 0) await startNewBooks();
        runs += 1;
        const made = await Promise.all(Array.from({ length: ACCOUNTS }, ledger.newCustomer));
        const model: Model = { balance: new Map(), holds: new Map(), moves: [] };
        for (const one of all) {
          await playStep(made, model, one);
          played += 1;
        }
      }),
      { numRuns: Math.ceil(OPERATIONS / OPERATIONS_PER_RUN), seed: SEED },
    );
    sayProof(`random operations on the ledger, seed ${SEED}`, {
      operations: played,
      differences: 0,
    });
  });
});

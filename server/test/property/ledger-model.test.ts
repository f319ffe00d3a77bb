// Random operations on the ledger, held to a model that shares no code with it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { foldLedger, postJournal, setHold } from '../../src/modules/finance/index.js';
import { Problem } from '../../src/platform/http/problem.js';
import { openTestLedger, type TestLedger } from '../support/ledger.js';

let ledger: TestLedger;
before(async () => {
  ledger = await openTestLedger();
});
after(() => ledger.drop());

/** Plain sums. */
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
    await foldLedger(ledger.db);
    return;
  }
  const account = accounts[one.account] ?? 0n;
  if (one.kind === 'fund') return ledger.fund(account, one.minor);
  if (one.kind === 'hold') {
    await ledger.db.transaction((tx) =>
      setHold(tx, {
        accountId: account,
        sourceType: 'MODEL',
        sourceId: account * 10n + BigInt(one.key),
        amountMinor: one.minor,
      }),
    );
    return;
  }
  const other = one.kind === 'move' ? (accounts[one.to] ?? 0n) : ledger.bank;
  const lines = [[account, one.minor] as const, [other, -one.minor] as const];
  const force = one.kind === 'force';
  await ledger.db.transaction((tx) => postJournal(tx, ledger.journal(lines, { force })));
}

describe('random operations', () => {
  it('leave the ledger as a model of plain sums says, with all invariants after each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const made = await Promise.all(Array.from({ length: ACCOUNTS }, ledger.newCustomer));
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
            const balance = await ledger.available(customer);
            assert.equal(balance.balanceMinor, model.balance.get(position) ?? 0n);
            assert.equal(balance.heldMinor, heldBy(model, position));
          }
          await ledger.assertIntegrity();
        }
      }),
      { numRuns: 10, seed: 20261121 },
    );
  });
});

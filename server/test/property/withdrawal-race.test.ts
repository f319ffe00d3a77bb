// Withdrawals that race on one account pay out exactly the balance, never more. The control makes
// the mistake of reading the balance before writing, and must fail.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postJournal } from '../../src/modules/finance/index.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { Problem } from '../../src/platform/http/reply/problem.js';
import { createTestDatabase } from '../support/database.js';
import { ledgerOn, type TestLedger } from '../support/ledger.js';
import { sayProof } from '../support/proof.js';
import { roundsOr } from '../support/rounds.js';

const CALLERS = 20;
const ROUNDS = roundsOr(25);
/** An amount so large that only half of the callers can be paid. */
const AMOUNT = 10n;
const MONEY = (AMOUNT * BigInt(CALLERS)) / 2n;

let ledger: TestLedger;
before(async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ connectionString: database.url, max: CALLERS });
  ledger = await ledgerOn(db, async () => {
    await db.close();
    await database.drop();
  });
});
after(() => ledger.drop());

type Owner = Awaited<ReturnType<TestLedger['newCustomer']>>;

/** Pays out unless the ledger refuses. Returns whether it paid and the number of attempts. */
async function withdraw(account: bigint): Promise<{ paid: boolean; attempts: number }> {
  const payment = ledger.journal([
    [account, AMOUNT],
    [ledger.bank, -AMOUNT],
  ]);
  let attempts = 0;
  try {
    await ledger.db.transaction(async (tx) => {
      attempts += 1;
      await postJournal(tx, payment);
    });
    return { paid: true, attempts };
  } catch (error) {
    if (error instanceof Problem) return { paid: false, attempts };
    throw error;
  }
}

/** Makes the control's mistake: reads the balance first and then writes the remainder. */
async function readThenWrite(account: bigint): Promise<boolean> {
  return ledger.db.transaction(async (tx) => {
    const [row] = await tx.query<{ balance_minor: bigint }>(
      sql`select balance_minor from control_balance where account_id = ${account}`,
    );
    const left = (row?.balance_minor ?? 0n) - AMOUNT;
    if (left < 0n) return false;
    await tx.query(
      sql`update control_balance set balance_minor = ${left} where account_id = ${account}`,
    );
    return true;
  });
}

async function race<Result>(one: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: CALLERS }, one));
}

async function playRound({ account, customer }: Owner): Promise<number> {
  await ledger.fund(account, MONEY);
  const results = await race(() => withdraw(account));
  const paid = results.filter((result) => result.paid).length;
  assert.equal(BigInt(paid) * AMOUNT, MONEY, 'all the money is paid out, and no more');
  assert.equal((await ledger.available(customer)).balanceMinor, 0n);
  return results.reduce((sum, { attempts }) => sum + attempts - 1, 0);
}

describe('withdrawals racing on one account', () => {
  it(`cause no overdraft, lose no money, and retry under 1 % in ${ROUNDS} rounds`, async () => {
    const owner = await ledger.newCustomer();
    let retries = 0;
    for (let round = 0; round < ROUNDS; round += 1) retries += await playRound(owner);
    const calls = CALLERS * ROUNDS;
    const figures = { rounds: ROUNDS, withdrawals: calls, retries };
    sayProof('withdrawals racing on one account', figures);
    assert.ok(retries * 100 < calls, `${retries} retries of ${calls} calls`);
    await ledger.assertIntegrity();
  });

  it('pay out more than the balance in the control', async () => {
    await ledger.db.query(sql`
      create table control_balance (account_id bigint primary key, balance_minor bigint not null)`);
    let tooMany = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const account = BigInt(round);
      await ledger.db.query(sql`insert into control_balance values (${account}, ${MONEY})`);
      const paid = (await race(() => readThenWrite(account))).filter(Boolean).length;
      if (BigInt(paid) * AMOUNT > MONEY) tooMany += 1;
    }
    const figures = { rounds: ROUNDS, 'rounds overdrawn': tooMany };
    sayProof('control reading before it writes', figures);
    assert.ok(tooMany > 0, 'the race is one');
  });
});

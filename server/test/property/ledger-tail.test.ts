// Checks the cost of reading an account's unfolded lines: each line's journal is found by primary
// key, however many lines the account has.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postJournals } from '../../src/modules/finance/index.js';
import { sql } from '../../src/platform/database/sql.js';
import { openTestLedger, type TestLedger } from '../support/ledger.js';

const JOURNALS = 3_000;

let ledger: TestLedger;
before(async () => {
  ledger = await openTestLedger();
});
after(() => ledger.drop());

describe('the tail of a long account', () => {
  it('reads the journals of its own lines, and no others', async () => {
    const { account } = await ledger.newCustomer();
    const drafts = Array.from({ length: JOURNALS }, () =>
      ledger.journal([
        [ledger.bank, 5n],
        [account, -5n],
      ]),
    );
    await ledger.db.transaction((tx) => postJournals(tx, drafts));
    await ledger.foldAll();
    await ledger.db.query(sql`vacuum analyze`);
    await ledger.fund(account, 7n);
    const tails = [account, ledger.bank];
    for (const tail of tails) {
      const rows = await ledger.db.query<{ 'QUERY PLAN': string }>(
        sql`explain (analyze, costs off, timing off) select * from ledger_tail(${tail})`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.doesNotMatch(plan, /Seq Scan on journal/, plan);
      assert.match(plan, /journal_pkey/, plan);
      const lines = await ledger.db.query<{ amount_minor: bigint }>(
        sql`select amount_minor from ledger_tail(${tail})`,
      );
      assert.deepEqual(
        lines.map((line) => line.amount_minor),
        [tail === account ? -7n : 7n],
      );
    }
    await ledger.assertIntegrity();
  });
});

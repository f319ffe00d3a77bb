// Setting holds for many records at once gives the same result as setting them one by one, for any
// earlier holds.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { randomOf } from '../../src/exchanges/simulator/random.js';
import type { Tx } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { toJson } from '../../src/platform/json/json.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { undone } from '../support/undone.js';

const ROUNDS = 40;
const ACCOUNTS = 4;
const RECORDS = 12;

interface Hold {
  readonly id: number;
  readonly account: number;
  readonly amount: number;
}

describe('set_holds', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await database.db.query(sql`
      with made as (
        insert into account (id, name, label, class, acct_type, currency, office_id, inline,
          created_by, created_at, modified_by, modified_at)
        select n, n, n, 'LIABILITY', 'CUSTOMER_CASH', 'NGN', 1, true, 't', now(), 't', now()
        from generate_series(1, ${ACCOUNTS}::int) n
        returning id, currency, side, inline
      )
      insert into account_balance (account_id, currency, side, inline, balance_minor, floor_minor)
      select id, currency, side, inline, 1000, 0 from made`);
  });
  after(() => database.drop());

  const left = (work: (tx: Tx) => Promise<unknown>): Promise<string> =>
    undone(database.db, async (tx) => {
      await work(tx);
      return toJson(
        await tx.query(sql`
          select 'hold' as kind, to_jsonb(h) - 'placed_at' as row from cash_hold h
          union all select 'balance', to_jsonb(b) from account_balance b order by 1, 2`),
      );
    });

  const one = (tx: Tx, { id, account, amount }: Hold) =>
    tx.query(sql`select set_hold('TEST', ${id}, ${account}, ${amount})`);
  const many = (tx: Tx, holds: readonly Hold[]) =>
    tx.query(sql`select set_holds('TEST', ${holds.map(({ id }) => id)}::bigint[],
      ${holds.map(({ account }) => account)}::bigint[],
      ${holds.map(({ amount }) => amount)}::bigint[])`);

  it('has the effect of set_hold for each record', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const random = randomOf('holds', 'round', BigInt(round));
      const accountOf = (id: number) => (id % ACCOUNTS) + 1;
      const hold = (id: number): Hold => {
        const amount = random.percent(25) ? 0 : random.between(1, 300);
        return { id, account: accountOf(id), amount };
      };
      const records = Array.from({ length: RECORDS }, (_, id) => id);
      const before = records.filter(() => random.percent(50)).map(hold);
      const changed = records.filter(() => random.percent(60)).map(hold);
      const single = await left(async (tx) => {
        for (const each of [...before, ...changed]) await one(tx, each);
      });
      const together = await left(async (tx) => {
        await many(tx, before);
        await many(tx, changed);
      });
      assert.equal(together, single);
    }
  });

  const refused = (holds: readonly Hold[], code: string) =>
    assert.rejects(
      database.db.transaction(async (tx) => {
        await one(tx, { id: 1, account: 1, amount: 10 });
        await many(tx, holds);
      }),
      { code },
    );

  it('refuses what set_hold refuses', async () => {
    const good = { id: 2, account: 2, amount: 5 };
    await refused([good, { id: 3, account: 99, amount: 5 }], '23503');
    await refused([good, { id: 1, account: 3, amount: 5 }], '23000');
    await refused([good, { id: 3, account: 1, amount: 991 }], '23514');
  });

  it('refuses a record that occurs twice', async () => {
    await refused(
      [
        { id: 1, account: 1, amount: 0 },
        { id: 1, account: 1, amount: 0 },
      ],
      '21000',
    );
  });
});

// For any orders that members send, fills add up, buys equal sells, and a restarted exchange has
// the same state.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { outbound } from '../../../src/exchanges/fix/session/message/message.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { cancel, type Floor, newOrder, openFloor, replace, type Told } from './floor.js';

const MEMBERS = ['A', 'B', 'C'] as const;

let database: TestDatabase;
let floors = 0;

before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

const anyAct = fc.record({
  member: fc.constantFrom(...MEMBERS),
  kind: fc.constantFrom('new', 'new', 'new', 'cancel', 'replace', 'rollback'),
  side: fc.constantFrom<'1' | '2'>('1', '2'),
  price: fc.constantFrom('MARKET', '21.90', '21.95', '22.00', '22.05', '22.10', '30.00'),
  quantity: fc.integer({ min: 1, max: 300 }),
  term: fc.constantFrom('0', '0', '1', '3', '4'),
  about: fc.nat(30),
});

type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;

function messageOf({ kind, about, ...terms }: Act, index: number) {
  const id = `i${index}`;
  if (kind === 'cancel') return cancel(id, `i${about}`, terms.side);
  if (kind === 'replace') return replace(`i${about}`, { id, ...terms });
  return newOrder({ id, ...terms });
}

/** Plays the actions. Returns every report sent to the members, in order for each member. */
async function play(floor: Floor, acts: readonly Act[]): Promise<Told[]> {
  const heard: Told[] = [];
  for (const [index, act] of acts.entries()) {
    const message = messageOf(act, index);
    if (act.kind === 'rollback') await floor.forget(act.member, message);
    else heard.push(...(await floor.send(act.member, message)));
  }
  for (const member of MEMBERS) heard.push(...(await floor.waiting(member)));
  return heard;
}

async function massStatus(floor: Floor): Promise<unknown> {
  const ask = outbound('AF', [
    [584, 'all'],
    [585, '7'],
  ]);
  const told = await Promise.all(MEMBERS.map((member) => floor.send(member, ask)));
  return told.flat().map(({ 17: _, ...report }) => report);
}

describe('the exchange, whatever comes', () => {
  it('keeps its books consistent over rollbacks and a restart', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 10, maxLength: 40 }), async (acts) => {
        floors += 1;
        const name = `I${floors}`;
        const floor = await openFloor(database.db, { name });
        const heard = await play(floor, acts);
        await assertStraight(name);
        const fills = heard.filter((told) => told[150] === 'F');
        assert.equal(new Set(heard.map((told) => told[17] ?? told[11])).size, heard.length);
        const [row] = await database.db.query<{ units: bigint | null }>(sql`
          select sum(quantity)::bigint as units from simulator_execution where exchange = ${name}`);
        const units = fills.reduce((sum, told) => sum + BigInt(told[32] ?? 0), 0n);
        assert.equal(units, row?.units ?? 0n);
        const restarted = await openFloor(database.db, { name });
        assert.deepEqual(await massStatus(restarted), await massStatus(floor));
      }),
      { numRuns: 25 },
    );
  });
});

async function assertStraight(name: string): Promise<void> {
  const wrong = await database.db.query(sql`
    select o.order_id from simulator_order o
      left join simulator_execution e using (exchange, order_id)
     where o.exchange = ${name}
     group by o.exchange, o.order_id
    having o.filled <> coalesce(sum(e.quantity), 0)
        or o.value <> coalesce(sum(e.quantity * e.price), 0)
        or (o.status = 'FILLED') <> (o.filled = o.quantity)`);
  assert.deepEqual(wrong, []);
  const [units] = await database.db.query<{ bought: bigint; sold: bigint }>(sql`
    select coalesce(sum(filled) filter (where side = 'BUY'), 0)::bigint as bought,
           coalesce(sum(filled) filter (where side = 'SELL'), 0)::bigint as sold
      from simulator_order where exchange = ${name}`);
  assert.equal(units?.bought, units?.sold);
}

// Property: whatever holders elect and sell, every right is taken up, sold or lapses; cost is
// conserved; and money is held, paid and released to the minor unit.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { instructElections } from '../../src/modules/custody/election/instruct.js';
import { lapseElections } from '../../src/modules/custody/election/lapse.js';
import { businessDate } from '../../src/platform/calendar/business-date.js';
import { sql } from '../../src/platform/database/sql.js';
import type { Depositor } from '../api/asset/app.js';
import {
  type Choice,
  type ElectionDesk,
  openElectionDesk,
  type Portfolio,
} from '../api/custody/election-desk.js';
import { randomFrom } from '../support/random.js';

const DAY = { closing: businessDate('2026-02-02'), next: businessDate('2026-02-03') };
const PRICE = 36_00n;

interface Holder {
  readonly customer: Depositor;
  readonly portfolio: Portfolio;
  readonly rights: bigint;
  readonly cost: bigint;
  readonly shares: bigint;
  readonly shareCost: bigint;
  elected: bigint;
  additional: bigint;
  sold: bigint;
}

describe('a call on rights', () => {
  let desk: ElectionDesk;
  before(async () => {
    desk = await openElectionDesk();
  });
  after(() => desk?.stop());

  for (const seed of [11, 12, 13]) {
    it(`conserves rights, cost and money (seed ${seed})`, async () => {
      const random = randomFrom(seed);
      const upTo = (most: number) => BigInt(Math.floor(random() * (most + 1)));
      const event = await desk.call({ price: '36' });
      const holders: Holder[] = [];
      for (let place = 0; place < 6; place += 1) holders.push(await holderOf(event, upTo));
      for (const holder of holders) await elect(event, holder, upTo);
      for (const { customer, elected, additional } of holders) {
        assert.equal(await desk.heldOf(customer), (elected + additional) * PRICE);
      }
      // Rights sold before the deadline take their share of the cost with them.
      for (const holder of holders) {
        holder.sold = upTo(Number(holder.rights));
        if (holder.sold > 0n)
          await desk.give(holder.portfolio, event.securityId, [-holder.sold, 0n]);
      }
      await desk.moveDeadline(event, '2020-01-01T00:00:00Z');
      await Promise.all([run(instructElections), run(instructElections)]);
      await Promise.all([run(lapseElections), run(lapseElections)]);
      for (const holder of holders) await check(event, holder);
      const [due] = await desk.db.query<{ paid_minor: bigint }>(sql`
        select -coalesce(sum(paid_minor), 0)::bigint as paid_minor from event_funding
        where corporate_action_id = ${event.id}`);
      const expected = holders.reduce((sum, holder) => sum + paidBy(holder), 0n);
      assert.equal(due?.paid_minor, expected, 'what customers paid is the money of the event');
    });
  }

  const run = (step: typeof instructElections) => step.run(desk.context, DAY);

  function takenBy({ elected, rights, sold }: Holder): bigint {
    return elected < rights - sold ? elected : rights - sold;
  }

  function paidBy(holder: Holder): bigint {
    return (takenBy(holder) + holder.additional) * PRICE;
  }

  async function holderOf(event: Choice, upTo: (most: number) => bigint): Promise<Holder> {
    const customer = await desk.holder(100_000_000n);
    const portfolio = await desk.portfolioOf(customer);
    const [rights, cost] = [1n + upTo(500), upTo(99_999)];
    const [shares, shareCost] = [upTo(2) * 600n, upTo(5_000_000)];
    await desk.give(portfolio, event.securityId, [rights, cost]);
    const owned = shares > 0n ? shareCost : 0n;
    if (shares > 0n) await desk.give(portfolio, event.shareId, [shares, owned]);
    const none = { elected: 0n, additional: 0n, sold: 0n };
    return { customer, portfolio, rights, cost, shares, shareCost: owned, ...none };
  }

  async function elect(
    event: Choice,
    holder: Holder,
    upTo: (most: number) => bigint,
  ): Promise<void> {
    // Each election replaces the previous one.
    for (let round = 0n; round < upTo(3); round += 1n) {
      const [quantity, additional] = [upTo(Number(holder.rights)), upTo(300)];
      if (quantity + additional === 0n) continue;
      const reply = await desk.submit(event, holder.portfolio, {
        quantity: String(quantity),
        additionalQuantity: String(additional),
      });
      assert.equal(reply.status, 201, reply.text);
      holder.elected = quantity;
      holder.additional = additional;
    }
  }

  async function check(event: Choice, holder: Holder): Promise<void> {
    const { portfolio, customer, rights, sold, cost, shares, shareCost } = holder;
    const [row] = await desk.db.query<{ taken: bigint; lapsed: bigint }>(sql`
      select coalesce(sum(quantity) filter (where state = 'INSTRUCTED'), 0)::bigint as taken,
        coalesce(sum(quantity) filter (where is_default_lapse), 0)::bigint as lapsed
      from election where corporate_action_id = ${event.id} and portfolio_id = ${portfolio.id}`);
    assert.ok(row);
    assert.equal(row.taken, takenBy(holder));
    assert.equal(row.taken + row.lapsed + sold, rights, 'taken up, lapsed and sold');
    assert.equal(await desk.heldOf(customer), 0n, 'nothing is on hold any more');
    const right = await desk.holding(portfolio, event.securityId);
    const share = await desk.holding(portfolio, event.shareId);
    assert.equal(right.quantity, 0n);
    assert.equal(share?.quantity ?? 0n, shares + row.taken);
    const left = right.cost_minor + right.realised_gain_minor * -1n + (share?.cost_minor ?? 0n);
    // If all rights were sold, the cost of the rights stays where it was, because this fixture does
    // not move it.
    assert.equal(left, cost + shareCost + row.taken * PRICE, 'cost is conserved');
  }
});

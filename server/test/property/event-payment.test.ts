// Random life cycles of paid corporate actions: revisions, receipts, payments and cancellations in
// any order. Once the registrar has paid the amounts due under the final terms, every customer has
// exactly the amount due, as if the final terms had been known from the beginning.
// COUNTINGHOUSE_SEED is the seed.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../src/platform/database/sql.js';
import type { Depositor } from '../api/asset/app.js';
import {
  type MoneyApp,
  SETTLEMENT,
  type StoredName,
  startMoneyApp,
} from '../api/custody/money-app.js';
import { randomFrom } from '../support/random.js';

const SEED = process.env.COUNTINGHOUSE_SEED ?? randomBytes(4).toString('hex');
const EVENTS = 4;
const STEPS = 25;
const HOLDERS = 5;
const CASH = 5_000n;

let app: MoneyApp;
before(async () => {
  app = await startMoneyApp();
});
after(() => app.stop());

/** Returns a whole number below a limit. */
type Random = (limit: number) => number;

function randomOf(number: number): Random {
  const next = randomFrom((Number.parseInt(SEED.slice(0, 6), 16) || 0) + number);
  return (limit) => Math.floor(next() * limit);
}

/** The net amounts due under the final terms, by holder, in minor units, as tracked by the test. */
type Model = Map<Depositor, bigint>;

async function revise(event: StoredName, model: Model, random: Random): Promise<void> {
  const holder = [...model.keys()][random(model.size)];
  assert.ok(holder);
  const gross = BigInt(random(4) === 0 ? 0 : 1 + random(500_000));
  const withheld = gross / 10n;
  const state = gross === 0n ? { state: 'NOTHING_DUE' } : {};
  await app.entitle(event, holder, { gross, withheld, ...state });
  model.set(holder, gross - withheld);
}

async function receive(event: StoredName, random: Random): Promise<void> {
  await app.settle(event, (1 + random(300_000)) / 100);
}

/** Returns an overpayment to the registrar, or receives the missing amount. */
async function level(event: StoredName): Promise<void> {
  for (const due of await app.dues(event)) {
    if (due.missing > 0) await app.settle(event, due.missing);
    await app.pay(event);
    const [now] = await app.dues(event);
    if (now.missing < 0) await app.settle(event, -now.missing, { direction: 'PAYMENT' });
  }
}

describe(`events paid in any order, seed ${SEED}`, () => {
  for (let number = 0; number < EVENTS; number += 1) {
    it(`end in the books of their last terms, number ${number}`, async () => {
      const random = randomOf(number);
      const withheldBy = random(2) === 0 ? 'ISSUER' : 'FIRM';
      const event = await app.event({ withheldBy });
      const model: Model = new Map();
      for (let made = 0; made < HOLDERS; made += 1) model.set(await app.holder(CASH), 0n);
      for (let step = 0; step < STEPS; step += 1) {
        const chosen = random(4);
        if (chosen < 2) await revise(event, model, random);
        else if (chosen === 2) await receive(event, random);
        else await app.pay(event);
      }
      const isCancelled = random(3) === 0;
      if (isCancelled) await cancel(event, model);
      await app.pay(event);
      await level(event);
      await app.pay(event);
      for (const [holder, net] of model) {
        assert.equal(await app.balanceOf(holder.accountId), CASH + net, `customer ${holder.id}`);
      }
      await assertSound(event);
    });
  }
});

async function cancel(event: StoredName, model: Model): Promise<void> {
  await app.db.query(sql`
    update corporate_action set status = 'CANCELLED' where id = ${event.id}`);
  await app.db.query(sql`
    update entitlement set state = 'CANCELLED'
    where corporate_action_id = ${event.id} and state <> 'SUPERSEDED'`);
  for (const holder of model.keys()) model.set(holder, 0n);
}

async function assertSound(event: StoredName): Promise<void> {
  const [due] = await app.dues(event);
  assert.deepEqual([due?.open ?? 0, due?.missing ?? 0, due?.advanced ?? 0], [0, 0, 0]);
  const { body } = await app.as('FINANCE').get('/api/v1/finance/integrity');
  const broken = body.invariants.filter((one: { holds: boolean }) => !one.holds);
  assert.deepEqual(broken, []);
  for (const proof of body.clientMoney) assert.ok(proof.covered, JSON.stringify(proof));
  const { status } = await app.as('FINANCE').get(`${SETTLEMENT}/due/list?e=${event.id}`);
  assert.equal(status, 200);
}

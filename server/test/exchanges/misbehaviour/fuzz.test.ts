// Conversations with an exchange, mutated from a seed. No report is lost, every booking matches an
// independent model, and the session never needs a restart.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { sayProof } from '../../support/proof.js';
import { randomFrom } from '../../support/random.js';
import { conversation, diceOf, mutated, sent } from './fuzz-flow.js';
import { createModel, type Model, type ModelOrder, standing, type Verdict } from './fuzz-model.js';
import { speechOf } from './row.js';
import { openStrangeStage, type StrangeStage } from './stage.js';

const VERSION = 'FIX.4.4';
const SEED = Number(process.env.COUNTINGHOUSE_SEED ?? '20261125');
const MESSAGES = Number(process.env.COUNTINGHOUSE_MESSAGES ?? '400');
/**
 * The TransactTime of every report. It is the same for all, because a mutation may move it into
 * another field.
 */
const AT = '20261125-10:00:00.000';
/**
 * The number of conversations that are sent at the same time and then checked against the model.
 */
const ORDERS_PER_ROUND = 20;

/**
 * The reason why a report is parked, or the reason for an order's only contradiction of this kind.
 */
const FILLS_DIFFER = 'FILLS_DIFFER';
/** Reasons in work items for messages that were not booked. */
const PARKED = [
  ...['DUPLICATE_EXECUTION_SUSPECTED', 'MALFORMED', 'UNKNOWN_ORDER', 'NOT_AT_EXCHANGE'],
  ...['NOT_BOOKED', FILLS_DIFFER],
];

describe(`${MESSAGES} mutated reports of an exchange`, () => {
  let stage: StrangeStage;
  before(async () => {
    stage = await openStrangeStage(VERSION);
  });
  after(() => stage.close());

  it('are booked as in the model, ignored by a rule, or work items, and none is lost', async () => {
    const dice = diceOf(randomFrom(SEED));
    const figures = new Map<string, number>();
    let said = 0;
    while (said < MESSAGES) {
      const orders = await submitOrders(stage);
      const lines = interleaved(
        orders.map((clOrdId) =>
          mutated(conversation(speechOf(VERSION), dice), dice).map((line) =>
            line.replaceAll('$', clOrdId).replaceAll('%', `${clOrdId}-`).replaceAll('=@', `=${AT}`),
          ),
        ),
        dice.below,
      );
      const verdicts = await playRound(stage, { lines, orders, send: (line) => sent(line, dice) });
      said += lines.length;
      for (const verdict of verdicts) {
        const name = figureOf(verdict);
        figures.set(name, (figures.get(name) ?? 0) + 1);
      }
    }
    assert.equal(stage.exchange.connections(), 1);
    sayProof(`mutated reports, seed ${SEED}`, {
      reports: said,
      ...Object.fromEntries([...figures].sort()),
      restarts: stage.exchange.connections() - 1,
    });
  });
});

function figureOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'BOOKED':
      return 'booked';
    case 'IGNORED':
      return `ignored by ${verdict.rule}`;
    case 'ITEM':
      return `items ${verdict.reason}`;
  }
}

async function submitOrders({ desk, exchange }: StrangeStage): Promise<string[]> {
  return Promise.all(
    Array.from({ length: ORDERS_PER_ROUND }, async () => {
      const { cl_ord_id } = await desk.submit();
      await exchange.hear('35=D', `11=${cl_ord_id}`);
      return cl_ord_id;
    }),
  );
}

/** Interleaves several conversations, keeping the order of lines within each. */
function interleaved(
  conversations: readonly (readonly string[])[],
  below: (limit: number) => number,
): string[] {
  const left = conversations.map((lines) => [...lines]);
  const all: string[] = [];
  while (left.some((lines) => lines.length > 0)) {
    const line = left[below(left.length)]?.shift();
    if (line !== undefined) all.push(line);
  }
  return all;
}

interface Round {
  readonly lines: readonly string[];
  readonly orders: readonly string[];
  readonly send: (line: string) => string;
}

async function playRound(stage: StrangeStage, round: Round): Promise<Verdict[]> {
  const { lines, orders, send } = round;
  const { desk, exchange } = stage;
  const model = createModel();
  for (const clOrdId of orders) model.open(clOrdId);
  const [mark] = await desk.db.query<{ item: bigint; message: bigint }>(sql`
    select coalesce((select max(id) from unmatched_report), 0) as item,
      coalesce((select max(message_id) from fix_delivery), 0) as message`);
  assert.ok(mark);
  // Open work items from earlier rounds would absorb reports about unknown orders.
  await desk.db.query(sql`update unmatched_report set resolved = true`);
  for (const line of lines) exchange.say(send(line));
  exchange.say('35=0|34=#');
  const verdicts = lines.map((line) => model.take(line));
  await stage.settled();
  const [heard] = await desk.db.query<{ count: number }>(sql`
    select count(*)::int as count from fix_delivery
    where message_id > ${mark.message} and outcome is not null`);
  assert.equal(heard?.count, lines.length, 'a message was not heard');
  const judged = { model, verdicts, lines, after: mark.item };
  await assertItems(stage, judged);
  await assertOrders(stage, judged);
  return verdicts;
}

interface Judged {
  readonly model: Model;
  readonly verdicts: readonly Verdict[];
  readonly lines: readonly string[];
  readonly after: bigint;
}

/** Checks that the parked reports match the model, by reason and order. */
async function assertItems({ desk }: StrangeStage, judged: Judged): Promise<void> {
  const found = await desk.db.query<{ reason: string; cl_ord_id: string | null }>(sql`
    select u.reason, t.cl_ord_id
    from unmatched_report u left join trade_order t on t.id = u.order_id
    where u.id > ${judged.after}
      and u.reason = any(${PARKED}::text[])
    order by u.id`);
  const left = found.map(({ reason, cl_ord_id }) => `${cl_ord_id ?? ''} ${reason}`);
  const unnamed: string[] = [];
  for (const verdict of judged.verdicts) {
    if (verdict.kind !== 'ITEM') continue;
    const at = left.indexOf(`${verdict.order} ${verdict.reason}`);
    if (verdict.order === undefined) unnamed.push(verdict.reason);
    else assert.ok(at >= 0, `no item ${verdict.order} ${verdict.reason} of\n${textOf(judged)}`);
    if (at >= 0) left.splice(at, 1);
  }
  for (const [clOrdId, { contradictions }] of judged.model.orders) {
    // The work item may be the one for the contradiction: while that is open, no second one is
    // created.
    const at = contradictions.has(FILLS_DIFFER) ? left.indexOf(`${clOrdId} ${FILLS_DIFFER}`) : -1;
    if (at >= 0) left.splice(at, 1);
  }
  const reasons = left.map((each) => each.split(' ').at(-1));
  assert.deepEqual(reasons.sort(), unnamed.sort(), `${left.join(', ')} of\n${textOf(judged)}`);
}

function textOf({ lines }: Judged): string {
  return lines.join('\n');
}

interface FoundOrder {
  readonly id: bigint;
  readonly quantity_filled: bigint;
  readonly order_status: string;
}

/** An order's possible statuses, keyed by how it ended in the model. */
const STATUSES = {
  LIVE: ['BOOKED', 'EXECUTING'],
  FILLED: ['EXECUTED'],
  OTHER: ['CANCELLED', 'EXPIRED', 'REJECTED'],
} as const;

interface FoundExecution {
  readonly exec_id: string;
  readonly kind: string;
  readonly quantity: bigint;
}

async function assertOrders({ desk }: StrangeStage, { model, lines }: Judged): Promise<void> {
  for (const [clOrdId, order] of model.orders) {
    const [row] = await desk.db.query<FoundOrder>(sql`
      select id, quantity_filled, order_status from trade_order
      where name = ${clOrdId.split('-')[0] ?? ''}`);
    assert.ok(row, clOrdId);
    const booked = await desk.db.query<FoundExecution>(sql`
      select exec_id, kind, quantity from execution_report
      where order_id = ${row.id} and kind is not null order by id`);
    assert.deepEqual(
      booked,
      order.executions.map(({ execId, kind, units }) => ({
        ...{ exec_id: execId, kind, quantity: units },
      })),
    );
    assert.equal(row.quantity_filled, standing(order.executions), clOrdId);
    const statuses: readonly string[] = STATUSES[order.ended ?? 'LIVE'];
    const text = () => lines.filter((line) => line.includes(clOrdId)).join('\n');
    assert.ok(statuses.includes(row.order_status), `${row.order_status} after\n${text()}`);
    await assertContradictions(desk, row.id, order);
  }
}

/** Contradictions that the model always detects. It ignores some of the other reasons. */
const NAMES = ['SIDE_DIFFERS', 'SYMBOL_DIFFERS', 'CURRENCY_DIFFERS'];

/** Checks that each contradiction in the model is an open work item of the order. */
async function assertContradictions(
  { db }: StrangeStage['desk'],
  id: bigint,
  { contradictions }: ModelOrder,
): Promise<void> {
  const items = await db.query<{ reason: string }>(sql`
    select distinct reason from unmatched_report where order_id = ${id} and not resolved`);
  const reasons = new Set(items.map(({ reason }) => reason));
  const missing = [...contradictions].filter((reason) => !reasons.has(reason));
  assert.deepEqual(missing, [], `of order ${id}, which has ${[...reasons].join(', ')}`);
  const surplus = NAMES.filter((reason) => reasons.has(reason) && !contradictions.has(reason));
  assert.deepEqual(surplus, [], `of order ${id}`);
}

// Every combination of OrdStatus and ExecType, including contradictory ones, each on its own order.
// All reports are sent at once, and each order must get the outcome for its combination.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { speechOf } from './row.js';
import { openStrangeStage, type StrangeStage } from './stage.js';

const VERSION = 'FIX.4.4';
const STATUSES = [...'0123456789ABCDE'];
const EVENTS = [...'03456789ABCDE', 'J', 'K', 'L', 'Z'];

/**
 * The expected outcome of a combination: the order's status, and the reason in its work item if it
 * has one.
 */
type Fate = readonly [status: string, reason?: string];

/** Outcomes by OrdStatus when a report without a fill arrives for an unanswered order. */
const WITHOUT_FILL: Readonly<Record<string, Fate>> = {
  '0': ['EXECUTING'],
  '1': ['EXECUTING'],
  '2': ['BOOKED', 'FILLS_DIFFER'],
  '3': ['EXPIRED'],
  '4': ['CANCELLED'],
  '5': ['EXECUTING'],
  '6': ['BOOKED'],
  '7': ['BOOKED'],
  '8': ['REJECTED'],
  '9': ['BOOKED'],
  A: ['BOOKED'],
  B: ['BOOKED'],
  C: ['EXPIRED'],
  D: ['EXECUTING'],
  E: ['BOOKED'],
};

/** Outcomes by OrdStatus when the whole order is filled. An open status contradicts the fill. */
const WITH_FILL: Readonly<Record<string, Fate>> = {
  '0': ['EXECUTING', 'QUANTITY_DIFFERS'],
  '1': ['EXECUTING', 'QUANTITY_DIFFERS'],
  '2': ['EXECUTED'],
  '3': ['EXPIRED'],
  '4': ['CANCELLED'],
  '5': ['EXECUTED'],
  '6': ['EXECUTING'],
  '7': ['EXECUTING', 'QUANTITY_DIFFERS'],
  '8': ['CANCELLED'],
  '9': ['EXECUTING', 'QUANTITY_DIFFERS'],
  A: ['EXECUTING', 'QUANTITY_DIFFERS'],
  B: ['EXECUTED'],
  C: ['EXPIRED'],
  D: ['EXECUTING', 'QUANTITY_DIFFERS'],
  E: ['EXECUTING'],
};

interface Pair {
  readonly type: string;
  readonly status: string;
}

const PAIRS: readonly Pair[] = [...EVENTS, 'F', 'I'].flatMap((type) =>
  STATUSES.map((status) => ({ type, status })),
);

/**
 * Returns the outcome of a combination. ExecType "replaced" with an open status proves that the
 * order is live.
 */
function fateOf({ type, status }: Pair): Fate {
  if (type === 'F') return WITH_FILL[status] ?? [''];
  if (type === 'I' && status === '8') return ['BOOKED', 'NOT_AT_EXCHANGE'];
  const isReplaced = type === '5' && ['6', '7', '9', 'A', 'E'].includes(status);
  return (isReplaced ? WITHOUT_FILL['0'] : WITHOUT_FILL[status]) ?? [''];
}

interface Ended {
  readonly status: string;
  readonly filled: bigint;
  readonly reasons: readonly string[];
}

describe('reports of every OrdStatus and ExecType', () => {
  let stage: StrangeStage;
  before(async () => {
    stage = await openStrangeStage(VERSION);
  });
  after(() => stage.close());

  it(`give ${PAIRS.length} orders the status of each pair`, async () => {
    const { desk, exchange } = stage;
    const orders = new Map<Pair, bigint>();
    for (const pair of PAIRS) {
      const { id, cl_ord_id } = await desk.submit();
      await exchange.hear('35=D', `11=${cl_ord_id}`);
      orders.set(pair, id);
      exchange.say(lineOf(pair).replaceAll('$', cl_ord_id).replaceAll('%', `P${id}`));
    }
    await stage.settled();
    const found: [string, Ended | undefined][] = [];
    for (const [{ type, status }, id] of orders) {
      const [ended] = await desk.db.query<Ended>(sql`
        select order_status as status, quantity_filled as filled,
          array(select reason from unmatched_report where order_id = t.id) as reasons
        from trade_order t where id = ${id}`);
      found.push([`${type} ${status}`, ended]);
    }
    assert.deepEqual(
      found,
      PAIRS.map((pair) => {
        const [status, ...reasons] = fateOf(pair);
        const filled = pair.type === 'F' ? 100n : 0n;
        return [`${pair.type} ${pair.status}`, { status, filled, reasons }];
      }),
    );
  });
});

function lineOf({ type, status }: Pair): string {
  const say = speechOf(VERSION);
  return type === 'F'
    ? say({ type, status, fill: [100, '25.00'], cum: 100 })
    : say({ type, status });
}

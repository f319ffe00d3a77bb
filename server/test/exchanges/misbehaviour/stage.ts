// Plays a misbehaving exchange, row by row. Every application message must be booked, be ignored by
// a rule, or have an open work item. The totals must agree, and the session must survive.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type OrderAdapter,
  startOrderAdapter,
} from '../../../src/exchanges/fix/adapter/order-adapter.js';
import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import { isAdminType } from '../../../src/exchanges/fix/session/message/tag.js';
import { UNROUTED } from '../../../src/modules/order/exchange/session-route.js';
import type { OrderRow } from '../../../src/modules/order/record/order.js';
import { sql } from '../../../src/platform/database/sql.js';
import { assertBooks } from '../../support/order.js';
import { type Desk, openDesk } from '../../support/order-desk.js';
import { until } from '../../support/wait.js';
import { type Misbehaviour, reportsOf } from './row.js';
import { openStrangeExchange, SOON_MS, type StrangeExchange } from './strange-exchange.js';

/** A desk whose adapter is logged on to a misbehaving exchange. */
export interface StrangeStage {
  readonly desk: Desk;
  readonly exchange: StrangeExchange;
  readonly adapter: OrderAdapter;
  readonly version: BeginString;
  readonly loggedOn: () => Promise<void>;
  /** Waits until all messages from the exchange have been counted and booked. */
  readonly settled: () => Promise<void>;
  /** Checks the books, then closes the stage. */
  readonly close: () => Promise<void>;
}

const CASH_MINOR = 10_000_000_000n;

export async function openStrangeStage(version: BeginString): Promise<StrangeStage> {
  const desk = await openDesk();
  await desk.receive(CASH_MINOR);
  const exchange = await openStrangeExchange(version);
  const adapter = startOrderAdapter(desk.context, {
    name: UNROUTED,
    exchangeId: desk.exchangeId,
    host: '127.0.0.1',
    port: exchange.port,
    session: {
      key: { beginString: version, senderCompId: 'BROKER', targetCompId: 'NGX' },
      heartBtIntSeconds: 30,
      reconnectMaxMs: 100,
    },
  });
  const loggedOn = () =>
    until(() => adapter.session.isLoggedOn() && exchange.isLoggedOn(), SOON_MS);
  await loggedOn();
  return {
    ...{ desk, exchange, adapter, version, loggedOn },
    settled: () =>
      until(async () => {
        const { nextIn, unbooked } = await adapter.session.status();
        return nextIn === exchange.nextNumber() && unbooked === 0n;
      }, SOON_MS),
    close: async () => {
      await adapter.stop();
      exchange.close();
      // Backdates the messages, because the invariant about messages skips recent ones.
      await desk.db.query(sql`update fix_message set at = at - interval '1 hour'`);
      await assertBooks(desk).finally(desk.stop);
    },
  };
}

/** An order that was sent to the exchange, and the sequence number of its message. */
interface Sent {
  readonly row: OrderRow;
  readonly message: string;
}

/** The number of orders that are submitted at the same time. */
const SUBMITTED_TOGETHER = 8;

/** Defines a test for every row. */
export function playMisbehaviours(version: BeginString, table: readonly Misbehaviour[]): void {
  describe(`an exchange that misbehaves in ${version}`, () => {
    let stage: StrangeStage;
    const orders = new Map<Misbehaviour, Sent>();
    before(async () => {
      stage = await openStrangeStage(version);
      const rows = [...table];
      const submit = async () => {
        for (let each = rows.shift(); each !== undefined; each = rows.shift()) {
          const row = await stage.desk.submit(each.terms);
          const message = await stage.exchange.hear('35=D', `11=${row.cl_ord_id}`);
          orders.set(each, { row, message });
        }
      };
      await Promise.all(Array.from({ length: SUBMITTED_TOGETHER }, submit));
    });
    after(() => stage.close());

    for (const [number, each] of table.entries()) {
      it(each.name, async () => {
        const order = orders.get(each);
        assert.ok(order);
        await playRow(stage, { each, number, ...order });
      });
    }
  });
}

interface Played extends Sent {
  readonly each: Misbehaviour;
  readonly number: number;
}

async function playRow(stage: StrangeStage, played: Played): Promise<void> {
  const { exchange } = stage;
  const { each, row, number } = played;
  const changeId = await request(stage, played);
  const mark = await markOf(stage);
  const connections = exchange.connections();
  exchange.forget();
  exchange.answerLogons(each.logons ?? []);
  const say = (lines: readonly string[]) => {
    for (const line of lines) exchange.say(filledIn(line, { ...played, changeId }));
  };
  say(each.says);
  for (const pairs of each.hears ?? []) await exchange.hear(...pairs);
  if (each.ends === true) {
    await until(() => exchange.connections() > connections, SOON_MS);
    await stage.loggedOn();
  }
  say(each.later ?? []);
  exchange.say(`35=1|34=#|112=ALIVE-${number}`);
  await exchange.hear('35=0', `112=ALIVE-${number}`);
  if (each.hearsNot !== undefined) assert.ok(!exchange.hasHeard(...each.hearsNot));
  await stage.settled();
  assertOutcome(each, await foundAfter(stage, row, mark));
}

/** Makes the request that the row defines, if any, and returns its ClOrdID. */
async function request(stage: StrangeStage, { each, row, number }: Played): Promise<string> {
  const { desk, exchange, version } = stage;
  if (each.asks === undefined) return '';
  const { accepted } = reportsOf(version);
  exchange.say(accepted.replace('17=%', `17=A${number}-`).replaceAll('$', row.cl_ord_id));
  const isAtExchange = async () => (await desk.order(row.id)).order_status === 'EXECUTING';
  await until(isAtExchange, SOON_MS);
  if (each.asks === 'CANCEL') await desk.cancel(row.id);
  else await desk.amend(row.id, { quantity: 200 });
  const type = each.asks === 'CANCEL' ? '35=F' : '35=G';
  const message = await exchange.hear(type, `41=${row.cl_ord_id}`);
  return /\|11=([^|]*)/.exec(message)?.[1] ?? '';
}

interface Filling extends Played {
  readonly changeId: string;
}

function filledIn(line: string, { row, message, number, changeId }: Filling): string {
  return line
    .replaceAll('{c}', changeId)
    .replaceAll('$', row.cl_ord_id)
    .replaceAll('%', `E-${number}-`)
    .replaceAll('^', /\|34=(\d+)\|/.exec(message)?.[1] ?? '');
}

/** The newest ids before one of the table's rows is played. */
interface Mark {
  readonly item: bigint;
  readonly report: bigint;
  readonly message: bigint;
}

async function markOf({ desk }: StrangeStage): Promise<Mark> {
  const [mark] = await desk.db.query<Mark>(sql`
    select coalesce((select max(id) from unmatched_report), 0) as item,
      coalesce((select max(id) from execution_report), 0) as report,
      coalesce((select max(message_id) from fix_delivery), 0) as message`);
  assert.ok(mark);
  return mark;
}

interface Found {
  readonly status: string;
  readonly filled: bigint;
  readonly quantity: bigint;
  /** Units on the contract notes in force. */
  readonly noted: bigint;
  readonly items: readonly string[];
  readonly elsewhere: readonly string[];
  /** The number of work items for messages that were not booked. */
  readonly parked: number;
  readonly reports: number;
  /** The outcome of each message, as stored. */
  readonly outcomes: readonly string[];
}

async function foundAfter({ desk }: StrangeStage, { id }: OrderRow, mark: Mark): Promise<Found> {
  const [found] = await desk.db.query<Found>(sql`
    select t.order_status as status, t.quantity_filled as filled, t.quantity,
      (select coalesce(sum(quantity), 0)::bigint from contract_note
        where order_id = t.id and reversed_at is null) as noted,
      array(select reason from unmatched_report where id > ${mark.item} and order_id = t.id
        order by id) as items,
      array(select reason from unmatched_report
        where id > ${mark.item} and order_id is distinct from t.id order by id) as elsewhere,
      (select count(*)::int from unmatched_report u
        where u.id > ${mark.item} and not (u.report ->> 'message' = 'EXECUTION_REPORT'
          and u.reason like any (array['%DIFFER%', 'OVER%', '%LIMIT', 'UNKNOWN_EXECUTION%'])
          and exists (select from execution_report x
            where x.order_id = t.id and x.exec_id = u.exec_id))) as parked,
      (select count(*)::int from execution_report where id > ${mark.report}) as reports,
      array(select coalesce(outcome, 'OPEN') from fix_delivery
        where message_id > ${mark.message}) as outcomes
    from trade_order t where t.id = ${id}`);
  assert.ok(found);
  return found;
}

const ENDED = new Set(['EXECUTED', 'CANCELLED', 'EXPIRED', 'REJECTED']);
/** Matches outcomes that include the name of their rule. */
const NAMED = /^(?:IGNORED:(.*)|(PRICES))$/;
const OURS: ReadonlySet<string> = new Set(['DUPLICATE', 'AGREES', 'CANCEL_REJECT', 'REJECTION']);

function assertOutcome(each: Misbehaviour, found: Found): void {
  const { status = 'BOOKED', filled = 0n, quantity = 100n } = each.after;
  const { items = [], elsewhere = [], ignored = [] } = each.after;
  const named = found.outcomes.flatMap((outcome) => {
    const [, rule, prices] = NAMED.exec(outcome) ?? [];
    return rule ?? prices ?? [];
  });
  assert.deepEqual(
    {
      ...{ status: found.status, filled: found.filled, quantity: found.quantity },
      ...{ items: found.items, elsewhere: found.elsewhere, rules: named.sort() },
    },
    {
      ...{ status, filled, quantity, items: [...items], elsewhere: [...elsewhere] },
      rules: ignored.filter((rule) => !OURS.has(rule)),
    },
  );
  if (ENDED.has(found.status)) assert.equal(found.noted, found.filled, 'a note is missing');
  assert.ok(!found.outcomes.includes('OPEN'), 'a message is not booked');
  const said = [...each.says, ...(each.later ?? [])].filter(isForApplication);
  assert.equal(found.outcomes.length, said.length, 'a message was not delivered');
  const { reports, parked } = found;
  assert.equal(said.length, reports + parked + ignored.length, 'a message is missing');
}

/**
 * Returns true if a message concerns the application. A Reject is a session message, but it shows
 * that one of our messages was rejected.
 */
function isForApplication(line: string): boolean {
  if (!/34=0*#/.test(line) || line.startsWith('>>')) return false;
  const msgType = /35=([^|]*)/.exec(line)?.[1] ?? '';
  return msgType === '3' || !isAdminType(msgType);
}

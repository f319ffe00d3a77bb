// An exchange that misbehaves: every application message is booked, ignored by a rule, or an open
// work item, and the session lives.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type OrderAdapter, startOrderAdapter } from '../../../src/exchanges/fix/order-adapter.js';
import type { BeginString } from '../../../src/exchanges/fix/session/dictionary.js';
import { isAdminType } from '../../../src/exchanges/fix/session/tag.js';
import { UNROUTED } from '../../../src/modules/order/exchange-route.js';
import type { OrderRow } from '../../../src/modules/order/record.js';
import { sql } from '../../../src/platform/database/sql.js';
import { assertBooks } from '../../support/order.js';
import { type Desk, openDesk } from '../../support/order-desk.js';
import { waitFor } from '../../support/wait.js';
import { type Misbehaviour, misbehaviours } from './misbehaviour.js';
import { openStrangeExchange, type StrangeExchange } from './strange-exchange.js';

const VERSIONS = ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'] as const;

let desk: Desk;
before(async () => {
  desk = await openDesk();
  await desk.receive(10_000_000_000n);
});
after(async () => {
  // So that the invariant of messages checks them: it leaves out young ones.
  await desk.db.query(sql`update fix_message set at = at - interval '1 hour'`);
  await assertBooks(desk);
  await desk.stop();
});

for (const version of VERSIONS) {
  describe(`an exchange that misbehaves in ${version}`, () => {
    let exchange: StrangeExchange;
    let adapter: OrderAdapter;
    before(async () => {
      exchange = await openStrangeExchange(version);
      adapter = startAdapter(version, exchange.port);
      await loggedOn();
    });
    after(async () => {
      await adapter.stop();
      exchange.close();
    });

    const loggedOn = () =>
      waitFor('the logon', async () => adapter.session.isLoggedOn() && exchange.isLoggedOn());

    for (const [number, each] of misbehaviours(version).entries()) {
      it(each.name, async () => {
        const connections = exchange.connections();
        const row = await desk.submit();
        const sent = await exchange.hear('35=D', `11=${row.cl_ord_id}`);
        const lastItem = await newestItem();
        exchange.forget();
        const lines = each.says.map((line) => filledIn(line, { row, sent, number, version }));
        for (const line of lines) exchange.say(line);
        for (const pairs of each.hears ?? []) await exchange.hear(...pairs);
        if (each.ends === true) {
          await waitFor('another connection', async () => exchange.connections() > connections);
          await loggedOn();
        }
        exchange.say(`35=1|34=#|112=ALIVE-${number}`);
        await exchange.hear('35=0', `112=ALIVE-${number}`);
        if (each.hearsNot !== undefined) assert.ok(!exchange.hasHeard(...each.hearsNot));
        await waitFor('all to be counted and booked', async () => {
          const { nextIn, unbooked } = await adapter.session.status();
          return nextIn === exchange.nextNumber() && unbooked === 0n;
        });
        await assertOutcome(row, { each, lastItem });
      });
    }
  });
}

function startAdapter(beginString: BeginString, port: number): OrderAdapter {
  return startOrderAdapter(desk.context, {
    name: UNROUTED,
    exchangeId: desk.exchangeId,
    host: '127.0.0.1',
    port,
    session: {
      key: { beginString, senderCompId: 'BROKER', targetCompId: 'NGX' },
      heartBtIntSeconds: 30,
      reconnectMostMs: 100,
    },
  });
}

interface Filling {
  readonly row: OrderRow;
  readonly sent: string;
  readonly number: number;
  readonly version: BeginString;
}

function filledIn(line: string, { row, sent, number, version }: Filling): string {
  return line
    .replaceAll('$', row.cl_ord_id)
    .replaceAll('%', `E-${version}-${number}-`)
    .replaceAll('^', /\|34=(\d+)\|/.exec(sent)?.[1] ?? '');
}

interface Item {
  readonly id: bigint;
  readonly order_id: bigint | null;
  readonly reason: string;
}

async function newestItem(): Promise<bigint> {
  const [row] = await desk.db.query<{ id: bigint | null }>(
    sql`select max(id) as id from unmatched_report`,
  );
  return row?.id ?? 0n;
}

interface Played {
  readonly each: Misbehaviour;
  readonly lastItem: bigint;
}

async function assertOutcome(row: OrderRow, { each, lastItem }: Played): Promise<void> {
  const { status = 'BOOKED', filled = 0n, items = [], elsewhere = [], ignored = 0 } = each.after;
  const order = await desk.order(row.id);
  const kept = await desk.db.query<Item>(
    sql`select id, order_id, reason from unmatched_report where id > ${lastItem} order by id`,
  );
  const reasons = (isOnOrder: boolean) =>
    kept.filter(({ order_id }) => (order_id === row.id) === isOnOrder).map((item) => item.reason);
  assert.deepEqual(
    {
      status: order.order_status,
      filled: order.quantity_filled,
      items: reasons(true),
      elsewhere: reasons(false),
    },
    { status, filled, items: [...items], elsewhere: [...elsewhere] },
  );
  const [booked] = await desk.db.query<{ reports: number }>(
    sql`select count(*)::int as reports from execution_report where order_id = ${row.id}`,
  );
  const said = each.says.filter((line) => isForApplication(/35=([^|]*)/.exec(line)?.[1] ?? ''));
  assert.equal(said.length, (booked?.reports ?? 0) + kept.length + ignored, 'a message is missing');
}

/** A Reject is a session message, and tells the application that one of ours was not taken. */
function isForApplication(msgType: string): boolean {
  return msgType === '3' || !isAdminType(msgType);
}

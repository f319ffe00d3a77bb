// An exchange that contradicts itself, run as a separate process. The ClOrdID determines how it
// handles and reports an order, and it stores everything together with its session's sequence
// numbers. Usage: `node odd-exchange.js <port> <price of market orders>`, with DATABASE_URL.

import { openOwnDatabase } from '../../src/cli/own-database.js';
import { stopSignal } from '../../src/cli/stop-signal.js';
import { SILENT_LOG } from '../../src/exchanges/fix/session/application.js';
import { sessionConfig } from '../../src/exchanges/fix/session/config.js';
import {
  type FixMessage,
  fieldOf,
  type OutboundMessage,
  outbound,
} from '../../src/exchanges/fix/session/message/message.js';
import { SYSTEM_CLOCK } from '../../src/exchanges/fix/session/message/time.js';
import { startAcceptor } from '../../src/exchanges/fix/session/peer/acceptor.js';
import type { Tx } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { type OddOrder, oddityOf, type Pair, reportPairs } from './oddity.js';

const [port = '0', price = '25.00'] = process.argv.slice(2);

const STATUS: Readonly<Record<string, string>> = { NEW: '0', FILLED: '2', CANCELLED: '4' };

await run();

async function run(): Promise<void> {
  const stopping = stopSignal();
  const store = await openOwnDatabase(undefined);
  await store.db.query(sql`
    create table if not exists odd_order (cl_ord_id text primary key, status text not null,
      filled bigint not null)`);
  const acceptor = await startAcceptor({
    db: store.db,
    log: SILENT_LOG,
    clock: SYSTEM_CLOCK,
    port: Number(port),
    sessions: [
      {
        config: sessionConfig({
          role: 'acceptor',
          key: { beginString: 'FIX.4.4', senderCompId: 'NGX', targetCompId: 'BROKER1' },
        }),
        application: { onMessage: answer },
      },
    ],
  });
  process.stdout.write(`listening on ${acceptor.port}\n`);
  await stopping;
  await acceptor.stop();
  await store.close();
}

async function answer(tx: Tx, message: FixMessage): Promise<readonly OutboundMessage[]> {
  switch (message.msgType) {
    case 'D':
      return takeOrder(tx, message);
    case 'F':
      return takeCancel(tx, message);
    case 'H':
      return tellStatus(tx, message);
    default:
      return [];
  }
}

function said(message: FixMessage, tag: number): string {
  return fieldOf(message, tag) ?? '';
}

/**
 * Takes an order. A repeated one, such as a message resent after a kill, is treated as the order
 * already received.
 */
async function takeOrder(tx: Tx, message: FixMessage): Promise<readonly OutboundMessage[]> {
  const clOrdId = said(message, 11);
  const quantity = Number(said(message, 38));
  const order = { clOrdId, quantity, price: fieldOf(message, 44) ?? price };
  const rests = fieldOf(message, 44) !== undefined;
  const oddity = oddityOf(clOrdId, rests);
  const added = await tx.query(sql`
    insert into odd_order (cl_ord_id, status, filled)
    values (${clOrdId}, ${rests ? 'NEW' : 'FILLED'}, ${rests ? 0 : quantity})
    on conflict do nothing returning 1 as one`);
  return added.length === 0 ? [] : oddity.says(order).map(([type, pairs]) => built(type, pairs));
}

function built(msgType: string, pairs: readonly Pair[]): OutboundMessage {
  return outbound(msgType, pairs);
}

async function takeCancel(tx: Tx, message: FixMessage): Promise<readonly OutboundMessage[]> {
  const ids = { clOrdId: said(message, 11), origClOrdId: said(message, 41) };
  const [row] = await tx.query<{ status: string }>(sql`
    update odd_order set status = 'CANCELLED'
    where cl_ord_id = ${ids.origClOrdId} and status = 'NEW' returning status`);
  const done = reportPairs(
    { clOrdId: ids.clOrdId, quantity: Number(said(message, 38)), price: '0' },
    { type: '4', status: '4', exec: 'cancelled', leaves: 0 },
  );
  if (row !== undefined) return [built('8', [...done, [41, ids.origClOrdId]])];
  const [known] = await tx.query<{ status: string }>(sql`
    select status from odd_order where cl_ord_id = ${ids.origClOrdId}`);
  const status = known?.status === 'FILLED' ? '2' : '4';
  return [
    built('9', [
      ...([
        [37, `O${ids.origClOrdId}`],
        [11, ids.clOrdId],
        [41, ids.origClOrdId],
      ] as const),
      ...([
        [39, status],
        [434, '1'],
        [102, '0'],
      ] as const),
    ]),
  ];
}

async function tellStatus(tx: Tx, message: FixMessage): Promise<readonly OutboundMessage[]> {
  const clOrdId = said(message, 11);
  const [row] = await tx.query<{ status: string; filled: bigint }>(sql`
    select status, filled from odd_order where cl_ord_id = ${clOrdId}`);
  const order: OddOrder = { clOrdId, quantity: Number(said(message, 38)), price: '0' };
  const pairs = reportPairs(order, {
    ...{ type: 'I', status: STATUS[row?.status ?? ''] ?? '8', exec: `i${said(message, 34)}` },
    ...{ cum: Number(row?.filled ?? 0n), leaves: row?.status === 'NEW' ? order.quantity : 0 },
  });
  return [built('8', pairs)];
}

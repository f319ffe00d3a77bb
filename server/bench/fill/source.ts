// The exchange of the fill benchmark, in its own process. It accepts one session, and fills the
// latest order unit by unit on command.

import { createServer, type Socket } from 'node:net';
import { decode } from '../../src/exchanges/fix/session/message/decode.js';
import { createFramer } from '../../src/exchanges/fix/session/message/framer.js';
import {
  type FixMessage,
  fieldOf,
  type OutboundMessage,
  outbound,
} from '../../src/exchanges/fix/session/message/message.js';
import { TAG } from '../../src/exchanges/fix/session/message/tag.js';
import { fixTimestamp, SYSTEM_CLOCK } from '../../src/exchanges/fix/session/message/time.js';
import { frameOf } from '../../src/exchanges/fix/session/number/resend.js';
import { Decimal } from '../../src/platform/money/decimal.js';

const KEY = {
  beginString: 'FIX.4.4',
  senderCompId: 'NGX',
  targetCompId: 'BROKER1',
  qualifier: '',
} as const;
const TICK = '0.01';

/** The number of fills to report, and how often one of them has a price beyond the limit. */
interface FillCommand {
  readonly fills: number;
  readonly contradictEvery: number;
}

interface Order {
  readonly clOrdId: string;
  readonly quantity: number;
  readonly price: Decimal;
  filled: number;
}

let line: Socket | undefined;
let sent = 0;
let order: Order | undefined;

const server = createServer((socket) => {
  line = socket;
  const framer = createFramer();
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    for (const frame of framer.push(chunk)) {
      const { message } = decode(frame);
      if (message !== undefined) answer(message);
    }
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});

process.on('message', fill);

function say(message: OutboundMessage): void {
  sent += 1;
  line?.write(frameOf(KEY, message, { seqNum: sent, sendingMs: SYSTEM_CLOCK.nowMs() }));
}

function answer(message: FixMessage): void {
  switch (message.msgType) {
    case 'A':
      say(
        outbound('A', [
          [98, 0],
          [108, fieldOf(message, 108)],
        ]),
      );
      break;
    case '1':
      say(outbound('0', [[112, fieldOf(message, 112)]]));
      break;
    case 'D':
      accept(message);
      break;
    default:
  }
}

function accept(message: FixMessage): void {
  order = {
    clOrdId: fieldOf(message, TAG.ClOrdID) ?? '',
    quantity: Number(fieldOf(message, TAG.OrderQty)),
    price: new Decimal(fieldOf(message, TAG.Price) ?? 0),
    filled: 0,
  };
  say(report(order, { execType: '0', status: '0', fill: [] }));
  process.send?.({ accepted: 1 });
}

// Written as one chunk, as if it had been delayed on the network.
function fill({ fills, contradictEvery }: FillCommand): void {
  if (order === undefined) return;
  line?.cork();
  for (let said = 0; said < fills; said += 1) {
    order.filled += 1;
    const isBeyond = contradictEvery > 0 && order.filled % contradictEvery === 0;
    const price = isBeyond ? order.price.plus(TICK) : order.price;
    const status = order.filled === order.quantity ? '2' : '1';
    const traded = [
      [TAG.LastQty, 1],
      [TAG.LastPx, price.toFixed()],
    ] as const;
    say(report(order, { execType: 'F', status, fill: traded }));
  }
  line?.uncork();
}

interface Words {
  readonly execType: string;
  readonly status: string;
  readonly fill: readonly (readonly [tag: number, value: string | number])[];
}

function report(of: Order, { execType, status, fill: traded }: Words): OutboundMessage {
  return outbound('8', [
    [TAG.ClOrdID, of.clOrdId],
    [TAG.OrderID, `O${of.clOrdId}`],
    [TAG.ExecID, `${of.clOrdId}/${of.filled}`],
    [TAG.ExecType, execType],
    [TAG.OrdStatus, status],
    [TAG.Side, '1'],
    [TAG.Symbol, 'ACCESS'],
    ...traded,
    [TAG.LeavesQty, of.quantity - of.filled],
    [TAG.CumQty, of.filled],
    [TAG.AvgPx, 0],
    [TAG.TransactTime, fixTimestamp(SYSTEM_CLOCK.nowMs())],
  ]);
}

// A counterparty that only listens, in its own process. It answers the Logon, reads everything, and
// reports when a given number of orders has arrived.

import { createServer, type Socket } from 'node:net';
import { outbound } from '../src/exchanges/fix/session/message/message.js';
import { SYSTEM_CLOCK } from '../src/exchanges/fix/session/message/time.js';
import { frameOf } from '../src/exchanges/fix/session/number/resend.js';
import { clockMs } from './load.js';

const ORDER = Buffer.from('\u000135=D\u0001', 'latin1');
const LOGON = Buffer.from('\u000135=A\u0001', 'latin1');
const KEY = {
  beginString: 'FIX.4.4',
  senderCompId: 'SINK',
  targetCompId: 'BENCH',
  qualifier: '',
} as const;

let arrived = 0;
let wanted = 0;

const server = createServer((socket) => {
  let rest = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    const bytes = Buffer.concat([rest, chunk]);
    if (bytes.includes(LOGON)) answerLogon(socket);
    arrived += countIn(bytes);
    // An order's marker may be split between two chunks.
    rest = Buffer.from(bytes.subarray(Math.max(bytes.length - ORDER.length + 1, 0)));
    tellWhenThere();
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});

process.on('message', (orders: number) => {
  arrived = 0;
  wanted = orders;
  process.send?.({ ready: 1 });
});

function countIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(ORDER); at >= 0; at = bytes.indexOf(ORDER, at + 1)) count += 1;
  return count;
}

function answerLogon(socket: Socket): void {
  const logon = outbound('A', [
    [98, 0],
    [108, 30],
    [141, true],
  ]);
  socket.write(frameOf(KEY, logon, { seqNum: 1, sendingMs: SYSTEM_CLOCK.nowMs() }));
}

function tellWhenThere(): void {
  if (wanted === 0 || arrived < wanted) return;
  wanted = 0;
  process.send?.({ atMs: clockMs() });
}

// A counterparty on a bare socket that sends exactly what a test writes, valid or not.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { decode } from '../../../src/exchanges/fix/session/message/decode.js';
import { createFramer } from '../../../src/exchanges/fix/session/message/framer.js';
import { fixTimestamp } from '../../../src/exchanges/fix/session/message/time.js';
import { patience } from '../../support/wait.js';
import type { SteppedTime } from './stepped-time.js';

export interface RawPeer {
  /** Sends a message made of these pairs. Adds CompIDs and SendingTime if they are missing. */
  say(pairs: string): void;
  /** Sends these bytes unchanged, except that `|` stands for the separator. */
  sayRaw(text: string): void;
  /** Waits for a message and compares its pairs, ignoring values that change from run to run. */
  hear(pairs: string): Promise<void>;
  /** Waits for a message and returns all its pairs. */
  hearAny(): Promise<string>;
  /** Advances the clock by this much, and expects that nothing arrives meanwhile. */
  hearNothing(forMs?: number): Promise<void>;
  hearClose(): Promise<void>;
  close(): void;
}

export interface PeerIds {
  readonly beginString: string;
  readonly sender: string;
  readonly target: string;
  /**
   * Time that advances while this peer waits, and the peer's clock. Default: the machine's time.
   */
  readonly time?: SteppedTime;
}

const VARIES = new Set(['8', '9', '10', '49', '52', '56', '60', '122']);
const WAIT_MS = 30_000;
const POLL_INTERVAL_MS = 25;

export async function connectPeer(port: number, ids: PeerIds): Promise<RawPeer> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  return peerOn(socket, ids);
}

/** Listens and accepts connections one at a time, for tests of our initiator. */
export async function listenAsPeer(ids: PeerIds) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  // The counterparty may reconnect before the test expects a connection.
  const waiting: Socket[] = [];
  server.on('connection', (socket) => waiting.push(socket));
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    port: address.port,
    accept: async () => {
      if (waiting.length === 0) await passing(once(server, 'connection'), ids.time);
      const socket = waiting.shift();
      assert.ok(socket);
      return peerOn(socket, ids);
    },
    close: () => server.close(),
  };
}

function passing<Value>(awaited: Promise<Value>, time: SteppedTime | undefined): Promise<Value> {
  return time === undefined ? awaited : time.passUntil(awaited);
}

function peerOn(socket: Socket, ids: PeerIds): RawPeer {
  const heard: string[] = [];
  const framer = createFramer();
  let isClosed = false;
  let wake: () => void = () => undefined;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    for (const frame of framer.push(chunk)) {
      assert.equal(decode(frame).garbled, undefined);
      heard.push(frame.toString('latin1').replaceAll('\u0001', '|').slice(0, -1));
    }
    wake();
  });
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  const look = async (isDone: () => boolean) => {
    const isOver = patience(WAIT_MS);
    while (!isDone() && !isOver()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_INTERVAL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const until = (isDone: () => boolean) => passing(look(isDone), ids.time);
  const next = async () => {
    await until(() => heard.length > 0 || isClosed);
    return heard.shift() ?? (isClosed ? 'closed' : 'silence');
  };
  return {
    say: (pairs) => socket.write(messageOf(pairs, ids)),
    sayRaw: (text) => socket.write(Buffer.from(text.replaceAll('|', '\u0001'), 'latin1')),
    hearAny: next,
    hear: async (pairs) => {
      const message = await next();
      const kept = message.split('|').filter((pair) => !VARIES.has(pair.split('=')[0] ?? ''));
      assert.equal(kept.join('|'), pairs);
    },
    hearNothing: async (forMs = 0) => {
      assert.ok(forMs === 0 || ids.time !== undefined, 'only stepped time is sure to pass');
      if (forMs > 0) await ids.time?.pass(forMs);
      assert.deepEqual(heard, []);
      assert.equal(isClosed, false);
    },
    hearClose: async () => {
      await until(() => isClosed || heard.length > 0);
      assert.deepEqual(heard, []);
      assert.equal(isClosed, true, 'the connection is still open');
    },
    close: () => socket.destroy(),
  };
}

/**
 * Returns the bytes of a message. `@` means now, `@-121` means 121 seconds ago, `49=~` and `56=~`
 * mean the correct CompIDs, and `56=none` omits the field. A given BodyLength or CheckSum is sent
 * unchanged.
 */
export function messageOf(pairs: string, ids: PeerIds): Buffer {
  const has = (tag: string) => pairs.split('|').some((pair) => pair.startsWith(`${tag}=`));
  const [type, ...rest] = pairs.split('|');
  // Both fields use the same time: an OrigSendingTime one millisecond after SendingTime would be
  // rejected.
  const now = ids.time?.clock.nowMs() ?? Date.now();
  const at = (shiftSeconds: string | undefined) =>
    fixTimestamp(now + Number(shiftSeconds ?? 0) * 1_000);
  const header = [
    has('49') ? '' : `49=${ids.sender}`,
    has('52') ? '' : '52=@',
    has('56') ? '' : `56=${ids.target}`,
  ].filter((pair) => pair !== '');
  const begin = pairs.startsWith('8=') ? (type ?? '').slice(2) : ids.beginString;
  const first = pairs.startsWith('8=') ? (rest.shift() ?? '') : (type ?? '');
  const own: Readonly<Record<string, string>> = {
    '49=~': `49=${ids.sender}`,
    '56=~': `56=${ids.target}`,
    '49=none': '',
    '52=none': '',
    '56=none': '',
  };
  const given = (tag: string) =>
    rest.find((pair) => pair.startsWith(`${tag}=`))?.slice(tag.length + 1);
  const body = [first, ...header, ...rest]
    .filter((pair) => !/^(9|10)=/.test(pair))
    .map((pair) => own[pair] ?? pair.replace(/=@(-?\d+)?$/, (_, shift) => `=${at(shift)}`))
    .filter((pair) => pair !== '')
    .map((pair) => `${pair}\u0001`)
    .join('');
  const length = given('9') ?? Buffer.byteLength(body, 'latin1');
  const text = `8=${begin}\u00019=${length}\u0001${body}`;
  const sum = [...Buffer.from(text, 'latin1')].reduce((total, byte) => total + byte, 0) % 256;
  const checkSum = given('10') ?? String(sum).padStart(3, '0');
  return Buffer.from(`${text}10=${checkSum}\u0001`, 'latin1');
}

// A scripted FIX member on a bare socket that numbers its own messages and stores every reply.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { decode } from '../../../src/exchanges/fix/session/message/decode.js';
import { encode } from '../../../src/exchanges/fix/session/message/encode.js';
import { createFramer } from '../../../src/exchanges/fix/session/message/framer.js';
import type { OutboundMessage } from '../../../src/exchanges/fix/session/message/message.js';
import { fixTimestamp } from '../../../src/exchanges/fix/session/message/time.js';
import { patience } from '../../support/wait.js';
import type { Told } from './floor.js';

const WAIT_MS = 5_000;

export interface Member {
  readonly replies: Told[];
  send(message: OutboundMessage): void;
  /**
   * Returns the application messages from the first unread one to the first that `accept` matches.
   */
  until(accept: (told: Told) => boolean): Promise<Told[]>;
  close(): Promise<void>;
}

/** Connects and logs on. `numbers` continues the sequence of the member's last connection. */
export async function logOn(
  port: number,
  numbers: { next: number },
  beginString = 'FIX.4.4',
): Promise<Member> {
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  const replies: Told[] = [];
  const wake: (() => void)[] = [];
  const framer = createFramer();
  socket.on('data', (chunk: Buffer) => {
    for (const frame of framer.push(chunk)) {
      const { message } = decode(frame);
      if (message !== undefined) replies.push(Object.fromEntries(message.fields));
    }
    for (const resume of wake.splice(0)) resume();
  });
  const send = ({ msgType, body, header = [] }: OutboundMessage) => {
    const fields = [
      [35, msgType],
      [49, 'BROKER'],
      [56, 'NGX'],
      [34, String(numbers.next)],
      [52, fixTimestamp(Date.now())],
      ...header,
      ...body,
    ] as const;
    numbers.next += 1;
    socket.write(encode(beginString, fields));
  };
  let taken = 0;
  const until = async (accept: (told: Told) => boolean) => {
    const from = taken;
    const isOver = patience(WAIT_MS);
    while (!isOver()) {
      const index = replies.findIndex((told, at) => at >= from && accept(told));
      if (index >= 0) {
        taken = index + 1;
        return replies.slice(from, taken).filter(({ 35: type }) => type === '8' || type === '9');
      }
      await woken(wake);
    }
    throw new Error(`no such reply among ${JSON.stringify(replies.slice(from))}`);
  };
  send({
    msgType: 'A',
    body: [
      [98, '0'],
      [108, '30'],
    ],
  });
  await until((told) => told[35] === 'A');
  return { replies, send, until, close: () => close(socket) };
}

function woken(wake: (() => void)[]): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, 200);
    wake.push(() => {
      clearTimeout(limit);
      resolve();
    });
  });
}

async function close(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
}

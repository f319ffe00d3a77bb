// An exchange that misbehaves over a bare socket, in numbers and session messages as in order as a
// test leaves it: it logs on, answers test requests, and sends again what it is asked for.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { BeginString } from '../../../src/exchanges/fix/session/dictionary.js';
import { createFramer } from '../../../src/exchanges/fix/session/framer.js';
import { isAdminType } from '../../../src/exchanges/fix/session/tag.js';
import { waitFor } from '../../support/wait.js';
import { messageOf } from './raw-peer.js';

export interface StrangeExchange {
  readonly port: number;
  /**
   * Sends a message from its pairs: `34=#` is its next number, `34=-2` the one before the last, and
   * `36=+` the number that the next message gets. One that begins with `?` is lost on
   * the way, one that begins with `>>` is sent as it is, and both come again when asked for.
   */
  say(line: string): void;
  /** Waits for a message with all of these pairs among those that no one has waited for. */
  hear(...pairs: readonly string[]): Promise<string>;
  /** Whether a message with all of these pairs came that no one has waited for. */
  hasHeard(...pairs: readonly string[]): boolean;
  /** Forgets what no one has waited for. */
  forget(): void;
  /** True once the session is logged on, after the last connection was lost too. */
  isLoggedOn(): boolean;
  /** Connections that were made so far. */
  connections(): number;
  /** The number that its next message gets. */
  nextNumber(): number;
  close(): void;
}

/** Opens the exchange NGX with one member, BROKER. */
export async function openStrangeExchange(beginString: BeginString): Promise<StrangeExchange> {
  const line = createLine(beginString);
  const server = createServer(line.take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { heard, voice } = line;
  return {
    port: address.port,
    say: voice.say,
    hear: (...pairs) =>
      waitFor(`a message with ${pairs.join('|')}`, async () => {
        const at = heard.findIndex((each) => pairs.every((pair) => each.includes(`|${pair}|`)));
        return at < 0 ? undefined : heard.splice(at, 1)[0];
      }),
    hasHeard: (...pairs) => heard.some((each) => pairs.every((pair) => each.includes(`|${pair}|`))),
    forget: () => {
      heard.length = 0;
    },
    isLoggedOn: line.isLoggedOn,
    connections: line.connections,
    nextNumber: voice.nextNumber,
    close: () => {
      server.close();
      line.close();
    },
  };
}

/** The session over one connection after the other. */
function createLine(beginString: BeginString) {
  const applVer = beginString === 'FIXT.1.1' ? '|1137=9' : '';
  const heard: string[] = [];
  let socket: Socket | undefined;
  let connections = 0;
  let isLoggedOn = false;
  const voice = createVoice(beginString, (bytes) => socket?.write(bytes));
  const answer = (message: string) => {
    const valueIn = (tag: string) => new RegExp(`\\|${tag}=([^|]*)`).exec(message)?.[1] ?? '';
    switch (valueIn('35')) {
      case 'A':
        voice.say(`35=A|34=#|98=0|108=${valueIn('108')}${applVer}`);
        isLoggedOn = true;
        break;
      case '1':
        voice.say(`35=0|34=#|112=${valueIn('112')}`);
        break;
      case '2':
        voice.sayAgain(Number(valueIn('7')));
        break;
      case '5':
        voice.say('35=5|34=#');
        break;
      default:
    }
    heard.push(message);
  };
  const take = (connected: Socket) => {
    socket = connected;
    connections += 1;
    const framer = createFramer();
    connected.on('error', () => undefined);
    connected.on('close', () => {
      if (socket === connected) isLoggedOn = false;
    });
    connected.on('data', (chunk) => {
      for (const frame of framer.push(chunk)) {
        answer(frame.toString('latin1').replaceAll('\u0001', '|'));
      }
    });
  };
  return {
    heard,
    voice,
    take,
    isLoggedOn: () => isLoggedOn,
    connections: () => connections,
    close: () => socket?.destroy(),
  };
}

/** Gives numbers to what is said, and remembers it. */
function createVoice(beginString: BeginString, write: (bytes: Buffer) => void) {
  const ids = { beginString, sender: 'NGX', target: 'BROKER' };
  const said = new Map<number, string>();
  let nextOut = 1;
  const send = (line: string) =>
    write(
      line.startsWith('>>')
        ? Buffer.from(line.slice(2).replaceAll('|', '\u0001'), 'latin1')
        : messageOf(line, ids),
    );
  return {
    nextNumber: () => nextOut,
    say: (line: string) => {
      const isNumbered = line.includes('34=#');
      const text = line
        .replace('34=#', `34=${nextOut}`)
        .replace('34=-2', `34=${nextOut - 2}`)
        .replace('36=+', `36=${nextOut + (isNumbered ? 1 : 0)}`);
      const sent = text.startsWith('?') ? text.slice(1) : text;
      if (isNumbered) {
        said.set(nextOut, sent);
        nextOut += 1;
      }
      if (sent === text) send(sent);
    },
    sayAgain: (from: number) => {
      for (let number = from; number < nextOut; number += 1) {
        const message = said.get(number) ?? '35=0';
        const type = /35=([^|]*)/.exec(message)?.[1] ?? '0';
        if (isAdminType(type)) send(`35=4|34=${number}|43=Y|122=@|36=${number + 1}|123=Y`);
        else send(resent(message));
      }
    },
  };
}

/** The same message as a duplicate; bytes that are wrong are wrong again. */
function resent(line: string): string {
  if (line.startsWith('>>') || /\|43=/.test(line)) return line;
  return line.replace(/(\|34=\d+)/, '$1|43=Y|122=@').replace(/\|52=@-?\d+/, '|52=@');
}

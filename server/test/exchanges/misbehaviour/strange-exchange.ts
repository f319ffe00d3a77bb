// A misbehaving exchange on a bare socket. Unless a test changes them, its sequence numbers and
// session messages are correct: it logs on, answers test requests, and resends on request.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { BeginString } from '../../../src/exchanges/fix/session/message/dictionary.js';
import { createFramer } from '../../../src/exchanges/fix/session/message/framer.js';
import { isAdminType } from '../../../src/exchanges/fix/session/message/tag.js';
import { until } from '../../support/wait.js';
import { messageOf } from '../fix/raw-peer.js';

/**
 * The time limit for responses that should arrive almost immediately. It is short, so that a
 * failing wait does not delay later ones.
 */
export const SOON_MS = 10_000;

export interface StrangeExchange {
  readonly port: number;
  /**
   * Sends a message made from these pairs. `34=#` stands for the next sequence number and `34=-1`
   * for the last one. `36=#` stands for the message's own number, `36=+` for that of the next
   * message, and `36=+100` skips 100 numbers. Prefixes and suffixes:
   * - `?` loses the message in transit; it is sent again on request;
   * - `>>` sends it unchanged, with `|` for the separator;
   * - `...` sends it in small pieces;
   * - `+` sends it in one packet with the next message;
   * - `!garbled` sends it with a wrong checksum (none is above 255) the first time;
   * - `!cut` sends only its first half and breaks the connection; `!break` alone breaks it;
   * - `!again 3` sends the last three numbers again.
   */
  say(line: string): void;
  /** Waits for a message that has all these pairs and has not been taken by an earlier wait. */
  hear(...pairs: readonly string[]): Promise<string>;
  /**
   * Returns true if a message with all these pairs has arrived and has not been taken by a wait.
   */
  hasHeard(...pairs: readonly string[]): boolean;
  /** Discards the messages that no wait has taken. */
  forget(): void;
  /** Sets the answers to the next logons. An empty string means the usual answer. */
  answerLogons(answers: readonly string[]): void;
  /** Returns true while the session is logged on, including after a reconnect. */
  isLoggedOn(): boolean;
  /** Returns the number of connections made so far. */
  connections(): number;
  /** Returns the sequence number of the next message from the exchange. */
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
  const placeOf = (pairs: readonly string[]) =>
    heard.findIndex((each) => pairs.every((pair) => each.includes(`|${pair}|`)));
  return {
    port: address.port,
    say: voice.say,
    hear: async (...pairs) => {
      await until(() => placeOf(pairs) >= 0, SOON_MS);
      return heard.splice(placeOf(pairs), 1)[0] ?? '';
    },
    hasHeard: (...pairs) => placeOf(pairs) >= 0,
    forget: () => {
      heard.length = 0;
    },
    answerLogons: (answers) => {
      line.logons.push(...answers);
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

/** Runs the session over successive connections. */
function createLine(beginString: BeginString) {
  const applVer = beginString === 'FIXT.1.1' ? '|1137=9' : '';
  const heard: string[] = [];
  const logons: string[] = [];
  const wire = createWire();
  const voice = createVoice(beginString, wire);
  let connections = 0;
  let isLoggedOn = false;
  const answer = (message: string) => {
    const valueIn = (tag: string) => new RegExp(`\\|${tag}=([^|]*)`).exec(message)?.[1] ?? '';
    switch (valueIn('35')) {
      case 'A':
        voice.say(`35=A|34=#|${logons.shift() || `98=0|108=${valueIn('108')}`}${applVer}`);
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
    connections += 1;
    const framer = createFramer();
    wire.connect(connected);
    connected.on('error', () => undefined);
    connected.on('close', () => {
      if (wire.isOn(connected)) isLoggedOn = false;
    });
    connected.on('data', (chunk) => {
      for (const frame of framer.push(chunk)) {
        answer(frame.toString('latin1').replaceAll('\u0001', '|'));
      }
    });
  };
  return {
    ...{ heard, logons, voice, take },
    isLoggedOn: () => isLoggedOn,
    connections: () => connections,
    close: wire.destroy,
  };
}

/** The size of a piece, in bytes. Pieces of this size arrive as separate chunks. */
const PIECE_BYTES = 8;

/** Writes to the current connection, whole or in pieces, in call order. */
function createWire() {
  let socket: Socket | undefined;
  let held = Buffer.alloc(0);
  const pieces: Buffer[] = [];
  const drain = () => {
    const piece = pieces.shift();
    if (piece === undefined) return;
    socket?.write(piece);
    setImmediate(drain);
  };
  const write = (bytes: Buffer) => {
    const all = Buffer.concat([held, bytes]);
    held = Buffer.alloc(0);
    if (pieces.length > 0) pieces.push(all);
    else socket?.write(all);
  };
  return {
    connect: (connected: Socket) => {
      socket = connected.setNoDelay(true);
      pieces.length = 0;
      held = Buffer.alloc(0);
    },
    isOn: (connected: Socket) => socket === connected,
    write,
    hold: (bytes: Buffer) => {
      held = Buffer.concat([held, bytes]);
    },
    writeSlowly: (bytes: Buffer) => {
      const isIdle = pieces.length === 0;
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        pieces.push(bytes.subarray(at, at + PIECE_BYTES));
      }
      if (isIdle) drain();
    },
    destroy: () => {
      socket?.destroy();
    },
    /** Sends everything written so far, then closes this side. */
    breakOff: () => {
      socket?.end();
    },
  };
}

type Wire = ReturnType<typeof createWire>;

const HOW = /^(\?|>>|\.\.\.|\+|!garbled |!cut |!break|!again )?(.*)$/s;

/** Assigns sequence numbers to the messages and stores them. */
function createVoice(beginString: BeginString, wire: Wire) {
  const ids = { beginString, sender: 'NGX', target: 'BROKER' };
  const said = new Map<number, string>();
  let nextOut = 1;
  const bytesOf = (line: string) =>
    line.startsWith('>>')
      ? Buffer.from(line.slice(2).replaceAll('|', '\u0001'), 'latin1')
      : messageOf(line, ids);
  const numbered = (line: string): string => {
    const isNext = /34=0*#/.test(line);
    const own = nextOut;
    const next = isNext ? own + 1 : own;
    const leap = /36=\+(\d*)/.exec(line);
    const skipped = next + Number(leap?.[1] ?? 0);
    const text = line
      .replace(/34=(0*)#/, `34=$1${own}`)
      .replace(/34=-(\d+)/, (pair, back: string) => (isNext ? pair : `34=${own - Number(back)}`))
      .replace('36=#', `36=${own}`)
      .replace(/36=\+\d*/, `36=${skipped}`);
    if (isNext) said.set(own, text);
    nextOut = skipped;
    return text;
  };
  const sayAgain = (from: number) => {
    for (let number = from; number < nextOut; number += 1) {
      const message = said.get(number) ?? '35=0';
      const type = /35=([^|]*)/.exec(message)?.[1] ?? '0';
      if (!isAdminType(type) || type === '3') wire.write(bytesOf(resent(message)));
      else wire.write(bytesOf(`35=4|34=${number}|43=Y|122=@|36=${number + 1}|123=Y`));
    }
  };
  const say = (line: string) => {
    const [, how = '', rest = ''] = HOW.exec(line) ?? [];
    if (how === '!break') wire.breakOff();
    else if (how === '!again ') sayAgain(nextOut - Number(rest));
    else {
      const text = numbered(how === '>>' ? line : rest);
      send({ how, bytes: bytesOf(how === '!garbled ' ? `${text}|10=256` : text) }, wire);
    }
  };
  return { nextNumber: () => nextOut, say, sayAgain };
}

interface Sending {
  readonly how: string;
  readonly bytes: Buffer;
}

function send({ how, bytes }: Sending, wire: Wire): void {
  if (how === '?') return;
  if (how === '...') wire.writeSlowly(bytes);
  else if (how === '+') wire.hold(bytes);
  else if (how === '!cut ') {
    wire.write(bytes.subarray(0, bytes.length / 2));
    wire.breakOff();
  } else wire.write(bytes);
}

/**
 * Returns the message flagged as a possible duplicate. Bytes that were wrong the first time are
 * wrong again.
 */
function resent(line: string): string {
  if (line.startsWith('>>') || /\|43=/.test(line)) return line;
  return line.replace(/(\|34=\d+)/, '$1|43=Y|122=@').replace(/\|52=@-?\d+/, '|52=@');
}

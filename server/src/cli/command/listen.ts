// `countinghouse listen`: prints events as they happen, and forwards them to a local address,
// signed as webhooks are.

import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiEvent, ConnectionChange } from '@countinghouse/sdk';
import { signWebhook } from '@countinghouse/sdk';
import type { Command } from 'commander';
import {
  type ClientOptions,
  clientOf,
  WrongUsage,
  wholeNumber,
  withClientOptions,
} from '../integrator.js';
import { FORWARD } from '../limits.js';
import { stopSignal } from '../stop-signal.js';

interface ListenOptions extends ClientOptions {
  readonly types?: string;
  readonly since?: string;
  readonly forward?: string;
  readonly secret?: string;
}

interface Forwarding {
  readonly url: string;
  readonly secret: string;
  readonly ended: AbortSignal;
}

/** Adds the command. */
export function listenCommand(program: Command): void {
  withClientOptions(
    program
      .command('listen')
      .description('print events as they happen, one line of JSON each; Ctrl-C ends it')
      .option('--types <types>', 'with commas between, such as trade-order.*,contract-note.issued')
      .option('--since <id>', 'after this event; 0 is the beginning, nothing what happens next')
      .option('--forward <url>', 'also post each event there, signed as a webhook')
      .option('--secret <whsec_…>', 'what to sign by; else one is made and shown'),
  ).action(listen);
}

async function listen(options: ListenOptions): Promise<void> {
  const client = await clientOf(options);
  const ending = new AbortController();
  void stopSignal().then(() => ending.abort());
  // Whoever read our lines has gone.
  process.stdout.once('error', () => ending.abort());
  const forwarding = forwardingOf(options, ending.signal);
  let lastId = options.since === undefined ? undefined : wholeNumber('--since', options.since);
  const { types } = options;
  const stream = client.events({
    ...{ since: lastId, signal: ending.signal, onConnection: tellConnection },
    ...(types === undefined ? {} : { types: types.split(',').map(typeOf) }),
  });
  for await (const event of stream) {
    process.stdout.write(`${JSON.stringify(event)}\n`);
    if (forwarding !== undefined) await forward(forwarding, event);
    lastId = event.id;
  }
  if (lastId !== undefined) tell(`go on with --since ${lastId}`);
}

// The server knows what its types are, and refuses others by name.
function typeOf(text: string): ApiEvent['type'] {
  const isType = (word: string): word is ApiEvent['type'] => /^[a-z-]+\.([a-z-]+|\*)$/.test(word);
  const type = text.trim();
  if (!isType(type)) throw new WrongUsage(`${text} is no type of event, such as trade-order.*`);
  return type;
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

function tellConnection(change: ConnectionChange): void {
  if (change.state === 'connected') {
    tell('connected');
    return;
  }
  const why = change.reason ?? (change.error instanceof Error ? change.error.message : 'it ended');
  tell(`connection lost (${why}); again in ${Math.round(change.retryInMs)} ms`);
}

function forwardingOf(options: ListenOptions, ended: AbortSignal): Forwarding | undefined {
  const { forward: url, secret: given } = options;
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new WrongUsage(`${url} is no URL`);
  const secret = given ?? `whsec_${randomBytes(FORWARD.secretBytes).toString('base64')}`;
  tell(`forwarding to ${url}, signed by ${secret}`);
  return { url, secret, ended };
}

/** Posts an event as a webhook of it. After the last try it is told, and the next one goes. */
async function forward({ url, secret, ended }: Forwarding, event: ApiEvent): Promise<void> {
  const body = JSON.stringify(messageOf(event));
  for (let attempt = 1; !ended.aborted; attempt += 1) {
    const sentAtSeconds = Math.floor(Date.now() / 1_000);
    const signed = await signWebhook(secret, { id: `evt_${event.id}`, sentAtSeconds, body });
    const answer = await post(url, { ...signed, 'content-type': 'application/json' }, body);
    tell(`${event.id} ${event.type} → ${answer}`);
    if (/^2/.test(answer) || attempt === FORWARD.attemptsMax) return;
    await pause(FORWARD.waitMs * attempt);
  }
}

// A test event arrives as what it pictures, marked as webhooks mark theirs.
function messageOf(event: ApiEvent): object {
  const { time: timestamp } = event;
  if (event.type !== 'test-event.triggered') return { timestamp, ...event };
  return { timestamp, test: true, ...event, ...event.data };
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(FORWARD.timeoutMs);
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

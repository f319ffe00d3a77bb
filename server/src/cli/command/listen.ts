// `countinghouse listen`: prints events as they happen, and forwards them to a local address with a
// webhook signature.

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
      .description('print events as they happen, one line of JSON each; stop with Ctrl-C')
      .option(
        '--types <types>',
        'event types, separated by commas, such as trade-order.*,contract-note.issued',
      )
      .option('--since <id>', 'start after this event; 0 for all events; default: new events only')
      .option('--forward <url>', 'also post each event to this URL, signed like a webhook')
      .option('--secret <whsec_…>', 'secret to sign with; default: a new one, which is printed'),
  ).action(listen);
}

async function listen(options: ListenOptions): Promise<void> {
  const client = await clientOf(options);
  const ending = new AbortController();
  void stopSignal().then(() => ending.abort());
  // The program that reads the output has exited.
  process.stdout.once('error', () => ending.abort());
  const forwarding = forwardingOf(options, ending.signal);
  let lastId = options.since === undefined ? undefined : wholeNumber('--since', options.since);
  const { types } = options;
  const stream = client.events({
    ...{ since: lastId, signal: ending.signal, onConnection: reportConnection },
    ...(types === undefined ? {} : { types: types.split(',').map(typeOf) }),
  });
  for await (const event of stream) {
    process.stdout.write(`${JSON.stringify(event)}\n`);
    if (forwarding !== undefined) await forward(forwarding, event);
    lastId = event.id;
  }
  if (lastId !== undefined) printNote(`continue with --since ${lastId}`);
}

// Only the format is checked here. The server refuses unknown types.
function typeOf(text: string): ApiEvent['type'] {
  const isType = (word: string): word is ApiEvent['type'] => /^[a-z-]+\.([a-z-]+|\*)$/.test(word);
  const type = text.trim();
  if (!isType(type))
    throw new WrongUsage(`${text} is not an event type; an example is trade-order.*`);
  return type;
}

function printNote(text: string): void {
  process.stderr.write(`${text}\n`);
}

function reportConnection(change: ConnectionChange): void {
  if (change.state === 'connected') {
    printNote('connected');
    return;
  }
  const why =
    change.reason ??
    (change.error instanceof Error ? change.error.message : 'closed by the server');
  printNote(`connection lost (${why}); reconnecting in ${Math.round(change.retryInMs)} ms`);
}

function forwardingOf(options: ListenOptions, ended: AbortSignal): Forwarding | undefined {
  const { forward: url, secret: given } = options;
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new WrongUsage(`${url} is not an http or https URL`);
  const secret = given ?? `whsec_${randomBytes(FORWARD.secretBytes).toString('base64')}`;
  printNote(`forwarding to ${url}, signed with ${secret}`);
  return { url, secret, ended };
}

/** Posts an event like a webhook. If the last attempt fails, the next event follows. */
async function forward({ url, secret, ended }: Forwarding, event: ApiEvent): Promise<void> {
  const body = JSON.stringify(messageOf(event));
  for (let attempt = 1; !ended.aborted; attempt += 1) {
    const sentAtSeconds = Math.floor(Date.now() / 1_000);
    const signed = await signWebhook(secret, { id: `evt_${event.id}`, sentAtSeconds, body });
    const answer = await post(url, { ...signed, 'content-type': 'application/json' }, body);
    printNote(`${event.id} ${event.type} → ${answer}`);
    if (/^2/.test(answer) || attempt === FORWARD.attemptsMax) return;
    await pause(FORWARD.waitMs * attempt);
  }
}

// As in webhooks, a test event is sent in the form of the event that it simulates and is marked as
// a test.
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

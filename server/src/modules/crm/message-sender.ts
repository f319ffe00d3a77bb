// The worker that sends: on every node, takes what is due, hands it over, and writes what became
// of it.

import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context.js';
import type { AttachmentStore } from '../../platform/files/attachment-store.js';
import type { RunningWorker, Worker } from '../../platform/http/module.js';
import { startLoop } from '../../platform/loop.js';
import { MESSAGE } from './limits.js';
import { MESSAGE_SIGNAL } from './message.js';
import { type Answer, attemptMessage, type Judged, judgeClaimed } from './message-attempt.js';
import type { Gateway, MessageSink, OpenGateway } from './message-gateway.js';
import { giveUpOverdue } from './message-overdue.js';
import {
  claimMessages,
  countTransports,
  type Offer,
  renewLeases,
  takeBackLost,
} from './message-sender-queries.js';
import type { Channel } from './recipient.js';

/** What the sender works with. */
export interface SenderParts {
  readonly gateways: readonly Gateway[];
  readonly attachments: AttachmentStore;
  readonly sink: (context: Context) => MessageSink;
  /** Filled with the gateways that are open on this node, for whoever else needs them. */
  readonly open: Map<Channel, OpenGateway>;
}

/** The worker that hands messages over; start it on as many nodes as there are. */
export function messageSender(parts: SenderParts): Worker {
  return { name: 'message-sender', start: (context) => startSender(context, parts) };
}

/** A gateway that is open, and how its provider takes what it gets. */
interface Line {
  readonly gateway: Gateway;
  readonly open: OpenGateway;
  busy: number;
  /** No attempts before this time, because the provider takes nothing. */
  pausedUntilMs: number;
  pauses: number;
}

interface Attempt {
  readonly judged: Judged;
  readonly abort: AbortController;
}

interface Sender {
  readonly context: Context;
  readonly parts: SenderParts;
  readonly node: string;
  readonly lines: readonly Line[];
  /** Attempts that are this node's to end. */
  readonly attempts: Map<bigint, Attempt>;
}

async function startSender(context: Context, parts: SenderParts): Promise<RunningWorker> {
  const sink = parts.sink(context);
  const lines = await Promise.all(
    parts.gateways.map(async (gateway) => ({
      ...{ gateway, busy: 0, pausedUntilMs: 0, pauses: 0 },
      open: await gateway.open(context, sink),
    })),
  );
  for (const { gateway, open } of lines) parts.open.set(gateway.channel, open);
  const node = `${hostname()}:${process.pid}`;
  const sender: Sender = { context, parts, node, lines, attempts: new Map() };
  const { lookEveryMs, renewEveryMs, measureEveryMs, overdueEveryMs } = MESSAGE;
  const take = { name: 'message-look', everyMs: lookEveryMs, wakeOn: MESSAGE_SIGNAL };
  const taking = startLoop(context, { ...take, round: () => takeMessages(sender) });
  const others = [
    { name: 'message-lease', everyMs: renewEveryMs, round: () => keepLeases(sender) },
    { name: 'message-measure', everyMs: measureEveryMs, round: () => measure(sender) },
    { name: 'message-overdue', everyMs: overdueEveryMs, round: () => giveUpOverdue(context) },
  ].map((loop) => startLoop(context, loop));
  return {
    ready: () => true,
    stop: async () => {
      await taking.stop();
      await endAttempts(sender);
      for (const loop of others) await loop.stop();
      parts.open.clear();
      for (const line of lines) await line.open.close();
    },
  };
}

async function takeMessages(sender: Sender): Promise<void> {
  const { context, node } = sender;
  const now = context.clock.millis();
  const free = sender.lines.filter((line) => line.pausedUntilMs <= now && line.open.ready());
  const offers = free.map(offerOf).filter((offer) => offer.free > 0);
  if (offers.length === 0) return;
  const claimed = await claimMessages(context.db, { offers, node });
  if (claimed.length === 0) return;
  for (const judged of await judgeClaimed(context, claimed)) begin(sender, judged);
}

// In lots: a look at the queue for each place that comes free would cost more than the place.
function offerOf({ gateway, busy, pauses }: Line): Offer {
  const { channel, atOnceMost } = gateway;
  // One is enough to see whether a provider is back.
  if (pauses > 0) return { channel, free: 1 - busy };
  return { channel, free: busy > atOnceMost / 2 ? 0 : atOnceMost - busy };
}

function begin(sender: Sender, judged: Judged): void {
  const { context, attempts, lines } = sender;
  const line = lines.find((each) => each.gateway.channel === judged.claimed.channel);
  if (line === undefined) return;
  const attempt: Attempt = { judged, abort: new AbortController() };
  attempts.set(judged.claimed.id, attempt);
  line.busy += 1;
  const timer = setTimeout(() => attempt.abort.abort(), MESSAGE.sendTimeoutMs);
  attemptMessage(judged, {
    context,
    gateway: line.open,
    attachments: sender.parts.attachments,
    signal: attempt.abort.signal,
  })
    .then((answer) => setPace(context, line, answer))
    // The database is away: the lease runs out, and the message is tried again.
    .catch((error: unknown) => context.log.warn({ err: error }, 'message not settled'))
    .finally(() => {
      clearTimeout(timer);
      line.busy -= 1;
      if (attempts.get(judged.claimed.id) === attempt) attempts.delete(judged.claimed.id);
      context.signals.raise(MESSAGE_SIGNAL);
    });
}

function setPace(context: Context, line: Line, answer: Answer): void {
  if (answer === undefined) return;
  if (answer !== 'UNAVAILABLE') {
    line.pauses = 0;
    return;
  }
  const now = context.clock.millis();
  // Those that were under way together tell the same news.
  if (line.pausedUntilMs > now) return;
  const wait = Math.min(MESSAGE.pauseMostMs, MESSAGE.pauseFirstMs * 2 ** line.pauses);
  line.pauses += 1;
  line.pausedUntilMs = now + wait;
  context.log.warn({ channel: line.gateway.channel, wait }, 'a provider takes no messages');
}

// A message whose lease could not be prolonged is somebody else's by now.
async function keepLeases({ context, attempts }: Sender): Promise<void> {
  const mine = [...attempts.values()];
  if (mine.length > 0) {
    const kept = await renewLeases(
      context.db,
      mine.map(({ judged }) => judged.claimed),
    );
    for (const { judged, abort } of mine) {
      if (attempts.has(judged.claimed.id) && !kept.has(judged.claimed.id)) abort.abort();
    }
  }
  const lost = await takeBackLost(context.db);
  if (lost === 0) return;
  context.log.warn({ messages: lost }, 'messages of silent nodes taken back');
  context.metrics.events.inc({ name: 'message_taken_back' }, lost);
  context.signals.raise(MESSAGE_SIGNAL);
}

async function measure({ context, lines }: Sender): Promise<void> {
  const { waiting, sending, failed } = await countTransports(context.db);
  const { gauges } = context.metrics;
  gauges.set({ name: 'messages_waiting' }, Number(waiting));
  gauges.set({ name: 'messages_sending' }, Number(sending));
  gauges.set({ name: 'messages_failed' }, Number(failed));
  for (const line of lines) {
    const up = line.open.ready() && line.pauses === 0;
    gauges.set({ name: `gateway_${line.gateway.channel.toLowerCase()}_up` }, up ? 1 : 0);
  }
}

// What is not answered in time is tried again by another node, under the same reference.
async function endAttempts({ context, attempts }: Sender): Promise<void> {
  const deadline = context.clock.millis() + MESSAGE.stopWaitMs;
  while (attempts.size > 0 && context.clock.millis() < deadline) await pause(MESSAGE.stopLookMs);
  for (const { abort } of attempts.values()) abort.abort();
  const last = context.clock.millis() + MESSAGE.stopWaitMs / 4;
  while (attempts.size > 0 && context.clock.millis() < last) await pause(MESSAGE.stopLookMs);
}

// Messages as leased rows: which are due on the channels of this node, and at what pace each
// provider takes them.

import type { Context } from '../../../platform/context.js';
import type { AttachmentStore } from '../../../platform/files/attachment-store.js';
import { type LeaseWork, nodeName, startLeaseWorker } from '../../../platform/lease/worker.js';
import { endEach } from '../../../platform/stop.js';
import type { RunningWorker, Worker } from '../../../platform/worker.js';
import { MESSAGE } from '../limits.js';
import type { Channel } from '../person/recipient.js';
import type { FillSecret } from '../port.js';
import { type Answer, attemptMessage, type Judged, judgeClaimed } from './attempt.js';
import type { Gateway, MessageSink, OpenGateway } from './gateway.js';
import { MESSAGE_SIGNAL } from './message.js';
import { giveUpOverdue } from './overdue.js';
import {
  claimMessages,
  countTransports,
  type Offer,
  renewLeases,
  takeBackLost,
} from './sender-queries.js';

/** What the sender works with. */
interface SenderParts {
  readonly gateways: readonly Gateway[];
  readonly attachments: AttachmentStore;
  readonly fillSecret: FillSecret;
  readonly sink: (context: Context) => MessageSink;
  /** Filled with the gateways that are open on this node, for whoever else needs them. */
  readonly open: Map<Channel, OpenGateway>;
}

/** The worker that hands messages over; start it on as many nodes as there are. */
export function messageSender(parts: SenderParts): Worker {
  return { name: 'message-sender', role: 'jobs', start: (context) => startSender(context, parts) };
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

interface Sender {
  readonly context: Context;
  readonly parts: SenderParts;
  readonly lines: readonly Line[];
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
  const worker = startLeaseWorker(context, leasesOf({ context, parts, lines }));
  return {
    ready: () => true,
    stop: () =>
      endEach(
        worker.stop,
        () => parts.open.clear(),
        ...lines.map((line) => () => line.open.close()),
      ),
  };
}

// A message that is not answered before the node stops keeps its lease until that runs out. Then
// another node tries it again, under the same reference.
function leasesOf(sender: Sender): LeaseWork<Judged> {
  const { context, lines } = sender;
  const { pollIntervalMs, renewEveryMs, stopWaitMs, measureEveryMs, overdueEveryMs } = MESSAGE;
  return {
    name: 'message',
    wakeOn: MESSAGE_SIGNAL,
    limits: {
      heldMax: lines.reduce((sum, { gateway }) => sum + gateway.atOnceMax, 0),
      ...{ pollIntervalMs: pollIntervalMs, renewIntervalMs: renewEveryMs, stopWaitMs },
    },
    idOf: ({ claimed }) => claimed.id,
    claim: () => claimDue(sender),
    run: (judged, { signal }) => handOver(sender, judged, signal),
    timeoutMsOf: () => MESSAGE.sendTimeoutMs,
    renew: (held) =>
      renewLeases(
        context.db,
        held.map(({ claimed }) => claimed),
      ),
    takeBack: () => takeBack(context),
    beside: [
      { name: 'message-measure', everyMs: measureEveryMs, round: () => measure(sender) },
      { name: 'message-overdue', everyMs: overdueEveryMs, round: () => giveUpOverdue(context) },
    ],
  };
}

async function claimDue({ context, lines }: Sender): Promise<readonly Judged[]> {
  const now = context.clock.millis();
  const free = lines.filter((line) => line.pausedUntilMs <= now && line.open.ready());
  const offers = free.map(offerOf).filter((offer) => offer.free > 0);
  if (offers.length === 0) return [];
  const claimed = await claimMessages(context.db, { offers, node: nodeName() });
  return claimed.length === 0 ? [] : judgeClaimed(context, claimed);
}

// In lots: a look at the queue for each place that comes free would cost more than the place.
function offerOf({ gateway, busy, pauses }: Line): Offer {
  const { channel, atOnceMax } = gateway;
  // One is enough to see whether a provider is back.
  if (pauses > 0) return { channel, free: 1 - busy };
  return { channel, free: busy > atOnceMax / 2 ? 0 : atOnceMax - busy };
}

async function handOver(
  { context, parts, lines }: Sender,
  judged: Judged,
  signal: AbortSignal,
): Promise<void> {
  const line = lines.find((each) => each.gateway.channel === judged.claimed.channel);
  if (line === undefined) return;
  const { open: gateway } = line;
  const { attachments, fillSecret } = parts;
  line.busy += 1;
  try {
    const tools = { context, gateway, attachments, fillSecret, signal };
    const answer = await attemptMessage(judged, tools);
    setPace(context, line, answer);
  } finally {
    line.busy -= 1;
  }
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
  const wait = Math.min(MESSAGE.pauseMaxMs, MESSAGE.pauseFirstMs * 2 ** line.pauses);
  line.pauses += 1;
  line.pausedUntilMs = now + wait;
  context.log.warn({ channel: line.gateway.channel, wait }, 'a provider takes no messages');
}

async function takeBack({ db, metrics }: Context): Promise<number> {
  const lost = await takeBackLost(db);
  if (lost > 0) metrics.events.inc({ name: 'message_taken_back' }, lost);
  return lost;
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

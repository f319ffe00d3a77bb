// The sender. Claims due messages for this node's channels, and pauses a channel while its provider
// accepts no messages.

import type { Context } from '../../../platform/context.js';
import type { AttachmentStore } from '../../../platform/files/attachment-store.js';
import { type LeaseWork, nodeName, startLeaseWorker } from '../../../platform/lease/worker.js';
import { endEach } from '../../../platform/stop.js';
import type { RunningWorker, Worker } from '../../../platform/worker.js';
import type { PartyPorts } from '../../party/index.js';
import type { Channel } from '../channel/channel.js';
import type { Gateway, OpenGateway } from '../channel/gateway.js';
import type { MessageSink } from '../channel/inbound.js';
import { MESSAGE } from '../limits.js';
import type { FillSecret } from '../port.js';
import { type Answer, attemptMessage, type Judged, judgeClaimed } from './attempt.js';
import { MESSAGE_SIGNAL } from './message.js';
import { giveUpOverdue } from './overdue.js';
import { pausedChannels } from './pause-queries.js';
import {
  claimMessages,
  countTransports,
  type Offer,
  recoverLost,
  renewLeases,
} from './sender-queries.js';

/** The dependencies of the sender. */
interface SenderParts {
  readonly gateways: readonly Gateway[];
  readonly attachments: AttachmentStore;
  readonly fillSecret: FillSecret;
  readonly party: PartyPorts;
  readonly sink: (context: Context) => MessageSink;
  /** The gateways that are open on this node. Only the sender changes this map. */
  readonly open: Map<Channel, OpenGateway>;
}

/** The worker that sends messages. It may run on every node. */
export function messageSender(parts: SenderParts): Worker {
  return { name: 'message-sender', role: 'jobs', start: (context) => startSender(context, parts) };
}

/** An open gateway, with its counts of running attempts and consecutive pauses. */
interface Line {
  readonly gateway: Gateway;
  readonly open: OpenGateway;
  busy: number;
  /** No attempts are made before this time, because the provider accepts none. */
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

// Leases on messages. If the node stops before a provider has responded, the lease expires and
// another node sends the message again under the same reference.
function leasesOf(sender: Sender): LeaseWork<Judged> {
  const { context, lines } = sender;
  const { pollIntervalMs, renewIntervalMs, stopWaitMs, measureIntervalMs, overdueIntervalMs } =
    MESSAGE;
  return {
    name: 'message',
    wakeOn: MESSAGE_SIGNAL,
    limits: {
      heldMax: lines.reduce((sum, { gateway }) => sum + gateway.atOnceMax, 0),
      ...{ pollIntervalMs, renewIntervalMs, stopWaitMs },
    },
    idOf: ({ claimed }) => claimed.id,
    claim: () => claimDue(sender),
    run: (judged, { signal }) => sendClaimed(sender, judged, signal),
    timeoutMsOf: () => MESSAGE.sendTimeoutMs,
    renew: (held) =>
      renewLeases(
        context.db,
        held.map(({ claimed }) => claimed),
      ),
    takeBack: () => takeBack(context),
    beside: [
      { name: 'message-measure', everyMs: measureIntervalMs, round: () => measure(sender) },
      { name: 'message-overdue', everyMs: overdueIntervalMs, round: () => giveUpOverdue(context) },
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

// Claims messages in batches, because one query per free slot would cost more than a short wait.
function offerOf({ gateway, busy, pauses }: Line): Offer {
  const { channel, atOnceMax } = gateway;
  // One message is enough to find out whether the provider is available again.
  if (pauses > 0) return { channel, free: 1 - busy };
  return { channel, free: busy > atOnceMax / 2 ? 0 : atOnceMax - busy };
}

async function sendClaimed(
  { context, parts, lines }: Sender,
  judged: Judged,
  signal: AbortSignal,
): Promise<void> {
  const line = lines.find((each) => each.gateway.channel === judged.claimed.channel);
  if (line === undefined) return;
  const { open: gateway } = line;
  const { attachments, fillSecret, party } = parts;
  line.busy += 1;
  try {
    const tools = { context, gateway, attachments, fillSecret, party, signal };
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
  // Attempts that ran at the same time all report the same outage, so only the first one counts.
  if (line.pausedUntilMs > now) return;
  const wait = Math.min(MESSAGE.pauseMaxMs, MESSAGE.pauseFirstMs * 2 ** line.pauses);
  line.pauses += 1;
  line.pausedUntilMs = now + wait;
  context.log.warn({ channel: line.gateway.channel, wait }, 'a provider accepts no messages');
}

async function takeBack({ db, metrics }: Context): Promise<number> {
  const lost = await recoverLost(db);
  if (lost > 0) metrics.events.inc({ name: 'message_taken_back' }, lost);
  return lost;
}

async function measure({ context, lines }: Sender): Promise<void> {
  const { waiting, sending, failed } = await countTransports(context.db);
  const { gauges } = context.metrics;
  gauges.set({ name: 'messages_waiting' }, Number(waiting));
  gauges.set({ name: 'messages_sending' }, Number(sending));
  gauges.set({ name: 'messages_failed' }, Number(failed));
  const paused = await pausedChannels(context.db);
  for (const line of lines) {
    const up = line.open.ready() && line.pauses === 0 && !paused.has(line.gateway.channel);
    gauges.set({ name: `gateway_${line.gateway.channel.toLowerCase()}_up` }, up ? 1 : 0);
  }
}

// Opens a gateway without an app, for contract tests.

import type {
  Delivery,
  Gateway,
  MessageSink,
  OpenGateway,
  OutgoingMessage,
} from '../../src/modules/crm/index.js';
import { systemClock } from '../../src/platform/clock.js';
import { createLog } from '../../src/platform/log/log.js';
import { createMetrics } from '../../src/platform/log/metrics.js';

export function openGateway(
  gateway: Gateway,
  sink: MessageSink,
  metrics = createMetrics(),
): Promise<OpenGateway> {
  return gateway.open({ clock: systemClock, log: createLog('silent'), metrics }, sink);
}

/** The sink for a gateway that only sends. */
export const unusedSink: MessageSink = {
  store: async () => [],
  read: async () => undefined,
};

/** Returns a sink that passes each delivery on. A delivery is stored when `keep` resolves. */
export function sinkFor(keep: (delivery: Delivery) => Promise<void>): MessageSink {
  return {
    store: async (delivery) => {
      await keep(delivery);
      return [];
    },
    read: async () => undefined,
  };
}

/** Returns a message with these values, and defaults for the rest. */
export function outgoing(members: Partial<OutgoingMessage>): OutgoingMessage {
  return {
    ...{ id: 1n, reference: '0b9a3a52-0000-4000-8000-00000000ffff', to: 'ada@example.com' },
    ...{ subject: 'Hello', text: 'Good morning', html: undefined, files: [] },
    ...{ whatsappTemplate: undefined, unsubscribeUrl: undefined },
    ...members,
  };
}

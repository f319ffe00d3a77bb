// Webhook settings: non-public addresses to which webhooks may be sent.

import { Type } from '@sinclair/typebox';
import ipaddr from 'ipaddr.js';

export const webhookShape = {
  /** Non-public networks such as `10.20.0.0/16` to which webhooks may be sent. */
  webhookNetworks: Type.Array(Type.String({ pattern: '^[\\da-fA-F.:]+/\\d{1,3}$' })),
  /** True if webhooks may be sent to this machine, and without TLS. */
  webhookLoopback: Type.Boolean(),
  /** Timeout from the start of an attempt until the response status. Tests shorten it. */
  webhookAnswerMs: Type.Optional(Type.Integer({ minimum: 1 })),
  /** How long an owner's rights are cached. Tests shorten it. */
  webhookRightsMs: Type.Optional(Type.Integer({ minimum: 1 })),
};

/** Reads the settings from the environment. */
export function webhookSettings(
  environment: Readonly<Record<string, string | undefined>>,
  demo: boolean,
) {
  const networks = environment.COUNTINGHOUSE_WEBHOOK_NETWORKS ?? '';
  const loopback = environment.COUNTINGHOUSE_WEBHOOK_LOOPBACK;
  return {
    webhookNetworks: networks === '' ? [] : networks.split(',').map((each) => each.trim()),
    webhookLoopback: loopback ? loopback === 'yes' : demo,
  };
}

/** Returns the first invalid network. Undefined if all are valid. */
export function wrongNetwork(networks: readonly string[]): string | undefined {
  return networks.find((network) => !ipaddr.isValidCIDR(network));
}

// Settings of webhooks: what they may be sent to beyond public addresses.

import { Type } from '@sinclair/typebox';
import ipaddr from 'ipaddr.js';

export const webhookShape = {
  /** Networks as `10.20.0.0/16`, to which webhooks may be sent although they are not public. */
  webhookNetworks: Type.Array(Type.String({ pattern: '^[\\da-fA-F.:]+/\\d{1,3}$' })),
  /** Whether webhooks may be sent to this machine itself, and without TLS. */
  webhookLoopback: Type.Boolean(),
  /** From the start of an attempt to the status of its answer; tests shorten it. */
  webhookAnswerMs: Type.Optional(Type.Integer({ minimum: 1 })),
  /** How long the rights of an owner are cached; tests shorten it. */
  webhookRightsMs: Type.Optional(Type.Integer({ minimum: 1 })),
};

/** The settings as the environment has them. */
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

/** The first network that is none; undefined when all are. */
export function wrongNetwork(networks: readonly string[]): string | undefined {
  return networks.find((network) => !ipaddr.isValidCIDR(network));
}

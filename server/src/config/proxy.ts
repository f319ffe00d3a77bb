// Settings for trusted proxies, which may provide the client's address.

import { Type } from '@sinclair/typebox';
import ipaddr from 'ipaddr.js';

export const proxyShape = {
  /** Networks such as `10.0.0.7/32`. The `X-Forwarded-For` of requests from them is trusted. */
  trustedProxies: Type.Array(Type.String({ pattern: '^[\\da-fA-F.:]+/\\d{1,3}$' })),
  /** True if portals may send a customer's password in the query of a GET. */
  loginByQuery: Type.Boolean(),
};

/** Reads the settings from the environment. A single address becomes a network of size one. */
export function proxySettings(
  environment: Readonly<Record<string, string | undefined>>,
  demo: boolean,
) {
  const { COUNTINGHOUSE_TRUSTED_PROXIES: proxies, COUNTINGHOUSE_LOGIN_BY_QUERY: byQuery } =
    environment;
  return {
    trustedProxies: (proxies ?? '').split(',').flatMap((each) => networkOf(each.trim())),
    loginByQuery: byQuery ? byQuery === 'yes' : demo,
  };
}

function networkOf(text: string): readonly string[] {
  if (text === '') return [];
  if (text.includes('/')) return [text];
  return [`${text}/${text.includes(':') ? 128 : 32}`];
}

/** Returns an error message about the first invalid network. Undefined if all are valid. */
export function wrongProxy(networks: readonly string[]): string | undefined {
  const wrong = networks.find((network) => !ipaddr.isValidCIDR(network));
  if (wrong !== undefined) return `${wrong} is not a network`;
  // With such a network, every caller would be a trusted proxy and could claim any address.
  const all = networks.find((network) => network.endsWith('/0'));
  return all === undefined ? undefined : `${all} would let every caller choose an address`;
}

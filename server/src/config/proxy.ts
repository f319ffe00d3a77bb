// Settings of the proxies before the server: whose word about the client's address is taken.

import { Type } from '@sinclair/typebox';
import ipaddr from 'ipaddr.js';

export const proxyShape = {
  /** Networks as `10.0.0.7/32`: of a request from one of them, `X-Forwarded-For` is read. */
  trustedProxies: Type.Array(Type.String({ pattern: '^[\\da-fA-F.:]+/\\d{1,3}$' })),
  /** Whether portals may send a customer's password in the query of a GET. */
  loginByQuery: Type.Boolean(),
};

/** The settings as the environment has them. A single address becomes a network of one. */
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

/** What is wrong with the networks, in a sentence; undefined when nothing is. */
export function wrongProxy(networks: readonly string[]): string | undefined {
  const wrong = networks.find((network) => !ipaddr.isValidCIDR(network));
  if (wrong !== undefined) return `${wrong} is not a network`;
  // Everybody would be a proxy, and every caller could choose an address.
  const all = networks.find((network) => network.endsWith('/0'));
  return all === undefined ? undefined : `${all} would let every caller choose an address`;
}

// Determines the client's address behind trusted proxies. Limits, sessions and the audit log use
// it.

import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that one subscriber controls. */
const SUBSCRIBER_BITS = 64;

/** Returns a function that tests whether one of the networks contains an address. */
export function trustIn(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    const bare = canonical(address);
    if (bare === undefined) return false;
    const parsed = ipaddr.process(bare);
    return ranges.some(
      ([range, bits]) => range.kind() === parsed.kind() && parsed.match([range, bits]),
    );
  };
}

/**
 * Returns the last hop of `X-Forwarded-For` that is not a trusted proxy, or the socket's own
 * address if that is not trusted. A hop that is not an address is replaced by the proxy that sent
 * it.
 */
export function addressOf({ ip, ips }: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  const hops = ips ?? [ip];
  for (const hop of hops.toReversed()) {
    const address = canonical(hop);
    if (address !== undefined) return address;
  }
  return '';
}

// Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
function canonical(hop: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return bare;
  const [plain = ''] = bare.split('%', 1);
  return ipaddr.IPv6.isValid(plain) ? ipaddr.process(plain).toString() : undefined;
}

/** Returns the network to which limits apply: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${SUBSCRIBER_BITS}`)}/64`;
}

interface Forwarded {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Warns once if an untrusted proxy forwards requests, because all its clients would share an
 * address.
 */
export function forwardingWatch(
  log: { readonly warn: (details: object, sentence: string) => void },
  isTrusted: (address: string) => boolean,
) {
  let warned = false;
  return ({ headers, socket }: Forwarded): void => {
    if (warned || headers['x-forwarded-for'] === undefined) return;
    const address = socket.remoteAddress ?? '';
    if (isTrusted(address)) return;
    warned = true;
    log.warn(
      { address },
      'X-Forwarded-For was ignored, because its sender is not a trusted proxy. If it is your ' +
        'proxy, add it to COUNTINGHOUSE_TRUSTED_PROXIES. Otherwise all its clients share ' +
        'one address.',
    );
  };
}

// Where webhooks may be sent: public addresses, and the networks that the operator names. Whoever
// may set a URL must not reach what only this machine can reach.

import { type LookupAddress, lookup as lookupName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ENDPOINT } from './limits.js';

/** What the operator allows beyond public addresses. */
export interface TargetRule {
  /** Networks as `10.20.0.0/16`. */
  readonly webhookNetworks: readonly string[];
  /** Whether the loopback addresses are allowed, and http to them. */
  readonly webhookLoopback: boolean;
}

/** The target is not one that webhooks may be sent to; the message says why. */
export class TargetRefused extends Error {}

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
/** The only block of IPv6 that is given out for use on the internet. */
const GLOBAL_UNICAST = '2000::/3';

/**
 * Reads the URL of an endpoint and judges what it says by itself. Numbers in any notation become
 * addresses here, because the URL standard reads them so. Throws TargetRefused.
 */
export function readTarget(text: string, rule: TargetRule): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new TargetRefused('is not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TargetRefused('must begin with https://');
  }
  if (url.protocol === 'http:' && !rule.webhookLoopback) {
    throw new TargetRefused('must begin with https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new TargetRefused('must not hold a user name or password');
  }
  if (url.hash !== '') throw new TargetRefused('must not hold a fragment');
  const port = Number(url.port);
  if (port !== 0 && port !== 80 && port !== 443 && port < ENDPOINT.portMin) {
    throw new TargetRefused(`must have port 80, 443 or one from ${ENDPOINT.portMin} on`);
  }
  const address = addressIn(url);
  if (address !== undefined) refuseAddress(address, url, rule);
  return url;
}

/** The address that stands in a URL in place of a name. */
function addressIn(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

/** Throws TargetRefused unless this address may be sent to. */
function refuseAddress(address: string, url: URL, rule: TargetRule): void {
  // An address of IPv4 inside one of IPv6 is judged as what it is.
  const judged = ipaddr.process(address);
  const isLoopback = LOOPBACK.some((network) => isIn(judged, network));
  if (url.protocol === 'http:' && !isLoopback) {
    throw new TargetRefused('must begin with https://');
  }
  if (isLoopback && rule.webhookLoopback) return;
  if (rule.webhookNetworks.some((network) => isIn(judged, network))) return;
  if (!isPublic(judged)) {
    throw new TargetRefused(`leads to ${address}, which is no public address`);
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isIn(address: Address, network: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(network);
  return address.kind() === base.kind() && address.match(base, bits);
}

// What leads back into IPv4 (NAT64, 6to4, Teredo) has a range of its own and is refused with it.
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isIn(address, GLOBAL_UNICAST);
}

/** Finds all addresses of a name; a test hands in names that change theirs. */
export type Resolver = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name for one connection, which then goes to an address that was judged here and to no
 * other. One forbidden address among several refuses them all.
 */
export function judgingLookup(
  url: URL,
  rule: TargetRule,
  resolver: Resolver = lookupName,
): LookupFunction {
  return (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      const fault = error ?? faultOf(addresses, url, rule);
      const [first] = addresses ?? [];
      if (fault !== undefined || first === undefined) {
        callback(fault ?? new TargetRefused('its name has no address'), '', 0);
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

function faultOf(
  addresses: readonly LookupAddress[],
  url: URL,
  rule: TargetRule,
): TargetRefused | undefined {
  try {
    for (const { address } of addresses) refuseAddress(address, url, rule);
    return undefined;
  } catch (error) {
    if (error instanceof TargetRefused) return error;
    throw error;
  }
}

/**
 * Judges a URL with all addresses that its name has now. It may have others a moment later, so each
 * connection judges again. Throws TargetRefused.
 */
export async function checkTarget(
  text: string,
  rule: TargetRule,
  resolver?: Resolver,
): Promise<URL> {
  const url = readTarget(text, rule);
  if (addressIn(url) !== undefined) return url;
  const resolve = judgingLookup(url, rule, resolver);
  await new Promise<void>((fulfil, reject) => {
    const timer = setTimeout(
      () => reject(new TargetRefused('its name could not be resolved in time')),
      ENDPOINT.resolveMs,
    );
    resolve(url.hostname, { all: true }, (error) => {
      clearTimeout(timer);
      if (error === null) fulfil();
      else if (error instanceof TargetRefused) reject(error);
      else reject(new TargetRefused('its name could not be resolved'));
    });
  });
  return url;
}

// Permitted webhook targets: public addresses, and networks that the operator configures. A user
// who sets a URL must not be able to reach addresses that only this machine can reach.

import { type LookupAddress, lookup as lookupName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ENDPOINT } from './limits.js';

/** Targets that the operator permits in addition to public addresses. */
export interface TargetRule {
  /** Networks in CIDR notation, such as `10.20.0.0/16`. */
  readonly webhookNetworks: readonly string[];
  /** Whether loopback addresses, and plain http to them, are permitted. */
  readonly webhookLoopback: boolean;
}

/** Thrown if the target is not permitted. The message contains the reason. */
export class TargetRefused extends Error {}

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
/** The only IPv6 block assigned for use on the internet. */
const GLOBAL_UNICAST = '2000::/3';

/**
 * Parses an endpoint's URL and checks everything that needs no name resolution. A numeric host in
 * any notation becomes an address here, as the URL standard requires. Throws TargetRefused.
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
    throw new TargetRefused('must not contain a user name or password');
  }
  if (url.hash !== '') throw new TargetRefused('must not contain a fragment');
  const port = Number(url.port);
  if (port !== 0 && port !== 80 && port !== 443 && port < ENDPOINT.portMin) {
    throw new TargetRefused(`must have port 80, 443 or a port from ${ENDPOINT.portMin} up`);
  }
  const address = addressIn(url);
  if (address !== undefined) refuseAddress(address, url, rule);
  return url;
}

/** Returns the address in a URL that contains an address instead of a name. */
function addressIn(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

/** Throws TargetRefused unless the address is permitted. */
function refuseAddress(address: string, url: URL, rule: TargetRule): void {
  // An IPv4 address embedded in an IPv6 address is checked as IPv4.
  const judged = ipaddr.process(address);
  const isLoopback = LOOPBACK.some((network) => isIn(judged, network));
  if (url.protocol === 'http:' && !isLoopback) {
    throw new TargetRefused('must begin with https://');
  }
  if (isLoopback && rule.webhookLoopback) return;
  if (rule.webhookNetworks.some((network) => isIn(judged, network))) return;
  if (!isPublic(judged)) {
    throw new TargetRefused(`resolves to ${address}, which is not a public address`);
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isIn(address: Address, network: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(network);
  return address.kind() === base.kind() && address.match(base, bits);
}

// Returns whether an address is public. Ranges that embed IPv4 addresses (NAT64, 6to4, Teredo) are
// not unicast ranges according to the library, so they are refused.
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isIn(address, GLOBAL_UNICAST);
}

/** Resolves a name to all its addresses. Tests supply names whose addresses change. */
export type Resolver = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name for one connection, which can then only use an address checked here. If any of a
 * name's addresses is forbidden, all are refused.
 */
export function checkingLookup(
  url: URL,
  rule: TargetRule,
  resolver: Resolver = lookupName,
): LookupFunction {
  return (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      const fault = error ?? faultOf(addresses, url, rule);
      const [first] = addresses ?? [];
      if (fault !== undefined || first === undefined) {
        callback(fault ?? new TargetRefused('its host name has no address'), '', 0);
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
 * Checks a URL with all current addresses of its name. The addresses may change a moment later, so
 * each connection checks again. Throws TargetRefused.
 */
export async function checkTarget(
  text: string,
  rule: TargetRule,
  resolver?: Resolver,
): Promise<URL> {
  const url = readTarget(text, rule);
  if (addressIn(url) !== undefined) return url;
  const resolve = checkingLookup(url, rule, resolver);
  await new Promise<void>((fulfil, reject) => {
    const timer = setTimeout(
      () => reject(new TargetRefused('its host name could not be resolved in time')),
      ENDPOINT.resolveMs,
    );
    resolve(url.hostname, { all: true }, (error) => {
      clearTimeout(timer);
      if (error === null) fulfil();
      else if (error instanceof TargetRefused) reject(error);
      else reject(new TargetRefused('its host name could not be resolved'));
    });
  });
  return url;
}

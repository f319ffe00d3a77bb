// Recognises requests that come from this machine and not through a proxy from another one.

import ipaddr from 'ipaddr.js';

/** The sender of a request. */
export interface Sender {
  /** The client's address. */
  readonly address: string;
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** Headers that proxies add. If one is present, the client is another machine. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

const LOOPBACK_NAMES = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** True if a request comes from this machine without a proxy. */
export function isFromThisMachine({ address, header }: Sender): boolean {
  return isLoopback(address) && FORWARDING.every((name) => header(name) === undefined);
}

/** True if an address belongs to this machine. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/**
 * True if a `Host` header names this machine or the host of the public URL. A page of another site
 * can reach the loopback address through a DNS name of its own.
 */
export function namesThisMachine(host: string | undefined, publicUrl?: string): boolean {
  const url = `http://${host ?? ''}`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  const ours = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  return LOOPBACK_NAMES.has(hostname) || hostname === ours;
}

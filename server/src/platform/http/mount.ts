// The mounts of operations. Operations are registered once, under the first mount. Requests to the
// legacy mount are routed as if they were under the first. Market data is also registered under a
// separate mount.

import type { FastifyRequest } from 'fastify';

/**
 * The paths under which operations are mounted. Replies under the legacy mount use the old
 * envelope.
 */
export const MOUNTS = ['/api/v1', '/ebclient/rest/api/v1'] as const;

/**
 * The path under which market data is also mounted. Replies are the same as under the first mount.
 */
export const MARKET_DATA_MOUNT = '/mds/rest/api/v1';

/** The mount that a request used. */
type Mount = (typeof MOUNTS)[number] | typeof MARKET_DATA_MOUNT;

const [MOUNT, LEGACY_MOUNT] = MOUNTS;

// Some clients join the host's address and the path with two slashes.
const TWO_SLASHES = MARKET_DATA_MOUNT.replace('/mds/', '/mds//');

/** The legacy mount ends before this slash of a path, counted from 1. */
const LEGACY_SLASHES = LEGACY_MOUNT.split('/').length;

/**
 * Returns the URL from which the router finds a request's operation. A URL outside the legacy mount
 * is returned unchanged, except that a double slash in the mount of market data is removed. A URL
 * that the router rejects is also returned unchanged, because the rejection quotes it.
 */
export function routedUrl(url: string): string {
  // Clients may percent-encode any character, and proxies send the whole URL.
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)?(.*)$/is.exec(url) ?? [];
  const end = endOfMount(path);
  if (path.startsWith(`${TWO_SLASHES}/`) && !isRejected(url, origin)) {
    return `${origin}${MARKET_DATA_MOUNT}${path.slice(TWO_SLASHES.length)}`;
  }
  if (end === undefined || isRejected(url, origin)) return url;
  const isLegacy = decodeURI(path.slice(0, end)) === LEGACY_MOUNT;
  return isLegacy ? `${origin}${MOUNT}${path.slice(end)}` : url;
}

function endOfMount(path: string): number | undefined {
  let end = -1;
  for (let slashes = 0; slashes < LEGACY_SLASHES; slashes += 1) {
    end = path.indexOf('/', end + 1);
    if (end < 0) return undefined;
  }
  return end;
}

// True for a path that is not percent-encoded UTF-8, and for a whole URL with a fragment.
function isRejected(url: string, origin: string): boolean {
  if (origin !== '' && url.includes('#')) return true;
  if (!url.includes('%')) return false;
  try {
    decodeURI(url.split(/[?#]/, 1).join());
    return false;
  } catch {
    return true;
  }
}

/**
 * Returns the mount of a request. A request that matches no operation belongs to the first mount.
 */
export function mountOf(request: FastifyRequest): Mount {
  if (request.routeOptions.url?.startsWith(`${MARKET_DATA_MOUNT}/`)) return MARKET_DATA_MOUNT;
  if (request.url.startsWith(`${MARKET_DATA_MOUNT}/`)) return MOUNT;
  return request.originalUrl === request.url ? MOUNT : LEGACY_MOUNT;
}

/** Converts a path below the first mount to the mount that the caller used. */
export function pathAsCalled(request: FastifyRequest, path: string): string {
  return mountOf(request) === LEGACY_MOUNT && path.startsWith(`${MOUNT}/`)
    ? `${LEGACY_MOUNT}${path.slice(MOUNT.length)}`
    : path;
}

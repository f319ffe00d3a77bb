// The two mounts of every operation. Operations are registered once, under the first mount. A
// request to the legacy mount is routed as if it were under the first one.

import type { FastifyRequest } from 'fastify';

/** The paths under which operations are mounted. The legacy mount answers with the old envelope. */
export const MOUNTS = ['/api/v1', '/ebclient/rest/api/v1'] as const;

const [MOUNT, LEGACY_MOUNT] = MOUNTS;

/** The legacy mount ends before the slash with this ordinal in a path. */
const LEGACY_SLASHES = LEGACY_MOUNT.split('/').length;

/**
 * Returns the address by which the router finds the operation of a request. An address outside the
 * legacy mount is returned unchanged. So is one that the router rejects, because the rejection
 * quotes it.
 */
export function routedUrl(url: string): string {
  // Clients may percent-encode any character, and proxies send the whole URL.
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)?(.*)$/is.exec(url) ?? [];
  const end = endOfMount(path);
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
export function mountOf(request: FastifyRequest): (typeof MOUNTS)[number] {
  return request.originalUrl === request.url ? MOUNT : LEGACY_MOUNT;
}

/** Converts a path below the first mount to the mount that the caller used. */
export function pathAsCalled(request: FastifyRequest, path: string): string {
  return mountOf(request) === LEGACY_MOUNT && path.startsWith(`${MOUNT}/`)
    ? `${LEGACY_MOUNT}${path.slice(MOUNT.length)}`
    : path;
}

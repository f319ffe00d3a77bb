// Decides who may read the metrics: the holder of the token or, if no token is configured, only
// callers on this machine.

import { createHash, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../../config/config.js';
import { commonProblems, type Problem, refusal } from '../reply/problem.js';

/** The known facts about the sender of a request. */
interface MetricsRequest {
  /** The client's address. */
  readonly address: string;
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

/**
 * Returns the reason for a refusal: INVALID_CREDENTIALS if the configured token is missing;
 * FORBIDDEN for other machines if no token is configured.
 */
export function refusedMetrics(
  { metricsToken }: Pick<Config, 'metricsToken'>,
  { address, header }: MetricsRequest,
): Problem | undefined {
  if (metricsToken !== undefined) {
    return holdsToken(header('authorization'), metricsToken)
      ? undefined
      : refusal(commonProblems.INVALID_CREDENTIALS, {
          detail: 'the token of COUNTINGHOUSE_METRICS_TOKEN is required as a bearer token',
        });
  }
  const isForwarded = FORWARDING.some((name) => header(name) !== undefined);
  if (isLoopback(address) && !isForwarded) return undefined;
  return refusal(commonProblems.FORBIDDEN, {
    detail:
      'the metrics are served only to this machine; set COUNTINGHOUSE_METRICS_TOKEN, or ' +
      'COUNTINGHOUSE_METRICS_ADDRESS for a separate listener',
  });
}

/** True if an address belongs to this machine. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

// Digests have equal length, so the comparison takes the same time for any token.
function holdsToken(authorization: string | undefined, token: string): boolean {
  const [, presented = ''] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digestOf(presented), digestOf(token));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

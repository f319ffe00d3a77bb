// Who reads the figures of the process: the holder of the token, or without one this machine alone.

import { createHash, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../../config/config.js';
import { commonProblems, type Problem, refusal } from '../reply/problem.js';

/** What the request shows of its sender. */
interface MetricsRequest {
  /** The address of the client. */
  readonly address: string;
  readonly header: (name: string) => string | undefined;
}

/** Each is added by some proxy: the client is another machine then. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Returns why the caller does not get the figures: INVALID_CREDENTIALS without the token of the
 * settings; where they have none, FORBIDDEN to other machines.
 */
export function refusedMetrics(
  { metricsToken }: Pick<Config, 'metricsToken'>,
  { address, header }: MetricsRequest,
): Problem | undefined {
  if (metricsToken !== undefined) {
    return holdsToken(header('authorization'), metricsToken)
      ? undefined
      : refusal(commonProblems.INVALID_CREDENTIALS, {
          detail: 'the token of COUNTINGHOUSE_METRICS_TOKEN is needed as a bearer token',
        });
  }
  const isForwarded = FORWARDING.some((name) => header(name) !== undefined);
  if (isLoopback(address) && !isForwarded) return undefined;
  return refusal(commonProblems.FORBIDDEN, {
    detail:
      'the figures are for this machine alone; set COUNTINGHOUSE_METRICS_TOKEN, or ' +
      'COUNTINGHOUSE_METRICS_ADDRESS for a listener of their own',
  });
}

/** Whether an address is one of this machine alone. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

// Digests have one length, so that the comparison takes the same time whatever is presented.
function holdsToken(authorization: string | undefined, token: string): boolean {
  const [, presented = ''] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digestOf(presented), digestOf(token));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// Decides who may read the metrics: holders of the token or, if none is configured, callers on this
// machine.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../config/config.js';
import { commonProblems, type Problem, refusal } from '../reply/problem.js';
import { isFromThisMachine, type Sender } from '../request/this-machine.js';

/**
 * Returns the reason for a refusal. INVALID_CREDENTIALS: the configured token is missing.
 * FORBIDDEN: no token is configured, and the caller is on another machine.
 */
export function refusedMetrics(
  { metricsToken }: Pick<Config, 'metricsToken'>,
  sender: Sender,
): Problem | undefined {
  if (metricsToken !== undefined) {
    return holdsToken(sender.header('authorization'), metricsToken)
      ? undefined
      : refusal(commonProblems.INVALID_CREDENTIALS, {
          detail: 'the token in COUNTINGHOUSE_METRICS_TOKEN is required as a bearer token',
        });
  }
  if (isFromThisMachine(sender)) return undefined;
  return refusal(commonProblems.FORBIDDEN, {
    detail:
      'the metrics are served only to this machine; set COUNTINGHOUSE_METRICS_TOKEN, or ' +
      'COUNTINGHOUSE_METRICS_ADDRESS for a separate listener',
  });
}

// Compares digests of equal length, so that the comparison takes the same time for any token.
function holdsToken(authorization: string | undefined, token: string): boolean {
  const [, presented = ''] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digestOf(presented), digestOf(token));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// The verdict on a webhook response, and the delay before the next attempt.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pauseMs, retryWaitMs, verdictOf } from '../../../src/modules/webhook/verdict.js';

const answer = (status?: number, headers: Record<string, string> = {}) => ({
  ...(status === undefined ? {} : { status }),
  headers,
  tookMs: 1,
});

describe('verdicts', () => {
  const verdicts: readonly (readonly [string, readonly (number | undefined)[]])[] = [
    ['DELIVERED', [200, 201, 202, 204, 299]],
    ['GONE', [410]],
    ['UNREACHABLE', [undefined, 408, 425, 429, 502, 503, 504]],
    ['REFUSED', [199, 300, 301, 302, 307, 308, 400, 401, 403, 404, 409, 411, 422, 500, 501, 599]],
  ];
  for (const [verdict, statuses] of verdicts) {
    test(`${verdict} is ${statuses.map(String).join(', ')}`, () => {
      for (const status of statuses) assert.equal(verdictOf(answer(status)), verdict);
    });
  }
});

describe('waits', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  test('an endpoint pauses a second, then twice as long each time, up to five minutes', () => {
    const pauses = [1, 2, 3, 4, 9, 10, 1_000].map((failures) =>
      pauseMs({ failures, answer: answer(500) }, 0.5, now),
    );
    assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000]);
  });

  test('pauses vary by a fifth either way', () => {
    assert.equal(pauseMs({ failures: 1, answer: answer(500) }, 0, now), 800);
    assert.equal(pauseMs({ failures: 1, answer: answer(500) }, 1, now), 1_200);
  });

  test('Retry-After of 429 and 503 is respected, as seconds or a date, for an hour at most', () => {
    const asked = (status: number, text: string) =>
      pauseMs({ failures: 1, answer: answer(status, { 'retry-after': text }) }, 0.5, now);
    assert.equal(asked(429, '90'), 90_000);
    assert.equal(asked(503, 'Thu, 01 Jan 2026 00:02:00 GMT'), 120_000);
    assert.equal(asked(429, '999999'), 3_600_000);
    for (const nonsense of ['', '-5', 'soon', '0', 'Wed, 31 Dec 2025 00:00:00 GMT']) {
      assert.equal(asked(429, nonsense), 1_000, nonsense);
    }
    assert.equal(asked(500, '90'), 1_000);
  });

  test('a parked delivery is retried for three days and no longer', () => {
    let ageMs = 0;
    let attempts = 1;
    for (;;) {
      const waitMs = retryWaitMs({ attempts, ageMs }, 0.5);
      if (waitMs === undefined) break;
      ageMs += waitMs;
      attempts += 1;
    }
    assert.ok(ageMs > 2.5 * 86_400_000 && ageMs <= 3 * 86_400_000);
    assert.ok(attempts >= 12 && attempts <= 16, String(attempts));
  });
});

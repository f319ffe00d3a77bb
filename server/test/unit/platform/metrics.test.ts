// The process's metrics as text: reads have fewer buckets than writes.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMetrics, metricsText } from '../../../src/platform/log/metrics.js';

describe('the metrics', () => {
  it('have four buckets for a read, which a write has too, and all counts', async () => {
    const metrics = createMetrics();
    for (const seconds of [0.001, 0.03, 0.3, 9]) {
      metrics.requestSeconds.observe(
        { method: 'GET', operation: 'readOne', status: '200' },
        seconds,
      );
      metrics.requestSeconds.observe(
        { method: 'PUT', operation: 'writeOne', status: '200' },
        seconds,
      );
    }
    const text = await metricsText(metrics);
    const buckets = (operation: string) =>
      text.split('\n').flatMap((line) => {
        const found = /_bucket\{le="([^"]*)",.*operation="(\w+)".*\} (\d+)$/.exec(line);
        return found?.[2] === operation ? [`${found[1]}: ${found[3]}`] : [];
      });
    assert.deepEqual(buckets('readOne'), ['0.025: 1', '0.1: 2', '0.5: 3', '2.5: 3', '+Inf: 4']);
    assert.equal(buckets('writeOne').length, 12);
    for (const each of buckets('readOne')) assert.ok(buckets('writeOne').includes(each), each);
    const counts = text.split('\n').filter((line) => line.includes('http_request_seconds_count{'));
    assert.deepEqual(
      counts.map((line) => line.replace(/^.* /, '')),
      ['4', '4'],
    );
    assert.match(text, /^countinghouse_process_cpu_user_seconds_total /m);
  });
});

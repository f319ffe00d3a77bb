// Counters and timings in the Prometheus text format.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'operation' | 'status'>;
  readonly problems: Counter<'code'>;
  readonly events: Counter<'name'>;
  readonly gauges: Gauge<'name'>;
}

const REQUEST_SECONDS = 'countinghouse_http_request_seconds';
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

/**
 * The buckets for reads. There are fewer than for writes, because there are many more read
 * operations and their times matter less. Writes have these buckets, too, so that reads and writes
 * can be added up.
 */
const READ_BUCKETS: ReadonlySet<number> = new Set([0.025, 0.1, 0.5, 2.5]);

/** Returns all metrics as text, with fewer buckets for reads. */
export async function metricsText({ registry }: Pick<Metrics, 'registry'>): Promise<string> {
  const text = await registry.metrics();
  return text
    .split('\n')
    .filter((line) => !isLeftOut(line))
    .join('\n');
}

function isLeftOut(line: string): boolean {
  if (!line.startsWith(`${REQUEST_SECONDS}_bucket{`)) return false;
  if (!line.includes('method="GET"')) return false;
  const bound = Number(/[{,]le="([^"]*)"/.exec(line)?.[1]);
  return Number.isFinite(bound) && !READ_BUCKETS.has(bound);
}

/**
 * Creates a registry. Each app has its own, so that several apps in one process, as in tests, count
 * separately.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'countinghouse_' });
  return {
    registry,
    requestSeconds: new Histogram({
      name: REQUEST_SECONDS,
      help: 'Response time, by operation and status',
      labelNames: ['method', 'operation', 'status'],
      buckets: [...BUCKETS],
      registers: [registry],
    }),
    problems: new Counter({
      name: 'countinghouse_problems_total',
      help: 'Refusals, by code',
      labelNames: ['code'],
      registers: [registry],
    }),
    events: new Counter({
      name: 'countinghouse_events_total',
      help: 'Number of internal events, by name',
      labelNames: ['name'],
      registers: [registry],
    }),
    gauges: new Gauge({
      name: 'countinghouse_state',
      help: 'Current values, by name',
      labelNames: ['name'],
      registers: [registry],
    }),
  };
}

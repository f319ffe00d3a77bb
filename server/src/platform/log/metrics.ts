// Counters and timings in the Prometheus text format.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'operation' | 'status'>;
  readonly problems: Counter<'code'>;
  readonly events: Counter<'name'>;
  readonly gauges: Gauge<'name'>;
}

/**
 * Creates a registry. There is one per app, so that several apps in one process (tests) count
 * separately.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'countinghouse_' });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'countinghouse_http_request_seconds',
      help: 'Time to answer, by operation and status',
      labelNames: ['method', 'operation', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
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

// Response times from the Prometheus metrics of the server.

import { useShaped } from '../../lib/api.js';

const POLL_INTERVAL_MS = 10_000;
const BUSIEST_MAX = 5;
/** Routes outside the API: pages and their files. */
const NO_OPERATION = 'unknown';
const METRIC = 'countinghouse_http_request_seconds';

interface Latency {
  readonly count: number;
  /** The response times, in seconds, within which 50 %, 95 % and 99 % of requests finish. */
  readonly half: number | undefined;
  readonly most: number | undefined;
  readonly nearlyAll: number | undefined;
  readonly busiest: readonly { readonly operation: string; readonly count: number }[];
}

export function useLatency(): Latency | undefined {
  const { data } = useShaped<string>('/metrics', { pollIntervalMs: POLL_INTERVAL_MS });
  return typeof data === 'string' ? latencyOf(data) : undefined;
}

function latencyOf(text: string): Latency {
  const bounds = new Map<number, number>();
  const operations = new Map<string, number>();
  for (const line of text.split('\n')) {
    const found = /^(\w+)\{(.*)\} (\S+)$/.exec(line);
    const [, name, labels = '', value] = found ?? [];
    const label = (of: string) => new RegExp(`(?:^|,)${of}="([^"]*)"`).exec(labels)?.[1];
    if (name === `${METRIC}_bucket`) add(bounds, Number(label('le')), Number(value));
    if (name === `${METRIC}_count`) add(operations, label('operation') ?? '', Number(value));
  }
  const count = bounds.get(Number.NaN) ?? Math.max(0, ...bounds.values());
  const sorted = [...bounds].filter(([bound]) => Number.isFinite(bound)).sort(([a], [b]) => a - b);
  const below = (share: number) => sorted.find(([, under]) => under >= share * count)?.[0];
  const busiest = [...operations]
    .filter(([operation]) => operation !== NO_OPERATION)
    .sort(([, one], [, other]) => other - one)
    .slice(0, BUSIEST_MAX)
    .map(([operation, times]) => ({ operation, count: times }));
  return { count, half: below(0.5), most: below(0.95), nearlyAll: below(0.99), busiest };
}

function add<Key>(sums: Map<Key, number>, key: Key, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}

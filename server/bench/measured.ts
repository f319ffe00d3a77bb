// Measures one operation. The limit and the server take turns, and the results are medians of
// several rounds.

import { type CapturedStatement, capture, transactionsWith } from './capture.js';
import { type LoadResult, type LoadStep, runLoad } from './load.js';
import { pgbench, toScript } from './pgbench.js';
import { meanOf, type ProcessorTime, perRound, processorOf } from './processor.js';
import type { Stage } from './stage.js';

export interface Measured {
  readonly name: string;
  readonly limit: string;
  readonly steps: readonly LoadStep[];
  /** The bodies of the recorded round, by step. */
  readonly sample: readonly string[];
  readonly head: readonly string[];
  /**
   * Returns how a recorded value varies in the limit's runs. `ids` are the ids in the recorded
   * replies.
   */
  readonly vary: (value: unknown, ids: readonly bigint[]) => string | undefined;
}

export interface Figures {
  readonly name: string;
  readonly limit: string;
  readonly callers: number;
  readonly limitPerSecond: number;
  readonly perSecond: number;
  readonly ratio: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The number of statements in one round, if the limit sends them without a server. */
  readonly statements?: number;
  readonly residentMegabytes: number;
  /** The processor time of each process in one round. */
  readonly processor?: ProcessorTime;
}

export interface Effort {
  readonly callers: number;
  readonly seconds: number;
  readonly rounds: number;
  /** The number of orders that the tables contain from earlier days. */
  readonly orders: number;
  /** True if the demonstration's rules send contract notes and other messages. */
  readonly notifications: boolean;
}

/** Measures one operation on a stage. */
export async function measure(stage: Stage, what: Measured, effort: Effort): Promise<Figures> {
  const said = await record(stage, what);
  const script = toScript(said.statements, what.head, (value) => what.vary(value, said.ids));
  const limits: number[] = [];
  const loads: LoadResult[] = [];
  const processor: ProcessorTime[] = [];
  const readProcessor = await processorOf(stage.databaseUrl);
  // The first seconds of a new process are not representative.
  await loadOf(stage, what, effort);
  for (let round = 0; round < effort.rounds; round += 1) {
    const { callers, seconds } = effort;
    limits.push(await pgbench({ url: stage.databaseUrl, script, callers, seconds }));
    const before = readProcessor();
    const load = await loadOf(stage, what, effort);
    if (load.failures > 0) throw new Error(`${what.name}: ${load.firstFailure}`);
    loads.push(load);
    processor.push(perRound(before, readProcessor(), load.rounds));
  }
  const limitPerSecond = median(limits);
  const perSecond = median(loads.map((load) => load.roundsPerSecond));
  return {
    name: what.name,
    limit: what.limit,
    callers: effort.callers,
    limitPerSecond,
    perSecond,
    ratio: perSecond / limitPerSecond,
    p50Ms: median(loads.map((load) => load.p50Ms)),
    p99Ms: median(loads.map((load) => load.p99Ms)),
    statements: said.statements.length,
    residentMegabytes: Math.round(process.memoryUsage().rss / 1_048_576),
    processor: meanOf(processor),
  };
}

function loadOf(stage: Stage, what: Measured, effort: Effort): Promise<LoadResult> {
  return runLoad({
    url: stage.app.url,
    headers: stage.headers,
    steps: what.steps,
    callers: effort.callers,
    seconds: effort.seconds,
  });
}

interface Recorded {
  readonly statements: readonly CapturedStatement[];
  readonly ids: readonly bigint[];
}

// The first round warms the caches (accounts, credentials, ids). The second is like all later
// rounds.
async function record(stage: Stage, what: Measured): Promise<Recorded> {
  await playOnce(stage, what);
  let ids: bigint[] = [];
  const statements = await capture(async () => {
    ids = await playOnce(stage, what);
  });
  // Workers use the database too, but only requests write to the audit log.
  return { statements: transactionsWith(statements, /insert into audit_entry/), ids };
}

async function playOnce(stage: Stage, what: Measured): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (const [index, step] of what.steps.entries()) {
    const body = what.sample[index];
    const response = await fetch(`${stage.app.url}${step.path.replace('{{id}}', String(ids[0]))}`, {
      method: step.method,
      headers: { ...stage.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${what.name}: ${text}`);
    ids.push(BigInt(/"id":(\d+)/.exec(text)?.[1] ?? '0'));
  }
  return ids;
}

/** Returns the median. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

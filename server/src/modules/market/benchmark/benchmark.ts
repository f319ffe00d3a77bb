// Benchmarks, which are indices and blends of indices. Changes are subject to the four-eyes rule.

import type { Static } from '@sinclair/typebox';
import type { Call, Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { marketProblems } from '../problems.js';
import {
  type BenchmarkMembers,
  type BenchmarkRow,
  countActiveBenchmarks,
  lockBenchmarks,
  selectActiveBenchmarks,
  selectBenchmark,
  selectBenchmarksNamed,
  storeBenchmark,
  usesOfIndex,
} from './queries.js';
import { type BenchmarkBody, benchmarkBody, type benchmarkProposal } from './schema.js';

/** The change kind for benchmarks. The subject of a change is the benchmark's code. */
export const BENCHMARKS = changeKind({
  name: 'benchmark',
  label: 'Benchmark',
  body: benchmarkBody,
  present: async (on, subject) => {
    const row = await selectBenchmark(on, { name: subject });
    return row && bodyOf(row);
  },
  check: async (work, { body }) => {
    await refuseParts(work, benchmarkFrom(body));
  },
  apply: async (work, { body, version }) => {
    const benchmark = benchmarkFrom(body);
    return { id: await storeBenchmark(work, benchmark, version), name: benchmark.name };
  },
});

/**
 * Finds an active benchmark by code, ignoring case. Refuses an unknown code with UNKNOWN_REFERENCE
 * for the member `benchmark`.
 */
export async function requireActiveBenchmark(tx: Tx, code: string): Promise<BenchmarkRow> {
  const benchmark = await selectBenchmark(tx, { name: code.trim().toUpperCase() });
  if (benchmark?.active === true) return benchmark;
  const detail = 'does not match any active benchmark';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'benchmark', detail);
}

/** Proposes a new or changed benchmark, which a second person approves. */
export function proposeBenchmark(
  work: Work,
  { reason, effectiveNote, ...body }: Static<typeof benchmarkProposal>,
): Promise<Outcome> {
  const benchmark = benchmarkFrom(body);
  const record = { subject: benchmark.name, body: bodyOf(benchmark) };
  return proposeChange(work, { kind: BENCHMARKS, ...record, reason, effectiveNote });
}

/** Lists the active benchmarks, oldest first. */
export async function listBenchmarks(call: Call, page: PageRequest): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectActiveBenchmarks(call.db, page), page);
  return { count: await countActiveBenchmarks(call.db), result: rows.map(toRecord), nextAfter };
}

/** Returns one benchmark. */
export async function readBenchmark(call: Call, id: bigint): Promise<object> {
  const row = await selectBenchmark(call.db, { id });
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return toRecord(row);
}

const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

function benchmarkFrom(body: BenchmarkBody): BenchmarkMembers {
  const name = body.code.trim().toUpperCase();
  if (!CODE.test(name)) {
    throw wrong('code', 'must contain only letters, digits, dots, dashes and underscores');
  }
  const currency = body.currency.trim().toUpperCase();
  if (minorUnits(currency) === undefined) throw wrong('currency', 'is not a currency');
  const parts = (body.parts ?? []).map(({ code, percent }) => ({
    name: code.trim().toUpperCase(),
    percent,
  }));
  parts.forEach(({ name: index, percent }, at) => {
    if (!percent.greaterThan(0)) throw wrong(`parts/${at}/percent`, 'must be above zero');
    if (parts.findIndex((other) => other.name === index) < at) {
      throw wrong(`parts/${at}/code`, 'must not occur twice in the blend');
    }
  });
  const sum = parts.reduce((total, { percent }) => total.plus(percent), new Decimal(0));
  if (parts.length > 0 && !sum.equals(100)) {
    throw wrong('parts', `has weights of ${sum.toFixed()}, which must add up to 100`);
  }
  return {
    ...{ name, label: body.label, active: body.active ?? true, currency },
    return_type: body.returnType,
    part_names: parts.map((part) => part.name),
    part_percents: parts.map((part) => part.percent.toFixed()),
  };
}

// A blend consists of indices, which are locked so that none of them becomes a blend in the
// meantime.
async function refuseParts(work: Work, { name, part_names }: BenchmarkMembers): Promise<void> {
  await lockBenchmarks(work.tx, [name, ...part_names]);
  const found = await selectBenchmarksNamed(work.tx, part_names);
  const known = new Map(found.map((row) => [row.name, row]));
  part_names.forEach((part, index) => {
    const at = `parts/${index}/code`;
    const row = known.get(part);
    if (row === undefined) {
      throw refuseMember(commonProblems.UNKNOWN_REFERENCE, at, 'does not match any benchmark');
    }
    if (part === name || row.part_names.length > 0) throw wrong(at, 'is a blend, not an index');
  });
  if (part_names.length === 0) return;
  const uses = await usesOfIndex(work.tx, name);
  if (uses?.has_levels === true)
    throw wrong('parts', 'must be absent, because the benchmark has levels');
  if (uses?.is_part === true)
    throw wrong('parts', 'must be absent, because a blend contains the benchmark');
}

function wrong(member: string, detail: string) {
  return refuseMember(marketProblems.BENCHMARK_REFUSED, member, detail);
}

function bodyOf(row: BenchmarkMembers): BenchmarkBody {
  return {
    ...{ code: row.name, label: row.label, active: row.active, currency: row.currency },
    returnType: row.return_type,
    parts: row.part_names.map((code, index) => ({
      code,
      percent: new Decimal(row.part_percents[index] ?? '0'),
    })),
  };
}

function toRecord(row: BenchmarkRow): object {
  return { id: row.id, ...bodyOf(row), version: row.version_no, ...shownStamp(row) };
}

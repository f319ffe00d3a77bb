// The chart of accounts and the account mapping, as one transaction sees them. Each office has one
// account per code and currency.

import { assert, present } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import type { FirmAccountCode, LedgerCode } from './code.js';
import { type MappingRow, selectChartVersion, selectCodes, selectMapping } from './queries.js';
import type { EntryAccount } from './shipped-chart.js';

/** The codes and mapping of one version. */
export interface Chart {
  readonly version: bigint;
  /** Returns the entry of a code; for an account in a family, the label includes its name. */
  entryOf(code: string): LedgerCode | undefined;
  /** Returns the code to which a line of an entry is booked. */
  codeFor(line: EntryAccount): FirmAccountCode;
}

// Each process caches one version for all its transactions. If a transaction changes the chart, the
// new version is cached only after the commit.
const remembered = new WeakMap<object, Chart>();
const inTransaction = new WeakMap<Tx, Promise<Chart>>();

/**
 * Returns the chart as this transaction sees it: reads the version, and reads the rest only if the
 * cached version differs.
 * @param key identifies the database, such as `context.db`
 */
export function chartOf(tx: Tx, key: object): Promise<Chart> {
  const known = inTransaction.get(tx);
  if (known !== undefined) return known;
  const reading = readChart(tx, key);
  inTransaction.set(tx, reading);
  return reading;
}

/** Makes the transaction read the chart again after changing it. */
export function forgetChart(tx: Tx): void {
  inTransaction.delete(tx);
}

async function readChart(tx: Tx, key: object): Promise<Chart> {
  const version = await selectChartVersion(tx);
  const last = remembered.get(key);
  if (last?.version === version) return last;
  const chart = chartFrom(version, await selectCodes(tx), await selectMapping(tx));
  tx.afterCommit(() => remembered.set(key, chart));
  return chart;
}

function chartFrom(
  version: bigint,
  codes: readonly LedgerCode[],
  mapping: readonly Pick<MappingRow, 'entry' | 'line' | 'code'>[],
): Chart {
  const byCode = new Map(codes.map((entry) => [entry.code, entry]));
  const mapped = new Map<string, FirmAccountCode>(
    mapping.map(({ entry, line, code }) => [`${entry}/${line}`, code]),
  );
  return {
    version,
    entryOf: (code) => byCode.get(code) ?? memberOf(byCode, code),
    codeFor: (line) => present(mapped.get(line), `the mapping has ${line}`),
  };
}

function memberOf(codes: ReadonlyMap<string, LedgerCode>, code: string): LedgerCode | undefined {
  const end = code.lastIndexOf(':');
  const family = end < 0 ? undefined : codes.get(code.slice(0, end));
  if (family?.family !== true) return undefined;
  return { ...family, code, label: `${family.label} of ${code.slice(end + 1)}`, family: false };
}

/** Returns the entry of a code that must be in the chart. */
export function requireEntry(chart: Chart, code: FirmAccountCode): LedgerCode {
  const entry = chart.entryOf(code);
  assert(entry !== undefined && !entry.family && !entry.inline, `the chart has ${code}`);
  return entry;
}

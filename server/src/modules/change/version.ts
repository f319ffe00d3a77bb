// Versions of reference data: how a record gets its first version and each later one.

import type { Context, Work } from '../../platform/context.js';
import { parseJson, toJson } from '../../platform/json/json.js';
import type { Module } from '../../platform/module.js';
import type {
  ChangeKind,
  ProposedRecord,
  VersionOrigin,
} from '../../platform/reference-data/change-kind.js';
import { systemWork } from '../../platform/system-work.js';
import { currentVersion, insertVersion, lockKind, subjectsOf } from './queries.js';

/**
 * Applies a record as its next version, approved by the caller. The caller must have locked the
 * kind of record.
 */
export async function applyVersion(
  work: Work,
  kind: ChangeKind,
  next: {
    readonly record: ProposedRecord<unknown>;
    readonly version: number;
    readonly origin: VersionOrigin;
  },
): Promise<{ readonly version: number; readonly recordId: bigint; readonly recordName: string }> {
  const { record, version, origin } = next;
  await kind.check(work, record);
  const applied = await kind.apply(work, { ...record, version, origin });
  await insertVersion(work.tx, {
    kind: kind.name,
    subject: record.subject,
    version_no: version,
    body: toJson(record.body),
    change_id: origin.changeId,
    made_by: origin.madeBy,
    made_at: origin.madeAt,
    approved_by: work.principal.name,
    approved_at: work.now,
  });
  return { version, recordId: applied.id, recordName: applied.name };
}

/** A record that needs no approval of its own, and the change to another record that creates it. */
interface RecordedRecord extends ProposedRecord<object> {
  readonly origin?: VersionOrigin;
}

/**
 * Stores version 1 of a record that is shipped with the program or the demonstration data, or that
 * is created by a change to another record. Does nothing if the record already has a version. The
 * body is in the API's format.
 */
export async function recordFirstVersion(
  work: Work,
  kind: ChangeKind,
  record: RecordedRecord,
): Promise<void> {
  await lockKind(work.tx, kind.name);
  if ((await currentVersion(work.tx, { kind: kind.name, subject: record.subject })) > 0) return;
  await applyRecord(work, kind, { ...record, version: 1 });
}

/** Stores the next version of a record that the program changes without approval. */
export async function recordVersion(
  work: Work,
  kind: ChangeKind,
  record: ProposedRecord<object>,
): Promise<void> {
  await lockKind(work.tx, kind.name);
  const present = await currentVersion(work.tx, { kind: kind.name, subject: record.subject });
  await applyRecord(work, kind, { ...record, version: present + 1 });
}

async function applyRecord(
  work: Work,
  kind: ChangeKind,
  { subject, body, version, origin }: RecordedRecord & { readonly version: number },
): Promise<void> {
  await applyVersion(work, kind, {
    record: { subject, body: parseJson(toJson(body)) },
    version,
    origin: origin ?? { changeId: null, madeBy: work.principal.name, madeAt: work.now },
  });
}

/** Adds the shipped records that have no version yet. Any node may call this. */
export async function shipReferenceData(
  context: Context,
  modules: readonly Module[],
): Promise<void> {
  for (const kind of modules.flatMap((module) => module.changes ?? [])) {
    const shipped = kind.shipped ?? [];
    const existing = shipped.length > 0 ? await subjectsOf(context.db, kind.name) : new Set();
    const missing = shipped.filter(({ subject }) => !existing.has(subject));
    if (missing.length === 0) continue;
    await systemWork(context, 'shipped reference data', async (work) => {
      for (const record of missing) await recordFirstVersion(work, kind, record);
    });
  }
}

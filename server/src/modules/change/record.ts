// The wire records of changes and versions of reference data.

import { shownStamp } from '../../platform/http/reply/stamp.js';
import { parseJson } from '../../platform/json/json.js';
import { differencesOf } from './difference.js';
import type { ChangeRow, VersionRow } from './queries.js';

/** Returns a change without its bodies, as in lists. */
export function changeSummary(row: ChangeRow) {
  return {
    id: row.id,
    name: `${row.kind} ${row.subject}`,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    baseVersion: row.base_version,
    appliedVersion: row.applied_version ?? undefined,
    reason: row.reason ?? undefined,
    effectiveNote: row.effective_note ?? undefined,
    recordId: row.record_id ?? undefined,
    recordName: row.record_name ?? undefined,
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    ...shownStamp(row),
  };
}

/** Returns a change with the record before and after it, and their differences. */
export function changeRecord(row: ChangeRow): object {
  const before = row.before === null ? undefined : parseJson(row.before);
  const after = parseJson(row.after);
  return { ...changeSummary(row), before, after, differences: differencesOf(before, after) };
}

/** Returns a version with its body. */
export function versionRecord(row: VersionRow) {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    version: row.version_no,
    changeId: row.change_id ?? undefined,
    body: parseJson(row.body),
    madeBy: row.made_by,
    madeDttm: row.made_at,
    approvedBy: row.approved_by,
    approvedDttm: row.approved_at,
  };
}

// Builds the record of an endpoint, without its secrets.

import { shownStamp } from '../../platform/http/reply/stamp.js';
import type { ShownEndpoint } from './endpoint-queries.js';

export function endpointRecord(row: ShownEndpoint) {
  const isFailing = row.failures > 0;
  return {
    id: row.id,
    active: row.state === 'ENABLED',
    name: row.name,
    label: row.label,
    url: row.url,
    types: row.types,
    state: row.state,
    disabledReason: row.disabled_reason ?? undefined,
    owner: row.owner ?? 'anybody',
    lastEventId: row.position,
    waiting: Number(row.waiting),
    failures: row.failures,
    failingSinceDttm: row.failing_since ?? undefined,
    notBeforeDttm: isFailing ? row.not_before : undefined,
    previousSecretUntilDttm: row.previous_secret_until ?? undefined,
    ...shownStamp(row),
  };
}

// Events of discounted instruments and treasury bills; no personal data beyond ids.

import type { DomainEvent } from '../../platform/events/event.js';
import { type DiscountedKind, KIND_WORDS } from './discounted-kind.js';

export type DiscountedEventVerb =
  | 'submitted'
  | 'updated'
  | 'posted'
  | 'cancelled'
  | 'part-terminated'
  | 'terminated'
  | 'matured';

/** The event of one change: `treasury-bill.part-terminated` and such. */
export function discountedEvent(
  verb: DiscountedEventVerb,
  row: {
    readonly id: bigint;
    readonly kind: DiscountedKind;
    readonly office_id: bigint;
    readonly name: string;
  },
  data: Readonly<Record<string, unknown>> = {},
): DomainEvent {
  return {
    type: `${KIND_WORDS[row.kind].noun}.${verb}`,
    subjectId: row.id,
    officeId: row.office_id,
    data: { name: row.name, ...data },
  };
}

// Events of discounted instruments and treasury bills; no personal data beyond ids.

import { Type } from '@sinclair/typebox';
import { type EventKind, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import { type DiscountedKind, KIND_WORDS } from './kind.js';

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

const name = Type.String({ description: 'The number of the instrument' });
const status = Type.String({ description: 'The status after it' });

const SUMMARIES: Readonly<Record<DiscountedEventVerb, string>> = {
  submitted: 'A purchase was captured',
  updated: 'A purchase that has not begun was changed',
  posted: 'A purchase was paid, and it runs',
  cancelled: 'A purchase was cancelled',
  'part-terminated': 'A part was sold back before its end',
  terminated: 'All was sold back before its end',
  matured: 'The face value was paid at its end',
};

function kindsOf(noun: string): readonly EventKind[] {
  return eventKinds(
    Object.fromEntries(
      Object.entries(SUMMARIES).map(([verb, summary]) => [
        `${noun}.${verb}`,
        {
          summary,
          permission: `asset.${noun}.read`,
          data: verb === 'matured' ? { name } : { name, status },
        },
      ]),
    ),
  );
}

export const discountedEvents = Object.values(KIND_WORDS).flatMap(({ noun }) => kindsOf(noun));

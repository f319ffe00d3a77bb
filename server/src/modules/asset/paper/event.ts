// Events of discounted instruments and treasury bills; they contain no personal data beyond ids.

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

/** Returns the event for one change, such as `treasury-bill.part-terminated`. */
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
const status = Type.String({ description: 'The status after the change' });

const SUMMARIES: Readonly<Record<DiscountedEventVerb, string>> = {
  submitted: 'A purchase was captured',
  updated: 'A pending purchase was changed',
  posted: 'A purchase was posted: it was paid and the term began',
  cancelled: 'A purchase was cancelled',
  'part-terminated': 'A part was terminated early',
  terminated: 'The whole was terminated early',
  matured: 'It matured and its face was paid',
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

// Events of discounted instruments and treasury bills; they contain no personal data beyond ids.

import { Type } from '@sinclair/typebox';
import { type EventKind, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import { type DiscountedKind, KIND_WORDS } from './kind.js';
import { NOT_ROLLED_OVER_REASONS } from './record.js';

const VERBS = [
  ...(['submitted', 'updated', 'posted', 'cancelled', 'part-terminated', 'terminated'] as const),
  ...(['matured', 'rolled-over', 'not-rolled-over'] as const),
] as const;

export type DiscountedEventVerb = (typeof VERBS)[number];

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
  posted: 'A purchase was posted: it was paid for and the term began',
  cancelled: 'A purchase was cancelled',
  'part-terminated': 'Part of an instrument was terminated early',
  terminated: 'The whole instrument was terminated early',
  matured: 'An instrument matured and its face value was paid',
  'rolled-over': 'An instrument matured and rolled over into another',
  'not-rolled-over':
    'An instrument matured and its face value was paid, although it was due to roll over',
};

const DATA: Partial<Readonly<Record<DiscountedEventVerb, EventKind['data']>>> = {
  matured: { name },
  'rolled-over': { name, childId: eventId('The instrument into which it rolled over') },
  'not-rolled-over': {
    name,
    reason: Type.String({ description: `One of ${NOT_ROLLED_OVER_REASONS.join(', ')}` }),
  },
};

function kindsOf(noun: string): readonly EventKind[] {
  return eventKinds(
    Object.fromEntries(
      VERBS.map((verb) => [
        `${noun}.${verb}`,
        {
          summary: SUMMARIES[verb],
          permission: `asset.${noun}.read`,
          data: DATA[verb] ?? { name, status },
        },
      ]),
    ),
  );
}

export const discountedEvents = Object.values(KIND_WORDS).flatMap(({ noun }) => kindsOf(noun));

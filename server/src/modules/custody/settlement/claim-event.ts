// Market claim events. They contain ids, and no personal data.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';

const claim = (summary: string): EventDeclaration => ({
  summary,
  permission: 'custody.market-claim.read',
  data: {
    name: Type.String({ description: 'The number of the claim' }),
    eventName: Type.String({ description: 'The number of the corporate action' }),
    kind: Type.String({ description: 'The cause, such as CUM_EX or SHORT' }),
    direction: Type.String({ description: 'PAYABLE or RECEIVABLE' }),
  },
});

/** The market claim events. */
export const claimEvents = eventKinds({
  'market-claim.opened': claim(
    'A party received income of a corporate action that belongs to another party',
  ),
  'market-claim.settled': claim('A second person approved the settlement, which has been booked'),
  'market-claim.waived': claim('A second person approved the waiver'),
});

/** Returns the event for a change to a claim. */
export function claimEvent(
  done: 'opened' | 'settled' | 'waived',
  row: {
    readonly id: bigint;
    readonly name: string;
    readonly office_id: bigint;
    readonly kind: string;
    readonly direction: string;
  },
  eventName: string,
): DomainEvent {
  const data = { name: row.name, eventName, kind: row.kind, direction: row.direction };
  return { type: `market-claim.${done}`, subjectId: row.id, officeId: row.office_id, data };
}

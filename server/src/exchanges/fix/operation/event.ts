// Events about resets of sequence numbers.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';

const reset = (summary: string): EventDeclaration => ({
  summary,
  permission: 'system.fix-session.read',
  data: { session: Type.Integer({ description: 'The session' }) },
});

export const fixEvents = eventKinds({
  'fix-reset.asked': reset("A reset of a session's sequence numbers was requested"),
  'fix-reset.done': reset('A second person approved a reset of sequence numbers'),
  'fix-reset.rejected': reset('A second person rejected a reset of sequence numbers'),
});

/** Returns the event for a step of a reset. */
export function fixResetEvent(
  step: 'asked' | 'done' | 'rejected',
  { id, sessionId }: { readonly id: bigint; readonly sessionId: number },
): DomainEvent {
  return { type: `fix-reset.${step}`, subjectId: id, data: { session: sessionId } };
}

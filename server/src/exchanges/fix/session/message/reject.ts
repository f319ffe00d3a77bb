// Session-level rejections: the reasons in the specification and the Reject messages for them.

import { type Field, type FixMessage, fieldOf, type OutboundMessage, outbound } from './message.js';
import { MSG_TYPE, TAG } from './tag.js';

/** SessionRejectReason (373) values with their texts from the specification. */
const REJECT_TEXT = {
  0: 'Invalid tag number',
  1: 'Required tag missing',
  2: 'Tag not defined for this message type',
  4: 'Tag specified without a value',
  5: 'Value is incorrect (out of range) for this tag',
  6: 'Incorrect data format for value',
  9: 'CompID problem',
  10: 'SendingTime accuracy problem',
  11: 'Invalid MsgType',
  13: 'Tag appears more than once',
  14: 'Tag specified out of required order',
  15: 'Repeating group fields out of order',
  16: 'Incorrect NumInGroup count for repeating group',
  99: 'Message cannot be read',
} as const;

const COMP_ID_PROBLEM = 9;
/** Reason 99, which FIX 4.4 and later call "other". */
export const UNREADABLE = 99;

type RejectReason = keyof typeof REJECT_TEXT;

/** An error in a message, with the tag that caused it. */
export interface FieldError {
  readonly reason: RejectReason;
  readonly tag?: number;
  /** Details that the reason does not include. */
  readonly detail?: string;
}

/**
 * The reason why the session refused a message whose number it has recorded. STRANGER: the CompIDs
 * are not those of the session, so the sender is unknown. FAULT: the message is from the
 * counterparty but contains an error. UNREADABLE: the frame is valid, but its fields cannot be
 * separated. POISON: the message was garbled each time it was requested.
 */
export interface Refusal {
  readonly kind: 'FAULT' | 'STRANGER' | 'UNREADABLE' | 'POISON';
  /** A description of the error, with the tag that caused it. */
  readonly text: string;
}

/** The refusal of a message that was received above a gap before both numbers restarted at 1. */
export const LOST_ITS_NUMBER: Refusal = {
  kind: 'FAULT',
  text: 'The sequence numbers were reset before its turn',
};

/** Converts an error to the refusal that the application receives. */
export function refusalOf(error: FieldError): Refusal {
  const where = error.tag === undefined ? '' : ` (tag ${error.tag})`;
  return { kind: kindOf(error), text: `${textOf(error)}${where}` };
}

function kindOf({ reason }: FieldError): Refusal['kind'] {
  if (reason === COMP_ID_PROBLEM) return 'STRANGER';
  return reason === UNREADABLE ? 'UNREADABLE' : 'FAULT';
}

function textOf({ reason, detail }: FieldError): string {
  return detail === undefined ? REJECT_TEXT[reason] : `${REJECT_TEXT[reason]}: ${detail}`;
}

/** Builds the Reject that answers a message. It is routed back to the message's sender. */
export function rejectOf(message: FixMessage, error: FieldError): OutboundMessage {
  return outbound(
    MSG_TYPE.Reject,
    [
      [TAG.RefSeqNum, fieldOf(message, TAG.MsgSeqNum) || '0'],
      [TAG.Text, textOf(error)],
      [TAG.RefTagID, error.tag],
      [TAG.RefMsgType, message.msgType || undefined],
      [TAG.SessionRejectReason, isReasonKnown(message, error) ? error.reason : undefined],
    ],
    reverseRoute(message),
  );
}

/** FIX 4.2 defines reasons only up to 11. For higher reasons, only the text is sent. */
function isReasonKnown(message: FixMessage, error: FieldError): boolean {
  return message.beginString !== 'FIX.4.2' || error.reason <= 11;
}

const ROUTES: readonly (readonly [from: number, to: number])[] = [
  [TAG.OnBehalfOfCompID, TAG.DeliverToCompID],
  [TAG.OnBehalfOfSubID, TAG.DeliverToSubID],
  [TAG.OnBehalfOfLocationID, TAG.DeliverToLocationID],
  [TAG.DeliverToCompID, TAG.OnBehalfOfCompID],
  [TAG.DeliverToSubID, TAG.OnBehalfOfSubID],
  [TAG.DeliverToLocationID, TAG.OnBehalfOfLocationID],
];

/** Returns the routing fields of an answer: OnBehalfOf becomes DeliverTo, and vice versa. */
function reverseRoute(message: FixMessage): readonly Field[] {
  const route: Field[] = [];
  for (const [from, to] of ROUTES) {
    const value = fieldOf(message, from);
    if (value) route.push([to, value]);
  }
  return route;
}

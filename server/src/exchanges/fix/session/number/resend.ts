// Answers a ResendRequest: application messages are resent, and the rest is gap-filled.

import type { SessionKey } from '../config.js';
import { decode } from '../message/decode.js';
import { encode } from '../message/encode.js';
import {
  type Field,
  type FixMessage,
  fieldOf,
  type OutboundMessage,
  outbound,
} from '../message/message.js';
import { isAdminType, isHeaderTag, isTrailerTag, MSG_TYPE, TAG } from '../message/tag.js';
import { fixTimestamp, parseFixTimestamp } from '../message/time.js';
import type { StoredMessage } from '../store/queries.js';

/** The requested numbers, the maximum age of an order, and the current time. */
interface ResendPlan {
  readonly key: SessionKey;
  readonly from: number;
  /** The last number of this page, inclusive. */
  readonly to: number;
  readonly staleOrderAgeMs: number | undefined;
  readonly nowMs: number;
}

interface ResendAnswer {
  readonly frames: readonly Buffer[];
  /** Orders too old to resend. It is unknown whether the exchange has received them. */
  readonly withheld: readonly FixMessage[];
}

/**
 * Builds the answer for a range of numbers from the stored messages. A number without a stored
 * message, an admin message, and an order older than the limit all become part of a gap fill.
 */
export function answerResend(plan: ResendPlan, stored: readonly StoredMessage[]): ResendAnswer {
  const frames: Buffer[] = [];
  const withheld: FixMessage[] = [];
  let gapFrom = plan.from;
  for (const { seqNum, raw } of stored) {
    const { message } = decode(raw);
    if (message === undefined || isAdminType(message.msgType)) continue;
    if (isStaleOrder(message, plan)) {
      withheld.push(message);
      continue;
    }
    if (gapFrom < seqNum) frames.push(gapFill(plan, gapFrom, seqNum));
    frames.push(resent(message, plan.nowMs));
    gapFrom = seqNum + 1;
  }
  if (gapFrom <= plan.to) frames.push(gapFill(plan, gapFrom, plan.to + 1));
  return { frames, withheld };
}

/** Header values that are not in the message itself. */
interface HeaderValues {
  readonly seqNum: number;
  readonly sendingMs: number;
}

/** Returns the bytes of a new message, with its header fields in tag order. */
export function frameOf(key: SessionKey, message: OutboundMessage, values: HeaderValues): Buffer {
  const header: Field[] = [
    [TAG.MsgSeqNum, String(values.seqNum)],
    [TAG.SenderCompID, key.senderCompId],
    [TAG.SendingTime, fixTimestamp(values.sendingMs)],
    [TAG.TargetCompID, key.targetCompId],
    ...(message.header ?? []),
  ];
  if (message.header?.length) header.sort(byTag);
  return encode(key.beginString, [[TAG.MsgType, message.msgType], ...header, ...message.body]);
}

function gapFill(plan: ResendPlan, seqNum: number, newSeqNo: number): Buffer {
  const body = [
    [TAG.NewSeqNo, newSeqNo],
    [TAG.GapFillFlag, true],
  ] as const;
  const header: readonly Field[] = [
    [TAG.PossDupFlag, 'Y'],
    [TAG.OrigSendingTime, fixTimestamp(plan.nowMs)],
  ];
  const message = outbound(MSG_TYPE.SequenceReset, body, header);
  return frameOf(plan.key, message, { seqNum, sendingMs: plan.nowMs });
}

/**
 * Resends a message with PossDupFlag, a new SendingTime, and the original one as OrigSendingTime.
 */
function resent(message: FixMessage, nowMs: number): Buffer {
  const firstSent = fieldOf(message, TAG.SendingTime) ?? fixTimestamp(nowMs);
  const header: Field[] = [
    [TAG.PossDupFlag, 'Y'],
    [TAG.SendingTime, fixTimestamp(nowMs)],
    [TAG.OrigSendingTime, firstSent],
  ];
  const body: Field[] = [];
  for (const field of message.fields) {
    const [tag] = field;
    if (isTrailerTag(tag) || NEW_IN_RESEND.has(tag)) continue;
    if (isHeaderTag(tag)) header.push(field);
    else body.push(field);
  }
  header.sort(byTag);
  return encode(message.beginString, [[TAG.MsgType, message.msgType], ...header, ...body]);
}

const NEW_IN_RESEND: ReadonlySet<number> = new Set([8, 9, 35, 43, 52, 122]);

function isStaleOrder(message: FixMessage, plan: ResendPlan): boolean {
  if (plan.staleOrderAgeMs === undefined) return false;
  if (message.msgType !== MSG_TYPE.NewOrderSingle) return false;
  const sentMs = parseFixTimestamp(fieldOf(message, TAG.SendingTime) ?? '');
  return sentMs !== undefined && plan.nowMs - sentMs > plan.staleOrderAgeMs;
}

/** Orders fields by tag. We never send groups in the header, so this is safe. */
function byTag(one: Field, other: Field): number {
  return one[0] - other[0];
}

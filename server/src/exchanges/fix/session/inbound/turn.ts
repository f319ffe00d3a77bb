// One turn of the core inside a transaction: takes events, stores messages, and collects the
// effects to run after the commit.

import { present } from '../../../../platform/assert.js';
import type { Tx } from '../../../../platform/database/database.js';
import type { Delivered, FixApplication, MessageMeta } from '../application.js';
import { FIX_LIMIT } from '../limits.js';
import type { Decoded } from '../message/decode.js';
import { decode } from '../message/decode.js';
import { encode } from '../message/encode.js';
import {
  type FixMessage,
  fieldOf,
  flagOf,
  integerOf,
  type OutboundMessage,
  SEQ_NUM_MAX,
} from '../message/message.js';
import type { Refusal } from '../message/reject.js';
import { MSG_TYPE, TAG } from '../message/tag.js';
import { frameOf } from '../number/resend.js';
import { step } from '../session.js';
import type {
  Arrival,
  NumberedMessage,
  SessionAction,
  SessionEvent,
  SessionState,
} from '../state.js';
import { appendDeliveries } from '../store/delivery-queries.js';
import {
  appendMessages,
  freeNumber,
  type MessageRow,
  type SessionRef,
  saveSequence,
} from '../store/queries.js';

/** The effects to run after the commit, in this order. */
export type Effect =
  | { readonly kind: 'write'; readonly frame: Buffer }
  | { readonly kind: 'resend'; readonly roll: number; readonly from: number; readonly to: number }
  | Exclude<SessionAction, { readonly kind: 'resend' | InTurn }>;

/** The kinds of actions that the turn itself performs. */
type InTurn = 'send' | 'deliver' | 'next' | 'uncount';

/** A frame from the socket. Many frames may be waiting, so each is decoded only in its turn. */
export interface InboundFrame {
  readonly raw: Buffer;
  readonly arrival: Arrival;
  /** True for a TestRequest that was answered before its turn. */
  isAnswered: boolean;
}

/** A turn in progress. The whole turn is discarded if its transaction fails. */
export interface Turn {
  state: SessionState;
  readonly tx: Tx;
  readonly application: FixApplication;
  readonly effects: Effect[];
  readonly rows: MessageRow[];
  /** Messages that the application should book in one batch. */
  waiting: Delivered[];
  /** The number of messages passed to the application. */
  delivered: number;
  /** Messages to book after this turn. */
  readonly heard: HeardInTurn[];
  /** Our messages whose numbers the counterparty did not record. The numbers will be used again. */
  readonly uncounted: { readonly roll: number; readonly seqNum: number }[];
}

interface HeardInTurn {
  readonly message: FixMessage;
  readonly seqNum: number;
  readonly refusal: Refusal | undefined;
}

/**
 * The row ids of stored messages. They are needed because a message above a gap is delivered in a
 * later turn.
 */
export type MessageIds = WeakMap<FixMessage, bigint>;

export function beginTurn(tx: Tx, application: FixApplication, state: SessionState): Turn {
  const nothing = { effects: [], rows: [], waiting: [], heard: [], uncounted: [] };
  return { ...nothing, state, tx, application, delivered: 0 };
}

/** Processes an event and all work that results from it, including the application's work. */
export async function playEvent(turn: Turn, event: SessionEvent): Promise<void> {
  let current: SessionEvent | undefined = event;
  // Each further iteration takes one message from the queue, so the queue's limit also bounds this
  // loop.
  while (current !== undefined) {
    let outcome = step(turn.state, current);
    // The session's own messages must come after the replies to earlier messages.
    if (turn.waiting.length > 0 && outcome.actions.some(isOwnWord)) {
      await deliverWaiting(turn, event.nowMs);
      outcome = step(turn.state, current);
    }
    const { state, actions } = outcome;
    turn.state = state;
    current = undefined;
    for (const action of actions) {
      if (action.kind === 'next') current = { kind: 'next', nowMs: event.nowMs };
      else if (action.kind === 'deliver') await deliver(turn, action, event.nowMs);
      else take(turn, action);
    }
  }
}

function isOwnWord({ kind }: SessionAction): boolean {
  return kind !== 'deliver' && kind !== 'next';
}

/** Processes a frame from the socket and stores its bytes. */
export async function playFrame(turn: Turn, frame: InboundFrame, nowMs: number): Promise<void> {
  const decoded = decode(frame.raw);
  const { arrival, isAnswered } = frame;
  turn.rows.push(inboundRow(turn.state.roll, frame, decoded));
  if (decoded.message === undefined) {
    const { garbled: reason, remains } = decoded;
    const event = { kind: 'garbled', reason, nowMs } as const;
    return playEvent(turn, remains === undefined ? event : { ...event, remains });
  }
  const { message } = decoded;
  await playEvent(turn, { kind: 'received', message, arrival, isAnswered, nowMs });
}

/** Answers a TestRequest that is still waiting for its turn. */
export async function playAhead(turn: Turn, frame: InboundFrame, nowMs: number): Promise<void> {
  const { message } = decode(frame.raw);
  const { arrival } = frame;
  if (message === undefined) return;
  await playEvent(turn, { kind: 'test-request-waits', message, arrival, nowMs });
}

/** Assigns numbers to the application's messages. */
export function playSends(turn: Turn, messages: readonly OutboundMessage[], nowMs: number) {
  return playEvent(turn, { kind: 'application-sends', messages, nowMs });
}

/** Lets the application book its waiting messages, and assigns numbers to its replies. */
export async function deliverWaiting(turn: Turn, nowMs: number): Promise<void> {
  const { waiting, application, tx } = turn;
  if (waiting.length === 0 || 'book' in application) return;
  turn.waiting = [];
  const replies = (await application.onMessages?.(tx, waiting)) ?? [];
  if (replies.length > 0) await playSends(turn, replies, nowMs);
}

/** Stores the results of the turn. These are the last statements of its transaction. */
export async function storeTurn(turn: Turn, ref: SessionRef, ids: MessageIds): Promise<void> {
  const { tx, rows, heard } = turn;
  for (const each of turn.uncounted) await freeNumber(tx, ref, each);
  const [stored] = await Promise.all([
    appendMessages(tx, ref, rows),
    saveSequence(tx, ref, turn.state),
  ]);
  for (const [at, { read }] of rows.entries()) {
    const id = stored[at];
    if (read !== undefined && id !== undefined) ids.set(read, id);
  }
  await appendDeliveries(
    tx,
    ref,
    heard.map(({ message, seqNum, refusal }) => {
      const messageId = present(ids.get(message), 'a message is stored before it is delivered');
      return { messageId, seqNum, refusal };
    }),
  );
}

async function deliver(
  turn: Turn,
  action: Extract<SessionAction, { readonly kind: 'deliver' }>,
  nowMs: number,
): Promise<void> {
  const { message, seqNum, refusal } = action;
  const { application } = turn;
  turn.delivered += 1;
  if ('book' in application) {
    turn.heard.push({ message, seqNum, refusal });
    const replies = refusal === undefined ? application.answer(message) : [];
    if (replies.length > 0) await playSends(turn, replies, nowMs);
    return;
  }
  const meta: MessageMeta = {
    sessionKey: turn.state.config.key,
    seqNum,
    possDup: flagOf(message, TAG.PossDupFlag),
    possResend: flagOf(message, TAG.PossResend),
  };
  if (refusal !== undefined) {
    await deliverWaiting(turn, nowMs);
    await application.onRefused?.(turn.tx, message, { ...meta, refusal });
    return;
  }
  if (message.msgType === MSG_TYPE.Reject) {
    await deliverWaiting(turn, nowMs);
    await application.onReject?.(turn.tx, message, meta);
    return;
  }
  if (application.onMessages !== undefined) {
    turn.waiting.push({ message, meta });
    return;
  }
  const replies = await application.onMessage(turn.tx, message, meta);
  if (replies.length > 0) await playSends(turn, replies, nowMs);
}

function take(
  turn: Turn,
  action: Exclude<SessionAction, { readonly kind: 'next' | 'deliver' }>,
): void {
  const { roll, config } = turn.state;
  if (action.kind === 'resend') {
    turn.effects.push({ ...action, roll });
  } else if (action.kind === 'uncount') {
    turn.uncounted.push(action);
  } else if (action.kind === 'send') {
    const frame = frameOf(config.key, action.message, action);
    turn.effects.push({ kind: 'write', frame });
    turn.rows.push(outboundRow(roll, frame, action));
  } else {
    turn.effects.push(action);
  }
}

function outboundRow(roll: number, frame: Buffer, sent: NumberedMessage): MessageRow {
  const order = sent.message.body.find(([tag]) => tag === TAG.ClOrdID);
  return {
    direction: 'OUT',
    roll,
    seqNum: sent.seqNum,
    msgType: sent.msgType,
    clOrdId: order?.[1] ?? null,
    raw: sent.msgType === MSG_TYPE.Logon ? withoutPassword(frame) : frame,
    atMs: sent.sendingMs,
  };
}

function inboundRow(roll: number, frame: InboundFrame, decoded: Decoded): MessageRow {
  const { message } = decoded;
  // The readable part of a garbled frame is stored too, so that people can search for the frame.
  const read = message ?? (decoded.message === undefined ? decoded.remains : undefined);
  const seqNum = read === undefined ? undefined : integerOf(read, TAG.MsgSeqNum);
  const isLogon = message?.msgType === MSG_TYPE.Logon;
  return {
    direction: 'IN',
    roll,
    seqNum: seqNum === undefined || seqNum > SEQ_NUM_MAX ? null : seqNum,
    msgType: message === undefined ? 'garbled' : printable(message.msgType),
    clOrdId: read === undefined ? null : clOrdIdOf(read),
    raw: isLogon ? withoutPassword(frame.raw) : frame.raw,
    atMs: frame.arrival.atMs,
    ...(read === undefined ? {} : { read }),
  };
}

/** Returns the ClOrdID, cut to a length that its index accepts. */
function clOrdIdOf(message: FixMessage): string | null {
  const text = printable(fieldOf(message, TAG.ClOrdID) ?? '');
  return text === '' ? null : text.slice(0, FIX_LIMIT.idCharacters);
}

/**
 * Removes NUL characters, which PostgreSQL does not accept in text. A message that contains them is
 * refused later, but its bytes are stored.
 */
function printable(text: string): string {
  return text.replaceAll('\u0000', '');
}

/**
 * Removes the password from a Logon. A Logon is never resent, so its password need not be stored.
 */
function withoutPassword(frame: Buffer): Buffer {
  const { message } = decode(frame);
  if (message === undefined || fieldOf(message, TAG.Password) === undefined) return frame;
  const fields = message.fields
    .slice(2, -1)
    .map(([tag, value]) => [tag, tag === TAG.Password ? '***' : value] as const)
    .filter(([, value]) => value !== '');
  return encode(message.beginString, fields);
}

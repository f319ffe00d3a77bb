// Receives a message within a session: checks its sender and number, and acts on it.

import {
  act,
  alarm,
  change,
  type Draft,
  endConnection,
  expectNext,
  leapTo,
  log,
  noteHeard,
  sendLogout,
  sendMessage,
} from '../draft.js';
import {
  type FixMessage,
  fieldOf,
  flagOf,
  integerOf,
  outbound,
  SEQ_NUM_MAX,
} from '../message/message.js';
import { type FieldError, refusalOf, rejectOf } from '../message/reject.js';
import { isAdminType, MSG_TYPE, TAG } from '../message/tag.js';
import { validate } from '../message/validate.js';
import { headerError, resentError } from '../number/check.js';
import { answerResendRequest, noteGarbled, queueAboveGap } from '../number/gap.js';
import { receiveResetLogon, refuseLowNumber } from '../number/logon.js';
import type { Arrival } from '../state.js';

/** A message with its arrival time; `isAnswered` if its answer has already been sent. */
interface Received {
  readonly message: FixMessage;
  readonly arrival: Arrival;
  readonly isAnswered?: boolean;
}

/** Processes one message of an open session. */
export function receiveInSession(draft: Draft, received: Received): undefined {
  const { message, arrival, isAnswered = false } = received;
  if (message.beginString !== draft.state.config.key.beginString) {
    return refuseVersion(draft, message);
  }
  const seqNum = integerOf(message, TAG.MsgSeqNum);
  if (seqNum === undefined) {
    alarm(draft, 'message without MsgSeqNum');
    sendLogout(draft, 'Required tag missing: 34');
    return endConnection(draft, 'MsgSeqNum missing');
  }
  noteHeard(draft, arrival.atMs);
  const error = headerError(draft.state, message, arrival);
  if (error !== undefined) return refuseSender(draft, message, error);
  if (isAnswered) return countAnswered(draft, seqNum);
  if (!receiveOutOfTurn(draft, message, seqNum)) receiveInTurn(draft, message, seqNum);
}

/**
 * Ends the session with a Logout because of a wrong BeginString. If we had requested the message,
 * it is treated as garbled instead, because otherwise it would arrive again after each logon and
 * end every session.
 */
function refuseVersion(draft: Draft, message: FixMessage): undefined {
  const detail = `BeginString ${message.beginString}`;
  if (draft.state.gap !== undefined) {
    log(draft, `garbled message ignored: ${detail}`);
    return noteGarbled(draft, message, detail);
  }
  alarm(draft, `message with ${detail}`);
  sendLogout(draft, 'Incorrect BeginString');
}

/**
 * Answers a TestRequest before its turn once it has waited too long, so that the counterparty does
 * not give up. A TestRequest with an error or an old number waits for its turn.
 */
export function answerAhead(draft: Draft, { message, arrival }: Received): undefined {
  const seqNum = integerOf(message, TAG.MsgSeqNum);
  const isOurs = message.beginString === draft.state.config.key.beginString;
  if (!isOurs || seqNum === undefined || seqNum < draft.state.nextIn) return;
  const error =
    headerError(draft.state, message, arrival) ?? resentError(message) ?? errorOf(draft, message);
  if (error === undefined) answerTestRequest(draft, message);
}

/** Only records the message's number, because the answer has already been sent. */
function countAnswered(draft: Draft, seqNum: number): undefined {
  const { nextIn } = draft.state;
  if (seqNum > nextIn) return queueAboveGap(draft, seqNum, 'handled');
  if (seqNum === nextIn) expectNext(draft, seqNum + 1);
}

function answerTestRequest(draft: Draft, message: FixMessage): undefined {
  const id = fieldOf(message, TAG.TestReqID);
  sendMessage(draft, outbound(MSG_TYPE.Heartbeat, [[TAG.TestReqID, id]]));
}

function noteAnswer(draft: Draft, message: FixMessage): undefined {
  const testReqId = fieldOf(message, TAG.TestReqID);
  if (testReqId !== undefined) act(draft, { kind: 'answered', testReqId });
}

/** Processes the queued message whose turn has come. */
export function receiveQueued(draft: Draft): undefined {
  const { queue, nextIn } = draft.state;
  const queued = queue.get(nextIn);
  if (queued === undefined) return;
  if (queued === 'handled') return expectNext(draft, nextIn + 1);
  processExpected(draft, queued, nextIn);
}

/**
 * Processes messages that do not depend on the expected number. Returns true if the message is one
 * of them.
 */
function receiveOutOfTurn(draft: Draft, message: FixMessage, seqNum: number): boolean {
  const { nextIn } = draft.state;
  if (message.msgType === MSG_TYPE.Logon && flagOf(message, TAG.ResetSeqNumFlag)) {
    receiveResetLogon(draft, message);
    return true;
  }
  if (message.msgType === MSG_TYPE.Logout) {
    receiveLogout(draft, message, seqNum);
    return true;
  }
  if (message.msgType === MSG_TYPE.SequenceReset && !flagOf(message, TAG.GapFillFlag)) {
    resetExpected(draft, message);
    return true;
  }
  // A ResendRequest is answered immediately: if both sides waited for the other's resend, they
  // would wait forever.
  if (message.msgType !== MSG_TYPE.ResendRequest || seqNum === nextIn) return false;
  if (errorOf(draft, message) !== undefined) return false;
  answerResendRequest(draft, message);
  if (seqNum > nextIn) queueAboveGap(draft, seqNum, 'handled');
  return true;
}

function receiveInTurn(draft: Draft, message: FixMessage, seqNum: number): undefined {
  const { nextIn } = draft.state;
  if (seqNum > nextIn) return queueAboveGap(draft, seqNum, message);
  if (seqNum === nextIn) return processExpected(draft, message, seqNum);
  if (!flagOf(message, TAG.PossDupFlag)) return refuseLowNumber(draft, seqNum);
  const error = resentError(message);
  if (error === undefined) return log(draft, `message ${seqNum} was received again and ignored`);
  sendMessage(draft, rejectOf(message, error));
  if (error.reason === 10) sendLogout(draft);
}

/**
 * Processes the message with the expected number. Its number is recorded even if the message is
 * rejected.
 */
function processExpected(draft: Draft, message: FixMessage, seqNum: number): undefined {
  const error = resentError(message) ?? errorOf(draft, message);
  if (error !== undefined) return refuseMessage(draft, message, error);
  switch (message.msgType) {
    case MSG_TYPE.Heartbeat:
      noteAnswer(draft, message);
      break;
    case MSG_TYPE.TestRequest:
      answerTestRequest(draft, message);
      break;
    case MSG_TYPE.ResendRequest:
      answerResendRequest(draft, message);
      break;
    case MSG_TYPE.SequenceReset:
      return fillGap(draft, message, seqNum);
    case MSG_TYPE.Logon:
      alarm(draft, 'a second Logon during the session');
      break;
    case MSG_TYPE.Reject:
      alarm(draft, `message ${fieldOf(message, TAG.RefSeqNum)} was rejected by the counterparty`);
      act(draft, { kind: 'deliver', message, seqNum });
      break;
    default:
      act(draft, { kind: 'deliver', message, seqNum });
  }
  expectNext(draft, seqNum + 1);
}

function errorOf(draft: Draft, message: FixMessage): FieldError | undefined {
  const { key, validation } = draft.state.config;
  return validate(message, key.beginString, validation);
}

/**
 * Rejects the expected message. An erroneous Reject is not rejected in turn, because that could
 * loop forever.
 */
function refuseMessage(draft: Draft, message: FixMessage, error: FieldError): undefined {
  log(draft, `message ${draft.state.nextIn} has error ${error.reason} in tag ${error.tag}`);
  if (message.msgType !== MSG_TYPE.Reject) sendMessage(draft, rejectOf(message, error));
  if (error.reason === 10) sendLogout(draft);
  const { nextIn } = draft.state;
  handOver(draft, { message, error, seqNum: nextIn });
  expectNext(draft, nextIn + 1);
}

interface Refused {
  readonly message: FixMessage;
  readonly error: FieldError;
  readonly seqNum: number;
}

/**
 * Passes a refused message to the application too, because a Reject does not undo a trade. This
 * happens once, when the message's number is recorded. The only session message that is passed on
 * is a Reject.
 */
function handOver(draft: Draft, { message, error, seqNum }: Refused): undefined {
  if (isAdminType(message.msgType) && message.msgType !== MSG_TYPE.Reject) return;
  act(draft, { kind: 'deliver', message, seqNum, refusal: refusalOf(error) });
}

/**
 * Sends a Reject, then a Logout: with a wrong CompID or clock, we cannot be sure who the
 * counterparty is.
 */
function refuseSender(draft: Draft, message: FixMessage, error: FieldError): undefined {
  alarm(draft, `message with ${error.reason === 9 ? 'a wrong CompID' : 'a wrong SendingTime'}`);
  sendMessage(draft, rejectOf(message, error));
  sendLogout(draft);
  const { nextIn } = draft.state;
  if (integerOf(message, TAG.MsgSeqNum) !== nextIn) return;
  handOver(draft, { message, error, seqNum: nextIn });
  expectNext(draft, nextIn + 1);
}

/**
 * Accepts a Logout, even inside a gap: the missing messages will be resent after the next logon.
 */
function receiveLogout(draft: Draft, message: FixMessage, seqNum: number): undefined {
  const text = fieldOf(message, TAG.Text);
  if (text !== undefined) alarm(draft, `the counterparty logs out: ${text}`);
  if (seqNum === draft.state.nextIn) change(draft, { nextIn: seqNum + 1 });
  if (draft.state.phase === 'active') sendMessage(draft, outbound(MSG_TYPE.Logout, []));
  endConnection(draft, text === undefined ? 'logout' : `logout: ${text}`);
}

/**
 * Handles SequenceReset-Reset: its own number does not matter, and the expected number never
 * decreases.
 */
function resetExpected(draft: Draft, message: FixMessage): undefined {
  const { nextIn } = draft.state;
  const error = errorOf(draft, message);
  const newSeqNo = integerOf(message, TAG.NewSeqNo) ?? 0;
  if (error !== undefined || newSeqNo < nextIn || newSeqNo > SEQ_NUM_MAX) {
    return sendMessage(draft, rejectOf(message, error ?? { reason: 5 }));
  }
  alarm(draft, `the counterparty reset the expected number from ${nextIn} to ${newSeqNo}`);
  leapTo(draft, nextIn, newSeqNo);
}

/** Handles SequenceReset-GapFill: there is nothing to deliver below the new number. */
function fillGap(draft: Draft, message: FixMessage, seqNum: number): undefined {
  const newSeqNo = integerOf(message, TAG.NewSeqNo) ?? 0;
  if (newSeqNo <= seqNum || newSeqNo > SEQ_NUM_MAX) {
    return refuseMessage(draft, message, { reason: 5, tag: TAG.NewSeqNo });
  }
  leapTo(draft, seqNum + 1, newSeqNo);
}

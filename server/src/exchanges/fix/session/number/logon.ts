// Decides who may log on and with which numbers, as acceptor or initiator. Refuses invalid Logons.

import {
  act,
  alarm,
  change,
  type Draft,
  endConnection,
  expectNext,
  heldMessages,
  rollNumbers,
  sendMessage,
  uncountLast,
} from '../draft.js';
import { FIX_LIMIT } from '../limits.js';
import { type FixMessage, fieldOf, flagOf, integerOf, outbound } from '../message/message.js';
import { LOST_ITS_NUMBER } from '../message/reject.js';
import { MSG_TYPE, TAG } from '../message/tag.js';
import { validate } from '../message/validate.js';
import type { Arrival } from '../state.js';
import { headerError } from './check.js';
import { queueAboveGap } from './gap.js';

/** Sends the initiator's first message. */
export function startLogon(draft: Draft): undefined {
  const { config } = draft.state;
  if (config.role === 'acceptor') return change(draft, { phase: 'awaiting-logon' });
  const isDue = draft.state.resetDue === true;
  // A reset that the counterparty has not yet accepted is repeated with the next logon.
  if (config.resetOnLogon || (isDue && draft.state.nextOut > 1)) rollNumbers(draft);
  sendLogon(draft, config.resetOnLogon || isDue);
  change(draft, { phase: 'logon-sent' });
}

/**
 * Receives the first message of a connection, in either role. If it is not a Logon, the connection
 * ends.
 */
export function receiveFirst(draft: Draft, message: FixMessage, arrival: Arrival): undefined {
  const { phase, config } = draft.state;
  const isAnswer = message.msgType === MSG_TYPE.Logout || message.msgType === MSG_TYPE.Reject;
  if (isAnswer && phase === 'logon-sent') return receiveRefusal(draft, message);
  const refusal = logonRefusal(draft, message, arrival);
  if (refusal !== undefined) {
    alarm(draft, `logon refused: ${refusal}`);
    return endConnection(draft, refusal);
  }
  const asksReset = flagOf(message, TAG.ResetSeqNumFlag);
  const hasReset =
    config.role === 'initiator' && (config.resetOnLogon || draft.state.resetDue === true);
  if ((asksReset || config.resetOnLogon) && !hasReset) rollNumbers(draft);
  if (config.role === 'initiator' && asksReset && !hasReset) {
    alarm(draft, 'the counterparty reset both numbers to 1 without a request');
  }
  completeLogon(draft, message, asksReset);
}

/** Handles a Logon inside a session: with ResetSeqNumFlag, both numbers restart. */
export function receiveResetLogon(draft: Draft, message: FixMessage): undefined {
  if (integerOf(message, TAG.MsgSeqNum) !== 1) {
    alarm(draft, 'ResetSeqNumFlag with a MsgSeqNum other than 1');
    return endConnection(draft, 'ResetSeqNumFlag needs MsgSeqNum 1');
  }
  alarm(draft, 'the counterparty reset both numbers to 1 during the session');
  const held = heldMessages(draft);
  rollNumbers(draft);
  takeHeartBtInt(draft, message);
  sendLogon(draft, true);
  // These messages have lost their numbers and will not be sent again, so they are delivered now.
  for (const [seqNum, waiting] of held) {
    act(draft, { kind: 'deliver', message: waiting, seqNum, refusal: LOST_ITS_NUMBER });
  }
  expectNext(draft, 2);
}

/**
 * Disconnects because a number is too low. The reason has the usual wording, because
 * counterparties' engines parse it.
 */
export function refuseLowNumber(draft: Draft, seqNum: number): undefined {
  const { nextIn } = draft.state;
  const text = `MsgSeqNum too low, expecting ${nextIn} but received ${seqNum}`;
  alarm(draft, text);
  sendMessage(draft, outbound(MSG_TYPE.Logout, [[TAG.Text, text]]));
  endConnection(draft, text);
}

function completeLogon(draft: Draft, message: FixMessage, asksReset: boolean): undefined {
  const seqNum = integerOf(message, TAG.MsgSeqNum) ?? 0;
  if (seqNum < draft.state.nextIn) return refuseLowNumber(draft, seqNum);
  takeHeartBtInt(draft, message);
  if (draft.state.config.role === 'acceptor') sendLogon(draft, asksReset);
  const { nowMs } = draft;
  change(draft, { phase: 'active', phaseSinceMs: nowMs, lastInMs: nowMs, resetDue: false });
  act(draft, { kind: 'logged-on' });
  if (seqNum === draft.state.nextIn) expectNext(draft, seqNum + 1);
  else queueAboveGap(draft, seqNum, 'handled');
}

/**
 * Returns the reason why a first message is not an acceptable Logon. The sender gets no answer, so
 * that strangers learn nothing.
 */
function logonRefusal(draft: Draft, message: FixMessage, arrival: Arrival): string | undefined {
  const { config } = draft.state;
  if (message.msgType !== MSG_TYPE.Logon) return `first message is ${message.msgType}, not a Logon`;
  if (message.beginString !== config.key.beginString) return 'wrong BeginString';
  const error =
    validate(message, config.key.beginString, { level: 'lenient', userTags: 'any' }) ??
    headerError(draft.state, message, arrival);
  if (error !== undefined) return `error ${error.reason} in tag ${error.tag ?? 'none'}`;
  const heartBtInt = integerOf(message, TAG.HeartBtInt);
  if (heartBtInt === undefined) return 'HeartBtInt is not a whole number of at least 0';
  if (config.role === 'acceptor' && heartBtInt > FIX_LIMIT.heartBtIntSeconds) {
    return `HeartBtInt ${heartBtInt} is above ${FIX_LIMIT.heartBtIntSeconds}`;
  }
  const seqNum = integerOf(message, TAG.MsgSeqNum);
  if (seqNum === undefined) return 'MsgSeqNum is not a number';
  const asksReset = flagOf(message, TAG.ResetSeqNumFlag);
  return asksReset && seqNum !== 1 ? 'ResetSeqNumFlag needs MsgSeqNum 1' : undefined;
}

/**
 * Handles a Logout or Reject that answers our Logon, often with the number that the counterparty
 * expects.
 */
function receiveRefusal(draft: Draft, message: FixMessage): undefined {
  const text = fieldOf(message, TAG.Text) ?? 'no reason given';
  if (integerOf(message, TAG.MsgSeqNum) === draft.state.nextIn) {
    expectNext(draft, draft.state.nextIn + 1);
  }
  const isTooLow = saysTooLow(message, draft.state.nextOut - 1);
  // Otherwise each attempt would use up a number until one matched by chance, and the loss of data
  // would go unnoticed.
  if (isTooLow) uncountLast(draft);
  alarm(draft, `the counterparty refused our logon: ${text}`);
  endConnection(draft, `logon refused: ${text}`, isTooLow ? 'TOO_LOW' : 'REFUSED');
}

const RECEIVED_TOO_LOW = '9';

/**
 * Returns true if the message's status or text shows that our number was below the one that the
 * counterparty expects.
 */
function saysTooLow(message: FixMessage, seqNum: number): boolean {
  if (fieldOf(message, TAG.SessionStatus) === RECEIVED_TOO_LOW) return true;
  const text = fieldOf(message, TAG.Text) ?? '';
  if (/\btoo (low|small)\b|\b(lower|less|smaller) than (the )?expected\b/i.test(text)) return true;
  const [, expected] = /\bexpect\w*\D{0,20}(\d+)/i.exec(text) ?? [];
  return expected !== undefined && Number(expected) > seqNum;
}

function sendLogon(draft: Draft, withReset: boolean): undefined {
  const { config, heartBtIntMs } = draft.state;
  const isFixt = config.key.beginString === 'FIXT.1.1';
  sendMessage(
    draft,
    outbound(MSG_TYPE.Logon, [
      [TAG.EncryptMethod, 0],
      [TAG.HeartBtInt, heartBtIntMs / 1_000],
      [TAG.ResetSeqNumFlag, withReset ? 'Y' : undefined],
      ...config.logonFields,
      [TAG.DefaultApplVerID, isFixt ? config.defaultApplVerId : undefined],
    ]),
  );
}

/**
 * Applies the heartbeat interval that the initiator chose; 0 means no heartbeats. Refuses an
 * interval above the maximum, and an answer of 0 if we requested heartbeats.
 */
function takeHeartBtInt(draft: Draft, message: FixMessage): undefined {
  const { role, heartBtIntSeconds } = draft.state.config;
  const seconds = integerOf(message, TAG.HeartBtInt);
  const isOff = role === 'initiator' && seconds === 0 && heartBtIntSeconds > 0;
  if (seconds === undefined || seconds > FIX_LIMIT.heartBtIntSeconds || isOff) {
    const stated = fieldOf(message, TAG.HeartBtInt) ?? 'none';
    const present = draft.state.heartBtIntMs / 1_000;
    return alarm(
      draft,
      `HeartBtInt ${stated} is not accepted; the interval remains ${present} seconds`,
    );
  }
  change(draft, { heartBtIntMs: seconds * 1_000 });
}

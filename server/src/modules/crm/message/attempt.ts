// Makes one attempt to send a message. Checks the rules again, calls the gateway and stores the
// outcome.

import type { Context } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import type { AttachmentStore } from '../../../platform/files/attachment-store.js';
import { systemWork } from '../../../platform/system-work.js';
import type { PartyPorts } from '../../party/index.js';
import type { OpenGateway, OutgoingMessage, SendOutcome } from '../channel/gateway.js';
import type { MessageStatus } from '../channel/message-state.js';
import { suppressAddress } from '../consent/consent.js';
import { MESSAGE } from '../limits.js';
import { findPeople } from '../person/people.js';
import { addressOf, keyOf, type Person, type Recipient } from '../person/recipient.js';
import type { FillSecret } from '../port.js';
import { judge, type Verdict } from './gate.js';
import { type Candidate, readGateFacts } from './gate-queries.js';
import { type ClaimedMessage, type Ended, endAttempt } from './sender-queries.js';
import { refuseMarketing } from './statement.js';
import { moveStatus } from './status.js';
import { unsubscribeUrl, withUnsubscribeLink } from './unsubscribe-link.js';

/** A claimed message with the recipient's current address and the result of the sending rules. */
export interface Judged {
  readonly claimed: ClaimedMessage;
  readonly address: string | undefined;
  readonly verdict: Verdict;
}

/** Checks the rules for claimed messages, using the current data of people and addresses. */
export async function judgeClaimed(
  context: Context,
  claimed: readonly ClaimedMessage[],
): Promise<readonly Judged[]> {
  const { db } = context;
  const people = await findPeople(
    db,
    claimed.flatMap((each) => recipientOf(each) ?? []),
  );
  const candidates = claimed.map((each) => candidateOf(each, people));
  const facts = await readGateFacts(db, candidates, people);
  const now = context.clock.now();
  return claimed.flatMap((each, index) => {
    const known = facts[index];
    return known === undefined
      ? []
      : [{ claimed: each, address: known.address, verdict: judge(known, now) }];
  });
}

function recipientOf(claimed: ClaimedMessage): Recipient | undefined {
  const { recipient_kind: kind, recipient_id: id } = claimed;
  return kind === null || id === null ? undefined : { kind, id };
}

function candidateOf(claimed: ClaimedMessage, people: ReadonlyMap<string, Person>): Candidate {
  const recipient = recipientOf(claimed);
  const person = recipient === undefined ? undefined : people.get(keyOf(recipient));
  return {
    channel: claimed.channel,
    purpose: claimed.purpose,
    officeId: claimed.office_id,
    recipient,
    address:
      recipient === undefined
        ? (claimed.address ?? undefined)
        : person && addressOf(person, claimed.channel),
    isTemplate: claimed.whatsapp_template !== null,
    ignoresOptOuts: claimed.ignores_opt_outs,
  };
}

/** The dependencies of an attempt to send a message. */
interface AttemptTools {
  readonly context: Context;
  readonly gateway: OpenGateway;
  readonly attachments: AttachmentStore;
  readonly fillSecret: FillSecret;
  readonly party: PartyPorts;
  readonly signal: AbortSignal;
}

/** The kind of the provider's response. Undefined if the provider was not called. */
export type Answer = SendOutcome['kind'] | undefined;

/** Makes the attempt and stores its outcome. Throws only if the database fails. */
export async function attemptMessage(judged: Judged, tools: AttemptTools): Promise<Answer> {
  const held = heldBack(judged);
  if (held !== undefined) {
    await writeEnd(tools.context, judged, { end: held });
    return undefined;
  }
  const text = await textOf(judged, tools);
  if (text === undefined) {
    await writeEnd(tools.context, judged, { end: failed('EXPIRED', 'its link has expired') });
    return undefined;
  }
  const outcome = await callGateway(judged, { ...tools, text });
  const { badAddress = false, refusesMarketing = false } =
    outcome.kind === 'PERMANENT' ? outcome : {};
  const refusalParty = refusesMarketing ? tools.party : undefined;
  await writeEnd(tools.context, judged, { end: endOf(judged, outcome), badAddress, refusalParty });
  return outcome.kind;
}

// Returns the text to send. A secret in the text is created for each attempt and never stored.
async function textOf(
  { claimed: { secret_id: secretId, body } }: Judged,
  { context, fillSecret }: AttemptTools,
): Promise<string | undefined> {
  const text = body ?? '';
  return secretId === null ? text : fillSecret(context, secretId, text);
}

type CallTools = AttemptTools & { readonly text: string };

async function callGateway(judged: Judged, tools: CallTools): Promise<SendOutcome> {
  try {
    return await tools.gateway.send(outgoingOf(judged, tools), tools.signal);
  } catch (error) {
    // Gateways must not throw. If one does, the message may have been sent.
    tools.context.log.error({ err: error, channel: judged.claimed.channel }, 'gateway threw');
    return { kind: 'UNKNOWN', reason: error instanceof Error ? error.name : 'unknown' };
  }
}

type End = Omit<Ended, 'address'>;

// Returns the outcome if a rule prevents the attempt. The rules are checked in order.
function heldBack({ claimed, verdict }: Judged): End | undefined {
  if (claimed.status !== 'QUEUED') {
    return { state: 'WITHDRAWN', outcome: 'WITHDRAWN', countsAsFailure: false };
  }
  if (claimed.late) return failed('EXPIRED', 'was not sent in time');
  if (claimed.failures >= MESSAGE.failuresMax) return failed('PERMANENT', 'too many attempts');
  if ('rule' in verdict) return suppressed(verdict.rule);
  if ('notBefore' in verdict) return delayed({ notBefore: verdict.notBefore });
  const scans = claimed.files.map((file) => file.scanStatus);
  if (scans.includes('INFECTED')) return suppressed('ATTACHMENT_UNSAFE');
  if (scans.includes('QUARANTINED')) return delayed({ waitMs: MESSAGE.quarantinePollIntervalMs });
  return undefined;
}

function failed(outcome: string, reason: string): End {
  return { state: 'FAILED', outcome, reason, countsAsFailure: false };
}

function suppressed(rule: NonNullable<Ended['rule']>): End {
  return { state: 'SUPPRESSED', outcome: 'SUPPRESSED', rule, reason: rule, countsAsFailure: false };
}

function delayed(until: { readonly notBefore?: Instant; readonly waitMs?: number }): End {
  return { state: 'WAITING', outcome: 'DELAYED', countsAsFailure: false, ...until };
}

function endOf({ claimed }: Judged, outcome: SendOutcome): End {
  switch (outcome.kind) {
    case 'SENT':
      return {
        ...{ state: 'SENT', outcome: 'SENT', countsAsFailure: false },
        providerId: outcome.providerId,
      };
    case 'WINDOW_CLOSED':
      return { ...suppressed('WINDOW_CLOSED'), reason: outcome.reason };
    case 'UNAVAILABLE':
      return {
        ...{ state: 'WAITING', outcome: 'UNAVAILABLE', reason: outcome.reason },
        ...{ countsAsFailure: false, waitMs: MESSAGE.pauseFirstMs },
      };
    case 'PERMANENT':
      return { ...failed('PERMANENT', outcome.reason), countsAsFailure: true };
    default:
      return claimed.failures + 1 >= MESSAGE.failuresMax
        ? { ...failed(outcome.kind, outcome.reason), countsAsFailure: true }
        : {
            ...{ state: 'WAITING', outcome: outcome.kind, reason: outcome.reason },
            ...{ countsAsFailure: true, waitMs: waitAfter(claimed.failures, claimed.reference) },
          };
  }
}

// Returns the delay before the next attempt. It doubles after each failure, up to a maximum. Jitter
// is derived from the message's reference, so that messages that failed together are not retried
// together.
function waitAfter(failures: number, reference: string): number {
  const whole = Math.min(MESSAGE.backoffMaxMs, MESSAGE.backoffFirstMs * 2 ** failures);
  const spread = Number.parseInt(reference.slice(0, 4), 16) / 0xffff;
  return Math.round(whole * (0.75 + spread / 2));
}

const STATUS: Readonly<Partial<Record<Ended['state'], MessageStatus>>> = {
  SENT: 'SENT',
  FAILED: 'FAILED',
  SUPPRESSED: 'SUPPRESSED',
};

interface EndToWrite {
  readonly end: End;
  /** True if no message can reach the address. */
  readonly badAddress?: boolean;
  /** Present if the person has asked the provider to block our marketing messages. */
  readonly refusalParty?: PartyPorts | undefined;
}

// Stores the outcome and its consequences for the address in one transaction, so that a crash loses
// neither.
async function writeEnd(
  context: Context,
  { claimed, address }: Judged,
  { end, badAddress = false, refusalParty }: EndToWrite,
): Promise<void> {
  const { id, channel, office_id: officeId } = claimed;
  const reason = end.reason?.replaceAll('\u0000', '').slice(0, MESSAGE.reasonCharactersMax);
  await systemWork(context, 'message-sender', async (work) => {
    const mine = await endAttempt(work.tx, claimed, { ...end, reason, address });
    // The recipient's opt-out applies even if another attempt has replaced this one.
    if (refusalParty !== undefined && address !== undefined) {
      await refuseMarketing(work, { channel, address, note: reason }, refusalParty);
    }
    const status = STATUS[end.state];
    if (!mine || status === undefined) return;
    const whatsappMessageId = claimed.whatsapp_message_id;
    const moving = { id, channel, officeId, whatsappMessageId };
    await moveStatus(work, moving, { to: status, address });
    if (badAddress && address !== undefined) {
      await suppressAddress(work, { channel, address, purpose: 'ALL', reason: 'BOUNCED' });
    }
  });
  context.metrics.events.inc({ name: `message_${end.outcome.toLowerCase()}` });
}

function outgoingOf({ claimed, address }: Judged, tools: CallTools): OutgoingMessage {
  const link =
    claimed.purpose === 'MARKETING' && claimed.channel === 'EMAIL'
      ? unsubscribeUrl(tools.context.config, claimed.unsubscribe_token)
      : undefined;
  const message = {
    id: claimed.id,
    reference: claimed.reference,
    to: address ?? '',
    subject: claimed.subject ?? undefined,
    text: tools.text,
    html: claimed.html ?? undefined,
    files: claimed.files.map(({ fileName, mimeType, sha256 }) => ({
      ...{ fileName, mimeType, sha256 },
      read: () => tools.attachments.get(sha256),
    })),
    whatsappTemplate: claimed.whatsapp_template ?? undefined,
    unsubscribeUrl: link,
  };
  return link === undefined ? message : withUnsubscribeLink(message, link);
}

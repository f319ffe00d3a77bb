// Queues messages in the caller's transaction. The sender sends them after the commit.

import type { PhoneCountries } from '../../../platform/address/phone.js';
import { assert, present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import { codeOf } from '../../../platform/ids.js';
import { homeOf } from '../person/home-country.js';
import { findPeople } from '../person/people.js';
import {
  addressOf,
  keyOf,
  normalAddress,
  type Person,
  type Recipient,
} from '../person/recipient.js';
import { judge, type SuppressionRule, type Verdict } from './gate.js';
import { type Candidate, readGateFacts } from './gate-queries.js';
import { type NewMessage, toSuccessors } from './new-message.js';
import {
  findQueuedByKey,
  insertAttachmentRefs,
  insertMessages,
  insertTransports,
  insertWhatsAppRows,
  type NewTransport,
  type Planned,
  storeDraftContent,
} from './queries.js';
import { moveStatus } from './status.js';

/** The signal that wakes this process's sender. */
export const MESSAGE_SIGNAL = 'message';

export interface QueuedMessage {
  /** The id to use in `crm/message/id/{id}`. */
  readonly id: bigint;
  readonly status: 'QUEUED' | 'SUPPRESSED';
  /** The rule that suppressed the message. */
  readonly rule: SuppressionRule | undefined;
  /** For a WhatsApp message, the id of its record. */
  readonly whatsappMessageId: bigint | undefined;
  /**
   * True if an earlier call with this key already queued the message. This call then wrote nothing.
   */
  readonly repeated: boolean;
}

/**
 * Stores the message in the caller's transaction as QUEUED, or as SUPPRESSED with the rule that
 * suppressed it. After the commit, the sender claims it and checks the rules again.
 */
export async function queueMessage(work: Work, message: NewMessage): Promise<QueuedMessage> {
  const [queued] = await queueMessages(work, [message]);
  return present(queued, 'each message has a result');
}

/**
 * Queues many messages in a few statements. Results are in the order of the messages. Messages to
 * or about converted leads go to the customers of those leads.
 */
export async function queueMessages(
  work: Work,
  requested: readonly NewMessage[],
): Promise<readonly QueuedMessage[]> {
  const messages = await toSuccessors(work.tx, requested);
  const people = await findPeople(
    work.tx,
    messages.flatMap(({ recipient }) => recordOf(recipient) ?? []),
  );
  const home = homeOf(work.context);
  const candidates = messages.map((message) => candidateOf(message, { people, home }));
  const facts = await readGateFacts(work.tx, candidates, people);
  const planned: Planned[] = [];
  for (const [index, message] of messages.entries()) {
    const candidate = present(candidates[index], 'each message has a candidate');
    const verdict = judge(present(facts[index], 'each candidate has facts'), work.now);
    planned.push(await planOf(work, { message, address: candidate.address, verdict }));
  }
  const made = await insertTransports(
    work.tx,
    planned.map(({ transport }) => transport),
  );
  const fresh = planned.filter(({ transport }) => made.has(transport.id));
  await insertMessages(work, fresh);
  await insertWhatsAppRows(work, fresh);
  await insertAttachmentRefs(work.tx, fresh);
  await moveDrafts(work, fresh);
  if (fresh.some(({ transport }) => transport.state === 'WAITING')) {
    work.tx.afterCommit(() => work.context.signals.raise(MESSAGE_SIGNAL));
  }
  return resultsOf(work, planned, made);
}

// Updates the drafts to be sent, with their new status and address.
async function moveDrafts(work: Work, planned: readonly Planned[]): Promise<void> {
  for (const { message, transport } of planned) {
    if (message.whatsappDraftId === undefined) continue;
    await storeDraftContent(work.tx, message.whatsappDraftId, message);
    const { id, channel, office_id: officeId, whatsapp_message_id: whatsappMessageId } = transport;
    const to = transport.state === 'SUPPRESSED' ? 'SUPPRESSED' : 'QUEUED';
    const address = transport.address ?? undefined;
    await moveStatus(work, { id, channel, officeId, whatsappMessageId }, { to, address });
  }
}

function recordOf(recipient: NewMessage['recipient']): Recipient | undefined {
  return 'kind' in recipient ? recipient : undefined;
}

function candidateOf(
  message: NewMessage,
  { people, home }: { readonly people: ReadonlyMap<string, Person>; readonly home: PhoneCountries },
): Candidate {
  const { channel, purpose, officeId, recipient } = message;
  const record = recordOf(recipient);
  const person = record === undefined ? undefined : people.get(keyOf(record));
  return {
    ...{ channel, purpose, officeId, recipient: record },
    address:
      'address' in recipient
        ? normalAddress(channel, recipient.address, home)
        : person && addressOf(person, channel),
    isTemplate: message.whatsappTemplate !== undefined,
    ignoresOptOuts: ignoresOptOuts(message),
  };
}

function ignoresOptOuts({ recipient }: NewMessage): boolean {
  return 'address' in recipient && recipient.isLogin === true;
}

interface Plan {
  readonly message: NewMessage;
  readonly address: string | undefined;
  readonly verdict: Verdict;
}

async function planOf(work: Work, { message, address, verdict }: Plan): Promise<Planned> {
  const { ids } = work.context;
  const id = await ids.next(work.tx, 'message_id');
  const record = recordOf(message.recipient);
  const isWhatsApp = message.channel === 'WHATSAPP';
  const rule = 'rule' in verdict ? verdict.rule : null;
  const transport: NewTransport = {
    id,
    channel: message.channel,
    office_id: message.officeId,
    whatsapp_message_id: isWhatsApp
      ? (message.whatsappDraftId ?? (await ids.next(work.tx, 'whatsapp_message_id')))
      : null,
    purpose: message.purpose,
    recipient_kind: record?.kind ?? null,
    recipient_id: record?.id ?? null,
    address: address ?? null,
    ignores_opt_outs: ignoresOptOuts(message),
    template_id: message.templateId ?? null,
    template_version: message.templateVersion ?? null,
    campaign_id: message.campaignId ?? null,
    whatsapp_template: message.whatsappTemplate ?? null,
    once_key: message.onceKey ?? null,
    secret_id: message.secretId ?? null,
    state: rule === null ? 'WAITING' : 'SUPPRESSED',
    rule,
    not_before: laterOf(message.notBefore, 'notBefore' in verdict ? verdict.notBefore : undefined),
  };
  return { message, transport, name: codeOf(id) };
}

function laterOf(one: Instant | undefined, other: Instant | undefined): Instant | null {
  if (one === undefined || other === undefined) return one ?? other ?? null;
  return one > other ? one : other;
}

async function resultsOf(
  work: Work,
  planned: readonly Planned[],
  made: ReadonlySet<bigint>,
): Promise<readonly QueuedMessage[]> {
  const keys = planned.flatMap(({ transport }) =>
    made.has(transport.id) ? [] : (transport.once_key ?? []),
  );
  const earlier = keys.length === 0 ? new Map() : await findQueuedByKey(work.tx, keys);
  return planned.map(({ transport }) => {
    const repeated = !made.has(transport.id);
    const row = repeated ? earlier.get(transport.once_key ?? '') : transport;
    assert(row !== undefined, 'a message that was not stored has an earlier one with its key');
    return {
      id: row.id,
      status: row.state === 'SUPPRESSED' ? 'SUPPRESSED' : 'QUEUED',
      rule: row.rule ?? undefined,
      whatsappMessageId: row.whatsapp_message_id ?? undefined,
      repeated,
    };
  });
}

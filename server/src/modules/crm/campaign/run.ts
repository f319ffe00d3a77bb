// Runs campaigns. Staff start, pause and cancel them, and a worker queues their messages.

import { present } from '../../../platform/assert.js';
import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context, Work } from '../../../platform/context.js';
import { refusal, refusalAt } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { changed } from '../../../platform/reference-data/state-step.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Worker } from '../../../platform/worker.js';
import { CAMPAIGN } from '../limits.js';
import { queueMessages } from '../message/message.js';
import type { NewMessage } from '../message/new-message.js';
import { moveStatus } from '../message/status.js';
import { findPreference } from '../notification/preference-queries.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import { fillTemplate } from '../template/fill.js';
import { findTemplate, type Template } from '../template/queries.js';
import { readSubject } from '../template/subject-facts.js';
import { campaignSteps, outcomeOf } from './campaign.js';
import { campaignEvent } from './event.js';
import {
  type CampaignRow,
  countAudience,
  freezeAudience,
  lockCampaign,
  updateCampaignRow,
} from './queries.js';
import {
  claimCampaign,
  dueCampaigns,
  hasWaiting,
  holdMessages,
  type NextRecipient,
  nextRecipients,
  noteTurns,
  releaseMessages,
  setNext,
  type Turn,
  withdrawMessages,
} from './run-queries.js';
import { CAMPAIGN_STATUSES, type CampaignStatus, mayMoveCampaign } from './state.js';

/**
 * Starts a campaign, or resumes a paused one. A campaign with a future start time is scheduled;
 * otherwise its audience is stored now. Refuses with DOCUMENT_NOT_FOUND, FORBIDDEN,
 * PRECONDITION_FAILED, CAMPAIGN_WRONG_STATE, TEMPLATE_INACTIVE and CAMPAIGN_REFUSED (no recipients,
 * or too many).
 */
export async function startCampaign(work: Work, id: bigint): Promise<Outcome> {
  // Starting a campaign that is already running is a mistake, so it is refused.
  const before = await campaignSteps.lockVisible(work, id, ['DRAFT', 'PAUSED']);
  const waits = before.started_at === null && (before.scheduled_at ?? '') > work.now;
  const template = await findTemplate(work.tx, { id: before.template_id });
  if (template?.active !== true) throw refusal(crmProblems.TEMPLATE_INACTIVE);
  if (waits) return move(work, before, 'scheduled');
  if (before.started_at === null) return begin(work, before);
  await releaseMessages(work.tx, id);
  return move(work, before, 'resumed');
}

async function begin(work: Work, before: CampaignRow): Promise<Outcome> {
  const people = await countAudience(work.tx, before);
  if (people === 0 || people > CAMPAIGN.recipientsMax) {
    const detail =
      people === 0
        ? 'the campaign would have no recipients'
        : `the campaign would have more than ${CAMPAIGN.recipientsMax} recipients`;
    throw refusalAt(crmProblems.CAMPAIGN_REFUSED, 'audience', { detail, args: ['audience'] });
  }
  return freezeAndGo(work, before);
}

async function freezeAndGo(work: Work, before: CampaignRow): Promise<Outcome> {
  const audienceCount = await freezeAudience(work.tx, before);
  const frozen = { started_at: work.now, audience_count: audienceCount };
  return move(work, { ...before, ...frozen }, 'started');
}

/** Pauses a campaign. Unsent messages wait. Refuses for the same reasons as `startCampaign`. */
export async function pauseCampaign(work: Work, id: bigint): Promise<Outcome> {
  const before = await campaignSteps.lockVisible(work, id, statusesBefore('PAUSED'));
  const outcome = await move(work, before, 'paused');
  await holdMessages(work.tx);
  return outcome;
}

/**
 * Cancels a campaign. Unsent messages are never sent. Refuses for the same reasons as
 * `startCampaign`.
 */
export async function cancelCampaign(work: Work, id: bigint): Promise<Outcome> {
  const before = await campaignSteps.lockVisible(work, id, statusesBefore('CANCELLED'));
  const outcome = await move(work, before, 'cancelled');
  await holdMessages(work.tx);
  return outcome;
}

function statusesBefore(to: CampaignStatus): readonly CampaignStatus[] {
  return CAMPAIGN_STATUSES.filter((from) => mayMoveCampaign(from, to));
}

const STATUS_AFTER = {
  scheduled: 'SCHEDULED',
  started: 'RUNNING',
  resumed: 'RUNNING',
  paused: 'PAUSED',
  cancelled: 'CANCELLED',
  completed: 'COMPLETED',
} as const;

async function move(
  work: Work,
  before: CampaignRow,
  verb: keyof typeof STATUS_AFTER,
): Promise<Outcome> {
  const status = STATUS_AFTER[verb];
  const isEnd = status === 'CANCELLED' || status === 'COMPLETED';
  const ended_at = isEnd ? work.now : before.ended_at;
  const after = changed(work, before, { status, ended_at });
  await updateCampaignRow(work.tx, after);
  work.events.push(campaignEvent(verb, after));
  return outcomeOf(`CAMPAIGN_${verb.toUpperCase()}`, after);
}

/**
 * Queues campaign messages in the background, on every node. A node locks a campaign before
 * handling it, so no two nodes handle it at the same time.
 */
export function campaignWorker(ports: CrmPorts): Worker {
  return {
    name: 'campaign',
    role: 'jobs',
    start: async (context) =>
      startLoop(context, {
        name: 'campaign',
        everyMs: CAMPAIGN.pollIntervalMs,
        round: () => runCampaigns(context, ports),
      }),
  };
}

/**
 * Runs one round: continues the due campaigns, and holds the waiting messages of paused campaigns.
 */
export async function runCampaigns(context: Context, ports: CrmPorts): Promise<void> {
  for (const id of await dueCampaigns(context.db)) {
    // A failing campaign does not delay the others. The next round retries it.
    await systemWork(context, `campaign ${id}`, (work) => step(work, id, ports)).catch(
      (error: unknown) => context.log.warn({ err: error, campaign: id }, 'campaign step failed'),
    );
  }
  // Also holds messages that were being sent when the campaign was paused and have since returned
  // to the queue.
  await holdMessages(context.db);
  await systemWork(context, 'campaign-cancelled', async (work) => {
    for (const message of await withdrawMessages(work.tx)) {
      await moveStatus(work, message, { to: 'SUPPRESSED' });
    }
  });
}

// Queues messages for some recipients and marks those recipients in one transaction.
async function step(work: Work, id: bigint, ports: CrmPorts): Promise<void> {
  if (!(await claimCampaign(work.tx, id))) return;
  const campaign = present(await lockCampaign(work.tx, id), 'a claimed campaign exists');
  if (campaign.status === 'SCHEDULED') {
    await beginOnTime(work, campaign);
    return;
  }
  const template = present(
    await findTemplate(work.tx, { id: campaign.template_id }),
    'a template is never removed',
  );
  // An inactive template is never sent. The campaign is paused until staff start it again.
  if (!template.active) {
    await move(work, campaign, 'paused');
    return;
  }
  const people = await nextRecipients(work.tx, id);
  const turns = await queueTurns(work, { campaign, template, people }, ports);
  if (turns.length > 0) await noteTurns(work.tx, id, turns);
  await setNext(work.tx, id, turns.length);
  if (await hasWaiting(work.tx, id)) return;
  const latest = present(await lockCampaign(work.tx, id), 'a claimed campaign exists');
  await move(work, latest, 'completed');
}

// Pauses a campaign that cannot start. When staff start it again, the reply contains the reason.
async function beginOnTime(work: Work, campaign: CampaignRow): Promise<void> {
  const people = await countAudience(work.tx, campaign);
  if (people === 0 || people > CAMPAIGN.recipientsMax) {
    await move(work, campaign, 'paused');
    return;
  }
  await freezeAndGo(work, campaign);
}

interface Turns {
  readonly campaign: CampaignRow;
  readonly template: Template;
  readonly people: readonly NextRecipient[];
}

async function queueTurns(
  work: Work,
  { campaign, template, people }: Turns,
  ports: CrmPorts,
): Promise<readonly Turn[]> {
  const written: { readonly number: number; readonly message: NewMessage | undefined }[] = [];
  for (const person of people) {
    const message = await messageFor(work, { campaign, template, person }, ports);
    written.push({ number: person.number, message });
  }
  const messages = written.flatMap(({ message }) => message ?? []);
  const queued = messages.length === 0 ? [] : await queueMessages(work, messages);
  const ids = queued.map(({ id }) => id).reverse();
  return written.map(({ number, message }) =>
    message === undefined
      ? { number, messageId: null, leftOut: 'RECORD_GONE' }
      : { number, messageId: present(ids.pop(), 'each message has a result'), leftOut: null },
  );
}

interface OneTurn {
  readonly campaign: CampaignRow;
  readonly template: Template;
  readonly person: NextRecipient;
}

async function messageFor(
  work: Work,
  { campaign, template, person }: OneTurn,
  ports: CrmPorts,
): Promise<NewMessage | undefined> {
  const kind = campaign.audience_kind;
  const id = person.record_id;
  const subject = await readSubject(work.tx, { kind, id }, ports);
  if (subject?.officeId === undefined) return undefined;
  const preference = kind === 'CUSTOMER' ? await findPreference(work.tx, id) : undefined;
  const filled = fillTemplate(template, subject.values, preference?.language ?? undefined);
  return {
    channel: template.channel,
    recipient: { kind, id },
    officeId: subject.officeId,
    // Unsolicited bulk messages are marketing whatever the template's purpose, so they need
    // marketing consent.
    purpose: 'MARKETING',
    subject: filled.subject,
    text: filled.text,
    html: filled.html,
    templateId: template.id,
    templateVersion: filled.templateVersion,
    whatsappTemplate: filled.whatsappTemplate,
    campaignId: campaign.id,
    onceKey: `campaign ${campaign.id} ${person.number}`,
  };
}

// Corporate actions as reference data under the four-eyes rule. Each version contains all terms.

import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { parseJson, toJson } from '../../../platform/json/json.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import {
  differencesOf,
  lockKind,
  proposeChange,
  recordFirstVersion,
  recordVersion,
} from '../../change/index.js';
import type { CorporateActionRow, EventOptionRow } from '../record/queries.js';
import { refuseWrongTerms } from './check.js';
import { columnsOf, optionColumns } from './column.js';
import { completeTerms } from './complete.js';
import { ENTITLE_EVENT, enqueueEventJob } from './job.js';
import {
  type EventColumns,
  lockEventNamed,
  selectEventNamed,
  storeEvent,
  storeOptions,
} from './queries.js';
import { type EventReferences, exDateOf, loadReferences, unknown } from './reference.js';
import { refuseIncompleteRights, rightsPartsOf } from './rights.js';
import { EventBody, type EventProposal, type OptionBody } from './schema.js';
import { refuseWrongShape } from './shape.js';
import { termsOf } from './terms.js';

/** Called after the terms of an event are stored, in the same transaction. */
export type TermsHook = (work: Work, event: CorporateActionRow) => Promise<void>;

/** Proposed terms, with the id and the name that the event would have. */
interface ProposedTerms {
  readonly event: EventColumns;
  readonly options: readonly Omit<EventOptionRow, 'corporate_action_id'>[];
  readonly securityName: string;
}

/** Limits the rows of a preview. If `offices` is undefined, all offices are included. */
interface PreviewRows {
  readonly offices: readonly bigint[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Hooks that run when terms are proposed or come into force. */
interface TermsPorts {
  /** Called in this order when terms come into force. */
  readonly onApproved: readonly TermsHook[];
  /** Computes the entitlements that proposed terms would create. */
  readonly preview: (tx: Tx, terms: ProposedTerms, rows: PreviewRows) => Promise<object>;
}

/** The change kind for corporate actions, and the functions that change their terms. */
export interface CorporateActions {
  readonly kind: ChangeKind;
  /** Proposes an event or its next version; a second person approves it. */
  readonly propose: (
    work: Work,
    proposal: EventProposal,
    page: Pick<PreviewRows, 'limit' | 'offset'>,
  ) => Promise<Outcome>;
  /**
   * Locks the terms of all events until the transaction ends. Call it before locking a security
   * whose events will change: approvals lock in this order.
   */
  readonly lock: (work: Work) => Promise<void>;
  /**
   * Stores terms without a second person's approval, for events that follow from a bond's terms.
   */
  readonly record: (work: Work, named: NamedTerms) => Promise<void>;
}

/** Event terms with the name of the event, which must not be a number. */
export interface NamedTerms {
  readonly name: string;
  readonly body: EventBody;
}

/**
 * Returns the change kind for corporate actions, and the functions that propose, lock and record
 * their terms.
 */
export function corporateActions(ports: TermsPorts): CorporateActions {
  const hooks = [entitleLate, ...ports.onApproved];
  const kind: ChangeKind = changeKind({
    name: 'corporate-action',
    label: 'Corporate action',
    body: EventBody,
    present: async (on, subject) => {
      const event = await selectEventNamed(on, subject);
      return event && termsOf(on, event);
    },
    check: async (work, { subject, body }) => {
      refuseIncompleteRights(body);
      await refuseWrongTerms(work, body, await lockEventNamed(work.tx, subject));
    },
    apply: async (work, { subject, body, version, origin }) => {
      if (body.kind !== 'RHTS') return applyTerms(work, { subject, body, version }, hooks);
      const { distribution, call } = rightsPartsOf(body);
      const made = await applyTerms(work, { subject, body: distribution, version }, hooks);
      const name = codeOf(await work.context.ids.next(work.tx, 'corporate_action_id'));
      const linked = { ...call, linkedEventName: subject };
      await recordFirstVersion(work, kind, { subject: name, body: linked, origin });
      return made;
    },
  });
  return {
    kind,
    propose: async (work, proposal, page) => {
      const { outcome, terms } = await proposeEvent(work, kind, proposal);
      if (!work.tx.dryRun) return outcome;
      const { offices } = work.principal;
      const preview = await ports.preview(work.tx, terms, { ...page, offices });
      return { ...outcome, extra: { ...outcome.extra, preview } };
    },
    lock: (work) => lockKind(work.tx, kind.name),
    record: (work, named) => recordTerms(work, kind, named),
  };
}

async function proposeEvent(
  work: Work,
  kind: ChangeKind,
  proposal: EventProposal,
): Promise<{ readonly outcome: Outcome; readonly terms: ProposedTerms }> {
  const { name, reason, effectiveNote, ...body } = proposal;
  const before = name === undefined ? undefined : await selectEventNamed(work.tx, name);
  if (name !== undefined && before === undefined) {
    throw unknown('name', 'does not match any corporate action');
  }
  refuseWrongShape(body);
  const references = await loadReferences(work.tx, body);
  const id = before?.id ?? (await work.context.ids.next(work.tx, 'corporate_action_id'));
  const subject = name ?? codeOf(id);
  const complete = completeTerms(body, references);
  const outcome = await proposeChange(work, {
    kind,
    subject,
    body: complete,
    reason,
    effectiveNote,
  });
  const warnings = warningsOf(body, references);
  return {
    outcome: warnings.length === 0 ? outcome : { ...outcome, extra: { warnings } },
    terms: proposedTerms(complete, references, { id, subject }),
  };
}

function newSecurityOf({ newSecurityName: name }: OptionBody, references: EventReferences) {
  return references.newSecurities.find((security) => security?.name === name);
}

// Only the distribution of a rights issue entitles holders.
function proposedTerms(
  complete: EventBody,
  references: EventReferences,
  { id, subject }: { readonly id: bigint; readonly subject: string },
): ProposedTerms {
  const body = complete.kind === 'RHTS' ? rightsPartsOf(complete).distribution : complete;
  return {
    event: { ...columnsOf({ subject, body, version: 0 }, references), id },
    options: (body.options ?? []).map((option) =>
      optionColumns(option, newSecurityOf(option, references)?.id),
    ),
    securityName: references.security.name,
  };
}

function warningsOf({ qualificationDate, exDate }: EventBody, references: EventReferences) {
  if (qualificationDate === undefined || exDate === undefined) return [];
  const byRule = exDateOf(qualificationDate, references);
  if (byRule === exDate) return [];
  const detail = `Under the market rule, the ex-date is ${byRule}. The given ${exDate} applies.`;
  return [{ code: 'EX_DATE_DIFFERS', detail, pointer: '/exDate' }];
}

async function recordTerms(work: Work, kind: ChangeKind, { name, body }: NamedTerms) {
  refuseWrongShape(body);
  const complete = completeTerms(body, await loadReferences(work.tx, body));
  const before = await kind.present(work.tx, name);
  const json = (terms: object) => parseJson(toJson(terms));
  if (before !== undefined && differencesOf(json(before), json(complete)).length === 0) return;
  await recordVersion(work, kind, { subject: name, body: complete });
}

interface Applied {
  readonly subject: string;
  readonly body: EventBody;
  readonly version: number;
}

async function applyTerms(work: Work, applied: Applied, hooks: readonly TermsHook[]) {
  const { subject: name, body } = applied;
  const references = await loadReferences(work.tx, body);
  const before = await lockEventNamed(work.tx, name);
  const id = before?.id ?? (await idOf(work, name));
  const stamp = { by: work.principal.name, at: work.now };
  await storeEvent(work.tx, { ...columnsOf(applied, references), id }, stamp);
  await storeOptions(
    work.tx,
    id,
    (body.options ?? []).map((option, index) =>
      optionColumns(option, references.newSecurities[index]?.id),
    ),
  );
  const event = present(await selectEventNamed(work.tx, name), 'the event was just stored');
  work.events.push({
    type: `corporate-action.${event.status.toLowerCase()}`,
    subjectId: id,
    data: {
      name,
      kind: event.kind,
      security: references.security.name,
      exDate: event.ex_date,
      termsVersion: event.terms_version,
    },
  });
  for (const hook of hooks) await hook(work, event);
  return { id, name };
}

// The name of a proposed new event is its id.
async function idOf(work: Work, name: string): Promise<bigint> {
  return /^\d+$/.test(name) ? BigInt(name) : work.context.ids.next(work.tx, 'corporate_action_id');
}

/**
 * If the ex-date has been reached, enqueues the computation of entitlements, because the new terms
 * already apply and the end of day does not run until tonight.
 */
async function entitleLate(work: Work, event: CorporateActionRow): Promise<void> {
  const isLate = event.progress !== 'OPEN' || event.ex_date <= (await currentBusinessDate(work.tx));
  if (isLate) await enqueueEventJob(work, ENTITLE_EVENT, event);
}

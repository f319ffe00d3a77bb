// Consent: changes flags and suppressed addresses, and stores every consent statement in the
// history.

import type { Work } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import { inSavepoint } from '../../../platform/http/savepoint.js';
import { type PartyPorts, updateCustomer } from '../../party/index.js';
import type { Recipient } from '../person/recipient.js';
import { lockSuccessors } from '../person/successor.js';
import { type ConsentColumns, changedConsent } from '../record.js';
import { consentChanged } from './event.js';
import type { ConsentChannel, ConsentPurpose, ConsentSource, SuppressionReason } from './kind.js';
import {
  type ConsentRow,
  deleteSuppression,
  insertConsents,
  insertSuppression,
  lastRefusals,
  type SuppressedAddress,
  setFlag,
} from './queries.js';

/** A statement that gives or withdraws consent. */
interface ConsentStatement {
  /** The person's record. Undefined if only the address is known. */
  readonly record?: Recipient | undefined;
  readonly address?: string | undefined;
  readonly officeId: bigint;
  readonly channel: ConsentChannel;
  readonly purpose: ConsentPurpose;
  readonly granted: boolean;
  readonly source: ConsentSource;
  readonly note?: string | undefined;
  /** Time at which the person made the statement, according to the provider. */
  readonly statedAt?: Instant | undefined;
}

/** Stores statements in the history and sends an event for each. The caller changes the flags. */
async function recordConsent(work: Work, statements: readonly ConsentStatement[]): Promise<void> {
  const rows: ConsentRow[] = [];
  for (const statement of statements) {
    const id = await work.context.ids.next(work.tx, 'consent_id');
    rows.push({
      ...{ id, office_id: statement.officeId, address: statement.address ?? null },
      ...{ record_kind: statement.record?.kind ?? null, record_id: statement.record?.id ?? null },
      ...{ channel: statement.channel, purpose: statement.purpose, granted: statement.granted },
      ...{ source: statement.source, note: statement.note ?? null },
      ...{ created_by: work.principal.name, created_at: work.now },
      stated_at: statement.statedAt ?? null,
    });
    const { channel, purpose, granted, source } = statement;
    work.events.push(
      consentChanged({ id, officeId: statement.officeId }, { channel, purpose, granted, source }),
    );
  }
  await insertConsents(work.tx, rows);
}

const CHANNEL_OF: Readonly<Record<keyof ConsentColumns, ConsentChannel>> = {
  do_not_call: 'CALL',
  do_not_share: 'SHARE',
  email_opt_out: 'EMAIL',
  sms_opt_out: 'SMS',
};

const NO_REFUSAL: ConsentColumns = {
  ...{ do_not_call: false, do_not_share: false, email_opt_out: false, sms_opt_out: false },
};

/** A record whose flags were changed. */
interface FlagChange {
  readonly record: Recipient;
  readonly officeId: bigint;
  /**
   * The flags before the change. If absent, the record is new, and only refusals of consent are
   * added to the history.
   */
  readonly before?: ConsentColumns | undefined;
  readonly after: ConsentColumns;
  /** Default: CLIENT or STAFF, depending on the kind of caller. */
  readonly source?: ConsentSource | undefined;
}

/** Stores a record's changed consent flags in the history. */
export async function recordFlagChanges(work: Work, change: FlagChange): Promise<void> {
  const { record, officeId, after, before = NO_REFUSAL } = change;
  const source = change.source ?? sourceOf(work);
  const statements = changedConsent(before, after).map((column) => ({
    ...({ record, officeId, channel: CHANNEL_OF[column], purpose: 'ALL', source } as const),
    granted: !after[column],
  }));
  await recordConsent(work, statements);
}

function sourceOf(work: Work): ConsentSource {
  return work.principal.kind === 'client' ? 'CLIENT' : 'STAFF';
}

/** Suppresses an address. Returns false if the address was already suppressed. */
export async function suppressAddress(work: Work, suppressed: SuppressedAddress): Promise<boolean> {
  return insertSuppression(work.tx, suppressed, { name: work.principal.name, at: work.now });
}

const MEMBER: Readonly<Partial<Record<ConsentChannel, string>>> = {
  CALL: 'doNotCall',
  SHARE: 'doNotShare',
  EMAIL: 'emailOptOut',
  SMS: 'smsOptOut',
};

/** A statement to apply, with the reason for suppressing its address. */
interface ConsentRequest extends ConsentStatement {
  readonly reason: SuppressionReason;
}

/**
 * Applies a statement. Sets the record's flag if the purpose is ALL, suppresses or releases the
 * address if there is one, and adds the statement to the history. A statement about a converted
 * lead is applied to its customer.
 */
export async function applyConsent(
  work: Work,
  said: ConsentRequest,
  party: PartyPorts,
): Promise<void> {
  const statement = await bySuccessor(work, said);
  const { record, address, channel, purpose, granted } = statement;
  if (record !== undefined && purpose === 'ALL') {
    await setRecordFlag(work, { record, channel, optOut: !granted }, party);
  }
  if (address !== undefined && channel !== 'CALL' && channel !== 'SHARE') {
    const listed = { channel, address, purpose };
    if (granted) await deleteSuppression(work.tx, listed);
    else await suppressAddress(work, { ...listed, reason: statement.reason });
  }
  await recordConsent(work, [statement]);
}

async function bySuccessor(work: Work, statement: ConsentRequest): Promise<ConsentRequest> {
  const { record } = statement;
  if (record === undefined) return statement;
  const to = (await lockSuccessors(work.tx, [record]))(record);
  return to === undefined ? statement : { ...statement, record: to, officeId: to.officeId };
}

/**
 * Copies refusals of consent that have no flag (marketing only, and WhatsApp) from a lead to its
 * customer and contact.
 */
export async function carryRefusals(
  work: Work,
  leadId: bigint,
  successors: readonly Pick<ConsentStatement, 'record' | 'officeId'>[],
): Promise<void> {
  const refused = await lastRefusals(work.tx, { kind: 'LEAD', id: leadId });
  const unflagged = refused.filter(
    ({ channel, purpose }) => purpose === 'MARKETING' || channel === 'WHATSAPP',
  );
  const statements = successors.flatMap((successor) =>
    unflagged.map(
      (one) => ({ ...one, ...successor, granted: false, source: 'CONVERSION' }) as const,
    ),
  );
  await recordConsent(work, statements);
}

/** Copies a converted lead's changed flags to its customer. */
export async function passOnFlags(
  work: Work,
  change: FlagChange & { readonly before: ConsentColumns; readonly customerId: bigint },
  party: PartyPorts,
): Promise<void> {
  const { before, after, customerId, officeId } = change;
  const source = sourceOf(work);
  for (const column of changedConsent(before, after)) {
    const record = { kind: 'CUSTOMER', id: customerId } as const;
    const said = { channel: CHANNEL_OF[column], purpose: 'ALL', granted: !after[column] } as const;
    await applyConsent(work, { record, officeId, ...said, source, reason: 'STAFF' }, party);
  }
}

interface FlagSetting {
  readonly record: Recipient;
  readonly channel: ConsentChannel;
  readonly optOut: boolean;
}

async function setRecordFlag(
  work: Work,
  { record, channel, optOut }: FlagSetting,
  party: PartyPorts,
): Promise<void> {
  const member = MEMBER[channel];
  if (member === undefined) return;
  if (record.kind !== 'CUSTOMER') {
    const by = work.principal.name;
    await setFlag(work.tx, record, { channel, value: optOut, by, at: work.now });
    return;
  }
  // The history and the suppressed addresses are written even if a rule refuses the change to the
  // customer. The history is written here, where the statement's source is known.
  const part = await inSavepoint(work.tx, (tx) =>
    updateCustomer(
      { ...work, tx, ifMatch: undefined },
      { id: record.id, [member]: optOut },
      { ...party, consents: undefined },
    ),
  );
  if ('refused' in part) {
    work.context.log.warn({ customerId: record.id, code: part.refused.kind.code }, 'flag not set');
  }
}

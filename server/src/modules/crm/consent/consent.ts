// Consent: who may be written to, by which channel and for what; every change is kept.

import type { Work } from '../../../platform/context.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { inSavepoint } from '../../../platform/http/savepoint.js';
import { type PartyPorts, updateCustomer } from '../../party/index.js';
import { consentChanged } from '../message/event.js';
import type { Recipient } from '../person/recipient.js';
import { lockSuccessors } from '../person/successor.js';
import { type ConsentColumns, changedConsent } from '../record.js';
import {
  type ConsentRow,
  deleteSuppression,
  insertConsents,
  insertSuppression,
  lastRefusals,
  type SuppressedAddress,
  setFlag,
} from './queries.js';

export const CONSENT_CHANNELS = ['EMAIL', 'SMS', 'WHATSAPP', 'CALL', 'SHARE'] as const;

export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

export const CONSENT_PURPOSES = ['ALL', 'MARKETING'] as const;

export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

export const CONSENT_SOURCES = [
  'STAFF',
  'CLIENT',
  'IMPORT',
  'CONVERSION',
  'UNSUBSCRIBE_LINK',
  'KEYWORD',
  'PROVIDER',
] as const;

export type ConsentSource = (typeof CONSENT_SOURCES)[number];

export type SuppressionReason = 'BOUNCED' | 'KEYWORD' | 'UNSUBSCRIBED' | 'STAFF';

/** One word of consent, given or withdrawn. */
interface ConsentWord {
  /** Who said it, where that is known; else the address alone. */
  readonly record?: Recipient | undefined;
  readonly address?: string | undefined;
  readonly officeId: bigint;
  readonly channel: ConsentChannel;
  readonly purpose: ConsentPurpose;
  readonly granted: boolean;
  readonly source: ConsentSource;
  readonly note?: string | undefined;
}

/** Writes words of consent into the history, each with its event. Flags are the caller's. */
async function recordConsent(work: Work, words: readonly ConsentWord[]): Promise<void> {
  const rows: ConsentRow[] = [];
  for (const word of words) {
    const id = await work.context.ids.next(work.tx, 'consent_id');
    rows.push({
      ...{ id, office_id: word.officeId, address: word.address ?? null },
      ...{ record_kind: word.record?.kind ?? null, record_id: word.record?.id ?? null },
      ...{ channel: word.channel, purpose: word.purpose, granted: word.granted },
      ...{ source: word.source, note: word.note ?? null },
      ...{ created_by: work.principal.name, created_at: work.now },
    });
    const { channel, purpose, granted, source } = word;
    work.events.push(
      consentChanged({ id, officeId: word.officeId }, { channel, purpose, granted, source }),
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
  /** Absent for a new record: its refusals are then what changed. */
  readonly before?: ConsentColumns | undefined;
  readonly after: ConsentColumns;
  /** What the caller is when not said: a program, or one of the staff. */
  readonly source?: ConsentSource | undefined;
}

/** Writes the history of flags that a change of the record has set or cleared. */
export async function recordFlagChanges(work: Work, change: FlagChange): Promise<void> {
  const { record, officeId, after, before = NO_REFUSAL } = change;
  const source = change.source ?? sourceOf(work);
  const words = changedConsent(before, after).map((column) => ({
    ...({ record, officeId, channel: CHANNEL_OF[column], purpose: 'ALL', source } as const),
    granted: !after[column],
  }));
  await recordConsent(work, words);
}

function sourceOf(work: Work): ConsentSource {
  return work.principal.kind === 'client' ? 'CLIENT' : 'STAFF';
}

/** Puts an address on the list of those that nothing is sent to. */
export async function suppressAddress(work: Work, suppressed: SuppressedAddress): Promise<boolean> {
  return insertSuppression(work.tx, suppressed, { name: work.principal.name, at: work.now });
}

const FLAG: Readonly<Partial<Record<ConsentChannel, Sql>>> = {
  CALL: sql`do_not_call`,
  SHARE: sql`do_not_share`,
  EMAIL: sql`email_opt_out`,
  SMS: sql`sms_opt_out`,
};

const MEMBER: Readonly<Partial<Record<ConsentChannel, string>>> = {
  CALL: 'doNotCall',
  SHARE: 'doNotShare',
  EMAIL: 'emailOptOut',
  SMS: 'smsOptOut',
};

/** A word of consent, and why an address that it withdraws is on the list. */
interface SpokenWord extends ConsentWord {
  readonly reason: SuppressionReason;
}

/**
 * Does as the person says: the flag of the record, where the word is about everything in a channel;
 * the list of addresses, where it was said of one; and the history. What a converted lead says is
 * said by its customer.
 */
export async function applyConsent(work: Work, said: SpokenWord, party: PartyPorts): Promise<void> {
  const word = await bySuccessor(work, said);
  const { record, address, channel, purpose, granted } = word;
  if (record !== undefined && purpose === 'ALL') {
    await setRecordFlag(work, { record, channel, optOut: !granted }, party);
  }
  if (address !== undefined && channel !== 'CALL' && channel !== 'SHARE') {
    const listed = { channel, address, purpose };
    if (granted) await deleteSuppression(work.tx, listed);
    else await suppressAddress(work, { ...listed, reason: word.reason });
  }
  await recordConsent(work, [word]);
}

async function bySuccessor(work: Work, word: SpokenWord): Promise<SpokenWord> {
  const { record } = word;
  if (record === undefined) return word;
  const to = (await lockSuccessors(work.tx, [record]))(record);
  return to === undefined ? word : { ...word, record: to, officeId: to.officeId };
}

/**
 * What a lead has refused goes on with its customer and its contact, as far as no flag of theirs
 * tells it: marketing alone, and WhatsApp.
 */
export async function carryRefusals(
  work: Work,
  leadId: bigint,
  heirs: readonly Pick<ConsentWord, 'record' | 'officeId'>[],
): Promise<void> {
  const refused = await lastRefusals(work.tx, { kind: 'LEAD', id: leadId });
  const untold = refused.filter(
    ({ channel, purpose }) => purpose === 'MARKETING' || channel === 'WHATSAPP',
  );
  const words = heirs.flatMap((heir) =>
    untold.map((one) => ({ ...one, ...heir, granted: false, source: 'CONVERSION' }) as const),
  );
  await recordConsent(work, words);
}

/**
 * Passes the flags that were changed in a converted lead on to its customer, for whom they are
 * meant.
 */
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
  const column = FLAG[channel];
  const member = MEMBER[channel];
  if (column === undefined || member === undefined) return;
  if (record.kind !== 'CUSTOMER') {
    const by = work.principal.name;
    await setFlag(work.tx, record, { column, value: optOut, by, at: work.now });
    return;
  }
  // A customer whose record cannot be changed now, for whatever other rule, has still said it: the
  // history and the list of addresses hold it. The word is recorded here, with where it came from.
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

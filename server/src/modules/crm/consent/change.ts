// Reads and changes consent, for staff, for API clients, and for the unsubscribe link in e-mails.

import type { PhoneCountries } from '../../../platform/address/phone.js';
import { type Call, type Context, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { systemWork } from '../../../platform/system-work.js';
import type { PartyPorts } from '../../party/index.js';
import type { Channel } from '../channel/channel.js';
import { homeOf } from '../person/home-country.js';
import { findPeople } from '../person/people.js';
import { addressVariants, keyOf, normalAddress, type Recipient } from '../person/recipient.js';
import { idGiven, officeFor, withoutAbsent } from '../record.js';
import { applyConsent, suppressAddress } from './consent.js';
import type { ConsentChannel } from './kind.js';
import {
  type ConsentFilter,
  type ConsentRow,
  countConsents,
  countSuppressions,
  findByToken,
  knowsAddress,
  listConsentRows,
  listSuppressionRows,
  type SuppressionFilter,
  type TokenHolder,
} from './queries.js';
import type { ConsentBody } from './schema.js';

/**
 * Applies a consent statement for a person or an address. Refuses with INVALID_REQUEST (neither a
 * record nor an address, or an address in a channel without addresses) and UNKNOWN_REFERENCE.
 */
export async function updateConsent(
  work: Work,
  body: ConsentBody,
  party: PartyPorts,
): Promise<Outcome> {
  const record = recordOf(body);
  const address =
    body.address === undefined
      ? undefined
      : addressOf(work, { channel: body.channel, raw: body.address });
  if (record === undefined && address === undefined) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'recipientId',
      'is required, unless an address is given',
    );
  }
  const officeId = record === undefined ? await officeFor(work, {}) : await officeOf(work, record);
  const { channel, granted, note, purpose = 'ALL' } = body;
  if (granted && address !== undefined && isMessageChannel(channel)) {
    await refuseUnknown(work, { channel, address });
  }
  const source = work.principal.kind === 'client' ? 'CLIENT' : 'STAFF';
  await applyConsent(
    work,
    { ...{ record, address, officeId, channel, purpose, granted, note, source }, reason: 'STAFF' },
    party,
  );
  const said = { channel, purpose, granted, source, note, address };
  const about = { recipientType: record?.kind, recipientId: record?.id };
  return { msgCode: 'CONSENT_UPDATED', result: withoutAbsent({ ...about, ...said }) };
}

function recordOf({ recipientType: kind, recipientId }: ConsentBody): Recipient | undefined {
  const id = idGiven(recipientId);
  if (kind === undefined && id === undefined) return undefined;
  if (kind !== undefined && id !== undefined) return { kind, id };
  const missing = kind === undefined ? 'recipientType' : 'recipientId';
  throw refuseMember(
    commonProblems.INVALID_REQUEST,
    missing,
    'is required: recipientType and recipientId must be given together',
  );
}

function addressOf(
  { context }: Work,
  { channel, raw }: { readonly channel: ConsentChannel; readonly raw: string },
): string {
  const address = isMessageChannel(channel)
    ? normalAddress(channel, raw, homeOf(context))
    : undefined;
  if (address !== undefined) return address;
  throw refuseMember(
    commonProblems.INVALID_REQUEST,
    'address',
    `is not a valid address for ${channel}`,
  );
}

function isMessageChannel(channel: ConsentChannel): channel is Channel {
  return channel !== 'CALL' && channel !== 'SHARE';
}

// Any office can suppress an address, but only an office that knows the address can release it.
async function refuseUnknown(
  { tx, principal }: Work,
  of: { readonly channel: Channel; readonly address: string },
): Promise<void> {
  if (await knowsAddress(tx, of, principal.offices)) return;
  const detail = 'is not known to your business offices';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'address', detail);
}

async function officeOf(work: Work, record: Recipient): Promise<bigint> {
  const person = (await findPeople(work.tx, [record])).get(keyOf(record));
  if (person !== undefined && seesOffice(work.principal, person.officeId)) return person.officeId;
  const detail = `is not a ${record.kind} that you can see`;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'recipientId', detail);
}

/** A filter that contains an address in any format. */
type ByAddress<Filter> = Omit<Filter, 'offices' | 'addresses'> & {
  readonly address?: string | undefined;
};

function scopedTo<Filter extends { readonly address?: string | undefined }>(
  { context, principal }: Call,
  { address, ...filter }: Filter,
) {
  const addresses = address === undefined ? undefined : formsOf(address, homeOf(context));
  return { ...filter, addresses, offices: principal.offices };
}

// Returns the stored forms of an address. A string that is not an address, such as a short code, is
// returned unchanged.
function formsOf(text: string, home: PhoneCountries): readonly string[] {
  const forms = (['EMAIL', 'SMS'] as const).flatMap((channel) => {
    const address = normalAddress(channel, text, home);
    return address === undefined ? [] : addressVariants(channel, address);
  });
  return forms.length === 0 ? [text] : forms;
}

/** Lists the consent history in the offices that the caller can see, newest first. */
export async function listConsents(
  call: Call,
  filter: ByAddress<ConsentFilter>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped = scopedTo(call, filter);
  const count = await countConsents(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await listConsentRows(call.db, scoped, page), page);
  return { count, result: rows.map(consentRecord), nextAfter };
}

function consentRecord(row: ConsentRow): object {
  return withoutAbsent({
    ...{ id: row.id, recipientType: row.record_kind, recipientId: row.record_id },
    ...{ address: row.address, channel: row.channel, purpose: row.purpose, granted: row.granted },
    ...{ source: row.source, note: row.note, createdBy: row.created_by },
    createdDttm: row.created_at,
  });
}

/** Lists the suppressed addresses that the caller's offices know, newest first. */
export async function listSuppressions(
  call: Call,
  filter: ByAddress<SuppressionFilter>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped = scopedTo(call, filter);
  const count = await countSuppressions(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await listSuppressionRows(call.db, scoped, page), page);
  const result = rows.map(({ channel, address, purpose, reason, created_by, created_at }) => ({
    ...{ channel, address, purpose, reason, createdBy: created_by, createdDttm: created_at },
  }));
  return { count, result, nextAfter };
}

/** Finds the recipient of the e-mail with this link, or refuses with DOCUMENT_NOT_FOUND. */
export async function holderOfToken(call: Call, token: string): Promise<TokenHolder> {
  const holder = await findByToken(call.db, token);
  if (holder === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return holder;
}

/** Withdraws marketing consent for an e-mail's recipient and for the address it was sent to. */
export async function unsubscribe(
  context: Context,
  { holder, party }: { readonly holder: TokenHolder; readonly party: PartyPorts },
): Promise<void> {
  const { channel, address, officeId, kind, id } = holder;
  await systemWork(context, 'unsubscribe', async (work) => {
    const purpose = 'MARKETING';
    const reason = 'UNSUBSCRIBED';
    // If several clicks arrive at the same time, only the first one writes anything.
    if (!(await suppressAddress(work, { channel, address, purpose, reason }))) return;
    await applyConsent(
      work,
      {
        ...{ channel, address, officeId, purpose, granted: false, reason },
        source: 'UNSUBSCRIBE_LINK',
        record: kind === null || id === null ? undefined : { kind, id },
      },
      party,
    );
  });
}

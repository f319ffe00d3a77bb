// Customers' preferences: their language and, for each group of events, the channels in order of
// preference.

import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { findCustomer } from '../../party/index.js';
import { preferenceUpdated } from './event.js';
import { EVENT_GROUPS } from './notifiable-event.js';
import {
  countPreferences,
  findPreference,
  listPreferenceRows,
  lockCustomerOffice,
  type PreferenceRow,
  storePreference,
} from './preference-queries.js';
import type { PreferenceChange } from './schema.js';

/**
 * Changes a customer's preference. For each group in the request, the channels are replaced. An
 * empty list means no messages. For a group without a list, the rules' channels apply. Refuses with
 * DOCUMENT_NOT_FOUND, PRECONDITION_FAILED and INVALID_REQUEST (a malformed language, or a channel
 * or group listed twice).
 */
export async function updatePreference(work: Work, body: PreferenceChange): Promise<Outcome> {
  const { customerId } = body;
  const officeId = await lockCustomerOffice(work.tx, customerId);
  if (officeId === undefined || !seesOffice(work.principal, officeId)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  refuseWrong(body);
  const before = await findPreference(work.tx, customerId);
  refuseStale(work, before?.version);
  const by = work.principal.name;
  const row: PreferenceRow = {
    customer_id: customerId,
    language: body.language ?? before?.language ?? null,
    choices: choicesOf(before, body),
    version: (before?.version ?? 0n) + 1n,
    created_by: before?.created_by ?? by,
    created_at: before?.created_at ?? work.now,
    modified_by: by,
    modified_at: work.now,
  };
  await storePreference(work.tx, row);
  work.events.push(preferenceUpdated(customerId, officeId));
  const result = preferenceRecord(row);
  return { msgCode: 'PREFERENCE_UPDATED', id: customerId, version: row.version, result };
}

function choicesOf(
  before: PreferenceRow | undefined,
  { groups = [] }: PreferenceChange,
): PreferenceRow['choices'] {
  const changed = new Map(groups.map(({ group, channels }) => [group, channels]));
  const all = EVENT_GROUPS.flatMap((group) => {
    const channels = changed.has(group) ? changed.get(group) : before?.choices[group];
    return channels === undefined ? [] : [[group, channels] as const];
  });
  return Object.fromEntries(all);
}

function refuseWrong({ language, groups = [] }: PreferenceChange): void {
  if (language !== undefined && !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(language)) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'language',
      'must be a language tag, such as en or fr-CA',
    );
  }
  if (hasTwice(groups.map(({ group }) => group))) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'groups', 'contains a group twice');
  }
  groups.forEach(({ channels = [] }, index) => {
    if (!hasTwice(channels)) return;
    const member = `groups/${index}/channels`;
    throw refuseMember(commonProblems.INVALID_REQUEST, member, 'contains a channel twice');
  });
}

function hasTwice(words: readonly string[]): boolean {
  return new Set(words).size < words.length;
}

function preferenceRecord(row: PreferenceRow): object {
  return {
    customerId: row.customer_id,
    language: row.language ?? undefined,
    groups: EVENT_GROUPS.flatMap((group) => {
      const channels = row.choices[group];
      return channels === undefined ? [] : [{ group, channels }];
    }),
    ...shownStamp(row),
  };
}

/** Reads a customer's preference. If there is none, the rules' channels apply. */
export async function readPreference(call: Call, customerId: bigint): Promise<object> {
  const customer = await findCustomer(call, { id: customerId });
  if (customer === undefined || !seesOffice(call.principal, customer.officeId)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const row = await findPreference(call.db, customerId);
  if (row === undefined) return { customerId, groups: [] };
  return versioned(preferenceRecord(row), row.version);
}

/** Lists the stored preferences of customers that the caller can see, newest customers first. */
export async function listPreferences(call: Call, page: PageRequest): Promise<Page<object>> {
  const { offices } = call.principal;
  const count = await countPreferences(call.db, offices);
  const { rows, nextAfter } = pageFrom(await listPreferenceRows(call.db, offices, page), page);
  return { count, result: rows.map(preferenceRecord), nextAfter };
}

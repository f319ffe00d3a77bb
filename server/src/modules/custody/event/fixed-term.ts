// The terms that can no longer change, because entitlements were computed from them or have been
// paid.

import type { Tx } from '../../../platform/database/database.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { toJson } from '../../../platform/json/json.js';
import { custodyProblems } from '../problems.js';
import type { CorporateActionRow } from '../record/queries.js';
import { isPaymentBegun, selectLastOptionUsed } from './queries.js';
import type { EventBody, OptionBody } from './schema.js';
import { termsOf } from './terms.js';

/** Once payment has begun, only rates, tax, fractions and the status may change. */
const FIXED_WHEN_PAID = [
  'qualificationDate',
  'exDate',
  'paymentDate',
  'deadline',
  'marketDeadline',
  'exPrice',
  'orders',
  'suspendFrom',
  'suspendTo',
  'newName',
  'newIsin',
  'newLabel',
  'linkedEventName',
  'distinctFrom',
] as const satisfies readonly (keyof EventBody)[];

/**
 * The terms that may change in an event that is PAID without any payment, because no holder made an
 * election.
 */
const EXTENDED: ReadonlySet<string> = new Set(['deadline', 'marketDeadline', 'paymentDate']);

const FIXED_IN_OPTIONS = [
  'type',
  'isDefault',
  'currency',
  'newSecurityName',
] as const satisfies readonly (keyof OptionBody)[];

/** Refuses changes to terms that are fixed by the event's progress. */
export async function refuseFixedTerms(
  tx: Tx,
  event: CorporateActionRow,
  body: EventBody,
): Promise<void> {
  const count = body.options?.length ?? 0;
  const used = await selectLastOptionUsed(tx, event.id);
  if (used > count) {
    throw fixed(
      'options',
      `must include option ${used}, because holders have entitlements or elections under it`,
    );
  }
  if (event.progress !== 'PART_PAID' && event.progress !== 'PAID') return;
  const before = await termsOf(tx, event);
  const isExtendible = event.participation !== 'MAND' && !(await isPaymentBegun(tx, event.id));
  for (const member of FIXED_WHEN_PAID) {
    if (isExtendible && EXTENDED.has(member)) continue;
    // If the link is stored on the other event, the terms of this event may omit it.
    const isKept = member === 'linkedEventName' && event.linked_event_id === null;
    if (isKept && body[member] === undefined) continue;
    if (!isSame(before[member], body[member])) throw fixed(member, PAID);
  }
  const { options } = before;
  if (options.length !== count)
    throw fixed('options', `must have the same number of options as before: ${PAID}`);
  for (const [index, option] of options.entries()) {
    const next = body.options?.[index];
    const member = FIXED_IN_OPTIONS.find((each) => !isSame(option[each], next?.[each]));
    if (member !== undefined) throw fixed(`options/${index}/${member}`, PAID);
  }
}

const PAID = 'cannot change, because payment has begun';

function isSame(before: unknown, after: unknown): boolean {
  return toJson(before) === toJson(after);
}

function fixed(member: string, detail: string) {
  return refuseMember(custodyProblems.EVENT_REFUSED, member, detail);
}

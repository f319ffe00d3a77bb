// Opens accounts. A customer's account is opened together with the customer. A firm account is
// opened on first use.

import { assert } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { codeOf } from '../../../platform/ids.js';
import { chartOf, requireEntry } from '../chart/chart.js';
import type { EntryAccount } from '../chart/shipped-chart.js';
import {
  type FirmAccountKey,
  insertCustomerAccount,
  insertFirmAccount,
  selectAccountId,
} from './queries.js';

interface CustomerAccountOpening {
  readonly customerId: bigint;
  readonly customerLabel: string;
  readonly officeId: bigint;
  readonly currency: string;
}

// Account ids never change, so each process looks up each id only once.
const known = new WeakMap<object, Map<string, bigint>>();

/** Returns the id of a firm account. On first use, opens the account as the chart defines it. */
export async function firmAccount(
  work: Pick<Work, 'context' | 'tx'>,
  key: FirmAccountKey,
): Promise<bigint> {
  const cache = known.get(work.context.db) ?? new Map<string, bigint>();
  known.set(work.context.db, cache);
  const name = firmAccountName(key);
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  const found = await selectAccountId(work.tx, name);
  if (found !== undefined) {
    work.tx.afterCommit(() => cache.set(name, found));
    return found;
  }
  const id = (await openFirmAccount(work, key)) ?? (await selectAccountId(work.tx, name));
  assert(id, 'the account exists, because its insert met a conflict');
  work.tx.afterCommit(() => cache.set(name, id));
  return id;
}

/** Returns the id of the account to which an entry's line is booked under the current mapping. */
export async function mappedAccount(
  work: Pick<Work, 'context' | 'tx'>,
  line: EntryAccount,
  place: Omit<FirmAccountKey, 'code'>,
): Promise<bigint> {
  const { officeId, currency } = place;
  const code = (await chartOf(work.tx, work.context.db)).codeFor(line);
  return firmAccount(work, { code, officeId, currency });
}

/** Returns a firm account's code, such as `0000000001:BANK:CLIENT:NGN`. */
export function firmAccountName(key: FirmAccountKey): string {
  return `${codeOf(key.officeId)}:${key.code}:${key.currency}`;
}

/** Opens a firm account; returns undefined if it exists or another transaction is opening it. */
export async function openFirmAccount(
  work: Pick<Work, 'context' | 'tx'>,
  key: FirmAccountKey,
): Promise<bigint | undefined> {
  const chart = await chartOf(work.tx, work.context.db);
  const { accountClass, clientMoney, label } = requireEntry(chart, key.code);
  const id = await work.context.ids.next(work.tx, 'account_id');
  return insertFirmAccount(work.tx, {
    id,
    name: firmAccountName(key),
    label,
    accountClass,
    clientMoney,
    key,
    at: work.context.clock.now(),
  });
}

/**
 * Opens a customer's cash account and the account for proceeds of unsettled sales. Both are
 * liabilities that cannot fall below zero. Returns the id of the cash account.
 */
export async function openCustomerAccount(
  work: Pick<Work, 'context' | 'tx' | 'principal' | 'now'>,
  opening: CustomerAccountOpening,
): Promise<bigint> {
  const unsettled = await addCustomerAccount(work, opening, { kind: 'CUSTOMER_UNSETTLED' });
  return addCustomerAccount(work, opening, { kind: 'CUSTOMER_CASH', unsettled });
}

interface CustomerAccountKind {
  readonly kind: 'CUSTOMER_CASH' | 'CUSTOMER_UNSETTLED';
  readonly unsettled?: bigint;
}

async function addCustomerAccount(
  work: Pick<Work, 'context' | 'tx' | 'principal' | 'now'>,
  opening: CustomerAccountOpening,
  { kind, unsettled }: CustomerAccountKind,
): Promise<bigint> {
  const id = await work.context.ids.next(work.tx, 'account_id');
  const label =
    kind === 'CUSTOMER_CASH' ? opening.customerLabel : `${opening.customerLabel} (unsettled)`;
  await insertCustomerAccount(work.tx, {
    id,
    name: codeOf(id),
    label,
    kind,
    currency: opening.currency,
    officeId: opening.officeId,
    customerId: opening.customerId,
    unsettledAccountId: unsettled ?? null,
    by: work.principal.name,
    at: work.now,
  });
  return id;
}

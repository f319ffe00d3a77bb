// Accounts: those of customers, opened with them, and those of the firm, opened when first needed.

import { assert } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { codeOf } from '../../../platform/ids.js';
import { chartOf, type FirmAccountCode, requireEntry } from '../chart/chart.js';
import type { EntryAccount } from '../chart/shipped-chart.js';

/** Whose account of the firm: every office keeps its own chart per currency. */
export interface FirmAccountKey {
  readonly code: FirmAccountCode;
  readonly officeId: bigint;
  readonly currency: string;
}

interface CustomerAccountOpening {
  readonly customerId: bigint;
  readonly customerLabel: string;
  readonly officeId: bigint;
  readonly currency: string;
}

// Account ids never change, so each process looks each one up once.
const known = new WeakMap<object, Map<string, bigint>>();

/** The id of an account of the firm; the chart says what it is, the first use opens it. */
export async function firmAccount(
  work: Pick<Work, 'context' | 'tx'>,
  key: FirmAccountKey,
): Promise<bigint> {
  const cache = known.get(work.context.db) ?? new Map<string, bigint>();
  known.set(work.context.db, cache);
  const name = firmAccountName(key);
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  const found = await idOf(work.tx, name);
  if (found !== undefined) {
    work.tx.afterCommit(() => cache.set(name, found));
    return found;
  }
  const id = (await openFirmAccount(work, key)) ?? (await idOf(work.tx, name));
  assert(id, 'an account that could not be made exists');
  work.tx.afterCommit(() => cache.set(name, id));
  return id;
}

/** The id of the account that a line of an entry is booked to, by the mapping as it stands. */
export async function mappedAccount(
  work: Pick<Work, 'context' | 'tx'>,
  line: EntryAccount,
  place: Omit<FirmAccountKey, 'code'>,
): Promise<bigint> {
  const { officeId, currency } = place;
  const code = (await chartOf(work.tx, work.context.db)).codeFor(line);
  return firmAccount(work, { code, officeId, currency });
}

/** The code of an account of the firm: `0000000001:BANK:CLIENT:NGN`. */
export function firmAccountName(key: FirmAccountKey): string {
  return `${codeOf(key.officeId)}:${key.code}:${key.currency}`;
}

async function idOf(tx: Tx, name: string): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`select id from account where name = ${name}`);
  return row?.id;
}

/** Opens an account of the firm; undefined where there is one, also of who opens it just now. */
export async function openFirmAccount(
  work: Pick<Work, 'context' | 'tx'>,
  key: FirmAccountKey,
): Promise<bigint | undefined> {
  const chart = await chartOf(work.tx, work.context.db);
  const { accountClass, clientMoney, label } = requireEntry(chart, key.code);
  const id = await work.context.ids.next(work.tx, 'account_id');
  const now = work.context.clock.now();
  const [row] = await work.tx.query<{ id: bigint }>(sql`
    with made as (
      insert into account (id, name, label, class, acct_type, client_money, currency, office_id,
        inline, created_by, created_at, modified_by, modified_at)
      values (${id}, ${firmAccountName(key)}, ${label}, ${accountClass}, ${key.code},
        ${clientMoney}, ${key.currency}, ${key.officeId}, false, 'system', ${now}, 'system', ${now})
      on conflict (name) do nothing returning id, currency, side, inline
    ), balance as (
      insert into account_balance (account_id, currency, side, inline)
        select id, currency, side, inline from made
    )
    select id from made`);
  return row?.id;
}

/**
 * Opens a customer's cash account together with the one for sale proceeds that are not settled yet.
 * Both are liabilities; neither can fall below zero. Returns the id of the cash account.
 */
export async function openCustomerAccount(
  work: Pick<Work, 'context' | 'tx' | 'principal' | 'now'>,
  opening: CustomerAccountOpening,
): Promise<bigint> {
  const unsettled = await insertCustomerAccount(work, opening, { kind: 'CUSTOMER_UNSETTLED' });
  return insertCustomerAccount(work, opening, { kind: 'CUSTOMER_CASH', unsettled });
}

interface CustomerAccountKind {
  readonly kind: 'CUSTOMER_CASH' | 'CUSTOMER_UNSETTLED';
  readonly unsettled?: bigint;
}

async function insertCustomerAccount(
  work: {
    readonly context: Work['context'];
    readonly tx: Tx;
    readonly principal: Work['principal'];
    readonly now: Instant;
  },
  opening: CustomerAccountOpening,
  { kind, unsettled }: CustomerAccountKind,
): Promise<bigint> {
  const id = await work.context.ids.next(work.tx, 'account_id');
  const name = codeOf(id);
  const label =
    kind === 'CUSTOMER_CASH' ? opening.customerLabel : `${opening.customerLabel} (unsettled)`;
  await work.tx.query(sql`
    with made as (
      insert into account (id, name, label, class, acct_type, client_money, currency, office_id,
        customer_id, inline, unsettled_account_id, created_by, created_at, modified_by, modified_at)
      values (${id}, ${name}, ${label}, 'LIABILITY', ${kind}, true, ${opening.currency},
        ${opening.officeId}, ${opening.customerId}, true, ${unsettled ?? null},
        ${work.principal.name}, ${work.now}, ${work.principal.name}, ${work.now})
      returning id, currency, side, inline
    )
    insert into account_balance (account_id, currency, side, inline, floor_minor)
      select id, currency, side, inline, 0 from made`);
  return id;
}

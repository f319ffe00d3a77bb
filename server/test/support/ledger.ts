// A ledger on its own database, with helpers for short journals, customers with money, and checking
// the invariants afterwards.

import assert from 'node:assert/strict';
import { EVENT_KINDS } from '../../src/app/app.js';
import { readConfig } from '../../src/config/config.js';
import { taxOnIncome } from '../../src/modules/asset/index.js';
import { shipReferenceData } from '../../src/modules/change/index.js';
import { openCustomerAccount } from '../../src/modules/finance/account/account.js';
import {
  financeModule,
  firmAccount,
  type JournalDraft,
  postJournal,
} from '../../src/modules/finance/index.js';
import { checkIntegrity } from '../../src/modules/finance/integrity/integrity.js';
import { foldLedger } from '../../src/modules/finance/ledger/fold.js';
import { businessDate } from '../../src/platform/calendar/business-date.js';
import { systemClock } from '../../src/platform/clock.js';
import { createSignals } from '../../src/platform/concurrency/signal.js';
import type { Context, Principal, Work } from '../../src/platform/context.js';
import type { Database, Tx } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { createEventCatalogue } from '../../src/platform/events/catalogue.js';
import { createIds } from '../../src/platform/ids.js';
import { createLog } from '../../src/platform/log/log.js';
import { createMetrics } from '../../src/platform/log/metrics.js';
import { Vault } from '../../src/platform/vault/vault.js';
import { type AvailableBalance, availableBalances } from './available-balance.js';
import { createTestDatabase } from './database.js';
import { waitFor } from './wait.js';

const OFFICE = 1n;
const TODAY = businessDate('2026-11-20');
const NOW = '2026-11-20T10:00:00.000Z';
const SYSTEM: Principal = {
  kind: 'system',
  id: 0n,
  name: 'test',
  permissions: new Set(),
  offices: undefined,
};

/** An account and an amount in minor units; debits are positive. */
export type Line = readonly [bigint, bigint];

export interface TestLedger {
  readonly db: Database;
  /** The firm's NGN accounts: the clients' bank account, and fee income. */
  readonly bank: bigint;
  readonly income: bigint;
  /** Returns the bank account in another currency. */
  bankIn(currency: string): Promise<bigint>;
  /** Returns a journal draft with a new source. The draft is not posted. */
  journal(lines: readonly Line[], more?: Partial<JournalDraft>): JournalDraft;
  post(lines: readonly Line[]): Promise<bigint>;
  newCustomer(): Promise<{ readonly customer: bigint; readonly account: bigint }>;
  fund(account: bigint, minor: bigint): Promise<void>;
  available(customer: bigint): Promise<AvailableBalance>;
  assertIntegrity(): Promise<void>;
  /** Runs the fold until no lines are left to fold. */
  foldAll(): Promise<void>;
  drop(): Promise<void>;
}

export async function openTestLedger(): Promise<TestLedger> {
  const database = await createTestDatabase();
  return ledgerOn(database.db, database.drop);
}

/** Opens a ledger on a migrated database that the caller provides. `drop` closes it. */
export async function ledgerOn(db: Database, drop: () => Promise<void>): Promise<TestLedger> {
  const context = contextOf(db);
  await shipReferenceData(context, [financeModule({ taxOnIncome })]);
  let customers = 0n;
  let sources = 0n;
  const bankIn = (currency: string) =>
    db.transaction((tx) =>
      firmAccount(workOf(context, tx), { code: 'BANK:CLIENT', officeId: OFFICE, currency }),
    );
  const bank = await bankIn('NGN');
  const income = await db.transaction((tx) =>
    firmAccount(workOf(context, tx), { code: 'INC:FEES', officeId: OFFICE, currency: 'NGN' }),
  );
  const journal = (lines: readonly Line[], more: Partial<JournalDraft> = {}) => {
    sources += 1n;
    return { ...draftOf(lines, sources), ...more };
  };
  const post = (lines: readonly Line[]) => db.transaction((tx) => postJournal(tx, journal(lines)));
  return {
    db,
    bank,
    income,
    bankIn,
    journal,
    post,
    newCustomer: async () => {
      customers += 1n;
      const customer = customers;
      return { customer, account: await openAccount(context, customer) };
    },
    fund: async (account, minor) => {
      await post([
        [bank, minor],
        [account, -minor],
      ]);
    },
    available: async (customer) => {
      const [balance] = await availableBalances(db, [customer]);
      assert.ok(balance);
      return balance;
    },
    assertIntegrity: () => assertIntegrity(db),
    foldAll: () => foldAll(db),
    drop,
  };
}

function contextOf(db: Database): Context {
  return {
    config: readConfig({}, {}),
    db,
    clock: systemClock,
    ids: createIds(),
    log: createLog('silent'),
    metrics: createMetrics(),
    signals: createSignals(),
    vault: new Vault(systemClock),
    eventCatalogue: createEventCatalogue(EVENT_KINDS, true),
  };
}

function workOf(context: Context, tx: Tx): Pick<Work, 'context' | 'tx' | 'principal' | 'now'> {
  return { context, tx, principal: SYSTEM, now: NOW };
}

function draftOf(lines: readonly Line[], sourceId: bigint): JournalDraft {
  return {
    officeId: OFFICE,
    transactionDate: TODAY,
    valueDate: TODAY,
    narration: 'test',
    sourceType: 'TEST',
    sourceId,
    createdBy: 'test',
    createdAt: NOW,
    lines: lines.map(([accountId, amountMinor]) => ({ accountId, amountMinor })),
  };
}

function openAccount(context: Context, customer: bigint): Promise<bigint> {
  return context.db.transaction((tx) =>
    openCustomerAccount(workOf(context, tx), {
      customerId: customer,
      customerLabel: `Customer ${customer}`,
      officeId: OFFICE,
      currency: 'NGN',
    }),
  );
}

async function assertIntegrity(db: Database): Promise<void> {
  const { holds, invariants } = await checkIntegrity({ db });
  assert.deepEqual(
    invariants.filter((invariant) => !invariant.holds),
    [],
  );
  assert.equal(holds, true);
}

/**
 * Runs the fold until no lines are left to fold. A number can be folded safely one round after it
 * is first seen, so an idle ledger is fully folded after a few rounds. Writes in other databases on
 * the server may delay a round.
 */
export async function foldAll(db: Database): Promise<void> {
  await waitFor(
    'the fold to catch up',
    async () => {
      await foldLedger(db);
      const [state] = await db.query<{ done: boolean }>(sql`
        select folded_journal_id >= (select coalesce(max(id), 0) from journal) as done
        from ledger_fold_state`);
      return state?.done;
    },
    120_000,
  );
}

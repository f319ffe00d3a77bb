// Integrity check: all numbered invariants of the books, and the client money proof.

import type { Call, Principal } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { ACCOUNT_INVARIANTS } from './account-invariant-queries.js';
import { ENTITLEMENT_INVARIANTS } from './entitlement-invariant-queries.js';
import { EVENT_INVARIANTS } from './event-invariant-queries.js';
import { HOLDING_INVARIANTS } from './holding-invariant-queries.js';
import type { Invariant } from './invariant.js';
import { LEDGER_INVARIANTS } from './ledger-invariant-queries.js';
import { MESSAGE_INVARIANTS } from './message-invariant-queries.js';
import { POSITION_INVARIANTS } from './position-invariant-queries.js';
import {
  countChecked,
  selectClientMoney,
  selectViolations,
  setStatementTimeout,
} from './queries.js';
import { RECORD_INVARIANTS } from './record-invariant-queries.js';
import { SETTLEMENT_INVARIANTS } from './settlement-invariant-queries.js';
import { TRADE_INVARIANTS } from './trade-invariant-queries.js';
import { WEALTH_INVARIANTS } from './wealth-invariant-queries.js';

/** All invariants, by number. */
export const INVARIANTS: readonly Invariant[] = [
  ...LEDGER_INVARIANTS,
  ...RECORD_INVARIANTS,
  ...ACCOUNT_INVARIANTS,
  ...MESSAGE_INVARIANTS,
  ...TRADE_INVARIANTS,
  ...HOLDING_INVARIANTS,
  ...EVENT_INVARIANTS,
  ...ENTITLEMENT_INVARIANTS,
  ...WEALTH_INVARIANTS,
  ...POSITION_INVARIANTS,
  ...SETTLEMENT_INVARIANTS,
].toSorted((one, other) => one.number - other.number);

interface IntegrityResult {
  readonly number: number;
  readonly name: string;
  readonly holds: boolean;
  readonly rowsChecked: bigint;
  readonly violations: bigint;
  readonly examples: readonly { readonly id: bigint; readonly finding: string }[];
}

/**
 * Checks every invariant on one snapshot. `holds` is true if all hold. The client money proof is
 * reported separately, because it compares the books with the firm's obligation to its clients. A
 * caller who is restricted to some offices sees whether all invariants hold, but no examples.
 * @param timeoutMs the timeout for one statement in milliseconds; if absent, the default applies
 */
export function checkIntegrity(
  call: Pick<Call, 'db'> & Partial<Pick<Call, 'principal'>>,
  timeoutMs?: number,
): Promise<{
  readonly holds: boolean;
  readonly invariants: readonly IntegrityResult[];
  readonly clientMoney: readonly object[];
}> {
  return onSnapshot(call.db, async (tx) => {
    if (timeoutMs !== undefined) {
      await setStatementTimeout(tx, timeoutMs);
    }
    const invariants: IntegrityResult[] = [];
    const offices = call.principal?.offices;
    for (const invariant of INVARIANTS) {
      const result = await check(tx, invariant);
      invariants.push(offices === undefined ? result : { ...result, examples: [] });
    }
    return {
      holds: invariants.every((result) => result.holds),
      invariants,
      clientMoney: await proveClientMoney(tx, offices),
    };
  });
}

async function check(tx: Tx, invariant: Invariant): Promise<IntegrityResult> {
  const rows = await selectViolations(tx, invariant);
  const { number, name } = invariant;
  return {
    number,
    name,
    holds: rows.length === 0,
    rowsChecked: await countChecked(tx, invariant),
    violations: rows[0]?.violations ?? 0n,
    examples: rows.map(({ id, finding }) => ({ id, finding })),
  };
}

// The amounts owed to customers must be at the clients' bank, with the settlement system or with
// funds. An overdrawn account does not offset another customer's claim. A surplus is the firm's
// money that has not been transferred yet.
async function proveClientMoney(tx: Tx, offices: Principal['offices']): Promise<object[]> {
  const rows = await selectClientMoney(tx, offices);
  return rows.map((row) => {
    const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
    return {
      businessOfficeName: row.office_name,
      currency: row.currency,
      owedToCustomers: amount(row.owed_minor),
      clientBank: amount(row.bank_minor),
      settlement: amount(row.clearing_minor),
      surplus: amount(row.bank_minor + row.clearing_minor - row.owed_minor),
      covered: row.bank_minor + row.clearing_minor >= row.owed_minor,
    };
  });
}

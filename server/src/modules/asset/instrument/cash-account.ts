// Finds an instrument's cash accounts and portfolio. All must belong to the customer, and the
// accounts must be open and in the instrument's currency.

import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { financeProblems } from '../../finance/index.js';
import type { AssetPorts } from '../port.js';
import { type DepositAccountRow, type DepositorRow, selectCashAccounts } from './queries.js';

/** The account ids in a request. If absent, the customer's account in the currency is used. */
interface NamedAccounts {
  readonly initAccountId?: bigint | undefined;
  readonly terminationAccountId?: bigint | undefined;
}

interface DepositAccounts {
  readonly init: DepositAccountRow;
  readonly termination: DepositAccountRow;
}

/** Returns the account that pays for the instrument and the account that receives its proceeds. */
export async function accountsOf(
  work: Work,
  request: NamedAccounts,
  on: { readonly depositor: DepositorRow; readonly type: { readonly currency: string } },
): Promise<DepositAccounts> {
  const accounts = await selectCashAccounts(work.tx, on.depositor.id);
  const { currency } = on.type;
  return {
    init: accountOf(accounts, { id: request.initAccountId, member: 'initAccountId', currency }),
    termination: accountOf(accounts, {
      id: request.terminationAccountId,
      member: 'terminationAccountId',
      currency,
    }),
  };
}

/**
 * Finds a customer's cash account by id or, if none is given, by currency. Refuses an account that
 * is closed or belongs to another customer.
 */
export async function cashAccountFor(
  tx: Tx,
  customerId: bigint,
  wanted: WantedAccount,
): Promise<DepositAccountRow> {
  return accountOf(await selectCashAccounts(tx, customerId), wanted);
}

interface WantedAccount {
  readonly id: bigint | undefined;
  readonly member: string;
  readonly currency: string;
}

// One client's money must not pay for another client, so both accounts must belong to the same
// customer.
function accountOf(
  accounts: readonly DepositAccountRow[],
  wanted: WantedAccount,
): DepositAccountRow {
  const { id, member, currency } = wanted;
  const account = accounts.find((one) =>
    id === undefined ? one.currency === currency : one.id === id,
  );
  if (account === undefined) {
    const why =
      id === undefined
        ? `is required: the customer has no cash account in ${currency}`
        : 'is not a cash account of the customer';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, why);
  }
  if (account.currency !== currency) {
    throw refuseMember(
      financeProblems.CURRENCY_MISMATCH,
      member,
      `the account is in ${account.currency}, but the type is in ${currency}`,
    );
  }
  if (!account.active) {
    throw refuseMember(financeProblems.ACCOUNT_INACTIVE, member, 'refers to a closed account');
  }
  return account;
}

/** Returns the code of the instrument's portfolio, or null. */
export async function portfolioOf(
  work: Work,
  request: { readonly portfolioName?: string | undefined },
  on: { readonly depositor: Pick<DepositorRow, 'id'>; readonly ports: AssetPorts },
): Promise<string | null> {
  const { portfolioName } = request;
  if (portfolioName === undefined) return null;
  const owner = await on.ports.portfolios?.ownerOf(work.tx, portfolioName);
  if (on.ports.portfolios !== undefined && owner !== on.depositor.id) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'portfolioName',
      'is not a portfolio of the customer',
    );
  }
  return portfolioName;
}

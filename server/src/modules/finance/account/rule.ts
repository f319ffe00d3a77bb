// Rules for customers' cash accounts, changed under the four-eyes rule. The overdraft, minimum
// balance and lien determine the account's floor. A rule can also limit debits.

import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { requireAmount } from '../amount.js';
import { financeProblems } from '../problems.js';
import {
  countRules,
  findRuledAccount,
  type RuleDraft,
  type RuleRow,
  selectRule,
  selectRules,
  storeRule,
} from './rule-queries.js';
import { type AccountRuleBody, type AccountRuleProposal, accountRuleBody } from './rule-schema.js';

/** The kind of change for account rules; the subject is the account's code. */
export const ACCOUNT_RULE_KIND = changeKind({
  name: 'account-rule',
  label: "Rule for a customer's cash account",
  body: accountRuleBody,
  present: async (on, subject) => {
    const row = await selectRule(on, subject);
    return row === undefined ? undefined : ruleMembers(row);
  },
  check: async (work, { body }) => {
    await draftFrom(work, body);
  },
  apply: async (work, { body, version }) => {
    const draft = await draftFrom(work, body);
    const stamp = { version, by: work.principal.name, at: work.now };
    return { id: await storeRule(work.tx, draft, stamp), name: body.cashAccountName };
  },
});

/** Proposes an account's rule; a second person approves it. */
export function proposeAccountRule(
  work: Work,
  { reason, effectiveNote, ...body }: AccountRuleProposal,
): Promise<Outcome> {
  return proposeChange(work, {
    kind: ACCOUNT_RULE_KIND,
    subject: body.cashAccountName,
    body,
    reason,
    effectiveNote,
  });
}

/** Lists the rules of accounts that the caller can see. */
export async function listAccountRules(call: Call, page: PageRequest): Promise<Page<object>> {
  const { offices } = call.principal;
  const { rows, nextAfter } = pageFrom(await selectRules(call.db, offices, page), page);
  const result = rows.map((row) => ({
    id: row.id,
    name: row.account_name,
    ...ruleMembers(row),
    currency: row.currency,
    version: row.version_no,
    ...shownStamp(row),
  }));
  return { count: await countRules(call.db, offices), result, nextAfter };
}

function ruleMembers(row: RuleRow) {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    cashAccountName: row.account_name,
    overdraftLimit: amount(row.overdraft_minor),
    minimumBalance: amount(row.minimum_minor),
    lien: amount(row.lien_minor),
    ...(row.lien_reason === null ? {} : { lienReason: row.lien_reason }),
    ...(row.max_no_of_debits === null ? {} : { maxNoOfDebits: row.max_no_of_debits }),
    ...(row.early_withdrawal_rate === null
      ? {}
      : { earlyWithdrawalRate: row.early_withdrawal_rate }),
    ...(row.locked_until === null ? {} : { lockedUntil: row.locked_until }),
  };
}

async function draftFrom(work: Work, body: AccountRuleBody): Promise<RuleDraft> {
  const account = await findRuledAccount(work.tx, body.cashAccountName);
  if (account === undefined) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'cashAccountName',
      'does not match any account',
    );
  }
  if (account.acct_type !== 'CUSTOMER_CASH') {
    const why = "must be a customer's cash account";
    throw refuseMember(financeProblems.WRONG_KIND_OF_ACCOUNT, 'cashAccountName', why);
  }
  const { currency } = account;
  const draft: RuleDraft = {
    accountId: account.id,
    overdraftMinor: minorOf('overdraftLimit', body.overdraftLimit, currency),
    minimumMinor: minorOf('minimumBalance', body.minimumBalance, currency),
    lienMinor: minorOf('lien', body.lien, currency),
    lienReason: body.lienReason ?? null,
    maxNoOfDebits: body.maxNoOfDebits ?? null,
    earlyWithdrawalRate: body.earlyWithdrawalRate?.isZero()
      ? null
      : (body.earlyWithdrawalRate ?? null),
    lockedUntil: body.lockedUntil ?? null,
  };
  refuseContradiction(draft);
  return draft;
}

function refuseContradiction(draft: RuleDraft): void {
  if (draft.overdraftMinor > 0n && draft.minimumMinor > 0n) {
    throw refused('minimumBalance', 'cannot be combined with an overdraft');
  }
  if (draft.lienMinor > 0n && draft.lienReason === null) {
    throw refused('lienReason', 'is required with a lien');
  }
  const limited = draft.maxNoOfDebits !== null || draft.lockedUntil !== null;
  if (draft.earlyWithdrawalRate !== null && !limited) {
    throw refused('earlyWithdrawalRate', 'requires maxNoOfDebits or lockedUntil');
  }
}

function minorOf(member: string, amount: Decimal | undefined, currency: string): bigint {
  return amount === undefined ? 0n : requireAmount(member, amount, currency);
}

function refused(member: string, detail: string) {
  return refuseMember(financeProblems.ACCOUNT_RULE_REFUSED, member, detail);
}

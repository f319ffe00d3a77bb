// Chooses one bank account's statements from a file that may contain several accounts.

import { refusal } from '../../../platform/http/reply/problem.js';
import { financeProblems } from '../problems.js';
import type { BankAccount, FileNote, StatementChoice } from './statement-line.js';

/** A statement in a file with its account and the row in which it begins. */
interface Owned {
  readonly owner: BankAccount;
  readonly row: number;
}

interface Chosen<Statement> {
  readonly statements: readonly Statement[];
  readonly notes: readonly FileNote[];
}

/**
 * Returns the statements of the requested bank account, or of the only one in the file. Refuses
 * with BANK_ACCOUNT_NEEDED, naming the accounts in the file, if the choice is ambiguous.
 */
export function chooseAccount<Statement extends Owned>(
  statements: readonly Statement[],
  { bankAccount, currency }: StatementChoice,
): Chosen<Statement> {
  const [first] = statements;
  const all = [...new Set(statements.map(({ owner }) => nameOf(owner)))];
  if (bankAccount === undefined) {
    const isOne = statements.every(({ owner }) => isSame(owner, first?.owner));
    if (!isOne) throw choiceNeeded('the file has statements for several bank accounts', all);
    return { statements, notes: [] };
  }
  const own = statements.filter(({ owner }) => isNamed(owner, bankAccount));
  if (own.length === 0) throw choiceNeeded(`the file has no statement for ${bankAccount}`, all);
  const inCurrency = own.filter(({ owner }) => owner.currency === currency);
  const chosen = inCurrency.length === 0 ? own : inCurrency;
  const left = statements.filter((statement) => !chosen.includes(statement));
  const names = [...new Set(left.map(({ owner }) => nameOf(owner)))];
  return {
    statements: chosen,
    notes: names.map((name) => ({
      row: left.find(({ owner }) => nameOf(owner) === name)?.row ?? 1,
      detail: `the statements for ${name} were left out`,
    })),
  };
}

function choiceNeeded(detail: string, accounts: readonly string[]) {
  const kind = financeProblems.BANK_ACCOUNT_NEEDED;
  return refusal(kind, {
    detail: `${detail}: choose one of ${accounts.join(', ')}; nothing was imported`,
    args: [...accounts],
    errors: accounts.map((account) => ({
      pointer: '/bankAccount',
      code: kind.code,
      detail: account,
    })),
  });
}

const plain = (text: string) => text.replaceAll(/\s+/g, '').toUpperCase();

function nameOf({ account, currency }: BankAccount): string {
  const name = account ?? 'no number';
  return currency === undefined ? name : `${name} ${currency}`;
}

// The currency is not compared here: if no account is requested, a statement in another currency is
// refused later, and the refusal names its row.
function isSame(one: BankAccount, other: BankAccount | undefined): boolean {
  return plain(one.account ?? '') === plain(other?.account ?? '');
}

// The account may be named as in the file, without the code of its bank, or with its currency.
function isNamed(owner: BankAccount, wanted: string): boolean {
  const account = plain(owner.account ?? '');
  const names = [account, account.split('/').at(-1) ?? account, plain(nameOf(owner))];
  return names.includes(plain(wanted));
}

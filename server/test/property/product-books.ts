// The model's end of day, and the resulting balance of every account in the chart.

import { closeFund, freshFund } from './fund-model.js';
import { closePapers } from './paper-model.js';
import { nextDay, type Products, total } from './product-model.js';
import { closeTerms, earnedBy, TERMS } from './term-model.js';

/** Creates books in which customers have only money. Effects are counted in `effects`. */
export function freshProducts(
  cash: readonly bigint[],
  today: number,
  effects: Map<string, number>,
): Products {
  return {
    ...{ cash: [...cash], terms: [], papers: [], fund: freshFund(cash.length) },
    ...{ first: today, today, expense: 0n, income: 0n, tax: 0n, effects },
  };
}

/**
 * Closes today: interest, discount, instruments that mature before the next business day, and
 * income from the fund.
 */
export function close(books: Products): void {
  const next = nextDay(books.today);
  closeTerms(books, next);
  closePapers(books, { next, first: books.first });
  closeFund(books);
  books.today = next;
}

type Said = readonly [string, bigint];

/**
 * Returns the expected balance of every account in the chart, with debits positive. The firm's bank
 * account balances the rest.
 */
export function trialBalance(books: Products): Map<string, bigint> {
  const { fund } = books;
  const cash = total(books.cash, (amount) => amount);
  const said: Said[] = [
    ['CUSTOMER_CASH', -cash],
    ['BANK:CLIENT', cash + fund.owed],
    ['FUND:CONTROL', -fund.owed],
    ['INC:FEES', -fund.fees],
    ['LIAB:VAT', -fund.vat],
    ['LIAB:WHT', -books.tax],
    ...termAccounts(books),
    ...paperAccounts(books),
  ];
  const sums = new Map<string, bigint>();
  for (const [code, amount] of said) sums.set(code, (sums.get(code) ?? 0n) + amount);
  sums.set('BANK:FIRM', -total([...sums.values()], (amount) => amount));
  return new Map([...sums].filter(([, amount]) => amount !== 0n));
}

/** Returns the accounts of deposits and loans. A loan has every amount on the opposite side. */
function termAccounts({ terms, today, expense, income }: Products): Said[] {
  const said: Said[] = [
    ['EXP:INTEREST', expense],
    ['INC:INTEREST', -income],
  ];
  for (const term of terms.filter(({ isRunning }) => isRunning)) {
    const { isLoan, pays } = TERMS[term.kind];
    const sign = isLoan ? 1n : -1n;
    const earned = earnedBy(term, today);
    const ahead = isLoan ? 'LOAN:INTEREST-UNEARNED' : 'TD:INTEREST-PREPAID';
    const behind = isLoan ? 'LOAN:INTEREST-RECEIVABLE' : 'TD:INTEREST-PAYABLE';
    said.push(
      [isLoan ? 'LOAN:PRINCIPAL' : 'TD:PRINCIPAL', sign * (term.face + term.added)],
      [pays === 'AHEAD' ? ahead : behind, sign * (earned - term.settled)],
      [isLoan ? 'INC:INTEREST' : 'EXP:INTEREST', -sign * earned],
    );
  }
  return said;
}

function paperAccounts({ papers }: Products): Said[] {
  const running = papers.filter(({ isRunning }) => isRunning);
  const own = running.filter(({ kind }) => kind === 'PAPER');
  const bills = running.filter(({ kind }) => kind === 'BILL');
  const grown = total(own, ({ accrued }) => accrued);
  const billed = total(bills, ({ cost, accrued }) => cost + accrued);
  return [
    ['EXP:INTEREST', grown],
    ['DI:PLACEMENT', -total(own, ({ cost }) => cost)],
    ['DI:DISCOUNT-PAYABLE', -grown],
    ['TB:PLACEMENT', -billed],
    ['TB:HOLDING', billed],
  ];
}

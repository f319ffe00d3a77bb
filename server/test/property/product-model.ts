// A model of what a customer may do with deposits, paper, bills and units of a fund, in plain sums:
// it shares no code with the modules and knows no table. Amounts are kobo, rates hundredths of a
// percent, units and prices ten-thousandths, days count from 1970.

export const DEPOSITS = {
  /** Interest at the end; broken early, three points less. */
  END: { rate: 1_500n, year: 365n, every: undefined },
  /** Interest at the start; broken early, all that was earned. */
  AHEAD: { rate: 1_200n, year: 360n, every: undefined },
  /** Interest every seven days; broken early, a quarter of it is forfeited. */
  PAID: { rate: 1_800n, year: 365n, every: 7 },
  /** The same every five days, added to the principal; broken early, all that was earned. */
  ADDED: { rate: 1_000n, year: 360n, every: 5 },
} as const;
export type DepositKind = keyof typeof DEPOSITS;

const EARLY_RATE = 1_200n;
export const PAPER_RATES = { PAPER: 1_800n, BILL: 1_650n } as const;
export type PaperKind = keyof typeof PAPER_RATES;
/** Bills are sold in thousands of naira. */
export const BILL_UNIT = 100_000n;
/** A subscription pays a hundredth, a redemption half of that. */
const ENTRY_FEE = 100n;
const EXIT_FEE = 200n;
const TAX = 10n;

export interface Deposit {
  readonly id: number;
  readonly customer: number;
  readonly kind: DepositKind;
  readonly face: bigint;
  readonly start: number;
  readonly end: number;
  /** Interest settled before the end, its tax, and what of it became principal. */
  settled: bigint;
  taxed: bigint;
  added: bigint;
  settledTo: number;
  isRunning: boolean;
}

export interface Paper {
  readonly id: number;
  readonly customer: number;
  readonly kind: PaperKind;
  readonly start: number;
  readonly end: number;
  face: bigint;
  cost: bigint;
  accrued: bigint;
  isRunning: boolean;
}

export interface FundOrder {
  readonly id: number;
  readonly customer: number;
  readonly isRedemption: boolean;
  /** Kobo of a subscription, units of a redemption. */
  readonly amount: bigint;
  state: 'PENDING' | 'APPROVED' | 'EXECUTED' | 'REJECTED';
  dealtOn: number;
}

export interface Products {
  readonly cash: bigint[];
  readonly units: bigint[];
  readonly deposits: Deposit[];
  readonly papers: Paper[];
  readonly orders: FundOrder[];
  today: number;
  /** The day of the fund's last value. */
  valuedOn: number;
  /** What has ended so far: interest and discount paid by the firm, tax withheld. */
  expense: bigint;
  tax: bigint;
  /** What the fund is owed, and what it paid in fees. */
  fund: bigint;
  fees: bigint;
}

export function freshProducts(cash: readonly bigint[], today: number): Products {
  return {
    ...{ cash: [...cash], units: cash.map(() => 0n), deposits: [], papers: [], orders: [] },
    ...{ today, valuedOn: 0, expense: 0n, tax: 0n, fund: 0n, fees: 0n },
  };
}

/** A fraction of positive numbers, rounded half-up. */
const rounded = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);
const taxOn = (earned: bigint): bigint => (earned > 0n ? rounded(earned, TAX) : 0n);

interface Loan {
  readonly principal: bigint;
  readonly rate: bigint;
  readonly days: number;
  readonly year: bigint;
}

const interest = ({ principal, rate, days, year }: Loan): bigint =>
  rounded(principal * rate * BigInt(days), 10_000n * year);

/** Monday to Friday; 1970 began on a Thursday. */
export function nextDay(day: number): number {
  const weekday = (day + 3) % 7;
  return day + (weekday < 4 ? 1 : 7 - weekday);
}

export function heldOf({ orders }: Products, customer: number): bigint {
  return waiting(orders, customer, false).reduce((sum, { amount }) => sum + amount, 0n);
}

const waiting = (orders: readonly FundOrder[], customer: number, isRedemption: boolean) =>
  orders.filter(
    (order) =>
      order.customer === customer &&
      order.isRedemption === isRedemption &&
      (order.state === 'PENDING' || order.state === 'APPROVED'),
  );

function pay(books: Products, customer: number, amount: bigint): void {
  books.cash[customer] = (books.cash[customer] ?? 0n) + amount;
}

/** Takes money that nothing else holds; false where there is less. */
export function spend(books: Products, customer: number, amount: bigint): boolean {
  if ((books.cash[customer] ?? 0n) - heldOf(books, customer) < amount) return false;
  pay(books, customer, -amount);
  return true;
}

export function receive(books: Products, customer: number, amount: bigint): void {
  pay(books, customer, amount);
}

type Placed = Pick<Deposit, 'customer' | 'kind' | 'face'> & { readonly tenure: number };

/** Places a deposit as of today; `undefined` when the money is not there. */
export function place(books: Products, placed: Placed): Omit<Deposit, 'id'> | undefined {
  const { customer, kind, face, tenure } = placed;
  const { rate, year } = DEPOSITS[kind];
  const isAhead = kind === 'AHEAD';
  const settled = isAhead ? interest({ principal: face, rate, year, days: tenure }) : 0n;
  const taxed = taxOn(settled);
  if (!spend(books, customer, face - settled + taxed)) return undefined;
  books.tax += taxed;
  const [start, end] = [books.today, books.today + tenure];
  return {
    ...{ customer, kind, face, start, end, settled, taxed, added: 0n, settledTo: start },
    isRunning: true,
  };
}

/** What a deposit has earned by a day, from its start. */
function earnedBy(deposit: Deposit, day: number): bigint {
  const { kind, face, start, added, settled, settledTo } = deposit;
  const { rate, year } = DEPOSITS[kind];
  if (kind !== 'ADDED') return interest({ principal: face, rate, year, days: day - start });
  const since = interest({ principal: face + added, rate, year, days: day - settledTo });
  return settled + since;
}

/** Settles interest of a day of interest. */
function settle(books: Products, deposit: Deposit, day: number): void {
  const gross = earnedBy(deposit, day) - deposit.settled;
  const tax = taxOn(gross);
  deposit.settled += gross;
  deposit.taxed += tax;
  deposit.settledTo = day;
  books.tax += tax;
  if (deposit.kind === 'ADDED') deposit.added += gross - tax;
  else pay(books, deposit.customer, gross - tax);
}

function endDeposit(books: Products, deposit: Deposit, gross: bigint): void {
  const { settled, taxed, face, customer, kind } = deposit;
  const rest = gross - settled;
  const tax = rest >= 0n ? taxed + taxOn(rest) : rounded(taxed * gross, settled);
  const paid = kind === 'ADDED' ? 0n : settled - taxed;
  pay(books, customer, face + gross - tax - paid);
  books.tax += tax - taxed;
  books.expense += gross;
  deposit.isRunning = false;
}

/** Breaks a deposit today. */
export function breakDeposit(books: Products, deposit: Deposit): boolean {
  if (!deposit.isRunning) return false;
  const earned = earnedBy(deposit, books.today);
  const days = books.today - deposit.start;
  const gross = {
    END: interest({ principal: deposit.face, rate: EARLY_RATE, year: 365n, days }),
    AHEAD: earned,
    PAID: earned - rounded(earned, 4n),
    ADDED: earned,
  }[deposit.kind];
  endDeposit(books, deposit, gross);
  return true;
}

/** What a face is worth on a day: straight from cost to face. */
function worth({ kind, end }: Pick<Paper, 'kind' | 'end'>, face: bigint, day: number): bigint {
  const year = 10_000n * 365n;
  return rounded(face * (year - PAPER_RATES[kind] * BigInt(end - day)), year);
}

type Bought = Pick<Paper, 'customer' | 'kind' | 'face' | 'end'>;

/** Buys paper as of today; `undefined` when the money is not there, or it cannot be sold. */
export function buy(books: Products, bought: Bought): Omit<Paper, 'id'> | undefined {
  const { customer, kind, face, end } = bought;
  if (end <= books.today || (kind === 'BILL' && face % BILL_UNIT !== 0n)) return undefined;
  const cost = worth(bought, face, books.today);
  if (!spend(books, customer, cost)) return undefined;
  const start = books.today;
  return { customer, kind, face, cost, start, end, accrued: 0n, isRunning: true };
}

interface PaperEnd {
  readonly cost: bigint;
  readonly proceeds: bigint;
}

function endPaper(books: Products, paper: Paper, { cost, proceeds }: PaperEnd): void {
  const tax = taxOn(proceeds - cost);
  pay(books, paper.customer, proceeds - tax);
  books.tax += tax;
  if (paper.kind === 'PAPER') books.expense += proceeds - cost;
}

/** Ends a part of the face, or all of it, at its own rate; not on the day it was bought. */
export function breakPaper(books: Products, paper: Paper, face: bigint): boolean {
  const { today } = books;
  if (!paper.isRunning || today <= paper.start || face > paper.face) return false;
  const cost = rounded(paper.cost * face, paper.face);
  const proceeds = worth(paper, face, today);
  endPaper(books, paper, { cost, proceeds });
  paper.isRunning = face < paper.face;
  paper.accrued -= proceeds - cost;
  paper.face -= face;
  paper.cost -= cost;
  return true;
}

/** Whether an order may be given: money or units that no other order holds. */
export function order(books: Products, given: Omit<FundOrder, 'id' | 'state' | 'dealtOn'>) {
  const { customer, isRedemption, amount } = given;
  const held = waiting(books.orders, customer, isRedemption);
  const owned = (isRedemption ? books.units : books.cash)[customer] ?? 0n;
  const free = held.reduce((sum, one) => sum - one.amount, owned);
  if (free < amount) return undefined;
  return { ...given, state: 'PENDING' as const, dealtOn: 0 };
}

/** It is dealt at a price that nobody knows yet. */
export function approve(books: Products, one: FundOrder): boolean {
  if (one.state !== 'PENDING') return false;
  one.state = 'APPROVED';
  one.dealtOn = books.valuedOn === books.today ? nextDay(books.today) : books.today;
  return true;
}

export function reject(one: FundOrder): boolean {
  if (one.state !== 'PENDING' && one.state !== 'APPROVED') return false;
  one.state = 'REJECTED';
  return true;
}

/** Values the fund today and deals what waits for it. */
export function value(books: Products, price: bigint): boolean {
  if (books.valuedOn === books.today) return false;
  books.valuedOn = books.today;
  const due = books.orders.filter(
    ({ state, dealtOn }) => state === 'APPROVED' && dealtOn === books.today,
  );
  for (const one of due) deal(books, one, price);
  return true;
}

function deal(books: Products, one: FundOrder, price: bigint): void {
  const { customer, isRedemption, amount } = one;
  one.state = 'EXECUTED';
  const gross = isRedemption ? rounded(amount * price, 1_000_000n) : 0n;
  const fee = isRedemption ? rounded(gross, EXIT_FEE) : rounded(amount, ENTRY_FEE);
  books.fees += fee;
  if (isRedemption) {
    books.units[customer] = (books.units[customer] ?? 0n) - amount;
    books.fund -= gross;
    pay(books, customer, gross - fee);
    return;
  }
  books.units[customer] = (books.units[customer] ?? 0n) + ((amount - fee) * 1_000_000n) / price;
  books.fund += amount - fee;
  pay(books, customer, -amount);
}

/** Closes today: interest, growth and what matures until the next day. */
export function close(books: Products): void {
  const next = nextDay(books.today);
  for (const deposit of books.deposits.filter(({ isRunning }) => isRunning)) {
    const { every } = DEPOSITS[deposit.kind];
    let due = every === undefined ? deposit.end : deposit.settledTo + every;
    for (; every !== undefined && due <= next && due < deposit.end; due += every) {
      settle(books, deposit, due);
    }
    if (deposit.end <= next) endDeposit(books, deposit, earnedBy(deposit, deposit.end));
  }
  for (const paper of books.papers.filter(({ isRunning }) => isRunning)) {
    const { face, cost, end } = paper;
    paper.accrued = worth(paper, face, Math.min(next, end)) - cost;
    if (end > next) continue;
    endPaper(books, paper, { cost, proceeds: face });
    paper.isRunning = false;
  }
  books.today = next;
}

const total = <Item>(items: readonly Item[], of: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + of(item), 0n);

/** What every account of the chart must say, debit positive; the firm's bank bears the rest. */
export function trialBalance(books: Products): Map<string, bigint> {
  const deposits = books.deposits.filter(({ isRunning }) => isRunning);
  const ahead = deposits.filter(({ kind }) => kind === 'AHEAD');
  const behind = deposits.filter(({ kind }) => kind !== 'AHEAD');
  const papers = books.papers.filter(({ isRunning, kind }) => isRunning && kind === 'PAPER');
  const bills = books.papers.filter(({ isRunning, kind }) => isRunning && kind === 'BILL');
  const earned = (deposit: Deposit) => earnedBy(deposit, books.today);
  const accrued = (paper: Paper) => paper.accrued;
  const cash = total(books.cash, (amount) => amount);
  const billed = total(bills, ({ cost, accrued: grown }) => cost + grown);
  const said: [string, bigint][] = [
    ['CUSTOMER_CASH', -cash],
    ['BANK:CLIENT', cash + books.fund],
    ['FUND:CONTROL', -books.fund],
    ['INC:FEES', -books.fees],
    ['LIAB:WHT', -books.tax],
    ['EXP:INTEREST', books.expense + total(deposits, earned) + total(papers, accrued)],
    ['TD:PRINCIPAL', -total(deposits, ({ face, added }) => face + added)],
    ['TD:INTEREST-PAYABLE', -total(behind, (one) => earned(one) - one.settled)],
    ['TD:INTEREST-PREPAID', total(ahead, (one) => one.settled - earned(one))],
    ['DI:PLACEMENT', -total(papers, ({ cost }) => cost)],
    ['DI:DISCOUNT-PAYABLE', -total(papers, accrued)],
    ['TB:PLACEMENT', -billed],
    ['TB:HOLDING', billed],
  ];
  const rest = total(said, ([, amount]) => amount);
  return new Map([...said, ['BANK:FIRM', -rest] as const].filter(([, amount]) => amount !== 0n));
}

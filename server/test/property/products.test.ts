// Random deposits, loans, commercial paper, bills, and fund orders and income over HTTP, terminated
// early or run to maturity as days are closed. Every balance and every account in the chart is
// compared with a model made of plain sums. COUNTINGHOUSE_OPERATIONS sets the number of operations;
// a long run must produce every possible effect.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { checkIntegrity } from '../../src/modules/finance/integrity/integrity.js';
import type { Json, TestReply } from '../support/app.js';
import { sayProof } from '../support/proof.js';
import {
  approveDistribution,
  approveOrder,
  distribute,
  longestAwaited,
  order,
  rejectDistribution,
  rejectOrder,
  settleFund,
  value,
} from './fund-model.js';
import { BILL_ISSUES, buy, type Paper, terminatePaper } from './paper-model.js';
import { close, trialBalance } from './product-books.js';
import { bookedIn, type Desk, dateOf, decimal, naira, openDesk } from './product-desk.js';
import { earlierDay, freeOf, happened, heldOf, receive, spend } from './product-model.js';
import {
  EFFECTS,
  type Operation,
  type OperationOf,
  operation,
  RECENT,
} from './product-operation.js';
import { place, type Term, terminateTerm } from './term-model.js';

const API = '/api/v1';
const ORDER = `${API}/order`;
const CASH = `${API}/finance/cash-transaction`;
const DISTRIBUTION = `${ORDER}/fund/distribution`;
const SETTLEMENT = `${ORDER}/fund/settlement`;
const PATHS = { PAPER: `${ORDER}/discountedinstrument`, BILL: `${ORDER}/treasurybill` } as const;
const SEED = Number(process.env.COUNTINGHOUSE_SEED ?? '20261121');
const OPERATIONS = Number(process.env.COUNTINGHOUSE_OPERATIONS ?? '100');
/** A run of at least this many operations must produce every effect. */
const OPERATIONS_FOR_ALL = 1_500;
/**
 * The number of operations on one set of books, after which the test starts new books. Everything
 * in the books is checked after each operation.
 */
const OPERATIONS_PER_BOOKS = 500;

const effects = new Map<string, number>();
let desk: Desk;
before(async () => {
  desk = await openDesk(effects);
});
after(() => desk.app.stop());

const client = () => desk.app.as('CLIENT');
const maker = () => desk.app.as('ADMIN');
const checker = () => desk.app.as('APPROVER');
const idOf = (index: number): number => desk.owners[index]?.id ?? 0;

/** Returns one of the latest items; every second time, one that is still running. */
function chosen<Item>(items: readonly Item[], at: number, goesOn: (item: Item) => boolean) {
  const recent = (at % 2 === 0 ? items : items.filter(goesOn)).slice(-RECENT);
  return recent[Math.floor(at / 2) % Math.max(1, recent.length)];
}

const isRunning = (one: { readonly isRunning: boolean }): boolean => one.isRunning;
const isOpen = ({ state }: { readonly state: string }): boolean =>
  state === 'PENDING' || state === 'APPROVED';

function checkReply(reply: TestReply, allowed: boolean, { kind }: Operation): void {
  const verdict = allowed ? 'is allowed' : 'is refused';
  assert.equal(reply.status < 300, allowed, `${kind} ${verdict}: ${reply.text}`);
  assert.ok(reply.status < 500, reply.text);
  if (!allowed) happened(desk.books, `refuse ${kind}`);
}

function done(reply: TestReply): void {
  assert.ok(reply.status < 300, reply.text);
}

/** Submits and posts. If the customer cannot pay, cancels the submission. */
async function start(path: string, body: object): Promise<TestReply> {
  const submitted = await client().post(`${path}/submit`, body);
  if (submitted.status !== 201) return submitted;
  const posted = await client().put(`${path}/post/${submitted.body.id}`);
  if (posted.status !== 200) {
    const cancelled = await client().put(`${path}/cancel/id/${submitted.body.id}`);
    assert.equal(cancelled.status, 200, cancelled.text);
  }
  return posted;
}

async function moveCash(one: OperationOf<'receive' | 'spend' | 'drain'>): Promise<void> {
  const { kind, customer: index } = one;
  const kobo = kind === 'drain' ? freeOf(desk.books, index) : one.amount;
  if (kobo === 0n) return;
  const transType = kind === 'receive' ? 'RECEIPT' : 'PAYMENT';
  const body = { transType, partnerId: idOf(index), amount: naira(kobo) };
  const made = await client().post(`${CASH}/create`, body);
  const allowed = kind === 'receive' || spend(desk.books, index, kobo);
  checkReply(made, allowed, one);
  if (!allowed) return;
  if (kind === 'receive') receive(desk.books, index, kobo);
  happened(desk.books, kind);
  done(await client().put(`${CASH}/post/id/${made.body.id}`));
}

async function placeTerm(one: OperationOf<'place'>): Promise<void> {
  const { product: kind, customer, face, tenure } = one;
  const rollover = kind === 'END' ? one.rollover : 'NONE';
  const reply = await start(`${ORDER}/terminstrument`, {
    ...{ instrumentTypeName: kind, customerId: idOf(customer), tenure, faceValue: naira(face) },
    ...(rollover === 'NONE' ? {} : { rolloverRule: rollover }),
  });
  const made = place(desk.books, { customer, kind, face, tenure, rollover });
  checkReply(reply, made !== undefined, one);
  if (made !== undefined) desk.books.terms.push({ ...made, id: reply.body.id });
}

async function endTerm(one: OperationOf<'terminateTerm'>): Promise<void> {
  const term = chosen(desk.books.terms, one.which, isRunning);
  if (term === undefined) return;
  const id = await termId(term);
  const reply = await client().put(`${ORDER}/terminstrument/terminate?t=${id}`);
  checkReply(reply, terminateTerm(desk.books, term), one);
}

/** Returns the id of a term instrument. The child of a rollover is found through its parent. */
async function termId(term: Term): Promise<number> {
  if (term.id === 0 && term.parent !== undefined) {
    const child = await desk.app.childOf(await termId(term.parent));
    term.id = child.id;
  }
  return term.id;
}

async function buyPaper(one: OperationOf<'buy'>): Promise<void> {
  const { product, customer: index, face, tenure: days, issue, rollover } = one;
  const isPaper = product === 'PAPER';
  const { today, first } = desk.books;
  const sold = BILL_ISSUES[issue] ?? { from: 0, days: 0 };
  const [from, end] = isPaper
    ? [today, today + days]
    : [first + sold.from, first + sold.from + sold.days];
  const reply = await start(PATHS[product], {
    ...{ customerId: idOf(index), faceValue: naira(face) },
    ...(isPaper
      ? { instrumentTypeName: product, tenure: days }
      : { instrumentTypeName: `${product}${issue}` }),
    ...(rollover === 'NONE' ? {} : { rolloverRule: rollover }),
  });
  const made = buy(desk.books, {
    ...{ customer: index, kind: product, face, from, end, rollover },
    issue: isPaper ? undefined : issue,
  });
  checkReply(reply, made !== undefined, one);
  if (made !== undefined) desk.books.papers.push({ ...made, id: reply.body.id });
}

async function endPaper(one: OperationOf<'terminatePaper'>): Promise<void> {
  const paper = chosen(desk.books.papers, one.which, isRunning);
  if (paper === undefined) return;
  const face = (paper.face * one.percent) / 100n;
  if (face === 0n) return;
  const query = `id=${await paperId(paper)}&c=${idOf(paper.customer)}&fv=${naira(face)}`;
  const reply = await client().put(`${PATHS[paper.kind]}/terminate?${query}`);
  checkReply(reply, terminatePaper(desk.books, paper, face), one);
}

/** Returns the id of paper or a bill. The child of a rollover is found through its parent. */
async function paperId(paper: Paper): Promise<number> {
  if (paper.id === 0 && paper.parent !== undefined) {
    const parent = await client().get(`${PATHS[paper.kind]}/id/${await paperId(paper.parent)}`);
    paper.id = parent.body.childId;
  }
  return paper.id;
}

async function orderFund(one: OperationOf<'order'>): Promise<void> {
  const { customer, side, option } = one;
  const amount = side === 'REDEMPTION' ? one.amount / 100n : one.amount;
  const isChosen = side === 'SUBSCRIPTION' && option !== undefined;
  const reply = await client().post(`${ORDER}/fundtransaction/submit`, {
    ...{ fundName: desk.fund, customerId: idOf(customer), transType: side },
    ...(side === 'REDEMPTION' ? { units: decimal(amount, 4) } : { amount: naira(amount) }),
    ...(isChosen ? { incomeOption: option } : {}),
  });
  const made = order(desk.books, { customer, side, amount, option });
  checkReply(reply, made !== undefined, one);
  if (made !== undefined) desk.books.fund.orders.push({ ...made, id: reply.body.id });
}

async function decideOrder(one: OperationOf<'approveOrder' | 'rejectOrder'>): Promise<void> {
  const found = chosen(desk.books.fund.orders, one.which, isOpen);
  if (found === undefined) return;
  const [word, decide] =
    one.kind === 'approveOrder'
      ? (['approve', approveOrder] as const)
      : (['reject', rejectOrder] as const);
  const reply = await checker().put(`${ORDER}/fundtransaction/${word}/id/${found.id}`);
  checkReply(reply, decide(desk.books, found), one);
}

/** Prices the fund for a weekday, possibly several days back. */
async function valueFund(one: OperationOf<'value'>): Promise<void> {
  const { today } = desk.books;
  const day =
    one.daysBack === 'AWAITED' ? longestAwaited(desk.books) : earlierDay(today, one.daysBack);
  const navPerUnit = decimal(one.price, 4);
  const nav = { fundName: desk.fund, navPerUnit, valuationDate: dateOf(day) };
  const made = await maker().post(`${ORDER}/fund/nav/create`, nav);
  const allowed = value(desk.books, { day, price: one.price });
  checkReply(made, allowed, one);
  if (allowed) done(await checker().put(`${ORDER}/fund/nav/approve/id/${made.body.id}`));
}

async function proposeIncome(one: OperationOf<'distribute'>): Promise<void> {
  const { perUnit } = one;
  const body = { fundName: desk.fund, incomePerUnit: decimal(perUnit, 4) };
  const reply = await maker().post(`${DISTRIBUTION}/create`, body);
  const allowed = distribute(desk.books, perUnit);
  checkReply(reply, allowed, one);
  if (!allowed) return;
  const proposed = { id: reply.body.id, perUnit, state: 'PENDING' as const };
  desk.books.fund.distributions.push({ ...proposed, recordDay: 0, exDay: 0, parts: [] });
}

async function decideIncome(one: OperationOf<'approveIncome' | 'rejectIncome'>): Promise<void> {
  const found = chosen(desk.books.fund.distributions, one.which, isOpen);
  if (found === undefined) return;
  const [word, decide] =
    one.kind === 'approveIncome'
      ? (['approve', approveDistribution] as const)
      : (['reject', rejectDistribution] as const);
  const reply = await checker().put(`${DISTRIBUTION}/${word}/id/${found.id}`);
  checkReply(reply, decide(desk.books, found), one);
}

async function payCustodian(one: OperationOf<'settleFund'>): Promise<void> {
  const { owed } = desk.books.fund;
  const due = owed < 0n ? -owed : owed;
  const kobo = (due * one.percent) / 100n;
  if (kobo === 0n) return;
  const made = await desk.app.as('FINANCE').post(`${SETTLEMENT}/create`, {
    ...{ fundName: desk.fund, businessOfficeName: '0000000001' },
    ...{ direction: one.direction, amount: naira(kobo) },
  });
  const allowed = settleFund(desk.books, one.direction, kobo);
  checkReply(made, allowed, one);
  if (allowed) done(await checker().put(`${SETTLEMENT}/approve/id/${made.body.id}`));
}

async function closeDay({ isValued, price }: OperationOf<'close'>): Promise<void> {
  const { books } = desk;
  if (isValued && !books.fund.prices.has(books.today)) {
    await valueFund({ kind: 'value', price, daysBack: 0 });
  }
  close(books);
  await desk.app.closeUntil(dateOf(books.today));
}

function perform(one: Operation): Promise<void> {
  switch (one.kind) {
    case 'receive':
    case 'spend':
    case 'drain':
      return moveCash(one);
    case 'place':
      return placeTerm(one);
    case 'terminateTerm':
      return endTerm(one);
    case 'buy':
      return buyPaper(one);
    case 'terminatePaper':
      return endPaper(one);
    case 'order':
      return orderFund(one);
    case 'approveOrder':
    case 'rejectOrder':
      return decideOrder(one);
    case 'value':
      return valueFund(one);
    case 'distribute':
      return proposeIncome(one);
    case 'approveIncome':
    case 'rejectIncome':
      return decideIncome(one);
    case 'settleFund':
      return payCustodian(one);
    case 'close':
      return closeDay(one);
  }
}

async function compare(): Promise<void> {
  const { app, books, before: others, owners } = desk;
  const said = await bookedIn(app);
  const own = [...said].map(([code, net]) => [code, net - (others.get(code) ?? 0n)] as const);
  const expected = [...trialBalance(books)];
  const sorted = (rows: readonly (readonly [string, bigint])[]) =>
    rows.filter(([, net]) => net !== 0n).toSorted(([one], [other]) => (one < other ? -1 : 1));
  assert.deepEqual(sorted(own), sorted(expected));
  await Promise.all(owners.map((_, index) => compareOwner(index)));
  const { invariants, clientMoney } = await checkIntegrity({ db: app.db });
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
  assert.ok(clientMoney.every((proof) => 'surplus' in proof && Number(proof.surplus) === 0));
}

async function compareOwner(index: number): Promise<void> {
  const { books, owners, fund } = desk;
  const [cash, funds] = await Promise.all([
    client().get(`${API}/finance/account/id/${owners[index]?.accountId}`),
    client().get(`${ORDER}/fund/holding/customer/list?c=${idOf(index)}`),
  ]);
  assert.equal(cash.body.clearedBalance, Number(naira(books.cash[index] ?? 0n)));
  assert.equal(cash.body.heldBalance, Number(naira(heldOf(books, index))));
  const own = funds.body.result.find((one: Json) => one.fundName === fund);
  assert.equal(own?.units ?? 0, Number(decimal(books.fund.units[index] ?? 0n, 4)));
}

function shown(one: Operation, played: number): string {
  const members = JSON.stringify(one, (_, member) =>
    typeof member === 'bigint' ? String(member) : member,
  );
  return `operation ${played} of seed ${SEED}, on ${dateOf(desk.books.today)}: ${members}`;
}

describe('random products', () => {
  it('leave accounts equal to plain sums, and satisfy all invariants after each', async (test) => {
    let played = 0;
    for (const one of fc.sample(operation, { numRuns: OPERATIONS, seed: SEED })) {
      if (played > 0 && played % OPERATIONS_PER_BOOKS === 0) {
        await desk.app.stop();
        desk = await openDesk(effects);
      }
      const where = shown(one, played);
      try {
        await perform(one);
        await compare();
      } catch (error) {
        test.diagnostic(where);
        throw error;
      }
      played += 1;
    }
    sayProof(`random products, seed ${SEED}`, { operations: played, differences: 0 });
    for (const [effect, times] of effects) test.diagnostic(`${effect}: ${times}`);
  });

  it('have had every possible effect', (test) => {
    const missing = EFFECTS.filter((effect) => !effects.has(effect));
    test.diagnostic(`${EFFECTS.length - missing.length} of ${EFFECTS.length} effects seen`);
    if (OPERATIONS >= OPERATIONS_FOR_ALL) assert.deepEqual(missing, []);
  });
});

// The demo day: funds customers, trades, places deposits, captures leads, and counts the outcomes.

import { type Client, type InitOf, type ItemOf, isProblem, type ReplyOf } from '@countinghouse/sdk';
import { present } from '../../../platform/assert.js';
import type { Progress } from '../../progress.js';

interface DaySettings {
  readonly orders: number;
  readonly seed: number;
  readonly progress: (title: string, total: number) => Progress;
}

export interface DayResult {
  readonly businessDate: string;
  readonly funded: number;
  readonly cashIn: number;
  readonly sent: number;
  readonly refused: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly fills: number;
  readonly notes: number;
  readonly fees: number;
  readonly deposits: number;
  readonly leads: number;
  readonly debits: number;
  readonly credits: number;
}

const CALLERS = 8;
const FUNDING = 5_000_000;
const CUSTOMERS_FUNDED = 20;
const DEPOSITS = 5;
const LEADS = 5;
const SETTLE_WAIT_MS = 15_000;
const POLL_INTERVAL_MS = 300;

type Customer = ItemOf<'partner/customer/list'>;
type Portfolio = ItemOf<'order/portfolio/customer/id/{id}'>;
type Security = ItemOf<'order/security/list/active'>;
type Held = ItemOf<'order/portfolio/holdings/id/{id}'> & { readonly portfolioName: string };
type Order = InitOf<'post', 'order/tradeorder/submit'>[0]['body'];

interface Player {
  readonly client: Client;
  readonly settings: DaySettings;
  readonly random: () => number;
}

/** Plays the day and returns its results. */
export async function playDay(client: Client, settings: DaySettings): Promise<DayResult> {
  const player: Player = { client, settings, random: randomFrom(settings.seed) };
  const { businessDate } = await client.request({ method: 'GET', to: 'system/clock' });
  const customers = (await client.get('partner/customer/list', { query: { s: 500 } })).result;
  const funded = await fund(player, customers.slice(0, CUSTOMERS_FUNDED));
  const traded = await trade(player, customers);
  const deposits = await placeDeposits(player, customers);
  const leads = await captureLeads(player);
  const byStatus = await outcomes(player, traded.ids);
  return {
    businessDate,
    funded,
    cashIn: funded * FUNDING,
    sent: traded.ids.length,
    refused: traded.refused,
    byStatus: byStatus.counts,
    fills: byStatus.fills,
    ...(await notesOf(client, businessDate)),
    deposits,
    leads,
    ...(await trialBalance(client)),
  };
}

async function fund({ client, settings }: Player, customers: readonly Customer[]): Promise<number> {
  const progress = settings.progress('funding customers', customers.length);
  await inParallel(customers, async (customer) => {
    const made = await client.post('finance/cash-transaction/create', {
      body: {
        transType: 'RECEIPT',
        transMethod: 'BANK_TRANSFER',
        partnerName: customer.name,
        currency: 'NGN',
        amount: FUNDING,
        description: 'Demo day funding',
      },
    });
    const [id = ''] = made.msgArgs;
    await client.put('finance/cash-transaction/post/id/{id}', { path: { id } });
    progress.step();
  });
  progress.end();
  return customers.length;
}

interface Traded {
  readonly ids: number[];
  refused: number;
}

async function trade(player: Player, customers: readonly Customer[]): Promise<Traded> {
  const { client, settings, random } = player;
  const query = { x: 'NGX', t: 'EQUITY', s: 500 } as const;
  const securities = (await client.get('order/security/list/active', { query })).result;
  const portfolios = await portfoliosOf(client, customers.slice(0, CUSTOMERS_FUNDED));
  const held = await holdingsOf(client, portfolios);
  const orders = Array.from({ length: settings.orders }, () =>
    random() < 0.25 && held.length > 0
      ? drawSell(pick(held, random), random)
      : drawBuy(pick(portfolios, random), pick(securities, random), random),
  );
  const traded: Traded = { ids: [], refused: 0 };
  const progress = settings.progress('sending orders', orders.length);
  await inParallel(orders, async (order) => {
    try {
      const reply = await client.post('order/tradeorder/submit', { body: order });
      traded.ids.push(Number(reply.msgArgs[0]));
    } catch (error) {
      // Refusals, such as for too few units or a price outside the limits, are normal on a trading
      // day. Any other error is thrown.
      if (!isProblem(error) || error.status !== 422) throw error;
      traded.refused += 1;
    }
    progress.step();
  });
  progress.end();
  return traded;
}

// Sells at most a fifth of the holding, so that one holding allows several sells.
function drawSell(holding: Held, random: () => number): Order {
  const max = Math.max(1, Math.floor(Number(holding.availableQuantity) / 5));
  return {
    portfolioName: holding.portfolioName,
    securityName: holding.securityName,
    orderType: 'SELL',
    priceType: 'MARKET',
    quantityRequested: String(1 + Math.floor(random() * max)),
    orderTermName: 'DAY',
    orderOrigin: 'API',
  };
}

function drawBuy(portfolio: Portfolio, security: Security, random: () => number): Order {
  const market = random() < 0.4;
  return {
    portfolioName: portfolio.name,
    securityName: security.name,
    orderType: 'BUY',
    priceType: market ? 'MARKET' : 'LIMIT',
    ...(market ? {} : { limitPrice: security.lastPrice }),
    quantityRequested: String(50 * (1 + Math.floor(random() * 20))),
    orderTermName: 'DAY',
    orderOrigin: 'API',
  };
}

async function holdingsOf(client: Client, portfolios: readonly Portfolio[]): Promise<Held[]> {
  const held: Held[] = [];
  for (const portfolio of portfolios) {
    const { id, name } = portfolio;
    const list = await client.get('order/portfolio/holdings/id/{id}', { path: { id } });
    held.push(...list.result.map((each) => ({ ...each, portfolioName: name })));
  }
  return held;
}

async function portfoliosOf(client: Client, customers: readonly Customer[]): Promise<Portfolio[]> {
  const found: Portfolio[] = [];
  await inParallel(customers, async (customer) => {
    const path = { id: present(customer.id, 'a stored customer has an id') };
    const list = await client.get('order/portfolio/customer/id/{id}', { path });
    if (list.result[0]) found.push(list.result[0]);
  });
  return found.sort((left, right) => left.id - right.id);
}

async function placeDeposits(
  { client, settings }: Player,
  customers: readonly Customer[],
): Promise<number> {
  const types = (await client.get('order/terminstrumenttype/list/active')).result;
  const type = types.find((each) => !each.loanProduct);
  if (type === undefined) return 0;
  const progress = settings.progress('placing deposits', DEPOSITS);
  await inParallel(customers.slice(0, DEPOSITS), async (customer) => {
    const made = await client.post('order/terminstrument/submit', {
      body: { instrumentTypeName: type.name, customerId: customer.id, faceValue: 1_000_000 },
    });
    const [id = ''] = made.msgArgs;
    await client.put('order/terminstrument/post/id/{id}', { path: { id } });
    progress.step();
  });
  progress.end();
  return DEPOSITS;
}

async function captureLeads({ client, settings, random }: Player): Promise<number> {
  const progress = settings.progress('capturing leads', LEADS);
  for (let index = 0; index < LEADS; index += 1) {
    const lastName = `Lead ${Math.floor(random() * 1_000_000)}`;
    await client.post('crm/lead/create', {
      body: { leadType: 'INDIVIDUAL', firstName: 'Demo', lastName, leadSource: 'WEB' },
    });
    progress.step();
  }
  progress.end();
  return LEADS;
}

interface Outcomes {
  readonly counts: Record<string, number>;
  readonly fills: number;
}

// Counts the orders by status. Market orders are filled at once, and limit orders near the market
// soon after. Orders that are still open after a wait are counted under their current status.
async function outcomes({ client, settings }: Player, ids: readonly number[]): Promise<Outcomes> {
  const deadline = Date.now() + SETTLE_WAIT_MS;
  const progress = settings.progress('waiting for the exchange', ids.length);
  let open = [...ids];
  const done: ReplyOf<'get', 'order/tradeorder/id/{id}'>[] = [];
  while (open.length > 0) {
    const still: number[] = [];
    await inParallel(open, async (id) => {
      const order = await client.get('order/tradeorder/id/{id}', { path: { id } });
      const live = order.orderStatus === 'BOOKED' || order.orderStatus === 'EXECUTING';
      if (live && Date.now() < deadline) {
        still.push(id);
        return;
      }
      done.push(order);
      progress.step();
    });
    open = still;
    if (open.length > 0) await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  progress.end();
  const counts: Record<string, number> = {};
  for (const order of done) counts[order.orderStatus] = (counts[order.orderStatus] ?? 0) + 1;
  return { counts, fills: done.reduce((sum, order) => sum + order.executions.length, 0) };
}

async function notesOf(client: Client, date: string): Promise<{ notes: number; fees: number }> {
  let notes = 0;
  let fees = 0;
  for (const s of ['EXECUTED', 'CANCELLED', 'EXPIRED'] as const) {
    const query = { sd: date, ed: date, x: 'NGX', t: 'EQUITY', b: 1, c: 500, s } as const;
    for await (const note of client.pages('order/contractnote/list', { query })) {
      notes += 1;
      fees += note.totalCharges;
    }
  }
  return { notes, fees };
}

async function trialBalance(client: Client): Promise<{ debits: number; credits: number }> {
  const report = await client.request({ method: 'GET', to: 'finance/report/trial-balance' });
  const total = report.totals.find((each: { currency: string }) => each.currency === 'NGN');
  return { debits: total?.debitBalance ?? 0, credits: total?.creditBalance ?? 0 };
}

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < items.length) {
      const item = items[next];
      next += 1;
      if (item !== undefined) await work(item);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('the demo data is missing: start the server with --demo');
  return item;
}

// The mulberry32 generator is small, seeded, and random enough for demo orders.
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// A broker with two offices, an exchange, and a clock that follows the business date. One person
// enters a registrar's or an issuer's data, and another approves it.

import assert from 'node:assert/strict';
import {
  AROUND_THE_CLOCK,
  addHolidays,
  calendarOf,
  ngxRules,
  nigerianHolidays,
  recordFirstExchange,
  recordFirstOrderTerm,
  recordFirstRules,
  requireExchange,
} from '../../../src/modules/market/index.js';
import { openPortfolio } from '../../../src/modules/order/index.js';
import type { BusinessCalendar } from '../../../src/platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../src/platform/calendar/business-date.js';
import type { Clock } from '../../../src/platform/clock.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { type AssetApp, openDepositor, startAssetApp } from '../../api/asset/app.js';
import type { Json } from '../app.js';
import { bringUnits } from '../holding.js';
import { waitFor } from '../wait.js';

const CUSTODY = '/api/v1/custody';
const CASH_MINOR = 10n ** 11n;
/** The cash of a customer who spends most of it. */
const LITTLE_CASH_MINOR = 10n ** 7n;

/** A portfolio and its properties. */
export interface Holder {
  readonly id: bigint;
  readonly name: string;
  readonly isExempt: boolean;
}

export interface YearDesk extends AssetApp {
  readonly holders: readonly Holder[];
  readonly exchangeId: bigint;
  readonly calendar: BusinessCalendar;
  /** Sets the time of the business date: `09:00`. */
  setTime(date: BusinessDate, time: string): void;
  /** Lists a security. Returns its id. */
  list(security: object): Promise<bigint>;
  /** Gives each portfolio random units of a security. Returns them by portfolio. */
  bring(securityId: bigint, units: () => number): Promise<ReadonlyMap<bigint, bigint>>;
  /** Proposes terms as one person and approves them as another. Returns the event. */
  announce(terms: object): Promise<EventKey>;
  /** Approves all proposals that the program itself made. Returns their number. */
  approveIncome(): Promise<number>;
  /** Enters a payment for an event and approves it as another person. */
  settle(settlement: object): Promise<void>;
  /** Proposes something as one person and approves it as another. */
  byTwo(entered: Entered): Promise<Json>;
  /** Waits until the jobs for events are done. */
  finishJobs(): Promise<void>;
}

export interface EventKey {
  readonly id: bigint;
  readonly name: string;
}

/** One person's request, and the path at which another person approves it by its id. */
interface Entered {
  readonly method: 'post' | 'put';
  readonly path: string;
  readonly body: object;
  readonly approval: string;
}

/** Opens the desk on a business date. */
export async function openYearDesk(start: BusinessDate): Promise<YearDesk> {
  const clock = yearClock(start);
  const app = await startAssetApp({ clock });
  const exchangeId = await systemWork(app.context, 'fixture', async (work) => {
    await recordFirstExchange(work, {
      ...{ name: 'NGX', aliases: [], label: 'Exchange' },
      ...{ currency: 'NGN', timeZone: 'Africa/Lagos' },
    });
    const { id } = await requireExchange(work.tx, 'NGX', 'exchange');
    await addHolidays(work.tx, id, await nigerianHolidays({ from: 2026, to: 2029 }));
    await recordFirstOrderTerm(work, { name: 'DAY', label: 'Day', fixTimeInForce: '0' });
    const lasting = { fixTimeInForce: '1', defaultLifeDays: 20 } as const;
    await recordFirstOrderTerm(work, { name: 'GTC', label: 'Good till cancel', ...lasting });
    await recordFirstRules(work, 'NGX', ngxRules(AROUND_THE_CLOCK));
    return id;
  });
  await app.skipUntil(start);
  const holders = await openHolders(app);
  const byTwo = (entered: Entered) => enterByTwo(app, entered);
  return {
    ...app,
    holders,
    exchangeId,
    calendar: await calendarOf(app.db, exchangeId),
    setTime: clock.set,
    list: async (security) => {
      const body = { exchange: 'NGX', label: 'Security of the year', ...security };
      const reply = await app.as('ADMIN').post('/api/v1/order/security/create', body);
      assert.equal(reply.status, 201, reply.text);
      return BigInt(reply.body.id);
    },
    bring: (securityId, units) => bring(app, holders, { securityId, units }),
    byTwo,
    announce: async (terms) => {
      const made = await byTwo({
        ...{ method: 'put', path: `${CUSTODY}/corporate-action/propose` },
        ...{ body: { ...terms, reason: 'notice' }, approval: '/api/v1/system/change/approve/id' },
      });
      return { id: BigInt(made.result.recordId), name: made.result.recordName };
    },
    approveIncome: () => approveIncome(app),
    settle: async (body) => {
      const [path, approval] = ['create', 'approve/id'].map((p) => `${SETTLEMENT}/${p}`);
      await byTwo({ method: 'post', path: path ?? '', body, approval: approval ?? '' });
    },
    finishJobs: () => finishJobs(app),
  };
}

const SETTLEMENT = `${CUSTODY}/event-settlement`;

interface YearClock extends Clock {
  readonly set: (date: BusinessDate, time: string) => void;
}

// Continues from the time that was set, so that later requests have later times.
function yearClock(start: BusinessDate): YearClock {
  let [baseMs, sinceMs] = [Date.parse(`${start}T08:00:00Z`), performance.now()];
  const millis = () => Math.floor(baseMs + performance.now() - sinceMs);
  return {
    millis,
    now: () => new Date(millis()).toISOString(),
    set: (date, time) => {
      baseMs = Date.parse(`${date}T${time}:00Z`);
      sinceMs = performance.now();
    },
  };
}

const EXEMPTION = '/api/v1/order/withholdingexemption/propose';

// Four portfolios of one office and three of another. One customer is exempt, one is paid by the
// registrar directly, and two have little cash.
async function openHolders(app: AssetApp): Promise<Holder[]> {
  const offices = [0, 0, 0, 0, 1, 1, 1].map((at) => (at === 0 ? app.officeId : app.otherOfficeId));
  const holders: Holder[] = [];
  for (const [place, officeId] of offices.entries()) {
    const [isExempt, isDirect, isPoor] = [place === 1, place === 2, place % 3 === 0];
    const customer = await systemWork(app.context, 'fixture', (work) =>
      openDepositor(work, officeId, isPoor ? LITTLE_CASH_MINOR : CASH_MINOR),
    );
    const opened = await systemWork(app.context, 'fixture', (work) =>
      openPortfolio(work, {
        ...{ customerId: BigInt(customer.id), officeId, currency: 'NGN' },
        ...{ typeName: 'EXCHANGE', label: `Portfolio ${place}` },
        incomeRoute: isDirect ? 'DIRECT' : 'FIRM',
      }),
    );
    holders.push({ ...opened, isExempt });
    if (isExempt) await exempt(app, customer.name);
  }
  return holders;
}

async function exempt(app: AssetApp, customerName: string): Promise<void> {
  const classes = ['DIVIDEND', 'CORPORATE_BOND'];
  const exemptions = classes.map((instrumentClass) => ({
    ...{ instrumentClass, certificate: 'FIRS/2026/0117', validFrom: '2027-01-05' },
  }));
  await enterByTwo(app, {
    ...{ method: 'put', path: EXEMPTION, body: { customerName, exemptions, reason: 'fund' } },
    approval: '/api/v1/system/change/approve/id',
  });
}

async function enterByTwo(app: AssetApp, entered: Entered): Promise<Json> {
  const { method, path, body, approval } = entered;
  const made = await app.as('ADMIN')[method](path, body);
  assert.ok([200, 201].includes(made.status), `${JSON.stringify(body)}: ${made.text}`);
  const approved = await app.as('APPROVER').put(`${approval}/${made.body.id}`);
  assert.equal(approved.status, 200, `${JSON.stringify(body)}: ${approved.text}`);
  await finishJobs(app);
  return approved.body;
}

interface Brought {
  readonly securityId: bigint;
  readonly units: () => number;
}

async function bring(
  app: AssetApp,
  holders: readonly Holder[],
  { securityId, units }: Brought,
): Promise<ReadonlyMap<bigint, bigint>> {
  const brought = new Map(holders.map(({ id }) => [id, BigInt(units())]));
  const [ids, quantities] = [[...brought.keys()], [...brought.values()]];
  await bringUnits(
    app.db,
    sql`select l.portfolio_id, ${securityId}::bigint as security_id, l.quantity,
      (l.quantity * 1137 + 29)::bigint as cost_minor
      from unnest(${ids}::bigint[], ${quantities}::bigint[]) as l (portfolio_id, quantity)
      where l.quantity > 0`,
  );
  return brought;
}

async function approveIncome(app: AssetApp): Promise<number> {
  const waiting = await app.db.query<{ id: bigint }>(sql`
    select id from reference_change
    where kind = 'corporate-action' and state = 'PENDING' order by id`);
  for (const { id } of waiting) {
    const approved = await app.as('APPROVER').put(`/api/v1/system/change/approve/id/${id}`);
    assert.equal(approved.status, 200, approved.text);
    await finishJobs(app);
  }
  return waiting.length;
}

// Jobs that are scheduled for later are ignored, because they check orders that wait for the
// exchange.
async function finishJobs({ db }: AssetApp): Promise<void> {
  await waitFor('jobs of events to end', async () => {
    const open = await db.query<{ state: string; error: string | null }>(sql`
      select state, last_error as error from job where kind like 'corporate-action.%'
        and state <> 'DONE' and not_before < clock_timestamp() + interval '5 seconds'`);
    const dead = open.filter(({ state }) => state === 'DEAD');
    assert.deepEqual(dead, []);
    return open.length === 0;
  });
}

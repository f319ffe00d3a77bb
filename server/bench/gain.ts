// Measures the gains report of a portfolio with many fills: the whole operation, and the fold
// alone.

import { foldStock } from '../src/modules/wealth/gain/fold.js';
import { selectStock } from '../src/modules/wealth/gain/queries.js';
import { gainsOfPortfolio } from '../src/modules/wealth/gain/report.js';
import { currentBusinessDate } from '../src/platform/calendar/business-day.js';
import type { Call } from '../src/platform/context.js';
import { toJson } from '../src/platform/json/json.js';
import { SYSTEM } from '../src/platform/system-work.js';
import { type OwnApp, onOwnApp, timed } from './own-app.js';

/** The results for one number of movements. Times are medians of the rounds in milliseconds. */
interface GainFigures {
  readonly movements: number;
  /** The report of the last year by both methods, including its serialization. */
  readonly reportMs: number;
  readonly foldMs: number;
}

const ROUNDS = 9;

/** Measures on a separate database. */
export function measureGains(bench: {
  readonly databaseUrl: string | undefined;
  readonly movements: number;
}): Promise<GainFigures> {
  return onOwnApp(bench.databaseUrl, (own) => measureOn(own, bench.movements));
}

async function measureOn({ app, client }: OwnApp, movements: number): Promise<GainFigures> {
  const { context } = app;
  await client.query(FILL_PORTFOLIO);
  await client.query(FILL_HOLDINGS);
  await client.query(FILL_ORDER);
  await client.query(FILL_MOVEMENTS, [movements]);
  await client.query('vacuum analyze');
  const { db } = context;
  const call: Call = {
    ...{ context, db, principal: SYSTEM, requestId: 'bench', now: context.clock.now() },
  };
  const report = () => gainsOfPortfolio(call, PORTFOLIO, { method: 'BOTH' }).then(toJson);
  const rows = await db.transaction(async (tx) =>
    selectStock(tx, [PORTFOLIO], await currentBusinessDate(tx)),
  );
  const fold = async () => foldStock(rows);
  return { movements, reportMs: await median(report), foldMs: await median(fold) };
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work));
  return times.sort((a, b) => a - b)[(ROUNDS - 1) / 2] ?? 0;
}

const PORTFOLIO = 900_000_001n;

const FILL_PORTFOLIO = `
  insert into portfolio (id, name, label, office_id, customer_id, currency, portfolio_type_name,
    created_by, created_at, modified_by, modified_at)
  select ${PORTFOLIO}, 'BENCH', 'Bench', office_id, customer_id, 'NGN', portfolio_type_name,
    'bench', now(), 'bench', now()
  from portfolio order by id limit 1`;

const FILL_HOLDINGS = `
  insert into holding (portfolio_id, security_id)
  select ${PORTFOLIO}, id from security where currency = 'NGN' order by id limit 20`;

// The order that all fills belong to.
const FILL_ORDER = `
  insert into trade_order (id, name, label, office_id, customer_id, portfolio_id, security_id,
    exchange_id, order_term_id, cash_account_id, currency, business_date, order_type, price_type,
    order_base, order_origin, order_date, quantity, quantity_pending, instrument_type,
    commission_group_name, worst_price, order_status, status_at, cl_ord_id, order_value_minor,
    open_total_minor, created_by, created_at, modified_by, modified_at)
  select ${PORTFOLIO}, 'BENCH', 'Bench', p.office_id, p.customer_id, p.id, s.id, s.exchange_id,
    (select min(id) from order_term), a.id, 'NGN', b.business_date, 'BUY', 'MARKET', 'QUANTITY',
    'BENCH', now(), 1, 0, 'EQUITY', 'NONE', 1, 'EXECUTED', now(), 'BENCH', 0, 0, 'bench', now(),
    'bench', now()
  from portfolio p
  join account a on a.customer_id = p.customer_id and a.currency = 'NGN'
    and a.acct_type = 'CUSTOMER_CASH'
  join security s on s.id = (
    select min(security_id) from holding where portfolio_id = ${PORTFOLIO})
  cross join business_day b
  where p.id = ${PORTFOLIO} limit 1`;

// Three of every five fills are purchases, and the sales are smaller, so no position is short.
const FILL_MOVEMENTS = `
  insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
    cost_minor, proceeds_minor, currency, order_id, source_type, source_id)
  select ${PORTFOLIO}, h.security_id, case when m.is_buy then 'BUY' else 'SELL' end,
    b.business_date - ($1::integer - n) / 30 - 1,
    case when m.is_buy then 100 + n % 97 else -50 - n % 31 end,
    case when m.is_buy then 250000 + n % 9973 else 0 end,
    case when m.is_buy then 0 else 130000 + n % 9871 end,
    'NGN', ${PORTFOLIO}, 'EXECUTION', 900000000 + n
  from generate_series(1, $1::integer) n
  cross join lateral (select n / 20 % 5 < 3 as is_buy) m
  cross join business_day b
  join (select security_id, row_number() over (order by security_id) - 1 as place
    from holding where portfolio_id = ${PORTFOLIO}) h on h.place = n % 20`;

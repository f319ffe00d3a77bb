// Measures the payment of one event's holders, each into their own account: the first payment, a
// run that finds nothing to pay, and a correction for one holder in a hundred.

import type pg from 'pg';
import { payEvent, receiveFromRegistrar } from '../src/modules/custody/index.js';
import { currentBusinessDate } from '../src/platform/calendar/business-day.js';
import { watchMemory } from './memory.js';
import { type OwnApp, onOwnApp, timed } from './own-app.js';

/** The results for one number of holders. Times are in milliseconds. */
interface EventPaymentFigures {
  readonly name: 'event-payment';
  readonly holders: number;
  readonly paymentMs: number;
  readonly perSecond: number;
  /** The time of a run over an event that is already paid. */
  readonly nothingMs: number;
  readonly correctionMs: number;
  /** The peak memory of this process, and its memory before the payment. */
  readonly residentMegabytes: number;
  readonly residentMegabytesBefore: number;
}

const EVENT = 900_000_001n;

/** Measures the payment of an event on a separate database. */
export async function measureEventPayment(bench: {
  readonly databaseUrl: string | undefined;
  readonly holders: number;
}): Promise<EventPaymentFigures> {
  return onOwnApp(bench.databaseUrl, (own) => measureOn(own, bench.holders));
}

async function measureOn(
  { app: { context }, client }: OwnApp,
  holders: number,
): Promise<EventPaymentFigures> {
  const pay = () =>
    timed(() =>
      payEvent({ context, eventId: EVENT, reason: 'bench', dateOf: currentBusinessDate }),
    );
  for (const fill of FILLS) await client.query(fill, fill.includes('$1') ? [holders] : []);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await receiveFromRegistrar(context, EVENT, await currentBusinessDate(context.db));
  const watch = watchMemory();
  const paymentMs = await pay();
  const memory = watch.stop();
  await refuseUnpaid(client, holders);
  const nothingMs = await pay();
  await client.query(SUPERSEDE);
  await client.query(CORRECT);
  const correctionMs = await pay();
  await refuseUnpaid(client, holders);
  return {
    ...{ name: 'event-payment', holders, paymentMs, nothingMs, correctionMs },
    perSecond: Math.round((holders * 1_000) / paymentMs),
    residentMegabytes: Math.round(memory.most.rss),
    residentMegabytesBefore: Math.round(memory.before.rss),
  };
}

const FILLS: readonly string[] = [
  `insert into customer
  select r.*
  from generate_series(1, $1::bigint) n,
    (select to_jsonb(c) as model from customer c order by id limit 1) m,
    lateral jsonb_populate_record(null::customer, m.model || jsonb_build_object(
      'id', 10000000 + n, 'name', 'B' || n, 'portal_user_name', null, 'bvn_index', null)) r`,
  `with opened as (
    insert into account (id, name, label, class, acct_type, client_money, currency, office_id,
      customer_id, inline, created_by, created_at, modified_by, modified_at)
    select 10000000 + n, 'B' || n, 'Bench', 'LIABILITY', 'CUSTOMER_CASH', true, 'NGN', c.office_id,
      c.id, true, 'bench', now(), 'bench', now()
    from generate_series(1, $1::bigint) n join customer c on c.id = 10000000 + n returning *
  )
  insert into account_balance (account_id, floor_minor, currency, side, inline)
  select id, 0, currency, side, inline from opened`,
  `insert into portfolio (id, name, label, office_id, customer_id, currency, portfolio_type_name,
    created_by, created_at, modified_by, modified_at)
  select 10000000 + n, 'B' || n, 'Bench', c.office_id, c.id, 'NGN', 'EXCHANGE', 'bench', now(),
    'bench', now()
  from generate_series(1, $1::bigint) n join customer c on c.id = 10000000 + n`,
  `insert into corporate_action (id, name, label, kind, participation, security_id, status,
    progress, entitled_version, qualification_date, ex_date, payment_date, tax_class, claim_days,
    register_basis, created_by, created_at, modified_by, modified_at)
  select ${EVENT}, 'BENCH', 'Bench', 'DVCA', 'MAND', s.id, 'CONFIRMED', 'ENTITLED', 1,
    b.business_date - 1, b.business_date, b.business_date, 'DIVIDEND', 20, 'TRADED', 'bench',
    now(), 'bench', now()
  from security s, business_day b where s.name = 'ACCESS'`,
  `insert into corporate_action_option (corporate_action_id, number, type, is_default,
    cash_per_unit, currency)
  values (${EVENT}, 1, 'CASH', true, 0.57, 'NGN')`,
  `insert into entitlement (id, corporate_action_id, option_number, portfolio_id, revision,
    customer_id, office_id, state, terms_version, eligible_quantity, currency, gross_minor,
    tax_minor, withheld_minor, net_minor, route, recorded_at)
  select 10000000 + n, ${EVENT}, 1, p.id, 1, p.customer_id, p.office_id, 'DUE', 1, 100 + n % 997,
    'NGN', 10 * (100 + n % 997), 100 + n % 997, 100 + n % 997, 9 * (100 + n % 997), 'FIRM', now()
  from generate_series(1, $1::bigint) n join portfolio p on p.id = 10000000 + n`,
];

const SUPERSEDE = `
  update entitlement set state = 'SUPERSEDED'
  where corporate_action_id = ${EVENT} and id % 100 = 0`;

const CORRECT = `
  insert into entitlement (id, corporate_action_id, option_number, portfolio_id, revision,
    customer_id, office_id, state, terms_version, eligible_quantity, currency, gross_minor,
    tax_minor, withheld_minor, net_minor, route, recorded_at)
  select 1000000000 + id, corporate_action_id, option_number, portfolio_id, 2, customer_id,
    office_id, 'DUE', 1, eligible_quantity, currency, gross_minor - 10, tax_minor - 1,
    withheld_minor - 1, net_minor - 9, route, now()
  from entitlement where corporate_action_id = ${EVENT} and state = 'SUPERSEDED'`;

// The measurement is meaningless if the work was not done.
async function refuseUnpaid(client: pg.Client, holders: number): Promise<void> {
  const { rows } = await client.query(
    `select count(*) as paid from entitlement
    where corporate_action_id = ${EVENT} and state = 'PAID' and journal_id is not null`,
  );
  if (Number(rows[0].paid) !== holders) throw new Error(`only ${rows[0].paid} holders were paid`);
}

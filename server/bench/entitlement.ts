// Measures how long it takes to compute the entitlements of one security's holders: for a dividend
// (which moves no holding), for a bonus (which moves every holding), and for the check on each
// later day. The comparison is a bare INSERT of as many rows.

import { entitleEvent } from '../src/modules/custody/entitlement/entitle.js';
import { currentBusinessDate } from '../src/platform/calendar/business-day.js';
import { watchMemory } from './memory.js';
import { type OwnApp, onOwnApp, timed } from './own-app.js';

/** The results for one number of holders. Times are in milliseconds. */
export interface EntitlementFigures {
  readonly name: 'entitlement';
  readonly holders: number;
  readonly insertMs: number;
  readonly dividendMs: number;
  /** The time of the bare INSERT as a fraction of the time for the dividend. */
  readonly ratio: number;
  readonly comparisonMs: number;
  readonly bonusMs: number;
  /** A corrected bonus, which replaces all entitlements and their movements. */
  readonly correctionMs: number;
  /** The peak memory of this process during the entitlement, and its memory before. */
  readonly residentMegabytes: number;
  readonly residentMegabytesBefore: number;
}

/** Measures on a separate database. */
export async function measureEntitlement(bench: {
  readonly databaseUrl: string | undefined;
  readonly holders: number;
}): Promise<EntitlementFigures> {
  return onOwnApp(bench.databaseUrl, (own) => measureOn(own, bench.holders));
}

async function measureOn(
  { app: { context }, client }: OwnApp,
  holders: number,
): Promise<EntitlementFigures> {
  const entitle = (eventId: bigint) =>
    timed(() => entitleEvent({ context, eventId, reason: 'bench', dateOf: currentBusinessDate }));
  await client.query(FILL_PORTFOLIOS, [holders]);
  await client.query(FILL_HOLDINGS);
  await client.query(FILL_EVENTS);
  await client.query(FILL_OPTIONS);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  const insertMs = await timed(() => client.query(BARE_INSERT));
  const watch = watchMemory();
  const dividendMs = await entitle(DIVIDEND);
  const comparisonMs = await entitle(DIVIDEND);
  const bonusMs = await entitle(BONUS);
  await client.query(CORRECTION);
  const correctionMs = await entitle(BONUS);
  const memory = watch.stop();
  return {
    ...{ name: 'entitlement', holders, insertMs, dividendMs },
    ...{ ratio: insertMs / dividendMs, comparisonMs, bonusMs, correctionMs },
    residentMegabytes: Math.round(memory.most.rss),
    residentMegabytesBefore: Math.round(memory.before.rss),
  };
}

const DIVIDEND = 900_000_001n;
const BONUS = 900_000_002n;
/** An event that only the bare INSERT uses. */
const OTHER = 900_000_003n;

const FILL_PORTFOLIOS = `
  insert into portfolio (id, name, label, office_id, customer_id, currency, portfolio_type_name,
    created_by, created_at, modified_by, modified_at)
  select 1000000 + n, 'B' || n, 'Bench', p.office_id, p.customer_id, 'NGN',
    p.portfolio_type_name, 'bench', now(), 'bench', now()
  from generate_series(1, $1::bigint) n
  join (select *, row_number() over (order by id) - 1 as place, count(*) over () as portfolios
    from portfolio where id < 1000000) p on p.place = n % p.portfolios`;

const FILL_HOLDINGS = `
  with held as (
    insert into holding (portfolio_id, security_id, quantity, cost_minor, moved_on)
    select p.id, s.id, 100 + p.id % 9973, 250000 + p.id % 99991, '2026-01-05'
    from portfolio p, security s where p.id > 1000000 and s.name = 'ACCESS' returning *
  )
  insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
    cost_minor, currency, source_type, source_id)
  select portfolio_id, security_id, 'OPENING', '2026-01-05', quantity, cost_minor, 'NGN',
    'OPENING', portfolio_id
  from held`;

const FILL_EVENTS = `
  insert into corporate_action (id, name, label, kind, participation, security_id, status,
    qualification_date, ex_date, payment_date, tax_class, claim_days, register_basis, created_by,
    created_at, modified_by, modified_at)
  select e.id, e.id::text, 'Bench', e.kind, 'MAND', s.id, 'CONFIRMED', b.business_date - 1,
    b.business_date, b.business_date, 'DIVIDEND', 20, 'TRADED', 'bench', now(), 'bench', now()
  from security s, business_day b,
    (values (${DIVIDEND}, 'DVCA'), (${BONUS}, 'BONU'), (${OTHER}, 'CAPD')) e (id, kind)
  where s.name = 'ACCESS'`;

const FILL_OPTIONS = `
  insert into corporate_action_option (corporate_action_id, number, type, is_default,
    cash_per_unit, currency, new_units, old_units, fractions, fraction_price)
  values (${DIVIDEND}, 1, 'CASH', true, 0.57, 'NGN', null, null, 'RDDN', null),
    (${OTHER}, 1, 'CASH', true, 1, 'NGN', null, null, 'RDDN', null),
    (${BONUS}, 1, 'SECU', true, null, null, 1, 10, 'CINL', 18.2)`;

const CORRECTION = `
  with raised as (
    update corporate_action set terms_version = terms_version + 1 where id = ${BONUS}
  )
  update corporate_action_option set new_units = 1, old_units = 8
  where corporate_action_id = ${BONUS}`;

// The minimum work of an entitlement: one row per holder.
const BARE_INSERT = `
  insert into entitlement (id, corporate_action_id, option_number, portfolio_id, revision,
    customer_id, office_id, state, terms_version, eligible_quantity, currency, route, recorded_at)
  select 5000000000 + h.portfolio_id, ${OTHER}, 1, h.portfolio_id, 1, p.customer_id,
    p.office_id, 'DUE', 1, h.quantity, 'NGN', 'FIRM', now()
  from holding h join portfolio p on p.id = h.portfolio_id where p.id > 1000000`;

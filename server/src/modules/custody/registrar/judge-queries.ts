// SQL that compares the rows of a registrar's list with the entitlements of its event.

import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { ClaimDirection } from '../rule/claim.js';

// SQL: the entitled amounts of portfolios in the event, summed over all options.
function entitled(eventId: bigint): Sql {
  return sql`
    select e.portfolio_id, coalesce(p.account_no, p.name) as account, p.chn_number as chn,
      sum(e.eligible_quantity)::bigint as units, sum(e.gross_minor)::bigint as gross,
      sum(e.withheld_minor)::bigint as tax, sum(e.net_minor)::bigint as net,
      max(e.id) as entitlement_id
    from entitlement e join portfolio p on p.id = e.portfolio_id
    where e.corporate_action_id = ${eventId}
      and e.state in ('PROVISIONAL', 'DUE', 'PAID', 'NOTHING_DUE', 'DEFAULTED')
    group by 1, 2, 3`;
}

// Portfolios that share an account or a CHN are one holder in the register.
const pooled = (key: Sql) => sql`
  select ${key} as key, min(portfolio_id) as portfolio_id, count(*)::integer as portfolios,
    sum(units)::bigint as units, sum(gross)::bigint as gross, sum(tax)::bigint as tax,
    sum(net)::bigint as net, max(entitlement_id) as entitlement_id
  from entitled where ${key} is not null group by ${key}`;

// SQL: the verdict of each row, which is the first one that applies. Of two rows for the same
// holder, the later one is a duplicate.
const VERDICTS: Sql = sql`
    counted as (
      select f.*, row_number() over (
        partition by f.detail is null, coalesce(f.pid, f.known_id),
          case when f.pid is null and f.known_id is null then coalesce(f.account, f.chn) end
        order by f.row_no) as nth
      from found f
    ), judged as (
      select c.*, (case when c.n > 1 then (c.n + 1) / 2 else 0 end) as slack,
        case when c.detail is not null then 'UNREADABLE'
          when c.nth > 1 then 'DUPLICATE'
          when c.pid is not null then case when c.units <> c.e_units then 'UNITS_DIFFER' end
          when c.known_id is not null then 'NOT_ENTITLED_HERE'
          else 'UNKNOWN_ACCOUNT' end as early
      from counted c
    ), verdicts as (
      select j.*, coalesce(j.early, case
        when abs(coalesce(j.gross, j.e_gross) - j.e_gross) > j.slack
          or abs(coalesce(j.tax, j.e_tax) - j.e_tax) > j.slack
          or abs(coalesce(j.net, j.e_net) - j.e_net) > j.slack then 'AMOUNT_DIFFERS'
        else 'MATCHED' end) as verdict
      from judged j
    )`;

/**
 * Stores the rows of a list with their verdicts, and, after them, the entitled portfolios that are
 * missing from all lists of the event. If a holder pools n portfolios, amounts may differ by ⌈n /
 * 2⌉ minor units, because the registrar rounds once.
 * @param rows the rows as JSON
 */
export async function storeJudgedRows(
  tx: Tx,
  file: { readonly id: bigint; readonly eventId: bigint; readonly rowCount: number },
  rows: string,
): Promise<void> {
  const { id, eventId, rowCount } = file;
  await tx.query(sql`
    with entitled as materialized (${entitled(eventId)}),
    by_account as materialized (${pooled(sql`account`)}),
    by_chn as materialized (${pooled(sql`chn`)}),
    known_account as materialized (
      select coalesce(p.account_no, p.name) as key, min(p.id) as portfolio_id
      from portfolio p group by 1),
    known_chn as materialized (
      select p.chn_number as key, min(p.id) as portfolio_id
      from portfolio p where p.chn_number is not null group by 1),
    given as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb) as r (row_no integer, account text,
        chn text, holder text, units bigint, gross bigint, tax bigint, net bigint,
        reference text, cells jsonb, detail text)),
    found as (
      select r.*, a.key is not null as by_account, coalesce(a.portfolio_id, c.portfolio_id) as pid,
        case when a.key is not null then a.portfolios else c.portfolios end as n,
        case when a.key is not null then a.units else c.units end as e_units,
        case when a.key is not null then a.gross else c.gross end as e_gross,
        case when a.key is not null then a.tax else c.tax end as e_tax,
        case when a.key is not null then a.net else c.net end as e_net,
        case when a.key is not null then a.entitlement_id else c.entitlement_id end as eid,
        coalesce(ka.portfolio_id, kc.portfolio_id) as known_id
      from given r
      left join by_account a on a.key = r.account
      left join by_chn c on c.key = r.chn and a.key is null
      left join known_account ka on ka.key = r.account
      left join known_chn kc on kc.key = r.chn
    ), ${VERDICTS}, listed as (
      select e.portfolio_id from entitled e where e.account in (
        select v.account from verdicts v where v.by_account)
      union
      select e.portfolio_id from entitled e where e.chn in (
        select v.chn from verdicts v where not v.by_account and v.pid is not null)
      union
      select r.portfolio_id from registrar_row r
      join registrar_file f on f.id = r.registrar_file_id
      where f.corporate_action_id = ${eventId} and f.state = 'JUDGED' and f.id <> ${id}
        and r.portfolio_id is not null
        and r.verdict in ('MATCHED', 'UNITS_DIFFER', 'AMOUNT_DIFFERS')
    )
    insert into registrar_row (registrar_file_id, row_no, verdict, account_no, chn_number, holder,
      portfolio_id, entitlement_id, units, gross_minor, tax_minor, net_minor, reference, portfolios,
      expected_units, expected_gross_minor, expected_tax_minor, expected_net_minor, cells, detail)
    select ${id}::bigint, v.row_no, v.verdict, v.account, v.chn, v.holder,
      coalesce(v.pid, v.known_id),
      case when v.n = 1 then v.eid end, v.units, v.gross, v.tax, v.net, v.reference,
      coalesce(v.n, 0), v.e_units, v.e_gross, v.e_tax, v.e_net, v.cells, v.detail
    from verdicts v
    union all
    select ${id}::bigint,
      ${rowCount}::integer + (row_number() over (order by e.portfolio_id))::integer,
      'MISSING_AT_REGISTRAR', e.account, e.chn, null, e.portfolio_id, e.entitlement_id, null, null,
      null, null, null, 1, e.units, e.gross, e.tax, e.net, null, null
    from entitled e where e.net > 0
      and e.portfolio_id not in (select l.portfolio_id from listed l)`);
}

// SQL: the differences in a list for portfolios that are separate holders, in minor units; positive
// if the registrar paid too much.
function differences(fileId: bigint): Sql {
  return sql`
    select r.portfolio_id, r.entitlement_id, coalesce(r.units, 0) as units, r.verdict,
      case when r.verdict in ('UNITS_DIFFER', 'AMOUNT_DIFFERS')
        then coalesce(r.net_minor, r.gross_minor - coalesce(r.tax_minor, r.expected_tax_minor),
          r.expected_net_minor) - r.expected_net_minor
        when r.verdict = 'MISSING_AT_REGISTRAR' then -r.expected_net_minor else 0 end as owed_minor
    from registrar_row r
    where r.registrar_file_id = ${fileId} and r.portfolios = 1
      and r.verdict in ('MATCHED', 'UNITS_DIFFER', 'AMOUNT_DIFFERS', 'MISSING_AT_REGISTRAR')`;
}

/**
 * Cancels open claims from earlier lists if a new list reports a different amount for their
 * portfolio.
 */
export async function cancelReplaced(tx: Tx, fileId: bigint, eventId: bigint): Promise<void> {
  await tx.query(sql`
    with d as (${differences(fileId)})
    update market_claim m set state = 'CANCELLED', version = m.version + 1,
      modified_by = f.created_by, modified_at = f.created_at
    from d, registrar_file f
    where f.id = ${fileId} and m.corporate_action_id = ${eventId}
      and m.registrar_file_id is not null and m.portfolio_id = d.portfolio_id and m.state = 'OPEN'
      and case when m.direction = 'PAYABLE' then m.amount_minor else -m.amount_minor end
        <> d.owed_minor`);
}

/** A difference in a list that existing claims do not cover; positive if the portfolio owes. */
interface DifferenceRow {
  readonly portfolio_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly units: bigint;
  readonly currency: string;
  readonly verdict: string;
  readonly owed_minor: bigint;
  readonly route: 'DIRECT' | 'FIRM';
}

/** Selects the differences in a list that have no claim, by portfolio. */
export function selectDifferences(
  tx: Tx,
  fileId: bigint,
  eventId: bigint,
): Promise<DifferenceRow[]> {
  return tx.query<DifferenceRow>(sql`
    with d as (${differences(fileId)}), known as (
      select m.portfolio_id,
        sum(case when m.direction = 'PAYABLE' then m.amount_minor else -m.amount_minor end)::bigint
          as owed_minor
      from market_claim m
      where m.corporate_action_id = ${eventId} and m.registrar_file_id is not null
        and m.state <> 'CANCELLED' group by 1)
    select e.portfolio_id, e.customer_id, e.office_id, d.units, e.currency, d.verdict,
      d.owed_minor - coalesce(k.owed_minor, 0) as owed_minor, e.route
    from d join entitlement e on e.id = d.entitlement_id
    left join known k on k.portfolio_id = d.portfolio_id
    where d.owed_minor <> coalesce(k.owed_minor, 0) order by e.portfolio_id`);
}

/** Returns the claim direction of a difference. */
export function directionOf({ owed_minor: owed }: DifferenceRow): ClaimDirection {
  return owed > 0n ? 'PAYABLE' : 'RECEIVABLE';
}

// SQL for a market's dated rules, one function per statement.

import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { AssetClass, DatedRow, MarketRule } from './schema.js';

type On = Database | Tx;

/** A stored row. Its terms are a JSON string in the wire shape. */
export interface RuleTerms {
  readonly assetClass: AssetClass;
  readonly rule: MarketRule;
  readonly terms: string;
}

/** Returns the versions of an exchange's rules and calendar, and its time zone. */
export async function selectRuleVersions(on: On, exchangeId: bigint) {
  const [row] = await on.query<{
    rulesVersion: string;
    calendarVersion: string;
    timeZone: string;
  }>(sql`
    select rules_version as "rulesVersion", calendar_version as "calendarVersion",
      time_zone as "timeZone"
    from exchange where id = ${exchangeId}`);
  return row;
}

/** An exchange's stored rules, and whether the installation is a demonstration. */
export interface StoredRules {
  readonly version: string;
  /** True if around-the-clock hours apply. */
  readonly aroundTheClock: boolean;
  readonly rows: readonly RuleTerms[];
}

/** Selects an exchange's version and rows in one statement, so that they are consistent. */
export async function selectRules(on: On, exchangeId: bigint): Promise<StoredRules> {
  const rows = await on.query<
    { version: string; aroundTheClock: boolean | null } & Nullable<RuleTerms>
  >(sql`
    select e.rules_version as version, m.around_the_clock as "aroundTheClock",
      r.asset_class as "assetClass", r.rule,
      (r.terms || jsonb_build_object('validFrom', r.valid_from))::text as terms
    from exchange e
    left join market_mode m on true
    left join market_rule r on r.exchange_id = e.id
    where e.id = ${exchangeId} order by r.valid_from`);
  return {
    version: rows[0]?.version ?? '',
    aroundTheClock: rows[0]?.aroundTheClock ?? false,
    rows: rows.flatMap(({ assetClass, rule, terms }) =>
      assetClass === null || rule === null || terms === null ? [] : [{ assetClass, rule, terms }],
    ),
  };
}

type Nullable<Row> = { readonly [Name in keyof Row]: Row[Name] | null };

/** Replaces all rows of a rule. */
export async function replaceRule(
  tx: Tx,
  of: { readonly exchangeId: bigint; readonly assetClass: AssetClass; readonly rule: MarketRule },
  rows: readonly DatedRow[],
): Promise<void> {
  const { exchangeId, assetClass, rule } = of;
  const stored = rows.map(({ validFrom, ...terms }) => ({ validFrom, terms }));
  await tx.query(sql`
    delete from market_rule
    where exchange_id = ${exchangeId} and asset_class = ${assetClass} and rule = ${rule}`);
  await tx.query(sql`
    insert into market_rule (exchange_id, asset_class, rule, valid_from, terms)
    select ${exchangeId}, ${assetClass}, ${rule}, r."validFrom", r.terms
    from jsonb_to_recordset(${toJson(stored)}::jsonb) as r("validFrom" date, terms jsonb)`);
}

/** Sets whether around-the-clock hours apply. A change creates new versions of all rules. */
export async function updateMode(on: On, aroundTheClock: boolean): Promise<void> {
  await on.query(sql`
    with news as (
      insert into market_mode as m (around_the_clock) values (${aroundTheClock})
      on conflict (is_only) do update set around_the_clock = excluded.around_the_clock
        where m.around_the_clock <> excluded.around_the_clock
      returning is_only
    )
    update exchange set rules_version = gen_random_uuid() where exists (select from news)`);
}

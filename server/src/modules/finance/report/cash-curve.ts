// How much cash lay there over time: what customers had, and what was at the clients' banks.

import type { Static } from '@sinclair/typebox';
import { curveUntil } from '../../../platform/calendar/curve.js';
import type { Call } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { cashCurveQuery } from './schema.js';

/** Sums of one currency, in minor units. */
interface Cash {
  readonly currency: string;
  readonly customers_minor: bigint;
  readonly bank_minor: bigint;
}

/** What moved in one step. */
interface Move extends Cash {
  readonly at: Instant;
}

/** What is added up of client money; `amount` is on the account's normal side. */
const cashSums = (amount: Sql): Sql => sql`
  coalesce(sum(${amount}) filter (where a.customer_id is not null), 0)::bigint as customers_minor,
  coalesce(sum(${amount}) filter (where a.customer_id is null), 0)::bigint as bank_minor`;

/** Customers' accounts, and the firm's that are assets: the clients' banks. */
const isCash = sql`a.client_money and (a.customer_id is not null or a.class = 'ASSET')`;

const normalAmount = sql`case when a.class = 'ASSET' then l.amount_minor else -l.amount_minor end`;

/**
 * By currency, at the end of each step, by the moment of recording. Customers' cash is with
 * proceeds that have not settled. Costs what moved in the stretch, and a look at every balance.
 */
export function cashCurve(call: Call, { span }: Static<typeof cashCurveQuery>): Promise<object> {
  const curve = curveUntil(call.now, span);
  return onSnapshot(call.db, async (tx) => {
    const { offices } = call.principal;
    const moves = await movesSince(tx, curve, offices);
    const result = (await presentCash(tx, offices)).map((present) => ({
      currency: present.currency,
      points: pointsOf(
        present,
        curve.ends,
        moves.filter(({ currency }) => currency === present.currency),
      ),
    }));
    return { from: curve.from, result };
  });
}

/** The balances now: those of firm's accounts stand as they were folded, and what came since. */
function presentCash(tx: Tx, offices: readonly bigint[] | undefined): Promise<Cash[]> {
  return tx.query<Cash>(sql`
    with balance as (
      select account_id, balance_minor from account_balance
      union all
      select l.account_id, ${normalAmount}
      from ledger_fold_state f
      join journal_line l on l.journal_id > f.folded_journal_id and l.account_version is null
      join account a on a.id = l.account_id
    )
    select a.currency, ${cashSums(sql`b.balance_minor`)}
    from account a join balance b on b.account_id = a.id
    where ${isCash} and ${inOffices(sql`a.office_id`, offices)}
    group by a.currency order by a.currency`);
}

function movesSince(
  tx: Tx,
  curve: { readonly from: Instant; readonly stepMs: number },
  offices: readonly bigint[] | undefined,
): Promise<Move[]> {
  const step = sql`make_interval(secs => ${curve.stepMs / 1_000})`;
  return tx.query<Move>(sql`
    select date_bin(${step}, j.recorded_at, ${curve.from}::timestamptz) + ${step} as at,
      a.currency, ${cashSums(normalAmount)}
    from journal j
    join journal_line l on l.journal_id = j.id
    join account a on a.id = l.account_id
    where j.recorded_at >= ${curve.from}::timestamptz and ${isCash}
      and ${inOffices(sql`a.office_id`, offices)}
    group by 1, 2`);
}

/** From the present back: before a step lay what lay after it, less what moved in it. */
function pointsOf(present: Cash, ends: readonly Instant[], moves: readonly Move[]) {
  const moved = new Map(moves.map((move) => [move.at, move]));
  let { customers_minor: customers, bank_minor: bank } = present;
  const amount = (minor: bigint) => minorToDecimal(minor, present.currency);
  const backwards = ends.toReversed().map((at) => {
    const point = { at, customersCash: amount(customers), clientBank: amount(bank) };
    customers -= moved.get(at)?.customers_minor ?? 0n;
    bank -= moved.get(at)?.bank_minor ?? 0n;
    return point;
  });
  return backwards.toReversed();
}

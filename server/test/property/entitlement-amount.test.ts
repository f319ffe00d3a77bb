// For random positions and terms of every kind, SQL computes the entitlements for many positions at
// once. They equal those that the rule in TypeScript computes one by one.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type EntitlingTerms,
  entitlementsNow,
} from '../../src/modules/custody/entitlement/amount-queries.js';
import { amountsOf, type TaxTerms } from '../../src/modules/custody/rule/amount.js';
import { type EffectTerms, effectTerms } from '../../src/modules/custody/rule/effect.js';
import { EVENT_KINDS, type EventKind } from '../../src/modules/custody/rule/kind.js';
import { businessDate } from '../../src/platform/calendar/business-date.js';
import { sql } from '../../src/platform/database/sql.js';
import { Decimal } from '../../src/platform/money/decimal.js';
import { type Desk, openDesk } from '../support/order-desk.js';
import { randomFrom } from '../support/random.js';
import { type OptionTerms, optionRow } from '../unit/custody/entitlement-case.js';

const POSITIONS = 1_000;
const ROUNDS_PER_KIND = 2;
const EX_DATE = businessDate('2026-11-16');
const FACE_VALUE = new Decimal(1_000);

interface Computed {
  readonly portfolio_id: bigint;
  readonly eligible_quantity: bigint;
  readonly gross_minor: bigint;
  readonly principal_minor: bigint;
  readonly tax_minor: bigint;
  readonly withheld_minor: bigint;
  readonly tax_reclaim_minor: bigint;
  readonly net_minor: bigint;
  readonly reinvested_minor: bigint;
  readonly new_units: bigint;
  readonly fraction: Decimal;
  readonly cash_in_lieu_minor: bigint;
  readonly fraction_cost_minor: bigint;
  readonly old_units: bigint;
  readonly cost_moved_minor: bigint;
  readonly cost_out_minor: bigint;
  readonly gain_minor: bigint;
}

interface Held {
  readonly portfolio_id: bigint;
  readonly quantity: bigint;
  readonly cost_minor: bigint;
  readonly partner_type: string;
  readonly exempt: boolean;
}

const random = randomFrom(20_261_116);
const whole = (most: number) => 1 + Math.floor(random() * most);
const decimal = (most: number, places: number) => (random() * most + 0.0001).toFixed(places);
const chance = (part: number) => random() < part;

function units(): readonly [bigint, bigint] {
  return [BigInt(whole(chance(0.2) ? 1_000_000 : 9)), BigInt(whole(chance(0.2) ? 999_983 : 9))];
}

function inUnits(more: OptionTerms = {}): OptionTerms {
  const fractions = (['RDDN', 'RDUP', 'STAN', 'CINL'] as const)[Math.floor(random() * 4)] ?? 'RDDN';
  return {
    units: units(),
    fractions,
    ...(fractions === 'CINL' && chance(0.8) ? { fractionPrice: decimal(90, 4) } : {}),
    ...more,
  };
}

const OTHER = 2n;
const OPTIONS: Readonly<Partial<Record<EventKind, () => OptionTerms>>> = {
  DVCA: () => ({ cashPerUnit: decimal(3, 12) }),
  INTR: () => ({ cashPerUnit: decimal(9, 12) }),
  DVOP: () => ({ cashPerUnit: decimal(3, 6), price: decimal(60, 4), type: 'SECU' }),
  DRIP: () => ({ cashPerUnit: decimal(3, 6), price: decimal(60, 2), type: 'SECU' }),
  DVSE: () => inUnits({ cashPerUnit: decimal(2, 4) }),
  BONU: () => inUnits(chance(0.3) ? { newSecurity: OTHER } : {}),
  SPLF: () => inUnits(),
  SPLR: () => inUnits(chance(0.3) ? { newSecurity: OTHER } : {}),
  RHDI: () =>
    inUnits({ newSecurity: OTHER, firstDayPrice: decimal(5, 2), exPrice: decimal(40, 2) }),
  SOFF: () => inUnits({ newSecurity: OTHER, costPercent: decimal(99, 6) }),
  CAPD: () => ({ cashPerUnit: decimal(6, 4) }),
  LIQU: () => ({ cashPerUnit: decimal(600, 4) }),
  MRGR: () =>
    inUnits({
      newSecurity: OTHER,
      ...(chance(0.7) ? { cashPerUnit: decimal(9, 4) } : {}),
      ...(chance(0.7) ? { exPrice: decimal(50, 4) } : {}),
    }),
  EXOF: () => ({ cashPerUnit: decimal(60, 4) }),
  TEND: () => ({ cashPerUnit: decimal(60, 4), percent: decimal(100, 9) }),
  REDM: () => ({ pricePer100: decimal(110, 6) }),
  PCAL: () => ({ percent: decimal(99, 6) }),
  MCAL: () => ({ pricePer100: decimal(110, 6), cashPerUnit: decimal(8, 12) }),
  WRTH: () => ({}),
};

function taxTerms(): TaxTerms {
  const rule = { taxCode: 'WHT', instrumentClass: 'DIVIDEND', isFinal: false };
  return {
    withheldBy: chance(0.5) ? 'ISSUER' : 'FIRM',
    issuerExempts: chance(0.5),
    rules: [
      { ...rule, percent: decimal(20, 2) },
      ...(chance(0.5) ? [{ ...rule, percent: decimal(9, 4), payerClass: 'CORPORATE' }] : []),
    ],
  };
}

describe('entitlements by SQL and by the rule', () => {
  let desk: Desk;
  let securityId: bigint;
  let held: readonly Held[];

  before(async () => {
    desk = await openDesk();
    const [made] = await desk.db.query<{ id: bigint }>(sql`
      insert into security (id, exchange_id, name, label, security_type, currency, created_by,
        created_at, modified_by, modified_at)
      select nextval('security_id'), exchange_id, 'RANDOM', 'Random', 'EQUITY', 'NGN', 'test',
        now(), 'test', now()
      from security where name = 'ACCESS' returning id`);
    assert.ok(made);
    securityId = made.id;
    await desk.db.query(sql`
      insert into portfolio (id, name, label, office_id, customer_id, currency,
        portfolio_type_name, created_by, created_at, modified_by, modified_at)
      select 1000000 + n, 'R' || n, 'Random', p.office_id, p.customer_id, 'NGN',
        p.portfolio_type_name, 'test', now(), 'test', now()
      from generate_series(1, ${POSITIONS}) n
      join (select *, row_number() over (order by id) - 1 as place, count(*) over () as of
        from portfolio) p on p.place = n % p.of`);
    await desk.db.query(sql`
      insert into withholding_exemption (customer_id, instrument_class, certificate, valid_from)
      select distinct customer_id, 'DIVIDEND', 'T1', '2026-01-01'::date from portfolio
      where customer_id % 3 = 0`);
    await desk.db.query(sql`update customer set partner_type = 'CORPORATE' where id % 2 = 0`);
    for (let n = 1; n <= POSITIONS; n += 1) {
      const most = [3, 200, 1_000_000, 9_000_000_000][n % 4] ?? 3;
      const quantity = BigInt(whole(most)) * (chance(0.1) ? -1n : 1n);
      const cost = BigInt(Math.floor(random() * 4_000)) * quantity + (quantity > 0n ? 7n : -7n);
      await desk.db.query(sql`
        insert into holding (portfolio_id, security_id, quantity, cost_minor)
        values (${1_000_000 + n}, ${securityId}, ${quantity}, ${cost})`);
    }
    held = await desk.db.query<Held>(sql`
      select h.portfolio_id, h.quantity, h.cost_minor, c.partner_type, exists (
        select from withholding_exemption x where x.customer_id = c.id) as exempt
      from holding h join portfolio p on p.id = h.portfolio_id
      join customer c on c.id = p.customer_id
      where h.security_id = ${securityId}`);
  });
  after(() => desk.stop());

  for (const kind of EVENT_KINDS) {
    const option = OPTIONS[kind];
    if (option === undefined) continue;
    it(`agree on ${kind}`, async () => {
      for (let round = 0; round < ROUNDS_PER_KIND; round += 1) await compare(kind, option());
    });
  }

  async function compare(kind: EventKind, option: OptionTerms): Promise<void> {
    const security = { id: securityId, currency: 'NGN', face_value: FACE_VALUE };
    const terms = effectTerms({ kind, ex_price: null }, optionRow(option), security);
    assert.ok(terms);
    const tax = taxTerms();
    const computed = await bySql(kind, terms, tax);
    assert.equal(computed.size, held.length);
    for (const position of held) {
      const expected = amountsOf(
        terms,
        { quantity: position.quantity, costMinor: position.cost_minor },
        { terms: tax, holder: { payerClass: position.partner_type, isExempt: position.exempt } },
      );
      const row = computed.get(position.portfolio_id);
      assert.ok(row);

      const actual = {
        grossMinor: row.gross_minor,
        principalMinor: row.principal_minor,
        taxMinor: row.tax_minor,
        withheldMinor: row.withheld_minor,
        taxReclaimMinor: row.tax_reclaim_minor,
        netMinor: row.net_minor,
        reinvestedMinor: row.reinvested_minor,
        newUnits: row.new_units,
        fraction: row.fraction.toFixed(),
        cashInLieuMinor: row.cash_in_lieu_minor,
        fractionCostMinor: row.fraction_cost_minor,
        oldUnits: row.old_units,
        costMovedMinor: row.cost_moved_minor,
        costOutMinor: row.cost_out_minor,
        gainMinor: row.gain_minor,
      };
      const wanted = { ...expected, fraction: expected.fraction.toFixed() };
      assert.deepEqual(
        actual,
        wanted,
        `${kind} ${JSON.stringify(option, text)} of ${position.quantity} at ${position.cost_minor}`,
      );
    }
  }

  async function bySql(kind: EventKind, option: EffectTerms, tax: TaxTerms) {
    const terms: EntitlingTerms = {
      event: {
        ...{ id: 0n, kind, status: 'CONFIRMED', security_id: securityId, ex_date: EX_DATE },
        terms_version: 1,
      },
      basis: 'TRADED',
      options: [{ ...option, takesRest: true }],
      tax,
      taxClass: 'DIVIDEND',
      taxDate: EX_DATE,
      effectiveDate: EX_DATE,
    };
    const rows = await desk.db.query<Computed>(sql`
      with ${entitlementsNow(terms, sql`true`)} select * from computed`);
    return new Map(rows.map((row) => [row.portfolio_id, row]));
  }
});

function text(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

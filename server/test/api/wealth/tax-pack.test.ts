// Tax packs: figures, versions with their changes, states, seals, files, and refusals.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { FILE_TABLES, TABLES, tableCode } from '../../../src/modules/wealth/tax-pack/table.js';
import { sql } from '../../../src/platform/database/sql.js';
import { textOfCell } from '../../../src/platform/row-file/cell.js';
import { readWorkbook } from '../../../src/platform/row-file/workbook.js';
import type { Json } from '../../support/app.js';
import { pdfPages } from '../../support/pdf-text.js';
import { addEvent, entitle } from '../../support/stored-event.js';
import type { Depositor } from '../asset/app.js';
import { type Portfolio, startWealthApp, type WealthApp } from './wealth-app.js';

const API = '/api/v1/wealth/tax-pack';
const TIN = '12345678-0001';

let app: WealthApp;
let owner: Depositor;
let portfolio: Portfolio;
let share: bigint;
let first: Json;

before(async () => {
  app = await startWealthApp();
  owner = await app.holder();
  portfolio = await app.portfolio(owner);
  const set = await app
    .as('CLIENT')
    .put('/api/v1/partner/customer/update', { id: owner.id, taxIdentificationNumber: TIN });
  assert.equal(set.status, 200, set.text);
  share = await app.share('PACKED', [
    ['2025-12-30', 30, 500],
    ['2026-03-05', 36, 500],
    ['2026-06-29', 40, 500],
  ]);
  const bond = await app.share('PACKED-BOND', [['2026-03-05', 97, 10]]);
  await app.bond(bond, { rate: 14.55, maturity: '2030-04-26' });
  const units = { date: '2025-06-02', quantity: 10_000_000, costMinor: 29_000_000_000n };
  await app.bring(portfolio, share, units);
  await app.bring(portfolio, bond, { date: '2025-06-02', quantity: 10, costMinor: 900_000n });
  // Of 10 million units bought at 29, 6 million are sold at 36.
  const sold = { units: 6_000_000, cost: 17_400_000_000n, at: 21_600_000_000n };
  await tender(share, '2026-02-02', sold);
  await tender(bond, '2026-02-03', { units: 4, cost: 360_000n, at: 388_000n });
  for (const day of ['2026-03-10', '2026-03-20']) await dividend(day);
  await app.skipUntil('2026-06-30');
  await certify('2026-03-10');
});
after(() => app.stop());

let sources = 700;

/** Stores a sale of units to a bidder. */
async function tender(
  securityId: bigint,
  date: string,
  { units, cost, at }: { readonly units: number; readonly cost: bigint; readonly at: bigint },
): Promise<void> {
  sources += 1;
  await app.db.query(sql`
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, proceeds_minor, gain_minor, currency, source_type, source_id)
    values (${portfolio.id}, ${securityId}, 'TENDER', ${date}, ${-units}, ${-cost}, ${at},
      ${at - cost}, 'NGN', 'ENTITLEMENT', ${sources})`);
  await app.db.query(sql`
    select refold_holdings(array[${portfolio.id}]::bigint[], array[${securityId}]::bigint[],
      array['-infinity']::date[])`);
}

/** Stores a dividend of 10,000 with 1,000 withheld. */
async function dividend(day: string): Promise<void> {
  const event = await addEvent(app.db, share, { cashPerUnit: '10', exDate: day });
  await app.db.query(sql`
    update corporate_action set tax_class = 'DIVIDEND' where id = ${event.id}`);
  const key = { eventId: event.id, customerId: owner.id };
  const amounts = { gross: 1_000_000n, withheld: 100_000n, tax: 100_000n, state: 'PAID' };
  const id = await entitle(app.db, key, amounts);
  await app.db.query(sql`update entitlement set paid_on = ${day} where id = ${id}`);
}

async function certify(day: string): Promise<void> {
  const made = await app.as('FINANCE').post('/api/v1/wealth/withholding-certificate/create', {
    ...{ customerId: owner.id, number: `PACK/${day}`, certificateDate: '2026-04-21' },
    ...{ periodFrom: day, periodUntil: day, amount: 1_000 },
  });
  assert.equal(made.status, 201, made.text);
}

const issue = (body: object = {}, of: Pick<Depositor, 'id'> = owner) =>
  app.as('OPERATIONS').post(`${API}/issue`, { customerId: of.id, ...body });

const tablesOf = async (id: number): Promise<Json> => {
  const [row] = await app.db.query<{ document: string }>(sql`
    select document from tax_pack_document where pack_id = ${id}`);
  assert.ok(row);
  return JSON.parse(row.document).figures.tables;
};

// Drawing the first document starts a process, which may take too long on a busy machine.
const ATTEMPTS_MAX = 5;

async function bytesOf(path: string): Promise<Buffer> {
  const headers = await app.header('AUDITOR');
  let reply = await fetch(`${app.url}${path}`, { headers });
  for (let attempt = 1; attempt < ATTEMPTS_MAX && reply.status === 503; attempt += 1) {
    reply = await fetch(`${app.url}${path}`, { headers });
  }
  assert.equal(reply.status, 200, path);
  return Buffer.from(await reply.arrayBuffer());
}

/** The cells of a sheet, keyed by column title, without the last row. */
async function sheetOf(bytes: Buffer, sheet: string): Promise<Record<string, string>[]> {
  const { rows, sheets } = await readWorkbook(bytes, {
    ...{ sheet, rank: () => 1, rowsMax: 1_000 },
    refuse: (detail) => new Error(detail),
  });
  assert.deepEqual(sheets, [...FILE_TABLES]);
  const [titles, ...others] = rows.map(({ cells }) => cells.map(textOfCell));
  const end = others.pop();
  assert.deepEqual([end?.[0], end?.[1]], ['END', String(others.length)]);
  return others.map((cells) => Object.fromEntries(cells.map((cell, at) => [titles?.[at], cell])));
}

const sum = (rows: readonly Json[], column: string): number =>
  rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);

describe('a tax pack', () => {
  it('of the current year is a draft with the same sums as its reports', async () => {
    const { status, body, text } = await issue();
    assert.equal(status, 201, text);
    first = body.result;
    assert.deepEqual(
      [first.year, first.state, first.asAt, first.versionNo, first.inForce],
      [2026, 'DRAFT', '2026-06-30', 1, true],
    );
    const [totals, ...others] = first.totals;
    assert.deepEqual(others, []);
    assert.deepEqual(totals, {
      currency: 'NGN',
      proceeds: 216_003_880,
      // The gain is 216 million less six tenths of a base of 300 million.
      ...{ gains: 36_000_000, losses: 0, relieved: 0, chargeableGain: 36_000_000 },
      // The tax is 4,680,000 on 25 million, and 23 % of a further 11 million.
      indicativeTax: 7_210_000,
      ...{ income: 20_000, withheld: 2_000, certified: 1_000, missing: 1_000, charges: 0 },
      // The portfolio has 4 million units at 40, and 6 bonds of 1,000 at 97 %.
      value: 160_005_820,
    });
    const tax = await app.as('AUDITOR').get(`/api/v1/wealth/tax/customer/id/${owner.id}?y=2026`);
    const [shares] = tax.body.classes;
    assert.equal(totals.chargeableGain, shares.chargeableGain);
    assert.equal(totals.indicativeTax, shares.indicativeTax[0].tax);
  });

  it('shows disposals by both methods as the report of gains does', async () => {
    const { disposals, 'tax-gains': taxed } = await tablesOf(first.id);
    const path = `/api/v1/wealth/gain/customer/id/${owner.id}`;
    const query = 'sd=2026-01-01&ed=2026-06-30&method=BOTH';
    const { body } = await app.as('AUDITOR').get(`${path}?${query}`);
    assert.deepEqual(
      disposals.map((row: Json) => [
        ...[row.tradeDate, row.security, row.quantity],
        ...[row.costAverage, row.gainAverage, row.costFifo, row.gainFifo].map(Number),
      ]),
      body.disposals.map((row: Json) => [
        ...[row.tradeDate, row.securityName, row.quantity],
        ...[row.cost, row.gain, row.fifoCost, row.fifoGain],
      ]),
    );
    // No tax rule covers the bond.
    assert.deepEqual(taxed, [
      {
        ...{ tradeDate: '2026-02-02', kind: 'TENDER', rule: 'NG/EQUITY 1', method: 'AVERAGE' },
        ...{ security: 'PACKED', portfolio: portfolio.name, quantity: '6000000', currency: 'NGN' },
        ...{ netProceeds: '216000000', taxBase: '180000000', closeDate: '2025-12-30' },
        ...{ taxGain: '36000000', chargeable: 'yes' },
        ...{ windowFrom: '2025-02-03', windowUntil: '2026-02-02' },
        remark: 'latest close before 2025-12-31',
      },
    ]);
  });

  it('shows the windows, the reinvestment, and the provisions with their sources', async () => {
    const { windows, reinvestment, rules } = await tablesOf(first.id);
    assert.deepEqual(windows, [
      {
        ...{ rule: 'NG/EQUITY 1', from: '2025-02-03', until: '2026-02-02', currency: 'NGN' },
        ...{ proceeds: '216000000', proceedsLimit: '150000000' },
        ...{ gain: '36000000', gainLimit: '10000000', chargeable: 'yes' },
      },
    ]);
    assert.deepEqual([reinvestment.length, reinvestment[0].reinvested], [1, '0']);
    const statuses = new Set(rules.map((row: Json) => row.status));
    assert.deepEqual([...statuses].sort(), ['OPEN', 'PRESS', 'STATED']);
    assert.ok(rules.every((row: Json) => row.source.length > 0));
  });

  it('shows income, deductions with and without a certificate, and positions', async () => {
    const { income, deductions, certificates, positions } = await tablesOf(first.id);
    assert.deepEqual(
      income.map((row: Json) => [row.date, row.kind, row.gross, row.tax, row.net]),
      [
        ['2026-03-10', 'DIVIDEND', '10000', '1000', '9000'],
        ['2026-03-20', 'DIVIDEND', '10000', '1000', '9000'],
      ],
    );
    assert.deepEqual(
      deductions.map((row: Json) => [row.tax, row.treatment, row.certificate]),
      [
        ['1000', 'CREDIT', 'PACK/2026-03-10'],
        ['1000', 'CREDIT', 'missing'],
      ],
    );
    assert.deepEqual(
      certificates.map((row: Json) => [row.number, row.amount]),
      [['PACK/2026-03-10', '1000']],
    );
    const rows = positions.map((row: Json) => [
      ...[row.security, row.quantity, row.costAverage, row.costFifo],
      ...[row.taxBase, row.price, row.value],
    ]);
    assert.deepEqual(rows.sort(), [
      ['PACKED', '4000000', '116000000', '116000000', '120000000', '40', '160000000'],
      ['PACKED-BOND', '6', '5400', '5400', undefined, '97', '5820'],
    ]);
  });

  it('has only columns that its tables declare', async () => {
    const tables = await tablesOf(first.id);
    for (const [name, table] of Object.entries(TABLES)) {
      const columns = table.columns.map((column) => column.name);
      for (const row of tables[name]) {
        assert.deepEqual(
          Object.keys(row).filter((key) => !columns.includes(key)),
          [],
          name,
        );
      }
      assert.ok(table.key.every((key) => columns.includes(key)));
    }
  });

  it('is returned unchanged while its figures are equal, also to parallel callers', async () => {
    const replies = await Promise.all([issue(), issue(), issue()]);
    assert.deepEqual(
      replies.map(({ status, body }) => [status, body.msgCode, body.id]),
      replies.map(() => [200, 'TAX_PACK_UNCHANGED', first.id]),
    );
  });

  it('is available as a workbook with a sheet for each table and equal sums', async () => {
    const bytes = await bytesOf(`${API}/xlsx/id/${first.id}`);
    const [totals] = first.totals;
    const disposals = await sheetOf(bytes, 'disposals');
    assert.equal(sum(disposals, 'Proceeds'), totals.proceeds);
    assert.equal(sum(await sheetOf(bytes, 'tax-gains'), 'Gain for tax'), totals.gains);
    assert.equal(sum(await sheetOf(bytes, 'income'), 'Gross'), totals.income);
    const deductions = await sheetOf(bytes, 'deductions');
    assert.equal(sum(deductions, 'Tax'), totals.withheld);
    const missing = deductions.filter((row) => row.Certificate === 'missing');
    assert.equal(sum(missing, 'Tax'), totals.missing);
    assert.equal(sum(await sheetOf(bytes, 'certificates'), 'Amount'), totals.certified);
    assert.equal(sum(await sheetOf(bytes, 'positions'), 'Value'), totals.value);
    const summary = await sheetOf(bytes, 'summary');
    const chargeable = summary.find((row) => row.Item === 'NG/EQUITY: chargeable gain');
    assert.equal(Number(chargeable?.Amount), totals.chargeableGain);
    assert.deepEqual(await sheetOf(bytes, 'changes'), []);
    assert.ok(bytes.equals(await bytesOf(`${API}/xlsx/id/${first.id}`)));
  });

  it('is available as one CSV for each table', async () => {
    for (const table of FILE_TABLES) {
      const text = String(await bytesOf(`${API}/csv/id/${first.id}?table=${tableCode(table)}`));
      assert.match(text, /END,\d+/);
    }
    const positions = String(await bytesOf(`${API}/csv/id/${first.id}?table=positions`));
    assert.match(positions, /PACKED,.*,4000000,NGN,116000000\.00,.*,160000000\.00/);
    assert.equal((await app.as('AUDITOR').get(`${API}/csv/id/${first.id}`)).status, 400);
  });

  it('is a PDF with a masked tax number, and each page states that it is not advice', async () => {
    const bytes = await bytesOf(`${API}/pdf/id/${first.id}`);
    const folder = process.env.COUNTINGHOUSE_SCREENSHOTS;
    if (folder !== undefined) await writeFile(`${folder}/tax-pack.pdf`, bytes);
    const pages = pdfPages(bytes);
    for (const page of pages) assert.match(page, /Help with a tax return, not advice/);
    const text = pages.join('\n');
    assert.match(text, /36,000,000\.00/);
    assert.match(text, /\*{9}0001/);
    assert.doesNotMatch(text, new RegExp(TIN));
    assert.match(text, /DRAFT/);
    assert.ok(bytes.equals(await bytesOf(`${API}/pdf/id/${first.id}`)));
  });

  it('masks the tax number for callers who may not see personal data', async () => {
    const seen = await app.as('OPERATIONS').get(`${API}/id/${first.id}`);
    assert.equal(seen.body.taxIdentificationNumber, TIN, seen.text);
    const masked = await app.as('AUDITOR').get(`${API}/id/${first.id}`);
    assert.equal(masked.body.taxIdentificationNumber, '*********0001');
    const [row] = await app.db.query<{ document: string }>(sql`
      select document from tax_pack_document where pack_id = ${first.id}`);
    assert.doesNotMatch(row?.document ?? TIN, new RegExp(TIN));
  });

  it('is protected with its document against changes in the database', async () => {
    await assert.rejects(
      app.db.query(sql`update tax_pack_document set document = '{}' where pack_id = ${first.id}`),
    );
    await assert.rejects(app.db.query(sql`delete from tax_pack where id = ${first.id}`));
  });

  it('is not stored by a dry run', async () => {
    await app.skipUntil('2026-07-01');
    const dry = await app
      .as('OPERATIONS')
      .post(`${API}/issue?dryRun=true`, { customerId: owner.id });
    assert.ok(dry.status < 300, dry.text);
    const { body } = await app.as('AUDITOR').get(`${API}/list?c=${owner.id}`);
    assert.equal(body.count, 1);
    await app.skipUntil('2026-06-30');
  });
});

describe('a later version of a tax pack', () => {
  it('is provisional after the year, replaces the draft, and shows what changed', async () => {
    const before = await bytesOf(`${API}/pdf/id/${first.id}`);
    await certify('2026-03-20');
    await app.skipUntil('2027-01-04');
    const { status, body, text } = await issue({ y: 2026 });
    assert.equal(status, 201, text);
    const { result: second } = body;
    assert.deepEqual(
      [second.state, second.versionNo, second.replacesName, second.asAt],
      ['PROVISIONAL', 2, first.name, '2026-12-31'],
    );
    const { body: shown } = await app.as('AUDITOR').get(`${API}/id/${second.id}`);
    const of = (table: string) => shown.changes.filter((each: Json) => each.table === table);
    assert.deepEqual(
      of('DEDUCTIONS').map((each: Json) => [each.change, each.column, each.before, each.after]),
      [['CHANGED', 'Certificate', 'missing', 'PACK/2026-03-20']],
    );
    assert.deepEqual(
      of('CERTIFICATES').map((each: Json) => [each.change, each.row]),
      [['ADDED', 'PACK/2026-03-20']],
    );
    const summary = of('SUMMARY').map((each: Json) => [each.row, each.before, each.after]);
    assert.ok(
      summary.some(([row, old, now]: string[]) =>
        [row === 'Tax without a certificate, NGN', old === '1000', now === '0'].every(Boolean),
      ),
      JSON.stringify(summary),
    );
    assert.equal(shown.changeCount, shown.changes.length);
    const pages = pdfPages(await bytesOf(`${API}/pdf/id/${second.id}`)).join('\n');
    assert.match(pages, /Changes from the previous version/);
    const { body: old } = await app.as('AUDITOR').get(`${API}/id/${first.id}`);
    assert.deepEqual([old.inForce, old.replacedByName], [false, second.name]);
    assert.ok(before.equals(await bytesOf(`${API}/pdf/id/${first.id}`)));
    const events = await app.db.query<{ type: string }>(sql`
      select type from outbox_event where type like 'tax-pack.%' order by id`);
    assert.deepEqual(
      events.map(({ type }) => type.slice(9)),
      ['issued', 'issued', 'replaced'],
    );
  });

  it('is verified by its code, and shows that it is replaced', async () => {
    const [row] = await app.db.query<{ code: string }>(sql`
      select code from tax_pack_document where pack_id = ${first.id}`);
    const verify = async (text: string): Promise<Json> =>
      (await fetch(`${app.url}${API}/verify?c=${text}`)).json();
    const { sealedDttm, businessOffice, replacedByName, ...shown } = await verify(row?.code ?? '');
    assert.deepEqual(shown, {
      ...{ genuine: true, name: first.name, customerLabel: 'A•••• O••••' },
      ...{ year: 2026, state: 'DRAFT', versionNo: 1 },
    });
    assert.ok(sealedDttm && businessOffice && replacedByName);
    assert.deepEqual(await verify(`${row?.code.slice(0, -1)}_`), { genuine: false });
    const statement = await fetch(`${app.url}/api/v1/wealth/statement/verify?c=${row?.code}`);
    assert.deepEqual(await statement.json(), { genuine: false });
  });

  it('is final only after twelve months and the hard close of the year', async () => {
    const refused = async () => {
      const { status, body } = await issue({ y: 2026, final: true });
      return [status, body.msgCode, body.detail];
    };
    assert.deepEqual(await refused(), [
      ...[422, 'TAX_YEAR_OPEN'],
      'final cannot be true before 2028-01-01, because the year ends on 2026-12-31.',
    ]);
    await app.skipUntil('2028-01-03');
    assert.deepEqual(await refused(), [
      ...[422, 'TAX_YEAR_OPEN'],
      'final cannot be true, because the books are not hard closed up to 2026-12-31.',
    ]);
    await app.db.query(sql`
      update period_closing set soft_closed_through = '2026-12-31',
        hard_closed_through = '2026-12-31'`);
    const { status, body, text } = await issue({ y: 2026, final: true });
    assert.equal(status, 201, text);
    assert.deepEqual([body.result.state, body.result.versionNo], ['FINAL', 3]);
    assert.equal((await issue({ y: 2026 })).status, 200);
    assert.equal((await issue({ y: 2027 })).body.result.state, 'PROVISIONAL');
  });

  it('becomes outdated by a later record, and its next version is not', async () => {
    const packs = async (query: string): Promise<Json[]> => {
      const { body } = await app.as('AUDITOR').get(`${API}/list?c=${owner.id}&y=2026&${query}`);
      return body.result;
    };
    const check = async (id: number) => {
      const { status, body, text } = await app.as('OPERATIONS').put(`${API}/check/id/${id}`);
      assert.equal(status, 200, text);
      return body;
    };
    const [third] = await packs('inForce=true');
    assert.equal((await check(third.id)).msgCode, 'TAX_PACK_CHECKED');
    await dividend('2026-05-11');
    const outdated = await check(third.id);
    assert.equal(outdated.msgCode, 'TAX_PACK_OUTDATED');
    assert.ok(outdated.result.outdatedDttm && outdated.result.outdatedChanges > 0);
    assert.equal((await check(third.id)).result.version, outdated.result.version);
    assert.deepEqual(
      (await packs('outdated=true')).map(({ id, state }) => [id, state]),
      [[third.id, 'FINAL']],
    );
    const { body } = await issue({ y: 2026 });
    assert.deepEqual([body.result.versionNo, body.result.outdatedDttm], [4, undefined]);
    assert.deepEqual(await packs('outdated=true'), []);
    const events = await app.db.query(sql`
      select from outbox_event where type = 'tax-pack.outdated' and subject_id = ${third.id}`);
    assert.equal(events.length, 1);
    assert.equal((await app.as('AUDITOR').put(`${API}/check/id/${third.id}`)).status, 403);
  });

  it('fixes the rules and the lot method of its year', async () => {
    const { body } = await app.as('AUDITOR').get('/api/v1/wealth/capital-gains-rule/list');
    const { id: _id, name: _name, version: _version, ...rule } = body.result.at(-1);
    const propose = async (members: object) => {
      const path = '/api/v1/wealth/capital-gains-rule/propose';
      const reply = await app.as('FINANCE').put(path, { ...rule, ...members });
      return [reply.status, reply.body.msgCode, reply.body.errors?.[0]?.pointer];
    };
    const late = { validFrom: '2026-12-31' };
    assert.deepEqual(await propose({ ...late, lossCarryYears: 2 }), [
      ...[422, 'CAPITAL_GAINS_RULE_REFUSED', '/validFrom'],
    ]);
    assert.deepEqual(await propose({ ...late, lotMethod: 'FIFO' }), [
      ...[422, 'LOT_METHOD_FIXED', '/lotMethod'],
    ]);
    // No rule for bonds was in force, but the pack still shows the bond as not taxed by any rule.
    assert.deepEqual((await propose({ assetClass: 'BOND' })).slice(0, 2), [
      ...[422, 'CAPITAL_GAINS_RULE_REFUSED'],
    ]);
    const free = await propose({ validFrom: '2027-01-01', lotMethod: 'FIFO' });
    assert.equal(free[0], 201);
  });
});

describe('the file of the firm', () => {
  it('has a row for each customer with a pack of the year in force', async () => {
    const text = String(await bytesOf(`${API}/csv?y=2026`));
    const [titles, ...rows] = text.replace('\ufeff', '').trim().split('\r\n');
    assert.deepEqual(rows.length, 2);
    const cells = Object.fromEntries(
      (titles ?? '').split(',').map((title, at) => [title, rows[0]?.split(',')[at]]),
    );
    assert.deepEqual(
      [cells.customerName, cells.taxNumber, cells.state, cells.versionNo],
      [owner.name, '*********0001', 'FINAL', '4'],
    );
    const [totals] = (await issue({ y: 2026 })).body.result.totals;
    for (const sum of ['proceeds', 'chargeableGain', 'withheld', 'certified', 'value']) {
      assert.equal(Number(cells[sum]), totals[sum], sum);
    }
    assert.ok((await bytesOf(`${API}/xlsx?y=2026`)).length > 0);
    const unknown = await app.as('AUDITOR').get(`${API}/csv?y=2026&o=NONE`);
    assert.deepEqual([unknown.status, unknown.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
    assert.equal((await app.as('AUDITOR').get(`${API}/csv`)).status, 400);
  });
});

describe('a tax pack is refused', () => {
  it('for an unknown customer, a year that has not begun, or a reader', async () => {
    const refused = async (body: object, of?: Pick<Depositor, 'id'>) => {
      const { status, body: reply } = await issue(body, of);
      return [status, reply.msgCode];
    };
    assert.deepEqual(await refused({}, { id: 999_999 }), [422, 'UNKNOWN_REFERENCE']);
    assert.deepEqual(await refused({ y: 2030 }), [422, 'VALUATION_DATE_REFUSED']);
    assert.deepEqual(await refused({ y: 26 }), [400, 'INVALID_REQUEST']);
    const reader = await app.as('AUDITOR').post(`${API}/issue`, { customerId: owner.id });
    assert.equal(reader.status, 403);
    assert.equal((await app.as('AUDITOR').get(`${API}/id/999999`)).status, 404);
  });
});

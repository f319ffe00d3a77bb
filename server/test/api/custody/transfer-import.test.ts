// Files of unit transfers.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { TODAY } from './event-desk.js';
import {
  OTHER_PORTFOLIO,
  openTransferDesk,
  PORTFOLIO,
  type TransferDesk,
} from './transfer-desk.js';

const IMPORT = '/api/v1/custody/holding-transfer/import';

describe('a file of transfers', () => {
  let desk: TransferDesk;
  before(async () => {
    desk = await openTransferDesk();
  });
  after(() => desk?.stop());

  const send = (body: object, query = '') => desk.maker.post(`${IMPORT}${query}`, body);
  const stored = () =>
    desk.db.query(sql`
      select (select count(*) from holding_transfer) as transfers,
        (select count(*) from holding_transfer_import) as imports,
        (select coalesce(sum(quantity), 0) from holding_hold) as held,
        (select coalesce(sum(amount_minor), 0) from cash_hold) as cash`);

  it('becomes transfers, whose rows of one security are its purchases', async () => {
    const [one, two] = [
      await desk.security({ name: 'TRIONE' }),
      await desk.security({ name: 'TRITWO' }),
    ];
    const csv = [
      'Transfer;Type;Portfolio;Date;Security;Units;Cost;Cost Basis;Acquired;Member;Remarks',
      `A;IN_FREE;${PORTFOLIO};03/09/2026;${one};600;"10.800,00";;14/05/2024;ABC;x`,
      `A;;${PORTFOLIO};;${one};400;"8.000,01";;03/02/2025;;x`,
      `A;;;;${two};50;;unknown;;;x`,
      `;DEPOSIT;${OTHER_PORTFOLIO};04/09/2026;${two};70;"1.400,00";;;;x`,
    ].join('\n');
    const reading = { decimalSeparator: 'COMMA', dateFormat: 'DD/MM/YYYY' };
    const made = await send({ csv, reading }, '?label=Take-on');
    assert.equal(made.status, 201, made.text);
    const { result } = made.body;
    assert.deepEqual(
      [result.label, result.rows, result.transfers, result.pending, result.state],
      ['Take-on', 4, 2, 2, 'IMPORTED'],
    );
    assert.deepEqual(
      made.body.warnings.map((each: { columns: string[] }) => each.columns),
      [['Remarks']],
    );
    const again = await send({ csv, reading });
    assert.deepEqual(
      [again.status, again.body.msgCode, again.body.msgArgs],
      [409, 'TRANSFER_IMPORT_EXISTS', [made.body.name]],
    );
    const own = await desk.maker.put(`${IMPORT}/approve/id/${made.body.id}`, {});
    assert.ok([403, 409].includes(own.status), own.text);
    const approved = await desk.checker.put(`${IMPORT}/approve/id/${made.body.id}`, {});
    assert.deepEqual([approved.status, approved.body.result.settled], [200, 2], approved.text);
    assert.deepEqual(await desk.holding(one), {
      ...{ quantity: 1_000n, cost: 1_880_001n, gain: 0n, held: 0n },
    });
    assert.equal((await desk.holding(two))?.quantity, 50n);
    assert.deepEqual(await desk.holding(two, OTHER_PORTFOLIO), {
      ...{ quantity: 70n, cost: 140_000n, gain: 0n, held: 0n },
    });
    assert.deepEqual(
      (await desk.movements(one, PORTFOLIO)).map((each) => [each.quantity, each.acquiredOn]),
      [
        ['600', '2024-05-14'],
        ['400', '2025-02-03'],
      ],
    );
    const { body } = await desk.maker.get(
      `/api/v1/custody/holding-transfer/list?f=${made.body.id}`,
    );
    assert.deepEqual([body.count, body.result[0].importName], [2, made.body.name]);
    await desk.sound();
  });

  it('is refused if the money for a row is missing, with that row and later ones', async () => {
    const name = await desk.security({ name: 'TRIPOOR' });
    const paid = {
      ...{ type: 'IN_PAID', portfolioName: PORTFOLIO, securityName: name, quantity: '10' },
      ...{ memberCode: 'ABC', amount: '99999999999', effectiveDate: TODAY },
    };
    const before = await stored();
    const rows = [paid, { ...paid, amount: '1', securityName: 'NOSUCH' }, { ...paid, amount: '2' }];
    const { status, body } = await send({ rows });
    assert.equal(status, 422, JSON.stringify(body));
    assert.deepEqual(
      body.errors.map((each: { code: string; pointer: string }) => [each.pointer, each.code]),
      [
        ['/rows/0/amount', 'INSUFFICIENT_FUNDS'],
        ['/rows/1/securityName', 'UNKNOWN_REFERENCE'],
      ],
    );
    assert.deepEqual(await stored(), before);
  });

  it('is refused with each wrong cell, and stores nothing', async () => {
    const name = await desk.security({ name: 'TRIBAD' });
    const good = {
      ...{ type: 'DEPOSIT', portfolioName: PORTFOLIO, effectiveDate: '2026-09-03' },
      ...{ securityName: name, quantity: '10', cost: '5' },
    };
    const out = { ...good, type: 'OUT_FREE', chn: 'C1', cost: undefined };
    const rows = [
      good,
      { ...good, quantity: '1.5' },
      { ...good, type: 'GIFT', cost: 'five' },
      { ...good, cost: undefined },
      { ...good, securityName: 'NOSUCH' },
      { ...good, effectiveDate: '2026-09-08' },
      { ...good, cost: '0.001' },
      { ...out },
      { ...out, cost: '3' },
      { ...good, transfer: 'B' },
      { ...good, transfer: 'B', portfolioName: OTHER_PORTFOLIO },
      { ...good, type: 'IN_FREE' },
    ];
    const before = await stored();
    const { status, body } = await send({ rows });
    assert.deepEqual(
      [status, body.msgCode, body.msgArgs],
      [422, 'TRANSFER_IMPORT_REFUSED', ['10']],
    );
    assert.deepEqual(
      body.errors.map((each: { pointer: string; code: string }) => [each.pointer, each.code]),
      [
        ['/rows/1/quantity', 'CELL_WRONG'],
        ['/rows/2/type', 'CELL_WRONG'],
        ['/rows/2/cost', 'CELL_WRONG'],
        ['/rows/3/cost', 'CELL_WRONG'],
        ['/rows/4/securityName', 'UNKNOWN_REFERENCE'],
        ['/rows/5/effectiveDate', 'MOVEMENT_REFUSED'],
        ['/rows/6/cost', 'TOO_MANY_DECIMALS'],
        ['/rows/7/quantity', 'INSUFFICIENT_HOLDING'],
        ['/rows/8/cost', 'CELL_WRONG'],
        ['/rows/10/portfolioName', 'CELL_WRONG'],
        ['/rows/11/memberCode', 'MOVEMENT_REFUSED'],
      ],
    );
    assert.match(
      body.errors[1].detail,
      /^row 3, column "type", cell "GIFT": is not one of IN_FREE/,
    );
    assert.deepEqual(await stored(), before);
  });

  it('causes a warning about rows that repeat another row', async () => {
    const name = await desk.security({ name: 'TRIREP' });
    const row = `A;IN_FREE;${PORTFOLIO};2026-09-03;${name};50;100.00;ABC`;
    const header = 'Transfer;Type;Portfolio;Date;Security;Units;Cost;Member';
    const warningsOf = async (...rows: readonly string[]) => {
      const { body, text } = await send({ csv: [header, ...rows].join('\n') }, '?dryRun=true');
      assert.equal(body.success, true, text);
      return body.warnings;
    };
    assert.equal(await warningsOf(row, row.replace(';50;', ';51;')), undefined);
    assert.deepEqual(await warningsOf(row, row.replace(';50;', ';51;'), row, row), [
      {
        code: 'LOOKS_LIKE_REPEAT',
        detail: 'row 3 has the same cells as row 1; 1 more row is repeated',
      },
    ]);
  });

  it('as a dry run shows what it would do, and stores nothing', async () => {
    const name = await desk.security({ name: 'TRIDRY' });
    const header = 'type,portfolio,date,security,quantity,cost';
    const csv = `${header}\nDEPOSIT,${PORTFOLIO},${TODAY},${name},5,1`;
    const before = await stored();
    const reply = await send({ csv }, '?dryRun=true');
    assert.deepEqual([reply.status, reply.body.result.transfers], [200, 1], reply.text);
    assert.deepEqual(await stored(), before);
  });

  it('is undone by cancelling its pending transfers, and can then be sent again', async () => {
    const name = await desk.security({ name: 'TRIUNDO' });
    const csv = [
      'type,portfolio,date,security,quantity,cost',
      `DEPOSIT,${PORTFOLIO},${TODAY},${name},5,1`,
      `DEPOSIT,${PORTFOLIO},${TODAY},${name},7,1`,
    ].join('\n');
    const made = await send({ csv });
    const { body } = await desk.maker.get(
      `/api/v1/custody/holding-transfer/list?f=${made.body.id}`,
    );
    assert.equal((await desk.approve(body.result[1].id)).status, 200);
    const undone = await desk.maker.put(`${IMPORT}/undo/id/${made.body.id}`, { reason: 'twice' });
    assert.deepEqual(
      [undone.status, undone.body.result.state, undone.body.result.settled],
      [200, 'UNDONE', 1],
      undone.text,
    );
    assert.equal((await desk.holding(name))?.quantity, 5n);
    const late = await desk.checker.put(`${IMPORT}/approve/id/${made.body.id}`, {});
    assert.deepEqual(
      [late.status, late.body.msgCode, late.body.msgArgs],
      [409, 'TRANSFER_IMPORT_WRONG_STATE', ['UNDONE']],
    );
    assert.equal((await send({ csv })).status, 201);
    const listed = await desk.maker.get(`${IMPORT}/list?state=UNDONE`);
    assert.deepEqual([listed.body.count, listed.body.result[0].id], [1, made.body.id]);
  });

  it('moves all or none if one of its transfers has become impossible', async () => {
    const name = await desk.security({ name: 'TRIALL' });
    await desk.settle({
      ...{ type: 'DEPOSIT', portfolioName: PORTFOLIO, effectiveDate: '2026-09-01' },
      lines: [{ securityName: name, quantity: '100', costBasis: 'UNKNOWN' }],
    });
    const row = { portfolioName: PORTFOLIO, effectiveDate: TODAY, securityName: name };
    const made = await send({
      rows: [
        { ...row, type: 'DEPOSIT', quantity: '5', costBasis: 'UNKNOWN' },
        { ...row, type: 'OUT_PAID', chn: 'C1', quantity: '60', amount: '90' },
      ],
    });
    assert.equal(made.status, 201, made.text);
    const [account] = await desk.db.query<{ id: bigint }>(sql`
      update account set active = false where acct_type = 'CUSTOMER_CASH' and customer_id = (
        select customer_id from portfolio where name = ${PORTFOLIO}) and active returning id`);
    const refused = await desk.checker.put(`${IMPORT}/approve/id/${made.body.id}`, {});
    assert.deepEqual([refused.status, refused.body.msgCode], [422, 'MOVEMENT_REFUSED']);
    assert.deepEqual(
      [(await desk.holding(name))?.quantity, (await desk.holding(name))?.held],
      [100n, 60n],
    );
    await desk.db.query(sql`update account set active = true where id = ${account?.id ?? 0n}`);
    const approved = await desk.checker.put(`${IMPORT}/approve/id/${made.body.id}`, {});
    assert.deepEqual([approved.status, approved.body.result.settled], [200, 2], approved.text);
    assert.equal((await desk.holding(name))?.quantity, 45n);
    await desk.sound();
  });
});

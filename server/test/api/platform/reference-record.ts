// Creates a record of every kind that requests refer to, in one business office of the
// demonstration.

import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestApp } from '../../support/app.js';
import type { Own } from './reference-body.js';

/**
 * Creates an office's records and returns their ids and codes by kind. Keys for codes end in
 * `Name`.
 */
export async function makeRecords(app: TestApp, officeId: bigint): Promise<Own> {
  const found = await customerOf(app, officeId);
  const office = Number(officeId);
  const records = { ...found, office, officeName: String(office).padStart(10, '0') };
  return {
    ...records,
    ...(await staffOf(app, officeId)),
    ...(await relationsOf(app, office)),
    ...(await businessOf(app, records)),
  };
}

async function customerOf(app: TestApp, officeId: bigint): Promise<Record<string, Json>> {
  const [row] = await app.db.query<Record<string, Json>>(sql`
    select c.id::int as customer, c.name as "customerName", a.id::int as account,
      a.name as "accountName", p.id::int as portfolio, p.name as "portfolioName"
    from customer c join portfolio p on p.customer_id = c.id
      join account a on a.customer_id = c.id and a.acct_type = 'CUSTOMER_CASH'
        and a.currency = 'NGN'
      join account_balance b on b.account_id = a.id
    where c.office_id = ${officeId} and c.status = 'ACTIVE' and p.active
    order by b.balance_minor desc, p.id limit 1`);
  assert.ok(row, `a customer of office ${officeId}`);
  return row;
}

async function staffOf(app: TestApp, officeId: bigint): Promise<Record<string, Json>> {
  const rows = await app.db.query<{ kind: string; id: number }>(sql`
    insert into principal (id, kind, name, label, secret_hash, roles, office_ids, created_by,
      created_at, modified_by, modified_at)
    select nextval('principal_id'), kind, kind || ${officeId}::text, 'Staff', 'none', array['CRM'],
      array[${officeId}::bigint], 'test', now(), 'test', now()
    from unnest(array['user', 'client']) kind
    returning kind, id::int as id`);
  return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]));
}

type Make = (path: string, body: object) => Promise<Json>;

function makerOf(app: TestApp): Make {
  const caller = app.as('ADMIN');
  return async (path, body) => {
    const reply = await caller.post(`/api/v1/${path}`, body);
    assert.equal(reply.status, 201, `${path}: ${reply.text}`);
    return reply.body;
  };
}

async function relationsOf(app: TestApp, office: number): Promise<Record<string, Json>> {
  const make = makerOf(app);
  const at = { businessOfficeId: office };
  const idOf = async (path: string, body: object): Promise<number> => (await make(path, body)).id;
  const lead = await idOf('crm/lead/create', { ...at, lastName: 'Referred' });
  const qualified = await idOf('crm/lead/create', { ...at, lastName: 'Qualified' });
  await app.db.query(sql`update lead set status = 'QUALIFIED' where id = ${qualified}`);
  const message = await make('crm/whatsapp/create', {
    ...{ ...at, direction: 'OUTBOUND', to: '+2348035550142', body: 'Hello' },
    attachmentsWS: [
      { fileName: 'a.txt', fileMimeType: 'text/plain', base64Attachment: 'aGVsbG8=' },
    ],
  });
  const about = { relatedTo: 'LEAD', relatedToId: lead };
  return {
    ...{ lead, qualified, message: message.id, attachment: message.result.attachmentsWS[0].id },
    contact: await idOf('crm/contact/create', { ...at, lastName: 'Referred' }),
    activity: await idOf('crm/activity/create', { ...about, kind: 'TASK', subject: 'Call' }),
    assignment: await idOf('crm/lead-assignment/create', {
      ...{ ...at, leadSource: `OF-${office}`, assignees: await someUser(app, office) },
    }),
    campaign: await idOf('crm/campaign/create', {
      ...{ ...at, label: 'News', templateName: 'LEAD-NEWS', audience: { kind: 'LEAD' } },
    }),
    template: await idOf('crm/template/create', {
      ...{ ...at, name: `HELLO-${office}`, label: 'Hello', channel: 'WHATSAPP' },
      ...{
        relatedTo: 'LEAD',
        contents: [{ language: 'en', text: 'Hello', whatsappName: 'hello' }],
      },
    }),
    rule: await idOf('crm/notification-rule/create', {
      ...{ ...at, name: `RULE-${office}`, label: 'Rule', eventType: 'cash-transaction.rejected' },
      ...{ recipient: 'CUSTOMER', active: false },
      channels: [{ channel: 'EMAIL', templateName: 'CASH-POSTED' }],
    }),
  };
}

async function someUser(app: TestApp, office: number): Promise<number[]> {
  const rows = await app.db.query<{ id: number }>(
    sql`select id::int as id from principal where name = ${`user${office}`}`,
  );
  return rows.map(({ id }) => id);
}

async function businessOf(
  app: TestApp,
  records: Record<string, Json>,
): Promise<Record<string, Json>> {
  const make = makerOf(app);
  const { customer, customerName, portfolioName, officeName } = records;
  const term = { customerId: customer, faceValue: 1_000_000 };
  const statement = await make('finance/bank-statement/import', {
    ...{ contraAcctName: `${officeName}:BANK:CLIENT:NGN`, fileName: 'a.csv' },
    csv: `Date,Amount,Reference\n2026-05-29,77.01,REF-${customer}\n`,
    columns: { date: 'Date', amount: 'Amount', reference: 'Reference' },
  });
  const [line] = await app.db.query<{ id: number }>(
    sql`select id::int as id from bank_statement_line where statement_id = ${statement.id}`,
  );
  const endpoint = await make('webhook/endpoint/create', {
    ...{ url: 'http://127.0.0.1:9000/none', types: ['trade-order.*'] },
  });
  const cash = { transType: 'RECEIPT', partnerName: customerName, amount: 10 };
  const order = await make('order/tradeorder/submit', {
    ...{ portfolioName, securityName: 'ACCESS', orderType: 'BUY', priceType: 'MARKET' },
    ...{ quantityRequested: '10', orderTermName: 'DAY' },
  });
  return {
    ...{ statement: statement.id, line: line?.id, endpoint: endpoint.id, order: order.id },
    cashTransaction: (await make('finance/cash-transaction/create', cash)).id,
    deposit: (await make('order/terminstrument/submit', { ...term, instrumentTypeName: 'FD-NGN' }))
      .id,
    paper: (
      await make('order/discountedinstrument/submit', { ...term, instrumentTypeName: 'CP-NGN' })
    ).id,
    fundOrder: (
      await make('order/fundtransaction/submit', {
        ...{ transType: 'SUBSCRIPTION', fundName: 'CHMMF', customerName, amount: 20_000 },
      })
    ).id,
    bill: (await make('order/treasurybill/submit', { ...term, instrumentTypeName: 'NTB-364' })).id,
  };
}

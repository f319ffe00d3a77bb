// Complete flows as clients of the original send them, with their loose types, on both mounts:
// sign-up to contract note, deposit to maturity, fund subscription to redemption, lead to customer,
// and a WhatsApp thread with an attachment.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Caller,
  callerOf,
  type Json,
  startTestApp,
  type TestApp,
  type TestReply,
} from '../../support/app.js';
import { closeDays } from '../../support/end-of-day.js';
import { waitFor } from '../../support/wait.js';

const MOUNTS = { legacy: '/ebclient/rest/api/v1', current: '/api/v1' } as const;
type Mount = keyof typeof MOUNTS;

let app: TestApp;
/**
 * A caller for each generation of clients: HTTP Basic on every call, or one token for all calls.
 */
let callers: Readonly<Record<Mount, Caller>>;

before(async () => {
  app = await startTestApp({ demo: true, workersLeftOut: [] });
  const header = await app.header('CLIENT');
  callers = { legacy: callerOf(app.url, header), current: callerOf(app.url, await kept(header)) };
});
after(() => app.stop());

/** Signs in like a program that keeps its token and never refreshes it. */
async function kept(basic: Record<string, string>): Promise<Record<string, string>> {
  const text = Buffer.from((basic.authorization ?? '').slice('Basic '.length), 'base64');
  const [username, password] = text.toString('utf8').split(':');
  const path = '/api/v1/security/request/access-token';
  const { body } = await app.as('NOBODY').post(path, { username, password });
  assert.ok(body.expires_in > 3_600, `${body.expires_in} s`);
  return { authorization: `Bearer ${body.access_token}` };
}

/** Fails unless the client would treat the reply as a success. Returns its body. */
function done({ status, body, text }: TestReply): Json {
  assert.ok(status === 200 || status === 201, text);
  assert.notEqual(body.success, false, text);
  return body;
}

/** Reads the id of a new record where the clients of the mount look for it. */
const idIn = (mount: Mount, body: Json): string =>
  mount === 'legacy' ? body.msgCode : body.msgArgs[0];

interface Client {
  readonly get: (path: string) => Promise<Json>;
  readonly post: (path: string, body: object) => Promise<Json>;
  readonly put: (path: string) => Promise<Json>;
  /** Creates a record and returns its id as a string. */
  readonly make: (path: string, body: object) => Promise<string>;
}

function clientOf(mount: Mount): Client {
  const at = (path: string) => `${MOUNTS[mount]}/${path}`;
  const post = async (path: string, body: object) =>
    done(await callers[mount].post(at(path), body));
  return {
    get: async (path) => done(await callers[mount].get(at(path))),
    post,
    put: async (path) => done(await callers[mount].put(at(path), 'null')),
    make: async (path, body) => idIn(mount, await post(path, body)),
  };
}

async function signUp(client: Client, mount: Mount): Promise<Json> {
  const mail = `${mount}.client@example.com`;
  await client.make('partner/customer/create', {
    ...{ active: 'true', firstName: 'Bola', lastName: `Of ${mount}`, emailAddress1: mail },
    ...{ cellPhone: mount === 'legacy' ? '08035550771' : '08035550772', customerType: 'REGULAR' },
    ...{ customerGroupName: '001', businessOfficeName: '0000000001-1', channel: 'WEB' },
    ...{ portfolioTypeName: '0000000203', bvnCode: '', picture: '' },
  });
  return client.get(`partner/customer/email-address/${mail}`);
}

async function payIn(client: Client, customer: Json, amount: string): Promise<void> {
  const id = await client.make('finance/cash-transaction/create', {
    ...{ id: 0, transType: 'RECEIPT', transMethod: 'ECHANNEL', partnerId: String(customer.id) },
    ...{ currency: 'NGN', amount, processingFees: '', bankStmtCleared: 'False', contraAcctId: 0 },
    ...{ corpAction: 'false', batchName: '', transactionProcessor: '', paymentGatewayId: 0 },
  });
  await client.put(`finance/cash-transaction/post/id/${id}`);
}

const balanceOf = async (client: Client, customer: Json): Promise<number> =>
  (await client.get(`finance/account/customer/id/${customer.id}`)).result[0].clearedBalance;

for (const mount of ['legacy', 'current'] as const) {
  describe(`an old client on the ${mount} mount`, () => {
    let client: Client;
    let customer: Json;
    let portfolio: Json;

    before(async () => {
      client = clientOf(mount);
      customer = await signUp(client, mount);
      await payIn(client, customer, '900000.00');
      const { result } = await client.get(`order/portfolio/customer/id/${customer.id}`);
      [portfolio] = result;
    });

    it('goes from the sign-up to the contract note', async () => {
      assert.equal(portfolio.portfolioType, 'NGX REGULAR');
      assert.equal(portfolio.availableCash.amount, 900_000);
      const order = {
        ...{ id: 0, portfolioName: portfolio.name, portfolioId: String(portfolio.id) },
        ...{ securityName: 'ACCESS', orderType: 'buy', priceType: 'Market', limitPrice: '' },
        ...{ quantityRequested: '100', orderTermName: '0000000000', orderOrigin: 'web' },
        ...{ orderCurrency: 'NGN', exchange: 'NSE', systemGenerated: 'False' },
      };
      await client.post('order/tradeorder/validate', order);
      const id = await client.make('order/tradeorder/submit', order);
      const list = `order/tradeorder/portfolio/list?p=${portfolio.id}&b=0&c=10`;
      await waitFor('the fill', async () => {
        const { result } = await client.get(list);
        return result.find((each: Json) => String(each.id) === id)?.orderStatus === 'EXECUTED';
      });
      const { result: notes } = await client.get(`order/customer/contractnote/id/${customer.id}`);
      assert.equal(notes.length, 1);
      const held = await client.get(`order/portfolio/holdings/id/${portfolio.id}`);
      const [holding] = held.result;
      assert.deepEqual([holding.securityName, holding.quantityHeld], ['ACCESS', 100]);
      const [now] = (await client.get(`order/portfolio/customer/id/${customer.id}`)).result;
      assert.ok(now.currentValuation.amount > 0 && now.costBasis.amount > 0);
    });

    it('goes from the lead to the customer', async () => {
      const id = await client.make('order/terminstrument/submit', {
        ...{ leadType: 'INDIVIDUAL', firstName: 'Efe', lastName: mount, autoRollover: 'true' },
        ...{ emailAddress: `efe.${mount}@example.com`, dateOfBirth: 'N/A', status: 'NEW' },
        ...{ portalUserName: `efe-${mount}`, convertedAccount: 0, campaign: 0, assignedTo: '' },
      });
      const lead = await client.get(`crm/lead/id/${id}`);
      assert.equal(lead.emailAddress1, `efe.${mount}@example.com`);
      const path = `${MOUNTS.current}/crm/lead/convert/id/${id}`;
      for (const next of ['ASSIGNED', 'CONTACTED', 'QUALIFIED']) {
        const step = { id: Number(id), status: next };
        done(await app.as('CRM').put(`${MOUNTS.current}/crm/lead/update`, step));
      }
      done(await app.as('ADMIN').put(path, {}));
      const { convertedAccount, status } = await client.get(`crm/lead/id/${id}`);
      assert.equal(status, 'CONVERTED');
      const made = await client.get(`partner/customer/id/${convertedAccount}`);
      assert.equal(made.portalUserName, `efe-${mount}`);
    });

    it('answers a WhatsApp thread with an attachment', async () => {
      const lines = Buffer.from('A statement for Bola').toString('base64');
      const attachment = {
        ...{ active: 'true', fileName: 'statement.txt', fileMimeType: 'text/plain', id: 0 },
        base64Attachment: `${lines.slice(0, 8)}%0A${lines.slice(8)}\r\n`,
      };
      const id = await client.make('crm/whatsapp/create', {
        ...{ direction: 'INBOUND', status: 'IN_PROGRESS', from: '+2348035550771', id: 0 },
        ...{ body: 'Please check', relatedTo: 'CUSTOMER', relatedToId: String(customer.id) },
        attachmentsWS: [attachment],
      });
      const update = { id, status: 'COMPLETED', workflowNotes: 'Sent', template: 0, campaign: 0 };
      done(await callers[mount].put(`${MOUNTS[mount]}/crm/whatsapp/update`, update));
      const message = await client.get(`crm/whatsapp/id/${id}`);
      assert.equal(message.status, 'COMPLETED');
      const file = await callers[mount].get(
        `${MOUNTS[mount]}/crm/attachment/id/${message.attachmentsWS[0].id}`,
      );
      assert.equal(file.text, 'A statement for Bola');
    });

    it('goes from the deposit to its maturity', async () => {
      const before = await balanceOf(client, customer);
      const id = await client.make('order/terminstrument/submit', {
        ...{ instrumentTypeName: 'FD-NGN', instrumentTypeLabel: 'FIXED', faceValue: '200000' },
        ...{ customerId: String(customer.id), tenure: '30', startDate: '', currentRate: '' },
        ...{ autoRollover: '', rolloverRule: '', loanProduct: 'false' },
      });
      // Clients of the original show a deposit as pending while it has no start date.
      const pending = await client.get(`order/terminstrument/id/${id}`);
      assert.equal(pending.startDate, undefined);
      await client.put(`order/terminstrument/post/${id}`);
      const running = await client.get(`order/terminstrument/id/${id}`);
      assert.equal(running.startDate, pending.expectedStart);
      const { expectedMaturity, expectedNetInterest } = running;
      await closeDays(app.as('ADMIN'), dayAfter(expectedMaturity.slice(0, 10)));
      const { status } = await client.get(`order/terminstrument/id/${id}`);
      assert.equal(status, 'TERMINATED');
      const earned = (await balanceOf(client, customer)) - before;
      assert.equal(earned.toFixed(2), expectedNetInterest.toFixed(2));
    });

    it('goes from the fund subscription to the redemption', async () => {
      const subscribed = await client.make('order/fundtransaction/submit/get-cash-account', {
        ...{ portfolioId: String(portfolio.id), fundName: 'CHEQF', transType: 'SUBSCRIPTION' },
        ...{ orderBase: 'VALUE', transAmount: '100000', transUnits: 0, currency: 'NGN' },
        ...{ cashAccountControlId: 0, description: 'Savings' },
      });
      await client.put(`order/fundtransaction/post/${subscribed}`);
      const bought = await dealt(client, customer, subscribed);
      const redeemed = await client.make('order/fundtransaction/submit', {
        ...{ portfolioId: String(portfolio.id), fundName: 'CHEQF', transType: 'REDEMPTION' },
        ...{ orderBase: 'QUANTITY', transUnits: bought.transUnits, transAmount: '99999' },
      });
      done(await callers[mount].post(`${MOUNTS[mount]}/order/fundtransaction/post/${redeemed}`));
      const sold = await dealt(client, customer, redeemed);
      assert.equal(sold.transUnits, bought.transUnits);
      assert.ok(sold.transConsideration > 0);
    });
  });
}

function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** Approves the fund's values and closes days until the order is dealt. Returns its record. */
async function dealt(client: Client, customer: Json, id: string): Promise<Json> {
  for (let days = 0; days < 5; days += 1) {
    const { result } = await client.get(
      `order/fundtransaction/customer/list?c=${customer.id}&b=0&s=20`,
    );
    const found = result.find((each: Json) => String(each.id) === id);
    if (found?.status === 'EXECUTED') return found;
    await approveValue(found.dealingDate);
    await closeDays(app.as('ADMIN'));
  }
  throw new Error(`fund order ${id} was not dealt`);
}

async function approveValue(valuationDate: string): Promise<void> {
  const path = `${MOUNTS.current}/order/fund/nav`;
  const body = { fundName: 'CHEQF', valuationDate, navPerUnit: 100 };
  const made = await app.as('OPERATIONS').post(`${path}/create`, body);
  if (made.status === 201) done(await app.as('APPROVER').put(`${path}/approve/id/${made.body.id}`));
}

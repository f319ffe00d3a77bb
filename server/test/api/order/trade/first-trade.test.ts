// A customer's first trade over HTTP: a deposit, a limit order sent as FIX and filled in parts, the
// note to the kobo, the ledger, the PDF.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Decimal } from '../../../../src/platform/money/decimal.js';
import { basic, type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks, orderIn } from '../../../support/order.js';
import { pdfPages } from '../../../support/pdf-text.js';

const API = '/api/v1';
const FUNDS = 50_000_000;
const QUANTITY = 400_000;

describe('a first trade', () => {
  let app: TestApp;
  let order: Json;
  let note: Json;
  let accountId: number;
  const client = () => app.as('CLIENT');

  before(async () => {
    app = await startTestApp({ demo: true });
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
  });

  it('starts with money that another person approves', async () => {
    const cash = `${API}/finance/cash-transaction`;
    const made = await client().post(`${cash}/create`, {
      transType: 'RECEIPT',
      transMethod: 'BANK_TRANSFER',
      partnerName: '0000000001',
      currency: 'NGN',
      amount: FUNDS,
    });
    const { id } = made.body;
    accountId = made.body.result.cashAccountId;
    assert.equal((await client().put(`${cash}/post/id/${id}`)).status, 409);
    assert.equal((await app.as('APPROVER').put(`${cash}/approve/id/${id}`)).status, 200);
    assert.equal((await client().put(`${cash}/post/id/${id}`)).body.result.transState, 'POSTED');
  });

  it('is a limit order that is filled in parts', async () => {
    const { body } = await client().get(`${API}/order/security/list/active?x=NGX&s=500`);
    const { lastPrice } = body.result.find(({ name }: Json) => name === 'ACCESS');
    const limitPrice = (Math.floor(lastPrice * 1.05 * 20) / 20).toFixed(2);
    const sent = await client().post(`${API}/order/tradeorder/submit`, {
      portfolioName: '0000000001',
      securityName: 'ACCESS',
      orderType: 'BUY',
      priceType: 'LIMIT',
      limitPrice,
      quantityRequested: String(QUANTITY),
      orderTermName: 'DAY',
    });
    assert.equal(sent.status, 201, sent.text);
    order = await orderIn(app, sent.body.id, ['EXECUTED']);
    assert.ok(order.executions.length >= 2, `${order.executions.length} fills`);
    const filled = order.executions.reduce(
      (sum: number, { quantity }: Json) => sum + Number(quantity),
      0,
    );
    assert.equal(filled, QUANTITY);
  });

  it('was sent as one FIX order, and each fill arrived as one report', async () => {
    const path = `${API}/system/fix-session/message/list`;
    const { body } = await app.as('ADMIN').get(`${path}?s=100&session=1&clOrdId=${order.name}-1`);
    const texts: string[] = body.result.map(({ text }: Json) => text);
    const [sent, ...more] = texts.filter((text) => text.includes('|35=D|'));
    assert.equal(more.length, 0);
    for (const field of [`38=${QUANTITY}`, '54=1', '40=2', '55=ACCESS', '59=0']) {
      assert.ok(sent?.includes(`|${field}|`), `${field} in ${sent}`);
    }
    for (const { execId, quantity } of order.executions) {
      const reports = texts.filter((text) => text.includes(`|17=${execId}|`));
      assert.equal(reports.length, 1, execId);
      assert.match(reports[0] ?? '', new RegExp(`\\|35=8\\|.*\\|150=F\\|.*\\|32=${quantity}\\|`));
    }
  });

  it('has a note with every charge to the kobo', async () => {
    const list = await client().get(`${API}/order/customer/contractnote/id/1`);
    note = list.body.result.find(({ orderId }: Json) => orderId === order.id);
    const value = order.executions.reduce(
      (sum: Decimal, { quantity, price }: Json) => sum.plus(new Decimal(quantity).times(price)),
      new Decimal(0),
    );
    const kobo = (amount: Decimal) => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
    const percent = (base: Decimal, rate: string) => kobo(base.times(rate).dividedBy(100));
    const consideration = kobo(value);
    const commission = percent(consideration, '1.35');
    const sec = percent(consideration, '0.30');
    const expected = {
      COMMISSION: commission,
      SEC: sec,
      STAMP: percent(consideration, '0.08'),
      ALERT: new Decimal(4),
      'VAT on COMMISSION': percent(commission, '7.5'),
      'VAT on SEC': percent(sec, '7.5'),
      'VAT on ALERT': new Decimal('0.30'),
    };
    assert.deepEqual(
      Object.fromEntries(
        note.charges.map(({ code, onCode, amount }: Json) => [
          onCode === undefined ? code : `${code} on ${onCode}`,
          amount,
        ]),
      ),
      Object.fromEntries(Object.entries(expected).map(([code, amount]) => [code, Number(amount)])),
    );
    const charges = Object.values(expected).reduce((sum, amount) => sum.plus(amount));
    assert.equal(note.consideration, Number(consideration));
    assert.equal(note.netAmount, Number(consideration.plus(charges)));
  });

  it('is in the ledger of the customer', async () => {
    const { body } = await client().get(`${API}/finance/filedger/list/account/id?a=${accountId}`);
    const [receipt, trade] = body.result.slice(-2);
    assert.equal(receipt.creditAmount, FUNDS);
    assert.deepEqual([trade.relatedTo, trade.relatedToId], ['CONTRACT_NOTE', note.id]);
    assert.equal(trade.debitAmount, note.netAmount);
    const after = new Decimal(receipt.balance).minus(note.netAmount);
    assert.equal(trade.balance, Number(after));
    assert.equal(trade.valueDate, note.settlementDate);
  });

  it('is in the PDF, with every trade and figure', async () => {
    const text = pdfPages(await pdf())
      .join(' ')
      .replaceAll('\n', ' ');
    const shown = (amount: number) =>
      amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    for (const { execId } of order.executions) assert.ok(text.includes(execId), execId);
    for (const { amount } of note.charges) assert.ok(text.includes(shown(amount)), `${amount}`);
    assert.ok(text.includes(`Consideration ${shown(note.consideration)}`));
    assert.ok(text.includes(`Net amount payable by you NGN ${shown(note.netAmount)}`));
  });

  async function pdf(): Promise<Buffer> {
    const made = await app.as('ADMIN').post(`${API}/security/client/create`, {
      label: 'Reader of notes',
      roles: ['AUDITOR'],
    });
    const headers = basic(made.body.name, made.body.result.clientSecret);
    const reply = await fetch(`${app.url}${API}/order/contractnote/pdf/id/${note.id}`, { headers });
    assert.equal(reply.status, 200);
    return Buffer.from(await reply.arrayBuffer());
  }
});

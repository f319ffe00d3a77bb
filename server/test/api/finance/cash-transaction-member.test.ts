// Every member of a cash transaction is stored, shown, listed and booked as sent.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../../support/app.js';
import { type CashDesk, type Customer, openCashDesk, POST, step } from './cash-desk.js';

let desk: CashDesk;
let customer: Customer;
let other: Customer;
before(async () => {
  desk = await openCashDesk();
  customer = await desk.someoneWith(100_000);
  other = await desk.someoneWith(0);
  // Makes one debit, so that a limit of one debit is exceeded even if a row runs alone.
  await desk.make({ transType: 'PAYMENT', partnerId: customer.id, amount: 1 });
});
after(() => desk.close());

const OFFICE = '0000000001';
type Row = readonly [name: string, sent: object, shown: object];

/** The members sent in addition to the type and an amount of 1,000, and the members read back. */
const rows = (): readonly Row[] => [
  ['batchName', { batchName: 'MAY' }, { batchName: 'MAY' }],
  ...['2026-11-19T09:30:00.000Z', '2026-11-19T10:30:00+01:00'].map(
    (transactionDate): Row => [
      'transactionDate',
      { transactionDate },
      { transactionDate: '2026-11-19T09:30:00.000Z' },
    ],
  ),
  ['valueDate', { valueDate: '2026-11-20T00:00:00Z' }, { valueDate: '2026-11-20T00:00:00.000Z' }],
  ...['ECHANNEL', 'CASH', 'CHEQUE', 'BANK_TRANSFER', 'DIRECT_DEBIT', 'CARD'].map(
    (transMethod): Row => [`transMethod ${transMethod}`, { transMethod }, { transMethod }],
  ),
  ['no transMethod', {}, { transMethod: 'ECHANNEL' }],
  [
    'partnerName',
    { partnerId: undefined, partnerName: customer.name },
    { partnerId: Number(customer.id), partnerName: customer.name },
  ],
  [
    'cashAccountId',
    { partnerId: undefined, cashAccountId: customer.account },
    { cashAccountId: Number(customer.account), cashAccountName: customer.account_name },
  ],
  [
    'cashAccountName',
    { partnerId: undefined, cashAccountName: customer.account_name },
    { cashAccountId: Number(customer.account), partnerName: customer.name },
  ],
  ['businessOfficeId', { businessOfficeId: '1' }, { businessOfficeId: '1' }],
  ['businessOfficeName', { businessOfficeName: OFFICE }, { businessOfficeName: OFFICE }],
  ['description', { description: 'For school' }, { description: 'For school' }],
  ['currency', { currency: 'ngn' }, { currency: 'NGN' }],
  [
    'processingFees, flat',
    { processingFees: 12.34 },
    { processingFees: 12.34, processingFeeType: 'FLAT', processingFeeAmount: 12.34 },
  ],
  [
    'processingFees, percent',
    { processingFees: 1.255, processingFeeType: 'percent' },
    { processingFees: 1.255, processingFeeType: 'PERCENT', processingFeeAmount: 12.55 },
  ],
  [
    'processingFeeAcctName',
    { processingFees: 1, processingFeeAcctName: `${OFFICE}:INC:COMM:NGN` },
    { processingFeeAcctName: `${OFFICE}:INC:COMM:NGN` },
  ],
  [
    'contraAcctName',
    { contraAcctName: `${OFFICE}:BANK:FIRM:NGN` },
    { contraAcctName: `${OFFICE}:BANK:FIRM:NGN` },
  ],
  ['no contra account', {}, { contraAcctName: `${OFFICE}:BANK:CLIENT:NGN` }],
  [
    'earlyWithdrawalRate and maxNoOfDebits',
    { transType: 'PAYMENT', earlyWithdrawalRate: 2.5, maxNoOfDebits: 1 },
    { earlyWithdrawalRate: 2.5, maxNoOfDebits: 1, earlyWithdrawalAmount: 25 },
  ],
  [
    'counterPartyCashAccount',
    { transType: 'TRANSFER', counterPartyCashAccount: other.account_name },
    { counterPartyCashAccount: other.account_name, counterPartyPartnerName: other.name },
  ],
  [
    'counterPartyPartnerName',
    { transType: 'TRANSFER', counterPartyPartnerName: other.name },
    { counterPartyCashAccount: other.account_name, counterPartyPartnerName: other.name },
  ],
  ['reference', { reference: 'FT26/0001' }, { reference: 'FT26/0001' }],
  ['bankStmtCleared is not for a client', { bankStmtCleared: true }, { bankStmtCleared: false }],
  ['corpAction false', { corpAction: 'False' }, { corpAction: false }],
  ['approvedBy is not for a client', { approvedBy: 987_654 }, { transState: 'APPROVED' }],
  [
    'transProcessorResponse',
    { transProcessorResponse: '00 Approved' },
    { transProcessorResponse: '00 Approved' },
  ],
  ['paymentGatewayId 0', { paymentGatewayId: '0' }, { paymentGatewayId: undefined }],
];

describe('success', () => {
  test('an absent value date stays absent until the posting sets it', async () => {
    const transactionDate = '2026-10-01T00:00:00.000Z';
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 1, transactionDate };
    const { id, result } = await desk.make(body);
    assert.equal(result.valueDate, undefined);
    const posted = (await desk.client().put(`${POST}/${id}`)).body.result;
    const ledger = `/api/v1/finance/filedger/list/account/id?a=${customer.account}`;
    const line = (await desk.client().get(ledger)).body.result.at(-1);
    const valueDate = `${line.valueDate}T00:00:00.000Z`;
    const read = (await desk.client().get(`/api/v1/finance/cash-transaction/id/${id}`)).body;
    for (const record of [posted, read])
      expectMembers(record, { transactionDate, valueDate }, 'it');
    const reversed = await desk.client().put(step('reverse', id));
    assert.equal(reversed.body.result.valueDate, valueDate);
  });

  test('each member is stored, shown, listed, and booked as it was shown', async () => {
    await openAccounts(['INC:COMM', 'BANK:FIRM']);
    for (const [name, sent, shown] of rows()) {
      const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 1000, ...sent };
      const { id } = await desk.make(body);
      const path = `/api/v1/finance/cash-transaction/id/${id}`;
      const read = (await desk.client().get(path)).body;
      expectMembers(read, { amount: 1000, ...shown }, name);
      assert.notEqual(read.approvedBy, 987_654);
      const list = '/api/v1/finance/cash-transaction/list?s=500';
      const listed = (await desk.client().get(`${list}&cashAccountId=${customer.account}`)).body;
      expectMembers(
        listed.result.find((one: Json) => one.id === id),
        shown,
        `${name}, listed`,
      );
      const posted = await desk.client().put(`${POST}/${id}`);
      assert.equal(posted.status, 200, `${name}: ${posted.text}`);
      assert.deepEqual(await written(id), read.journal.lines.map(moved), name);
    }
  });
});

const moved = (line: Json) => [line.accountName, line.debitAmount, line.creditAmount];

async function written(id: number): Promise<unknown[]> {
  const query = `sourceType=CASH_TRANSACTION&sourceId=${id}`;
  const reply = await desk.client().get(`/api/v1/finance/journal/list?${query}`);
  return reply.body.result[0].lines.map(moved);
}

function expectMembers(record: Json, members: object, name: string): void {
  for (const [member, value] of Object.entries(members)) {
    assert.deepEqual(record[member], value, `${name}: ${member}`);
  }
}

async function openAccounts(codes: readonly string[]): Promise<void> {
  for (const acctType of codes) {
    const body = { acctType, businessOfficeName: OFFICE, currency: 'NGN' };
    const reply = await desk.client().post('/api/v1/finance/account/create', body);
    assert.ok(reply.status === 201 || reply.body.msgCode === 'ACCOUNT_EXISTS', reply.text);
  }
}

// Orders as FIX messages: how an instruction is encoded, and how an exchange's message is
// interpreted.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  massStatusRequest,
  refusalReport,
  toFix,
  toReport,
} from '../../../src/exchanges/fix/adapter/order-message.js';
import type {
  FixMessage,
  OutboundMessage,
} from '../../../src/exchanges/fix/session/message/message.js';
import type { Instruction } from '../../../src/modules/order/index.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const NOW_MS = Date.UTC(2026, 10, 16, 10, 0, 0);

const ALL_EXTRAS = {
  settlementText: true,
  linkOrders: true,
  agentParty: true,
  custodianParty: true,
};

const limitBuy: Instruction = {
  kind: 'NEW',
  clOrdId: '0000000001-1',
  origClOrdId: null,
  exchangeOrderId: null,
  symbol: 'ACCESS',
  side: 'BUY',
  quantity: 100n,
  priceType: 'LIMIT',
  limitPrice: new Decimal('25.00'),
  timeInForce: '0',
  doNotAdjust: false,
  expireDate: businessDate('2026-11-16'),
  account: 'CSCS-1',
  currency: 'NGN',
  settlementInstructions: null,
  firstOrderName: null,
  agentName: null,
  custodianPartyId: null,
  custodianAccount: null,
};

function text({ msgType, body }: OutboundMessage): string {
  return [`35=${msgType}`, ...body.map(([tag, value]) => `${tag}=${value}`)].join('|');
}

function message(fields: string): FixMessage {
  const pairs = fields.split('|').map((field): readonly [number, string] => {
    const [tag = '', value = ''] = field.split('=');
    return [Number(tag), value];
  });
  const msgType = pairs.find(([tag]) => tag === 35)?.[1] ?? '';
  return { beginString: 'FIX.4.4', msgType, fields: pairs };
}

describe('instructions', () => {
  it('to place an order contain all its terms', () => {
    assert.equal(
      text(toFix(limitBuy, NOW_MS)),
      '35=D|11=0000000001-1|55=ACCESS|54=1|60=20261116-10:00:00.000|38=100|21=1' +
        '|1=CSCS-1|40=2|44=25|15=NGN|59=0',
    );
  });

  it('for orders good till cancel contain the date on which the firm ends them', () => {
    const expireDate = businessDate('2027-01-15');
    const sent = text(toFix({ ...limitBuy, timeInForce: '1', expireDate }, NOW_MS));
    assert.match(sent, /\|59=6\|432=20270115$/);
  });

  it('for orders that a dividend must not reduce are marked, also in a replacement', () => {
    const kept = { ...limitBuy, doNotAdjust: true };
    assert.match(text(toFix(kept, NOW_MS)), /\|21=1\|18=F\|1=CSCS-1\|/);
    const replacement = { clOrdId: '0000000001-2', origClOrdId: '0000000001-1' };
    assert.match(text(toFix({ ...kept, ...replacement, kind: 'REPLACE' }, NOW_MS)), /\|18=F\|/);
    const cancel = { ...kept, ...replacement, kind: 'CANCEL' } as const;
    assert.doesNotMatch(text(toFix(cancel, NOW_MS)), /\|18=/);
  });

  it('to replace an order contain all its terms, and the order by both ClOrdIDs', () => {
    const replacement = { clOrdId: '0000000001-2', origClOrdId: '0000000001-1', quantity: 50n };
    const sent = text(toFix({ ...limitBuy, ...replacement, kind: 'REPLACE' }, NOW_MS));
    assert.match(sent, /^35=G\|11=0000000001-2\|41=0000000001-1\|55=ACCESS\|54=1\|/);
    assert.match(sent, /\|38=50\|.*\|40=2\|44=25\|/);
  });

  it('contain settlement instructions and the linked order only if the session is set to', () => {
    const texts = {
      settlementInstructions: 'Pay later',
      firstOrderName: '0000000007',
      agentName: 'INTRODUCER',
    };
    const sent = (kind: Instruction['kind'], extras?: Parameters<typeof toFix>[2]) =>
      text(toFix({ ...limitBuy, ...texts, kind }, NOW_MS, extras));
    for (const kind of ['NEW', 'REPLACE'] as const) {
      assert.doesNotMatch(sent(kind), /\|58=|\|583=|\|453=/);
      assert.match(
        sent(kind, ALL_EXTRAS),
        /\|453=1\|448=INTRODUCER\|447=D\|452=6\|58=Pay later\|583=0000000007$/,
      );
    }
    assert.doesNotMatch(sent('CANCEL', ALL_EXTRAS), /58=|583=|453=/);
    const accented = { ...limitBuy, settlementInstructions: 'Payé' };
    assert.doesNotMatch(text(toFix(accented, NOW_MS, ALL_EXTRAS)), /\|58=|\|583=/);
  });

  it('contain the custodian and its account only if the session is set to', () => {
    const custodian = { custodianPartyId: 'KEEPER', custodianAccount: 'K-77' };
    const sent = (kind: Instruction['kind'], extras?: Parameters<typeof toFix>[2], others = {}) =>
      text(toFix({ ...limitBuy, ...custodian, kind, ...others }, NOW_MS, extras));
    for (const kind of ['NEW', 'REPLACE'] as const) {
      assert.doesNotMatch(sent(kind), /453=|K-77/);
      assert.match(sent(kind), /\|1=CSCS-1\|/);
      const alone = sent(kind, ALL_EXTRAS);
      assert.match(alone, /\|1=K-77\|.*\|453=1\|448=KEEPER\|447=D\|452=28$/);
      const both = sent(kind, ALL_EXTRAS, { agentName: 'INTRODUCER' });
      assert.match(both, /453=2\|448=KEEPER\|447=D\|452=28\|448=INTRODUCER\|447=D\|452=6$/);
      const agentOnly = { ...ALL_EXTRAS, custodianParty: false };
      assert.doesNotMatch(sent(kind, agentOnly, { agentName: 'INTRODUCER' }), /KEEPER|K-77/);
      const unnumbered = sent(kind, ALL_EXTRAS, { custodianAccount: null });
      assert.match(unnumbered, /\|1=CSCS-1\|.*\|448=KEEPER\|/);
    }
    assert.doesNotMatch(sent('CANCEL', ALL_EXTRAS), /453=|K-77/);
  });

  it('to request the status identify the order by its own ClOrdID', () => {
    const request = { clOrdId: '0000000001-3', origClOrdId: '0000000001-1' };
    const sent = text(toFix({ ...limitBuy, ...request, kind: 'STATUS' }, NOW_MS));
    assert.match(sent, /^35=H\|11=0000000001-1\|55=ACCESS\|54=1\|/);
    assert.equal(text(massStatusRequest('MS-1')), '35=AF|584=MS-1|585=7');
  });
});

describe('reports', () => {
  const report = (fields: string) => toReport(1n, message(fields));

  it('of a trade contain quantity and price, and a status answer the filled quantity', () => {
    const trade = report('35=8|37=O1|11=C1|17=E1|150=F|39=1|32=40|31=24.95|151=60|14=40|6=24.95');
    assert.equal(trade?.execType, 'F');
    assert.equal(trade?.lastQuantity, 40n);
    assert.equal(trade?.lastPrice?.toFixed(2), '24.95');
    assert.equal(trade?.leavesQuantity, 60n);
    assert.equal(trade?.cumQuantity, 40n);
  });

  it('of a trade contain the stated trade date and settlement date', () => {
    const dates = (stated: string) => {
      const trade = report(`35=8|11=C1|17=E1|150=F|39=1|32=40|31=24.95|${stated}`);
      return [trade?.tradeDate, trade?.settlementDate];
    };
    assert.deepEqual(dates('75=20261116|64=20261118'), ['2026-11-16', '2026-11-18']);
    assert.deepEqual(dates('64='), [undefined, undefined]);
    assert.deepEqual(dates('64=20261345'), [undefined, undefined]);
  });

  it('in FIX 4.2 mark busts, corrections and status answers with ExecTransType', () => {
    const typeOf = (trans: string) => report(`35=8|11=C1|17=E1|20=${trans}|150=1|39=1`)?.execType;
    assert.deepEqual(['0', '1', '2', '3'].map(typeOf), ['1', 'H', 'G', 'I']);
  });

  it('in answer to a mass status request of a member without orders refer to no order', () => {
    assert.equal(report('35=8|37=NONE|17=E1|150=I|39=8|584=MS-1|911=0|912=Y|58=none'), undefined);
  });

  it('leave out fractional quantities and invalid prices, and never guess', () => {
    const odd = report('35=8|11=C1|17=E1|150=F|39=1|32=1.5|31=abc');
    assert.equal(odd?.lastQuantity, undefined);
    assert.equal(odd?.lastPrice, undefined);
  });

  it('do not include other messages', () => {
    assert.equal(report('35=d|48=ACCESS'), undefined);
  });
});

describe('messages that the exchange does not accept', () => {
  const reject = message('35=j|45=7|372=D|380=3|58=unsupported');
  const refusalOf = (msgType: string, clOrdId?: string) =>
    refusalReport(1n, reject, { msgType, clOrdId });

  it('reject a new order, with the text', () => {
    const report = refusalOf('D', 'C1');
    assert.equal(report?.message, 'EXECUTION_REPORT');
    assert.equal(report?.clOrdId, 'C1');
    assert.equal(report?.ordStatus, '8');
    assert.equal(report?.execType, '8');
    assert.equal(report?.text, 'unsupported');
  });

  it('refuse a cancel or replacement', () => {
    assert.equal(refusalOf('F', 'C2')?.message, 'CANCEL_REJECT');
    assert.equal(refusalOf('G', 'C2')?.message, 'CANCEL_REJECT');
  });

  it('change nothing for a status request', () => {
    assert.equal(refusalOf('H', 'C1'), undefined);
    assert.equal(refusalOf('AF'), undefined);
  });
});

// The operations whose members are tested: those of the specification and of the original API.

import type { Json } from '../../support/app.js';
import { buy, type Scene, SUBSCRIPTION } from './member-scene.js';
import type { Walk } from './member-walk.js';

const FILE = { fileName: 'a.txt', fileMimeType: 'text/plain', base64Attachment: 'aGVsbG8=' };
const LEAD = { lastName: 'Walker' };

/** Returns all walks. Each uses its own record, so that none depends on another. */
export function walksOf(scene: Scene): readonly Walk[] {
  return [...orders(scene), ...instruments(scene), ...money(scene), ...people(scene)];
}

function walk(operation: string, family: string, more: Omit<Walk, 'keys' | 'operation'>): Walk {
  return { operation, keys: [operation, family, '*'], ...more };
}

function orders({ own }: Scene): Walk[] {
  const minimal = buy(own.portfolioName);
  const read = 'order/tradeorder/id';
  const apart = ['orderType'];
  return [
    walk('submitTradeOrder', 'order', { minimal, read, apart }),
    walk('validateTradeOrder', 'order', { minimal }),
    walk('updateTradeOrder', 'order', { minimal: { ...minimal, id: own.order }, read, apart }),
  ];
}

function instruments({ own }: Scene): Walk[] {
  const term = (instrumentTypeName: string) => ({
    ...{ instrumentTypeName, customerName: own.customerName, faceValue: 1_000_000 },
  });
  const kinds: readonly (readonly [name: string, path: string, type: string, id: Json])[] = [
    ['TermInstrument', 'terminstrument', 'FD-NGN', own.deposit],
    ['DiscountedInstrument', 'discountedinstrument', 'CP-NGN', own.paper],
    ['TreasuryBill', 'treasurybill', 'NTB-364', own.bill],
  ];
  return kinds.flatMap(([name, path, type, id]) => {
    const read = `order/${path}/id`;
    const apart = ['rolloverRule'];
    return [
      walk(`submit${name}`, 'term', { minimal: term(type), read, apart }),
      walk(`update${name}`, 'term', { minimal: { id }, read, apart }),
    ];
  });
}

function money({ own, fundOrder }: Scene): Walk[] {
  const { customerName } = own;
  const fund = { read: 'order/fundtransaction/id' };
  return [
    walk('submitFundTransaction', 'fund', { ...fund, minimal: { ...SUBSCRIPTION, customerName } }),
    walk('updateFundTransaction', 'fund', { ...fund, minimal: { id: fundOrder } }),
    walk('createCashTransaction', 'cash', {
      minimal: { transType: 'RECEIPT', amount: 10, partnerName: customerName },
      read: 'finance/cash-transaction/id',
      apart: ['transType'],
    }),
  ];
}

function people({ own }: Scene): Walk[] {
  const lead = { minimal: LEAD, read: 'crm/lead/id' };
  const message = { read: 'crm/whatsapp/id', apart: ['direction', 'status'] };
  const attachmentsWS = [{ id: own.attachment }];
  const customer = { read: 'partner/customer/id', apart: ['portalUserName', 'status'] };
  const portfolio = { read: 'order/portfolio/id' };
  return [
    walk('captureLead', 'lead', lead),
    walk('capturePartnerLead', 'lead', lead),
    { ...lead, operation: 'submitTermInstrument', variant: 1, keys: ['sharedLead', 'lead', '*'] },
    walk('updateLead', 'lead', { ...lead, minimal: { id: own.lead } }),
    walk('createWhatsAppMessage', 'message', { ...message, minimal: { attachmentsWS: [FILE] } }),
    walk('updateWhatsAppMessage', 'message', {
      ...message,
      minimal: { id: own.message, attachmentsWS },
    }),
    walk('createCustomer', 'customer', {
      ...{ ...customer, minimal: { firstName: 'Ada', lastName: 'Walker' } },
    }),
    walk('updateCustomer', 'customer', { ...customer, minimal: { id: own.customer } }),
    walk('createPortfolio', 'portfolio', { ...portfolio, minimal: { customerId: own.customer } }),
    walk('updatePortfolioAccount', 'portfolio', {
      ...{ ...portfolio, minimal: { name: own.portfolioName } },
    }),
  ];
}

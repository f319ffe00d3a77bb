// The values of members that cannot take an arbitrary value: references, terms that must be
// consistent, and members with an effect outside the record.

import type { Json } from '../../support/app.js';
import type { Scene } from './member-scene.js';
import type { Seen, Trial } from './member-walk.js';

/** Makes a trial. `before` is the record without the member. */
type MakeTrial = (scene: Scene, before: Json) => Trial;

const value = (given: unknown, more: Omit<Trial, 'value'> = {}): Trial => ({
  ...{ value: given },
  ...more,
});

const OTHER_OFFICE = {
  businessOfficeId: ({ other }: Scene) => value(other.office),
  businessOfficeName: ({ other }: Scene) => value(other.officeName),
};

/** A record that does not exist. */
const NONE = 999_999_999;

const LASTING_BUY = {
  ...{ orderType: 'BUY', priceType: 'LIMIT', limitPrice: 24.7, orderTermName: 'GTC' },
};

const ORDER: Readonly<Record<string, MakeTrial>> = {
  portfolioName: ({ other }) => value(other.portfolioName),
  securityName: () => value('GTCO'),
  instrument: () => value('GTCO', { beside: { securityName: undefined }, at: 'securityName' }),
  priceType: () => value('LIMIT', { beside: { limitPrice: 24.7 } }),
  limitPrice: () => value(24.6, { beside: { priceType: 'LIMIT' } }),
  stopPrice: () => value(25.5, { beside: { priceType: 'STOP' } }),
  orderTermName: () => value('GTC'),
  orderBase: () => value('VALUE', { beside: { orderValue: 5_000, quantityRequested: undefined } }),
  orderValue: () =>
    value(8_000, {
      beside: { orderBase: 'VALUE', quantityRequested: undefined },
      effect: ({ record, before }) =>
        Number(record.quantityRequested) > Number(before.quantityRequested),
    }),
  orderEndDate: () => value('2027-02-03'),
  exchange: () => value('LSE'),
  orderCurrency: () => value('USD'),
  businessOffice: ({ other }) => value(other.officeName),
  customerName: ({ other }) => value(other.customerName),
  referenceOrderId: ({ firstOrder }) => value(firstOrder),
  commissionGroupName: () => value('PREMIUM'),
  agentName: () => value('INTRODUCER'),
  // A dividend lowers the limit of a buy order that is valid for several days.
  doNotAdjust: () => value(true, { beside: LASTING_BUY }),
};

const TERM: Readonly<Record<string, MakeTrial>> = {
  initAccountId: ({ other }) => value(other.account),
  terminationAccountId: ({ other }) => value(other.account),
  customerId: ({ other }) => value(other.customer, { beside: { customerName: undefined } }),
  customerName: ({ other }) => value(other.customerName),
  portfolioName: ({ own }) => value(own.portfolioName),
  tenure: (_, { tenure }) => value(tenure === 180 ? 90 : 180),
  currentRate: (_, { currentRate }) => value(currentRate + 0.25),
  faceValue: () => value(2_000_000),
};

/** Trials for updates of terms: changing the customer also changes the accounts. */
const MOVED: Readonly<Record<string, MakeTrial>> = {
  customerId: ({ other: { customer, account } }) =>
    value(customer, { beside: { initAccountId: account, terminationAccountId: account } }),
};

const DAY_MS = 86_400_000;

/** The longest run of days without a business day: a weekend with public holidays. */
const HOLIDAYS_MAX = 5;

const nextDay = (instant: string): string => new Date(Date.parse(instant) + DAY_MS).toISOString();

/** Terms that depend on the product: another type, the label of another type, and dates. */
const termValues = (typeName: string, label: string): Record<string, MakeTrial> => ({
  instrumentTypeName: () => value(typeName),
  instrumentTypeLabel: () => value(label, { beside: { instrumentTypeName: undefined } }),
  startDate: (_, { expectedStart }) => value(nextDay(expectedStart), { at: 'expectedStart' }),
  expectedMaturity: (_, { expectedStart, tenure }) => {
    const days = tenure === 60 ? 90 : 60;
    const maturity = Date.parse(expectedStart) + days * DAY_MS;
    // A maturity on a day that is not a business day moves to the next one.
    const effect = ({ record }: Seen) => {
      const movedDays = (Date.parse(record.expectedMaturity) - maturity) / DAY_MS;
      return record.tenure === days && movedDays >= 0 && movedDays <= HOLIDAYS_MAX;
    };
    return value(new Date(maturity).toISOString(), { effect });
  },
});

const ROLLED = { autoRollover: true, rolloverRule: 'SPECIAL_AMOUNT' };

const DEPOSIT: Readonly<Record<string, MakeTrial>> = {
  ...termValues('FD-NGN-ROLL', 'Fixed deposit'),
  rolloverAmount: () => value(400_000, { beside: ROLLED }),
};

const FUND: Readonly<Record<string, MakeTrial>> = {
  transType: ({ holding }) => value('REDEMPTION', { beside: redemptionOf(holding) }),
  allUnits: ({ holding }) =>
    value(true, {
      beside: { ...redemptionOf(holding), transType: 'REDEMPTION', units: undefined },
    }),
  fundId: () => value(2, { beside: { fundName: undefined } }),
  fundName: () => value('CHEQF'),
  customerId: ({ other }) => value(other.customer, { beside: { customerName: undefined } }),
  customerName: ({ other }) => value(other.customerName),
  portfolioId: ({ own }) => value(own.portfolio),
  portfolioName: ({ own }) => value(own.portfolioName),
  cashAccountId: ({ other }) => value(other.account),
  amount: () => value(60_000),
  units: () => value(400, { beside: { amount: undefined } }),
  transAmount: () => value(70_000, { beside: { amount: undefined }, at: 'amount' }),
  transUnits: () => value(450, { beside: { amount: undefined }, at: 'units' }),
  orderBase: () => value('QUANTITY', { beside: { units: 500 } }),
  currency: () => value('USD'),
};

const redemptionOf = ({ fundName, customerName, portfolioName }: Json) => ({
  ...{ fundName, customerName, amount: undefined, units: 1 },
  portfolioName: portfolioName || undefined,
});

const CASH: Readonly<Record<string, MakeTrial>> = {
  ...OTHER_OFFICE,
  partnerId: ({ other }) => value(other.customer, { beside: { partnerName: undefined } }),
  partnerName: ({ other }) => value(other.customerName),
  cashAccountId: ({ other }) => value(other.account, { beside: { partnerName: undefined } }),
  cashAccountName: ({ other }) => value(other.accountName, { beside: { partnerName: undefined } }),
  currency: ({ own }) =>
    value('USD', { beside: { partnerName: undefined, cashAccountName: own.accountName } }),
  processingFees: () => value(2),
  processingFeeType: () => value('PERCENT', { beside: { processingFees: 3 } }),
  processingFeeAcctId: ({ bankAccount }) => value(bankAccount, { beside: { processingFees: 3 } }),
  processingFeeAcctName: ({ own }) =>
    value(`${own.officeName}:BANK:CLIENT:NGN`, { beside: { processingFees: 3 } }),
  contraAcctName: ({ own }) => value(`${own.officeName}:BANK:FIRM:NGN`),
  counterPartyPartnerName: ({ other }) =>
    value(other.customerName, { beside: { transType: 'TRANSFER' } }),
  counterPartyCashAccount: ({ other }) =>
    value(other.accountName, { beside: { transType: 'TRANSFER' } }),
  transactionProcessor: () => value('PAYGATE', { beside: { reference: 'WALK-1' } }),
  paymentGatewayId: () => value(1, { beside: { reference: 'WALK-2' } }),
};

const OFFICE_SHOWN_BY_ID: Readonly<Record<string, MakeTrial>> = {
  ...OTHER_OFFICE,
  businessOfficeName: ({ other }) =>
    value(other.officeName, { effect: ({ record }) => record.businessOfficeId === other.office }),
};

const LEAD: Readonly<Record<string, MakeTrial>> = {
  ...OFFICE_SHOWN_BY_ID,
  assignedTo: ({ own }) => value(own.user),
  campaign: ({ own }) => value(own.campaign),
  emailAddress: () => value('emailaddress@own.example', { at: 'emailAddress1' }),
};

const MESSAGE: Readonly<Record<string, MakeTrial>> = {
  ...OFFICE_SHOWN_BY_ID,
  assignedTo: ({ own }) => value(own.user),
  campaign: ({ own }) => value(own.campaign),
  template: ({ own }) => value(own.template),
  relatedToId: ({ own }) => value(own.contact),
  'attachmentsWS/base64Attachment': () =>
    value(Buffer.from('Other content').toString('base64'), {
      effect: ({ record, before }) => record.fileSize === 13 && before.fileSize !== 13,
    }),
  'attachmentsWS/fileMimeType': () => value('text/csv'),
  'attachmentsWS/relatedToId': ({ own }) => value(own.contact),
};

/**
 * Returns a trial that sets a portfolio type. It has taken effect if the customer has a portfolio
 * of this type.
 */
const opened =
  (type: string): MakeTrial =>
  ({ app }) =>
    value(type, {
      effect: async ({ record }) => {
        const path = `/api/v1/order/portfolio/customer/id/${record.id}`;
        const { body } = await app.as('ADMIN').get(path);
        return body.result.some((each: Json) => each.portfolioTypeName === type);
      },
    });

const CUSTOMER: Readonly<Record<string, MakeTrial>> = {
  taxYearStart: (_, { taxYearStart }) => value(taxYearStart === 4 ? 7 : 4),
  ...OTHER_OFFICE,
  businessOffice: ({ other }) => value(other.officeName, { at: 'businessOfficeName' }),
  customerGroupId: () => value(2),
  customerGroupName: () => value('STAFF'),
  bvnCode: () => value('22198765432'),
  portfolioTypeName: opened('TREASURY'),
  portfolioType: opened('ASSET_MGMT'),
};

const PORTFOLIO: Readonly<Record<string, MakeTrial>> = {
  customerId: ({ other }) => value(other.customer),
  customerName: ({ other }) => value(other.customerName, { beside: { customerId: undefined } }),
  portfolioTypeName: () => value('TREASURY'),
  label: () => value('Portfolio of its own'),
  portfolioType: () => value('ASSET_MGMT', { at: 'portfolioTypeName' }),
  currency: () => value('USD'),
};

/**
 * Returns a trial that sets a password. It has taken effect if the record's customer can log in
 * with that password.
 */
function passwordTrial({ app }: Scene, userName: string): Trial {
  const password = 'Walks-0wn-Path-77';
  return value(password, {
    beside: { portalUserName: userName },
    effect: async ({ record }) => {
      const login = { username: userName, password };
      const { body } = await app.as('CLIENT').post('/api/v1/security/login/customer', login);
      return body.id === record.id;
    },
  });
}

/** The trials, by walk key and member. All other members get a value that their schema accepts. */
export const TRIALS: Readonly<Record<string, Readonly<Record<string, MakeTrial>>>> = {
  order: ORDER,
  term: TERM,
  fund: FUND,
  cash: CASH,
  lead: LEAD,
  message: MESSAGE,
  customer: CUSTOMER,
  portfolio: PORTFOLIO,
  '*': { id: () => value(NONE) },
  updateTradeOrder: { stopPrice: () => value(25.5) },
  submitTermInstrument: {
    ...DEPOSIT,
    instrumentTypeLabel: () =>
      value('Rolling deposit', { beside: { instrumentTypeName: undefined } }),
  },
  updateTermInstrument: { ...DEPOSIT, ...MOVED },
  submitDiscountedInstrument: {
    ...termValues('NTB-364', ''),
    // The label of the only type, sent without the type's code.
    instrumentTypeLabel: () =>
      value('Commercial paper', {
        beside: { instrumentTypeName: undefined },
        effect: ({ record }) => record.instrumentTypeName === 'CP-NGN',
      }),
  },
  updateDiscountedInstrument: { ...termValues('NTB-364', 'No type of ours'), ...MOVED },
  submitTreasuryBill: termValues('NTB-91', 'Treasury bill 91 days'),
  updateTreasuryBill: { ...termValues('NTB-91', 'Treasury bill 364 days'), ...MOVED },
  updateFundTransaction: {
    allUnits: () => value(true),
    orderBase: (_, { orderBase }) =>
      orderBase === 'QUANTITY'
        ? value('VALUE', { beside: { amount: 65_000 } })
        : value('QUANTITY', { beside: { units: 500 } }),
  },
  updateLead: { status: () => value('CONTACTED') },
  updateWhatsAppMessage: {
    direction: () => value('INBOUND', { beside: { status: 'IN_PROGRESS' } }),
    status: () => value('COMPLETED'),
  },
  createCustomer: { portalPassword: (scene) => passwordTrial(scene, 'walker.one') },
  updateCustomer: {
    bvnCode: () => value('22198765433'),
    portalUserName: () => value('walker.two'),
    portalPassword: (scene) => passwordTrial(scene, 'walker.three'),
  },
};

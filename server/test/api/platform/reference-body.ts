// Valid bodies for operations whose example in the document does not suit tests of a single member.

import type { Json } from '../../support/app.js';
import type { Operation } from './document.js';

/** The ids and codes of records that the caller sees. */
export type Own = Readonly<Record<string, Json>>;

/** Bodies by operation, or by `operation pointer` where a single member needs a different body. */
export const BODIES: Readonly<Record<string, (own: Own) => Json>> = {
  updateLead: ({ lead }) => ({ id: lead }),
  convertLead: () => ({}),
  createLeadAssignment: ({ user }) => ({ leadSource: 'REFERENCES', assignees: [user] }),
  updateLeadAssignment: ({ assignment }) => ({ id: assignment }),
  updateContact: ({ contact }) => ({ id: contact }),
  createActivity: ({ lead }) => ({ kind: 'NOTE', subject: 'A note', ...aboutLead(lead) }),
  updateActivity: ({ activity }) => ({ id: activity }),
  completeActivity: () => ({ followUp: { kind: 'CALL', subject: 'Again' } }),
  createWhatsAppMessage: () => ({ relatedTo: 'CONTACT', attachmentsWS: [ATTACHED] }),
  updateWhatsAppMessage: ({ message }) => ({ id: message, attachmentsWS: [ATTACHED] }),
  sendEmail: ({ contact }) => ({ ...sent(contact), subject: 'News', body: 'News' }),
  sendSms: ({ contact }) => ({ ...sent(contact), body: 'News' }),
  sendWhatsAppMessage: ({ contact }) => ({ ...sent(contact), body: 'News' }),
  'sendEmail /businessOfficeId': () => ({ to: 'a@example.com', subject: 'News', body: 'News' }),
  'sendEmail /businessOfficeName': () => ({ to: 'a@example.com', subject: 'News', body: 'News' }),
  'sendSms /businessOfficeId': () => ({ to: '+2348035550142', body: 'News' }),
  'sendSms /businessOfficeName': () => ({ to: '+2348035550142', body: 'News' }),
  'sendWhatsAppMessage /businessOfficeId': () => ({ to: '+2348035550142', body: 'News' }),
  'sendWhatsAppMessage /businessOfficeName': () => ({ to: '+2348035550142', body: 'News' }),
  updateConsent: () => ({ recipientType: 'CONTACT', channel: 'SMS', granted: false }),
  createCampaign: () => ({ label: 'News', templateName: 'LEAD-NEWS', audience: { kind: 'LEAD' } }),
  updateCampaign: ({ campaign }) => ({ id: campaign, audience: { kind: 'LEAD' } }),
  'createCampaign /audience/customerId': () => audienceOf('CONTACT'),
  'createCampaign /audience/customerGroupName': () => audienceOf('CUSTOMER'),
  'updateCampaign /audience/customerId': ({ campaign }) => audienceOf('CONTACT', campaign),
  'updateCampaign /audience/customerGroupName': ({ campaign }) => audienceOf('CUSTOMER', campaign),
  updateNotificationRule: ({ rule }) => ({ id: rule, channels: [{ channel: 'EMAIL' }] }),
  updateTemplate: ({ template }) => ({ id: template }),
  createCustomer: () => ({ firstName: 'Example', lastName: 'Person' }),
  updateCustomer: ({ customer }) => ({ id: customer }),
  createCashTransaction: ({ customerName }) => cash('RECEIPT', customerName),
  'createCashTransaction /cashAccountId': () => cash('RECEIPT'),
  'createCashTransaction /cashAccountName': () => cash('RECEIPT'),
  'createCashTransaction /partnerId': () => cash('RECEIPT'),
  matchBankLine: ({ line, cashTransaction }) => ({
    lineId: line,
    cashTransactionId: cashTransaction,
  }),
  matchBankLineJournal: ({ line }) => ({ lineId: line, journalId: 1 }),
  bookBankLine: ({ line }) => ({ lineId: line, kind: 'CHARGE' }),
  'bookBankLine /counterAcctName': ({ line }) => ({ lineId: line, kind: 'TRANSFER' }),
  updateTradeOrder: ({ order, portfolioName }) => ({ ...buy(portfolioName), id: order }),
  submitTradeOrder: ({ portfolioName }) => buy(portfolioName),
  validateTradeOrder: ({ portfolioName }) => buy(portfolioName),
  submitTermInstrument: ({ customer }) => deposit('FD-NGN', customer),
  updateTermInstrument: ({ deposit: id }) => ({ id }),
  updateFundTransaction: ({ fundOrder: id }) => ({ id }),
  submitDiscountedInstrument: ({ customer }) => deposit('CP-NGN', customer),
  updateDiscountedInstrument: ({ paper: id }) => ({ id }),
  submitTreasuryBill: ({ customer }) => deposit('NTB-364', customer),
  updateTreasuryBill: ({ bill: id }) => ({ id }),
  submitFundSubscription: ({ customer }) => subscription(customer),
  submitFundTransaction: ({ customer }) => subscription(customer),
  createFundSettlement: ({ officeName }) => ({
    ...{ fundName: 'CHMMF', businessOfficeName: officeName, direction: 'PAYMENT', amount: 1 },
  }),
  createCustodianSettlement: () => ({
    ...{ custodianName: 'CUSTODY', direction: 'RECEIPT', amount: 1, contractNoteIds: [1] },
  }),
  createEventSettlement: ({ officeName }) => ({
    ...{ eventName: 'NO-SUCH', businessOfficeName: officeName, direction: 'RECEIPT', amount: 1 },
  }),
  createMarketClaim: ({ portfolioName }) => ({
    ...{ eventName: 'DVCA-GEREGU-DEMO', portfolioName, direction: 'PAYABLE' },
    ...{ amount: 1, reason: 'Test' },
  }),
  submitElection: ({ portfolioName }) => ({
    ...{ eventName: 'DVCA-STANBIC-DEMO', portfolioName, optionNumber: 1, quantity: 1 },
  }),
  createHoldingTransfer: ({ portfolioName }) => ({
    ...{ type: 'DEPOSIT', portfolioName, effectiveDate: '2026-01-05' },
    lines: [{ securityName: 'ACCESS', quantity: 1, costBasis: 'UNKNOWN' }],
  }),
  'createHoldingTransfer /toPortfolioName': ({ portfolioName }) => ({
    ...{ type: 'INTERNAL', portfolioName, effectiveDate: '2026-01-05' },
    ...{ ownerChange: 'GIFT', reason: 'gift' },
    lines: [{ securityName: 'ACCESS', quantity: 1 }],
  }),
  createWithholdingCertificate: () => ({
    ...{ number: 'REF-1', certificateDate: '2026-02-01', amount: 1 },
    ...{ periodFrom: '2026-01-01', periodUntil: '2026-01-31' },
  }),
  proposeBenchmark: () => ({
    ...{ code: 'REFERENCE', label: 'Reference', currency: 'NGN', returnType: 'PRICE' },
    parts: [{ code: 'NO-SUCH', percent: 100 }],
  }),
  startWealthStatementRun: () => ({ ...PERIOD, all: true }),
  'startWealthStatementRun /customerGroupName': () => ({ ...PERIOD }),
  'startWealthStatementRun /businessOfficeName': () => ({ ...PERIOD }),
  'startWealthStatementRun /customerIds/*': () => ({ ...PERIOD }),
  startTaxPackRun: () => ({ all: true }),
  'startTaxPackRun /customerGroupName': () => ({}),
  'startTaxPackRun /businessOfficeName': () => ({}),
  'startTaxPackRun /customerIds/*': () => ({}),
  createPortfolio: ({ customer }) => ({ customerId: customer, portfolioTypeName: 'EXCHANGE' }),
  replayWebhookRange: ({ endpoint }) => ({ endpointId: endpoint, since: 1, until: 2 }),
  replayFailedWebhooks: ({ endpoint }) => ({ endpointId: endpoint }),
  createAccount: ({ customer }) => ({ customerId: customer, currency: 'USD' }),
  updateUser: ({ user }) => ({ id: user }),
  updateClient: ({ client }) => ({ id: client }),
  createUser: () => ({ username: 'reference.test', label: 'Reference', roles: ['CRM'] }),
  createClient: () => ({ label: 'Reference', roles: ['CRM'] }),
  proposeWithholdingExemptions: ({ customerName }) => ({
    customerName,
    exemptions: [{ instrumentClass: 'DEPOSIT', certificate: 'EX-1', validFrom: '2030-01-01' }],
    reason: 'A certificate',
  }),
  proposeHolidays: () => ({ exchange: 'NGX', year: 2030, holidays: [] }),
  proposeTradingPhases: () => ruleOf({ phases: [{ from: '09:00', phase: 'CONTINUOUS' }] }),
  proposeTermInstrumentType: () => structuredClone(DEPOSIT_TYPE),
  proposePriceBand: () => ruleOf({ percent: 10 }),
  proposeLotSize: () => ruleOf({ units: 1 }),
  proposePriceTick: () => ruleOf({ groups: [{ from: 0, tick: 0.01 }] }),
  proposeOrderLife: () => ruleOf({ longestDays: 30 }),
  proposeSettlementLag: () => ruleOf({ businessDays: 2 }),
  proposeEntitlementRule: () =>
    ruleOf({ exOffsetBusinessDays: 1, registerBasis: 'TRADED', claimDays: 20 }),
  proposeCorporateAction: () => corporateAction('DVCA', { type: 'CASH' }),
  'proposeCorporateAction /linkedEventName': () =>
    corporateAction('RHDI', { type: 'SECU', newSecurityName: 'GTCO' }),
  'proposeCorporateAction /options/*/newSecurityName': () =>
    corporateAction('SOFF', { type: 'SECU' }),
  assignLeads: ({ lead }) => ({ leadIds: [lead] }),
  createManualJournal: () => structuredClone(JOURNAL_LINES),
  createAdjustment: () => structuredClone(JOURNAL_LINES),
  'createManualJournal /businessOfficeName': () => journal('EXP:BANK'),
  'createAdjustment /businessOfficeName': () => journal('EXP:BANK'),
  'createManualJournal /lines/*/code': () => journal('EXP:BANK', '0000000001'),
  'createAdjustment /lines/*/code': () => journal('EXP:BANK', '0000000001'),
  'submitTermInstrument /assignedTo': () => ({ lastName: 'Lead' }),
  'submitTermInstrument /campaign': () => ({ lastName: 'Lead' }),
  'submitTermInstrument /businessOfficeId': () => ({ lastName: 'Lead' }),
  'submitTermInstrument /businessOfficeName': () => ({ lastName: 'Lead' }),
  ...Object.fromEntries(
    ['sendEmail', 'sendSms', 'sendWhatsAppMessage'].flatMap((operation) =>
      ['templateId', 'templateName'].map((member) => [
        `${operation} /${member}`,
        ({ contact }: Own) => sent(contact),
      ]),
    ),
  ),
  'sendWhatsAppMessage /template': ({ contact }) => sent(contact),
};

const PERIOD = { sd: '2026-01-01', ed: '2026-03-31' };
const ATTACHED = {
  ...{ fileName: 'a.txt', fileMimeType: 'text/plain', base64Attachment: 'aGVsbG8=' },
};
const aboutLead = (lead: Json) => ({ relatedTo: 'LEAD', relatedToId: lead });
const LINE = { currency: 'NGN', debitAmount: 10 };
const JOURNAL_LINES = { narration: 'Charges', lines: [LINE, LINE] };
const journal = (code: string, businessOfficeName?: string) => ({
  ...{ businessOfficeName, narration: 'Charges' },
  lines: [
    { code, currency: 'NGN', debitAmount: 10 },
    { code: 'BANK:FIRM', currency: 'NGN', creditAmount: 10 },
  ],
});
const ruleOf = (row: object) => ({
  ...{ exchange: 'NGX', assetClass: 'EQUITY', rows: [{ validFrom: '2030-01-01', ...row }] },
});
const corporateAction = (kind: string, option: object) => ({
  ...{ kind, securityName: 'ZENITHBANK', status: 'ANNOUNCED', exDate: '2030-01-02' },
  options: [{ number: 1, ...option }],
});
const DEPOSIT_TYPE = {
  ...{ name: 'REFERENCE', label: 'Reference', currency: 'NGN', minimumAmount: 100_000 },
  ...{ defaultTenure: 90, rateTiers: [{ rate: 16 }], dayCount: 'ACT_360' },
  earlyTermination: { rule: 'TERM_RATE', penaltyPoints: 3 },
};
const sent = (contact: Json) => ({ recipientType: 'CONTACT', recipientId: contact });
const audienceOf = (kind: string, id?: Json) => ({
  ...{ id, label: 'News', templateName: `${kind}-NEWS`, audience: { kind } },
});
const cash = (transType: string, partnerName?: Json) => ({ transType, partnerName, amount: 10 });
const buy = (portfolioName: Json) => ({
  ...{ portfolioName, securityName: 'ACCESS', orderType: 'BUY', priceType: 'MARKET' },
  ...{ quantityRequested: '100', orderTermName: 'DAY' },
});
const deposit = (instrumentTypeName: string, customerId: Json) => ({
  ...{ instrumentTypeName, customerId, faceValue: 1_000_000 },
});
const subscription = (customerId: Json) => ({
  ...{ transType: 'SUBSCRIPTION', fundName: 'CHMMF', customerId, amount: 50_000 },
});

/**
 * For each tested member, the other members that refer to the same record. They are removed while
 * it is tested.
 */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  '/templateId': ['templateName'],
  '/fundId': ['fundName'],
  '/eventId': ['eventName'],
  '/customerId': ['customerName'],
  '/customerName': ['customerId'],
  '/partnerId': ['partnerName'],
  '/cashAccountId': ['partnerName'],
  '/cashAccountName': ['partnerName'],
  '/businessOfficeId': ['businessOfficeName', 'businessOffice'],
  '/businessOffice': ['businessOfficeName'],
  '/customerGroupId': ['customerGroupName'],
  '/instrument': ['securityName'],
};

/** Returns the members of a body's schema with their pointers; `*` stands for an index. */
export function membersOf(shape: Json, at = ''): [string, Json][] {
  const variants: Json[] = shape.anyOf ?? [];
  const inside = variants.flatMap((variant) => membersOf(variant, at));
  if (shape.items !== undefined) return [...inside, ...listed(shape.items, `${at}/*`)];
  const members = Object.entries<Json>(shape.properties ?? {});
  return [...inside, ...members.flatMap(([name, part]) => listed(part, `${at}/${name}`))];
}

const listed = (shape: Json, at: string): [string, Json][] => [
  [at, shape],
  ...membersOf(shape, at),
];

/** Returns a valid body of an operation with this value in the member. */
export function bodyWith(
  { operation, pointer }: { readonly operation: Operation; readonly pointer: string },
  own: Own,
  value: unknown,
): Json {
  const make = BODIES[`${operation.id} ${pointer}`] ?? BODIES[operation.id];
  const body = structuredClone(make?.(own) ?? operation.example ?? {});
  for (const name of INSTEAD[pointer] ?? []) delete body[name];
  const steps = pointer.slice(1).split('/');
  let part: Json = body;
  for (const [at, step] of steps.entries()) {
    const key = step === '*' ? 0 : step;
    const next = steps[at + 1];
    if (next === undefined) part[key] = value;
    else part[key] ??= next === '*' ? [] : {};
    part = part[key];
  }
  return body;
}

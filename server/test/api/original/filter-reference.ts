// Parameters of reads that do not filter by a known record, and values for required parameters.

/** Values of other required parameters, by name. */
export const NEEDED: Readonly<Record<string, string>> = {
  ...{ sd: '2026-01-01', ed: '2026-01-31', currency: 'NGN', from: 'NGN', to: 'NGN' },
  ...{ side: 'BUY', quantity: '100', price: '10', by: 'SECURITY', kind: 'fund' },
  ...{ relatedTo: 'LEAD', 'listContractNotes t': 'EQUITY', 'listContractNotes s': 'EXECUTED' },
  ...{ 'readMarketRules t': 'EQUITY', y: '2026', x: 'NGX', type: 'C' },
  ...{ 'getMarketMovers t': 'TOP_VOLUME', subject: 'CHMMF' },
};

/** Other parameters to send while one parameter is tested, by operation and tested parameter. */
export const BESIDE: Readonly<Record<string, string>> = {
  'estimateCharges currency': 'exchangeName=NGX&assetClass=EQUITY',
  'estimateCharges businessOffice': 'securityName=ACCESS',
  'listActivities relatedToId': 'relatedTo=LEAD',
  'listWhatsAppMessages relatedToId': 'relatedTo=TRADE_ORDER',
  'listNotifications relatedToId': 'relatedTo=CUSTOMER',
  'listMessages recipientId': 'recipientType=CONTACT',
  'listConsents recipientId': 'recipientType=CUSTOMER',
};

/**
 * Required parameters that name the subject of the read. An unknown subject is refused with 404.
 */
export const SUBJECTS: ReadonlySet<string> = new Set([
  ...['listUserSessions u', 'reconcileBankAccount a', 'listUncleared a', 'readCashBatch batchName'],
  ...['listAccountLedger a', 'readStatement a', 'getStatementPdf a', 'listPortfolioTradeOrders p'],
  ...['getSecurityOverview s', 'getChartData s', 'valueTermInstrument t', 'valueTermInstrument id'],
  ...['listTermInstrumentSchedule t', 'listTermInstrumentSchedule id'],
  ...['valueDiscountedInstrument id', 'listDiscountedInstrumentHistory id'],
  ...['listDiscountedInstrumentSchedule id', 'valueTreasuryBill id', 'listTreasuryBillHistory id'],
  ...['listTreasuryBillSchedule id', 'listTimeline relatedToId', 'listTemplateVersions id'],
  ...['listCampaignRecipients id', 'getSectorAllocation id', 'listLots p'],
  ...['previewWealthStatement c', 'listHoldingMovements p'],
]);

const SEARCHED = 'a search for text';
const SEALED = 'a sealed code, which is genuine or not';
const POSITION = 'a position in a sequence';

/** Parameters that name no record, each with the reason. */
export const NO_FILTERS: Readonly<Record<string, string>> = {
  ...{ q: SEARCHED, search: SEARCHED, dc: SEARCHED, address: SEARCHED, reference: SEARCHED },
  ...{ 'listUsers x': SEARCHED, 'listClients x': SEARCHED, 'listDemoInbox to': SEARCHED },
  ...{ origin: 'any word that clients send', orderOrigin: 'any word that clients send' },
  leadSource: 'any word that clients send',
  'listCashTransactions batchName': 'a code of the caller, which no transaction may have yet',
  'listCashBatchImports batchName': 'a code of the caller, which no transaction may have yet',
  ...{ since: POSITION, until: POSITION, 'verifyAudit from': POSITION, headPosition: POSITION },
  ...{ headHash: POSITION, 'verifyRows from': POSITION },
  'readOwnWork codes': 'a list of codes, of which the server tells the wrong one',
  'listAudit u': 'a name in the past, which may be that of no user any more',
  'listAudit e': 'a name in the past',
  'listAudit r': 'a record of any kind',
  'listAudit a': SEARCHED,
  'listJournals sourceId': 'a record of any kind, with or without journals',
  'listWebhookDeliveries eventId': 'events are removed before their deliveries',
  'listFixMessages clOrdId': 'a code at the exchange',
  'listTradeOrders sort': 'one of a list of members, refused with 400',
  'listSavedViews place': 'one of a list of places, refused with 400',
  'estimateCharges commissionGroupName': 'a schedule may have rules for a group to come',
  'listReferenceChanges subject': 'a record that may have no change yet',
  'listReferenceVersions subject': 'a record that may have no version yet',
  'getChartData f': 'a date or columns',
  'previewTemplate language': 'replaced by the default language of the template',
  'verifyContractNote c': SEALED,
  'verifyWealthStatement c': SEALED,
  'verifyTaxPack c': SEALED,
  ...{ username: 'a login', password: 'a login' },
  ...{ 'hub.mode': 'a handshake', 'hub.verify_token': 'a handshake' },
  'hub.challenge': 'a handshake',
  'listEvents types': 'patterns, which may select types of a later version',
  'streamEvents types': 'patterns, which may select types of a later version',
  'quoteDiscountedInstrument partnerType': 'a class of payers, which may have no rule of its own',
  'quoteTreasuryBill partnerType': 'a class of payers, which may have no rule of its own',
  ...Object.fromEntries(
    ['valueHousehold cu', 'returnOfHousehold cu', 'returnOfHousehold benchmark'].map((each) => [
      each,
      'the demonstration has no household; checked like that of a customer',
    ]),
  ),
};

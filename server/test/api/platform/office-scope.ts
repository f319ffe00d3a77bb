// Writes available to callers who are limited to business offices, with the reason why none of them
// changes data that all offices share.

/**
 * The writes by reason. A test checks that every write in the document is listed here or has scope
 * FIRM.
 */
export const OFFICE_WRITES: Readonly<Record<string, readonly string[]>> = {
  'Changes only what belongs to the caller: login, views and settings': [
    ...['changeOwnPassword', 'beginSecondFactor', 'confirmSecondFactor', 'endSecondFactor'],
    ...['endOwnSession', 'beginPasskey', 'finishPasskey', 'removePasskey', 'saveView'],
    ...['removeSavedView', 'setOwnSetting', 'readRowFile', 'saveRowMapping', 'removeRowMapping'],
  ],
  'Users and clients whose offices are all among the caller’s (GRANT_BEYOND_OWN)': [
    ...['createUser', 'updateUser', 'disableUser', 'createClient', 'updateClient'],
    ...['disableClient', 'rotateClientSecret', 'makeUserResetLink', 'endUserSession'],
  ],
  'Endpoints of the caller, which receive the events of the caller’s offices': [
    ...['createWebhookEndpoint', 'updateWebhookEndpoint', 'rotateWebhookSecret'],
    ...['deleteWebhookEndpoint', 'enableWebhookEndpoint', 'switchOffWebhookEndpoint'],
    ...['pingWebhookEndpoint', 'testWebhookEndpoint', 'replayWebhookDelivery'],
    ...['replayWebhookRange', 'replayFailedWebhooks'],
  ],
  'The letterhead of one business office, which must be among the caller’s': ['updateLetterhead'],
  'A customer of one business office': [
    ...['loginCustomer', 'createCustomer', 'updateCustomer', 'approveCustomer', 'rejectCustomer'],
    'assignCustomerAgent',
    ...['requestCustomerPassword', 'makeCustomerResetLink'],
  ],
  'A statement, account, cash transaction or journal of one business office': [
    ...['importBankStatement', 'matchBankStatement', 'undoBankStatement', 'matchBankLine'],
    ...['bookBankLine', 'matchBankLineJournal', 'cancelCashBatch', 'reverseCashBatch'],
    ...['unmatchBankLine', 'createAccount', 'createCashTransaction', 'postCashTransaction'],
    ...['postCashTransactionOriginal', 'approveCashTransaction', 'rejectCashTransaction'],
    ...['cancelCashTransaction', 'reverseCashTransaction', 'keepCashTransaction'],
    ...['createCashBatch', 'approveCashBatch', 'postCashBatch', 'createManualJournal'],
    ...['createAdjustment', 'approveManualJournal', 'rejectManualJournal', 'cancelManualJournal'],
    ...['reverseJournal', 'importJournals', 'approveJournalImport', 'rejectJournalImport'],
    ...['cancelJournalImport', 'undoJournalImport'],
  ],
  'An order, its reports, or a portfolio of a customer of one business office': [
    ...['submitTradeOrder', 'validateTradeOrder', 'cancelTradeOrder', 'updateTradeOrder'],
    ...['resolveUnmatchedReport', 'applyUnmatchedReport', 'createPortfolio'],
    ...['disputeUnmatchedReport', 'correctUnmatchedReport'],
    ...['updatePortfolioAccount', 'assignPortfolioCustodians'],
  ],
  'An instrument or fund order of a customer of one business office': [
    ...['submitTermInstrument', 'updateTermInstrument', 'terminateTermInstrument'],
    ...['cancelTermInstrument', 'deleteTermInstrument', 'postTermInstrument'],
    ...['postTermInstrumentByPost', 'postTermInstrumentById', 'postTermInstrumentByIdByPost'],
    ...['DiscountedInstrument', 'TreasuryBill'].flatMap((noun) => [
      ...[`submit${noun}`, `update${noun}`, `cancel${noun}`, `terminate${noun}`, `post${noun}`],
      ...[`post${noun}ByPost`, `post${noun}ById`, `post${noun}ByIdByPost`],
    ]),
    ...['submitFundSubscription', 'submitFundTransaction', 'postFundTransaction'],
    ...['postFundTransactionById', 'approveFundTransaction', 'rejectFundTransaction'],
    ...['deleteFundTransaction', 'updateFundTransaction', 'postFundTransactionByPost'],
    'postFundTransactionByIdByPost',
  ],
  'An election of a portfolio of a customer of one business office': [
    ...['submitElection', 'cancelElection'],
  ],
  'What one business office receives from a registrar and pays to it': [
    ...['createEventSettlement', 'approveEventSettlement', 'rejectEventSettlement'],
  ],
  'A market claim of a customer of one business office': [
    ...['createMarketClaim', 'settleMarketClaim', 'waiveMarketClaim', 'approveMarketClaim'],
    'rejectMarketClaim',
  ],
  'An execution of an order of one business office': ['flagExecution'],
  'A transfer of units of a portfolio of one business office': [
    ...['createHoldingTransfer', 'approveHoldingTransfer', 'rejectHoldingTransfer'],
    'cancelHoldingTransfer',
    ...['importHoldingTransfers', 'approveHoldingTransferImport', 'undoHoldingTransferImport'],
  ],
  'A withholding tax certificate of a customer of one business office': [
    ...['createWithholdingCertificate', 'undoWithholdingCertificate'],
    ...['importWithholdingCertificates', 'undoWithholdingCertificateImport'],
  ],
  'Tax packs of customers of the caller’s business offices': [
    ...['issueTaxPack', 'startTaxPackRun', 'checkTaxPack'],
  ],
  'Statements of wealth of customers of the caller’s business offices': [
    ...['issueWealthStatement', 'startWealthStatementRun', 'checkWealthStatement'],
  ],
  'What a custodian paid for the contract notes of one business office': [
    ...['createCustodianSettlement', 'approveCustodianSettlement', 'rejectCustodianSettlement'],
    'reverseCustodianSettlement',
  ],
  'What one business office and a fund owe each other': [
    ...['createFundSettlement', 'approveFundSettlement', 'rejectFundSettlement'],
  ],
  'A lead, contact, activity, attachment or message of one business office': [
    ...['captureLead', 'capturePartnerLead', 'updateLead', 'convertLead', 'assignLeads'],
    ...['importLeads', 'commitLeadImport', 'undoLeadImport', 'createContact', 'updateContact'],
    ...['createActivity', 'updateActivity', 'completeActivity', 'cancelActivity'],
    ...['updateWhatsAppMessage', 'createWhatsAppMessage', 'scanAttachment', 'sendEmail'],
    ...['sendSms', 'sendWhatsAppMessage', 'replayMessage', 'replayMessages', 'retryInbound'],
    'discardInbound',
    ...['replayNotification', 'updatePreference'],
  ],
  'Of one business office; the firm’s own records are refused (refuseForeignScope)': [
    ...['createLeadAssignment', 'updateLeadAssignment', 'createTemplate', 'updateTemplate'],
    ...['createNotificationRule', 'updateNotificationRule', 'enableNotificationRule'],
    ...['disableNotificationRule', 'createCampaign', 'updateCampaign', 'startCampaign'],
    ...['pauseCampaign', 'cancelCampaign'],
  ],
  'Of an address: any office may stop messages, only one that knows it allows them again': [
    'updateConsent',
  ],
  'A test event of the caller’s first business office': ['triggerTestEvent'],
};

// Lists the body members that refer to another record, with the kind of record.

/**
 * The kinds of records. Tests have one record of each kind that the caller sees, and one of another
 * office.
 */
export type Kind = keyof typeof NO_RECORD;

const NO_ID = 999_999_999_999_999;

/** For each kind, a value that identifies no record. */
export const NO_RECORD = {
  ...{ account: NO_ID, attachment: NO_ID, campaign: NO_ID, cashTransaction: NO_ID },
  ...{ contact: NO_ID, customer: NO_ID, endpoint: NO_ID, group: NO_ID, fund: NO_ID, lead: NO_ID },
  corporateAction: NO_ID,
  ...{ office: NO_ID, order: NO_ID, portfolio: NO_ID, template: NO_ID, user: NO_ID },
  ...{ gateway: NO_ID, accountName: '9999999999', customerName: '9999999999', code: 'NO:SUCH' },
  ...{ officeName: 'NOWHERE', portfolioName: '9999999999', name: 'NO-SUCH' },
} as const;

/**
 * The kind of record by the member's pointer, preceded by the operation where operations differ.
 */
export const REFERENCES: Readonly<Record<string, Kind>> = {
  ...{ '/assignedTo': 'user', '/assignees/*': 'user', '/followUp/assignedTo': 'user' },
  ...{ '/audience/assignedTo': 'user', '/audience/ids/*': 'lead' },
  ...{ '/audience/customerId': 'customer', '/audience/customerGroupName': 'name' },
  ...{ '/attachmentIds/*': 'attachment', '/attachmentsWS/*/id': 'attachment' },
  ...{ '/attachmentsWS/*/relatedToId': 'contact', '/relatedToId': 'contact' },
  ...{ 'createActivity /relatedToId': 'lead', 'updateActivity /relatedToId': 'lead' },
  ...{ '/recipientId': 'contact', '/linkCustomerId': 'customer' },
  ...{ '/campaign': 'campaign', '/template': 'template' },
  ...{ '/templateId': 'template', '/templateName': 'name' },
  ...{ '/channels/*/templateId': 'template', '/channels/*/templateName': 'name' },
  ...{ '/businessOfficeId': 'office', '/businessOfficeName': 'officeName' },
  ...{ '/businessOffice': 'officeName', '/officeIds/*': 'office' },
  ...{ '/customerId': 'customer', '/customerName': 'customerName' },
  ...{ '/partnerId': 'customer', '/partnerName': 'customerName' },
  ...{ '/counterPartyPartnerName': 'customerName', '/counterPartyCashAccount': 'accountName' },
  ...{ '/cashAccountId': 'account', '/cashAccountName': 'accountName' },
  ...{ '/initAccountId': 'account', '/terminationAccountId': 'account' },
  ...{ '/contraAcctId': 'account', '/contraAcctName': 'accountName' },
  ...{ '/counterAcctName': 'accountName' },
  ...{ '/processingFeeAcctId': 'account', '/processingFeeAcctName': 'accountName' },
  ...{ '/lines/*/accountId': 'account', '/lines/*/accountName': 'accountName' },
  ...{ '/lines/*/code': 'code', '/lines/*/securityName': 'name', '/customerIds/*': 'customer' },
  ...{ '/portfolioId': 'portfolio', '/portfolioName': 'portfolioName' },
  '/toPortfolioName': 'portfolioName',
  ...{ '/linkedEventName': 'name', '/options/*/newSecurityName': 'name' },
  ...{ '/customerGroupId': 'group', '/customerGroupName': 'name', '/customerGroup': 'name' },
  ...{ '/commissionGroupName': 'name', '/rules/*/customerGroups/*': 'name' },
  ...{ '/rules/*/ledgerAccount': 'code', '/fundId': 'fund', '/fundName': 'name' },
  ...{ '/eventId': 'corporateAction', '/eventName': 'name', '/bankOfficeName': 'officeName' },
  ...{ '/orderName': 'name', '/portfolioTypeName': 'name', '/portfolioType': 'name' },
  ...{ '/instrumentTypeName': 'name', '/securityName': 'name', '/instrument': 'name' },
  ...{ '/orderTermName': 'name', '/custodianName': 'name', '/agentName': 'name' },
  ...{ '/custodians/*/custodianName': 'name', '/parts/*/code': 'name' },
  '/members/*/customerId': 'customer',
  ...{ '/paymentGatewayId': 'gateway', '/transactionProcessor': 'name' },
  ...{ '/referenceOrderId': 'order', '/cashTransactionId': 'cashTransaction' },
  ...{ '/endpointId': 'endpoint', '/exchange': 'name', '/exchangeName': 'name' },
};

/** For some tested members, the related member that the refusal names instead. */
export const NAMED_AS: Readonly<Record<string, string>> = {
  '/businessOffice': '/businessOfficeName',
  '/portfolioId': '/portfolioName',
  '/officeIds/*': '/officeIds',
  '/customerIds/*': '/customerIds',
  '/followUp/assignedTo': '/assignedTo',
  '/audience/ids/*': '/audience/ids',
  '/rules/*/customerGroups/*': '/rules/0/customerGroups',
};

const OWN_TEXT = 'a text of the record itself';
const ISO_4217 = 'a code of ISO 4217, and no record of ours';

/** Members that look like references but are not, each with the reason. */
export const NO_REFERENCES: Readonly<Record<string, string>> = {
  '/id': 'the subject of the operation: 404',
  '/name': 'the code of the subject',
  'proposeBenchmark /code': 'the code of the subject',
  '/batchName': 'a code that the caller gives to a batch; of a batch to decide on, the subject',
  '/cashAccountControlId': 'ignored: the control account of a fund follows from the fund',
  '/convertedAccount': "the server's: ignored",
  '/convertedContact': "the server's: ignored",
  '/convertedCustomerId': "the server's: ignored",
  '/convertedCashAccountId': "the server's: ignored",
  '/createdBy': "the server's: ignored",
  '/lastModifiedBy': "the server's: ignored",
  '/leadIds/*': 'subjects of the operation, each refused in its own row',
  '/subjectId': 'of a test event: any number, and no record is read',
  '/lineId': 'the subject of the operation: 404',
  '/contractNoteIds/*': 'no note and a foreign one are refused alike, in tests of the operation',
  '/bankAccount': 'the number of an account at a bank',
  '/payeeAccount': 'an account elsewhere, as text',
  '/settlementAccount': 'an account elsewhere, as text',
  '/partyId': 'a code of the exchange, as text',
  '/journalId': 'fits the line or not: BANK_LINE_DIFFERS, the same for none and a foreign one',
  '/execId': 'a name of the exchange',
  '/quantity': 'a number of units',
  '/additionalQuantity': 'a number of units',
  '/lines/*/quantity': 'a number of units',
  '/lines/*/lots/*/quantity': 'a number of units',
  'assignLeads /assignedTo': 'refused in the row of each lead, which stays as it is',
  'updatePreference /customerId': 'the subject of the operation: 404',
  'proposeTradingPhases /exchange': 'found as by proposePriceBand, which is tested',
  'proposeTermInstrumentType /exchangeName': 'found as by proposeFund, which is tested',
  '/newName': 'a new code, which no security may have',
  '/options/*/newUnits': 'a number of units',
  '/options/*/oldUnits': 'a number of units',
  '/options/*/currency': ISO_4217,
  '/orderId': 'of a report that is no body of an example: unmatched-report.test.ts',
  '/currency': ISO_4217,
  '/orderCurrency': ISO_4217,
  '/baseCurrency': ISO_4217,
  '/quoteCurrency': ISO_4217,
  '/lines/*/currency': ISO_4217,
  '/rows/*/currency': ISO_4217,
  '/ecrmId': 'ignored with a warning: it is always the id of the customer',
  '/response/rawId': 'the id of a passkey at its browser',
  ...Object.fromEntries(
    [
      ...[
        '/attachmentsWS/*/fileName',
        '/contents/*/whatsappName',
        '/employerName',
        '/fileName',
        '/rows/*/fullName',
      ],
      ...['/firmName', '/firstName', '/lastName', '/middleName', '/motherMaidenName'],
      ...[
        '/pictureFileName',
        '/portalUserName',
        '/rows/*/firstName',
        '/rows/*/lastName',
        '/rows/*/middleName',
      ],
      ...['/setttlementBankAccountName', '/setttlementBankName'],
    ].map((pointer) => [pointer, OWN_TEXT]),
  ),
  '/campaignId': 'a filter: none of its messages are queued again',
  '/since': 'a position in the event stream',
  '/until': 'a position in the event stream',
  '/lotSize': 'a number of units',
  '/sharesOutstanding': 'a number of units',
  '/quantityMost': 'a number of units',
  '/rows/*/customerName': 'its row is refused: wealth/certificate-import.test.ts',
  '/rows/*/portfolioName': 'its row is refused: custody/transfer-import.test.ts',
  '/rows/*/toPortfolioName': 'its row is refused: custody/transfer-import.test.ts',
  '/rows/*/securityName': 'its row is refused: custody/transfer-import.test.ts',
  '/rows/*/units': 'a number of units',
  '/code': 'the code of the subject, or a one-time code',
  '/rules/*/code': 'the code of the rule itself',
  '/instrumentType': "the old clients' word for a type of security",
  '/accountNo': 'the number of the customer at a depository',
  '/attachmentsWS/*/name': 'the code of the attachment itself',
};

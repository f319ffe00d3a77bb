// The specification's bodies, with every member that they show, as an old client sends them: `""`
// and 0 mean absent values.

export const ORDER = {
  id: 0,
  ...{ name: '', label: '', instrumentType: '', fixMessage: '', orderBase: 'QUANTITY' },
  description: 'For the school fees',
  systemGenerated: false,
  ...{ exchange: 'NGX', securityName: 'ACCESS', securityLabel: '', instrument: 'ACCESS' },
  ...{ customerName: '0000000001', customerLabel: '', portfolioLabel: '' },
  portfolioName: '0000000001',
  ...{ orderType: 'BUY', priceType: 'MARKET', orderTermName: 'DAY', orderTermLabel: '' },
  ...{ orderStartDate: '', orderEndDate: '', orderDate: '', orderOrigin: 'MOBILE_APP' },
  ...{ referenceOrderId: 0, settlementInstructions: 'Deliver to the depository account' },
  ...{ commissionGroupName: '', custodianName: '', agentName: '' },
  ...{ quantityRequested: '40', quantityFilled: '', quantityPending: '' },
  ...{ businessOffice: '0000000001', orderCurrency: 'NGN', limitPrice: 0, stopPrice: 0 },
  ...{ orderStatus: '', fixOrderStatus: '', statusDate: '', locked: '' },
  ...{ orderTotal: 0, orderValue: 0 },
};

/** The members that deposits and discounted instruments share. */
const INSTRUMENT = {
  id: 0,
  ...{ name: '', label: '', instrumentTypeLabel: '', customerLabel: '', portfolioLabel: '' },
  ...{ initAccountId: 2, terminationAccountId: 2, customerId: 1, customerName: '0000000001' },
  portfolioName: '0000000001',
  ...{ startDate: '', expectedMaturity: '', terminationDate: '', currency: 'NGN' },
  ...{ expectedInterest: 0, expectedNetInterest: 0, accruedInterest: 0, accruedNetInterest: 0 },
  ...{ loanProduct: false, status: '', rolledOver: false, parentId: 0 },
};

export const DEPOSIT = {
  ...INSTRUMENT,
  ...{ instrumentTypeName: 'FD-NGN-ROLL', tenure: 90, faceValue: 110_000, currentRate: 0 },
  ...{ autoRollover: true, rolloverRule: 'PRINCIPAL_AND_NET_INTEREST', rolloverAmount: 0 },
};

export const PAPER = {
  ...INSTRUMENT,
  ...{ instrumentTypeName: 'CP-NGN', tenure: 120, faceValue: 120_000, currentRate: 0 },
  ...{ autoRollover: false, rolloverRule: '', rolloverAmount: 0 },
};

export const CASH = {
  id: 0,
  ...{ name: '', batchName: 'BATCH-7', transactionDate: '', valueDate: '' },
  ...{ transState: '', businessOfficeName: '0000000001', businessOfficeId: '' },
  ...{ transType: 'RECEIPT', transMethod: 'BANK_TRANSFER', partnerId: 1 },
  ...{ partnerName: '0000000001', description: 'First funding', currency: 'NGN' },
  ...{ amount: '75000.50', processingFees: 0, processingFeeType: '', earlyWithdrawalRate: 0 },
  ...{ maxNoOfDebits: 0, noOfExecutedDebits: 0, contraAcctId: 0, processingFeeAcctId: 0 },
  ...{ processingFeeAcctName: '', contraAcctName: '', cashAccountId: 2, cashAccountName: '' },
  ...{ counterPartyPartnerName: '', counterPartyCashAccount: '', reference: 'SPEC-1' },
  ...{ bankStmtCleared: false, corpAction: false, approvedBy: 0 },
  ...{ transProcessorResponse: '', transactionProcessor: '', paymentGatewayId: 0 },
};

export const LEAD = {
  ...{ active: true, doNotCall: true, doNotShare: true, emailOptOut: true, emailVerified: true },
  ...{ headOfHousehold: true, smsOptOut: true, annualIncome: 1_250_000.5, noOfDependents: 2 },
  ...{ assignedTo: 0, campaign: 0, convertedAccount: 0, convertedContact: 0, id: 0 },
  birthDate: '1991-05-23',
  ...{ department: 'Sales', description: 'Met at a fair', ethnicity: 'Igbo', fax: '014600000' },
  ...{ firstName: 'Chinwe', middleName: 'Ada', lastName: 'Obi', identifier: 'A-77' },
  ...{ industry: 'Retail', label: 'Chinwe of the fair', name: '', maritalStatus: 'SINGLE' },
  ...{ organization: 'Obi Stores', prefix: 'Dr', suffix: 'Jr', title: 'Owner' },
  ...{ salutation: 'Ms', profession: 'Trader', sex: 'FEMALE', typeOfEmployment: 'SELF' },
  ...{ webSite: 'https://obi.example', workflowNotes: 'Call in May', leadSource: 'FAIR' },
  ...{ emailAddress1: 'chinwe@example.com', emailAddress2: 'obi@example.com' },
  ...{ emailAddressAutoBcc: 'file@example.com', homePhone: '014611111' },
  ...{ mobilePhone: '08035550111', officePhone: '014622222', otherPhone: '014633333' },
  ...{ preferredContactMethod: 'EMAIL', preferredContactTime: 'MORNING' },
  ...{ primaryCity: 'Enugu', primaryCountry: 'Nigeria', primaryPostCode: '400001' },
  ...{ primaryState: 'Enugu', primaryStreet: '3 Ogui Road', primaryStreet1: 'Flat 2' },
  ...{ primaryLatitude: 6.4402, primaryLongitude: 7.4943 },
  ...{ secondaryCity: 'Aba', secondaryCountry: 'Nigeria', secondaryPostCode: '450001' },
  ...{ secondaryState: 'Abia', secondaryStreet: '8 Azikiwe Road', secondaryStreet1: 'Shop 9' },
  ...{ secondaryLatitude: 5.1167, secondaryLongitude: 7.3667 },
  ...{ leadType: 'INDIVIDUAL', status: 'NEW', autoRollover: true },
};

const ATTACHMENT = {
  ...{ active: true, base64Attachment: Buffer.from('Account opening form').toString('base64') },
  ...{ batchCode: 'B-9', category: 'FORM', description: 'Signed form', fileMimeType: 'text/plain' },
  ...{ fileName: 'form.txt', label: 'The form', name: '', subCategory: 'SIGNED' },
  ...{ text: 'a form', type: 'DOCUMENT', workflowNotes: 'Check it', fileSize: 20, id: 0 },
  ...{ relatedToId: 0, relatedTo: '' },
};

export const MESSAGE = {
  ...{ active: true, assignedTo: 0, campaign: 0, id: 0, template: 0, relatedToId: 1 },
  attachmentsWS: [ATTACHMENT],
  direction: 'INBOUND',
  ...{ body: 'Good day, here is my form.', from: '+2348035550188', to: '+2347005550100' },
  ...{ label: 'Form of a customer', name: '', subject: 'Form', workflowNotes: 'Answer today' },
  ...{ startDttm: '2026-11-20T09:15:00.250Z', endDttm: '2026-11-20T09:16:00.500Z' },
  ...{ relatedTo: 'CUSTOMER', status: 'IN_PROGRESS' },
};

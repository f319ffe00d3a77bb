// Request members that do not appear in the record: those that cause a warning, those that are
// refused, and exceptions, each with its reason. A key names an operation (or a family of
// operations) and the member.

type Reasons = Readonly<Record<string, string>>;

const ofTerms = (member: string): string[] =>
  ['DiscountedInstrument', 'TreasuryBill'].flatMap((kind) => [
    `submit${kind} ${member}`,
    `update${kind} ${member}`,
  ]);

const ofTermUpdates = (member: string): string[] =>
  ['TermInstrument', 'DiscountedInstrument', 'TreasuryBill'].map(
    (kind) => `update${kind} ${member}`,
  );

function reasons(
  ...rows: readonly (readonly [reason: string, keys: readonly string[]])[]
): Reasons {
  return Object.fromEntries(rows.flatMap(([reason, keys]) => keys.map((key) => [key, reason])));
}

/** The reply has a warning that names the member. */
export const WARNED: Reasons = reasons(
  ['an order of a term that ends with its session has no other end', ['order orderEndDate']],
  ['a name of no type of ours: the security decides the type', ['order instrumentType']],
  ['the order waits for no stop price', ['updateTradeOrder stopPrice']],
  [
    'the order keeps when and how the customer gave it',
    ['updateTradeOrder orderOrigin', 'updateTradeOrder orderDate'],
  ],
  ['an amount is used only by a rule that needs one', ofTerms('rolloverAmount')],
  [
    'the issue decides the maturity of a bill',
    ['submitTreasuryBill expectedMaturity', 'updateTreasuryBill expectedMaturity'],
  ],
  ['stored, but it does not move the order date', ['fund transactionDate']],
  [
    'only a conversion sets it',
    [
      ...['lead convertedAccount', 'lead convertedContact', 'updateLead convertedCustomerId'],
      ...['updateLead convertedCashAccountId', 'updateLead conversionReason'],
      'updateLead convertedDttm',
    ],
  ],
  ['no date: stored as text', ['lead dateOfBirth']],
  [
    'the content decides it',
    ['message attachmentsWS/fileMimeType', 'message attachmentsWS/fileSize'],
  ],
  ['it is always the id of the customer', ['customer ecrmId']],
  [
    'it describes a picture, and there is none',
    ['customer pictureMimeType', 'customer pictureFileName', 'customer pictureFileSize'],
  ],
);

/** The request is refused with a problem that names the member. */
export const REFUSED: Reasons = reasons(
  ['the server numbers new records', ['* id']],
  ['only an attachment of the message has an id', ['message attachmentsWS/id']],
  [
    'it must be that of the security or of the customer',
    [
      ...['order orderCurrency', 'order exchange', 'order businessOffice', 'order customerName'],
      'order portfolioId',
      ...['cash businessOfficeId', 'cash businessOfficeName'],
    ],
  ],
  ['the value is no image; its effect has separate tests', ['customer picture']],
  ['the value names no custodian of the portfolio', ['order custodianName']],
  ['only income of a corporate action is taxed', ['cash taxClass', 'cash taxWithheldBy']],
  ['the value names no agent', ['cash agentName']],
  [
    'an amendment cannot make it another order',
    [
      ...['updateTradeOrder portfolioName', 'updateTradeOrder securityName'],
      ...['updateTradeOrder instrument', 'updateTradeOrder orderType'],
      'updateTradeOrder commissionGroupName',
    ],
  ],
  [
    "an account of another customer; the customer's own is the only one in its currency",
    ['term initAccountId', 'term terminationAccountId', 'fund cashAccountId'],
  ],
  ['the type decides it', ['term currency', 'term loanProduct']],
  [
    'there is no other type of the kind',
    [
      'submitDiscountedInstrument instrumentTypeName',
      'updateDiscountedInstrument instrumentTypeName',
    ],
  ],
  ['no type has this label', ['updateDiscountedInstrument instrumentTypeLabel']],
  [
    'the issue of a bill decides it',
    [
      ...['submitTreasuryBill tenure', 'updateTreasuryBill tenure'],
      ...['submitTreasuryBill currentRate', 'updateTreasuryBill currentRate'],
    ],
  ],
  [
    'the instrument stays with its customer',
    [...ofTermUpdates('customerId'), ...ofTermUpdates('customerName')],
  ],
  ['the fund or the account decides it', ['fund currency', 'cash currency']],
  [
    'the order stays of its kind, fund, customer and portfolio',
    [
      'transType',
      'fundId',
      'fundName',
      'customerId',
      'customerName',
      'portfolioId',
      'portfolioName',
    ].map((member) => `updateFundTransaction ${member}`),
  ],
  ['a subscription has no units to redeem', ['updateFundTransaction allUnits']],
  [
    'no such account of the office; its effect has separate tests',
    [...['cash contraAcctId', 'cash contraAcctName']],
  ],
  [
    'a name of the original, which our own path refuses',
    ['captureLead dateOfBirth', 'captureLead emailAddress'],
  ],
  [
    'the record stays in its office',
    [
      ...['updateLead businessOfficeId', 'updateLead businessOfficeName'],
      ...['updateWhatsAppMessage businessOfficeId', 'updateWhatsAppMessage businessOfficeName'],
      ...['updateCustomer businessOfficeId', 'updateCustomer businessOfficeName'],
      'updateCustomer businessOffice',
    ],
  ],
);

const UPDATES = [
  ...['updateTradeOrder', 'updateTermInstrument', 'updateDiscountedInstrument'],
  ...['updateTreasuryBill', 'updateFundTransaction', 'updateLead', 'updateWhatsAppMessage'],
  'updateCustomer',
];

/** Members with none of these outcomes. This table should remain short. */
export const EXCEPTED: Reasons = reasons(
  [
    'it names the record to change: of none, the reply is DOCUMENT_NOT_FOUND',
    [...UPDATES.map((operation) => `${operation} id`), 'updatePortfolioAccount name'],
  ],
  [
    'a code of the server, sent back by clients that return a whole record',
    [...['lead name', 'message name', 'message attachmentsWS/name']],
  ],
  ['a label beside a code is read-only', ['term customerLabel', 'term portfolioLabel']],
  [
    'the fund decides its control account; clients that do not know it send 0',
    ['fund cashAccountControlId'],
  ],
  [
    'a stamp of the server, sent back by clients that return a whole record',
    [
      ...['updateLead createdBy', 'updateLead createdDttm'],
      ...['updateLead lastModifiedBy', 'updateLead lastModifiedDttm'],
    ],
  ],
);

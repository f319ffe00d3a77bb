// Data classes for the members of a customer record; see docs/operations/personal-data.md.

/** Members that rules use. */
export const PERSON_CLASSES = {
  internal: ['customerType', 'partnerType', 'payerClass', 'taxYearStart', 'channel'],
  personal: ['title', 'firstName', 'middleName', 'lastName', 'sex', 'portalUserName'],
  confidential: ['birthDate', 'cellPhone', 'emailAddress1'],
  secret: ['bvnCode'],
} as const;

/** Members that are stored as sent. */
export const DETAIL_CLASSES = {
  internal: [
    ...['termsAndCondAccepted', 'enrollInContribScheme', 'forcePasswordReset', 'allowDebitBalance'],
    ...['doNotCall', 'doNotShare', 'emailOptOut', 'smsOptOut', 'referalCode', 'referrer'],
    ...['accountOfficer'],
  ],
  personal: [
    ...['primaryCity', 'primaryState', 'primaryCountry', 'secondaryCity', 'secondaryState'],
    ...['secondaryCountry', 'nationality', 'stateOfOrigin', 'occupation', 'employerName'],
    ...['nextofKinRelationship', 'investmentObjective', 'riskProfile', 'identificationType'],
    ...['noOfDependents', 'settlementBankBranch', 'setttlementBankName', 'settlementBankSortCode'],
  ],
  confidential: [
    ...['primaryAddress1', 'primaryAddress2', 'primaryPostCode', 'secondaryAddress1'],
    ...['secondaryAddress2', 'secondaryPostCode', 'homePhone', 'officePhone', 'otherPhone'],
    ...['emailAddress2', 'placeOfBirth', 'maritalStatus', 'religion', 'motherMaidenName'],
    ...['employerAddress', 'identificationExpiryDate', 'nexofKin', 'nexofKinEmailAddress'],
    ...['nextofKinAddress', 'nextofKinPhone', 'setttlementBankAccountName'],
    ...['setttlementBankAccountNumber', 'setttlementBankOpenDate', 'chnNumber'],
    ...['cscsAccountNumber', 'sourceOfFunds', 'politicallyExposed', 'moneyLaunderingRisk'],
    ...['criminalConviction'],
  ],
  secret: ['identificationNumber', 'taxIdentificationNumber'],
} as const;

/** Members that occur only in requests. */
export const BODY_CLASSES = {
  internal: [
    ...['active', 'businessOfficeId', 'businessOfficeName', 'businessOffice', 'customerGroupId'],
    ...['customerGroupName', 'status', 'ecrmId', 'pictureMimeType', 'pictureFileSize'],
  ],
  personal: ['label', 'pictureFileName'],
  // A face identifies a person, so the picture is visible only to callers who can see personal
  // data.
  confidential: ['picture'],
  secret: ['portalPassword'],
} as const;

export const RECORD_CLASSES = {
  internal: [
    ...[
      'id',
      'ecrmId',
      'active',
      'name',
      'customerGroupId',
      'customerGroupName',
      'customerGroupLabel',
    ],
    ...['businessOfficeId', 'businessOfficeName', 'businessOfficeLabel', 'currency'],
    ...['accountOpened', 'status', 'workflowStatus', 'approvedBy', 'approvedDttm'],
    ...['cashAcct', 'cashAcctId', 'pictureMimeType', 'pictureFileSize'],
  ],
  // Staff who can read customers need their balances, which are also shown in the list of accounts.
  personal: ['label', 'cashAcctBalance', 'decisionReason', 'pictureFileName'],
} as const;

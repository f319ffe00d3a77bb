// Wire shapes of customers. Misspelt members are those that clients of the original API send.

import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { pageBS } from '../../platform/http/reply/paging.js';
import { stampShape } from '../../platform/http/reply/stamp.js';
import { classify, classifyAll, searching } from '../../platform/http/shape/data-class.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireReference,
  wireText,
} from '../../platform/http/shape/wire.js';
import { PAYER_CLASSES } from './customer/payer-class.js';
import { BODY_CLASSES, DETAIL_CLASSES, PERSON_CLASSES, RECORD_CLASSES } from './data-class.js';
import { PARTY } from './limits.js';

const STATUSES = ['ACTIVE', 'INACTIVE', 'SUSPENDED', 'CLOSED'] as const;
const WORKFLOW_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const;

const text = (description: string): TUnsafe<string> => wireText({ description });
const code = (description: string): TUnsafe<string> => wireReference({ description });
const flag = (description: string): TUnsafe<boolean> => wireFlag({ description });
const given = <Field extends TSchema>(field: Field) => Type.Optional(field);

// Members that are stored and shown but not used by any rule.
const detailMembers = classify(
  {
    primaryAddress1: given(text('Street')),
    primaryAddress2: given(text('Street, second line')),
    primaryCity: given(text('City')),
    primaryState: given(text('State')),
    primaryPostCode: given(text('Postal code')),
    primaryCountry: given(text('Country')),
    secondaryAddress1: given(text('Other street')),
    secondaryAddress2: given(text('Other street, second line')),
    secondaryCity: given(text('Other city')),
    secondaryState: given(text('Other state')),
    secondaryPostCode: given(text('Other postal code')),
    secondaryCountry: given(text('Other country')),
    homePhone: given(text('Telephone at home, stored in E.164')),
    officePhone: given(text('Telephone at work, stored in E.164')),
    otherPhone: given(text('Other telephone, stored in E.164')),
    emailAddress2: given(text('Second e-mail address')),
    nationality: given(text('Nationality')),
    stateOfOrigin: given(text('State of origin')),
    placeOfBirth: given(text('Place of birth')),
    maritalStatus: given(text('Marital status')),
    religion: given(text('Religion')),
    motherMaidenName: given(text("Mother's maiden name")),
    occupation: given(text('Occupation')),
    employerName: given(text('Employer')),
    employerAddress: given(text("Employer's address")),
    identificationType: given(text('Kind of identity document')),
    identificationNumber: given(text('Number of the identity document')),
    identificationExpiryDate: given(
      wireDate({ description: 'Expiry date of the identity document' }),
    ),
    taxIdentificationNumber: given(text('Tax identification number')),
    nexofKin: given(text('Name of the next of kin')),
    nexofKinEmailAddress: given(text('E-mail address of the next of kin')),
    nextofKinAddress: given(text('Address of the next of kin')),
    nextofKinPhone: given(text('Telephone of the next of kin, stored in E.164')),
    nextofKinRelationship: given(text('Relationship of the next of kin')),
    setttlementBankName: given(text('Settlement bank')),
    setttlementBankAccountName: given(text('Holder of the settlement account')),
    setttlementBankAccountNumber: given(text('Number of the settlement account')),
    setttlementBankOpenDate: given(
      wireDate({ description: 'Date on which the account was opened' }),
    ),
    settlementBankBranch: given(text('Branch of the settlement bank')),
    settlementBankSortCode: given(text('Sort code of the settlement bank')),
    referalCode: given(text('Referral code of the customer')),
    referrer: given(text('Referral code of the person who referred the customer')),
    accountOfficer: given(
      text('Account officer: the member of staff who looks after the customer'),
    ),
    chnNumber: given(text('Clearing house number at the depository')),
    cscsAccountNumber: given(text('Account number at the depository')),
    investmentObjective: given(text('Investment objective')),
    riskProfile: given(text('Risk profile')),
    sourceOfFunds: given(text('Source of funds')),
    politicallyExposed: given(flag('Politically exposed person')),
    moneyLaunderingRisk: given(flag('True if the customer is a money laundering risk')),
    criminalConviction: given(flag('Has a criminal conviction')),
    termsAndCondAccepted: given(flag('True if the customer accepted the terms and conditions')),
    enrollInContribScheme: given(
      flag('True if the customer is enrolled in the contribution scheme'),
    ),
    forcePasswordReset: given(flag('True if a new password must be chosen at the next login')),
    allowDebitBalance: given(flag('Stored for clients of the original API; has no effect')),
    noOfDependents: given(wireInteger({ description: 'Number of dependents', most: 99 })),
    doNotCall: given(flag('Consent: no phone calls')),
    doNotShare: given(flag('Consent: no sharing with third parties')),
    emailOptOut: given(flag('Consent: no e-mail')),
    smsOptOut: given(flag('Consent: no text messages')),
  },
  DETAIL_CLASSES,
);

/** Returns whether a member is stored as sent. */
export function isDetail(member: string): boolean {
  return Object.hasOwn(detailMembers, member);
}

const personMembers = classify(
  {
    customerType: given(text('REGULAR if absent')),
    partnerType: given(text('INDIVIDUAL (the default) or ORGANIZATION')),
    payerClass: given(
      wireChoice(PAYER_CLASSES, {
        description: 'Payer class for tax. Default: partnerType',
      }),
    ),
    taxYearStart: given(
      wireInteger({
        description: "Month in which a company's tax year starts, on its first day. Default: 1",
        least: 1,
        most: 12,
      }),
    ),
    channel: given(text('Where the customer came from, such as WEB')),
    title: given(text('Title')),
    firstName: given(text('First name')),
    middleName: given(text('Middle name')),
    lastName: given(text('Last name')),
    sex: given(text('MALE or FEMALE')),
    birthDate: given(wireDate({ description: 'Birth date' })),
    cellPhone: given(
      text(
        "Mobile telephone, stored in E.164. Without a country code, the firm's home country " +
          'is assumed, or else the primaryCountry',
      ),
    ),
    emailAddress1: given(text('E-mail address')),
    bvnCode: given(text('Bank verification number, eleven digits')),
    portalUserName: given(
      wireText({
        description: 'User name at the portal, unique regardless of case',
        longest: PARTY.portalUserNameCharactersMax,
      }),
    ),
  },
  PERSON_CLASSES,
);

const bodyMembers = {
  ...classify(
    {
      active: given(
        flag('True for the status ACTIVE, false for INACTIVE. Must not contradict status'),
      ),
      label: given(text('Display name; built from the names if absent')),
      businessOfficeId: given(wireId({ description: 'Id of the business office' })),
      businessOfficeName: given(code('Code of the business office')),
      businessOffice: given(code('Code of the business office')),
      customerGroupId: given(wireId({ description: 'Id of the customer group' })),
      customerGroupName: given(code('Code of the customer group; STANDARD if absent')),
      status: given(
        wireChoice(STATUSES, { description: 'Only ACTIVE customers trade, pay and log in' }),
      ),
      portalPassword: given(text('Password at the portal; never returned')),
      picture: given(
        wireText({
          description:
            'Picture, a JPEG or PNG of at most 2,000,000 bytes, in base64 (RFC 4648 section 4, ' +
            'padded); it replaces the former one. Line breaks and spaces are skipped, ' +
            'including when they are encoded as %20, %0A or %0D. Never returned here: read ' +
            'partner/customer/picture/id/{id}. Absent or empty: no change',
          longest: PARTY.pictureBodyBytes,
        }),
      ),
      pictureMimeType: given(
        text(
          'Ignored, because the type is detected from the content; a different value causes a ' +
            'warning',
        ),
      ),
      pictureFileName: given(
        text(
          'Name of the file, stored with the picture; picture.jpg or picture.png if absent. ' +
            'Ignored without picture; a value other than the stored one causes a warning',
        ),
      ),
      pictureFileSize: given(
        wireDecimal({
          description: 'Ignored, because the size is detected; a different value causes a warning',
        }),
      ),
      ecrmId: given(
        text("Ignored, because it is the customer's id; a different value causes a warning"),
      ),
    },
    BODY_CLASSES,
  ),
  ...personMembers,
  ...detailMembers,
};

export const createCustomerBody = openObject({
  id: given(wireId({ description: 'Absent or 0: the server assigns ids', most: 0 })),
  portfolioTypeName: given(
    code('Type of a portfolio to open with the customer: its code, a former code or its label'),
  ),
  portfolioType: given(code('For clients of the original API: another name for portfolioTypeName')),
  ...bodyMembers,
});

export const updateCustomerBody = openObject({
  id: wireId({ description: 'Id of the customer' }),
  ...bodyMembers,
});

const customerBody = openObject(bodyMembers);
export type CustomerBody = Static<typeof customerBody>;
export type CreateCustomerBody = Static<typeof createCustomerBody>;
export type UpdateCustomerBody = Static<typeof updateCustomerBody>;

/** The body of a rejection by a second person. */
export const customerDecisionBody = closedObject({
  reason: given(
    wireText({ description: 'Reason for the rejection', longest: PARTY.reasonCharactersMax }),
  ),
});

export const idParams = openObject({ id: wireId({ description: 'Id of the record' }) });
export const userNameParams = openObject(
  classifyAll({ username: text('User name at the portal') }, 'personal'),
);
export const emailParams = openObject(
  classifyAll({ email: text('E-mail address') }, 'confidential'),
);
export const pageQuery = closedObject({ ...pageBS });

const customerFilters = {
  search: searching(
    given(
      wireText({
        description:
          'Part of the name, or a whole code; with the permission to see personal data, also ' +
          'part of the e-mail address, or a whole phone number or BVN',
        longest: PARTY.searchCharactersMax,
      }),
    ),
    ['emailAddress1', 'cellPhone', 'bvnCode'],
  ),
  businessOfficeName: naming('business office code', given(text('Filter by business office code'))),
  status: given(wireChoice(STATUSES, { description: 'Status' })),
  workflowStatus: given(wireChoice(WORKFLOW_STATUSES, { description: 'Filter by approval state' })),
};

export const customerListQuery = closedObject({ ...customerFilters, ...pageBS });

/** The query for a customer export. */
export const customerFileQuery = closedObject(customerFilters);
export type CustomerListQuery = Static<typeof customerListQuery>;

export const customerReply = openObject({
  ...classify(
    {
      id: given(wireId({ description: 'Id of the record' })),
      ecrmId: given(wireId({ description: 'For clients of the original API: the id' })),
      active: flag('True only if the status is ACTIVE'),
      name: given(text('Code')),
      label: text('Display name'),
      customerGroupId: wireId({ description: 'Id of the customer group' }),
      customerGroupName: text('Code of the customer group'),
      customerGroupLabel: text('Name of the customer group'),
      businessOfficeId: wireId({ description: 'Id of the business office' }),
      businessOfficeName: text('Code of the business office'),
      businessOfficeLabel: text('Name of the business office'),
      cashAcct: given(text('Code of the cash account')),
      cashAcctId: given(wireId({ description: 'Id of the cash account' })),
      cashAcctBalance: given(
        text('Cleared balance of the cash account, without grouping: NGN 1234567.80'),
      ),
      currency: given(text('Currency of the cash account')),
      accountOpened: wireDate({ description: 'Business date on which the customer was opened' }),
      status: wireChoice(STATUSES, { description: 'Status' }),
      workflowStatus: wireChoice(WORKFLOW_STATUSES, { description: 'State of the approval' }),
      approvedBy: given(text('User or client that approved or rejected it')),
      approvedDttm: given(wireInstant({ description: 'Time of the approval or rejection' })),
      decisionReason: given(text('Reason for the rejection')),
      pictureMimeType: given(
        text('Media type of the picture, detected from its content; not in lists'),
      ),
      pictureFileName: given(text('File name of the picture; not in lists')),
      pictureFileSize: given(
        wireDecimal({ description: 'Size of the picture in bytes; not in lists' }),
      ),
    },
    RECORD_CLASSES,
  ),
  ...stampShape,
  ...personMembers,
  ...detailMembers,
});

/** A newly opened customer, with its portfolio if one was opened. */
export const customerMadeReply = openObject({
  ...customerReply.properties,
  ...classifyAll(
    {
      portfolioId: given(wireId({ description: 'Portfolio opened with the customer' })),
      portfolioName: given(text('Code of the portfolio opened with the customer')),
    },
    'internal',
  ),
});

// The specification's tables of fields, line by line.

import assert from 'node:assert/strict';
import { fields, type Line } from './line.js';
import { readOf } from './made.js';

const TRADE_ORDER: readonly Line[] = [
  fields('order', 'id', 'number'),
  fields('order', 'name, label, instrumentType, description, orderBase, fixMessage', 'string'),
  fields('order', 'systemGenerated', 'boolean'),
  fields(
    'order',
    'exchange, securityName, securityLabel, customerName, customerLabel, portfolioName, ' +
      'portfolioLabel',
    'string',
  ),
  fields('order', 'orderType, priceType', 'string'),
  fields('order', 'orderStartDate, orderEndDate', 'timestamp'),
  fields('order', 'referenceOrderId', 'number'),
  fields('order', 'settlementInstructions, commissionGroupName', 'string'),
  fields('order', 'orderDate', 'timestamp'),
  fields('order', 'orderOrigin', 'string'),
  fields('order', 'quantityRequested', 'string'),
  fields('order', 'businessOffice, instrument, orderCurrency', 'string'),
  fields('order', 'limitPrice, stopPrice', 'number'),
  fields('order', 'orderTermName, custodianName, agentName, orderTermLabel', 'string'),
  fields('order', 'quantityFilled, quantityPending', 'string'),
  fields('order', 'orderStatus, fixOrderStatus', 'string'),
  fields('order', 'statusDate', 'timestamp'),
  fields('order', 'locked', 'string'),
  fields('order', 'orderTotal, orderValue', 'number'),
];

/** The table of deposits. The same body is shown for the submission of discounted instruments. */
const TERM_INSTRUMENT: readonly Line[] = (['deposit', 'paper'] as const).flatMap((kind) => [
  fields(kind, 'id', 'number'),
  fields(kind, 'name, label, instrumentTypeName, instrumentTypeLabel', 'string'),
  fields(kind, 'initAccountId, terminationAccountId, customerId', 'number'),
  fields(kind, 'customerName, customerLabel, portfolioName, portfolioLabel', 'string'),
  fields(kind, 'startDate, expectedMaturity, terminationDate', 'timestamp'),
  fields(kind, 'tenure', 'number'),
  fields(kind, 'currency', 'string'),
  fields(
    kind,
    'faceValue, expectedInterest, expectedNetInterest, accruedInterest, ' +
      'accruedNetInterest, currentRate, rolloverAmount',
    'number',
  ),
  fields(kind, 'autoRollover, loanProduct', 'boolean'),
  fields(kind, 'rolloverRule', 'string'),
  fields(kind, 'status', 'string'),
  fields(kind, 'rolledOver', 'boolean'),
  fields(kind, 'parentId', 'number'),
]);

const CASH_TRANSACTION: readonly Line[] = [
  fields('cash', 'id', 'number'),
  fields('cash', 'name, batchName', 'string'),
  fields('cash', 'transactionDate, valueDate', 'timestamp'),
  fields('cash', 'transState, businessOfficeName, transType, transMethod', 'string'),
  fields('cash', 'partnerId', 'number'),
  fields('cash', 'partnerName, description, currency', 'string'),
  fields('cash', 'amount, processingFees', 'number'),
  fields('cash', 'processingFeeType', 'string'),
  fields('cash', 'earlyWithdrawalRate, maxNoOfDebits, noOfExecutedDebits', 'number'),
  fields('cash', 'contraAcctId, processingFeeAcctId', 'number'),
  fields('cash', 'processingFeeAcctName, contraAcctName', 'string'),
  fields('cash', 'cashAccountId', 'number'),
  fields(
    'cash',
    'cashAccountName, counterPartyPartnerName, counterPartyCashAccount, reference',
    'string',
  ),
  fields('cash', 'bankStmtCleared, corpAction', 'boolean'),
  fields('cash', 'approvedBy', 'number'),
  fields('cash', 'transProcessorResponse, transactionProcessor', 'string'),
  fields('cash', 'paymentGatewayId', 'number'),
  fields('cash', 'businessOfficeId', 'string'),
];

const LEAD: readonly Line[] = [
  fields(
    'lead',
    'active, doNotCall, doNotShare, emailOptOut, emailVerified, headOfHousehold, smsOptOut',
    'boolean',
  ),
  fields('lead', 'annualIncome, noOfDependents', 'number'),
  fields('lead', 'assignedTo, campaign, convertedAccount, convertedContact, id', 'number'),
  fields('lead', 'birthDate', 'date'),
  fields(
    'lead',
    'department, description, ethnicity, fax, firstName, middleName, identifier, industry, ' +
      'label, name, maritalStatus, organization, prefix, suffix, title, salutation, ' +
      'profession, sex, typeOfEmployment, webSite, workflowNotes, leadSource',
    'string',
  ),
  fields('lead', 'emailAddress1, emailAddress2, emailAddressAutoBcc', 'string'),
  fields('lead', 'homePhone, mobilePhone, officePhone, otherPhone', 'string'),
  fields('lead', 'preferredContactMethod, preferredContactTime', 'string'),
  fields(
    'lead',
    'primaryCity, primaryCountry, primaryPostCode, primaryState, primaryStreet, primaryStreet1',
    'string',
  ),
  fields('lead', 'primaryLatitude, primaryLongitude', 'number'),
  fields(
    'lead',
    'secondaryCity, secondaryCountry, secondaryPostCode, secondaryState, secondaryStreet, ' +
      'secondaryStreet1',
    'string',
  ),
  fields('lead', 'secondaryLatitude, secondaryLongitude', 'number'),
  fields('lead', 'leadType', 'string; the only value shown is INDIVIDUAL'),
  fields('lead', 'status', 'string; the only value shown is NEW'),
  fields(
    'lead',
    'autoRollover',
    'boolean (appears twice in the sample body, alongside term instrument naming)',
  ),
];

const WHATSAPP_MESSAGE: readonly Line[] = [
  fields('message', 'active', 'boolean'),
  fields('message', 'assignedTo, campaign, id, template, relatedToId', 'number'),
  {
    text: '| attachmentsWS | array of attachment |',
    check: async ({ app, made: { message } }) => {
      const { body } = await readOf(app, 'message', message.id);
      assert.equal(body.attachmentsWS.length, 1);
    },
  },
  fields('message', 'direction', 'string; the only value shown is INBOUND'),
  fields('message', 'body, from, to, label, name, subject, workflowNotes', 'string'),
  fields('message', 'startDttm, endDttm', 'timestamp'),
  fields('message', 'relatedTo', 'string; the only value shown is CONTACT'),
  fields('message', 'status', 'string; the only value shown is IN_PROGRESS'),
];

/** A line in the table of attachments. The sent values must appear in the message. */
function attachment(names: string, more: string): Line {
  return {
    text: `| ${names} | ${more} |`,
    check: async ({ app, made: { message } }) => {
      const { body } = await readOf(app, 'message', message.id);
      const [sent] = message.sent.attachmentsWS;
      const [kept] = body.attachmentsWS;
      const given = names.split(', ').filter((name) => sent[name] !== '' && sent[name] !== 0);
      for (const name of given) assert.deepEqual(kept[name], sent[name], name);
    },
  };
}

const ATTACHMENT: readonly Line[] = [
  attachment('active', 'boolean'),
  {
    text: '| base64Attachment | string (base64 content) |',
    check: async ({ app, made: { message } }) => {
      const { body } = await readOf(app, 'message', message.id);
      const [{ id }] = body.attachmentsWS;
      const file = await app.as('CLIENT').get(`/api/v1/crm/attachment/id/${id}`);
      assert.equal(file.text, 'Account opening form');
    },
  },
  attachment(
    'batchCode, category, description, fileMimeType, fileName, label, name, subCategory, ' +
      'text, type, workflowNotes',
    'string',
  ),
  attachment('fileSize, id, relatedToId', 'number'),
  attachment('relatedTo', 'string; the only value shown is CONTACT'),
];

/** The tables of fields, with the heading of each. */
export const FIELD_TABLES: Readonly<Record<string, readonly Line[]>> = {
  'Trade order': TRADE_ORDER,
  'Term instrument transaction (fixed deposit), and discounted instrument': TERM_INSTRUMENT,
  'Cash transaction': CASH_TRANSACTION,
  Lead: LEAD,
  'WhatsApp message': WHATSAPP_MESSAGE,
  Attachment: ATTACHMENT,
};

// Classifies the members of leads, contacts, messages and attachments by the kind of personal data
// in them; see docs/operations/personal-data.md.

import type { TSchema } from '@sinclair/typebox';
import { classify, type DataClass } from '../../platform/http/shape/data-class.js';

const CLASSES: Readonly<Partial<Record<DataClass, readonly string[]>>> = {
  internal: [
    ...['id', 'name', 'active', 'businessOfficeId', 'businessOfficeName', 'status', 'direction'],
    ...['leadType', 'leadSource', 'assignedTo', 'campaign', 'campaignId', 'template', 'templateId'],
    ...['convertedAccount', 'convertedContact', 'convertedCustomerId', 'convertedDttm'],
    'convertedCashAccountId',
    ...['conversionReason', 'customerId', 'channel', 'purpose', 'autoRollover', 'emailVerified'],
    ...['doNotCall', 'doNotShare', 'emailOptOut', 'smsOptOut', 'relatedTo', 'relatedToId'],
    ...['startDttm', 'endDttm', 'batchCode', 'category', 'subCategory', 'type', 'fileMimeType'],
    ...['fileSize', 'preferredContactMethod', 'preferredContactTime', 'importId'],
    ...['recipientType', 'recipientId', 'state', 'rule', 'attempts', 'lastError', 'notBefore'],
    ...['providerId', 'reference', 'whatsappMessageId', 'failures', 'attachmentId', 'sha256'],
  ],
  personal: [
    ...['label', 'prefix', 'salutation', 'title', 'firstName', 'middleName', 'lastName', 'suffix'],
    ...['sex', 'organization', 'department', 'industry', 'profession', 'typeOfEmployment'],
    ...['relationship', 'primaryCity', 'primaryState', 'primaryCountry', 'secondaryCity'],
    ...['secondaryState', 'secondaryCountry', 'description', 'workflowNotes', 'webSite'],
    ...['noOfDependents', 'headOfHousehold', 'subject', 'body', 'text', 'html', 'fileName'],
    'portalUserName',
  ],
  confidential: [
    ...['emailAddress1', 'emailAddress2', 'emailAddressAutoBcc', 'homePhone', 'mobilePhone'],
    ...['officePhone', 'otherPhone', 'fax', 'birthDate', 'annualIncome', 'ethnicity'],
    ...['maritalStatus', 'primaryStreet', 'primaryStreet1', 'primaryPostCode', 'secondaryStreet'],
    ...['secondaryStreet1', 'secondaryPostCode', 'primaryLatitude', 'primaryLongitude'],
    ...['secondaryLatitude', 'secondaryLongitude', 'from', 'to', 'address', 'base64Attachment'],
    ...['dateOfBirth', 'emailAddress'],
  ],
  secret: ['identifier'],
};

type Members = Readonly<Record<string, TSchema>>;

/** Adds the data classes to members. A test fails for members without a class. */
export function classified<Given extends Members>(members: Given): Given {
  const named = Object.entries(CLASSES).map(([name, list]) => [
    name,
    list.filter((member) => Object.hasOwn(members, member)),
  ]);
  return classify(members, Object.fromEntries(named));
}

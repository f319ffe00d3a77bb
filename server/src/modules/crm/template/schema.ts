// Wire shapes of templates.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { CHANNELS, PURPOSES } from '../channel/channel.js';
import { CRM, TEMPLATE } from '../limits.js';
import { code, flag, reference, text } from '../member-schema.js';
import { SUBJECT_KINDS } from './subject.js';

const optionalText = (description: string, longest: number) =>
  Type.Optional(wireText({ description, longest }));

const Content = closedObject({
  language: wireText({ description: 'Language tag, such as en or fr-CA', longest: 12 }),
  subject: optionalText('Subject of an e-mail', TEMPLATE.subjectLengthMax),
  text: wireText({ description: 'Text with variables', longest: TEMPLATE.textLengthMax }),
  html: optionalText('Text of an e-mail as HTML', CRM.emailBodyLengthMax),
  whatsappName: text('Name of the template at the provider'),
  whatsappLanguage: text(
    "Language of the provider's template. Default: the language of the content",
  ),
  whatsappParameters: Type.Optional(
    Type.Array(wireText({ description: 'Variable for the parameter at this position' }), {
      maxItems: TEMPLATE.parametersMax,
    }),
  ),
});

export type Content = Static<typeof Content>;

const contents = Type.Array(Content, { minItems: 1, maxItems: TEMPLATE.languagesMax });
const name = wireText({ description: 'Code of the template', longest: TEMPLATE.nameLengthMax });
const channel = wireChoice(CHANNELS, { description: 'Channel of the messages' });
const relatedTo = wireChoice(SUBJECT_KINDS, {
  description: 'Kind of record that the messages are about',
});
const purpose = wireChoice(PURPOSES, {
  description: 'Purpose. Default: SERVICE. MARKETING requires marketing consent',
});
const language = (description: string) => optionalText(description, 12);

export const TemplateBody = closedObject({
  id: reference('Assigned by the server'),
  name,
  label: text('Display text. Default: the code'),
  channel,
  relatedTo,
  purpose: Type.Optional(purpose),
  defaultLanguage: language(
    'Default language, for recipients whose language is not known. Default: en',
  ),
  contents,
  businessOfficeId: reference(
    'Office. Default: your own office, or the whole firm if you have none',
  ),
  businessOfficeName: code('Code of the office'),
});

export type TemplateDraft = Static<typeof TemplateBody>;

/**
 * Clients may send a record back unchanged: fixed members must have their current values, and the
 * members that show who created and last changed it are ignored.
 */
export const TemplateUpdateBody = closedObject({
  id: reference('The template, unless name is given'),
  name: Type.Optional(name),
  label: text('Display text'),
  active: flag('If false, the template cannot be used'),
  channel: Type.Optional(channel),
  relatedTo: Type.Optional(relatedTo),
  purpose: Type.Optional(purpose),
  defaultLanguage: language('Default language, for recipients whose language is not known'),
  contents: Type.Optional(contents),
  contentVersion: Type.Optional(wireInteger({ description: 'Ignored' })),
  businessOfficeId: reference('Never changes'),
  ...Type.Partial(Type.Object(stampShape)).properties,
});

export type TemplateChange = Static<typeof TemplateUpdateBody>;

export const TemplateRecord = openObject({
  id: wireId({ description: 'Id of the template' }),
  name,
  label: wireText({ description: 'Display text' }),
  active: wireFlag({ description: 'If false, the template cannot be used' }),
  channel,
  relatedTo,
  purpose,
  defaultLanguage: wireText({
    description: 'Default language, for recipients whose language is not known',
  }),
  contents,
  contentVersion: wireInteger({ description: 'Version of the texts in force' }),
  businessOfficeId: reference('Office; the whole firm if absent'),
  ...stampShape,
});

export const TemplateList = closedObject({
  ...pageBS,
  channel: Type.Optional(wireChoice(CHANNELS, { description: 'Filter by channel' })),
  relatedTo: Type.Optional(wireChoice(SUBJECT_KINDS, { description: 'Filter by kind of record' })),
  active: flag('Filter by active or inactive'),
  q: text('Filter by part of the code or label'),
});

export const VersionList = closedObject({
  ...pageBS,
  id: wireId({ description: 'Id of the template' }),
});

export const VersionRecord = openObject({
  id: wireId({ description: 'Number of the version' }),
  defaultLanguage: wireText({
    description: 'Default language, for recipients whose language is not known',
  }),
  contents,
  createdBy: stampShape.createdBy,
  createdDttm: stampShape.createdDttm,
});

export const PreviewQuery = closedObject({
  relatedToId: reference('Record that provides the values. Default: sample values'),
  language: language('Requested language. Default: the default language of the template'),
  v: Type.Optional(
    wireInteger({ description: 'Version of the texts. Default: the version in force' }),
  ),
});

export const PreviewRecord = openObject({
  channel,
  contentVersion: wireInteger({ description: 'Version of the texts' }),
  language: wireText({ description: 'Language of the text' }),
  subject: optionalText('Subject of an e-mail', TEMPLATE.textLengthMax),
  text: wireText({ description: 'Text', longest: CRM.emailBodyLengthMax }),
  html: optionalText('Text as HTML', CRM.emailBodyLengthMax),
  whatsappName: text('Name of the template at the provider'),
  whatsappLanguage: text("Language of the provider's template"),
  whatsappParameters: Type.Optional(Type.Array(wireText({ description: 'Value' }))),
  missing: Type.Array(wireText({ description: 'Variable without a value' })),
  sms: Type.Optional(
    openObject({
      encoding: wireText({ description: 'GSM_7 or UCS_2' }),
      units: wireInteger({ description: 'Length in units, as counted by phone networks' }),
      segments: wireInteger({ description: 'Number of parts' }),
      unusual: text('First character that requires UCS_2'),
    }),
  ),
});

export const VariableQuery = closedObject({ ...pageBS, relatedTo });

export const VariableRecord = openObject({
  name: wireText({ description: 'Name to be written in braces' }),
  description: wireText({ description: 'Meaning' }),
  sample: wireText({ description: 'Value in a preview without a record' }),
});

export const templateExample = {
  name: 'ORDER-EXECUTED-MORE',
  label: 'An order is filled, in detail',
  channel: 'EMAIL',
  relatedTo: 'TRADE_ORDER',
  contents: [
    {
      language: 'en',
      subject: 'Your order {{order.number}} has been executed',
      text: 'Dear {{customer.label}},\n\n{{order.side}} {{order.filled}} {{order.security}}.',
      html: '<p>Dear {{customer.label}},</p><p>{{order.side}} {{order.filled}}.</p>',
    },
    {
      language: 'fr',
      subject: 'Votre ordre {{order.number}} est exécuté',
      text: 'Bonjour {{customer.label}},\n\n{{order.side}} {{order.filled}} {{order.security}}.',
    },
  ],
};

export const templateUpdateExample = {
  name: 'ORDER-EXECUTED',
  label: 'An order is filled completely',
};

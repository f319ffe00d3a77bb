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
import { flag, reference, text } from '../member-schema.js';
import { SUBJECT_KINDS } from './subject.js';

const optionalText = (description: string, longest: number) =>
  Type.Optional(wireText({ description, longest }));

const Content = closedObject({
  language: wireText({ description: 'Language as en or fr-CA', longest: 12 }),
  subject: optionalText('Subject of an e-mail', TEMPLATE.subjectLengthMax),
  text: wireText({ description: 'Text with variables', longest: TEMPLATE.textLengthMax }),
  html: optionalText('Text of an e-mail as HTML', CRM.emailBodyLengthMax),
  whatsappName: text('Name of the template at the provider'),
  whatsappLanguage: text('Its language there; that of the content when absent'),
  whatsappParameters: Type.Optional(
    Type.Array(wireText({ description: 'Variable of the parameter in this place' }), {
      maxItems: TEMPLATE.parametersMax,
    }),
  ),
});

export type Content = Static<typeof Content>;

const contents = Type.Array(Content, { minItems: 1, maxItems: TEMPLATE.languagesMax });
const name = wireText({ description: 'Code of the template', longest: TEMPLATE.nameLengthMax });
const channel = wireChoice(CHANNELS, { description: 'Channel of the messages' });
const relatedTo = wireChoice(SUBJECT_KINDS, { description: 'Kind of record it is about' });
const purpose = wireChoice(PURPOSES, {
  description: 'MARKETING requires marketing consent; SERVICE when absent',
});
const language = (description: string) => optionalText(description, 12);

export const TemplateBody = closedObject({
  id: reference('Given by the server'),
  name,
  label: text('Human text; the code when absent'),
  channel,
  relatedTo,
  purpose: Type.Optional(purpose),
  defaultLanguage: language('For recipients without a known language; en when absent'),
  contents,
  businessOfficeId: reference(
    'Office; when absent, the whole firm, or your own office if you have one',
  ),
  businessOfficeName: text('Code of the office'),
});

export type TemplateDraft = Static<typeof TemplateBody>;

/**
 * Clients may send a record back as they read it: fixed members must be unchanged, and stamps are
 * ignored.
 */
export const TemplateUpdateBody = closedObject({
  id: reference('The template; or name'),
  name: Type.Optional(name),
  label: text('Human text'),
  active: flag('False: no message uses it'),
  channel: Type.Optional(channel),
  relatedTo: Type.Optional(relatedTo),
  purpose: Type.Optional(purpose),
  defaultLanguage: language('For recipients without a known language'),
  contents: Type.Optional(contents),
  contentVersion: Type.Optional(wireInteger({ description: 'Ignored' })),
  businessOfficeId: reference('Never changes'),
  ...Type.Partial(Type.Object(stampShape)).properties,
});

export type TemplateChange = Static<typeof TemplateUpdateBody>;

export const TemplateRecord = openObject({
  id: wireId({ description: 'Id of the template' }),
  name,
  label: wireText({ description: 'Human text' }),
  active: wireFlag({ description: 'False: no message uses it' }),
  channel,
  relatedTo,
  purpose,
  defaultLanguage: wireText({ description: 'For recipients without a known language' }),
  contents,
  contentVersion: wireInteger({ description: 'The version of the texts in force' }),
  businessOfficeId: reference('Office; absent: the whole firm'),
  ...stampShape,
});

export const TemplateList = closedObject({
  ...pageBS,
  channel: Type.Optional(wireChoice(CHANNELS, { description: 'Only of this channel' })),
  relatedTo: Type.Optional(wireChoice(SUBJECT_KINDS, { description: 'Only about this kind' })),
  active: flag('Only those that are active, or that are not'),
  q: text('Only those whose code or label contains this'),
});

export const VersionList = closedObject({
  ...pageBS,
  id: wireId({ description: 'The template' }),
});

export const VersionRecord = openObject({
  id: wireId({ description: 'Number of the version' }),
  defaultLanguage: wireText({ description: 'For recipients without a known language' }),
  contents,
  createdBy: stampShape.createdBy,
  createdDttm: stampShape.createdDttm,
});

export const PreviewQuery = closedObject({
  relatedToId: reference('A record to fill in; samples when absent'),
  language: language('Requested language; the default one when absent'),
  v: Type.Optional(wireInteger({ description: 'Version; the one in force when absent' })),
});

export const PreviewRecord = openObject({
  channel,
  contentVersion: wireInteger({ description: 'The version shown' }),
  language: wireText({ description: 'The language it is in' }),
  subject: optionalText('Subject of an e-mail', TEMPLATE.textLengthMax),
  text: wireText({ description: 'Text', longest: CRM.emailBodyLengthMax }),
  html: optionalText('Text as HTML', CRM.emailBodyLengthMax),
  whatsappName: text('Name of the template at the provider'),
  whatsappLanguage: text('Its language there'),
  whatsappParameters: Type.Optional(Type.Array(wireText({ description: 'Value' }))),
  missing: Type.Array(wireText({ description: 'Variable without a value' })),
  sms: Type.Optional(
    openObject({
      encoding: wireText({ description: 'GSM_7 or UCS_2' }),
      units: wireInteger({ description: 'Letters in units of the network' }),
      segments: wireInteger({ description: 'Number of parts' }),
      unusual: text('The first letter that makes it UCS_2'),
    }),
  ),
});

export const VariableQuery = closedObject({ ...pageBS, relatedTo });

export const VariableRecord = openObject({
  name: wireText({ description: 'Name between the braces' }),
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
      subject: 'Your order {{order.number}} is executed',
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

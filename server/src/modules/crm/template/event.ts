// Events of templates.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { TemplateRow } from './queries.js';

/** Builds the event for a change to a template. */
export function templateEvent(verb: 'created' | 'updated', row: TemplateRow): DomainEvent {
  return {
    type: `template.${verb}`,
    subjectId: row.id,
    officeId: row.office_id ?? undefined,
    data: { name: row.name, contentVersion: row.content_version },
  };
}

const data = {
  name: Type.String({ description: 'The code of the template' }),
  contentVersion: Type.Integer({ description: 'Version of its texts in force' }),
};

export const templateEvents = eventKinds({
  'template.created': {
    summary: 'A message template was created',
    permission: 'crm.template.read',
    data,
  },
  'template.updated': {
    summary: 'A message template was changed',
    permission: 'crm.template.read',
    data,
  },
});

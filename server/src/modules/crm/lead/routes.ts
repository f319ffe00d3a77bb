// The HTTP operations on leads.

import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, placedPageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { anyQuery } from '../../../platform/http/shape/wire.js';
import { partyProblems } from '../../party/index.js';
import { ById } from '../member-schema.js';
import { duplicates } from '../person/duplicate-schema.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import { leadAssignmentRoutes } from './assignment-routes.js';
import { convertLead } from './conversion.js';
import { captureLead, captureOwnLead, readLead, updateLead } from './lead.js';
import { exportLeads, leadPlaceOf, listLeads } from './list.js';
import {
  ConvertBody,
  LeadBody,
  LeadExport,
  LeadList,
  LeadRecord,
  LeadUpdateBody,
  leadExample,
  OwnLeadBody,
} from './schema.js';

/** The permission to capture a lead, required on every path that captures leads. */
export const CAPTURE_LEAD = 'crm.lead.create';

export function leadRoutes(ports: CrmPorts): readonly Route[] {
  return [...leadWrites(ports), ...leadReads(), ...leadFiles(), ...leadAssignmentRoutes];
}

const captureProblems = [
  partyProblems.EMAIL_WRONG,
  crmProblems.LEAD_EMPTY,
  crmProblems.LEAD_STATUS_NOT_INITIAL,
];

function leadWrites(ports: CrmPorts): readonly Route[] {
  return [
    write({
      method: 'POST',
      path: 'crm/lead/create',
      operation: 'captureLead',
      summary: 'Capture a lead; the reply lists likely duplicates',
      permission: CAPTURE_LEAD,
      scope: 'OFFICE',
      body: OwnLeadBody,
      reply: LeadRecord,
      extra: { duplicates, warnings },
      problems: captureProblems,
      example: leadExample,
      run: (work, { body }) => captureOwnLead(work, body),
    }),
    write({
      method: 'POST',
      path: 'partner/lead/create',
      operation: 'capturePartnerLead',
      query: anyQuery,
      summary: 'Capture a lead, on the path of the original API',
      permission: CAPTURE_LEAD,
      scope: 'OFFICE',
      body: LeadBody,
      reply: LeadRecord,
      extra: { duplicates, warnings },
      problems: captureProblems,
      example: leadExample,
      run: (work, { body }) => captureLead(work, body),
    }),
    write({
      method: 'PUT',
      path: 'crm/lead/update',
      operation: 'updateLead',
      summary: 'Change the given members of a lead',
      permission: 'crm.lead.update',
      scope: 'OFFICE',
      body: LeadUpdateBody,
      reply: LeadRecord,
      extra: { duplicates, warnings },
      problems: [partyProblems.EMAIL_WRONG, crmProblems.LEAD_WRONG_STATE],
      example: { id: 1, preferredContactMethod: 'WHATSAPP', doNotShare: true },
      run: (work, { body }) => updateLead(work, body, ports.party),
    }),
    write({
      method: 'PUT',
      path: 'crm/lead/convert/id/{id}',
      operation: 'convertLead',
      summary: 'Convert a qualified lead to a customer, once',
      permission: 'crm.lead.convert',
      scope: 'OFFICE',
      params: ById,
      body: ConvertBody,
      reply: LeadRecord,
      extra: { warnings },
      problems: [
        crmProblems.LEAD_WRONG_STATE,
        crmProblems.LEAD_HAS_DUPLICATES,
        partyProblems.PORTAL_USER_NAME_TAKEN,
      ],
      run: (work, { params, body }) => convertLead(work, { ...body, id: params.id }, ports),
    }),
  ];
}

function leadReads(): readonly Route[] {
  return [
    read({
      path: 'crm/lead/id/{id}',
      operation: 'readLead',
      summary: 'One lead',
      permission: 'crm.lead.read',
      params: ById,
      reply: LeadRecord,
      run: (call, { params }) => readLead(call, params.id),
    }),
    list({
      path: 'crm/lead/list',
      operation: 'listLeads',
      summary: 'Leads, newest first unless another order is requested',
      permission: 'crm.lead.read',
      query: LeadList,
      paging: PAGE_BS,
      reply: LeadRecord,
      run: (call, { query }) => listLeads(call, query, placedPageOf(query, PAGE_BS, leadPlaceOf)),
    }),
  ];
}

function leadFiles(): readonly Route[] {
  return (['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `crm/lead/list/${format}`,
      operation: format === 'csv' ? 'exportLeadsCsv' : 'exportLeadsXlsx',
      summary: `All leads that match the filters, as ${format.toUpperCase()}`,
      description:
        'The first row contains the titles. The last row is END with the number of data rows, ' +
        'which is also in X-Row-Count. Text that a spreadsheet would read as a formula is ' +
        'prefixed with an apostrophe.',
      permission: 'crm.lead.export',
      query: LeadExport,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => exportLeads(call, query, format),
    }),
  );
}

// HTTP operations on corporate actions.

import type { TSchema } from '@sinclair/typebox';
import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf, placedPageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { marketProblems } from '../../market/index.js';
import { custodyProblems } from '../problems.js';
import type { CorporateActions } from './change.js';
import { eventFile, eventPlaceOf, listEvents } from './list.js';
import { readEvent } from './read.js';
import {
  EventDetail,
  EventFilter,
  EventParams,
  EventProposal,
  EventQuery,
  EventRecord,
  eventTotals,
  ProposalQuery,
  previewShown,
} from './schema.js';

/** The problems returned when terms are refused, on proposal and on approval. */
const problems = [
  custodyProblems.EVENT_REFUSED,
  custodyProblems.EVENT_OVERLAP,
  custodyProblems.EVENT_WRONG_STATE,
  marketProblems.SECURITY_NAME_TAKEN,
  marketProblems.SECURITY_ISIN_TAKEN,
  marketProblems.ISIN_WRONG,
];

const permission = 'custody.corporate-action.read';

/**
 * Returns the routes for proposing and reading corporate actions.
 * @param previewRow the shape of an entitlement in the dry run of a proposal
 */
export function eventRoutes(actions: CorporateActions, previewRow: TSchema): readonly Route[] {
  return [
    write({
      method: 'PUT',
      path: 'custody/corporate-action/propose',
      operation: 'proposeCorporateAction',
      summary: 'Propose a corporate action or its next version',
      description:
        'The body is the whole version. A second person approves it. A rights issue (RHTS) ' +
        'becomes two events. Warns if the ex-date differs from the market rule. A dry run ' +
        'returns the entitlements that the terms would create: one page, selected by `b` and ' +
        '`s`, and the sums of all.',
      permission: 'custody.corporate-action.propose',
      problems,
      query: ProposalQuery,
      body: EventProposal,
      reply: changeReply,
      extra: { warnings, preview: previewShown(previewRow) },
      run: (work, { body, query }) => actions.propose(work, body, pageOf(query, PAGE_BS)),
    }),
    read({
      path: 'custody/corporate-action/id/{id}',
      operation: 'getCorporateAction',
      summary: 'A corporate action with its versions and the sums of its entitlements and money',
      description: 'Sums include only the business offices that you may see.',
      permission,
      params: EventParams,
      reply: EventDetail,
      run: (call, { params }) => readEvent(call, params.id),
    }),
    list({
      path: 'custody/corporate-action/list',
      operation: 'listCorporateActions',
      summary: 'The calendar of corporate actions, latest date first',
      description:
        '`dateType` selects the date to filter and sort by. `totals` counts all matching ' +
        'events by progress.',
      permission,
      query: EventQuery,
      reply: EventRecord,
      extra: eventTotals,
      paging: PAGE_BS,
      run: (call, { query }) => listEvents(call, query, placedPageOf(query, PAGE_BS, eventPlaceOf)),
    }),
    ...(['csv', 'xlsx'] as const).map((format) =>
      read({
        path: `custody/corporate-action/list/${format}`,
        operation: format === 'csv' ? 'exportCorporateActionsCsv' : 'exportCorporateActionsXlsx',
        summary: `All corporate actions that match the filters, as ${format.toUpperCase()}`,
        description:
          'With the terms of the default option. The last row is END with the number of data ' +
          'rows, which is also in X-Row-Count.',
        permission,
        query: EventFilter,
        produces: SHEET_TYPES[format],
        run: (call, { query }) => eventFile(call, query, format),
      }),
    ),
  ];
}

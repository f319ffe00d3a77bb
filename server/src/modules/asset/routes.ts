// HTTP operations of asset management. Each one binds a method, path, shapes and permission to one
// function.

import { PAGE_BS, pageOf } from '../../platform/http/reply/paging.js';
import { warnings } from '../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import { anyQuery } from '../../platform/http/shape/wire.js';
import { financeProblems } from '../finance/index.js';
import { cancelTermInstrument } from './deposit/cancellation.js';
import { termCertificate } from './deposit/certificate.js';
import { listTermSchedule } from './deposit/schedule.js';
import * as schema from './deposit/schema.js';
import {
  filterOf,
  listTermInstruments,
  postTermInstrument,
  readTermInstrument,
  updateTermInstrument,
} from './deposit/term-instrument.js';
import { terminateTermInstrument } from './deposit/termination.js';
import { valueTermInstrument } from './deposit/valuation.js';
import { entryShown, termSettlementShown } from './envelope-schema.js';
import type { AssetPorts } from './port.js';
import { assetProblems } from './problems.js';

/**
 * The permission to submit. The app routes this path itself because it is also used to capture
 * leads.
 */
export const SUBMIT_TERM_INSTRUMENT = 'asset.term-instrument.submit';

/** The refusals for submitting and updating, in addition to those common to all operations. */
export const submitProblems = [
  financeProblems.AMOUNT_NOT_POSITIVE,
  financeProblems.CUSTOMER_INACTIVE,
  financeProblems.CURRENCY_MISMATCH,
  financeProblems.ACCOUNT_INACTIVE,
  assetProblems.TERM_AMOUNT_REFUSED,
  assetProblems.TENURE_NOT_OFFERED,
  assetProblems.RATE_NOT_OFFERED,
  assetProblems.ROLLOVER_REFUSED,
  assetProblems.START_DATE_REFUSED,
];

/** Returns the module's routes, except the path for submitting, which it shares with leads. */
export function assetRoutes(ports: AssetPorts): readonly Route[] {
  return [...changes(ports), ...cancels(), ...posts(), ...reads()];
}

function changes(ports: AssetPorts): readonly Route[] {
  return [
    write({
      method: 'PUT',
      path: 'order/terminstrument/update',
      operation: 'updateTermInstrument',
      query: anyQuery,
      summary: 'Change a term instrument',
      description:
        'Only the given members change: while PENDING, any term; while RUNNING, only those in ' +
        "its type's changeableWhileRunning.",
      permission: 'asset.term-instrument.update',
      scope: 'OFFICE',
      body: schema.TermInstrumentChange,
      reply: schema.TermInstrumentRecord,
      extra: { warnings },
      problems: [...submitProblems, assetProblems.TERM_INSTRUMENT_WRONG_STATE],
      run: (work, { body }) => updateTermInstrument(work, body, ports),
    }),
    write({
      method: 'PUT',
      path: 'order/terminstrument/terminate',
      operation: 'terminateTermInstrument',
      summary: 'Terminate a whole running term instrument early',
      description:
        "Pays interest for the days up to the date, by the type's rule; the payout is made today.",
      permission: 'asset.term-instrument.terminate',
      scope: 'OFFICE',
      query: schema.InstrumentOnDay,
      reply: schema.TermInstrumentRecord,
      extra: termSettlementShown,
      problems: [
        assetProblems.TERM_INSTRUMENT_WRONG_STATE,
        assetProblems.TERMINATION_DATE_REFUSED,
        financeProblems.INSUFFICIENT_FUNDS,
      ],
      run: (work, { query }) => terminateTermInstrument(work, query),
    }),
  ];
}

// Clients use either path. Funds have only the second one.
const CANCELS = [
  { method: 'PUT', path: 'order/terminstrument/cancel/id/{id}', operation: 'cancelTermInstrument' },
  {
    method: 'DELETE',
    path: 'order/terminstrument/delete/id/{id}',
    operation: 'deleteTermInstrument',
  },
] as const;

function cancels(): readonly Route[] {
  return CANCELS.map((route) =>
    write({
      ...route,
      summary: 'Cancel a term instrument that is still PENDING',
      description: 'It ends TERMINATED with the terminationReason CANCELLED; no money moves.',
      permission: 'asset.term-instrument.cancel',
      scope: 'OFFICE',
      params: schema.ById,
      reply: schema.TermInstrumentRecord,
      problems: [assetProblems.TERM_INSTRUMENT_WRONG_STATE],
      run: (work, { params }) => cancelTermInstrument(work, params.id),
    }),
  );
}

// Clients of the original API use either method and either path.
const POSTS = [
  { method: 'PUT', path: 'order/terminstrument/post/{id}', operation: 'postTermInstrument' },
  { method: 'POST', path: 'order/terminstrument/post/{id}', operation: 'postTermInstrumentByPost' },
  { method: 'PUT', path: 'order/terminstrument/post/id/{id}', operation: 'postTermInstrumentById' },
  {
    method: 'POST',
    path: 'order/terminstrument/post/id/{id}',
    operation: 'postTermInstrumentByIdByPost',
  },
] as const;

function posts(): readonly Route[] {
  return POSTS.map((route) =>
    write({
      ...route,
      query: anyQuery,
      summary: 'Post a pending term instrument: take the money and start the term',
      description: 'A second post is refused with 409 and the current state, RUNNING.',
      permission: 'asset.term-instrument.post',
      scope: 'OFFICE',
      params: schema.ById,
      reply: schema.TermInstrumentRecord,
      extra: entryShown,
      problems: [
        assetProblems.TERM_INSTRUMENT_WRONG_STATE,
        assetProblems.START_DATE_REFUSED,
        financeProblems.CUSTOMER_INACTIVE,
        financeProblems.INSUFFICIENT_FUNDS,
      ],
      run: (work, { params }) => postTermInstrument(work, params.id),
    }),
  );
}

function reads(): readonly Route[] {
  return [
    read({
      path: 'order/terminstrument/id/{id}',
      operation: 'readTermInstrument',
      query: anyQuery,
      summary: 'One term instrument',
      permission: 'asset.term-instrument.read',
      params: schema.ById,
      reply: schema.TermInstrumentRecord,
      run: (call, { params }) => readTermInstrument(call, params.id),
    }),
    read({
      path: 'order/terminstrument/certificate/pdf/id/{id}',
      operation: 'getTermInstrumentCertificate',
      produces: 'application/pdf',
      summary: 'The certificate of a term instrument as PDF',
      description:
        'For an instrument that is running or has ended. Changes only when the instrument does.',
      permission: 'asset.term-instrument.read',
      params: schema.ById,
      problems: [assetProblems.TERM_INSTRUMENT_WRONG_STATE],
      run: (call, { params }) => termCertificate(call, params.id),
    }),
    read({
      path: 'order/terminstrument/valuation',
      operation: 'valueTermInstrument',
      summary: 'Value of a term instrument on a day, past or future',
      permission: 'asset.term-instrument.read',
      query: schema.InstrumentOnDay,
      reply: schema.ValuationRecord,
      run: (call, { query }) => valueTermInstrument(call, query),
    }),
    list({
      path: 'order/terminstrument/schedule',
      operation: 'listTermInstrumentSchedule',
      summary: 'Accruals and cash flows of a term instrument from its placement to its end',
      permission: 'asset.term-instrument.read',
      query: schema.ScheduleQuery,
      paging: PAGE_BS,
      reply: schema.ScheduleLine,
      run: (call, { query }) => listTermSchedule(call, query, pageOf(query, PAGE_BS)),
    }),
    list({
      path: 'order/terminstrument/customer/list',
      operation: 'listTermInstruments',
      summary: "A customer's term instruments, newest first",
      permission: 'asset.term-instrument.read',
      query: schema.TermInstrumentList,
      paging: PAGE_BS,
      reply: schema.TermInstrumentRecord,
      run: (call, { query }) => listTermInstruments(call, filterOf(query), pageOf(query, PAGE_BS)),
    }),
  ];
}

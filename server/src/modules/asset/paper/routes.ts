// HTTP operations on discounted instruments and treasury bills. Both kinds have the same routes.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { anyQuery } from '../../../platform/http/shape/wire.js';
import { financeProblems } from '../../finance/index.js';
import { ById, TermInstrumentBody, TermInstrumentChange } from '../deposit/schema.js';
import { discountedSettlementShown, entryShown } from '../envelope-schema.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import { cancelDiscounted } from './cancellation.js';
import { discountedCertificate } from './certificate.js';
import {
  listDiscounted,
  postDiscounted,
  readDiscounted,
  updateDiscountedTerms,
} from './discounted-instrument.js';
import type { DiscountedContext } from './draft.js';
import { listDiscountedHistory } from './history.js';
import { DISCOUNTED_KINDS, KIND_WORDS } from './kind.js';
import { discountedScheduleShown, placeDiscounted } from './placement.js';
import { quoteDiscounted } from './quote.js';
import { listDiscountedSchedule } from './schedule.js';
import * as schema from './schema.js';
import { terminateDiscounted } from './termination.js';
import { discountedTypeRoutes } from './type-routes.js';
import { valueDiscounted } from './valuation.js';

const TERMS_REFUSED = [
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

/** Returns the routes for both kinds and for their products. */
export function discountedRoutes(ports: AssetPorts): readonly Route[] {
  const perKind = DISCOUNTED_KINDS.flatMap((kind) => {
    const desk: DiscountedContext = { kind, ports };
    return [
      ...changes(desk),
      ...posts(desk),
      cancel(desk),
      terminate(desk),
      ...reads(desk),
      ...calculations(desk),
    ];
  });
  return [...perKind, ...discountedTypeRoutes];
}

function changes(desk: DiscountedContext): readonly Route[] {
  const { path, noun, operation, text } = KIND_WORDS[desk.kind];
  return [
    write({
      method: 'POST',
      path: `order/${path}/submit`,
      operation: `submit${operation}`,
      query: anyQuery,
      scope: 'OFFICE',
      summary: `Submit a ${text}`,
      description:
        'The face value is paid at maturity; rate and days determine the cost. The type or ' +
        'issue supplies absent members. No money moves yet.',
      permission: `asset.${noun}.submit`,
      body: TermInstrumentBody,
      reply: schema.DiscountedRecord,
      extra: { warnings, ...discountedScheduleShown },
      problems: TERMS_REFUSED,
      example: schema.discountedExamples[desk.kind],
      run: (work, { body }) => placeDiscounted(work, body, desk),
    }),
    write({
      method: 'PUT',
      path: `order/${path}/update`,
      operation: `update${operation}`,
      query: anyQuery,
      scope: 'OFFICE',
      summary: `Change a pending ${text}, or the rollover of a running one`,
      description:
        'Only the given members change. While it runs, only autoRollover, rolloverRule and ' +
        'rolloverAmount can change.',
      permission: `asset.${noun}.update`,
      body: TermInstrumentChange,
      reply: schema.DiscountedRecord,
      extra: { warnings },
      problems: [...TERMS_REFUSED, assetProblems.DISCOUNTED_INSTRUMENT_WRONG_STATE],
      run: (work, { body }) => updateDiscountedTerms(work, body, desk),
    }),
  ];
}

// Clients of the original API use either method and either path.
const POSTS = [
  { method: 'PUT', path: 'post/{id}', suffix: '' },
  { method: 'POST', path: 'post/{id}', suffix: 'ByPost' },
  { method: 'PUT', path: 'post/id/{id}', suffix: 'ById' },
  { method: 'POST', path: 'post/id/{id}', suffix: 'ByIdByPost' },
] as const;

function posts({ kind }: DiscountedContext): readonly Route[] {
  const { path, noun, operation, text } = KIND_WORDS[kind];
  return POSTS.map((one) =>
    write({
      method: one.method,
      path: `order/${path}/${one.path}`,
      operation: `post${operation}${one.suffix}`,
      query: anyQuery,
      scope: 'OFFICE',
      summary: `Post a pending ${text}: take the cost and start the term`,
      description:
        'Priced for the days from today. A second post is refused with 409 and the current ' +
        'state, RUNNING.',
      permission: `asset.${noun}.post`,
      params: ById,
      reply: schema.DiscountedRecord,
      extra: entryShown,
      problems: [
        assetProblems.DISCOUNTED_INSTRUMENT_WRONG_STATE,
        assetProblems.START_DATE_REFUSED,
        assetProblems.RATE_NOT_OFFERED,
        financeProblems.CUSTOMER_INACTIVE,
        financeProblems.INSUFFICIENT_FUNDS,
      ],
      run: (work, { params }) => postDiscounted(work, { kind, id: params.id }),
    }),
  );
}

function cancel({ kind }: DiscountedContext): Route {
  const { path, noun, operation, text } = KIND_WORDS[kind];
  return write({
    method: 'PUT',
    path: `order/${path}/cancel/id/{id}`,
    operation: `cancel${operation}`,
    scope: 'OFFICE',
    summary: `Cancel a ${text} that is still PENDING`,
    description: 'It ends TERMINATED with the terminationReason CANCELLED; no money moves.',
    permission: `asset.${noun}.cancel`,
    params: ById,
    reply: schema.DiscountedRecord,
    problems: [assetProblems.DISCOUNTED_INSTRUMENT_WRONG_STATE],
    run: (work, { params }) => cancelDiscounted(work, { kind, id: params.id }),
  });
}

function terminate({ kind }: DiscountedContext): Route {
  const { path, noun, operation, text } = KIND_WORDS[kind];
  return write({
    method: 'PUT',
    path: `order/${path}/terminate`,
    operation: `terminate${operation}`,
    scope: 'OFFICE',
    summary: `Terminate a running ${text} early, in whole or in part`,
    description:
      'Pays the face value discounted at `dr` for the remaining days, less tax on the gain ' +
      'over its cost; at its own rate there is no gain and no loss. After a partial ' +
      'termination, the rest stays RUNNING.',
    permission: `asset.${noun}.terminate`,
    query: schema.DiscountedTermination,
    reply: schema.DiscountedRecord,
    extra: { ...discountedSettlementShown, warnings },
    problems: [
      assetProblems.DISCOUNTED_INSTRUMENT_WRONG_STATE,
      assetProblems.TERMINATION_AMOUNT_REFUSED,
      assetProblems.TERMINATION_RATE_REFUSED,
      assetProblems.TERMINATION_DATE_REFUSED,
    ],
    run: (work, { query }) => terminateDiscounted(work, kind, query),
  });
}

function reads({ kind }: DiscountedContext): readonly Route[] {
  const { path, noun, operation, text } = KIND_WORDS[kind];
  const permission = `asset.${noun}.read`;
  return [
    read({
      path: `order/${path}/id/{id}`,
      operation: `read${operation}`,
      query: anyQuery,
      summary: `One ${text}`,
      permission,
      params: ById,
      reply: schema.DiscountedRecord,
      run: (call, { params }) => readDiscounted(call, { kind, id: params.id }),
    }),
    read({
      path: `order/${path}/valuation`,
      operation: `value${operation}`,
      summary: `Value of a ${text} on a day, past or future`,
      permission,
      query: schema.DiscountedOnDay,
      reply: schema.DiscountedValuation,
      run: (call, { query }) => valueDiscounted(call, kind, query),
    }),
    list({
      path: `order/${path}/history`,
      operation: `list${operation}History`,
      summary: `The history of a ${text}, oldest line first`,
      permission,
      query: schema.DiscountedHistoryQuery,
      paging: PAGE_BS,
      reply: schema.DiscountedChangeRecord,
      run: (call, { query }) =>
        listDiscountedHistory(call, { kind, id: query.id }, pageOf(query, PAGE_BS)),
    }),
    list({
      path: `order/${path}/customer/list`,
      operation: `list${operation}s`,
      summary: `A customer's ${text}s, newest first`,
      permission,
      query: schema.DiscountedListQuery,
      paging: PAGE_BS,
      reply: schema.DiscountedRecord,
      run: (call, { query }) => listDiscounted(call, { kind, query }, pageOf(query, PAGE_BS)),
    }),
  ];
}

function calculations({ kind }: DiscountedContext): readonly Route[] {
  const { path, noun, operation, text } = KIND_WORDS[kind];
  const permission = `asset.${noun}.read`;
  return [
    read({
      path: `order/${path}/quote`,
      operation: `quote${operation}`,
      summary: `Price, yield and interest of a ${text}; each one determines the others`,
      permission,
      query: schema.DiscountedQuoteQuery,
      reply: schema.DiscountedQuoteRecord,
      problems: [assetProblems.START_DATE_REFUSED, assetProblems.TENURE_NOT_OFFERED],
      run: (call, { query }) => quoteDiscounted(call, kind, query),
    }),
    list({
      path: `order/${path}/schedule`,
      operation: `list${operation}Schedule`,
      summary: `Accruals and cash flows of a ${text} from its placement to its end`,
      permission,
      query: schema.DiscountedHistoryQuery,
      paging: PAGE_BS,
      reply: schema.DiscountedScheduleLine,
      run: (call, { query }) =>
        listDiscountedSchedule(call, { kind, id: query.id }, pageOf(query, PAGE_BS)),
    }),
    read({
      path: `order/${path}/certificate/pdf/id/{id}`,
      operation: `read${operation}Certificate`,
      produces: 'application/pdf',
      summary: `The certificate of a ${text} as PDF`,
      permission,
      params: ById,
      problems: [assetProblems.DISCOUNTED_INSTRUMENT_WRONG_STATE],
      run: (call, { params }) => discountedCertificate(call, { kind, id: params.id }),
    }),
  ];
}

// HTTP operations on types of discounted instruments and treasury bill issues.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeProblems, changeReply } from '../../change/index.js';
import { ById } from '../deposit/schema.js';
import { assetProblems } from '../problems.js';
import type { DiscountedKind } from './kind.js';
import { listDiscountedTypes, readDiscountedType } from './type.js';
import { proposeAuctionResult, proposeDiscountedType } from './type-change.js';
import * as schema from './type-schema.js';

const WORDS = {
  DISCOUNTED_INSTRUMENT: {
    path: 'order/discountedinstrumenttype',
    operation: 'DiscountedInstrumentType',
    noun: 'asset.discounted-instrument-type',
    text: 'type of discounted instruments',
    all: 'Types of discounted instruments with their rates and rules',
  },
  TREASURY_BILL: {
    path: 'order/treasurybillissue',
    operation: 'TreasuryBillIssue',
    noun: 'asset.treasury-bill-issue',
    text: 'issue of treasury bills',
    all: 'Issues of treasury bills with their dates and stop rates',
  },
} as const;

/** The routes for types and issues. */
export const discountedTypeRoutes: readonly Route[] = [
  ...reads('DISCOUNTED_INSTRUMENT'),
  ...reads('TREASURY_BILL'),
  write({
    ...proposalOf('DISCOUNTED_INSTRUMENT'),
    body: schema.PaperTypeProposal,
    run: (work, { body }) => proposeDiscountedType(work, 'DISCOUNTED_INSTRUMENT', body),
  }),
  write({
    ...proposalOf('TREASURY_BILL'),
    body: schema.BillIssueProposal,
    run: (work, { body }) => proposeDiscountedType(work, 'TREASURY_BILL', body),
  }),
  write({
    ...proposalOf('TREASURY_BILL'),
    path: 'order/treasurybillissue/auction/propose',
    operation: 'proposeAuctionResult',
    summary: 'Propose the stop rate that the auction set for an issue',
    description: 'The rest of the issue does not change. A second person approves the change.',
    example: { name: 'NTB-364', stopRate: 16.73 },
    body: schema.AuctionResult,
    run: (work, { body }) => proposeAuctionResult(work, body),
  }),
];

function proposalOf(kind: DiscountedKind) {
  const { path, operation, noun, text } = WORDS[kind];
  return {
    method: 'POST',
    path: `${path}/propose`,
    operation: `propose${operation}`,
    summary: `Propose a new ${text}, or the next version of one`,
    description: 'A second person approves the change. Instruments already sold keep their terms.',
    permission: `${noun}.propose`,
    reply: changeReply,
    problems: [assetProblems.DISCOUNTED_TYPE_WRONG, changeProblems.CODE_TAKEN],
    example: schema.discountedTypeExamples[kind],
  } as const;
}

function reads(kind: DiscountedKind): readonly Route[] {
  const { path, operation, noun, text, all } = WORDS[kind];
  const permission = `${noun}.read`;
  const listed = {
    permission,
    paging: PAGE_BS,
    reply: schema.DiscountedTypeRecord,
  } as const;
  return [
    list({
      ...listed,
      path: `${path}/list/active`,
      operation: `list${operation}s`,
      summary: `${all}: types on offer`,
      query: schema.PaperTypeList,
      run: (call, { query }) =>
        listDiscountedTypes(
          call,
          { kind, onOffer: true, state: undefined },
          pageOf(query, PAGE_BS),
        ),
    }),
    list({
      ...listed,
      path: `${path}/list`,
      operation: `listAll${operation}s`,
      summary: `${all}: all, including types no longer on offer`,
      query: schema.BillIssueList,
      run: (call, { query }) =>
        listDiscountedTypes(call, { kind, onOffer: false, state: query.u }, pageOf(query, PAGE_BS)),
    }),
    read({
      path: `${path}/id/{id}`,
      operation: `read${operation}`,
      summary: `One ${text}`,
      permission,
      params: ById,
      reply: schema.DiscountedTypeRecord,
      run: (call, { params }) => readDiscountedType(call, { kind, id: params.id }),
    }),
  ];
}

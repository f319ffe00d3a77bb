// Operations on reference data for term instruments: types and withholding tax.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeProblems, changeReply } from '../../change/index.js';
import { assetProblems } from '../problems.js';
import { proposeExemptions, proposeRules } from '../tax/change.js';
import { listExemptions, listRules } from '../tax/list.js';
import {
  ExemptionProposal,
  ExemptionQuery,
  ExemptionRecord,
  RuleQuery,
  RuleRecord,
  RuleTableProposal,
} from '../tax/schema.js';
import { ById, PageQuery } from './schema.js';
import { listActiveTypes, proposeTermType, readType } from './type-change.js';
import { TermInstrumentTypeRecord, TermTypeProposal } from './type-schema.js';

/** The routes for types and withholding tax. */
export const termReferenceRoutes: readonly Route[] = [...typeRoutes(), ...taxRoutes()];

function typeRoutes(): readonly Route[] {
  const permission = 'asset.term-instrument-type.read';
  return [
    list({
      path: 'order/terminstrumenttype/list/active',
      operation: 'listTermInstrumentTypes',
      summary: 'Active types of term instruments with their rate cards and rules',
      permission,
      query: PageQuery,
      paging: PAGE_BS,
      reply: TermInstrumentTypeRecord,
      run: (call, { query }) => listActiveTypes(call, pageOf(query, PAGE_BS)),
    }),
    read({
      path: 'order/terminstrumenttype/id/{id}',
      operation: 'readTermInstrumentType',
      summary: 'One type of term instrument with its terms in force',
      permission,
      params: ById,
      reply: TermInstrumentTypeRecord,
      run: (call, { params }) => readType(call, params.id),
    }),
    write({
      method: 'PUT',
      path: 'order/terminstrumenttype/propose',
      operation: 'proposeTermInstrumentType',
      summary: 'Propose a new type of term instrument, or the next version of one',
      description:
        'The whole type. A second person approves it; instruments keep the version that they ' +
        'were submitted with.',
      permission: 'asset.term-instrument-type.propose',
      body: TermTypeProposal,
      reply: changeReply,
      problems: [assetProblems.TERM_TYPE_REFUSED, changeProblems.CODE_TAKEN],
      run: (work, { body }) => proposeTermType(work, body),
    }),
  ];
}

function taxRoutes(): readonly Route[] {
  const problems = [assetProblems.WITHHOLDING_REFUSED];
  const dated =
    'Send all rows. Rows that have taken effect can only be given an end date; new rows must ' +
    'begin after the business date. A second person approves the change.';
  return [
    list({
      path: 'order/withholdingrule/list',
      operation: 'listWithholdingRules',
      summary: 'The dated rules of withholding tax',
      permission: 'asset.withholding-rule.read',
      query: RuleQuery,
      paging: PAGE_BS,
      reply: RuleRecord,
      run: (call, { query }) => listRules(call, query.x, pageOf(query, PAGE_BS)),
    }),
    write({
      method: 'PUT',
      path: 'order/withholdingrule/propose',
      operation: 'proposeWithholdingRules',
      summary: 'Propose the tax rules for a class of instruments',
      description: dated,
      permission: 'asset.withholding-rule.propose',
      body: RuleTableProposal,
      reply: changeReply,
      problems,
      run: (work, { body }) => proposeRules(work, body),
    }),
    list({
      path: 'order/withholdingexemption/list',
      operation: 'listWithholdingExemptions',
      summary: 'Customers who are exempt from withholding tax',
      permission: 'asset.withholding-exemption.read',
      query: ExemptionQuery,
      paging: PAGE_BS,
      reply: ExemptionRecord,
      run: (call, { query }) => listExemptions(call, query.c, pageOf(query, PAGE_BS)),
    }),
    write({
      method: 'PUT',
      path: 'order/withholdingexemption/propose',
      operation: 'proposeWithholdingExemptions',
      summary: "Propose a customer's exemptions from withholding tax",
      description: dated,
      permission: 'asset.withholding-exemption.propose',
      body: ExemptionProposal,
      reply: changeReply,
      problems,
      run: (work, { body }) => proposeExemptions(work, body),
    }),
  ];
}

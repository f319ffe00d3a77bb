// Operations on benchmarks.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { marketProblems } from '../problems.js';
import { idParams, pageQuery } from '../schema.js';
import { listBenchmarks, proposeBenchmark, readBenchmark } from './benchmark.js';
import * as shape from './schema.js';

const READ = 'market.benchmark.read';

export const benchmarkRoutes: readonly Route[] = [
  list({
    path: 'order/benchmark/list/active',
    operation: 'listActiveBenchmarks',
    summary: 'Benchmarks with which returns can be compared',
    permission: READ,
    paging: PAGE_BS,
    query: pageQuery,
    reply: shape.benchmarkRecord,
    run: (call, { query }) => listBenchmarks(call, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'order/benchmark/id/{id}',
    operation: 'readBenchmark',
    summary: 'One benchmark',
    permission: READ,
    params: idParams,
    reply: shape.benchmarkRecord,
    run: (call, { params }) => readBenchmark(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'order/benchmark/propose',
    operation: 'proposeBenchmark',
    summary: 'Propose a new or changed benchmark',
    description:
      'The benchmark is an index, whose levels are imported, or a blend of indices, which is ' +
      'rebalanced to its weights on the first business day of each month. A second person ' +
      'approves the proposal.',
    permission: 'market.benchmark.propose',
    problems: [commonProblems.UNKNOWN_REFERENCE, marketProblems.BENCHMARK_REFUSED],
    body: shape.benchmarkProposal,
    reply: changeReply,
    example: {
      code: 'NGX-30',
      label: 'The thirty largest shares of the exchange',
      currency: 'NGN',
      returnType: 'PRICE',
    },
    run: (work, { body }) => proposeBenchmark(work, body),
  }),
];

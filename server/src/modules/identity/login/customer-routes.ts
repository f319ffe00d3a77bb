// Routes that clients of the original program use to log customers in and to read customer records.

import type { Call } from '../../../platform/context.js';
import { envelopeShape } from '../../../platform/http/reply/envelope.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type Route, raw, read } from '../../../platform/http/route.js';
import { classifyAll } from '../../../platform/http/shape/data-class.js';
import { anyQuery, openObject, wireText } from '../../../platform/http/shape/wire.js';
import type { Guard } from '../principal/guard.js';
import { idParams } from '../schema.js';
import { foundCustomer, loginCustomer } from './customer-login.js';
import * as shape from './schema.js';

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** Returns the routes for portal logins, and for customers by id, user name and BVN. */
export function customerRoutes(guard: Guard): readonly Route[] {
  const { customers } = guard;
  const login = {
    path: 'security/login/customer',
    summary: "Check a portal customer's user name and password",
    permission: 'identity.customer.login',
    sensitive: true,
    reply: envelopeShape(customers.record),
  } as const;
  const reading = { permission: 'party.customer.read', reply: customers.record };
  return [
    raw({
      ...login,
      method: 'POST',
      operation: 'loginCustomer',
      query: anyQuery,
      scope: 'OFFICE',
      consumes: FORMS,
      body: shape.nameAndPassword,
      run: (call, { body }) =>
        loginCustomer(call, guard, { name: body.username, secret: body.password }),
    }),
    raw({
      ...login,
      method: 'GET',
      operation: 'loginCustomerByQuery',
      query: shape.nameAndPassword,
      description:
        'Disabled unless COUNTINGHOUSE_LOGIN_BY_QUERY is set, because proxies log queries. Use ' +
        'POST instead.',
      problems: [commonProblems.METHOD_NOT_ALLOWED],
      run: (call, { query }) => {
        refuseUnlessOn(call);
        return loginCustomer(call, guard, { name: query.username, secret: query.password });
      },
    }),
    read({
      ...reading,
      path: 'security/customer/username/{u}',
      operation: 'readPortalCustomerByUserName',
      query: anyQuery,
      summary: 'Customer record by portal user name',
      params: openObject(
        classifyAll({ u: wireText({ description: 'Portal user name' }) }, 'personal'),
      ),
      run: async (call, { params }) =>
        foundCustomer(await customers.recordOfUserName(call, params.u)),
    }),
    read({
      ...reading,
      path: 'security/customer/id/{id}',
      operation: 'readPortalCustomer',
      query: anyQuery,
      summary: 'Customer record by id',
      params: idParams,
      run: async (call, { params }) => foundCustomer(await customers.recordOf(call, params.id)),
    }),
    read({
      ...reading,
      path: 'security/customer/bvn/{bvn}',
      operation: 'readPortalCustomerByBvn',
      query: anyQuery,
      summary: 'Customer record by bank verification number',
      params: openObject(
        classifyAll({ bvn: wireText({ description: 'Bank verification number' }) }, 'secret'),
      ),
      run: async (call, { params }) => foundCustomer(await customers.recordOfBvn(call, params.bvn)),
    }),
  ];
}

function refuseUnlessOn({ context }: Call): void {
  if (context.config.loginByQuery) return;
  throw refusal(commonProblems.METHOD_NOT_ALLOWED, {
    detail: 'A password is not accepted in the query. Send it in the body of a POST request.',
  });
}

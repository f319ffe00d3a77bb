// Refuses requests based on their headers, before authentication: requests from pages of other
// sites, through rebound DNS names, or from misconfigured proxies.

import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.js';
import { commonProblems, refusal } from '../reply/problem.js';
import type { Route } from '../route.js';
import { READ_METHODS } from './method.js';
import { namesThisMachine } from './this-machine.js';

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * Refuses a request with two `Host` headers (400), with a foreign `Host` where no login is needed
 * (403), or with an encoded body (415).
 */
export function refuseWrongHeaders({ config }: Pick<Context, 'config'>, request: FastifyRequest) {
  const { raw, headers } = request;
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name));
  if (hosts.length > 1) {
    throw refusal(commonProblems.INVALID_REQUEST, {
      detail: 'the Host header occurs more than once',
    });
  }
  if (config.noAuth && !namesThisMachine(headers.host, config.publicUrl)) {
    throw refusal(commonProblems.FORBIDDEN, {
      detail: 'without authentication, only loopback names and the public URL are allowed',
    });
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw refusal(commonProblems.UNSUPPORTED_MEDIA_TYPE, {
      detail: 'the body must not have a Content-Encoding',
    });
  }
}

/**
 * Refuses a write sent from a page on another site (403), unless the settings allow its origin.
 * Also refuses a write with a form's content type and no body (415), because such a page can send
 * it without a preflight.
 */
export function refuseForeignWrite(
  route: Route,
  { method, headers }: FastifyRequest,
  isAllowedPage: boolean,
): void {
  if (READ_METHODS.some((read) => read === method)) return;
  if (headers['sec-fetch-site'] === 'cross-site' && !isAllowedPage) {
    throw refusal(commonProblems.FORBIDDEN, {
      detail: 'the request was sent from a page on another site',
    });
  }
  const isEmpty =
    headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
  const type = headers['content-type'] ?? '';
  const isTaken = route.consumes?.some((taken) => type.toLowerCase().startsWith(taken)) === true;
  if (isEmpty && FORM.test(type) && !isTaken) {
    throw refusal(commonProblems.UNSUPPORTED_MEDIA_TYPE, {
      detail: 'a request without a body must not have the Content-Type of a form',
    });
  }
}

// Operations on withholding tax certificates.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { fileRoutes } from '../list-file.js';
import { wealthProblems } from '../problems.js';
import { createCertificate, undoCertificate } from './certificate.js';
import { listCertificates, readCertificate } from './record.js';
import * as schema from './schema.js';

const READ = 'wealth.withholding-certificate.read';

/** The operations on certificates. */
export const certificateRoutes: readonly Route[] = [
  write({
    method: 'POST',
    path: 'wealth/withholding-certificate/create',
    operation: 'createWithholdingCertificate',
    summary: 'Record the tax office’s receipt for withheld tax',
    description:
      'The receipt covers deductions of a customer, and its amount must equal their sum ' +
      'exactly. If `deductions` is absent, it covers all deductions of the period that have no ' +
      'certificate.',
    permission: 'wealth.withholding-certificate.create',
    scope: 'OFFICE',
    problems: [
      commonProblems.UNKNOWN_REFERENCE,
      commonProblems.REFERENCE_MISMATCH,
      commonProblems.TOO_MANY_DECIMALS,
      wealthProblems.CERTIFICATE_DIFFERS,
      wealthProblems.CERTIFICATE_EXISTS,
    ],
    body: schema.CertificateBody,
    reply: schema.CertificateRecord,
    run: (work, { body }) => createCertificate(work, body),
  }),
  write({
    method: 'PUT',
    path: 'wealth/withholding-certificate/undo/id/{id}',
    operation: 'undoWithholdingCertificate',
    summary: 'Undo a certificate, so that its deductions can be on another one',
    permission: 'wealth.withholding-certificate.undo',
    scope: 'OFFICE',
    problems: [wealthProblems.CERTIFICATE_WRONG_STATE],
    params: schema.CertificateById,
    body: schema.UndoBody,
    reply: schema.CertificateRecord,
    run: (work, { params, body }) => undoCertificate(work, params.id, body.reason),
  }),
  read({
    path: 'wealth/withholding-certificate/id/{id}',
    operation: 'readWithholdingCertificate',
    summary: 'A withholding tax certificate with its deductions',
    permission: READ,
    params: schema.CertificateById,
    reply: schema.CertificateRecord,
    run: (call, { params }) => readCertificate(call, params.id),
  }),
  list({
    path: 'wealth/withholding-certificate/list',
    operation: 'listWithholdingCertificates',
    summary: 'Withholding tax certificates, newest first',
    permission: READ,
    query: schema.CertificateQuery,
    paging: PAGE_BS,
    reply: schema.CertificateRecord,
    run: (call, { query }) =>
      listCertificates(call, { customerId: query.c, state: query.state }, pageOf(query, PAGE_BS)),
  }),
  ...fileRoutes({
    path: 'wealth/withholding-certificate/list',
    subject: 'WithholdingCertificates',
    name: 'withholding-certificates',
    summary: 'Withholding tax certificates, newest first',
    permission: READ,
    query: schema.CertificateFilters,
    record: schema.CertificateRecord,
    page: (call, { c: customerId, state }, page) =>
      listCertificates(call, { customerId, state }, page),
  }),
];

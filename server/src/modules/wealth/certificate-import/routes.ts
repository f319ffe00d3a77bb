// Operations on certificate imports.

import { HTTP, ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ROW_FORMS, usedReadings } from '../../../platform/row-file/reading.js';
import { wealthProblems } from '../problems.js';
import { importCertificates } from './certificate-import.js';
import { importErrors, listImports, readImport } from './record.js';
import * as schema from './schema.js';
import { undoImport } from './undo.js';

const PATH = 'wealth/withholding-certificate/import';
const READ = 'wealth.withholding-certificate.read';

/** The operations on certificate imports. */
export const certificateImportRoutes: readonly Route[] = [
  write({
    method: 'POST',
    path: PATH,
    operation: 'importWithholdingCertificates',
    summary: 'Import the tax office’s receipts for withheld tax',
    description:
      'The columns are customerName, number, certificateDate, periodFrom, periodUntil and ' +
      'amount, or other names given in `mapping`; currency, taxClass and deductions are ' +
      'optional. The reply contains a verdict for every row. Refused rows do not stop the ' +
      'others, and `detail` identifies the row, the column and the cell. Use a dry run as a ' +
      `preview. ${ROW_FORMS}`,
    permission: 'wealth.withholding-certificate.import',
    scope: 'OFFICE',
    bodyBytes: ROW_FILE.bodyBytes,
    jsonValuesMax: HTTP.importJsonValuesMax,
    consumes: ['text/csv'],
    query: schema.ImportQuery,
    body: schema.ImportBody,
    example: schema.importExample,
    reply: schema.ImportRecord,
    extra: { warnings, ...usedReadings },
    run: (work, { body, query }) => importCertificates(work, { ...body, ...query }),
  }),
  write({
    method: 'PUT',
    path: `${PATH}/undo/id/{id}`,
    operation: 'undoWithholdingCertificateImport',
    summary: 'Undo a certificate import',
    description:
      'Undoes the certificates that the import recorded, so that their numbers and deductions ' +
      'are free. Certificates that were undone earlier do not change; the rows show which.',
    permission: 'wealth.withholding-certificate.import',
    scope: 'OFFICE',
    problems: [wealthProblems.CERTIFICATE_IMPORT_WRONG_STATE],
    params: schema.ImportById,
    reply: schema.ImportRecord,
    run: (work, { params }) => undoImport(work, params.id),
  }),
  read({
    path: `${PATH}/id/{id}`,
    operation: 'readWithholdingCertificateImport',
    summary: 'A certificate import, with the verdict of each row',
    permission: READ,
    params: schema.ImportById,
    reply: schema.ImportRecord,
    run: (call, { params }) => readImport(call, params.id),
  }),
  read({
    path: `${PATH}/errors/id/{id}`,
    operation: 'readWithholdingCertificateImportErrors',
    summary: 'The refused rows of an import with their errors, as CSV',
    permission: READ,
    produces: 'text/csv',
    params: schema.ImportById,
    run: (call, { params }) => importErrors(call, params.id),
  }),
  list({
    path: `${PATH}/list`,
    operation: 'listWithholdingCertificateImports',
    summary: 'Certificate imports, newest first',
    permission: READ,
    query: schema.ImportListQuery,
    paging: PAGE_BS,
    reply: schema.ImportSummary,
    run: (call, { query }) => listImports(call, query.state, pageOf(query, PAGE_BS)),
  }),
];
